//! Equations of a step, their derivative, and the corrections of the unknowns.

use nalgebra::{SMatrix, SVector, Vector3};

use super::band::Band;
use super::mount::{act_mounted, narrowed, turning_numbers};
use super::newton::{Newton, Part};
use super::parts::{Action, BodyPart};
use crate::numbers::{extent, largest};

impl<const D: usize> Newton<D> {
    /// Computes the negative residual and its derivative.
    pub(super) fn assemble(&mut self, part: &Part) {
        self.band.clear();
        let span = &part.span;
        for (index, body) in self.bodies.iter().enumerate() {
            let mut acceleration = self.accelerations[index];
            let mut block = SMatrix::identity();
            if let Some(matrix) = &body.from_place {
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
            let before = self.places[first] - self.places[second];
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

    /// Adds the solution to the deviations. Returns its largest component as a length \[m\], NaN if a component is NaN.
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

    /// Stores the tensions that the linear equations predict after this correction.
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

    /// Largest length that rounding errors are relative to: separations, displacements, distances from anchors \[m\].
    pub(super) fn scale(&self) -> f64 {
        let lengths = self.bonds.iter().map(|bond| bond.length);
        let moves = self.moves.iter().map(extent);
        let anchored = self.bodies.iter().zip(&self.places);
        let anchored = anchored.filter(|(body, _)| body.from_place.is_some());
        let places = anchored.map(|(_, place)| extent(place));
        let separations = self.links.iter().map(|link| {
            let [first, second] = link.ends;
            extent(&(self.places[first] - self.places[second]))
        });
        let turns = self.turns.iter().map(|turn| turn.reach + turn.way());
        let all = lengths.chain(moves).chain(places).chain(separations);
        all.chain(turns).fold(0.0, largest)
    }
}

/// Adds an action to the first end, and the opposite action to the second.
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
