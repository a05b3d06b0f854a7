//! A swarm moves as its bodies would one by one, to the bit; it loses none of them, and refuses what makes no sense.

use kinstep::nalgebra::{RealField, SVector, Vector3};
use kinstep::swarm::{
    Block, BlockForce, Each, Group, GroupError, KickError, PushError, Swarm, Swarm2, Swarm3,
    SwarmError,
};
use kinstep::{
    Body, Body2, Body3, ConstantForce, Float, ForceField, LinearDrag, LinearLaw, QuadraticDrag,
    Real, UniformGravity, World,
};
use truths::Cases;
use truths::memory::taken_on_one_thread;

fn vector<T: RealField + Copy, const D: usize>(cases: &mut Cases, scale: f64) -> SVector<T, D> {
    SVector::from_fn(|_, _| kinstep::nalgebra::convert(cases.uniform(-scale..scale)))
}

fn swarm<T: Float, const D: usize>(count: usize) -> Swarm<T, D> {
    let mut cases = Cases::new(count as u128);
    let mut swarm = Swarm::with_capacity(count);
    for _ in 0..count {
        let place = swarm.push(vector(&mut cases, 100.0), vector(&mut cases, 30.0));
        assert_eq!(place, Ok(swarm.len() - 1));
    }
    swarm
}

/// A law of each shape of flow: free of place, with a ramp, with a spring, of matrices.
fn laws<T: Real<D>, const D: usize>() -> [LinearLaw<T, D>; 4] {
    let number = |value: f64| kinstep::nalgebra::convert::<f64, T>(value);
    let wind = SVector::<T, D>::from_fn(|axis, _| number([3.0, -0.5, 2.0][axis]));
    let gravity = SVector::<T, D>::from_fn(|axis, _| number([0.0, -9.81, 0.0][axis]));
    let falling = LinearLaw::gravity(gravity) + LinearLaw::drag(number(0.1)).in_wind(wind);
    let ramping = falling.ramping(gravity * number(0.01));
    let swinging = falling + LinearLaw::spring(number(0.7)).anchored_at(wind);
    let turning = T::cross(&wind, &gravity);
    [
        falling,
        ramping,
        swinging,
        swinging + LinearLaw::rotating_frame(turning),
    ]
}

/// Every body is where its own flow takes it, whatever its place in the swarm: to the bit.
fn moves_each_body_as_its_flow_does<T: Float + Real<D>, const D: usize>() {
    let number = |value: f64| kinstep::nalgebra::convert::<f64, T>(value);
    for count in (0..70).chain([500]) {
        for law in laws::<T, D>() {
            let mut swarm = swarm::<T, D>(count);
            let mut expected: Vec<_> = (swarm.positions().iter().copied())
                .zip(swarm.velocities().iter().copied())
                .collect();
            let mut time = T::zero();
            for dt in [1.0 / 64.0, 2.5, -0.25].map(number) {
                swarm.step(&law, dt).unwrap();
                for (position, velocity) in &mut expected {
                    law.flow(dt).advance(position, velocity, time);
                }
                time += dt;
            }
            assert_eq!(swarm.time(), time);
            for (place, (position, velocity)) in expected.iter().enumerate() {
                assert_eq!(swarm.positions()[place], *position, "{place} of {count}");
                assert_eq!(swarm.velocities()[place], *velocity, "{place} of {count}");
            }
        }
    }
}

#[test]
fn each_body_moves_as_its_own_flow_does() {
    moves_each_body_as_its_flow_does::<f32, 2>();
    moves_each_body_as_its_flow_does::<f32, 3>();
    moves_each_body_as_its_flow_does::<f64, 2>();
    moves_each_body_as_its_flow_does::<f64, 3>();
}

#[test]
fn one_step_is_as_many_steps_as_one_likes() {
    let law = laws::<f64, 3>()[0];
    let (mut once, mut often) = (swarm::<f64, 3>(1000), swarm::<f64, 3>(1000));
    once.step(&law, 3000.0 / 64.0).unwrap();
    for _ in 0..3000 {
        often.step(&law, 1.0 / 64.0).unwrap();
    }
    let states = once.positions().iter().chain(once.velocities());
    let (mut worst, mut moved) = (0.0_f64, 0.0_f64);
    for (a, b) in states.zip(often.positions().iter().chain(often.velocities())) {
        worst = worst.max((a - b).norm() / a.norm());
    }
    for (a, b) in once
        .positions()
        .iter()
        .zip(swarm::<f64, 3>(1000).positions())
    {
        moved = moved.max((a - b).norm());
    }
    assert!(moved > 1000.0, "they have hardly moved, {moved} m");
    // measured 4.4e-15
    assert!(worst < 1e-12, "{worst:e}");
}

