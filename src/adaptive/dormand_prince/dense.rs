//! States inside a step of DOP853, by three further evaluations.

use super::tableau::{ALL_STAGES, DENSE, STAGES, WEIGHTS};
use super::{Columns, DormandPrince, Equations};
use crate::adaptive::ANY;

/// Weights of the slopes in the change of the state a share θ into a step:
/// `θ (b + θ' (p + θ (q + θ' (d₁ + θ (d₂ + θ' (d₃ + θ d₄))))))`, `θ' = 1 - θ`, where p and q meet the slopes at both ends.
pub(super) fn weights(share: f64) -> [f64; ALL_STAGES] {
    let rest = 1.0 - share;
    let mut weights = [0.0; ALL_STAGES];
    for (i, weight) in weights.iter_mut().enumerate() {
        let b = WEIGHTS.get(i).copied().unwrap_or(0.0);
        let start = f64::from(u8::from(i == 0));
        let end = f64::from(u8::from(i == STAGES));
        let [d1, d2, d3, d4] = DENSE.map(|row| row[i]);
        let tail = d1 + share * (d2 + rest * (d3 + share * d4));
        *weight = share * (b + rest * (start - b + share * (2.0 * b - start - end + rest * tail)));
    }
    weights
}

impl DormandPrince {
    /// Prepares states inside the last step, of length h from `start` to `end`. `slopes` and accelerations at the end are
    /// evaluated here if they are not known.
    pub(in crate::adaptive) fn prepare(
        &mut self,
        equations: &mut impl Equations,
        [time, h]: [f64; 2],
        [start, end]: [&Columns; 2],
        known: Option<[&[f64]; 2]>,
    ) -> u64 {
        if self.is_dense {
            return 0;
        }
        self.is_dense = true;
        let mut first = STAGES;
        if let Some([accelerations, slopes]) = known {
            self.velocities.set::<ANY>(STAGES, &end.v);
            self.accelerations.set::<ANY>(STAGES, accelerations);
            self.slopes.set::<ANY>(STAGES, slopes);
            first += 1;
        }
        let (stages, step) = (first..ALL_STAGES, [time, h]);
        self.evaluate::<ANY>(equations, stages, step, start).1
    }

    /// Sets `at` to the state a share θ into the step of length h that began at `start`.
    pub(in crate::adaptive) fn sample(
        &self,
        h: f64,
        start: &Columns,
        share: f64,
        at: &mut Columns,
    ) {
        self.changes::<ANY, ALL_STAGES>(&weights(share), h, at);
        for (values, starts) in [
            (&mut at.x, &start.x),
            (&mut at.v, &start.v),
            (&mut at.z, &start.z),
        ] {
            for (value, start) in values.iter_mut().zip(starts) {
                *value += start;
            }
        }
    }
}
