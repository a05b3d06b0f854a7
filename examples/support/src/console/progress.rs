//! Progress of long work.

use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar on standard error, hidden where that is no terminal.
///
/// `text` follows the bar, in the placeholders of indicatif.
pub fn bar(length: u64, text: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    match ProgressStyle::with_template(&format!("{{wide_bar}} {{percent}} % {text}")) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
