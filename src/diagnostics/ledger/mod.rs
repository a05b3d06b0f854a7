//! Where the energy went.

mod statement;
mod sums;

use alloc::vec::Vec;

pub use statement::{Balance, Entry, Source};
use sums::Sums;

use super::energy::{Energy, potential_of};
use super::motion::{Motion, kinetic_energy_of};
use super::reference::ReferenceError;
use crate::body::Body;
use crate::space::{Real, narrow, widen};
use crate::sum::Sum;
use crate::world::{StepError, World};

/// The work that each force did over a run, and the energy that is the scheme's own doing.
///
/// Every step is taken twice from the same state: by the world's scheme, and along the motion that the
/// forces really cause, which a Gragg–Bulirsch–Stoer extrapolation follows to rounding together with the
/// work `∫ (F·v + τ·ω) dt` of each force. What the scheme has more or less than that motion at the end
/// of the step is the scheme's error. So, for every run under every scheme,
///
/// ```text
/// Δ kinetic   = Σ work         + scheme error, kinetic   + changes from outside
/// Δ potential = Σ Δ potential  + scheme error, potential + changes from outside
/// Δ total     = Σ supply       + scheme error            + changes from outside
/// ```
///
/// where the *supply* of a force is its work plus the growth of its potential: zero for a force that
/// only stores energy, negative for drag. Changes from outside are what happened to the world between
/// steps: impulses, bodies written to, forces added or removed. The three terms on the right come from
/// different computations, so that it means something that the sums close: [`Balance::imbalance`] is
/// of the size of rounding.
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
/// let lost = ledger.entry(drag).ok_or("drag has done something")?;
/// assert!(lost.work < 0.0 && lost.supply() == lost.work);
/// let stored = ledger.entry(spring).ok_or("so has the spring")?;
/// assert!(stored.supply().abs() < 1e-12);
///
/// let balance = ledger.balance();
/// assert!(balance.scheme_error.total().abs() > 1e-3);   // joules made of nothing
/// assert!(balance.imbalance.total().abs() < 1e-12);     // and the books close
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Ledger<T: Real<D>, const D: usize> {
    accounts: Vec<Account>,
    scheme_error: Sums,
    from_outside: Sums,
    /// When the books were opened, and after the last step \[J\].
    opening: Energy<f64>,
    closing: Energy<f64>,
    /// All energy that changed hands, whatever its sign \[J\].
    turnover: Sum<f64>,
    /// What follows the real motion, and whose work it knows.
    motion: Option<(Vec<Source>, Motion<T, D>)>,
}

/// The books of one force.
#[derive(Debug, Clone)]
struct Account {
    source: Source,
    /// Its work, and the growth of its potential.
    brought: Sums,
}

impl<T: Real<D>, const D: usize> Ledger<T, D> {
    /// Opens the books on a world as it is.
    #[must_use]
    pub fn new(world: &World<T, D>) -> Self {
        let energy = energy_of(world.bodies(), &potentials(world, world.bodies()));
        Self {
            accounts: Vec::new(),
            scheme_error: Sums::zero(),
            from_outside: Sums::zero(),
            opening: energy,
            closing: energy,
            turnover: Sum::zero(),
            motion: None,
        }
    }

    /// Steps the world by `dt` \[s\] under its own scheme, and books what happened.
    ///
    /// # Errors
    /// If the world cannot be stepped, or its real motion cannot be followed. World and ledger are then as
    /// they were.
    pub fn step(&mut self, world: &mut World<T, D>, dt: T) -> Result<(), ReferenceError<T>> {
        if !world.reaches(dt) {
            return Err(StepError::Duration { dt }.into());
        }
        let (sources, mut motion) = self.real_motion(world);
        (motion.advance(&world.system(dt)))
            .map_err(|stuck| ReferenceError::stuck(stuck, world.time(), dt))?;
        let was_applied = !world.system(dt).pushes.is_empty();
        let stored = potentials(world, world.bodies());
        let before = energy_of(world.bodies(), &stored);
        let mut arrived = world.bodies().to_vec();
        world.step(dt)?;

        motion.place(&mut arrived);
        let storing = potentials(world, &arrived);
        let real = Energy {
            kinetic: motion.kinetic_energy(),
            potential: storing.iter().sum(),
        };
        let after = energy_of(world.bodies(), &potentials(world, world.bodies()));
        self.turnover += self.from_outside.add_difference(before, self.closing);
        self.turnover += self.scheme_error.add_difference(after, real);
        self.closing = after;
        // what is applied comes last, and has no potential
        let growth = storing
            .iter()
            .zip(&stored)
            .map(|(after, before)| after - before);
        let brought = motion.work().zip(growth.chain([0.0]));
        for (&source, (kinetic, potential)) in sources.iter().zip(brought) {
            if source != Source::Applied || was_applied {
                self.book(source, Energy { kinetic, potential });
            }
        }
        self.motion = Some((sources, motion));
        Ok(())
    }

    /// What follows the real motion from where the world is; as it was made before, if the forces are
    /// the same and the bodies alike.
    fn real_motion(&self, world: &World<T, D>) -> (Vec<Source>, Motion<T, D>) {
        let sources: Vec<Source> = (world.force_ids().map(Source::Force))
            .chain([Source::Applied])
            .collect();
        if let Some((known, motion)) = &self.motion
            && *known == sources
            && motion.moves(world.bodies())
        {
            let mut motion = motion.clone();
            motion.restart(world.bodies());
            return (sources, motion);
        }
        let motion = Motion::new(&world.system(T::zero()), world.bodies(), 1.0);
        (sources, motion)
    }

    fn book(&mut self, source: Source, brought: Energy<f64>) {
        let known = (self.accounts.iter()).position(|account| account.source == source);
        let place = known.unwrap_or_else(|| {
            self.accounts.push(Account {
                source,
                brought: Sums::zero(),
            });
            self.accounts.len() - 1
        });
        self.turnover += self.accounts[place].brought.add(brought);
    }

    /// What each force did so far, in the order in which they first acted; forces that were removed stay
    /// in the books.
    #[must_use]
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Entry<T>> + '_ {
        self.accounts.iter().map(|account| Entry {
            source: account.source,
            work: narrow(account.brought.kinetic.value()),
            potential_change: narrow(account.brought.potential.value()),
        })
    }

    /// What one force did so far; none if it has not acted in a step of this ledger.
    #[must_use]
    pub fn entry(&self, source: impl Into<Source>) -> Option<Entry<T>> {
        let source = source.into();
        self.entries().find(|entry| entry.source == source)
    }

    /// All that became of the energy, up to the last step.
    #[must_use]
    pub fn balance(&self) -> Balance<T> {
        let mut by_forces = Sums::zero();
        for account in &self.accounts {
            by_forces.add(account.brought.rounded());
        }
        let mut change = Sums::zero();
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
            turnover: narrow(self.turnover.value() + ends[0] + ends[1]),
        }
    }
}

/// The potential energy of all forces of a world, each by itself, if its bodies were these \[J\].
fn potentials<T: Real<D>, const D: usize>(world: &World<T, D>, bodies: &[Body<T, D>]) -> Vec<f64> {
    (world.system(T::zero()).attachments.iter())
        .map(|attachment| widen(potential_of(attachment, bodies, world.time())))
        .collect()
}

/// The energy of bodies, in `f64`, given the potentials of the forces on them \[J\].
fn energy_of<T: Real<D>, const D: usize>(bodies: &[Body<T, D>], stored: &[f64]) -> Energy<f64> {
    Energy {
        kinetic: bodies.iter().map(kinetic_energy_of).sum(),
        potential: stored.iter().sum(),
    }
}
