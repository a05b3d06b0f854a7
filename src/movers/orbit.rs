//! Kepler orbits: a body about a fixed attractor, or two bodies about each other. The centre of
//! mass of two bodies moves at constant velocity.

use super::{Members, Mover, Surroundings};
use crate::body::Body;
use crate::force::{Effect, PointGravity};
use crate::space::Real;
use crate::step::{States, StepFailure, Substep, centre_of_mass_velocity};

/// One body or two bodies on an orbit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Orbit {
    /// Slot of the gravity that causes the orbit.
    pub(crate) slot: usize,
}

impl<T: Real<D>, const D: usize> Mover<T, D> for Orbit {
    fn advance(
        &mut self,
        members: Members<'_>,
        states: &mut States<'_, T, D>,
        substep: Substep<T>,
        around: Surroundings<'_, T, D>,
    ) -> Result<(), StepFailure> {
        let force = &around.system.attachments()[self.slot];
        members
            .local
            .iter()
            .for_each(|&local| states.write_body(local));
        let bodies = &mut *states.bodies;
        match *members.local {
            [only] => {
                if let Effect::Orbit(gravity) = force.effect(&bodies[only]) {
                    move_around(&gravity, &mut bodies[only], substep.dt);
                }
            }
            [first, second] => {
                if let Effect::Orbit(gravity) = force.effect(&bodies[first])
                    && let Ok(pair) = bodies.get_disjoint_mut([first, second])
                {
                    move_pair(&gravity, pair, substep.dt);
                }
            }
            _ => {}
        }
        members
            .local
            .iter()
            .for_each(|&local| states.read_body(local));
        Ok(())
    }
}

/// Moves a body about a fixed attractor.
fn move_around<T: Real<D>, const D: usize>(
    gravity: &PointGravity<T, D>,
    body: &mut Body<T, D>,
    dt: T,
) {
    let after = gravity.flow(body, dt);
    body.position = after.position + gravity.center;
    body.velocity = after.velocity;
}

/// Moves two bodies about each other; their centre of mass moves at constant velocity.
///
/// With the reduced mass `μ`, the change Δr of `r₁ - r₂` and the velocity V of the centre of mass:
/// `Δx₁ = V dt + (μ/m₁) Δr`, `Δx₂ = V dt - (μ/m₂) Δr`.
fn move_pair<T: Real<D>, const D: usize>(
    gravity: &PointGravity<T, D>,
    [first, second]: [&mut Body<T, D>; 2],
    dt: T,
) {
    let relative = first.relative_to(second);
    let after = gravity.flow(&relative, dt);
    let position_change = after.position + gravity.center - relative.position;
    let velocity_change = after.velocity - relative.velocity;
    let coasting = centre_of_mass_velocity(first, second) * dt;
    // a fixed body is left out, because it moves uniformly
    let ends = [(first, relative.mass), (second, -relative.mass)];
    for (body, signed_mass) in ends.into_iter().filter(|(body, _)| !body.is_fixed()) {
        let share = signed_mass / body.mass;
        body.position += coasting + position_change * share;
        body.velocity += velocity_change * share;
    }
}
