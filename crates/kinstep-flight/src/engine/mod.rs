//! How game engines step a body without contacts, in closed form.
//!
//! [`step`] holds an engine's settings, [`rule`] each engine's update rule, [`decay_factor`] and [`map`] its n-th power,
//! [`flight`] the resulting trajectory, and [`spin`] the rotation about a fixed axis.

mod flight;
mod map;
mod step;

pub use flight::EngineFlight;
pub use step::EngineSpin;
pub use step::EngineStep;
