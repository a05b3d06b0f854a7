//! The window: its keys, frames, pictures and sounds.
//!
//! ```text
//! keys  ->  app (title, flight)  ->  scene  ->  painter;  sound
//! ```

mod app;
mod flight;
mod keys;
mod painter;
mod sound;

use std::cell::RefCell;
use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::Result;
use lunar_lander::mission::Mission;
use lunar_lander::recording::Recording;
use macroquad::conf::Conf;
use macroquad::input::{is_quit_requested, prevent_quit};
use macroquad::miniquad::conf::{Conf as Window, Platform};
use macroquad::time::get_time;
use macroquad::window::{
    next_frame, screen_dpi_scale, screen_height, screen_width, set_fullscreen,
};

use app::{App, Next};
use keys::{Command, Held};
use painter::Painter;
use sound::Sounds;

use crate::platform;

/// Pilot of the flight.
#[derive(Debug, Clone)]
pub(crate) enum Pilot {
    /// A player with the keyboard.
    Keyboard,
    /// The autopilot.
    #[cfg_attr(
        target_arch = "wasm32",
        expect(dead_code, reason = "a page begins with a player")
    )]
    Autopilot,
    /// A recording.
    #[cfg_attr(
        target_arch = "wasm32",
        expect(dead_code, reason = "a page opens no files")
    )]
    Recording(Box<Recording>),
}

/// Phase of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// The title is on the screen.
    Title,
    /// A flight is in progress.
    Flight,
    /// The flight is paused.
    Pause,
    /// The flight has ended.
    End,
}

/// The first screen of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opening {
    /// The title.
    Title,
    /// A flight, which starts at once.
    Flight,
}

/// Settings of the game in the window.
#[derive(Debug, Clone)]
pub(crate) struct Play {
    pub(crate) mission: Mission,
    /// Seed of the landscape and of the start.
    pub(crate) seed: u64,
    pub(crate) pilot: Pilot,
    pub(crate) opening: Opening,
    /// Steps of the flight per second; `None`: one step per frame.
    pub(crate) rate: Option<f64>,
    /// Factor by which the flight is faster than the clock.
    pub(crate) warp: f64,
    /// Width and height of the window \[pixels\].
    pub(crate) size: [f32; 2],
    /// File in which flights are stored; at the end it holds the last one.
    pub(crate) record: Option<PathBuf>,
    /// Number of frames after which the window closes. The frames are then as short as possible,
    /// and the frame rate is printed.
    pub(crate) frames: Option<usize>,
    /// File (PNG) for a picture of the end. The flight is not shown, and the window closes.
    pub(crate) picture: Option<PathBuf>,
    /// Time at which that flight ends \[s\], if it has not ended before.
    pub(crate) until: Option<f64>,
    /// Whether the best scores are saved for the next run.
    pub(crate) keeps_scores: bool,
    /// Whether the title starts with the levels as its chosen entry.
    pub(crate) begins_with_levels: bool,
}

/// Plays in a window until the player quits.
///
/// # Errors
/// If no window opens, a step of a flight fails, or a picture cannot be written.
pub(crate) fn play(play: Play) -> Result<()> {
    let window = Conf {
        miniquad_conf: Window {
            window_title: "Lunar Lander".to_owned(),
            window_width: play.size[0] as i32,
            window_height: play.size[1] as i32,
            high_dpi: true,
            sample_count: 4,
            platform: Platform {
                linux_wm_class: "lunar_lander",
                ..Platform::default()
            },
            ..Window::default()
        },
        // macroquad does not use all of these capacities
        draw_call_vertex_capacity: 2 * painter::CORNERS,
        draw_call_index_capacity: 2 * painter::INDICES,
        ..Conf::default()
    };
    let ended = Rc::new(RefCell::new(Ok(())));
    let end = Rc::clone(&ended);
    platform::open(window, async move {
        let result = match &play.picture {
            Some(file) => picture(&play, file).await,
            None => game(&play).await,
        };
        if let Err(error) = &result {
            platform::failed(error);
        }
        *end.borrow_mut() = result;
    })?;
    ended.replace(Ok(()))
}

/// Width and height of the screen \[pixels\].
fn size() -> [f32; 2] {
    [screen_width(), screen_height()].map(|it| it * screen_dpi_scale())
}

/// Flies without drawing, and saves a picture of the end.
async fn picture(play: &Play, file: &Path) -> Result<()> {
    let mut app = App::new(play)?;
    app.fly_unseen(play.until)?;
    // after some frames the window has its size
    for _ in 0..3 {
        next_frame().await;
    }
    Painter::new().paint(&app.scene(size(), 0.0));
    platform::save_screenshot(file)?;
    app.store()
}

/// Draws frames until the game ends.
async fn game(play: &Play) -> Result<()> {
    /// After a frame of at least this length \[s\] the window was hidden: the flight is paused.
    const AWAY: f64 = 5.0;
    /// Minimum length of a frame, if the display does not limit the frame rate \[s\].
    const SHORTEST: f64 = 0.004;
    let mut app = App::new(play)?;
    let mut painter = Painter::new();
    let mut sounds = Sounds::load().await;
    let mut is_full = false;
    // height of the part of the screen that buttons cover, in pixels
    let mut covered = 0.0;
    let (start, mut frames) = (get_time(), 0);
    let mut begun = start;
    prevent_quit();
    loop {
        let seconds = get_time() - begun;
        begun += seconds;
        let mut next = Next::GoOn;
        let heard = get_time();
        let mut screenshot = None;
        for command in keys::commands() {
            match command {
                Command::FullScreen => {
                    is_full = !is_full;
                    set_fullscreen(is_full);
                }
                Command::Screenshot => screenshot = Some(app.name()),
                command => {
                    if play.frames.is_some() && command == Command::Leave {
                        // the state of a flight is printed before it ends
                        tell(&app.state());
                    }
                    next = app.command(command)?;
                }
            }
        }
        if let Some(place) = keys::pointed_at() {
            app.point(place, size(), covered)?;
        }
        // time for a command, such as for the fuel of a new flight, is not time of the flight
        begun += get_time() - heard;
        if platform::was_hidden() || seconds > AWAY && frames > 1 {
            app.pause();
        }
        app.advance(seconds, Held::now())?;
        if let Some(sounds) = &mut sounds {
            sounds.play(app.heard());
        }
        covered = platform::show(app.phase(), || app.state());
        painter.paint(&app.scene(size(), covered));
        frames += 1;
        let is_last = play.frames.is_some_and(|most| frames > most);
        if is_last || next == Next::Quit && platform::HAS_DESKTOP || is_quit_requested() {
            if play.frames.is_some() {
                let rate = f64::from(frames as u32) / (get_time() - start);
                tell(&format!("{}\n{rate:.1} frames a second", app.state()));
            }
            return app.store();
        }
        if let Some(file) = screenshot {
            platform::save_screenshot(&file)?;
        }
        if play.frames.is_none() {
            platform::rest(SHORTEST - (get_time() - begun));
        }
        next_frame().await;
    }
}

/// Prints a text for measurements. Errors of the output are ignored.
fn tell(words: &impl Display) {
    let _ = writeln!(std::io::stdout(), "{words}");
}
