//! The window: aim with the mouse, hold the button for power, let go.

use anyhow::Result;
use kinstep::nalgebra::Vector2;
use macroquad::prelude::*;
use support::window;

use crate::game::{FASTEST, Game, Preview};
use crate::picture::{CLOTH, FRAME, WOOD, look};
use crate::table::{HALF, RADIUS};

/// How long the button is held for the fastest shot \[s\].
const FULL: f64 = 1.5;
/// Speed of a preview before the button is held \[m/s\].
const IDLE: f64 = 2.0;
/// Longest step \[s\], where the window was not painted for a while.
const LONGEST: f64 = 0.25;
const HELP: &str =
    "aim with the mouse · hold the button for power, let go to shoot · R racks · Esc leaves";

/// Plays in a window, until the player has had enough.
///
/// # Errors
/// If there is no display, or a step cannot be made.
pub(crate) fn play(seed: u64) -> Result<()> {
    let instead = "billiard --headless needs none";
    window::run("Billiard", instead, frames(seed))
}

/// All frames.
async fn frames(seed: u64) -> Result<()> {
    let mut game = Game::new(seed)?;
    let (mut racks, mut held) = (0, None);
    while window::goes_on(0, None) {
        if is_key_pressed(KeyCode::R) {
            racks += 1;
            game = Game::new(seed + racks)?;
            held = None;
        }
        // a step of any length is exact
        game.step(f64::from(get_frame_time()).min(LONGEST))?;
        clear_background(BLACK);
        let view = View::now();
        let mut preview = None;
        let cue = game.positions().next();
        if let Some(cue) = cue.filter(|_| game.is_at_rest()) {
            let aim = view.on_table(mouse_position()) - cue;
            let aim = aim.try_normalize(0.0).unwrap_or_else(Vector2::x);
            if is_mouse_button_pressed(MouseButton::Left) {
                held = Some(get_time());
            }
            let power = held.map(|since| FASTEST * ((get_time() - since) / FULL).clamp(0.05, 1.0));
            if let Some(power) = power.filter(|_| is_mouse_button_released(MouseButton::Left)) {
                game.shoot(aim * power)?;
                held = None;
            } else {
                preview = Some(game.preview(aim * power.unwrap_or(IDLE))?);
                view.draw_power(power.unwrap_or(0.0));
            }
        } else {
            held = None;
        }
        view.draw(&game, preview.as_ref());
        next_frame().await;
    }
    Ok(())
}

/// Where the table is in the window.
#[derive(Debug, Clone, Copy)]
struct View {
    /// Pixels of a metre.
    scale: f64,
    /// Pixel of the centre of the table.
    centre: [f64; 2],
}

impl View {
    fn now() -> Self {
        let size = [screen_width(), screen_height() - 40.0].map(f64::from);
        let [x, y] = HALF.map(|half| 2.0 * (half + FRAME));
        Self {
            scale: (size[0] / x).min(size[1] / y),
            centre: size.map(|size| 0.5 * size),
        }
    }

    fn on_table(&self, (x, y): (f32, f32)) -> Vector2<f64> {
        let [right, down] = self.centre;
        Vector2::new(f64::from(x) - right, down - f64::from(y)) / self.scale
    }

    fn in_window(&self, at: Vector2<f64>) -> [f32; 2] {
        let [right, down] = self.centre;
        [right + at.x * self.scale, down - at.y * self.scale].map(|pixel| pixel as f32)
    }

    fn length(&self, metres: f64) -> f32 {
        (metres * self.scale) as f32
    }

    fn draw_power(&self, power: f64) {
        let width = screen_width() * (power / FASTEST) as f32;
        draw_rectangle(0.0, screen_height() - 6.0, width, 6.0, ORANGE);
    }

    /// Table, balls, the preview and the help.
    fn draw(&self, game: &Game, preview: Option<&Preview>) {
        for (more, color) in [(FRAME, WOOD), (0.0, CLOTH)] {
            let half = Vector2::from(HALF).add_scalar(more);
            let [x, y] = self.in_window(Vector2::new(-half.x, half.y));
            let [width, height] = [half.x, half.y].map(|half| self.length(2.0 * half));
            draw_rectangle(x, y, width, height, color_of(color));
        }
        if let Some(preview) = preview {
            self.draw_preview(preview);
        }
        for (ball, at) in game.positions().enumerate() {
            let ([x, y], (color, is_striped)) = (self.in_window(at), look(ball));
            draw_circle(x, y, self.length(RADIUS), color_of(color));
            if is_striped {
                draw_circle_lines(x, y, self.length(0.7 * RADIUS), 2.0, WHITE);
            }
        }
        let (collisions, _) = game.counts();
        let text = format!("{HELP} · {collisions} collisions");
        draw_text(&text, 12.0, screen_height() - 16.0, 20.0, LIGHTGRAY);
    }

    /// Dots on the path of the cue ball, the ball where it hits, and where that sends the other.
    fn draw_preview(&self, preview: &Preview) {
        for dot in &preview.dots {
            let [x, y] = self.in_window(*dot);
            draw_circle(x, y, 2.0, WHITE);
        }
        if let Some((at, direction)) = preview.hit {
            let [x, y] = self.in_window(at);
            draw_circle_lines(x, y, self.length(RADIUS), 1.5, WHITE);
            let from = self.in_window(at + direction * (2.0 * RADIUS));
            let to = self.in_window(at + direction * (8.0 * RADIUS));
            draw_line(from[0], from[1], to[0], to[1], 1.5, YELLOW);
        }
    }
}

/// A colour of the picture.
fn color_of([red, green, blue]: [u8; 3]) -> Color {
    Color::from_rgba(red, green, blue, 255)
}
