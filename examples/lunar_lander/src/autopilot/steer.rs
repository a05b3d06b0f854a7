//! Controls for the coming tick that keep a lander on its route.

use std::f64::consts::{PI, TAU};

use kinstep::LinearLaw;
use kinstep::nalgebra::{ComplexField, RealField, Vector1, Vector2};
use lander::{Controls, Lander};

use super::Phase;
use super::route::{Burn, Route, State, natural};

/// Controls that keep a lander on its route.
pub(super) fn follow(route: &Route, lander: &Lander) -> Controls {
    let more = correction(route, lander);
    let mut controls = steer(lander, |time| {
        let [thrust, growth] = route.thrust(time);
        [within_limits(thrust + more), growth]
    });
    if route.phase(lander.time()) == Phase::Coast {
        controls.throttle = 0.0;
    }
    controls
}

/// Controls without a route: they lead to a slow climb, from which a route can be found.
pub(super) fn recover(lander: &Lander) -> Controls {
    /// Upward speed of the climb \[m/s\].
    const CLIMB: f64 = 2.0;
    /// Rates at which the horizontal and the vertical speed approach their targets \[1/s\].
    const RATES: [f64; 2] = [0.2, 1.0];
    let body = lander.body();
    let speed = body.velocity;
    let steady = -natural(lander.planet(), body.mass).acceleration(&body.position, &speed, 0.0);
    let thrust = Vector2::new(-RATES[0] * speed.x, steady.y + RATES[1] * (CLIMB - speed.y));
    steer(lander, |_| [within_limits(thrust), Vector2::zeros()])
}

/// Controls for a thrust over mass \[m/s²\]. `wanted` returns it and its rate of change \[m/s³\] at
/// a time \[s\].
fn steer(lander: &Lander, wanted: impl Fn(f64) -> [Vector2<f64>; 2]) -> Controls {
    /// Minimum share of a jet's thrust; smaller shares are replaced by zero.
    const LEAST_TURN: f64 = 0.003;
    let (now, body, craft) = (lander.time(), lander.body(), lander.craft());
    let jets = Jets::of(lander);
    let (angle, rate) = (body.orientation(), body.angular_velocity());
    let acceleration = jets.turn([angle, rate], |after| {
        let [thrust, growth] = wanted(now + after);
        let rate = thrust.perp(&growth) / thrust.norm_squared().max(f64::MIN_POSITIVE);
        [lean(&thrust), rate]
    });
    let share = acceleration / jets.most;
    let turn = if share.abs() < LEAST_TURN { 0.0 } else { share };
    // the lander's orientation in the middle of the tick
    let half = 0.5 * Lander::TICK;
    let angle = angle + half * (rate + 0.5 * half * acceleration);
    let (sine, cosine) = ComplexField::sin_cos(angle);
    let [thrust, _] = wanted(now + half);
    // the jets contribute to the thrust
    let push = body.mass * Vector2::new(-sine, cosine).dot(&thrust) - craft.jet * turn.abs();
    Controls {
        throttle: push / craft.thrust,
        turn,
    }
    .within_limits()
}

/// Acceleration that leads back to the route \[m/s²\]. Upward the engine acts at once; sideways the
/// lander must turn first.
fn correction(route: &Route, lander: &Lander) -> Vector2<f64> {
    /// Maximum distance from the route that is corrected \[m\]; a larger one counts as this.
    const FAR: f64 = 8.0;
    /// Maximum corrections sideways and upward, as shares of the weight.
    const MOST: [f64; 2] = [0.35, 0.7];
    /// Duration of a correction sideways: a factor, times the time of a turn by this angle \[rad\].
    const SIDEWAYS: (f64, f64) = (2.0, 0.4);
    /// Duration of a correction upward \[s\].
    const UPWARD: f64 = 2.0;
    let seconds = [SIDEWAYS.0 * Jets::of(lander).time_for(SIDEWAYS.1), UPWARD];
    let (body, wanted) = (lander.body(), route.at(lander.time()));
    let drag = LinearLaw::drag(natural(lander.planet(), body.mass).damping);
    let along = |axis: usize| {
        let lag = (body.position[axis] - wanted.position[axis]).clamp(-FAR, FAR);
        let speed = body.velocity[axis] - wanted.velocity[axis];
        let most = MOST[axis] * lander.planet().gravity.abs();
        mean(&drag, [lag, speed], [0.0; 2], seconds[axis])
            .0
            .clamp(-most, most)
    };
    Vector2::new(along(0), along(1))
}

