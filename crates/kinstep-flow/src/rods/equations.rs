//! The equations of a step, their derivative, and the corrections of the unknowns.

use super::newton::{Newton, Part};
use super::parts::{Action, BodyPart};
use super::turn::Turn;
use crate::numbers::{extent, largest};
use alloc::vec::Vec;
use nalgebra::{Matrix3, Matrix3x6, Matrix6x3, SMatrix, SVector, Vector3};

impl<const D: usize> Newton<D> {
    /// Computes the negative residual and the derivative of the residual.
    pub(super) fn assemble(&mut self, part: &Part) {
        self.band.clear();
        let span = &part.span;
        for (index, body) in self.bodies.iter().enumerate() {
            let mut acceleration = self.accelerations[index];
            let mut block = SMatrix::identity();
            if let Some(matrix) = &body.from_position {
                acceleration += matrix * self.moves[index] * 0.5;
                block -= matrix * (0.5 * span.of_forces);
            }
            let rest = acceleration * span.of_forces - self.deviations[index];
            add_block(&mut self.band, [body.row; 2], &(block * body.mass));
            self.right[body.row..body.row + D].copy_from_slice((rest * body.mass).as_slice());
        }
        for turn in &self.turns {
            let row = self.bodies[turn.body].row;
            let (residual, block) = (turn.residual(), turn.stiffness());
            for (x, first) in turning_numbers::<D>().iter().enumerate().skip(D) {
                self.right[row + x] = -residual[first - 3];
                for (y, second) in turning_numbers::<D>().iter().enumerate().skip(D) {
                    let entry = block[(first - 3, second - 3)];
                    self.band.add(row + x, row + y, entry);
                }
            }
        }
        let (bodies, band, right) = (&self.bodies, &mut self.band, &mut self.right);
        for link in &self.links {
            let [first, second] = link.ends;
            let before = self.positions[first] - self.positions[second];
            let change = self.moves[first] - self.moves[second];
            let action = link.action(span, part.middle, [&before, &change]);
            act(bodies, band, right, link.ends, &action);
        }
        for bond in &mut self.bonds {
            let [first, second] = bond.bond.ends;
            let change = self.moves[first] - self.moves[second];
            if !bond.is_mounted() {
                let action = bond.action(span, &change);
                act(bodies, band, right, bond.bond.ends, &action);
                continue;
            }
            let [first, second] = bond.mounts.map(|mount| mount.displacement(&self.turns));
            let action = bond.action(span, &(change + (first - second)));
            act_mounted(bodies, &self.turns, (band, right), &bond.mounts, &action);
        }
    }

    /// Adds the solution to the deviations. Returns the maximum component of the solution as a
    /// length \[m\]; NaN if a component is NaN.
    pub(super) fn correct(&mut self) -> f64 {
        self.expect_tensions();
        let mut size = 0.0;
        let moved = self.deviations.iter_mut().zip(&mut self.moves);
        for (body, (deviation, way)) in self.bodies.iter().zip(moved) {
            let correction = SVector::from_column_slice(&self.right[body.row..body.row + D]);
            *deviation += correction;
            *way += correction;
            size = largest(size, extent(&correction));
        }
        for turn in &mut self.turns {
            let row = self.bodies[turn.body].row;
            let mut correction = Vector3::zeros();
            for (x, number) in turning_numbers::<D>().iter().enumerate().skip(D) {
                correction[number - 3] = self.right[row + x];
            }
            turn.correct(&correction);
            size = largest(size, turn.reach * extent(&correction));
        }
        size
    }

    /// Stores the tensions that the linear equations predict for this correction.
    fn expect_tensions(&mut self) {
        for bond in &mut self.bonds {
            let [first, second] = bond.mounts.map(|mount| {
                let Some(body) = self.bodies.get(mount.end) else {
                    return SVector::zeros();
                };
                let numbers = &self.right[body.row..];
                let mut change = SVector::from_column_slice(&numbers[..D]);
                if let Some(turn) = mount.turn.and_then(|turn| self.turns.get(turn)) {
                    let mut rotation = Vector3::zeros();
                    for (x, number) in turning_numbers::<D>().iter().enumerate().skip(D) {
                        rotation[number - 3] = numbers[x];
                    }
                    change += narrowed::<D>(&(turn.motion(&mount.arm) * rotation));
                }
                change
            });
            bond.expect(&(first - second));
        }
    }

