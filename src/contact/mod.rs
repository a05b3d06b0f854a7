//! Contacts: bounce, friction and rest.
//!
//! A [`Contact`] says how a body and a surface act on each other where they touch. [`World::add_surface`] gives a world surfaces,
//! and [`World::contacts`] tells what happened there; [`LawFlight::bouncing`] follows one flight through its bounces until it rests.
//!
//! [`World::add_surface`]: crate::World::add_surface
//! [`World::contacts`]: crate::World::contacts
//! [`LawFlight::bouncing`]: crate::ballistics::LawFlight::bouncing

mod answer;
mod bouncing;
mod corner;
mod error;
mod ground;
mod held;
mod impulse;
#[cfg(test)]
mod impulse_tests;
mod in_world;
mod moving_ground;
mod obstacle;
mod pair_impulse;
mod pair_straight;
mod pair_touch;
#[cfg(test)]
mod pair_touch_tests;
mod parameters;
mod passing;
mod path;
mod turning;

pub use answer::{Answer, Encounter};
pub use bouncing::{Bouncing, Leg, LegContact};
pub use error::ContactError;
pub use in_world::{AddSurfaceError, ContactEvent};
pub use parameters::Contact;
pub use passing::ContactKind;
pub use path::LegKind;
