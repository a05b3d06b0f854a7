//! Numbers as text.

/// A number with all its zeros, to the first digit that is not zero, with at least two decimals.
pub(crate) fn spelled(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let decimals = (-libm::log10(value.abs())).ceil().clamp(2.0, 18.0);
    format!("{value:.*}", decimals as usize)
}

/// A number with two decimals, or as a power of ten if that is too small or too large.
pub(crate) fn short(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if (0.01..1e6).contains(&size) => format!("{value:.2}"),
        _ => format!("{value:.0e}"),
    }
}

#[test]
fn digits_are_those_that_say_something() {
    let spelt = [2.139, 3.6e-15, 0.0].map(spelled);
    assert_eq!(spelt, ["2.14", "0.000000000000004", "0"]);
    assert_eq!([-0.25, 4.4e-15, 0.0].map(short), ["-0.25", "4e-15", "0"]);
}
