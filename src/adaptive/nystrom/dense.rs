//! States inside a step of RKN 12(10), without further evaluations.

use super::basis::{AT, ONCE, SHARE, TWICE};
use super::{Nystrom, STAGES};
use crate::adaptive::{ANY, Columns};

/// Weights of the accelerations in the changes of coordinates and velocities a share θ into a step: the integrals of the
/// polynomial of degree 10 through eleven accelerations. The weights of the pair are those of θ = 1.
pub(super) fn weights(share: f64) -> [[f64; STAGES]; 2] {
    let s = 2.0 * share - 1.0;
    let mut chebyshev = [
        1.0, s, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    ];
    for k in 2..chebyshev.len() {
        chebyshev[k] = 2.0 * s * chebyshev[k - 1] - chebyshev[k - 2];
    }
    let sum = |row: &[f64]| -> f64 { row.iter().zip(&chebyshev).map(|(a, t)| a * t).sum() };
    let mut weights = [[0.0; STAGES]; 2];
    for (j, stage) in AT.into_iter().enumerate() {
        weights[0][stage] = sum(&TWICE[j]);
        weights[1][stage] = sum(&ONCE[j]);
    }
    for row in &mut weights {
        // the acceleration at the end is a mean of those of the last two stages
        let end = row[STAGES - 2];
        row[STAGES - 2] = SHARE * end;
        row[STAGES - 1] = (1.0 - SHARE) * end;
    }
    weights
}

impl Nystrom {
    /// Sets `at` to the state a share θ into the step of length h that began at `start`.
    pub(in crate::adaptive) fn sample(
        &self,
        h: f64,
        start: &Columns,
        share: f64,
        at: &mut Columns,
    ) {
        let [twice, once] = weights(share);
        let (x, v) = (&start.x, &start.v);
        self.accelerations.pairs::<ANY, STAGES>(
            [&twice, &once],
            x.len(),
            |i, [place, velocity]| {
                at.x[i] = x[i] + (share * h * v[i] + h * h * place);
                at.v[i] = v[i] + h * velocity;
            },
        );
    }
}
