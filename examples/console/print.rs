//! Printing for readers who may have seen enough.

use std::io::{ErrorKind, Result, Write, stdout};

/// Prints a text; a reader that is gone, such as `head`, is no failure.
pub(crate) fn print(text: &str) -> Result<()> {
    match writeln!(stdout(), "{text}") {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        printed => printed,
    }
}
