//! Surfaces that are rotated and moved.

use super::super::event::Plane;
use super::collections::farthest;
use super::{FlatPart, Nearest, Surface, Terrain};
use crate::ParameterError;
use crate::numbers::from_f64;
use crate::space::{Real, unless_orientation};
use nalgebra::{Cholesky, RealField, SMatrix, SVector};

/// A surface that is rotated about its origin and then moved. For example, a ramp is a rotated box.
///
/// A placed surface acts as a single surface: to place a collection, place each member separately.
///
/// ```
/// use kinstep_flow::trajectory::{AlignedBox, Placed, Surface};
/// use kinstep_flow::nalgebra::Vector2;
///
/// // a plank 4 m long and 0.2 m thick, with its middle at (3 m, 1 m), that rises by 30°
/// let plank = AlignedBox::around([0.0, 0.0], [2.0, 0.1]);
/// let angle = 30.0_f64.to_radians();
/// let ramp = Placed::new(plank, [3.0, 1.0], angle)?;
/// let above = Vector2::new(3.0, 1.0) + Vector2::new(-angle.sin(), angle.cos()) * 0.1;
/// let top = ramp.flat_part(&above, &Vector2::new(-angle.sin(), angle.cos())).unwrap();
/// assert!(top.plane.height(above).abs() < 1e-15);
/// # Ok::<(), kinstep_flow::ParameterError<f64>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "S: serde::Serialize, T: crate::space::SavedReal<D>",
        deserialize = "S: serde::Deserialize<'de>, T: crate::space::SavedReal<D>"
    ))
)]
#[doc(alias("rotated box", "oriented box", "obb", "isometry", "ramp"))]
pub struct Placed<S, T: Real<D>, const D: usize> {
    surface: S,
    position: SVector<T, D>,
    orientation: T::Orientation,
}

impl<S: Surface<T, D>, T: Real<D>, const D: usize> Placed<S, T, D> {
    /// Returns the surface with its origin at a position \[m\], rotated about its origin: in 2-D by
    /// an angle \[rad\], positive for counter-clockwise; in 3-D by a unit quaternion.
    ///
    /// # Errors
    /// If a coordinate is not finite, or the orientation is not valid.
    pub fn new(
        surface: S,
        position: impl Into<SVector<T, D>>,
        orientation: T::Orientation,
    ) -> Result<Self, ParameterError<T>> {
        let position = position.into();
        ParameterError::unless_all_finite("a coordinate of the position", &position)?;
        unless_orientation("the length of the orientation", &orientation)?;
        Ok(Self {
            surface,
            position,
            orientation,
        })
    }

    fn to_surface(&self, point: &SVector<T, D>) -> SVector<T, D> {
        T::unrotate(&self.orientation, &(point - self.position))
    }

    fn to_world(&self, vector: &SVector<T, D>) -> SVector<T, D> {
        T::rotate(&self.orientation, vector)
    }

    fn placed(&self, plane: &Plane<T, D>) -> Plane<T, D> {
        let normal = self.to_world(&plane.normal);
        Plane::new(normal, plane.distance + normal.dot(&self.position))
    }
}

impl<S: Surface<T, D>, T: Real<D>, const D: usize> Surface<T, D> for Placed<S, T, D> {
    fn rounding(&self, scale: T) -> T {
        let size = scale + self.position.amax();
        self.surface.rounding(size + size) + size * T::default_epsilon()
    }

    /// Returns the box around the bounding sphere of the box of the inner surface.
    fn extent(&self) -> Option<[SVector<T, D>; 2]> {
        let [low, high] = self.surface.extent()?;
        let half = from_f64::<T>(0.5);
        let middle = self.position + self.to_world(&((low + high) * half));
        let side = SVector::repeat((high - low).norm() * half * from_f64(1.001));
        Some([middle - side, middle + side])
    }

    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        match self.surface.nearest(&self.to_surface(point), reach) {
            Nearest::At {
                distance,
                normal,
                open,
                curvature,
            } => Nearest::At {
                distance,
                normal: self.to_world(&normal),
                open,
                curvature,
            },
            bound => bound,
        }
    }

    fn is_inside(&self, point: &SVector<T, D>) -> bool {
        self.surface.is_inside(&self.to_surface(point))
    }

    fn largest_radius(&self) -> T {
        self.surface.largest_radius()
    }

    fn plane(&self) -> Option<Plane<T, D>> {
        Some(self.placed(&self.surface.plane()?))
    }

    fn flat_part(&self, point: &SVector<T, D>, normal: &SVector<T, D>) -> Option<FlatPart<T, D>> {
        let normal = T::unrotate(&self.orientation, normal);
        let part = self.surface.flat_part(&self.to_surface(point), &normal)?;
        Some(FlatPart {
            plane: self.placed(&part.plane),
            edges: part.edges.map(|edge| Some(self.placed(&edge?))),
        })
    }
}

