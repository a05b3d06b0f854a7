//! The cheapest of many routes that a lander can fly.

use kinstep::LinearLaw;
use kinstep::ballistics::{Ballistics, Terrain, Trajectory};
use kinstep::nalgebra::Vector2;

use super::Phase;
use super::attitude::{Jets, Lean};
use super::leg::{Burn, Leg, State, natural};
use super::route::{Descent, Knotted, Route};
use crate::forecast::Forecast;
use crate::lander::{Ground, Lander};
use crate::landscape::{Landscape, Pad};

/// A route, and what it takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Candidate {
    pub(super) route: Route,
    /// By how much it asks for more than there is; zero if it can be flown.
    pub(super) excess: f64,
    /// Fuel \[kg\].
    pub(super) fuel: f64,
}

/// Of the thrust there is, that routes use at most; the rest is for what goes otherwise.
const SHARE_OF_THRUST: f64 = 0.85;
/// Of the weight, that a burn always carries at least.
const SHARE_OF_WEIGHT: f64 = 0.5;
/// Tangent of the most a route leans from upright.
const MOST_LEAN: f64 = 1.2;
/// How far from the ground a route stays before the final descent \[m\].
const MARGIN: f64 = 12.0;
/// To how far beside it \[m\].
const BESIDE: f64 = 5.0;
/// In the final descent both are so much less.
const LOW_MARGIN: f64 = 0.5;
/// So many of the cheapest routes are looked at, whether they are clear of the ground.
const LOOKED_AT: usize = 300;

/// How long it coasts at first \[s\].
const COASTS: [f64; 12] = [
    0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 13.0, 16.0, 20.0,
];
/// How long the final descent brakes \[s\].
const BRAKES: [f64; 5] = [8.0, 12.0, 18.0, 26.0, 36.0];
/// Of the burns, how much is before the knot.
const KNOTS: [f64; 4] = [0.25, 0.4, 0.5, 0.6];
/// How many times of flight are tried.
const TIMES: usize = 24;

/// What a search needs to know.
pub(super) struct Search<'a> {
    lander: &'a Lander,
    ground: &'a Ground,
    natural: LinearLaw<f64, 2>,
    jets: Jets,
    /// The most thrust over mass \[m/s²\].
    most: f64,
}

impl<'a> Search<'a> {
    pub(super) fn new(lander: &'a Lander, landscape: &'a Landscape) -> Self {
        let mass = lander.body().mass;
        Self {
            lander,
            ground: &landscape.ground,
            natural: natural(lander.planet(), mass),
            jets: Jets::of(lander),
            most: SHARE_OF_THRUST * lander.craft().thrust / mass,
        }
    }

    /// The best route to a pad: one that can be flown if there is one, and of these the cheapest.
    pub(super) fn best(&self, pad: &Pad) -> Option<Candidate> {
        let place = Vector2::new(pad.middle(), pad.height + self.lander.craft().stance());
        let mut found = self.candidates(place);
        found.sort_by(|one, other| {
            (one.excess.total_cmp(&other.excess)).then(one.fuel.total_cmp(&other.fuel))
        });
        let clear = found
            .iter()
            .take(LOOKED_AT)
            .find(|it| self.is_clear(&it.route));
        if let Some(candidate) = clear {
            return Some(*candidate);
        }
        // better than none
        found.first().map(|candidate| Candidate {
            excess: candidate.excess + 1.0,
            ..*candidate
        })
    }

    fn candidates(&self, place: Vector2<f64>) -> Vec<Candidate> {
        let coasts = self.coasts();
        let descents = self.descents(place);
        let mut found = Vec::new();
        for seconds in self.times(place) {
            for knot in KNOTS {
                let knotted = Knotted::new(&self.natural, [seconds * knot, seconds * (1.0 - knot)]);
                for coast in &coasts {
                    let start = coast.end();
                    let coasted = knotted.coasted(&start);
                    let tried = descents.iter().map(|descent| {
                        let burns = knotted.burns(&coasted, &descent.gate, descent.thrust());
                        self.candidate(coast, &start, burns, descent)
                    });
                    found.extend(tried.filter(|it| it.excess.is_finite()));
                }
            }
        }
        found
    }

