//! The energy balance of a run.

use std::collections::BTreeMap;

use kinstep::diagnostics::{Ledger as Of, Source};
use kinstep::{Energy, World};
use serde::Serialize;

use crate::AnyWorld;
use crate::diagnostics::failed;
use crate::failure::{Failure, Outcome};
use crate::patience::{KeepGoing, Patience};
use crate::space::Space;

/// The account of one force.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EntryRecord {
    /// The bits of its id; `None` for all applied forces.
    pub force: Option<u64>,
    /// The name of its kind; `None` for all applied forces.
    pub name: Option<&'static str>,
    /// The work along the exact motion of all steps \[J\].
    pub work: f64,
    /// The growth of its potential energy along that motion \[J\].
    pub potential_change: f64,
}

/// The energy balance of a run \[J\]: `change = by_forces + scheme_error + from_outside`, for kinetic and potential energy each.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BalanceRecord {
    /// The account of each force, in the order in which they first acted.
    pub entries: Vec<EntryRecord>,
    /// The energy after the last step, less the energy when the ledger was opened.
    pub change: Energy<f64>,
    /// The work, and the growth of potential, of all forces.
    pub by_forces: Energy<f64>,
    /// The energy that the scheme made, or lost.
    pub scheme_error: Energy<f64>,
    /// The changes between steps.
    pub from_outside: Energy<f64>,
    /// The difference of both sides: rounding.
    pub imbalance: Energy<f64>,
    /// The sum of the sizes of all these transfers \[J\].
    pub turnover: f64,
}

#[derive(Debug, Clone)]
enum Account {
    Plane(Of<f64, 2>),
    Space(Of<f64, 3>),
    #[cfg(feature = "single")]
    PlaneSingle(Of<f32, 2>),
    #[cfg(feature = "single")]
    SpaceSingle(Of<f32, 3>),
}

/// The work of each force over a run, and the energy error of the scheme.
#[derive(Debug, Clone)]
pub struct Ledger {
    account: Account,
    /// The names of the forces that acted, by the bits of their ids.
    names: BTreeMap<u64, &'static str>,
}

impl Ledger {
    /// Opens a ledger on a world.
    #[must_use]
    pub fn new(world: &AnyWorld) -> Self {
        let account = match world {
            AnyWorld::Plane(world) => Account::Plane(Of::new(world)),
            AnyWorld::Space(world) => Account::Space(Of::new(world)),
            #[cfg(feature = "single")]
            AnyWorld::PlaneSingle(world) => Account::PlaneSingle(Of::new(world)),
            #[cfg(feature = "single")]
            AnyWorld::SpaceSingle(world) => Account::SpaceSingle(Of::new(world)),
        };
        let names = BTreeMap::new();
        Self { account, names }
    }

    /// Makes steps of `dt` \[s\] with a world, and enters the changes of energy. If it fails, ledger and world are as they were.
    ///
    /// # Errors
    /// Fails if a step or its exact motion cannot be computed, or the world is of another type.
    pub fn step(
        &mut self,
        world: &mut AnyWorld,
        dt: f64,
        steps: u64,
        keep_going: KeepGoing<'_>,
    ) -> Outcome {
        let mut patience = Patience::new(keep_going);
        let mut next = self.clone();
        world.or_as_before(|world| next.make_steps(world, dt, steps, &mut patience))?;
        *self = next;
        Ok(())
    }

    fn make_steps(
        &mut self,
        world: &mut AnyWorld,
        dt: f64,
        steps: u64,
        patience: &mut Patience<'_>,
    ) -> Outcome {
        fn made<T: Space<D>, const D: usize>(
            (ledger, world): (&mut Of<T, D>, &mut World<T, D>),
            names: &mut BTreeMap<u64, &'static str>,
            (dt, steps): (f64, u64),
            patience: &mut Patience<'_>,
        ) -> Outcome {
            for _ in 0..steps {
                patience.check(world.time())?;
                ledger.step(world, T::of(dt)).map_err(failed)?;
            }
            for entry in ledger.entries() {
                if let Source::Force(id) = entry.source
                    && let Some(force) = world.force(id)
                {
                    names.insert(id.to_bits(), force.name());
                }
            }
            Ok(())
        }
        let (names, work) = (&mut self.names, (dt, steps));
        match (&mut self.account, world) {
            (Account::Plane(ledger), AnyWorld::Plane(world)) => {
                made((ledger, world), names, work, patience)
            }
            (Account::Space(ledger), AnyWorld::Space(world)) => {
                made((ledger, world), names, work, patience)
            }
            #[cfg(feature = "single")]
            (Account::PlaneSingle(ledger), AnyWorld::PlaneSingle(world)) => {
                made((ledger, world), names, work, patience)
            }
            #[cfg(feature = "single")]
            (Account::SpaceSingle(ledger), AnyWorld::SpaceSingle(world)) => {
                made((ledger, world), names, work, patience)
            }
            (_, world) => Err(Failure::invalid(format_args!(
                "the ledger was opened on a world of another type than this one in {} dimensions",
                world.dimensions()
            ))),
        }
    }

