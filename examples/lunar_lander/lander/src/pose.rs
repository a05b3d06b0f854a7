//! How a lander is and moves at a moment, and how fast that can change.

use kinstep::Body2;
use kinstep::nalgebra::Vector2;

/// How a lander is and moves at a moment.
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

/// What a path stays below between its ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// \[m/s\].
    pub(super) speed: f64,
    /// \[m/s²\].
    pub(super) acceleration: f64,
    /// \[rad/s\].
    pub(super) angular_velocity: f64,
    /// \[rad/s²\].
    pub(super) angular_acceleration: f64,
}

impl Bounds {
    /// On the acceleration of a point that turns with the lander at an arm \[m\].
    pub(super) fn at_arm(&self, arm: f64) -> f64 {
        self.acceleration + arm * self.turning()
    }

    /// On how fast a direction of the lander changes its rate \[rad/s²\].
    pub(super) fn turning(&self) -> f64 {
        self.angular_acceleration + self.angular_velocity * self.angular_velocity
    }
}
