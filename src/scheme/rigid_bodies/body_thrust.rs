//! Engines that turn with the body they applied.

use nalgebra::SVector;

use super::super::interned_laws::SubstepKind;
use super::super::response_cache::cached;
use super::super::{Attachment, ForceTarget, System};
use super::angle_and_rate;
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::rotation::Drive;
use crate::space::{Real, widen};

/// All forces that are constant in the frame of one body of the plane.
#[derive(Debug, Clone, Copy)]
pub(super) struct BodyThrust<T, const D: usize> {
    /// \[N\], in the body's frame.
    thrust: SVector<T, D>,
    /// What a unit of it does over each [`SubstepKind`], with what that is for.
    drives: [Option<(ThrustKey<T>, Drive)>; 3],
}

/// Length of a flow \[s\], and damping and stiffness of the law that bodies follow in it.
pub(in crate::scheme) type ThrustKey<T> = [T; 3];

impl<T: Real<D>, const D: usize> BodyThrust<T, D> {
    pub(super) fn new(thrust: SVector<T, D>) -> Self {
        Self {
            thrust,
            drives: [None; 3],
        }
    }

    /// Adds what the body_thrust did to a body over a span that started at `time`, when the body lay as it
    /// still does.
    pub(super) fn push(
        &mut self,
        body: &mut Body<T, D>,
        angular: &LinearLaw<T, 1>,
        (span, key): (SubstepKind, ThrustKey<T>),
        time: T,
    ) {
        let drive = cached(&mut self.drives[span as usize], key, || {
            let [dt, damping, stiffness] = key.map(widen);
            Drive::new(damping, stiffness, &angular.wide(), dt)
        });
        let (angle, rate) = angle_and_rate(body);
        let applied = drive.push(widen(angle.x), widen(rate.x), widen(time));
        let added = applied.of(&(self.thrust / body.mass));
        body.position += added.position;
        body.velocity += added.velocity;
    }
}

/// Whether it is known exactly what body_thrusts do: in the plane, where all laws of position are isotropic.
pub(crate) fn thrusts_are_exact<T: Real<D>, const D: usize>(
    system: &System<'_, T, D>,
    bodies: &[Body<T, D>],
) -> bool {
    D == 2
        && (system.attachments.iter()).all(|attachment| {
            let body = attachment.subject(bodies);
            let law = body.and_then(|body| attachment.force.law(&body));
            law.is_none_or(|law| law.is_isotropic())
        })
}

/// The force of an body_thrust in the frame of a body.
pub(in crate::scheme) fn thrust<T: Real<D>, const D: usize>(
    attachment: &Attachment<T, D>,
    body: &Body<T, D>,
) -> Option<SVector<T, D>> {
    if matches!(attachment.target, ForceTarget::Pair(..)) {
        return None;
    }
    attachment.force.thrust(body)
}
