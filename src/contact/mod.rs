//! Contacts: bounce, friction and rest.
//!
//! A [`Contact`] says how a body and a surface act on each other where they touch.

mod impulse;
mod parameters;

pub use parameters::Contact;
