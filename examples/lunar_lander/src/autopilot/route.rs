//! A way down to a pad: coasting, two burns that change evenly, and the final descent.

use kinstep::LinearLaw;
use kinstep::nalgebra::Vector2;
use lander::Lander;

use super::Phase;
use super::descent::Descent;
use super::knotted::Knotted;
use super::leg::{Burn, Leg, State, natural};

/// Legs, one after the other, each of them exact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Route {
    /// When it starts \[s\], on the lander's clock.
    start: f64,
    coast: Leg,
    burns: [Leg; 2],
    descent: Descent,
}

impl Route {
    /// From a time on, the first of the burns from where the coasting ends, and the second to where the descent starts.
    pub(super) fn new(
        start: f64,
        natural: &LinearLaw<f64, 2>,
        coast: Leg,
        [first, second]: [Burn; 2],
        descent: Descent,
    ) -> Self {
        let braking = Leg::new(Phase::Braking, natural, &coast.end(), first);
        let approach = Leg::new(Phase::Approach, natural, &braking.end(), second);
        Self {
            start,
            coast,
            burns: [braking, approach],
            descent,
        }
    }

    /// Solves for its burns anew while it still coasts: the jets pushed, and how it is now is what counts.
    pub(super) fn restart(&mut self, lander: &Lander) {
        let (time, body) = (lander.time(), lander.body());
        let natural = natural(lander.planet(), body.mass);
        let off = Burn {
            seconds: (self.start + self.coast.burn.seconds - time).max(0.0),
            ..self.coast.burn
        };
        let now = State {
            position: body.position,
            velocity: body.velocity,
        };
        let coast = Leg::new(Phase::Coast, &natural, &now, off);
        let knotted = Knotted::new(&natural, self.burns.map(|leg| leg.burn.seconds));
        let coasted = knotted.coasted(&coast.end());
        let burns = knotted.burns(&coasted, &self.descent.gate(), self.descent.thrust());
        *self = Self::new(time, &natural, coast, burns, self.descent);
    }

    /// All of its legs, in order.
    fn legs(&self) -> impl Iterator<Item = &Leg> {
        self.high_legs().chain(&self.descent.legs)
    }

    /// The legs before the final descent.
    pub(super) fn high_legs(&self) -> impl Iterator<Item = &Leg> {
        [&self.coast].into_iter().chain(&self.burns)
    }

    /// The braked part of the final descent.
    pub(super) fn low_leg(&self) -> &Leg {
        &self.descent.legs[0]
    }

    /// The leg at a time on the lander's clock \[s\], and how long it has lasted then. The last one has no end.
    fn leg(&self, time: f64) -> (&Leg, f64) {
        let mut since = time - self.start;
        for leg in self.legs() {
            if since < leg.burn.seconds {
                return (leg, since);
            }
            since -= leg.burn.seconds;
        }
        let [.., last] = &self.descent.legs;
        (last, since + last.burn.seconds)
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
            return [self.burns[0].burn.from, Vector2::zeros()];
        }
        [leg.burn.at(since), leg.burn.growth()]
    }

    /// When it touches the ground \[s\].
    pub(super) fn touchdown(&self) -> f64 {
        self.start + self.legs().map(|leg| leg.burn.seconds).sum::<f64>()
    }
}
