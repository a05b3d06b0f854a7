//! The window: its keys, frames and pictures.

use anyhow::{Context, Result};
use kinstep::nalgebra::Vector2;
use macroquad::color::{Color, WHITE};
use macroquad::input::{KeyCode, is_key_down, is_key_pressed};
use macroquad::shapes::{draw_circle, draw_rectangle};
use macroquad::text::draw_text;
use macroquad::time::get_frame_time;
use macroquad::window::{clear_background, next_frame, screen_height, screen_width};
use platformer::game::{Game, Input};
use platformer::level::{HALF, Kind};
use support::window;

const LEFT: [KeyCode; 2] = [KeyCode::Left, KeyCode::A];
const RIGHT: [KeyCode; 2] = [KeyCode::Right, KeyCode::D];
const DOWN: [KeyCode; 2] = [KeyCode::Down, KeyCode::S];
const JUMP: [KeyCode; 3] = [KeyCode::Space, KeyCode::Up, KeyCode::W];
const HELP: &str =
    "arrows or AD: run   space: jump   down: drop through green   R: restart   Esc: quit";

/// Width of the view, and its lower edge \[m\].
const VIEW: f32 = 26.0;
const BOTTOM: f32 = -5.0;
/// Half-life of the distance from the camera to the player \[s\].
const HALF_LIFE: f32 = 0.15;
/// Maximum length of a frame for the game \[s\], for example after the window was hidden.
const LONGEST: f64 = 0.1;
/// Time between two dots of the predicted jump \[s\], and maximum number of dots.
const DOT: f64 = 0.04;
const DOTS: usize = 50;

const SKY: Color = Color::new(0.93, 0.95, 0.97, 1.0);
const INK: Color = Color::new(0.2, 0.2, 0.25, 1.0);
const PLAYER: Color = Color::new(0.84, 0.37, 0.0, 1.0);

/// Plays in a window until the player quits, or for a number of frames. Returns a report.
///
/// # Errors
/// If no window opens, or the game fails.
pub(crate) fn play(frames: Option<u64>) -> Result<String> {
    let instead = "platformer --headless plays without one";
    window::run("Platformer", instead, all_frames(frames))
}

async fn all_frames(frames: Option<u64>) -> Result<String> {
    let mut game = Game::new()?;
    let mut keys = Keys::default();
    let mut camera = game.position().x as f32;
    let mut count = 0;
    while window::goes_on(count, frames) {
        count += 1;
        if is_key_pressed(KeyCode::R) {
            (game, keys) = (Game::new()?, Keys::default());
        }
        keys.tell(&mut game)?;
        let seconds = f64::from(get_frame_time()).min(LONGEST);
        game.advance(seconds).context("the game cannot go on")?;
        let lag = game.position().x as f32 - camera;
        camera += lag * (1.0 - (-seconds as f32 / HALF_LIFE).exp2());
        paint(&game, camera)?;
        next_frame().await;
    }
    let at = game.position();
    Ok(format!(
        "{count} frames, {:.2} s, at {:.3} m, {:.3} m",
        game.time(),
        at.x,
        at.y
    ))
}

/// State of the keys in the previous frame.
#[derive(Debug, Default, PartialEq)]
struct Keys {
    run: i8,
    drops: bool,
}

impl Keys {
    /// Sends changes of keys to the game.
    fn tell(&mut self, game: &mut Game) -> Result<()> {
        let is_down = |keys: &[KeyCode]| keys.iter().any(|key| is_key_down(*key));
        let run = i8::from(is_down(&RIGHT)) - i8::from(is_down(&LEFT));
        let drops = is_down(&DOWN);
        if run != self.run {
            game.input(Input::Run(run))?;
        }
        if drops != self.drops {
            game.input(Input::Drop(drops))?;
        }
        if JUMP.iter().any(|key| is_key_pressed(*key)) {
            game.input(Input::Jump)?;
        }
        *self = Self { run, drops };
        Ok(())
    }
}

/// Transformation from the level to the screen.
struct View {
    scale: f32,
    left: f32,
}

impl View {
    fn place(&self, at: Vector2<f64>) -> [f32; 2] {
        let x = (at.x as f32 - self.left) * self.scale;
        [x, screen_height() - (at.y as f32 - BOTTOM) * self.scale]
    }

    fn fill(&self, [low, high]: [Vector2<f64>; 2], color: Color) {
        let ([left, bottom], [right, top]) = (self.place(low), self.place(high));
        draw_rectangle(left, top, right - left, bottom - top, color);
    }
}

fn paint(game: &Game, camera: f32) -> Result<()> {
    clear_background(SKY);
    let scale = screen_width() / VIEW;
    let view = View {
        scale,
        left: camera - 0.5 * VIEW,
    };
    for (kind, corners) in game.pieces() {
        view.fill(corners, color(kind));
    }
    if game.is_standing() {
        for dot in game.foretold(DOT, DOTS)? {
            let [x, y] = view.place(dot);
            draw_circle(x, y, 0.06 * scale, PLAYER);
        }
    }
    if !game.is_dead() {
        let at = game.position();
        view.fill([at - HALF, at + HALF], PLAYER);
        let eye = at + Vector2::new(0.1 * game.velocity().x.clamp(-1.0, 1.0), 0.25);
        let [x, y] = view.place(eye);
        draw_circle(x, y, 0.1 * scale, WHITE);
    }
    draw_text(HELP, 16.0, 28.0, 24.0, INK);
    let clock = match game.finished() {
        Some(time) => format!("at the goal after {time:.2} s"),
        None => format!("{:.1} s", game.time()),
    };
    draw_text(&clock, 16.0, 56.0, 24.0, INK);
    Ok(())
}

fn color(kind: Kind) -> Color {
    match kind {
        Kind::Solid => Color::new(0.4, 0.4, 0.45, 1.0),
        Kind::OneWay => Color::new(0.0, 0.62, 0.45, 1.0),
        Kind::Pad => Color::new(0.8, 0.47, 0.65, 1.0),
        Kind::Spikes => Color::new(0.9, 0.62, 0.0, 1.0),
        Kind::Goal => Color::new(0.0, 0.45, 0.7, 1.0),
    }
}
