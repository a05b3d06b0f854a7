//! What changes the energy of a world.

use kinstep::{BodyId, BuiltInForce, Force, Real, SceneForce, World};

/// What the forces that change the energy are called, each once and in their order; nothing if it is conserved.
pub(crate) fn of<const D: usize>(world: &World<f64, D>) -> Vec<&'static str>
where
    f64: Real<D>,
{
    let mut losses = Vec::new();
    for (id, force) in world.forces() {
        let loss = match force.in_scene() {
            Some(SceneForce::AtCentre(force)) => loss(force),
            Some(SceneForce::AtPoint(mounted)) => loss(mounted.force),
            _ => {
                let bodies: Vec<BodyId> = world.bodies_under(id).into_iter().flatten().collect();
                unknown_loss(world, force, &bodies)
            }
        };
        losses.extend(loss.filter(|loss| !losses.contains(loss)));
    }
    losses
}

/// What a force of the crate is called if it changes the energy.
fn loss<const D: usize>(force: BuiltInForce<f64, D>) -> Option<&'static str>
where
    f64: Real<D>,
{
    use BuiltInForce as Of;

    match force {
        Of::ConstantForce(force) if force.rate.norm() != 0.0 => Some("a ramp"),
        // without wind it is perpendicular to the velocity
        Of::Magnus(force) if force.wind.norm() != 0.0 => Some("lift"),
        Of::LinearDrag(_) | Of::QuadraticDrag(_) | Of::AngularDrag(_) | Of::QuadraticFall(_) => {
            Some("drag")
        }
        Of::Buoyancy(water) if water.drag != 0.0 => Some("drag"),
        Of::CriticalSpring(_) => Some("damping"),
        Of::Spring(spring) if spring.damping != 0.0 => Some("damping"),
        Of::Rod(rod) if rod.damping != 0.0 => Some("damping"),
        Of::Tether(tether) if tether.damping != 0.0 => Some("damping"),
        Of::TorsionSpring(spring) if spring.damping != 0.0 => Some("damping"),
        Of::DryFriction(_) => Some("friction"),
        Of::ConstantPower(_) => Some("power"),
        Of::Thruster(_) => Some("thrust"),
        Of::ConstantTorque(_) if D == 3 => Some("a torque"),
        _ => None,
    }
}

/// The name of a force that has no potential energy on any of its bodies.
fn unknown_loss<const D: usize>(
    world: &World<f64, D>,
    force: &dyn Force<f64, D>,
    bodies: &[BodyId],
) -> Option<&'static str>
where
    f64: Real<D>,
{
    let has_none = |body: &BodyId| {
        force
            .potential_energy(&world[*body], world.time())
            .is_none()
    };
    (!bodies.is_empty() && bodies.iter().all(has_none)).then(|| force.name())
}