    /// Returns the maximum separation, displacement or distance from an anchor \[m\], to which
    /// rounding errors are relative.
    pub(super) fn scale(&self) -> f64 {
        let lengths = self.bonds.iter().map(|bond| bond.length);
        let moves = self.moves.iter().map(extent);
        let anchored = self.bodies.iter().zip(&self.positions);
        let anchored = anchored.filter(|(body, _)| body.from_position.is_some());
        let positions = anchored.map(|(_, position)| extent(position));
        let separations = self.links.iter().map(|link| {
            let [first, second] = link.ends;
            extent(&(self.positions[first] - self.positions[second]))
        });
        let turns = self.turns.iter().map(|turn| turn.reach + turn.way());
        let all = lengths.chain(moves).chain(positions).chain(separations);
        all.chain(turns).fold(0.0, largest)
    }
}

/// Adds an action to the first end, and the opposite action to the second end.
fn act<const D: usize>(
    bodies: &[BodyPart<D>],
    band: &mut Band,
    right: &mut [f64],
    ends: [usize; 2],
    action: &Action<D>,
) {
    let [first, second] = ends.map(|end| bodies.get(end).map(|body| body.row));
    for (row, sign) in [(first, 1.0), (second, -1.0)] {
        let Some(row) = row else { continue };
        for (value, force) in right[row..row + D].iter_mut().zip(&action.force) {
            *value += sign * force;
        }
        add_block(band, [row; 2], &action.stiffness);
    }
    if let (Some(first), Some(second)) = (first, second) {
        add_block(band, [first, second], &-action.stiffness);
        add_block(band, [second, first], &-action.stiffness);
    }
}

fn add_block<const D: usize>(
    band: &mut Band,
    [row, column]: [usize; 2],
    block: &SMatrix<f64, D, D>,
) {
    for x in 0..D {
        for y in 0..D {
            band.add(row + x, column + y, block[(x, y)]);
        }
    }
}

// Systems of linear equations with band matrices.

/// A square matrix whose entries are within `width` of the diagonal, or its factors after elimination.
#[derive(Debug)]
pub(super) struct Band {
    rows: usize,
    width: usize,
    /// Entries row by row, `2 width + 1` per row; the middle entry of a row is on the diagonal.
    entries: Vec<f64>,
}

impl Band {
    pub(super) fn new(rows: usize, width: usize) -> Self {
        Self {
            rows,
            width,
            entries: alloc::vec![0.0; rows * (2 * width + 1)],
        }
    }

    fn clear(&mut self) {
        self.entries.fill(0.0);
    }

    /// Adds `value` to an entry, which must be within the band.
    #[inline]
    fn add(&mut self, row: usize, column: usize, value: f64) {
        let index = row * (2 * self.width + 1) + self.width + column - row;
        self.entries[index] += value;
    }

    /// Replaces the right side b by the solution x of `A x = b`, and the matrix by its factors.
    ///
    /// The method is Gaussian elimination without pivoting. A pivot of zero makes the solution infinite or NaN.
    pub(super) fn solve(&mut self, right: &mut [f64]) {
        self.eliminate(right);
        let (stride, width) = (2 * self.width + 1, self.width);
        for row in (0..self.rows).rev() {
            let upper = &self.entries[row * stride + width..(row + 1) * stride];
            let mut rest = right[row];
            for (entry, known) in upper[1..].iter().zip(&right[row + 1..]) {
                rest -= entry * known;
            }
            right[row] = rest / upper[0];
        }
    }

