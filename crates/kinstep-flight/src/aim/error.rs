//! The errors of planners.

use alloc::format;
use core::fmt;

use crate::ParameterError;
use crate::numbers::decimals;

/// The reason why there is no launch.
///
/// ```
/// use kinstep_flight::aim::AimError;
/// use kinstep_flight::Ballistics;
///
/// let air = Ballistics::new([0.0_f64, -9.81]).with_terminal_speed(35.0);
/// let aim = air.aim([0.0, 2.0], [60.0, 0.0]);
/// match aim.at_speed(25.0) {
///     Ok(arcs) => println!("fire at {:.1?} m/s", arcs.direct.velocity.as_slice()),
///     // what a game tells its player
///     Err(AimError::OutOfRange { least_speed, .. }) => {
///         println!("too far: it takes {least_speed:.1} m/s");
///         assert!(aim.at_speed(1.001 * least_speed).is_ok());
///     }
///     Err(error) => println!("{error}"),
/// }
/// # assert!(matches!(aim.at_speed(25.0), Err(AimError::OutOfRange { .. })));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AimError {
    /// The air, or the step of an engine, is invalid.
    #[error(transparent)]
    Parameter(#[from] ParameterError<f64>),
    /// A component of a given vector is NaN or infinite.
    #[error("component {axis} of {given} is {value}; it must be finite")]
    NotFinite {
        /// The given vector to which the component belongs.
        given: Given,
        /// Index of the component.
        axis: usize,
        /// Value of the component, in SI units.
        value: f64,
    },
    /// The target is at the point of launch.
    #[error("the target is at the point of launch: there is nowhere to aim")]
    Coincides,
    /// The speed is not positive, or not finite.
    #[error("the speed is {speed} m/s; it must be positive and finite")]
    Speed {
        /// The given speed \[m/s\].
        speed: f64,
    },
    /// A number of steps was given, but the throw does not follow an engine's rule.
    #[error("only an engine's rule has steps to count: aim with `EngineStep::aim`, or `in_time`")]
    NoSteps,
    /// Quadratic drag has no planner for this plan.
    #[error("no planner of quadratic drag holds this fixed")]
    NoPlanner,
    /// The time of flight is not positive, or not finite.
    #[error("the time of flight is {time} s; it must be positive and finite")]
    Time {
        /// The given time \[s\].
        time: f64,
    },
    /// The height of the arc is not positive, or not finite.
    #[error("the arc is to be {height} m high; it must be positive and finite")]
    ArcHeight {
        /// The height that was given, or computed from the curviness \[m\].
        height: f64,
    },
    /// The curviness is not positive, or not finite.
    #[error("the curviness is {curviness}; it must be positive and finite")]
    Curviness {
        /// The given curviness.
        curviness: f64,
    },
    /// The height of the apex is NaN or infinite.
    #[error("the apex is to be at {height} m; it must be finite")]
    Apex {
        /// The given height \[m\].
        height: f64,
    },
    /// The slope is NaN or infinite.
    #[error("the slope is {slope}; it must be finite: straight up is no slope")]
    Slope {
        /// The given slope.
        slope: f64,
    },
    /// The factor of a lob is not positive, or not finite.
    #[error(
        "a lob climbs at {factor} per second times the distance; it must be positive and finite"
    )]
    Lob {
        /// The given factor \[1/s\].
        factor: f64,
    },
    /// The normal of the plane is zero, or a number of the plane is not finite.
    #[error("the plane is none: its normal must not be zero, and all its numbers finite")]
    Plane,
    /// No arc to the target passes above or below the point.
    #[error(
        "point {index} is at {along:.a$} of the way to the target; it must be between launch and target", a = decimals(along))]
    Beside {
        /// Index of the point.
        index: usize,
        /// Position of the point along the straight line to the target, as a fraction of the line:
        /// negative behind the launch, above 1 beyond the target.
        along: f64,
    },
    /// A point is not above the straight line to the target.
    #[error(
        "point {index} is {height:.a$} m above the straight line to the target; only points above it can be passed through", a = decimals(height))]
    UnderTheLine {
        /// Index of the point.
        index: usize,
        /// Height of the point above the straight line, against the constant acceleration \[m\].
        height: f64,
    },
    /// No point is above the straight line to the target. So every arc passes above all points, and
    /// there is no lowest arc.
    #[error("nothing stands above the straight line to the target: the lower the arc, the better")]
    NothingInTheWay,
    /// All flights before a time are blocked by a point. Flights just after this time pass above
    /// all points, but none touches a point.
    ///
    /// The target moves past the blocking point: at that time the point is straight above or below
    /// the target or the launch. Later flights may be blocked again.
    #[error(
        "the points bar all flights that hit before {time:.a$} s; later ones clear them and pass none", a = decimals(time))]
    ClearAfter {
        /// The time of flight \[s\] just after which the first flights pass above all points.
        time: f64,
    },
    /// The plane or the height is below launch or target, so no path touches it from below.
    #[error("at {height:.a$} m it is too low to be touched at the top: it takes {}", Needed([height, least], "m"), a = decimals(height))]
    TooLow {
        /// The given height, along the normal of the plane \[m\].
        height: f64,
        /// Height of the higher of launch and target along the normal \[m\].
        least: f64,
    },
    /// The target is beyond all arcs at this speed.
    #[error("at {speed:.a$} m/s the target is out of range: it takes {}", Needed([speed, least_speed], "m/s"), a = decimals(speed))]
    OutOfRange {
        /// The given speed \[m/s\].
        speed: f64,
        /// The least speed that reaches the target, or the limit of the speeds if there is no least
        /// speed \[m/s\].
        least_speed: f64,
    },
    /// No flight hits the target: the target is faster than all flights, or is never at a point at
    /// which the plan allows a hit.
    #[error("the target is never met: it keeps out of reach at all times")]
    NeverMet,
    /// The target moves faster than the given bound. Hits may be missed, so none is returned.
    #[error(
        "about {time:.a$} s after the launch the target moves at {speed:.b$} m/s; it was said to be never faster than {fastest:.c$} m/s",
        a = decimals(time), b = decimals(speed), c = decimals(fastest))]
    TargetFaster {
        /// The time of flight \[s\] at which the target was too fast.
        time: f64,
        /// The mean speed of the target during one step before that time \[m/s\].
        speed: f64,
        /// The given bound \[m/s\].
        fastest: f64,
    },
    /// There is no least speed: with lower speeds the hits are later, and the speeds approach a
    /// limit that no throw has.
    #[error(
        "no speed is the least: any above {limit:.a$} m/s reaches the target, the slower the later", a = decimals(limit))]
    NoLeastSpeed {
        /// The limit of the speeds \[m/s\].
        limit: f64,
    },
    /// No arc has this slope.
    #[error(
        "no arc has the slope {slope:.a$}: those that reach the target are between {lowest:.b$} and {highest:.c$}", a = decimals(slope), b = decimals(lowest), c = decimals(highest))]
    NoSuchSlope {
        /// The given slope.
        slope: f64,
        /// Lower bound of the possible slopes.
        lowest: f64,
        /// Upper bound of the possible slopes.
        highest: f64,
    },
    /// The highest point of the climb is below the target.
    #[error("at {climb_speed:.a$} m/s the climb ends below the target: it takes {}", Needed([climb_speed, least], "m/s"), a = decimals(climb_speed))]
    TooSlowAClimb {
        /// The climb speed that was given, or computed for the lob \[m/s\].
        climb_speed: f64,
        /// The least climb speed that reaches the height of the target \[m/s\].
        least: f64,
    },
    /// The plan needs an arc with a highest point, but paths are straight, or they bend towards the
    /// plane.
    #[error("paths in this air do not bend back that way: no arc has a top there")]
    NoTop,
    /// The plan needs an upward direction, but there is no gravity.
    #[error("without gravity nothing is up: there is no slope, apex or climb")]
    NoUp,
    /// The numbers of orders and answers differ.
    #[error("{orders} orders and room for {answers} answers: both must be as many")]
    Lengths {
        /// Number of orders.
        orders: usize,
        /// Length of the slice of answers.
        answers: usize,
    },
    /// A speed or a time overflows or underflows in `f64`.
    #[error("the numbers of this throw are too large or too small to be computed with")]
    Extreme,
    /// The search ended before it was proven that no hit was missed.
    #[error("after {steps} steps the search for all hits was not certain")]
    Unfinished {
        /// Number of steps of the search.
        steps: usize,
    },
}

