//! A small platform game whose jumps are the same at any frame rate.
//!
//! ```text
//! level  ->  game (rule, log)  ->  script, headless, picture  ->  window
//! ```

pub mod game;
pub mod headless;
pub mod level;
pub mod picture;
pub mod script;
