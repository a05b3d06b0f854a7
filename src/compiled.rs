//! Instances of generic functions that this crate compiles: for `f32` and `f64`, in the plane and in space.
//!
//! The compiler compiles generic code in the crate that calls it, with the settings of that crate: without optimisation
//! while a game is being written. It takes the instance of a dependency instead if there is one, and the function is
//! `#[inline(never)]`. The functions here are never called. They call what programs call in each frame, and what takes long
//! to compile, so that this crate has the instances.

use nalgebra::SVector;

use crate::body::Body;
#[cfg(feature = "swarm")]
use crate::flow::LinearLaw;
use crate::force::BuiltInForce;
#[cfg(feature = "swarm")]
use crate::numbers::Float;
use crate::space::Real;
#[cfg(feature = "swarm")]
use crate::swarm::{Each, Swarm};
use crate::world::{BodyId, ForceId, World};

/// Functions that no type depends on, which make instances for these types.
macro_rules! instances {
    ($($number:ty, $dimensions:literal: $world:ident, $swarm:ident;)*) => {$(
        pub fn $world(
            world: &mut World<$number, $dimensions>,
            body: &Body<$number, $dimensions>,
            force: BuiltInForce<$number, $dimensions>,
            ids: (BodyId, ForceId),
        ) {
            use_world(world, body, force, ids);
        }

        #[cfg(feature = "swarm")]
        pub fn $swarm(
            swarm: &mut Swarm<$number, $dimensions>,
            law: &LinearLaw<$number, $dimensions>,
            force: BuiltInForce<$number, $dimensions>,
        ) {
            use_swarm(swarm, law, force);
        }
    )*};
}

instances! {
    f32, 2: world_f32_2, swarm_f32_2;
    f32, 3: world_f32_3, swarm_f32_3;
    f64, 2: world_f64_2, swarm_f64_2;
    f64, 3: world_f64_3, swarm_f64_3;
}

fn use_world<T: Real<D>, const D: usize>(
    world: &mut World<T, D>,
    body: &Body<T, D>,
    force: BuiltInForce<T, D>,
    (id, force_id): (BodyId, ForceId),
) {
    *world = World::with_capacity(1);
    world.clone_from(&world.clone());
    let _ = world.add_body(*body);
    let _ = world.remove_body(id);
    let _ = (world.body(id), world.body_slice(), world[id]);
    let _ = world.body_mut(id);
    world[id] = *body;
    let vector = body.position;
    let _ = world.apply_force(id, vector);
    let _ = world.apply_impulse(id, vector);
    let _ = world.apply_impulse_at(id, vector, vector);
    let _ = world.add_force(force);
    let _ = world.add_force_on(id, force);
    let _ = world.add_link(id, id, force);
    let _ = world.replace_force(force_id, force);
    let _ = world.remove_force(force_id);
    let _ = world.step(body.mass);
    #[cfg(feature = "ballistics")]
    let _ = world.trajectory(id);
    #[cfg(feature = "diagnostics")]
    let _ = (world.energy(), world.momentum(), world.angular_momentum());
}

#[cfg(feature = "swarm")]
fn use_swarm<T: Float + Real<D>, const D: usize>(
    swarm: &mut Swarm<T, D>,
    law: &LinearLaw<T, D>,
    force: BuiltInForce<T, D>,
) {
    *swarm = Swarm::with_capacity(1);
    let _ = swarm.push(SVector::zeros(), SVector::zeros());
    let _ = swarm.remove(0);
    swarm.clear();
    let _ = swarm.step(law, T::zero());
    let _ = swarm.steps_kicked(law, &Each(force), T::zero(), 1);
}
