//! The distinct laws of a world, each with its flows.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::response_cache::cached;
use crate::flow::{Flow, LinearLaw};
use crate::space::Real;

/// Which of the few steps in use a flow is for; a scheme uses each for one length at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SubstepKind {
    /// The whole step of a body that is not kicked.
    Whole,
    /// Half a stage.
    Half,
    /// Half of the backward stage of a composition.
    BackwardHalf,
}

/// Every distinct law once, with its flow over each [`SubstepKind`], computed when first used.
#[derive(Debug)]
pub(super) struct InternedLaws<T: Real<D>, const D: usize> {
    laws: Vec<InternedLaw<T, D>>,
    places: BTreeMap<LawKey<T, D>, usize>,
    unused: Vec<usize>,
    flows: [Vec<CachedFlow<T, D>>; 3],
}

#[derive(Debug, Clone, Copy)]
struct InternedLaw<T, const D: usize> {
    law: LinearLaw<T, D>,
    users: usize,
}

/// A flow and its length.
type CachedFlow<T, const D: usize> = Option<(T, Flow<T, D>)>;

impl<T: Real<D>, const D: usize> InternedLaws<T, D> {
    pub(super) fn new() -> Self {
        Self {
            laws: Vec::new(),
            places: BTreeMap::new(),
            unused: Vec::new(),
            flows: [Vec::new(), Vec::new(), Vec::new()],
        }
    }

    /// The place of a law with finite coefficients, for one more user.
    pub(super) fn retain(&mut self, law: LinearLaw<T, D>) -> usize {
        if let Some(&place) = self.places.get(&LawKey(law)) {
            self.laws[place].users += 1;
            return place;
        }
        let entry = InternedLaw { law, users: 1 };
        let place = match self.unused.pop() {
            Some(place) => {
                self.laws[place] = entry;
                place
            }
            None => {
                self.laws.push(entry);
                // so that giving a place back, which a step may do, needs no room
                self.unused.reserve(self.laws.len());
                self.laws.len() - 1
            }
        };
        for flows in &mut self.flows {
            if let Some(flow) = flows.get_mut(place) {
                *flow = None;
            }
        }
        self.places.insert(LawKey(law), place);
        place
    }

    /// One user less.
    pub(super) fn release(&mut self, place: usize) {
        let entry = &mut self.laws[place];
        entry.users -= 1;
        if entry.users == 0 {
            self.places.remove(&LawKey(entry.law));
            self.unused.push(place);
        }
    }

    pub(super) fn law(&self, place: usize) -> &LinearLaw<T, D> {
        &self.laws[place].law
    }

    /// Whether bodies under the law at `place` just coast.
    pub(super) fn is_free(&self, place: usize) -> bool {
        *self.law(place) == LinearLaw::free()
    }

    /// The flow of the law at `place` over `dt`, which is the present length of `span`.
    #[inline]
    pub(super) fn flow(&mut self, place: usize, span: SubstepKind, dt: T) -> &Flow<T, D> {
        let flows = &mut self.flows[span as usize];
        if flows.len() <= place {
            flows.resize(self.laws.len(), None);
        }
        let law = &self.laws[place].law;
        cached(&mut flows[place], dt, || match span {
            SubstepKind::Whole => law.flow(dt),
            SubstepKind::Half | SubstepKind::BackwardHalf => law.flow(dt).beside_kicks(),
        })
    }
}

impl<T: Real<D>, const D: usize> Clone for InternedLaws<T, D> {
    fn clone(&self) -> Self {
        let mut table = Self::new();
        table.clone_from(self);
        table
    }

    fn clone_from(&mut self, source: &Self) {
        let Self {
            laws,
            places,
            unused,
            flows,
        } = source;
        self.laws.clone_from(laws);
        // of the same laws it would only be built anew
        if self.places != *places {
            self.places.clone_from(places);
        }
        self.unused.clone_from(unused);
        self.unused.reserve(self.laws.len() - self.unused.len());
        self.flows.clone_from(flows);
    }
}

/// A law with finite coefficients, in an order of no meaning.
#[derive(Debug, Clone, Copy)]
struct LawKey<T, const D: usize>(LinearLaw<T, D>);

impl<T: Real<D>, const D: usize> LawKey<T, D> {
    fn numbers(&self) -> impl Iterator<Item = &T> {
        let Self(law) = self;
        let vectors = law.constant.iter().chain(law.ramp.iter());
        let matrices = law.gyration.iter().chain(law.tide.iter());
        let numbers = vectors.chain([&law.damping, &law.stiffness]);
        numbers.chain(matrices)
    }
}

impl<T: Real<D>, const D: usize> Ord for LawKey<T, D> {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.numbers().partial_cmp(other.numbers())).unwrap_or(Ordering::Equal)
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

    /// A copy finds the laws that it took over, not those that it had.
    #[test]
    fn a_copy_knows_where_its_laws_are() {
        let [one, other] = [-8.0, -2.0].map(|pull| LinearLaw::<f64, 2>::gravity([0.0, pull]));
        let mut table = InternedLaws::new();
        table.retain(one);
        let mut source = InternedLaws::new();
        source.retain(other);
        table.clone_from(&source);
        for law in [one, other] {
            let place = table.retain(law);
            assert_eq!(*table.law(place), law);
        }
        assert_eq!(table.laws.len(), 2, "a law that is there is found");
    }
}
