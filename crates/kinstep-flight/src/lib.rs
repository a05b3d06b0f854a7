//! Flights in closed form: where a projectile will be, when it lands, and where a game engine will
//! move it.
//!
//! A flight is evaluated at any time without a loop; `Trajectory` lists the queries. Flights
//! compute and return `f64`; their arguments may also be vectors of `f32`, see `IntoVector`. Choose
//! the model with which the result must agree:
//!
//! ```
//! use kinstep_flow::LinearLaw;
//! use kinstep_flight::{Ballistics, EngineStep};
//! use kinstep_flight::trajectory::{Crossing, Trajectory};
//!
//! let air =
//!     Ballistics::<3>::new([0.0, -9.81, 0.0]).with_drag_rate(0.1).with_wind([3.0, 0.0, 0.0]);
//! let (from, thrown) = ([0.0, 1.5, 0.0], [30.0, 8.0, 0.0]);
//!
//! let exact = air.launch(from, thrown); // the equation that a kinstep world solves
//! let quick = air.rational().launch(from, thrown); // a cheap model of it, for planning
//! let real = air.quadratic().launch(from, thrown); // a ball in real air
//! let host = EngineStep::rapier(1.0 / 60.0)
//!     .damping(0.1)
//!     .gravity(air.gravitational_acceleration())
//!     .launch(from, thrown); // an engine
//! let spring = (LinearLaw::gravity(air.gravitational_acceleration()) + LinearLaw::spring(0.1))
//!     .launch(from, thrown); // any linear law
//!
//! // all of them answer the same queries
//! let landing = exact.crossing(&air.level(0.0), Crossing::Descending).unwrap();
//! for x in [quick.position(landing.time), real.position(landing.time), host.position(landing.time)] {
//!     assert!((x - landing.position).norm() < 8.0);
//! }
//! assert!(spring.bounds(0.0..landing.time)?.max.y > 4.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which model, when
//!
//! In real air, drag grows with the square of the speed. The table gives the error of each model
//! compared to such drag, for throws above level ground at 20, 45 and 70 degrees without wind. The
//! error is the maximum distance at equal times, in percent of the distance to the landing, for the
//! worst of these throws. It depends only on the launch speed in units of the terminal speed:
//!
//! | launch speed | no drag | exact linear | rational | rational, [matched](Rational::matched_to) | quadratic |
//! |---|---|---|---|---|---|
//! | 0.25 | 5.5 | 22.0 | 16.3 | 4.6 | to any tolerance |
//! | 0.5 | 21.6 | 30.3 | 24.5 | 15.7 | |
//! | 1 | 80.4 | 28.0 | 41.4 | 41.4 | |
//! | 2 | 265 | 32.6 | 104 | 74.6 | |
//! | 4 | 741 | 132 | 262 | 99 | |
//! | falls of 100 to 381 m | 91 to 434 | 3 to 11 | 22 to 32 | 46 to 91 | |
//!
//! The rational model approximates the linear model. The difference from the linear model is 18.9,
//! 34.5, 60.2, 99.5 and 151 % of the distance at these speeds. The throws of the rational model are
//! always too long. The difference is smallest for flat throws (1.0, 2.0, 4.2, 9.2 and 19.4 % at 20
//! degrees). `cargo test -p kinstep-flight --lib` computes these errors.
//!
//! | to agree with | use |
//! |---|---|
//! | a kinstep `World` | `World::trajectory`, or [`Ballistics::launch`] if the world has only gravity, drag and wind |
//! | a game engine | its [`EngineStep`]: every engine is metres away from the exact motion after a minute |
//! | the real world | [`Ballistics::quadratic`]. In closed form: up to a quarter of the terminal speed no drag or the matched rational model; for long falls the linear model |
//! | only itself, at the lowest cost | [`Ballistics::rational`]: its planners have closed forms |
//!
//! # Queries
//!
//! | query | method |
//! |---|---|
//! | position, velocity, acceleration, direction at any time | `position`, `velocity`, `acceleration`, `tangent` |
//! | a path to draw | `sample`: without an exponential function per point |
//! | the highest point, along gravity or any direction | `apex_along`, and `apex` where gravity is known |
//! | crossings of a height, or of a plane | `crossing` of [`Ballistics::level`] or any `Plane`; `crossings` for all of them |
//! | crossings of a sphere, outward or inward | `sphere_crossing` |
//! | the smallest distance from a point | `closest_approach` |
//! | the landing on real geometry | `landing` on a `Surface` |
//! | for a broad phase | `bounds` |
//! | many throws at once, each after its own time | [`Ballistics::positions_at`], [`Ballistics::states_at`] |
//! | these queries for a body in a world | `World::trajectory`, `World::step_until`, `World::advance_until` |
//!
//! No event is missed: the extrema of the height of a flight are known, the height is monotone
//! between two of them, and the signs of the height at both ends show whether the flight crosses
//! the plane. Flights are not sampled. Every search ends after a number of steps that its
//! documentation states.
//!
//! # Comparison with "Precise Trajectories in Games"
//!
//! The article (Mario Binder, 2023) proposes closed forms instead of loops. The table compares its
//! statements with this crate:
//!
//! | the article | here |
//! |---|---|
//! | a loop needs thousands of iterations, and their number is unknown | one evaluation for any time |
//! | eq. (11), the engine's velocity, also between steps | right; [`EngineFlight`] has it for ten engines and rules |
//! | eq. (18), third line, lacks a factor | eq. (19) has it again; the results are right |
//! | eq. (22) and (23), the position as the integral of that velocity | an engine sums, it does not integrate: (23) is metres off after a minute, see [`EngineFlight`] |
//! | eq. (24), the parabola for zero drag | the limit of (23), and off by `a t dt/2` like it; here zero drag is no special case |
//! | `d dt = 1` divides by zero, so drag has to stay below 50 at 50 Hz | such drag stops a body in one step, and so does the flight |
//! | n is a real number between steps | so it is here, forwards and backwards |
//! | Newton's method for the time of the descent, started by doubling 1 s; 16 iterations, to 1 cm | `crossing`: ascent, descent or both, to the last digits, in a few evaluations; a height that is never reached gives `None` |
//! | rays along the tangent, for terrain under a flight without obstacles | `landing`: the same idea for any geometry, proven to miss no contact |
//! | drawback: large exponents lose precision far ahead | within 4 ε after a million steps |
//! | drawback: slower than a loop for a short flight, or for all points of a path | an evaluation costs about five iterations of the loop; `sample` costs two or three iterations per point |
//! | points can be computed in parallel | so they can here: a flight is plain data, and points are independent |
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
// only for the library; examples and tests handle failures in other ways
#![warn(
    clippy::doc_markdown,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::must_use_candidate
)]

