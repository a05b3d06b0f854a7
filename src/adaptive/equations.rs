//! The equations that are solved.

/// The equations of motion of one island: `x'' = a(t, x, x', z)`, and for the tail `z' = g(t, x, x', z)`.
///
/// All coordinates are lengths \[m\]. The first come in groups, one for each body, in which a linear law may act.
pub(crate) trait Equations {
    /// Sets the full accelerations \[m/s²\] and the slopes of the tail at coordinates, velocities and tail.
    fn evaluate(
        &mut self,
        time: f64,
        at: [&[f64]; 3],
        accelerations: &mut [f64],
        slopes: &mut [f64],
    );

    /// Sets the accelerations without those of the laws. There is no tail.
    fn evaluate_rest(&mut self, time: f64, x: &[f64], v: &[f64], accelerations: &mut [f64]);

    /// Whether they are those of one body that does not turn, alone.
    #[inline]
    fn is_one_body(&self) -> bool {
        false
    }

    /// [`evaluate`](Self::evaluate) for N coordinates, of one body without a tail, or for [`ANY`](super::ANY).
    #[inline(always)]
    fn evaluate_known<const N: usize>(
        &mut self,
        time: f64,
        at: [&[f64]; 3],
        accelerations: &mut [f64],
        slopes: &mut [f64],
    ) {
        self.evaluate(time, at, accelerations, slopes);
    }

    /// The same of [`evaluate_rest`](Self::evaluate_rest).
    #[inline(always)]
    fn evaluate_rest_known<const N: usize>(
        &mut self,
        time: f64,
        x: &[f64],
        v: &[f64],
        accelerations: &mut [f64],
    ) {
        self.evaluate_rest(time, x, v, accelerations);
    }

    /// From now on forces that are asked for at a later time \[s\] are those at this time: the last one before an announced jump.
    fn evaluate_until(&mut self, latest: f64) {
        let _ = latest;
    }

    /// The first announced jump of a force on the way from one time to another, which may be earlier: the last time before
    /// the jump and the first time after it, in the direction of the way.
    fn next_change(&mut self, from: f64, to: f64) -> Option<[f64; 2]> {
        let _ = (from, to);
        None
    }
}
