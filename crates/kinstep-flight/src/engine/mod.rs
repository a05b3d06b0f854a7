//! How game engines step a body without contacts, in closed form.
//!
//! [`step`] holds an engine's settings, [`map`] each engine's update rule and its n-th power, and [`flight`] the resulting trajectory.

mod flight;
mod map;
mod step;

pub use flight::EngineFlight;
pub use step::EngineStep;
