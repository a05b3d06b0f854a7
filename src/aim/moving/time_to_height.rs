//! When a point that leaves a plane is at a height.

use nalgebra::ComplexField;

use super::super::drag_model::DragModel;
use crate::ballistics::root_between;
use crate::flow::{log_1p_over, log_ratio, phi_1};

/// The time t after which a point that leaves a plane is at a height over it, as a function of its speed b: `b S + c S₁ = h`.
///
/// With the speed at the hit, `w = b S' + c S`:
///
/// ```text
/// t' = -S/w        t'' = -(2 S' t' + (c - γ b) S' t'²)/w
/// ```
///
/// t'' keeps its sign. It is monotone, too, unless drag acts and c points away from the plane: then it is NaN here, and intervals
/// get no bound.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct TimeToHeight {
    /// Linear drag, or none.
    model: DragModel,
    /// c: the acceleration away from the plane \[m/s²\].
    pull: f64,
    /// h \[m\]
    height: f64,
    /// Whether the point comes down at the hit; only where c pulls to the plane.
    falls: bool,
    /// The speed that just reaches the height \[m/s\].
    pub(in super::super) least_speed: f64,
}

impl TimeToHeight {
    pub(in super::super) fn new(model: DragModel, pull: f64, height: f64, falls: bool) -> Self {
        let rate = model.drag_rate();
        let least_speed = if pull < 0.0 {
            // backwards in time it falls from rest
            let rise = model.rise_time(-height / pull);
            -pull * (rise * phi_1(rate * rise))
        } else if pull == 0.0 {
            rate * height
        } else {
            0.0
        };
        Self {
            model,
            pull,
            height,
            falls,
            least_speed,
        }
    }

    /// The time, and its first two derivatives.
    pub(super) fn at(&self, speed: f64) -> [f64; 3] {
        let (pull, rate) = (self.pull, self.model.drag_rate());
        let (time, arrival) = if pull < 0.0 {
            self.about_the_top(speed)
        } else {
            let time = self.rising(speed);
            let left = ComplexField::exp(-rate * time);
            (time, speed * left + pull * self.model.carry(time).0)
        };
        let (glide, left) = (self.model.carry(time).0, self.model.rates(time).0);
        let slope = -glide / arrival;
        if pull > 0.0 && rate > 0.0 {
            // not monotone: no bound from the ends of an interval
            return [time, slope, f64::NAN];
        }
        let bend = -(2.0 + (pull - rate * speed) * slope) * left * slope / arrival;
        [time, slope, bend]
    }

    /// Time and speed at the hit, by the fall from the top or the rise to it.
    ///
    /// The top: `e^γt = 1 + γ b/|c|`, at the height `(b²/|c|) (x - ln(1 + x))/x²` with `x = γ b/|c|`.
    fn about_the_top(&self, speed: f64) -> (f64, f64) {
        let (pull, rate) = (-self.pull, self.model.drag_rate());
        let lasting = speed / pull;
        let top = lasting * log_1p_over(rate * lasting);
        let over = lasting * (lasting * log_ratio(rate * lasting)) - self.height / pull;
        let over = if over > 0.0 { over } else { 0.0 };
        if over == 0.0 {
            return (top, if self.falls { -0.0 } else { 0.0 });
        }
        if self.falls {
            let fall = self.model.fall_time(over);
            return (top + fall, -pull * self.model.carry(fall).0);
        }
        let rise = self.model.rise_time(over);
        let arrival = pull * (rise * phi_1(rate * rise));
        if rise < 0.5 * top {
            return (top - rise, arrival);
        }
        let time = self.rising(speed);
        (time, arrival)
    }

    /// The time of a rise that does not end before.
    fn rising(&self, speed: f64) -> f64 {
        let Self {
            model,
            pull,
            height,
            ..
        } = *self;
        let free = 2.0 * height / (speed + ComplexField::sqrt(speed * speed + 2.0 * pull * height));
        if model.is_free() {
            return free;
        }
        if pull == 0.0 {
            return model.time_of(height / speed);
        }
        let latest = if pull > 0.0 {
            model.fall_time(height / pull)
        } else {
            let lasting = -speed / pull;
            lasting * log_1p_over(model.drag_rate() * lasting)
        };
        root_between(
            |time| {
                let ((glide, fall), (left, sinking)) = (model.carry(time), model.rates(time));
                (
                    speed * glide + pull * fall - height,
                    speed * left + pull * sinking,
                )
            },
            (0.0, latest),
            true,
            Some(free),
        )
    }
}
