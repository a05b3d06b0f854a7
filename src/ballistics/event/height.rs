//! Motion seen along one direction.

/// How often a motion may be looked at in one search for its turns, where no formula has them: enough for some eight
/// thousand.
pub(crate) const MOST_LOOKS: usize = 100_000;

/// The height of a flight over a plane, as a function of time.
///
/// All that crossings need to know: a flight is cut into arcs by the times at which it turns, and an
/// arc crosses the plane exactly if its ends lie on different sides. Times, heights and rates are `f64`
/// for every number type.
pub trait Height {
    /// The height \[m\] and the rate at which it grows \[m/s\].
    #[must_use]
    fn at(&self, time: f64) -> (f64, f64);

    /// The first time after `after` at which the rate changes its sign.
    #[must_use]
    fn next_turn(&self, after: f64) -> Option<f64>;

    /// A time up to which the rate keeps its sign, where only turns before `end` matter: the next turn, or an
    /// earlier time; none if no turn comes before `end`. It spares looking for turns that are far away.
    ///
    /// Where turns are searched for, `looks` is how often the motion may still be looked at, and is less by as much as it
    /// was: when none is left, the time is as far as was looked.
    #[must_use]
    fn next_turn_before(&self, after: f64, end: f64, looks: &mut usize) -> Option<f64> {
        let _ = (end, looks);
        self.next_turn(after)
    }

    /// The height at a time that [`next_turn`](Self::next_turn) gave \[m\].
    #[must_use]
    fn at_turn(&self, time: f64) -> f64 {
        self.at(time).0
    }

    /// What the height tends to after the last turn: a number, or an infinity. Not asked while turns
    /// follow.
    #[must_use]
    fn limit(&self) -> f64;

    /// About where the plane is crossed after `from`, where height and rate are those at the `start`, if there is
    /// an idea. It need not be good.
    #[must_use]
    fn guess(&self, from: f64, start: (f64, f64)) -> Option<f64> {
        let _ = (from, start);
        None
    }

    /// A time before which the plane is certainly not crossed, `after` or later; infinite if it never is. It
    /// spares looking at the swings of an oscillation one by one.
    #[must_use]
    fn no_crossing_before(&self, after: f64) -> f64 {
        after
    }
}

/// The first time after `after`, and before `end`, at which a height turns from growing to shrinking.
pub(crate) fn first_maximum(height: &impl Height, after: f64, end: f64) -> Option<f64> {
    let mut looks = MOST_LOOKS;
    let mut next = |after| {
        (height.next_turn_before(after, end, &mut looks)).filter(|turn| *turn < end && looks > 0)
    };
    let turn = next(after)?;
    // the rate halfway before the turn tells which way it turns; the next turn is the other way
    if height.at(0.5 * after + 0.5 * turn).1 > 0.0 {
        Some(turn)
    } else {
        next(turn)
    }
}

/// What a height tends to: where the first of the forces that is not zero drives it, or else an end.
pub(crate) fn tending(forces: [f64; 2], end: f64) -> f64 {
    (forces.iter().find(|force| **force != 0.0)).map_or(end, |force| force * f64::INFINITY)
}
