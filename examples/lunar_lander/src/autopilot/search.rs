//! The cheapest of many routes that a lander can fly.

use kinstep::LinearLaw;
use kinstep::nalgebra::Vector2;
use lander::Lander;

use super::attitude::{Jets, Lean};
use super::clearance::Clearance;
use super::descent::Descent;
use super::knotted::Knotted;
use super::leg::{Burn, Leg, natural};
use super::options::Options;
use super::route::Route;
use crate::landscape::{Landscape, Pad};

/// A route, and what it takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Found {
    pub(super) route: Route,
    /// By how much it asks for more than engines can do, or is too near to the ground; zero if it can be flown.
    pub(super) excess: f64,
    /// Fuel \[kg\].
    pub(super) fuel: f64,
}

impl Found {
    /// What keeps it from being flown to its end; zero if nothing does.
    pub(super) fn trouble(&self, lander: &Lander) -> f64 {
        trouble(self.excess, self.fuel, lander)
    }

    /// The route, if it can be flown; or if there is no fuel to wait for a better one.
    pub(super) fn flyable(&self, lander: &Lander) -> Option<Route> {
        /// Of the full tanks.
        const LITTLE: f64 = 0.1;
        let is_urgent = lander.fuel() < LITTLE * lander.craft().fuel;
        (self.excess == 0.0 || is_urgent).then_some(self.route)
    }
}

/// The excess, and the share of fuel \[kg\] that lacks.
fn trouble(excess: f64, fuel: f64, lander: &Lander) -> f64 {
    excess + (fuel / lander.fuel() - 1.0).max(0.0)
}

/// A combination of options.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Choice<'a> {
    coast: &'a Leg,
    burns: [Burn; 2],
    descent: &'a Descent,
    excess: f64,
    fuel: f64,
}

/// Of the thrust there is, that routes use at most; the rest is for what goes otherwise.
const SHARE_OF_THRUST: f64 = 0.85;
/// Of the weight, that a burn always carries at least.
const SHARE_OF_WEIGHT: f64 = 0.35;
/// Tangent of the most a route leans from upright.
const MOST_LEAN: f64 = 1.2;
/// So many routes that seem clear of the ground are looked at closely.
const LOOKED_AT: usize = 200;

/// What a search needs to know.
pub(super) struct Search<'a> {
    lander: &'a Lander,
    clearance: Clearance<'a>,
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
            clearance: Clearance::new(&landscape.ground, lander.craft()),
            natural: natural(lander.planet(), mass),
            jets: Jets::of(lander),
            most: SHARE_OF_THRUST * lander.craft().thrust / mass,
        }
    }

    /// The best route to a pad: one that can be flown if there is one, and of these the cheapest.
    pub(super) fn best(&self, pad: &Pad) -> Option<Found> {
        let place = Vector2::new(pad.middle(), pad.height + self.lander.craft().stance());
        let options = Options::new(
            self.lander,
            &self.clearance,
            &self.natural,
            self.most,
            place,
        );
        let mut choices = self.choices(&options);
        let trouble = |choice: &Choice| trouble(choice.excess, choice.fuel, self.lander);
        choices.sort_by(|one, other| {
            (trouble(one).total_cmp(&trouble(other))).then(one.fuel.total_cmp(&other.fuel))
        });
        let clear = (choices.iter())
            .map(|choice| self.found(choice))
            .filter(|found| self.clearance.seems_clear(&found.route))
            .take(LOOKED_AT)
            .find(|found| self.clearance.is_clear(&found.route));
        clear.or_else(|| {
            // better than none
            let mut found = self.found(choices.first()?);
            found.excess += 1.0;
            Some(found)
        })
    }

    fn found(&self, choice: &Choice) -> Found {
        let (coast, descent) = (*choice.coast, *choice.descent);
        let start = self.lander.time();
        Found {
            route: Route::new(start, &self.natural, coast, choice.burns, descent),
            excess: choice.excess,
            fuel: choice.fuel,
        }
    }

    fn choices<'o>(&self, options: &'o Options) -> Vec<Choice<'o>> {
        let mut choices = Vec::new();
        for seconds in &options.burns {
            let knotted = Knotted::new(&self.natural, *seconds);
            for coast in &options.coasts {
                let coasted = knotted.coasted(&coast.end());
                let tried = options.descents.iter().map(|descent| {
                    let burns = knotted.burns(&coasted, &descent.gate(), descent.thrust());
                    self.choice(coast, burns, descent)
                });
                choices.extend(tried.filter(|choice| choice.excess.is_finite()));
            }
        }
        choices
    }

    fn choice<'o>(&self, coast: &'o Leg, burns: [Burn; 2], descent: &'o Descent) -> Choice<'o> {
        let [first, second] = burns;
        let effort = first.effort() + second.effort() + descent.effort();
        let exhaust_speed = self.lander.craft().exhaust_speed;
        let fuel = self.lander.body().mass * (1.0 - (-effort / exhaust_speed).exp());
        // what changes evenly is within limits if both of its ends are
        let excess = self.excess(&first.from) + self.excess(&first.to);
        Choice {
            coast,
            burns,
            descent,
            excess: excess + self.late(coast, &first),
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
        let stop = body.angular_velocity().abs() / self.jets.most;
        let turn = self.jets.time_for(wanted.angle - body.orientation());
        ((stop + turn + SETTLING) / coast.burn.seconds - 1.0).max(0.0)
    }
}
