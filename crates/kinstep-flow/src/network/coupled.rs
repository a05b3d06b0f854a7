//! The motion of modes that damping couples.

use alloc::vec::Vec;

use nalgebra::ComplexField;

use super::basis::{Blocks, Pair, mapped, padded};
use super::doubling::{Doubling, DoublingRoom};
use super::modes::Coupling;
use super::wide_matrix::{ONE, WideMatrix, ZERO};
use crate::numbers::DoubleDouble;

/// Maximum of `|B| h` and `√|K| h` for which measurements showed that the doubling is accurate.
const LARGEST: f64 = 1e5;

/// For a time that consists of more than 2¹² parts there is no result.
const MOST_PARTS: u32 = 12;

/// The map of coupled modes for a part of the time. It is applied once for each part.
///
/// ```text
/// a'' = f - B a' - K a        B = Qᵀ D̂ Q, K = Λ
/// a' - a = -S₁ K a + S b + S₁ f + S₂ f'        b' - b = -S K a - (S B + S₁ K) b + S f + S₁ f'
/// ```
///
/// S, S₁ and S₂ are computed by power series and doublings, like those of a law with matrices
/// (`flow::gyration`). The doublings use the coordinates of the modes of the stiffness matrix,
/// because in the coordinates of the bodies the effects of stiff and soft links would mix.
/// `flow::gyration` is for matrices of fixed size, which fit into registers, and also for times
/// after which all motion has decayed. This map is for 2 to 32 modes, and for `|B| h` and `√|K| h`
/// up to 10⁵.
#[derive(Debug)]
pub(super) struct CoupledMap {
    /// Length of a part \[s\], and the number of parts.
    part: f64,
    parts: u32,
    /// Six square blocks: position per position, position per velocity, velocity per position,
    /// velocity per velocity, S₁ and S₂.
    blocks: Vec<f64>,
}

impl Clone for CoupledMap {
    fn clone(&self) -> Self {
        // the plain clone of a vector has no spare capacity
        let mut blocks = Vec::with_capacity(self.blocks.capacity());
        blocks.extend_from_slice(&self.blocks);
        Self { blocks, ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        (self.part, self.parts) = (source.part, source.parts);
        self.blocks.clone_from(&source.blocks);
    }
}

impl CoupledMap {
    pub(super) fn empty() -> Self {
        Self {
            part: 0.0,
            parts: 0,
            blocks: Vec::new(),
        }
    }

    /// Allocates memory for the blocks.
    pub(super) fn reserve(&mut self, coupling: &Coupling) {
        let n = coupling.damping.size();
        self.blocks.reserve_exact(6 * n * padded(n));
    }

    /// Prepares the map for a time `dt` \[s\].
    pub(super) fn prepare(&mut self, coupling: &Coupling, dt: f64, room: &mut DoublingRoom) {
        let rate = rate(coupling);
        let (mut part, mut halvings) = (dt, 0);
        while rate * ComplexField::abs(part) > LARGEST && halvings <= MOST_PARTS {
            part *= 0.5;
            halvings += 1;
        }
        self.part = part;
        self.parts = 1 << halvings.min(MOST_PARTS);
        let n = coupling.damping.size();
        self.blocks.clear();
        self.blocks.resize(6 * n * padded(n), f64::NAN);
        // false for NaN
        if rate * ComplexField::abs(part) <= LARGEST {
            let doubling = Doubling::new(coupling, rate, part, room);
            self.fill(&doubling, coupling, part);
            doubling.give_back(room);
        }
    }

    fn fill(&mut self, doubling: &Doubling, coupling: &Coupling, time: f64) {
        let Doubling {
            stay,
            left,
            velocity,
            position,
            ramp,
        } = doubling;
        let n = stay.size();
        let block = n * padded(n);
        let tau = DoubleDouble::from(time);
        let of = |matrix: &WideMatrix, mode, other, powers: i32| {
            (0..powers).fold(matrix.at(mode, other), |entry, _| entry * tau)
        };
        let without_one = |matrix: &WideMatrix, mode, other| {
            let one = if mode == other { ONE } else { ZERO };
            matrix.at(mode, other) + one.scaled(-1.0)
        };
        for mode in 0..n {
            for other in 0..n {
                // transposed: each row is that of the mode that causes the change
                let index = other * padded(n) + mode;
                let by_velocity = of(velocity, mode, other, 1);
                let back = (by_velocity * coupling.stiffness[other]).scaled(-1.0);
                let entries = [
                    without_one(stay, mode, other),
                    by_velocity,
                    back,
                    without_one(left, mode, other),
                    of(position, mode, other, 2),
                    of(ramp, mode, other, 3),
                ];
                for (number, entry) in entries.into_iter().enumerate() {
                    self.blocks[number * block + index] = entry.value();
                }
            }
        }
    }

    /// Computes the changes of modal states during the whole time. The accelerations consist of a
    /// constant and a ramp that starts at the start of the step. `states` is overwritten.
    pub(super) fn change<const D: usize>(
        &self,
        states: &mut [Pair<D>],
        accelerations: &mut [Pair<D>],
        changes: &mut [Pair<D>],
        starts: &mut [Pair<D>],
    ) {
        let mut blocks = (self.blocks).chunks_exact((states.len() * padded(states.len())).max(1));
        let [stay, s, back, left, s1, s2] =
            core::array::from_fn(|_| blocks.next().unwrap_or_default());
        if s2.is_empty() {
            return;
        }
        let blocks = Blocks {
            by_position: [stay, back],
            by_velocity: [s, left],
            by_constant: [s1, s],
            by_ramp: [s2, s1],
        };
        if self.parts == 1 {
            mapped(&blocks, states, accelerations, changes);
            return;
        }
        starts.copy_from_slice(states);
        for _ in 0..self.parts {
            mapped(&blocks, states, accelerations, changes);
            add_all(states, changes);
            for [constant, ramp] in &mut *accelerations {
                for axis in 0..D {
                    constant[axis] += ramp[axis] * self.part;
                }
            }
        }
        for ((change, state), start) in changes.iter_mut().zip(states).zip(starts) {
            for part in 0..2 {
                for axis in 0..D {
                    change[part][axis] = state[part][axis] - start[part][axis];
                }
            }
        }
    }
}

fn add_all<const D: usize>(states: &mut [Pair<D>], changes: &[Pair<D>]) {
    for (state, change) in states.iter_mut().zip(changes) {
        for part in 0..2 {
            for axis in 0..D {
                state[part][axis] += change[part][axis];
            }
        }
    }
}

/// Returns the larger of `|B|` and `√|K|` \[1/s\].
fn rate(coupling: &Coupling) -> f64 {
    let matrix = &coupling.damping;
    let rows = matrix.high().chunks(matrix.size().max(1));
    let sums = rows.map(|row| (row.iter()).fold(0.0, |sum, entry| sum + ComplexField::abs(*entry)));
    let damping = sums.fold(0.0, f64::max);
    (coupling.stiffness.iter())
        .map(|value| ComplexField::sqrt(ComplexField::abs(value.high)))
        .fold(damping, f64::max)
}
