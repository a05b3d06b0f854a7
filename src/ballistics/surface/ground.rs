//! Ground that is given by a ray cast and its steepest slope.

use nalgebra::{RealField, SVector};

use super::super::event::Plane;
use super::super::path_arc::PathArc;
use super::slope_bound::SlopeBound;
use super::{FlatPart, Hit, Nearest, Ray, Surface, chord_is_clear};

/// A surface without overhangs, nowhere steeper than a known slope.
///
/// This saves most queries of a surface that can only cast rays. A flight bends upward from its chord; if it does so more
/// steeply than the ground rises anywhere, a chord that hits nothing proves the whole arc above it clear, however long it
/// is. Other arcs are tested by the surface itself. The flight has to start above the ground.
///
/// ```
/// use kinstep::ballistics::{Ballistics, Ground, Hit, Ray, Rays, Trajectory};
///
/// // a floor at height zero; `ray` would be handed to the engine here
/// let floor = Rays::new(|ray: &Ray<f64, 2>| {
///     let distance = -ray.origin.y / ray.direction.y;
///     let normal = [0.0, 1.0].into();
///     (distance >= 0.0 && distance <= ray.length).then_some(Hit { distance, normal })
/// });
/// let ground = Ground::new(&floor, [0.0, 1.0], 0.5); // nowhere steeper than 1 in 2
/// let flight = Ballistics::new([0.0, -9.81]).launch([0.0, 1.0], [10.0, 5.0]);
/// let [few, many] =
///     [flight.landing(&ground, 0.0..60.0)?, flight.landing(&floor, 0.0..60.0)?].map(Option::unwrap);
/// assert!(few.casts <= 12 && many.casts > 100);
/// assert!((few.time - many.time).abs() < 1e-12);
/// # Ok::<(), kinstep::ballistics::LandingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ground<T, const D: usize, S> {
    surface: S,
    slope: SlopeBound<T, D>,
}

impl<T: RealField + Copy, const D: usize, S: Surface<T, D>> Ground<T, D, S> {
    /// A surface whose height along `up` changes by at most `steepest` metres per metre.
    #[must_use]
    pub fn new(surface: S, up: impl Into<SVector<T, D>>, steepest: T) -> Self {
        Self {
            surface,
            slope: SlopeBound::new(up.into(), steepest),
        }
    }
}

impl<T: RealField + Copy, const D: usize, S: Surface<T, D>> Surface<T, D> for Ground<T, D, S> {
    fn cast(&self, ray: &Ray<T, D>) -> Option<Hit<T, D>> {
        self.surface.cast(ray)
    }

    fn is_clear(&self, arc: &PathArc<T, D>) -> bool {
        let foot = self.slope.chord_point_at_corner(arc);
        let is_above = self.slope.rate(&(arc.corner - foot), T::one()) <= T::zero();
        if is_above && arc.margin <= self.surface.chord_error() {
            chord_is_clear(self, arc)
        } else {
            self.surface.is_clear(arc)
        }
    }

    fn chord_error(&self) -> T {
        self.surface.chord_error()
    }

    fn rounding(&self, scale: T) -> T {
        self.surface.rounding(scale)
    }

    fn member(&self, number: usize) -> Option<&dyn Surface<T, D>> {
        self.surface.member(number)
    }

    fn members_near(&self, from: &SVector<T, D>, to: &SVector<T, D>, each: &mut dyn FnMut(usize)) {
        self.surface.members_near(from, to, each);
    }

    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        self.surface.nearest(point, reach)
    }

    fn is_inside(&self, point: &SVector<T, D>) -> bool {
        self.surface.is_inside(point)
    }

    fn largest_radius(&self) -> T {
        self.surface.largest_radius()
    }

    fn plane(&self) -> Option<Plane<T, D>> {
        self.surface.plane()
    }

    fn flat_part(&self, point: &SVector<T, D>, normal: &SVector<T, D>) -> Option<FlatPart<T, D>> {
        self.surface.flat_part(point, normal)
    }
}
