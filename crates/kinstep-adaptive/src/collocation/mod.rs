//! Gauss–Radau collocation in the frame of the exact flow of laws.
//!
//! N, the acceleration apart from the laws, is approximated by a polynomial of degree 7 in time,
//! which interpolates N at eight nodes. The motion under the laws and this polynomial together is
//! exact (Everhart 1985, without laws):
//!
//! ```text
//! x'' = law(t, x, x') + N      N(t₀ + τh) = Σ_k g_k Π_k(τ)      Π_k = (τ - h₀) … (τ - h_{k-1})
//! x(τ) = Φ_x + h² Σ_k X_k(τ) g_k       v(τ) = Φ_v + h Σ_k V_k(τ) g_k       Φ: the flow of the laws alone
//! ```
//!
//! The order is 15, and the stiffness of the laws does not limit the step.

mod moments;
mod step;
mod tables;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use super::state::reset_all;
use super::{Attempt, Columns};
use crate::flow::LinearLaw;
use nalgebra::SVector;
pub(super) use tables::Tables;
use tables::{BINOMIALS, COUNT, NEWTON, POWERS, Pushes, TERMS};
use tables::{Part, Row, each_row, sum};

/// Ratio of a step length to the previous one above which the polynomial of the step is not
/// predicted.
const LONGEST_PREDICTED: f64 = 8.0;

/// The motion of one island by collocation. The first trial allocates the memory.
#[derive(Debug, Clone, Default)]
pub(super) struct Collocation<const D: usize> {
    is_sampled: bool,
    /// Coordinates that share tables; empty before the first trial.
    parts: Vec<Part>,
    /// The acceleration N at the start and at the end of the step tried last \[m/s²\].
    rest: [Vec<f64>; 2],
    /// Whether N at the start of the next step is known.
    is_known: bool,
    /// Whether the step tried last was rejected.
    is_refused: bool,
    /// Contraction of the changes by each sweep of the last step.
    contraction: f64,
    /// The pushes of each coordinate in the step tried last.
    pushes: Vec<Pushes>,
    /// Change of the pushes by the last sweep.
    correction: Vec<Pushes>,
    /// For each coordinate, `h² X₈ g₈` and `h V₈ g₈` at the end of the step.
    misfit: Vec<[f64; 2]>,
    /// The errors of the step tried last, in tolerances, or the decayed earlier errors if these are
    /// larger.
    errors: [f64; 3],
    accepted: Accepted,
}

/// Data of the last accepted step that the next step needs.
#[derive(Debug, Clone, Default)]
struct Accepted {
    /// Length of the step \[s\]; zero if unknown.
    h: f64,
    /// Coefficients of the polynomial N in powers of τ for each coordinate \[m/s²\]; the constant
    /// term, at index 0, is not used.
    powers: Vec<[f64; COUNT]>,
    errors: [f64; 3],
}

impl<const D: usize> Collocation<D> {
    /// Prepares for another island.
    pub(super) fn begin(&mut self, is_sampled: bool) {
        self.is_sampled = is_sampled;
        self.parts.clear();
        self.forget();
    }

    /// Allocates memory for the first trial.
    #[inline(never)]
    fn make_room(&mut self, laws: &[LinearLaw<f64, D>], count: usize, tables: &mut Tables<D>) {
        tables.set_parts(laws, count, &mut self.parts);
        reset_all(&mut self.rest, count, 0.0);
        reset_all(
            [&mut self.pushes, &mut self.correction],
            count,
            Pushes::default(),
        );
        reset_all([&mut self.misfit], count, [0.0; 2]);
        reset_all([&mut self.accepted.powers], count, [0.0; COUNT]);
    }

    /// Forgets all data of the last step, as after a jump.
    pub(super) fn forget(&mut self) {
        self.is_known = false;
        self.is_refused = false;
        self.contraction = step::FIRST_CONTRACTION;
        (self.accepted.h, self.accepted.errors) = (0.0, [0.0; 3]);
    }

    /// Accepts the step tried last, of length h \[s\]: the next step starts from the end of this step.
    pub(super) fn accept(&mut self, h: f64) {
        self.rest.swap(0, 1);
        self.is_refused = false;
        (self.accepted.h, self.accepted.errors) = (h, self.errors);
        for (powers, g) in self.accepted.powers.iter_mut().zip(&self.pushes) {
            for m in 1..COUNT {
                powers[m] = (m..COUNT).map(|k| NEWTON[k][m] * g[k]).sum();
            }
        }
    }

