//! Numbers as text for people.

/// A number rounded to six digits.
pub fn six_digits(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

/// A distance with one or two digits and its unit.
pub fn metres(distance: f64) -> String {
    match distance {
        far if far >= 1e4 => format!("{} m", power_of_ten(far, 0)),
        far if far >= 10.0 => format!("{far:.0} m"),
        far if far >= 0.1 => format!("{far:.1} m"),
        far if far >= 0.01 => format!("{:.0} mm", 1e3 * far),
        far if far >= 1e-3 => format!("{:.1} mm", 1e3 * far),
        far if far >= 1e-6 => format!("{:.0} µm", 1e6 * far),
        far if far > 0.0 => format!("{} m", power_of_ten(far, 0)),
        _ => "0 m".to_owned(),
    }
}

/// A duration with three digits and its unit.
pub fn seconds(time: f64) -> String {
    let units = [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs")];
    let (size, unit) = (units.into_iter())
        .find(|(size, _)| time >= *size)
        .unwrap_or((1e-9, "ns"));
    let value = time / size;
    let decimals = match value {
        value if value < 10.0 => 2,
        value if value < 100.0 => 1,
        _ => 0,
    };
    format!("{value:.decimals$} {unit}")
}

/// A number as a multiple of a power of ten, with this many decimals: `2.5·10⁷`, and `10⁻³` for
/// 1e-3.
pub fn power_of_ten(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$e}");
    match text.split_once('e') {
        Some(("1", power)) => format!("10{}", raised(power)),
        Some(("-1", power)) => format!("-10{}", raised(power)),
        Some((digits, power)) => format!("{digits}·10{}", raised(power)),
        // NaN or infinite
        None => text,
    }
}

/// Superscripts for digits and a sign.
fn raised(power: &str) -> String {
    let raise = |character| match character {
        '-' => '⁻',
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        other => other,
    };
    power.chars().map(raise).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_ten_are_raised() {
        assert_eq!(power_of_ten(2.5e7, 1), "2.5·10⁷");
        assert_eq!(power_of_ten(1e-12, 0), "10⁻¹²");
        assert_eq!(power_of_ten(-1e3, 0), "-10³");
        assert_eq!(power_of_ten(-3.04e10, 0), "-3·10¹⁰");
        assert_eq!(power_of_ten(f64::NAN, 0), "NaN");
        assert_eq!(metres(6.2e-6), "6 µm");
        assert_eq!(metres(5e-16), "5·10⁻¹⁶ m");
    }
}
