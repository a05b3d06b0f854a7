//! A window in which macroquad paints.

use std::cell::RefCell;
use std::future::Future;
use std::rc::Rc;

use anyhow::{Result, ensure};
use macroquad::conf::Conf;
use macroquad::input::{KeyCode, is_key_pressed, mouse_position};
use macroquad::miniquad::conf::Conf as Window;
use macroquad::window::{screen_height, screen_width};

/// Opens a window in which the future `frames` paints until it ends. Returns its output, or the
/// default value if the window is closed before.
///
/// `instead`: how to use the program without a window.
///
/// # Errors
/// If no window opens, or `frames` fails.
pub fn run<T: Default + 'static>(
    title: &str,
    instead: &str,
    frames: impl Future<Output = Result<T>> + 'static,
) -> Result<T> {
    let variables = ["DISPLAY", "WAYLAND_DISPLAY"];
    let is_set = |name: &&str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    ensure!(
        cfg!(not(target_os = "linux")) || variables.iter().any(is_set),
        "no window opens: neither DISPLAY nor WAYLAND_DISPLAY is set; {instead}"
    );
    let configuration = Conf {
        miniquad_conf: Window {
            window_title: title.to_owned(),
            window_width: 1280,
            window_height: 720,
            ..Window::default()
        },
        ..Conf::default()
    };
    let result = Rc::new(RefCell::new(Ok(T::default())));
    let ended = Rc::clone(&result);
    macroquad::Window::from_config(configuration, async move {
        *ended.borrow_mut() = frames.await;
    });
    result.replace(Ok(T::default()))
}

/// Whether to paint another frame after `count` frames: until Esc is pressed, or `most` frames are
/// painted.
pub fn goes_on(count: u64, most: Option<u64>) -> bool {
    !is_key_pressed(KeyCode::Escape) && most.is_none_or(|most| count < most)
}

/// A view of space from the side: y is up; nearer objects are lower and farther right.
#[derive(Debug, Clone, Copy)]
pub struct Side {
    /// Width of the window \[m\].
    pub width: f32,
    /// Height of the lower edge of the window \[m\].
    pub bottom: f32,
}

impl Side {
    /// Launch speed per metre between the thrower and the mouse \[1/s\].
    pub const PULL: f64 = 1.6;
    /// Maximum launch speed \[m/s\].
    const FASTEST: f64 = 40.0;
    /// Distance of the origin from the left edge \[m\].
    const MARGIN: f32 = 2.0;
    /// Displacement on the screen, to the right and down, of an object that is a metre nearer to
    /// the viewer \[m\].
    const NEARER: [f32; 2] = [0.3, 0.15];

    /// Pixels per metre.
    pub fn scale(&self) -> f32 {
        screen_width() / self.width
    }

    /// Position on the screen \[pixels\] of a position in space \[m\].
    pub fn pixel(&self, [x, y, z]: [f32; 3]) -> [f32; 2] {
        let scale = self.scale();
        [
            (x + Self::NEARER[0] * z + Self::MARGIN) * scale,
            screen_height() - (y - Self::NEARER[1] * z - self.bottom) * scale,
        ]
    }

    /// Launch velocity \[m/s\] for the present position of the mouse, from a position \[m\].
    pub fn aimed(&self, from: [f32; 3]) -> [f64; 3] {
        let (mouse_x, mouse_y) = mouse_position();
        let [x, y] = self.pixel(from);
        let pull = Self::PULL / f64::from(self.scale());
        let [x, y] = [mouse_x - x, y - mouse_y].map(|pixels| pull * f64::from(pixels));
        let share = (Self::FASTEST / x.hypot(y)).min(1.0);
        [share * x, share * y, 0.0]
    }
}
