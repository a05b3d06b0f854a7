//! The height of a flight that is turned, or held differently along different directions.

use nalgebra::{ComplexField, SVector};

use super::super::event::{Plane, root_between};
use super::super::trajectory::Trajectory;
use super::mean::{Mean, Motion, is_driven_evenly};
use super::{LawFlight, LinearLaw, Swing};
use crate::space::widen;

/// The height of a [`LawFlight`] over a plane, as a function of which only the derivatives are bounded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct GyratingHeight<const D: usize> {
    flight: LawFlight<f64, D>,
    normal: SVector<f64, D>,
    distance: f64,
}

/// What comes next.
enum Next {
    /// The rate changes its sign there.
    Turn(f64),
    /// It does not until there, and what follows has not been looked at.
    Unknown(f64),
    /// It does not.
    Never,
}

/// The rate of the height at a time, and all that bounds what it does next.
struct Moment<const D: usize> {
    time: f64,
    /// \[m/s\]
    rate: f64,
    /// \[m/s²\]
    pull: f64,
    /// What rounding may do to the rate.
    grain: f64,
    motion: Motion<D>,
    jerk: SVector<f64, D>,
}

impl<const D: usize> Moment<D> {
    fn acceleration(&self) -> &SVector<f64, D> {
        &self.motion[2]
    }
}

/// More looks than it takes to follow a swing from turn to turn.
const MOST: usize = 10_000;

/// How far turns are looked for where there is no end \[rad\].
const FAR: f64 = 100.0;

impl<const D: usize> GyratingHeight<D> {
    pub(super) fn new<T: nalgebra::RealField + Copy>(
        flight: LawFlight<f64, D>,
        plane: &Plane<T, D>,
    ) -> Self {
        Self {
            flight,
            normal: plane.normal.map(widen),
            distance: widen(plane.distance),
        }
    }

    /// The height \[m\] and the rate at which it grows \[m/s\].
    pub(super) fn at(&self, time: f64) -> (f64, f64) {
        let at = self.flight.at(time);
        (
            self.normal.dot(&at.position) - self.distance,
            self.normal.dot(&at.velocity),
        )
    }

    /// The motion, and the derivative of its acceleration.
    fn motion(&self, time: f64) -> (Motion<D>, SVector<f64, D>) {
        let flight = &self.flight;
        let flow = flight.law.flow(time);
        let (mut position, mut velocity) = (flight.position, flight.velocity);
        flow.advance(&mut position, &mut velocity, 0.0);
        let (mut acceleration, mut jerk) = flight.start();
        (flow.of_deviations()).advance(&mut acceleration, &mut jerk, 0.0);
        ([position, velocity, acceleration], jerk)
    }

    fn rate_and_pull(&self, time: f64, budget: &mut usize) -> (f64, f64) {
        self.look(time, budget);
        let ([_, velocity, acceleration], _) = self.motion(time);
        (self.normal.dot(&velocity), self.normal.dot(&acceleration))
    }

    /// Counts a look.
    fn look(&self, time: f64, budget: &mut usize) {
        *budget = budget.saturating_sub(cost(&self.flight.law, time));
    }

    fn moment(&self, time: f64) -> Moment<D> {
        let (motion, jerk) = self.motion(time);
        let [_, velocity, acceleration] = &motion;
        let size = velocity.norm() + self.flight.velocity.norm();
        let moved = acceleration.norm() * ComplexField::abs(time);
        Moment {
            time,
            rate: self.normal.dot(velocity),
            pull: self.normal.dot(acceleration),
            grain: 16.0 * f64::EPSILON * self.normal.norm() * (size + moved),
            motion,
            jerk,
        }
    }

    /// The first time after `after` at which the rate changes its sign.
    pub(super) fn next_turn(&self, after: f64) -> Option<f64> {
        let mut budget = MOST;
        match self.next(after, self.open_end(), &mut budget) {
            Next::Turn(time) => Some(time),
            Next::Unknown(_) | Next::Never => None,
        }
    }

