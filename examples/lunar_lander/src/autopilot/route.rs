//! Routes down to a pad, made of five segments each, and the search for one that the engine can
//! fly.

use std::iter::successors;

use kinstep::LinearLaw;
use kinstep::nalgebra::{ComplexField, SVector, Vector2};
use kinstep::trajectory::{LawFlight, Trajectory};
use lander::{Lander, Planet};

use super::Phase;
use super::steer::{Jets, lean};
use crate::landscape::{Landscape, Pad};

/// Position \[m\] and velocity \[m/s\]; in one dimension, an angle \[rad\] and its rate \[rad/s\].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct State<const D: usize> {
    pub(super) position: SVector<f64, D>,
    pub(super) velocity: SVector<f64, D>,
}

impl<const D: usize> State<D> {
    fn at(flight: &LawFlight<D>, time: f64) -> Self {
        let event = flight.at(time);
        Self {
            position: event.position,
            velocity: event.velocity,
        }
    }
}

/// An acceleration that changes at a constant rate for some seconds: `a = from + growth t`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Burn<const D: usize> {
    /// Acceleration at the start \[m/s²\].
    pub(super) from: SVector<f64, D>,
    /// Rate at which the acceleration changes \[m/s³\].
    pub(super) growth: SVector<f64, D>,
    /// Duration \[s\].
    pub(super) seconds: f64,
}

impl<const D: usize> Burn<D> {
    /// The burn that leads from one state to another.
    ///
    /// Under a law with drag the final state depends linearly on the burn: `x = x₀ + c P + r Q` and
    /// `v = v₀ + c p + r q`, where `x₀, v₀` is the final state without a burn. From rest, a unit
    /// thrust leads to `P, p`, and a thrust that grows by one unit per second leads to `Q, q`.
    /// These are two equations for `c` and `r` along each axis, solved by Cramer's rule.
    pub(super) fn between(
        law: &LinearLaw<f64, D>,
        start: &State<D>,
        end: &State<D>,
        seconds: f64,
    ) -> Self {
        let drag = LinearLaw::<f64, 1>::drag(law.damping);
        let [unit, growing] = [drag + LinearLaw::gravity([1.0]), drag.ramping([1.0])].map(|law| {
            let State { position, velocity } = State::at(&law.launch([0.0], [0.0]), seconds);
            [position.x, velocity.x]
        });
        let coasted = State::at(&law.launch(start.position, start.velocity), seconds);
        let place = end.position - coasted.position;
        let speed = end.velocity - coasted.velocity;
        let whole = unit[0] * growing[1] - growing[0] * unit[1];
        Self {
            from: (place * growing[1] - speed * growing[0]) / whole,
            growth: (speed * unit[0] - place * unit[1]) / whole,
            seconds,
        }
    }

    fn even(from: SVector<f64, D>, to: SVector<f64, D>, seconds: f64) -> Self {
        Self {
            from,
            growth: (to - from) / seconds,
            seconds,
        }
    }

    fn at(&self, time: f64) -> SVector<f64, D> {
        self.from + self.growth * time
    }

    /// Acceleration at the end \[m/s²\].
    pub(super) fn to(&self) -> SVector<f64, D> {
        self.at(self.seconds)
    }

    /// Magnitude of the acceleration, integrated over the burn by Simpson's rule \[m/s\].
    fn effort(&self) -> f64 {
        let [from, middle, to] = [0.0, 0.5, 1.0].map(|share| self.at(share * self.seconds).norm());
        self.seconds / 6.0 * (from + 4.0 * middle + to)
    }
}

/// Law of motion of a lander of this mass \[kg\] with its engines off: gravity, drag and wind.
pub(super) fn natural(planet: &Planet, mass: f64) -> LinearLaw<f64, 2> {
    let gravity = LinearLaw::gravity([0.0, -planet.gravity]);
    match planet.air {
        None => gravity,
        Some(air) => gravity + LinearLaw::drag(air.drag / mass).in_wind(air.wind),
    }
}

/// A segment of a route: a burn, and the exact flight under it.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Leg {
    burn: Burn<2>,
    flight: LawFlight<2>,
}

impl Leg {
    fn from(natural: &LinearLaw<f64, 2>, start: &State<2>, burn: Burn<2>) -> Self {
        let law = *natural + LinearLaw::gravity(burn.from).ramping(burn.growth);
        let flight = law.launch(start.position, start.velocity);
        Self { burn, flight }
    }

