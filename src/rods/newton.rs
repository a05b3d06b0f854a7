//! The implicit equations of a step of the energy-momentum rule, by Newton's method.

use alloc::vec::Vec;

use nalgebra::{SMatrix, SVector};

use super::band::Band;
use super::order::narrow_order;
use super::parts::{Action, BodyPart, BondPart, LinkPart, all_ends, joins};
use super::pull::Span;
use super::{NotConverged, RodLaws};
use crate::network::NetworkStates;
use crate::numbers::{extent, is_finite, largest};

/// Iterations until a step is halved.
const MOST_ITERATIONS: usize = 30;

/// Halvings of a step.
const MOST_HALVINGS: usize = 8;

/// Iterations of all parts of a step together.
const MOST_WORK: usize = 1000;

/// A correction of this size, relative to the lengths of the network, is rounding.
const ROUNDING: f64 = 4e-16;

/// Below this relative size a correction that does not shrink to [`SHRINKS`] of the one before is rounding, too.
const NEAR: f64 = 1e-11;
const SHRINKS: f64 = 0.3;

/// Solves, for the deviation p of each body from coasting, `x₁ - x₀ = h v₀ + p` and `v₁ = v₀ + 2 p/h`,
///
/// ```text
/// m p - (h²/2) F(x₀, h v₀ + p) = 0
/// ```
///
/// The separations change by differences of displacements, so nothing cancels far from the origin.
#[derive(Debug)]
pub(super) struct Newton<const D: usize> {
    bodies: Vec<BodyPart<D>>,
    links: Vec<LinkPart<D>>,
    bonds: Vec<BondPart<D>>,
    /// Which bond of the laws each bond is.
    names: Vec<usize>,
    /// Displacements in the step of all ends, of bodies first \[m\].
    moves: Vec<SVector<f64, D>>,
    /// Places of all ends at the start \[m\].
    places: Vec<SVector<f64, D>>,
    /// Accelerations at the start places, at the middle of the step \[m/s²\].
    accelerations: Vec<SVector<f64, D>>,
    /// p \[m\]
    deviations: Vec<SVector<f64, D>>,
    /// The residual with its sign changed, then the correction of p, in the order of the band.
    right: Vec<f64>,
    band: Band,
    /// Whether all coefficients are.
    is_finite: bool,
}

/// A part of a step.
#[derive(Debug, Clone, Copy)]
struct Part {
    /// Since the start of the step \[s\].
    elapsed: f64,
    span: Span,
    /// The middle of the part \[s\].
    middle: f64,
}

impl<const D: usize> Newton<D> {
    pub(super) fn new(laws: &RodLaws<'_, D>) -> Self {
        let count = laws.masses.len();
        let ends = all_ends(laws);
        let between = (ends.iter().copied()).filter(|[a, b]| *a < count && *b < count);
        let order = narrow_order(count, between.clone());
        let reach = between.map(|[a, b]| order[a].abs_diff(order[b])).max();
        let width = (reach.unwrap_or(0) + 1) * D - usize::from(D > 0);
        let all = ends.iter().flatten().map(|end| end + 1);
        let all = all.max().unwrap_or(0).max(count);

        let bodies = (laws.masses.iter().zip(laws.own).zip(&order))
            .map(|((mass, own), place)| BodyPart::new(*mass, own, place * D));
        let links = laws.links.iter().filter(|link| joins(link.ends, count));
        let bonds = (laws.bonds.iter().enumerate()).filter(|(_, bond)| joins(bond.ends, count));
        let (bodies, links): (Vec<_>, Vec<_>) =
            (bodies.collect(), links.map(LinkPart::new).collect());
        let (names, bonds): (Vec<_>, Vec<_>) = bonds
            .map(|(name, bond)| (name, BondPart::new(bond)))
            .unzip();
        let is_finite = bodies.iter().all(BodyPart::is_finite)
            && links.iter().all(LinkPart::is_finite)
            && bonds.iter().all(BondPart::is_finite);
        Self {
            bodies,
            links,
            bonds,
            names,
            moves: alloc::vec![SVector::zeros(); all],
            places: alloc::vec![SVector::zeros(); all],
            accelerations: alloc::vec![SVector::zeros(); count],
            deviations: alloc::vec![SVector::zeros(); count],
            right: alloc::vec![0.0; count * D],
            band: Band::new(count * D, width),
            is_finite,
        }
    }

