//! Opens the window, or says why that cannot be.

use std::any::Any;
use std::fmt::Display;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Error, Result, anyhow};
use macroquad::conf::Conf;
use macroquad::miniquad::conf::{Conf as Window, LinuxBackend, Platform};

use super::sheet::Sheets;
use crate::platform;

/// Opens a window and runs a game in it, until that ends.
///
/// # Errors
/// If no window opens.
pub(super) fn run(size: [f32; 2], game: impl Future<Output = ()> + 'static) -> Result<()> {
    let configuration = configuration(size, backend()?);
    if !platform::HAS_DESKTOP {
        // a page shows what is wrong itself, and the window runs on after this
        macroquad::Window::from_config(configuration, game);
        return Ok(());
    }
    let is_open = Arc::new(AtomicBool::new(false));
    let opened = Arc::clone(&is_open);
    let game = async move {
        opened.store(true, Ordering::Relaxed);
        game.await;
    };
    // the window's library panics where it finds no display: that is for an error to tell, and not for a panic
    let loud = Arc::new(panic::take_hook());
    let (hook, opened) = (Arc::clone(&loud), Arc::clone(&is_open));
    panic::set_hook(Box::new(move |panic| {
        if opened.load(Ordering::Relaxed) {
            hook(panic);
        }
    }));
    let run = AssertUnwindSafe(|| macroquad::Window::from_config(configuration, game));
    let ended = panic::catch_unwind(run);
    drop(panic::take_hook());
    panic::set_hook(Box::new(move |panic| loud(panic)));
    match ended {
        Ok(()) => Ok(()),
        Err(panic) if is_open.load(Ordering::Relaxed) => panic::resume_unwind(panic),
        Err(panic) => Err(not_opened(message(&*panic))),
    }
}

/// What a panic says, in one line, and where.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let words: Vec<_> = text
        .unwrap_or("for a reason untold")
        .split_whitespace()
        .collect();
    let words = words.join(" ");
    // the library looks for OpenGL in vain, and says no more than this
    let words = words.replace(
        "called `Option::unwrap()` on a `None` value",
        "there is no OpenGL",
    );
    match std::env::var("DISPLAY") {
        Ok(display) if !display.is_empty() => format!("{words} (on the display {display})"),
        _ => words,
    }
}

/// Where windows open on this system.
fn backend() -> Result<LinuxBackend> {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(not(target_os = "linux")) || is_set("DISPLAY") {
        Ok(LinuxBackend::X11Only)
    } else if is_set("WAYLAND_DISPLAY") {
        Ok(LinuxBackend::WaylandOnly)
    } else {
        Err(not_opened("neither DISPLAY nor WAYLAND_DISPLAY is set"))
    }
}

fn configuration(size: [f32; 2], linux_backend: LinuxBackend) -> Conf {
    Conf {
        miniquad_conf: Window {
            window_title: "Lunar Lander".to_owned(),
            window_width: size[0] as i32,
            window_height: size[1] as i32,
            high_dpi: true,
            platform: Platform {
                linux_backend,
                linux_wm_class: "lunar_lander",
                ..Platform::default()
            },
            ..Window::default()
        },
        // it wants more room than it is given
        draw_call_vertex_capacity: 3 * Sheets::CORNERS + 1,
        draw_call_index_capacity: 3 * Sheets::INDICES + 1,
        ..Conf::default()
    }
}

/// The error of a window that does not open.
pub(super) fn not_opened(cause: impl Display) -> Error {
    anyhow!("no window opens: {cause}; lunar_lander --headless --autopilot flies without one")
}
