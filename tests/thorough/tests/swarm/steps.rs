//! A swarm moves as its bodies would one by one, equal to the bit; it loses none of them, and
//! rejects invalid input.

use kinstep::nalgebra::{SVector, Vector3};
use kinstep::{
    Body, Body3, ConstantForce, Float, Force, ForceField, LinearDrag, LinearLaw, QuadraticDrag,
    Real, UniformGravity, World,
};
use kinstep_swarm::{Block, BlockForce, Swarm, Swarm2, Swarm3, SwarmError};
use truths::Cases;
use truths::memory::taken_on_one_thread;
use truths::widths::narrow;

fn swarm<T: Float, const D: usize>(count: usize) -> Swarm<T, D> {
    let mut cases = Cases::new(count as u128);
    let mut swarm = Swarm::with_capacity(count);
    for _ in 0..count {
        let position = cases.vector::<T, D>(100.0);
        let place = swarm.push(position, cases.vector::<T, D>(30.0));
        assert_eq!(place, Ok(swarm.len() - 1));
    }
    swarm
}

/// A law of each shape of flow: independent of position, with a ramp, with a spring, and of
/// matrices.
fn laws<T: Real<D> + Float, const D: usize>() -> [LinearLaw<T, D>; 4] {
    let vector = |numbers: [f64; 3]| SVector::<T, D>::from_fn(|axis, _| narrow(numbers[axis]));
    let (wind, gravity) = (vector([3.0, -0.5, 2.0]), vector([0.0, -9.81, 0.0]));
    let falling = LinearLaw::gravity(gravity) + LinearLaw::drag(narrow(0.1)).in_wind(wind);
    let ramping = falling.ramping(gravity * narrow::<T>(0.01));
    let swinging = falling + LinearLaw::spring(narrow(0.7)).anchored_at(wind);
    let turning = swinging + LinearLaw::rotating_frame(T::cross(&wind, &gravity));
    [falling, ramping, swinging, turning]
}

/// A force on the bodies of a swarm, each as a point with the mass of its group.
struct Each<F>(F);

impl<T: Float + Real<D>, const D: usize, F: Force<T, D>> BlockForce<T, D> for Each<F> {
    fn accelerate(&self, block: &Block<'_, T, D>, accelerations: &mut [SVector<T, D>]) {
        let mut body = Body::point(block.group.mass);
        let states = block.positions.iter().zip(block.velocities);
        for ((position, velocity), acceleration) in states.zip(accelerations) {
            (body.position, body.velocity) = (*position, *velocity);
            *acceleration += self.0.acceleration(&body, block.time);
        }
    }

    fn depends_on_velocity(&self) -> bool {
        let effect = (self.0).effect(&Body::point(T::one()), T::zero(), T::zero());
        effect.depends_on_velocity()
    }
}

/// Every body moves as by its own flow, at any index in the swarm, equal to the bit.
#[test]
fn each_body_moves_as_its_own_flow_does() {
    fn check<T: Float + Real<D>, const D: usize>() {
        for count in (0..70).chain([500]) {
            for law in laws::<T, D>() {
                let mut swarm = swarm::<T, D>(count);
                let mut expected = swarm.clone();
                let (positions, velocities) = expected.states_mut();
                let mut time = T::zero();
                for dt in [1.0 / 64.0, 2.5, -0.25].map(narrow) {
                    swarm.step(&law, dt).unwrap();
                    for (position, velocity) in positions.iter_mut().zip(&mut *velocities) {
                        law.flow(dt).advance(position, velocity, time);
                    }
                    time += dt;
                }
                assert_eq!(swarm.time(), time);
                assert_eq!(swarm.positions(), expected.positions());
                assert_eq!(swarm.velocities(), expected.velocities());
            }
        }
    }
    check::<f32, 2>();
    check::<f32, 3>();
    check::<f64, 2>();
    check::<f64, 3>();
}

/// Position and velocity of a body, by which it is recognised.
type State = (Vector3<f64>, Vector3<f64>);

