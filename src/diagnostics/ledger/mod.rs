//! The energy budget of a run: the work of each force, and the error of the scheme.

mod statement;

use alloc::vec;
use alloc::vec::Vec;

use statement::EnergySums;
pub use statement::{Balance, Entry, Source};

use super::energy::{Energy, potential_of};
use super::error::DiagnosticsError;
use super::motion::{ReferenceMotion, kinetic_energy_of};
use crate::body::Body;
use crate::numbers::{CompensatedSum, from_f64, to_f64};
use crate::solver::ALWAYS;
use crate::space::Real;
use crate::world::{StepError, World};

/// The work of each force during a run, and the energy error of the scheme.
///
/// Every step is computed twice from the same state: by the world's scheme, and along the exact
/// motion. DOP853 integrates the exact motion to rounding, together with the work
/// `∫ (F·v + τ·ω) dt` of each force. The difference of the energies at the end of the step is the
/// error of the scheme. So, for every run under every scheme,
///
/// ```text
/// Δ kinetic   = Σ work         + scheme error, kinetic   + changes from outside
/// Δ potential = Σ Δ potential  + scheme error, potential + changes from outside
/// Δ total     = Σ supply       + scheme error            + changes from outside
/// ```
///
/// where the *supply* of a force is its work plus the increase of its potential energy: zero for a
/// force that only stores energy, negative for drag. Changes from outside happen between steps:
/// impulses, writing to bodies, adding or removing forces. The three terms on the right are
/// computed independently, so the balance is a real check: [`Balance::imbalance`] is only rounding.
///
/// ```
/// use kinstep::diagnostics::Ledger;
/// use kinstep::{Body2, LinearDrag, Scheme, Spring, World2};
///
/// let mut world = World2::new();
/// world.add_body(Body2::point(2.0).at([1.0, 0.0]))?;
/// let spring = world.add_force(Spring::stiffness(8.0))?;
/// let drag = world.add_force(LinearDrag::rate(0.1))?;
/// world.set_scheme(Scheme::SymplecticEuler);
///
/// let mut ledger = Ledger::new(&world);
/// for _ in 0..600 {
///     ledger.step(&mut world, 1.0 / 60.0)?;
/// }
/// let lost = ledger.entry(drag).ok_or("drag has done work")?;
/// assert!(lost.work < 0.0 && lost.supply() == lost.work);
/// let stored = ledger.entry(spring).ok_or("so has the spring")?;
/// assert!(stored.supply().abs() < 1e-12);
///
/// let balance = ledger.balance();
/// assert!(balance.scheme_error.total().abs() > 1e-3);   // joules that the scheme created
/// assert!(balance.imbalance.total().abs() < 1e-12);     // and the balance closes
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Ledger<T: Real<D>, const D: usize> {
    accounts: Vec<Account>,
    scheme_error: EnergySums,
    from_outside: EnergySums,
    /// Energy when the ledger was created \[J\].
    opening: Energy<f64>,
    /// Energy after the last step \[J\].
    closing: Energy<f64>,
    /// Sum of the absolute values of all transfers of energy \[J\].
    turnover: CompensatedSum<f64>,
    /// The source of the work for each slot (`None` for an empty slot), and the exact motion that
    /// integrates this work.
    motion: Option<(Vec<Option<Source>>, ReferenceMotion<T, D>)>,
}

/// The account of one force.
#[derive(Debug, Clone)]
struct Account {
    source: Source,
    /// Work of the force, and increase of its potential energy.
    supplied: EnergySums,
}

impl<T: Real<D>, const D: usize> Ledger<T, D> {
    /// Creates a ledger from the current state of a world.
    #[must_use]
    pub fn new(world: &World<T, D>) -> Self {
        let energy = energy_of(world.body_slice(), &potentials(world, world.body_slice()));
        Self {
            accounts: Vec::new(),
            scheme_error: EnergySums::zero(),
            from_outside: EnergySums::zero(),
            opening: energy,
            closing: energy,
            turnover: CompensatedSum::zero(),
            motion: None,
        }
    }

