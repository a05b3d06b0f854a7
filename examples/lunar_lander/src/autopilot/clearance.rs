//! Whether a route stays away from the ground.

use kinstep::ballistics::{Terrain, Trajectory};
use kinstep::nalgebra::Vector2;
use lander::{Craft, Ground};

use super::leg::Leg;
use super::route::Route;

/// How far from the ground a route stays before the final descent \[m\].
const MARGIN: f64 = 12.0;
/// To how far beside it \[m\].
const BESIDE: f64 = 5.0;
/// How far in the final descent \[m\].
const LOW_MARGIN: f64 = 0.5;

/// The ground, and the size of what must not touch it.
pub(super) struct Clearance<'a> {
    ground: &'a Ground,
    /// How steep that is.
    steepest: f64,
    stance: f64,
}

impl<'a> Clearance<'a> {
    pub(super) fn new(ground: &'a Ground, craft: &Craft) -> Self {
        Self {
            ground,
            steepest: ground.steepest(),
            stance: craft.stance(),
        }
    }

    pub(super) fn ground(&self) -> &Ground {
        self.ground
    }

    /// Whether a route is clear of the ground: its exact flight meets nothing of what is raised by a margin.
    pub(super) fn is_clear(&self, route: &Route) -> bool {
        let clear = |leg: &Leg, margin: f64| {
            let raised = |place: &Vector2<f64>| self.raised(place.x, margin);
            let terrain = Terrain::new([0.0, 1.0], raised, self.steepest);
            let span = 0.0..leg.burn.seconds;
            matches!(leg.flight.landing(&terrain, span), Ok(None))
        };
        let mut high = route.high_legs();
        high.all(|leg| clear(leg, MARGIN)) && clear(route.low_leg(), LOW_MARGIN)
    }

    /// Whether it is at a few places: tells most that are not from those here.
    pub(super) fn seems_clear(&self, route: &Route) -> bool {
        const PLACES: usize = 6;
        route.high_legs().all(|leg| {
            let step = leg.burn.seconds / (PLACES - 1) as f64;
            let mut places = leg.flight.sample(0.0, step, PLACES);
            places.all(|place| place.y > self.raised(place.x, MARGIN))
        })
    }

    /// The height \[m\] below which the centre of mass is too near to the ground.
    fn raised(&self, x: f64, margin: f64) -> f64 {
        self.ground.highest(x - BESIDE..x + BESIDE) + self.stance + margin
    }
}