    /// Subtracts multiples of each row from the rows below it, until only the upper triangle
    /// remains.
    fn eliminate(&mut self, right: &mut [f64]) {
        let (stride, width) = (2 * self.width + 1, self.width);
        for pivot in 0..self.rows {
            let (above, below) = self.entries.split_at_mut((pivot + 1) * stride);
            let upper = &above[pivot * stride + width..];
            let known = right[pivot];
            let lower = below.chunks_exact_mut(stride).take(width);
            for (distance, row) in (1..).zip(lower) {
                // `entry` is the entry below the pivot; the entries to its right follow
                let start = width - distance;
                let entry = row[start];
                if entry == 0.0 {
                    continue;
                }
                let factor = entry / upper[0];
                for (value, above) in row[start + 1..].iter_mut().zip(&upper[1..]) {
                    *value -= factor * above;
                }
                right[pivot + distance] -= factor * known;
            }
        }
    }
}

impl Clone for Band {
    fn clone(&self) -> Self {
        Self {
            entries: self.entries.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, from: &Self) {
        (self.rows, self.width) = (from.rows, from.width);
        self.entries.clone_from(&from.entries);
    }
}

// The mounting point of a bond on a body that rotates, and the action of the bond at this point.

/// One end of a bond.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mount {
    /// Index of the end.
    pub(super) end: usize,
    /// Index of the rotation of the body at this end, if this body rotates.
    pub(super) turn: Option<usize>,
    /// Vector from the centre of mass to the mounting point, in the principal frame \[m\].
    pub(super) arm: Vector3<f64>,
}

/// Equations and unknowns of the body at one end: three for the centre, and three for the rotation.
struct Lever {
    /// Index of the first row of the body in the band.
    row: usize,
    /// For each row its index among the six unknowns.
    numbers: &'static [usize],
    sign: f64,
    /// Converts a force to the right sides: `[1; cay(-ϑ) a^]`.
    force: Matrix6x3<f64>,
    /// Converts the unknowns to the displacement of the mounting point: `[1 P]`.
    motion: Matrix3x6<f64>,
    /// `cay(-ϑ) F^ P/2` for the force on the first end.
    twist: Matrix3<f64>,
}

/// Returns the indices of the unknowns of a body that rotates: displacement and rotation. In 2-D
/// the rotation is about the third axis only.
pub(super) fn turning_numbers<const D: usize>() -> &'static [usize] {
    if D == 2 {
        &[0, 1, 5]
    } else {
        &[0, 1, 2, 3, 4, 5]
    }
}

/// Embeds a 2-D vector in 3-D (z = 0); a 3-D vector is unchanged.
pub(super) fn widened<const D: usize>(vector: &SVector<f64, D>) -> Vector3<f64> {
    Vector3::from_fn(|axis, _| vector.get(axis).copied().unwrap_or(0.0))
}

/// Returns the first D components of a 3-D vector.
fn narrowed<const D: usize>(vector: &Vector3<f64>) -> SVector<f64, D> {
    SVector::from_fn(|axis, _| vector.get(axis).copied().unwrap_or(0.0))
}

impl Mount {
    /// Returns `R₀ a`, the vector from the centre to the mounting point at the start of the step
    /// \[m\].
    pub(super) fn before<const D: usize>(&self, turns: &[Turn]) -> SVector<f64, D> {
        match self.turn.and_then(|turn| turns.get(turn)) {
            Some(turn) => narrowed(&turn.arm_before(&self.arm)),
            None => SVector::zeros(),
        }
    }

    /// Returns `(R₁ - R₀) a`, the displacement of the mounting point by the rotation \[m\].
    fn displacement<const D: usize>(&self, turns: &[Turn]) -> SVector<f64, D> {
        match self.turn.and_then(|turn| turns.get(turn)) {
            Some(turn) => narrowed(&turn.displacement(&self.arm)),
            None => SVector::zeros(),
        }
    }

