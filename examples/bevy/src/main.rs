//! A game without a window: a ball thrown in wind and drag, at several frame rates.
//!
//! The world takes the same steps at all of them, and what is drawn is where the ball is at the time of the frame.

use std::time::{Duration, Instant};

use bevy_app::{App, Startup, Update};
use bevy_ecs::prelude::*;
use bevy_math::DVec3;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;
use kinstep::ballistics::{LawFlight, Trajectory};
use kinstep::{Body3, LinearDrag, UniformGravity};
use kinstep_bevy::{KinstepPlugin, Physics, Simulated, StepFailed};

/// How long each game is played \[s\].
const SECONDS: u32 = 3;

/// What the closed form says of the ball.
#[derive(Resource)]
struct Exact(LawFlight<f64, 3>);

fn throw(mut physics: ResMut<Physics>, mut commands: Commands) -> Result {
    physics.add_force(UniformGravity::new([0.0, -9.81, 0.0]))?;
    physics.add_force(LinearDrag::rate(0.2).in_wind([3.0, 0.0, 0.0]))?;
    let from = DVec3::new(0.0, 1.5, 0.0);
    let ball = physics.add_body(Body3::point(0.145).at(from).moving([30.0, 8.0, 2.0]))?;
    commands.insert_resource(Exact(physics.trajectory(ball)?));
    commands.spawn(Simulated(ball));
    Ok(())
}

/// A game says so where a step is refused, and takes the body out that the error names; here none is.
fn tell(mut failures: MessageReader<StepFailed>) {
    for failed in failures.read() {
        eprintln!("{}", failed.error);
    }
}

/// What was drawn in a game.
#[derive(Default)]
struct Played {
    steps: u64,
    last: Transform,
    /// Greatest distance \[m\] of what was drawn from where the ball was.
    drawn: f64,
    /// The same of what the last step left.
    stepped: f64,
}

fn play(rate: u32) -> Option<Played> {
    let mut app = App::new();
    app.add_plugins((TimePlugin, KinstepPlugin))
        .add_systems(Startup, throw)
        .add_systems(Update, tell);
    let start = Instant::now();
    let mut played = Played::default();
    for frame in 0..=rate * SECONDS {
        let seconds = f64::from(frame) / f64::from(rate);
        let now = start + Duration::from_secs_f64(seconds);
        app.insert_resource(TimeUpdateStrategy::ManualInstant(now));
        app.update();

        let world = app.world_mut();
        let mut entities = world.query::<(&Simulated, &Transform)>();
        let (&Simulated(ball), &transform) = entities.single(world).ok()?;
        let exact = world.get_resource::<Exact>()?.0.position(seconds);
        let physics = world.get_resource::<Physics>()?;
        let drawn = transform.translation.as_dvec3() - DVec3::from(exact);
        played.drawn = played.drawn.max(drawn.length());
        played.stepped = played
            .stepped
            .max((physics.body(ball)?.position - exact).norm());
        played.steps = physics.steps();
        played.last = transform;
    }
    Some(played)
}

fn main() {
    clap::command!().get_matches(); // --help
    println!("a ball in wind and drag, {SECONDS} s in fixed steps of 1/64 s; in metres\n");
    println!("frames/s  steps  drawn at last                     off as drawn  off at the steps");
    for rate in [20, 60, 144] {
        let Some(played) = play(rate) else {
            eprintln!("the ball could not be thrown");
            return;
        };
        let [x, y, z] = played.last.translation.to_array();
        println!(
            "{rate:8}  {:5}  {x:9.5} {y:9.5} {z:9.5}  {:18.7}  {:16.7}",
            played.steps, played.drawn, played.stepped
        );
    }
    println!(
        "\na place 70 m away is rounded by up to {:.7} in f32",
        32.0 * f32::EPSILON
    );
}
