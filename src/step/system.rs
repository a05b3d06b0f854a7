//! One step to be made: the forces of a world, and the time.

use nalgebra::SVector;

use crate::body::Body;
use crate::force::{ConstantTorque, Effect, Force};
use crate::plan::{Attachment, Target, Topology};
use crate::space::Real;

/// A constant force and torque on one body, over the next step.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(rename = "Push", bound = "T: crate::space::SavedReal<D>")
)]
pub(crate) struct AppliedForce<T: Real<D>, const D: usize> {
    pub(crate) body: usize,
    /// Force \[N\].
    pub(crate) force: SVector<T, D>,
    /// Torque \[N·m\]; a step applies it as an [`AppliedTorque`].
    #[cfg_attr(feature = "serde", serde(default = "T::no_turn"))]
    pub(crate) torque: T::Axial,
    /// Remaining time of the force \[s\]; none if it acts during the next step.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(crate) left: Option<T>,
}

/// A torque over the next step, as one of the forces of that step. Unlike [`ConstantTorque`] it has no potential energy.
pub(crate) struct AppliedTorque<T: Real<D>, const D: usize>(pub(crate) ConstantTorque<T, D>);

impl<T: Real<D>, const D: usize> Force<T, D> for AppliedTorque<T, D> {
    fn acceleration(&self, _body: &Body<T, D>, _time: T) -> SVector<T, D> {
        SVector::zeros()
    }

    fn torque(&self, body: &Body<T, D>, time: T) -> Option<T::Axial> {
        self.0.torque(body, time)
    }

    fn effect(&self, body: &Body<T, D>, time: T, dt: T) -> Effect<T, D> {
        self.0.effect(body, time, dt)
    }
}

/// All forces of a world, and the time and length of one step under them.
pub(crate) struct System<'a, T: Real<D>, const D: usize> {
    /// Time at which the step starts \[s\].
    pub(crate) time: T,
    /// Length of the step \[s\].
    pub(crate) h: T,
    pub(crate) topology: &'a Topology<T, D>,
    pub(crate) applied_forces: &'a [AppliedForce<T, D>],
}

impl<'a, T: Real<D>, const D: usize> System<'a, T, D> {
    /// The forces on the body at index `place`, including links, in their order, each with its slot.
    pub(crate) fn forces_on(
        &self,
        place: usize,
    ) -> impl Iterator<Item = (usize, &'a Attachment<T, D>)> + use<'a, T, D> {
        let topology = self.topology;
        (topology.on(place)).map(move |slot| (slot, &topology.slots()[slot]))
    }

    /// All forces by slot; the force in an empty slot acts on no body.
    pub(crate) fn attachments(&self) -> &'a [Attachment<T, D>] {
        self.topology.slots()
    }
}

impl<T: Real<D>, const D: usize> System<'_, T, D> {
    /// Whether a force is applied to one of the bodies at these indices, which must ascend.
    pub(crate) fn pushes_any(&self, places: &[usize]) -> bool {
        let mut applied = self.applied_forces.iter();
        applied.any(|applied| places.binary_search(&applied.body).is_ok())
    }

    /// Computes the accelerations of all bodies under all forces \[m/s²\].
    pub(crate) fn accelerations(
        &self,
        bodies: &[Body<T, D>],
        time: T,
        accelerations: &mut [SVector<T, D>],
    ) {
        accelerations.fill(SVector::zeros());
        for attachment in self.attachments() {
            attachment.accelerate(attachment.target, bodies, time, accelerations);
            for &place in &attachment.group {
                let one = Target::One(place);
                attachment.accelerate(one, bodies, time, accelerations);
            }
        }
        for applied in self.applied_forces {
            accelerations[applied.body] += applied.force / bodies[applied.body].mass;
        }
    }

    /// Computes the torques on all bodies by all forces \[N·m\].
    pub(crate) fn torques(&self, bodies: &[Body<T, D>], time: T, torques: &mut [T::Axial]) {
        torques.fill(T::no_turn());
        for attachment in self.attachments() {
            attachment.add_torques(bodies, time, torques, |_, _| ());
        }
    }
}
