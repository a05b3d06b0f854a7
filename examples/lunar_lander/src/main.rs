//! Lunar Lander, to play, to watch, or to measure.

mod arguments;
mod window;

fn main() {}
