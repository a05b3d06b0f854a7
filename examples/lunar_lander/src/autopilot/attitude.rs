//! How the jets turn the lander.

use std::f64::consts::{PI, TAU};

use kinstep::nalgebra::Vector2;

use super::effect::{Effect, catch_up};
use crate::lander::Lander;

/// A tilt \[rad\] and how fast it changes \[rad/s\].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Lean {
    pub(super) angle: f64,
    pub(super) rate: f64,
}

impl Lean {
    /// Along a thrust \[m/s²\] that changes \[m/s³\].
    pub(super) fn along(thrust: &Vector2<f64>, growth: &Vector2<f64>) -> Self {
        Self {
            angle: (-thrust.x).atan2(thrust.y),
            rate: thrust.perp(growth) / thrust.norm_squared().max(f64::MIN_POSITIVE),
        }
    }
}

/// What turns a lander, and what slows that.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Jets {
    /// The most they can \[rad/s²\].
    pub(super) most: f64,
    /// \[1/s\].
    drag: f64,
}

impl Jets {
    pub(super) fn of(lander: &Lander) -> Self {
        let (craft, inertia) = (lander.craft(), lander.body().inertia());
        let air = lander.planet().air;
        Self {
            most: craft.jet * craft.jet_arm[0] / inertia,
            drag: air.map_or(0.0, |air| air.angular_drag / inertia),
        }
    }

    /// How long a turn by an angle \[rad\] from rest to rest takes \[s\]: with `c + r t` from all they can to as much the
    /// other way, `angle = most T²/6`.
    pub(super) fn time_for(&self, angle: f64) -> f64 {
        (6.0 * angle.abs() / self.most).sqrt()
    }

    /// The mean acceleration of the coming tick \[rad/s²\], as little as gets it to where it should be as soon as the jets
    /// can. `wanted` tells how it should be after a time \[s\].
    pub(super) fn turn(&self, now: Lean, wanted: impl Fn(f64) -> Lean) -> f64 {
        /// Ticks until it should be right: the first of these that the jets are strong enough for.
        const HORIZONS: [f64; 12] = [
            4.0, 5.0, 6.0, 8.0, 10.0, 13.0, 17.0, 22.0, 28.0, 36.0, 46.0, 60.0,
        ];
        let mut answer = 0.0;
        for ticks in HORIZONS {
            let seconds = ticks * Lander::TICK;
            let [constant, ramp] = self.course(now, wanted(seconds), seconds);
            answer = constant + 0.5 * ramp * Lander::TICK;
            if constant.abs().max((constant + ramp * seconds).abs()) <= self.most {
                break;
            }
        }
        answer.clamp(-self.most, self.most)
    }

    /// The acceleration `c + r t` that gets it there in a time \[s\].
    fn course(&self, now: Lean, wanted: Lean, seconds: f64) -> [f64; 2] {
        // seen from something that turns evenly, and is right in the end
        let start = wanted.angle - wanted.rate * seconds;
        let lag = Effect {
            position: nearest(start - now.angle),
            velocity: wanted.rate - now.rate,
        };
        let [constant, ramp] = catch_up(self.drag, lag, seconds);
        // which drag would slow
        [constant + self.drag * wanted.rate, ramp]
    }
}

/// The same angle \[rad\] within half a turn.
fn nearest(angle: f64) -> f64 {
    (angle + PI).rem_euclid(TAU) - PI
}
