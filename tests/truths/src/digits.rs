//! Numbers of many digits.

use dashu_float::{FBig, round::mode::HalfEven};

/// A number with as many bits as it was made with.
pub type Big = FBig<HalfEven, 2>;

/// A finite number, exact, for computations with this number of bits.
pub fn with_bits(value: f64, bits: usize) -> Big {
    let exact = Big::try_from(value).expect("a finite number");
    exact.with_precision(bits).value()
}

/// The nearest `f64`.
pub fn small(value: &Big) -> f64 {
    value.to_f64().value()
}
