//! The phase of an oscillation.

use alloc::vec;
use alloc::vec::Vec;
use core::f64::consts::{PI, TAU};

use crate::body::Body;
use crate::numbers::to_f64;
use crate::space::Real;

/// Time averages of a motion, which give its centre and its frequency.
///
/// ```text
/// c = ⟨x⟩,   W² = Σ m ⟨v²⟩ / Σ m ⟨(x - c)²⟩
/// ```
///
/// For a harmonic oscillation with many periods, c is the equilibrium, and W the angular frequency.
#[derive(Debug, Clone)]
pub(super) struct MotionMeans {
    samples: f64,
    /// Sums of positions, for all axes of all bodies.
    position: Vec<f64>,
    /// Sums of `m x²` for all axes of all bodies, then the sum of `m v²`.
    position_square: Vec<f64>,
    velocity_square: f64,
    masses: Vec<f64>,
}

/// Centre and frequency of an oscillation.
///
/// The complex vector `z = (x - c) - i v/W`, with one component per axis of each body, rotates with
/// angular frequency W. The phase lead of motion 2 relative to motion 1 is the argument of
/// `Σ m z̄₁ z₂`.
#[derive(Debug, Clone)]
pub(super) struct Oscillation {
    center: Vec<f64>,
    frequency: f64,
}

impl MotionMeans {
    pub(super) fn new<T: Real<D>, const D: usize>(bodies: &[Body<T, D>]) -> Self {
        Self {
            samples: 0.0,
            position: vec![0.0; D * bodies.len()],
            position_square: vec![0.0; D * bodies.len()],
            velocity_square: 0.0,
            masses: bodies.iter().map(weight).collect(),
        }
    }

    pub(super) fn record<T: Real<D>, const D: usize>(&mut self, bodies: &[Body<T, D>]) {
        self.samples += 1.0;
        for (index, (body, mass)) in bodies.iter().zip(&self.masses).enumerate() {
            for axis in 0..D {
                let x = to_f64(body.position[axis]);
                let v = to_f64(body.velocity[axis]);
                self.position[D * index + axis] += x;
                self.position_square[D * index + axis] += mass * x * x;
                self.velocity_square += mass * v * v;
            }
        }
    }

    /// Returns centre and frequency; `None` if no body moves, if a number is not finite, or if the
    /// phase advances by more than 135° in a step of `dt`, so that its direction is ambiguous.
    pub(super) fn oscillation<const D: usize>(self, dt: f64) -> Option<Oscillation> {
        let center: Vec<f64> = self.position.iter().map(|sum| sum / self.samples).collect();
        let spread = |(index, square): (usize, &f64)| {
            let mean = center[index];
            square - self.samples * self.masses[index / D] * mean * mean
        };
        let spread: f64 = self.position_square.iter().enumerate().map(spread).sum();
        let frequency = nalgebra::ComplexField::sqrt(self.velocity_square / spread);
        let step = frequency * dt.abs();
        (step > 0.0 && step < 0.75 * PI).then_some(Oscillation { center, frequency })
    }
}

impl Oscillation {
    /// Returns the phase lead of the second motion relative to the first \[rad\], between -π and π.
    pub(super) fn phase_lead<T: Real<D>, const D: usize>(
        &self,
        first: &[Body<T, D>],
        second: &[Body<T, D>],
    ) -> f64 {
        let (mut real, mut imaginary) = (0.0, 0.0);
        for (index, (one, other)) in first.iter().zip(second).enumerate() {
            let mass = weight(one);
            for axis in 0..D {
                let center = self.center[D * index + axis];
                let (x1, y1) = self.component(center, one, axis);
                let (x2, y2) = self.component(center, other, axis);
                real += mass * (x1 * x2 + y1 * y2);
                imaginary += mass * (x1 * y2 - y1 * x2);
            }
        }
        nalgebra::RealField::atan2(imaginary, real)
    }

    /// Returns real and imaginary part of z along one axis.
    fn component<T: Real<D>, const D: usize>(
        &self,
        center: f64,
        body: &Body<T, D>,
        axis: usize,
    ) -> (f64, f64) {
        let x = to_f64(body.position[axis]) - center;
        (x, -to_f64(body.velocity[axis]) / self.frequency)
    }
}

/// Returns the mass of a body \[kg\]; zero for a fixed body, which does not oscillate.
fn weight<T: Real<D>, const D: usize>(body: &Body<T, D>) -> f64 {
    if body.is_fixed() {
        return 0.0;
    }
    to_f64(body.mass)
}

/// Adds a multiple of 2π to `angle` so that it is as close as possible to `before` \[rad\].
pub(super) fn unwrap_phase(before: f64, angle: f64) -> f64 {
    angle + TAU * nalgebra::ComplexField::round((before - angle) / TAU)
}
