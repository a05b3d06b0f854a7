//! The memory that a body takes.

use kinstep::{AngularDrag, Body2, BodyId, LinearDrag, UniformGravity, World2};

const COUNT: usize = 100_000;

/// The largest memory for each body \[bytes\] while a world is filled, stepped and read.
fn bytes_each(setup: impl Fn(&mut World2)) -> f64 {
    let measured = allocation_counter::measure(|| {
        let mut world = World2::new();
        let mut ids: Vec<BodyId> = Vec::with_capacity(COUNT);
        for i in 0..COUNT {
            let body = Body2::point(1.0 + (i % 3) as f64).at([i as f64, 0.0]);
            ids.push(world.add_body(body).unwrap());
        }
        world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
        setup(&mut world);
        for _ in 0..10 {
            world.step(0.01).unwrap();
        }
        let sum: f64 = world.body_slice().iter().map(|body| body.position.y).sum();
        assert!(sum < 0.0 && world[ids[1]].position.y < 0.0);
        for _ in 0..10 {
            world.step(0.01).unwrap();
        }
    });
    measured.bytes_max as f64 / COUNT as f64
}

/// This includes the id that the user keeps.
#[test]
fn a_point_in_the_plane_takes_no_more_than_176_bytes() {
    let measured = bytes_each(|world| {
        world.add_force(LinearDrag::rate(0.1)).unwrap();
    });
    println!("gravity and drag: {measured} bytes for each body");
    assert!(measured <= 176.0, "{measured}");
}

#[test]
fn a_point_that_is_kicked_takes_no_more_than_a_second_state_besides() {
    let measured = bytes_each(|world| {
        (world.add_force(|body: &Body2, _: f64| -body.velocity * body.velocity.norm())).unwrap();
    });
    println!("gravity and a closure: {measured} bytes for each body");
    assert!(measured <= 210.0, "{measured}");
}

#[test]
fn laws_by_mass_take_little_more() {
    let measured = bytes_each(|world| {
        world.add_force(LinearDrag::coefficient(0.1)).unwrap();
    });
    println!("gravity and drag by mass: {measured} bytes for each body");
    assert!(measured <= 180.0, "{measured}");
}

/// Data that was computed for a torque is released with the torque.
#[test]
fn torques_that_come_and_go_leave_nothing() {
    let most = |rounds: u32| {
        allocation_counter::measure(|| {
            let mut world = World2::new();
            world.add_body(Body2::solid(1.0, 2.0)).unwrap();
            let drag = world.add_force(AngularDrag::rate(1.0)).unwrap();
            for round in 1..=rounds {
                let rate = 1.0 / f64::from(round);
                world.replace_force(drag, AngularDrag::rate(rate)).unwrap();
                world.step(0.01).unwrap();
            }
        })
        .bytes_max
    };
    assert_eq!(most(1000), most(10));
}
