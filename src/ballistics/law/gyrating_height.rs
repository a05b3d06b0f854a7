//! The height of a flight whose turns have no formula: under a law with gyration, or with a stiffness that depends on the
//! direction, or relative to another flight.

use nalgebra::ComplexField;

use super::super::event::{Height, Plane, root_between, step_without_root};
use super::bounded_motion::{BoundedMotion, Kinematics};
use super::guiding_center::{GuidingCenter, has_guiding_center};
use super::{DampedOscillator, LinearLaw};

/// The height of a motion over a plane. Its turns have no formula; bounds on its derivatives let a search prove that it misses
/// none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct GyratingHeight<F, const D: usize> {
    pub(super) flight: F,
    pub(super) plane: Plane<f64, D>,
}

/// The result of a search for the next turn.
enum NextTurn {
    /// The rate changes its sign at this time.
    At(f64),
    /// The rate keeps its sign until this time; the search ended there.
    NotBefore(f64),
    /// The rate keeps its sign.
    Never,
}

/// The rate r of the height at a time, with all that bounds its change.
struct RateSample<const D: usize> {
    time: f64,
    /// r \[m/s\]
    rate: f64,
    /// r' \[m/s²\]
    acceleration: f64,
    /// Rounding error of r.
    tolerance: f64,
    motion: Kinematics<D>,
}

/// More evaluations than a search for one turn takes.
const MAX_EVALUATIONS: usize = 10_000;

/// How far turns are searched for if no end is given \[rad\].
const HORIZON: f64 = 100.0;

impl<F: BoundedMotion<D>, const D: usize> GyratingHeight<F, D> {
    /// r and r' at a time; takes the cost from the budget.
    fn rate_and_slope(&self, time: f64, budget: &mut usize) -> (f64, f64) {
        self.spend(time, budget);
        let motion = self.flight.kinematics(time);
        let normal = &self.plane.normal;
        (
            normal.dot(&motion.velocity),
            normal.dot(&motion.acceleration),
        )
    }

    /// Takes the cost of an evaluation from the budget.
    fn spend(&self, time: f64, budget: &mut usize) {
        *budget = budget.saturating_sub(self.flight.cost(time));
    }

    fn sample(&self, time: f64) -> RateSample<D> {
        let motion = self.flight.kinematics(time);
        let normal = &self.plane.normal;
        let size = motion.velocity.norm() + self.flight.sizes()[1];
        let change = motion.acceleration.norm() * ComplexField::abs(time);
        RateSample {
            time,
            rate: normal.dot(&motion.velocity),
            acceleration: normal.dot(&motion.acceleration),
            tolerance: 16.0 * f64::EPSILON * normal.norm() * (size + change),
            motion,
        }
    }

    /// Searches for the first turn after `after` and before `end`.
    ///
    /// As long as `|r''| ≤ J` the rate r has no root before `2 |r| / (√(r'² + 2 J |r|) ± r')`. The search makes steps of this
    /// length until r is proven monotone on an interval and changes its sign there; then Newton's method finds the root.
    fn search_turn(&self, after: f64, end: f64, budget: &mut usize) -> NextTurn {
        let mut now = self.sample(after);
        let mut side = now.rate;
        if ComplexField::abs(now.rate) <= now.tolerance {
            // the start is a turn: the acceleration gives the sign of the rate after it
            side = now.acceleration;
            now = self.sample(after + self.time_off_zero(&now));
        }
        // the interval on which J is computed; it adapts to the length of the steps
        let mut ahead = 1.0 / self.fastest_rate();
        while *budget > 0 {
            self.spend(now.time, budget);
            let left = end - now.time;
            // for extreme laws the rate overflows, or the interval underflows to zero
            let is_valid = now.rate.is_finite() && ahead.is_finite() && ahead > 0.0;
            if !(left > 0.0 && is_valid) || self.is_settled(&now) {
                return NextTurn::Never;
            }
            if now.rate * side < 0.0 || side == 0.0 {
                // a step to within rounding of the root passed it; or nothing moves at all
                return if side == 0.0 {
                    NextTurn::Never
                } else {
                    NextTurn::At(now.time)
                };
            }
            // the guiding centre may rule out a turn for much longer than the bound does
            let leap = (self.guiding_center(&now)).map_or(0.0, |center| center.without_turn());
            if leap >= left {
                return NextTurn::Never;
            }
            if leap > ahead {
                now = self.sample(now.time + leap);
                continue;
            }
            let reach = ahead.min(left);
            let bend = self.bend_bound(&now, reach);
            let approach = -now.acceleration * now.rate.signum();
            let certain = step_without_root(now.rate, approach, bend).min(reach);
            if certain < 0.01 * reach && reach > self.least_step(&now) {
                // a step much shorter than the interval: J is loose, so compute it for a shorter interval next
                ahead = (2.0 * certain).max(0.1 * reach);
            } else if certain > 0.25 * reach {
                ahead *= 2.0;
            }
            if let Some(root) = self.root_within(&now, (2.0 * certain).min(left), budget) {
                return NextTurn::At(root);
            }
            let before = now.time;
            now = self.sample(now.time + certain.max(self.least_step(&now)).min(left));
            if now.rate * side < 0.0 {
                // r changed its sign within the smallest possible step
                let function = |time| self.rate_and_slope(time, budget);
                let turn = root_between(function, (before, now.time), side < 0.0, None);
                return NextTurn::At(turn);
            }
        }
        NextTurn::NotBefore(now.time)
    }

