//! Exact free rotation of rigid bodies.
//!
//! An [`Inertia`] is the resistance to changes of the angular velocity. A [`Rotor`] is prepared
//! from an inertia; it rotates a body for any time in one step.
//!
//! ```
//! use kinstep_flow::Inertia;
//! use kinstep_flow::nalgebra::{UnitQuaternion, Vector3};
//! use kinstep_flow::rotation::Rotor;
//!
//! // a ball of 0.4 kg m² with 0.8 kg m²/s about y turns by 2 rad a second
//! let ball = Rotor::new(&Inertia::principal([0.4; 3]));
//! let turned = ball.turned(&UnitQuaternion::identity(), &Vector3::new(0.0, 0.8, 0.0), 1.0);
//! assert!((turned.angle() - 2.0_f64).abs() < 1e-15);
//! ```

mod asymmetric;
mod elliptic;
mod free;
mod inertia;
mod reach;
mod rotor;
mod tensor;
mod turn;

#[cfg(test)]
mod inertia_tests;

pub use inertia::Inertia;
pub use rotor::Rotor;
