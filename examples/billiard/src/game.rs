//! A game: shots, steps of any length, and what a shot would do.

use anyhow::{Result, ensure};
use kinstep::contact::ContactEvent;
use kinstep::nalgebra::Vector2;
use kinstep::{BodyId, Touched, World3};

use crate::table::{RADIUS, set_up};

/// Speed of the fastest shot \[m/s\].
pub(crate) const FASTEST: f64 = 9.0;
/// How long a preview may take \[s\], and how far apart its dots are \[s\].
const PREVIEW: (u32, f64) = (150, 1.0 / 50.0);

/// A table and what has happened on it since the balls were racked.
#[derive(Clone)]
pub(crate) struct Game {
    world: World3,
    balls: Vec<BodyId>,
    collisions: usize,
    contacts: usize,
}

/// What a shot would do.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Preview {
    /// Where the cue ball would be, at equal times \[m\].
    pub(crate) dots: Vec<Vector2<f64>>,
    /// Where the cue ball would be when it first touches another ball \[m\], and the direction in which that one leaves.
    pub(crate) hit: Option<(Vector2<f64>, Vector2<f64>)>,
}

impl Game {
    /// Balls in a rack.
    pub(crate) fn new(seed: u64) -> Result<Self> {
        let (world, balls) = set_up(seed)?;
        Ok(Self {
            world,
            balls,
            collisions: 0,
            contacts: 0,
        })
    }

    /// Gives the cue ball a velocity \[m/s\], without spin.
    pub(crate) fn shoot(&mut self, velocity: Vector2<f64>) -> Result<()> {
        ensure!(
            velocity.norm() <= FASTEST,
            "a shot has at most {FASTEST} m/s"
        );
        if let Some(cue) = self.balls.first() {
            self.world[*cue].velocity = velocity.push(0.0);
        }
        Ok(())
    }

    /// Makes a step of any length \[s\].
    pub(crate) fn step(&mut self, dt: f64) -> Result<()> {
        self.world.step(dt)?;
        let contacts = self.world.contacts();
        self.contacts += contacts.len();
        let touched = contacts.iter().map(|contact| contact.with);
        self.collisions += touched
            .filter(|touched| matches!(touched, Touched::Body(_)))
            .count();
        Ok(())
    }

    /// Where the centres of the balls are \[m\], the cue ball first.
    pub(crate) fn positions(&self) -> impl Iterator<Item = Vector2<f64>> {
        self.balls.iter().map(|id| self.world[*id].position.xy())
    }

    /// Where balls were at their contacts in the last step: number of the ball and position \[m\].
    pub(crate) fn touches(&self) -> impl Iterator<Item = (usize, Vector2<f64>)> {
        let places = |event: &ContactEvent<f64, 3>| {
            let place = |id, side: f64| {
                let number = self.balls.iter().position(|ball| *ball == id)?;
                let centre = event.point + event.normal * (side * RADIUS);
                Some((number, centre.xy()))
            };
            let other = match event.with {
                Touched::Body(other) => place(other, -1.0),
                _ => None,
            };
            [place(event.body, 1.0), other]
        };
        (self.world.contacts().iter()).flat_map(move |event| places(event).into_iter().flatten())
    }

    /// Kinetic energy of all balls \[J\].
    pub(crate) fn energy(&self) -> f64 {
        let bodies = self.world.bodies();
        bodies.map(|(_, body)| body.kinetic_energy()).sum()
    }

    /// Whether no ball moves.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.world
            .bodies()
            .all(|(_, body)| body.velocity.norm() == 0.0)
    }

    /// Time since the balls were racked \[s\].
    pub(crate) fn time(&self) -> f64 {
        self.world.time()
    }

    /// Collisions of two balls, and contacts of all kinds.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.collisions, self.contacts)
    }

    /// What a shot would do, up to the first ball that it hits. The game stays as it is.
    pub(crate) fn preview(&self, velocity: Vector2<f64>) -> Result<Preview> {
        let mut game = self.clone();
        game.shoot(velocity)?;
        let mut preview = Preview {
            dots: Vec::new(),
            hit: None,
        };
        for _ in 0..PREVIEW.0 {
            game.step(PREVIEW.1)?;
            let hit = game.world.contacts().iter().find_map(|event| {
                matches!(event.with, Touched::Body(_)).then_some((event.body, event))
            });
            if let Some((body, event)) = hit {
                // the normal points towards `body`, and the cue ball may be either of the two
                let side = if Some(&body) == game.balls.first() {
                    1.0
                } else {
                    -1.0
                };
                let towards_cue = event.normal.xy() * side;
                preview.hit = Some((event.point.xy() + towards_cue * RADIUS, -towards_cue));
                break;
            }
            preview.dots.extend(game.positions().next());
            if game.is_at_rest() {
                break;
            }
        }
        Ok(preview)
    }
}
