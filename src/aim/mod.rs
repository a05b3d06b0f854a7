//! How to throw to hit: planners in closed form where one exists, and by searches elsewhere.
//!
//! [`Ballistics::aim`](crate::ballistics::Ballistics::aim) takes a point of launch and a target. A planner takes what is to
//! be held fixed, such as the speed, and returns a [`Launch`]: a velocity and the time of the hit. The same planners work
//! for exact linear drag, for parabolas (no drag is no special case) and for the [rational
//! model](crate::ballistics::Rational), at targets that stay, move or accelerate, thrown by someone who stays or moves.
//!
//! ```
//! use kinstep::aim::AimError;
//! use kinstep::ballistics::{Ballistics, Trajectory};
//! use kinstep::nalgebra::Vector3;
//!
//! let air = Ballistics::<f64, 3>::new([0.0, -9.81, 0.0])
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
//! | planner | holds fixed | has no answer | found by |
//! |---|---|---|---|
//! | [`in_time`](Aim::in_time) | the time of flight | never | closed form |
//! | [`at_straight_line_speed`](Aim::at_straight_line_speed) | distance over time of flight | target faster than that | closed form; at a target that accelerates as the earliest hit |
//! | [`at_speed`](Aim::at_speed) | the speed of launch; direct and lofted | [`OutOfRange`](AimError::OutOfRange), with the least speed | closed form without drag, else 3 or 4 rounds for both arcs |
//! | [`earliest_at_speed`](Aim::earliest_at_speed) | the speed of launch; the earliest hit alone | the same | as at a speed; at a moving target some 5 rounds |
//! | [`with_least_speed`](Aim::with_least_speed) | the least speed that hits | [`NoLeastSpeed`](AimError::NoLeastSpeed), with the limit, where nothing bends the way | closed form without drag, else 2 to 4 rounds |
//! | [`through`](Aim::through) | a point on the way | point behind, or not above the straight line | closed form in the rational model, else one root |
//! | [`touching`](Aim::touching) | a plane touched at the top | launch or target beyond it | closed form in the rational model, else two roots |
//! | [`with_apex`](Aim::with_apex) | the height of the highest point | launch or target above it | as above |
//! | [`with_arc_height`](Aim::with_arc_height) | the height over the straight line | nothing bends the path | as above |
//! | [`with_curviness`](Aim::with_curviness) | the same in parts of the distance | nothing bends the path | as above |
//! | [`at_slope`](Aim::at_slope) | the slope of the launch | [`NoSuchSlope`](AimError::NoSuchSlope), with the slopes that work | a quadratic equation, then one root |
//! | [`arriving_at_slope`](Aim::arriving_at_slope) | the slope of the arrival | the same | the same |
//! | [`with_climb_speed`](Aim::with_climb_speed) | the speed upwards; comes down on the target | [`TooSlowAClimb`](AimError::TooSlowAClimb), with the least | as touching |
//! | [`lob`](Aim::lob) | the same in parts of the distance | the same | the same |
//! | [`clearing`](Aim::clearing) | the lowest arc over all points given | point behind the launch or beyond the target; none in the way; a moving target always behind one, or [until a time](AimError::ClearAfter) | as through, for each point |
//! | [`attempt`](Aim::attempt) | the speed; comes as close as it can | numbers too extreme to be squared | as at a speed, then the search below |
//!
//! All of them work with [`moving`](Aim::moving), [`accelerating`](Aim::accelerating) and
//! [`shooter_moving`](Aim::shooter_moving), and [`hits`](Aim::hits) returns all answers, the earliest hit first. The cost of
//! one answer, in units of one [`position`](crate::ballistics::Trajectory::position) of an exact flight (bench `aim`):
//!
//! | planner | no drag | rational | exact |
//! |---|---|---|---|
//! | in a time | 0.8 | 0.8 | 1.2 |
//! | at a speed, both arcs | 2.7 | 13 | 25 |
//! | at the least speed | 2.1 | 5.6 | 12 |
//! | through a point | 8 | 9 | 18 |
//! | touching, apex, arc height, curviness | 9 | 9 | 16 |
//! | climb speed, lob | 12 | 13 | 33 |
//! | at a slope, at launch or arrival | 18 | 21 | 31 |
//! | at a speed, moving target, all hits | 680 | 600 | 770 |
//! | at a speed, moving target, earliest hit | 36 | 27 | 33 |
//! | the same, out of range | 54 | 90 | 150 |
//! | at a straight-line speed, moving target | 14 | 10 | 13 |
//! | the same, accelerating target | 31 | 22 | 30 |
//! | at the least speed, moving target | 1600 | 1000 | 2200 |
//!
//! # Real air, and many throws
//!
//! | for | ask |
//! |---|---|
//! | drag that grows with the square of the speed | [`QuadraticAir::aim`](crate::ballistics::QuadraticAir::aim): a time, a speed, the least speed, an attempt; a search with an error bound |
//! | a target whose place is a function of time | [`Ballistics::aim_at_path`](crate::ballistics::Ballistics::aim_at_path): a time, a speed, within a given time and with a bound of the target's speed |
//! | a throw that bounces once, off a wall or the floor | [`Ballistics::bank`](crate::ballistics::Ballistics::bank): all throws that take a given time, or have a given speed |
//! | a thousand shooters a frame | [`Ballistics::aim_all`](crate::ballistics::Ballistics::aim_all): slices in, slices out, each [`Order`] with its own answer |
//! | a body that a game engine steps | [`EngineStep::aim`](crate::ballistics::EngineStep::aim): a time, a number of steps, a speed, the least speed, an attempt, by the rule of that engine |
//! | moving targets in numbers | [`Plan::EarliestAtSpeed`]: 500 that move take 1.5 times as long as 500 that stay in exact drag, 2.1 in the rational model, 5.7 without drag; out of range 1.6, 2.0 and 7.8. All hits take 67, 56 and 200 times as long (bench `aim_batch`) |
//! | a map for AI: what can be hit, how soon, how fast | [`Ballistics::firing`](crate::ballistics::Ballistics::firing): a [`Firing`] table over a [`Grid`] |
//!
//! # How
//!
//! In all three models `p(t) = v₀ S(t) + c S₁(t)` with `c = g + γ wind`. For any time t the launch `v₀ = (r - c S₁)/S` hits
//! the target, so a planner only has to find the time, and an error in the time is no miss. No frame of reference is
//! chosen, so no direction needs a special case: not straight up, not along the wind, not an updraught that cancels
//! gravity. Times are computed in `f64` for every number type.
//!
//! For a target that moves the time is a root of a function that may have several. Interval arithmetic on the function
//! and its first two derivatives finds all of them: an interval is dropped only if it holds no root, and solved once the
//! function turns at most once in it. A target that no throw reaches is an error, [`NeverMet`](AimError::NeverMet).
//!
//! The earliest hit alone is found from the launch on, by steps in which the target provably stays out of reach: each ends
//! at the first zero of a parabola below the distance between target and throws, and the last ones are as short as those of
//! Newton's method. If that does not decide, as for a target that is only just reached, the search above does.
//!
//! Only the difference between the motions of target and flight enters a search. Relative to a target in free fall, or one
//! that drifts with the air's long-run velocity, flights are straight: speeds are closed forms, and if slower throws
//! always hit later, [`NoLeastSpeed`](AimError::NoLeastSpeed) and [`OutOfRange`](AimError::OutOfRange) carry the limit.
//! Accelerations and velocities count as the same within four roundings of the number type.
//!
//! # Beside the articles that this answers
//!
//! | they | here |
//! |---|---|
//! | "Lobbing at a moving player": climbs at half the distance, and is NaN where that is too low | [`lob(0.5)`](Aim::lob), also up and down hill, in air, at players who climb; an error with the least climb |
//! | "Analytically targeted rigidbody projectiles": the angle for a speed, without air; divides by x; with drag, step by step | [`at_speed`](Aim::at_speed) at any target, straight up and down too, both arcs, with drag in closed form |
//! | its empty branch for targets out of reach, "an angle for an attempted shot" | [`attempt`](Aim::attempt) |
//! | "Approximately linear drag" (de Carpentier 2014): planners in a principal frame of the rational model; a fixed-point step for moving targets | the same planners, also for exact drag; slopes with wind find both answers; no frame to break down on the wind line; the exact lead, all of them |

mod attempt;
mod batch;
mod conditions;
mod error;
mod launch;
mod model;
mod order;
mod path;
mod plan;
mod planners;
mod points;
mod problem;
mod quadratic;
mod shape;
mod slopes;
mod speeds;
mod straight;
mod throw;
mod times;
mod tops;
mod way;
mod waypoint;

pub use batch::AimAllError;
pub use error::{AimError, Given};
pub use launch::{Arcs, Attempt, Hits, Launch};
pub use order::Order;
pub use path::PathAim;
pub use plan::Plan;
pub use quadratic::QuadraticAim;
pub use throw::Aim;
