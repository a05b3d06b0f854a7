//! States inside a step.

use alloc::vec::Vec;

use super::nodes::{COUNT, Pushes};
use super::parts::{product, sum};
use super::table::Row;
use super::{Columns, Place, Radau, parts};

/// The last accepted step.
#[derive(Debug, Clone, Default)]
pub(super) struct Accepted {
    pub(super) start: Place,
    /// \[s\]
    pub(super) h: f64,
    /// As in [`Radau`].
    pub(super) pushes: Vec<Pushes>,
    pub(super) misfit: Vec<[f64; 2]>,
    pub(super) errors: [f64; 3],
}

impl<const D: usize> Radau<D> {
    /// Sets `at` to the state a share θ, from 0 to 1, into the last accepted step.
    ///
    /// `g₈` is included, less the cubic that meets its misfit at the end: the motion is continuous, with its velocity.
    pub(in crate::adaptive) fn sample(&self, share: f64, at: &mut Columns) {
        let Accepted {
            start,
            h,
            pushes,
            misfit,
            ..
        } = &self.accepted;
        let h = *h;
        at.reset(start.x.len(), 0);
        let mut room = [[Row::ZERO; D]; D];
        let room = room.as_flattened_mut();
        let mut made = usize::MAX;
        for part in &self.parts {
            let law = &self.tables[part.table].law;
            let width = law.width();
            if made != part.table {
                law.rows(share, h, &mut room[..width]);
                made = part.table;
            }
            let rows = &room[..width];
            for d in part.coordinates.clone() {
                let mut sums = [0.0; 2];
                parts::each_row(rows, &part.coordinates, d, |row, from| {
                    let pushes = &pushes[from];
                    let last = row.terms[COUNT].map(|term| term * pushes[COUNT]);
                    sums = sum(sums, sum(product(row, pushes), last));
                });
                let [more_x, more_v] = cubic(&misfit[d], share, h);
                let x = h * (h * sums[0]) - more_x;
                at.x[d] = start.x[d] + (h * share * start.v[d] + x);
                at.v[d] = start.v[d] + (h * sums[1] - more_v);
            }
        }
    }
}

/// The cubic in time that is zero with its velocity at the start, and meets a position and a velocity at the end.
fn cubic(&[x, v]: &[f64; 2], share: f64, h: f64) -> [f64; 2] {
    let square = share * share;
    [
        square * (x * (3.0 - 2.0 * share) + h * v * (share - 1.0)),
        share * (x / h * (6.0 - 6.0 * share) + v * (3.0 * share - 2.0)),
    ]
}
