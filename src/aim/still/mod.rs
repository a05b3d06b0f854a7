//! Targets that stay: closed forms, and searches for one root.

mod arch;
mod both;
mod parabola;
mod profile;
mod quick;
mod slope;
mod speed;
mod through;

pub(super) use parabola::arcs as parabolas;
pub(super) use profile::Profile;
pub(super) use quick::Gram;
pub(super) use slope::Fan;
pub(super) use speed::Hit;
pub(super) use through::Waypoint;
