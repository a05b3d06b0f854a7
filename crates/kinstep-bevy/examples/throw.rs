//! A ball in a Bevy game is drawn where it is, at any frame rate. No renderer is needed to know where it is drawn.
//!
//! ```text
//! cargo run --release -p kinstep-bevy --example throw
//! ```

use std::time::{Duration, Instant};

use bevy_app::{App, Startup};
use bevy_ecs::prelude::*;
use bevy_math::DVec3;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;
use kinstep::trajectory::{LawFlight, Trajectory};
use kinstep::{Body3, LinearDrag, UniformGravity};
use kinstep_bevy::{KinstepPlugin, Physics, Simulated};

/// What the closed form says of the ball.
#[derive(Resource)]
struct Exact(LawFlight<3>);

fn throw(mut physics: ResMut<Physics>, mut commands: Commands) -> Result {
    physics.add_force(UniformGravity::new([0.0, -9.81, 0.0]))?; // m/s²
    physics.add_force(LinearDrag::rate(0.2).in_wind([3.0, 0.0, 0.0]))?; // 1/s, m/s
    let ball = Body3::point(0.145)
        .at([0.0, 1.5, 0.0])
        .moving([30.0, 8.0, 2.0]);
    let ball = physics.add_body(ball)?;
    commands.insert_resource(Exact(physics.trajectory(ball)?));
    commands.spawn(Simulated(ball));
    Ok(())
}

/// Plays 3 s at so many frames a second. Returns the number of steps, and how far the ball was from where it was drawn and from where
/// the last step left it \[m\], at most.
fn play(rate: u32) -> Result<(u64, [f64; 2])> {
    let mut app = App::new();
    app.add_plugins((TimePlugin, KinstepPlugin))
        .add_systems(Startup, throw);
    let start = Instant::now();
    let mut farthest = [0.0_f64; 2];
    for count in 0..=3 * rate {
        let time = f64::from(count) / f64::from(rate);
        let now = start + Duration::from_secs_f64(time);
        app.insert_resource(TimeUpdateStrategy::ManualInstant(now));
        app.update();

        let world = app.world_mut();
        let (&Simulated(ball), transform) =
            world.query::<(&Simulated, &Transform)>().single(world)?;
        let drawn = transform.translation.as_dvec3();
        let stepped = DVec3::from(world.resource::<Physics>()[ball].position);
        let exact = DVec3::from(world.resource::<Exact>().0.position(time));
        let off = [drawn, stepped].map(|position| position.distance(exact));
        farthest = [0, 1].map(|index| farthest[index].max(off[index]));
    }
    Ok((app.world().resource::<Physics>().steps(), farthest))
}

fn main() -> Result {
    println!(
        "a ball in wind and drag for 3 s, in fixed steps of 1/64 s; how far it is, in metres, from\n"
    );
    println!("frames/s  steps  where it is drawn  where the last step left it");
    for rate in [20, 60, 144] {
        let (steps, [drawn, stepped]) = play(rate)?;
        println!("{rate:8}  {steps:5}  {drawn:17.7}  {stepped:27.7}");
    }
    println!(
        "\na position 70 m away is rounded by up to {:.7} m in f32",
        32.0 * f32::EPSILON
    );
    Ok(())
}
