//! A page in a browser: `web/page.js` calls what is exported here, and answers what is imported.

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
    /// Calls [`text_room`] and writes what was saved into it, if anything was.
    safe fn page_load_scores();
    /// Shows the buttons of a phase, in the order of [`Phase`]: how many pixels at the lower edge they cover.
    safe fn page_show(phase: u32) -> f32;
    /// Tells what goes on: UTF-8, so many bytes.
    safe fn page_report(text: *const u8, length: usize);
    /// Keeps a text: UTF-8, so many bytes.
    safe fn page_save_scores(text: *const u8, length: usize);
    /// Shows a message instead of the game: UTF-8, so many bytes.
    safe fn page_failed(text: *const u8, length: usize);
}

/// A page has no window to close.
pub(crate) const HAS_DESKTOP: bool = false;

static WAS_HIDDEN: AtomicBool = AtomicBool::new(false);

/// Whether the page wants to be told what goes on in every frame.
static REPORTS: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// A text that the page writes: a recording, or scores.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The program: the title, over a landscape that changes from visit to visit.
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

/// Opens the canvas of the page, which shows what is wrong itself; the game runs on after this.
pub(crate) fn open(
    window: macroquad::conf::Conf,
    game: impl Future<Output = ()> + 'static,
) -> Result<()> {
    macroquad::Window::from_config(window, game);
    Ok(())
}

/// The browser sets the pace.
pub(crate) fn rest(_: f64) {}

/// The clock \[ms\].
pub(crate) fn clock() -> u64 {
    (1e3 * macroquad::miniquad::date::now()) as u64
}

/// A page has no files: the browser itself saves pictures.
pub(crate) fn save_screenshot(_: &Path) -> Result<()> {
    Ok(())
}

/// Shows the buttons that fit; how many pixels at the lower edge they cover. Tells the page what goes on if it asked.
pub(crate) fn show(phase: Phase, state: impl FnOnce() -> String) -> f32 {
    if REPORTS.load(Ordering::Relaxed) {
        let text = state();
        page_report(text.as_ptr(), text.len());
    }
    page_show(phase as u32)
}

/// The text of the best scores, or nothing.
pub(crate) fn load_scores() -> String {
    // the page writes it into the room that it asks for
    page_load_scores();
    TEXT.with_borrow_mut(|text| String::from_utf8(std::mem::take(text)).unwrap_or_default())
}

/// Keeps the text of the best scores, if the browser allows that.
pub(crate) fn save_scores(text: &str) {
    page_save_scores(text.as_ptr(), text.len());
}

/// Whether the page was hidden since this was last asked.
pub(crate) fn was_hidden() -> bool {
    WAS_HIDDEN.swap(false, Ordering::Relaxed)
}

/// Tells that the game cannot go on, and why.
pub(crate) fn failed(error: &impl Display) {
    let text = error.to_string();
    page_failed(text.as_ptr(), text.len());
}

/// The page is hidden.
#[unsafe(no_mangle)]
extern "C" fn page_hidden() {
    WAS_HIDDEN.store(true, Ordering::Relaxed);
}

/// From now on the page is told what goes on in every frame: for tests.
#[unsafe(no_mangle)]
extern "C" fn report_states() {
    REPORTS.store(true, Ordering::Relaxed);
}

/// Room for a text of so many bytes.
#[unsafe(no_mangle)]
extern "C" fn text_room(bytes: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(bytes, 0);
        text.as_mut_ptr()
    })
}

/// Flies the recording in the room again: 1 if it ends as recorded, bit for bit; 0 if it does not; -1 if the text is no recording.
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
