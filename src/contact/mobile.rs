//! A body during a flow: state, inertia, and contact memory.

use nalgebra::{ComplexField, UnitQuaternion};

use super::fall::V;
use super::problem::{Inverse, Touch};

/// Contact data that a body keeps from step to step.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Memory {
    /// Normal of the flat part that the body followed last, or zero.
    pub(super) along: V,
    /// Change of the body's velocity by the last kick \[m/s\].
    pub(super) kicked: V,
}

/// A body during a flow.
#[derive(Debug, Clone)]
pub(super) struct Mobile {
    pub(super) position: V,
    pub(super) velocity: V,
    pub(super) spin: V,
    pub(super) mass: f64,
    pub(super) inverse: Inverse,
    /// Rotation since the start of the flow.
    pub(super) turned: UnitQuaternion<f64>,
    /// Angle of rotation since the start of the flow, in the plane \[rad\].
    pub(super) angle: f64,
    pub(super) memory: Memory,
    /// How far the velocity leads that under a steady force, in kicks.
    pub(super) ahead: f64,
}

impl Mobile {
    /// Kinetic energy relative to a moving frame \[J\].
    pub(super) fn kinetic(&self, frame: &V) -> f64 {
        let spin = if self.inverse.inertia > 0.0 {
            self.spin.norm_squared() / self.inverse.inertia
        } else {
            0.0
        };
        0.5 * (self.mass * (self.velocity - frame).norm_squared() + spin)
    }

    /// Contacts never add energy in the frame of their surface: scales the motion down to the allowed kinetic energy `most` \[J\].
    pub(super) fn cap(&mut self, most: f64, frame: &V) {
        let (now, most) = (self.kinetic(frame), most.max(0.0));
        if now > most {
            let scale = ComplexField::sqrt(most / now);
            self.velocity = frame + (self.velocity - frame) * scale;
            self.spin *= scale;
        }
    }

    pub(super) fn turn(&mut self, by: &V) {
        if self.inverse.inertia > 0.0 && *by != V::zeros() {
            self.angle += by.z;
            self.turned = UnitQuaternion::from_scaled_axis(*by) * self.turned;
        }
    }

    /// The rolling velocity of a body relative to a contact, and by how much rolling resistance to a normal impulse \[N s\] slows it
    /// \[m/s\].
    fn rolling(&self, touch: &Touch, out: f64) -> (V, f64) {
        let rolls = touch.along(&(self.velocity - touch.velocity - touch.belt));
        let most = touch.rolling * out * self.inverse.mass * self.rolling_share();
        (rolls, most)
    }

    /// Whether rolling resistance to twice this normal impulse \[N s\] leaves the body rolling.
    pub(super) fn rolls_on(&self, touch: &Touch, out: f64) -> bool {
        let (rolls, most) = self.rolling(touch, out);
        rolls.norm() > 2.0 * most
    }

    /// Slows the rolling of a body by the rolling resistance to a normal impulse of a contact \[N s\].
    pub(super) fn resist(&mut self, touch: &Touch, out: f64) {
        if self.inverse.inertia == 0.0 || touch.rolling == 0.0 {
            return;
        }
        let (rolls, most) = self.rolling(touch, out);
        let size = rolls.norm();
        let lost = if size > most {
            rolls * (most / size)
        } else {
            rolls
        };
        self.velocity -= lost;
        self.spin -= touch.normal.cross(&lost) / self.radius();
    }

    /// The fraction `1/(1 + I/(m r²))` of a force along a surface that accelerates a rolling ball.
    pub(super) fn rolling_share(&self) -> f64 {
        1.0 - self.inverse.mass * self.inverse.tangential_mass()
    }

    pub(super) fn radius(&self) -> f64 {
        self.inverse.radius
    }
}

/// The frame in which contacts do no work: the common velocity of their surfaces, if there is one.
pub(super) fn frame(touches: &[Touch]) -> Option<V> {
    let first = touches.first()?.velocity;
    (touches.iter().all(|touch| touch.velocity == first)).then_some(first)
}
