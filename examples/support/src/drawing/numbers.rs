//! Numbers as people write them.

/// A number without the digits that nobody reads.
pub fn six_digits(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

/// A distance with one or two digits and the unit.
pub fn metres(distance: f64) -> String {
    match distance {
        far if far >= 1e4 => format!("{far:.0e} m"),
        far if far >= 10.0 => format!("{far:.0} m"),
        far if far >= 0.1 => format!("{far:.1} m"),
        far if far >= 0.01 => format!("{:.0} mm", 1e3 * far),
        far if far >= 1e-3 => format!("{:.1} mm", 1e3 * far),
        far if far > 0.0 => format!("{far:.0e} m"),
        _ => "0 m".to_owned(),
    }
}

/// A length of time with three digits and a unit.
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
