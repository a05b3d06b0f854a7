//! The distinct laws of the bodies of a world, with their flows.
//!
//! Bodies whose laws have equal drag, stiffness, gyration and tide share a [`Flow`]. The constant
//! and the ramp are stored for each distinct law. For example, a spring with an anchor of its own
//! needs some hundred bytes.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::slice;

use nalgebra::SVector;

use super::narrow;
use crate::flow::{Bound, Flow, LinearLaw, Shift};
use crate::numbers::larger;
use crate::space::Real;
use crate::step::{LENGTHS, Substep, WHOLE};

/// Laws that bodies follow, each with a number, and the flows of these laws.
#[derive(Debug)]
pub(crate) struct Laws<T: Real<D>, const D: usize> {
    laws: Vec<Law<T, D>>,
    unused: Vec<u32>,
    shared: Vec<Shared<T, D>>,
    unused_shared: Vec<u32>,
    index_of: BTreeMap<Key<T, D>, u32>,
    /// For each length of substeps, the flow of each entry of `shared`.
    flows: [Vec<CachedFlow<T, D>>; LENGTHS],
    /// Length of a whole step \[s\], and an upper bound of the flows of all laws over that length;
    /// `None` if the bound is unknown.
    bound: Option<(T, Bound<T>)>,
}

/// A law, and the number of bodies that use this entry. Consecutive bodies with equal laws share
/// one entry; other bodies may have an entry for each.
#[derive(Debug, Clone, Copy)]
struct Law<T, const D: usize> {
    constant: SVector<T, D>,
    ramp: SVector<T, D>,
    /// Index in `shared`.
    shared: u32,
    users: u32,
}

/// The flow of a law, and the data to find the flows of other laws that share it.
pub(crate) struct LawFlow<'a, T, const D: usize> {
    /// The shared flow, with the shift of the law `first`.
    pub(crate) flow: &'a Flow<T, D>,
    first: u32,
    law: u32,
    laws: &'a [Law<T, D>],
}

impl<'a, T: Real<D>, const D: usize> LawFlow<'a, T, D> {
    /// Returns the shift by the flow of the law, for a flow that starts at `time` \[s\].
    #[inline]
    pub(crate) fn shift(&self, time: T) -> Shift<T, D> {
        if self.law == self.first {
            self.flow.shift_at(time)
        } else {
            self.flow.shift_of(self.push_of(self.law), time)
        }
    }

    /// Returns constant and ramp of a law.
    #[inline]
    pub(crate) fn push_of(&self, law: u32) -> [&'a SVector<T, D>; 2] {
        let law = &self.laws[law as usize];
        [&law.constant, &law.ramp]
    }
}

/// The coefficients that some laws have in common, and the number of these laws.
#[derive(Debug, Clone, Copy)]
struct Shared<T, const D: usize> {
    law: LinearLaw<T, D>,
    /// The number in [`Laws`] of `law`; [`NONE`] if no body follows that law.
    first: u32,
    users: u32,
    /// Upper bounds of the components of the constants, and of the ramps, of all laws with these
    /// coefficients.
    largest: [T; 2],
}

/// Number stored in place of the number of a law if there is none.
const NONE: u32 = u32::MAX;

/// Length \[s\] of a flow, and the flow. The length is NaN if the flow is unknown.
type CachedFlow<T, const D: usize> = (T, Flow<T, D>);

/// Number of recent laws with which a new law is compared. Most bodies have the law of the previous
/// body.
const LOOK_BACK: usize = 8;

impl<T: Real<D>, const D: usize> Laws<T, D> {
    pub(super) fn new() -> Self {
        Self {
            laws: Vec::new(),
            unused: Vec::new(),
            shared: Vec::new(),
            unused_shared: Vec::new(),
            index_of: BTreeMap::new(),
            flows: core::array::from_fn(|_| Vec::new()),
            bound: None,
        }
    }

