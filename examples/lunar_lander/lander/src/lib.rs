//! A lander in flight: engines that push and turn it, fuel that leaves it, ground that it meets.
//!
//! Nothing here depends on the length of the steps in which it is flown:
//!
//! ```text
//! craft, planet, controls  ->  motion (one exact piece at a time)  ->  contact, on the path inside the piece
//! ```
//!
//! The game is built on this, and so is the section of the accuracy page that flies one schedule at four frame rates.

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
