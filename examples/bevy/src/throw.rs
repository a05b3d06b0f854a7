//! The game: a ball is thrown in wind and drag. No renderer is needed to know where it is drawn.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use bevy_app::{App, Startup, Update};
use bevy_ecs::error::BevyError;
use bevy_ecs::prelude::{Commands, MessageReader, ResMut, Resource};
use bevy_math::DVec3;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;
use kinstep::ballistics::{LawFlight, Trajectory};
use kinstep::{Body3, ForceError, LinearDrag, UniformGravity};
use kinstep_bevy::{KinstepPlugin, Physics, Simulated, StepFailed};

/// What the closed form says of the ball.
#[derive(Resource)]
struct Exact(LawFlight<3>);

/// Gravity, and drag in wind.
pub(crate) fn add_forces(physics: &mut Physics) -> Result<(), ForceError<f64>> {
    physics.add_force(UniformGravity::new([0.0, -9.81, 0.0]))?; // m/s²
    physics.add_force(LinearDrag::rate(0.2).in_wind([3.0, 0.0, 0.0]))?; // 1/s, m/s
    Ok(())
}

fn throw(mut physics: ResMut<Physics>, mut commands: Commands) -> Result<(), BevyError> {
    add_forces(&mut physics)?;
    let from = DVec3::new(0.0, 1.5, 0.0); // m
    let ball = physics.add_body(Body3::point(0.145).at(from).moving([30.0, 8.0, 2.0]))?;
    commands.insert_resource(Exact(physics.trajectory(ball)?));
    commands.spawn(Simulated(ball));
    Ok(())
}

/// Prints why a step was refused. A game would remove the body that the error names.
pub(crate) fn tell(mut failures: MessageReader<StepFailed>) {
    for failed in failures.read() {
        eprintln!("{}", failed.error);
    }
}

/// Where the ball is at the time of a frame, and where it is drawn in three ways \[m\].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    /// \[s\].
    pub(crate) time: f64,
    /// By the closed form.
    pub(crate) exact: DVec3,
    /// By the `Transform`.
    pub(crate) drawn: DVec3,
    /// After the last step.
    pub(crate) stepped: DVec3,
    /// Between the last two steps, as engines interpolate.
    pub(crate) interpolated: DVec3,
    /// Steps so far.
    pub(crate) steps: u64,
}

/// Plays a game at so many frames a second, and returns all frames.
pub(crate) fn play(rate: u32, seconds: u32) -> Result<Vec<Frame>> {
    let mut app = App::new();
    app.add_plugins((TimePlugin, KinstepPlugin))
        .add_systems(Startup, throw)
        .add_systems(Update, tell);
    let start = Instant::now();
    let mut frames = Vec::new();
    for count in 0..=rate * seconds {
        let time = f64::from(count) / f64::from(rate);
        let now = start + Duration::from_secs_f64(time);
        app.insert_resource(TimeUpdateStrategy::ManualInstant(now));
        app.update();

        let world = app.world_mut();
        let mut entities = world.query::<(&Simulated, &Transform)>();
        let (&Simulated(ball), &transform) = entities.single(world)?;
        let exact = (world.get_resource::<Exact>()).context("the ball was not thrown")?;
        let exact = |time| DVec3::from(exact.0.position(time));
        let fixed = (world.get_resource::<Time<Fixed>>()).context("there is no fixed step")?;
        let physics = (world.get_resource::<Physics>()).context("there is no world")?;
        let body = (physics.body(ball)).context("the ball is gone")?;
        let stepped = DVec3::from(body.position);
        let before = exact((physics.time() - fixed.timestep().as_secs_f64()).max(0.0));
        frames.push(Frame {
            time,
            exact: exact(time),
            drawn: transform.translation.as_dvec3(),
            stepped,
            interpolated: before.lerp(stepped, fixed.overstep_fraction_f64()),
            steps: physics.steps(),
        });
    }
    Ok(frames)
}
