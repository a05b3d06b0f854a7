//! Events at which a step stops.

use core::fmt::Debug;

use kinstep::Until;
use kinstep::nalgebra::{SVector, convert};
use kinstep::trajectory::{Crossing, Event, Plane, Sphere};
use kinstep::{
    Body, Body2, BodyId, FixedStep, Float, ForceField, QuadraticDrag, Real, Scheme, UniformGravity,
    World, World2,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use truths::widths::widen;

use Crossing::{Any, Ascending, Descending};

/// A vector with the given second component; all other components are `others`.
fn vector<T: Float, const D: usize>(others: f64, second: f64) -> SVector<T, D> {
    SVector::from_fn(|row, _| convert(if row == 1 { second } else { others }))
}

/// A body at a height \[m\] with an upward speed \[m/s\], under gravity \[m/s²\]. Without a law, a
/// force of zero is added.
fn thrown<T: Real<D> + Float, const D: usize>(
    (height, speed, pull): (f64, f64, f64),
    has_law: bool,
) -> (World<T, D>, BodyId) {
    let mut world = World::new();
    let gravity = UniformGravity::new(vector::<T, D>(0.0, pull));
    world.add_force(gravity).unwrap();
    if !has_law {
        let nothing = ForceField::new(|_: &SVector<T, D>, _| SVector::zeros());
        world.add_force(nothing).unwrap();
    }
    let body = Body::point(convert(1.0)).at(vector::<T, D>(0.25, height));
    let id = world.add_body(body.moving(vector::<T, D>(0.5, speed)));
    (world, id.unwrap())
}

/// How a world moves until events.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Mover {
    StepUntil,
    AdvanceUntil,
    FixedStep,
}

const MOVERS: [Mover; 3] = [Mover::StepUntil, Mover::AdvanceUntil, Mover::FixedStep];

/// The index of the step and the time \[s\] of every event in a number of steps.
fn events<T: Real<D> + Float, const D: usize>(
    mut world: World<T, D>,
    until: &Until<T, D>,
    (steps, dt): (usize, f64),
    mover: Mover,
) -> Vec<(usize, f64)> {
    let mut found = Vec::new();
    let mut fixed = FixedStep::new(convert(dt));
    for step in 0..steps {
        let mut left: T = convert(dt);
        fixed.add(left).unwrap();
        loop {
            let event: Option<Event<D>> = match mover {
                Mover::StepUntil => world.step_until(left, until).unwrap(),
                Mover::AdvanceUntil => {
                    let tolerance = if T::default_epsilon() > convert(1e-10) {
                        1e-4
                    } else {
                        1e-9
                    };
                    let tolerance: T = convert(tolerance);
                    world.advance_until(left, tolerance, until).unwrap()
                }
                Mover::FixedStep => fixed.step_until(&mut world, until).unwrap(),
            };
            let Some(event) = event else { break };
            left -= convert(event.time);
            found.push((step, widen(world.time())));
            assert!(found.len() < 100, "{mover:?}: {found:?}");
        }
        assert!(mover != Mover::FixedStep || !fixed.is_due());
    }
    found
}

