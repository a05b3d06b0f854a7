//! Numbers as arguments of a command line.

/// Reads a finite number above zero.
///
/// # Errors
/// If the text is no such number; the error says why.
pub fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value > 0.0 => Ok(value),
        Ok(_) => Err("it must be positive and finite".to_owned()),
        Err(_) => Err("it must be a number".to_owned()),
    }
}
