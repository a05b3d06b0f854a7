//! How far ahead or behind an oscillation is.

use alloc::vec;
use alloc::vec::Vec;
use core::f64::consts::{PI, TAU};

use crate::body::Body;
use crate::space::{Real, widen};

/// Means of a motion over time, from which its centre and its frequency follow.
///
/// ```text
/// c = ⟨x⟩,   W² = Σ m ⟨v²⟩ / Σ m ⟨(x - c)²⟩
/// ```
///
/// For a harmonic oscillation over many periods c is where it rests, and W its angular frequency.
#[derive(Debug, Clone)]
pub(super) struct Means {
    samples: f64,
    /// Sum of positions, all axes of all bodies.
    position: Vec<f64>,
    /// Sums of `m x²` and `m v²`, all bodies.
    position_square: Vec<f64>,
    velocity_square: f64,
    masses: Vec<f64>,
}

/// Centre and frequency of a motion.
///
/// It turns `z = (x - c) - i v/W`, a complex vector of all axes of all bodies, at the rate W. The phase of
/// one motion ahead of another is the argument of `Σ m z̄₁ z₂`.
#[derive(Debug, Clone)]
pub(super) struct Rhythm {
    center: Vec<f64>,
    frequency: f64,
}

impl Means {
    pub(super) fn new<T: Real<D>, const D: usize>(bodies: &[Body<T, D>]) -> Self {
        Self {
            samples: 0.0,
            position: vec![0.0; D * bodies.len()],
            position_square: vec![0.0; D * bodies.len()],
            velocity_square: 0.0,
            masses: bodies.iter().map(|body| widen(body.mass)).collect(),
        }
    }

    pub(super) fn record<T: Real<D>, const D: usize>(&mut self, bodies: &[Body<T, D>]) {
        self.samples += 1.0;
        for (index, (body, mass)) in bodies.iter().zip(&self.masses).enumerate() {
            for axis in 0..D {
                let x = widen(body.position[axis]);
                let v = widen(body.velocity[axis]);
                self.position[D * index + axis] += x;
                self.position_square[D * index + axis] += mass * x * x;
                self.velocity_square += mass * v * v;
            }
        }
    }

    /// Centre and frequency; none if the motion has none, because nothing moves or nothing is finite, or
    /// if it turns so far in a step of `dt` that nobody can tell which way.
    pub(super) fn rhythm<const D: usize>(self, dt: f64) -> Option<Rhythm> {
        let center: Vec<f64> = self.position.iter().map(|sum| sum / self.samples).collect();
        let spread = |(place, square): (usize, &f64)| {
            let mean = center[place];
            square - self.samples * self.masses[place / D] * mean * mean
        };
        let spread: f64 = self.position_square.iter().enumerate().map(spread).sum();
        let frequency = nalgebra::ComplexField::sqrt(self.velocity_square / spread);
        let step = frequency * dt.abs();
        (step > 0.0 && step < 0.75 * PI).then_some(Rhythm { center, frequency })
    }
}

impl Rhythm {
    /// How far the second motion is ahead of the first, between -π and π.
    pub(super) fn lead<T: Real<D>, const D: usize>(
        &self,
        first: &[Body<T, D>],
        second: &[Body<T, D>],
    ) -> f64 {
        let (mut real, mut imaginary) = (0.0, 0.0);
        for (index, (one, other)) in first.iter().zip(second).enumerate() {
            let mass = widen(one.mass);
            for axis in 0..D {
                let center = self.center[D * index + axis];
                let (x1, y1) = self.turned(center, one, axis);
                let (x2, y2) = self.turned(center, other, axis);
                real += mass * (x1 * x2 + y1 * y2);
                imaginary += mass * (x1 * y2 - y1 * x2);
            }
        }
        nalgebra::RealField::atan2(imaginary, real)
    }

    /// One axis of z.
    fn turned<T: Real<D>, const D: usize>(
        &self,
        center: f64,
        body: &Body<T, D>,
        axis: usize,
    ) -> (f64, f64) {
        let x = widen(body.position[axis]) - center;
        (x, -widen(body.velocity[axis]) / self.frequency)
    }
}

/// The angle, known up to whole turns, that is nearest to the one before.
pub(super) fn follow(before: f64, angle: f64) -> f64 {
    angle + TAU * nalgebra::ComplexField::round((before - angle) / TAU)
}
