//! A lander in flight: its engines, its fuel and its contact with the ground.
//!
//! With an exact scheme, results do not depend on the length of the steps:
//!
//! ```text
//! craft, planet, controls  ->  motion (one exact piece at a time)  ->  contact, on the path inside the piece
//! ```
//!
//! The game uses this crate, and so does the accuracy page, which flies one schedule of burns at
//! four frame rates.

mod contact;
mod craft;
mod ground;
mod motion;
mod path;
mod schedule;

pub use contact::{Contact, Part};
pub use craft::{Air, Controls, Craft, Planet};
pub use ground::{Ground, GroundError};
pub use motion::{FlightError, Lander, Moved, Start};
pub use schedule::{Burn, Spread, Touchdown, fly};
