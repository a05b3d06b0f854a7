//! Paths between the ends of a step, and bounds on their changes.

use kinstep::Body2;
use kinstep::nalgebra::{Vector2, Vector3};

/// Position, orientation and velocities of a lander at one time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pose {
    pub(super) position: Vector2<f64>,
    pub(super) angle: f64,
    pub(super) velocity: Vector2<f64>,
    pub(super) angular_velocity: f64,
}

impl Pose {
    pub(super) fn of(body: &Body2) -> Self {
        Self {
            position: body.position,
            angle: body.orientation(),
            velocity: body.velocity,
            angular_velocity: body.angular_velocity(),
        }
    }
}

/// Upper bounds for a path between its ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// Bound on the speed of the centre of mass \[m/s\].
    pub(super) speed: f64,
    /// Bound on the acceleration of the centre of mass \[m/s²\].
    pub(super) acceleration: f64,
    /// Bound on the angular velocity \[rad/s\].
    pub(super) angular_velocity: f64,
    /// Bound on the angular acceleration \[rad/s²\].
    pub(super) angular_acceleration: f64,
}

impl Bounds {
    /// Bound on the acceleration of a point of the lander at this distance \[m\] from its centre of
    /// mass.
    pub(super) fn at_arm(&self, arm: f64) -> f64 {
        self.acceleration + arm * self.turning()
    }

    /// Bound on the second derivative of a unit vector that is fixed in the lander \[rad/s²\].
    pub(super) fn turning(&self) -> f64 {
        self.angular_acceleration + self.angular_velocity * self.angular_velocity
    }
}

/// The path of a scheme that is only defined at the ends of its steps: cubics through value and
/// rate at both ends, for the position of the centre of mass and for the angle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cubic {
    /// Position and angle at the start, and their rates.
    start: [Vector3<f64>; 2],
    /// Half the second derivative at the start, and a sixth of the third derivative.
    bend: [Vector3<f64>; 2],
    seconds: f64,
}

impl Cubic {
    /// The path between two states of a body that are this many seconds apart.
    pub(super) fn between(from: &Body2, to: &Body2, seconds: f64) -> Self {
        let [(x0, v0), (x1, v1)] = [from, to].map(|body| {
            let place = body.position.push(body.orientation());
            (place, body.velocity.push(body.angular_velocity()))
        });
        let mean = (x1 - x0) / seconds;
        Self {
            start: [x0, v0],
            bend: [
                (mean * 3.0 - v0 * 2.0 - v1) / seconds,
                (v0 + v1 - mean * 2.0) / (seconds * seconds),
            ],
            seconds,
        }
    }

    /// State after this many seconds.
    pub(super) fn pose(&self, time: f64) -> Pose {
        let ([start, rate], [second, third]) = (self.start, self.bend);
        let place = start + (rate + (second + third * time) * time) * time;
        let rate = rate + (second * 2.0 + third * (3.0 * time)) * time;
        Pose {
            position: place.xy(),
            angle: place.z,
            velocity: rate.xy(),
            angular_velocity: rate.z,
        }
    }

    /// Bounds on the path. The second derivative is linear in time, so it is largest at one of the
    /// ends.
    pub(super) fn bounds(&self) -> Bounds {
        let ([_, rate], [second, third]) = (self.start, self.bend);
        let [first, last] = [second * 2.0, second * 2.0 + third * (6.0 * self.seconds)];
        let acceleration = first.xy().norm().max(last.xy().norm());
        let angular_acceleration = first.z.abs().max(last.z.abs());
        Bounds {
            speed: rate.xy().norm() + acceleration * self.seconds,
            acceleration,
            angular_velocity: rate.z.abs() + angular_acceleration * self.seconds,
            angular_acceleration,
        }
    }
}
