//! Ground as a height function.

use nalgebra::{RealField, SVector};

use super::super::path_arc::PathArc;
use super::slope_bound::SlopeBound;
use super::{Hit, Ray, Surface};
use crate::numbers::from_f64;

/// Ground given by its height over a horizontal line or plane, nowhere steeper than a known slope.
///
/// All proofs rest on the slope: over a horizontal distance r the height changes by at most `steepest` r. Too large a number
/// costs evaluations; with too small a one a flight may pass through the steeper parts. The segment between two points that
/// are high enough above the ground needs no other evaluation. An arc whose corner lies above its chord at a steeper angle
/// than the ground is clear if its chord is, however long it is.
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
/// # Ok::<(), kinstep::ballistics::LandingError<f64>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terrain<T, const D: usize, F> {
    slope: SlopeBound<T, D>,
    height: F,
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
            height,
        }
    }

    /// The height of a point \[m\] above the ground \[m\]; negative below.
    #[must_use]
    pub fn clearance(&self, point: impl Into<SVector<T, D>>) -> T {
        self.above(&point.into())
    }

    fn above(&self, point: &SVector<T, D>) -> T {
        self.slope.up.dot(point) - (self.height)(&self.slope.horizontal(point))
    }

    /// The upward normal, by central differences.
    fn normal(&self, point: &SVector<T, D>) -> SVector<T, D> {
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
        for steps in 0.. {
            if steps > MAX_EVALUATIONS && steps % 16 == 0 {
                least *= nalgebra::convert(2.0);
            }
            let next = (distance + (clearance.abs() / rate).max(least)).min(ray.length);
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
        let kink = (foot - arc.start).norm();
        let rate = self.slope.rate(&chord.direction, side);
        let mut distance = T::zero();
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
            let room = self.above(&chord.at(distance)) * side - floor - deficit * fraction;
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
            distance = next.min(until);
        }
        false
    }
}
