//! The rules by which game engines rotate a body without torque.
//!
//! Without a torque the angular momentum `L = I ω` is constant, and ω follows Euler's equation, in
//! the body's frame with `m = I ω`:
//!
//! ```text
//! I ω' = m × ω
//! ```
//!
//! Engines store ω, not L. Each engine has its own formula for the gyroscopic term `m × ω`. The
//! formulas are those in the sources of Rapier 0.36, Avian 0.8 and Bullet, written anew here. The
//! orientation then rotates about the new ω by the full angle `ω h`, which is never less accurate
//! than the update of the engines.

use kinstep::Body3;
use kinstep::nalgebra::{Matrix3, UnitQuaternion, Vector3};

/// Moments of inertia, orientation and angular velocity of a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spinning {
    /// Moments of inertia about the axes of the body's frame, which are its principal axes \[kg m²\].
    pub moments: Vector3<f64>,
    /// Rotation of vectors from the body's frame to the world frame.
    pub orientation: UnitQuaternion<f64>,
    /// Angular velocity \[rad/s\], world frame.
    pub angular_velocity: Vector3<f64>,
}

/// The rule of an engine for one step.
#[derive(Debug)]
pub struct Gyroscope {
    /// Treatment of the gyroscopic term by the rule, and engines with this rule.
    pub name: &'static str,
    /// Colour of the curve of the rule; `dashes` has the lengths of dashes and gaps \[px\].
    pub color: &'static str,
    pub dashes: &'static str,
    /// The rule, with m and ω in the body's frame and step h \[s\].
    pub rule: &'static str,
    /// Returns the motion after a step h \[s\].
    pub step: fn(Spinning, f64) -> Spinning,
}

/// All rules.
pub const ALL: [Gyroscope; 5] = [
    Gyroscope {
        name: "no gyroscopic term",
        color: "#777777",
        dashes: "14 4",
        rule: "ω stays",
        step: |start, h| start.turned(h),
    },
    Gyroscope {
        name: "explicit term",
        color: "#d55e00",
        dashes: "3 6",
        rule: "ω += h I⁻¹ (m × ω)",
        step: explicit,
    },
    Gyroscope {
        name: "one Newton step (Bullet)",
        color: "#7f4fc9",
        dashes: "6 3",
        rule: "ω −= (I + h ([ω]× I − [m]×))⁻¹ h (ω × m)",
        step: implicit,
    },
    Gyroscope {
        name: "clamped momentum (Avian)",
        color: "#e69f00",
        dashes: "9 3",
        rule: "m' = m + h (m × ω); ω = I⁻¹ m' |m|/|m'|",
        step: clamped,
    },
    Gyroscope {
        name: "clamped, 4 substeps (Rapier)",
        color: "#cc79a7",
        dashes: "7 4",
        rule: "4 × (the rule of clamped momentum with h/4)",
        step: |start, h| (0..4).fold(start, |now, _| clamped(now, h / 4.0)),
    },
];

impl Spinning {
    /// The rotation of a body whose principal axes are the axes of its frame.
    pub fn of(body: &Body3) -> Self {
        Self {
            moments: body.inertia().moments(),
            orientation: body.orientation(),
            angular_velocity: body.angular_velocity(),
        }
    }

    /// Angular momentum \[kg m²/s\], world frame.
    pub fn spin_angular_momentum(&self) -> Vector3<f64> {
        self.orientation * self.moments.component_mul(&self.in_body())
    }

    /// Rotational kinetic energy `½ ω·L` \[J\].
    pub fn energy(&self) -> f64 {
        0.5 * self.angular_velocity.dot(&self.spin_angular_momentum())
    }

    /// Angular velocity \[rad/s\] in the body's frame.
    pub fn in_body(&self) -> Vector3<f64> {
        (self.orientation).inverse_transform_vector(&self.angular_velocity)
    }

