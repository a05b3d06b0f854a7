//! A flight in the window: who controls it, the time warp, sparks, and the comparison at its end.

use std::path::Path;

use anyhow::Result;
use kinstep::nalgebra::Vector2;
use lander::{Controls, Lander};
use lunar_lander::autopilot::Autopilot;
use lunar_lander::comparison::Comparison;
use lunar_lander::game::Game;
use lunar_lander::recording::{Player, Recording};
use lunar_lander::scene::{self, Again, Scene, Sparks, View};
use lunar_lander::stabilizer::stop_spin;
use lunar_lander::touchdown::Outcome;

use super::keys::{Command, Held};
use super::sound::Heard;
use super::{Phase, Pilot};

/// Time warps that keys can choose.
const WARPS: [f64; 7] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];
/// Duration of the comparison on the screen \[s\], for flights of at least this length.
const AGAIN: f64 = 14.0;

/// Source of the flight.
enum Course {
    /// A flight that is controlled now.
    Flown(Box<Game>),
    /// A recording.
    Replayed(Box<Player>),
}

/// A flight in the window.
pub(super) struct Flight {
    course: Course,
    /// The autopilot, if it flies.
    autopilot: Option<Autopilot>,
    /// Steps per second; `None`: one step per frame.
    rate: Option<f64>,
    /// Whether the rate has changed during the flight.
    is_rate_mixed: bool,
    warp: f64,
    is_paused: bool,
    asks_to_leave: bool,
    /// Whether the player has flown from start to end.
    is_own: bool,
    trail: Vec<Vector2<f64>>,
    sparks: Sparks,
    /// Comparison of the same burns at other rates, and its result as a sentence; `None` before the
    /// contact with the ground.
    comparison: Option<(Comparison, String)>,
    /// Time of the comparison that is on the screen \[s\]; `None` if it is not shown.
    again: Option<f64>,
}

impl Flight {
    /// A flight from the start of a game.
    pub(super) fn new(game: Game, pilot: &Pilot, rate: Option<f64>, warp: f64) -> Result<Self> {
        let autopilot = matches!(pilot, Pilot::Autopilot).then(|| Autopilot::new(&game));
        let course = match pilot {
            Pilot::Recording(recording) => {
                Course::Replayed(Box::new(Player::new(Recording::clone(recording))?))
            }
            Pilot::Keyboard | Pilot::Autopilot => Course::Flown(Box::new(game)),
        };
        Ok(Self {
            course,
            autopilot,
            rate,
            is_rate_mixed: false,
            warp,
            is_paused: false,
            asks_to_leave: false,
            is_own: matches!(pilot, Pilot::Keyboard),
            trail: Vec::new(),
            sparks: Sparks::default(),
            comparison: None,
            again: None,
        })
    }

    pub(super) fn game(&self) -> &Game {
        match &self.course {
            Course::Flown(game) => game,
            Course::Replayed(player) => player.game(),
        }
    }

    /// Whether the flight is a recording.
    pub(super) fn is_replay(&self) -> bool {
        matches!(self.course, Course::Replayed(_))
    }

    /// Stores the flight up to the present time, unless it is a recording.
    pub(super) fn store(&self, file: &Path) -> Result<()> {
        match &self.course {
            Course::Flown(game) => Ok(game.recording().save(file)?),
            Course::Replayed(_) => Ok(()),
        }
    }

    /// Executes the command of a key during the flight.
    pub(super) fn command(&mut self, command: Command) {
        match command {
            Command::Pause => self.pause(),
            Command::Leave => self.asks_to_leave = true,
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
            Command::Autopilot if !self.is_replay() => {
                self.autopilot = match self.autopilot {
                    Some(_) => None,
                    None => Some(Autopilot::new(self.game())),
                };
                self.is_own = false;
            }
            _ => {}
        }
    }

    /// Pauses the flight until the player continues it.
    pub(super) fn pause(&mut self) {
        self.is_paused = self.game().ending().is_none();
    }

