//! Newton's method for the implicit equations of a step of the energy-momentum rule.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::NotConverged;
use super::equations::Band;
use super::parts::{BodyPart, BondPart, Linearization, LinkPart};
use super::pull::Span;
use super::turn::{Turn, Turning, UPRIGHT};
use crate::network::NetworkStates;
use crate::numbers::is_finite;

/// Number of iterations after which a step is halved.
const MOST_ITERATIONS: usize = 30;

/// Maximum number of halvings of a step.
const MOST_HALVINGS: usize = 8;

/// Maximum number of iterations for all parts of a step together.
const MOST_WORK: usize = 1000;

/// Corrections that are smaller than this number times the lengths of the network are rounding
/// errors.
const ROUNDING: f64 = 4e-16;

/// Below this relative size, a correction is also a rounding error if it is larger than [`SHRINKS`]
/// times the previous correction.
const NEAR: f64 = 1e-11;
const SHRINKS: f64 = 0.3;

/// Newton's method for the displacement p of each body relative to coasting, with
/// `x₁ - x₀ = h v₀ + p` and `v₁ = v₀ + 2 p/h`,
///
/// ```text
/// m p - (h²/2) F(x₀, h v₀ + p) = 0
/// ```
///
/// The separations change by differences of displacements, so nothing cancels far away from the
/// origin.
#[derive(Debug)]
pub(super) struct Newton<const D: usize> {
    pub(super) bodies: Vec<BodyPart<D>>,
    /// Rotations of the bodies that rotate, in the order of the bodies.
    pub(super) turns: Vec<Turn>,
    pub(super) links: Vec<LinkPart<D>>,
    pub(super) bonds: Vec<BondPart<D>>,
    /// Index of each bond in the laws.
    pub(super) names: Vec<usize>,
    /// Displacements of all ends in the step, bodies first \[m\].
    pub(super) moves: Vec<SVector<f64, D>>,
    /// Positions of all ends at the start of the part \[m\].
    pub(super) positions: Vec<SVector<f64, D>>,
    /// Accelerations of the bodies at their start positions, for the time at the middle of the part \[m/s²\].
    pub(super) accelerations: Vec<SVector<f64, D>>,
    /// Deviations p of the bodies from coasting \[m\].
    pub(super) deviations: Vec<SVector<f64, D>>,
    /// The negative residual, and later the correction of p, in the order of the band.
    pub(super) right: Vec<f64>,
    pub(super) band: Band,
    pub(super) linearization: Linearization,
    /// Whether all coefficients are finite.
    pub(super) is_finite: bool,
}

/// A part of a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    /// Time from the start of the step to the start of the part \[s\].
    pub(super) elapsed: f64,
    pub(super) span: Span,
    /// Time at the middle of the part \[s\].
    pub(super) middle: f64,
}

impl<const D: usize> Newton<D> {
    /// Moves states by one step of the rule. The step is halved if Newton's method fails.
    pub(super) fn advance(
        &mut self,
        time: f64,
        dt: f64,
        states: &mut NetworkStates<'_, D>,
        turnings: &mut [Turning],
    ) -> Result<(), NotConverged> {
        let is_finite = self.is_finite && (time + dt).is_finite() && are_finite(states);
        if !is_finite || !turnings.iter().all(Turning::is_finite) {
            return Err(NotConverged { bond: 0 });
        }
        let mut work = MOST_WORK;
        let mut states = (states, turnings);
        self.advance_part(time, [0.0, dt], MOST_HALVINGS, &mut work, &mut states)
    }

    /// Moves states by a part of a step, or successively by the two halves of this part.
    fn advance_part(
        &mut self,
        time: f64,
        [elapsed, dt]: [f64; 2],
        halvings: usize,
        work: &mut usize,
        states: &mut (&mut NetworkStates<'_, D>, &mut [Turning]),
    ) -> Result<(), NotConverged> {
        let half = 0.5 * dt;
        let part = Part {
            elapsed,
            span: Span::new(dt),
            middle: time + (elapsed + half),
        };
        self.start(&part, states.0, states.1);
        if self.converges(&part, work) {
            self.finish(dt, states.0, states.1);
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

    /// Stores the states at the start of a part. The first estimate is coasting.
    fn start(&mut self, part: &Part, states: &NetworkStates<'_, D>, turnings: &[Turning]) {
        let dt = part.span.step;
        let count = self.bodies.len();
        for (index, body) in self.bodies.iter().enumerate() {
            let position = SVector::from(states.positions[index]);
            self.positions[index] = position;
            self.moves[index] = SVector::from(states.velocities[index]) * dt;
            self.accelerations[index] = body.acceleration(&position, part.middle);
            self.deviations[index] = SVector::zeros();
        }
        for (body, acceleration) in states.applied {
            if let Some(sum) = self.accelerations.get_mut(*body) {
                *sum += SVector::from(*acceleration);
            }
        }
        let fixed = self.positions.iter_mut().zip(&mut self.moves).skip(count);
        for ((end, way), [position, velocity]) in fixed.zip(states.fixed) {
            let velocity = SVector::from(*velocity);
            *end = SVector::from(*position) + velocity * part.elapsed;
            *way = velocity * dt;
        }
        for turn in &mut self.turns {
            let turning = turnings.get(turn.body).unwrap_or(&UPRIGHT);
            turn.start::<D>(turning, dt);
        }
        for bond in &mut self.bonds {
            let [first, second] = bond.bond.ends;
            let between = self.positions[first] - self.positions[second];
            let [first, second] = bond.mounts.map(|mount| mount.before(&self.turns));
            bond.start(between + (first - second), self.linearization);
        }
    }

    /// Corrects the deviations until the correction is a rounding error. Returns false if the
    /// iteration fails.
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
            // both comparisons are false for NaN
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

    /// Writes the states at the end of a part.
    fn finish(&self, dt: f64, states: &mut NetworkStates<'_, D>, turnings: &mut [Turning]) {
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
        for turn in &self.turns {
            if let Some(turning) = turnings.get_mut(turn.body) {
                turn.finish::<D>(turning);
            }
        }
    }

    /// Returns the index of the bond whose separation changed most in the last correction.
    fn worst_bond(&self) -> usize {
        let correction = |end: usize| match self.bodies.get(end) {
            Some(body) => SVector::from_column_slice(&self.right[body.row..body.row + D]),
            None => SVector::<f64, D>::zeros(),
        };
        let (mut worst, mut most) = (0, -1.0);
        for (name, part) in self.names.iter().zip(&self.bonds) {
            let [first, second] = part.bond.ends;
            let change = (correction(first) - correction(second)).norm();
            // also true for NaN
            if change > most || change.is_nan() {
                (worst, most) = (*name, change);
            }
        }
        worst
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
