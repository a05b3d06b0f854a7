//! A cache of propagators.

use alloc::vec::Vec;

use nalgebra::RealField;

use crate::flow::{LinearLaw, Propagator};
use crate::numbers::to_f64;

/// Binary logarithm of the number of slots.
const BITS: u32 = 10;

/// Cache of the propagators that were used last, by damping, stiffness and step length. It is
/// two-way associative.
///
/// If at most some hundred propagators are in use, each is computed only once. The first call
/// allocates the slots.
#[derive(Debug, Default)]
pub(super) struct ResponseCache {
    slots: Vec<Option<CachedResponse>>,
}

#[derive(Debug, Clone, Copy)]
struct CachedResponse {
    /// Bits of damping, stiffness and step in `f64`.
    key: [u64; 3],
    propagator: Propagator,
}

impl ResponseCache {
    /// Returns the propagator of an isotropic `law` over `dt` \[s\].
    pub(super) fn propagator<T: RealField + Copy, const D: usize>(
        &mut self,
        law: &LinearLaw<T, D>,
        dt: T,
    ) -> Propagator {
        let key = [law.damping, law.stiffness_per_mass, dt].map(|number| to_f64(number).to_bits());
        if self.slots.is_empty() {
            self.slots.resize(1 << BITS, None);
        }
        // each key has two slots; a new response goes to the first slot, and the old response moves
        // to the second
        let first = slot_of(key);
        let second = first ^ 1;
        for slot in [first, second] {
            if let Some(cached) = &self.slots[slot]
                && cached.key == key
            {
                return cached.propagator;
            }
        }
        let propagator = Propagator::new(
            to_f64(law.damping),
            to_f64(law.stiffness_per_mass),
            to_f64(dt),
        );
        if let Some(old) = self.slots[first].replace(CachedResponse { key, propagator }) {
            self.slots[second] = Some(old);
        }
        propagator
    }
}

/// Returns the value cached for this key; `make` computes it if the slot is empty or has another key.
#[inline]
pub(crate) fn cached<K: PartialEq + Copy, V>(
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

/// Returns the first slot of a key, by a multiplicative hash. Every bit of the key influences the
/// top bits, which are the index of the slot.
fn slot_of(key: [u64; 3]) -> usize {
    // 2⁶⁴ divided by the golden ratio, rounded to an odd number
    const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
    let mixed = key.iter().fold(0_u64, |hash, word| {
        let hash = (hash ^ word).wrapping_mul(MULTIPLIER);
        hash ^ (hash >> 32)
    });
    // BITS bits remain, which fit any usize
    (mixed.wrapping_mul(MULTIPLIER) >> (u64::BITS - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::super::increments::increment;
    use super::*;
    use crate::body::Body2;
    use crate::force::{LinearDrag, Spring};

    /// Requested for 3000 laws with 1024 slots, each propagator belongs to the requested law.
    #[test]
    fn it_never_answers_for_another() {
        let mut cache = ResponseCache::default();
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

    /// Each response is computed once: bodies of three masses, under drag and under springs, with
    /// two steps, need 12 responses.
    #[test]
    fn it_computes_once_for_each_mass() {
        let mut cache = ResponseCache::default();
        let known = |cache: &ResponseCache| cache.slots.iter().flatten().count();
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

    /// The cache keeps more than 190 of 200 responses, those of 100 laws with two steps each.
    #[test]
    fn it_remembers() {
        let mut cache = ResponseCache::default();
        let laws = (1..=100).map(|i| LinearLaw::<f64, 2>::spring(f64::from(i) * 0.37));
        let keys: Vec<_> = laws.flat_map(|law| [(law, 0.01), (law, -0.003)]).collect();
        for (law, dt) in &keys {
            cache.propagator(law, *dt);
        }
        let left = cache.slots.iter().flatten().count();
        assert!(left > 190, "{left} of {} are left", keys.len());
    }
}
