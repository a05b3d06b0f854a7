//! Numbers, vectors and choices taken from bytes, so that any driver can make them and shrink them.

use kinstep::nalgebra::{RealField, SVector, convert, try_convert};

/// Which numbers are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manners {
    /// Of ordinary size: all that is made of them is to be finite.
    Tame,
    /// Finite: what is called an answer may overflow, but is a number.
    Finite,
    /// Any, with infinities and NaN.
    Wild,
}

/// Decisions taken from bytes; where these run out, all is zero.
pub(crate) struct Draw<'a> {
    bytes: &'a [u8],
    manners: Manners,
    /// Numbers that were drawn: some come again, for much goes wrong where two are equal.
    before: [f64; 4],
}

impl<'a> Draw<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let mut draw = Self {
            bytes,
            manners: Manners::Tame,
            before: [0.0, 1.0, -1.0, 0.5],
        };
        draw.manners = [Manners::Tame, Manners::Finite, Manners::Wild][draw.below(3)];
        draw
    }

    pub(crate) fn manners(&self) -> Manners {
        self.manners
    }

    pub(crate) fn is_used_up(&self) -> bool {
        self.bytes.is_empty()
    }

    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.bytes.split_first() else {
            return 0;
        };
        self.bytes = rest;
        first
    }

    fn short(&mut self) -> f64 {
        f64::from(i16::from_le_bytes([self.byte(), self.byte()]))
    }

    /// One of so many.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count.max(1)
    }

    pub(crate) fn is_so(&mut self) -> bool {
        self.byte() % 2 == 1
    }

    pub(crate) fn one_of<V: Copy>(&mut self, values: &[V]) -> V {
        values[self.below(values.len())]
    }

    /// A number, a corner more often than not.
    pub(crate) fn number<T: RealField + Copy>(&mut self) -> T {
        let number = match self.byte() % 16 {
            0..=2 => self.before[self.below(4)],
            3 => -self.before[self.below(4)],
            4..=6 => self.short() / 8.0,
            7..=9 => self.short() / 1024.0,
            10 => self.one_of(&[0.0, -0.0, 1.0, -1.0, 9.81, -9.81, 1.0 / 60.0, 2.0]),
            _ if self.manners == Manners::Tame => self.short() / 256.0,
            11 => self.one_of(&corners::<T>()),
            12 => {
                let largest = if size_of::<T>() == 4 { 38 } else { 308 };
                let exponent = (self.short() as i32).rem_euclid(2 * largest) - largest;
                (self.short() / 4096.0) * 10f64.powi(exponent)
            }
            13 => {
                // a neighbour of a number that was drawn
                let of = self.before[self.below(4)];
                of * (1.0 + self.short() * size_of_rounding::<T>())
            }
            14 => {
                let bits: [u8; 8] = std::array::from_fn(|_| self.byte());
                f64::from_le_bytes(bits)
            }
            _ if self.manners == Manners::Wild => {
                self.one_of(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -f64::NAN])
            }
            _ => self.short() * 1e-6,
        };
        let largest: f64 = try_convert(T::max_value().unwrap()).unwrap();
        let number = match self.manners {
            Manners::Wild => number,
            _ if number.is_nan() => 0.0,
            _ => number.clamp(-largest, largest),
        };
        self.before.rotate_right(1);
        self.before[0] = number;
        convert(number)
    }

    /// Never negative, and seldom zero.
    pub(crate) fn size<T: RealField + Copy>(&mut self) -> T {
        let number = self.number::<T>();
        match self.byte() % 8 {
            0 if self.manners != Manners::Tame => number,
            1..=5 if number == T::zero() => T::one(),
            _ => number.abs(),
        }
    }

    /// A vector: free, along an axis, none, or parallel to another.
    pub(crate) fn vector<T: RealField + Copy, const D: usize>(&mut self) -> SVector<T, D> {
        match self.byte() % 8 {
            0 => SVector::zeros(),
            1 => {
                let mut vector = SVector::zeros();
                let axis = self.below(D);
                vector[axis] = self.number();
                vector
            }
            2 => SVector::repeat(self.number()),
            _ => SVector::from_fn(|_, _| self.number()),
        }
    }

    /// Several vectors, of which some are equal, opposite or parallel.
    pub(crate) fn vectors<T: RealField + Copy, const D: usize, const N: usize>(
        &mut self,
    ) -> [SVector<T, D>; N] {
        let mut vectors = [SVector::zeros(); N];
        for place in 0..N {
            let other = vectors[self.below(place.max(1))];
            vectors[place] = match self.byte() % 8 {
                0 if place > 0 => other,
                1 if place > 0 => -other,
                2 if place > 0 => other * self.number::<T>(),
                _ => self.vector(),
            };
        }
        vectors
    }
}

/// The least and greatest numbers of their kinds, and those beside one.
fn corners<T: RealField + Copy>() -> [f64; 12] {
    let single = size_of::<T>() == 4;
    let [least, normal, largest] = if single {
        [
            1.401_298_464_324_817e-45,
            f32::MIN_POSITIVE.into(),
            f32::MAX.into(),
        ]
    } else {
        [5e-324, f64::MIN_POSITIVE, f64::MAX]
    };
    let rounding = size_of_rounding::<T>();
    let root = largest.sqrt();
    [
        0.0,
        -0.0,
        least,
        -least,
        normal,
        rounding,
        1.0 - rounding,
        1.0 + rounding,
        root,
        1.0 / root,
        largest,
        -largest,
    ]
}

fn size_of_rounding<T: RealField + Copy>() -> f64 {
    try_convert(T::default_epsilon()).unwrap()
}

pub(crate) fn is_finite<T: RealField, const D: usize>(vector: &SVector<T, D>) -> bool {
    vector.iter().all(|number| number.is_finite())
}

pub(crate) fn is_nan<T: RealField>(number: &T) -> bool {
    number.partial_cmp(number).is_none()
}
