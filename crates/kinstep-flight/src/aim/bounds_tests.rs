//! The bounds of all conditions are valid on a million random intervals; the test would fail if the
//! bounds were 2 % smaller.

use super::conditions::{Along, AtDistance, AtSpeed, Curved, Sloping, SpeedRate};
use super::problem::Problem;
use super::shape::Shape;
use super::throw::Order;
use super::throw::{Model, V};
use crate::search::{Curve, middle};

/// The maximum excess above a bound on many intervals, in units of rounding errors, and how much of
/// the bound was used.
#[derive(Debug, Clone, Copy, Default)]
struct Worst {
    beyond: f64,
    /// The maximum fraction of the second-order bound, or of the bound of the rate, that was
    /// reached.
    used: f64,
}

/// Random numbers between -1 and 1.
struct Draw(u64);

impl Draw {
    fn number(&mut self) -> f64 {
        self.0 = (self.0)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / f64::from(1_u32 << 30) - 1.0
    }

    fn vector(&mut self, size: f64) -> V<3> {
        V::from_fn(|_, _| size * self.number())
    }

    /// Returns a random problem, and a speed and a slope for which to search.
    fn problem(&mut self) -> (Problem<3>, f64, f64) {
        let rate = 10_f64.powf(1.5 * self.number() - 0.5);
        let shape = match self.number() {
            x if x < -0.5 => Shape::linear(0.0),
            x if x < 0.2 => Shape::Linear(rate),
            _ => Shape::Rational(0.5 * rate),
        };
        let is_engine = self.number() < -0.6;
        let model = Model {
            shape,
            share: if is_engine {
                1.0 + 0.2 * self.number()
            } else {
                1.0
            },
            lead: if is_engine {
                self.vector(0.2)
            } else {
                V::zeros()
            },
            pull: V::<3>::new(0.0, -10.0, 0.0) + self.vector(5.0),
            up: V::y(),
        };
        let mut order = Order::new(self.vector(5.0), self.vector(40.0));
        if self.number() > -0.6 {
            order = order.moving(self.vector(20.0));
        }
        if self.number() > 0.0 {
            order = order.accelerating(self.vector(10.0));
        }
        if self.number() > 0.0 {
            order = order.shooter_moving(self.vector(5.0));
        }
        let (speed, slope) = (25.0 + 20.0 * self.number(), 3.0 * self.number());
        (Problem::new(model, &order).unwrap(), speed, slope)
    }
}

/// Compares a condition with its bounds on an interval.
fn compare(curve: &impl Curve, (from, to): (f64, f64), worst: &mut Worst) {
    let time = middle(from, to);
    let look = curve.look(from, time, to);
    for step in 0..=60 {
        let there = from + (to - from) * f64::from(step) / 60.0;
        let (value, rate) = curve.at(there);
        let terms = curve.look(there, there, there).terms + look.terms;
        let ahead = there - time;
        let rounding = 1e-11 * (terms + look.rate.abs() * ahead.abs()) + 1e-300;
        let line = look.value + look.rate * ahead;
        let square = 0.5 * ahead * ahead;
        let (below, above) = (line - look.low * square, line + look.high * square);
        let beyond = (below - value).max(value - above) / rounding;
        let steep = (rate.abs() - look.steep) / (1e-9 * (1.0 + look.steep));
        worst.beyond = worst.beyond.max(beyond).max(steep);
        // only if the second-order term is larger than the rounding errors
        if square * look.high.max(look.low) > 1e3 * rounding {
            let used = if value > line {
                (value - line) / (look.high * square)
            } else {
                (line - value) / (look.low * square)
            };
            worst.used = worst.used.max(used);
        }
    }
}

#[test]
fn bounds_hold_and_are_no_larger_than_they_must_be() {
    const INTERVALS: usize = 150_000;
    let mut draw = Draw(1);
    let mut worst = [Worst::default(); 7];
    for _ in 0..INTERVALS {
        let (problem, speed, slope) = draw.problem();
        let from = 10_f64.powf(1.75 * draw.number() - 0.25);
        let to = from * (1.0 + 10_f64.powf(2.0 * draw.number() - 1.0));
        let (free, own, up) = (
            problem.way(V::zeros()),
            problem.way_from_shooter(),
            problem.model.up,
        );
        let pull = problem.model.pull;
        let curved = Curved {
            shape: problem.model.shape,
            pull: pull.norm(),
            share: 0.1 + slope.abs(),
            target: [problem.start, problem.velocity, problem.acceleration],
        };
        let span = (from, to);
        compare(&AtSpeed { way: own, speed }, span, &mut worst[0]);
        compare(&Along::new(own, up, speed), span, &mut worst[1]);
        compare(&Sloping::new(&own, &up, slope, None), span, &mut worst[2]);
        let arrival = Sloping::new(&free, &up, slope, Some(pull));
        if let Shape::Linear(_) = problem.model.shape {
            compare(&arrival, span, &mut worst[3]);
        }
        compare(&SpeedRate { way: own }, span, &mut worst[4]);
        compare(&curved, span, &mut worst[5]);
        let distance = speed;
        compare(
            &AtDistance {
                way: free,
                distance,
            },
            span,
            &mut worst[6],
        );
    }
    for (condition, worst) in worst.iter().enumerate() {
        assert!(worst.beyond <= 1.0, "condition {condition}: {worst:?}");
        assert!(worst.used > 0.98, "condition {condition}: {worst:?}");
    }
}
