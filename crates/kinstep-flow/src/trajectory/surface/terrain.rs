//! Ground as a height function.

use nalgebra::{RealField, SVector};

use super::{Nearest, Surface};

/// Ground given by its height over a horizontal line or plane, nowhere steeper than a known slope.
///
/// The slope bounds the distance from the ground: a point at a height h above the ground is at least `h/√(1 + steepest²)` away from it. Too
/// large a slope costs queries; with too small a slope a flight may pass through the steeper parts.
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
    /// Largest change of height per horizontal distance \[m/m\].
    pub(super) steepest: T,
    /// Largest second derivative of the height along a horizontal line \[1/m\], if it is known.
    pub(super) curvature: Option<T>,
    pub(super) height: F,
}

impl<T: RealField + Copy, const D: usize, F: Fn(&SVector<T, D>) -> T> Terrain<T, D, F> {
    /// Ground at a height \[m\] along `up` that changes by at most `steepest` metres per metre. The function receives
    /// positions \[m\] without their component along `up`.
    #[must_use]
    pub fn new(up: impl Into<SVector<T, D>>, height: F, steepest: T) -> Self {
        Self {
            up: up.into().normalize(),
            steepest: steepest.abs(),
            curvature: None,
            height,
        }
    }

    /// This ground with a known curvature: its slope changes by at most `curvature` per metre \[1/m\], which is the largest second
    /// derivative of the height along any horizontal line.
    /// The distance from the ground is then exact, and flights close to it take fewer queries. Round bodies can hit the ground if their
    /// radius is at least a thousandth below 1/curvature: they touch it at one point at a time. With too small a curvature a flight may
    /// pass through the ground; the height must have no kinks.
    ///
    /// ```
    /// use kinstep_flow::trajectory::Terrain;
    /// use kinstep_flow::nalgebra::Vector2;
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

    /// Height of a point \[m\] above the ground \[m\]; negative below.
    #[must_use]
    pub fn clearance(&self, point: impl Into<SVector<T, D>>) -> T {
        self.above(&point.into())
    }

    /// Horizontal component of a vector.
    pub(super) fn horizontal(&self, vector: &SVector<T, D>) -> SVector<T, D> {
        vector - self.up * self.up.dot(vector)
    }

    pub(super) fn above(&self, point: &SVector<T, D>) -> T {
        self.up.dot(point) - (self.height)(&self.horizontal(point))
    }

    /// Upward unit normal, by central differences.
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
    /// Without a [curvature](Terrain::with_curvature), a lower bound from the slope.
    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        self.nearest_point(point, reach)
    }

    fn is_inside(&self, point: &SVector<T, D>) -> bool {
        self.above(point) < T::zero()
    }

    /// Zero without a [curvature](Terrain::with_curvature).
    fn largest_radius(&self) -> T {
        self.curvature.map_or(T::zero(), |_| self.farthest_foot())
    }
}
