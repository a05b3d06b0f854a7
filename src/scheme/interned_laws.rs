//! The distinct laws of a world, with their flows.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::slice;

use super::response_cache::cached;
use super::splitting::{LENGTHS, Substep, WHOLE};
use crate::flow::{Bound, Flow, LinearLaw};
use crate::space::Real;

/// Every distinct law once, by index and counted, with its flow over each length of the scheme, which is
/// computed when first used.
#[derive(Debug)]
pub(super) struct InternedLaws<T: Real<D>, const D: usize> {
    laws: Vec<InternedLaw<T, D>>,
    index_of: BTreeMap<LawKey<T, D>, usize>,
    /// Indices of laws without users.
    unused: Vec<usize>,
    /// For each length of substeps the flow of each law.
    flows: [Vec<CachedFlow<T, D>>; LENGTHS],
}

#[derive(Debug, Clone, Copy)]
struct InternedLaw<T, const D: usize> {
    law: LinearLaw<T, D>,
    /// How many bodies follow it.
    users: usize,
}

/// The length of a flow \[s\], the flow and its bound.
type CachedFlow<T, const D: usize> = Option<(T, (Flow<T, D>, Bound<T>))>;

impl<T: Real<D>, const D: usize> InternedLaws<T, D> {
    pub(super) fn new() -> Self {
        Self {
            laws: Vec::new(),
            index_of: BTreeMap::new(),
            unused: Vec::new(),
            flows: core::array::from_fn(|_| Vec::new()),
        }
    }

    /// Adds one user of a law with finite coefficients. Returns the law's index.
    pub(super) fn retain(&mut self, law: LinearLaw<T, D>) -> usize {
        if let Some(&index) = self.index_of.get(&LawKey(law)) {
            self.laws[index].users += 1;
            return index;
        }
        let interned = InternedLaw { law, users: 1 };
        let index = match self.unused.pop() {
            Some(index) => {
                self.laws[index] = interned;
                index
            }
            None => {
                self.laws.push(interned);
                // `release`, which a step may call, must not allocate
                self.unused.reserve(self.laws.len());
                self.laws.len() - 1
            }
        };
        // flows of the law that had this index before
        for flows in &mut self.flows {
            if let Some(flow) = flows.get_mut(index) {
                *flow = None;
            }
        }
        self.index_of.insert(LawKey(law), index);
        index
    }

    /// Removes one user of the law at `index`.
    pub(super) fn release(&mut self, index: usize) {
        let interned = &mut self.laws[index];
        interned.users -= 1;
        if interned.users == 0 {
            self.index_of.remove(&LawKey(interned.law));
            self.unused.push(index);
        }
    }

    pub(super) fn law(&self, index: usize) -> &LinearLaw<T, D> {
        &self.laws[index].law
    }

    /// Whether bodies under the law at `index` coast.
    pub(super) fn is_free(&self, index: usize) -> bool {
        *self.law(index) == LinearLaw::free()
    }

    /// The flow of the law at `index` over a substep.
    #[inline]
    pub(super) fn flow(&mut self, index: usize, substep: Substep<T>) -> &Flow<T, D> {
        &self.flow_and_bound(index, substep).0
    }

    /// The flow of the law at `index` over a substep, and a bound on states after it.
    #[inline]
    pub(super) fn flow_and_bound(
        &mut self,
        index: usize,
        substep: Substep<T>,
    ) -> &(Flow<T, D>, Bound<T>) {
        let Substep { length, dt, .. } = substep;
        let flows = &mut self.flows[length];
        if flows.len() <= index {
            flows.resize(self.laws.len(), None);
        }
        let law = &self.laws[index].law;
        cached(&mut flows[index], dt, || {
            let flow = new_flow(law, length, dt);
            let bound = flow.bound();
            (flow, bound)
        })
    }

    /// Makes this a copy of `source`, in the memory that it has.
    pub(super) fn copy_from(&mut self, source: &Self) {
        let Self {
            laws,
            index_of,
            unused,
            flows,
        } = source;
        self.laws.clone_from(laws);
        // a BTreeMap's `clone_from` allocates; equal maps need no copy
        if self.index_of != *index_of {
            self.index_of.clone_from(index_of);
        }
        self.unused.clone_from(unused);
        self.unused.reserve(self.laws.len() - self.unused.len());
        self.flows.clone_from(flows);
    }
}

/// The flow of a law over a substep of this length.
#[cold]
fn new_flow<T: Real<D>, const D: usize>(law: &LinearLaw<T, D>, length: usize, dt: T) -> Flow<T, D> {
    match length {
        WHOLE => law.flow(dt),
        _ => law.flow(dt).beside_kicks(),
    }
}

/// A law with finite coefficients as a key, ordered by its coefficients one after the other.
#[derive(Debug, Clone, Copy)]
struct LawKey<T, const D: usize>(LinearLaw<T, D>);

impl<T: Real<D>, const D: usize> LawKey<T, D> {
    /// In slices: iterators over matrices take six times as long to compare.
    fn coefficients(&self) -> [&[T]; 6] {
        let Self(law) = self;
        [
            law.constant.as_slice(),
            law.ramp.as_slice(),
            slice::from_ref(&law.damping),
            slice::from_ref(&law.stiffness_per_mass),
            law.gyration.as_slice(),
            law.tide.as_slice(),
        ]
    }
}

impl<T: Real<D>, const D: usize> Ord for LawKey<T, D> {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.coefficients().partial_cmp(&other.coefficients())).unwrap_or(Ordering::Equal)
    }
}

impl<T: Real<D>, const D: usize> PartialOrd for LawKey<T, D> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Real<D>, const D: usize> PartialEq for LawKey<T, D> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<T: Real<D>, const D: usize> Eq for LawKey<T, D> {}

#[cfg(test)]
mod tests {
    use super::*;

    /// After `copy_from` the laws of the source are found, and those from before are not.
    #[test]
    fn a_copy_knows_where_its_laws_are() {
        let [one, other] = [-8.0, -2.0].map(|pull| LinearLaw::<f64, 2>::gravity([0.0, pull]));
        let mut table = InternedLaws::new();
        table.retain(one);
        let mut source = InternedLaws::new();
        source.retain(other);
        table.copy_from(&source);
        for law in [one, other] {
            let index = table.retain(law);
            assert_eq!(*table.law(index), law);
        }
        assert_eq!(table.laws.len(), 2, "a law that is there is found");
    }
}
