//! A window to paint in with macroquad.

use std::cell::RefCell;
use std::future::Future;
use std::rc::Rc;

use anyhow::{Result, ensure};
use macroquad::conf::Conf;
use macroquad::input::{KeyCode, is_key_pressed};
use macroquad::miniquad::conf::Conf as Window;

/// Opens a window, in which `frames` paints until it ends. Returns what it returns, or nothing if the window is closed
/// before.
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

/// Whether to paint another frame after `count` of them: until Esc is pressed, or `most` are painted.
pub fn goes_on(count: u64, most: Option<u64>) -> bool {
    !is_key_pressed(KeyCode::Escape) && most.is_none_or(|most| count < most)
}