/// No body is lost when bodies come and go at random, compared with a list for each group.
#[test]
fn nobody_is_lost() {
    let mut cases = Cases::new(5);
    let mut swarm = Swarm3::with_capacity(60);
    let mut model: Vec<Vec<State>> = vec![Vec::new(); 4];
    for mass in [2.0, 3.0, 4.0] {
        swarm.add_group(mass).unwrap();
    }
    let (mut full, mut gone) = (0, 0);
    for round in 0..20_000 {
        match cases.uniform(0.0..10.0) as usize {
            0..5 => {
                let group = cases.uniform(0.0..4.0) as usize;
                let state: State = (cases.vector(1.0), cases.vector(1.0));
                match swarm.push_into(group, state.0, state.1) {
                    Ok(place) => {
                        model[group].push(state);
                        assert_eq!(swarm.positions()[place], state.0);
                    }
                    Err(error) => {
                        assert_eq!(error, SwarmError::Full { capacity: 60 });
                        assert_eq!(swarm.len(), 60);
                        full += 1;
                    }
                }
            }
            5..9 => {
                let place = cases.uniform(0.0..70.0) as usize;
                let group = (swarm.groups()).position(|group| group.bodies.contains(&place));
                let state = swarm.remove(place);
                assert_eq!(state.is_some(), group.is_some());
                if let (Some(state), Some(group)) = (state, group) {
                    let known = model[group].iter().position(|known| *known == state);
                    model[group].swap_remove(known.expect("it was in this group"));
                    gone += 1;
                }
            }
            _ if round % 300 == 0 => {
                swarm.clear();
                model.iter_mut().for_each(Vec::clear);
            }
            _ => {
                let keeps = |x: &Vector3<f64>| x.x < 0.95;
                swarm.retain(|x, _| keeps(x));
                (model.iter_mut()).for_each(|group| group.retain(|(x, _)| keeps(x)));
            }
        }
        for group in swarm.groups() {
            let range = group.bodies.clone();
            let mut here: Vec<State> = (swarm.positions()[range.clone()].iter().copied())
                .zip(swarm.velocities()[range].iter().copied())
                .collect();
            let by_place = |a: &State, b: &State| a.0.x.total_cmp(&b.0.x);
            here.sort_by(by_place);
            model[group.index].sort_by(by_place);
            let told = format!("group {} in round {round}", group.index);
            assert_eq!(here, model[group.index], "{told}");
        }
    }
    assert!(
        full > 100 && gone > 1000,
        "{full} refused, {gone} taken out"
    );
}

/// A world with the same bodies, of 1 kg each, under gravity, a ramp and drag.
fn world_of(swarm: &Swarm3, gravity: [f64; 3]) -> World<f64, 3> {
    let mut world = World::new();
    for (position, velocity) in swarm.positions().iter().zip(swarm.velocities()) {
        let body = Body::point(1.0).at(*position).moving(*velocity);
        world.add_body(body).unwrap();
    }
    world.add_force(UniformGravity::new(gravity)).unwrap();
    world.add_force(LinearDrag::rate(0.1)).unwrap();
    let ramp = ConstantForce::new([0.0; 3]).ramping([0.3, 0.0, 0.0]);
    world.add_force(ramp).unwrap();
    world
}

