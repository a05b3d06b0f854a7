//! Ways to turn a body by a step: this crate, a Runge–Kutta method, and the rules of engines.

use kinstep::nalgebra::{Quaternion, UnitQuaternion};
use support::drawing::style::Style;
use support::measuring::gyroscopes::{self, Spinning};

/// A way to turn.
#[derive(Debug)]
pub(crate) struct Method {
    pub(crate) name: &'static str,
    /// The formula, in words and signs.
    pub(crate) rule: &'static str,
    /// How its line looks.
    pub(crate) style: Style,
    /// The state after a step \[s\] from the one before it; none for the worlds of this crate.
    pub(crate) formula: Option<fn(Spinning, f64) -> Spinning>,
}

/// All of them, ours first.
pub(crate) static METHODS: [Method; 7] = [
    Method {
        name: "World::step",
        rule: "this crate: exact, by elliptic functions",
        style: line("#0072b2"),
        formula: None,
    },
    Method {
        name: "RK4 of the quaternion",
        rule: "q' = ½ q ω with ω = I⁻¹ m, L kept in the world; Runge and Kutta's fourth order",
        style: line("#009e73"),
        formula: Some(runge_kutta),
    },
    engine(4),
    engine(3),
    engine(2),
    engine(1),
    engine(0),
];

/// What an engine does.
const fn engine(index: usize) -> Method {
    let rule = &gyroscopes::ALL[index];
    Method {
        name: rule.name,
        rule: rule.rule,
        style: Style {
            dashes: Some(rule.dashes),
            ..line(rule.color)
        },
        formula: Some(rule.step),
    }
}

const fn line(color: &'static str) -> Style {
    Style {
        color,
        dashes: None,
        radius: 4.0,
    }
}

/// Runge and Kutta's method of fourth order for `q' = ½ q I⁻¹ (q* L q)`, with L kept in the world.
fn runge_kutta(start: Spinning, h: f64) -> Spinning {
    let momentum = start.spin_angular_momentum();
    let rate_in_body = |q: &Quaternion<f64>| {
        let orientation = UnitQuaternion::new_normalize(*q);
        (orientation.inverse_transform_vector(&momentum)).component_div(&start.moments)
    };
    let rate = |q: Quaternion<f64>| q * Quaternion::from_imag(rate_in_body(&q)) * 0.5;
    let q = *start.orientation;
    let first = rate(q);
    let second = rate(q + first * (0.5 * h));
    let third = rate(q + second * (0.5 * h));
    let fourth = rate(q + third * h);
    let end = q + (first + (second + third) * 2.0 + fourth) * (h / 6.0);
    let orientation = UnitQuaternion::new_normalize(end);
    Spinning {
        orientation,
        angular_velocity: orientation * rate_in_body(&end),
        ..start
    }
}