    /// The segment that ends in a state, computed backward from there.
    fn to(natural: &LinearLaw<f64, 2>, end: &State<2>, burn: Burn<2>) -> Self {
        let law = *natural + LinearLaw::gravity(burn.to()).ramping(burn.growth);
        let start = State::at(&law.launch(end.position, end.velocity), -burn.seconds);
        Self::from(natural, &start, burn)
    }

    fn at(&self, time: f64) -> State<2> {
        State::at(&self.flight, time)
    }

    fn start(&self) -> State<2> {
        self.at(0.0)
    }

    fn end(&self) -> State<2> {
        self.at(self.burn.seconds)
    }
}

/// The three segments of a descent to a position \[m\], from a gate straight above it.
///
/// First the lander brakes for some seconds: the extra deceleration is `brake` \[m/s²\] at the gate
/// and decreases to zero. Then the lander straightens up from its lean against the wind, and comes
/// down upright. The segments are computed from the last to the first.
fn descent(natural: &LinearLaw<f64, 2>, place: Vector2<f64>, brake: f64, seconds: f64) -> [Leg; 3] {
    /// Downward speed at the touchdown \[m/s\].
    const SPEED: f64 = 0.7;
    /// Durations of straightening up and of the upright descent \[s\].
    const EVENLY: [f64; 2] = [2.8, 0.5];
    let touchdown = State {
        position: place,
        velocity: Vector2::new(0.0, -SPEED),
    };
    let steady = -natural.acceleration(&place, &touchdown.velocity, 0.0);
    let upright = Vector2::new(0.0, steady.y);
    let stand = Leg::to(natural, &touchdown, Burn::even(upright, upright, EVENLY[1]));
    let straighten = Burn::even(steady, upright, EVENLY[0]);
    let straighten = Leg::to(natural, &stand.start(), straighten);
    let braked = |sideways: f64| {
        let from = steady + Vector2::new(sideways, brake);
        let burn = Burn::even(from, steady, seconds);
        Leg::to(natural, &straighten.start(), burn)
    };
    // the horizontal velocity at the gate is a linear function of the horizontal thrust there; the
    // thrust at its root makes this velocity zero
    let [speed, other] = [0.0, 1.0].map(|sideways| braked(sideways).start().velocity.x);
    [braked(speed / (speed - other)), straighten, stand]
}

/// A route down to a pad.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Route {
    /// Start time \[s\] on the lander's clock.
    start: f64,
    /// The segments: coast, brake, and the three of the descent.
    legs: [Leg; 5],
    /// Measure of how far the route exceeds what the engines can do, plus 1 if it is too near the
    /// ground; zero if it can be flown.
    pub(super) excess: f64,
    /// Fuel that the route needs \[kg\].
    fuel: f64,
}

impl Route {
    /// The route from the lander's present state, with these durations of coasting and
    /// braking \[s\].
    fn new(lander: &Lander, coast: f64, brake: f64, descent: [Leg; 3]) -> Self {
        let body = lander.body();
        let natural = natural(lander.planet(), body.mass);
        let now = State {
            position: body.position,
            velocity: body.velocity,
        };
        let off = Burn {
            from: Vector2::zeros(),
            growth: Vector2::zeros(),
            seconds: coast,
        };
        let coast = Leg::from(&natural, &now, off);
        let [gate, straighten, stand] = descent;
        let burn = Burn::between(&natural, &coast.end(), &gate.start(), brake);
        let brake = Leg::from(&natural, &coast.end(), burn);
        Self {
            start: lander.time(),
            legs: [coast, brake, gate, straighten, stand],
            excess: 0.0,
            fuel: 0.0,
        }
    }

    /// Recomputes the braking burn from the present state while the lander coasts, because the jets
    /// push it off the route.
    pub(super) fn restart(&mut self, lander: &Lander) {
        let [coast, brake, descent @ ..] = self.legs;
        let left = (self.start + coast.burn.seconds - lander.time()).max(0.0);
        *self = Self::new(lander, left, brake.burn.seconds, descent);
    }

