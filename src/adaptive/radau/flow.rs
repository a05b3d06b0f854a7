//! The flow of the laws at the points of a step.

use core::ops::Range;

use nalgebra::SVector;

use super::nodes::POINTS;
use super::table::Row;
use super::{Place, Radau, Trial, parts};
use crate::flow::LinearLaw;

impl<const D: usize> Radau<D> {
    /// Sets the flow of the laws at all points: `Δv = S a₀ + S₁ (j - K v)`, `Δx = t v + S₁ a₀ + S₂ (j - K v)`.
    pub(super) fn set_flow(&mut self, trial: &Trial<'_>) {
        let Place { x, v, time, .. } = &self.start;
        set_push(&self.laws, [x, v], *time, &mut self.push);
        let h = trial.h;
        for (point, share) in POINTS.into_iter().enumerate() {
            for part in &self.parts {
                let rows = self.tables[part.table].rows(point);
                for d in part.coordinates.clone() {
                    let [dx, dv] = flow_of(rows, &part.coordinates, d, &self.push, h);
                    self.flow[d][point] = [h * share * v[d] + dx, dv];
                }
            }
        }
    }
}

/// Sets the acceleration by the law of each body, and its rate for a fixed state.
fn set_push<const D: usize>(
    laws: &[LinearLaw<f64, D>],
    [x, v]: [&[f64]; 2],
    time: f64,
    push: &mut [[f64; 2]],
) {
    let columns = x.chunks_exact(D).zip(v.chunks_exact(D));
    for ((law, push), (x, v)) in laws.iter().zip(push.chunks_exact_mut(D)).zip(columns) {
        let (x, v) = (SVector::from_column_slice(x), SVector::from_column_slice(v));
        let start = law.acceleration(&x, &v, time);
        let mut slope = law.ramp - v * law.stiffness_per_mass;
        if !law.is_isotropic() {
            slope += law.tide * v;
        }
        for (push, axis) in push.iter_mut().zip(0..D) {
            *push = [start[axis], slope[axis]];
        }
    }
}

/// `S₁ a₀ + S₂ slope` and `S a₀ + S₁ slope` for a coordinate.
pub(super) fn flow_of(
    rows: &[Row],
    coordinates: &Range<usize>,
    coordinate: usize,
    push: &[[f64; 2]],
    h: f64,
) -> [f64; 2] {
    let mut sums = [0.0; 2];
    parts::each_row(rows, coordinates, coordinate, |row, from| {
        let [start, slope] = push[from];
        let [s, s1, s2] = row.flow;
        sums[0] += h * (h * (s1 * start + h * (s2 * slope)));
        sums[1] += h * (s * start + h * (s1 * slope));
    });
    sums
}
