//! Bodies, links and bonds of a network, prepared for the residual of Newton's method.

use alloc::vec::Vec;

use nalgebra::{SMatrix, SVector};

use super::equations::Mount;
use super::pull::{Lengths, Span};
use super::{Bond, OwnLaws, RodLaws};
use crate::flow::LinearLaw;
use crate::network::LinkLaw;

/// A body, and its acceleration as a function of position: `a = c + j t + A x`.
#[derive(Debug, Clone, Copy)]
pub(super) struct BodyPart<const D: usize> {
    /// Mass \[kg\].
    pub(super) mass: f64,
    /// Constant part c of the acceleration \[m/s²\].
    pub(super) constant: SVector<f64, D>,
    /// Growth rate j of the acceleration \[m/s³\].
    pub(super) ramp: SVector<f64, D>,
    /// A = C - ω² \[1/s²\]; `None` if A is zero.
    pub(super) from_position: Option<SMatrix<f64, D, D>>,
    /// Index of the first row of the body in the matrix.
    pub(super) row: usize,
    /// Index of the rotation of the body, if the body rotates in the network.
    pub(super) turn: Option<usize>,
}

/// A linear link with the force `c + j t + K d + B d'` on its first end \[N\].
#[derive(Debug, Clone, Copy)]
pub(super) struct LinkPart<const D: usize> {
    pub(super) ends: [usize; 2],
    /// Constant part c of the force \[N\].
    constant: SVector<f64, D>,
    /// Growth rate j of the force \[N/s\].
    ramp: SVector<f64, D>,
    /// Stiffness matrix K \[N/m\].
    from_position: SMatrix<f64, D, D>,
    /// Damping matrix B \[kg/s\].
    from_velocity: SMatrix<f64, D, D>,
}

/// A bond with its separation at the start of a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct BondPart<const D: usize> {
    pub(super) bond: Bond<D>,
    pub(super) mounts: [Mount; 2],
    /// Separation d₀ at the start of the step \[m\].
    before: SVector<f64, D>,
    /// Length r₀ at the start of the step \[m\].
    pub(super) length: f64,
    /// Tension, times `h²/2`, that the linear equations of the last correction predict \[kg m\].
    expected: f64,
    /// Derivative of the tension, times `h²/2`, by the displacement of the first end, before the
    /// last correction \[kg\].
    gradient: SVector<f64, D>,
    linearization: Linearization,
}

/// The tension that is used in the derivative of a force along a rotating line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Linearization {
    /// The tension that is expected at the solution.
    Expected,
    /// The present tension: plain Newton's method.
    Present,
}

/// Force on the first end, times `h²/2`, and the negative derivative of this product by the
/// displacement of the end.
#[derive(Debug)]
pub(super) struct Action<const D: usize> {
    pub(super) force: SVector<f64, D>,
    /// Expected force at the solution. The direction of this force changes with the unknowns.
    pub(super) load: SVector<f64, D>,
    pub(super) stiffness: SMatrix<f64, D, D>,
}

/// Returns `C - ω²`: the acceleration by a law per displacement \[1/s²\].
fn from_position<const D: usize>(law: &LinearLaw<f64, D>) -> SMatrix<f64, D, D> {
    law.tide - SMatrix::identity() * law.stiffness_per_mass
}

impl<const D: usize> BodyPart<D> {
    pub(super) fn new(mass: f64, own: &OwnLaws<D>) -> Self {
        let matrix = from_position(&own.placed);
        Self {
            mass,
            constant: own.placed.constant,
            ramp: own.placed.ramp,
            from_position: (matrix != SMatrix::<f64, D, D>::zeros()).then_some(matrix),
            row: 0,
            turn: None,
        }
    }

    /// Returns the acceleration at a position and a time \[m/s²\].
    pub(super) fn acceleration(&self, position: &SVector<f64, D>, time: f64) -> SVector<f64, D> {
        let fixed = self.constant + self.ramp * time;
        match &self.from_position {
            Some(matrix) => fixed + matrix * position,
            None => fixed,
        }
    }
}

impl<const D: usize> LinkPart<D> {
    pub(super) fn new(link: &LinkLaw<D>) -> Self {
        let (mass, law) = (link.reduced_mass, &link.law);
        Self {
            ends: link.ends,
            constant: law.constant * mass,
            ramp: law.ramp * mass,
            from_position: from_position(law) * mass,
            from_velocity: (law.gyration - SMatrix::identity() * law.damping) * mass,
        }
    }