    /// Moves states by one step of the rule, in halves where Newton's method fails.
    pub(super) fn advance(
        &mut self,
        time: f64,
        dt: f64,
        states: &mut NetworkStates<'_, D>,
    ) -> Result<(), NotConverged> {
        if !self.is_finite || !(time + dt).is_finite() || !are_finite(states) {
            return Err(NotConverged { bond: 0 });
        }
        let mut work = MOST_WORK;
        self.advance_part(time, [0.0, dt], MOST_HALVINGS, &mut work, states)
    }

    /// A part of a step, or its two halves.
    fn advance_part(
        &mut self,
        time: f64,
        [elapsed, dt]: [f64; 2],
        halvings: usize,
        work: &mut usize,
        states: &mut NetworkStates<'_, D>,
    ) -> Result<(), NotConverged> {
        let half = 0.5 * dt;
        let part = Part {
            elapsed,
            span: Span::new(dt),
            middle: time + (elapsed + half),
        };
        self.start(&part, states);
        if self.converges(&part, work) {
            self.finish(dt, states);
            return Ok(());
        }
        if halvings == 0 || *work == 0 {
            return Err(NotConverged {
                bond: self.worst_bond(),
            });
        }
        self.advance_part(time, [elapsed, half], halvings - 1, work, states)?;
        self.advance_part(time, [elapsed + half, half], halvings - 1, work, states)
    }

    /// Notes the states at the start of a part, and coasts.
    fn start(&mut self, part: &Part, states: &NetworkStates<'_, D>) {
        let dt = part.span.step;
        let count = self.bodies.len();
        for (index, body) in self.bodies.iter().enumerate() {
            let place = SVector::from(states.positions[index]);
            self.places[index] = place;
            self.moves[index] = SVector::from(states.velocities[index]) * dt;
            self.accelerations[index] = body.acceleration(&place, part.middle);
            self.deviations[index] = SVector::zeros();
        }
        for (body, acceleration) in states.applied {
            if let Some(sum) = self.accelerations.get_mut(*body) {
                *sum += SVector::from(*acceleration);
            }
        }
        let fixed = self.places.iter_mut().zip(&mut self.moves).skip(count);
        for ((place, way), [position, velocity]) in fixed.zip(states.fixed) {
            let velocity = SVector::from(*velocity);
            *place = SVector::from(*position) + velocity * part.elapsed;
            *way = velocity * dt;
        }
        for bond in &mut self.bonds {
            let [first, second] = bond.bond.ends;
            bond.start(self.places[first] - self.places[second]);
        }
    }

    /// Corrects the deviations until only rounding is left; false if that fails.
    fn converges(&mut self, part: &Part, work: &mut usize) -> bool {
        let mut last = f64::INFINITY;
        for _ in 0..MOST_ITERATIONS {
            if *work == 0 {
                return false;
            }
            *work -= 1;
            self.assemble(part);
            self.band.solve(&mut self.right);
            let size = self.correct();
            let scale = self.scale();
            // both false for NaN
            if size <= ROUNDING * scale || (size < NEAR * scale && size > SHRINKS * last) {
                return true;
            }
            if !size.is_finite() {
                return false;
            }
            last = size;
        }
        false
    }

    /// The residual, with its sign changed, and its derivative.
    fn assemble(&mut self, part: &Part) {
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
        for link in &self.links {
            let [first, second] = link.ends;
            let before = self.places[first] - self.places[second];
            let change = self.moves[first] - self.moves[second];
            let action = link.action(span, part.middle, [&before, &change]);
            act(
                &self.bodies,
                &mut self.band,
                &mut self.right,
                link.ends,
                &action,
            );
        }
        for bond in &self.bonds {
            let [first, second] = bond.bond.ends;
            let action = bond.action(span, &(self.moves[first] - self.moves[second]));
            act(
                &self.bodies,
                &mut self.band,
                &mut self.right,
                bond.bond.ends,
                &action,
            );
        }
    }

