//! The window: keys, frames, and what is painted and heard.
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

/// Who flies.
#[derive(Debug, Clone)]
pub(crate) enum Pilot {
    /// Somebody at the keys.
    Keyboard,
    /// The autopilot.
    #[cfg_attr(
        target_arch = "wasm32",
        expect(dead_code, reason = "a page begins with a player")
    )]
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
    pub(crate) mission: Mission,
    /// From which the landscape and the start are made.
    pub(crate) seed: u64,
    pub(crate) pilot: Pilot,
    pub(crate) opening: Opening,
    /// Steps of the flight in a second; none: one a frame.
    pub(crate) rate: Option<f64>,
    /// How many times faster than the clock it goes.
    pub(crate) warp: f64,
    /// Width and height of the window \[pixels\].
    pub(crate) size: [f32; 2],
    /// Where flights are stored; in the end the last one is there.
    pub(crate) record: Option<PathBuf>,
    /// Quits after so many frames, which then are as short as can be, and tells how many there were in a second.
    pub(crate) frames: Option<usize>,
    /// Flies unseen, saves a picture of the end as a PNG, and quits.
    pub(crate) picture: Option<PathBuf>,
    /// So long \[s\], if the flight has not ended before.
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
        // the library wants more room than it is given
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

/// Width and height \[pixels\].
fn size() -> [f32; 2] {
    [screen_width(), screen_height()].map(|it| it * screen_dpi_scale())
}

/// A flight, unseen, and a picture of its end.
async fn picture(play: &Play, file: &Path) -> Result<()> {
    let mut app = App::new(play)?;
    app.fly_unseen(play.until)?;
    // until the window has its size
    for _ in 0..3 {
        next_frame().await;
    }
    Painter::new().paint(&app.scene(size(), 0.0));
    platform::save_screenshot(file)?;
    app.store()
}

/// All frames.
async fn game(play: &Play) -> Result<()> {
    /// A window that stood still for longer was away: the flight waits for its player \[s\].
    const AWAY: f64 = 5.0;
    /// Where the display does not set the pace, frames are no shorter than this \[s\].
    const SHORTEST: f64 = 0.004;
    let mut app = App::new(play)?;
    let mut painter = Painter::new();
    let mut sounds = Sounds::load().await;
    let mut is_full = false;
    // how many pixels at the lower edge buttons cover
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
                        // a flight is told of before it is left
                        tell(&app.state());
                    }
                    next = app.command(command)?;
                }
            }
        }
        if let Some(place) = keys::pointed_at() {
            app.point(place, size(), covered)?;
        }
        // what a key takes, as the fuel of a new flight does, is no time of the flight
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

/// Says something to those who measure; if nobody listens, that is no harm.
fn tell(words: &impl Display) {
    let _ = writeln!(std::io::stdout(), "{words}");
}
