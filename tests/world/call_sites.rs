//! The crate as it is written by those who use it: every call of the guide, and that it does what it
//! says.

use kinstep::aim::{AimError, Launch, Plan};
use kinstep::ballistics::{
    Ballistics, Crossing, EngineStep, Event, Flight, Plane, Terrain, Trajectory, Until,
};
use kinstep::diagnostics::{Drift, DriftKind, compare_schemes};
use kinstep::nalgebra::UnitQuaternion;
use kinstep::nalgebra::Vector3;
use kinstep::{
    AngularDrag, Body, Body2, Body3, BodyId, ConstantForce, Energy, ForceId, Inertia, LinearDrag,
    LinearLaw, MagneticField, PointGravity, QuadraticDrag, RotatingFrame, Scheme, Spring, Swarm,
    Swarm3, Thruster, UniformGravity, World, World2, World3,
};

#[test]
fn a_world_is_built_stepped_and_changed() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World3::new();
    let gravity = world.add_force(UniformGravity::new([0.0, -9.81, 0.0]))?;
    world.add_force(LinearDrag::rate(0.2).in_wind([3.0, 0.0, 0.0]))?;
    let ball = world.add_body(
        Body3::point(0.145)
            .at([0.0, 1.5, 0.0])
            .moving([30.0, 8.0, 0.0]),
    )?;
    world.add_force_on(
        ball,
        Spring::stiffness(40.0)
            .damping(0.5)
            .anchored_at([0.0, 2.0, 0.0]),
    )?;
    world.add_force_on(ball, ConstantForce::new([0.0, 0.5, 0.0]))?;
    let other = world.add_body(Body3::point(2.0))?;
    world.add_link(ball, other, Spring::stiffness(12.0))?;
    world.add_force_on(other, |body: &Body3, _time: f64| body.position * -3.0)?;
    world.step(1.0 / 60.0)?;
    let height = world[ball].position.y;
    assert!(height > 1.5 && height < 1.7, "{height}");

    world.set_scheme(Scheme::SymplecticEuler);
    for scheme in Scheme::ALL {
        let mut copy = world.clone();
        copy.set_scheme(scheme);
        copy.step(1e-3)?;
        // whatever the scheme, a millisecond is short
        assert!(
            (copy[ball].position - world[ball].position).norm() < 0.04,
            "{scheme}"
        );
    }
    world.replace_force(gravity, UniformGravity::new([0.0, -1.62, 0.0]))?;
    world.remove_force(gravity)?;
    world.remove_body(other)?;
    world[ball].velocity.y += 5.0;
    world.apply_impulse(ball, [0.0, 1.0, 0.0])?;
    world.apply_force(ball, [0.0, 2.0, 0.0])?;
    world.step(-0.5)?;

    assert_eq!((world.time(), world.steps()), (1.0 / 60.0 - 0.5, 2));
    assert_eq!(world.body(ball), Some(&world.body_slice()[0]));
    assert_eq!(world.body(other), None);
    assert_eq!(world.ids().collect::<Vec<BodyId>>(), [ball]);

    let energy: Energy<f64> = world.energy();
    assert_eq!(energy.total(), energy.kinetic + energy.potential);
    assert_eq!(world.momentum(), world[ball].momentum());
    assert_eq!(world.angular_momentum(), world[ball].angular_momentum());
    assert_eq!(world.center_of_mass(), Some(world[ball].position));
    Ok(())
}

#[test]
fn every_number_type_and_dimension_is_written_alike() -> Result<(), Box<dyn std::error::Error>> {
    let mut flat: World2 = World::new();
    let mut single = World::<f32, 2>::new();
    let mut single_space = World::<f32, 3>::new();
    let a = flat.add_body(Body2::point(1.0).moving([1.0, 2.0]))?;
    let b = single.add_body(Body::point(1.0).moving([1.0, 2.0]))?;
    let c = single_space.add_body(Body::point(1.0).moving([1.0, 2.0, 0.0]))?;
    flat.add_force(QuadraticDrag::coefficient(0.3).in_wind([2.0, 0.0]))?;
    single.add_force(QuadraticDrag::coefficient(0.3).in_wind([2.0, 0.0]))?;
    let drag: ForceId =
        single_space.add_force(QuadraticDrag::coefficient(0.3).in_wind([2.0, 0.0, 0.0]))?;
    flat.step(0.5)?;
    single.step(0.5)?;
    single_space.step(0.5)?;
    single_space.remove_force(drag)?;
    let truth = flat[a].position;
    assert!((single[b].position.cast::<f64>() - truth).norm() < 2e-7);
    assert!((single_space[c].position.xy().cast::<f64>() - truth).norm() < 2e-7);
    Ok(())
}

