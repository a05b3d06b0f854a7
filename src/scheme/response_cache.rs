//! Responses that were computed before.

use alloc::vec::Vec;

use nalgebra::RealField;

use crate::flow::{LinearLaw, Propagator};
use crate::space::widen;

/// How many responses are kept: 2 to this power.
const BITS: u32 = 10;

/// The responses last used, each found by its damping, stiffness and step, so that they are computed
/// once as long as no more than some hundreds are in use. Nothing is kept until something is asked for.
#[derive(Debug)]
pub(super) struct ResponseCache {
    entries: Vec<Option<CachedResponse>>,
}

#[derive(Debug, Clone, Copy)]
struct CachedResponse {
    key: [u64; 3],
    propagator: Propagator,
}

impl ResponseCache {
    pub(super) fn new() -> Self {
        Self {
            entries: Vec::new(),
        }
    }

    /// The propagator of `law` after `dt`.
    pub(super) fn propagator<T: RealField + Copy, const D: usize>(
        &mut self,
        law: &LinearLaw<T, D>,
        dt: T,
    ) -> Propagator {
        let key = [law.damping, law.stiffness, dt].map(|number| widen(number).to_bits());
        if self.entries.is_empty() {
            self.entries.resize(1 << BITS, None);
        }
        // two places for each key; a new one takes the first, and what was there moves to the second
        let first = place(key);
        let second = first ^ 1;
        for place in [first, second] {
            if let Some(entry) = &self.entries[place]
                && entry.key == key
            {
                return entry.propagator;
            }
        }
        let propagator = Propagator::new(widen(law.damping), widen(law.stiffness), widen(dt));
        if let Some(old) = self.entries[first].replace(CachedResponse { key, propagator }) {
            self.entries[second] = Some(old);
        }
        propagator
    }
}

/// What is kept for one key at a time: as it is if it is for this key, else made anew.
#[inline]
pub(super) fn cached<K: PartialEq + Copy, V>(
    slot: &mut Option<(K, V)>,
    key: K,
    make: impl Fn() -> V,
) -> &V {
    let (known, value) = slot.get_or_insert_with(|| (key, make()));
    if *known != key {
        *known = key;
        *value = make();
    }
    value
}

/// Where a key is kept: its words mixed by multiplication with an odd constant, so that every bit of
/// them reaches the top bits, which are taken.
fn place(key: [u64; 3]) -> usize {
    let mixed = key.iter().fold(0_u64, |hash, word| {
        let hash = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^ (hash >> 32)
    });
    let mixed = mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    // no more than BITS are left, which any usize holds
    (mixed >> (u64::BITS - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::super::accumulate::increment;
    use super::*;
    use crate::body::Body2;
    use crate::force::{LinearDrag, Spring};

    /// Every answer is the one asked for, with far more laws than there is room for.
    #[test]
    fn it_never_answers_for_another() {
        let mut cache = ResponseCache::new();
        for round in 0..2 {
            for i in 0..3000 {
                let law =
                    LinearLaw::<f64, 2>::drag(f64::from(i % 50)) + LinearLaw::spring(f64::from(i));
                let dt = if i % 3 == 0 { 0.1 } else { -0.2 };
                assert_eq!(
                    cache.propagator(&law, dt).response,
                    law.response(dt),
                    "{round}, {i}"
                );
            }
        }
    }

    /// Bodies of three masses under drag, and springs that kick, ask for three responses each and step.
    #[test]
    fn it_computes_once_for_each_mass() {
        let mut cache = ResponseCache::new();
        let known = |cache: &ResponseCache| cache.entries.iter().flatten().count();
        let drag = LinearDrag::<f64, 2>::coefficient(0.2);
        let spring = Spring::<f64, 2>::stiffness(3.0).damping(0.1);
        for round in 0..3 {
            for i in 0..1000 {
                let body = Body2::point(1.0 + f64::from(i % 3)).moving([f64::from(i), 1.0]);
                for dt in [0.01, 0.005] {
                    increment(&mut cache, &drag, &body, 0.0, dt);
                    increment(&mut cache, &spring, &body, 0.0, dt);
                }
            }
            assert_eq!(known(&cache), 12, "round {round}");
        }
    }

    /// A hundred laws and two steps stay known: what is asked again has not been lost.
    #[test]
    fn it_remembers() {
        let mut cache = ResponseCache::new();
        let laws = (1..=100).map(|i| LinearLaw::<f64, 2>::spring(f64::from(i) * 0.37));
        let keys: Vec<_> = laws.flat_map(|law| [(law, 0.01), (law, -0.003)]).collect();
        for (law, dt) in &keys {
            cache.propagator(law, *dt);
        }
        let known = |cache: &ResponseCache| cache.entries.iter().flatten().count();
        assert!(
            known(&cache) > 190,
            "{} of {} are left",
            known(&cache),
            keys.len()
        );
    }
}
