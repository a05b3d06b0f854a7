//! The nearest point of ground that is given by its height.

use nalgebra::{Cholesky, RealField, SMatrix, SVector};

use super::nearest::farthest;
use super::{Nearest, Terrain};
use crate::numbers::from_f64;

/// With second derivatives of at most c, a ball of radius `R = 1/c` that touches the ground anywhere is free of ground otherwise:
/// it is above the paraboloid of curvature c that touches there, and the ground is below that. So a point of the ground that is
/// less than R away, at right angles, is the nearest of all.
///
/// From a start within R that point is the only minimum of `F(x) = (|x - q|² + (f(x) - z)²)/2` below the start: `∇²F = I + ∇f ∇fᵀ -
/// (z - f) ∇²f` is positive where `|z - f| < R`. Newton's method finds it. Farther up, the distance at a point below is a bound: it
/// never shrinks on the way up.
impl<T: RealField + Copy, const D: usize, F: Fn(&SVector<T, D>) -> T> Terrain<T, D, F> {
    /// The largest distance that is reported \[m\]: 1/c, less a margin that keeps `∇²F` positive.
    pub(super) fn farthest_foot(&self) -> T {
        let radius = T::one() / self.curvature.unwrap_or_else(T::zero);
        (radius * from_f64(1.0 - MARGIN)).min(farthest())
    }

    /// The nearest point of the ground; a bound if it is farther away than `reach` or [`farthest_foot`](Self::farthest_foot).
    pub(super) fn nearest_point(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        let clearance = self.above(point);
        let by_slope = clearance.abs() / (T::one() + self.steepest * self.steepest).sqrt();
        let Some(curvature) = self.curvature else {
            return self.bound_by_slope(point, clearance, by_slope);
        };
        let most = self.farthest_foot();
        // NaN is passed on
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
        // how far below the point the distance is known
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
            // up to a point within R of this foot: |offset + up Δ| = R, less half the margin
            let within = most + most * from_f64(0.5 * MARGIN);
            let (rising, room) = (offset.dot(&up), within * within - distance * distance);
            let rise = room / (rising + (rising * rising + room).sqrt());
            below = (below - rise).max(T::zero());
            place = self.horizontal(&foot);
        }
        Nearest::Beyond(known)
    }

    /// What the slope alone tells. Near the ground the distance is that from its tangent plane below the point.
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

    /// The unit normal at a foot, on one side, from the offset of the point asked about.
    fn normal_at(&self, foot: &SVector<T, D>, offset: &SVector<T, D>, side: T) -> SVector<T, D> {
        let distance = offset.norm();
        // near the ground rounding turns the offset
        if distance > foot.amax() * T::default_epsilon().sqrt() {
            offset / distance
        } else {
            self.normal(foot) * side
        }
    }

    /// The point of the ground nearest to a point, from a place above which the ground is less than R away; NaN if the height is.
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
            // rounding may spoil the second derivatives; without them the matrix is positive
            let Some(matrix) = Cholesky::new(round - bend * gap).or_else(|| Cholesky::new(round))
            else {
                return SVector::repeat(T::zero() / T::zero());
            };
            let mut step = -matrix.solve(&gradient);
            let now = squared(&place, height);
            // a gain in the squared distance that rounding hides; as Newton's method squares the error, nothing is left after it
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

    /// The step of central differences \[m\] where coordinates are of a size \[m\]: errors of third derivatives and of rounding are
    /// equal for a wave of this slope and curvature.
    fn step_of_differences(&self, scale: T) -> T {
        let curvature = self.curvature.unwrap_or_else(T::zero);
        let slope = (self.steepest).clamp(from_f64(1e-3), T::one());
        let length = (slope / curvature).min(T::one() + scale);
        length * (T::default_epsilon() * (T::one() + scale / length)).cbrt()
    }

    /// Slope and second derivatives \[1/m\] of the height about a place, by differences along the axes.
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

/// Ground without a curvature is flat as far as this part of the coordinates.
const CLOSE: f64 = 2e-9;
/// The share of 1/c by which the largest reported distance is less than 1/c.
const MARGIN: f64 = 1.0 / 1024.0;
/// The most points on the way up to one that is far above steep ground.
const MOST_RISES: usize = 64;
/// The most steps of Newton's method.
const MOST_STEPS: usize = 64;
/// How often a step is halved that leads farther away.
const MOST_HALVINGS: usize = 12;
