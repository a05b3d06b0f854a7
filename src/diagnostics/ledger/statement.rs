//! The entries and the balance of a ledger.

use super::Ledger;
use crate::diagnostics::Energy;
use crate::numbers::{CompensatedSum, from_f64};
use crate::space::Real;
use crate::world::ForceId;
use core::fmt;
use nalgebra::RealField;

/// The source of the energy in an entry: a force, or all applied forces.
///
/// ```
/// use kinstep::diagnostics::{Ledger, Source};
/// use kinstep::{Body2, LinearDrag, World2};
///
/// let mut world = World2::new();
/// let drag = world.add_force(LinearDrag::rate(0.5))?;
/// world.add_body(Body2::point(2.0).moving([3.0, 0.0]))?;
/// let mut ledger = Ledger::new(&world);
/// ledger.step(&mut world, 1.0)?;
/// assert_eq!(ledger.entries().next().unwrap().source, Source::Force(drag));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Source {
    /// A force of the world.
    Force(ForceId),
    /// All forces and torques for single steps, applied by
    /// [`World::apply_force`](crate::World::apply_force) and
    /// [`World::apply_torque`](crate::World::apply_torque).
    Applied,
}

/// The account of one force.
///
/// ```
/// use kinstep::diagnostics::Ledger;
/// use kinstep::{Body2, LinearDrag, World2};
///
/// let mut world = World2::new();
/// let drag = world.add_force(LinearDrag::rate(0.5))?;
/// world.add_body(Body2::point(2.0).moving([3.0, 0.0]))?;
/// let mut ledger = Ledger::new(&world);
/// ledger.step(&mut world, 1.0)?;
/// let lost = 0.5 * 2.0 * 9.0 * (1.0 - (-1.0_f64).exp());
/// assert!((ledger.entry(drag).unwrap().work + lost).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Entry<T> {
    /// The source of the energy.
    pub source: Source,
    /// Work `∫ (F·v + τ·ω) dt` of the force along the exact motion of all steps \[J\]; for a link, along the relative motion.
    pub work: T,
    /// Increase of the force's potential energy along the exact motion \[J\]; zero for a force without a potential.
    pub potential_change: T,
}

/// The energy balance \[J\]: `change = by_forces + scheme_error + from_outside`, for kinetic energy and for potential energy.
///
/// ```
/// use kinstep::diagnostics::Ledger;
/// use kinstep::{Body2, LinearDrag, World2};
///
/// let mut world = World2::new();
/// let drag = world.add_force(LinearDrag::rate(0.5))?;
/// world.add_body(Body2::point(2.0).moving([3.0, 0.0]))?;
/// let mut ledger = Ledger::new(&world);
/// ledger.step(&mut world, 1.0)?;
/// let balance = ledger.balance();
/// assert!(balance.change.total() < 0.0 && balance.scheme_error.total().abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Balance<T> {
    /// Energy after the last step, minus the energy when the ledger was created.
    pub change: Energy<T>,
    /// Sum over all forces of the work and the increase of potential energy.
    pub by_forces: Energy<T>,
    /// Energy that the scheme added (positive) or lost (negative).
    pub scheme_error: Energy<T>,
    /// Changes of energy between steps.
    pub from_outside: Energy<T>,
    /// The left side minus the right side of the balance: rounding.
    pub imbalance: Energy<T>,
    /// Scale of the imbalance \[J\]: the sum of the absolute values of the energies at the start
    /// and at the end, and of all transfers.
    pub turnover: T,
}

impl From<ForceId> for Source {
    fn from(force: ForceId) -> Self {
        Self::Force(force)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Force(force) => formatter.pad(&alloc::format!("force {force}")),
            Self::Applied => formatter.pad("applied"),
        }
    }
}

impl<T: nalgebra::RealField + Copy> Entry<T> {
    /// Returns the energy that the force added to the world, negative if it removed energy: its
    /// work plus the increase of its potential energy \[J\].
    #[must_use]
    pub fn supply(&self) -> T {
        self.work + self.potential_change
    }
}

/// Prints a table with the columns kinetic energy, potential energy and total \[J\]. The first rows
/// contain the work of each force and the increase of its potential energy; the other terms of the
/// balance follow.
impl<T: Real<D> + fmt::LowerExp, const D: usize> fmt::Display for Ledger<T, D> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let balance = self.balance();
        writeln!(
            formatter,
            "{:<14} {:>12} {:>13} {:>12}",
            "", "kinetic [J]", "potential [J]", "both [J]"
        )?;
        let mut line = |name: &dyn fmt::Display, energy: Energy<T>| {
            let Energy { kinetic, potential } = energy;
            let total = kinetic + potential;
            writeln!(
                formatter,
                "{name:<14} {kinetic:>+12.4e} {potential:>+13.4e} {total:>+12.4e}"
            )
        };
        for entry in self.entries() {
            let energy = Energy {
                kinetic: entry.work,
                potential: entry.potential_change,
            };
            line(&entry.source, energy)?;
        }
        line(&"scheme error", balance.scheme_error)?;
        line(&"from outside", balance.from_outside)?;
        line(&"imbalance", balance.imbalance)?;
        line(&"change", balance.change)
    }
}

/// Compensated sums of kinetic and potential energy \[J\].
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
