//! The height of a flight over a plane, as a function of time.

/// The height of a flight over a plane, as a function of time.
///
/// The searches for events need no more than this: the turns cut a flight into monotone arcs, and an arc crosses the plane
/// exactly if its ends lie on different sides. Times, heights and rates are `f64`.
///
/// ```
/// use kinstep_flow::LinearLaw;
/// use kinstep_flow::trajectory::{Height, Plane, Trajectory};
///
/// let flight = LinearLaw::gravity([0.0, -9.81]).launch([0.0, 1.5], [30.0, 8.0]);
/// let height = flight.height_over(&Plane::new([0.0, 1.0], 0.0));
/// assert_eq!(height.at(0.0), (1.5, 8.0)); // m, m/s
/// assert!((height.next_turn(0.0, 5.0).unwrap() - 8.0 / 9.81).abs() < 1e-15);
/// ```
pub trait Height {
    /// The height \[m\] and its rate of change \[m/s\].
    #[must_use]
    fn at(&self, time: f64) -> (f64, f64);

    /// The first time after `after` at which the rate changes its sign, if that is before `end`, which may be infinite.
    #[must_use]
    fn next_turn(&self, after: f64, end: f64) -> Option<f64>;

    /// The height at a time that [`next_turn`](Self::next_turn) gave \[m\].
    #[must_use]
    fn at_turn(&self, time: f64) -> f64 {
        self.at(time).0
    }

    /// The limit of the height after the last turn: a number, or an infinity. Called only if no turn follows.
    #[must_use]
    fn limit(&self) -> f64;

    /// An estimate of the first crossing after `from`, if there is one; `start` holds height and rate at `from`. It need
    /// not be accurate.
    #[must_use]
    fn guess(&self, from: f64, start: (f64, f64)) -> Option<f64> {
        let _ = (from, start);
        None
    }

    /// A time, `after` or later, before which the plane is certainly not crossed; infinite if it never is. This skips the
    /// swings of an oscillation that do not reach the plane.
    #[must_use]
    fn no_crossing_before(&self, after: f64) -> f64 {
        after
    }
}

/// The first time after `after`, and before `end`, at which a height turns from growing to shrinking.
pub fn first_maximum(height: &impl Height, after: f64, end: f64) -> Option<f64> {
    let turn = height.next_turn(after, end)?;
    // turns alternate between maxima and minima: a positive rate before the first one makes it a maximum
    if height.at(0.5 * after + 0.5 * turn).1 > 0.0 {
        Some(turn)
    } else {
        height.next_turn(turn, end)
    }
}

/// The limit of a height: the infinity in the direction of the first non-zero drive, or `end` if both are zero.
#[must_use]
pub fn driven_limit(drives: [f64; 2], end: f64) -> f64 {
    (drives.iter().find(|drive| **drive != 0.0)).map_or(end, |drive| drive * f64::INFINITY)
}