    /// Steps the world by `dt` \[s\] under the world's scheme, and records the energy changes.
    ///
    /// # Errors
    /// If the step fails, or the exact motion cannot be computed. After an error world and ledger are unchanged.
    pub fn step(&mut self, world: &mut World<T, D>, dt: T) -> Result<(), DiagnosticsError<T>> {
        if !world.reaches(dt) {
            return Err(StepError::Duration { dt }.into());
        }
        if world.applied_end(dt).is_some() {
            let mut ledger = self.clone();
            world.in_parts(dt, |world, part| ledger.step(world, part))?;
            *self = ledger;
            return Ok(());
        }
        if world.has_torques() {
            return world.with_torques(|world| self.step(world, dt));
        }
        let (sources, mut motion) = self.exact_motion(world);
        (motion.advance(&world.system(dt), ALWAYS))
            .map_err(|error| DiagnosticsError::from_failure(error, world.time(), dt))?;
        let was_applied = !world.system(dt).applied_forces.is_empty();
        let stored = potentials(world, world.body_slice());
        let before = energy_of(world.body_slice(), &stored);
        let mut arrived = world.body_slice().to_vec();
        world.step(dt)?;

        motion.write_to(&mut arrived);
        let stored_after = potentials(world, &arrived);
        let exact = Energy {
            kinetic: motion.kinetic_energy(),
            potential: stored_after.iter().sum(),
        };
        let after = energy_of(world.body_slice(), &potentials(world, world.body_slice()));
        self.turnover += self.from_outside.add_difference(before, self.closing);
        self.turnover += self.scheme_error.add_difference(after, exact);
        self.closing = after;
        // the last entry, of applied forces, has no potential
        let growth = stored_after
            .iter()
            .zip(&stored)
            .map(|(after, before)| after - before);
        let supplied = motion.work().iter().copied().zip(growth.chain([0.0]));
        for (source, (kinetic, potential)) in sources.iter().zip(supplied) {
            if let Some(source) = *source
                && (source != Source::Applied || was_applied)
            {
                self.enter(source, Energy { kinetic, potential });
            }
        }
        self.motion = Some((sources, motion));
        Ok(())
    }

    /// Returns the sources of work, and the exact motion from the current state of the world.
    /// Reuses the previous motion if the forces are equal and it fits the bodies.
    fn exact_motion(&self, world: &World<T, D>) -> (Vec<Option<Source>>, ReferenceMotion<T, D>) {
        let mut sources = vec![None; world.system(T::zero()).attachments().len()];
        for (slot, force) in world.slots().zip(world.force_ids()) {
            sources[slot] = Some(if world.is_lasting(slot) {
                Source::Force(force)
            } else {
                Source::Applied
            });
        }
        sources.push(Some(Source::Applied));
        if let Some((known, motion)) = &self.motion
            && *known == sources
            && motion.fits(world.body_slice())
        {
            let mut motion = motion.clone();
            motion.restart(&world.system(T::zero()), world.body_slice());
            return (sources, motion);
        }
        let motion = ReferenceMotion::with_work(&world.system(T::zero()), world.body_slice());
        (sources, motion)
    }

    /// Adds energy to the account of a force.
    fn enter(&mut self, source: Source, supplied: Energy<f64>) {
        let known = (self.accounts.iter()).position(|account| account.source == source);
        let index = known.unwrap_or_else(|| {
            self.accounts.push(Account {
                source,
                supplied: EnergySums::zero(),
            });
            self.accounts.len() - 1
        });
        self.turnover += self.accounts[index].supplied.add(supplied);
    }

    /// Returns the account of each force, in the order in which the forces first acted. Removed
    /// forces keep their accounts.
    #[must_use]
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Entry<T>> + '_ {
        self.accounts.iter().map(|account| Entry {
            source: account.source,
            work: from_f64(account.supplied.kinetic.value()),
            potential_change: from_f64(account.supplied.potential.value()),
        })
    }

    /// Returns the account of one force; `None` if it has not acted in a step of this ledger.
    #[must_use]
    pub fn entry(&self, source: impl Into<Source>) -> Option<Entry<T>> {
        let source = source.into();
        self.entries().find(|entry| entry.source == source)
    }

    /// Returns the energy balance up to the last step.
    #[must_use]
    pub fn balance(&self) -> Balance<T> {
        let mut by_forces = EnergySums::zero();
        for account in &self.accounts {
            by_forces.add(account.supplied.rounded());
        }
        let mut change = EnergySums::zero();
        change.add_difference(self.closing, self.opening);
        let mut imbalance = change.clone();
        for sums in [&by_forces, &self.scheme_error, &self.from_outside] {
            imbalance.subtract(sums.rounded());
        }
        let ends = [self.opening, self.closing].map(|it| it.kinetic + it.potential.abs());
        Balance {
            change: change.rounded(),
            by_forces: by_forces.rounded(),
            scheme_error: self.scheme_error.rounded(),
            from_outside: self.from_outside.rounded(),
            imbalance: imbalance.rounded(),
            turnover: from_f64(self.turnover.value() + ends[0] + ends[1]),
        }
    }
}

/// Returns the potential energy of each force of a world at the positions of `bodies` \[J\].
fn potentials<T: Real<D>, const D: usize>(world: &World<T, D>, bodies: &[Body<T, D>]) -> Vec<f64> {
    let (system, time) = (world.system(T::zero()), world.time());
    (system.attachments().iter())
        .map(|attachment| to_f64(potential_of(attachment, bodies, time)))
        .collect()
}

/// Returns the energy of bodies in `f64`, given the potential energy of each force \[J\].
fn energy_of<T: Real<D>, const D: usize>(bodies: &[Body<T, D>], stored: &[f64]) -> Energy<f64> {
    Energy {
        kinetic: bodies.iter().map(kinetic_energy_of).sum(),
        potential: stored.iter().sum(),
    }
}
