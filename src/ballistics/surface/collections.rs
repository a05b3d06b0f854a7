//! Collections of surfaces, references and boxes as surfaces.

use alloc::boxed::Box;
use alloc::vec::Vec;

use nalgebra::{RealField, SVector};

use super::super::event::Plane;
use super::super::path_arc::PathArc;
use super::nearest::farthest;
use super::{FlatPart, Hit, Nearest, Ray, Surface};

/// The first hit of all surfaces; clear if all are clear.
impl<T: RealField + Copy, const D: usize, S: Surface<T, D>> Surface<T, D> for [S] {
    fn cast(&self, ray: &Ray<T, D>) -> Option<Hit<T, D>> {
        let hits = self.iter().filter_map(|surface| surface.cast(ray));
        hits.reduce(|best, hit| {
            // a distance that is not finite is passed on: the caller reports it
            let nearer = hit.distance < best.distance || !hit.distance.is_finite();
            if nearer { hit } else { best }
        })
    }

    fn is_clear(&self, arc: &PathArc<T, D>) -> bool {
        self.iter().all(|surface| surface.is_clear(arc))
    }

    fn rounding(&self, scale: T) -> T {
        let roundings = self.iter().map(|surface| surface.rounding(scale));
        roundings.fold(scale * T::default_epsilon(), |worst, one| worst.max(one))
    }

    fn member(&self, number: usize) -> Option<&dyn Surface<T, D>> {
        Some(self.get(number)?)
    }

    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        let answers = self.iter().map(|surface| surface.nearest(point, reach));
        answers.fold(Nearest::nowhere(), Nearest::or_nearer)
    }

    fn largest_radius(&self) -> T {
        let radii = self.iter().map(Surface::largest_radius);
        radii.fold(farthest(), |least, one| least.min(one))
    }

    /// The flat part that is nearest to the point, of those that have its normal and do not end before it.
    fn flat_part(&self, point: &SVector<T, D>, normal: &SVector<T, D>) -> Option<FlatPart<T, D>> {
        let off = self.rounding(point.amax()) * nalgebra::convert(16.0);
        let height = |plane: &Plane<T, D>| plane.height(*point) / plane.normal.norm();
        let parts = (self.iter()).filter_map(|surface| surface.flat_part(point, normal));
        let near: T = nalgebra::convert(NEAR);
        let fits = |part: &FlatPart<T, D>| {
            let along = part.plane.normal.dot(normal) / part.plane.normal.norm();
            along > nalgebra::convert(0.999)
                && height(&part.plane).abs() <= off.max(near)
                && part.edges.iter().flatten().all(|edge| height(edge) <= off)
        };
        parts.filter(fits).reduce(|best, part| {
            let is_nearer = height(&part.plane).abs() < height(&best.plane).abs();
            if is_nearer { part } else { best }
        })
    }
}

/// Within this distance of a plane a point may be on it \[m\].
const NEAR: f64 = 1e-9;

impl<T: RealField + Copy, const D: usize, S: Surface<T, D>, const N: usize> Surface<T, D>
    for [S; N]
{
    fn cast(&self, ray: &Ray<T, D>) -> Option<Hit<T, D>> {
        self.as_slice().cast(ray)
    }

    fn is_clear(&self, arc: &PathArc<T, D>) -> bool {
        self.as_slice().is_clear(arc)
    }

    fn rounding(&self, scale: T) -> T {
        self.as_slice().rounding(scale)
    }

    fn member(&self, number: usize) -> Option<&dyn Surface<T, D>> {
        self.as_slice().member(number)
    }

    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        self.as_slice().nearest(point, reach)
    }

    fn largest_radius(&self) -> T {
        self.as_slice().largest_radius()
    }

    fn flat_part(&self, point: &SVector<T, D>, normal: &SVector<T, D>) -> Option<FlatPart<T, D>> {
        self.as_slice().flat_part(point, normal)
    }
}

impl<T: RealField + Copy, const D: usize, S: Surface<T, D>> Surface<T, D> for Vec<S> {
    fn cast(&self, ray: &Ray<T, D>) -> Option<Hit<T, D>> {
        self.as_slice().cast(ray)
    }

    fn is_clear(&self, arc: &PathArc<T, D>) -> bool {
        self.as_slice().is_clear(arc)
    }

    fn rounding(&self, scale: T) -> T {
        self.as_slice().rounding(scale)
    }

    fn member(&self, number: usize) -> Option<&dyn Surface<T, D>> {
        self.as_slice().member(number)
    }

    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        self.as_slice().nearest(point, reach)
    }

    fn largest_radius(&self) -> T {
        self.as_slice().largest_radius()
    }

    fn flat_part(&self, point: &SVector<T, D>, normal: &SVector<T, D>) -> Option<FlatPart<T, D>> {
        self.as_slice().flat_part(point, normal)
    }
}

/// A pointer is the surface that it points to.
macro_rules! points_to_a_surface {
    ($pointer:ty) => {
        impl<T: RealField + Copy, const D: usize, S: Surface<T, D> + ?Sized> Surface<T, D>
            for $pointer
        {
            fn cast(&self, ray: &Ray<T, D>) -> Option<Hit<T, D>> {
                (**self).cast(ray)
            }

            fn is_clear(&self, arc: &PathArc<T, D>) -> bool {
                (**self).is_clear(arc)
            }

            fn chord_error(&self) -> T {
                (**self).chord_error()
            }

            fn rounding(&self, scale: T) -> T {
                (**self).rounding(scale)
            }

            fn member(&self, number: usize) -> Option<&dyn Surface<T, D>> {
                (**self).member(number)
            }

            fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
                (**self).nearest(point, reach)
            }

            fn largest_radius(&self) -> T {
                (**self).largest_radius()
            }

            fn plane(&self) -> Option<Plane<T, D>> {
                (**self).plane()
            }

            fn flat_part(
                &self,
                point: &SVector<T, D>,
                normal: &SVector<T, D>,
            ) -> Option<FlatPart<T, D>> {
                (**self).flat_part(point, normal)
            }
        }
    };
}

points_to_a_surface!(&S);
points_to_a_surface!(Box<S>);