/// What is kept of a body to know it again.
type State = (Vector3<f64>, Vector3<f64>);

/// Bodies that come and go at random, beside a list for each group.
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
                let state: State = (vector(&mut cases, 1.0), vector(&mut cases, 1.0));
                match swarm.push_into(group, state.0, state.1) {
                    Ok(place) => {
                        model[group].push(state);
                        assert_eq!(swarm.positions()[place], state.0);
                    }
                    Err(error) => {
                        assert_eq!(error, PushError::Full { capacity: 60 });
                        assert_eq!(swarm.len(), 60);
                        full += 1;
                    }
                }
            }
            5..9 => {
                let place = cases.uniform(0.0..70.0) as usize;
                let group = swarm
                    .groups()
                    .position(|group| group.bodies.contains(&place));
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
            assert_eq!(
                here, model[group.index],
                "group {} in round {round}",
                group.index
            );
        }
    }
    assert!(
        full > 100 && gone > 1000,
        "{full} refused, {gone} taken out"
    );
}

#[test]
fn groups_follow_their_own_laws() {
    let mut swarm = Swarm2::with_capacity(30);
    let heavy = swarm.add_group(5.0).unwrap();
    for i in 0..10 {
        swarm.push([f64::from(i), 0.0], [1.0, 0.0]).unwrap();
        swarm
            .push_into(heavy, [f64::from(i), 1.0], [1.0, 0.0])
            .unwrap();
    }
    let drag = LinearDrag::coefficient(0.3);
    let law = |group: &Group<f64>| {
        use kinstep::Force;
        let effect = drag.effect(&Body2::point(group.mass), 0.0, 0.0);
        effect.law().expect("drag is linear")
    };
    swarm.step(&law, 2.0).unwrap();
    for group in swarm.groups() {
        let left = (-0.3 / group.mass * 2.0_f64).exp();
        for velocity in &swarm.velocities()[group.bodies] {
            assert!((velocity.x - left).abs() < 4.0 * f64::EPSILON);
        }
    }
}

/// The state of a world with the same bodies.
fn world_of<T: Float + Real<D>, const D: usize>(swarm: &Swarm<T, D>) -> World<T, D> {
    let mut world = World::new();
    for (position, velocity) in swarm.positions().iter().zip(swarm.velocities()) {
        let body = Body::point(T::one()).at(*position).moving(*velocity);
        world.add_body(body).unwrap();
    }
    world
}

/// Forces that are kicks do to a swarm what they do to a world, to the bit.
#[test]
fn kicks_are_those_of_a_world() {
    let gravity = [0.0, -9.81, 0.0];
    let law = LinearLaw::gravity(gravity).ramping([0.3, 0.0, 0.0]) + LinearLaw::drag(0.1);
    let pull = |x: &Vector3<f64>| -x / (1.0 + x.norm_squared());
    let wind = |v: &Vector3<f64>| v * -0.01 * v.norm();
    let (mut swarm_of_fields, mut swarm_of_closures) = (swarm::<f64, 3>(700), swarm::<f64, 3>(700));
    let mut fields = world_of(&swarm_of_fields);
    let mut closures = world_of(&swarm_of_closures);
    for world in [&mut fields, &mut closures] {
        world.add_force(UniformGravity::new(gravity)).unwrap();
        world.add_force(LinearDrag::rate(0.1)).unwrap();
        // all bodies are of 1 kg
        world
            .add_force(ConstantForce::new([0.0; 3]).ramping([0.3, 0.0, 0.0]))
            .unwrap();
    }
    let field = move || ForceField::new(move |x: &Vector3<f64>, _| pull(x));
    fields.add_force(field()).unwrap();
    closures
        .add_force(move |body: &Body3, _: f64| wind(&body.velocity))
        .unwrap();
    let by_block = |block: &Block<'_, f64, 3>, accelerations: &mut [Vector3<f64>]| {
        for (v, acceleration) in block.velocities.iter().zip(accelerations) {
            *acceleration += wind(v);
        }
    };
    for dt in [0.01, 0.1, -0.05] {
        fields.step(dt).unwrap();
        closures.step(dt).unwrap();
        swarm_of_fields
            .step_kicked(&law, &Each(field()), dt)
            .unwrap();
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

/// A force that tells its blocks apart: all bodies are asked for once, group by group.
#[test]
fn a_block_knows_where_it_is() {
    let mut swarm = swarm::<f64, 2>(1000);
    let second = {
        swarm.reserve(1000).unwrap();
        swarm.add_group(7.0).unwrap()
    };
    for i in 0..1000 {
        swarm
            .push_into(second, [f64::from(i), 0.0], [0.0, 0.0])
            .unwrap();
    }
    let (positions, groups): (Vec<_>, Vec<_>) =
        (swarm.positions().to_vec(), swarm.groups().collect());
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let force = |block: &Block<'_, f64, 2>, _: &mut [SVector<f64, 2>]| {
        let range = block.first..block.first + block.positions.len();
        assert_eq!(block.positions, &positions[range.clone()]);
        assert!(groups[block.group.index].bodies.contains(&range.start));
        assert!(range.end <= groups[block.group.index].bodies.end);
        assert_eq!(block.group, &groups[block.group.index]);
        asked.fetch_add(block.positions.len(), std::sync::atomic::Ordering::Relaxed);
    };
    swarm.step_kicked(&LinearLaw::free(), &force, 0.0).unwrap();
    // a closure may depend on velocity, so it is asked twice
    assert_eq!(asked.into_inner(), 2 * 2000);
}

