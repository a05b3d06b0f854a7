//! Targets that stay: closed forms, and searches for a single root.

mod arc_pair;
mod arch;
mod fast_profile;
mod parabola_hit;
mod profile;
mod slope_fan;
mod speed;
mod through;

pub(super) use fast_profile::FastProfile;
pub(super) use parabola_hit::arcs as parabolas;
pub(super) use profile::Profile;
pub(super) use slope_fan::SlopeFan;
pub(super) use speed::Hit;
pub(super) use through::Waypoint;
