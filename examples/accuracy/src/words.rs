//! Numbers as words of a sentence.

use support::drawing::numbers::power_of_ten;

/// Text of a number with two digits, or with one digit and a power of ten: 0.052, 1.3, 34, 12,000,
/// 3·10⁻¹⁵.
pub(crate) fn number(value: f64) -> String {
    let rounded: f64 = format!("{value:.1e}").parse().unwrap_or(value);
    match rounded.abs() {
        0.0 => "0".to_owned(),
        size if (1e-3..1e1).contains(&size) => rounded.to_string(),
        size if (1e1..1e3).contains(&size) => format!("{rounded:.0}"),
        size if (1e3..1e6).contains(&size) => {
            format!("{},{:03.0}", (rounded / 1e3).trunc(), rounded % 1e3)
        }
        _ => power_of_ten(value, 0),
    }
}

/// "a to b" for the smallest and the largest value, or one number if both have the same text.
pub(crate) fn range(values: impl IntoIterator<Item = f64>) -> String {
    let ends = [f64::INFINITY, f64::NEG_INFINITY];
    let [least, most] = (values.into_iter())
        .fold(ends, |[least, most], value| {
            [least.min(value), most.max(value)]
        })
        .map(number);
    if least == most {
        least
    } else {
        format!("{least} to {most}")
    }
}

/// A share in percent.
pub(crate) fn percent(share: f64) -> String {
    format!("{} %", number(100.0 * share))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_two_digits() {
        let numbers = [0.0, 0.0523, 1.26, 34.2, 12_345.0, 3.14e-15, -0.994, 9.96];
        let written = [
            "0",
            "0.052",
            "1.3",
            "34",
            "12,000",
            "3·10⁻¹⁵",
            "-0.99",
            "10",
        ];
        assert_eq!(numbers.map(number), written);
        assert_eq!(range([2.0, 1.0, 30.0]), "1 to 30");
    }
}
