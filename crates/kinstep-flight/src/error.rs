//! Why the parameters of a model of flight are refused.

/// Why the parameters of a model of flight are invalid: of an air, of one with quadratic drag, or of the step of an engine.
///
/// ```
/// use kinstep_flight::{AirError, Ballistics, EngineStep, QuadraticAir};
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
}
