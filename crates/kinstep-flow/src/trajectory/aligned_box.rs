//! Axis-aligned boxes.

use nalgebra::{RealField, SVector};

/// An axis-aligned box; a rectangle in two dimensions.
///
/// ```
/// use kinstep_flow::trajectory::AlignedBox;
///
/// let crate_on_the_ground = AlignedBox::around([4.0, 0.5], [1.0, 0.5]);
/// assert!(crate_on_the_ground.contains([4.5, 0.2]) && !crate_on_the_ground.contains([4.5, 1.2]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
pub struct AlignedBox<T, const D: usize> {
    /// Smallest coordinates \[m\].
    pub min: SVector<T, D>,
    /// Largest coordinates \[m\].
    pub max: SVector<T, D>,
}

impl<T: RealField + Copy, const D: usize> AlignedBox<T, D> {
    /// The box around a centre \[m\] that extends by `half_extents` \[m\] to both sides.
    #[must_use]
    pub fn around(
        center: impl Into<SVector<T, D>>,
        half_extents: impl Into<SVector<T, D>>,
    ) -> Self {
        let (center, half) = (center.into(), half_extents.into());
        Self {
            min: center - half,
            max: center + half,
        }
    }

    /// Whether a point \[m\] is in the box or on its surface.
    #[must_use]
    pub fn contains(&self, point: impl Into<SVector<T, D>>) -> bool {
        let point = point.into();
        (0..D).all(|axis| self.min[axis] <= point[axis] && point[axis] <= self.max[axis])
    }
}
