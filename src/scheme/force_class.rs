//! What the schemes need to know of a force on a body beside its values.

use crate::body::Body;
use crate::flow::LinearLaw;
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

/// What is known of the effect of a force on a body, whatever the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ForceClass {
    pub(super) kind: EffectKind,
    /// Whether its acceleration or torque may depend on velocity or angular velocity.
    pub(super) depends_on_velocity: bool,
    /// Whether it has a law without any acceleration.
    pub(super) is_free: bool,
    is_isotropic: bool,
    /// Whether it has a law of the angle that is solved.
    pub(super) has_angular_law: bool,
    /// Whether it has a torque, and no law of the angle that is solved.
    pub(super) turns_by_kicks: bool,
    /// Whether it ties bodies into one component: a linear link, or a rod.
    pub(crate) is_tie: bool,
}

impl ForceClass {
    /// The class of a link between points off the centres of mass, on their relative motion, at a time \[s\]: it turns its
    /// bodies. All but rods kick.
    pub(crate) fn of_mounted_link<T: Real<D>, const D: usize>(
        force: &dyn Force<T, D>,
        relative: &Body<T, D>,
        time: T,
    ) -> Self {
        let class = Self::of_link(force, relative, time);
        let is_rod = class.kind == EffectKind::Rod && class.is_tie;
        Self {
            kind: if is_rod {
                EffectKind::Rod
            } else {
                EffectKind::Acceleration
            },
            is_free: false,
            is_isotropic: true,
            has_angular_law: false,
            turns_by_kicks: true,
            is_tie: is_rod,
            ..class
        }
    }

    /// The class of a link on the relative motion of two bodies, at a time \[s\].
    pub(crate) fn of_link<T: Real<D>, const D: usize>(
        force: &dyn Force<T, D>,
        relative: &Body<T, D>,
        time: T,
    ) -> Self {
        let class = Self::new(force, relative, time);
        let effect = force.effect(relative, T::zero(), T::zero());
        let is_tie = match effect {
            Effect::Law(_) => class.is_isotropic && !class.is_free,
            // a rod that is displaced does not act along the line between the bodies
            Effect::Rod { rod, .. } => rod.anchor.iter().all(T::is_zero),
            _ => false,
        };
        Self {
            turns_by_kicks: false,
            is_tie,
            ..class
        }
    }

    /// The class of a force on a body at a time \[s\].
    pub(crate) fn new<T: Real<D>, const D: usize>(
        force: &dyn Force<T, D>,
        body: &Body<T, D>,
        time: T,
    ) -> Self {
        // a law by mass is none for a fixed body, and one as soon as it is set free
        let mut body = *body;
        if body.is_fixed() {
            body.mass = T::one();
        }
        let effect = force.effect(&body, T::zero(), T::zero());
        let law = effect.law();
        // a force need not turn a point, which stands for solids if it is the first body, and may become one
        let solid = body.as_solid();
        let on_solid = force.effect(&solid, T::zero(), T::zero());
        let has_angular_law = on_solid.angular_law(&solid).is_some();
        Self {
            kind: match effect {
                Effect::Acceleration { .. } => EffectKind::Acceleration,
                Effect::Motion(_) => EffectKind::Motion,
                Effect::Law(_) => EffectKind::Law,
                Effect::Orbit(_) => EffectKind::Orbit,
                Effect::Rod { .. } => EffectKind::Rod,
                Effect::Thrust { .. } => EffectKind::Thrust,
                Effect::Torque { .. } | Effect::AngularLaw(_) => EffectKind::Torque,
            },
            depends_on_velocity: effect.depends_on_velocity(),
            is_free: law == Some(LinearLaw::free()),
            is_isotropic: law.is_none_or(|law| law.is_isotropic()),
            has_angular_law,
            turns_by_kicks: !has_angular_law && force.torque(&solid, time).is_some(),
            is_tie: matches!(effect, Effect::Rod { .. }),
        }
    }

    /// The class of the same force, if it has no law for some body, and so kicks all.
    pub(super) fn not_linear(self) -> Self {
        Self {
            kind: EffectKind::Acceleration,
            depends_on_velocity: true,
            is_free: false,
            is_tie: false,
            ..self
        }
    }

    /// Whether it turns bodies other than by kicks, or may do so.
    pub(super) fn rotates(&self) -> bool {
        self.has_angular_law || self.kind == EffectKind::Thrust
    }

    /// Whether its law is part of the flow.
    pub(super) fn has_law(&self) -> bool {
        matches!(self.kind, EffectKind::Law | EffectKind::Torque)
    }

    /// Whether it binds its bodies to an orbit, if no other force does.
    pub(crate) fn is_orbit(&self) -> bool {
        self.kind == EffectKind::Orbit
    }

    /// Whether it has a law that acts differently along different directions.
    pub(crate) fn is_anisotropic(&self) -> bool {
        !self.is_isotropic
    }
}
