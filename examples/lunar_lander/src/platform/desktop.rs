//! A desktop: a command line, files, a clock of the system.

#[cfg(feature = "gamepad")]
mod pad;
mod screenshot;
#[cfg(feature = "sound")]
mod sound;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use etcetera::BaseStrategy;

#[cfg(not(feature = "gamepad"))]
use macroquad::input::KeyCode;

use crate::window::Phase;
#[cfg(not(feature = "sound"))]
use crate::window::Sound;

pub(crate) use std::time::Instant as Moment;

#[cfg(feature = "gamepad")]
pub(crate) use pad::{is_pad_down, is_pad_pressed, look_at_pads};
pub(crate) use screenshot::save as save_screenshot;
#[cfg(feature = "sound")]
pub(crate) use sound::play;

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

/// Silence.
#[cfg(not(feature = "sound"))]
pub(crate) fn play(_: Sound) {}

/// There are no gamepads.
#[cfg(not(feature = "gamepad"))]
pub(crate) fn look_at_pads() {}

#[cfg(not(feature = "gamepad"))]
pub(crate) fn is_pad_down(_: KeyCode) -> bool {
    false
}

#[cfg(not(feature = "gamepad"))]
pub(crate) fn is_pad_pressed(_: KeyCode) -> bool {
    false
}

/// A window has no buttons: none of its pixels are covered.
pub(crate) fn show(_: Phase, _: impl FnOnce() -> String) -> f32 {
    0.0
}

/// Fills the screen, or goes back into a window.
pub(crate) fn set_full_screen(is_full: bool) {
    macroquad::window::set_fullscreen(is_full);
}

/// The text of the best scores, or nothing.
pub(crate) fn load_scores() -> String {
    let text = scores_file().and_then(|file| std::fs::read_to_string(file).ok());
    text.unwrap_or_default()
}

/// Keeps the text of the best scores, if there is a place for it: a game goes on without.
pub(crate) fn save_scores(text: &str) {
    if let Some(file) = scores_file() {
        let _ = keep(&file, text);
    }
}

/// Writes a file and the folders it is in. The old one is there until the new one is whole.
fn keep(file: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let whole = file.with_extension("new");
    std::fs::write(&whole, text)?;
    std::fs::rename(whole, file)
}

/// In the user's folder for data, as the system has it.
fn scores_file() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    Some(folders.data_dir().join("lunar_lander").join("scores.txt"))
}

/// Whether the window was hidden since this was last asked; a window on a desktop goes on.
pub(crate) fn was_hidden() -> bool {
    false
}

/// The game ended with an error, which [`main`] tells.
pub(crate) fn failed(_: &impl Display) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_kept_in_folders_that_were_not_there_and_in_place_of_an_older_one() {
        let folder = std::env::temp_dir().join(format!("lander-scores-{}", std::process::id()));
        let file = folder.join("deeper").join("scores.txt");
        for text in ["moon 11 233\n", "moon 11 240\n"] {
            keep(&file, text).unwrap();
            assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
        }
        let names = std::fs::read_dir(folder.join("deeper")).unwrap().count();
        assert_eq!(names, 1);
        // a folder where a file should be
        assert!(keep(&folder, "").is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