/// Sees that the operation fails and changes nothing.
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
    assert_eq!(
        refused(&mut swarm, |swarm| swarm.push(zero, zero).map(drop)),
        PushError::Full { capacity: 300 }
    );
    swarm.reserve(1).unwrap();
    assert_eq!(
        refused(&mut swarm, |swarm| swarm.push_into(1, zero, zero).map(drop)),
        PushError::NoSuchGroup {
            group: 1,
            groups: 1
        }
    );
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let error = refused(&mut swarm, |swarm| {
            swarm.push([0.0, bad, 0.0], zero).map(drop)
        });
        assert!(
            matches!(error, PushError::Position { axis: 1, value } if value.total_cmp(&bad).is_eq())
        );
        let error = refused(&mut swarm, |swarm| {
            swarm.push(zero, [0.0, 0.0, bad]).map(drop)
        });
        assert!(
            matches!(error, PushError::Velocity { axis: 2, value } if value.total_cmp(&bad).is_eq())
        );
        let error = refused(&mut swarm, |swarm| swarm.step(&law, bad));
        assert!(matches!(error, SwarmError::Duration { .. }));
        let error = refused(&mut swarm, |swarm| swarm.step(&LinearLaw::drag(bad), 0.1));
        assert_eq!(error, SwarmError::Law { group: 0 });
        let error = refused(&mut swarm, |swarm| swarm.add_group(bad).map(drop));
        assert!(matches!(error, GroupError::Mass { .. }));
        let spoil = |block: &Block<'_, f64, 3>, accelerations: &mut [Vector3<f64>]| {
            let spoiled = accelerations.iter_mut().zip(block.first..);
            for (acceleration, _) in spoiled.filter(|(_, place)| [270, 290].contains(place)) {
                acceleration.y = bad;
            }
        };
        let error = refused(&mut swarm, |swarm| swarm.step_kicked(&law, &spoil, 0.1));
        assert_eq!(error, KickError::Step(SwarmError::NotFinite { body: 270 }));
        let error = refused(&mut swarm, |swarm| swarm.step_kicked(&law, &spoil, bad));
        assert!(matches!(
            error,
            KickError::Step(SwarmError::Duration { .. })
        ));
    }
    assert!(matches!(
        swarm.add_group(0.0),
        Err(GroupError::Mass { mass: 0.0 })
    ));
    assert_eq!(swarm.remove(300), None);
    swarm.step(&law, 0.1).unwrap();
}

#[test]
fn what_was_written_is_checked() {
    let mut swarm = swarm::<f64, 3>(100);
    swarm.states_mut().1[42].z = f64::NAN;
    let error = swarm.step(&LinearLaw::free(), 0.1);
    assert_eq!(error, Err(SwarmError::State { body: 42 }));
    let error = swarm.step_kicked(
        &LinearLaw::free(),
        &Each(QuadraticDrag::coefficient(1.0)),
        0.1,
    );
    assert_eq!(error, Err(KickError::Step(SwarmError::State { body: 42 })));
    swarm.states_mut().1[42].z = 1.0;
    assert_eq!(swarm.step(&LinearLaw::free(), 0.1), Ok(()));
}

