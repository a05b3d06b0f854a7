//! One step of a world.
//!
//! A world has columns (what moves), a topology (forces, and the bodies that each acts on) and a [plan](crate::plan). The plan says
//! for each body what it follows between kicks, and which forces kick it. Bodies that links, orbits or components tie form islands;
//! islands are packed, whole, into blocks of about 64 bodies, and neighbours that nothing ties form blocks by their places. A step
//! looks at the bodies that were written to, finds the dirty rows of the plan anew, and then takes each block through the step: it
//! copies the states, lets flows and kicks take turns as the splitting of the scheme says, and writes the result to the next columns.
//! Where all states are finite the columns are swapped and the clock advances; else nothing has changed. If nothing kicks and all
//! bodies follow laws, the columns move in place under a bound.
//!
//! | file | what is in it |
//! |---|---|
//! | `stepper`, `flow_kick` | a step under any scheme, and one of flows and kicks |
//! | `splitting`, `runge_kutta` | the schemes of flows and kicks, as tables |
//! | `block`, `in_place` | bodies that nothing ties |
//! | `tied` | islands |
//! | `ground` | what bodies meet on their way |
//! | `kick`, `link` | kicks, and forces between two bodies |
//! | `classical`, `increments` | the schemes of textbooks, on whole bodies |
//! | `system`, `states` | forces at a time, and bodies on their way |

mod block;
mod classical;
mod flow_kick;
mod ground;
mod in_place;
mod increments;
mod kick;
mod link;
mod response_cache;
mod runge_kutta;
#[cfg(feature = "serde")]
mod saved;
mod splitting;
mod states;
mod stepper;
mod system;
mod tied;

pub(crate) use flow_kick::is_rotation_finite;
pub(crate) use ground::{Advance, Ground, GroundFlow, MovedBy, Part};
pub(crate) use link::{Arms, Link, centre_of_mass_velocity, relative};
pub(crate) use response_cache::cached;
pub(crate) use splitting::{LENGTHS, Substep, WHOLE};
pub(crate) use states::{Places, States};
pub(crate) use stepper::{NonFiniteBody, StepFailure, Stepper};
pub(crate) use system::{AppliedForce, AppliedTorque, System};