extern crate alloc;

pub use kinstep_flow::{ParameterError, trajectory};
use kinstep_flow::{flow, numbers, search};
pub use nalgebra;

pub mod aim;
mod air;
mod batch;
mod engine;
mod quadratic;
mod rational;

pub use air::Ballistics;
pub use engine::{EngineFlight, EngineStep};
pub use quadratic::{QuadraticAir, QuadraticFlight, QuadraticHeight};
pub(crate) use quadratic::{QuadraticDragLaw, VelocitySeries};
pub use rational::{Rational, RationalFlight, RationalHeight};

#[cfg(test)]
mod tests {
    use nalgebra::Vector2;

    use super::trajectory::{Crossing, Trajectory};
    use super::*;

    /// A throw that lands at y = 0.
    struct Throw {
        air: Ballistics<2>,
        position: Vector2<f64>,
        velocity: Vector2<f64>,
    }

    impl Throw {
        /// Speed \[m/s\], angle \[degrees\], height \[m\], terminal speed \[m/s\], wind \[m/s\].
        fn new([speed, angle, height, terminal_speed, wind]: [f64; 5]) -> Self {
            let (sin, cos) = angle.to_radians().sin_cos();
            let air = Ballistics::new([0.0, -9.81]);
            Self {
                air: (air.with_terminal_speed(terminal_speed)).with_wind([wind, 0.0]),
                position: Vector2::new(0.0, height),
                velocity: Vector2::new(cos, sin) * speed,
            }
        }

        /// Returns the maximum distance between two flights at equal times, divided by the distance
        /// to the landing of the second flight.
        fn error(&self, flight: impl Trajectory<2>, truth: impl Trajectory<2>) -> f64 {
            let ground = self.air.level(0.0);
            let landing = truth.crossing(&ground, Crossing::Descending).unwrap();
            let times = (0..=1000).map(|index| landing.time * f64::from(index) / 1000.0);
            let distances = times.map(|time| (flight.position(time) - truth.position(time)).norm());
            distances.fold(0.0, f64::max) / (landing.position - self.position).norm()
        }

