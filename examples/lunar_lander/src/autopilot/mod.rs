//! A pilot that plans with closed forms.
//!
//! ```text
//! effect (what pushes do)  ->  leg (exact flight under an even burn)  ->  route (legs down to a pad)
//!                          ->  search (the cheapest route that can be flown)  ->  the autopilot follows it
//!                          ->  attitude (jets)
//! ```
//!
//! It thinks when the fuel gauge ticks, so that its flight does not depend on the frame rate.

mod attitude;
mod clearance;
mod effect;
mod leg;
mod options;
mod route;
mod search;

use std::fmt;

use kinstep::nalgebra::Vector2;

use attitude::{Jets, Lean};
use effect::{Effect, catch_up};
use route::Route;
use search::{Found, Search};

use crate::game::Game;
use crate::lander::{Controls, Lander};
use crate::landscape::Landscape;

/// A pilot that lands on a pad.
#[derive(Debug, Clone)]
pub struct Autopilot {
    landscape: Landscape,
    pad: usize,
    route: Route,
    controls: Controls,
    /// When it thought last, in ticks.
    thought: Option<u64>,
    /// When it made its route \[s\].
    planned: f64,
    /// When it thought last \[s\].
    now: f64,
}

/// What an autopilot is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The main engine is off; it turns to where it will be needed.
    Coast,
    /// Most of the speed is lost.
    Braking,
    /// Toward the gate over the pad.
    Approach,
    /// Down to the pad, ever slower.
    Descent,
    /// The last metres, at walking pace, straightening up.
    Touchdown,
}

impl fmt::Display for Phase {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Coast => "coasting",
            Self::Braking => "braking",
            Self::Approach => "approach",
            Self::Descent => "descent",
            Self::Touchdown => "touchdown",
        })
    }
}

/// A pad that the landscape does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no pad {pad}; there are {count}, counted from 0")]
pub struct NoSuchPad {
    /// The index given.
    pub pad: usize,
    /// How many there are.
    pub count: usize,
}

