//! Exact motion by linear laws.
//!
//! A [`LinearLaw`] has one [`Response`], which depends only on its damping, its stiffness and the
//! time. A [`Flow`] is the solution as a map from states to states.
//!
//! ```
//! use kinstep_flow::flow::Response;
//!
//! // critical damping, γ = 2 and ω = 1, is no special case: S = h e^-h
//! let response = Response::new(2.0, 1.0, 3.0);
//! assert!((response.velocity - 3.0 * (-3.0_f64).exp()).abs() < 1e-15);
//! ```

mod decay;
mod form;
mod gyration;
mod law;
mod many;
mod map;
mod matrices;
mod phi;
mod propagator;

#[doc(hidden)]
pub use decay::Decay;
#[doc(hidden)]
pub use decay::Decays;
#[doc(hidden)]
pub use form::product;
#[doc(hidden)]
pub use gyration::Gyration;
pub use law::LinearLaw;
#[doc(hidden)]
pub use law::scaled;
#[doc(hidden)]
pub use many::HeightFlow;
pub use map::Flow;
#[doc(hidden)]
pub use map::{Bound, Shift};
#[doc(hidden)]
pub use phi::{exponentials, log_1p_over};
pub use phi::{log_ratio, phi_1, phi_2};
#[doc(hidden)]
pub use propagator::Propagator;
pub use propagator::Response;
