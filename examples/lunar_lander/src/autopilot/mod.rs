//! A pilot that plans with closed forms.
//!
//! Its plan is a list of legs down to a pad. In each of them the thrust over mass changes evenly, `a = c + r t`, so that
//! the flight under it, gravity, drag and wind is exact, at any time, forward and backward:
//!
//! | asked | answered by |
//! |---|---|
//! | how long may it fall with its engine off? | the time to impact of the [forecast](crate::forecast) |
//! | how long do flights to the pad take, about? | an [aim](kinstep::aim) at the least speed |
//! | where does the final descent have to start? | its burns, flown backward from an upright touchdown |
//! | which burns lead there? | two linear equations along each axis, from the effects of unit thrusts |
//! | can the engine do that? | a look at their ends: between these they are no stronger and lean no more |
//! | is the way clear of the mountains? | where its exact flight lands on ground that is raised by a margin: nowhere |
//!
//! Of some thousand combinations it takes the cheapest that can be flown, and then keeps to it: what lags behind, in place
//! or in angle, is made good by another `c + r t`. It thinks when the fuel gauge ticks, so that its flight does not depend
//! on the frame rate.
//!
//! ```text
//! effect (what pushes do)  ->  leg (exact flight under an even burn)
//! leg  ->  knotted (two burns from anywhere to anywhere), descent (the last part)  ->  route
//! route  ->  options, clearance  ->  search (the cheapest route that can be flown)
//! attitude (jets)  ->  follow (what the engines do to keep to the route)
//! ```

mod attitude;
mod clearance;
mod descent;
mod effect;
mod follow;
mod knotted;
mod leg;
mod options;
mod route;
mod search;

use std::fmt;

use kinstep::nalgebra::Vector2;
use lander::{Controls, Lander};

use crate::game::Game;
use crate::landscape::Landscape;
use follow::{follow, recover};
use route::Route;
use search::{Found, Search};

/// A pilot that lands on a pad.
///
/// ```
/// use lunar_lander::autopilot::Autopilot;
/// use lunar_lander::game::Game;
/// use lunar_lander::mission::Mission;
/// use lunar_lander::touchdown::Outcome;
///
/// let mut game = Game::new(Mission::MOON, 7)?;
/// let mut autopilot = Autopilot::new(&game);
/// while game.ending().is_none() {
///     game.advance(1.0 / 60.0, |lander| autopilot.controls(lander))?;
/// }
/// let outcome = game.ending().map(|ending| &ending.outcome);
/// assert!(matches!(outcome, Some(Outcome::Landed { pad: Some(pad), .. }) if *pad == autopilot.pad()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Autopilot {
    landscape: Landscape,
    pad: usize,
    /// None if there is none that can be flown.
    route: Option<Route>,
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
    /// There is no way to the pad from here: it stops first.
    Recovery,
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
            Self::Recovery => "recovering",
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
    /// To the pad that counts most of those it can reach comfortably; if there is none, to the one that it can reach best.
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
            if found.trouble(lander) == 0.0 && found.fuel <= COMFORTABLE * lander.fuel() {
                return Self::on(game, index, Some(found));
            }
            if best.is_none_or(|(_, best)| found.trouble(lander) < best.trouble(lander)) {
                best = Some((index, found));
            }
        }
        let (pad, found) = best.unzip();
        Self::on(game, pad.unwrap_or(0), found)
    }

    /// To the pad of an index.
    ///
    /// # Errors
    /// If there is none.
    pub fn to_pad(game: &Game, pad: usize) -> Result<Self, NoSuchPad> {
        let landscape = game.landscape();
        let count = landscape.pads.len();
        let target = landscape.pads.get(pad).ok_or(NoSuchPad { pad, count })?;
        let found = Search::new(game.lander(), landscape).best(target);
        Ok(Self::on(game, pad, found))
    }

    fn on(game: &Game, pad: usize, found: Option<Found>) -> Self {
        let lander = game.lander();
        Self {
            landscape: game.landscape().clone(),
            pad,
            route: found.and_then(|found| found.flyable(lander)),
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
        (self.route.as_ref()).map_or(Phase::Recovery, |route| route.phase(self.now))
    }

    /// So many points \[m\] of the path that it intends, from where it thought last to the touchdown: to draw. There are
    /// none while it recovers.
    pub fn plan(&self, points: usize) -> impl Iterator<Item = Vector2<f64>> + '_ {
        self.route.iter().flat_map(move |route| {
            let left = (route.touchdown() - self.now).max(0.0);
            let step = left / (points.max(2) - 1) as f64;
            (0..points).map(move |index| route.at(self.now + step * index as f64).position)
        })
    }

    /// What the engines should do: thought out anew whenever the fuel gauge has ticked; between ticks it repeats itself.
    pub fn controls(&mut self, lander: &Lander) -> Controls {
        if lander.is_at_tick() && self.thought != Some(lander.ticks()) {
            self.thought = Some(lander.ticks());
            self.now = lander.time();
            self.find_the_way(lander);
            self.controls = (self.route.as_ref())
                .map_or_else(|| recover(lander), |route| follow(route, lander));
        }
        self.controls
    }

    /// Keeps the route up to date while it coasts, and looks for another one if it has come too far off this one.
    fn find_the_way(&mut self, lander: &Lander) {
        /// Off by more than this \[m\], \[m/s\], there is a better route from here.
        const OFF: [f64; 2] = [25.0, 8.0];
        /// It thinks twice before it does that again \[s\].
        const PATIENCE: f64 = 2.0;
        if let Some(route) = &mut self.route {
            if route.phase(self.now) == Phase::Coast {
                route.restart(lander);
            }
            let (body, wanted) = (lander.body(), route.at(self.now));
            let way = (wanted.position - body.position).norm();
            let speed = (wanted.velocity - body.velocity).norm();
            if way < OFF[0] && speed < OFF[1] {
                return;
            }
        }
        if self.now >= self.planned + PATIENCE {
            let pad = self.landscape.pads.get(self.pad);
            let search = Search::new(lander, &self.landscape);
            let found = pad.and_then(|pad| search.best(pad));
            self.route = found.and_then(|found| found.flyable(lander));
            self.planned = self.now;
        }
    }
}
