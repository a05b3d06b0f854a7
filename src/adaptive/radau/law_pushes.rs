//! The accelerations by the laws at the start of a step, and their rates.

use nalgebra::SVector;

use super::nodes::TERMS;
use super::{Place, Radau, Trial};

impl<const D: usize> Radau<D> {
    /// Sets the pushes of the laws: `Δv = S a₀ + S₁ (j - K v)`, `Δx = t v + S₁ a₀ + S₂ (j - K v)`.
    pub(super) fn set_law_pushes(&mut self, trial: &Trial<'_>) {
        let Place { x, v, time, .. } = &self.start;
        let columns = x.chunks_exact(D).zip(v.chunks_exact(D));
        let pushes = self.pushes.chunks_exact_mut(D);
        for ((law, pushes), (x, v)) in self.laws.iter().zip(pushes).zip(columns) {
            let (x, v) = (SVector::from_column_slice(x), SVector::from_column_slice(v));
            let start = law.acceleration(&x, &v, *time);
            let mut rate = law.ramp - v * law.stiffness_per_mass;
            if !law.is_isotropic() {
                rate += law.tide * v;
            }
            for (pushes, axis) in pushes.iter_mut().zip(0..D) {
                (pushes[TERMS], pushes[TERMS + 1]) = (start[axis], trial.h * rate[axis]);
            }
        }
    }
}