#[test]
fn rigid_bodies_turn_and_are_pushed() -> Result<(), Box<dyn std::error::Error>> {
    let orientation = UnitQuaternion::from_euler_angles(0.1, -0.4, 2.0);
    let book = Body3::solid(1.2, Inertia::cuboid(1.2, [0.03, 0.15, 0.22]))
        .turned(orientation)
        .spinning([0.01, 6.0, 0.02]);
    assert_eq!(book.orientation(), orientation);
    assert!((book.angular_velocity() - Vector3::new(0.01, 6.0, 0.02)).norm() < 1e-14);
    assert_eq!(book.angular_momentum(), book.spin_angular_momentum());
    let same = Inertia::principal(Inertia::cuboid(1.2, [0.03, 0.15, 0.22]).moments());
    assert_eq!(Body3::solid(1.2, same).inertia(), book.inertia());

    let mut world = World3::new();
    world.add_force(AngularDrag::rate(0.1))?;
    let book_id = world.add_body(book)?;
    world.step(1.0)?;
    assert!(
        (world[book_id].angular_momentum().norm() / book.spin_angular_momentum().norm()).ln() + 0.1
            < 1e-15
    );
    world[book_id].set_angular_velocity([0.0, 0.0, 1.0]);
    assert!((world[book_id].angular_velocity() - Vector3::z()).norm() < 1e-15);

    let mut world = World2::new();
    let lander = Body2::solid(1500.0, 4000.0)
        .at([0.0, 900.0])
        .turned(0.2)
        .spinning(0.0);
    let lander = world.add_body(lander)?;
    world.add_force_on(
        lander,
        Thruster::new([0.0, 45_000.0])
            .mounted_at([0.5, -1.0])
            .throttled(0.7),
    )?;
    world.add_force(AngularDrag::rate(0.1))?;
    world.step(0.1)?;
    // 0.5 m × 31.5 kN turns it left, and the push was along its axis
    assert!(world[lander].angular_velocity() > 0.38);
    assert!(world[lander].velocity.y > 2.0 && world[lander].velocity.x < -0.4);
    Ok(())
}

#[test]
fn fields_join_the_law() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World3::new();
    world.add_force(MagneticField::new([0.0, 0.0, 1.5]))?;
    world.add_force(RotatingFrame::new([0.0, 0.0, 7.292e-5]))?;
    let ion = world.add_body(Body3::point(1.0).moving([2.0, 0.0, 1.0]))?;
    world.step(3600.0)?;
    assert!(world.is_linear());
    assert!(world[ion].position.xy().norm() < 4.0);

    let mut world = World3::new();
    world.add_force(PointGravity::new(3.986e14).centered_at([0.0; 3]))?;
    let satellite = Body3::point(500.0)
        .at([7.0e6, 0.0, 0.0])
        .moving([0.0, 7.6e3, 0.0]);
    let id = world.add_body(satellite)?;
    world.step(60_000.0)?;
    assert!(world[id].position.norm() < 7.6e6);
    Ok(())
}

#[test]
fn laws_add() {
    let law = LinearLaw::gravity([0.0, -9.81, 0.0]) + LinearLaw::drag(0.1).in_wind([3.0, 0.0, 0.0]);
    assert_eq!(law.constant.x, 0.1 * 3.0);
    assert_eq!((law.damping, law.stiffness_per_mass), (0.1, 0.0));
    let sum: LinearLaw<f64, 3> = [law, LinearLaw::spring(4.0)].into_iter().sum();
    assert_eq!(sum.stiffness_per_mass, 4.0);
}

#[test]
fn a_world_knows_how_good_it_is() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World2::new();
    world.add_body(Body2::point(1.0).at([1.0, 0.0]))?;
    world.add_force(Spring::stiffness(4.0))?;
    let (dt, steps) = (1.0 / 60.0, 200);

    let mut drift = Drift::new();
    for _ in 0..steps {
        world.step(dt)?;
        drift.record(world.time(), world.energy().total());
    }
    let report = drift.report()?;
    assert_eq!(report.kind, DriftKind::Rounding);
    assert!(report.rate.abs() < 1e-15 && report.rate_error < 1e-15);
    assert!(report.amplitude <= report.worst && report.worst < 1e-14);

    let table = compare_schemes(&world, dt, steps, &Scheme::ALL)?;
    assert_eq!(table.runs.len(), Scheme::ALL.len());
    for run in &table.runs {
        assert!(run.position_error < 0.5 && run.energy_error.abs() < 0.5);
        assert!(run.phase_error.is_some_and(|phase| phase.abs() < 0.5));
    }
    Ok(())
}

