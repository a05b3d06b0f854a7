//! What a law makes of polynomials in time, tabulated for one length of the step.

use alloc::vec::Vec;

use super::law::Law;
use super::moments;
use super::nodes::{COUNT, NEWTON, POINTS, TERMS};

/// Lengths of steps whose tables are kept. A driven oscillation meets 17 of them to 1e-3 m, and takes 2.3 times as long if none is
/// kept from one call to the next.
const KEPT: usize = 32;

/// The effect at one time of an acceleration `Σ g_k Π_k(τ)` and of the law itself, in units of the step h:
///
/// ```text
/// X_k = Σ_m c_km m! M_{m+2}(t)/h^{m+2}       V_k = Σ_m c_km m! M_{m+1}(t)/h^{m+1}       Π_k = Σ_m c_km τᵐ
/// ```
///
/// and for the two pushes of the law `S₁/h²` and `S₂/h³`, `S/h` and `S₁/h²`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Row {
    /// Position per `h²` times a push, and velocity per h times it.
    pub(super) terms: [[f64; 2]; TERMS + 2],
}

impl Row {
    pub(super) const ZERO: Self = Self {
        terms: [[0.0; 2]; TERMS + 2],
    };

    /// After a share of the step, from the moments in units of the time until then.
    pub(super) fn new(share: f64, moments: &[f64; moments::COUNT]) -> Self {
        let mut scaled = [0.0; moments::COUNT];
        let mut power = 1.0;
        for (scaled, moment) in scaled.iter_mut().zip(moments) {
            *scaled = moment * power;
            power *= share;
        }
        let mut row = Self::ZERO;
        let mut factorial = 1.0;
        for m in 0..TERMS {
            factorial *= m.max(1) as f64;
            let (x, v) = (factorial * scaled[m + 2], factorial * scaled[m + 1]);
            for ([row_x, row_v], polynomial) in row.terms.iter_mut().zip(&NEWTON).skip(m) {
                *row_x += polynomial[m] * x;
                *row_v += polynomial[m] * v;
            }
        }
        row.terms[TERMS] = [scaled[2], scaled[1]];
        row.terms[TERMS + 1] = [scaled[3], scaled[2]];
        row
    }
}

/// The rows of all points of a step.
#[derive(Debug, Clone)]
struct Table {
    /// Length of the step \[s\]; NaN if there is none.
    h: f64,
    /// For each point one row, or D × D of them.
    rows: Vec<Row>,
}

/// The tables of one law for the last lengths of steps.
#[derive(Debug, Clone)]
pub(super) struct Tables<const D: usize> {
    pub(super) law: Law<D>,
    ring: Vec<Table>,
    /// The table that is replaced next.
    next: usize,
    selected: usize,
}

impl<const D: usize> Tables<D> {
    pub(super) fn new(law: Law<D>) -> Self {
        let kept = if law.is_free() { 1 } else { KEPT };
        let empty = Table {
            h: f64::NAN,
            rows: alloc::vec![Row::ZERO; COUNT * law.width()],
        };
        Self {
            ring: alloc::vec![empty; kept],
            law,
            next: 0,
            selected: 0,
        }
    }

    /// Selects the table for a length, which is made if it is not kept. A free body has one for all.
    pub(super) fn select(&mut self, h: f64) {
        let h = if self.law.is_free() { 1.0 } else { h };
        if self.ring[self.selected].h == h {
            return;
        }
        if let Some(known) = self.ring.iter().position(|table| table.h == h) {
            self.selected = known;
            return;
        }
        self.selected = self.next;
        self.next = (self.next + 1) % self.ring.len();
        let table = &mut self.ring[self.selected];
        table.h = h;
        let width = self.law.width();
        for (rows, share) in table.rows.chunks_exact_mut(width).zip(POINTS) {
            self.law.rows(share, h, rows);
        }
    }

    /// The rows at a point of the selected table: after node n the point is n - 1, and the end is the last.
    pub(super) fn rows(&self, point: usize) -> &[Row] {
        let width = self.law.width();
        &self.ring[self.selected].rows[point * width..(point + 1) * width]
    }
}