    /// The end of a search without a given end \[s\]: infinite if the guiding centre tells when no turn follows.
    fn open_end(&self) -> f64 {
        if self.has_guiding_center() {
            f64::INFINITY
        } else {
            self.horizon()
        }
    }

    fn horizon(&self) -> f64 {
        HORIZON / self.fastest_rate()
    }

    /// The motion of the guiding centre over the plane, if the law has one.
    fn guiding_center(&self, now: &RateSample<D>) -> Option<GuidingCenter> {
        let law = self.flight.law()?;
        let (motion, [place, speed]) = (&now.motion, self.flight.sizes());
        let moved = (motion.velocity.norm() + speed) * ComplexField::abs(now.time);
        let size = motion.position.norm() + place + moved;
        let size = self.plane.normal.norm() * size + ComplexField::abs(self.plane.distance);
        let tolerance = 16.0 * f64::EPSILON * size;
        GuidingCenter::new(law, &self.plane, motion, tolerance, now.tolerance)
    }

    /// Drag, if it makes all gyration decay and the velocity converge \[1/s\].
    fn settling(&self) -> Option<f64> {
        let law = self.flight.law()?;
        (law.damping > 0.0 && has_guiding_center(law)).then_some(law.damping)
    }

    fn has_guiding_center(&self) -> bool {
        self.flight.law().is_some_and(has_guiding_center)
    }

    fn fastest_rate(&self) -> f64 {
        self.flight.fastest_rate()
    }

    /// Whether the remaining change of the velocity, at most `|a|/γ`, is too small to change the sign of the rate.
    fn is_settled(&self, now: &RateSample<D>) -> bool {
        let change = now.motion.acceleration.norm() + now.motion.jerk.norm() / self.fastest_rate();
        self.settling().is_some_and(|damping| {
            self.plane.normal.norm() * (change / damping) < ComplexField::abs(now.rate)
        })
    }

    /// A time after which the rate exceeds its rounding error, starting from a turn.
    fn time_off_zero(&self, now: &RateSample<D>) -> f64 {
        let leave = 4.0 * now.tolerance / ComplexField::abs(now.acceleration);
        let least = self.least_step(now);
        if leave > least && leave < 1e-3 / self.fastest_rate() {
            leave
        } else {
            least
        }
    }

    /// The rounding error of time, with some margin.
    fn least_step(&self, now: &RateSample<D>) -> f64 {
        8.0 * f64::EPSILON * (ComplexField::abs(now.time) + 1.0 / self.fastest_rate())
    }

    /// A bound on `|r''|` over the next `h` \[s\].
    fn bend_bound(&self, now: &RateSample<D>, h: f64) -> f64 {
        self.plane.normal.norm() * self.flight.jerk_bound(now.time, &now.motion, h)
    }

    /// The root of r within `reach`, if r is proven monotone there and changes its sign.
    fn root_within(&self, now: &RateSample<D>, reach: f64, budget: &mut usize) -> Option<f64> {
        let approach = -now.acceleration * now.rate.signum();
        // r' keeps its sign if it exceeds what |r''| can change
        if !(reach > 0.0 && approach > self.bend_bound(now, reach) * reach) {
            return None;
        }
        let end = now.time + reach;
        let beyond = self.rate_and_slope(end, budget).0;
        (beyond * now.rate < 0.0).then(|| {
            let function = |time| self.rate_and_slope(time, budget);
            let guess = now.time - now.rate / now.acceleration;
            root_between(function, (now.time, end), beyond > 0.0, Some(guess))
        })
    }
}

impl<F: BoundedMotion<D>, const D: usize> Height for GyratingHeight<F, D> {
    fn at(&self, time: f64) -> (f64, f64) {
        let (position, velocity) = self.flight.state(time);
        (
            self.plane.height(position),
            self.plane.normal.dot(&velocity),
        )
    }

    fn next_turn(&self, after: f64) -> Option<f64> {
        let mut budget = MAX_EVALUATIONS;
        match self.search_turn(after, self.open_end(), &mut budget) {
            NextTurn::At(time) => Some(time),
            NextTurn::NotBefore(_) | NextTurn::Never => None,
        }
    }

    fn next_turn_before(&self, after: f64, end: f64, budget: &mut usize) -> Option<f64> {
        let end = if end < f64::INFINITY {
            end
        } else {
            self.open_end()
        };
        match self.search_turn(after, end, budget) {
            NextTurn::At(time) | NextTurn::NotBefore(time) => Some(time),
            NextTurn::Never => None,
        }
    }