#[test]
fn flights_are_asked_where_and_when() -> Result<(), Box<dyn std::error::Error>> {
    let air = Ballistics::new([0.0, -9.81, 0.0])
        .with_terminal_speed(35.0)
        .with_wind([3.0, 0.0, 0.0]);
    let flight: Flight<f64, 3> = air.launch([0.0, 1.5, 0.0], [30.0, 8.0, 0.0]);
    let [x, v, a] = [
        flight.position(2.0),
        flight.velocity(2.0),
        flight.acceleration(2.0),
    ];
    let rate = 9.81 / 35.0;
    assert!((a - (Vector3::new(3.0 * rate, -9.81, 0.0) - v * rate)).norm() < 1e-14);
    assert!(x.x > 40.0 && x.x < 50.0);

    let top: Event<f64, 3> = flight.apex().ok_or("it rises first")?;
    assert!(top.velocity.y.abs() < 1e-14);
    let level: Plane<f64, 3> = air.level(0.0);
    let landing = flight
        .crossing(&level, Crossing::Descending)
        .ok_or("it falls in the end")?;
    assert_eq!(landing.position.y, 0.0);
    assert!(landing.time > top.time);

    assert_eq!(flight.sample(0.0, 0.1, 50).len(), 50);
    let last = flight.sample(0.0, 0.1, 50).last().unwrap_or_default();
    assert!((last - flight.position(4.9)).norm() < 1e-13);
    let nearest = flight.closest_approach([40.0, 0.0, 3.0], 0.0..10.0)?;
    assert!(nearest.distance > 3.0 && nearest.distance < 3.2);
    let terrain = Terrain::new(
        [0.0, 1.0, 0.0],
        |p: &Vector3<f64>| 0.5 * (0.2 * p.x).sin(),
        0.1,
    );
    let contact = flight
        .landing(&terrain, 0.0..60.0)?
        .ok_or("the ground is everywhere")?;
    assert!(terrain.clearance(contact.position).abs() < 1e-12 && contact.casts <= 12);

    let (p0, v0) = ([0.0, 1.5, 0.0], [30.0, 8.0, 0.0]);
    let quick = air.rational().launch(p0, v0);
    assert!(quick.apex().is_some());
    let real = air.quadratic().launch(p0, v0);
    assert!(real.error_bound(3.0) < 1e-6);
    let host = EngineStep::rapier(1.0 / 60.0)
        .substeps(4)
        .damping(0.1)
        .gravity([0.0, -9.81, 0.0])
        .launch(p0, v0);
    assert!((host.after_steps(600).position - host.position(10.0)).norm() < 1e-12);
    let law = LinearLaw::gravity([0.0, -9.81, 0.0]) + LinearLaw::spring(4.0);
    let swing = law.launch(p0, v0);
    assert!(swing.closest_approach(p0, 1.0..10.0)?.distance < 8.0);

    let mut world = World3::new();
    world.add_force(UniformGravity::new([0.0, -9.81, 0.0]))?;
    world.add_force(LinearDrag::rate(rate).in_wind([3.0, 0.0, 0.0]))?;
    let ball = world.add_body(Body3::point(0.145).at(p0).moving(v0))?;
    let path = world.trajectory(ball)?;
    assert!((path.position(2.0) - x).norm() < 1e-13);
    let ground = Until::crossing(ball, level, Crossing::Descending);
    let event = world
        .step_until(10.0, &ground)?
        .ok_or("it lands within ten seconds")?;
    assert!((event.time - landing.time).abs() < 1e-14);
    Ok(())
}

