//! A pilot that lands on a pad, in three phases.
//!
//! It coasts while it turns, brakes to a gate over the pad, and descends. In each leg of its route the thrust over mass
//! changes evenly, `a = c + r t`, so that the flight under it, gravity, drag and wind has a closed form. One formula finds
//! such burns wherever one is needed (`route::Burn::between`): for the way to the gate, for what brings a
//! lander back to its route, and for the jets that turn it.
//!
//! It thinks when the fuel gauge ticks, so that its flight does not depend on the frame rate.

mod route;
mod steer;

use std::fmt;

use lander::{Controls, Lander};

use crate::game::Game;
use crate::landscape::Landscape;
use route::Route;
use steer::{follow, recover};

/// A pilot that lands on a pad.
#[derive(Debug, Clone)]
pub struct Autopilot {
    landscape: Landscape,
    pad: usize,
    /// None if it knows none that can be flown.
    route: Option<Route>,
    controls: Controls,
    /// When it thought last \[ticks of the gauge\].
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
    /// To the gate over the pad; or, where no route is known, to a slow climb.
    Brake,
    /// Down to the pad, ever slower, and upright in the end.
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
    /// To the pad that counts most of those it can reach comfortably; if there is none, to the one that it can reach best.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        /// Of the fuel that is left, what a comfortable route takes at most.
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

    /// Where it is going: an index into the pads of the landscape.
    #[must_use]
    pub fn pad(&self) -> usize {
        self.pad
    }

    /// What it is doing.
    #[must_use]
    pub fn phase(&self) -> Phase {
        (self.route.as_ref()).map_or(Phase::Brake, |route| route.phase(self.now))
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
            let route = pad.and_then(|pad| Route::to(pad, lander, &self.landscape));
            self.route = route.and_then(flyable);
            self.planned = self.now;
        }
    }
}

fn flyable(route: Route) -> Option<Route> {
    (route.excess == 0.0).then_some(route)
}