    fn lever<const D: usize>(
        &self,
        bodies: &[BodyPart<D>],
        turns: &[Turn],
        sign: f64,
        force: &Vector3<f64>,
    ) -> Option<Lever> {
        let body = bodies.get(self.end)?;
        let mut lever = Lever {
            row: body.row,
            numbers: &turning_numbers::<D>()[..D],
            sign,
            force: Matrix6x3::zeros(),
            motion: Matrix3x6::zeros(),
            twist: Matrix3::zeros(),
        };
        lever.force.fixed_rows_mut::<3>(0).fill_with_identity();
        lever.motion.fixed_columns_mut::<3>(0).fill_with_identity();
        if let Some(turn) = self.turn.and_then(|turn| turns.get(turn)) {
            let motion = turn.motion(&self.arm);
            lever.numbers = turning_numbers::<D>();
            lever
                .force
                .fixed_rows_mut::<3>(3)
                .copy_from(&turn.lever(&self.arm));
            lever.motion.fixed_columns_mut::<3>(3).copy_from(&motion);
            lever.twist = turn.twist(force, &motion);
        }
        Some(lever)
    }
}

/// Adds an action at the first mounting point, and the opposite action at the second. Let u be the
/// displacements of the mounting points, and `S = -∂F/∂u` for the first one. The residual of the
/// body at one end then changes with the unknowns of the body at the other end by
/// `± [1; a^] S [1 P]`. It also changes because the body rotates the arm of the force.
fn act_mounted<const D: usize>(
    bodies: &[BodyPart<D>],
    turns: &[Turn],
    (band, right): (&mut Band, &mut [f64]),
    mounts: &[Mount; 2],
    action: &Action<D>,
) {
    let [force, kept] = [&action.force, &action.load].map(widened);
    let stiffness = Matrix3::from_fn(|row, column| {
        let entry = (row < D && column < D).then(|| action.stiffness[(row, column)]);
        entry.unwrap_or(0.0)
    });
    let [first, second] = mounts;
    let levers = [
        first.lever(bodies, turns, 1.0, &kept),
        second.lever(bodies, turns, -1.0, &kept),
    ];
    for at in levers.iter().flatten() {
        let load = at.force * force * at.sign;
        for (row, number) in at.numbers.iter().enumerate() {
            right[at.row + row] += load[*number];
        }
        let pull = at.force * stiffness;
        for of in levers.iter().flatten() {
            let mut block = pull * of.motion * (at.sign * of.sign);
            if core::ptr::eq(at, of) {
                let mut turning = block.fixed_view_mut::<3, 3>(3, 3);
                turning += at.twist * at.sign;
            }
            add_numbers(band, [at, of], &block);
        }
    }
}

/// Adds to the band those entries whose rows and columns are unknowns.
fn add_numbers(band: &mut Band, [at, of]: [&Lever; 2], block: &SMatrix<f64, 6, 6>) {
    for (row, first) in at.numbers.iter().enumerate() {
        for (column, second) in of.numbers.iter().enumerate() {
            band.add(at.row + row, of.row + column, block[(*first, *second)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    /// The product of the matrix and the solution is equal to the right side, to rounding.
    #[test]
    fn a_band_is_solved_to_rounding() {
        let mut random = Pcg64Mcg::seed_from_u64(2);
        for (rows, width) in [(1, 0), (1, 3), (5, 1), (9, 2), (12, 11), (30, 4)] {
            let mut band = Band::new(rows, width);
            let mut dense = alloc::vec![alloc::vec![0.0; rows]; rows];
            for (row, entries) in dense.iter_mut().enumerate() {
                for (column, entry) in entries.iter_mut().enumerate() {
                    if row.abs_diff(column) <= width {
                        let diagonal = if row == column {
                            2.0 * width as f64 + 1.0
                        } else {
                            0.0
                        };
                        *entry = random.random_range(-1.0..1.0) + diagonal;
                        band.add(row, column, *entry);
                    }
                }
            }
            let truth: Vec<f64> = (0..rows).map(|_| random.random_range(-1.0..1.0)).collect();
            let product = |row: &Vec<f64>| row.iter().zip(&truth).map(|(a, x)| a * x).sum::<f64>();
            let mut right: Vec<f64> = dense.iter().map(product).collect();
            band.solve(&mut right);
            for (found, truth) in right.iter().zip(&truth) {
                assert!((found - truth).abs() < 1e-14, "{rows} {width}");
            }
        }
    }
}
