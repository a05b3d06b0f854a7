//! What bodies meet on their way: the seam between a step and contacts.

use nalgebra::SVector;

use crate::body::Body;
use crate::flow::LinearLaw;
use crate::plan::Gather;
use crate::space::Real;
use crate::step::StepFailure;

/// A flow of bodies that may meet something.
pub(crate) struct GroundFlow<'a, T: Real<D>, const D: usize> {
    pub(crate) places: &'a [usize],
    /// The bodies at its start.
    pub(crate) before: &'a [Body<T, D>],
    /// The same bodies at its end, as if they met nothing; to be changed where they do.
    pub(crate) after: &'a mut [Body<T, D>],
    /// Whether each is a body of a component, which [`hold`](Ground::hold) has taken through the flow.
    pub(crate) is_held: &'a [bool],
    /// The laws that they follow; none for a body that a mover or a thrust moves.
    pub(crate) laws: &'a [Option<LinearLaw<T, D>>],
    /// Time at its start, and length \[s\].
    pub(crate) span: [T; 2],
    /// Length of the step \[s\].
    pub(crate) step: T,
    /// Whether kicks act between the flows of the step, and how much of them the flow has at its start before a steady force would.
    pub(crate) lead: Option<f64>,
}

/// Gives the ends of a flow under constant forces on its bodies \[N\].
pub(crate) type Advance<'a, T, const D: usize> =
    &'a mut dyn FnMut(&[SVector<T, D>], &mut [Body<T, D>]) -> Result<(), StepFailure>;

/// What keeps bodies apart from surfaces, and from each other, in the flows of a step and in its kicks.
pub(crate) trait Ground<T: Real<D>, const D: usize>: core::any::Any + Send + Sync {
    /// Which bodies must go through a step together.
    fn gather(&self) -> Gather;

    /// Changes the ends of a flow.
    ///
    /// # Errors
    /// [`StepFailure::Refused`] if an answer to a contact is not valid.
    fn flow(&mut self, flow: GroundFlow<'_, T, D>) -> Result<(), StepFailure>;

    /// Changes the ends of a flow of bodies that links tie. `advance` gives their ends under constant forces on each \[N\].
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
