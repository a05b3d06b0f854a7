//! Properties of a force that schemes need besides its values, determined once: when the force is added.

use super::attachment::Target;
use crate::body::Body;
use crate::force::{Effect, Force};
use crate::space::Real;

/// The kind of an [`Effect`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EffectKind {
    Acceleration,
    Motion,
    Law,
    Orbit,
    Rod,
    Thrust,
    /// [`Effect::Torque`] or [`Effect::AngularLaw`].
    Torque,
}

/// Properties of a force that do not depend on the body or its state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) effect: EffectKind,
    /// Whether the force acts between all bodies: on a single body it has no effect.
    pub(super) acts_between: bool,
    /// Whether the force's acceleration or torque may depend on velocity or angular velocity.
    pub(crate) depends_on_velocity: bool,
    /// Whether the force has a law of the angle that is solved.
    pub(crate) has_angular_law: bool,
    /// Whether the force has a torque, but no law of the angle that is solved.
    pub(crate) turns_by_kicks: bool,
}

impl Kind {
    /// Finds the kind of a force from its effect on a body at rest at the origin: a body of 1 kg and 1 kg m², or a point of 1
    /// kg for a link.
    pub(super) fn of<T: Real<D>, const D: usize>(
        force: &dyn Force<T, D>,
        target: Target,
        is_mounted: bool,
    ) -> Self {
        let is_link = target.is_link();
        let body = if is_link {
            Body::point(T::one())
        } else {
            Body::solid(T::one(), T::unit_inertia())
        };
        let effect = force.effect(&body, T::zero(), T::zero());
        let acts_between = force.acts_between_bodies();
        let is_on_one = !(is_link || acts_between);
        let has_angular_law = is_on_one && effect.angular_law(&body).is_some();
        let turns = || force.torque(&body, T::zero()).is_some();
        let kind = match effect {
            Effect::Acceleration { .. } => EffectKind::Acceleration,
            Effect::Motion(_) => EffectKind::Motion,
            Effect::Law(_) => EffectKind::Law,
            Effect::Orbit(_) => EffectKind::Orbit,
            Effect::Spring { .. } => EffectKind::Rod,
            Effect::Thrust { .. } => EffectKind::Thrust,
            Effect::Torque { .. } | Effect::AngularLaw(_) => EffectKind::Torque,
        };
        Self {
            // a link off the centres of its bodies turns them; only for a rod the motion is known
            effect: match kind {
                EffectKind::Rod => EffectKind::Rod,
                _ if is_mounted || acts_between => EffectKind::Acceleration,
                _ => kind,
            },
            acts_between,
            depends_on_velocity: effect.depends_on_velocity(),
            has_angular_law,
            turns_by_kicks: if is_link {
                is_mounted
            } else {
                !has_angular_law && turns()
            },
        }
    }

    /// Whether the force has a law. The law of a torque has no force on the position.
    pub(crate) fn has_law(&self) -> bool {
        matches!(self.effect, EffectKind::Law | EffectKind::Torque)
    }
}
