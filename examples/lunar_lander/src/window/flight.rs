//! A flight that is played: who steers, how fast time goes, and what glows in the air.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use kinstep::nalgebra::Vector2;
use lander::{Controls, Lander};
use lunar_lander::autopilot::Autopilot;
use lunar_lander::game::Game;
use lunar_lander::recording::{Player, Recording};
use lunar_lander::scene::{self, Scene, Sparks, View};
use lunar_lander::stabilizer::stop_spin;
use lunar_lander::touchdown::Outcome;

use super::course::Course;
use super::keys::{Command, Held};
use super::pace::Pace;
use super::{Phase, Pilot, Sound};
use crate::platform::Moment;

/// How many times faster time can go, by a key.
const WARPS: [f64; 7] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];

/// A flight in the window.
pub(super) struct Flight {
    course: Course,
    /// Who flies, if not the keys.
    autopilot: Option<Autopilot>,
    /// What it does, in words.
    notice: Option<String>,
    /// Steps in a second; none: one step a frame.
    rate: Option<f64>,
    /// Whether their number was another one before.
    is_rate_mixed: bool,
    warp: f64,
    is_paused: bool,
    asks_to_leave: bool,
    /// Whether the keys flew all of it.
    is_own: bool,
    trail: Vec<Vector2<f64>>,
    sparks: Sparks,
}

impl Flight {
    /// A game from its start.
    pub(super) fn new(game: Game, pilot: &Pilot, rate: Option<f64>, warp: f64) -> Result<Self> {
        let autopilot = match pilot {
            Pilot::Autopilot => Some(Autopilot::new(&game)),
            Pilot::Keyboard | Pilot::Recording(_) => None,
        };
        let course = match pilot {
            Pilot::Recording(recording) => {
                Course::Replayed(Box::new(Player::new(Recording::clone(recording))?))
            }
            Pilot::Keyboard | Pilot::Autopilot => Course::Flown(Box::new(game)),
        };
        let notice = matches!(course, Course::Replayed(_)).then(|| "replay".to_owned());
        Ok(Self {
            course,
            autopilot,
            notice,
            rate,
            is_rate_mixed: false,
            warp,
            is_paused: false,
            asks_to_leave: false,
            is_own: matches!(pilot, Pilot::Keyboard),
            trail: Vec::new(),
            sparks: Sparks::default(),
        })
    }

    /// The autopilot's hands on the keys.
    #[cfg(test)]
    pub(super) fn fly_as_if_by_hand(&mut self) {
        self.autopilot = Some(Autopilot::new(self.game()));
    }

    pub(super) fn game(&self) -> &Game {
        self.course.game()
    }

    /// Whether the autopilot flies.
    pub(super) fn has_autopilot(&self) -> bool {
        self.autopilot.is_some()
    }

    /// Stores it, as far as it is flown.
    pub(super) fn store(&self, file: &Path) -> Result<()> {
        match &self.course {
            Course::Flown(game) => Ok(game.recording().save(file)?),
            Course::Replayed(_) => Ok(()),
        }
    }

    /// Does what a key says; not all of them mean something here.
    pub(super) fn command(&mut self, command: Command) {
        match command {
            Command::Pause => {
                self.is_paused = !(self.is_paused || self.asks_to_leave);
                self.asks_to_leave = false;
            }
            Command::Rate(rate) => {
                let rate = rate.map(f64::from);
                self.is_rate_mixed |= rate != self.rate && self.game().lander().time() > 0.0;
                self.rate = rate;
            }
            Command::Faster => {
                let faster = WARPS.into_iter().find(|warp| *warp > self.warp);
                self.warp = faster.unwrap_or(WARPS[0]);
            }
            Command::Slower => {
                let slower = WARPS.into_iter().rev().find(|warp| *warp < self.warp);
                self.warp = slower.unwrap_or(WARPS[WARPS.len() - 1]);
            }
            Command::Autopilot if matches!(self.course, Course::Flown(_)) => {
                self.autopilot = match self.autopilot {
                    Some(_) => None,
                    None => Some(Autopilot::new(self.game())),
                };
                self.notice = None;
                self.is_own = false;
            }
            _ => {}
        }
    }

    /// Whether it is to be left at once; a flight under way stands still and asks first.
    pub(super) fn leaves(&mut self) -> bool {
        let is_sure = self.asks_to_leave || self.game().ending().is_some();
        self.asks_to_leave = true;
        is_sure
    }

    /// The score of the player, once it has landed; one of the autopilot is none.
    pub(super) fn own_score(&self) -> Option<u32> {
        match self.game().ending().map(|ending| &ending.outcome) {
            Some(Outcome::Landed { score, .. }) if self.is_own => Some(*score),
            _ => None,
        }
    }

    /// Stands still until somebody says otherwise.
    pub(super) fn pause(&mut self) {
        self.is_paused = true;
    }

    /// A frame of some seconds.
    pub(super) fn advance(&mut self, seconds: f64, held: Held, pace: &mut Pace) -> Result<()> {
        if self.is_paused || self.asks_to_leave && self.game().ending().is_none() {
            return Ok(());
        }
        let was_flying = self.game().ending().is_none();
        let begun = Moment::now();
        let thinking = self.fly(seconds * self.warp, held)?;
        pace.physics(begun.elapsed().saturating_sub(thinking));
        if let Some(autopilot) = &self.autopilot {
            self.notice = Some(autopilot.phase().to_string());
        }
        self.glow(seconds, was_flying);
        Ok(())
    }

