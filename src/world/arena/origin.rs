//! The world that a key comes from, stored in debug builds only.

/// Number of the world that a key comes from, or zero, which fits any world: for a key or a world that was deserialised. Clones
/// of a world share the number. Comparisons ignore it.
///
/// The number is always zero without debug assertions, or without 32-bit atomics.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Origin {
    #[cfg(debug_assertions)]
    number: u32,
}

impl Origin {
    /// The origin of a new world.
    #[cfg(all(debug_assertions, target_has_atomic = "32"))]
    pub(super) fn new() -> Self {
        use core::sync::atomic::{AtomicU32, Ordering};

        static NEXT: AtomicU32 = AtomicU32::new(1);
        Self {
            number: NEXT.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// The origin of a new world.
    #[cfg(not(all(debug_assertions, target_has_atomic = "32")))]
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Whether both may be the same world.
    #[cfg(debug_assertions)]
    pub(super) fn may_be(self, other: Self) -> bool {
        self.number == other.number || self.number == 0 || other.number == 0
    }

    /// Whether both may be the same world.
    #[cfg(not(debug_assertions))]
    pub(super) fn may_be(self, _other: Self) -> bool {
        true
    }
}

impl PartialEq for Origin {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for Origin {}

impl PartialOrd for Origin {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Origin {
    fn cmp(&self, _other: &Self) -> core::cmp::Ordering {
        core::cmp::Ordering::Equal
    }
}

impl core::hash::Hash for Origin {
    fn hash<H: core::hash::Hasher>(&self, _state: &mut H) {}
}
