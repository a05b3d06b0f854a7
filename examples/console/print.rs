//! Printing for readers who may have seen enough.

use std::fmt::Display;
use std::io::{Error, ErrorKind, Write, stdout};
use std::process::ExitCode;

/// Prints the report of a run, or why there is none. Where the report itself cannot be printed, `failure` tells in what
/// words.
pub(crate) fn report<E: Display>(
    run: Result<String, E>,
    failure: impl FnOnce(Error) -> E,
) -> ExitCode {
    match run.and_then(|report| print(&report).map_err(failure)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Prints a text; a reader that is gone, such as `head`, is no failure.
fn print(text: &str) -> Result<(), Error> {
    match writeln!(stdout(), "{text}") {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        printed => printed,
    }
}