    /// The limit of the height after its last turn: its value after all transients have decayed, or at the horizon of the
    /// search.
    fn limit(&self) -> f64 {
        if self.settling().is_some() {
            let end = self.at(1e16 / self.fastest_rate()).0;
            if !end.is_nan() {
                return end;
            }
        }
        let center = self.guiding_center(&self.sample(0.0));
        if let Some(limit) = center.and_then(|center| center.limit()) {
            return limit;
        }
        // a growing motion may overflow before the horizon
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

    /// A time before which the plane is not crossed, as far as the motion of the guiding centre proves it.
    fn no_crossing_before(&self, after: f64) -> f64 {
        if !self.has_guiding_center() {
            return after;
        }
        let center = self.guiding_center(&self.sample(after));
        after + center.map_or(0.0, |center| center.without_crossing())
    }
}

/// An estimate of the fastest rate of change under a law \[1/s\].
pub(crate) fn fastest_rate<const D: usize>(law: &LinearLaw<f64, D>) -> f64 {
    let stiffness = ComplexField::abs(law.stiffness_per_mass) + law.tide.norm();
    ComplexField::abs(law.damping) + law.gyration.norm() + ComplexField::sqrt(stiffness)
}

/// The cost of an evaluation at this time, in units of one within the first 65,000 radians. It grows with the logarithm of
/// the angle: the response over a long time is computed by doubling.
pub(super) fn evaluation_cost<const D: usize>(law: &LinearLaw<f64, D>, time: f64) -> usize {
    let angle = fastest_rate(law) * ComplexField::abs(time);
    let mut cost = 1;
    let mut reached = 65_536.0;
    while reached < angle && cost < MAX_COST {
        reached *= 65_536.0;
        cost += 1;
    }
    cost
}

/// More than the logarithm of the largest `f64` to the base 65,536.
const MAX_COST: usize = 130;

/// The sizes of a law's matrices `B = γ - G` and `K = ω² - C`; G is antisymmetric.
pub(super) struct LawNorms {
    /// γ \[1/s\].
    pub(super) damping: f64,
    /// ω² \[1/s²\].
    pub(super) stiffness: f64,
    /// `|C|` \[1/s²\].
    pub(super) tide: f64,
}

impl LawNorms {
    /// A bound on `|y|` over a time h for `y'' = -B y' - K y`, from the initial `|y|` and `|y'|`.
    ///
    /// G does no work, so `|y'|` grows at most by `(|ω²| + |C|) |y| - γ |y'|`. With γ ≥ 0 and ω² > |C| the energy
    /// `|y'|² + y · K y` never increases, which bounds `|y|` for all times.
    pub(super) fn response_bound(&self, start: f64, slope: f64, h: f64) -> f64 {
        let most = ComplexField::abs(self.stiffness) + self.tide;
        let [[from_start, from_slope], _] = DampedOscillator::new(self.damping, -most).after(h);
        let growing = start * from_start + slope * from_slope;
        let least = self.stiffness - self.tide;
        if self.damping >= 0.0 && least > 0.0 {
            let held = ComplexField::sqrt((slope * slope + most * start * start) / least);
            return held.min(growing);
        }
        growing
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector3;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::super::event::Crossing;
    use super::super::super::trajectory::Trajectory;
    use super::*;
    use crate::flow::LinearLaw;

    /// A matrix G that is not antisymmetric does work, so the motion is no gyration about a guiding centre.
    #[test]
    fn what_is_no_gyration_is_looked_at() {
        let mut law = LinearLaw::gravity(Vector3::new(0.0, -1.0, 0.0));
        law.gyration[(1, 1)] = 0.5;
        law.gyration[(0, 2)] = 1.0;
        let flight = law.launch([0.0; 3], [0.0, 3.0, 1.0]);
        // y'' = y' / 2 - 1 grows without limit
        let plane = Plane::new(Vector3::new(0.1, 1.0, 0.0), 10.0);
        let height = flight.height_over(&plane);
        assert_eq!(height.no_crossing_before(0.0), 0.0);
        let time = flight.crossing(&plane, Crossing::Any).unwrap().time;
        let ends = [time - 1e-9, time + 1e-9].map(|time| height.at(time).0);
        assert!(ends[0] < 0.0 && ends[1] > 0.0, "{ends:?}");
    }

    /// If the bounds on the derivatives overflow they prove nothing: a search that trusted them stepped over two turns.
    #[test]
    fn no_turn_is_missed_where_bounds_overflow() {
        let law = LinearLaw::gyrating(Vector3::z() * 1e60);
        let flight = law.launch([0.0; 3], Vector3::new(1e40, 0.0, 1e40));
        // the rate is 1e40 (cos φ + 0.9) with φ = 1e60 t
        let height = flight.height_over(&Plane::new([1.0, 0.0, 0.9], 0.0));
        let kept = height.next_turn_before(0.0, 1e-58, &mut 1000).unwrap();
        let turn = (-0.9_f64).acos() / 1e60;
        assert!(kept <= turn * (1.0 + 1e-12), "{kept:e} {turn:e}");
    }

    /// The budget of a search for crossings is enough for all arcs that it may follow.
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
