//! Where something will be, when it lands, and what your engine will really do: flights in closed form.
//!
//! A flight answers without a loop, and for any time: [`Trajectory`] lists the questions. Which flight to ask depends on
//! what it has to agree with:
//!
//! ```
//! use kinstep::LinearLaw;
//! use kinstep::ballistics::{Ballistics, Crossing, EngineStep, Trajectory};
//!
//! let air = Ballistics::<f64, 3>::new([0.0, -9.81, 0.0]).with_drag_rate(0.1).with_wind([3.0, 0.0, 0.0]);
//! let (from, thrown) = ([0.0, 1.5, 0.0], [30.0, 8.0, 0.0]);
//!
//! let exact = air.launch(from, thrown); // the equation that a kinstep world solves, too
//! let quick = air.rational().launch(from, thrown); // a cheap model of it, for planning
//! let real = air.quadratic().launch(from, thrown); // what real air does to a ball
//! let host = EngineStep::rapier(1.0 / 60.0).damping(0.1).gravity(air.gravity()).launch(from, thrown); // an engine
//! let spring = (LinearLaw::gravity(air.gravity()) + LinearLaw::spring(0.1)).launch(from, thrown); // any linear law
//!
//! // the same questions to all of them
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
//! Real air resists with the square of the speed. How far each model is from that, for throws over level ground at 20,
//! 45 and 70 degrees without wind: the largest distance at equal times, in percent of the way to the landing, whichever
//! throw is worst. It depends on nothing but the speed of the launch in terminal speeds:
//!
//! | launch speed | no drag | exact linear | rational | rational, [matched](Rational::matched_to) | quadratic |
//! |---|---|---|---|---|---|
//! | 0.25 | 5.5 | 22.0 | 16.3 | 4.6 | to any tolerance |
//! | 0.5 | 21.6 | 30.3 | 24.5 | 15.7 | |
//! | 1 | 80.4 | 28.0 | 41.4 | 41.4 | |
//! | 2 | 265 | 32.6 | 104 | 74.6 | |
//! | 4 | 741 | 132 | 262 | 99 | |
//! | falls of 100 to 381 m | 91 to 434 | 3 to 12 | 22 to 32 | 46 to 91 | |
//! | one of many positions, in times of rational | 1.6 | 6.8 | 1 | 1 | 26 |
//!
//! From the linear flight, which it is a model of, the rational one is off by 18.9, 34.5, 60.2, 99.5 and 151 % of the way at
//! these speeds, always too far, and least for flat throws (1.0, 2.0, 4.2, 9.2 and 19.4 % at 20 degrees).
//! `cargo run --release -p trajectory -- --tables` computes all of these figures, and those of fourteen balls.
//!
//! | to agree with | ask |
//! |---|---|
//! | a kinstep [`World`](crate::World) | [`World::trajectory`](crate::World::trajectory), or [`Ballistics::launch`] where that has gravity, drag and wind only |
//! | a game engine | its [`EngineStep`], and nothing else: every engine is metres away from physics after a minute |
//! | the real world | [`Ballistics::quadratic`]; a closed form up to a quarter of the terminal speed is none at all, or the matched rational one; for long falls the linear one |
//! | nothing but itself, very often | [`Ballistics::rational`]: planners have closed forms there |
//!
//! # What can be asked
//!
//! | question | answer |
//! |---|---|
//! | where, how fast, which way, at any time | [`position`](Trajectory::position), [`velocity`](Trajectory::velocity), [`acceleration`](Trajectory::acceleration), [`tangent`](Trajectory::tangent) |
//! | a path to draw | [`sample`](Trajectory::sample): no exponential for each point |
//! | how high, and how far along any direction | [`apex_along`](Trajectory::apex_along), and `apex` where gravity is known |
//! | when at a height, or through a plane | [`crossing`](Trajectory::crossing) of [`Ballistics::level`] or any [`Plane`]; [`crossings`](Trajectory::crossings) for all of them |
//! | when out of a sphere, or into it | [`leaving`](Trajectory::leaving), [`entering`](Trajectory::entering) |
//! | how near to a point | [`closest_approach`](Trajectory::closest_approach) |
//! | where it lands on real geometry | [`landing`](Trajectory::landing) on a [`Surface`] |
//! | for a broad phase | [`bounds`](Trajectory::bounds), [`arc_length`](Trajectory::arc_length) |
//! | many throws at once, each after its own time | [`Ballistics::positions_at`], [`Ballistics::states_at`] |
//! | the same for a body in a world | [`World::trajectory`](crate::World::trajectory), [`World::step_until`](crate::World::step_until) |
//!
//! Events are found for certain: the turns of a flight are known, between two of them a height changes its side at most
//! once, and one look at each end tells whether it does. No flight is sampled, and no search can run away: each
//! ends after a number of steps that its documentation states.
//!
//! # Beside the article that this answers
//!
//! "Precise Trajectories in Games" (Mario Binder, 2023) asks for closed forms in place of loops. Its statements, and what
//! holds here:
//!
//! | the article | here |
//! |---|---|
//! | a loop needs thousands of rounds, and nobody knows how many | one evaluation, whatever the time |
//! | its eq. (11), the engine's velocity, also between steps | right, and [`EngineFlight`] has it for ten engines and rules |
//! | eq. (18), third line, lacks a factor | it is back in (19); nothing hangs on it |
//! | eq. (22) and (23), the position as the integral of that velocity | an engine adds up, it does not integrate: metres off after a minute, see [`EngineFlight`] |
//! | eq. (24), the parabola where drag is zero | the limit of (23), and off by `a t dt/2` like it; here zero drag is no case of its own |
//! | `d dt = 1` divides by zero, so drag has to stay below 50 at 50 Hz | such drag stops a body in one step, and that is what the flight does |
//! | between steps n is a real number | so it is here, forwards and backwards |
//! | Newton's method for the time on the way down, started by doubling 1 s; 16 rounds, to 1 cm | [`crossing`](Trajectory::crossing): the way up or down or both, to the last digits, in a handful of evaluations; a height that is never reached is `None` and not the time at which the rounds ran out |
//! | rays along the tangent, for terrain under a flight that has nothing in its way | [`landing`](Trajectory::landing): the same idea for any geometry, with proof that nothing was passed by |
//! | drawback: large exponents lose precision far ahead | within 4 ε after a million steps, in `f32` too |
//! | drawback: slower than a loop for a short flight, or for all points of a path | an evaluation costs about what five rounds of the loop cost; [`sample`](Trajectory::sample) costs two or three rounds a point |
//! | points can be computed in parallel | they can: a flight is plain data and each point stands alone |