/// Forces that are kicks move a swarm as they move a world, equal to the bit.
#[test]
fn kicks_are_those_of_a_world() {
    let gravity = [0.0, -9.81, 0.0];
    let law = LinearLaw::gravity(gravity).ramping([0.3, 0.0, 0.0]) + LinearLaw::drag(0.1);
    let wind = |v: &Vector3<f64>| v * -0.01 * v.norm();
    let (mut swarm_of_fields, mut swarm_of_closures) = (swarm::<f64, 3>(700), swarm::<f64, 3>(700));
    let mut fields = world_of(&swarm_of_fields, gravity);
    let mut closures = world_of(&swarm_of_closures, gravity);
    let field = || ForceField::new(|x: &Vector3<f64>, _| -x / (1.0 + x.norm_squared()));
    fields.add_force(field()).unwrap();
    let closure = move |body: &Body3, _: f64| wind(&body.velocity);
    closures.add_force(closure).unwrap();
    let by_block = |block: &Block<'_, f64, 3>, accelerations: &mut [Vector3<f64>]| {
        for (v, acceleration) in block.velocities.iter().zip(accelerations) {
            *acceleration += wind(v);
        }
    };
    for dt in [0.01, 0.1, -0.05] {
        fields.step(dt).unwrap();
        closures.step(dt).unwrap();
        (swarm_of_fields.step_kicked(&law, &Each(field()), dt)).unwrap();
        swarm_of_closures.step_kicked(&law, &by_block, dt).unwrap();
    }
    for (world, swarm) in [(&fields, &swarm_of_fields), (&closures, &swarm_of_closures)] {
        for (place, body) in world.body_slice().iter().enumerate() {
            assert_eq!(body.position, swarm.positions()[place], "{place}");
            assert_eq!(body.velocity, swarm.velocities()[place], "{place}");
        }
    }
}

#[test]
fn many_kicks_in_one_pass_are_as_many_steps() {
    let law = LinearLaw::<f32, 2>::spring(0.5).ramping([0.1, 0.0]);
    let drag = Each(QuadraticDrag::coefficient(0.02));
    let (mut once, mut often) = (swarm::<f32, 2>(600), swarm::<f32, 2>(600));
    once.steps_kicked(&law, &drag, 0.01, 25).unwrap();
    for _ in 0..25 {
        often.step_kicked(&law, &drag, 0.01).unwrap();
    }
    assert_eq!(once.positions(), often.positions());
    assert_eq!(once.velocities(), often.velocities());
    assert_eq!(once.time(), often.time());
    assert_ne!(once.positions(), swarm::<f32, 2>(600).positions());
}

/// Each block knows its group and its range: a force is queried once for all bodies, group by
/// group.
#[test]
fn a_block_knows_where_it_is() {
    let mut swarm = swarm::<f64, 2>(1000);
    swarm.reserve(1000).unwrap();
    let second = swarm.add_group(7.0).unwrap();
    for i in 0..1000 {
        let place = [f64::from(i), 0.0];
        swarm.push_into(second, place, [0.0, 0.0]).unwrap();
    }
    let positions = swarm.positions().to_vec();
    let groups: Vec<_> = swarm.groups().collect();
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let force = |block: &Block<'_, f64, 2>, _: &mut [SVector<f64, 2>]| {
        let range = block.first..block.first + block.positions.len();
        assert_eq!(block.positions, &positions[range.clone()]);
        assert_eq!(block.group, &groups[block.group.index]);
        assert!(block.group.bodies.contains(&range.start));
        assert!(range.end <= block.group.bodies.end);
        asked.fetch_add(range.len(), std::sync::atomic::Ordering::Relaxed);
    };
    swarm.step_kicked(&LinearLaw::free(), &force, 0.0).unwrap();
    // a closure may depend on velocity, so it is queried twice
    assert_eq!(asked.into_inner(), 2 * 2000);
}

/// Asserts that an operation fails and changes nothing; returns its error.
#[track_caller]
fn refused<E: std::fmt::Debug>(
    swarm: &mut Swarm3,
    operation: impl FnOnce(&mut Swarm3) -> Result<(), E>,
) -> E {
    let before = swarm.clone();
    let error = operation(swarm).expect_err("this must be refused");
    assert_eq!(swarm.positions(), before.positions());
    assert_eq!(swarm.velocities(), before.velocities());
    assert_eq!((swarm.time(), swarm.len()), (before.time(), before.len()));
    error
}

