//! Why a model of flight, or a query of a flight, is refused.

use crate::numbers::decimals;
use crate::search::Unfinished;
use crate::world::{BodyId, ForceId, NoSuch};

/// Why the parameters of a model of flight are invalid: of an air, of one with quadratic drag, or of the step of an engine.
///
/// ```
/// use kinstep::ballistics::{AirError, Ballistics, EngineStep, QuadraticAir};
///
/// let air = Ballistics::new([0.0, -9.81]).with_drag_rate(-0.1);
/// assert_eq!(air.check(), Err(AirError::DragRate { rate: -0.1 }));
/// let real = QuadraticAir::new([0.0, -9.81], -0.01);
/// assert_eq!(
///     real.check().unwrap_err().to_string(),
///     "the drag coefficient is -0.01 per metre; it must be zero or positive, and finite"
/// );
/// let step = EngineStep::<2>::unity(0.02).damping(-0.1);
/// assert_eq!(step.check(), Err(AirError::Damping { damping: -0.1 }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AirError {
    /// A component of gravity is NaN or infinite.
    #[error("component {axis} of gravity is {value} m/s²; it must be finite")]
    Gravity {
        /// Index of the component.
        axis: usize,
        /// Its value \[m/s²\].
        value: f64,
    },
    /// A component of the wind is NaN or infinite.
    #[error("component {axis} of the wind is {value} m/s; it must be finite")]
    Wind {
        /// Index of the component.
        axis: usize,
        /// Its value \[m/s\].
        value: f64,
    },
    /// The drag rate is negative, NaN or infinite.
    #[error("the drag rate is {rate} per second; it must be zero or positive, and finite")]
    DragRate {
        /// The rate given \[1/s\].
        rate: f64,
    },
    /// The terminal speed is not positive.
    #[error("the terminal speed is {speed} m/s; it must be positive (infinite means no drag)")]
    TerminalSpeed {
        /// The speed given \[m/s\].
        speed: f64,
    },
    /// A terminal speed was given, but gravity is zero, so it does not determine the drag.
    #[error(
        "a terminal speed of {speed} m/s says nothing about drag where gravity is zero: give the drag rate"
    )]
    NoGravity {
        /// The speed given \[m/s\].
        speed: f64,
    },
    /// Drag was given by a rate or a terminal speed, which do not determine quadratic drag without gravity.
    #[error(
        "without gravity a drag rate or terminal speed says nothing about quadratic drag: give the coefficient κ"
    )]
    NoCoefficient,
    /// The drag coefficient is negative, NaN or infinite.
    #[error(
        "the drag coefficient is {coefficient} per metre; it must be zero or positive, and finite"
    )]
    Coefficient {
        /// κ as given, or as computed from the terminal speed \[1/m\].
        coefficient: f64,
    },
    /// The tolerance is negative, NaN or infinite.
    #[error("the tolerance is {tolerance} m; it must be zero or positive, and finite")]
    Tolerance {
        /// The tolerance given \[m\].
        tolerance: f64,
    },
    /// The step is zero, negative, NaN or infinite.
    #[error("the step is {dt} s; it must be positive and finite")]
    TimeStep {
        /// The step given \[s\].
        dt: f64,
    },
    /// The number of substeps is zero.
    #[error("a step of {engine} needs at least one substep, and was given zero")]
    NoSubsteps {
        /// Which engine.
        engine: &'static str,
    },
    /// This engine does not divide its step into substeps.
    #[error("{engine} takes its step as a whole, and was given {substeps} substeps")]
    Substeps {
        /// Which engine.
        engine: &'static str,
        /// How many were given.
        substeps: u32,
    },
    /// The damping is negative, NaN or infinite.
    #[error("the damping is {damping} per second; it must be zero or positive, and finite")]
    Damping {
        /// The damping given \[1/s\].
        damping: f64,
    },
    /// Bullet's damping is the fraction of the velocity lost in a second: it must lie between 0 and 1.
    #[error(
        "the damping is {damping}; for Bullet it is the fraction of the velocity lost in a second, from 0 to 1"
    )]
    DampingShare {
        /// The damping given.
        damping: f64,
    },
    /// An Euler rule reverses the velocity in every step: whole steps are right, but no smooth curve joins them.
    #[error(
        "the damping of {damping} per second takes more than the whole velocity in a step of {dt} s, and turns it round"
    )]
    Oscillates {
        /// The damping given \[1/s\].
        damping: f64,
        /// The step given \[s\].
        dt: f64,
    },
}

