//! A desktop: a command line, files, a clock of the system.

mod screenshot;

use std::fmt::Display;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub(crate) use std::time::Instant as Moment;

pub(crate) use screenshot::save as save_screenshot;

/// Whether there is a window to close.
pub(crate) const HAS_DESKTOP: bool = true;

/// The program.
pub(crate) fn main() -> ExitCode {
    crate::command_line::main()
}

/// Sleeps.
pub(crate) fn rest(time: Duration) {
    std::thread::sleep(time);
}

/// The clock \[ms\].
pub(crate) fn clock() -> u64 {
    let clock = SystemTime::now().duration_since(UNIX_EPOCH);
    clock.map_or(0, |clock| clock.as_millis() as u64)
}

/// Whether the window was hidden since this was last asked; a window on a desktop goes on.
pub(crate) fn was_hidden() -> bool {
    false
}

/// The game ended with an error, which [`main`] tells.
pub(crate) fn failed(_: &impl Display) {}