#[test]
fn bad_input_is_refused() {
    let mut swarm = swarm::<f64, 3>(300);
    let law = laws::<f64, 3>()[0];
    let zero = [0.0; 3];
    let full = refused(&mut swarm, |swarm| swarm.push(zero, zero).map(drop));
    assert_eq!(full, SwarmError::Full { capacity: 300 });
    swarm.reserve(1).unwrap();
    let nowhere = refused(&mut swarm, |swarm| swarm.push_into(1, zero, zero).map(drop));
    let (group, groups) = (1, 1);
    assert_eq!(nowhere, SwarmError::NoSuchGroup { group, groups });
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let is_bad = |value: f64| value.total_cmp(&bad).is_eq();
        let error = refused(&mut swarm, |swarm| {
            swarm.push([0.0, bad, 0.0], zero).map(drop)
        });
        assert!(matches!(error, SwarmError::Position { axis: 1, value } if is_bad(value)));
        let error = refused(&mut swarm, |swarm| {
            swarm.push(zero, [0.0, 0.0, bad]).map(drop)
        });
        assert!(matches!(error, SwarmError::Velocity { axis: 2, value } if is_bad(value)));
        let error = refused(&mut swarm, |swarm| swarm.step(&law, bad));
        assert!(matches!(error, SwarmError::Duration { .. }));
        let error = refused(&mut swarm, |swarm| swarm.step(&LinearLaw::drag(bad), 0.1));
        assert_eq!(error, SwarmError::Law { group: 0 });
        let error = refused(&mut swarm, |swarm| swarm.add_group(bad).map(drop));
        assert!(matches!(error, SwarmError::Mass { .. }));
        let spoil = |block: &Block<'_, f64, 3>, accelerations: &mut [Vector3<f64>]| {
            let spoiled = accelerations.iter_mut().zip(block.first..);
            for (acceleration, _) in spoiled.filter(|(_, place)| [270, 290].contains(place)) {
                acceleration.y = bad;
            }
        };
        let error = refused(&mut swarm, |swarm| swarm.step_kicked(&law, &spoil, 0.1));
        assert_eq!(error, SwarmError::NotFinite { body: 270 });
        let error = refused(&mut swarm, |swarm| swarm.step_kicked(&law, &spoil, bad));
        assert!(matches!(error, SwarmError::Duration { .. }));
    }
    let massless = refused(&mut swarm, |swarm| swarm.add_group(0.0).map(drop));
    assert!(matches!(massless, SwarmError::Mass { mass: 0.0 }));
    assert_eq!(swarm.remove(300), None);
    swarm.step(&law, 0.1).unwrap();
    // states that were written directly are checked
    swarm.states_mut().1[42].z = f64::NAN;
    let error = swarm.step(&law, 0.1);
    assert_eq!(error, Err(SwarmError::State { body: 42 }));
    let error = swarm.step_kicked(&law, &Each(QuadraticDrag::coefficient(1.0)), 0.1);
    assert_eq!(error, Err(SwarmError::State { body: 42 }));
}

/// A body in space in `f32` takes some 24 bytes, and steps, additions and removals allocate
/// nothing.
#[test]
fn memory_is_that_of_the_states() {
    let count = 1_000_000_usize;
    let law = laws::<f32, 3>()[0];
    let used = taken_on_one_thread(|| {
        let mut swarm = Swarm::<f32, 3>::with_capacity(count);
        for i in 0..count {
            swarm.push([i as f32, 0.0, 0.0], [0.0; 3]).unwrap();
        }
        swarm.step(&law, 0.1).unwrap();
        let quiet = allocation_counter::measure(|| {
            for dt in [0.1, 3.0, -0.1] {
                swarm.step(&law, dt).unwrap();
                swarm.remove(17);
                swarm.push([0.0; 3], [0.0; 3]).unwrap();
                swarm.states_mut().0[0].x = 1.0;
            }
        });
        assert_eq!(quiet.count_total, 0);
    });
    let beyond = used.bytes_max - 24 * count as u64;
    // measured: 900
    assert!(beyond < 10_000, "{beyond} bytes beyond the states");
}