        /// Returns the errors \[%\] compared to quadratic drag: without drag, with exact linear
        /// drag, of the rational model, and of the matched model. The last number is the error of
        /// the rational model compared to linear drag.
        fn errors(&self) -> [f64; 5] {
            let (x, v) = (self.position, self.velocity);
            let real = self.air.quadratic().within(0.0).launch(x, v);
            let parabola = Ballistics::new([0.0, -9.81]).launch(x, v);
            let linear = self.air.launch(x, v);
            let rational = self.air.rational().launch(x, v);
            let matched = self.air.rational().matched_to(&self.air, v).launch(x, v);
            let errors = [
                self.error(parabola, real.clone()),
                self.error(linear, real.clone()),
                self.error(rational, real.clone()),
                self.error(matched, real),
                self.error(rational, linear),
            ];
            errors.map(|error| 100.0 * error)
        }
    }

    /// Returns the maximum of each error for some throws.
    fn worst(throws: impl IntoIterator<Item = [f64; 5]>) -> [f64; 5] {
        throws.into_iter().fold([0.0; 5], |worst, throw| {
            let errors = Throw::new(throw).errors();
            std::array::from_fn(|model| f64::max(worst[model], errors[model]))
        })
    }

    /// The errors in the table "Which model, when" and in the text below it are right, in percent.
    /// The expected digits were computed without this crate.
    #[test]
    fn models_are_as_far_apart_as_the_table_says() {
        let level = |speed: f64, angle| [30.0 * speed, angle, 0.0, 30.0, 0.0];
        for (speed, table, flat) in [
            (0.25, [5.5, 22.0, 16.3, 4.6, 18.9], 1.0),
            (0.5, [21.6, 30.3, 24.5, 15.7, 34.5], 2.0),
            (1.0, [80.4, 28.0, 41.4, 41.4, 60.2], 4.2),
            (2.0, [265.0, 32.6, 104.4, 74.6, 99.5], 9.2),
            (4.0, [741.2, 131.7, 262.3, 99.1, 151.0], 19.4),
        ] {
            let worst = worst([20.0, 45.0, 70.0].map(|angle| level(speed, angle)));
            let errors = worst.iter().zip(&table);
            assert!(
                errors.clone().all(|(a, b)| (a - b).abs() < 0.051),
                "{speed}: {worst:?}"
            );
            let [.., against_linear] = Throw::new(level(speed, 20.0)).errors();
            assert!((against_linear - flat).abs() < 0.051, "{against_linear}");
        }
        let falls = [
            [50.0, 0.0, 381.0, 23.0, 0.0],
            [50.0, 0.0, 381.0, 23.0, -10.0],
            [30.0, 30.0, 381.0, 23.0, -15.0],
            [0.0, 0.0, 100.0, 21.0, 0.0],
        ];
        for (model, [least, most]) in [[91.0, 434.0], [3.0, 11.0], [22.0, 32.0], [46.0, 91.0]]
            .into_iter()
            .enumerate()
        {
            let errors = falls.map(|throw| Throw::new(throw).errors()[model]);
            let range = [
                errors.iter().copied().fold(f64::INFINITY, f64::min),
                errors.iter().copied().fold(0.0, f64::max),
            ];
            assert_eq!(range.map(f64::round), [least, most], "{model}: {errors:?}");
        }
    }

    /// The rational model underestimates the effect of drag by the documented percentages: see
    /// [`Rational`].
    #[test]
    fn the_rational_model_loses_as_much_drag_as_it_says() {
        let Throw {
            air,
            position,
            velocity,
        } = Throw::new([28.0, 40.0, 1.5, 23.0, -2.0]);
        for (place, percent) in [(0.38, 1.0), (0.95, 5.0), (2.4, 20.0)] {
            let time = place / air.drag_rate();
            let drifted = position + air.long_run_velocity().unwrap() * time;
            let linear = air.launch(position, velocity).position(time);
            let rational = air.rational().launch(position, velocity).position(time);
            let share = 100.0 * (rational - linear).norm() / (linear - drifted).norm();
            // measured: 1.01, 5.03 and 20.0
            assert!((share / percent - 1.0).abs() < 0.02, "{place}: {share}");
        }
    }
}