    /// Continues the flight.
    pub(super) fn go_on(&mut self) {
        (self.is_paused, self.asks_to_leave) = (false, false);
    }

    /// Whether a dialog asks the player to confirm leaving.
    pub(super) fn asks_to_leave(&self) -> bool {
        self.asks_to_leave
    }

    /// Shows or hides the comparison. Returns whether there was something to show or to hide.
    pub(super) fn show_again(&mut self, wanted: bool) -> bool {
        let is_shown = self.again.is_some();
        self.again = (wanted && self.comparison.is_some()).then_some(0.0);
        is_shown || self.again.is_some()
    }

    /// Whether the comparison is on the screen.
    pub(super) fn is_again(&self) -> bool {
        self.again.is_some()
    }

    /// The player's score after a landing; `None` if the autopilot or a recording flew.
    pub(super) fn own_score(&self) -> Option<u32> {
        match self.game().ending().map(|ending| &ending.outcome) {
            Some(Outcome::Landed { score, .. }) if self.is_own => Some(*score),
            _ => None,
        }
    }

    /// Phase of the flight.
    pub(super) fn phase(&self) -> Phase {
        if self.game().ending().is_some() {
            Phase::End
        } else if self.is_paused || self.asks_to_leave {
            Phase::Pause
        } else {
            Phase::Flight
        }
    }

    /// Advances the flight, or the comparison, by a frame of this many seconds.
    pub(super) fn advance(&mut self, seconds: f64, held: Held) -> Result<()> {
        match self.phase() {
            Phase::End => {
                self.glow(seconds);
                if let (Some(time), Some((comparison, _))) = (&mut self.again, &self.comparison) {
                    *time = (*time + seconds * warp(comparison)).min(comparison.seconds());
                }
            }
            Phase::Flight => {
                self.fly(seconds * self.warp, held)?;
                self.glow((seconds * self.warp).min(0.1));
            }
            Phase::Pause | Phase::Title => {}
        }
        Ok(())
    }

    /// Flies for this many seconds, or to the end.
    pub(super) fn fly(&mut self, seconds: f64, held: Held) -> Result<()> {
        let (autopilot, trail) = (&mut self.autopilot, &mut self.trail);
        match &mut self.course {
            Course::Flown(game) => game.advance(seconds, self.rate, |lander, seconds| {
                leave(trail, lander);
                match autopilot {
                    Some(autopilot) => autopilot.controls(lander),
                    None => Controls {
                        throttle: held.throttle(lander),
                        turn: held.turn.unwrap_or_else(|| stop_spin(lander, seconds)),
                    },
                }
            })?,
            Course::Replayed(player) => {
                player.advance(seconds)?;
                leave(trail, player.game().lander());
            }
        }
        if let Some(ending) = self.game().ending().cloned() {
            if let Some(contact) = ending.contact {
                let comparison = Comparison::new(self.game())?;
                let sentence = comparison.sentence();
                self.comparison = Some((comparison, sentence));
                if let Outcome::Crashed { .. } = ending.outcome {
                    let lander = self.game().lander();
                    let (velocity, size) = (lander.body().velocity, lander.craft().reach());
                    self.sparks.explosion(&contact.point, &velocity, size);
                }
            }
            self.asks_to_leave = false;
        }
        Ok(())
    }

    /// Creates and moves sparks: exhaust, dust and debris. They have no effect on the flight.
    pub(super) fn glow(&mut self, dt: f64) {
        let sparks = &mut self.sparks;
        let game = match &self.course {
            Course::Flown(game) => game.as_ref(),
            Course::Replayed(player) => player.game(),
        };
        let (lander, ground) = (game.lander(), &game.landscape().ground);
        if game.ending().is_none() {
            sparks.exhaust(lander, dt);
            sparks.dust(lander, ground, dt);
        }
        sparks.advance(dt, lander.planet(), ground);
    }

