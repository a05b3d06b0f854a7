//! Planes as surfaces, which can be hit from both sides.

use super::super::event::{Plane, Sphere};
use super::super::measure::AlignedBox;
use super::collections::farthest;
use super::{FlatPart, Nearest, Surface};
use crate::numbers::extent;
use nalgebra::{RealField, SVector};

impl<T: RealField + Copy, const D: usize> Surface<T, D> for Plane<T, D> {
    fn nearest(&self, point: &SVector<T, D>, _: T) -> Nearest<T, D> {
        let size = extent(&self.normal);
        if size == T::zero() {
            return Nearest::nowhere();
        }
        let scaled = self.normal / size;
        let length = scaled.norm();
        let height = (scaled.dot(point) - self.distance / size) / length;
        Nearest::At {
            distance: height.abs(),
            normal: scaled * (height.signum() / length),
            open: farthest(),
            curvature: T::zero(),
        }
    }

    /// Whether the point is on the side opposite to the normal.
    fn is_inside(&self, point: &SVector<T, D>) -> bool {
        self.height(*point) < T::zero()
    }

    fn plane(&self) -> Option<Plane<T, D>> {
        Some(*self)
    }
}

// Spheres as surfaces: balls that can be hit from outside, and shells that can be hit from inside.

/// A ray that starts inside hits the sphere where it leaves it. The normal always points outward.
///
/// ```
/// use kinstep_flow::trajectory::Sphere;
/// use kinstep::contact::Contact;
/// use kinstep::{Body2, UniformGravity, World2};
///
/// // a pin of a pinball table, and a ball that falls on it
/// let pin = Sphere::new([0.0, 0.0], 0.1);
/// let mut world = World2::new();
/// world.add_force(UniformGravity::new([0.0, -9.81]))?;
/// world.add_surface(pin, Contact::new(0.8))?;
/// let ball = world.add_body(Body2::solid(0.1, 1e-5).round(0.02).at([0.01, 0.5]))?;
/// world.step(0.5)?;
/// assert_eq!(world.contacts().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<T: RealField + Copy, const D: usize> Surface<T, D> for Sphere<T, D> {
    fn rounding(&self, scale: T) -> T {
        (scale + self.center.amax() + self.radius) * T::default_epsilon()
    }

    fn extent(&self) -> Option<[SVector<T, D>; 2]> {
        let side = SVector::repeat(self.radius);
        Some([self.center - side, self.center + side])
    }

    /// Seen from outside, the ball stays behind its tangent plane.
    fn nearest(&self, point: &SVector<T, D>, _: T) -> Nearest<T, D> {
        if self.radius < T::zero() {
            return Nearest::nowhere();
        }
        let offset = point - self.center;
        let far = offset.norm();
        // at the centre any direction is valid
        let outward = offset.try_normalize(T::zero()).unwrap_or_else(|| {
            let diagonal = SVector::<T, D>::repeat(T::one());
            diagonal / diagonal.norm()
        });
        let is_inside = far < self.radius;
        let distance = (far - self.radius).abs();
        Nearest::At {
            distance,
            normal: if is_inside { -outward } else { outward },
            open: if is_inside { distance } else { farthest() },
            curvature: T::zero(),
        }
    }

    fn is_inside(&self, point: &SVector<T, D>) -> bool {
        (point - self.center).norm() < self.radius
    }
}

// Boxes as surfaces: hollow shells that can be hit from outside and from inside.

/// A ray that starts inside hits the box where it leaves it. The normal always points outward.
impl<T: RealField + Copy, const D: usize> Surface<T, D> for AlignedBox<T, D> {
    fn extent(&self) -> Option<[SVector<T, D>; 2]> {
        Some([self.min, self.max])
    }

