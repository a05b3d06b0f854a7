//! Launches and arrivals at a slope.

use super::conditions::Sloping;
use super::error::AimError;
use super::model::{Model, V};
use super::problem::{Problem, some};
use super::shape::Shape;
use super::times::Times;
use crate::numbers::split;
use crate::search::Curve;

type Found = Result<Times, AimError>;

impl<const D: usize> Problem<D> {
    pub(super) fn at_slope(&self, slope: f64) -> Found {
        let (up, given) = self.slope(slope)?;
        let way = self.way(self.model.lead);
        let curve = Sloping::new(&way, &up, given, None);
        let span = self.span(&way, (0.0, 1.0 + given.abs()), rise_less_run(&up, given));
        let times = if given.abs() > STEEPEST {
            Times::none()
        } else {
            self.times(&curve, span)?
        };
        self.sloping(times.filter(|time| curve.has_slope(time)), slope, -1.0)
    }

    pub(super) fn arriving_at_slope(&self, slope: f64) -> Found {
        let (up, given) = self.slope(slope)?;
        let pull = self.model.pull;
        let f = rise_less_run(&up, given);
        let lipschitz = 1.0 + given.abs();
        let (way, arrival, span) = match self.model.shape {
            // an arrival has the direction r + c t²/2
            Shape::Rational(_) => {
                let free = Model {
                    pull: -pull,
                    ..self.model.without_air()
                };
                let way = self.as_seen_in(free).way(V::zeros());
                (way, None, self.span(&way, (0.0, lipschitz), f))
            }
            // without a constant acceleration arrivals have the directions of launches
            Shape::Linear(_) if pull == V::<D>::zeros() => {
                let way = self.way(V::zeros());
                (way, None, self.span(&way, (0.0, lipschitz), f))
            }
            Shape::Linear(_) => {
                let way = self.way(V::zeros());
                (way, Some(pull), self.arrival_span(&way, lipschitz, f))
            }
        };
        let curve = Sloping::new(&way, &up, given, arrival);
        let rate = self.model.shape.drag_rate();
        let is_real = |time: f64| {
            // late arrivals at the limit slope are rounding
            let look = curve.look(time, time, time);
            arrival.is_none()
                || rate * time < 4.0
                || look.rate.abs() > 256.0 * f64::EPSILON * rate * look.terms
        };
        let times = if given.abs() > STEEPEST {
            Times::none()
        } else {
            self.times(&curve, span)?
        };
        let times = times.filter(|time| is_real(time) && curve.has_slope(time));
        self.sloping(times, slope, 1.0)
    }

    fn slope(&self, slope: f64) -> Result<(V<D>, f64), AimError> {
        let up = self.up()?;
        if slope.is_finite() {
            Ok((up, slope))
        } else {
            Err(AimError::Slope { slope })
        }
    }

    /// The times, or an error with the slopes that work: `side` is -1 for launches, with the directions `r - h c`, and 1 for
    /// arrivals.
    fn sloping(&self, times: Times, slope: f64, side: f64) -> Found {
        some(times).ok_or_else(|| {
            if !self.target_stays() || self.model.pull == V::<D>::zeros() {
                return AimError::NeverMet;
            }
            let (lowest, highest) = slopes(&self.start, &(self.model.pull * side), &self.model.up);
            AimError::NoSuchSlope {
                slope,
                lowest,
                highest,
            }
        })
    }
}

/// Slopes steeper than this are straight up or down within rounding and do not count as slopes.
const STEEPEST: f64 = 1.0 / (64.0 * f64::EPSILON);

/// `up·w - a |w across up|`
fn rise_less_run<const D: usize>(up: &V<D>, slope: f64) -> impl Fn(&V<D>) -> f64 {
    move |way| {
        let height = up.dot(way);
        height - slope * (way - up * height).norm()
    }
}

/// The infimum and the supremum of the slopes of all directions `r + h p` with h > 0. Ignores an engine's lead, a part of
/// one step.
fn slopes<const D: usize>(start: &V<D>, pull: &V<D>, up: &V<D>) -> (f64, f64) {
    let ((r, r_level), (p, p_level)) = (split(start, up), split(pull, up));
    let (first, last) = (r / r_level.norm(), p / p_level.norm());
    let (mut lowest, mut highest) = (first.min(last), first.max(last));
    // between the ends slopes are monotone unless the steepest direction in the plane of r and p lies between them
    let tilt = (p_level * r - r_level * p).norm();
    let length = p_level.norm();
    let area = if length == 0.0 {
        0.0
    } else {
        split(&r_level, &(p_level / length)).1.norm() * length
    };
    for slope in [tilt / area, -tilt / area] {
        let a = (p - slope * length) * (p + slope * length);
        let height = -(r * p - slope * (slope * r_level.dot(&p_level))) / a;
        if height > 0.0 && (r + p * height) * slope > 0.0 {
            lowest = lowest.min(slope);
            highest = highest.max(slope);
        }
    }
    (lowest, highest)
}
