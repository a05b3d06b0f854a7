//! The steps of an advance allocate nothing: an advance ten times as long allocates no more.

use kinstep::nalgebra::Vector2;
use kinstep::{
    Body2, Body3, ForceField, Inertia, LinearDrag, QuadraticDrag, Spring, Torque, World2, World3,
};

use crate::gravity;
use truths::build::Build;
use truths::sixteen::all;

/// Number of allocations in `call`.
fn count(call: impl FnOnce()) -> u64 {
    allocation_counter::measure(call).count_total
}

#[test]
fn an_advance_does_not_allocate() {
    for problem in all() {
        let mut world = problem.world.clone();
        let duration = 0.05 * problem.duration;
        let calls = [(1.0, 1e-8), (10.0, 1e-8), (1.0, 1e-11), (-0.01, 1e-5)];
        let run = |world: &mut World2| {
            calls.map(|(factor, tolerance)| {
                count(|| {
                    world.advance(factor * duration, tolerance).unwrap();
                })
            })
        };
        // the first run allocates, and so does the first trial of collocation; otherwise nothing is
        // counted
        let [grown, ..] = run(&mut world);
        assert!(grown > 0 || problem.number == 13, "{}", problem.name);
        world.clone_from(&problem.world);
        world.advance(1e-3 * duration, 1e-8).unwrap();
        assert_eq!(run(&mut world), [0; 4], "{}", problem.name);
        // dense output has memory of its own, which does not grow with the number of steps
        let id = problem.bodies[0];
        let mut looks = |duration: f64| {
            let look = |stretch: &mut kinstep::DenseOutput<'_, '_, f64, 2>| {
                let middle = 0.5 * (stretch.start() + stretch.end());
                assert!(stretch.body(id, middle).is_some());
            };
            count(|| {
                world.advance_with(duration, 1e-8, look).unwrap();
            })
        };
        let [_, short, long] = [1.0, 1.0, 10.0].map(|factor| looks(factor * duration));
        println!("{:2} {short} {long}", problem.number);
        // a first trial of collocation allocates
        assert!(long <= short + 16, "{}: {short} {long}", problem.name);
    }
}

/// An advance of bodies that rotate, are linked or were changed allocates nothing.
#[test]
fn an_advance_of_what_turns_does_not_allocate() {
    let mut plane = World2::new();
    plane.pull(gravity());
    plane.pull(QuadraticDrag::coefficient(0.1));
    let plates = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]
        .map(|x| plane.put(Body2::solid(1.0, 0.5).at([x, 0.0])));
    for pair in plates[..6].windows(2) {
        plane.tie([pair[0], pair[1]], Spring::stiffness(500.0).length(1.0));
    }
    let corners = [[0.5, 0.5], [-0.5, 0.5]];
    plane.tie_at([plates[6], plates[7]], corners, Spring::stiffness(30.0));
    let steer = Torque::new(|body: &Body2, _: f64| body.position.x.sin());
    plane.pull_on(plates[8], steer);
    let mut space = World3::new();
    let brick = Body3::solid(2.0, Inertia::cuboid(2.0, [0.2, 0.3, 0.5]));
    let brick = space.put(brick.spinning([1.0, 2.0, 3.0]));
    let slow = Torque::new(|body: &Body3, _: f64| body.spin_angular_momentum() * -0.1);
    space.pull_on(brick, slow);

    plane.advance(0.05, 1e-7).unwrap();
    space.advance(0.05, 1e-7).unwrap();
    for duration in [0.05, 0.5] {
        plane[plates[3]].velocity += Vector2::new(0.1, 0.0);
        plane.apply_force(plates[2], [0.1, 0.2]).unwrap();
        let more = count(|| {
            plane.advance(duration, 1e-7).unwrap();
            space.advance(duration, 1e-7).unwrap();
        });
        assert_eq!(more, 0, "{duration}");
    }
}

/// Memory of an advance with dense output, besides that of the world \[bytes\]: tables are made
/// where collocation is tried, and all bodies share them. Measured: 8.8 and 16.5 MB; 113 MB when
/// each body had tables of its own.
#[test]
fn many_islands_take_little_memory() {
    for (are_alike, most) in [(true, 10e6), (false, 18e6)] {
        let mut world = World2::new();
        for i in 0..2000 {
            let mass = if are_alike {
                1.0
            } else {
                1.0 + 1e-3 * f64::from(i)
            };
            world.put(Body2::point(mass).at([1e-3 * f64::from(i), 1.0]));
        }
        // drag of 1000/s in a wind that depends on the position
        world.pull(LinearDrag::coefficient(1e3));
        world.pull(ForceField::new(|x: &Vector2<f64>, _| {
            Vector2::new((2.0 * x.y).sin(), (3.0 * x.x).cos()) * 1e3
        }));
        let mut radau = 0;
        let [told, peak] = [false, true].map(|is_looked_into| {
            let mut world = world.clone();
            let used = allocation_counter::measure(|| {
                let done = if is_looked_into {
                    world.advance_with(1.0, 1e-6, |_| {})
                } else {
                    world.advance(1.0, 1e-6)
                };
                radau = done.unwrap().radau_steps;
            });
            used.bytes_max as f64
        });
        println!("{told:.2e} {peak:.2e}");
        assert!(radau > 2000, "{radau}");
        assert!(peak < most, "{peak:.2e}");
    }
}