    /// A time up to which the rate keeps its sign, if any turn comes before `end`.
    pub(super) fn next_turn_before(&self, after: f64, end: f64, budget: &mut usize) -> Option<f64> {
        let end = if end < f64::INFINITY {
            end
        } else {
            self.open_end()
        };
        match self.next(after, end, budget) {
            Next::Turn(time) | Next::Unknown(time) => Some(time),
            Next::Never => None,
        }
    }

    /// What comes first after `after` and before `end`.
    ///
    /// As long as `|r''| ≤ J` the rate r has no root before `2 |r| / (√(r'² + 2 J |r|) ± r')`; where it is proven
    /// to be monotone, and has another sign at the end, its root is solved for.
    fn next(&self, after: f64, end: f64, budget: &mut usize) -> Next {
        let mut now = self.moment(after);
        let mut side = now.rate;
        if ComplexField::abs(now.rate) <= now.grain {
            // at a turn the acceleration tells where the rate goes
            side = now.pull;
            now = self.moment(after + self.way_out(&now));
        }
        let mut ahead = 1.0 / self.quickness();
        while *budget > 0 {
            self.look(now.time, budget);
            let left = end - now.time;
            // a law so quick that its numbers overflow leaves no time to look ahead
            let is_sound = now.rate.is_finite() && ahead.is_finite() && ahead > 0.0;
            if !(left > 0.0 && is_sound) || self.is_settled(&now) {
                return Next::Never;
            }
            if now.rate * side < 0.0 || side == 0.0 {
                // it got there within rounding
                return if side == 0.0 {
                    Next::Never
                } else {
                    Next::Turn(now.time)
                };
            }
            let leap = (self.mean(&now)).map_or(0.0, |mean| mean.without_turn());
            if leap >= left {
                return Next::Never;
            }
            if leap > ahead {
                now = self.moment(now.time + leap);
                continue;
            }
            let reach = ahead.min(left);
            let bend = self.bend_bound(&now, reach);
            let certain = certain_step(&now, bend).min(reach);
            if certain.is_nan() || certain < 0.01 * reach && reach > self.least_step(&now) {
                ahead = if certain.is_nan() {
                    0.1 * reach
                } else {
                    (2.0 * certain).max(0.1 * reach)
                };
                // the bound is loose where it looks much further than the step goes
                if certain.is_nan() {
                    continue;
                }
            } else if certain > 0.25 * reach {
                ahead *= 2.0;
            }
            if let Some(root) = self.root_within(&now, (2.0 * certain).min(left), budget) {
                return Next::Turn(root);
            }
            let before = now.time;
            now = self.moment(now.time + certain.max(self.least_step(&now)).min(left));
            if now.rate * side < 0.0 {
                // in a step as small as can be told apart
                let function = |time| self.rate_and_pull(time, budget);
                let turn = root_between(function, (before, now.time), side < 0.0, None);
                return Next::Turn(turn);
            }
        }
        Next::Unknown(now.time)
    }

    /// What the height tends to after its last turn: where it is when all that decays has decayed, or as far as was
    /// looked.
    pub(super) fn limit(&self) -> f64 {
        if self.is_settling() {
            let end = self.at(1e16 / self.quickness()).0;
            if !end.is_nan() {
                return end;
            }
        }
        if let Some(limit) = self.mean(&self.moment(0.0)).and_then(|mean| mean.limit()) {
            return limit;
        }
        // what grows may leave all numbers before
        let mut time = self.horizon();
        for _ in 0..64 {
            let height = self.at(time).0;
            if !height.is_nan() {
                return height;
            }
            time *= 0.5;
        }
        f64::NAN
    }

    /// How far turns are looked for where there is no end \[s\]: as far as they come, where it can be told that no
    /// more will.
    fn open_end(&self) -> f64 {
        if is_driven_evenly(&self.flight.law) {
            f64::INFINITY
        } else {
            self.horizon()
        }
    }

    fn horizon(&self) -> f64 {
        FAR / self.quickness()
    }