// Nearest point of a ground that is defined by a height function.

/// If the second derivatives of the height are at most c, a ball of radius `R = 1/c` that touches
/// the ground at one point touches it nowhere else: the ball is above the paraboloid of curvature c
/// through this point, and the ground is below this paraboloid. So a point of the ground at a
/// distance below R, in the direction of its normal, is the nearest point.
///
/// For a start within R, the nearest point is the only minimum of
/// `F(x) = (|x - q|² + (f(x) - z)²)/2` below the start, because `∇²F = I + ∇f ∇fᵀ - (z - f) ∇²f` is
/// positive definite if `|z - f| < R`. Newton's method finds this point. For a point farther up,
/// the distance of the ground from a point below is a lower bound, because the distance never
/// decreases upward.
impl<T: RealField + Copy, const D: usize, F: Fn(&SVector<T, D>) -> T> Terrain<T, D, F> {
    /// Returns the maximum distance that is reported \[m\]: 1/c, minus a margin that keeps `∇²F`
    /// positive definite.
    pub(super) fn farthest_foot(&self) -> T {
        let radius = T::one() / self.curvature.unwrap_or_else(T::zero);
        (radius * from_f64(1.0 - MARGIN)).min(farthest())
    }

    /// Returns the nearest point of the ground; a lower bound if it is farther away than `reach` or
    /// [`farthest_foot`](Self::farthest_foot).
    pub(super) fn nearest_point(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        let clearance = self.above(point);
        let by_slope = clearance.abs() / (T::one() + self.steepest * self.steepest).sqrt();
        let Some(curvature) = self.curvature else {
            return self.bound_by_slope(point, clearance, by_slope);
        };
        let most = self.farthest_foot();
        // also returns NaN
        let may_be_near = by_slope < reach.min(most);
        if !may_be_near {
            return Nearest::Beyond(by_slope);
        }
        let side = if clearance < T::zero() {
            -T::one()
        } else {
            T::one()
        };
        let up = self.up * side;
        let mut place = self.horizontal(point);
        // starts at a depth below the point at which the distance is known
        let mut below = (clearance.abs() - most).max(T::zero());
        let mut known = by_slope;
        for _ in 0..MOST_RISES {
            let center = point - up * below;
            let foot = self.foot(&center, place);
            let offset = center - foot;
            let distance = offset.norm();
            if below == T::zero() || !distance.is_finite() {
                let normal = self.normal_at(&foot, &offset, side);
                return Nearest::At {
                    distance,
                    normal,
                    open: farthest(),
                    curvature,
                };
            }
            known = known.max(distance);
            if distance >= reach.min(most) {
                break;
            }
            // rises to a point within R of this foot: |offset + up Δ| = R, minus half the margin
            let within = most + most * from_f64(0.5 * MARGIN);
            let (rising, room) = (offset.dot(&up), within * within - distance * distance);
            let rise = room / (rising + (rising * rising + room).sqrt());
            below = (below - rise).max(T::zero());
            place = self.horizontal(&foot);
        }
        Nearest::Beyond(known)
    }

    /// Returns a lower bound that follows from the slope alone. Near the ground it is the distance
    /// from the tangent plane below the point.
    fn bound_by_slope(&self, point: &SVector<T, D>, clearance: T, bound: T) -> Nearest<T, D> {
        let near = from_f64::<T>(CLOSE).max(T::default_epsilon() * from_f64(256.0));
        let is_near = bound <= point.amax() * near;
        if !is_near {
            return Nearest::Beyond(bound);
        }
        let up = self.normal(point);
        let side = if clearance < T::zero() {
            -T::one()
        } else {
            T::one()
        };
        Nearest::At {
            distance: clearance.abs() * up.dot(&self.up),
            normal: up * side,
            open: bound,
            curvature: T::zero(),
        }
    }

    /// Returns the unit normal at a foot, on one side, from the offset of the query point.
    fn normal_at(&self, foot: &SVector<T, D>, offset: &SVector<T, D>, side: T) -> SVector<T, D> {
        let distance = offset.norm();
        // near the ground the direction of the offset is only rounding
        if distance > foot.amax() * T::default_epsilon().sqrt() {
            offset / distance
        } else {
            self.normal(foot) * side
        }
    }

