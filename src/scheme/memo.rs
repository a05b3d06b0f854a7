//! Responses that were computed before.

use alloc::vec::Vec;

use crate::flow::{LinearLaw, Response};
use crate::space::{Real, widen};

/// How many responses are kept; a power of two.
const CAPACITY: usize = 64;

/// The responses last used, each found by its damping, stiffness and step. Where two fall on the
/// same place the later one stays.
#[derive(Debug, Clone)]
pub(super) struct Memo {
    entries: Vec<Option<([u64; 3], Response)>>,
}

impl Memo {
    pub(super) fn new() -> Self {
        Self {
            entries: Vec::new(),
        }
    }

    /// The response of `law` after `dt`.
    pub(super) fn response<T: Real<D>, const D: usize>(
        &mut self,
        law: &LinearLaw<T, D>,
        dt: T,
    ) -> Response {
        let key = [law.damping, law.stiffness, dt].map(|number| widen(number).to_bits());
        self.entries.resize(CAPACITY, None);
        // the place is below CAPACITY, so there is an entry
        let Some(entry) = self.entries.get_mut(place(key)) else {
            return law.response(dt);
        };
        match entry {
            Some((known, response)) if *known == key => *response,
            _ => entry.insert((key, law.response(dt))).1,
        }
    }
}

/// Where a key is kept: its words mixed by multiplication with an odd constant, top bits taken.
fn place(key: [u64; 3]) -> usize {
    let mixed = key.iter().fold(0_u64, |hash, word| {
        (hash.rotate_left(25) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    });
    usize::from((mixed >> 56) as u8) % CAPACITY
}
