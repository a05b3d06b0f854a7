//! Collections of surfaces, references and boxes as surfaces.

use alloc::boxed::Box;
use alloc::vec::Vec;

use nalgebra::{RealField, SVector};

use super::super::event::Plane;
use super::super::path_arc::PathArc;
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

    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        let answers = self.iter().map(|surface| surface.nearest(point, reach));
        answers.fold(Nearest::nowhere(), Nearest::or_nearer)
    }

    /// That of the first surface on whose flat part the point is.
    fn flat_part(&self, point: &SVector<T, D>, normal: &SVector<T, D>) -> Option<FlatPart<T, D>> {
        let parts = (self.iter()).filter_map(|surface| surface.flat_part(point, normal));
        let off = self.rounding(point.amax()) * nalgebra::convert(16.0);
        let is_within = |plane: &Plane<T, D>| plane.height(*point) <= off * plane.normal.norm();
        parts.into_iter().find(|part| {
            let opposite = Plane::new(-part.plane.normal, -part.plane.distance);
            let size = part.plane.normal.norm();
            part.plane.normal.dot(normal) > size * nalgebra::convert(0.999)
                && is_within(&part.plane)
                && is_within(&opposite)
                && part.edges.iter().flatten().all(is_within)
        })
    }
}

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

    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        self.as_slice().nearest(point, reach)
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

    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        self.as_slice().nearest(point, reach)
    }

    fn flat_part(&self, point: &SVector<T, D>, normal: &SVector<T, D>) -> Option<FlatPart<T, D>> {
        self.as_slice().flat_part(point, normal)
    }
}

impl<T: RealField + Copy, const D: usize, S: Surface<T, D> + ?Sized> Surface<T, D> for &S {
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

    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        (**self).nearest(point, reach)
    }

    fn plane(&self) -> Option<Plane<T, D>> {
        (**self).plane()
    }

    fn flat_part(&self, point: &SVector<T, D>, normal: &SVector<T, D>) -> Option<FlatPart<T, D>> {
        (**self).flat_part(point, normal)
    }
}

impl<T: RealField + Copy, const D: usize, S: Surface<T, D> + ?Sized> Surface<T, D> for Box<S> {
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

    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        (**self).nearest(point, reach)
    }

    fn plane(&self) -> Option<Plane<T, D>> {
        (**self).plane()
    }

    fn flat_part(&self, point: &SVector<T, D>, normal: &SVector<T, D>) -> Option<FlatPart<T, D>> {
        (**self).flat_part(point, normal)
    }
}
