//! Rises and falls against c: arcs whose top is known.

use nalgebra::ComplexField;

use super::super::drag_model::DragModel;
use crate::flow::{log_1p_over, log_ratio, phi_1};

impl DragModel {
    /// The time to rise to rest through `-c up` and to fall from there through `c down` (\[s²\] each, not negative).
    ///
    /// The motion along the normal of a plane that the path touches is of this kind, and that over the chord to the target.
    pub(in super::super) fn time_over(self, up: f64, down: f64) -> f64 {
        let rise = self.rise_time(up);
        let (rest, share) = self.aged(rise);
        rise + rest.fall_time(down / share)
    }

    /// The launch speed against c, over |c| \[s\], of a rise to rest through `-c height`.
    ///
    /// With τ for its time `(e^γτ - 1)/γ`; rational: `τ (1 + kτ/2)`.
    pub(in super::super) fn climb_to(self, height: f64) -> f64 {
        let time = self.rise_time(height);
        match self {
            Self::Linear(rate) => time * phi_1(rate * time),
            Self::Rational(rate) => time * (1.0 + 0.5 * rate * time),
        }
    }

    /// The height of the rise with this launch speed, over |c| \[s²\]: the inverse of [`climb_to`](Self::climb_to).
    pub(in super::super) fn rise_of(self, climb: f64) -> f64 {
        match self {
            Self::Linear(rate) => climb * (climb * log_ratio(rate * climb)),
            Self::Rational(_) => {
                let time = self.time_to_top(climb);
                0.5 * time * time
            }
        }
    }

    /// The time of that rise \[s\]: `ln(1 + γ climb)/γ`; rational: the root of `τ (1 + kτ/2) = climb`.
    pub(in super::super) fn time_to_top(self, climb: f64) -> f64 {
        match self {
            Self::Linear(rate) => climb * log_1p_over(rate * climb),
            Self::Rational(rate) => {
                2.0 * climb / (1.0 + ComplexField::sqrt(1.0 + 2.0 * rate * climb))
            }
        }
    }
}