    /// Returns the action at the mean separation and the mean velocity of the step, `F = c + j t + K (d₀ + d₁)/2 + B (d₁ - d₀)/h`.
    pub(super) fn action(
        &self,
        span: &Span,
        time: f64,
        [before, change]: [&SVector<f64, D>; 2],
    ) -> Action<D> {
        let mean = before + change * 0.5;
        let steady = self.constant + self.ramp * time + self.from_position * mean;
        Action {
            load: SVector::zeros(),
            force: steady * span.of_forces + self.from_velocity * change * span.of_rates,
            stiffness: -(self.from_position * (0.5 * span.of_forces)
                + self.from_velocity * span.of_rates),
        }
    }

    pub(super) fn is_finite(&self) -> bool {
        let numbers = self.constant.iter().chain(self.ramp.iter());
        let matrices = self.from_position.iter().chain(self.from_velocity.iter());
        numbers.chain(matrices).all(|number| number.is_finite())
    }
}

impl<const D: usize> BondPart<D> {
    pub(super) fn new(bond: &Bond<D>, mounts: [Mount; 2]) -> Self {
        Self {
            bond: *bond,
            mounts,
            before: SVector::zeros(),
            length: 0.0,
            expected: 0.0,
            gradient: SVector::zeros(),
            linearization: Linearization::Expected,
        }
    }

    /// Whether the bond is mounted away from the centre of a body that rotates.
    pub(super) fn is_mounted(&self) -> bool {
        self.mounts.iter().any(|mount| mount.turn.is_some())
    }

    pub(super) fn start(&mut self, before: SVector<f64, D>, linearization: Linearization) {
        self.linearization = linearization;
        self.before = before;
        self.length = before.norm();
        (self.expected, self.gradient) = (0.0, SVector::zeros());
    }

    /// Computes the action of the bond. With `e = (d₀ + d₁)/(r₀ + r₁)` and `u = d₁/r₁`,
    ///
    /// ```text
    /// F = -T e          -∂F/∂d₁ = T' e uᵀ + (T/(r₀ + r₁)) (1 - e uᵀ)
    /// ```
    ///
    /// If the two ends are at the same point before and after the step, there is no direction and
    /// no force.
    ///
    /// In the last term, T is the tension that the linear equations of the previous correction
    /// predict (zero at first): the tensions are treated as if they were unknowns. A correction
    /// that rotates a stiff rod also stretches the rod, in second order, and the tension of this
    /// stretch misleads the iteration. With this tension, Newton's method needs two to three times
    /// as many iterations at Ωh = 1e4, and steps of ropes and plates are halved. The second attempt
    /// uses the present tension, with the stretch: if stiff links and rods hold each other under
    /// strong tension, the first attempt may fail.
    pub(super) fn action(&mut self, span: &Span, change: &SVector<f64, D>) -> Action<D> {
        let after = self.before + change;
        let length = after.norm();
        let sum = self.length + length;
        if sum == 0.0 {
            return Action {
                force: SVector::zeros(),
                load: SVector::zeros(),
                stiffness: SMatrix::zeros(),
            };
        }
        let direction = (self.before + after) / sum;
        let lengths = Lengths {
            before: self.length,
            after: length,
            change: change.dot(&direction),
        };
        let pull = self.bond.pull(span, &lengths);
        let unit = if length == 0.0 { after } else { after / length };
        // a bond that is longer than twice its rest length, or that has no rest length, is nearly
        // linear, and T/(r₀ + r₁) is about k/2
        let is_long = sum > 4.0 * self.bond.length;
        let kept = if is_long || self.linearization == Linearization::Present {
            pull.tension
        } else {
            self.expected
        };
        let across = kept / sum;
        let along = direction * unit.transpose();
        let load = direction * -kept;
        (self.expected, self.gradient) = (pull.tension, unit * pull.slope);
        Action {
            load,
            force: direction * -pull.tension,
            stiffness: along * (pull.slope - across) + SMatrix::identity() * across,
        }
    }

    /// Stores the tension that is expected after a correction of the separation.
    pub(super) fn expect(&mut self, correction: &SVector<f64, D>) {
        self.expected += self.gradient.dot(correction);
        if self.bond.pulls_only {
            self.expected = f64::max(self.expected, 0.0);
        }
    }

    pub(super) fn is_finite(&self) -> bool {
        let bond = &self.bond;
        [bond.stiffness, bond.length, bond.damping]
            .iter()
            .all(|number| number.is_finite())
    }
}

/// Whether the two ends differ and at least one of them is a body.
pub(super) fn joins(ends: [usize; 2], bodies: usize) -> bool {
    let [first, second] = ends;
    first != second && (first < bodies || second < bodies)
}

/// Returns the ends of all links and bonds.
pub(super) fn all_ends<const D: usize>(laws: &RodLaws<'_, D>) -> Vec<[usize; 2]> {
    let links = laws.links.iter().map(|link| link.ends);
    links
        .chain(laws.bonds.iter().map(|bond| bond.ends))
        .collect()
}
