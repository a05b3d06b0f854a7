//! The loop of a platform game, without a window: frames of uneven lengths, equal steps, a player who runs and jumps, a
//! camera that follows, and a way back after a fall.
//!
//! ```sh
//! cargo run --release -p platformer_loop
//! ```

use std::error::Error;

use kinstep::ballistics::{Crossing, Plane, Until};
use kinstep::nalgebra::Vector2;
use kinstep::{Body2, BodyId, FixedStep, ForceId, LinearDrag, Spring, UniformGravity, World2};

const MASS: f64 = 70.0; // kg
const GRAVITY: f64 = 25.0; // m/s²
const DRAG: f64 = 2.0; // 1/s
const RUN: f64 = 6.0; // m/s, where drag balances the push
const JUMP: f64 = 11.0; // m/s
const HALF_LIFE: f64 = 0.15; // s, of the distance from the camera to the player
const PIT: f64 = -6.0; // m, height at which a fall ends

/// What the player can stand on: an interval of x and a height \[m\].
#[derive(Debug, Clone, Copy)]
struct Platform {
    from: f64,
    to: f64,
    top: f64,
}

const LEVEL: [Platform; 3] = [
    platform(-4.0, 5.0, 0.0),
    platform(7.5, 11.0, 1.0),
    platform(14.0, 40.0, -0.5),
];

const fn platform(from: f64, to: f64, top: f64) -> Platform {
    Platform { from, to, top }
}

struct Game {
    world: World2,
    fixed: FixedStep<f64, 2>,
    player: BodyId,
    camera: BodyId,
    follow: ForceId,
    stands_on: Option<Platform>,
    /// The world after the last landing, and the platform.
    checkpoint: (World2, Option<Platform>),
    /// How far before an edge the player jumps \[m\]: not at all, until the first fall.
    caution: f64,
    /// What happened: the time \[s\], the player, the event.
    log: Vec<(f64, Body2, &'static str)>,
}

impl Game {
    fn new() -> Result<Self, Box<dyn Error>> {
        let mut world = World2::new();
        let player = world.add_body(Body2::point(MASS).at([-3.0, 1.0]))?;
        world.add_force_on(player, UniformGravity::new([0.0, -GRAVITY]))?;
        world.add_force_on(player, LinearDrag::rate(DRAG))?;
        let camera = world.add_body(Body2::point(1.0).at([-3.0, 1.0]))?;
        let follow = world.add_force_on(camera, Spring::critically_damped(HALF_LIFE))?;
        Ok(Self {
            fixed: FixedStep::new(1.0 / 60.0),
            player,
            camera,
            follow,
            stands_on: None,
            checkpoint: (world.clone(), None),
            caution: 0.0,
            log: Vec::new(),
            world,
        })
    }

    /// One frame: makes the steps that are due. Returns where player and camera are drawn \[m\].
    fn frame(&mut self, length: f64) -> Result<[Vector2<f64>; 2], Box<dyn Error>> {
        self.fixed.add(length)?;
        while self.fixed.is_due() {
            self.step()?;
        }
        let picture = self.fixed.drawn(&self.world)?;
        Ok([self.player, self.camera].map(|body| picture[body].position))
    }

    fn step(&mut self) -> Result<(), Box<dyn Error>> {
        self.control()?;
        let target = self.world[self.player].position;
        let follow = Spring::critically_damped(HALF_LIFE).anchored_at(target);
        self.world.replace_force(self.follow, follow)?;
        let was_in_air = self.stands_on.is_none();
        let mut ground = self.ground();
        while let Some(event) = self.fixed.step_until(&mut self.world, &ground)? {
            self.land(event.position)?;
            ground = self.ground();
        }
        if was_in_air && self.stands_on.is_some() {
            self.checkpoint = (self.world.clone(), self.stands_on);
        }
        if self.world[self.player].position.y < PIT {
            self.tell("falls");
            self.world.clone_from(&self.checkpoint.0);
            self.stands_on = self.checkpoint.1;
            self.caution += 0.5;
        }
        Ok(())
    }

    /// The player pushes to the right, jumps before an edge, and is carried by the platform.
    fn control(&mut self) -> Result<(), Box<dyn Error>> {
        let x = self.world[self.player].position.x;
        self.stands_on = self.stands_on.filter(|platform| x <= platform.to);
        let edge = self.stands_on.map_or(f64::INFINITY, |platform| platform.to);
        if x > edge - self.caution {
            self.stands_on = None;
            self.world[self.player].velocity.y = JUMP;
            self.tell("jumps");
        }
        let carried = self.stands_on.map_or(0.0, |_| GRAVITY);
        let force = Vector2::new(DRAG * RUN, carried) * MASS; // N
        Ok(self.world.apply_force(self.player, force)?)
    }

    /// The event of the player at the height of the platform, or of the next one below.
    fn ground(&self) -> Until<f64, 2> {
        let y = self.world[self.player].position.y;
        let tops = LEVEL.iter().map(|platform| platform.top);
        let below = tops.filter(|top| *top < y).fold(PIT, f64::max);
        let top = self.stands_on.map_or(below, |platform| platform.top);
        let plane = Plane::new([0.0, 1.0], top);
        Until::crossing(self.player, plane, Crossing::Descending)
    }

    /// Stops the player at this point \[m\] if a platform is there.
    fn land(&mut self, feet: Vector2<f64>) -> Result<(), Box<dyn Error>> {
        let is_here = |p: &&Platform| p.top == feet.y && (p.from..=p.to).contains(&feet.x);
        let Some(&platform) = LEVEL.iter().find(is_here) else {
            return Ok(());
        };
        self.tell("lands");
        self.stands_on = Some(platform);
        self.world[self.player].velocity.y = 0.0;
        // it is carried for the rest of the step, too
        Ok(self.world.apply_force(self.player, [0.0, MASS * GRAVITY])?)
    }

    fn tell(&mut self, what: &'static str) {
        let (time, player) = (self.world.time(), self.world[self.player]);
        self.log.push((time, player, what));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    clap::command!().get_matches(); // --help
    let mut game = Game::new()?;
    for frame in 0..600 {
        game.frame([0.0069, 0.0070, 0.0312, 0.0072][frame % 4])?; // s
    }
    for (time, player, what) in &game.log {
        let (x, speed) = (player.position.x, player.velocity.norm());
        println!("{time:.3} s  {what:5} at x = {x:5.2} m, {speed:4.1} m/s");
    }
    Ok(())
}

#[cfg(test)]
mod tests;
