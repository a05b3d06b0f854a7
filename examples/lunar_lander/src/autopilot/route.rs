//! A way down to a pad: coasting, two burns that change evenly, and the final descent.

use kinstep::LinearLaw;
use kinstep::nalgebra::Vector2;

use super::Phase;
use super::effect::{Effect, growing, push, shares};
use super::leg::{Burn, Leg, State, natural};
use crate::lander::Lander;

/// Legs, one after the other, each of them exact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Route {
    /// When it starts \[s\], on the lander's clock.
    start: f64,
    legs: [Leg; 5],
}

impl Route {
    /// Coasting, burns, and a descent, from a time on.
    pub(super) fn new(start: f64, coast: Leg, burns: [Leg; 2], descent: &Descent) -> Self {
        let [braking, approach] = burns;
        let [down, touchdown] = descent.legs;
        Self {
            start,
            legs: [coast, braking, approach, down, touchdown],
        }
    }

    /// Solves for its burns anew while it still coasts: the jets pushed, and how it is now is what counts.
    pub(super) fn restart(&mut self, lander: &Lander) {
        let time = lander.time();
        let natural = natural(lander.planet(), lander.body().mass);
        let body = lander.body();
        let now = State {
            position: body.position,
            velocity: body.velocity,
        };
        let [coast, braking, approach, down, _] = &self.legs;
        let seconds = (self.start + coast.burn.seconds - time).max(0.0);
        let coast = Leg::new(
            Phase::Coast,
            &natural,
            &now,
            Burn {
                seconds,
                ..coast.burn
            },
        );
        let start = coast.end();
        let knotted = Knotted::new(&natural, [braking.burn.seconds, approach.burn.seconds]);
        let gate = State::at(&down.flight, 0.0);
        let [first, second] = knotted.burns(&knotted.coasted(&start), &gate, down.burn.from);
        let braking = Leg::new(Phase::Braking, &natural, &start, first);
        let approach = Leg::new(Phase::Approach, &natural, &braking.end(), second);
        self.start = time;
        self.legs[..3].copy_from_slice(&[coast, braking, approach]);
    }

    /// The leg at a time on the lander's clock \[s\], and how long it has lasted then. The last one has no end.
    fn leg(&self, time: f64) -> (&Leg, f64) {
        let mut since = time - self.start;
        let [before @ .., last] = &self.legs;
        for leg in before {
            if since < leg.burn.seconds {
                return (leg, since);
            }
            since -= leg.burn.seconds;
        }
        (last, since)
    }

    /// Where it is at a time \[s\].
    pub(super) fn at(&self, time: f64) -> State {
        let (leg, since) = self.leg(time);
        State::at(&leg.flight, since)
    }

    pub(super) fn phase(&self, time: f64) -> Phase {
        self.leg(time).0.phase
    }

    /// The thrust over mass \[m/s²\] at a time, and how fast it changes \[m/s³\]; while it coasts, the first there will be.
    pub(super) fn thrust(&self, time: f64) -> [Vector2<f64>; 2] {
        let (leg, since) = self.leg(time);
        if leg.phase == Phase::Coast {
            return [self.legs[1].burn.from, Vector2::zeros()];
        }
        if since > leg.burn.seconds {
            return [leg.burn.to, Vector2::zeros()];
        }
        [leg.burn.at(since), leg.burn.growth()]
    }

    /// When it touches the ground \[s\].
    pub(super) fn touchdown(&self) -> f64 {
        self.start + self.legs.iter().map(|leg| leg.burn.seconds).sum::<f64>()
    }

    /// The legs from a start to the final descent.
    pub(super) fn to_the_gate(&self) -> &[Leg] {
        &self.legs[..3]
    }

    /// The braked part of the final descent.
    pub(super) fn descent(&self) -> &Leg {
        &self.legs[3]
    }
}

/// The last part of a route: braked to walking pace over the pad, and straightened up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Descent {
    legs: [Leg; 2],
    /// Where it starts.
    pub(super) gate: State,
}

/// Down, at the touchdown \[m/s\].
pub(super) const TOUCHDOWN_SPEED: f64 = 0.7;
/// How long it comes down evenly, while it straightens up \[s\].
const STRAIGHTENING: f64 = 3.0;

impl Descent {
    /// Onto a place \[m\] for the centre of mass, braked with so much more than it takes to come down evenly \[m/s²\] at
    /// first, for so long \[s\].
    ///
    /// It is made from its end: at the touchdown it is upright, and goes straight down; before that it leans against the
    /// wind; and before that it brakes, ever less.
    pub(super) fn new(
        natural: &LinearLaw<f64, 2>,
        place: Vector2<f64>,
        brake: f64,
        seconds: f64,
    ) -> Self {
        let velocity = Vector2::new(0.0, -TOUCHDOWN_SPEED);
        let touchdown = State {
            position: place,
            velocity,
        };
        let steady = -natural.acceleration(&place, &velocity, 0.0);
        let straighten = Burn {
            from: steady,
            to: Vector2::new(0.0, steady.y),
            seconds: STRAIGHTENING,
        };
        let low = straighten.start_for(natural, &touchdown);
        let down = straight_down(
            natural,
            &low,
            steady,
            Vector2::new(steady.x, steady.y + brake),
            seconds,
        );
        let gate = down.start_for(natural, &low);
        Self {
            legs: [
                Leg::new(Phase::Descent, natural, &gate, down),
                Leg::new(Phase::Touchdown, natural, &low, straighten),
            ],
            gate,
        }
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

/// A burn to an end from a start without speed sideways: the thrust sideways at its start makes it so.
fn straight_down(
    natural: &LinearLaw<f64, 2>,
    end: &State,
    to: Vector2<f64>,
    from: Vector2<f64>,
    seconds: f64,
) -> Burn {
    let burn = Burn { from, to, seconds };
    let more = Burn {
        from: from + Vector2::x(),
        ..burn
    };
    // the speed sideways at the start is linear in that thrust
    let [speed, other] = [burn, more].map(|it| it.start_for(natural, end).velocity.x);
    Burn {
        from: from + Vector2::x() * (speed / (speed - other)),
        ..burn
    }
}

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
