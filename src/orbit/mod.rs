//! Exact motion about a point attractor: Kepler's problem, for any conic and any length of step.
//!
//! A [`KeplerFlow`] is one step, an [`Orbit`] the whole motion, to ask. Both solve Kepler's equation in
//! the universal variable, so that nothing is a special case: circle, ellipse, parabola, hyperbola, the
//! radial fall, repulsion.
//!
//! ```
//! use kinstep::orbit::Orbit;
//!
//! // a satellite 7000 km from the centre of the earth, 10,000 periods ahead
//! let orbit = Orbit::new(3.986_004_418e14, [7.0e6, 0.0, 0.0], [0.0, 7.6e3, 1.0e3])?;
//! let period = orbit.period().expect("bound");
//! let (position, velocity) = orbit.at(1e4 * period);
//!
//! // the period is rounded to ε, 10,000 of them to as much as ε 10,000 times
//! let late = 1e4 * period * f64::EPSILON * velocity.norm();
//! assert!((position - orbit.position).norm() < late);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ask;
mod elements;
mod flow;
mod scale;
mod shape;
mod twofold;
mod universal;

pub use ask::{Orbit, OrbitError};
pub use flow::KeplerFlow;