    /// Sets `g₁` to `g₈` to the polynomial of the last step, continued to a step of length h \[s\],
    /// or to zero. Returns whether the polynomial was continued.
    ///
    /// ```text
    /// b_j = q^j Σ_{k ≥ j} C(k, j) b_k,old       q = h/h_old
    /// ```
    ///
    /// Everhart's method also adds the difference of the old coefficients b and their prediction,
    /// which carries the remainder of the sweeps from step to step. With this difference, an equal
    /// error needed up to 53 % more evaluations in strong drag, and 43 % more on a spring with
    /// quadratic drag.
    fn predict(&mut self, h: f64) -> bool {
        let q = h / self.accepted.h;
        let is_predicted = !self.is_refused && q > 0.0 && q <= LONGEST_PREDICTED;
        for (g, powers) in self.pushes.iter_mut().zip(&self.accepted.powers) {
            g[1..=COUNT].fill(0.0);
            if !is_predicted {
                continue;
            }
            let (mut predicted, mut factor) = ([0.0; COUNT], 1.0);
            for j in 1..COUNT {
                factor *= q;
                let moved: f64 = (j..COUNT).map(|k| BINOMIALS[k][j] * powers[k]).sum();
                predicted[j] = factor * moved;
            }
            for k in 1..COUNT {
                g[k] = (k..COUNT).map(|m| POWERS[m][k] * predicted[m]).sum();
            }
        }
        is_predicted
    }

    /// Sets the pushes of the laws: `Δv = S a₀ + S₁ (j - K v)`, `Δx = t v + S₁ a₀ + S₂ (j - K v)`.
    fn set_law_pushes(&mut self, laws: &[LinearLaw<f64, D>], step: &Attempt<'_>) {
        let Columns { x, v, .. } = step.start;
        let columns = x.chunks_exact(D).zip(v.chunks_exact(D));
        let pushes = self.pushes.chunks_exact_mut(D);
        for ((law, pushes), (x, v)) in laws.iter().zip(pushes).zip(columns) {
            let (x, v) = (SVector::from_column_slice(x), SVector::from_column_slice(v));
            let start = law.acceleration(&x, &v, step.time);
            let mut rate = law.ramp - v * law.stiffness_per_mass;
            if !law.is_isotropic() {
                rate += law.tide * v;
            }
            for (pushes, axis) in pushes.iter_mut().zip(0..D) {
                (pushes[TERMS], pushes[TERMS + 1]) = (start[axis], step.h * rate[axis]);
            }
        }
    }

    /// Moves `at` from the start of the last step, of length h \[s\], to a share θ of the step.
    ///
    /// The effect of `g₈` is included, minus a cubic polynomial that equals the misfit of `g₈` at
    /// the end. So position and velocity are continuous.
    pub(super) fn sample(&self, tables: &Tables<D>, h: f64, share: f64, at: &mut Columns) {
        let mut room = [[Row::ZERO; D]; D];
        let room = room.as_flattened_mut();
        let mut made = usize::MAX;
        for part in &self.parts {
            let law = &tables.laws[part.law];
            let rows = &mut room[..law.width];
            if made != part.law {
                law.set_rows(share, h, rows);
                made = part.law;
            }
            for d in part.coordinates.clone() {
                let mut sums = [0.0; 2];
                each_row(rows, &part.coordinates, d, |row, from| {
                    let pushes = &self.pushes[from];
                    let last = row.terms[COUNT].map(|term| term * pushes[COUNT]);
                    sums = sum(sums, sum(row.times(pushes), last));
                });
                let [more_x, more_v] = cubic(&self.misfit[d], share, h);
                at.x[d] += h * share * at.v[d] + (h * (h * sums[0]) - more_x);
                at.v[d] += h * sums[1] - more_v;
            }
        }
    }
}

/// Returns the cubic polynomial in time that has value and velocity zero at the start, and the
/// given position and velocity at the end.
fn cubic(&[x, v]: &[f64; 2], share: f64, h: f64) -> [f64; 2] {
    let square = share * share;
    [
        square * (x * (3.0 - 2.0 * share) + h * v * (share - 1.0)),
        share * (x / h * (6.0 - 6.0 * share) + v * (3.0 * share - 2.0)),
    ]
}
