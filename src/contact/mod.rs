//! Contacts: bounce, friction and rest.
//!
//! A [`Contact`] says how a body and a surface act on each other where they touch. [`World::add_surface`] gives a world surfaces,
//! and [`World::contacts`] tells what happened there; [`Bouncing`] follows one flight through its bounces until it rests.
//! How bodies go through contacts is told in a [derivation](crate::derivations::contacts).
//!
//! [`World::add_surface`]: crate::World::add_surface
//! [`World::contacts`]: crate::World::contacts

mod asked;
mod bouncing;
mod fall;
mod flats;
mod flight;
mod ground;
mod impact;
mod in_world;
mod kinds;
mod midpoint;
mod mobile;
mod parameters;
mod pile;
mod problem;
mod response;
mod segments;
mod slip;
mod told;
mod touching;
mod way;

pub use bouncing::{Bouncing, Segment, SegmentEnd};
pub use in_world::ContactEvent;
pub use kinds::{ContactKind, SegmentKind};
pub use parameters::Contact;
pub use response::{Collision, ContactResponse};