/// `y = -(t - 1)(t - 2)`: both crossings of y = 0 and the apex are at ends of steps of half a
/// second. The body leaves the sphere that touches y = 0 from below at 1 s and, at the lowest point
/// of the sphere, at 3 s.
fn events_at_ends<T: Real<D> + Float, const D: usize>() {
    let level = Plane::new(vector::<T, D>(0.0, 1.0), convert(0.0));
    for (has_law, mover) in [true, false]
        .into_iter()
        .flat_map(|has_law| MOVERS.map(|mover| (has_law, mover)))
    {
        let (mut world, id) = thrown::<T, D>((-2.0, 3.0, -2.0), has_law);
        for row in (0..D).filter(|row| *row != 1) {
            (world[id].position[row], world[id].velocity[row]) = (convert(0.0), convert(0.0));
        }
        let [ball, above] = [-1.0, 1.0].map(|y| Sphere::new(vector::<T, D>(0.0, y), convert(1.0)));
        let crossing = |which| Until::crossing(id, level, which);
        let expected: [(Until<T, D>, &[f64]); 7] = [
            (crossing(Any), &[1.0, 2.0]),
            (crossing(Ascending), &[1.0]),
            (crossing(Descending), &[2.0]),
            (Until::apex(id, vector::<T, D>(0.0, 1.0)), &[1.5]),
            (Until::sphere(id, ball, Ascending), &[1.0, 3.0]),
            (Until::sphere(id, above, Descending), &[1.0]),
            (Until::sphere(id, ball, Any), &[1.0, 2.0, 3.0]),
        ];
        for (until, times) in expected {
            let found = events(world.clone(), &until, (7, 0.5), mover);
            // a motion without a law is exact to the tolerance, so its events may be in the next
            // step
            let is_exact = has_law || mover != Mover::AdvanceUntil;
            let case = || format!("{mover:?}, {has_law}, {until:?}: {found:?}");
            assert_eq!(found.len(), times.len(), "{}", case());
            for ((step, time), expected) in found.iter().zip(times) {
                let off = (time - expected).abs();
                assert!(off <= if is_exact { 0.0 } else { 1e-3 }, "{}", case());
                assert!(
                    !is_exact || *step as f64 == 2.0 * expected - 1.0,
                    "{}",
                    case()
                );
            }
        }
    }
}

#[test]
fn an_event_at_the_end_of_a_step_is_told_once_and_in_that_step() {
    events_at_ends::<f64, 2>();
    events_at_ends::<f64, 3>();
    events_at_ends::<f32, 2>();
    events_at_ends::<f32, 3>();
}

/// Without a force a point is on the plane after two steps, for any length of the plane's normal.
#[test]
fn a_free_point_crosses_at_the_end_of_its_second_step() {
    for (mover, has_law) in MOVERS
        .into_iter()
        .flat_map(|mover| [(mover, true), (mover, false)])
    {
        for (which, size) in [(Any, 1.0), (Ascending, 1.0), (Any, 1e-200), (Any, 1e200)] {
            let (world, id) = thrown::<f64, 2>((-1.0, 1.0, 0.0), has_law);
            let until = Until::crossing(id, Plane::new([0.0, size], 0.0), which);
            let found = events(world, &until, (4, 0.5), mover);
            assert_eq!(found, [(1, 1.0)], "{mover:?} {has_law} {which:?} {size}");
        }
    }
}

/// Each event is reported once if steps of any length end, up to rounding, on a plane, level or
/// sloping, or at an apex.
fn events_near_ends<T: Real<D> + Float, const D: usize>(cases: u32) {
    let mut random = Pcg64Mcg::seed_from_u64(54);
    for case in 0..cases {
        let steps = random.random_range(1..6);
        let dt: f64 = random.random_range(0.01..1.0);
        let (speed, distance) = (
            random.random_range(0.1..5.0),
            random.random_range(-50.0..50.0),
        );
        let sign = if case % 2 == 0 { 1.0 } else { -1.0 };
        let distance = if case % 3 == 0 { 0.0 } else { distance };
        let slope = if case % 5 == 0 {
            0.0
        } else {
            random.random_range(-1.0..1.0)
        };
        let has_law = case % 4 != 0;
        let time = f64::from(steps) * dt;

        // without gravity, to the plane; the other components move, too
        let (mut world, id) = thrown::<T, D>((0.0, sign * speed, 0.0), has_law);
        let normal = vector::<f64, D>(slope, 1.0);
        let velocity = vector::<f64, D>(0.5, sign * speed);
        let rate = normal.dot(&velocity);
        let others = vector::<f64, D>(0.25, 0.0);
        let height = distance - normal.dot(&others) - rate * time;
        world[id].position = vector::<T, D>(0.25, height);
        let plane = Plane::new(normal.map(convert::<f64, T>), convert(distance));
        let crosses = if rate > 0.0 { Ascending } else { Descending };
        let uncrosses = if rate > 0.0 { Descending } else { Ascending };
        for mover in MOVERS {
            for (which, count) in [(Any, 1), (crosses, 1), (uncrosses, 0)] {
                let until = Until::crossing(id, plane, which);
                let found = events(world.clone(), &until, (steps as usize + 3, dt), mover);
                let is_right = found.len() == count
                    && found.iter().all(|(_, at)| (at - time).abs() < 1e-2 * time);
                assert!(
                    is_right,
                    "{case} {mover:?} {which:?} {dt} {steps}: {found:?}, {world:?}"
                );
            }
        }

        // an upward throw with its apex at the end of a step
        let pull = -speed / time;
        let (world, id) = thrown::<T, D>((distance, speed, pull), has_law);
        let until = Until::apex(id, vector::<T, D>(0.0, 1.0));
        for mover in MOVERS {
            let found = events(world.clone(), &until, (steps as usize + 3, dt), mover);
            let is_right = found.len() == 1 && (found[0].1 - time).abs() < 1e-2 * time;
            assert!(
                is_right,
                "{case} {mover:?} apex {dt} {steps}: {found:?}, {world:?}"
            );
        }
    }
}