    /// Returns the point of the ground that is nearest to a point. The iteration starts at `place`,
    /// where the height difference must be less than R; the result is NaN if the height is NaN.
    fn foot(&self, point: &SVector<T, D>, mut place: SVector<T, D>) -> SVector<T, D> {
        let (across, level) = (self.horizontal(point), self.up.dot(point));
        let epsilon = T::default_epsilon();
        let scale = point.amax();
        let h = self.step_of_differences(scale);
        let squared = |place: &SVector<T, D>, height: T| {
            (place - across).norm_squared() + (level - height) * (level - height)
        };
        let mut height = (self.height)(&place);
        for _ in 0..MOST_STEPS {
            let (slope, bend) = self.derivatives(&place, height, h);
            let gap = level - height;
            let gradient = place - across - slope * gap;
            let round = SMatrix::<T, D, D>::identity() + slope * slope.transpose();
            // if rounding makes the matrix indefinite, the second derivatives are left out, and the
            // matrix is positive definite
            let Some(matrix) = Cholesky::new(round - bend * gap).or_else(|| Cholesky::new(round))
            else {
                return SVector::repeat(T::zero() / T::zero());
            };
            let mut step = -matrix.solve(&gradient);
            let now = squared(&place, height);
            // rounding hides this decrease of the squared distance; Newton's method squares the
            // error, so this step is the last
            let hidden = epsilon * now.sqrt() * (now.sqrt() + scale) * from_f64(4.0);
            let is_last =
                -gradient.dot(&step) <= hidden || step.norm() <= epsilon * scale * from_f64(4.0);
            let found = (0..MOST_HALVINGS).find_map(|_| {
                let next = place + step;
                let there = (self.height)(&next);
                step *= from_f64::<T>(0.5);
                (is_last || squared(&next, there) < now).then_some((next, there))
            });
            let Some(next) = found else { break };
            (place, height) = next;
            if is_last {
                break;
            }
        }
        place + self.up * height
    }

    /// Returns the step of central differences \[m\] for coordinates of magnitude `scale` \[m\].
    /// For a wave of this slope and curvature, the errors by third derivatives and by rounding are
    /// then equal.
    fn step_of_differences(&self, scale: T) -> T {
        let curvature = self.curvature.unwrap_or_else(T::zero);
        let slope = (self.steepest).clamp(from_f64(1e-3), T::one());
        let length = (slope / curvature).min(T::one() + scale);
        length * (T::default_epsilon() * (T::one() + scale / length)).cbrt()
    }

    /// Returns the slope and the second derivatives \[1/m\] of the height at a point, by
    /// differences along the axes.
    fn derivatives(
        &self,
        place: &SVector<T, D>,
        height: T,
        h: T,
    ) -> (SVector<T, D>, SMatrix<T, D, D>) {
        let mut slope = SVector::<T, D>::zeros();
        let mut bend = SMatrix::<T, D, D>::zeros();
        let mut ahead = SVector::<T, D>::zeros();
        let ways = SMatrix::<T, D, D>::identity() - self.up * self.up.transpose();
        let is_level = |axis: usize| ways[(axis, axis)] > T::default_epsilon();
        let square = h * h;
        for axis in (0..D).filter(|axis| is_level(*axis)) {
            let way = ways.column(axis) * h;
            let [front, back] = [place + way, place - way].map(|at| (self.height)(&at));
            ahead[axis] = front;
            slope[axis] = (front - back) / (h + h);
            bend[(axis, axis)] = (front - height + (back - height)) / square;
            for other in (0..axis).filter(|axis| is_level(*axis)) {
                let both = (self.height)(&(place + way + ways.column(other) * h));
                let mixed = (both - front - (ahead[other] - height)) / square;
                (bend[(axis, other)], bend[(other, axis)]) = (mixed, mixed);
            }
        }
        (slope, bend)
    }
}

/// Fraction of the coordinates over which ground of unknown curvature is assumed to be flat.
const CLOSE: f64 = 2e-9;
/// Relative margin between the maximum reported distance and 1/c.
const MARGIN: f64 = 1.0 / 1024.0;
/// Maximum number of intermediate points below a point that is far above steep ground.
const MOST_RISES: usize = 64;
/// Maximum number of steps of Newton's method.
const MOST_STEPS: usize = 64;
/// Maximum number of halvings of a step that would increase the distance.
const MOST_HALVINGS: usize = 12;
