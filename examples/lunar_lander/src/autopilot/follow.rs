//! Engines that keep a lander on its route.

use kinstep::nalgebra::Vector2;
use lander::{Controls, Lander};

use super::Phase;
use super::attitude::{Jets, Lean};
use super::effect::{Effect, catch_up};
use super::leg::natural;
use super::route::Route;

/// What keeps it on a route in the coming tick.
pub(super) fn follow(route: &Route, lander: &Lander) -> Controls {
    let more = correction(route, lander);
    let controls = steer(lander, |time| {
        let [thrust, growth] = route.thrust(time);
        [within_limits(thrust + more), growth]
    });
    if route.phase(lander.time()) == Phase::Coast {
        return Controls {
            throttle: 0.0,
            ..controls
        };
    }
    controls
}

/// What stops it in the coming tick, where there is no route: a slow climb, from which there will be one.
pub(super) fn recover(lander: &Lander) -> Controls {
    /// \[m/s\].
    const CLIMB: f64 = 2.0;
    /// Shares of the speed are lost at these rates \[1/s\], sideways and upward.
    const RATES: [f64; 2] = [0.2, 1.0];
    let speed = lander.body().velocity;
    let steady = -natural(lander.planet(), lander.body().mass).acceleration(
        &lander.body().position,
        &speed,
        0.0,
    );
    let thrust = Vector2::new(-RATES[0] * speed.x, steady.y + RATES[1] * (CLIMB - speed.y));
    steer(lander, |_| [within_limits(thrust), Vector2::zeros()])
}

/// What gives it a thrust over mass \[m/s²\], which changes \[m/s³\]; both are told for a time \[s\].
fn steer(lander: &Lander, wanted: impl Fn(f64) -> [Vector2<f64>; 2]) -> Controls {
    /// Less of a jet than this is left out.
    const LEAST_TURN: f64 = 0.003;
    let (now, body, craft) = (lander.time(), lander.body(), lander.craft());
    let jets = Jets::of(lander);
    let lean = Lean {
        angle: body.orientation(),
        rate: body.angular_velocity(),
    };
    let acceleration = jets.turn(lean, |after| {
        let [thrust, growth] = wanted(now + after);
        Lean::along(&thrust, &growth)
    });
    let share = acceleration / jets.most;
    let turn = if share.abs() < LEAST_TURN { 0.0 } else { share };
    // as it will be in the middle of the tick
    let half = 0.5 * Lander::TICK;
    let angle = lean.angle + half * (lean.rate + 0.5 * half * acceleration);
    let axis = Vector2::new(-angle.sin(), angle.cos());
    let [thrust, _] = wanted(now + half);
    // the jets push, too
    let push = body.mass * axis.dot(&thrust) - craft.jet * turn.abs();
    Controls {
        throttle: push / craft.thrust,
        turn,
    }
    .within_limits()
}

/// What brings it back to its route \[m/s²\]: upward the engine does so at once, sideways it has to turn first.
fn correction(route: &Route, lander: &Lander) -> Vector2<f64> {
    /// A lag is made good as if it were not more than this \[m\].
    const FAR: f64 = 8.0;
    /// Of the weight, what is spent on that at most, sideways and upward.
    const MOST: [f64; 2] = [0.35, 0.7];
    /// How long it takes sideways, in times of what the jets need for a turn \[rad\].
    const SIDEWAYS: f64 = 2.0;
    /// That turn.
    const SWING: f64 = 0.4;
    /// How long it takes upward \[s\].
    const UPWARD: f64 = 2.0;
    let seconds = [SIDEWAYS * Jets::of(lander).time_for(SWING), UPWARD];
    let body = lander.body();
    let wanted = route.at(lander.time());
    let drag = natural(lander.planet(), body.mass).damping;
    let along = |axis: usize| {
        let lag = Effect {
            position: (wanted.position[axis] - body.position[axis]).clamp(-FAR, FAR),
            velocity: wanted.velocity[axis] - body.velocity[axis],
        };
        let [constant, ramp] = catch_up(drag, lag, seconds[axis]);
        let most = MOST[axis] * lander.planet().gravity.abs();
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
