//! Steps of game engines for a body without contacts, in closed form.
//!
//! [`step`] contains the settings of an engine, [`map`] the update rule of each engine and its n-th
//! power, and [`flight`] the resulting trajectory.

mod flight;
mod map;
mod step;

pub use flight::EngineFlight;
pub use step::EngineStep;