    /// Index of the segment at a time on the lander's clock \[s\], and the time since its
    /// start \[s\]. The last segment has no end.
    fn leg(&self, time: f64) -> (usize, f64) {
        let mut since = time - self.start;
        for (index, leg) in self.legs[..4].iter().enumerate() {
            if since < leg.burn.seconds {
                return (index, since);
            }
            since -= leg.burn.seconds;
        }
        (4, since)
    }

    pub(super) fn phase(&self, time: f64) -> Phase {
        match self.leg(time).0 {
            0 => Phase::Coast,
            1 => Phase::Brake,
            _ => Phase::Descend,
        }
    }

    /// Planned state at a time \[s\].
    pub(super) fn at(&self, time: f64) -> State<2> {
        let (leg, since) = self.leg(time);
        self.legs[leg].at(since)
    }

    /// Thrust over mass \[m/s²\] at a time, and its rate of change \[m/s³\]; while coasting, the
    /// first thrust to come.
    pub(super) fn thrust(&self, time: f64) -> [Vector2<f64>; 2] {
        match self.leg(time) {
            (0, _) => [self.legs[1].burn.from, Vector2::zeros()],
            (leg, since) => {
                let burn = &self.legs[leg].burn;
                [burn.at(since), burn.growth]
            }
        }
    }

    /// Whether the route stays away from the ground, checked between sample positions on each
    /// segment.
    fn is_clear(&self, lander: &Lander, landscape: &Landscape) -> bool {
        /// Minimum height above the ground on each segment: coasting, braking, descent \[m\].
        const MARGINS: [f64; 3] = [12.0, 12.0, 0.5];
        /// Horizontal clearance \[m\], as far as the ground there is checked.
        const BESIDE: f64 = 5.0;
        const PLACES: u32 = 30;
        let stance = lander.craft().stance();
        self.legs.iter().zip(MARGINS).all(|(leg, margin)| {
            let step = leg.burn.seconds / f64::from(PLACES);
            let place = |index: u32| leg.at(step * f64::from(index)).position;
            (0..PLACES).all(|index| {
                let [one, other] = [place(index), place(index + 1)];
                let span = one.x.min(other.x) - BESIDE..one.x.max(other.x) + BESIDE;
                one.y.min(other.y) > landscape.ground.highest(span) + stance + margin
            })
        })
    }

    /// Among a few gates above the pad and a few durations of braking: the route that can be flown
    /// with the least fuel, or else the route with the smallest excess.
    pub(super) fn to(pad: &Pad, lander: &Lander, landscape: &Landscape) -> Option<Self> {
        /// Duration of braking in the descent \[s\], and initial extra deceleration as a share of
        /// the spare thrust. The gates are about 20 to 400 m above the pad.
        const GATES: [(f64, f64); 5] = [
            (10.0, 0.2),
            (16.0, 0.3),
            (22.0, 0.35),
            (28.0, 0.4),
            (34.0, 0.4),
        ];
        /// Shortest duration of braking to a gate \[s\], number of durations, and ratio of each to
        /// the one before.
        const TIMES: (f64, usize, f64) = (12.0, 27, 1.1);
        let mass = lander.body().mass;
        let natural = natural(lander.planet(), mass);
        let place = Vector2::new(pad.middle(), pad.height + lander.craft().stance());
        let spare = (most(lander) - lander.planet().gravity).max(0.5);
        let (shortest, count, ratio) = TIMES;
        let times = || successors(Some(shortest), |time| Some(time * ratio)).take(count);
        let gates = GATES.map(|(seconds, share)| descent(&natural, place, share * spare, seconds));
        let tries = gates
            .iter()
            .flat_map(|gate| times().map(move |seconds| Self::by(*gate, seconds, lander)));
        let mut best: Option<Self> = None;
        for mut route in tries {
            let is_better = |route: &Self| {
                best.is_none_or(|best| (route.excess, route.fuel) < (best.excess, best.fuel))
            };
            if is_better(&route) && !route.is_clear(lander, landscape) {
                route.excess += 1.0;
            }
            if is_better(&route) {
                best = Some(route);
            }
        }
        best
    }

