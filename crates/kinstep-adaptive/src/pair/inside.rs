//! States inside a step.

use super::tables::{
    DOP853_A, DOP853_DENSE, Dop853, MOST_STAGES, RKN_NODES, Table, Weights, product,
};
use super::{Pair, set, sums};
use crate::{ANY, Attempt, Columns, Equations, Workspace};

/// Stages of RKN 12(10) whose accelerations a polynomial of degree 10 interpolates. The last node, at the end of the step,
/// has the mean of two stages.
pub(super) const MET: [usize; 11] = [0, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// Share of the second last stage in the mean at the end; the last stage has the rest.
const END_SHARE: f64 = -0.5778036730219959;

/// Points between -1 and 1, and weights, of a Gauss quadrature exact to degree 11; each point is used with both signs.
const GAUSS: [[f64; 2]; 3] = [
    [0.238_619_186_083_196_9, 0.467_913_934_572_691],
    [0.661_209_386_466_264_5, 0.360_761_573_048_138_6],
    [0.932_469_514_203_152, 0.171_324_492_379_170_35],
];

/// Weights of the accelerations at a share θ of a step of RKN 12(10), in the changes of coordinates, per `h²`, and of
/// velocities, per h: `∫₀^θ (θ - s) ℓ_j ds` and `∫₀^θ ℓ_j ds`, with the Lagrange polynomials ℓ of the interpolated nodes. At
/// θ = 1 they equal the weights of the pair.
pub(super) fn nystrom_weights(share: f64) -> [Weights; 2] {
    let mut weights = [[0.0; MOST_STAGES]; 2];
    for [point, weight] in GAUSS {
        for point in [point, -point] {
            // as a share of [0, θ]
            let at = 0.5 + 0.5 * point;
            let weight = 0.5 * weight * share;
            for stage in MET {
                let mut value = 1.0;
                for other in MET {
                    if other != stage {
                        let node = RKN_NODES[other];
                        value *= (share * at - node) / (RKN_NODES[stage] - node);
                    }
                }
                weights[0][stage] += weight * share * (1.0 - at) * value;
                weights[1][stage] += weight * value;
            }
        }
    }
    for row in &mut weights {
        let end = row[15];
        (row[15], row[16]) = (END_SHARE * end, (1.0 - END_SHARE) * end);
    }
    weights
}

/// Weights of slopes in the change of the state at a share θ of a step of DOP853:
/// `θ (b + θ' (p + θ (q + θ' (d₁ + θ (d₂ + θ' (d₃ + θ d₄))))))`, `θ' = 1 - θ`, where p and q match the slopes at both ends.
pub(super) fn dop853_weights(share: f64) -> Weights {
    let rest = 1.0 - share;
    let mut weights = [0.0; MOST_STAGES];
    let stages = DOP853_DENSE.len() / 4;
    for (i, weight) in weights[..stages].iter_mut().enumerate() {
        let b = DOP853_A[Dop853::STAGES][i];
        let start = f64::from(u8::from(i == 0));
        let end = f64::from(u8::from(i == Dop853::STAGES));
        let [d1, d2, d3, d4] = [0, 1, 2, 3].map(|row| DOP853_DENSE[stages * row + i]);
        let tail = d1 + share * (d2 + rest * (d3 + share * d4));
        *weight = share * (b + rest * (start - b + share * (2.0 * b - start - end + rest * tail)));
    }
    weights
}

impl Pair {
    /// Prepares states inside the last step: DOP853 takes three more evaluations, and one at the end if accelerations and
    /// slopes are not known there. Returns the number of evaluations.
    pub(crate) fn prepare<const D: usize>(
        &mut self,
        equations: &mut impl Equations,
        step: &Attempt<'_>,
        known: Option<[&[f64]; 2]>,
        work: &mut Workspace<D>,
    ) -> u64 {
        let (mut stages, mut evaluations) = (Dop853::STAGES..Dop853::STAGES + 4, 0);
        if self.is_dense || self.is_nystrom() {
            return 0;
        }
        self.is_dense = true;
        if let Some([accelerations, slopes]) = known {
            set::<ANY>(&mut self.accelerations, stages.start, accelerations);
            set::<ANY>(&mut self.slopes, stages.start, slopes);
            stages.start += 1;
        }
        // an acceleration that is not finite shows in the state
        let _ = self.evaluate::<Dop853, ANY, D>(equations, step, stages, work, &mut evaluations);
        evaluations
    }

    /// Moves `at` from the start of the last step, of length h \[s\], to a share θ of the step.
    pub(crate) fn sample<const D: usize>(
        &self,
        h: f64,
        share: f64,
        at: &mut Columns,
        work: &mut Workspace<D>,
    ) {
        let [places, velocities] = if self.is_nystrom() {
            nystrom_weights(share)
        } else {
            let weights = dop853_weights(share);
            let [places] = product(&[weights], &DOP853_A);
            [places, weights]
        };
        let room = &mut work.change;
        let add = |[start]: [f64; 1], sum: f64| start + h * sum;
        let of_place = |[x, v]: [f64; 2], sum: f64| x + (share * h * v + h * (h * sum));
        let (accelerations, slopes) = (&self.accelerations, &self.slopes);
        sums::<ANY, MOST_STAGES, 2>(
            accelerations,
            &places,
            [&at.x, &at.v],
            &mut room.x,
            of_place,
        );
        sums::<ANY, MOST_STAGES, 1>(accelerations, &velocities, [&at.v], &mut room.v, add);
        sums::<ANY, MOST_STAGES, 1>(slopes, &velocities, [&at.z], &mut room.z, add);
        at.clone_from(room);
    }
}