    /// The motion without what turns, if nothing makes it more than a fall.
    fn mean(&self, now: &Moment<D>) -> Option<Mean> {
        let (flight, plane) = (&self.flight, (&self.normal, self.distance));
        let [position, velocity, _] = &now.motion;
        let moved = (velocity.norm() + flight.velocity.norm()) * ComplexField::abs(now.time);
        let size = position.norm() + flight.position.norm() + moved;
        let size = self.normal.norm() * size + ComplexField::abs(self.distance);
        let grains = [16.0 * f64::EPSILON * size, now.grain];
        Mean::new(&flight.law, plane, &now.motion, grains)
    }

    /// A time before which the plane is not crossed, as far as the mean motion tells.
    pub(super) fn no_crossing_before(&self, after: f64) -> f64 {
        // elsewhere there is no mean, and no need to look
        if !is_driven_evenly(&self.flight.law) {
            return after;
        }
        let mean = self.mean(&self.moment(after));
        after + mean.map_or(0.0, |mean| mean.without_crossing())
    }

    /// Whether nothing holds it and drag takes all that is left of its turning.
    fn is_settling(&self) -> bool {
        self.flight.law.damping > 0.0 && is_driven_evenly(&self.flight.law)
    }

    /// The fastest that anything can go on in this law \[1/s\], about.
    fn quickness(&self) -> f64 {
        quickness(&self.flight.law)
    }

    /// Whether the velocity has come to its end: what is left of the acceleration will not change the rate.
    fn is_settled(&self, now: &Moment<D>) -> bool {
        let change = now.acceleration().norm() + now.jerk.norm() / self.quickness();
        let left = change / self.flight.law.damping;
        self.is_settling() && self.normal.norm() * left < ComplexField::abs(now.rate)
    }

    /// How long it takes at least until the rate can be told from zero.
    fn way_out(&self, now: &Moment<D>) -> f64 {
        let leave = 4.0 * now.grain / ComplexField::abs(now.pull);
        let least = self.least_step(now);
        if leave > least && leave < 1e-3 / self.quickness() {
            leave
        } else {
            least
        }
    }

    /// What time can tell apart, with some room.
    fn least_step(&self, now: &Moment<D>) -> f64 {
        8.0 * f64::EPSILON * (ComplexField::abs(now.time) + 1.0 / self.quickness())
    }

    /// A bound on the second derivative of the rate.
    fn bend_bound(&self, now: &Moment<D>, h: f64) -> f64 {
        let next = self.flight.free_slope(now.acceleration(), &now.jerk);
        self.normal.norm() * self.flight.bound(&now.jerk, &next, h)
    }

    /// The root within `reach`, where it is the only one there.
    fn root_within(&self, now: &Moment<D>, reach: f64, budget: &mut usize) -> Option<f64> {
        let approach = -now.pull * now.rate.signum();
        if !(reach > 0.0 && approach > self.bend_bound(now, reach) * reach) {
            return None;
        }
        let end = now.time + reach;
        let beyond = self.rate_and_pull(end, budget).0;
        (beyond * now.rate < 0.0).then(|| {
            let function = |time| self.rate_and_pull(time, budget);
            let guess = now.time - now.rate / now.pull;
            root_between(function, (now.time, end), beyond > 0.0, Some(guess))
        })
    }
}

/// The fastest that anything can go on \[1/s\], about.
fn quickness<const D: usize>(law: &LinearLaw<f64, D>) -> f64 {
    let stiffness = ComplexField::abs(law.stiffness) + law.tide.norm();
    ComplexField::abs(law.damping) + law.gyration.norm() + ComplexField::sqrt(stiffness)
}

/// How many looks at the first 65,000 radians one at this time takes as long as: the response is doubled as often as the
/// angle is.
pub(super) fn cost<const D: usize>(law: &LinearLaw<f64, D>, time: f64) -> usize {
    let angle = quickness(law) * ComplexField::abs(time);
    let mut cost = 1;
    let mut reached = 65_536.0;
    while reached < angle && cost < MOST_COST {
        reached *= 65_536.0;
        cost += 1;
    }
    cost
}

