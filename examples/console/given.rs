//! Numbers that are given on a command line.

/// A finite number above zero.
pub(crate) fn positive(text: &str) -> Result<f64, String> {
    number(text, "it must be positive and finite", |value| value > 0.0)
}

/// A finite number of which something is true.
pub(crate) fn number(
    text: &str,
    wish: &str,
    is_right: impl Fn(f64) -> bool,
) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && is_right(value) => Ok(value),
        Ok(_) => Err(wish.to_owned()),
        Err(_) => Err("it must be a number".to_owned()),
    }
}
