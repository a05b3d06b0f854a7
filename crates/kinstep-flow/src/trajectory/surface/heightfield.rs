//! Ground that is defined by a table of heights.

use alloc::vec::Vec;

use nalgebra::{RealField, SVector};

use super::facets::Facet;
use super::facets::{Facets, hair};
use super::{FlatPart, Nearest, Surface};
use crate::ParameterError;
use crate::numbers::{from_f64, is_finite, to_f64};

/// Ground through a table of heights: segments in 2-D, and two triangles per cell of a grid in 3-D.
/// The ground below is solid, to any depth.
///
/// The heights are along one axis of the world. The samples are spaced along the other axes, in the
/// order of these axes. In 2-D there is one row of samples. In 3-D the samples of a row are spaced
/// along the first of the other axes, and the rows along the second. Each segment or triangle is a
/// [`member`](Surface::member). Queries visit only triangles near the point, for any size of the
/// field. The memory is about 300 bytes per triangle. The side of a point follows from its height
/// above the ground, so no point can fall through a pit. A body that gets below the ground outside
/// the field can leave through the ground. [`Terrain`](super::Terrain) is smooth ground that is
/// defined by a function.
///
/// ```
/// use kinstep_flow::LinearLaw;
/// use kinstep_flow::trajectory::{Heightfield, Trajectory};
///
/// // heights [m] at x = 0, 10, 20 and 30 m
/// let hills = Heightfield::new([0.0, 1.0], [0.0, 0.0], 10.0, &[[0.0, 2.0, 1.0, 5.0]])?;
/// assert_eq!(hills.height([25.0, 0.0]), Some(3.0));
/// let flight = LinearLaw::gravity([0.0, -9.81]).launch([5.0, 1.0], [12.0, 10.0]);
/// let landing = flight.landing(&hills, 0.0..60.0)?.expect("it comes down");
/// let ground: f64 = hills.height(landing.position).expect("it landed on the field");
/// assert!((landing.position.y - ground).abs() < 1e-12);
///
/// // a cell in space: heights at (x, z) = (0, 0) and (2, 0), then at (0, 2) and (2, 2)
/// let rows = [[0.0, 1.0], [0.5, 1.5]];
/// let slope = Heightfield::new([0.0, 1.0, 0.0], [0.0, 0.0, 0.0], 2.0, &rows)?;
/// assert_eq!(slope.height([1.0, 0.0, 1.0]), Some(0.75));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        bound = "T: crate::saved::SavedNumber + Copy",
        try_from = "HeightfieldData<T, D>",
        into = "HeightfieldData<T, D>"
    )
)]
#[doc(alias("height map", "height field"))]
pub struct Heightfield<T, const D: usize> {
    samples: Samples<T, D>,
    facets: Facets<T, D>,
}

/// Positions of the samples.
#[derive(Debug, Clone, PartialEq)]
struct Samples<T, const D: usize> {
    /// Unit vector along an axis of the world.
    up: SVector<T, D>,
    origin: SVector<T, D>,
    spacing: T,
    /// Number of samples in a row.
    columns: usize,
    /// Heights \[m\], one row after the other.
    heights: Vec<T>,
}

impl<T: RealField + Copy, const D: usize> Heightfield<T, D> {
    /// Creates the ground. The first sample is at `origin` \[m\] plus its height along `up`.
    /// Samples are `spacing` \[m\] apart. Their heights \[m\] are given in rows: one row in 2-D,
    /// two or more in 3-D. `up` points along an axis, in either direction.
    ///
    /// # Errors
    /// If `up` is not along an axis, a number is not finite, the spacing is not longer than
    /// rounding, a row has fewer than two samples or a length other than the first row, or the
    /// number of rows is wrong.
    pub fn new(
        up: impl Into<SVector<T, D>>,
        origin: impl Into<SVector<T, D>>,
        spacing: T,
        rows: &[impl AsRef<[T]>],
    ) -> Result<Self, ParameterError<T>> {
        let columns = rows.first().map_or(0, |row| row.as_ref().len());
        let refuse = |parameter, count: usize, requirement| {
            Err(ParameterError {
                parameter,
                value: from_f64(count as f64),
                requirement,
            })
        };
        let is_right = match D {
            2 => rows.len() == 1,
            3 => rows.len() > 1,
            _ => false,
        };
        if !is_right {
            let requirement = "one in the plane, and two or more in space";
            return refuse(
                "the number of rows of a height field",
                rows.len(),
                requirement,
            );
        }
        let lengths = rows.iter().map(|row| row.as_ref().len());
        if let Some(length) = { lengths }.find(|length| *length < 2 || *length != columns) {
            let requirement = "two or more, and the same in all rows";
            return refuse("the length of a row of a height field", length, requirement);
        }
        let mut heights = Vec::with_capacity(rows.len() * columns);
        rows.iter()
            .for_each(|row| heights.extend_from_slice(row.as_ref()));
        Self::of(Samples {
            up: up.into(),
            origin: origin.into(),
            spacing,
            columns,
            heights,
        })
    }

