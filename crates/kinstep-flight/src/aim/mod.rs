//! How to throw to hit: sixteen planners that share one search.
//!
//! | I know | I want | planner |
//! |---|---|---|
//! | the speed of the weapon | the flat arc and the high one | [`at_speed`](Aim::at_speed) |
//! | the speed, and the target moves | the first hit, at a third of the cost | [`earliest_at_speed`](Aim::earliest_at_speed) |
//! | the speed, and the target may be out of range | the throw that comes closest | [`attempt`](Aim::attempt) |
//! | when it is to hit | the velocity | [`in_time`](Aim::in_time) |
//! | nothing but the target | the gentlest throw | [`with_least_speed`](Aim::with_least_speed) |
//! | how high it may fly | the arc | [`with_apex`](Aim::with_apex), [`touching`](Aim::touching) a ceiling, [`with_arc_height`](Aim::with_arc_height), [`with_curviness`](Aim::with_curviness) |
//! | at what angle it leaves, or lands | the speed | [`at_slope`](Aim::at_slope), [`arriving_at_slope`](Aim::arriving_at_slope) |
//! | how fast it climbs | the velocity | [`with_climb_speed`](Aim::with_climb_speed), [`lob`](Aim::lob) |
//! | a point on the way, a wall in the way | the arc through it, above it | [`through`](Aim::through), [`clearing`](Aim::clearing) |
//! | the speed of a shot on a straight line | a throw with the same time of flight | [`at_straight_line_speed`](Aim::at_straight_line_speed) |
//!
//! The arguments of [`Ballistics::aim`](crate::Ballistics::aim) are a point of launch and a target.
//! The argument of a planner is the quantity to fix, such as the speed. The result is a [`Launch`]:
//! a velocity and the time of the hit. All planners work for exact linear drag, for parabolas (zero
//! drag is no special case), for the [rational model](crate::Rational) and for the
//! [rules of engines](crate::EngineStep::aim). Targets may be at rest, move or accelerate; the
//! shooter may be at rest or move.
//!
//! ```
//! use kinstep_flight::aim::AimError;
//! use kinstep_flight::Ballistics;
//! use kinstep_flight::trajectory::Trajectory;
//! use kinstep_flight::nalgebra::Vector3;
//!
//! let air = Ballistics::<3>::new([0.0, -9.81, 0.0])
//!     .with_terminal_speed(35.0)
//!     .with_wind([3.0, 0.0, 0.0]);
//! let (from, target) = ([0.0, 2.0, 0.0], Vector3::new(40.0, 0.0, 10.0));
//!
//! let arcs = air.aim(from, target).at_speed(30.0)?; // the flat arc and the high one
//! let flight = air.launch(from, arcs.direct.velocity);
//! assert!((flight.position(arcs.direct.time_of_flight) - target).norm() < 1e-12);
//!
//! // too slow: the error says what it takes
//! let Err(AimError::OutOfRange { least_speed, .. }) = air.aim(from, target).at_speed(10.0) else {
//!     panic!()
//! };
//! assert!((least_speed - air.aim(from, target).with_least_speed()?.velocity.norm()).abs() < 1e-12);
//!
//! // a runner is led exactly, in wind and drag
//! let runs = Vector3::new(0.0, 0.0, 6.0);
//! let lead = air.aim(from, target).moving(runs).at_speed(30.0)?.direct;
//! let hit = air.launch(from, lead.velocity).position(lead.time_of_flight);
//! assert!((hit - (target + runs * lead.time_of_flight)).norm() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Planners
//!
//! | planner | fixed quantity | no result if |
//! |---|---|---|
//! | [`in_time`](Aim::in_time) | the time of flight | never |
//! | [`in_steps`](Aim::in_steps) | a number of steps of an engine | other models have no steps |
//! | [`at_straight_line_speed`](Aim::at_straight_line_speed) | distance divided by time of flight | target faster than this speed |
//! | [`at_speed`](Aim::at_speed) | the speed of launch; direct and lofted | [`OutOfRange`](AimError::OutOfRange), with the least speed |
//! | [`earliest_at_speed`](Aim::earliest_at_speed) | the speed of launch; only the earliest hit | [`OutOfRange`](AimError::OutOfRange) |
//! | [`with_least_speed`](Aim::with_least_speed) | the least speed that hits | [`NoLeastSpeed`](AimError::NoLeastSpeed), with the limit, if the path is straight |
//! | [`through`](Aim::through) | a point on the way | point behind, or not above the straight line |
//! | [`touching`](Aim::touching) | a plane that the path touches at its highest point | launch or target beyond it |
//! | [`with_apex`](Aim::with_apex) | the height of the highest point | launch or target above it |
//! | [`with_arc_height`](Aim::with_arc_height) | the height above the straight line | the path is straight |
//! | [`with_curviness`](Aim::with_curviness) | this height divided by the distance | the path is straight |
//! | [`at_slope`](Aim::at_slope) | the slope of the launch | [`NoSuchSlope`](AimError::NoSuchSlope), with the possible slopes |
//! | [`arriving_at_slope`](Aim::arriving_at_slope) | the slope of the arrival | [`NoSuchSlope`](AimError::NoSuchSlope) |
//! | [`with_climb_speed`](Aim::with_climb_speed) | the upward speed; hits during the descent | [`TooSlowAClimb`](AimError::TooSlowAClimb), with the least climb speed |
//! | [`lob`](Aim::lob) | the climb speed divided by the distance | [`TooSlowAClimb`](AimError::TooSlowAClimb) |
//! | [`clearing`](Aim::clearing) | the lowest arc above all given points | point behind the launch or beyond the target; no point above the line; a moving target always behind a point, or [until a time](AimError::ClearAfter) |
//! | [`attempt`](Aim::attempt) | the speed; the closest throw | numbers too extreme to be squared |
//!
//! All of them work with [`moving`](Aim::moving), [`accelerating`](Aim::accelerating) and
//! [`shooter_moving`](Aim::shooter_moving). [`hits`](Aim::hits) returns all results, in order of
//! the hits. The table shows the cost of one result with exact drag and wind (callgrind, throws of
//! up to 57 m):
//!
//! | thousands of instructions | target at rest | moves | accelerates |
//! |---|--:|--:|--:|
//! | at a speed, all hits | 4.8 | 9.9 | 10.9 |
//! | at a speed, the earliest hit | 4.9 | 3.3 | 3.4 |
//! | at the least speed | 2.4 | 2.6 | 8.5 |
//! | an attempt, out of range | 15.4 | 16.4 | 25.5 |
//! | at a slope | 9.9 | 10.7 | 28.2 |
//! | arriving at a slope | 28.0 | 29.4 | 32.3 |
//! | with a climb speed | 5.6 | 5.5 | 9.8 |
//! | with an apex | 1.7 | 4.8 | 8.7 |
//! | with a curviness | 1.6 | 11.9 | 24.9 |
//! | through a point | 2.7 | 112 | 139 |
//! | by Rapier's rule, at a speed | 10.3 | 10.2 | 11.2 |
//!
//! # Real air, and many throws
//!
//! | for | use |
//! |---|---|
//! | drag that grows with the square of the speed | [`QuadraticAir::aim`](crate::QuadraticAir::aim): a time, speeds, the least speed, slopes, climbs, an attempt; launches are found by Newton's method |
//! | a target whose position is a function of time | [`Ballistics::aim_at_path`](crate::Ballistics::aim_at_path): a time, a speed, within a given time and with a bound of the target's speed |
//! | a thousand shooters per frame | [`Ballistics::aim_all`](crate::Ballistics::aim_all): slices of orders and answers; each [`Order`] has its own answer |
//! | a body that is stepped by a game engine | [`EngineStep::aim`](crate::EngineStep::aim): all planners, and a number of whole steps, by the rule of that engine |
//! | many moving targets | [`Plan::EarliestAtSpeed`] |
//!
//! # How
//!
//! For each time t, exactly one launch hits the target. So a planner must only find the time, and
//! an error of the time causes no miss. Each plan is one condition for the time. One search finds
//! all times that meet it, by bounds of second derivatives. It misses none, except in the cases
//! that the derivation names. All numbers are computed and returned in `f64`.
//!
//! No frame of reference is chosen, so no direction is a special case: neither straight up, nor
//! along the wind, nor an updraught that cancels gravity. Only the difference between the motions
//! of target and flight matters. Relative to a target in free fall, or to a target that drifts with
//! the long-run velocity of flights, flights are straight and speeds have closed forms. If slower
//! throws always hit later, the errors [`NoLeastSpeed`](AimError::NoLeastSpeed) and
//! [`OutOfRange`](AimError::OutOfRange) contain the limit of the speeds. Accelerations and
//! velocities count as equal if they differ by at most four rounding errors. For a target that no
//! throw reaches, the error is [`NeverMet`](AimError::NeverMet).
//!
//! # Comparison with articles on the subject
//!
//! | the article | here |
//! |---|---|
//! | "Lobbing at a moving player": climbs at half the distance, and returns NaN where that is too low | [`lob(0.5)`](Aim::lob), also up and down hill, in air, at players who climb; an error with the least climb speed |
//! | "Analytically targeted rigidbody projectiles": the angle for a speed, without air; divides by x; with drag, step by step | [`at_speed`](Aim::at_speed) at any target, straight up and down too, both arcs, with drag in closed form |
//! | its empty branch for targets out of reach, "an angle for an attempted shot" | [`attempt`](Aim::attempt) |
//! | "Approximately linear drag" (de Carpentier 2014): planners in a principal frame of the rational model; a fixed-point step for moving targets | the same planners, also for exact drag; slopes with wind find both answers; no frame that fails along the wind; all intercepts, exactly |

mod batch;
#[cfg(test)]
mod bounds_tests;
mod conditions;
mod error;
mod launch;
mod path;
mod planners;
mod points;
mod problem;
mod quadratic;
mod shape;
mod slopes;
mod speeds;
mod throw;
mod tops;
mod waypoint;

pub use error::{AimError, Given};
pub use launch::Plan;
pub use launch::{Arcs, Attempt, Hits, Launch};
pub use path::PathAim;
pub use quadratic::QuadraticAim;
pub use throw::Aim;
pub use throw::Order;