/// A capacity beyond any memory is rejected; `reserve` counts beyond the bodies that are there.
#[test]
fn a_swarm_too_large_for_any_memory_is_refused() {
    for capacity in [usize::MAX, usize::MAX / 24, isize::MAX as usize] {
        let mut swarm = Swarm3::with_capacity(capacity);
        let full = swarm.push([0.0; 3], [0.0; 3]);
        assert_eq!(full, Err(SwarmError::Full { capacity: 0 }));
        assert!(swarm.reserve(capacity).is_err());
        swarm.reserve(1).unwrap();
        assert_eq!(swarm.push([0.0; 3], [0.0; 3]), Ok(0));
    }
    let mut swarm = swarm::<f64, 2>(30);
    for (more, capacity) in [(0, 30), (2, 32), (1, 32)] {
        swarm.reserve(more).unwrap();
        assert_eq!(swarm.capacity(), capacity);
    }
    let before = swarm.clone();
    swarm.reserve(usize::MAX).unwrap_err();
    assert_eq!((&swarm, swarm.capacity()), (&before, 32));
}

/// A swarm is equal to one with the same bodies, groups and time, and prints none of its bodies.
#[test]
fn swarms_are_compared_and_printed() {
    let swarm = swarm::<f32, 3>(1000);
    let changed = |change: fn(&mut Swarm<f32, 3>)| {
        let mut other = swarm.clone();
        change(&mut other);
        other != swarm
    };
    assert!(!changed(|other| other.reserve(5).unwrap()));
    assert!(changed(|other| other.states_mut().0[7].x += 1.0));
    assert!(changed(|other| other
        .step(&LinearLaw::free(), 0.0)
        .unwrap()));
    assert!(changed(|other| _ = other.add_group(2.0).unwrap()));
    let printed = format!("{swarm:?}");
    assert!(
        printed.contains("bodies: 1000") && printed.len() < 200,
        "{printed}"
    );
}

/// For any law, states and step: after a step that succeeds all numbers are finite, and after a
/// step that fails the swarm is unchanged.
#[test]
fn no_step_leaves_the_numbers() {
    let mut cases = Cases::new(22);
    let mut outcomes = [0; 2];
    for _ in 0..3000 {
        let mut some = |probability: f64, from: f64, to: f64| {
            let chosen = cases.chance(probability);
            let number = cases.signed_decades(from, to);
            if chosen { number } else { 0.0 }
        };
        let law = LinearLaw::gravity([some(0.5, 1e-3, 1e308), some(0.3, 1e-3, 1e308)])
            + LinearLaw::drag(some(0.3, 1e-2, 10.0))
            + LinearLaw::spring(some(0.3, 1e-2, 10.0))
            + LinearLaw::tidal([[some(0.3, 1e-2, 10.0), 0.0], [0.0, some(0.3, 1e-2, 10.0)]]);
        let mut swarm = Swarm2::with_capacity(1);
        let position = [some(0.6, 1e280, 1e308), some(0.3, 1e280, 1e308)];
        let velocity = [some(0.6, 1e280, 1e308), some(0.3, 1e280, 1e308)];
        swarm.push(position, velocity).unwrap();
        let dt = some(1.0, 1e-2, 1e3);
        for _ in 0..8 {
            let before = swarm.clone();
            let done = swarm.step(&law, dt);
            outcomes[usize::from(done.is_ok())] += 1;
            if let Err(error) = done {
                assert!(swarm == before, "{law:?}, {before:?}, {dt}: {error}");
                break;
            }
            let mut numbers = swarm.positions().iter().chain(swarm.velocities()).flatten();
            let is_finite = numbers.all(|number| number.is_finite());
            assert!(is_finite, "{law:?}, {before:?}, {dt}");
        }
    }
    assert!(outcomes.iter().all(|&count| count > 400), "{outcomes:?}");

    // near the largest number a step is rejected as soon as a body would exceed it, and not before
    let mut swarm = swarm::<f32, 2>(30);
    let free = LinearLaw::free();
    swarm.reserve(1).unwrap();
    swarm.push([2e38, 0.0], [1e38, 0.0]).unwrap();
    assert_eq!(swarm.step(&free, 1.0), Ok(()));
    let error = SwarmError::NotFinite { body: 30 };
    assert_eq!(swarm.step(&free, 1.0), Err(error));
    assert_eq!(swarm.step(&free, -1.0), Ok(()));
    let back = swarm.positions()[30].x;
    assert!((back - 2e38).abs() <= f32::EPSILON * 3e38, "{back:e}");
}