    /// The route through a gate with this duration of braking \[s\]; it coasts until the lander has
    /// turned.
    fn by(gate: [Leg; 3], seconds: f64, lander: &Lander) -> Self {
        /// Time until the spin has stopped after a turn \[s\].
        const SETTLING: f64 = 0.8;
        /// The descent must last this many times as long as the turn at its gate.
        const TURNED: f64 = 8.0;
        let (body, jets) = (lander.body(), Jets::of(lander));
        let stop = body.angular_velocity().abs() / jets.most;
        let mut route = Route::new(lander, Lander::TICK, seconds, gate);
        // the duration of coasting changes the direction of the burn, and so the angle to turn by
        for _ in 0..3 {
            let turn = lean(&route.legs[1].burn.from) - body.orientation();
            let coast = stop + jets.time_for(turn) + SETTLING;
            route = Route::new(lander, coast, seconds, gate);
        }
        let (burn, down) = (route.legs[1].burn, gate[0].burn);
        // the lander turns at the gate, and needs time in the descent to correct the error of that
        let turn = jets.time_for(lean(&burn.to()) - lean(&down.from));
        let hurry = (TURNED * turn / down.seconds - 1.0).max(0.0);
        let effort: f64 = route.legs.iter().map(|leg| leg.burn.effort()).sum();
        // a linear change stays within limits that are met at both ends
        route.excess = excess(lander, &burn.from) + excess(lander, &burn.to()) + hurry;
        route.fuel = body.mass * (1.0 - ComplexField::exp(-effort / lander.craft().exhaust_speed));
        route
    }

    /// Measure of what prevents the route with this much fuel \[kg\]; zero if it can be flown to
    /// its end.
    pub(super) fn trouble(&self, fuel: f64) -> f64 {
        self.excess + (self.fuel / fuel - 1.0).max(0.0)
    }
}

/// Maximum thrust over mass \[m/s²\] that a route asks for; the remainder is for corrections.
fn most(lander: &Lander) -> f64 {
    0.85 * lander.craft().thrust / lander.body().mass
}

/// Distance of a thrust over mass \[m/s²\] from the range that the engine should give; zero inside.
fn excess(lander: &Lander, thrust: &Vector2<f64>) -> f64 {
    /// Share of the weight that a burn always carries at least.
    const SHARE_OF_WEIGHT: f64 = 0.35;
    /// Tangent of the maximum lean of a route from upright.
    const MOST_LEAN: f64 = 1.2;
    let weight = lander.planet().gravity;
    let strong = thrust.norm() / most(lander) - 1.0;
    let leaning = (thrust.x.abs() - MOST_LEAN * thrust.y) / weight;
    let weak = SHARE_OF_WEIGHT - thrust.y / weight;
    strong.max(0.0) + leaning.max(0.0) + weak.max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_the_wind() -> LinearLaw<f64, 2> {
        LinearLaw::gravity([0.0, -1.35]) + LinearLaw::drag(0.04).in_wind([9.0, 0.0])
    }

    #[test]
    fn a_burn_leads_where_it_should_in_wind_and_drag() {
        let state = |x: f64, y: f64, u: f64, v: f64| State {
            position: Vector2::new(x, y),
            velocity: Vector2::new(u, v),
        };
        let start = state(-400.0, 600.0, 20.0, -9.0);
        let end = state(50.0, 80.0, -0.3, -6.0);
        for natural in [LinearLaw::gravity([0.0, -1.62]), in_the_wind()] {
            let burn = Burn::between(&natural, &start, &end, 45.0);
            let there = Leg::from(&natural, &start, burn).end();
            assert!((there.position - end.position).norm() < 4e-12, "{there:?}");
            assert!((there.velocity - end.velocity).norm() < 2e-13, "{there:?}");
        }
    }

    #[test]
    fn a_descent_in_the_wind_starts_straight_down_and_ends_upright_on_its_place() {
        let place = Vector2::new(70.0, 33.0);
        let [down, straighten, stand] = descent(&in_the_wind(), place, 0.8, 16.0);
        let gate = down.start();
        assert!(gate.velocity.x.abs() < 1e-14 && gate.velocity.y < -5.0);
        for (leg, next) in [(down, straighten), (straighten, stand)] {
            assert!((leg.end().position - next.start().position).norm() < 1e-13);
            assert!((leg.end().velocity - next.start().velocity).norm() < 1e-13);
        }
        let end = stand.end();
        assert!((end.position - place).norm() < 1e-13, "{end:?}");
        assert!((end.velocity - Vector2::new(0.0, -0.7)).norm() < 1e-14);
        assert_eq!(stand.burn.to().x, 0.0);
    }
}