    /// Checks the numbers and builds the facets.
    fn of(mut samples: Samples<T, D>) -> Result<Self, ParameterError<T>> {
        let axis = samples.up.iamax();
        let size = samples.up[axis].abs();
        let is_along = (0..D).all(|other| other == axis || samples.up[other] == T::zero());
        if !(is_along && size > T::zero() && size.is_finite()) {
            return Err(ParameterError {
                parameter: "the length of the part of `up` along an axis",
                value: size,
                requirement: "finite and positive, with no part along another axis",
            });
        }
        samples.up /= size;
        ParameterError::unless_all_finite("a coordinate of the origin", &samples.origin)?;
        (samples.heights.iter())
            .try_for_each(|height| ParameterError::unless_finite("a height", *height))?;
        let rows = samples.rows();
        let last = samples.corner(samples.columns - 1, rows - 1);
        let heights = samples.heights.iter().map(|height| height.abs());
        let highest = heights.fold(samples.origin[axis].abs(), |most, height| most.max(height));
        let size = (samples.origin.amax())
            .max(last.amax())
            .max(highest + highest);
        let hair = hair(size);
        let is_long = samples.spacing > hair + hair && is_finite(&last) && size.is_finite();
        if !is_long {
            return Err(ParameterError {
                parameter: "the spacing of a height field",
                value: samples.spacing,
                requirement: "positive, more than 128 roundings of the largest coordinate, and not too large",
            });
        }
        let mut list =
            Vec::with_capacity((samples.columns - 1) * rows.max(2).saturating_sub(1) * (D - 1));
        for row in 0..(rows - 1).max(1) {
            for column in 0..samples.columns - 1 {
                let facets = samples.cell(column, row).into_iter().flatten();
                list.extend(facets.map(|corners| {
                    Facet::new(corners, samples.normal(&corners), |_| samples.up, hair)
                }));
            }
        }
        let facets = Facets::new(list, size);
        Ok(Self { samples, facets })
    }

    /// Returns the height of the ground \[m\] above or below a point, along `up` from the origin;
    /// `None` outside the field.
    #[must_use]
    pub fn height(&self, point: impl Into<SVector<T, D>>) -> Option<T> {
        self.samples.height(&point.into())
    }
}

impl<T: RealField + Copy, const D: usize> Samples<T, D> {
    fn rows(&self) -> usize {
        self.heights.len() / self.columns
    }

    /// Returns the axes along which samples are spaced.
    fn level_axes(&self) -> impl Iterator<Item = usize> {
        let up = self.up.iamax();
        (0..D).filter(move |axis| *axis != up)
    }

    /// Returns the point of a sample \[m\].
    fn corner(&self, column: usize, row: usize) -> SVector<T, D> {
        let height = self.heights[row * self.columns + column];
        let mut corner = self.origin + self.up * height;
        for (axis, count) in self.level_axes().zip([column, row]) {
            corner[axis] += self.spacing * from_f64(count as f64);
        }
        corner
    }

    /// Returns the corners of the facets of a cell. Successive corners differ along one horizontal
    /// axis.
    fn cell(&self, column: usize, row: usize) -> [Option<[SVector<T, D>; D]>; 2] {
        let through = |ways: [[usize; 2]; 3]| {
            core::array::from_fn(|index| {
                let [right, on] = ways[index];
                self.corner(column + right, row + on)
            })
        };
        let one = through([[0, 0], [1, 0], [1, 1]]);
        let other = (D > 2).then(|| through([[0, 0], [0, 1], [1, 1]]));
        [Some(one), other]
    }

