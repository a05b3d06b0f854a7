//! Exact motion about a point attractor: Kepler's problem, for any conic and any length of step.
//!
//! A [`KeplerFlow`] is one step, an [`Orbit`] the whole motion, to ask. Both solve Kepler's equation in
//! the universal variable, so that nothing is a special case: circle, ellipse, parabola, hyperbola, the
//! radial fall, repulsion.
//!
//! # How exact
//!
//! The worst error of position and velocity, relative to their sizes, of random states on orbits of
//! eccentricity e, against 50 digits of classical elements; `dt` in periods, or for e > 1 in those of an
//! ellipse of the same |a|:
//!
//! | e | dt = 1e-3 | 0.4 | 3 | 100 | 1e4 | 1e8 |
//! |---|---|---|---|---|---|---|
//! | 0 | 2e-17 | 1e-15 | 8e-16 | 9e-16 | 7e-16 | 5e-16 |
//! | 0.5 | 2e-17 | 2e-15 | 4e-16 | 5e-16 | 6e-16 | 9e-16 |
//! | 0.9 | 7e-17 | 6e-15 | 2e-15 | 4e-16 | 8e-16 | 3e-15 |
//! | 0.99 | 4e-16 | 2e-15 | 1e-15 | 8e-16 | 1e-15 | 6e-16 |
//! | 0.999999 | 7e-16 | 2e-14 | 6e-16 | 6e-16 | 1e-15 | 2e-15 |
//! | 1 | 5e-19 | 4e-16 | 2e-15 | 4e-16 | 4e-16 | 4e-16 |
//! | 1.000001 | 1e-15 | 1e-15 | 7e-14 | 6e-14 | 2e-13 | 3e-14 |
//! | 1.5 | 5e-18 | 1e-15 | 7e-14 | 6e-14 | 7e-14 | 3e-14 |
//! | 5 | 0 | 2e-16 | 8e-16 | 7e-15 | 2e-14 | 7e-15 |
//!
//! Energy and period have 32 digits where they cancel, so 1e8 periods cost no more than one: only
//! the numbers as they are given count. A hyperbola that comes in from afar loses what the last places of
//! its numbers decide, times 17 at most. Many small steps round the state in each: over 10,000 periods in
//! steps of a tenth a satellite is 2e-8 of its distance off, at once 1e-16.
//!
//! One motion is not exact: a fast fall *through* the centre, or a rebound from what repels, along a line through it, at
//! speeds for which `v²` is thousands of times `|μ|/r`. What comes out again is a difference of
//! numbers that large: 1e-4 of the energy was seen to be lost, and numbers that are none; a world refuses such a step.
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
mod stumpff;
mod universal;

pub use ask::{Orbit, OrbitError};
pub use flow::KeplerFlow;
