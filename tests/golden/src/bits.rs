//! The bits of the final state of a run, and the numbers from which it starts.

use kinstep::nalgebra::{RealField, SVector};
use kinstep::{Real, World};

/// Hash of numbers, one after the other, by their bits: FNV-1a, with 64 bits.
#[derive(Debug, Clone, Copy)]
pub struct Bits(pub(crate) u64);

impl Bits {
    pub(crate) fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    pub(crate) fn word(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    /// A number; `f32` is taken as the `f64` of the same value.
    pub(crate) fn number<T: RealField + Copy>(&mut self, number: T) {
        let wide: f64 = kinstep::nalgebra::convert_unchecked(number);
        self.word(wide.to_bits());
    }

    pub(crate) fn vector<T: RealField + Copy, const D: usize>(&mut self, vector: &SVector<T, D>) {
        vector.iter().for_each(|&number| self.number(number));
    }

    /// Hash of all that a step changes, and of the energy.
    pub fn of_world<T: Real<D>, const D: usize>(world: &World<T, D>) -> u64 {
        let mut bits = Self::new();
        bits.number(world.time());
        bits.word(world.steps());
        for body in world.body_slice() {
            bits.vector(&body.position);
            bits.vector(&body.velocity);
            let lies = T::orientation_numbers(&body.orientation());
            let turns = T::axial_numbers(&body.spin_angular_momentum());
            lies.into_iter()
                .chain(turns)
                .for_each(|number| bits.number(number));
            let turns = T::axial_numbers(&body.angular_velocity());
            turns.into_iter().for_each(|number| bits.number(number));
        }
        let energy = world.energy();
        bits.number(energy.kinetic);
        bits.number(energy.potential);
        bits.0
    }
}

/// Pseudo-random numbers between -1 and 1.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next<T: RealField>(&mut self) -> T {
        self.0 = (self.0)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        // 24 bits, which each type of numbers holds exactly
        kinstep::nalgebra::convert(f64::from((self.0 >> 40) as u32) / f64::from(1 << 23) - 1.0)
    }

    pub(crate) fn vector<T: RealField, const D: usize>(&mut self) -> SVector<T, D> {
        SVector::from_fn(|_, _| self.next())
    }
}
