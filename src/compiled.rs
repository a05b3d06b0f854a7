//! Instances of generic functions that this crate compiles: for `f32` and `f64`, in the plane and in space.
//!
//! The compiler compiles generic code in the crate that calls it, with the settings of that crate: without optimisation
//! while a game is being written. It takes the instance of a dependency instead if there is one, and the function is
//! `#[inline(never)]`. The functions here are never called. They call what programs call in each frame, and what takes long
//! to compile, so that this crate has the instances.

use nalgebra::SVector;

#[cfg(feature = "aim")]
use crate::aim::Plan;
#[cfg(feature = "ballistics")]
use crate::ballistics::{Ballistics, Crossing, EngineStep, Plane, Sphere, Trajectory, Until};
use crate::body::Body;
#[cfg(any(feature = "ballistics", feature = "swarm"))]
use crate::flow::LinearLaw;
use crate::force::BuiltInForce;
#[cfg(feature = "swarm")]
use crate::numbers::Float;
use crate::space::Real;
#[cfg(feature = "swarm")]
use crate::swarm::{Each, Swarm};
use crate::world::{BodyId, FixedStep, ForceId, World};

/// Functions that no type depends on, which make instances for these types.
macro_rules! instances {
    ($($number:ty, $dimensions:literal: $world:ident, $swarm:ident, $flight:ident, $aim:ident;)*) => {$(
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

        #[cfg(feature = "ballistics")]
        pub fn $flight(
            world: &mut World<$number, $dimensions>,
            until: &Until<$number, $dimensions>,
            air: &Ballistics<$number, $dimensions>,
            host: &EngineStep<$number, $dimensions>,
        ) {
            use_flights(world, until, air, host);
        }

        #[cfg(feature = "aim")]
        pub fn $aim(
            air: &Ballistics<$number, $dimensions>,
            host: &EngineStep<$number, $dimensions>,
            plan: &Plan<$number, $dimensions>,
        ) {
            use_planners(air, host, plan);
        }
    )*};
}

instances! {
    f32, 2: world_f32_2, swarm_f32_2, flight_f32_2, aim_f32_2;
    f32, 3: world_f32_3, swarm_f32_3, flight_f32_3, aim_f32_3;
    f64, 2: world_f64_2, swarm_f64_2, flight_f64_2, aim_f64_2;
    f64, 3: world_f64_3, swarm_f64_3, flight_f64_3, aim_f64_3;
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
    let _ = world.apply_force_at(id, vector, vector);
    let _ = world.apply_torque(id, T::no_turn());
    let _ = world.apply_impulse(id, vector);
    let _ = world.apply_impulse_at(id, vector, vector);
    let _ = world.add_force(force);
    let _ = world.add_force_on(id, force);
    let _ = world.add_link(id, id, force);
    let _ = world.replace_force(force_id, force);
    let _ = world.remove_force(force_id);
    world.clear_forces();
    let _ = world.step(body.mass);
    let _ = world.advance(body.mass, body.mass);
    let mut fixed = FixedStep::new(body.mass);
    let _ = fixed.step(world);
    let _ = fixed.drawn(world);
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

#[cfg(feature = "ballistics")]
fn use_flights<T: Real<D>, const D: usize>(
    world: &mut World<T, D>,
    until: &Until<T, D>,
    air: &Ballistics<T, D>,
    host: &EngineStep<T, D>,
) {
    let _ = world.step_until(T::one(), until);
    let _ = world.advance_until(T::one(), T::one(), until);
    let _ = FixedStep::new(T::one()).step_until(world, until);
    let start = SVector::zeros();
    let plane = air.level(T::zero());
    use_flight(&air.launch(start, start), &plane);
    use_flight(&air.rational().launch(start, start), &plane);
    use_flight(&air.quadratic().launch(start, start), &plane);
    use_flight(&host.launch(start, start), &plane);
    use_flight(&LinearLaw::free().launch(start, start), &plane);
    for (_, body) in world.bodies() {
        let _ = host.launch(body.position, body.velocity).after_steps(1);
    }
    if let Some(id) = world.ids().next()
        && let Ok(flight) = world.trajectory(id)
    {
        use_flight(&flight, &plane);
    }
}

#[cfg(feature = "ballistics")]
fn use_flight<T: Real<D>, const D: usize>(flight: &impl Trajectory<T, D>, plane: &Plane<T, D>) {
    let (now, later) = (T::zero(), T::one());
    let _ = flight.crossing(plane, Crossing::Any);
    let sphere = Sphere::new(SVector::zeros(), later);
    let _ = (
        flight.leaving(&sphere, now..later),
        flight.entering(&sphere, now..later),
    );
    let _ = (flight.arc_length(now..later), flight.bounds(now..later));
}

#[cfg(feature = "aim")]
fn use_planners<T: Real<D>, const D: usize>(
    air: &Ballistics<T, D>,
    host: &EngineStep<T, D>,
    plan: &Plan<T, D>,
) {
    let (from, speed) = (SVector::zeros(), T::one());
    for aim in [air.aim(from, from), air.rational().aim(from, from)] {
        let _ = (
            aim.in_time(speed),
            aim.at_speed(speed),
            aim.earliest_at_speed(speed),
        );
        let _ = (
            aim.with_least_speed(),
            aim.hits(plan),
            aim.attempt(speed),
            aim.lob(speed),
        );
    }
    let aim = air.quadratic().aim(from, from);
    let _ = (
        aim.in_time(speed),
        aim.at_speed(speed),
        aim.hits_at_speed(speed),
    );
    let _ = (aim.with_least_speed(), aim.attempt(speed));
    let aim = host.aim(from, from);
    let _ = (
        aim.in_time(speed),
        aim.in_steps(1),
        aim.at_speed(speed),
        aim.hits_at_speed(speed),
    );
    let _ = (
        aim.earliest_at_speed(speed),
        aim.with_least_speed(),
        aim.attempt(speed),
    );
}
