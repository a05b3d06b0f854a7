//! A force that is not one of the crate.

use kinstep::nalgebra::SVector;
use kinstep::{Force, ForceField, ParameterError, Real};
use serde::Deserialize;

/// A pendulum, by the distance s along its arc: `F = -W sin(s/L)`, `U = W L (1 - cos(s/L))`.
///
/// The distance is from the anchor, in any direction, so that on a line through the anchor the motion is
/// that of the plane pendulum at any amplitude.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pendulum<const D: usize> {
    /// W \[N\].
    weight: f64,
    /// L \[m\].
    length: f64,
    /// Lowest point \[m\]; the origin if left out.
    #[serde(default = "SVector::zeros")]
    anchor: SVector<f64, D>,
}

impl<const D: usize> Pendulum<D>
where
    f64: Real<D>,
{
    /// The force, if its numbers make sense.
    pub(crate) fn force(self) -> Result<impl Force<f64, D>, ParameterError<f64>> {
        let Self {
            weight,
            length,
            anchor,
        } = self;
        ParameterError::unless_finite("the weight of the pendulum", weight)?;
        ParameterError::unless_positive("the length of the pendulum", length)?;
        ParameterError::unless_all_finite("the anchor", &anchor)?;
        let force = move |position: &SVector<f64, D>, _time: f64| {
            let offset = position - anchor;
            let angle = offset.norm() / length;
            // sin(s/L) / s, smooth at the anchor
            let sine_per_distance = if angle == 0.0 {
                1.0
            } else {
                angle.sin() / angle
            } / length;
            offset * (-weight * sine_per_distance)
        };
        let energy = move |position: &SVector<f64, D>, _time: f64| {
            // 1 - cos = 2 sin² of the half: no cancellation near the anchor
            let half_angle = 0.5 * (position - anchor).norm() / length;
            2.0 * weight * length * half_angle.sin().powi(2)
        };
        Ok(ForceField::new(force).with_potential(energy))
    }
}
