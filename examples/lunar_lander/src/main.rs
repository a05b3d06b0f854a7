//! Lunar Lander, to play, to watch, or to measure.
//!
//! ```text
//! cargo run --release -p lunar_lander
//! cargo run --release -p lunar_lander -- --headless --autopilot
//! cargo build --profile web --target wasm32-unknown-unknown -p lunar_lander     for the page in web/
//! ```

#[cfg(not(target_arch = "wasm32"))]
mod arguments;
#[cfg(not(target_arch = "wasm32"))]
mod command_line;
mod platform;
mod window;

use std::process::ExitCode;

fn main() -> ExitCode {
    platform::main()
}
