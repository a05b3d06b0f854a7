//! Contacts: bounce, friction and rest.
//!
//! A [`Contact`] says how a body and a surface act on each other where they touch.

mod impulse;
#[cfg(test)]
mod impulse_tests;
#[cfg_attr(
    not(test),
    expect(dead_code, reason = "a world with surfaces calls it")
)]
mod pair_impulse;
mod pair_straight;
#[cfg_attr(
    not(test),
    expect(dead_code, reason = "a world with surfaces calls it")
)]
mod pair_touch;
#[cfg(test)]
mod pair_touch_tests;
mod parameters;

pub use parameters::Contact;
