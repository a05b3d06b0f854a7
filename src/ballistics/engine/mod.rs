//! What game engines do to a body that nothing touches, in closed form.
//!
//! [`step`] says what an engine is told, [`rule`] what it then does in a step, [`factor`]
//! and [`map`] what that comes to after any number of steps, [`flight`] what a game asks about it, and [`spin`] how
//! the body turns meanwhile.

mod error;
mod factor;
mod flight;
mod map;
mod rule;
mod spin;
mod step;

pub use error::EngineError;
pub use flight::EngineFlight;
pub use spin::EngineSpin;
pub use step::EngineStep;
