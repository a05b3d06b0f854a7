//! What bodies meet on their way: the seam between a step and contacts.

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
    /// Applied forces, too.
    Pushes,
    /// A component, which [`hold`](Ground::hold) has taken through the flow.
    Component,
}

/// A flow of bodies that may meet something.
pub(crate) struct GroundFlow<'a, T: Real<D>, const D: usize> {
    pub(crate) places: &'a [usize],
    /// The bodies at its start.
    pub(crate) before: &'a [Body<T, D>],
    /// The same bodies at its end, as if they met nothing; to be changed where they do.
    pub(crate) after: &'a mut [Body<T, D>],
    /// What moves each of them.
    pub(crate) moved_by: &'a [MovedBy],
    /// The laws that they follow; none for a body that a mover or a thrust moves.
    pub(crate) laws: &'a [Option<LinearLaw<T, D>>],
    /// Time at its start, and length \[s\].
    pub(crate) span: [T; 2],
    /// Length of the step \[s\].
    pub(crate) step: T,
    /// The version of the plan, if it is a whole step without kicks.
    pub(crate) version: Option<u64>,
    /// Whether kicks act between the flows of the step, and how much of them the flow has at its start before a steady force would.
    pub(crate) lead: Option<f64>,
}

/// Part of a flow of a component, under constant forces on its bodies \[N\].
pub(crate) struct Part<'a, T: Real<D>, const D: usize> {
    /// Time at its start, and length \[s\].
    pub(crate) span: [T; 2],
    pub(crate) before: &'a [Body<T, D>],
    pub(crate) forces: &'a [SVector<T, D>],
}

/// Gives the ends of a part of a flow.
pub(crate) type Advance<'a, T, const D: usize> =
    &'a mut dyn FnMut(Part<'_, T, D>, &mut [Body<T, D>]) -> Result<(), StepFailure>;

/// What keeps bodies apart from surfaces, and from each other, in the flows of a step and in its kicks.
pub(crate) trait Ground<T: Real<D>, const D: usize>: core::any::Any + Send + Sync {
    /// Which bodies must go through a step together.
    fn gather(&self) -> Gather;

    /// Whether a body that starts a step of a length \[s\] in this state, under the laws of a version of the plan, is known to stay as
    /// it is: its last such step left it so.
    fn rests(&self, place: usize, body: &Body<T, D>, step: (u64, T)) -> bool;

    /// Changes the ends of a flow.
    ///
    /// # Errors
    /// [`StepFailure::Refused`] if an answer to a contact is not valid.
    fn flow(&mut self, flow: GroundFlow<'_, T, D>) -> Result<(), StepFailure>;

    /// Changes the ends of a flow of bodies that links tie. `advance` gives the ends of its parts.
    ///
    /// # Errors
    /// As of [`flow`](Self::flow), and of `advance`.
    fn hold(
        &mut self,
        flow: GroundFlow<'_, T, D>,
        advance: Advance<'_, T, D>,
    ) -> Result<(), StepFailure>;

    /// Changes what kicks at a time \[s\] have made of bodies.
    ///
    /// # Errors
    /// As of [`flow`](Self::flow).
    fn kick(
        &mut self,
        places: &[usize],
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
        time: T,
    ) -> Result<(), StepFailure>;
}