/// As many as doublings that lead from the least to the greatest number.
const MOST_COST: usize = 130;

/// How long the rate certainly keeps its sign if it is bent by no more than this.
fn certain_step<const D: usize>(now: &Moment<D>, bend: f64) -> f64 {
    if !bend.is_finite() {
        return f64::NAN;
    }
    let (approach, size) = (-now.pull * now.rate.signum(), ComplexField::abs(now.rate));
    let room = ComplexField::sqrt(approach * approach + 2.0 * bend * size);
    if approach >= 0.0 {
        if room + approach > 0.0 {
            2.0 * size / (room + approach)
        } else {
            f64::INFINITY
        }
    } else if bend > 0.0 {
        (room - approach) / bend
    } else {
        f64::INFINITY
    }
}

/// How long what swings freely can get within a time: `y'' = -B y' - K y`, of which `|y|` and `|y'|` are known.
///
/// G does no work, so `|y'|` grows no faster than by `(|ω²| + |C|) |y| - γ |y'|`; where nothing drives and the spring
/// holds against C, `|y'|² + y · K y` only ever decreases.
pub(super) fn bound([damping, stiffness, tide]: [f64; 3], start: f64, slope: f64, h: f64) -> f64 {
    let most = ComplexField::abs(stiffness) + tide;
    let [[stay, push], _] = Swing::new(damping, -most).after(h);
    let growing = start * stay + slope * push;
    let least = stiffness - tide;
    if damping >= 0.0 && least > 0.0 {
        let held = ComplexField::sqrt((slope * slope + most * start * start) / least);
        return held.min(growing);
    }
    growing
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector3;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::super::event::{Crossing, Height};
    use super::*;
    use crate::flow::LinearLaw;

    /// A matrix that is written into the law may do work, and what it drives does not only circle.
    #[test]
    fn what_is_no_gyration_is_looked_at() {
        let mut law = LinearLaw::gravity(Vector3::new(0.0, -1.0, 0.0));
        law.gyration[(1, 1)] = 0.5;
        law.gyration[(0, 2)] = 1.0;
        let flight = law.launch([0.0; 3], [0.0, 3.0, 1.0]);
        // y'' = y' / 2 - 1 grows away, for 10 m and for ever
        let plane = Plane::new(Vector3::new(0.1, 1.0, 0.0), 10.0);
        let height = flight.height_over(&plane);
        assert_eq!(height.no_crossing_before(0.0), 0.0);
        let time = flight.crossing(&plane, Crossing::Any).unwrap().time;
        let ends = [time - 1e-9, time + 1e-9].map(|time| height.at(time).0);
        assert!(ends[0] < 0.0 && ends[1] > 0.0, "{ends:?}");
    }

    /// What a search for crossings may spend is enough for all arcs it may follow.
    #[test]
    fn a_turn_takes_few_looks() {
        let mut random = Pcg64Mcg::seed_from_u64(8);
        let plane = Plane::new(Vector3::y(), 0.0);
        let (mut turns, mut budget) = (0_usize, 0_usize);
        for _ in 0..20 {
            let mut vector = |size: f64| Vector3::from_fn(|_, _| random.random_range(-size..size));
            let held = LinearLaw::gravity(vector(10.0)) + LinearLaw::spring(2.0);
            let law = held + LinearLaw::gyrating(vector(5.0));
            let flight = law.launch(vector(10.0), vector(30.0));
            let height = flight.height_over(&plane);
            let mut time = 0.0;
            for _ in 0..50 {
                let mut left = 1_000_000;
                let Some(turn) = height.next_turn_before(time, 1e9, &mut left) else {
                    break;
                };
                time = turn;
                budget += 1_000_000 - left;
                turns += 1;
            }
        }
        // measured: 12,279
        println!("{budget} budget, {turns} turns");
        assert!(
            turns == 1000 && budget < 13 * turns,
            "{budget} budget, {turns} turns"
        );
    }
}