/// How the effects of all forces make one step.
///
/// h is the step, γ a drag rate, ω the frequency of a spring that is part of a linear law or acts alone, Ω
/// that of a spring that kicks. *Linear* means any number of constant and ramping forces, linear drag,
/// wind, springs, dampers, magnetic and inertial forces on a body, and springs and dampers between up to 64 bodies.
///
/// | scheme | order | order with drag | energy of undamped springs | stable for | evaluations |
/// |---|---|---|---|---|---|
/// | [`ExplicitEuler`](Self::ExplicitEuler) | 1 | 1 | grows by ω²h² per step | nothing | 1 |
/// | [`SymplecticEuler`](Self::SymplecticEuler) | 1 | 1 | bounded, of order ωh | ωh < 2 | 1 |
/// | [`VelocityVerlet`](Self::VelocityVerlet) | 2 | **1** | bounded, of order ω²h² | ωh < 2 | 2 |
/// | [`Rk4`](Self::Rk4) | 4 | 4 | falls by ω⁶h⁶/72 per step | ωh < 2.83 | 4 |
/// | [`Kinematic`](Self::Kinematic) | one known increment: exact; springs: 2; other forces: **1** | **1** | one spring: constant; two: grows by ω₁²ω₂²h⁴/6 per step | one force: any h; two springs: nothing | 1 |
/// | [`AverageAcceleration`](Self::AverageAcceleration) | known increments: 2; other forces: **1** | **1** | falls by (ω₁⁴ + ω₂⁴ + …)h⁴/24 per step | one spring: ωh < π; two equal: ωh < 1.5 | 1 |
/// | [`FlowKick`](Self::FlowKick) | linear: exact; else 2 | exact; else 2 | linear: constant; else bounded | linear: any h; else Ωh < 2 | 1 or 2 |
/// | [`FlowKick4`](Self::FlowKick4) | linear: exact; else 4 | exact; else 4 | linear: constant; else bounded | linear: any h; else Ωh < 5.0, see [limits](#limits) | 7 or 28 |
/// | [`WeakKick`](Self::WeakKick) | linear: exact; else 4, for [weak kicks](#weak-kicks) more | exact; else 4 or more | linear: constant; else bounded | linear: any h; else Ωh < 5.9 | 8 or 32 |
///
/// A *known increment* is one that the force knows exactly. Closures, fields and all other forces known by their
/// acceleration only have none. Every figure is a test of the crate (`tests/step/orders.rs`,
/// `tests/step/stability.rs`, `tests/step/conserved.rs`).
///
/// # Accumulated increments
///
/// [`Kinematic`](Self::Kinematic) is exact for one force, for any step: the first force on a body moves it
/// exactly, coasting included, and the increments of the other forces are added. A force that is known by its
/// acceleration only, such as a closure, moves bodies by symplectic Euler, to first order. With two forces, each is
/// integrated as if the other did not exist. If all depend on position only, the scheme is of second order
/// and energy grows slowly: two springs of k/m = 4 and 9 at 60 Hz have 1.35 times their energy after three
/// hours. If one of the forces depends on velocity, the scheme is of **first** order: under gravity and
/// drag the terminal velocity is c/γ + c h/2 instead of c/γ.
///
/// The usual advice for [`AverageAcceleration`](Self::AverageAcceleration) is to use it for forces that
/// depend on position or velocity, and exact displacements for the others. We measured:
///
/// - For several springs the advice is right: the same two springs keep 0.82 of their energy, and lose
///   energy instead of gaining it, so that they stay stable.
/// - For one spring it is wrong: averaging gives up the exact displacement.
/// - For drag it makes no difference: the order stays first.
/// - For a force without an exact increment, such as a closure, it is harmful: the order is first, and energy
///   grows by Ω²h²/2 per step, faster than under any other scheme here except explicit Euler. This crate
///   averages the increments of all forces.
///
/// # Flow and kick
///
/// [`FlowKick`](Self::FlowKick) moves each body along the exact flow of all its linear forces to the
/// middle of the step, kicks it by the other forces, and completes the flow. A body that nothing kicks
/// follows its flow over the whole step at once. The step is symmetric: a step back returns to the start,
/// to rounding, or to third order if the midpoint rule is used (see the list). For conservative forces the
/// energy stays within a band.
///
/// - A force known by its acceleration changes the velocity by `a h`, evaluated in the middle of the step.
///   If it may depend on velocity, it is evaluated twice, by the midpoint rule, to keep the order.
/// - A force with a known exact motion kicks by that motion between two backward half drifts. If it alone moves its bodies,
///   they follow the exact motion over the whole step.
/// - Several of these act half in order and half in reverse order.
///
/// Bodies that linear links tie together are one *component* with one exact flow, in which the linear forces on each of them
/// take part; every other force kicks them. A component has up to 64 bodies, or 32 if its damping couples the modes: it
/// does not without damping, with one drag rate on all bodies, or with one ratio of damping to stiffness in all links. Links of
/// larger components are kicks. Where a mode of a component turns by more than 1.5 rad in a step, kicks are filtered, so that they
/// do not resonate with it.
///
/// A component with a [`Spring`](crate::Spring) that has a rest length moves by the energy-momentum rule: an implicit step of
/// second order, stable at any stiffness and step, which conserves energy, momentum and angular momentum. It has no largest number
/// of bodies. [`World::dynamics`](crate::World::dynamics) tells
/// what moves together, and how. See the [derivation](crate::derivations::network).
///
/// A body about a point attractor ([`PointGravity`](crate::PointGravity)) follows its Kepler orbit instead
/// of a linear flow, and two bodies linked by gravity follow their orbit about each other. Every other
/// force, linear or not, kicks them (Wisdom and Holman 1991). Without other forces such an orbit is exact
/// for any step, even one of many periods; with them, the energy stays within a band that shrinks with
/// the disturbance. A body is on one orbit only: that of the attractor or link that acts first. Add the one that
/// binds it most tightly first. A [fixed](crate::Body::fixed) body may be the centre of any number of orbits.
///
/// # Fourth order
///
/// [`FlowKick4`](Self::FlowKick4) and [`WeakKick`](Self::WeakKick) divide a step into more flows and kicks than
/// [`FlowKick`](Self::FlowKick), some of them backward:
///
/// | scheme | splitting | flows | kicks | longest way backward |
/// |---|---|---|---|---|
/// | [`FlowKick4`](Self::FlowKick4) | `SRKN₆ᵇ` (Blanes and Moan 2002) | 6 | 7 | 0.70 h, with a kick half way |
/// | [`WeakKick`](Self::WeakKick) | `ABA(10,6,4)` | 9 | 8 | 0.65 h |
/// | both, beside springs with a rest length that are kicked | five steps of [`FlowKick`](Self::FlowKick) (Suzuki 1990) | 10 | 5 | 0.66 h |
///
/// If one such spring is kicked, all bodies that links, components or orbits tie to others take the composition.
///
/// - All kicks act by their acceleration, those with a known exact motion, too, unless a force alone moves its bodies. Kicks
///   that may depend on velocity, as of any closure, are integrated at fixed position, by the Runge–Kutta method of four
///   evaluations. Kicks by drag of rate γ are stable for γh < 8.5 under [`FlowKick4`](Self::FlowKick4) and for γh < 14.8 under
///   [`WeakKick`](Self::WeakKick).
/// - The last kick of a step of [`FlowKick4`](Self::FlowKick4) is at the place of the first of the next. Both are evaluated: a step
///   depends on nothing but the state at its start.
/// - Energies of Hénon and Heiles at 64 evaluations per unit of time keep to 1.6e-5 under [`FlowKick`](Self::FlowKick) and to 2.1e-9
///   under [`FlowKick4`](Self::FlowKick4).
///
/// # Weak kicks
///
/// If kicks are ε times as strong as the linear forces or the orbit, the error of [`WeakKick`](Self::WeakKick) (Blanes, Casas,
/// Farrés, Laskar, Makazaga and Murua 2013) is of order `ε h¹⁰ + ε² h⁶ + ε³ h⁴`: those of other schemes are of order ε. On an orbit
/// of eccentricity 0.5 beside a field of place and time, for eight turns, it takes this many kicks to an error, and
/// [`World::advance`](crate::World::advance) this many evaluations to that tolerance (`tests/step/weak_kicks.rs`):
///
/// | ε | error \[m\] | [`FlowKick4`](Self::FlowKick4) | [`WeakKick`](Self::WeakKick) | [`World::advance`](crate::World::advance) |
/// |---|---|---|---|---|
/// | 1e-2 | 1e-6 | 1620 | 710 | 960 |
/// | 1e-4 | 1e-6 | 920 | 360 | 1500 |
/// | 1e-4 | 1e-10 | 4210 | 1150 | 2510 |
/// | 1e-6 | 1e-10 | 1620 | 780 | 2520 |
/// | 1e-8 | 1e-10 | 920 | 330 | 2510 |
///
/// [`World::advance`](crate::World::advance) solves no orbits on its way (0.3 µs each), which counts where forces are cheap: in one
/// run it was faster than [`WeakKick`](Self::WeakKick) where an evaluation of the force took less than 1 µs at ε = 1e-2 to 1e-6 m,
/// than 0.3 µs at ε = 1e-4 to 1e-10 m, and nowhere at ε = 1e-8.
///
/// # Beside velocity Verlet
///
/// Where no force is linear, [`FlowKick`](Self::FlowKick) is drift, kick, drift, and
/// [`VelocityVerlet`](Self::VelocityVerlet) is kick, drift, kick. Seen half a kick and half a drift later, the one
/// is the other: frequencies, limits of stability and the long-time behaviour of the energy are the same. Which of them
/// is nearer to the true motion depends on where that starts:
///
/// | motion | starts at | error of `FlowKick` : `VelocityVerlet` | mean of all starts |
/// |---|---|---|---|
/// | x″ = −x − x³, to 1 m | rest | 2.6 | 1.0 |
/// | | full speed | 0.7 | 1.0 |
/// | x″ = −x − x³, to 3 m | rest | 6.1 | 1.0 |
/// | pendulum, to 2 rad | rest | 0.85 | 0.7 |
/// | | full speed | 0.65 | 0.7 |
/// | gravity as a field, e = 0.6 | apocentre | 1.0 | 0.6 |
/// | | pericentre | 0.14 | 0.5 |
/// | x″ = −x − x³, −x by a [`Spring`](crate::Spring) | rest | 0.9 | 0.3 |
/// | | full speed | 0.27 | 0.3 |
///
/// The errors are root mean squares of the distance over 20 s (5 s to 3 m), at equal steps; the means are over starts
/// all along the motion (`tests/step/leapfrogs.rs`). So [`VelocityVerlet`](Self::VelocityVerlet) is the better choice
/// for bodies that are released at rest where no force is linear and the force stiffens with distance. It evaluates
/// forces twice in a step. [`FlowKick`](Self::FlowKick) evaluates a force of the place alone, such as a
/// [`ForceField`](crate::ForceField), once: at equal evaluations its step is half and its error a quarter.
///
/// One thing more differs: where kicks balance a constant acceleration c, a body rests `c h²/8` from there, along the
/// kick (0.3 mm under gravity at 60 Hz). Velocity Verlet rests there exactly.
///
/// # Rotation
///
/// Under every scheme except [`Rk4`](Self::Rk4) a body without torques rotates exactly.
///
/// | | plane | space |
/// |---|---|---|
/// | [`FlowKick`](Self::FlowKick), [`FlowKick4`](Self::FlowKick4), [`WeakKick`](Self::WeakKick) | laws of the angle and thrusters: exact together; other torques kick | drag along the angular momentum: exact; other torques kick |
/// | [`Kinematic`](Self::Kinematic), [`AverageAcceleration`](Self::AverageAcceleration) | increments of the angle accumulate | increments of angular momentum accumulate, and the body rotates freely with the mean of its angular momentum: rotations do not add. Drag alone is exact under `Kinematic` |
/// | [`ExplicitEuler`](Self::ExplicitEuler), [`SymplecticEuler`](Self::SymplecticEuler), [`VelocityVerlet`](Self::VelocityVerlet) | torques kick, free rotation is the drift | the same |
/// | [`Rk4`](Self::Rk4) | on the angle | on the quaternion and the angular momentum |
///
/// Orders with torques are those of the table above (`tests/step/turning.rs`, `tests/world/turning_diagnostics.rs`).
///
/// # Limits
///
/// Kicks of [`FlowKick`](Self::FlowKick) are stable for Ωh < 2, as in any leapfrog. Like every impulse method the scheme resonates
/// if ωh of a law on a body is near a multiple of π and another force kicks that body. Then use a shorter step, or make the kick
/// part of the linear law.
///
/// A spring with a rest length that rings with Ωh far above 1 keeps its energy and loses its phase. Up to Ωh of about 10, shorter steps of a closure that
/// writes the same force cost no more and are nearer to the true motion.
///
/// Kicks of [`FlowKick4`](Self::FlowKick4) and [`WeakKick`](Self::WeakKick) are stable up to the limits of the first table, but for
/// narrow resonances, in which the amplitude of a spring that kicks grows by a little per step (`tests/step/stability.rs`):
///
/// | scheme | resonance, Ωh | growth per step |
/// |---|---|---|
/// | [`FlowKick4`](Self::FlowKick4) | 3.163 to 3.169 | 0.24 % |
/// | [`WeakKick`](Self::WeakKick) | 3.146 to 3.154 | 0.4 % |
///
/// Backward flows undo drag: with a kick and stiff drag [`FlowKick4`](Self::FlowKick4) and [`WeakKick`](Self::WeakKick) are
/// unstable for γh above about 50; use [`FlowKick`](Self::FlowKick) there.
///
/// ```
/// use kinstep::{Body2, Scheme, Spring, World2};
///
/// // two springs on one body: 60 s at 60 Hz, compared with a single step, which is exact
/// let mut world = World2::new();
/// let body = world.add_body(Body2::point(1.0).at([1.0, 0.0]))?;
/// world.add_force(Spring::stiffness(4.0))?;
/// world.add_force(Spring::stiffness(9.0))?;
/// let mut exact = world.clone();
/// exact.step(60.0)?;
///
/// let mut error = |scheme| -> Result<f64, Box<dyn std::error::Error>> {
///     let mut world = world.clone();
///     world.set_scheme(scheme);
///     for _ in 0..3600 {
///         world.step(1.0 / 60.0)?;
///     }
///     Ok((world[body].position - exact[body].position).norm())
/// };
/// assert!(error(Scheme::SymplecticEuler)? > 1e-2);
/// assert!(error(Scheme::Kinematic)? > 1e-2);
/// assert!(error(Scheme::FlowKick)? < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "saved::SavedScheme", try_from = "saved::SavedScheme")
)]
#[non_exhaustive]
#[doc(alias("integrator", "solver", "numerical method"))]
pub enum Scheme {
    /// `x' = x + v h`, `v' = v + a h`.
    #[doc(alias("forward Euler"))]
    ExplicitEuler,
    /// `v' = v + a h`, `x' = x + v' h`, also called semi-implicit Euler: what most engines do.
    #[doc(alias("semi-implicit Euler", "Euler-Cromer"))]
    SymplecticEuler,
    /// Half a kick, a drift, half a kick. The second kick evaluates forces at the half-kicked velocity:
    /// therefore drag makes the scheme first order.
    #[doc(alias("leapfrog", "Störmer-Verlet"))]
    VelocityVerlet,
    /// The classical fourth-order Runge–Kutta method on `(x, v)`.
    #[doc(alias("Runge-Kutta"))]
    Rk4,
    /// `v' = v + Σ Δv`, `x' = x + v h + Σ Δx`, with the increments of all forces from the state at the
    /// start of the step. A force without an exact increment has `Δv = a h`, `Δx = a h²`.
    ///
    /// The name is that of the kinematic formulas, `x' = x + v h + ½ a h²`. It has nothing to do with the kinematic
    /// bodies of game engines, which move as the program says and are not pushed back: for such a body take
    /// [`Body::fixed`](crate::Body::fixed) and set its velocity, or its position before each step. To simulate a game, use
    /// [`FlowKick`](Self::FlowKick).
    #[doc(alias("kinematic body", "SUVAT"))]
    Kinematic,
    /// As [`Kinematic`](Self::Kinematic), with `Δx = ½ Δv h` for every force.
    AverageAcceleration,
    /// The exact flow of all linear forces together, with symmetric kicks by the other forces.
    #[default]
    #[doc(alias(
        "Strang splitting",
        "leapfrog",
        "exponential integrator",
        "Wisdom-Holman"
    ))]
    FlowKick,
    /// Six flows between seven kicks, to fourth order: the splitting `SRKN₆ᵇ` of Blanes and Moan.
    #[doc(alias("Blanes-Moan", "Suzuki", "Yoshida"))]
    FlowKick4,
    /// Nine flows between eight kicks, to fourth order, and to tenth where kicks are weak beside the flow: the splitting
    /// `ABA(10,6,4)` of Blanes, Casas, Farrés, Laskar, Makazaga and Murua.
    #[doc(alias("Wisdom-Holman", "perturbation"))]
    WeakKick,
}

impl Scheme {
    /// All schemes, from the simplest to the most exact.
    pub const ALL: [Self; 9] = [
        Self::ExplicitEuler,
        Self::SymplecticEuler,
        Self::VelocityVerlet,
        Self::Rk4,
        Self::Kinematic,
        Self::AverageAcceleration,
        Self::FlowKick,
        Self::FlowKick4,
        Self::WeakKick,
    ];
}

impl core::fmt::Display for Scheme {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        // `pad` honours a width, which a derived `Debug` does not
        formatter.pad(&alloc::format!("{self:?}"))
    }
}
