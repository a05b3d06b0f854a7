//! A truth to measure against, and random cases to measure on.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test file uses its own part"
)]

pub mod aims;
pub mod elliptic;
pub mod engine_loop;
pub mod memory;
pub mod network_truth;
pub mod orbits;
pub mod pendulum;
pub mod plans;
pub mod riccati;
pub mod rotation;
pub mod scan;
pub mod throws;
pub mod top;
pub mod truth;
pub mod two_springs;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Random numbers that are the same on every run.
pub struct Cases(Pcg64Mcg);

impl Cases {
    pub fn new(seed: u128) -> Self {
        Self(Pcg64Mcg::new(seed))
    }

    /// Evenly in `range`.
    pub fn uniform(&mut self, range: core::ops::Range<f64>) -> f64 {
        self.0.random_range(range)
    }

    /// Evenly in the logarithm, positive.
    pub fn decades(&mut self, from: f64, to: f64) -> f64 {
        10_f64.powf(self.uniform(from.log10()..to.log10()))
    }

    /// Evenly in the logarithm, either sign.
    pub fn signed_decades(&mut self, from: f64, to: f64) -> f64 {
        let size = self.decades(from, to);
        if self.chance(0.5) { size } else { -size }
    }

    pub fn chance(&mut self, probability: f64) -> bool {
        self.0.random_bool(probability)
    }
}
