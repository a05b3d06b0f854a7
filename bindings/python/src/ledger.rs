//! The energy balance of a run.

use std::time::Instant;

use kinstep_core::diagnostics::{Energy, Ledger as Account, Source};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{invalid, step_failed};
use crate::patience::PATIENCE;
use crate::world::{AnyWorld, World};

#[derive(Clone)]
enum AnyLedger {
    Plane(Account<f64, 2>),
    Space(Account<f64, 3>),
}

/// The work of each force over a run, and the energy error of the scheme. Use the class in `diagnostics`.
#[pyclass(subclass, module = "kinstep._kinstep")]
pub(crate) struct Ledger {
    ledger: AnyLedger,
}

/// Kinetic and potential energy \[J\].
fn parts(energy: Energy<f64>) -> (f64, f64) {
    (energy.kinetic, energy.potential)
}

impl AnyLedger {
    /// Steps a world of the same dimension, and enters the changes of energy.
    fn step(&mut self, world: &mut AnyWorld, dt: f64) -> PyResult<()> {
        match (self, world) {
            (Self::Plane(ledger), AnyWorld::Plane(world)) => ledger.step(world, dt),
            (Self::Space(ledger), AnyWorld::Space(world)) => ledger.step(world, dt),
            _ => {
                return Err(invalid(
                    "the ledger was opened on a world of another number of dimensions",
                ));
            }
        }
        .map_err(step_failed)
    }

    /// Makes steps until they are done, or it is time to look at signals; returns how many are left.
    fn step_for_a_while(&mut self, world: &mut AnyWorld, dt: f64, mut left: u64) -> PyResult<u64> {
        let start = Instant::now();
        while left > 0 && start.elapsed() < PATIENCE {
            self.step(world, dt)?;
            left -= 1;
        }
        Ok(left)
    }
}

fn told_balance<'py, const D: usize>(
    py: Python<'py>,
    ledger: &Account<f64, D>,
) -> PyResult<Bound<'py, PyDict>>
where
    f64: kinstep_core::Real<D>,
{
    let balance = ledger.balance();
    let told = PyDict::new(py);
    let entries = ledger.entries().map(|entry| {
        let force = match entry.source {
            Source::Force(force) => Some(force.to_bits()),
            _ => None,
        };
        (force, entry.work, entry.potential_change)
    });
    told.set_item("entries", entries.collect::<Vec<_>>())?;
    told.set_item("change", parts(balance.change))?;
    told.set_item("by_forces", parts(balance.by_forces))?;
    told.set_item("scheme_error", parts(balance.scheme_error))?;
    told.set_item("from_outside", parts(balance.from_outside))?;
    told.set_item("imbalance", parts(balance.imbalance))?;
    told.set_item("turnover", balance.turnover)?;
    Ok(told)
}

#[pymethods]
impl Ledger {
    #[new]
    fn new(world: PyRef<'_, World>) -> Self {
        let ledger = match &world.world {
            AnyWorld::Plane(world) => AnyLedger::Plane(Account::new(world)),
            AnyWorld::Space(world) => AnyLedger::Space(Account::new(world)),
        };
        Self { ledger }
    }

    /// Makes some steps of dt [s] with a world, under its own scheme, and enters the changes of energy.
    ///
    /// The exact motion of each step is computed beside it, so a step takes much longer than one of World.step. Ctrl-C stops
    /// it between two steps. If it fails or is stopped, ledger and world are as they were.
    #[pyo3(signature = (world, dt, steps=1))]
    fn step(
        &mut self,
        py: Python<'_>,
        world: &Bound<'_, World>,
        dt: f64,
        steps: u64,
    ) -> PyResult<()> {
        let mut ledger = self.ledger.clone();
        world.try_borrow_mut()?.unless_raised(py, |world| {
            let mut left = steps;
            while left > 0 {
                left = py.detach(|| ledger.step_for_a_while(&mut world.world, dt, left))?;
                py.check_signals()?;
            }
            Ok(())
        })?;
        self.ledger = ledger;
        Ok(())
    }

    fn _balance<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        match &self.ledger {
            AnyLedger::Plane(ledger) => told_balance(py, ledger),
            AnyLedger::Space(ledger) => told_balance(py, ledger),
        }
    }
}
