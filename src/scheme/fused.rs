//! The sum of the linear forces on each body, kept from step to step.

use alloc::vec::Vec;

use super::flow_table::FlowTable;
use super::plan::{Plan, Role};
use super::{Offender, System, Target};
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::space::Real;

/// Which law each body follows between kicks.
#[derive(Debug, Clone)]
pub(super) struct Fused<T: Real<D>, const D: usize> {
    pub(super) table: FlowTable<T, D>,
    pub(super) slots: Vec<Slot>,
    /// The slots as stretches of neighbours that move alike.
    pub(super) runs: Vec<Run>,
    /// Whether `runs` is of the slots as they are.
    merged: bool,
    /// A bound on the components of all positions and velocities, if one is known.
    pub(super) reach: Option<T>,
    /// Bodies whose law must be summed again: at least all whose slot says so.
    stale: Vec<usize>,
    /// New laws of the stale bodies.
    sums: Vec<LinearLaw<T, D>>,
}

/// What is kept of one body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Slot {
    /// Place of the law in the table, once it has been summed.
    pub(super) law: Option<usize>,
    role: Role,
    stale: bool,
}

/// Neighbouring bodies with one law and one role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    /// The place after the last of them.
    pub(super) end: usize,
    /// Place of the law in the table.
    pub(super) law: usize,
    pub(super) role: Role,
}

/// Why the laws could not be summed.
pub(super) enum Unsummed {
    /// The sum on this body is not finite.
    Offender(Offender),
    /// This attachment, thought linear, has no law for some body.
    NotLinear(usize),
}

impl<T: Real<D>, const D: usize> Fused<T, D> {
    pub(super) fn new() -> Self {
        Self {
            table: FlowTable::new(),
            slots: Vec::new(),
            runs: Vec::new(),
            merged: false,
            reach: None,
            stale: Vec::new(),
            sums: Vec::new(),
        }
    }

    /// A body was added at the end. Roles must be taken anew before the next step.
    pub(super) fn push(&mut self) {
        self.stale.push(self.slots.len());
        self.slots.push(Slot {
            law: None,
            role: Role::Free,
            stale: true,
        });
    }

    /// A body was removed and the last one took its place. Roles must be taken anew before the next
    /// step.
    pub(super) fn swap_remove(&mut self, index: usize) {
        let removed = self.slots.swap_remove(index);
        if let Some(law) = removed.law {
            self.table.release(law);
        }
        if self.slots.get(index).is_some_and(|moved| moved.stale) {
            self.stale.push(index);
        }
    }

    /// The mass of a body, or the forces on it, changed.
    pub(super) fn mark(&mut self, index: usize) {
        let slot = &mut self.slots[index];
        if !slot.stale {
            slot.stale = true;
            self.stale.push(index);
        }
    }

    pub(super) fn mark_all(&mut self) {
        for index in 0..self.slots.len() {
            self.mark(index);
        }
    }

    /// Notes the role of every body.
    pub(super) fn take_roles(&mut self, roles: &[Role]) {
        for (slot, &role) in self.slots.iter_mut().zip(roles) {
            slot.role = role;
        }
        self.merged = false;
    }

    /// Brings laws and runs up to date. On failure the bodies whose law is not known stay stale.
    pub(super) fn refresh(
        &mut self,
        plan: &Plan,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) -> Result<(), Unsummed> {
        if !self.stale.is_empty() {
            self.sum_stale(plan, system, bodies)?;
        }
        if !self.merged {
            self.merge();
        }
        Ok(())
    }

    /// Finds the runs.
    fn merge(&mut self) {
        self.runs.clear();
        let alike = (self.slots).chunk_by(|a, b| a.law == b.law && a.role == b.role);
        let mut end = 0;
        for slots in alike {
            end += slots.len();
            if let [
                Slot {
                    law: Some(law),
                    role,
                    ..
                },
                ..,
            ] = *slots
            {
                self.runs.push(Run { end, law, role });
            }
        }
        self.merged = true;
    }

    /// Sums the laws of the bodies that are stale.
    fn sum_stale(
        &mut self,
        plan: &Plan,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) -> Result<(), Unsummed> {
        let Self { slots, stale, .. } = self;
        stale.retain(|&index| slots.get(index).is_some_and(|slot| slot.stale));
        stale.sort_unstable();
        stale.dedup();
        if let Some(&index) = stale.iter().find(|&&index| !bodies[index].is_sound()) {
            return Err(Unsummed::Offender(Offender(index)));
        }
        self.sum(plan, system, bodies)?;
        if let Some(reach) = &mut self.reach {
            let changed = self.stale.iter().map(|&index| bodies[index].reach());
            *reach = changed.fold(
                *reach,
                |reach, changed| if changed > reach { changed } else { reach },
            );
        }
        for (&index, sum) in self.stale.iter().zip(&self.sums) {
            let slot = &mut self.slots[index];
            slot.stale = false;
            match slot.law {
                Some(law) if self.table.law(law) == sum => {}
                old => {
                    // the old place is given back first, so that it can be used again
                    old.into_iter().for_each(|law| self.table.release(law));
                    slot.law = Some(self.table.retain(*sum));
                    self.merged = false;
                }
            }
        }
        self.stale.clear();
        Ok(())
    }

    /// Sums the laws on the stale bodies, which are sorted. A body on an orbit follows none.
    fn sum(
        &mut self,
        plan: &Plan,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) -> Result<(), Unsummed> {
        let Self { stale, sums, .. } = self;
        sums.clear();
        sums.resize(stale.len(), LinearLaw::free());
        for &attachment in &plan.linear {
            let force = &system.attachments[attachment].force;
            let mut add = |rank: usize| {
                if plan.orbits.holds(stale[rank]) {
                    return Ok(());
                }
                let law = force.law(&bodies[stale[rank]]);
                sums[rank] += law.ok_or(Unsummed::NotLinear(attachment))?;
                Ok(())
            };
            match system.attachments[attachment].target {
                Target::Every => (0..stale.len()).try_for_each(add)?,
                Target::One(index) => stale.binary_search(&index).map_or(Ok(()), &mut add)?,
                Target::Pair(..) => {}
            }
        }
        match sums.iter().position(|sum| !sum.is_finite()) {
            None => Ok(()),
            Some(rank) => Err(Unsummed::Offender(Offender(stale[rank]))),
        }
    }
}