/// For a burn that leads from one value and rate to another in a time \[s\]: the mean acceleration
/// over the coming tick, and the maximum of its magnitude.
fn mean(law: &LinearLaw<f64, 1>, start: [f64; 2], end: [f64; 2], seconds: f64) -> (f64, f64) {
    let [start, end] = [start, end].map(|[value, rate]| State {
        position: Vector1::new(value),
        velocity: Vector1::new(rate),
    });
    let burn = Burn::between(law, &start, &end, seconds);
    let most = burn.from.x.abs().max(burn.to().x.abs());
    (burn.from.x + 0.5 * burn.growth.x * Lander::TICK, most)
}

/// The thrust over mass \[m/s²\], limited so that the lander does not lean too much.
fn within_limits(thrust: Vector2<f64>) -> Vector2<f64> {
    /// Maximum tangent of the lean.
    const MOST: f64 = 1.5;
    /// Minimum upward component \[m/s²\].
    const LEAST: f64 = 0.3;
    let upward = thrust.y.max(LEAST);
    Vector2::new(thrust.x.clamp(-MOST * upward, MOST * upward), upward)
}

/// Angle of a lander whose engine gives this thrust \[rad\].
pub(super) fn lean(thrust: &Vector2<f64>) -> f64 {
    RealField::atan2(-thrust.x, thrust.y)
}

/// Angular acceleration by the jets, and angular drag.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Jets {
    /// Maximum angular acceleration \[rad/s²\].
    pub(super) most: f64,
    /// Rate of angular drag \[1/s\].
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

    /// Time of a turn by an angle \[rad\], from rest to rest and without drag \[s\]. The angular
    /// acceleration changes at a constant rate from `most` to `-most`, so that `angle = most T²/6`.
    pub(super) fn time_for(&self, angle: f64) -> f64 {
        (6.0 * nearest(angle).abs() / self.most).sqrt()
    }

    /// Mean angular acceleration of the coming tick \[rad/s²\]. It leads the angle \[rad\] and its
    /// rate \[rad/s\] to those of `wanted`, as soon as the jets can. `wanted` returns both for a
    /// time from now \[s\].
    fn turn(&self, now: [f64; 2], wanted: impl Fn(f64) -> [f64; 2]) -> f64 {
        /// Durations of the correction, in ticks; the first one for which the jets are strong
        /// enough is used.
        const HORIZONS: [f64; 12] = [
            4.0, 5.0, 6.0, 8.0, 10.0, 13.0, 17.0, 22.0, 28.0, 36.0, 46.0, 60.0,
        ];
        let law = LinearLaw::drag(self.drag);
        let mut answer = 0.0;
        for ticks in HORIZONS {
            let seconds = ticks * Lander::TICK;
            let [angle, rate] = wanted(seconds);
            // the rotation by the smaller angle
            let end = [now[0] + nearest(angle - now[0]), rate];
            let (mean, most) = mean(&law, now, end, seconds);
            answer = mean;
            if most <= self.most {
                break;
            }
        }
        answer.clamp(-self.most, self.most)
    }
}

/// The same angle \[rad\] between -π and π.
fn nearest(angle: f64) -> f64 {
    (angle + PI).rem_euclid(TAU) - PI
}

#[cfg(test)]
mod tests {
    use kinstep::trajectory::Trajectory;

    use super::*;

    #[test]
    fn a_turn_comes_to_rest_where_it_should_the_shorter_way_round() {
        for drag in [0.0, 0.08] {
            let jets = Jets { most: 0.36, drag };
            let mut now = [-2.5, 0.1];
            for _ in 0..50 {
                let push = jets.turn(now, |_| [3.0, 0.0]);
                let law = LinearLaw::<f64, 1>::gravity([push]) + LinearLaw::drag(drag);
                let end = law.launch([now[0]], [now[1]]).at(Lander::TICK);
                now = [end.position.x, end.velocity.x];
            }
            let [angle, rate] = now;
            assert!(
                (angle + TAU - 3.0).abs() < 1e-5 && rate.abs() < 1e-4,
                "{now:?}"
            );
        }
    }
}