#[test]
fn an_event_near_the_end_of_a_step_is_told_once() {
    events_near_ends::<f64, 2>(600);
    events_near_ends::<f64, 3>(600);
    events_near_ends::<f32, 2>(600);
    events_near_ends::<f32, 3>(600);
}

/// A body that touches a plane at the end of a step and turns back does not cross it.
#[test]
fn a_touch_at_the_end_of_a_step_is_no_crossing() {
    // y = -(t - 1)²
    let (world, id) = thrown::<f64, 2>((-1.0, 2.0, -2.0), true);
    for which in [Ascending, Descending] {
        let until = Until::crossing(id, Plane::new([0.0, 1.0], 0.0), which);
        let found = events(world.clone(), &until, (1, 1.0), Mover::StepUntil);
        assert_eq!(found, [], "{which:?}");
    }
}

/// A call of zero length leaves the body at its event, which is not reported again.
#[test]
fn no_time_keeps_the_last_event() {
    let waits: [fn(&mut World2, &Until<f64, 2>); 3] = [
        |world, until| assert_eq!(world.step_until(0.0, until), Ok(None)),
        |world, _| world.step(0.0).unwrap(),
        |world, _| assert!(world.advance(0.0, 1e-9).is_ok()),
    ];
    for which in [Any, Ascending] {
        for dt in [0.5, 0.7] {
            for wait in waits {
                let (mut world, id) = thrown::<f64, 2>((-0.5, 1.0, 0.0), true);
                let until = Until::crossing(id, Plane::new([0.0, 1.0], 0.0), which);
                assert!(world.step_until(dt, &until).unwrap().is_some());
                wait(&mut world, &until);
                assert_eq!(world.step_until(dt, &until), Ok(None));
            }
        }
    }
}

/// Checks an event of one long step without a closed form: a shorter step to the time of the event
/// ends at its position. Returns the time \[s\].
#[track_caller]
fn assert_on_the_motion(world: &World2, until: &Until<f64, 2>, dt: f64, case: impl Debug) -> f64 {
    let mut stopped = world.clone();
    let event = stopped.step_until(dt, until).unwrap();
    let event = event.unwrap_or_else(|| panic!("{case:?}: no event"));
    let id = world.ids().next().unwrap();
    let mut stepped = world.clone();
    stepped.step(event.time).unwrap();
    let off = (stepped[id].position - event.position).norm();
    let way = (event.position - world[id].position).norm() + 10.0;
    // the time is rounded, so a part of the displacement is uncertain
    assert!(
        off <= 1e-12 * way,
        "{case:?}: {off:e} m off at {} s",
        event.time
    );
    assert_eq!(stopped[id].position, event.position);
    event.time
}