    /// Adds the solution to the deviations; its largest component \[m\], NaN if one is.
    fn correct(&mut self) -> f64 {
        let mut size = 0.0;
        let moved = self.deviations.iter_mut().zip(&mut self.moves);
        for (body, (deviation, way)) in self.bodies.iter().zip(moved) {
            let correction = SVector::from_column_slice(&self.right[body.row..body.row + D]);
            *deviation += correction;
            *way += correction;
            size = largest(size, extent(&correction));
        }
        size
    }

    /// The lengths that rounding is relative to: separations, displacements, distances from anchors \[m\].
    fn scale(&self) -> f64 {
        let lengths = self.bonds.iter().map(|bond| bond.length);
        let moves = self.moves.iter().map(extent);
        let anchored = self.bodies.iter().zip(&self.places);
        let anchored = anchored.filter(|(body, _)| body.from_place.is_some());
        let places = anchored.map(|(_, place)| extent(place));
        let separations = self.links.iter().map(|link| {
            let [first, second] = link.ends;
            extent(&(self.places[first] - self.places[second]))
        });
        let all = lengths.chain(moves).chain(places).chain(separations);
        all.fold(0.0, largest)
    }

    /// Writes the states at the end of a part.
    fn finish(&self, dt: f64, states: &mut NetworkStates<'_, D>) {
        let bodies = states
            .positions
            .iter_mut()
            .zip(states.velocities.iter_mut());
        let moved = self.moves.iter().zip(&self.deviations);
        for ((position, velocity), (way, deviation)) in bodies.zip(moved) {
            let after = SVector::from(*position) + way;
            *position = after.into();
            *velocity = (SVector::from(*velocity) + deviation * 2.0 / dt).into();
        }
    }

    /// The bond whose separation changed most in the last correction.
    fn worst_bond(&self) -> usize {
        let correction = |end: usize| match self.bodies.get(end) {
            Some(body) => SVector::from_column_slice(&self.right[body.row..body.row + D]),
            None => SVector::<f64, D>::zeros(),
        };
        let (mut worst, mut most) = (0, -1.0);
        for (name, part) in self.names.iter().zip(&self.bonds) {
            let [first, second] = part.bond.ends;
            let change = (correction(first) - correction(second)).norm();
            // also where it is NaN
            if change > most || change.is_nan() {
                (worst, most) = (*name, change);
            }
        }
        worst
    }
}

/// Adds an action on the first end, and the opposite on the second.
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

fn are_finite<const D: usize>(states: &NetworkStates<'_, D>) -> bool {
    let all = |vector: &[f64; D]| is_finite(&SVector::from(*vector));
    states.positions.iter().all(all)
        && states.velocities.iter().all(all)
        && states.fixed.iter().flatten().all(all)
        && states
            .applied
            .iter()
            .all(|(_, acceleration)| all(acceleration))
}

impl<const D: usize> Clone for Newton<D> {
    fn clone(&self) -> Self {
        Self {
            bodies: self.bodies.clone(),
            links: self.links.clone(),
            bonds: self.bonds.clone(),
            names: self.names.clone(),
            moves: self.moves.clone(),
            places: self.places.clone(),
            accelerations: self.accelerations.clone(),
            deviations: self.deviations.clone(),
            right: self.right.clone(),
            band: self.band.clone(),
            is_finite: self.is_finite,
        }
    }

    fn clone_from(&mut self, from: &Self) {
        self.bodies.clone_from(&from.bodies);
        self.links.clone_from(&from.links);
        self.bonds.clone_from(&from.bonds);
        self.names.clone_from(&from.names);
        self.moves.clone_from(&from.moves);
        self.places.clone_from(&from.places);
        self.accelerations.clone_from(&from.accelerations);
        self.deviations.clone_from(&from.deviations);
        self.right.clone_from(&from.right);
        self.band.clone_from(&from.band);
        self.is_finite = from.is_finite;
    }
}
