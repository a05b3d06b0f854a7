//! The window: keys, frames, and what is painted.
//!
//! ```text
//! keys, pace  ->  app (title, flight: course)  ->  scene  ->  painter (sheet: curtain, area, stroke)
//! ```

mod app;
mod area;
mod course;
mod curtain;
mod display;
mod flight;
mod keys;
mod pace;
mod painter;
mod sheet;
mod sound;
mod stroke;

use std::cell::RefCell;
use std::fmt::Display;
use std::io::Write;
use std::path::PathBuf;
use std::rc::Rc;

use anyhow::Result;
use lunar_lander::mission::Mission;
use lunar_lander::recording::Recording;
use macroquad::input::{is_quit_requested, prevent_quit};
use macroquad::text::draw_text;
use macroquad::window::{next_frame, screen_dpi_scale, screen_height, screen_width};

use app::{App, Next};
use keys::{Command, Held};
use pace::Pace;
use painter::Painter;
pub(crate) use sound::Sound;

use crate::platform;

/// Who flies.
#[derive(Debug, Clone)]
pub(crate) enum Pilot {
    /// Somebody at the keys.
    Keyboard,
    /// The autopilot, to a pad, counted from 1, or to one of its choice.
    Autopilot,
    /// Who flew before.
    #[cfg_attr(
        target_arch = "wasm32",
        expect(dead_code, reason = "a page opens no files")
    )]
    Recording(Box<Recording>),
}

/// What is on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// The title.
    Title,
    /// A flight under way.
    Flight,
    /// One that stands still.
    Pause,
    /// One that has ended.
    End,
}

/// What the window begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opening {
    /// The title.
    Title,
    /// The flight, at once.
    Flight,
}

/// What is played in the window.
#[derive(Debug, Clone)]
pub(crate) struct Play {
    /// Where.
    pub(crate) mission: Mission,
    /// From which the landscape and the start are made.
    pub(crate) seed: u64,
    /// Who flies.
    pub(crate) pilot: Pilot,
    /// What comes first.
    pub(crate) opening: Opening,
    /// Steps of the flight in a second; none: one a frame.
    pub(crate) rate: Option<f64>,
    /// How many times faster than the clock it goes.
    pub(crate) warp: f64,
    /// Width and height of the window \[pixels\].
    pub(crate) size: [f32; 2],
    /// Where flights are stored; in the end the last one is there.
    pub(crate) record: Option<PathBuf>,
    /// Quits after so many frames, which then are as short as can be, and tells how long they took.
    pub(crate) frames: Option<usize>,
    /// Where the last frame is saved as a PNG.
    pub(crate) picture: Option<PathBuf>,
    /// When a flight for a picture is over \[s\], if it has not ended before.
    #[expect(dead_code, reason = "a picture is what the last frame shows")]
    pub(crate) until: Option<f64>,
    /// Whether best scores are kept for the next time.
    pub(crate) keeps_scores: bool,
    /// Whether the levels are what the title proposes.
    pub(crate) begins_with_levels: bool,
}

/// Plays in a window, until the player has had enough.
///
/// # Errors
/// If no window opens, a flight cannot go on, or a picture of it cannot be written.
pub(crate) fn play(play: Play) -> Result<()> {
    let ended = Rc::new(RefCell::new(Ok(())));
    let end = Rc::clone(&ended);
    display::run(play.size, async move {
        let result = game(play).await;
        if let Err(error) = &result {
            platform::failed(error);
        }
        *end.borrow_mut() = result;
    })?;
    ended.replace(Ok(()))
}

/// All frames.
async fn game(play: Play) -> Result<()> {
    let mut app = App::new(&play)?;
    let mut painter = Painter::new()?;
    let mut pace = Pace::new();
    let mut shows_pace = false;
    let mut is_full = false;
    prevent_quit();
    loop {
        let seconds = pace.frame();
        let mut next = Next::GoOn;
        let mut screenshot: Option<PathBuf> = None;
        platform::look_at_pads();
        for command in keys::commands() {
            match command {
                Command::Measure => shows_pace = !shows_pace,
                Command::FullScreen => {
                    is_full = !is_full;
                    platform::set_full_screen(is_full);
                }
                Command::Screenshot => screenshot = Some(format!("{}.png", app.name()).into()),
                command => {
                    if play.frames.is_some() && command == Command::Leave {
                        // a flight is told of before it is left
                        tell(&app.state());
                    }
                    next = app.command(command)?;
                }
            }
        }
        if platform::was_hidden() {
            app.pause();
        }
        let size = [screen_width(), screen_height()].map(|it| it * screen_dpi_scale());
        if let Some(place) = keys::pointed_at() {
            app.point(place, size)?;
        }
        app.advance(seconds, Held::now(), &mut pace)?;
        platform::play(app.sound());
        let covered = platform::show(app.phase(), || app.state());
        painter.paint(&app.scene(size, covered));
        if shows_pace {
            draw_pace(&pace);
        }
        let is_last = play.frames.is_some_and(|most| pace.count() > most);
        let leaves = next == Next::Quit && platform::HAS_DESKTOP;
        if is_last || leaves || is_quit_requested() {
            return finish(&play, &app, &pace);
        }
        if let Some(file) = screenshot {
            platform::save_screenshot(&file)?;
        }
        if play.frames.is_none() {
            pace.rest();
        }
        next_frame().await;
    }
}

/// Stores the flight, and tells those who measure what they want to know.
fn finish(play: &Play, app: &App, pace: &Pace) -> Result<()> {
    if let Some(file) = &play.picture {
        platform::save_screenshot(file)?;
    }
    if play.frames.is_some() {
        tell(&app.state());
        tell(&pace.summary(usize::MAX));
    }
    app.store()
}

/// Says something to those who measure; if nobody listens, that is no harm.
fn tell(words: &impl Display) {
    let _ = writeln!(std::io::stdout(), "{words}");
}

/// How long frames take, in a corner.
fn draw_pace(pace: &Pace) {
    let text = pace.summary(120).to_string();
    draw_text(
        &text,
        16.0,
        screen_height() - 16.0,
        20.0,
        macroquad::color::GREEN,
    );
}
