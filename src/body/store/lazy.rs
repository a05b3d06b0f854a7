//! A value that its first reader brings up to date.

#[cfg(feature = "std")]
use std::sync::{Mutex, OnceLock, PoisonError};

/// Lazily refreshed value, which keeps its memory: the first reader refreshes it, on any thread.
#[cfg(feature = "std")]
#[derive(Debug)]
pub(super) struct Lazy<V> {
    fresh: OnceLock<V>,
    /// The outdated value, to be refreshed; empty while `fresh` is set.
    outdated: Mutex<V>,
}

#[cfg(feature = "std")]
impl<V: Default> Lazy<V> {
    pub(super) fn new(value: V) -> Self {
        Self {
            fresh: OnceLock::from(value),
            outdated: Mutex::default(),
        }
    }

    /// The value, refreshed if it is outdated.
    pub(super) fn get(&self, refresh: impl FnOnce(&mut V)) -> &V {
        self.fresh.get_or_init(|| {
            let mut outdated = self.outdated.lock().unwrap_or_else(PoisonError::into_inner);
            let mut value = core::mem::take(&mut *outdated);
            refresh(&mut value);
            value
        })
    }

    /// The value, fresh or outdated.
    pub(super) fn get_mut(&mut self) -> &mut V {
        match self.fresh.get_mut() {
            Some(value) => value,
            None => (self.outdated.get_mut()).unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Overwrites the value, which is fresh afterwards.
    pub(super) fn overwrite(&mut self, write: impl FnOnce(&mut V)) {
        let mut value = (self.fresh.take()).unwrap_or_else(|| core::mem::take(self.get_mut()));
        write(&mut value);
        self.fresh = OnceLock::from(value);
    }

    pub(super) fn is_fresh(&self) -> bool {
        self.fresh.get().is_some()
    }

    /// Marks the value as outdated.
    pub(super) fn outdate(&mut self, _refresh: impl FnOnce(&mut V)) {
        if let Some(value) = self.fresh.take() {
            *(self.outdated.get_mut()).unwrap_or_else(PoisonError::into_inner) = value;
        }
    }
}

/// A value that is never outdated: without the standard library there is no lock for a refresh.
#[cfg(not(feature = "std"))]
#[derive(Debug)]
pub(super) struct Lazy<V>(V);

#[cfg(not(feature = "std"))]
impl<V> Lazy<V> {
    pub(super) fn new(value: V) -> Self {
        Self(value)
    }

    pub(super) fn get(&self, _refresh: impl FnOnce(&mut V)) -> &V {
        &self.0
    }

    pub(super) fn get_mut(&mut self) -> &mut V {
        &mut self.0
    }

    pub(super) fn overwrite(&mut self, write: impl FnOnce(&mut V)) {
        write(&mut self.0);
    }

    pub(super) fn is_fresh(&self) -> bool {
        true
    }

    pub(super) fn outdate(&mut self, refresh: impl FnOnce(&mut V)) {
        refresh(&mut self.0);
    }
}
