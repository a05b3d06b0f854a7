//! Number of decimals that a message shows.

use alloc::format;
use core::fmt::Display;

/// Number of significant digits of a number in a message.
const DIGITS: usize = 6;

/// Number of decimals that show a number with six significant digits, without trailing zeros, for `{value:.decimals$}`.
#[inline(never)]
pub fn decimals<T: Display>(value: &T) -> usize {
    let exact = format!("{value}");
    let Some((whole, part)) = exact.split_once('.') else {
        return 0; // whole, infinite or NaN
    };
    let whole = whole.trim_start_matches('-');
    let most = if whole == "0" {
        let zeros = part.len() - part.trim_start_matches('0').len();
        zeros + DIGITS
    } else {
        DIGITS.saturating_sub(whole.len())
    };
    let most = most.min(part.len());
    let rounded = format!("{value:.most$}");
    (rounded.split_once('.')).map_or(0, |(_, part)| part.trim_end_matches('0').len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_digits_are_shown() {
        for (value, shown) in [
            (24.261_234_567_890_123, "24.2612"),
            (0.1 + 0.2, "0.3"),
            (-2.0, "-2"),
            (-1.0 / 3.0, "-0.333333"),
            (1.0 / 3e5, "0.00000333333"),
            (1_234_567.891, "1234568"),
            (99.999_999_9, "100"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            assert_eq!(format!("{value:.0$}", decimals(&value)), shown);
        }
        assert_eq!(decimals(&0.1_f32), 1);
    }
}
