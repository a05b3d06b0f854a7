//! How the increments of all forces become one step.

mod accumulate;
mod body_laws;
mod classical;
mod composition;
mod flow_in_place;
mod flow_kick;
mod interned_laws;
mod kick;
mod kick_plan;
mod orbit_table;
mod response_cache;
mod rigid_bodies;
mod step_points;
mod stepper;
mod system;

pub(crate) use rigid_bodies::{angular_law, thrusts_are_exact};
pub(crate) use stepper::{NonFiniteBody, Stepper};
pub(crate) use system::{AppliedForce, Attachment, ForceTarget, System};

/// How the increments of all forces become one step.
///
/// h is the step, ω a fused or single spring, Ω a spring that kicks, γ a drag rate. *Linear* means
/// constant and ramping forces, linear drag, wind, springs, dampers, magnetic and inertial forces on a
/// body, in any number.
///
/// | scheme | order | beside drag | energy of undamped springs | stable for | evaluations |
/// |---|---|---|---|---|---|
/// | [`ExplicitEuler`](Self::ExplicitEuler) | 1 | 1 | grows by ω²h² per step | nothing | 1 |
/// | [`SymplecticEuler`](Self::SymplecticEuler) | 1 | 1 | bounded, of order ωh | ωh < 2 | 1 |
/// | [`VelocityVerlet`](Self::VelocityVerlet) | 2 | **1** | bounded, of order ω²h² | ωh < 2 | 2 |
/// | [`Rk4`](Self::Rk4) | 4 | 4 | falls by ω⁶h⁶/72 per step | ωh < 2.83 | 4 |
/// | [`Kinematic`](Self::Kinematic) | one force: exact; springs: 2 | **1** | one spring: constant; two: grows by ω₁²ω₂²h⁴/6 per step | one force: any h; two springs: nothing | 1 |
/// | [`AverageAcceleration`](Self::AverageAcceleration) | 2 | **1** | falls by (ω₁⁴ + ω₂⁴ + …)h⁴/24 per step | one spring: ωh < π; two equal: ωh < 1.5 | 1 |
/// | [`FlowKick`](Self::FlowKick) | linear: exact; else 2 | exact; else 2 | linear: constant; else bounded | linear: any h; else Ωh < 2 | 1 or 2 |
/// | [`FlowKick4`](Self::FlowKick4) | linear: exact; else 4 | exact; else 4 | linear: constant; else bounded | linear: any h; see below | 5 or 20 |
///
/// Every figure is a test of the crate (`tests/step/orders.rs`, `tests/step/stability.rs`,
/// `tests/step/conserved.rs`).
///
/// # Increments accumulated
///
/// [`Kinematic`](Self::Kinematic) is exact for one force, however long the step: the first force on a body moves
/// it, coasting and all, and the increments of the others are added. With two, each is
/// integrated as if the other were not there. For forces of position that costs second order and a
/// slow growth of energy: two springs of k/m = 4 and 9 at 60 Hz have 1.35 times their energy after
/// three hours. As soon as one of the forces depends on velocity the sum is only **first** order:
/// gravity and drag together fall at c/γ + c h/2 instead of c/γ.
///
/// The advice that comes with [`AverageAcceleration`](Self::AverageAcceleration) is to use it for
/// forces that depend on position or velocity, and exact displacements for the others. What we
/// measured:
///
/// - For several springs it holds: the same two springs keep 0.82 of their energy, and lose it instead
///   of gaining it, so that nothing explodes.
/// - For one spring it does not: averaging gives up the exact displacement.
/// - For drag it makes no difference to the order, which stays first.
/// - For a force without an exact increment it does harm: energy grows by Ω²h²/2 per step, faster
///   than under any scheme here but explicit Euler. Here it applies to all forces alike.
///
/// # Flow and kick
///
/// [`FlowKick`](Self::FlowKick) moves each body along the exact flow of all its linear forces, to the
/// middle of the step, kicks it by what is not linear, and completes the flow. A body that nothing
/// kicks follows its flow over the whole step at once. The step is symmetric, so going back returns
/// (to third order only beside the midpoint rule of the next line); for conservative forces the energy stays within a band.
///
/// - A force known by its acceleration changes the velocity by `a h`, evaluated in the middle. Where
///   it may depend on velocity it is evaluated twice, by the midpoint rule, to keep the order.
/// - A force with an exact motion, or a linear link, acts by what that is beyond coasting, between two half
///   drifts taken back. Where it alone moves its bodies, they follow that motion over the whole step.
/// - Several of these act half in order and half in reverse order.
///
/// A body about a point attractor ([`PointGravity`](crate::PointGravity)) follows its Kepler orbit instead of a linear
/// flow, and two bodies linked by gravity follow theirs about each other; everything else, linear or not, kicks
/// them (Wisdom and Holman 1991). Alone such an orbit is exact for any step, many periods long; disturbed, its
/// energy keeps within a band that shrinks with the disturbance. A body is on one orbit: that of the attractor
/// or link that was added first. Add what binds it most tightly first.
///
/// # Rotation
///
/// Under every scheme but [`Rk4`](Self::Rk4) a body that nothing turns turns exactly, as it coasts exactly.
///
/// | | plane | space |
/// |---|---|---|
/// | [`FlowKick`](Self::FlowKick), [`FlowKick4`](Self::FlowKick4) | laws of the angle and engines: exact together; other torques kick | drag along the angular momentum: exact; other torques kick |
/// | [`Kinematic`](Self::Kinematic), [`AverageAcceleration`](Self::AverageAcceleration) | increments of the angle accumulate | those of angular momentum do, and the body turns freely with their mean: rotations do not add. Drag alone is exact under `Kinematic` |
/// | [`ExplicitEuler`](Self::ExplicitEuler), [`SymplecticEuler`](Self::SymplecticEuler), [`VelocityVerlet`](Self::VelocityVerlet) | torques kick, free rotation is the drift | the same |
/// | [`Rk4`](Self::Rk4) | on the angle | on the quaternion and the angular momentum |
///
/// Orders with torques are those of the table above (`tests/step/turning.rs`, `tests/world/turning_diagnostics.rs`).
///
/// # Limits
///
/// Kicks are stable for Ωh < 2, as in any leapfrog; and like every impulse method it
/// resonates where ωh is near a multiple of π and something else kicks. A fused spring that stiff
/// wants a shorter step, or the kick made part of the law.
///
/// [`FlowKick4`](Self::FlowKick4) composes five such stages, one of them backward. The backward stage
/// undoes drag: with a kick beside stiff drag (γh above some 50) it is unstable; use
/// [`FlowKick`](Self::FlowKick) there.
///
/// ```
/// use kinstep::{Body2, Scheme, Spring, World2};
///
/// // two springs that pull as one: 60 s at 60 Hz, against the answer of a single step
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
pub enum Scheme {
    /// `x' = x + v h`, `v' = v + a h`.
    ExplicitEuler,
    /// `v' = v + a h`, `x' = x + v' h`, also called semi-implicit Euler: what most engines do.
    SymplecticEuler,
    /// Half a kick, a drift, half a kick. Forces see the half-kicked velocity in the second half,
    /// which is why drag makes it first order.
    VelocityVerlet,
    /// The classical fourth-order Runge–Kutta method on `(x, v)`.
    Rk4,
    /// `v' = v + Σ Δv`, `x' = x + v h + Σ Δx`: the increments of all forces from the state at the
    /// start. A force without an exact increment falls back to `Δv = a h`, `Δx = a h²`.
    Kinematic,
    /// As [`Kinematic`](Self::Kinematic), with `Δx = ½ Δv h` for every force.
    AverageAcceleration,
    /// The exact flow of all linear forces together, with the others as symmetric kicks.
    #[default]
    FlowKick,
    /// Five [`FlowKick`](Self::FlowKick) stages in Suzuki's composition, with velocity-dependent kicks
    /// integrated to fourth order.
    FlowKick4,
}

impl Scheme {
    /// All schemes, from the simplest to the most exact.
    pub const ALL: [Self; 8] = [
        Self::ExplicitEuler,
        Self::SymplecticEuler,
        Self::VelocityVerlet,
        Self::Rk4,
        Self::Kinematic,
        Self::AverageAcceleration,
        Self::FlowKick,
        Self::FlowKick4,
    ];
}

impl core::fmt::Display for Scheme {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        // the names are those of the variants; `pad` honours a width
        formatter.pad(match self {
            Self::ExplicitEuler => "ExplicitEuler",
            Self::SymplecticEuler => "SymplecticEuler",
            Self::VelocityVerlet => "VelocityVerlet",
            Self::Rk4 => "Rk4",
            Self::Kinematic => "Kinematic",
            Self::AverageAcceleration => "AverageAcceleration",
            Self::FlowKick => "FlowKick",
            Self::FlowKick4 => "FlowKick4",
        })
    }
}
