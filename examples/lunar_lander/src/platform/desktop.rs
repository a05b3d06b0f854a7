//! The game on a desktop, with a command line, files and the system's clock.

use std::fmt::Display;
use std::panic;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Error, Result, anyhow};
use etcetera::BaseStrategy;
use macroquad::conf::Conf;
use macroquad::miniquad::conf::LinuxBackend;
use macroquad::texture::get_screen_data;

use crate::window::Phase;

/// Whether there is a window to close.
pub(crate) const HAS_DESKTOP: bool = true;

/// The main function.
pub(crate) fn main() -> ExitCode {
    crate::command_line::main()
}

/// Opens a window and runs a game in it until the game ends.
///
/// # Errors
/// If the system has no windows. If a window does not open, the library panics; the panic is then
/// printed as an error message.
pub(crate) fn open(mut window: Conf, game: impl Future<Output = ()> + 'static) -> Result<()> {
    static IS_OPEN: AtomicBool = AtomicBool::new(false);
    window.miniquad_conf.platform.linux_backend = backend()?;
    let loud = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if IS_OPEN.load(Ordering::Relaxed) {
            return loud(panic);
        }
        let words = panic.payload_as_str().unwrap_or_default();
        eprintln!("error: {}", not_opened(words.replace('\n', " ")));
        std::process::exit(1);
    }));
    macroquad::Window::from_config(window, async {
        IS_OPEN.store(true, Ordering::Relaxed);
        game.await;
    });
    Ok(())
}

/// The window system of this machine.
fn backend() -> Result<LinuxBackend> {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(not(target_os = "linux")) || is_set("DISPLAY") {
        Ok(LinuxBackend::X11Only)
    } else if is_set("WAYLAND_DISPLAY") {
        Ok(LinuxBackend::WaylandOnly)
    } else {
        Err(not_opened("neither DISPLAY nor WAYLAND_DISPLAY is set"))
    }
}

/// Error message for a window that does not open.
fn not_opened(cause: impl Display) -> Error {
    anyhow!("no window opens: {cause}; lunar_lander --headless --autopilot flies without one")
}

/// Sleeps for this many seconds.
pub(crate) fn rest(seconds: f64) {
    std::thread::sleep(Duration::from_secs_f64(seconds.max(0.0)));
}

/// Present time \[ms\].
pub(crate) fn clock() -> u64 {
    let clock = SystemTime::now().duration_since(UNIX_EPOCH);
    clock.map_or(0, |clock| clock.as_millis() as u64)
}

/// Writes what the present frame has painted so far, as a PNG.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn save_screenshot(file: &Path) -> Result<()> {
    let what = || format!("the picture cannot be written to {}", file.display());
    // the library panics if it cannot write, so this checks first
    std::fs::File::create(file).with_context(what)?;
    let mut image = get_screen_data();
    for pixel in image.bytes.chunks_exact_mut(4) {
        // the opacity has no meaning here
        pixel[3] = u8::MAX;
    }
    image.export_png(file.to_str().with_context(what)?);
    Ok(())
}

/// Does nothing and returns 0, because a window has no buttons that cover it.
pub(crate) fn show(_: Phase, _: impl FnOnce() -> String) -> f32 {
    0.0
}

/// Text of the best scores; empty if there are none.
pub(crate) fn load_scores() -> String {
    let text = scores_file().and_then(|file| std::fs::read_to_string(file).ok());
    text.unwrap_or_default()
}

/// Saves the text of the best scores, if possible; otherwise the game continues without.
pub(crate) fn save_scores(text: &str) {
    let keep = |file: PathBuf| {
        std::fs::create_dir_all(file.parent()?).ok()?;
        // the old file stays until the new one is complete
        let whole = file.with_extension("new");
        std::fs::write(&whole, text).ok()?;
        std::fs::rename(whole, file).ok()
    };
    let _ = scores_file().and_then(keep);
}

/// The file of scores, in the user's folder for data.
fn scores_file() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    Some(folders.data_dir().join("lunar_lander").join("scores.txt"))
}

/// Whether the window was hidden since the last call. On a desktop the game continues, so the
/// answer is no.
pub(crate) fn was_hidden() -> bool {
    false
}

/// Does nothing, because [`main`] prints the error.
pub(crate) fn failed(_: &impl Display) {}
