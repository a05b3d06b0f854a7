//! Exact motion without a world, for any loop and any ECS.
//!
//! A [`LinearLaw`] describes gravity, drag, wind, springs, magnetic fields and rotating frames:
//! accelerations that are linear in position and velocity. Laws can be added, and one exact
//! [`Flow`](flow::Flow) moves a body by their sum in a step of any length:
//!
//! ```
//! use kinstep_flow::LinearLaw;
//! use kinstep_flow::nalgebra::Vector3;
//!
//! let law = LinearLaw::gravity([0.0, -9.81, 0.0]) + LinearLaw::drag(0.2).in_wind([3.0, 0.0, 0.0]); // m/s², 1/s, m/s
//! let flow = law.flow(1.0 / 60.0); // made once for a step \[s\], used for any number of bodies
//! let (mut position, mut velocity) = (Vector3::new(0.0, 1.5, 0.0), Vector3::new(30.0, 8.0, 0.0));
//! flow.advance(&mut position, &mut velocity, 0.0);
//! assert!(position.x > 0.49);
//! ```
//!
//! # I want to …
//!
//! | I want to | use |
//! |---|---|
//! | move a body under linear forces | [`LinearLaw`], [`Flow::advance`](flow::Flow::advance) |
//! | move the arrays of an ECS | [`Flow::advance_all`](flow::Flow::advance_all) |
//! | predict positions, plane crossings and landings | [`LinearLaw::launch`], which is a [`Trajectory`](trajectory::Trajectory) |
//! | rotate a rigid body without torque | [`Rotor`](rotation::Rotor) |
//! | follow a Kepler orbit | [`Orbit`](orbit::Orbit) |
//!
//! [`kinstep`](https://docs.rs/kinstep) builds a world of bodies and forces on this crate;
//! [`kinstep-flight`](https://docs.rs/kinstep-flight) has flight in air, the rules of game engines, and aiming.
//!
//! Units are SI; angles are in radians. With the feature `libm`, all results are equal to the bit
//! on every machine. The formulas are in the [derivations].
#![cfg_attr(not(feature = "std"), no_std)]
// docs.rs shows for each item which feature it needs
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    warn(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]
// only for the library; examples and tests are exempt
#![warn(
    clippy::doc_markdown,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::must_use_candidate
)]

#[cfg(not(any(feature = "std", feature = "libm")))]
compile_error!(
    "kinstep needs elementary functions: enable its feature `std`, which is on by default, or `libm`"
);

extern crate alloc;

pub use nalgebra;

#[doc(hidden)]
pub mod clock;
pub mod derivations;
pub mod flow;
#[doc(hidden)]
pub mod increment;
#[doc(hidden)]
pub mod network;
#[doc(hidden)]
pub mod numbers;
pub mod orbit;
mod parameter;
#[doc(hidden)]
pub mod rods;
pub mod rotation;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod saved;
#[doc(hidden)]
pub mod search;
#[doc(hidden)]
pub mod space;
#[doc(hidden)]
pub mod thrust;
pub mod trajectory;

#[doc(inline)]
pub use flow::LinearLaw;
#[doc(inline)]
pub use increment::{Increment, Motion};
#[doc(inline)]
pub use numbers::Float;
pub use parameter::ParameterError;
#[doc(inline)]
pub use rotation::Inertia;
#[doc(inline)]
pub use space::Real;
