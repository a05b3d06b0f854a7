//! An autopilot that lands on a pad, in three phases.
//!
//! It coasts while the lander turns, brakes to a gate above the pad, and descends. In each segment
//! of its route the thrust over mass changes at a constant rate, `a = c + r t`, so that the flight
//! under thrust, gravity, drag and wind has a closed form. One formula computes all such burns
//! (`route::Burn::between`): the burn to the gate, the correction that leads a lander back to its
//! route, and the jets' burn for a turn.
//!
//! It chooses new controls when the fuel gauge ticks, so that the flight does not depend on the
//! frame rate.

mod route;
mod steer;

use std::fmt;

use lander::{Controls, Lander};

use crate::game::Game;
use crate::landscape::Landscape;
use route::Route;
use steer::{follow, recover};

/// An autopilot that lands on a pad.
#[derive(Debug, Clone)]
pub struct Autopilot {
    landscape: Landscape,
    pad: usize,
    /// The route; `None` if it has found none that can be flown.
    route: Option<Route>,
    controls: Controls,
    /// Time of the last decision \[ticks of the gauge\].
    thought: Option<u64>,
    /// Time at which the route was made \[s\].
    planned: f64,
    /// Time of the last decision \[s\].
    now: f64,
}

/// Phase of an autopilot's flight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The main engine is off; the lander turns to the direction of the next burn.
    Coast,
    /// The lander brakes to the gate above the pad; without a route, it brakes to a slow climb.
    Brake,
    /// The lander descends to the pad, slower and slower, and upright at the end.
    Descend,
}

impl fmt::Display for Phase {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Coast => "coasting",
            Self::Brake => "braking",
            Self::Descend => "descending",
        })
    }
}

impl Autopilot {
    /// An autopilot that flies to the pad with the highest multiplier among those in comfortable
    /// reach. If no pad is in comfortable reach, it flies to the one with the least trouble.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        /// Maximum share of the remaining fuel that a comfortable route burns.
        const COMFORTABLE: f64 = 0.7;
        let (lander, landscape) = (game.lander(), game.landscape());
        let mut routes: Vec<(usize, Route)> = (landscape.pads.iter().enumerate())
            .filter_map(|(index, pad)| Some((index, Route::to(pad, lander, landscape)?)))
            .collect();
        let fuel = COMFORTABLE * lander.fuel();
        routes.sort_by(|(one, a), (other, b)| {
            let worth = |pad: usize| u64::from(landscape.pads[pad].multiplier);
            (a.trouble(fuel).total_cmp(&b.trouble(fuel))).then(worth(*other).cmp(&worth(*one)))
        });
        let best = routes.first();
        Self {
            landscape: landscape.clone(),
            pad: best.map_or(0, |(pad, _)| *pad),
            route: best.and_then(|(_, route)| flyable(*route)),
            controls: lander.controls(),
            thought: None,
            planned: lander.time(),
            now: lander.time(),
        }
    }

    /// Index of its pad in the landscape.
    #[must_use]
    pub fn pad(&self) -> usize {
        self.pad
    }

    /// Present phase.
    #[must_use]
    pub fn phase(&self) -> Phase {
        (self.route.as_ref()).map_or(Phase::Brake, |route| route.phase(self.now))
    }

    /// Controls of the engines. They are computed again after each tick of the fuel gauge; between
    /// ticks they stay the same.
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

    /// Updates the route while the lander coasts, and searches for another route if the lander is
    /// too far from this one.
    fn find_the_way(&mut self, lander: &Lander) {
        /// Maximum distance \[m\] and difference of velocities \[m/s\] from the route; beyond these
        /// a new route is better.
        const OFF: [f64; 2] = [25.0, 8.0];
        /// Minimum time between two searches \[s\].
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
            let route = pad.and_then(|pad| Route::to(pad, lander, &self.landscape));
            self.route = route.and_then(flyable);
            self.planned = self.now;
        }
    }
}

fn flyable(route: Route) -> Option<Route> {
    (route.excess == 0.0).then_some(route)
}
