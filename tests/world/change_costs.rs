//! What a question about one body, and a change of one force or body, cost where there are many others.

use std::time::Duration;

use kinstep::{
    Body2, BodyId, ForceId, LinearDrag, QuadraticDrag, Spring, Thruster, UniformGravity, World2,
};

use truths::effort::Effort;

const MANY: usize = 20_000;

/// A crowd of bodies with two own forces each, and gravity: points on springs in the air, every fourth one a solid with
/// an engine in quadratic air.
struct Crowd {
    world: World2,
    bodies: Vec<BodyId>,
    springs: Vec<ForceId>,
}

impl Crowd {
    fn new(count: usize) -> Self {
        let mut crowd = Self {
            world: World2::new(),
            bodies: Vec::new(),
            springs: Vec::new(),
        };
        let gravity = UniformGravity::new([0.0, -9.81]);
        crowd.world.add_force(gravity).unwrap();
        for _ in 0..count {
            crowd.add();
        }
        crowd.world.step(0.01).unwrap();
        crowd
    }

    fn add(&mut self) {
        let (world, index) = (&mut self.world, self.bodies.len());
        let place = [index as f64, 0.0];
        let is_solid = index % 4 == 3;
        let body = if is_solid {
            world.add_body(Body2::solid(1.0, 2.0).at(place))
        } else {
            world.add_body(Body2::point(1.0).at(place))
        };
        let body = body.unwrap();
        let spring = Spring::stiffness(2.0).anchored_at(place);
        self.springs.push(world.add_force_on(body, spring).unwrap());
        if is_solid {
            let air = QuadraticDrag::coefficient(0.1);
            world.add_force_on(body, air).unwrap();
            let engine = Thruster::new([0.0, 1.0]).mounted_at([0.1, 0.0]);
            world.add_force_on(body, engine).unwrap();
        } else {
            let air = LinearDrag::rate(0.1);
            world.add_force_on(body, air).unwrap();
        }
        self.bodies.push(body);
    }
}

/// Seconds for each call, of so many that the clock tells them.
fn each(mut call: impl FnMut(usize)) -> f64 {
    let (begun, mut calls) = (Effort::begin(), 0);
    loop {
        (0..10).for_each(|more| call(calls + more));
        calls += 10;
        let spent = begun.spent();
        if spent > Duration::from_millis(40) {
            return spent.as_secs_f64() / calls as f64;
        }
    }
}

/// Fails if a call costs much more in a large crowd than in a small one. Memory that is not in a cache may cost some times more, a
/// pass over all bodies thousands of times.
fn check_is_flat(name: &str, cost: impl Fn(usize) -> f64) {
    let (few, many) = (cost(100), cost(MANY));
    println!("{name}: {few:e} s of 100, {many:e} s of {MANY}");
    assert!(many < 20.0 * few, "{name}: {few:e} s, {many:e} s");
}

#[test]
fn a_trajectory_costs_what_the_forces_on_its_body_cost() {
    check_is_flat("trajectory", |count| {
        let crowd = Crowd::new(count);
        each(|call| {
            // every fourth body has an engine, which has no law
            let body = crowd.bodies[call * 4 % count];
            assert!(crowd.world.trajectory(body).is_ok());
        })
    });
}

#[test]
fn a_body_is_removed_at_the_cost_of_its_own_forces() {
    check_is_flat("remove_body and add_body", |count| {
        let mut crowd = Crowd::new(count);
        each(|call| {
            let body = crowd.bodies.swap_remove(call * 7 % count);
            crowd.world.remove_body(body).unwrap();
            crowd.add();
        })
    });
}

/// A step after a change costs no more than the step itself: what was worked out for other bodies is kept.
#[test]
fn a_change_leaves_what_is_known_of_others() {
    type Change = fn(&mut Crowd, usize);
    let changes: [(&str, Change); 4] = [
        ("replace_force", |crowd, frame| {
            let spring = Spring::stiffness(3.0 + frame as f64);
            let force = crowd.springs[frame * 1001 % MANY];
            crowd.world.replace_force(force, spring).unwrap();
        }),
        ("add_force_on and remove_force", |crowd, frame| {
            let body = crowd.bodies[frame * 1001 % MANY];
            let air = QuadraticDrag::coefficient(0.2);
            let force = crowd.world.add_force_on(body, air).unwrap();
            if frame % 2 == 1 {
                crowd.world.remove_force(force).unwrap();
            }
        }),
        ("remove_body", |crowd, frame| {
            let body = crowd.bodies.swap_remove(frame * 1001 % 10_000);
            crowd.world.remove_body(body).unwrap();
        }),
        ("add_body", |crowd, _| crowd.add()),
    ];
    for (name, change) in changes {
        let mut crowd = Crowd::new(MANY);
        let mut frame = 0;
        let mut time = |crowd: &mut Crowd, changes: bool| {
            frame += 1;
            let begun = Effort::begin();
            if changes {
                change(crowd, frame);
            }
            crowd.world.step(0.01).unwrap();
            begun.spent()
        };
        let (mut plain, mut changed) = (Duration::ZERO, Duration::ZERO);
        for _ in 0..20 {
            plain += time(&mut crowd, false);
            changed += time(&mut crowd, true);
        }
        println!("{name}: 20 steps {plain:?}, each with the change {changed:?}");
        assert!(changed < plain * 2, "{name}: {plain:?}, {changed:?}");
    }
}
