//! Reference solutions of the tests of kinstep: motions to many digits, by code that shares no
//! formula with the crate.
//!
//! | module | truth |
//! |---|---|
//! | [`truth`] | linear laws, by a matrix exponential of 2048 bits |
//! | [`network_truth`] | networks of springs and dampers, by one matrix exponential of 512 bits |
//! | [`rotation`], [`elliptic`] | free rotation: power series, and a closed form by elliptic functions of 320 bits |
//! | [`top`] | a heavy top, by power series of 256 bits |
//! | [`orbits`] | Kepler orbits, by classical elements |
//! | [`riccati`] | one axis under `r' = -(a + b r + c r²)`, by power series of 128 bits |
//! | [`engine_loop`] | update rules of physics engines as loops of 2048 bits |
//! | [`bounces`] | bounces under gravity and drag, by Newton's method to 150 digits |
//! | [`throws`], [`plans`], [`scan`] | flights and planners, by dense scans of all times |
//! | [`sixteen`] | sixteen smooth problems with their final states in quadruple precision |
//!
//! There are also random cases ([`Cases`], [`flights`], [`aims`], [`bounces`]), numbers of both
//! widths ([`widths`]), short forms for worlds ([`build`], [`pendulum`], [`two_springs`]), and a
//! counter of memory ([`memory`]).

pub mod aims;
pub mod bounces;
pub mod build;
pub mod digits;
pub mod elliptic;
pub mod engine_loop;
pub mod flights;
pub mod memory;
pub mod network_truth;
pub mod orbits;
pub mod pendulum;
pub mod plans;
pub mod riccati;
pub mod rotation;
pub mod scan;
pub mod sixteen;
pub mod throws;
pub mod top;
pub mod truth;
pub mod two_springs;
pub mod widths;

use kinstep::nalgebra::{RealField, SVector, convert};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Random numbers that are the same on every run.
pub struct Cases(Pcg64Mcg);

impl Cases {
    pub fn new(seed: u128) -> Self {
        Self(Pcg64Mcg::new(seed))
    }

    /// A number, uniform in `range`.
    pub fn uniform(&mut self, range: core::ops::Range<f64>) -> f64 {
        self.0.random_range(range)
    }

    /// A positive number, uniform in the logarithm.
    pub fn decades(&mut self, from: f64, to: f64) -> f64 {
        10_f64.powf(self.uniform(from.log10()..to.log10()))
    }

    /// A number of either sign, uniform in the logarithm of its size.
    pub fn signed_decades(&mut self, from: f64, to: f64) -> f64 {
        let size = self.decades(from, to);
        if self.chance(0.5) { size } else { -size }
    }

    /// A vector, uniform in a cube about the origin.
    pub fn vector<T: RealField + Copy, const D: usize>(&mut self, size: f64) -> SVector<T, D> {
        SVector::from_fn(|_, _| convert(self.uniform(-size..size)))
    }

    /// An index below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        (self.uniform(0.0..count as f64) as usize).min(count - 1)
    }

    pub fn chance(&mut self, probability: f64) -> bool {
        self.0.random_bool(probability)
    }
}
