//! Rapier throws a grenade; where it will be was known before.
//!
//! A preview that draws a parabola, or the textbook's drag, lies beside the path that the engine then takes. One that
//! asks the engine's own rule lies on it.

use kinstep::ballistics::{Ballistics, Crossing, EngineStep, Plane, Trajectory};
use kinstep::nalgebra::Vector3;
use rapier3d::prelude::*;

const STEP: f32 = 1.0 / 60.0;
const DAMPING: f32 = 0.4;
const GRAVITY: [f32; 3] = [0.0, -9.81, 0.0];
const FROM: [f32; 3] = [0.0, 1.6, 0.0];
const THROWN: [f32; 3] = [14.0, 22.0, 3.0];
/// Of the grenade \[m\]: its centre is as high over the ground when it lands.
const RADIUS: f32 = 0.04;

/// A world with a floor and a grenade.
struct Game {
    world: PhysicsWorld,
    grenade: RigidBodyHandle,
}

impl Game {
    fn new() -> Self {
        let mut world = PhysicsWorld::new();
        world.gravity = Vector::from(GRAVITY);
        world.integration_parameters.dt = STEP;
        let floor =
            ColliderBuilder::cuboid(200.0, 1.0, 200.0).translation(Vector::new(0.0, -1.0, 0.0));
        world.insert_collider(floor, None);
        let body = RigidBodyBuilder::dynamic()
            .translation(Vector::from(FROM))
            .linvel(Vector::from(THROWN))
            .linear_damping(DAMPING)
            .can_sleep(false);
        let (grenade, _) = world.insert(body, ColliderBuilder::ball(RADIUS));
        Self { world, grenade }
    }

    fn step(&mut self) {
        self.world.step();
    }

    fn position(&self) -> Vector3<f32> {
        let at = self.world.bodies[self.grenade].translation();
        Vector3::new(at.x, at.y, at.z)
    }
}
/// How a path is drawn before the throw.
struct Preview<'a> {
    name: &'static str,
    position: &'a dyn Fn(f32) -> Vector3<f32>,
    /// The greatest distance from where the engine had the grenade \[m\].
    worst: f32,
}

impl<'a> Preview<'a> {
    fn new(name: &'static str, position: &'a dyn Fn(f32) -> Vector3<f32>) -> Self {
        Self {
            name,
            position,
            worst: 0.0,
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let host = EngineStep::rapier(STEP).damping(DAMPING).gravity(GRAVITY);
    host.check()?;
    let dots = host.launch(FROM, THROWN);
    let ground = Plane::new([0.0, 1.0, 0.0], RADIUS);
    let landing = dots
        .crossing(&ground, Crossing::Descending)
        .ok_or("what is thrown up comes down")?;
    let last = dots.first_step_after(landing.time) - 1;

    let air = Ballistics::new(GRAVITY);
    let parabola = air.launch(FROM, THROWN);
    let drag = air.with_drag_rate(DAMPING).launch(FROM, THROWN);
    let whole = |time| dots.position(time);
    let without = |time| parabola.position(time);
    let textbook = |time| drag.position(time);
    let mut previews = [
        Preview::new("the engine's rule", &whole),
        Preview::new("exact drag", &textbook),
        Preview::new("parabola", &without),
    ];

    println!("height of a grenade at 60 Hz with damping {DAMPING}/s, in metres\n");
    println!("  time   Rapier    rule      drag      parabola");
    let mut game = Game::new();
    for step in 1..=last {
        game.step();
        let engine = game.position();
        let time = dots.after_steps(step).time;
        for preview in &mut previews {
            let off = ((preview.position)(time) - engine).norm();
            preview.worst = preview.worst.max(off);
        }
        if step % 20 == 0 || step == last {
            print!("{time:6.3}  {:8.4}", engine.y);
            for preview in &previews {
                print!("  {:8.4}", (preview.position)(time).y);
            }
            println!();
        }
    }
    println!("\ngreatest distance from where the engine had it:");
    for preview in &previews {
        println!("  {:18} {:10.6} m", preview.name, preview.worst);
    }

    println!(
        "\nit was to land after {:.4} s, {:.3} m away: between steps {last} and {}",
        landing.time,
        landing.position.xz().norm(),
        last + 1
    );
    for _ in 0..2 {
        game.step();
    }
    let rests = game.position();
    println!(
        "two steps later Rapier has it at height {:.3} m, {:.3} m away: it has met the floor",
        rests.y,
        rests.xz().norm()
    );
    Ok(())
}
