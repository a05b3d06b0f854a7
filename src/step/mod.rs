//! One step of a world.
//!
//! A world has columns (the states of bodies), a topology (the forces, and the bodies on which each
//! acts) and a [plan](crate::plan). The plan states for each body which motion it follows between
//! kicks, and which forces kick it. Bodies that are tied by links, orbits or components form
//! islands; whole islands are packed into blocks of about 64 bodies. All other bodies form blocks
//! of consecutive bodies. A step first updates the rows of the plan for bodies that were written
//! to. Then it processes the blocks one after another: it copies the states of a block, applies
//! flows and kicks in the order of the splitting of the scheme, and writes the result to the next
//! columns. If all states are finite, the columns are swapped and the clock advances; otherwise
//! nothing changes. If all bodies follow laws without kicks, and a bound excludes overflow, the
//! columns are updated in place.
//!
//! | file | what is in it |
//! |---|---|
//! | `stepper`, `flow_kick` | a step under any scheme, and a step of flows and kicks |
//! | `splitting` | the schemes of flows and kicks, as tables |
//! | `block` | bodies that are not tied |
//! | `tied` | islands |
//! | `ground` | contacts during a step, flows in place, forces between two bodies |
//! | `kick` | kicks |
//! | `classical`, `increments` | the schemes of textbooks, which move whole bodies |
//! | `system` | forces at a time, states of bodies during a step, Runge–Kutta methods for kicks |

mod block;
mod classical;
mod flow_kick;
mod ground;
mod increments;
mod kick;
mod response_cache;
mod splitting;
mod stepper;
mod system;
mod tied;

pub(crate) use flow_kick::is_rotation_finite;
pub(crate) use ground::{Advance, Ground, GroundFlow, MovedBy, Part};
pub(crate) use ground::{Arms, Link, centre_of_mass_velocity, relative};
pub(crate) use response_cache::cached;
pub(crate) use splitting::{LENGTHS, Substep, WHOLE};
pub(crate) use stepper::{NonFiniteBody, StepFailure, Stepper};
pub(crate) use system::{AppliedForce, AppliedTorque, System};
pub(crate) use system::{Indices, States};

/// How a step is computed from the effects of all forces.
///
/// Use [`FlowKick`](Self::FlowKick), the default of every world, unless
///
/// - you want a smooth motion to high accuracy at equal steps: [`FlowKick4`](Self::FlowKick4), or [`WeakKick`](Self::WeakKick)
///   for disturbed orbits;
/// - no force is linear, forces become stiffer with distance, and bodies start at rest:
///   [`VelocityVerlet`](Self::VelocityVerlet);
/// - you reproduce or measure a textbook's scheme: the other schemes.
///
/// The numbers in the table are measured; see also
/// [a page about each scheme](crate::derivations::schemes). h is the step, γ a drag rate, ω the
/// frequency of a spring that is part of a linear law or acts alone, Ω the frequency of a spring
/// that kicks. *Linear* means any number of constant and ramping forces, linear drag, wind,
/// springs, dampers, magnetic and inertial forces on a body, and springs and dampers between up to
/// 64 bodies.
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
/// | [`FlowKick4`](Self::FlowKick4) | linear: exact; else 4 | exact; else 4 | linear: constant; else bounded | linear: any h; else Ωh < 5.0, see [limits](crate::derivations::schemes#limits) | 7 or 28 |
/// | [`WeakKick`](Self::WeakKick) | linear: exact; else 4, for [weak kicks](crate::derivations::schemes#weak-kicks) more | exact; else 4 or more | linear: constant; else bounded | linear: any h; else Ωh < 5.9 | 8 or 32 |
///
/// A *known increment* is an exact increment that the force returns. Closures, fields and all other
/// forces that return only an acceleration have no known increment. The crate tests every number of
/// the table (`tests/step/orders.rs`, `tests/step/stability.rs`, `tests/step/conserved.rs`).
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[doc(alias("integrator", "solver", "numerical method"))]
pub enum Scheme {
    /// The step `x' = x + v h`, `v' = v + a h`.
    #[doc(alias("forward Euler"))]
    ExplicitEuler,
    /// The step `v' = v + a h`, `x' = x + v' h`, also called semi-implicit Euler: the step of most engines.
    #[doc(alias("semi-implicit Euler", "Euler-Cromer"))]
    SymplecticEuler,
    /// Half a kick, a drift, and half a kick. The second half kick evaluates forces at the velocity
    /// after the first half kick, so drag reduces the scheme to first order.
    #[doc(alias("leapfrog", "Störmer-Verlet"))]
    VelocityVerlet,
    /// The classical fourth-order Runge–Kutta method on `(x, v)`.
    #[doc(alias("Runge-Kutta"))]
    Rk4,
    /// The step `v' = v + Σ Δv`, `x' = x + v h + Σ Δx`, with the increments of all forces from the state at the
    /// start of the step. A force without an exact increment has `Δv = a h`, `Δx = a h²`.
    ///
    /// The name refers to the kinematic formulas, `x' = x + v h + ½ a h²`. The scheme is not
    /// related to the kinematic bodies of game engines, which the program moves and no force
    /// affects: for such a body use [`Body::fixed`](crate::Body::fixed) and set the body's
    /// velocity, or its position before each step. To simulate a game, use
    /// [`FlowKick`](Self::FlowKick).
    #[doc(alias("kinematic body", "SUVAT"))]
    Kinematic,
    /// Like [`Kinematic`](Self::Kinematic), with `Δx = ½ Δv h` for every force.
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
    /// Six flows between seven kicks, of fourth order: the splitting `SRKN₆ᵇ` of Blanes and Moan.
    #[doc(alias("Blanes-Moan", "Suzuki", "Yoshida"))]
    FlowKick4,
    /// Nine flows between eight kicks, of fourth order, and of tenth order if kicks are weak
    /// compared with the flow: the splitting `ABA(10,6,4)` of Blanes, Casas, Farrés, Laskar,
    /// Makazaga and Murua.
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
        // `pad` respects a requested width, which a derived `Debug` does not
        formatter.pad(&alloc::format!("{self:?}"))
    }
}
