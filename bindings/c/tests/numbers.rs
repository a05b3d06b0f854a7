//! The numbers that C and C# must reproduce to the bit, by the crate itself: a line for each, as hexadecimal bits.

use std::error::Error;

use kinstep::nalgebra::Vector3;
use kinstep::trajectory::{Crossing, Plane, Trajectory};
use kinstep::{
    AngularDrag, Body3, CriticalSpring, DryFriction, Force, Inertia, LinearLaw, PointGravity,
    QuadraticFall, Spring, World3,
};
use kinstep_flight::{Ballistics, EngineStep, QuadraticAir};
use kinstep_swarm::Swarm3;

fn line(name: &str, numbers: impl IntoIterator<Item = f64>) {
    print!("{name}:");
    for number in numbers {
        print!(" {:016X}", number.to_bits());
    }
    println!();
}

fn line_of_state(name: &str, [position, velocity]: [&Vector3<f64>; 2], time: f64) {
    line(name, position.iter().chain(velocity).copied().chain([time]));
}

fn line_of_launch(name: &str, launch: &kinstep_flight::aim::Launch<3>) {
    line(
        name,
        launch
            .velocity
            .iter()
            .copied()
            .chain([launch.time_of_flight]),
    );
}

fn main() -> Result<(), Box<dyn Error>> {
    let down = [0.0, -9.81, 0.0];
    let (from, target, runs) = ([0.0, 2.0, 0.0], [40.0, 0.0, 10.0], [2.0, 0.0, 1.0]);
    let thrown = ([0.0, 1.5, 0.0], [12.0, 9.0, 3.0]);

    // a throw that leads a target
    let air = Ballistics::<3>::new(down)
        .with_terminal_speed(35.0)
        .with_wind([3.0, 0.0, 1.0]);
    let arcs = air.aim(from, target).moving(runs).at_speed(30.0)?;
    line_of_launch("lead", &arcs.direct);
    line_of_launch("lead, lofted", &arcs.lofted);

    // the drag of Unity's rigid bodies
    let unity = EngineStep::unity(0.02).damping(0.5).gravity(down);
    let flight = unity.launch(thrown.0, thrown.1);
    for steps in [1, 50, 1000] {
        let state = flight.after_steps(steps);
        line_of_state("unity", [&state.position, &state.velocity], state.time);
    }
    line_of_launch(
        "unity, lead",
        &unity
            .aim(from, target)
            .moving(runs)
            .earliest_at_speed(45.0)?,
    );

    // events
    let flight = air.launch(thrown.0, thrown.1);
    let top = flight.apex().ok_or("no apex")?;
    line_of_state("apex", [&top.position, &top.velocity], top.time);
    let ground = Plane::new([0.0, 1.0, 0.0], 0.0);
    let landing = flight
        .crossing(&ground, Crossing::Descending)
        .ok_or("no landing")?;
    line_of_state(
        "landing",
        [&landing.position, &landing.velocity],
        landing.time,
    );
    let air = QuadraticAir::<3>::new(down, 0.01);
    let state = air.launch(thrown.0, thrown.1).at(2.0);
    line_of_state("quadratic", [&state.position, &state.velocity], state.time);

    // points by the thousand
    let law = LinearLaw::gravity(down) + LinearLaw::drag(0.1).in_wind([3.0, 0.0, 0.0]);
    let mut swarm = Swarm3::with_capacity(1000);
    for i in 0..1000 {
        swarm.push([0.0, 2.0, 0.0], [0.0, 0.01 * f64::from(i), 1.0])?;
    }
    swarm.step(&law, 1.0 / 60.0)?;
    swarm.step(&law, 60.0)?;
    line_of_state(
        "swarm",
        [&swarm.positions()[999], &swarm.velocities()[999]],
        swarm.time(),
    );
    each_force()
}

/// A body under each force that no scene of `golden.c` has.
fn each_force() -> Result<(), Box<dyn Error>> {
    let mut world = World3::new();
    let anchor = [0.5, 1.0, 1.5];
    let spring: CriticalSpring<f64, 3> = Spring::critically_damped(0.7).anchored_at(anchor);
    let fall = QuadraticFall::new([0.0, -9.0, 1.0]).in_wind([0.0, -1.0, 0.25]);
    let friction = |friction: DryFriction<f64, 3>| {
        (friction.with_linear_drag(0.1).with_quadratic_drag(0.2)).on_surface_moving([0.1, 0.2, 0.3])
    };
    let forces: [Box<dyn Force<f64, 3>>; 9] = [
        Box::new(fall.with_coefficient(0.3)),
        Box::new(fall.with_terminal_speed(20.0)),
        Box::new(spring),
        Box::new(
            Spring::stiffness(30.0)
                .pulls_only()
                .damping(0.2)
                .length(0.4)
                .anchored_at(anchor),
        ),
        Box::new(
            Spring::stiffness(30.0)
                .damping(0.2)
                .length(0.4)
                .anchored_at(anchor),
        ),
        Box::new(friction(DryFriction::force(0.3))),
        Box::new(friction(DryFriction::deceleration(0.3))),
        Box::new(PointGravity::new(2.0).centered_at(anchor)),
        Box::new(AngularDrag::coefficient(0.2)),
    ];
    let inertia = Inertia::cuboid(2.0, [0.1, 0.2, 0.3]);
    for force in forces {
        let body = Body3::solid(2.0, inertia)
            .at([0.0, 0.1, 0.2])
            .moving([1.0, 2.0, 3.0])
            .spinning([0.3, 0.2, 0.1]);
        let id = world.add_body(body)?;
        world.add_force_on(id, force)?;
    }
    for _ in 0..10 {
        world.step(0.05)?;
    }
    for body in world.body_slice() {
        let states = body.position.iter().chain(&body.velocity);
        line("force", states.chain(&body.angular_velocity()).copied());
    }
    Ok(())
}
