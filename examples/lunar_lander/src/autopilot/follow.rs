//! Engines that keep a lander on its route.

use kinstep::nalgebra::Vector2;

use super::Phase;
use super::attitude::{Jets, Lean};
use super::effect::{Effect, catch_up};
use super::route::Route;
use crate::lander::{Controls, Lander};

/// What the engines do in the coming tick.
pub(super) fn follow(route: &Route, lander: &Lander) -> Controls {
    /// Less of a jet than this is left out.
    const LEAST_TURN: f64 = 0.003;
    let (now, body, craft) = (lander.time(), lander.body(), lander.craft());
    let jets = Jets::of(lander);
    let lean = Lean {
        angle: body.orientation(),
        rate: body.angular_velocity(),
    };
    let more = correction(route, lander, &jets);
    let wanted = |time: f64| {
        let [thrust, growth] = route.thrust(time);
        [within_limits(thrust + more), growth]
    };
    let turn = jets.turn(lean, |after| {
        let [thrust, growth] = wanted(now + after);
        Lean::along(&thrust, &growth)
    });
    let share = turn / jets.most;
    let turn_share = if share.abs() < LEAST_TURN { 0.0 } else { share };
    if route.phase(now) == Phase::Coast {
        return Controls {
            throttle: 0.0,
            turn: turn_share,
        };
    }
    // as it will be in the middle of the tick
    let half = 0.5 * Lander::TICK;
    let angle = lean.angle + half * (lean.rate + 0.5 * half * turn);
    let axis = Vector2::new(-angle.sin(), angle.cos());
    let [thrust, _] = wanted(now + half);
    // the jets push, too
    let push = body.mass * axis.dot(&thrust) - craft.jet * turn_share.abs();
    Controls {
        throttle: (push / craft.thrust).clamp(0.0, 1.0),
        turn: turn_share,
    }
}

/// What brings it back to its route \[m/s²\]: upward the engine does so at once, sideways it has to turn first.
fn correction(route: &Route, lander: &Lander, jets: &Jets) -> Vector2<f64> {
    /// A lag is made good as if it were not more than this \[m\].
    const FAR: f64 = 8.0;
    /// Of the weight, what is spent on that at most, sideways and upward.
    const MOST: [f64; 2] = [0.35, 0.7];
    /// How long it takes upward \[s\].
    const UPWARD: f64 = 2.0;
    // sideways, as long as the jets need for the half of a radian, and as long again
    let seconds = [2.0 * jets.time_for(0.4), UPWARD];
    let body = lander.body();
    let wanted = route.at(lander.time());
    let drag = lander.planet().air.map_or(0.0, |air| air.drag / body.mass);
    let along = |axis: usize| {
        let lag = Effect {
            position: (wanted.position[axis] - body.position[axis]).clamp(-FAR, FAR),
            velocity: wanted.velocity[axis] - body.velocity[axis],
        };
        let [constant, ramp] = catch_up(drag, lag, seconds[axis]);
        let most = MOST[axis] * lander.planet().gravity;
        (constant + 0.5 * Lander::TICK * ramp).clamp(-most, most)
    };
    Vector2::new(along(0), along(1))
}

/// A thrust over mass \[m/s²\] that does not lean too much.
fn within_limits(thrust: Vector2<f64>) -> Vector2<f64> {
    /// Tangent of the most it leans.
    const MOST: f64 = 1.5;
    /// Upward, at least \[m/s²\].
    const LEAST: f64 = 0.3;
    let upward = thrust.y.max(LEAST);
    Vector2::new(thrust.x.clamp(-MOST * upward, MOST * upward), upward)
}
