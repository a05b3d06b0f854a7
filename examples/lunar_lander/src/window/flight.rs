//! A flight that is played: who steers, how fast time goes, and what is left in the air.

use kinstep::nalgebra::Vector2;
use lunar_lander::game::Game;
use lunar_lander::lander::{Controls, FlightError, Lander};
use lunar_lander::mission::Mission;
use lunar_lander::scene::{self, Camera, Scene, Sparks, View};
use lunar_lander::stabilizer::stop_spin;

use super::Pilot;
use super::keys::{Command, Held};
use super::pace::{Pace, Steps};

/// How many times faster time can go.
const WARPS: [f64; 7] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];

/// What flies a lander on its own.
type Autopilot = Box<dyn FnMut(&Lander) -> Controls>;

/// A flight in the window.
pub(super) struct Flight {
    game: Game,
    /// Who flies, if not the keys.
    autopilot: Option<Autopilot>,
    steps: Steps,
    /// Of [`WARPS`].
    warp: usize,
    is_paused: bool,
    trail: Vec<Vector2<f64>>,
    sparks: Sparks,
}

impl Flight {
    /// A mission from its start.
    pub(super) fn new(
        mission: Mission,
        seed: u64,
        pilot: Pilot,
        rate: Option<f64>,
    ) -> Result<Self, FlightError> {
        let game = Game::new(mission, seed)?;
        let autopilot = match pilot {
            Pilot::Keyboard => None,
            Pilot::Autopilot => Some(autopilot(&game)),
        };
        Ok(Self {
            game,
            autopilot,
            steps: Steps::new(rate),
            warp: 0,
            is_paused: false,
            trail: Vec::new(),
            sparks: Sparks::default(),
        })
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// Who flies now.
    pub(super) fn pilot(&self) -> Pilot {
        match self.autopilot {
            Some(_) => Pilot::Autopilot,
            None => Pilot::Keyboard,
        }
    }

    /// Does what a key says; not all of them mean something here.
    pub(super) fn command(&mut self, command: Command) {
        match command {
            Command::Pause => self.is_paused = !self.is_paused,
            Command::Faster => self.warp = (self.warp + 1) % WARPS.len(),
            Command::Slower => self.warp = (self.warp + WARPS.len() - 1) % WARPS.len(),
            Command::Autopilot => {
                self.autopilot = match self.autopilot {
                    Some(_) => None,
                    None => Some(autopilot(&self.game)),
                };
            }
            _ => {}
        }
    }

    /// A frame of some seconds.
    pub(super) fn advance(
        &mut self,
        seconds: f64,
        held: Held,
        pace: &mut Pace,
    ) -> Result<(), FlightError> {
        if self.is_paused {
            return Ok(());
        }
        let (count, dt) = self.steps.in_frame(seconds);
        for _ in 0..count {
            pace.physics(|| self.step(dt * WARPS[self.warp], held))?;
        }
        Ok(())
    }

    /// One step, however long: the flight in it is exact.
    fn step(&mut self, dt: f64, held: Held) -> Result<(), FlightError> {
        let end = self.game.lander().time() + dt;
        let (autopilot, trail) = (&mut self.autopilot, &mut self.trail);
        self.game.advance(dt, |lander| {
            trail.push(lander.body().position);
            match autopilot {
                Some(autopilot) => autopilot(lander),
                None => steered(lander, held, end - lander.time()),
            }
        })
    }

    /// What there is to see.
    pub(super) fn scene(&self, size: [f32; 2], clock: f64) -> Scene {
        scene::flight(&View {
            game: &self.game,
            size,
            camera: Camera::following(&self.game, size),
            clock,
            warp: WARPS[self.warp],
            is_paused: self.is_paused,
            has_autopilot: self.autopilot.is_some(),
            notice: None,
            trail: &self.trail,
            sparks: self.sparks.as_slice(),
        })
    }

    /// In a line, for who measures.
    pub(super) fn state(&self) -> String {
        let lander = self.game.lander();
        let position = lander.body().position;
        let mut words = vec![
            format!("flight of {}", self.game.mission().name),
            format!("seed {}", self.game.seed()),
            format!("time {:.2} s", lander.time()),
            format!("fuel {:.2} kg", lander.fuel()),
            format!("place {:.1} {:.1} m", position.x, position.y),
            format!("tilt {:.4} rad", lander.body().orientation()),
            format!("spin {:.1e} rad/s", lander.body().angular_velocity()),
            format!("warp {}", WARPS[self.warp]),
        ];
        if self.is_paused {
            words.push("paused".to_owned());
        }
        if self.autopilot.is_some() {
            words.push("autopilot".to_owned());
        }
        if let Some(ending) = self.game.ending() {
            words.push(format!("{:?}", ending.outcome));
        }
        words.join(", ")
    }
}

/// What the keys do to the engines over the next seconds.
fn steered(lander: &Lander, held: Held, seconds: f64) -> Controls {
    Controls {
        throttle: held.throttle.share(lander),
        turn: held.turn.unwrap_or_else(|| stop_spin(lander, seconds)),
    }
}

/// A new autopilot for a flight as it is.
fn autopilot(_game: &Game) -> Autopilot {
    // to be plugged in: let mut autopilot = Autopilot::new(game); Box::new(move |lander| autopilot.controls(lander))
    Box::new(|_| Controls::OFF)
}