    /// So many seconds of the flight. How long the pilot thought about it.
    fn fly(&mut self, seconds: f64, held: Held) -> Result<Duration> {
        let (autopilot, trail) = (&mut self.autopilot, &mut self.trail);
        let mut thinking = Duration::ZERO;
        leave(trail, self.course.game().lander());
        self.course.advance(seconds, self.rate, |lander, seconds| {
            let begun = Moment::now();
            leave(trail, lander);
            let controls = match autopilot {
                Some(autopilot) => autopilot.controls(lander),
                None => steered(lander, held, seconds),
            };
            thinking += begun.elapsed();
            controls
        })?;
        Ok(thinking)
    }

    /// Exhaust, dust and debris, for the eye.
    fn glow(&mut self, seconds: f64, was_flying: bool) {
        /// However fast time goes, nothing glows for longer in a frame \[s\].
        const LONGEST: f64 = 0.1;
        let dt = (seconds * self.warp).min(LONGEST);
        let game = self.course.game();
        let lander = game.lander();
        let ground = &game.landscape().ground;
        if let Some(ending) = game.ending() {
            if let (true, Outcome::Crashed { .. }, Some(contact)) =
                (was_flying, &ending.outcome, ending.contact)
            {
                let velocity = lander.body().velocity;
                let size = lander.craft().reach();
                self.sparks.explosion(&contact.point, &velocity, size);
            }
            self.sparks.advance(seconds, lander.planet(), ground);
        } else {
            self.sparks.exhaust(lander, dt);
            self.sparks.dust(lander, ground, dt);
            self.sparks.advance(dt, lander.planet(), ground);
        }
    }

    /// Whether somebody flew it before.
    pub(super) fn is_replay(&self) -> bool {
        matches!(self.course, Course::Replayed(_))
    }

    /// How far it is.
    pub(super) fn phase(&self) -> Phase {
        if self.game().ending().is_some() {
            Phase::End
        } else if self.is_paused || self.asks_to_leave {
            Phase::Pause
        } else {
            Phase::Flight
        }
    }

    /// What there is to see, but for what the flight does not know.
    pub(super) fn scene(&self, view: &View) -> Scene {
        scene::flight(&View {
            warp: self.warp,
            rate: self.rate,
            is_rate_mixed: self.is_rate_mixed,
            is_paused: self.is_paused,
            asks_to_leave: self.asks_to_leave,
            is_own: self.is_own,
            has_autopilot: self.has_autopilot(),
            notice: self.notice.as_deref(),
            trail: &self.trail,
            sparks: self.sparks.as_slice(),
            ..*view
        })
    }

    /// What there is to hear; nothing while it stands still.
    pub(super) fn sound(&self) -> Sound {
        if self.is_paused || self.asks_to_leave {
            Sound::default()
        } else {
            Sound::of(self.game())
        }
    }

    /// How high the feet are over the ground, if it is upright \[m\].
    fn clear(&self) -> f64 {
        let lander = self.game().lander();
        let place = lander.body().position;
        let below = self.game().landscape().ground.height(place.x);
        place.y - lander.craft().stance() - below
    }

    /// Where the middles of all pads are \[m\], in a line.
    fn pads(&self) -> String {
        let pads = self.game().landscape().pads.iter();
        let middles: Vec<_> = pads.map(|pad| format!("{:.1}", pad.middle())).collect();
        middles.join(" ")
    }

    /// In a line, for who measures.
    pub(super) fn state(&self) -> String {
        let lander = self.game().lander();
        let body = lander.body();
        let mut words = vec![
            format!("flight of {}", self.game().mission().name),
            format!("seed {}", self.game().seed()),
            format!("time {:.2} s", lander.time()),
            format!(
                "fuel {:.2} kg of {:.2} kg",
                lander.fuel(),
                lander.craft().fuel
            ),
            format!("place {:.1} {:.1} m", body.position.x, body.position.y),
            format!("clear {:.1} m", self.clear()),
            format!("pads at {}", self.pads()),
            format!("speed {:.2} {:.2} m/s", body.velocity.x, body.velocity.y),
            format!("tilt {:.4} rad", body.orientation()),
            format!("spin {:.1e} rad/s", body.angular_velocity()),
            format!("warp {}", self.warp),
        ];
        if let Some(rate) = self.rate {
            words.push(format!("{rate} Hz"));
        }
        if self.asks_to_leave {
            words.push("leave?".to_owned());
        }
        if self.is_paused {
            words.push("paused".to_owned());
        }
        if self.has_autopilot() {
            words.push("autopilot".to_owned());
        }
        if let Some(ending) = self.game().ending() {
            words.push(format!("{:?}", ending.outcome));
        }
        words.join(", ")
    }
}

/// Adds where the lander is to its trail, if it is not where it was.
fn leave(trail: &mut Vec<Vector2<f64>>, lander: &Lander) {
    /// Nearer than this is where it was \[m\].
    const NEAR: f64 = 0.5;
    let place = lander.body().position;
    if trail.last().is_none_or(|last| (place - last).norm() > NEAR) {
        trail.push(place);
    }
}

/// What the keys do to the engines over the next seconds.
fn steered(lander: &Lander, held: Held, seconds: f64) -> Controls {
    Controls {
        throttle: held.throttle.share(lander),
        turn: held.turn.unwrap_or_else(|| stop_spin(lander, seconds)),
    }
}
