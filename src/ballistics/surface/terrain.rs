//! Ground as a height function.

use nalgebra::{RealField, SVector};

use super::super::path_arc::PathArc;
use super::slope_bound::SlopeBound;
use super::{Hit, Nearest, Ray, Surface};
use crate::numbers::from_f64;

/// Ground given by its height over a horizontal line or plane, nowhere steeper than a known slope.
///
/// All proofs rest on the slope: over a horizontal distance r the height changes by at most `steepest` r. Too large a number
/// costs evaluations; with too small a one a flight may pass through the steeper parts. The segment between two points that
/// are high enough above the ground needs no other evaluation. An arc whose corner lies above its chord at a steeper angle
/// than the ground is clear if its chord is, however long it is.
///
/// Balls meet the ground if its [curvature](Self::with_curvature) is known.
///
/// ```
/// use kinstep::ballistics::{Ballistics, Terrain, Trajectory};
/// use kinstep::nalgebra::Vector3;
///
/// // hills of 3 m; they rise by at most 3 × 0.1 √2 m per metre
/// let height = |p: &Vector3<f64>| 3.0 * (0.1 * p.x).sin() * (0.1 * p.z).cos();
/// let hills = Terrain::new([0.0, 1.0, 0.0], height, 0.43);
///
/// let air = Ballistics::new([0.0, -9.81, 0.0]).with_terminal_speed(35.0);
/// let flight = air.launch([0.0, 1.5, 0.0], [20.0, 12.0, 5.0]);
/// let landing = flight.landing(&hills, 0.0..60.0)?.unwrap();
/// assert!((landing.position.y - height(&landing.position)).abs() < 1e-12);
/// assert!(landing.casts <= 12);
/// # Ok::<(), kinstep::ballistics::LandingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terrain<T, const D: usize, F> {
    pub(super) slope: SlopeBound<T, D>,
    /// Largest second derivative of the height along a horizontal line \[1/m\], if it is known.
    pub(super) curvature: Option<T>,
    pub(super) height: F,
}

/// Most evaluations of the height to prove a chord clear, or before the steps of a cast grow beyond their bound.
const MAX_EVALUATIONS: usize = 1024;

impl<T: RealField + Copy, const D: usize, F: Fn(&SVector<T, D>) -> T> Terrain<T, D, F> {
    /// Ground at a height \[m\] along `up` that changes by at most `steepest` metres per metre. The function is given
    /// positions \[m\] without their part along `up`.
    #[must_use]
    pub fn new(up: impl Into<SVector<T, D>>, height: F, steepest: T) -> Self {
        Self {
            slope: SlopeBound::new(up.into(), steepest),
            curvature: None,
            height,
        }
    }

    /// The same ground, whose slope changes by at most `curvature` per metre \[1/m\]: the largest second derivative of the height
    /// along any horizontal line.
    ///
    /// Proofs close to the ground then take far fewer evaluations, so that a body that stays on the ground is followed faster.
    /// Round bodies can meet the ground, if their radius is less than 1/curvature by a thousandth: they touch it at one place at a
    /// time. With too small a number a flight may pass through the ground; the height must have no kinks.
    ///
    /// ```
    /// use kinstep::ballistics::Terrain;
    /// use kinstep::nalgebra::Vector2;
    ///
    /// let height = |p: &Vector2<f64>| 0.3 * (2.0 * p.x).sin();
    /// let waves = Terrain::new([0.0, 1.0], height, 0.6).with_curvature(1.2);
    /// assert_eq!(waves.clearance([0.0, 1.0]), 1.0);
    /// ```
    #[must_use]
    pub fn with_curvature(self, curvature: T) -> Self {
        Self {
            curvature: Some(curvature.abs()),
            ..self
        }
    }

    /// The height of a point \[m\] above the ground \[m\]; negative below.
    #[must_use]
    pub fn clearance(&self, point: impl Into<SVector<T, D>>) -> T {
        self.above(&point.into())
    }

    pub(super) fn above(&self, point: &SVector<T, D>) -> T {
        self.slope.up.dot(point) - (self.height)(&self.slope.horizontal(point))
    }

    /// A distance to which the room above the ground certainly stays positive, and the room there, if the curvature proves more
    /// than `least`. The room is that at a distance along a direction, and `start` at the first; `stride` is the length to try,
    /// and becomes that for the next call.
    ///
    /// With `|r''| ≤ c` the room at a fraction s of a stride p is at least `r₀ (1 - s) + r₁ s - c p² s (1 - s)/2`, which is
    /// positive for all s if `√(c p²/2) < √r₀ + √r₁`.
    fn stride(
        &self,
        room: impl Fn(T) -> T,
        direction: &SVector<T, D>,
        start: T,
        (distance, until, least): (T, T, T),
        stride: &mut T,
    ) -> Option<(T, T)> {
        let half: T = nalgebra::convert(0.5);
        let bend =
            (self.curvature? * self.slope.horizontal(direction).norm_squared() * half).sqrt();
        let start = start.max(T::zero()).sqrt();
        let mut length = stride.min(until - distance);
        while length > least {
            let there = room(distance + length);
            if there > T::zero() && bend * length < start + there.sqrt() {
                *stride = length + length;
                return Some((distance + length, there));
            }
            length *= nalgebra::convert(0.25);
        }
        *stride = least * nalgebra::convert(4.0);
        None
    }

    /// The upward normal, by central differences.
    pub(super) fn normal(&self, point: &SVector<T, D>) -> SVector<T, D> {
        let h = T::default_epsilon().cbrt() * point.amax().max(T::one());
        let slope = SVector::<T, D>::from_fn(|axis, _| {
            let mut step = SVector::zeros();
            step[axis] = h;
            (self.above(&(point + step)) - self.above(&(point - step))) / (h + h)
        });
        slope.normalize()
    }

