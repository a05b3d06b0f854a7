//! A triple pendulum of rods in the plane: its forces and its energy.

use std::f64::consts::PI;

use kinstep::nalgebra::Vector2;

/// A vector in the plane: position \[m\], velocity \[m/s\] or acceleration \[m/s²\].
pub(super) type Vector = Vector2<f64>;

/// The length of a frame \[s\].
pub(super) const FRAME: f64 = 1.0 / 60.0;
/// Gravity \[m/s²\], downwards.
pub(super) const GRAVITY: f64 = 9.81;
/// Number of bodies, of 1 kg each.
pub(super) const COUNT: usize = 3;
/// Rest length of every rod \[m\].
pub(super) const LENGTH: f64 = 1.0;
/// Initial angle of all rods from the vertical; the pendulum starts as a straight line \[rad\].
const ANGLE: f64 = 1.0;

/// Bodies on undamped rods. Each rod connects a body to the one before it, the first to the origin.
///
/// ```text
/// x'' = g - Σ k/m (r - l) u      r: length of the rod now, u: unit vector along it, m = 1 kg
/// ```
#[derive(Debug, Clone)]
pub(super) struct Pendulum {
    /// Stiffness k of every rod \[N/m\].
    pub(super) stiffness: f64,
    /// Positions of the bodies \[m\].
    pub(super) positions: Vec<Vector>,
    /// Velocities of the bodies \[m/s\].
    pub(super) velocities: Vec<Vector>,
}

impl Pendulum {
    /// A pendulum at rest. The stiffness is such that the highest angular frequency of small
    /// oscillations, times the length of a frame, has this value \[rad\]. For n bodies in a line
    /// this frequency is `2 √(k/m) sin((2n - 1)π / (4n + 2))`.
    pub(super) fn with_stiffness(frequency_times_frame: f64) -> Self {
        let n = COUNT as f64;
        let highest = 2.0 * ((2.0 * n - 1.0) * PI / (4.0 * n + 2.0)).sin();
        let direction = Vector::new(ANGLE.sin(), -ANGLE.cos());
        let positions = (1..=COUNT).map(|place| direction * (LENGTH * place as f64));
        Self {
            stiffness: (frequency_times_frame / FRAME / highest).powi(2),
            positions: positions.collect(),
            velocities: vec![Vector::zeros(); COUNT],
        }
    }

    /// Vector along the rod of a body, from its upper end to the body \[m\].
    pub(super) fn along(&self, body: usize) -> Vector {
        match body {
            0 => self.positions[0],
            _ => self.positions[body] - self.positions[body - 1],
        }
    }

    /// Writes the accelerations of all bodies \[m/s²\].
    pub(super) fn write_accelerations(&self, accelerations: &mut [Vector]) {
        accelerations.fill(Vector::new(0.0, -GRAVITY));
        for body in 0..COUNT {
            let along = self.along(body);
            let length = along.norm();
            let pull = along * (self.stiffness * (length - LENGTH) / length);
            accelerations[body] -= pull;
            if body > 0 {
                accelerations[body - 1] += pull;
            }
        }
    }

    /// Energy (kinetic, elastic and potential), relative to the weight of all bodies times one
    /// metre.
    pub(super) fn energy(&self) -> f64 {
        let of_body = |body: usize| {
            let stretch = self.along(body).norm() - LENGTH;
            0.5 * self.velocities[body].norm_squared()
                + GRAVITY * self.positions[body].y
                + 0.5 * self.stiffness * stretch * stretch
        };
        (0..COUNT).map(of_body).sum::<f64>() / (GRAVITY * COUNT as f64)
    }

    /// The maximum distance between the positions of a body in both pendulums \[m\]; infinite if
    /// one is NaN.
    pub(super) fn distance_to(&self, other: &Self) -> f64 {
        farthest(self.positions.iter().zip(&other.positions))
    }
}

/// The maximum distance between the positions of a pair \[m\]; infinite if one is NaN.
pub(super) fn farthest<'a>(pairs: impl Iterator<Item = (&'a Vector, &'a Vector)>) -> f64 {
    pairs.fold(0.0, |worst: f64, (one, other)| {
        let distance = (one - other).norm();
        if distance.is_nan() {
            f64::INFINITY
        } else {
            worst.max(distance)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinstep::nalgebra::Matrix3;

    /// The highest frequency is the root of the largest eigenvalue of the stiffness matrix of three
    /// bodies on springs, which hang from one end and move lengthwise.
    #[test]
    fn the_largest_frequency_is_an_eigenvalue() {
        let matrix = Matrix3::<f64>::new(2.0, -1.0, 0.0, -1.0, 2.0, -1.0, 0.0, -1.0, 1.0);
        let stiffness = Pendulum::with_stiffness(100.0).stiffness;
        let largest = (stiffness * matrix.symmetric_eigenvalues().max()).sqrt();
        // measured: 2e-16
        assert!((largest * FRAME / 100.0 - 1.0).abs() < 1e-14, "{largest}");
    }
}
