//! The game: a player in a world with surfaces.
//!
//! Frames may have any length. A frame is divided at known times of changes: when a platform
//! reverses, or when the player returns. The [`Rule`] decides the result of each contact, at its
//! exact time.

mod log;
mod rule;
mod seen;
mod touch;

use anyhow::{Result, ensure};
use kinstep::contact::Contact;
use kinstep::nalgebra::Vector2;
use kinstep::{Body2, BodyId, Collider, ForceId, LinearDrag, SurfaceId, UniformGravity, World2};

use crate::level::{Kind, LEVEL, Piece, START};
pub use log::{Entry, What};
pub use rule::Rule;

/// Acceleration of gravity \[m/s²\].
pub const GRAVITY: f64 = 28.0;
/// Drag rate of the air \[1/s\].
pub const DRAG: f64 = 1.5;
/// Speed of a run \[m/s\].
pub const RUN: f64 = 6.5;
/// Speed of a jump \[m/s\].
pub const JUMP: f64 = 12.0;
/// Upward speed of a player who leaves a pad \[m/s\].
pub const PAD: f64 = 17.0;
/// Time after the end of the ground in which a jump is still possible \[s\]. A lift that stops
/// throws the player up; the player is then in the air for less than this time.
pub const COYOTE: f64 = 0.1;
/// Time before a landing from which a pressed key counts as a jump \[s\].
pub const BUFFER: f64 = 0.12;
/// Time between death and return \[s\]; it is longer than a step.
pub const ABSENCE: f64 = 0.5;
/// Maximum length of a step, and of a frame \[s\].
const STEP: f64 = 0.25;
const FRAME: f64 = 3600.0;

/// Effect of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// The player runs to the left (-1), to the right (1), or not at all.
    Run(i8),
    /// The player jumps.
    Jump,
    /// Whether the player drops through platforms that hold only from above.
    Drop(bool),
}

/// A piece of the level in the world.
#[derive(Debug, Clone, Copy)]
struct Placed {
    piece: Piece,
    surface: SurfaceId,
    velocity: Vector2<f64>,
    /// Index of the next change of its velocity.
    next: u64,
}

/// The whole game. A clone can be advanced to see the future.
#[derive(Debug, Clone)]
pub struct Game {
    world: World2,
    player: BodyId,
    air: ForceId,
    level: Vec<Placed>,
    rule: Rule,
    /// Time since the start \[s\].
    time: f64,
    stands_on: Option<SurfaceId>,
    /// Time when the ground ended under the player \[s\].
    left_at: f64,
    /// Time when the player returns after a death \[s\].
    returns_at: Option<f64>,
    checkpoint: Vector2<f64>,
    finished: Option<f64>,
    log: Vec<Entry>,
}

impl Game {
    /// A game at its start.
    ///
    /// # Errors
    /// If the level is not valid.
    pub fn new() -> Result<Self> {
        Self::of(&LEVEL, START)
    }

    /// A game with these pieces, in which the player starts at this position \[m\].
    ///
    /// # Errors
    /// If the level is not valid.
    pub fn of(pieces: &[Piece], start: Vector2<f64>) -> Result<Self> {
        let mut world = World2::new();
        world.add_force(UniformGravity::new([0.0, -GRAVITY]))?;
        let player = world.add_body(Body2::point(70.0).at(start))?;
        let air = world.add_force(LinearDrag::rate(DRAG))?;
        let mut level = Vec::new();
        for &piece in pieces {
            let surface = world.add_surface(piece.surface(), Contact::new(0.0))?;
            if piece.kind == Kind::OneWay {
                world.set_one_way(surface, Some(Vector2::y()))?;
            }
            level.push(Placed {
                piece,
                surface,
                velocity: Vector2::zeros(),
                next: 0,
            });
        }
        let kinds = level
            .iter()
            .map(|placed| (placed.surface, placed.piece.kind));
        let mut game = Self {
            rule: Rule {
                surfaces: kinds.collect(),
                run: 0.0,
                drops: false,
                jump_until: f64::NEG_INFINITY,
            },
            world,
            player,
            air,
            level,
            time: 0.0,
            stands_on: None,
            left_at: f64::NEG_INFINITY,
            returns_at: None,
            checkpoint: start,
            finished: None,
            log: Vec::new(),
        };
        game.use_rule();
        game.make_changes()?;
        Ok(game)
    }