    /// The distance at which a ray hits the ground, by bisection between a clear point and one on the other side.
    fn bisected(&self, ray: &Ray<T, D>, side: T, mut clear: T, mut beyond: T) -> T {
        let half: T = nalgebra::convert(0.5);
        for _ in 0..64 {
            let middle = (clear + beyond) * half;
            if !(middle > clear && middle < beyond) {
                break;
            }
            if self.above(&ray.at(middle)) * side > T::zero() {
                clear = middle;
            } else {
                beyond = middle;
            }
        }
        beyond
    }
}

/// Sphere tracing: a step of `clearance / rate` cannot pass the ground, because the clearance shrinks at most at that rate.
/// A ray that runs so close along the ground that a thousand steps do not suffice takes longer ones and may miss a hit;
/// [`is_clear`](Surface::is_clear) then does not find the region clear.
impl<T, const D: usize, F> Surface<T, D> for Terrain<T, D, F>
where
    T: RealField + Copy,
    F: Fn(&SVector<T, D>) -> T,
{
    fn cast(&self, ray: &Ray<T, D>) -> Option<Hit<T, D>> {
        let hit = |distance: T| {
            let normal = self.normal(&ray.at(distance));
            Some(Hit { distance, normal })
        };
        let mut clearance = self.above(&ray.origin);
        if clearance == T::zero() || !clearance.is_finite() {
            return hit(clearance);
        }
        let side = clearance.signum();
        let rate = self.slope.rate(&ray.direction, side);
        if rate <= T::zero() {
            return None;
        }
        let mut least = (ray.origin.amax() + ray.length.min(clearance.abs() / rate))
            * T::default_epsilon()
            * nalgebra::convert(2.0);
        let mut distance = T::zero();
        let mut stride = ray.length;
        for steps in 0.. {
            if steps > MAX_EVALUATIONS && steps % 16 == 0 {
                least *= nalgebra::convert(2.0);
            }
            let by_slope = (clearance.abs() / rate).max(least);
            let room = |distance: T| self.above(&ray.at(distance)) * side;
            let ends = (distance, ray.length, by_slope);
            let strided = self.stride(room, &ray.direction, clearance.abs(), ends, &mut stride);
            if let Some((next, there)) = strided {
                if next >= ray.length {
                    break;
                }
                (distance, clearance) = (next, there * side);
                continue;
            }
            let next = (distance + by_slope).min(ray.length);
            clearance = self.above(&ray.at(next));
            if !clearance.is_finite() {
                return hit(clearance);
            }
            if clearance * side <= T::zero() {
                return hit(self.bisected(ray, side, distance, next));
            }
            if next >= ray.length {
                break;
            }
            distance = next;
        }
        None
    }

    /// From the point of the chord below the corner to the corner, the clearance shrinks by at most a known deficit; it is
    /// zero if that segment is steeper than the ground. Towards the ends of the chord the triangle narrows, and the deficit
    /// decreases linearly.
    fn is_clear(&self, arc: &PathArc<T, D>) -> bool {
        let clearance = self.above(&arc.start);
        let side = clearance.signum();
        let foot = self.slope.chord_point_at_corner(arc);
        let deficit = (Ray::between(foot, arc.corner)).map_or(T::zero(), |way| {
            (self.slope.rate(&way.direction, side) * way.length).max(T::zero())
        });
        let reach = (T::one() + self.slope.steepest * self.slope.steepest).sqrt() * arc.margin;
        let slack = (arc.scale() + clearance.abs()) * T::default_epsilon() * from_f64(4.0);
        let floor = reach + slack;
        let Some(chord) = arc.chord() else {
            return clearance.abs() > floor + deficit;
        };
        if self.above(&arc.end) * side <= floor {
            return false;
        }
        let kink = (foot - arc.start).norm();
        let rate = self.slope.rate(&chord.direction, side);
        let mut distance = T::zero();
        let mut stride = chord.length;
        for _ in 0..MAX_EVALUATIONS {
            // the deficit grows up to the foot of the corner, and shrinks beyond it
            let (fraction, slope, until) = if distance < kink {
                (distance / kink, deficit / kink, kink)
            } else {
                let rest = (chord.length - kink).max(T::zero());
                let (fraction, slope) = if rest > T::zero() {
                    ((chord.length - distance) / rest, deficit / rest)
                } else {
                    (T::one(), T::zero())
                };
                (fraction, -slope, chord.length)
            };
            // the clearance above chord and triangle, less margin and rounding
            let room_at = |at: T| {
                let lost = deficit * fraction + slope * (at - distance);
                self.above(&chord.at(at)) * side - floor - lost
            };
            let room = room_at(distance);
            if !(room > T::zero() && room.is_finite()) {
                return false;
            }
            // positive clearance lasts at least until it has shrunk by itself
            let shrinking = rate + slope;
            let next = if shrinking > T::zero() {
                distance + room / shrinking
            } else {
                until
            };
            if next >= until && until >= chord.length {
                return true;
            }
            let ends = (distance, until, next - distance);
            let strided = self.stride(room_at, &chord.direction, room, ends, &mut stride);
            distance = strided.map_or(next, |(strided, _)| strided).min(until);
            if distance >= chord.length {
                return true;
            }
        }
        false
    }
    /// Of ground with a [curvature](Terrain::with_curvature).
    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        self.nearest_point(point, reach)
    }

    fn is_inside(&self, point: &SVector<T, D>) -> bool {
        self.above(point) < T::zero()
    }

    fn largest_radius(&self) -> T {
        self.farthest_foot()
    }
}
