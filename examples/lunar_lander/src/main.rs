//! Lunar Lander, to play, to watch, or to measure.
//!
//! ```text
//! cargo run --release -p lunar_lander
//! cargo run --release -p lunar_lander -- --headless --autopilot
//! ```

#[cfg(not(target_arch = "wasm32"))]
mod arguments;
#[cfg(not(target_arch = "wasm32"))]
mod command_line;
mod platform;
mod window;

fn main() -> std::process::ExitCode {
    platform::main()
}
