//! The loop of a platform game, without a window: frames of uneven lengths, equal steps, a player
//! who runs and jumps, a camera that follows, and a return after a fall.
//!
//! ```sh
//! cargo run --release --example platformer_loop
//! ```

use std::error::Error;

use kinstep::Until;
use kinstep::nalgebra::Vector2;
use kinstep::trajectory::{Crossing, Plane};
use kinstep::{Body2, BodyId, FixedStep, ForceId, LinearDrag, Spring, UniformGravity, World2};

const MASS: f64 = 70.0; // kg
const GRAVITY: f64 = 25.0; // m/s²
const DRAG: f64 = 2.0; // 1/s
const RUN: f64 = 6.0; // m/s, where drag balances the push
const JUMP: f64 = 11.0; // m/s
const HALF_LIFE: f64 = 0.15; // s, of the distance from the camera to the player
const PIT: f64 = -6.0; // m, height at which a fall ends

/// A platform on which the player can stand: an interval of x and a height \[m\].
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
    /// State of the world after the last landing, and the platform.
    checkpoint: (World2, Option<Platform>),
    /// Distance before an edge at which the player jumps \[m\]; zero, and so no jump, until the
    /// first fall.
    caution: f64,
    /// Events: time \[s\], state of the player, and name.
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

    /// Makes the steps that are due in a frame. Returns the positions at which player and camera
    /// are drawn \[m\].
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

    /// Applies the player's force to the right and the platform's support; makes the player jump
    /// before an edge.
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

    /// The event at which the player descends to the height of the platform below.
    fn ground(&self) -> Until<f64, 2> {
        let y = self.world[self.player].position.y;
        let tops = LEVEL.iter().map(|platform| platform.top);
        let below = tops.filter(|top| *top < y).fold(PIT, f64::max);
        let top = self.stands_on.map_or(below, |platform| platform.top);
        let plane = Plane::new([0.0, 1.0], top);
        Until::crossing(self.player, plane, Crossing::Descending)
    }

    /// Stops the player at this position \[m\] if a platform is there.
    fn land(&mut self, feet: Vector2<f64>) -> Result<(), Box<dyn Error>> {
        let is_here = |p: &&Platform| p.top == feet.y && (p.from..=p.to).contains(&feet.x);
        let Some(&platform) = LEVEL.iter().find(is_here) else {
            return Ok(());
        };
        self.tell("lands");
        self.stands_on = Some(platform);
        self.world[self.player].velocity.y = 0.0;
        // the platform supports the player for the rest of the step, too
        Ok(self.world.apply_force(self.player, [0.0, MASS * GRAVITY])?)
    }

    fn tell(&mut self, what: &'static str) {
        let (time, player) = (self.world.time(), self.world[self.player]);
        self.log.push((time, player, what));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
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

/// Compares the game with the formulas of its flights.
#[cfg(test)]
mod tests {
    use kinstep::Body2;
    use kinstep::nalgebra::Vector2;

    use super::{DRAG, GRAVITY, Game, HALF_LIFE, JUMP, LEVEL, RUN};

    /// Plays eight seconds with frames of these lengths \[s\]. Returns the game and the drawn
    /// positions.
    fn played(lengths: &[f64]) -> (Game, Vec<[Vector2<f64>; 2]>) {
        let mut game = Game::new().unwrap();
        let frames = (8.0 * lengths.len() as f64 / lengths.iter().sum::<f64>()) as usize;
        let lengths = lengths.iter().cycle().take(frames);
        let drawn = lengths.map(|length| game.frame(*length).unwrap()).collect();
        (game, drawn)
    }

    /// Position and velocity after a time \[s\] by `x'' = γ (u - x')` and `y'' = -g - γ y'`.
    fn flight(start: &Body2, time: f64) -> [Vector2<f64>; 2] {
        let limit = Vector2::new(RUN, -GRAVITY / DRAG);
        let fading = start.velocity - limit;
        let left = (-DRAG * time).exp();
        let position = start.position + limit * time + fading * ((1.0 - left) / DRAG);
        [position, limit + fading * left]
    }

    const UNEVEN: [f64; 4] = [0.0069, 0.0070, 0.0312, 0.0072];

    #[test]
    fn jumps_land_where_the_formula_says() {
        let (game, _) = played(&UNEVEN);
        let told: Vec<_> = game.log.iter().map(|(.., what)| *what).collect();
        assert_eq!(told, ["lands", "falls", "jumps", "lands", "jumps", "lands"]);
        for (jump, landing, top) in [(2, 3, LEVEL[1].top), (4, 5, LEVEL[2].top)] {
            let (start, jumping, _) = game.log[jump];
            let (end, landed, _) = game.log[landing];
            assert_eq!((jumping.velocity.y, landed.position.y), (JUMP, top));
            let [position, velocity] = flight(&jumping, end - start);
            // measured: 1e-14 in metres and in m/s
            assert!((position - landed.position).norm() < 1e-13, "{position}");
            assert!((velocity - landed.velocity).norm() < 1e-13, "{velocity}");
        }
    }

    /// Lengths of frames change what is drawn, but not the events.
    #[test]
    fn what_happens_does_not_depend_on_the_frames() {
        let (game, _) = played(&UNEVEN);
        for lengths in [[1.0 / 144.0], [1.0 / 60.0], [0.05]] {
            let (other, _) = played(&lengths);
            assert_eq!(other.log, game.log, "{lengths:?}");
        }
    }

    #[test]
    fn nobody_is_drawn_inside_a_platform() {
        let (_, drawn) = played(&[0.001]);
        for pair in drawn.windows(2) {
            let [before, after] = [pair[0][0], pair[1][0]];
            let above = LEVEL.iter().find(|platform| {
                [before, after]
                    .iter()
                    .all(|at| (platform.from..=platform.to).contains(&at.x))
                    && before.y >= platform.top
            });
            assert!(
                above.is_none_or(|platform| after.y >= platform.top),
                "{after}"
            );
        }
    }

    /// Behind a player at constant speed u, the camera's distance is at least `2 u/λ`, and at most
    /// the displacement of one step more.
    #[test]
    fn the_camera_follows() {
        let (_, drawn) = played(&UNEVEN);
        let [player, camera] = drawn[drawn.len() - 1];
        let rate = 1.678_346_990_016_660_7 / HALF_LIFE;
        let late = (player.x - camera.x) / RUN;
        let step = 1.0 / 60.0;
        assert!((2.0 / rate..2.0 / rate + step).contains(&late), "{late}");
        assert!(
            drawn
                .iter()
                .all(|[player, camera]| camera.x <= player.x || player.x < 0.0)
        );
    }
}