/// In one step of 5 to 20 s, a fall from 10 m under quadratic drag meets the ground.
#[test]
fn one_long_step_under_drag_meets_the_ground() {
    for drag in [
        0.02, 0.03, 0.05, 0.075, 0.1, 0.125, 0.15, 0.2, 0.225, 0.25, 0.3,
    ] {
        for dt in [5.0, 10.0, 15.0, 20.0] {
            for speed in [0.0, 5.0] {
                let (mut world, id) = thrown::<f64, 2>((10.0, 0.0, -9.81), true);
                world[id].velocity.x = speed;
                world.add_force(QuadraticDrag::coefficient(drag)).unwrap();
                let ground = Plane::new([0.0, 1.0], 0.0);
                for which in [Any, Descending] {
                    let until = Until::crossing(id, ground, which);
                    let time = assert_on_the_motion(&world, &until, dt, (drag, dt, speed));
                    let mut exact = world.clone();
                    let event = exact.advance_until(dt, 1e-9, &until).unwrap();
                    // one increment over 1.5 s is only a rough motion
                    let ratio = time / event.unwrap().time;
                    assert!((0.5..2.0).contains(&ratio), "{drag} {dt}: {ratio}");
                }
            }
        }
    }
}

/// One long step meets the ground in space and in single precision, too.
#[test]
fn one_long_step_meets_the_ground_in_every_world() {
    fn check<T: Real<D> + Float, const D: usize>() {
        for drag in [0.02, 0.05, 0.1, 0.2, 0.3] {
            for (height, dt) in [(10.0, 5.0), (10.0, 20.0), (0.0, 5.0)] {
                let speed = if height == 0.0 { 12.0 } else { 0.0 };
                let (mut world, id) = thrown::<T, D>((height, speed, -9.81), true);
                let drag = QuadraticDrag::coefficient(convert::<f64, T>(drag));
                world.add_force(drag).unwrap();
                let ground = Plane::new(vector::<T, D>(0.0, 1.0), convert(0.0));
                for which in [Any, Descending] {
                    let until = Until::crossing(id, ground, which);
                    let found = events(world.clone(), &until, (1, dt), Mover::StepUntil);
                    assert!(found.len() == 1, "{height} {dt} {which:?}: {found:?}");
                    assert!(found[0].1 > 0.5 && found[0].1 < 5.0, "{found:?}");
                }
            }
        }
    }
    check::<f64, 2>();
    check::<f64, 3>();
    check::<f32, 2>();
    check::<f32, 3>();
}

/// Under every scheme: if the ends of a step are on different sides, the event between them is
/// found.
#[test]
fn no_change_of_sign_over_a_step_is_dropped() {
    let mut random = Pcg64Mcg::seed_from_u64(2);
    let mut counts = [0; 4];
    for case in 0..4000 {
        let scheme = Scheme::ALL[case % Scheme::ALL.len()];
        // some start on the plane
        let (level, height) = ([0.0, 45.3][case % 2], [10.0, 0.0, -3.0][case % 3]);
        let speed = random.random_range(-20.0..20.0);
        let (mut world, id) = thrown::<f64, 2>((level + height, speed, -9.81), true);
        let drag = QuadraticDrag::coefficient(random.random_range(0.01..0.3));
        world.add_force(drag).unwrap();
        world.set_scheme(scheme);
        let dt = random.random_range(0.5..20.0);
        let mut end = world.clone();
        if end.step(dt).is_err() {
            continue;
        }
        let before = if height == 0.0 { speed } else { height };
        let after = end[id].position.y - level;
        let ground = Plane::new([0.0, 1.0], level);
        if before * after < 0.0 {
            let which = if after > 0.0 { Ascending } else { Descending };
            for which in [Any, which] {
                let until = Until::crossing(id, ground, which);
                if height == 0.0 && which == Descending && speed < 0.0 {
                    continue;
                }
                let case = (scheme, case, which);
                let time = assert_on_the_motion(&world, &until, dt, case);
                assert!(time > 0.0 && time <= dt, "{case:?}: {time}");
            }
            counts[usize::from(after > 0.0)] += 1;
        }
        if speed > 0.0 && end[id].velocity.y < 0.0 {
            let until = Until::apex(id, [0.0, 1.0]);
            assert_on_the_motion(&world, &until, dt, (scheme, case, "apex"));
            counts[2] += 1;
        }
        let sphere = Sphere::new([0.0, level + height], 2.0);
        if (end[id].position - sphere.center).norm() > 2.0 {
            let until = Until::sphere(id, sphere, Ascending);
            assert_on_the_motion(&world, &until, dt, (scheme, case, "leaving"));
            counts[3] += 1;
        }
    }
    assert!(counts.iter().all(|count| *count > 30), "{counts:?}");
}

