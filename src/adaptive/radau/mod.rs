//! Gauss–Radau collocation in the frame of the exact flow of laws.
//!
//! The rest of the acceleration, N, is a polynomial of degree 7 in time, which meets it at eight nodes; motion under the laws
//! and that polynomial together is exact (Everhart 1985, without laws):
//!
//! ```text
//! x'' = law(t, x, x') + N      N(t₀ + τh) = Σ_k g_k Π_k(τ)      Π_k = (τ - h₀) … (τ - h_{k-1})
//! x(τ) = Φ_x + h² Σ_k X_k(τ) g_k       v(τ) = Φ_v + h Σ_k V_k(τ) g_k       Φ: the flow of the laws alone
//! ```
//!
//! The order is 15, and stiffness of the laws does not limit the step.

mod axes;
mod dense;
mod estimate;
mod law;
mod law_pushes;
mod matrices;
mod moments;
mod nodes;
mod parts;
mod predict;
mod rung;
mod step;
mod table;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::mem::swap;

use super::length::reset_all;
use super::{Columns, Equations, Norm, Setup};
use crate::flow::LinearLaw;
use dense::Accepted;
use law::Law;
use nodes::Pushes;
use parts::Part;
use predict::History;
use table::Tables;

/// A step to be tried.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trial<'a> {
    /// \[s\]
    pub(super) time: f64,
    /// \[s\], of either sign.
    pub(super) h: f64,
    pub(super) state: &'a Columns,
}

/// What a tried step came to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Outcome {
    /// Error in tolerances: accepted if it is below 1; infinite if something is not finite or the sweeps do not converge.
    pub(super) error: f64,
    /// The coordinate with the largest error.
    pub(super) coordinate: usize,
    /// Factor for the length of the next step, or of the same step again.
    pub(super) factor: f64,
    pub(super) evaluations: u64,
}

/// Tables of so many laws are kept for the next component.
const MOST_LAWS: usize = 64;

/// A time and a state with the rest of the acceleration there.
#[derive(Debug, Clone, Default)]
struct Place {
    time: f64,
    x: Vec<f64>,
    v: Vec<f64>,
    /// N \[m/s²\].
    rest: Vec<f64>,
    /// Whether N has been evaluated.
    is_known: bool,
}

impl Place {
    fn reset(&mut self, count: usize) {
        reset_all([&mut self.x, &mut self.v, &mut self.rest], count, 0.0);
        self.is_known = false;
    }
}

/// The method, with its tables and what it predicts from the last step.
#[derive(Debug, Clone)]
pub(super) struct Radau<const D: usize> {
    norm: Norm,
    is_sampled: bool,
    /// The first is that of a free body.
    tables: Vec<Tables<D>>,
    /// Coordinates that share a table.
    parts: Vec<Part>,
    laws: Vec<LinearLaw<f64, D>>,
    start: Place,
    end: Place,
    /// Length of the step tried last \[s\].
    h: f64,
    /// Whether the step tried last has not been accepted.
    is_refused: bool,
    /// The contraction of the sweeps of the last step.
    contraction: f64,
    /// What moves each coordinate.
    pushes: Vec<Pushes>,
    /// Change of the pushes by the last sweep.
    correction: Vec<Pushes>,
    /// `h² X₈ g₈` and `h V₈ g₈` at the end, for each coordinate.
    misfit: Vec<[f64; 2]>,
    /// The errors of the step tried last, in tolerances, or what is left of those before if that is more.
    errors: [f64; 3],
    tolerance: Vec<f64>,
    history: History,
    accepted: Accepted,
}

impl<const D: usize> Default for Radau<D> {
    fn default() -> Self {
        Self {
            norm: Norm {
                length: 0.0,
                relative: 0.0,
                epsilon: f64::EPSILON,
            },
            is_sampled: false,
            tables: Vec::new(),
            parts: Vec::new(),
            laws: Vec::new(),
            start: Place::default(),
            end: Place::default(),
            h: 0.0,
            is_refused: false,
            contraction: step::FIRST_CONTRACTION,
            pushes: Vec::new(),
            correction: Vec::new(),
            misfit: Vec::new(),
            errors: [0.0; 3],
            tolerance: Vec::new(),
            history: History::default(),
            accepted: Accepted::default(),
        }
    }
}

impl<const D: usize> Radau<D> {
    /// Begins with another component; tables of laws known before are kept.
    pub(super) fn begin(&mut self, setup: &Setup<'_, D>) {
        let count = setup.count;
        (self.norm, self.is_sampled) = (setup.norm, setup.is_sampled);
        self.laws.clear();
        self.laws.extend(setup.laws.iter().take(count / D.max(1)));
        self.begin_parts(count);
        for place in [&mut self.start, &mut self.end, &mut self.accepted.start] {
            place.reset(count);
        }
        let kept = &mut self.accepted;
        let pushes = [&mut self.pushes, &mut self.correction, &mut kept.pushes];
        reset_all(pushes, count, Pushes::default());
        reset_all([&mut self.misfit, &mut kept.misfit], count, [0.0; 2]);
        reset_all([&mut self.tolerance], count, 0.0);
        self.history.reset(count);
        self.forget();
    }

    /// Finds or makes the tables of the laws.
    fn begin_parts(&mut self, count: usize) {
        if self.tables.len() > MOST_LAWS {
            self.tables.clear();
        }
        if self.tables.is_empty() {
            self.tables.push(Tables::new(Law::new(&LinearLaw::free())));
        }
        self.parts.clear();
        for law in &self.laws {
            let mut known = self.parts.last().map_or(0, |part: &Part| part.table);
            if !self.tables[known].law.is_of(law) {
                let found = self.tables.iter().position(|table| table.law.is_of(law));
                known = found.unwrap_or(self.tables.len());
                if found.is_none() {
                    self.tables.push(Tables::new(Law::new(law)));
                }
            }
            let is_isotropic = self.tables[known].law.is_isotropic();
            parts::add(&mut self.parts, known, D, is_isotropic);
        }
        let free = count - self.laws.len() * D;
        parts::add(&mut self.parts, 0, free, true);
    }

    /// Forgets what it knows of the last step, as after a jump.
    pub(super) fn forget(&mut self) {
        self.start.is_known = false;
        self.end.is_known = false;
        self.is_refused = false;
        self.contraction = step::FIRST_CONTRACTION;
        self.history.forget();
        self.accepted.errors = [0.0; 3];
    }

    /// The next length down to which steps are rounded, so that tables serve again: `±2^(k/4)`.
    pub(super) fn rung(h: f64) -> f64 {
        rung::rung(h)
    }

    /// The step tried last is accepted: what follows starts from its end.
    pub(super) fn accept(&mut self) {
        if !self.end.is_known {
            return;
        }
        self.history.keep(&self.pushes, self.h);
        self.accepted.h = self.h;
        self.accepted.errors = self.errors;
        swap(&mut self.accepted.pushes, &mut self.pushes);
        swap(&mut self.accepted.misfit, &mut self.misfit);
        swap(&mut self.accepted.start, &mut self.start);
        swap(&mut self.start, &mut self.end);
        self.end.is_known = false;
        self.is_refused = false;
    }
}
