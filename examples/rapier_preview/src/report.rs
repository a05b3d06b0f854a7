//! Printed reports: heights step by step, and the closest passes of throws.

use anyhow::{Context, Result};
use kinstep::nalgebra::Vector3;
use kinstep::trajectory::{Crossing, Event, Plane, Trajectory};
use kinstep_flight::Ballistics;
use kinstep_flight::aim::AimError;
use rapier_preview::{Game, RADIUS, Settings};

use crate::throw::{DRONE, FROM, SPEED, Throw};

/// A predicted path.
struct Preview<'a> {
    name: &'static str,
    position: &'a dyn Fn(f64) -> Vector3<f64>,
    /// Maximum distance from the ball's position in the engine \[m\].
    worst: f64,
}

impl<'a> Preview<'a> {
    fn new(name: &'static str, position: &'a dyn Fn(f64) -> Vector3<f64>) -> Self {
        Self {
            name,
            position,
            worst: 0.0,
        }
    }
}

/// Prints one throw: its predicted paths, and the path in Rapier.
pub(crate) fn preview(settings: &Settings) -> Result<()> {
    let throw = Throw::plan(settings)?;
    let dots = settings.told().launch(FROM, throw.velocity);
    let ground = Plane::new([0.0, 1.0, 0.0], f64::from(RADIUS));
    let landing = dots
        .crossing(&ground, Crossing::Descending)
        .context("what is thrown up comes down")?;
    let last = dots.first_step_after(landing.time) - 1;

    let air = Ballistics::new(Settings::gravity());
    let parabola = air.launch(FROM, throw.velocity);
    let drag = air.with_drag_rate(settings.damping.into());
    let drag = drag.launch(FROM, throw.velocity);
    let whole = |time| dots.position(time);
    let textbook = |time| drag.position(time);
    let without = |time| parabola.position(time);
    let mut previews = [
        Preview::new("the engine's rule", &whole),
        Preview::new("exact drag", &textbook),
        Preview::new("parabola", &without),
    ];

    println!(
        "height of a ball at 60 Hz with damping {}/s, in metres\n",
        settings.damping
    );
    println!("  time   Rapier    rule      drag      parabola");
    let mut game = Game::new(settings, FROM, throw.velocity, &DRONE);
    for step in 1..=last {
        game.step();
        let engine = game.ball().cast::<f64>();
        let time = dots.after_steps(step).time;
        for preview in &mut previews {
            let off = ((preview.position)(time) - engine).norm();
            preview.worst = preview.worst.max(off);
        }
        if step % 20 == 0 || step == throw.step || step == last {
            print!("{time:6.3}  {:8.4}", engine.y);
            for preview in &previews {
                print!("  {:8.4}", (preview.position)(time).y);
            }
            if step == throw.step {
                let miss = (game.ball() - game.drone()).norm();
                print!("  and {:.4} mm from the drone", 1e3 * miss);
            }
            println!();
        }
    }
    println!("\ngreatest distance from where the engine had it:");
    for preview in &previews {
        println!("  {:18} {:10.6} m", preview.name, preview.worst);
    }

    lands(&mut game, &landing, last);
    Ok(())
}

/// Prints the ball's position in Rapier after the predicted landing.
fn lands(game: &mut Game, landing: &Event<3>, last: u64) {
    println!(
        "\nit was to land after {:.4} s, {:.3} m away: between steps {last} and {}",
        landing.time,
        landing.position.xz().norm(),
        last + 1
    );
    for _ in 0..2 {
        game.step();
    }
    let rests = game.ball();
    println!(
        "two steps later Rapier has it at height {:.3} m, {:.3} m away: it has met the floor\n",
        rests.y,
        rests.xz().norm()
    );
}

/// Prints how near to the drone the high throw at one speed passes, if it is planned in three ways.
pub(crate) fn passes() -> Result<()> {
    println!(
        "thrown at {SPEED} m/s to hit the drone, Rapier's ball passes it by this much, in metres\n"
    );
    println!("   step  damping  hits after   rule        drag      parabola");
    for dt in [1.0 / 120.0, 1.0 / 60.0, 1.0 / 30.0] {
        for damping in [0.0, 0.1, 0.4] {
            let settings = Settings {
                dt,
                substeps: 4,
                damping,
            };
            let throw = Throw::plan(&settings)?;
            let parabola = Ballistics::new(Settings::gravity());
            let drag = parabola.with_drag_rate(damping.into());
            let planned = [
                throw.velocity,
                without_the_step(&drag)?,
                without_the_step(&parabola)?,
            ];
            print!(
                "1/{:<4.0} s  {damping:3.1} /s  {:8.3} s",
                1.0 / dt,
                throw.step as f64 * f64::from(dt)
            );
            for velocity in planned {
                let mut game = Game::new(&settings, FROM, velocity, &DRONE);
                print!("  {:10.6}", game.closest_pass(2 * throw.step));
            }
            println!();
        }
    }
    Ok(())
}

/// Launch velocity of a hit in this air, planned without the engine's steps.
fn without_the_step(air: &Ballistics<3>) -> Result<Vector3<f64>, AimError> {
    let aim = air.aim(FROM, DRONE.position).moving(DRONE.velocity);
    Ok(aim.at_speed(SPEED)?.lofted.velocity)
}
