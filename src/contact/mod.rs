//! Contacts: bounce, friction and rest.
//!
//! A [`Contact`] says how a body and a surface act on each other where they touch. [`World::add_surface`] gives a world surfaces,
//! and [`World::contacts`] tells what happened there; [`Bouncing`] follows one flight through its bounces until it rests.
//! How bodies go through contacts is told in a [derivation](crate::derivations::contacts).
//!
//! [`World::add_surface`]: crate::World::add_surface
//! [`World::contacts`]: crate::World::contacts

mod answer;
mod asked;
mod bouncing;
mod error;
mod fall;
mod flats;
mod flight;
mod ground;
mod impact;
mod in_world;
mod kinds;
mod legs;
mod midpoint;
mod mobile;
mod parameters;
mod pile;
mod problem;
mod slip;
mod told;
mod touching;
mod way;

pub use answer::{Answer, Encounter};
pub use bouncing::{Bouncing, Leg, LegContact};
pub use error::ContactError;
pub use in_world::{AddSurfaceError, ContactEvent};
pub use kinds::{ContactKind, LegKind};
pub use parameters::Contact;
