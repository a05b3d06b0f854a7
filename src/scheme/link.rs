//! Links: forces on the relative motion of two bodies, which act on the first, and with the opposite sign
//! on the second.

use nalgebra::SVector;

use crate::body::Body;
use crate::force::Force;
use crate::increment::{Increment, Motion};
use crate::space::Real;

/// The motion of the first body of a pair relative to the second.
pub(super) fn relative<T: Real<D>, const D: usize>(
    bodies: &[Body<T, D>],
    [first, second]: [usize; 2],
) -> Body<T, D> {
    bodies[first].relative_to(&bodies[second])
}

/// Adds the accelerations of two bodies by a link: with the acceleration a of the relative motion and
/// the reduced mass μ, `a₁ = (μ/m₁) a`, `a₂ = -(μ/m₂) a`. `observe` receives the relative motion and a, or the body that
/// is not fixed and its acceleration. Two fixed bodies have none.
pub(super) fn add_link_acceleration<T: Real<D>, const D: usize>(
    force: &dyn Force<T, D>,
    bodies: &[Body<T, D>],
    [first, second]: [usize; 2],
    time: T,
    accelerations: &mut [SVector<T, D>],
    mut observe: impl FnMut(&Body<T, D>, &SVector<T, D>),
) {
    let relative = relative(bodies, [first, second]);
    if relative.is_fixed() {
        return;
    }
    let acceleration = force.acceleration(&relative, time);
    if bodies[first].is_fixed() {
        observe(&bodies[second], &-acceleration);
    } else if bodies[second].is_fixed() {
        observe(&bodies[first], &acceleration);
    } else {
        observe(&relative, &acceleration);
    }
    let force = acceleration * relative.mass;
    accelerations[first] += force / bodies[first].mass;
    accelerations[second] -= force / bodies[second].mass;
}

/// Adds an increment of the relative motion to the states of two bodies: with the reduced mass μ,
/// `Δv₁ = (μ/m₁) Δv`, `Δv₂ = -(μ/m₂) Δv`, and likewise for positions.
pub(super) fn add_to_pair<T: Real<D>, const D: usize>(
    bodies: &mut [Body<T, D>],
    [first, second]: [usize; 2],
    reduced_mass: T,
    increment: Increment<T, D>,
) {
    let impulse = increment.velocity * reduced_mass;
    let displacement = increment.position * reduced_mass;
    bodies[first].velocity += impulse / bodies[first].mass;
    bodies[first].position += displacement / bodies[first].mass;
    bodies[second].velocity -= impulse / bodies[second].mass;
    bodies[second].position -= displacement / bodies[second].mass;
}

/// Positions and velocities of two bodies after their separation had this motion for the time `h`
/// \[s\], while their centre of mass coasted.
///
/// With the reduced mass μ and the velocity V of the centre of mass: `x₁' = x₁ + V h + (μ/m₁) Δr`,
/// `x₂' = x₂ + V h - (μ/m₂) Δr`.
pub(super) fn pair_after<T: Real<D>, const D: usize>(
    [first, second]: [&Body<T, D>; 2],
    motion: &Motion<T, D>,
    h: T,
) -> [(SVector<T, D>, SVector<T, D>); 2] {
    let mass = first.relative_to(second).mass;
    let mean = centre_of_mass_velocity(first, second);
    let Motion {
        displacement,
        velocity,
        increment,
    } = motion;
    // the smaller of Δv and the new relative velocity is used: rounding scales with it
    let changes_little = increment.velocity.norm_squared() <= velocity.norm_squared();
    [(first, mass), (second, -mass)].map(|(body, signed_mass)| {
        let share = signed_mass / body.mass;
        let position = body.position + (mean * h + displacement * share);
        let velocity = if changes_little {
            body.velocity + increment.velocity * signed_mass / body.mass
        } else {
            mean + velocity * share
        };
        (position, velocity)
    })
}

/// Velocity of the centre of mass of two bodies: `v₁ + (v₂ - v₁) / (1 + m₁/m₂)` with `m₁ ≥ m₂`, so
/// that neither sum nor product of masses can overflow.
pub(super) fn centre_of_mass_velocity<T: Real<D>, const D: usize>(
    first: &Body<T, D>,
    second: &Body<T, D>,
) -> SVector<T, D> {
    let (heavy, light) = if first.mass < second.mass {
        (second, first)
    } else {
        (first, second)
    };
    let share = T::one() / (T::one() + heavy.mass / light.mass);
    heavy.velocity + (light.velocity - heavy.velocity) * share
}