/// Why a query of a flight has no answer.
///
/// ```
/// use kinstep::ballistics::{Ballistics, FlightError, Plane, Trajectory};
///
/// let flight = Ballistics::new([0.0, -9.81]).launch([0.0, 1.5], [30.0, 8.0]);
/// let error = flight.bounds(2.0..1.0).unwrap_err();
/// assert!(matches!(error, FlightError::Span { .. }));
/// let ground = Plane::new([0.0, 1.0], 0.0);
/// assert!(flight.landing(&ground, 0.0..f64::NAN).is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FlightError {
    /// The span is empty or reversed, or an end of it is NaN or infinite where it may not be.
    #[error(
        "the span from {from} s to {to} s is no span of time to look at: it must start at a finite time and end later"
    )]
    Span {
        /// Where it starts \[s\].
        from: f64,
        /// Where it ends \[s\].
        to: f64,
    },
    /// The span starts before the flight is defined.
    #[error("the span starts at {from:.a$} s, but this flight exists only after {beginning:.b$} s", a = decimals(from), b = decimals(beginning))]
    BeforeBeginning {
        /// Where the span starts \[s\].
        from: f64,
        /// The earliest time of the flight \[s\].
        beginning: f64,
    },
    /// The flight, or an argument of the query, has a number that is NaN or infinite.
    #[error("the flight, or what is asked about it, has a number that is NaN or infinite")]
    NotFinite,
    /// The search reached its limit of steps.
    #[error(
        "the search took {steps} steps and got no further than {time:.a$} s: ask for a shorter span", a = decimals(time))]
    Unfinished {
        /// The number of steps taken.
        steps: usize,
        /// The time reached \[s\].
        time: f64,
    },
    /// The radius of a ball is negative or not finite, or not less than the surface [allows](super::Surface::largest_radius).
    #[error(
        "a ball of radius {radius:.a$} m: here the radius must be less than {limit:.b$} m, and not negative; a `Terrain` takes balls if it \
         is given `with_curvature`", a = decimals(radius), b = decimals(limit))]
    Radius {
        /// The radius given \[m\].
        radius: f64,
        /// What it must be less than \[m\].
        limit: f64,
    },
    /// The depth that rays may miss is not positive and finite.
    #[error("rays that may miss {depth} m of depth: it must be positive and finite")]
    Depth {
        /// The depth given \[m\].
        depth: f64,
    },
    /// The surface gave a distance that is negative, NaN or infinite, or beyond the end of the ray; or a normal without direction;
    /// or it [cannot tell](super::Nearest::Unknown) its distance.
    #[error(
        "at {time:.a$} s the surface gave a distance of {distance} m and a normal of length {normal}", a = decimals(time))]
    Answer {
        /// The time after launch \[s\].
        time: f64,
        /// The distance \[m\]; NaN if there was none.
        distance: f64,
        /// The length of the normal; NaN if there was none.
        normal: f64,
    },
    /// The air is invalid.
    #[error(transparent)]
    Air(#[from] AirError),
    /// The slices of positions, velocities, times and results differ in length.
    #[error(
        "{positions} positions, {velocities} velocities, {times} times and room for {arrived} positions: all must be as many"
    )]
    Lengths {
        /// How many positions were given.
        positions: usize,
        /// How many velocities were given.
        velocities: usize,
        /// How many times were given.
        times: usize,
        /// How many positions can be written.
        arrived: usize,
    },
    /// The two slices of results differ in length.
    #[error(
        "room for {arrived_positions} positions and for {arrived_velocities} velocities: both must be as many"
    )]
    ArrivedLengths {
        /// How many positions can be written.
        arrived_positions: usize,
        /// How many velocities can be written.
        arrived_velocities: usize,
    },
    /// All slices are empty.
    #[error("the batch is empty: there is no flight to look at")]
    Empty,
    /// The body is not in the world.
    #[error(transparent)]
    NoSuchBody(#[from] NoSuch),
    /// A force on the body has no linear law.
    #[error(
        "the force {kind} {force} on body {body} has no linear law: its trajectory has no closed form"
    )]
    NotLinear {
        /// The body.
        body: BodyId,
        /// The force.
        force: ForceId,
        /// Its [name](crate::Force::name).
        kind: &'static str,
    },
    /// A link makes the body's motion depend on another body.
    #[error("the link {kind} {force} makes the motion of body {body} depend on another body")]
    Linked {
        /// The body.
        body: BodyId,
        /// The link.
        force: ForceId,
        /// The [name](crate::Force::name) of its force.
        kind: &'static str,
    },
    /// The body's position or velocity was set to a number that is not finite, or its mass to one that is not positive.
    #[error("the position, velocity or mass of body {body} was set to something that cannot move")]
    State {
        /// The body.
        body: BodyId,
    },
}

impl FlightError {
    /// The error of a search from a time on that was given up.
    pub(crate) fn unfinished(Unfinished(steps): Unfinished, time: f64) -> Self {
        Self::Unfinished { steps, time }
    }
}
