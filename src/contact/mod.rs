//! Contacts: bounce, friction and rest.
//!
//! A [`Contact`] describes how a body and a surface act on each other where they touch. [`World::add_surface`] adds surfaces to a
//! world, and [`World::contacts`] returns the contacts of the last step. [`Bouncing`] follows one flight through its bounces until the
//! body rests. A [derivation](crate::derivations::contacts) explains the method.
//!
//! [`World::add_surface`]: crate::World::add_surface
//! [`World::contacts`]: crate::World::contacts

mod bouncing;
mod fall;
mod flats;
mod ground;
mod in_world;
mod midpoint;
mod mobile;
mod parameters;
mod paths;
mod pile;
mod problem;
mod segments;
mod touching;

pub use bouncing::{Bouncing, Segment, SegmentEnd};
pub use in_world::ContactEvent;
pub use parameters::Contact;
pub use parameters::{Collision, ContactResponse};
pub use parameters::{ContactKind, SegmentKind};
