//! Lunar Lander: the rules and the physics of the game, without a window.
//!
//! ```text
//! lander (how it flies)  ->  landscape, mission  ->  touchdown (the rules)  ->  game
//!                            forecast (closed forms)  ->  autopilot
//!                            recording, comparison, headless; scene (what there is to see)
//! ```

pub mod autopilot;
pub mod comparison;
pub mod forecast;
pub mod game;
pub mod headless;
pub mod landscape;
pub mod levels;
pub mod mission;
pub mod recording;
pub mod scene;
pub mod scores;
pub mod stabilizer;
pub mod touchdown;