    /// Returns the motion with another angular velocity \[rad/s\], in the body's frame.
    fn with(self, angular_velocity: Vector3<f64>) -> Self {
        Self {
            angular_velocity: self.orientation * angular_velocity,
            ..self
        }
    }

    /// Returns the motion with the orientation rotated by `ω h`.
    fn turned(self, h: f64) -> Self {
        let turn = UnitQuaternion::from_scaled_axis(self.angular_velocity * h);
        // normalised, because products of unit quaternions drift from unit length
        let orientation = UnitQuaternion::new_normalize((turn * self.orientation).into_inner());
        Self {
            orientation,
            ..self
        }
    }
}

fn explicit(start: Spinning, h: f64) -> Spinning {
    let rate = start.in_body();
    let momentum = start.moments.component_mul(&rate);
    let torque = momentum.cross(&rate);
    let rate = rate + torque.component_div(&start.moments) * h;
    start.with(rate).turned(h)
}

/// One step of Newton's method for `I (ω' - ω) + h (ω' × I ω') = 0`, from ω.
fn implicit(start: Spinning, h: f64) -> Spinning {
    let rate = start.in_body();
    let momentum = start.moments.component_mul(&rate);
    let inertia = Matrix3::from_diagonal(&start.moments);
    let slope = inertia + (rate.cross_matrix() * inertia - momentum.cross_matrix()) * h;
    let excess = rate.cross(&momentum) * h;
    let change = slope
        .try_inverse()
        .map_or(Vector3::zeros(), |it| it * excess);
    start.with(rate - change).turned(h)
}

/// The explicit term, with the size of the angular momentum restored.
fn clamped(start: Spinning, h: f64) -> Spinning {
    let rate = start.in_body();
    let momentum = start.moments.component_mul(&rate);
    let pushed = momentum + momentum.cross(&rate) * h;
    let size = pushed.norm();
    if size == 0.0 {
        return start.turned(h);
    }
    let kept = pushed * (momentum.norm() / size);
    start.with(kept.component_div(&start.moments)).turned(h)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinstep::Inertia;
    use kinstep::rotation::Rotor;

    fn spinning(moments: [f64; 3]) -> Spinning {
        Spinning {
            moments: moments.into(),
            orientation: UnitQuaternion::from_euler_angles(0.3, -0.2, 0.5),
            angular_velocity: Vector3::new(1.0, -2.0, 0.5),
        }
    }

    /// Angle between the result of a rule and the exact free rotation after a second \[rad\].
    fn off(gyroscope: &Gyroscope, start: Spinning, steps: u32) -> f64 {
        let h = 1.0 / f64::from(steps);
        let end = (0..steps).fold(start, |now, _| (gyroscope.step)(now, h));
        let moments: [f64; 3] = start.moments.into();
        let rotor = Rotor::new(&Inertia::principal(moments));
        let right = rotor.turned(&start.orientation, &start.spin_angular_momentum(), 1.0);
        end.orientation.angle_to(&right)
    }

    #[test]
    fn a_ball_has_no_gyroscopic_term() {
        for gyroscope in &ALL {
            let off = off(gyroscope, spinning([0.4; 3]), 60);
            assert!(off < 1e-13, "{}: {off:e}", gyroscope.name);
        }
    }

    #[test]
    fn rules_with_the_term_are_of_first_order() {
        for gyroscope in &ALL[1..] {
            let error = |steps| off(gyroscope, spinning([0.2, 0.3, 0.45]), steps);
            let order = (error(500) / error(1000)).log2();
            assert!((order - 1.0).abs() < 0.05, "{}: {order}", gyroscope.name);
        }
    }

    #[test]
    fn the_clamp_keeps_the_size_of_the_momentum_in_the_body() {
        let start = spinning([0.2, 0.3, 0.45]);
        let end = clamped(start, 0.1);
        let (before, after) = (
            start.spin_angular_momentum().norm(),
            end.spin_angular_momentum().norm(),
        );
        assert!((after / before - 1.0).abs() < 4.0 * f64::EPSILON);
    }
}
