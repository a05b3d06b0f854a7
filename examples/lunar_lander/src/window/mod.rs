//! The window: keys, frames, and what is painted.
//!
//! ```text
//! keys, pace  ->  app (title, flight)  ->  scene  ->  painter (sheet: curtain, area, stroke)
//! ```

mod app;
mod area;
mod curtain;
mod display;
mod error;
mod flight;
mod keys;
mod pace;
mod painter;
mod screenshot;
mod sheet;
mod stroke;

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

use lunar_lander::mission::Mission;
use macroquad::input::{is_quit_requested, prevent_quit};
use macroquad::text::draw_text;
use macroquad::window::{next_frame, screen_height, screen_width};

use app::{App, Next};
use keys::{Command, Held};
use pace::Pace;
use painter::Painter;

pub use error::WindowError;

/// Who flies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pilot {
    /// Somebody at the keys.
    Keyboard,
    /// The game itself, until a key says otherwise.
    Autopilot,
}

/// What the window begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// The title.
    Title,
    /// The flight, at once.
    Flight,
}

/// What is played in the window.
#[derive(Debug, Clone, PartialEq)]
pub struct Play {
    /// Where.
    pub mission: Mission,
    /// From which the landscape and the start are made.
    pub seed: u64,
    /// Who flies.
    pub pilot: Pilot,
    /// Steps of the flight in a second; none: one a frame.
    pub rate: Option<f64>,
    /// What comes first.
    pub opening: Opening,
    /// What is measured.
    pub measure: Measure,
}

/// For who measures the window, and plays not.
#[derive(Debug, Clone, Default, PartialEq, Eq, clap::Args)]
pub struct Measure {
    /// Quits after so many frames, which then are as short as can be, and tells how long they took.
    #[arg(long, hide = true)]
    pub frames: Option<usize>,
    /// Where the last frame is saved as a PNG.
    #[arg(long, hide = true)]
    pub screenshot: Option<PathBuf>,
}

impl Default for Play {
    fn default() -> Self {
        Self {
            mission: Mission::MOON,
            seed: 1,
            pilot: Pilot::Keyboard,
            rate: None,
            opening: Opening::Title,
            measure: Measure::default(),
        }
    }
}

/// Plays in a window, until the player has had enough.
///
/// # Errors
/// If no window opens, a flight cannot go on, or a picture of it cannot be written.
pub fn play(play: Play) -> Result<(), WindowError> {
    let ended = Rc::new(RefCell::new(Ok(())));
    let end = Rc::clone(&ended);
    display::run(async move {
        let result = game(play).await;
        *end.borrow_mut() = result;
    })?;
    ended.replace(Ok(()))
}

/// All frames.
async fn game(play: Play) -> Result<(), WindowError> {
    let mut app = App::new(&play)?;
    let mut painter = Painter::new()?;
    let mut pace = Pace::new();
    let mut shows_pace = false;
    prevent_quit();
    loop {
        let seconds = pace.frame();
        let mut next = Next::GoOn;
        let mut screenshot: Option<PathBuf> = None;
        for command in keys::commands() {
            match command {
                Command::Measure => shows_pace = !shows_pace,
                Command::Screenshot => screenshot = Some(format!("{}.png", app.name()).into()),
                command => next = app.command(command)?,
            }
        }
        app.advance(seconds, Held::now(), &mut pace)?;
        painter.paint(&app.scene([screen_width(), screen_height()]));
        if shows_pace {
            draw_pace(&pace);
        }
        let is_last = play.measure.frames.is_some_and(|most| pace.count() > most);
        if is_last || next == Next::Quit || is_quit_requested() {
            return finish(&play.measure, &app, &pace);
        }
        if let Some(file) = screenshot {
            screenshot::save(&file)?;
        }
        if play.measure.frames.is_none() {
            pace.rest();
        }
        next_frame().await;
    }
}

/// What those who measure want to know in the end.
fn finish(measure: &Measure, app: &App, pace: &Pace) -> Result<(), WindowError> {
    if let Some(file) = &measure.screenshot {
        screenshot::save(file)?;
    }
    if measure.frames.is_some() {
        println!("{}", app.state());
        println!("{}", pace.summary(usize::MAX));
    }
    Ok(())
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