    /// Seen from outside, the box stays behind its tangent plane. Seen from inside, `open` is the
    /// distance of the second nearest wall.
    fn nearest(&self, point: &SVector<T, D>, _: T) -> Nearest<T, D> {
        if (0..D).any(|axis| self.min[axis] > self.max[axis]) {
            return Nearest::nowhere();
        }
        let offset = point - point.sup(&self.min).inf(&self.max);
        if let Some(normal) = offset.try_normalize(T::zero()) {
            return Nearest::At {
                distance: offset.norm(),
                normal,
                open: farthest(),
                curvature: T::zero(),
            };
        }
        let depths = (0..D).flat_map(|axis| {
            let (from_min, to_max) = (point[axis] - self.min[axis], self.max[axis] - point[axis]);
            [(axis, T::one(), from_min), (axis, -T::one(), to_max)]
        });
        let mut normal = SVector::<T, D>::zeros();
        let (mut distance, mut open) = (farthest::<T>(), farthest::<T>());
        for (axis, inward, depth) in depths {
            if depth < distance {
                normal = SVector::zeros();
                normal[axis] = inward;
                (distance, open) = (depth, distance);
            } else {
                open = open.min(depth);
            }
        }
        Nearest::At {
            distance: distance.max(T::zero()),
            normal,
            open,
            curvature: T::zero(),
        }
    }

    /// A box without thickness has no inside.
    fn is_inside(&self, point: &SVector<T, D>) -> bool {
        (0..D).all(|axis| {
            let (low, high) = (self.min[axis], self.max[axis]);
            low < high && point[axis] >= low && point[axis] <= high
        })
    }

    /// Returns the wall at this point. Seen from outside, the wall ends at its edges; seen from
    /// inside, at the adjacent walls.
    fn flat_part(&self, point: &SVector<T, D>, normal: &SVector<T, D>) -> Option<FlatPart<T, D>> {
        let axis = normal.iamax();
        // at an edge, the normal for a round body has another direction
        if normal[axis].abs() < normal.norm() * nalgebra::convert(1.0 - 1e-9) {
            return None;
        }
        let [to_max, to_min] = [self.max, self.min].map(|wall| (point[axis] - wall[axis]).abs());
        let is_up = normal[axis] > T::zero();
        // a box without thickness can be hit only from outside
        let is_at_max = to_max < to_min || (to_max == to_min && is_up);
        let is_outside = is_up == is_at_max;
        // the half-space beyond a wall
        let beyond = |axis: usize, is_max: bool| {
            let mut outward = SVector::<T, D>::zeros();
            outward[axis] = if is_max { T::one() } else { -T::one() };
            let wall = if is_max { self.max } else { -self.min };
            Plane::new(outward, wall[axis])
        };
        let mut part = FlatPart::whole(beyond(axis, is_at_max)).facing(normal);
        if is_outside {
            let others = (0..D).filter(|other| *other != axis);
            let edges = others.flat_map(|other| [false, true].map(|is_max| beyond(other, is_max)));
            for (edge, plane) in part.edges.iter_mut().zip(edges) {
                *edge = Some(plane);
            }
        }
        Some(part)
    }
}

impl<T: RealField + Copy, const D: usize> AlignedBox<T, D> {}

// Ground that is defined by a height function.

/// Ground that is defined by its height above a horizontal line or plane. It is nowhere steeper
/// than a known slope.
///
/// The slope gives a bound of the distance from the ground: a point at a height h above the ground
/// is at least `h/√(1 + steepest²)` away from it. If the slope is too large, more queries are
/// needed; if it is too small, a flight may pass through the steeper parts.
///
/// Balls can hit the ground if its [curvature](Self::with_curvature) is known.
///
/// ```
/// use kinstep_flow::LinearLaw;
/// use kinstep_flow::trajectory::{Terrain, Trajectory};
/// use kinstep_flow::nalgebra::Vector3;
///
/// // hills of 3 m; they rise by at most 3 × 0.1 √2 m per metre
/// let height = |p: &Vector3<f64>| 3.0 * (0.1 * p.x).sin() * (0.1 * p.z).cos();
/// let hills = Terrain::new([0.0, 1.0, 0.0], height, 0.43);
///
/// let law = LinearLaw::gravity([0.0, -9.81, 0.0]) + LinearLaw::drag(9.81 / 35.0);
/// let flight = law.launch([0.0, 1.5, 0.0], [20.0, 12.0, 5.0]);
/// let landing = flight.landing(&hills, 0.0..60.0)?.unwrap();
/// assert!((landing.position.y - height(&landing.position)).abs() < 1e-12);
/// # Ok::<(), kinstep_flow::trajectory::FlightError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terrain<T, const D: usize, F> {
    /// Upward unit vector.
    pub(super) up: SVector<T, D>,
    /// Maximum change of the height per horizontal distance \[m/m\].
    pub(super) steepest: T,
    /// Maximum second derivative of the height along a horizontal line \[1/m\], if it is known.
    pub(super) curvature: Option<T>,
    pub(super) height: F,
}

