//! The game in a page: `web/page.js` calls the exported functions, and provides the imported ones.

use std::cell::RefCell;
use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use lunar_lander::mission::Mission;
use lunar_lander::recording::Recording;

use crate::window::{self, Opening, Phase, Pilot, Play};

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Calls [`text_room`] and writes the saved scores into it, if there are any.
    safe fn page_load_scores();
    /// Shows the buttons of a phase, by its index in [`Phase`]. Returns the height that they cover
    /// at the lower edge \[pixels\].
    safe fn page_show(phase: u32) -> f32;
    /// Reports the state of the game, as UTF-8 of this length in bytes.
    safe fn page_report(text: *const u8, length: usize);
    /// Saves a text, as UTF-8 of this length in bytes.
    safe fn page_save_scores(text: *const u8, length: usize);
    /// Shows a message instead of the game, as UTF-8 of this length in bytes.
    safe fn page_failed(text: *const u8, length: usize);
}

/// A page has no window to close.
pub(crate) const HAS_DESKTOP: bool = false;

static WAS_HIDDEN: AtomicBool = AtomicBool::new(false);

/// Whether the page wants a report of the state in every frame.
static REPORTS: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// Buffer for a text that the page writes: a recording, or scores.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The main function: shows the title, with a landscape that differs from visit to visit.
pub(crate) fn main() -> ExitCode {
    let played = window::play(Play {
        mission: Mission::MOON,
        seed: clock() % 1_000_000,
        pilot: Pilot::Keyboard,
        opening: Opening::Title,
        rate: None,
        warp: 1.0,
        size: [1280.0, 800.0],
        record: None,
        frames: None,
        picture: None,
        until: None,
        keeps_scores: true,
        begins_with_levels: true,
    });
    if let Err(error) = played {
        failed(&error);
    }
    ExitCode::SUCCESS
}

/// Starts the game on the canvas of the page and returns at once. The page reports errors itself.
pub(crate) fn open(
    window: macroquad::conf::Conf,
    game: impl Future<Output = ()> + 'static,
) -> Result<()> {
    macroquad::Window::from_config(window, game);
    Ok(())
}

/// Does nothing, because the browser limits the frame rate.
pub(crate) fn rest(_: f64) {}

/// Present time \[ms\].
pub(crate) fn clock() -> u64 {
    (1e3 * macroquad::miniquad::date::now()) as u64
}

/// Does nothing, because the browser itself saves pictures.
pub(crate) fn save_screenshot(_: &Path) -> Result<()> {
    Ok(())
}

/// Shows the buttons of a phase. Returns the height that they cover at the lower edge \[pixels\].
/// Reports the state, if the page wants that.
pub(crate) fn show(phase: Phase, state: impl FnOnce() -> String) -> f32 {
    if REPORTS.load(Ordering::Relaxed) {
        let text = state();
        page_report(text.as_ptr(), text.len());
    }
    page_show(phase as u32)
}

/// Text of the best scores; empty if there are none.
pub(crate) fn load_scores() -> String {
    // the page writes the text into the buffer that it requests
    page_load_scores();
    TEXT.with_borrow_mut(|text| String::from_utf8(std::mem::take(text)).unwrap_or_default())
}

/// Saves the text of the best scores, if the browser allows that.
pub(crate) fn save_scores(text: &str) {
    page_save_scores(text.as_ptr(), text.len());
}

/// Whether the page was hidden since the last call.
pub(crate) fn was_hidden() -> bool {
    WAS_HIDDEN.swap(false, Ordering::Relaxed)
}

/// Shows the error that ended the game.
pub(crate) fn failed(error: &impl Display) {
    let text = error.to_string();
    page_failed(text.as_ptr(), text.len());
}

/// Called when the page is hidden.
#[unsafe(no_mangle)]
extern "C" fn page_hidden() {
    WAS_HIDDEN.store(true, Ordering::Relaxed);
}

/// Makes the game report its state in every frame, for tests.
#[unsafe(no_mangle)]
extern "C" fn report_states() {
    REPORTS.store(true, Ordering::Relaxed);
}

/// A buffer for a text of this many bytes.
#[unsafe(no_mangle)]
extern "C" fn text_room(bytes: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(bytes, 0);
        text.as_mut_ptr()
    })
}

/// Replays the recording in the buffer. Returns 1 if its end is equal to the bit, 0 if it is not,
/// -1 if the text is no recording.
#[unsafe(no_mangle)]
extern "C" fn replay() -> i32 {
    TEXT.with_borrow(|bytes| {
        let text = std::str::from_utf8(bytes).ok();
        match text.map(str::parse::<Recording>) {
            Some(Ok(recording)) => i32::from(recording.replay().is_ok()),
            _ => -1,
        }
    })
}
