//! What the schemes need to know of a force beside its values, asked once: when it is added.

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

/// What is known of a force, whatever the body and its state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) effect: EffectKind,
    /// Whether it acts between all bodies: on any one of them it has no effect.
    pub(super) acts_between: bool,
    /// Whether its acceleration or torque may depend on velocity or angular velocity.
    pub(crate) depends_on_velocity: bool,
    /// Whether it has a law of the angle that is solved.
    pub(crate) has_angular_law: bool,
    /// Whether it has a torque, and no law of the angle that is solved.
    pub(crate) turns_by_kicks: bool,
}

impl Kind {
    /// The kind of a force: of one on single bodies by its effect on a body of 1 kg and 1 kg m² at rest at the origin, of a
    /// link by its effect on such a motion of a point.
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
            // a link off the centres of its bodies turns them: no exact motion is known but that of a rod
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

    /// Whether it has a law, which may be that no force acts on the position.
    pub(crate) fn has_law(&self) -> bool {
        matches!(self.effect, EffectKind::Law | EffectKind::Torque)
    }
}