    /// Adds one user of a law with finite coefficients. `near` is the number of a law that may be
    /// equal to it. Returns the number of the law.
    pub(super) fn retain(&mut self, law: &LinearLaw<T, D>, near: Option<u32>) -> u32 {
        let last = (0..self.laws.len()).rev().take(LOOK_BACK).map(narrow);
        let known = near.into_iter().chain(last).find(|&known| {
            let users = self.laws.get(known as usize).map(|law| law.users);
            users.is_some_and(|users| users > 0) && self.law(known) == *law
        });
        if let Some(known) = known {
            self.laws[known as usize].users += 1;
            return known;
        }
        let shared = self.share(law);
        let new = Law {
            constant: law.constant,
            ramp: law.ramp,
            shared,
            users: 1,
        };
        let index = match self.unused.pop() {
            Some(index) => {
                self.laws[index as usize] = new;
                index
            }
            None => {
                self.laws.push(new);
                // reserves memory now, because a step may call `release`, which must not allocate
                self.unused.reserve(self.laws.len());
                narrow(self.laws.len() - 1)
            }
        };
        let known = &mut self.shared[shared as usize];
        if known.first == NONE && known.law == *law {
            known.first = index;
        }
        let [constant, ramp] = &mut known.largest;
        *constant = larger(*constant, law.constant.amax());
        *ramp = larger(*ramp, law.ramp.amax());
        if let Some((dt, bound)) = self.bound {
            let bound = bound.join(&self.bound_of(shared, dt));
            self.bound = Some((dt, bound));
        }
        index
    }

    /// Removes one user of a law.
    pub(super) fn release(&mut self, mut index: u32) {
        let law = &mut self.laws[index as usize];
        law.users -= 1;
        if law.users > 0 {
            return;
        }
        self.unused.push(index);
        let released = core::mem::replace(&mut index, law.shared);
        let shared = &mut self.shared[index as usize];
        if shared.first == released {
            shared.first = NONE;
        }
        shared.users -= 1;
        if shared.users == 0 {
            self.index_of.remove(&Key(shared.law));
            self.unused_shared.push(index);
        }
    }

    /// Adds one user of the coefficients that a law has in common with others. Returns the index of
    /// the coefficients in `shared`.
    fn share(&mut self, law: &LinearLaw<T, D>) -> u32 {
        if let Some(&index) = self.index_of.get(&Key(*law)) {
            self.shared[index as usize].users += 1;
            return index;
        }
        let new = Shared {
            law: *law,
            first: NONE,
            users: 1,
            largest: [T::zero(); 2],
        };
        let index = match self.unused_shared.pop() {
            Some(index) => {
                self.shared[index as usize] = new;
                index
            }
            None => {
                self.shared.push(new);
                self.unused_shared.reserve(self.shared.len());
                narrow(self.shared.len() - 1)
            }
        };
        // discards the flows of the coefficients that had this index before
        for flows in &mut self.flows {
            if let Some((dt, _)) = flows.get_mut(index as usize) {
                *dt = T::zero() / T::zero();
            }
        }
        self.index_of.insert(Key(*law), index);
        index
    }

    /// Whether any law that shares a flow with this one has a ramp.
    #[inline]
    pub(crate) fn ramps(&self, law: u32) -> bool {
        let shared = self.laws[law as usize].shared;
        self.shared[shared as usize].largest[1] != T::zero()
    }

    /// Returns the law with this number.
    pub(crate) fn law(&self, index: u32) -> LinearLaw<T, D> {
        let Law {
            constant,
            ramp,
            shared,
            ..
        } = self.laws[index as usize];
        let mut law = self.shared[shared as usize].law;
        (law.constant, law.ramp) = (constant, ramp);
        law
    }

    /// Returns the index in `shared` for the law with this number.
    #[inline]
    pub(crate) fn shared(&self, index: u32) -> u32 {
        self.laws[index as usize].shared
    }

