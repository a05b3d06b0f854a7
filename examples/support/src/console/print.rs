//! Reports on standard output.

use std::io::{ErrorKind, Write, stdout};
use std::process::ExitCode;

use anyhow::{Context, Result};

/// Prints the report of a run, or the error with its causes. Use it as the last line of `main`.
pub fn report(run: Result<String>) -> ExitCode {
    match run.and_then(|report| print(&report)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Prints a text. A reader that stops reading, such as `head`, is no error.
fn print(text: &str) -> Result<()> {
    match writeln!(stdout(), "{text}") {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        printed => printed.context("the report cannot be written"),
    }
}