impl<T: RealField + Copy, const D: usize, F: Fn(&SVector<T, D>) -> T> Terrain<T, D, F> {
    /// Returns ground at a height \[m\] along `up` that changes by at most `steepest` metres per
    /// metre. The function receives positions \[m\] without their component along `up`.
    #[must_use]
    pub fn new(up: impl Into<SVector<T, D>>, height: F, steepest: T) -> Self {
        Self {
            up: up.into().normalize(),
            steepest: steepest.abs(),
            curvature: None,
            height,
        }
    }

    /// Returns this ground with a known curvature: its slope changes by at most `curvature` per
    /// metre \[1/m\], the maximum second derivative of the height along any horizontal line. The
    /// distance from the ground is then exact, and flights close to the ground need fewer queries.
    /// Round bodies can hit the ground if their radius is less than 1/curvature by at least a
    /// thousandth; such bodies touch the ground at one point at a time. If the curvature is too
    /// small, a flight may pass through the ground. The height must have no kinks.
    ///
    /// ```
    /// use kinstep_flow::trajectory::{Surface, Terrain};
    /// use kinstep_flow::nalgebra::Vector2;
    ///
    /// let height = |p: &Vector2<f64>| 0.3 * (2.0 * p.x).sin();
    /// let waves = Terrain::new([0.0, 1.0], height, 0.6);
    /// assert_eq!(waves.largest_radius(), 0.0); // only points can hit it
    /// let waves = waves.with_curvature(1.2);
    /// assert!(waves.largest_radius() > 0.83); // below 1/1.2 m
    /// ```
    #[must_use]
    pub fn with_curvature(self, curvature: T) -> Self {
        Self {
            curvature: Some(curvature.abs()),
            ..self
        }
    }

    /// Returns the horizontal component of a vector.
    pub(super) fn horizontal(&self, vector: &SVector<T, D>) -> SVector<T, D> {
        vector - self.up * self.up.dot(vector)
    }

    pub(super) fn above(&self, point: &SVector<T, D>) -> T {
        self.up.dot(point) - (self.height)(&self.horizontal(point))
    }

    /// Returns the upward unit normal, by central differences.
    pub(super) fn normal(&self, point: &SVector<T, D>) -> SVector<T, D> {
        let h = T::default_epsilon().cbrt() * point.amax().max(T::one());
        let slope = SVector::<T, D>::from_fn(|axis, _| {
            let mut step = SVector::zeros();
            step[axis] = h;
            (self.above(&(point + step)) - self.above(&(point - step))) / (h + h)
        });
        slope.normalize()
    }
}

impl<T, const D: usize, F> Surface<T, D> for Terrain<T, D, F>
where
    T: RealField + Copy,
    F: Fn(&SVector<T, D>) -> T,
{
    /// Without a [curvature](Terrain::with_curvature), returns a lower bound that follows from the
    /// slope.
    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        self.nearest_point(point, reach)
    }

    fn is_inside(&self, point: &SVector<T, D>) -> bool {
        self.above(point) < T::zero()
    }

    /// Returns zero without a [curvature](Terrain::with_curvature).
    fn largest_radius(&self) -> T {
        self.curvature.map_or(T::zero(), |_| self.farthest_foot())
    }
}
