//! Motion of a body between contacts, and the first zero of a height along that motion.

use nalgebra::{ComplexField, Vector3};

/// A vector in space. Bodies of the plane have z = 0, and spin about z.
pub(super) type V = Vector3<f64>;

/// A motion whose acceleration depends on position, velocity and time: a linear law with springs, fields or ramps.
pub(super) trait Motion {
    /// Displacement and velocity after a duration, from a state at the time `at` since the start of the flow \[s\].
    fn flow(&self, position: &V, velocity: &V, at: f64, time: f64) -> (V, V);

    fn acceleration(&self, position: &V, velocity: &V, at: f64) -> V;

    /// An upper bound of the rotation rate of the motion \[1/s\].
    fn rate(&self) -> f64;
}

/// Law of the motion between contacts: `v' = g - c v`, or a general motion.
#[derive(Clone, Copy)]
pub(super) struct Law<'a> {
    /// Constant acceleration g \[m/s²\].
    pub(super) constant: V,
    /// Drag rate c \[1/s\].
    pub(super) drag: f64,
    pub(super) motion: Option<&'a dyn Motion>,
    /// Angular acceleration by torques \[rad/s²\].
    pub(super) turning: V,
}

impl Law<'_> {
    pub(super) fn acceleration(&self, position: &V, velocity: &V, at: f64) -> V {
        match self.motion {
            Some(motion) => motion.acceleration(position, velocity, at),
            None => self.constant - velocity * self.drag,
        }
    }

    /// Displacement and velocity after a duration.
    pub(super) fn flow(&self, position: &V, velocity: &V, at: f64, time: f64) -> (V, V) {
        match self.motion {
            Some(motion) => motion.flow(position, velocity, at, time),
            None => drifted(velocity, &self.constant, self.drag, time),
        }
    }
}

/// Displacement and velocity after a duration under `v' = g - c v`.
pub(super) fn drifted(velocity: &V, constant: &V, drag: f64, time: f64) -> (V, V) {
    let [decay, once, twice] = integrals(drag, time);
    (
        velocity * once + constant * twice,
        velocity * decay + constant * once,
    )
}

/// `e^-ct`, its integral E and the integral of E.
fn integrals(drag: f64, time: f64) -> [f64; 3] {
    let z = drag * time;
    if z == 0.0 {
        return [1.0, time, 0.5 * time * time];
    }
    let lost = -ComplexField::exp_m1(-z);
    let twice = if z < 0.05 {
        // 2 (z - 1 + e^-z)/z² without cancellation
        let series = (3..=8)
            .rev()
            .fold(1.0, |sum, n| 1.0 - z / f64::from(n) * sum);
        0.5 * time * time * series
    } else {
        (time - lost / drag) / drag
    };
    [1.0 - lost, lost / drag, twice]
}

/// A height `h + v E(t) + a G(t) + b t`, with `E = (1 - e^-ct)/c` and `G = (t - E)/c`. Its second derivative has one sign.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fall {
    pub(super) height: f64,
    pub(super) speed: f64,
    pub(super) acceleration: f64,
    /// The part of the speed that drag does not slow.
    pub(super) steady: f64,
    pub(super) drag: f64,
}

/// Maximum number of Newton steps.
const MOST_STEPS: usize = 60;

impl Fall {
    /// Returns a height without drag that falls no later than this one.
    pub(super) fn without_drag(&self) -> Self {
        let bend = self.acceleration - self.drag * self.speed;
        Self {
            acceleration: if self.drag > 0.0 { bend.min(0.0) } else { bend },
            drag: 0.0,
            ..*self
        }
    }

    /// Returns the sum of two heights without drag.
    pub(super) fn plus(&self, other: &Self) -> Self {
        Self {
            height: self.height + other.height,
            speed: self.speed + other.speed,
            acceleration: self.acceleration + other.acceleration,
            steady: self.steady + other.steady,
            drag: 0.0,
        }
    }

    fn at(&self, time: f64) -> (f64, f64) {
        let [decay, once, twice] = integrals(self.drag, time);
        (
            self.height + self.speed * once + self.acceleration * twice + self.steady * time,
            self.speed * decay + self.acceleration * once + self.steady,
        )
    }

    /// Returns the first time up to `end` at which the height falls through zero.
    pub(super) fn first(&self, end: f64) -> Option<f64> {
        let Self {
            height,
            acceleration,
            ..
        } = *self;
        let slope = self.speed + self.steady;
        if self.drag > 0.0 {
            return self.first_with_drag(end);
        }
        let discriminant = slope * slope - 2.0 * acceleration * height;
        if discriminant < 0.0 || (slope >= 0.0 && acceleration >= 0.0) {
            return None;
        }
        let root = ComplexField::sqrt(discriminant);
        let time = if slope > 0.0 {
            -(slope + root) / acceleration
        } else if height <= 0.0 {
            0.0
        } else {
            2.0 * height / (root - slope)
        };
        (time <= end).then_some(time)
    }

    /// Solves on one monotone piece, in which Newton's method stays on one side of the root.
    fn first_with_drag(&self, end: f64) -> Option<f64> {
        let slope = self.speed + self.steady;
        let bend = self.acceleration - self.drag * self.speed;
        let ratio = -self.drag * slope / (self.acceleration + self.steady * self.drag);
        let still = ComplexField::ln_1p(ratio) / self.drag;
        let still = if still >= 0.0 { still } else { f64::INFINITY };
        if bend >= 0.0 && slope >= 0.0 {
            return None;
        }
        let (mut low, mut high) = match (bend > 0.0, slope < 0.0) {
            (true, false) => return None,
            (true, true) => (0.0, still.min(end)),
            (false, true) => (0.0, end),
            (false, false) => (if slope == 0.0 { 0.0 } else { still }, end),
        };
        let may_fall = low <= end && self.at(high).0 <= 0.0;
        if !may_fall {
            return None;
        }
        if self.at(low).0 <= 0.0 {
            return Some(low);
        }
        let mut time = if bend > 0.0 { low } else { high };
        for _ in 0..MOST_STEPS {
            let (height, rate) = self.at(time);
            if height > 0.0 {
                low = time;
            } else {
                high = time;
            }
            let next = time - height / rate;
            let is_inside = next >= low && next <= high;
            let next = if is_inside { next } else { 0.5 * (low + high) };
            if (next - time).abs() <= f64::EPSILON * time {
                return Some(next);
            }
            time = next;
        }
        Some(time)
    }
}
