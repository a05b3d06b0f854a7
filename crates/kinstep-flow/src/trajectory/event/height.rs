//! Height of a flight over a plane, as a function of time.

/// Height of a flight over a plane, as a function of time.
///
/// This is all that the searches for events need: the extrema divide a flight into monotone arcs, and an arc crosses the plane exactly if
/// its ends lie on different sides. Times, heights and rates are `f64`.
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
    /// Height \[m\] and its rate of change \[m/s\].
    #[must_use]
    fn at(&self, time: f64) -> (f64, f64);

    /// First extremum of the height after `after` \[s\], if it is before `end`, which may be infinite.
    #[must_use]
    fn next_turn(&self, after: f64, end: f64) -> Option<f64>;

    /// Height \[m\] at an extremum whose `time` [`next_turn`](Self::next_turn) returned.
    #[must_use]
    fn at_turn(&self, time: f64) -> f64 {
        self.at(time).0
    }

    /// Limit of the height after the last extremum: a finite number or an infinity. Called only if no extremum follows.
    #[must_use]
    fn limit(&self) -> f64;

    /// Estimate of the first crossing after `from`, if there is one; `start` holds height and rate at `from`. The
    /// estimate need not be accurate.
    #[must_use]
    fn guess(&self, from: f64, start: (f64, f64)) -> Option<f64> {
        let _ = (from, start);
        None
    }

    /// A time, not before `after`, before which the height certainly does not cross the plane; infinite if it never does. This skips the
    /// periods of an oscillation that do not reach the plane.
    #[must_use]
    fn no_crossing_before(&self, after: f64) -> f64 {
        after
    }
}

/// First maximum of a height after `after` and before `end`.
pub fn first_maximum(height: &impl Height, after: f64, end: f64) -> Option<f64> {
    let turn = height.next_turn(after, end)?;
    // maxima and minima alternate: a positive rate before the first extremum makes it a maximum
    if height.at(0.5 * after + 0.5 * turn).1 > 0.0 {
        Some(turn)
    } else {
        height.next_turn(turn, end)
    }
}

/// Limit of a height: the infinity in the direction of the first non-zero drive, or `end` if both drives are zero.
#[must_use]
pub fn driven_limit(drives: [f64; 2], end: f64) -> f64 {
    (drives.iter().find(|drive| **drive != 0.0)).map_or(end, |drive| drive * f64::INFINITY)
}
