//! Targets that stay: closed forms, and searches for one root.

mod arch;
mod profile;
mod slope;
mod speed;
mod through;

pub(super) use profile::Profile;
pub(super) use slope::Fan;
pub(super) use speed::NoSpeed;
pub(super) use through::Waypoint;