    /// Returns the flow of a law over a substep.
    // inlined: a call would cost as much as the work
    #[inline(always)]
    pub(crate) fn flow(&mut self, law: u32, substep: Substep<T>) -> LawFlow<'_, T, D> {
        let index = self.laws[law as usize].shared;
        self.find_flow(index, substep);
        LawFlow {
            flow: &self.flows[substep.length][index as usize].1,
            first: self.shared[index as usize].first,
            law,
            laws: &self.laws,
        }
    }

    /// Computes the flow that laws share over a substep, if it is unknown.
    #[inline]
    fn find_flow(&mut self, index: u32, substep: Substep<T>) {
        let known = self.flows[substep.length].get(index as usize);
        if known.is_none_or(|(known, _)| *known != substep.dt) {
            self.find_flow_anew(index, substep);
        }
    }

    #[cold]
    fn find_flow_anew(&mut self, index: u32, substep: Substep<T>) {
        let Substep { length, dt, .. } = substep;
        let flow = self.shared[index as usize].law.flow(dt);
        let flow = if length == WHOLE {
            flow
        } else {
            flow.beside_kicks()
        };
        let flows = &mut self.flows[length];
        if flows.len() <= index as usize {
            flows.resize(self.shared.len(), (T::zero() / T::zero(), flow));
        }
        flows[index as usize] = (dt, flow);
    }

    /// Returns an upper bound of states after a whole step of `dt` \[s\] along the flow of any law
    /// that bodies follow.
    #[inline]
    pub(crate) fn bound(&mut self, dt: T) -> Bound<T> {
        match self.bound {
            Some((known, bound)) if known == dt => bound,
            _ => self.find_bound(dt),
        }
    }

    /// Determines the [`bound`](Self::bound) again, because it stays too large when laws are
    /// removed.
    #[cold]
    pub(crate) fn find_bound(&mut self, dt: T) -> Bound<T> {
        let mut bound = Bound::none();
        for index in 0..self.shared.len() {
            if self.shared[index].users > 0 {
                bound = bound.join(&self.bound_of(narrow(index), dt));
            }
        }
        self.bound = Some((dt, bound));
        bound
    }

    /// Returns an upper bound of states after a whole step of `dt` \[s\], for all laws that share
    /// this flow.
    fn bound_of(&mut self, index: u32, dt: T) -> Bound<T> {
        let substep = Substep {
            length: WHOLE,
            start: T::zero(),
            dt,
        };
        let largest = self.shared[index as usize].largest;
        self.find_flow(index, substep);
        self.flows[WHOLE][index as usize].1.shared_bound(largest)
    }

    /// Copies `source`, and reuses the memory of `self`.
    pub(super) fn copy_from(&mut self, source: &Self) {
        let Self {
            laws,
            unused,
            shared,
            unused_shared,
            index_of,
            flows,
            bound,
        } = source;
        self.laws.clone_from(laws);
        self.shared.clone_from(shared);
        // `clone_from` of a BTreeMap allocates, so equal maps are not copied
        if self.index_of != *index_of {
            self.index_of.clone_from(index_of);
        }
        for (list, source, count) in [
            (&mut self.unused, unused, laws.len()),
            (&mut self.unused_shared, unused_shared, shared.len()),
        ] {
            list.clone_from(source);
            list.reserve(count - list.len());
        }
        self.flows.clone_from(flows);
        self.bound = *bound;
    }
}

/// A law with finite coefficients, ordered by the coefficients that it has in common with other
/// laws, compared one after the other.
///
/// The constants of an isotropic law change only the shift of the flow, apart from properties that
/// decide the form of the flow.
#[derive(Debug, Clone, Copy)]
struct Key<T, const D: usize>(LinearLaw<T, D>);

impl<T: Real<D>, const D: usize> Key<T, D> {
    /// Returns the coefficients as slices, because iterators over matrices take six times as long to compare.
    fn coefficients(&self) -> [&[T]; 4] {
        let Self(law) = self;
        [
            slice::from_ref(&law.damping),
            slice::from_ref(&law.stiffness_per_mass),
            law.gyration.as_slice(),
            law.tide.as_slice(),
        ]
    }

    /// Returns the other properties on which the flow of a law depends.
    fn push(&self) -> ([bool; 3], Option<[&[T]; 2]>) {
        let Self(law) = self;
        if law.is_isotropic() {
            return (law.form_of_push(), None);
        }
        let push = [law.constant.as_slice(), law.ramp.as_slice()];
        ([false; 3], Some(push))
    }
}

impl<T: Real<D>, const D: usize> Ord for Key<T, D> {
    fn cmp(&self, other: &Self) -> Ordering {
        let order = self.coefficients().partial_cmp(&other.coefficients());
        let order = order.unwrap_or(Ordering::Equal);
        order.then_with(|| {
            let order = self.push().partial_cmp(&other.push());
            order.unwrap_or(Ordering::Equal)
        })
    }
}

impl<T: Real<D>, const D: usize> PartialOrd for Key<T, D> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Real<D>, const D: usize> PartialEq for Key<T, D> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<T: Real<D>, const D: usize> Eq for Key<T, D> {}