    /// Lets this many seconds pass.
    ///
    /// # Errors
    /// If the duration is negative or longer than an hour, or a step fails.
    pub fn advance(&mut self, duration: f64) -> Result<()> {
        let is_valid = (0.0..=FRAME).contains(&duration);
        ensure!(
            is_valid,
            "a frame lasts from 0 to {FRAME} s, and not {duration} s"
        );
        let end = self.time + duration;
        while self.time < end {
            let until = end.min(self.next_change()).min(self.time + STEP);
            self.step_to(until)?;
            self.make_changes()?;
        }
        Ok(())
    }

    /// Applies a key that goes down or up now.
    ///
    /// # Errors
    /// If the world rejects a force.
    pub fn input(&mut self, input: Input) -> Result<()> {
        match input {
            Input::Run(direction) => {
                self.rule.run = RUN * f64::from(direction.signum());
                let air = LinearDrag::rate(DRAG).in_wind([self.rule.run, 0.0]);
                self.world.replace_force(self.air, air)?;
            }
            Input::Drop(drops) => {
                self.rule.drops = drops;
                let ground = self.stands_on.map(Collider::Surface);
                if drops && ground.and_then(|with| self.rule.kind(with)) == Some(Kind::OneWay) {
                    self.take_off();
                    self.tell(self.time, What::Drops, self.position());
                }
            }
            Input::Jump => self.jump(),
        }
        self.use_rule();
        Ok(())
    }

    fn jump(&mut self) {
        let is_late = self.stands_on.is_none();
        if self.returns_at.is_some() {
            return;
        }
        if is_late && self.time - self.left_at > COYOTE {
            self.rule.jump_until = self.time + BUFFER;
            return;
        }
        let ground = self
            .level
            .iter()
            .find(|placed| Some(placed.surface) == self.stands_on);
        let rising = ground.map_or(0.0, |placed| placed.velocity.y);
        self.world[self.player].velocity.y = rising + JUMP;
        self.take_off();
        let what = if is_late {
            What::JumpsLate
        } else {
            What::Jumps
        };
        self.tell(self.time, what, self.position());
    }

    /// The player leaves the ground; a late jump is then impossible.
    fn take_off(&mut self) {
        self.stands_on = None;
        self.left_at = f64::NEG_INFINITY;
    }

    /// Gives the world the rule for contacts, which has changed.
    fn use_rule(&mut self) {
        let rule = self.rule.clone();
        self.world
            .on_contact(move |collision| rule.answer(collision));
    }

    /// Time of the next change that is not caused by a contact \[s\].
    fn next_change(&self) -> f64 {
        let routes = self.level.iter().filter_map(|placed| {
            let route = placed.piece.route?;
            Some(route.change(placed.next).0)
        });
        let returns = self.returns_at.unwrap_or(f64::INFINITY);
        routes.fold(returns, f64::min)
    }

    /// Makes the changes that are due.
    fn make_changes(&mut self) -> Result<()> {
        for placed in &mut self.level {
            let Some(route) = placed.piece.route else {
                continue;
            };
            let (time, velocity) = route.change(placed.next);
            if time > self.time {
                continue;
            }
            let is_felt = velocity.y != placed.velocity.y;
            if is_felt && self.stands_on == Some(placed.surface) {
                // the platform throws the player up a little, or pushes; after a push the player
                // lands at once
                (self.stands_on, self.left_at) = (None, time);
            }
            self.world.set_surface_velocity(placed.surface, velocity)?;
            (placed.velocity, placed.next) = (velocity, placed.next + 1);
        }
        if self.returns_at.is_some_and(|time| time <= self.time) {
            self.returns_at = None;
            let player = &mut self.world[self.player];
            (player.position, player.velocity) = (self.checkpoint, Vector2::zeros());
            self.take_off();
            self.tell(self.time, What::Returns, self.checkpoint);
        }
        Ok(())
    }
}