    /// Returns the energy balance up to the last step.
    #[must_use]
    pub fn balance(&self) -> BalanceRecord {
        match &self.account {
            Account::Plane(ledger) => self.balance_of(ledger),
            Account::Space(ledger) => self.balance_of(ledger),
            #[cfg(feature = "single")]
            Account::PlaneSingle(ledger) => self.balance_of(ledger),
            #[cfg(feature = "single")]
            Account::SpaceSingle(ledger) => self.balance_of(ledger),
        }
    }

    fn balance_of<T: Space<D>, const D: usize>(&self, ledger: &Of<T, D>) -> BalanceRecord {
        let entries = ledger.entries().map(|entry| {
            let force = match entry.source {
                Source::Force(force) => Some(force.to_bits()),
                _ => None,
            };
            EntryRecord {
                force,
                name: force.and_then(|force| self.names.get(&force).copied()),
                work: entry.work.wide(),
                potential_change: entry.potential_change.wide(),
            }
        });
        let wide = |energy: Energy<T>| Energy {
            kinetic: energy.kinetic.wide(),
            potential: energy.potential.wide(),
        };
        let balance = ledger.balance();
        BalanceRecord {
            entries: entries.collect(),
            change: wide(balance.change),
            by_forces: wide(balance.by_forces),
            scheme_error: wide(balance.scheme_error),
            from_outside: wide(balance.from_outside),
            imbalance: wide(balance.imbalance),
            turnover: balance.turnover.wide(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Kind;
    use crate::motion::tests::{on_each_type, state, swings};
    use kinstep::LinearDrag;

    fn balances_as_the_crate<T: Space<D>, const D: usize>(of: fn(World<T, D>) -> AnyWorld) {
        let mut world = swings::<T, D>();
        let drag = world.add_force(LinearDrag::rate(T::of(0.5))).unwrap();
        let mut moved = of(world.clone());
        let (mut direct, mut ledger) = (Of::new(&world), Ledger::new(&moved));
        (0..5).for_each(|_| direct.step(&mut world, T::of(0.125)).unwrap());
        ledger.step(&mut moved, 0.125, 5, &mut || true).unwrap();
        assert_eq!(state(&moved), state(&of(world)));
        let (found, balance) = (ledger.balance(), direct.balance());
        assert_eq!(found.turnover, balance.turnover.wide());
        assert_eq!(
            found.scheme_error.kinetic,
            balance.scheme_error.kinetic.wide()
        );
        assert_eq!(
            found.imbalance.potential,
            balance.imbalance.potential.wide()
        );
        let entry = direct.entry(drag).unwrap();
        assert_eq!(
            found.entries[1],
            EntryRecord {
                force: Some(drag.to_bits()),
                name: Some("LinearDrag"),
                work: entry.work.wide(),
                potential_change: 0.0,
            }
        );

        let before = state(&moved);
        let stopped = ledger.step(&mut moved, 1e-3, 1 << 40, &mut || false);
        assert_eq!(stopped.unwrap_err().kind, Kind::Stopped);
        let failure = ledger
            .step(&mut moved, f64::NAN, 1, &mut || true)
            .unwrap_err();
        assert!(failure.message.contains("NaN s"), "{failure}");
        assert_eq!((state(&moved), ledger.balance()), (before, found));
    }

    #[test]
    fn balances_are_those_of_the_crate() {
        on_each_type!(balances_as_the_crate);
    }

    #[test]
    fn applied_forces_have_no_id_and_removed_ones_keep_their_names() {
        let mut world = swings::<f64, 2>();
        let (body, force) = (
            world.ids().next().unwrap(),
            world.forces().next().unwrap().0,
        );
        world.apply_force(body, [1.0, 0.0]).unwrap();
        let mut world = AnyWorld::Plane(world);
        let mut ledger = Ledger::new(&world);
        ledger.step(&mut world, 0.5, 1, &mut || true).unwrap();
        let AnyWorld::Plane(inside) = &mut world else {
            unreachable!()
        };
        inside.remove_force(force).unwrap();
        ledger.step(&mut world, 0.5, 1, &mut || true).unwrap();
        let entries = ledger.balance().entries;
        let names: Vec<_> = entries
            .iter()
            .map(|entry| (entry.force, entry.name))
            .collect();
        assert_eq!(
            names,
            [(Some(force.to_bits()), Some("ForceField")), (None, None)]
        );

        let wrong = ledger.step(&mut AnyWorld::Space(swings()), 0.5, 1, &mut || true);
        assert!(wrong.unwrap_err().message.contains("3 dimensions"));
    }
}
