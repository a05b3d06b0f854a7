//! Two burns in a row that lead from anywhere to anywhere.

use kinstep::LinearLaw;
use kinstep::nalgebra::Vector2;

use super::effect::{Effect, growing, push, shares};
use super::leg::{Burn, State};

/// How two burns in a row, the first as long as the second starts, lead from anywhere to anywhere.
///
/// The thrust changes evenly from the start to a knot, and evenly from there to the end. Its values at the start and at
/// the knot are two unknowns along each axis, where the end is given by a position and a velocity: linear equations,
/// whose coefficients are effects of unit thrusts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Knotted {
    natural: LinearLaw<f64, 2>,
    /// Of both burns \[s\].
    seconds: [f64; 2],
    /// Of a unit thrust at the start, at the knot, and in the end.
    effects: [Effect; 3],
}

impl Knotted {
    pub(super) fn new(natural: &LinearLaw<f64, 2>, seconds: [f64; 2]) -> Self {
        let drag = natural.damping;
        let [first, second] = seconds;
        let (push, growing, none) = (push(drag), growing(drag), LinearLaw::drag(drag));
        let fading = |over: f64| push + LinearLaw::free().ramping([-1.0 / over]);
        let rising = |over: f64| growing.ramping([1.0 / over - 1.0]);
        Self {
            natural: *natural,
            seconds,
            effects: [
                Effect::of([(fading(first), first), (none, second)]),
                Effect::of([(rising(first), first), (fading(second), second)]),
                Effect::of([(none, first), (rising(second), second)]),
            ],
        }
    }

    /// The burns that lead from a start to an end with a thrust over mass \[m/s²\] there.
    pub(super) fn burns(&self, coasted: &State, end: &State, thrust: Vector2<f64>) -> [Burn; 2] {
        let [at_start, at_knot, at_end] = self.effects;
        let [along_x, along_y] = [0, 1].map(|axis| {
            let wanted = Effect {
                position: end.position[axis]
                    - coasted.position[axis]
                    - thrust[axis] * at_end.position,
                velocity: end.velocity[axis]
                    - coasted.velocity[axis]
                    - thrust[axis] * at_end.velocity,
            };
            shares(at_start, at_knot, wanted)
        });
        let [start, knot] = [0, 1].map(|index| Vector2::new(along_x[index], along_y[index]));
        let [first, second] = self.seconds;
        [
            Burn {
                from: start,
                to: knot,
                seconds: first,
            },
            Burn {
                from: knot,
                to: thrust,
                seconds: second,
            },
        ]
    }

    /// Where it would be in the end without thrust.
    pub(super) fn coasted(&self, start: &State) -> State {
        let flight = self.natural.launch(start.position, start.velocity);
        State::at(&flight, self.seconds[0] + self.seconds[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::autopilot::Phase;
    use crate::autopilot::leg::Leg;

    #[test]
    fn burns_lead_where_they_should_in_wind_and_drag() {
        let state = |x: f64, y: f64, u: f64, v: f64| State {
            position: Vector2::new(x, y),
            velocity: Vector2::new(u, v),
        };
        let (start, end) = (
            state(-400.0, 600.0, 20.0, -9.0),
            state(50.0, 80.0, -0.3, -6.0),
        );
        let thrust = Vector2::new(-0.2, 1.9);
        let still = LinearLaw::gravity([0.0, -1.62]);
        for natural in [still, still + LinearLaw::drag(0.04).in_wind([9.0, 0.0])] {
            let knotted = Knotted::new(&natural, [14.0, 31.0]);
            let [first, second] = knotted.burns(&knotted.coasted(&start), &end, thrust);
            assert_eq!((first.to, second.to), (second.from, thrust));
            let middle = Leg::new(Phase::Braking, &natural, &start, first).end();
            let there = Leg::new(Phase::Approach, &natural, &middle, second).end();
            // measured: 7.1e-13 m, 4.2e-14 m/s
            assert!((there.position - end.position).norm() < 4e-12, "{there:?}");
            assert!((there.velocity - end.velocity).norm() < 2e-13, "{there:?}");
        }
    }
}
