//! What a push does along one axis, in closed form.

use kinstep::LinearLaw;
use kinstep::ballistics::Trajectory;

/// A change of a position \[m\] and of its velocity \[m/s\], or of an angle and its rate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Effect {
    pub(super) position: f64,
    pub(super) velocity: f64,
}

impl Effect {
    /// Of accelerations from rest, one after the other: each a law, and for how long it acts \[s\].
    pub(super) fn of<const N: usize>(pushes: [(LinearLaw<f64, 1>, f64); N]) -> Self {
        let rest = ([0.0].into(), [0.0].into());
        let (position, velocity) = (pushes.iter()).fold(rest, |(x, v), (law, seconds)| {
            let end = law.launch(x, v).at(*seconds);
            (end.position, end.velocity)
        });
        Self {
            position: position.x,
            velocity: velocity.x,
        }
    }
}

/// A push of 1 m/s² under drag of a rate \[1/s\].
pub(super) fn push(drag: f64) -> LinearLaw<f64, 1> {
    LinearLaw::gravity([1.0]) + LinearLaw::drag(drag)
}

/// A push that grows from nothing by 1 m/s² a second.
pub(super) fn growing(drag: f64) -> LinearLaw<f64, 1> {
    LinearLaw::drag(drag).ramping([1.0])
}

/// How much of two effects makes a third: `a first + b second = wanted`, by Cramer's rule.
pub(super) fn shares(first: Effect, second: Effect, wanted: Effect) -> [f64; 2] {
    let minor =
        |one: Effect, other: Effect| one.position * other.velocity - other.position * one.velocity;
    let whole = minor(first, second);
    [minor(wanted, second) / whole, minor(first, wanted) / whole]
}

/// The acceleration `c + r t` that makes good a lag in a time \[s\], under drag of a rate \[1/s\]: what lags then neither
/// in position nor in velocity.
pub(super) fn catch_up(drag: f64, lag: Effect, seconds: f64) -> [f64; 2] {
    let coasting = LinearLaw::<f64, 1>::drag(drag)
        .launch([0.0], [lag.velocity])
        .at(seconds);
    let wanted = Effect {
        position: lag.position + coasting.position.x,
        velocity: coasting.velocity.x,
    };
    let constant = Effect::of([(push(drag), seconds)]);
    let ramp = Effect::of([(growing(drag), seconds)]);
    shares(constant, ramp, wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_catches_up_lags_no_more() {
        let lag = Effect {
            position: 3.0,
            velocity: -0.7,
        };
        for drag in [0.0, 0.3] {
            let [constant, ramp] = catch_up(drag, lag, 4.0);
            let law = LinearLaw::gravity([-constant]).ramping([-ramp]) + LinearLaw::drag(drag);
            let end = law.launch([lag.position], [lag.velocity]).at(4.0);
            assert!(
                end.position.x.abs() < 1e-14 && end.velocity.x.abs() < 1e-14,
                "{end:?}"
            );
        }
    }
}