    fn candidate(
        &self,
        coast: &Leg,
        start: &State,
        burns: [Burn; 2],
        descent: &Descent,
    ) -> Candidate {
        let [first, second] = burns;
        let braking = Leg::new(Phase::Braking, &self.natural, start, first);
        let approach = Leg::new(Phase::Approach, &self.natural, &braking.end(), second);
        let route = Route::new(self.lander.time(), *coast, [braking, approach], descent);
        let effort = first.effort() + second.effort() + descent.effort();
        let craft = self.lander.craft();
        let fuel = self.lander.body().mass * (1.0 - (-effort / craft.exhaust_speed).exp());
        let short = (fuel / self.lander.fuel() - 1.0).max(0.0);
        // what grows evenly is within limits if both of its ends are
        let excess =
            self.excess(&first.from) + self.excess(&first.to) + self.late(coast, &first) + short;
        Candidate {
            route,
            excess,
            fuel,
        }
    }

    /// How far a thrust over mass is from what the engine can give; zero if it can.
    fn excess(&self, thrust: &Vector2<f64>) -> f64 {
        let weight = self.lander.planet().gravity;
        let strong = thrust.norm() / self.most - 1.0;
        let leaning = (thrust.x.abs() - MOST_LEAN * thrust.y) / weight;
        let weak = SHARE_OF_WEIGHT - thrust.y / weight;
        strong.max(0.0) + leaning.max(0.0) + weak.max(0.0)
    }

    /// How much longer than it coasts it takes to turn to the first thrust.
    fn late(&self, coast: &Leg, burn: &Burn) -> f64 {
        /// Until it has come to rest \[s\].
        const SETTLING: f64 = 0.6;
        let wanted = Lean::along(&burn.from, &burn.growth());
        let body = self.lander.body();
        let drift = body.angular_velocity() / self.jets.most;
        let turn = self.jets.time_for(wanted.angle - body.orientation()) + drift.abs();
        ((turn + SETTLING) / coast.burn.seconds - 1.0).max(0.0)
    }

    /// Ways to do nothing at first, not too near to the ground.
    fn coasts(&self) -> Vec<Leg> {
        let forecast = Forecast::new(self.lander, self.ground).ok();
        let impact = forecast
            .and_then(|it| it.impact)
            .map_or(f64::INFINITY, |it| it.time);
        let body = self.lander.body();
        let start = State {
            position: body.position,
            velocity: body.velocity,
        };
        let short = COASTS.iter().filter(|seconds| **seconds <= 0.5 * impact);
        short
            .map(|seconds| {
                let off = Burn {
                    from: Vector2::zeros(),
                    to: Vector2::zeros(),
                    seconds: seconds.max(Lander::TICK),
                };
                Leg::new(Phase::Coast, &self.natural, &start, off)
            })
            .collect()
    }

    fn descents(&self, place: Vector2<f64>) -> Vec<Descent> {
        let brake = 0.4 * (self.most - self.lander.planet().gravity).max(0.5);
        (BRAKES.iter())
            .map(|seconds| Descent::new(&self.natural, place, brake, *seconds))
            .collect()
    }

    /// Times of flight \[s\] to try. A throw from here to there at the least speed tells their scale.
    fn times(&self, place: Vector2<f64>) -> impl Iterator<Item = f64> {
        /// Nothing is quicker \[s\].
        const LEAST: f64 = 12.0;
        let planet = self.lander.planet();
        let mut air = Ballistics::new([0.0, -planet.gravity]);
        if let Some(thick) = planet.air {
            air = air
                .with_drag_rate(thick.drag / self.lander.body().mass)
                .with_wind(thick.wind);
        }
        let throw = air
            .aim(self.lander.body().position, place)
            .with_least_speed();
        let scale = throw.map_or(LEAST, |launch| launch.time_of_flight.max(LEAST));
        (0..TIMES).map(move |index| scale * 0.4 * 1.1_f64.powi(index as i32))
    }

    fn is_clear(&self, route: &Route) -> bool {
        let clear = |leg: &Leg, margin: f64, beside: f64| {
            let least = margin + self.lander.craft().stance();
            let raised = |place: &Vector2<f64>| {
                self.ground.highest(place.x - beside..place.x + beside) + least
            };
            let terrain = Terrain::new([0.0, 1.0], raised, self.ground.steepest());
            matches!(
                leg.flight.landing(&terrain, 0.0..leg.burn.seconds),
                Ok(None)
            )
        };
        route.above().iter().all(|leg| clear(leg, MARGIN, BESIDE))
            && clear(route.below(), LOW_MARGIN, BESIDE)
    }
}