    /// Completes a view with the data of this flight.
    pub(super) fn view<'a>(&'a self, view: View<'a>, notice: &'a str) -> View<'a> {
        View {
            warp: self.warp,
            rate: self.rate,
            is_rate_mixed: self.is_rate_mixed,
            is_paused: self.is_paused,
            asks_to_leave: self.asks_to_leave,
            is_own: self.is_own,
            has_autopilot: self.autopilot.is_some(),
            notice: Some(notice).filter(|it| !it.is_empty()),
            claim: self.comparison.as_ref().map(|it| it.1.as_str()),
            trail: &self.trail,
            sparks: self.sparks.as_slice(),
            ..view
        }
    }

    /// The scene of the flight, or of the comparison.
    pub(super) fn scene(&self, view: &View) -> Scene {
        match (self.again, &self.comparison) {
            (Some(time), Some((comparison, _))) => {
                let warp = warp(comparison);
                let again = Again {
                    comparison,
                    time,
                    warp,
                };
                scene::again(view, &again)
            }
            _ => scene::flight(view),
        }
    }

    /// Phase of the autopilot, or that the flight is a replay; empty if the player flies.
    pub(super) fn notice(&self) -> String {
        match &self.autopilot {
            Some(autopilot) => autopilot.phase().to_string(),
            None if self.is_replay() => "replay".to_owned(),
            None => String::new(),
        }
    }

    /// Sounds to play now; none in a pause.
    pub(super) fn heard(&self) -> Heard {
        match self.phase() {
            Phase::Pause => Heard::default(),
            _ => Heard::of(self.game()),
        }
    }

    /// State of the flight in one line, for tests and measurements.
    pub(super) fn state(&self) -> String {
        let (game, lander) = (self.game(), self.game().lander());
        let (body, landscape) = (lander.body(), game.landscape());
        let ([x, y], [vx, vy]) = (body.position.into(), body.velocity.into());
        let clear = y - lander.craft().stance() - landscape.ground.height(x);
        let pads = landscape
            .pads
            .iter()
            .map(|it| format!("{:.1}", it.middle()));
        let mut state = format!(
            "flight of {}, seed {}, time {:.2} s, fuel {:.2} kg of {:.2} kg, place {x:.1} {y:.1} m, clear {clear:.1} m, \
             pads at {}, speed {vx:.2} {vy:.2} m/s, tilt {:.4} rad, spin {:.1e} rad/s, warp {}",
            game.mission().name,
            game.seed(),
            lander.time(),
            lander.fuel(),
            lander.craft().fuel,
            pads.collect::<Vec<_>>().join(" "),
            body.orientation(),
            body.angular_velocity(),
            self.warp
        );
        let ending = game.ending().map(|ending| format!("{:?}", ending.outcome));
        let claim = self.comparison.as_ref().map(|it| it.1.clone());
        let words = [
            self.rate.map(|rate| format!("{rate} Hz")),
            self.asks_to_leave.then(|| "leave?".to_owned()),
            self.is_paused.then(|| "paused".to_owned()),
            self.autopilot.as_ref().map(|_| "autopilot".to_owned()),
            ending,
            claim,
            self.again.map(|time| format!("again {time:.1} s")),
        ];
        for word in words.into_iter().flatten() {
            state.push_str(", ");
            state.push_str(&word);
        }
        state
    }
}

/// Time warp of the comparison.
fn warp(comparison: &Comparison) -> f64 {
    (comparison.seconds() / AGAIN).max(1.0)
}

/// Adds the lander's position to the trail if it has moved.
fn leave(trail: &mut Vec<Vector2<f64>>, lander: &Lander) {
    /// Minimum distance between two points of the trail \[m\].
    const NEAR: f64 = 0.5;
    let place = lander.body().position;
    if trail.last().is_none_or(|last| (place - last).norm() > NEAR) {
        trail.push(place);
    }
}
