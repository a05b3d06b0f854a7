//! What happens where the player touches the level.

use std::sync::Arc;

use kinstep::contact::{Collision, Contact, ContactResponse};
use kinstep::{Collider, SurfaceId};

use super::{JUMP, PAD};
use crate::level::Kind;

/// Friction of soles: the player gets from rest to the speed of a run within a fifth of a second.
const FRICTION: f64 = 1.2;

/// The answers to contacts, for keys that stay as they are.
///
/// It decides at the exact time of a contact, within a step. It is data, so a clone of the game has its own.
#[derive(Debug, Clone)]
pub struct Rule {
    /// The surfaces of the level.
    pub surfaces: Arc<[(SurfaceId, Kind)]>,
    /// The velocity at which the player wants to run \[m/s\].
    pub run: f64,
    /// Whether the player lets go of what holds from above.
    pub drops: bool,
    /// A landing until this time is a jump \[s\].
    pub jump_until: f64,
}

impl Rule {
    /// What a surface is.
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
            // who runs is carried by the ground as by a belt
            _ => ContactResponse::from(Contact::new(0.0).with_friction(FRICTION))
                .with_belt([self.run, 0.0]),
        }
    }
}
