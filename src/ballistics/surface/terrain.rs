//! Ground as a height function.

use nalgebra::{RealField, SVector};

use super::super::arc::Arc;
use super::slope::Slope;
use super::{Hit, Ray, Surface};
use crate::space::narrow;

/// Ground that is a height over the horizontal line or plane, nowhere steeper than a known slope.
///
/// The slope is what all proofs rest on: over a horizontal distance r the height changes by less than `steepest` r. Too
/// large a number costs evaluations; with too small a one a flight may go through the parts that are steeper. Between two
/// points that are above the ground far enough, nothing else has to be looked at; and an arc whose corner is above its
/// chord more steeply than the ground ever is, is clear if its chord is, however long it is.
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
    slope: Slope<T, D>,
    height: F,
}

/// So many heights are asked for at most to prove a chord clear, or before a cast gives up exactness.
const MOST: usize = 1024;

impl<T: RealField + Copy, const D: usize, F: Fn(&SVector<T, D>) -> T> Terrain<T, D, F> {
    /// Ground at a height \[m\] along `up` that changes by at most `steepest` metres per metre. The function is given
    /// positions \[m\] without their part along `up`.
    #[must_use]
    pub fn new(up: impl Into<SVector<T, D>>, height: F, steepest: T) -> Self {
        Self {
            slope: Slope::new(up.into(), steepest),
            height,
        }
    }

    /// How far a point \[m\] is above the ground \[m\]; negative below.
    #[must_use]
    pub fn clearance(&self, point: impl Into<SVector<T, D>>) -> T {
        self.above(&point.into())
    }

    fn above(&self, point: &SVector<T, D>) -> T {
        self.slope.up.dot(point) - (self.height)(&self.slope.horizontal(point))
    }

    /// Upward, by central differences.
    fn normal(&self, point: &SVector<T, D>) -> SVector<T, D> {
        let h = T::default_epsilon().cbrt() * point.amax().max(T::one());
        let slope = SVector::<T, D>::from_fn(|axis, _| {
            let mut step = SVector::zeros();
            step[axis] = h;
            (self.above(&(point + step)) - self.above(&(point - step))) / (h + h)
        });
        slope.normalize()
    }

    /// Between a clear point of the ray and one on the other side, close together.
    fn refined(&self, ray: &Ray<T, D>, side: T, (mut clear, mut beyond): (T, T)) -> T {
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

/// Steps that cannot go too far, as the ground cannot rise faster than its steepest slope. A cast ends exactly, unless it
/// runs so close along the ground that a thousand steps do not get it away; it then takes longer ones, and what is left
/// to [`is_clear`](Surface::is_clear) is to not call that clear.
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
            if steps > MOST && steps % 16 == 0 {
                least *= nalgebra::convert(2.0);
            }
            let next = (distance + (clearance.abs() / rate).max(least)).min(ray.length);
            clearance = self.above(&ray.at(next));
            if !clearance.is_finite() {
                return hit(clearance);
            }
            if clearance * side <= T::zero() {
                return hit(self.refined(ray, side, (distance, next)));
            }
            if next >= ray.length {
                break;
            }
            distance = next;
        }
        None
    }

    /// The corner is reached from some point of the chord by a way along which the clearance shrinks by at most a known
    /// deficit: none, where the way is steeper than the ground. To the ends of the chord the region gets narrow, and the
    /// deficit with it.
    fn is_clear(&self, arc: &Arc<T, D>) -> bool {
        let clearance = self.above(&arc.start);
        let side = clearance.signum();
        let foot = self.slope.below_corner(arc);
        let deficit = (Ray::between(foot, arc.corner)).map_or(T::zero(), |way| {
            (self.slope.rate(&way.direction, side) * way.length).max(T::zero())
        });
        let reach = (T::one() + self.slope.steepest * self.slope.steepest).sqrt() * arc.margin;
        let slack = (arc.scale() + clearance.abs()) * T::default_epsilon() * narrow(4.0);
        let floor = reach + slack;
        let Some(chord) = arc.chord() else {
            return clearance.abs() > floor + deficit;
        };
        let kink = (foot - arc.start).norm();
        let rate = self.slope.rate(&chord.direction, side);
        let mut distance = T::zero();
        for _ in 0..MOST {
            // the deficit grows up to the kink, and shrinks behind
            let (share, slope, until) = if distance < kink {
                (distance / kink, deficit / kink, kink)
            } else {
                let rest = (chord.length - kink).max(T::zero());
                let slope = if rest > T::zero() {
                    deficit / rest
                } else {
                    T::zero()
                };
                let share = if rest > T::zero() {
                    (chord.length - distance) / rest
                } else {
                    T::one()
                };
                (share, -slope, chord.length)
            };
            let room = self.above(&chord.at(distance)) * side - floor - deficit * share;
            if !(room > T::zero() && room.is_finite()) {
                return false;
            }
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
