//! What a ledger says.

use core::fmt;

use super::Ledger;
use crate::diagnostics::Energy;
use crate::space::Real;
use crate::world::ForceId;

/// What does work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Source {
    /// A force of the world.
    Force(ForceId),
    /// What was applied over single steps by [`World::apply_force`](crate::World::apply_force).
    Applied,
}

/// What one force did so far.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Entry<T> {
    /// The force.
    pub source: Source,
    /// `∫ (F·v + τ·ω) dt` over the real motion in all steps \[J\]; for a link, over the relative motion.
    pub work: T,
    /// What it put into its potential energy on the way \[J\]; zero for a force that has none.
    pub potential_change: T,
}

/// All that became of the energy so far \[J\]: `change = by_forces + scheme_error + from_outside`, kinetic
/// and potential each.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Balance<T> {
    /// Energy after the last step less energy when the ledger was opened.
    pub change: Energy<T>,
    /// Work, and growth of potential, of all forces.
    pub by_forces: Energy<T>,
    /// What the scheme made, or lost, by itself.
    pub scheme_error: Energy<T>,
    /// What came in between steps.
    pub from_outside: Energy<T>,
    /// By how much the sums do not close: rounding.
    pub imbalance: Energy<T>,
    /// All energy that there was at either end or that changed hands, whatever its sign: what the
    /// imbalance is to be measured by \[J\].
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
    /// What the force brought into the world's energy, or took out of it: its work and the growth of its
    /// potential together \[J\].
    #[must_use]
    pub fn supply(&self) -> T {
        self.work + self.potential_change
    }
}

/// A statement in three columns, kinetic energy, potential energy and both \[J\]: work and growth of the
/// potential for each force, then the other lines of the balance.
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
