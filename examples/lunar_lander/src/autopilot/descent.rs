//! The last part of a route: braked to walking pace over the pad, and straightened up.

use kinstep::LinearLaw;
use kinstep::nalgebra::Vector2;

use super::Phase;
use super::leg::{Burn, Leg, State};

/// The way from a gate over the pad down to it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Descent {
    /// Braking, straightening up, standing upright.
    pub(super) legs: [Leg; 3],
}

/// Down, at the touchdown \[m/s\].
const SPEED: f64 = 0.7;
/// How long it comes down evenly, while it straightens up, and then upright \[s\].
const EVENLY: [f64; 2] = [2.8, 0.5];

impl Descent {
    /// Onto a place \[m\] for the centre of mass, braked with so much more than it takes to come down evenly \[m/s²\] at
    /// first, for so long \[s\].
    ///
    /// It is made from its end: at the touchdown it is upright, and goes straight down; before that it straightens up
    /// from how it leans against the wind; and before that it brakes, ever less.
    pub(super) fn new(
        natural: &LinearLaw<f64, 2>,
        place: Vector2<f64>,
        brake: f64,
        seconds: f64,
    ) -> Self {
        let velocity = Vector2::new(0.0, -SPEED);
        let touchdown = State {
            position: place,
            velocity,
        };
        let steady = -natural.acceleration(&place, &velocity, 0.0);
        let upright = Vector2::new(0.0, steady.y);
        let stand = Burn {
            from: upright,
            to: upright,
            seconds: EVENLY[1],
        };
        let standing = stand.start_for(natural, &touchdown);
        let straighten = Burn {
            from: steady,
            to: upright,
            seconds: EVENLY[0],
        };
        let low = straighten.start_for(natural, &standing);
        let down = Burn {
            from: steady + Vector2::y() * brake,
            to: steady,
            seconds,
        };
        let down = straight(natural, down, &low);
        let gate = down.start_for(natural, &low);
        Self {
            legs: [
                Leg::new(Phase::Descent, natural, &gate, down),
                Leg::new(Phase::Touchdown, natural, &low, straighten),
                Leg::new(Phase::Touchdown, natural, &standing, stand),
            ],
        }
    }

    /// Where it starts.
    pub(super) fn gate(&self) -> State {
        State::at(&self.legs[0].flight, 0.0)
    }

    /// The thrust over mass at its start \[m/s²\].
    pub(super) fn thrust(&self) -> Vector2<f64> {
        self.legs[0].burn.from
    }

    /// What its burns change the velocity by \[m/s\].
    pub(super) fn effort(&self) -> f64 {
        self.legs.iter().map(|leg| leg.burn.effort()).sum()
    }
}

/// A burn to an end, with another thrust sideways at its start: one for which there is no speed sideways then.
fn straight(natural: &LinearLaw<f64, 2>, burn: Burn, end: &State) -> Burn {
    let with = |sideways: f64| Burn {
        from: burn.from + Vector2::x() * sideways,
        ..burn
    };
    // that speed is linear in that thrust
    let [speed, other] = [0.0, 1.0].map(|it| with(it).start_for(natural, end).velocity.x);
    with(speed / (speed - other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_descent_in_the_wind_ends_upright_and_starts_straight_down() {
        let natural = LinearLaw::gravity([0.0, -1.35]) + LinearLaw::drag(0.04).in_wind([9.0, 0.0]);
        let place = Vector2::new(70.0, 33.0);
        let descent = Descent::new(&natural, place, 0.8, 16.0);
        assert!(descent.gate().velocity.x.abs() < 1e-14);
        assert!(descent.gate().velocity.y < -5.0);
        let [down, straighten, stand] = descent.legs;
        for (leg, next) in [(down, straighten), (straighten, stand)] {
            let next = State::at(&next.flight, 0.0);
            assert!((leg.end().position - next.position).norm() < 1e-13);
            assert!((leg.end().velocity - next.velocity).norm() < 1e-13);
        }
        let end = stand.end();
        assert!((end.position - place).norm() < 1e-13, "{end:?}");
        assert!(
            (end.velocity - Vector2::new(0.0, -SPEED)).norm() < 1e-14,
            "{end:?}"
        );
        assert_eq!(stand.burn.to.x, 0.0);
    }
}
