//! Interface between a step and contacts.

use nalgebra::SVector;

use crate::body::Body;
use crate::flow::LinearLaw;
use crate::plan::Gather;
use crate::space::Real;
use crate::step::StepFailure;

/// What moves a body in a flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MovedBy {
    /// The forces of the plan, and nothing else.
    Plan,
    /// The forces of the plan, and applied forces.
    Pushes,
    /// A component, whose contacts [`hold`](Ground::hold) has already computed.
    Component,
}

/// A flow of bodies that may make contact.
pub(crate) struct GroundFlow<'a, T: Real<D>, const D: usize> {
    pub(crate) places: &'a [usize],
    /// The bodies at the start of the flow.
    pub(crate) before: &'a [Body<T, D>],
    /// The same bodies at the end of the flow without contacts; to be changed by contacts.
    pub(crate) after: &'a mut [Body<T, D>],
    /// What moves each body.
    pub(crate) moved_by: &'a [MovedBy],
    /// The laws that the bodies follow; none for a body that a mover or a thrust moves.
    pub(crate) laws: &'a [Option<LinearLaw<T, D>>],
    /// Start time and length of the flow \[s\].
    pub(crate) span: [T; 2],
    /// Length of the step \[s\].
    pub(crate) step: T,
    /// The version of the plan, if the flow is a whole step without kicks.
    pub(crate) version: Option<u64>,
    /// None if the step has no kicks. Otherwise the fraction of a kick by which velocities at the start of the flow are ahead
    /// of those under a steady force.
    pub(crate) lead: Option<f64>,
}

/// Part of a flow of a component, under constant forces on its bodies \[N\].
pub(crate) struct Part<'a, T: Real<D>, const D: usize> {
    /// Start time and length of the part \[s\].
    pub(crate) span: [T; 2],
    pub(crate) before: &'a [Body<T, D>],
    pub(crate) forces: &'a [SVector<T, D>],
}

/// Function that computes the bodies at the end of a part of a flow.
pub(crate) type Advance<'a, T, const D: usize> =
    &'a mut dyn FnMut(Part<'_, T, D>, &mut [Body<T, D>]) -> Result<(), StepFailure>;

/// Contacts of bodies with surfaces and with each other, in the flows and in the kicks of a step.
pub(crate) trait Ground<T: Real<D>, const D: usize>: core::any::Any + Send + Sync {
    /// Which bodies must go through a step together.
    fn gather(&self) -> Gather;

    /// Whether a body in this state is known to rest: its last step of this length \[s\], with this version of the plan, did
    /// not change it.
    fn rests(&self, place: usize, body: &Body<T, D>, step: (u64, T)) -> bool;

    /// Changes the states at the end of a flow by contacts.
    ///
    /// # Errors
    /// [`StepFailure::Refused`] if a contact response is not valid.
    fn flow(&mut self, flow: GroundFlow<'_, T, D>) -> Result<(), StepFailure>;

    /// Changes the states at the end of a flow of bodies that links tie. `advance` computes the ends of its parts.
    ///
    /// # Errors
    /// As for [`flow`](Self::flow), and for `advance`.
    fn hold(
        &mut self,
        flow: GroundFlow<'_, T, D>,
        advance: Advance<'_, T, D>,
    ) -> Result<(), StepFailure>;

    /// Changes the states of bodies after kicks at a time \[s\] by contacts.
    ///
    /// # Errors
    /// As for [`flow`](Self::flow).
    fn kick(
        &mut self,
        places: &[usize],
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
        time: T,
    ) -> Result<(), StepFailure>;
}
