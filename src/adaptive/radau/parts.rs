//! Coordinates with one table.

use alloc::vec::Vec;
use core::ops::Range;

use super::nodes::{COUNT, TERMS};
use super::table::{Row, Tables};

/// Neighbouring coordinates with one table: any number under an isotropic law, D under another one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Part {
    pub(super) table: usize,
    pub(super) coordinates: Range<usize>,
}

/// Adds coordinates behind the others.
pub(super) fn add(parts: &mut Vec<Part>, table: usize, axes: usize, is_isotropic: bool) {
    let start = parts.last().map_or(0, |part| part.coordinates.end);
    let end = start + axes;
    match parts.last_mut() {
        Some(last) if is_isotropic && last.table == table => last.coordinates.end = end,
        _ if axes == 0 => {}
        _ => parts.push(Part {
            table,
            coordinates: start..end,
        }),
    }
}

/// `Σ_k X_k g_k` and `Σ_k V_k g_k` at a point, k ≤ 7, for each coordinate.
pub(super) fn displacements<const D: usize>(
    tables: &[Tables<D>],
    parts: &[Part],
    point: usize,
    g: &[[f64; TERMS]],
    mut put: impl FnMut(usize, [f64; 2]),
) {
    for part in parts {
        let rows = tables[part.table].rows(point);
        for coordinate in part.coordinates.clone() {
            let mut sums = [0.0; 2];
            each_row(rows, &part.coordinates, coordinate, |row, from| {
                sums[0] += product(&row.x, &g[from]);
                sums[1] += product(&row.v, &g[from]);
            });
            put(coordinate, sums);
        }
    }
}

/// The rows for the effect on a coordinate, each with the coordinate that has it.
#[inline(always)]
pub(super) fn each_row(
    rows: &[Row],
    coordinates: &Range<usize>,
    coordinate: usize,
    mut with: impl FnMut(&Row, usize),
) {
    if let [row] = rows {
        with(row, coordinate);
        return;
    }
    let axes = coordinates.len();
    let first = (coordinate - coordinates.start) * axes;
    for (row, from) in rows[first..first + axes].iter().zip(coordinates.clone()) {
        with(row, from);
    }
}

/// The sum of the first eight products.
#[inline(always)]
pub(super) fn product(row: &[f64; TERMS], g: &[f64; TERMS]) -> f64 {
    let term = |k: usize| row[k] * g[k];
    const { assert!(COUNT == 8) };
    (term(0) + ((term(1) + term(2)) + (term(3) + term(4)))) + ((term(5) + term(6)) + term(7))
}
