//! Results of contacts between the player and the level.

use std::sync::Arc;

use kinstep::contact::{Collision, Contact, ContactResponse};
use kinstep::{Collider, SurfaceId};

use super::{JUMP, PAD};
use crate::level::Kind;

/// Friction of the soles: the player reaches the speed of a run within a fifth of a second.
const FRICTION: f64 = 1.2;

/// The rule that decides contacts while no key changes.
///
/// It is evaluated at the exact time of a contact, within a step. It is plain data: a clone of the
/// game has its own rule.
#[derive(Debug, Clone)]
pub struct Rule {
    /// The surfaces of the level.
    pub surfaces: Arc<[(SurfaceId, Kind)]>,
    /// Velocity to which the player runs \[m/s\].
    pub run: f64,
    /// Whether the player drops through platforms that hold only from above.
    pub drops: bool,
    /// Until this time a landing becomes a jump \[s\].
    pub jump_until: f64,
}

impl Rule {
    /// Kind of a surface; `None` for other colliders.
    #[must_use]
    pub fn kind(&self, with: Collider) -> Option<Kind> {
        let mut surfaces = self.surfaces.iter();
        surfaces
            .find(|(surface, _)| with == Collider::Surface(*surface))
            .map(|(_, kind)| *kind)
    }

    pub(super) fn answer(&self, collision: &Collision<f64, 2>) -> ContactResponse<f64, 2> {
        let kind = self.kind(collision.with);
        let smooth = ContactResponse::from(Contact::new(0.0));
        let is_ground = collision.normal.y > 0.5;
        match kind {
            Some(Kind::Spikes | Kind::Goal) => smooth.passing(),
            Some(Kind::OneWay) if self.drops => smooth.passing(),
            _ if !is_ground => smooth,
            Some(Kind::Pad) => smooth.with_push([0.0, PAD]),
            _ if collision.time <= self.jump_until => smooth.with_push([0.0, JUMP]),
            // the running player moves over the ground as a belt would carry him
            _ => ContactResponse::from(Contact::new(0.0).with_friction(FRICTION))
                .with_belt([self.run, 0.0]),
        }
    }
}