    /// Returns the upward unit normal of a facet, from its slopes along the horizontal axes.
    fn normal(&self, corners: &[SVector<T, D>; D]) -> SVector<T, D> {
        let mut normal = self.up;
        for pair in corners.windows(2) {
            let way = pair[1] - pair[0];
            let axis = (self.level_axes()).find(|axis| way[*axis] != T::zero());
            if let Some(axis) = axis {
                normal[axis] = -self.up.dot(&way) / way[axis];
            }
        }
        normal.normalize()
    }

    /// Returns the height \[m\] by linear interpolation in the facet.
    fn height(&self, point: &SVector<T, D>) -> Option<T> {
        let mut cell = [0; 2];
        let mut share = [T::zero(); 2];
        for (index, axis) in self.level_axes().take(2).enumerate() {
            let samples = [self.columns, self.rows()][index];
            let cells = (point[axis] - self.origin[axis]) / self.spacing;
            let is_within = cells >= T::zero() && cells <= from_f64((samples - 1) as f64);
            if !is_within {
                return None;
            }
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "in range"
            )]
            let number = (to_f64(cells) as usize).min(samples - 2);
            cell[index] = number;
            share[index] = cells - from_f64(number as f64);
        }
        let [column, row] = cell;
        let at = |right: usize, on: usize| self.heights[(row + on) * self.columns + column + right];
        let [right, on] = share;
        // starts at the common corner of both facets, and follows the sides of one facet
        Some(if right >= on {
            let side = at(1, 0);
            let climb = if D > 2 { at(1, 1) - side } else { T::zero() };
            at(0, 0) + (side - at(0, 0)) * right + climb * on
        } else {
            let side = at(0, 1);
            at(0, 0) + (side - at(0, 0)) * on + (at(1, 1) - side) * right
        })
    }
}

/// The form of a height field that is serialised.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(bound = "T: crate::saved::SavedNumber")]
struct HeightfieldData<T, const D: usize> {
    up: SVector<T, D>,
    origin: SVector<T, D>,
    spacing: T,
    rows: Vec<Vec<T>>,
}

#[cfg(feature = "serde")]
impl<T: RealField + Copy, const D: usize> From<Heightfield<T, D>> for HeightfieldData<T, D> {
    fn from(Heightfield { samples, .. }: Heightfield<T, D>) -> Self {
        let rows = samples.heights.chunks(samples.columns);
        Self {
            up: samples.up,
            origin: samples.origin,
            spacing: samples.spacing,
            rows: rows.map(<[T]>::to_vec).collect(),
        }
    }
}

#[cfg(feature = "serde")]
impl<T: RealField + Copy, const D: usize> TryFrom<HeightfieldData<T, D>> for Heightfield<T, D> {
    type Error = ParameterError<T>;

    fn try_from(data: HeightfieldData<T, D>) -> Result<Self, ParameterError<T>> {
        Self::new(data.up, data.origin, data.spacing, &data.rows)
    }
}

impl<T: RealField + Copy, const D: usize> Surface<T, D> for Heightfield<T, D> {
    fn rounding(&self, scale: T) -> T {
        self.facets.rounding(scale)
    }

    fn member(&self, number: usize) -> Option<&dyn Surface<T, D>> {
        self.facets.member(number)
    }

    fn members_near(&self, from: &SVector<T, D>, to: &SVector<T, D>, each: &mut dyn FnMut(usize)) {
        self.facets.near(from, to, each);
    }

    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        self.facets.nearest(point, reach)
    }

    /// Whether a point is below the ground and within the border of the field.
    fn is_inside(&self, point: &SVector<T, D>) -> bool {
        let level = self.samples.up.dot(&(point - self.samples.origin));
        (self.samples.height(point)).is_some_and(|height| level < height)
    }

    fn flat_part(&self, point: &SVector<T, D>, normal: &SVector<T, D>) -> Option<FlatPart<T, D>> {
        self.facets.flat_part(point, normal)
    }
}