/// The number that a plan needs if the given number is too small, such as `12.5 m/s at least`. If
/// both numbers look the same in the message, for example at a limit that no flight has,
/// `more than 10 m/s`.
struct Needed<'a>([&'a f64; 2], &'static str);

impl fmt::Display for Needed<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([given, least], unit) = self;
        let shown = |value: &f64| format!("{value:.digits$}", digits = decimals(value));
        let (short, needed) = (shown(given), shown(least));
        if needed != short {
            write!(formatter, "{needed} {unit} at least")
        } else {
            write!(formatter, "more than {short} {unit}")
        }
    }
}

/// The name of the given vector to which an error refers.
///
/// ```
/// use kinstep_flight::aim::{AimError, Given};
/// use kinstep_flight::Ballistics;
///
/// let aim = Ballistics::new([0.0, -9.81]).aim([0.0, 2.0], [20.0, f64::NAN]);
/// let error = aim.at_speed(25.0).unwrap_err();
/// assert!(matches!(error, AimError::NotFinite { given: Given::Target, axis: 1, .. }));
/// assert_eq!(error.to_string(), "component 1 of the target is NaN; it must be finite");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Given {
    /// The point of launch \[m\].
    Launch,
    /// The target \[m\].
    Target,
    /// The velocity of the target \[m/s\].
    TargetVelocity,
    /// The acceleration of the target \[m/s²\].
    TargetAcceleration,
    /// The velocity of the shooter \[m/s\].
    ShooterVelocity,
    /// A point that the path must pass \[m\].
    Point,
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Launch => "the point of launch",
            Self::Target => "the target",
            Self::TargetVelocity => "the target's velocity",
            Self::TargetAcceleration => "the target's acceleration",
            Self::ShooterVelocity => "the shooter's velocity",
            Self::Point => "a point to pass",
        })
    }
}
