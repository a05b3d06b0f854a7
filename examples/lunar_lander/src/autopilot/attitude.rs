//! How the jets turn the lander.

use std::f64::consts::{PI, TAU};

use kinstep::nalgebra::Vector2;
use lander::Lander;

use super::effect::{Effect, catch_up};

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
            most: (craft.jet * craft.jet_arm[0] / inertia).abs(),
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

#[cfg(test)]
mod tests {
    use kinstep::LinearLaw;
    use kinstep::ballistics::Trajectory;

    use super::*;

    /// Turns for some seconds, tick by tick, as a lander does.
    fn turned(jets: &Jets, mut lean: Lean, seconds: f64, wanted: impl Fn(f64) -> Lean) -> Lean {
        for tick in 0..(seconds / Lander::TICK).round() as u32 {
            let now = f64::from(tick) * Lander::TICK;
            let push = jets.turn(lean, |after| wanted(now + after));
            assert!(push.abs() <= jets.most);
            let law = LinearLaw::<f64, 1>::gravity([push]) + LinearLaw::drag(jets.drag);
            let end = law.launch([lean.angle], [lean.rate]).at(Lander::TICK);
            lean = Lean {
                angle: end.position.x,
                rate: end.velocity.x,
            };
        }
        lean
    }

    #[test]
    fn a_turn_comes_to_rest_where_it_should_the_shorter_way_round() {
        let goal = Lean {
            angle: 3.0,
            rate: 0.0,
        };
        for drag in [0.0, 0.08] {
            let jets = Jets { most: 0.36, drag };
            let start = Lean {
                angle: -2.5,
                rate: 0.1,
            };
            let seconds = 1.5 * jets.time_for(TAU - 5.5) + 2.0;
            let end = turned(&jets, start, seconds, |_| goal);
            // measured: 2.1e-6 rad, 1.2e-5 rad/s
            assert!((end.angle + TAU - goal.angle).abs() < 1e-5, "{end:?}");
            assert!(end.rate.abs() < 1e-4, "{end:?}");
        }
    }

    #[test]
    fn a_thrust_that_turns_is_followed() {
        let thrust = |time: f64| Vector2::new(0.5 - 0.05 * time, 1.8);
        let wanted = |time: f64| Lean::along(&thrust(time), &Vector2::new(-0.05, 0.0));
        let jets = Jets {
            most: 0.36,
            drag: 0.08,
        };
        let end = turned(
            &jets,
            Lean {
                angle: 0.0,
                rate: 0.0,
            },
            12.0,
            wanted,
        );
        // measured: 8.3e-8 rad, 1.6e-7 rad/s
        assert!((end.angle - wanted(12.0).angle).abs() < 1e-6, "{end:?}");
        assert!((end.rate - wanted(12.0).rate).abs() < 1e-6, "{end:?}");
    }
}