mod air;
mod aligned_box;
mod arc;
mod batch;
mod engine;
mod event;
mod flight;
mod in_world;
mod landing;
mod law;
mod measure;
mod quadratic;
mod rational;
mod sampling;
mod segment;
mod surface;
mod trajectory;

pub use air::{AirError, Ballistics};
pub use aligned_box::AlignedBox;
pub use arc::Arc;
pub use batch::BatchError;
pub use engine::{EngineError, EngineFlight, EngineSpin, EngineStep};
pub use event::{Crossing, Crossings, Event, Height, Plane, SpanError, Sphere};
pub(crate) use event::{CrossingTimes, root_between};
pub use flight::{Flight, FlightHeight};
pub(crate) use in_world::Told;
pub use in_world::{StepUntilError, TrajectoryError, Until};
pub use landing::{Landing, LandingError};
pub use law::{LawFlight, LawHeight};
pub use measure::Closest;
pub use quadratic::{QuadraticAir, QuadraticAirError, QuadraticFlight, QuadraticHeight};
pub use rational::{Rational, RationalFlight, RationalHeight};
pub use surface::{Ground, Hit, Ray, Rays, Surface, Terrain};
#[cfg(feature = "parry")]
pub use surface::{ParryShape2, ParryShape3};
pub use trajectory::Trajectory;