impl Autopilot {
    /// To the pad that counts most of those it can reach comfortably.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        /// Of the fuel that is left, what a comfortable route takes at most.
        const COMFORTABLE: f64 = 0.7;
        let (lander, landscape) = (game.lander(), game.landscape());
        let search = Search::new(lander, landscape);
        let mut pads: Vec<_> = landscape.pads.iter().enumerate().collect();
        pads.sort_by_key(|(_, pad)| std::cmp::Reverse(pad.multiplier));
        let mut best: Option<(usize, Found)> = None;
        for (index, pad) in pads {
            let Some(found) = search.best(pad) else {
                continue;
            };
            if found.excess == 0.0 && found.fuel <= COMFORTABLE * lander.fuel() {
                best = Some((index, found));
                break;
            }
            if best.is_none_or(|(_, best)| found.excess < best.excess) {
                best = Some((index, found));
            }
        }
        let (pad, found) = best.expect("a pad");
        Self::on(game, pad, found)
    }

    /// To the pad of an index.
    ///
    /// # Errors
    /// If there is none.
    pub fn to_pad(game: &Game, pad: usize) -> Result<Self, NoSuchPad> {
        let landscape = game.landscape();
        let count = landscape.pads.len();
        let target = landscape.pads.get(pad).ok_or(NoSuchPad { pad, count })?;
        let found = Search::new(game.lander(), landscape)
            .best(target)
            .expect("a route");
        Ok(Self::on(game, pad, found))
    }

    fn on(game: &Game, pad: usize, found: Found) -> Self {
        let lander = game.lander();
        Self {
            landscape: game.landscape().clone(),
            pad,
            route: found.route,
            controls: lander.controls(),
            thought: None,
            planned: lander.time(),
            now: lander.time(),
        }
    }

    /// Where it is going: an index into the pads of the landscape.
    #[must_use]
    pub fn pad(&self) -> usize {
        self.pad
    }

    /// What it is doing.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.route.phase(self.now)
    }

    /// So many points \[m\] of the path that it intends, from now to the touchdown: to draw.
    pub fn plan(&self, points: usize) -> impl Iterator<Item = Vector2<f64>> + '_ {
        let left = (self.route.touchdown() - self.now).max(0.0);
        let step = left / (points.max(2) - 1) as f64;
        (0..points).map(move |index| self.route.at(self.now + step * index as f64).position)
    }

    /// What the engines should do: thought out anew whenever the fuel gauge has ticked.
    pub fn controls(&mut self, lander: &Lander) -> Controls {
        if lander.is_at_tick() && self.thought != Some(lander.ticks()) {
            self.thought = Some(lander.ticks());
            self.now = lander.time();
            if self.phase() == Phase::Coast {
                self.route.restart(self.now, lander);
            }
            self.keep_to_the_route(lander);
            self.controls = self.follow(lander);
        }
        self.controls
    }

    /// Looks for another route if it has come too far off this one.
    fn keep_to_the_route(&mut self, lander: &Lander) {
        /// Off by more than this \[m\], \[m/s\], there is a better route from here.
        const OFF: [f64; 2] = [25.0, 8.0];
        /// Which is followed for so long at least \[s\].
        const PATIENCE: f64 = 3.0;
        let (body, wanted) = (lander.body(), self.route.at(self.now));
        let way = (wanted.position - body.position).norm();
        let speed = (wanted.velocity - body.velocity).norm();
        if (way < OFF[0] && speed < OFF[1]) || self.now < self.planned + PATIENCE {
            return;
        }
        let pad = &self.landscape.pads[self.pad];
        if let Some(found) = Search::new(lander, &self.landscape).best(pad) {
            self.route = found.route;
            self.planned = self.now;
        }
    }

    fn follow(&self, lander: &Lander) -> Controls {
        let jets = Jets::of(lander);
        let more = self.correction(lander, &jets);
        let wanted = |time: f64| {
            let [thrust, growth] = self.route.thrust(time);
            [within_lean(thrust + more), growth]
        };
        let body = lander.body();
        let lean = Lean {
            angle: body.orientation(),
            rate: body.angular_velocity(),
        };
        let turn = jets.turn(lean, |after| {
            let [thrust, growth] = wanted(self.now + after);
            Lean::along(&thrust, &growth)
        });
        let turn_share = turn / jets.most;
        if self.phase() == Phase::Coast {
            return Controls {
                throttle: 0.0,
                turn: turn_share,
            };
        }
        let half = 0.5 * Lander::TICK;
        let angle = lean.angle + half * (lean.rate + 0.5 * half * turn);
        let axis = Vector2::new(-angle.sin(), angle.cos());
        let craft = lander.craft();
        let [thrust, _] = wanted(self.now + half);
        // the jets push, too
        let push = body.mass * axis.dot(&thrust) - craft.jet * turn_share.abs();
        Controls {
            throttle: (push / craft.thrust).clamp(0.0, 1.0),
            turn: turn_share,
        }
    }

    /// What brings it back to its route \[m/s²\]: upward the engine does at once, sideways it has to turn first.
    fn correction(&self, lander: &Lander, jets: &Jets) -> Vector2<f64> {
        /// A lag is made good as if it were not more than this \[m\].
        const FAR: f64 = 8.0;
        /// Of the weight, what is spent on that at most, sideways and upward.
        const MOST: [f64; 2] = [0.35, 0.7];
        let seconds = [3.0 / jets.most.sqrt(), 2.0];
        let most = MOST.map(|share| share * lander.planet().gravity);
        let body = lander.body();
        let wanted = self.route.at(self.now);
        let drag = lander.planet().air.map_or(0.0, |air| air.drag / body.mass);
        let [x, y] = [0, 1].map(|axis| {
            let lag = Effect {
                position: (wanted.position[axis] - body.position[axis]).clamp(-FAR, FAR),
                velocity: wanted.velocity[axis] - body.velocity[axis],
            };
            let [constant, ramp] = catch_up(drag, lag, seconds[axis]);
            (constant + 0.5 * Lander::TICK * ramp).clamp(-most[axis], most[axis])
        });
        Vector2::new(x, y)
    }
}

/// A thrust \[m/s²\] that does not lean too much.
fn within_lean(thrust: Vector2<f64>) -> Vector2<f64> {
    /// Tangent of the most.
    const MOST: f64 = 1.5;
    /// Even a fall is slowed by this much \[m/s²\].
    const LEAST: f64 = 0.3;
    let upward = thrust.y.max(LEAST);
    Vector2::new(thrust.x.clamp(-MOST * upward, MOST * upward), upward)
}
