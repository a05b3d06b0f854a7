//! Compensated sums of energies in `f64`.

use nalgebra::RealField;

use crate::diagnostics::Energy;
use crate::numbers::{CompensatedSum, from_f64};

/// Sums of kinetic and potential energy.
#[derive(Debug, Clone)]
pub(super) struct EnergySums {
    pub(super) kinetic: CompensatedSum<f64>,
    pub(super) potential: CompensatedSum<f64>,
}

impl EnergySums {
    pub(super) fn zero() -> Self {
        Self {
            kinetic: CompensatedSum::zero(),
            potential: CompensatedSum::zero(),
        }
    }

    /// Adds energy; returns the amount transferred.
    pub(super) fn add(&mut self, energy: Energy<f64>) -> f64 {
        self.kinetic += energy.kinetic;
        self.potential += energy.potential;
        energy.kinetic.abs() + energy.potential.abs()
    }

    pub(super) fn subtract(&mut self, energy: Energy<f64>) {
        self.kinetic += -energy.kinetic;
        self.potential += -energy.potential;
    }

    /// Adds `after - before`; returns the amount transferred.
    pub(super) fn add_difference(&mut self, after: Energy<f64>, before: Energy<f64>) -> f64 {
        self.add(Energy {
            kinetic: after.kinetic - before.kinetic,
            potential: after.potential - before.potential,
        })
    }

    /// Returns the energy rounded to `T`.
    pub(super) fn rounded<T: RealField + Copy>(&self) -> Energy<T> {
        Energy {
            kinetic: from_f64(self.kinetic.value()),
            potential: from_f64(self.potential.value()),
        }
    }
}
