//! A step allocates nothing once the world has its shape, and a planner allocates nothing at all.

use kinstep::contact::Contact;
use kinstep::nalgebra::Vector2;
use kinstep::trajectory::Plane;
use kinstep::{
    AngularDrag, Body2, ForceField, LinearDrag, Mounted, MutualGravity, PointGravity,
    QuadraticDrag, Scheme, Spring, Thruster, UniformGravity, World2,
};
use kinstep_flight::Ballistics;
use kinstep_flight::aim::Plan;

#[test]
fn a_step_does_not_allocate() {
    for scheme in Scheme::ALL {
        let mut world = World2::new();
        world.set_scheme(scheme);
        world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
        (world.add_force(LinearDrag::coefficient(0.2).in_wind([3.0, 0.0]))).unwrap();
        world.add_force(QuadraticDrag::coefficient(0.01)).unwrap();
        (world.add_force(ForceField::new(|x: &Vector2<f64>, _| x.map(f64::sin)))).unwrap();
        let bodies: Vec<_> = (0..100)
            .map(|i| (world.add_body(Body2::point(1.0 + f64::from(i % 7)))).unwrap())
            .collect();
        for pair in bodies.windows(2) {
            (world.add_link(pair[0], pair[1], Spring::stiffness(3.0))).unwrap();
        }
        (world.add_force_on(bodies[0], |body: &Body2, _: f64| -body.velocity)).unwrap();

        world[bodies[4]].mass *= 0.99; // fuel is burnt: this body has a law of its own
        let grown = allocation_counter::measure(|| world.step(0.01).unwrap());
        assert!(
            grown.count_total > 0,
            "the first step makes room, or nothing is counted"
        );

        for dt in [0.01, 0.01, -0.02, 1e-9] {
            world[bodies[3]].velocity.x += 1.0;
            world[bodies[4]].mass *= 0.99;
            let step = allocation_counter::measure(|| world.step(dt).unwrap());
            assert_eq!(step.count_total, 0, "{scheme}, dt = {dt}");
        }
    }
}

/// A step of bodies that bounce, slide, roll and rest on planes allocates only room for more
/// contacts than in any step before, and for more than twenty.
#[test]
fn a_step_on_the_ground_does_not_allocate() {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    world.add_force(LinearDrag::rate(0.1)).unwrap();
    let contact = Contact::new(0.8).with_friction(0.3).with_rolling(0.01);
    (world.add_surface(Plane::new([0.0, 1.0], 0.0), contact)).unwrap();
    for i in 0..8 {
        let i = f64::from(i);
        let body = Body2::solid(1.0, 0.005).round(0.01 * i);
        let body = body.at([i, 0.2 * (1.0 + i % 3.0)]).moving([3.0, i - 5.0]);
        world.add_body(body).unwrap();
    }
    for _ in 0..100 {
        world.step(0.02).unwrap();
    }
    let (mut contacts, mut allocations) = (0, 0);
    for _ in 0..400 {
        let step = allocation_counter::measure(|| world.step(0.02).unwrap());
        contacts += world.contacts().len();
        allocations += step.count_total;
    }
    println!("{allocations} allocations, {contacts} contacts");
    assert!(
        contacts > 50 && allocations < 10,
        "{allocations} {contacts}"
    );
}

/// A step of bodies that rotate, carry engines or orbit each other allocates nothing.
#[test]
fn a_step_of_what_turns_does_not_allocate() {
    for scheme in Scheme::ALL {
        let mut world = World2::new();
        world.set_scheme(scheme);
        world.add_force(UniformGravity::new([0.0, -1.62])).unwrap();
        world.add_force(AngularDrag::rate(0.1)).unwrap();
        let bodies: Vec<_> = (0..20_u8)
            .map(|i| {
                let body = Body2::solid(1.0, 0.5).at([f64::from(i), 0.0]);
                world.add_body(body.spinning(f64::from(i))).unwrap()
            })
            .collect();
        let engine = Thruster::new([0.0, 3.0]).mounted_at([0.1, 0.0]);
        world.add_force_on(bodies[0], engine).unwrap();
        let spring = Mounted::new(Spring::stiffness(2.0), [0.5, 0.5]);
        world.add_force_on(bodies[1], spring).unwrap();
        (world.add_link(bodies[2], bodies[3], PointGravity::new(1.0))).unwrap();
        world
            .add_force(MutualGravity::new(0.1).softened(0.2))
            .unwrap();
        (world.add_force_on(bodies[4], PointGravity::new(20.0))).unwrap();
        let spring = Spring::stiffness(3.0).damping(0.1);
        (world.add_link_at(bodies[4], [0.0, 0.3], bodies[5], [-0.3, 0.0], spring)).unwrap();
        world.step(0.01).unwrap();
        for dt in [0.01, 0.01, -0.02, 1e-9] {
            for &body in &bodies[..5] {
                world[body].velocity.x += 0.01;
            }
            let step = allocation_counter::measure(|| world.step(dt).unwrap());
            assert_eq!(step.count_total, 0, "{scheme}, dt = {dt}");
        }
    }
}