#[test]
fn throws_are_planned() -> Result<(), Box<dyn std::error::Error>> {
    let air = Ballistics::new([0.0, -9.81, 0.0])
        .with_terminal_speed(35.0)
        .with_wind([3.0, 0.0, 0.0]);
    let (from, target) = ([0.0, 2.0, 0.0], Vector3::new(40.0, 0.0, 10.0));
    let aim = air.aim(from, target);
    let lands = |launch: &Launch<f64, 3>| {
        let off = air
            .launch(from, launch.velocity)
            .position(launch.time_of_flight)
            - target;
        assert!(
            off.norm() < 1e-12 * (target.norm() + launch.velocity.norm() * launch.time_of_flight)
        );
    };

    let launch = aim.in_time(2.5)?;
    lands(&launch);
    assert_eq!(launch.time_of_flight, 2.5);
    let arcs = aim.at_speed(25.0)?;
    for arc in [arcs.direct, arcs.lofted] {
        lands(&arc);
        assert!((arc.velocity.norm() - 25.0).abs() < 1e-13);
    }
    assert!(arcs.direct.time_of_flight < arcs.lofted.time_of_flight);
    let gentle = aim.with_least_speed()?;
    lands(&gentle);
    assert!(gentle.velocity.norm() < 25.0);
    let error = aim.at_speed(0.9 * gentle.velocity.norm()).unwrap_err();
    assert!(matches!(error, AimError::OutOfRange { .. }), "{error}");

    lands(&aim.at_straight_line_speed(25.0)?);
    let over = aim.through([20.0, 9.0, 5.0])?;
    lands(&over);
    let path = air.launch(from, over.velocity);
    assert!(
        path.closest_approach([20.0, 9.0, 5.0], 0.0..over.time_of_flight)?
            .distance
            < 0.3
    );
    for high in [aim.touching(&air.level(12.0))?, aim.with_apex(12.0)?] {
        lands(&high);
        let top = air.launch(from, high.velocity).apex().ok_or("it rises")?;
        assert!((top.position.y - 12.0).abs() < 1e-12);
    }
    lands(&aim.with_arc_height(6.0)?);
    lands(&aim.with_curviness(0.25)?);
    let steep = aim.at_slope(0.75)?;
    lands(&steep);
    assert!((steep.velocity.y / steep.velocity.xz().norm() - 0.75).abs() < 1e-13);
    let falling = aim.arriving_at_slope(-0.75)?;
    lands(&falling);
    let end = air
        .launch(from, falling.velocity)
        .velocity(falling.time_of_flight);
    assert!((end.y / end.xz().norm() + 0.75).abs() < 1e-13);
    let climbing = aim.with_climb_speed(14.0)?;
    lands(&climbing);
    assert!((climbing.velocity.y - 14.0).abs() < 1e-13);
    let lob = aim.lob(0.5)?;
    lands(&lob);
    assert!((lob.velocity.y - 0.5 * (target - Vector3::from(from)).norm()).abs() < 1e-12);

    // it runs out of reach
    assert!(matches!(
        aim.moving([2.0, 0.0, 0.0]).at_speed(25.0),
        Err(AimError::OutOfRange { least_speed, .. }) if least_speed > 26.9 && least_speed < 27.0
    ));
    let lead = aim.moving([2.0, 0.0, 0.0]).at_speed(30.0)?.direct;
    let met = target + Vector3::x() * (2.0 * lead.time_of_flight);
    let there = air
        .launch(from, lead.velocity)
        .position(lead.time_of_flight);
    assert!((there - met).norm() < 1e-11 && (lead.velocity.norm() - 30.0).abs() < 1e-12);
    aim.moving([2.0, 0.0, 0.0])
        .accelerating([0.0, 0.0, 0.5])
        .with_apex(12.0)?;

    let [p1, p2, p3] = [[10.0, 6.0, 2.5], [20.0, 9.0, 5.0], [30.0, 7.0, 7.5]];
    let clear = aim.clearing(&[p1, p2, p3])?;
    lands(&clear);
    for point in [p1, p2, p3] {
        assert!(aim.through(point)?.time_of_flight <= clear.time_of_flight);
    }

    let quick = air.rational().aim(from, target).at_speed(25.0)?.direct;
    let there = air
        .rational()
        .launch(from, quick.velocity)
        .position(quick.time_of_flight);
    assert!((there - target).norm() < 1e-12);
    for hit in &aim.hits(&Plan::Speed(25.0))? {
        lands(hit);
    }
    Ok(())
}

#[test]
fn many_bodies_move_at_once() -> Result<(), Box<dyn std::error::Error>> {
    let law = LinearLaw::gravity([0.0, -9.81, 0.0]) + LinearLaw::drag(0.1).in_wind([3.0, 0.0, 0.0]);
    let mut swarm: Swarm<f32, 3> = Swarm::with_capacity(1_000_000);
    swarm.push([0.0, 0.0, 0.0], [1.0, 2.0, 3.0])?;
    swarm.step(&law, 1.0 / 60.0)?;
    swarm.step(&law, 50.0)?; // one pass, whatever dt
    let flight = law.launch([0.0, 0.0, 0.0], [1.0, 2.0, 3.0]);
    let after = flight.position(50.0 + 1.0 / 60.0);
    assert!((swarm.positions()[0] - after).norm() < 4.0 * f32::EPSILON * after.norm());
    assert_eq!(swarm.velocities().len(), 1);
    let mut swarm = Swarm3::with_capacity(1);
    swarm.push([0.0; 3], [1.0, 0.0, 0.0])?;
    Ok(())
}
