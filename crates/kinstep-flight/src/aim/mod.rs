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
//! | how fast it climbs | the rest of the velocity | [`with_climb_speed`](Aim::with_climb_speed), [`lob`](Aim::lob) |
//! | a point on the way, a wall in the way | the arc through it, over it | [`through`](Aim::through), [`clearing`](Aim::clearing) |
//! | how fast a shot on the straight line would be | a throw that takes as long | [`at_straight_line_speed`](Aim::at_straight_line_speed) |
//!
//! [`Ballistics::aim`](crate::Ballistics::aim) takes a point of launch and a target. A planner takes the quantity to hold
//! fixed, such as the speed, and returns a [`Launch`]: a velocity and the time of the hit. All planners work for exact
//! linear drag, for parabolas (zero drag is no special case), for the [rational model](crate::Rational) and for the [rules
//! of engines](crate::EngineStep::aim). Targets may rest, move or accelerate; the thrower may rest or move.
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
//! | planner | holds fixed | has no answer |
//! |---|---|---|
//! | [`in_time`](Aim::in_time) | the time of flight | never |
//! | [`in_steps`](Aim::in_steps) | a number of steps of an engine | other models have no steps |
//! | [`at_straight_line_speed`](Aim::at_straight_line_speed) | distance over time of flight | target faster than this speed |
//! | [`at_speed`](Aim::at_speed) | the speed of launch; direct and lofted | [`OutOfRange`](AimError::OutOfRange), with the least speed |
//! | [`earliest_at_speed`](Aim::earliest_at_speed) | the speed of launch; the earliest hit alone | [`OutOfRange`](AimError::OutOfRange) |
//! | [`with_least_speed`](Aim::with_least_speed) | the least speed that hits | [`NoLeastSpeed`](AimError::NoLeastSpeed), with the limit, where nothing bends the path |
//! | [`through`](Aim::through) | a point on the way | point behind, or not above the straight line |
//! | [`touching`](Aim::touching) | a plane touched at the top | launch or target beyond it |
//! | [`with_apex`](Aim::with_apex) | the height of the highest point | launch or target above it |
//! | [`with_arc_height`](Aim::with_arc_height) | the height over the straight line | nothing bends the path |
//! | [`with_curviness`](Aim::with_curviness) | this height as a share of the distance | nothing bends the path |
//! | [`at_slope`](Aim::at_slope) | the slope of the launch | [`NoSuchSlope`](AimError::NoSuchSlope), with the slopes that work |
//! | [`arriving_at_slope`](Aim::arriving_at_slope) | the slope of the arrival | [`NoSuchSlope`](AimError::NoSuchSlope) |
//! | [`with_climb_speed`](Aim::with_climb_speed) | the speed upwards; comes down on the target | [`TooSlowAClimb`](AimError::TooSlowAClimb), with the least |
//! | [`lob`](Aim::lob) | the climb speed over the distance | [`TooSlowAClimb`](AimError::TooSlowAClimb) |
//! | [`clearing`](Aim::clearing) | the lowest arc over all points given | point behind the launch or beyond the target; none in the way; a moving target always behind one, or [until a time](AimError::ClearAfter) |
//! | [`attempt`](Aim::attempt) | the speed; comes as close as it can | numbers too extreme to be squared |
//!
//! All of them work with [`moving`](Aim::moving), [`accelerating`](Aim::accelerating) and
//! [`shooter_moving`](Aim::shooter_moving). [`hits`](Aim::hits) returns all answers, the earliest hit first. The cost of one
//! answer in exact drag and wind (callgrind, throws of up to 57 m):
//!
//! | thousands of instructions | target stays | moves | accelerates |
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
//! | a thousand shooters a frame | [`Ballistics::aim_all`](crate::Ballistics::aim_all): slices in, slices out, each [`Order`] with its own answer |
//! | a body that a game engine steps | [`EngineStep::aim`](crate::EngineStep::aim): all planners, and a number of whole steps, by the rule of that engine |
//! | moving targets in numbers | [`Plan::EarliestAtSpeed`] |
//!
//! # How
//!
//! For any time t exactly one launch hits the target, so a planner only has to find the time, and an error in the time
//! causes no miss. Each plan is one condition on the time. One search finds all times that meet it, from bounds of second
//! derivatives, and misses none except for the cases that the derivation names. All numbers are computed and returned in
//! `f64`.
//!
//! No frame of reference is chosen, so no direction needs a special case: not straight up, not along the wind, not an
//! updraught that cancels gravity. Only the difference between the motions of target and flight enters. Relative to a target
//! in free fall, or one that drifts with the air's long-run velocity, flights are straight and speeds have closed forms. If
//! slower throws always hit later, [`NoLeastSpeed`](AimError::NoLeastSpeed) and [`OutOfRange`](AimError::OutOfRange) carry
//! the limit of the speeds. Accelerations and velocities count as equal if they differ by at most four roundings. A target
//! that no throw reaches gives the error [`NeverMet`](AimError::NeverMet).
//!
//! # Comparison with articles on the subject
//!
//! | they | here |
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
