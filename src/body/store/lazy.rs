//! A value that is brought up to date when it is looked at.

#[cfg(feature = "std")]
use core::sync::atomic::{AtomicBool, Ordering};
#[cfg(feature = "std")]
use std::sync::{Mutex, OnceLock, PoisonError};

/// A value in the room it always had: fresh, or to be refreshed by the first who looks, on whatever thread.
#[cfg(feature = "std")]
#[derive(Debug)]
pub(super) struct Lazy<V> {
    fresh: OnceLock<V>,
    /// What is to be refreshed; empty while the other is there.
    old: Mutex<V>,
    /// Whether somebody looked.
    looked: AtomicBool,
}

#[cfg(feature = "std")]
impl<V: Default> Lazy<V> {
    pub(super) fn new(value: V) -> Self {
        Self {
            fresh: OnceLock::from(value),
            old: Mutex::default(),
            looked: AtomicBool::new(false),
        }
    }

    /// The value, refreshed if it is old.
    pub(super) fn get(&self, refresh: impl FnOnce(&mut V)) -> &V {
        // a hint only: nothing is ordered by it
        if !self.looked.load(Ordering::Relaxed) {
            self.looked.store(true, Ordering::Relaxed);
        }
        self.fresh.get_or_init(|| {
            let mut old = self.old.lock().unwrap_or_else(PoisonError::into_inner);
            let mut value = core::mem::take(&mut *old);
            refresh(&mut value);
            value
        })
    }

    /// The value as it is, fresh or old.
    pub(super) fn get_mut(&mut self) -> &mut V {
        match self.fresh.get_mut() {
            Some(value) => value,
            None => self.old.get_mut().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Writes over the value, which is fresh then.
    pub(super) fn overwrite(&mut self, write: impl FnOnce(&mut V)) {
        let mut value = (self.fresh.take()).unwrap_or_else(|| core::mem::take(self.get_mut()));
        write(&mut value);
        self.fresh = OnceLock::from(value);
    }

    pub(super) fn is_fresh(&self) -> bool {
        self.fresh.get().is_some()
    }

    /// Whether somebody looked since this was asked last.
    pub(super) fn was_looked_at(&mut self) -> bool {
        core::mem::take(self.looked.get_mut())
    }

    /// The value is old from now on. Returns whether it can be.
    pub(super) fn outdate(&mut self) -> bool {
        if let Some(value) = self.fresh.take() {
            *self.old.get_mut().unwrap_or_else(PoisonError::into_inner) = value;
        }
        true
    }
}

/// A value that is never old: without the standard library nobody who looks could be kept apart from others.
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

    pub(super) fn was_looked_at(&mut self) -> bool {
        true
    }

    pub(super) fn outdate(&mut self) -> bool {
        false
    }
}