#[test]
fn a_plan_does_not_allocate() {
    let air = Ballistics::<2>::new([0.0, -9.81])
        .with_drag_rate(0.3)
        .with_wind([2.0, 0.5]);
    let plans = [
        Plan::Time(2.0),
        Plan::StraightLineSpeed(20.0),
        Plan::Speed(25.0),
        Plan::Speed(1.0),
        Plan::LeastSpeed,
        Plan::Through([10.0, 9.0].into()),
        Plan::Touching(Plane::new([0.1, 1.0], 15.0)),
        Plan::Apex(12.0),
        Plan::ArcHeight(5.0),
        Plan::Curviness(0.3),
        Plan::Slope(0.8),
        Plan::ArrivalSlope(-0.8),
        Plan::ClimbSpeed(12.0),
        Plan::Lob(0.5),
    ];
    let (from, target) = ([0.0, 1.0], [20.0, 3.0]);
    for aim in [air.aim(from, target), air.rational().aim(from, target)] {
        for aim in [aim, aim.moving([1.0, 0.5]).accelerating([0.1, 0.0])] {
            for plan in &plans {
                let counted = allocation_counter::measure(|| {
                    let _ = core::hint::black_box(aim.hits(plan));
                });
                assert_eq!(counted.count_total, 0, "{plan:?}");
            }
            let counted = allocation_counter::measure(|| {
                let _ = core::hint::black_box(aim.clearing(&[[5.0, 6.0], [10.0, 9.0]]));
                let _ = core::hint::black_box(aim.attempt(3.0));
            });
            assert_eq!(counted.count_total, 0);
        }
    }
}

/// A step of bodies tied by links and rods allocates nothing, also with another length.
#[test]
fn a_step_of_networks_and_rods_does_not_allocate() {
    let dts = [0.01, 0.01, -0.02, 1e-3];
    for (scheme, couples) in [
        (Scheme::FlowKick, false),
        (Scheme::FlowKick4, false),
        (Scheme::FlowKick, true),
        (Scheme::FlowKick4, true),
        (Scheme::WeakKick, true),
    ] {
        let mut world = World2::new();
        world.set_scheme(scheme);
        world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
        let bodies: Vec<_> = (0..24_u8)
            .map(|i| {
                let place = [f64::from(i % 12), f64::from(i / 12)];
                world.add_body(Body2::point(1.0).at(place)).unwrap()
            })
            .collect();
        // springs and rods, each with a kick on one body
        let (springs, rods) = bodies.split_at(12);
        for (i, pair) in springs.windows(2).enumerate() {
            let damping = if couples { i as f64 } else { 1.0 };
            let spring = Spring::stiffness(100.0).damping(damping);
            world.add_link(pair[0], pair[1], spring).unwrap();
        }
        for pair in rods.windows(2) {
            let rod = Spring::stiffness(1e5).length(1.0);
            world.add_link(pair[0], pair[1], rod).unwrap();
        }
        for kicked in [springs[3], rods[3]] {
            let field = ForceField::new(|x: &Vector2<f64>, _| x.map(f64::sin));
            world.add_force_on(kicked, field).unwrap();
        }
        for pushed in [springs[0], rods[0]] {
            world.apply_force(pushed, [0.1, 0.0]).unwrap();
        }
        world.step(dts[0]).unwrap();
        for dt in dts {
            for written in [springs[0], rods[0]] {
                world[written].velocity.x += 0.1;
                world.apply_force(written, [0.1, 0.0]).unwrap();
            }
            let step = allocation_counter::measure(|| world.step(dt).unwrap());
            assert_eq!(step.count_total, 0, "{scheme}, {couples}, dt = {dt}");
        }
    }
}
