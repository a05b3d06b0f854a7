//! Numbers of coordinates that are known when the code is compiled.
//!
//! Code for a component of one body is compiled with its number of coordinates N, so that it has no loops over them and keeps
//! what it can in registers; code for all others with [`ANY`]. An evaluation then takes 10 to 30 % less time by the explicit
//! methods, 5 to 25 % by collocation.

/// In place of a number: any number.
pub(crate) const ANY: usize = 0;

/// A slice that has this length, unless that is [`ANY`].
#[inline(always)]
pub(super) fn known<X>(slice: &[X], length: usize) -> &[X] {
    if length == ANY {
        slice
    } else {
        &slice[..length]
    }
}

/// The same of a slice that changes.
#[inline(always)]
pub(super) fn known_mut<X>(slice: &mut [X], length: usize) -> &mut [X] {
    if length == ANY {
        slice
    } else {
        &mut slice[..length]
    }
}