/// Near the end of the numbers a step is refused as soon as a body would leave them, and not before.
#[test]
fn a_body_that_would_leave_the_numbers_is_named() {
    let mut swarm = swarm::<f32, 2>(30);
    let free = LinearLaw::free();
    swarm.step(&free, 1.0).unwrap();
    swarm.reserve(1).unwrap();
    swarm.push([2e38, 0.0], [1e38, 0.0]).unwrap();
    assert_eq!(swarm.step(&free, 1.0), Ok(()));
    let before = swarm.clone();
    assert_eq!(
        swarm.step(&free, 1.0),
        Err(SwarmError::NotFinite { body: 30 })
    );
    assert_eq!(swarm.positions(), before.positions());
    assert_eq!(swarm.step(&free, -1.0), Ok(()));
    let back = swarm.positions()[30].x;
    assert!((back - 2e38).abs() <= f32::EPSILON * 3e38, "{back:e}");
}

/// Some 24 bytes for a body in space in `f32`, and nothing while it is stepped, comes and goes.
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

#[test]
fn a_swarm_too_large_for_any_memory_is_refused() {
    for capacity in [usize::MAX, usize::MAX / 24, isize::MAX as usize] {
        let error = Swarm3::try_with_capacity(capacity).expect_err("there is no such memory");
        assert_eq!(error.capacity, capacity);
        let mut swarm = Swarm3::with_capacity(capacity);
        assert_eq!(
            swarm.push([0.0; 3], [0.0; 3]),
            Err(PushError::Full { capacity: 0 })
        );
        assert!(swarm.reserve(capacity).is_err());
        swarm.reserve(1).unwrap();
        assert_eq!(swarm.push([0.0; 3], [0.0; 3]), Ok(0));
    }
}

/// Room is counted as everywhere: beyond the bodies that are there.
#[test]
fn reserve_counts_from_what_is_there() {
    let mut swarm = swarm::<f64, 2>(30);
    swarm.reserve(0).unwrap();
    assert_eq!(swarm.capacity(), 30);
    swarm.reserve(2).unwrap();
    swarm.reserve(1).unwrap();
    assert_eq!(swarm.capacity(), 32);
    let before = swarm.clone();
    swarm.reserve(usize::MAX).unwrap_err();
    assert_eq!((&swarm, swarm.capacity()), (&before, 32));
}

/// A swarm is equal to one with the same bodies, groups and time, and prints none of its bodies.
#[test]
fn swarms_are_compared_and_printed() {
    let swarm = swarm::<f32, 3>(1000);
    let mut other = swarm.clone();
    other.reserve(5).unwrap();
    assert_eq!(swarm, other);
    other.states_mut().0[7].x += 1.0;
    assert_ne!(swarm, other);
    let mut other = swarm.clone();
    other.step(&LinearLaw::free(), 0.0).unwrap();
    assert_ne!(swarm, other, "a step was made");
    let mut other = swarm.clone();
    other.add_group(2.0).unwrap();
    assert_ne!(swarm, other);
    let printed = format!("{swarm:?}");
    assert!(
        printed.contains("bodies: 1000") && printed.len() < 200,
        "{printed}"
    );
}

/// Second order beside a law: errors fall fourfold as steps halve.
#[test]
fn kicks_are_of_second_order() {
    let law = LinearLaw::<f64, 2>::gravity([0.0, -9.81]) + LinearLaw::drag(0.2);
    let drag = Each(QuadraticDrag::coefficient(0.05));
    assert!(BlockForce::<f64, 2>::depends_on_velocity(&drag));
    let after = |steps: usize| {
        let mut swarm = Swarm2::with_capacity(1);
        swarm.push([0.0, 0.0], [20.0, 15.0]).unwrap();
        swarm
            .steps_kicked(&law, &drag, 2.0 / steps as f64, steps)
            .unwrap();
        swarm.positions()[0]
    };
    let truth = after(1 << 14);
    let errors = [64, 128].map(|steps| (after(steps) - truth).norm());
    let order = (errors[0] / errors[1]).log2();
    assert!((order - 2.0).abs() < 0.05, "order {order}");
}

/// Whatever the law, the states and the step: after a step that succeeds all is finite, after one that fails
/// all is as before.
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
            let state = |swarm: &Swarm2| [swarm.positions()[0], swarm.velocities()[0]];
            let before = state(&swarm);
            let succeeded = swarm.step(&law, dt).is_ok();
            outcomes[usize::from(succeeded)] += 1;
            let after = state(&swarm);
            if succeeded {
                let mut numbers = after.iter().flatten();
                assert!(
                    numbers.all(|number| number.is_finite()),
                    "{law:?}, {before:?}, {dt}"
                );
            } else {
                assert_eq!(after, before);
                break;
            }
        }
    }
    println!("refused, done: {outcomes:?}");
    assert!(outcomes.iter().all(|&count| count > 400));
}