/// A throw under quadratic drag enters a circle and leaves it under every scheme, at the times
/// found by bisection of the length of the step.
#[test]
fn spheres_are_entered_and_left_when_steps_end_on_them() {
    let sphere = Sphere::new([10.0, 8.0], 3.0);
    for (scheme, which) in Scheme::ALL
        .into_iter()
        .flat_map(|scheme| [(scheme, Descending), (scheme, Ascending), (scheme, Any)])
    {
        let (mut world, id) = thrown::<f64, 2>((0.0, 15.0, -9.81), true);
        world[id].velocity.x = 12.0;
        world.add_force(QuadraticDrag::coefficient(0.02)).unwrap();
        world.set_scheme(scheme);
        let until = Until::sphere(id, sphere, which);
        let (dt, mut count) = (0.1, 0);
        while world.time() < 3.0 {
            let before = world.clone();
            let outside = |time: f64| {
                let mut world = before.clone();
                world.step(time).unwrap();
                (world[id].position - sphere.center).norm() - sphere.radius
            };
            let event = world.step_until(dt, &until).unwrap();
            let (start, end) = (outside(0.0), outside(dt));
            let is_waited_for = match which {
                Any => true,
                Ascending => end > 0.0,
                Descending => end < 0.0,
            };
            // a step from an event starts on the circle
            let changes = start.abs() > 1e-9 && start * end < 0.0;
            assert_eq!(
                event.is_some(),
                changes && is_waited_for,
                "{scheme} {which:?}"
            );
            let Some(event) = event else { continue };
            let (mut from, mut to) = (0.0, dt);
            while to - from > 1e-15 {
                let middle = 0.5 * (from + to);
                let half = if outside(middle) * end > 0.0 {
                    &mut to
                } else {
                    &mut from
                };
                *half = middle;
            }
            assert!(
                (event.time - to).abs() < 1e-13,
                "{scheme} {which:?}: {event:?} {to}"
            );
            count += 1;
        }
        assert_eq!(
            count,
            if which == Any { 2 } else { 1 },
            "{scheme} {which:?}"
        );
    }
}

/// A found event is a crossing in the direction that is waited for.
#[test]
fn a_long_step_does_not_take_one_crossing_for_another() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let mut count = 0;
    for case in 0..4000 {
        let (mut world, id) = thrown::<f64, 2>((0.0, 0.0, -9.81), true);
        world[id].position.y = random.random_range(-10.0..10.0);
        world[id].velocity.y = random.random_range(-5.0..30.0);
        let drag = QuadraticDrag::coefficient(random.random_range(0.001..0.3));
        world.add_force(drag).unwrap();
        let dt = random.random_range(0.5..20.0);
        for which in [Ascending, Descending] {
            let until = Until::crossing(id, Plane::new([0.0, 1.0], 0.0), which);
            let Some(event) = world.clone().step_until(dt, &until).unwrap() else {
                continue;
            };
            count += 1;
            let height_at = |time: f64| {
                let mut world = world.clone();
                world.step(time).unwrap();
                world[id].position.y
            };
            let around = [1.0 - 1e-9, 1.0 + 1e-9].map(|part| height_at(part * event.time));
            let rises = around[1] > around[0];
            assert_eq!(rises, which == Ascending, "{case}: {event:?}");
        }
    }
    assert!(count > 100, "{count}");
}

/// A body that slows down without turning back has no apex, and no event is reported.
#[test]
fn what_slows_down_without_turning_has_no_apex() {
    let mut world = World2::new();
    let id = world
        .add_body(Body2::point(1.0).moving([0.0, 1.0]))
        .unwrap();
    world.add_force(kinstep::LinearDrag::rate(100.0)).unwrap();
    let until = Until::apex(id, [0.0, 1.0]);
    for _ in 0..20 {
        assert_eq!(world.step_until(1.0, &until), Ok(None));
    }
}
