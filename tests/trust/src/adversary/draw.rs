//! Random numbers, vectors and choices, often at extremes.

use kinstep::nalgebra::{RealField, SVector, convert, try_convert};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Which numbers are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manners {
    /// Of ordinary size: all results must be finite.
    Tame,
    /// Finite: results may overflow, but are never NaN.
    Finite,
    /// Any, including infinities and NaN.
    Wild,
}

pub(super) struct Draw {
    random: Pcg64Mcg,
    pub(super) manners: Manners,
    /// Numbers that were drawn before: some are drawn again, because many errors appear at equal
    /// numbers.
    before: [f64; 4],
}

impl Draw {
    pub(super) fn new(case: u64) -> Self {
        let mut random = Pcg64Mcg::seed_from_u64(case);
        let manners = [Manners::Tame, Manners::Finite, Manners::Wild];
        Self {
            manners: manners[random.random_range(0..3)],
            random,
            before: [0.0, 1.0, -1.0, 0.5],
        }
    }

    pub(super) fn is_tame(&self) -> bool {
        self.manners == Manners::Tame
    }

    /// A random index below `count`.
    pub(super) fn below(&mut self, count: usize) -> usize {
        self.random.random_range(0..count.max(1))
    }

    pub(super) fn is_so(&mut self) -> bool {
        self.random.random_bool(0.5)
    }

    pub(super) fn one_of<V: Copy>(&mut self, values: &[V]) -> V {
        values[self.below(values.len())]
    }

    fn short(&mut self) -> f64 {
        f64::from(self.random.random::<i16>())
    }

    pub(super) fn number<T: RealField + Copy>(&mut self) -> T {
        let rounding: f64 = try_convert(T::default_epsilon()).unwrap();
        let largest: f64 = try_convert(T::max_value().unwrap()).unwrap();
        let before = self.before[self.below(4)];
        let number = match self.below(16) {
            0..=2 => before,
            3 => -before,
            4..=6 => self.short() / 8.0,
            7..=9 => self.short() / 1024.0,
            10 => self.one_of(&[0.0, -0.0, 1.0, -1.0, 9.81, -9.81, 1.0 / 60.0, 2.0]),
            _ if self.is_tame() => self.short() / 256.0,
            // the smallest and largest numbers of their kinds, and those beside one
            11 => {
                let root = largest.sqrt();
                let least = largest.recip() * rounding;
                let ends = [largest, -largest, root, 1.0 / root, least, -least];
                let others = [rounding, 1.0 - rounding, 1.0 + rounding, largest.recip()];
                match self.below(10) {
                    end @ 0..6 => ends[end],
                    other => others[other - 6],
                }
            }
            12 => {
                let decades = largest.log10();
                let exponent = self.random.random_range(-decades..decades);
                self.short() / 4096.0 * 10_f64.powf(exponent)
            }
            // a number next to one that was drawn
            13 => before * (1.0 + self.short() * rounding),
            14 => f64::from_bits(self.random.random()),
            _ if self.manners == Manners::Wild => {
                self.one_of(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -f64::NAN])
            }
            _ => self.short() * 1e-6,
        };
        let number = match self.manners {
            Manners::Wild => number,
            _ if number.is_nan() => 0.0,
            _ => number.clamp(-largest, largest),
        };
        self.before.rotate_right(1);
        self.before[0] = number;
        convert(number)
    }

    /// A size: never negative if numbers are tame, and seldom zero.
    pub(super) fn size<T: RealField + Copy>(&mut self) -> T {
        let number = self.number::<T>();
        match self.below(8) {
            0 if !self.is_tame() => number,
            1..=5 if number == T::zero() => T::one(),
            _ => number.abs(),
        }
    }

    /// A vector: zero, along an axis, of equal components, or free.
    pub(super) fn vector<T: RealField + Copy, const D: usize>(&mut self) -> SVector<T, D> {
        let axis = self.below(D);
        match self.below(8) {
            0 => SVector::zeros(),
            1 => {
                let mut vector = SVector::zeros();
                vector[axis] = self.number();
                vector
            }
            2 => SVector::repeat(self.number()),
            _ => SVector::from_fn(|_, _| self.number()),
        }
    }

    /// Several vectors, of which some are equal, opposite or parallel.
    pub(super) fn vectors<T: RealField + Copy, const D: usize, const N: usize>(
        &mut self,
    ) -> [SVector<T, D>; N] {
        let mut vectors = [SVector::zeros(); N];
        for place in 0..N {
            let other = vectors[self.below(place)];
            vectors[place] = match self.below(8) {
                0 if place > 0 => other,
                1 if place > 0 => -other,
                2 if place > 0 => other * self.number::<T>(),
                _ => self.vector(),
            };
        }
        vectors
    }
}

pub(super) fn is_finite<T: RealField, const D: usize>(vector: &SVector<T, D>) -> bool {
    vector.iter().all(|number| number.is_finite())
}

pub(super) fn is_nan<T: RealField>(number: &T) -> bool {
    number.partial_cmp(number).is_none()
}
