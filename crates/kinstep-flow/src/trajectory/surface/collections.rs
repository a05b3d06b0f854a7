//! Collections of surfaces, references and boxes as surfaces.

use alloc::boxed::Box;
use alloc::vec::Vec;

use nalgebra::{RealField, SVector};

use super::super::event::Plane;
use super::nearest::farthest;
use super::{FlatPart, Nearest, Surface};

/// A collection acts as the nearest of its surfaces.
impl<T: RealField + Copy, const D: usize, S: Surface<T, D>> Surface<T, D> for [S] {
    fn rounding(&self, scale: T) -> T {
        let roundings = self.iter().map(|surface| surface.rounding(scale));
        roundings.fold(scale * T::default_epsilon(), |worst, one| worst.max(one))
    }

    fn member(&self, number: usize) -> Option<&dyn Surface<T, D>> {
        Some(self.get(number)?)
    }

    fn extent(&self) -> Option<[SVector<T, D>; 2]> {
        let mut extents = self.iter().map(Surface::extent);
        let first = extents.next()?;
        extents.fold(first, |all, one| {
            let ([low, high], [lower, higher]) = (all?, one?);
            Some([low.inf(&lower), high.sup(&higher)])
        })
    }

    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        let answers = self.iter().map(|surface| surface.nearest(point, reach));
        answers.fold(Nearest::nowhere(), Nearest::or_nearer)
    }

    fn is_inside(&self, point: &SVector<T, D>) -> bool {
        self.iter().any(|surface| surface.is_inside(point))
    }

    fn largest_radius(&self) -> T {
        let radii = self.iter().map(Surface::largest_radius);
        radii.fold(farthest(), |least, one| least.min(one))
    }

    /// Of all flat parts that have this normal and do not end before the point, the one nearest to the point.
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

/// Distance from a plane within which a point may be on the plane \[m\].
const NEAR: f64 = 1e-9;

/// Implements all methods of [`Surface`] by the inner surface: for references, boxes, vectors and arrays.
macro_rules! passes_on {
    ($self:ident: $what:ty, $surface:expr, $($parameters:tt)*) => {
        impl<T: RealField + Copy, const D: usize, $($parameters)*> Surface<T, D> for $what {

            fn rounding(&$self, scale: T) -> T {
                $surface.rounding(scale)
            }

            fn member(&$self, number: usize) -> Option<&dyn Surface<T, D>> {
                $surface.member(number)
            }

            fn members_near(
                &$self,
                from: &SVector<T, D>,
                to: &SVector<T, D>,
                each: &mut dyn FnMut(usize),
            ) {
                $surface.members_near(from, to, each);
            }

            fn extent(&$self) -> Option<[SVector<T, D>; 2]> {
                $surface.extent()
            }

            fn nearest(&$self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
                $surface.nearest(point, reach)
            }

            fn is_inside(&$self, point: &SVector<T, D>) -> bool {
                $surface.is_inside(point)
            }

            fn largest_radius(&$self) -> T {
                $surface.largest_radius()
            }

            fn plane(&$self) -> Option<Plane<T, D>> {
                $surface.plane()
            }

            fn flat_part(
                &$self,
                point: &SVector<T, D>,
                normal: &SVector<T, D>,
            ) -> Option<FlatPart<T, D>> {
                $surface.flat_part(point, normal)
            }
        }
    };
}

passes_on!(self: &S, (**self), S: Surface<T, D> + ?Sized);
passes_on!(self: Box<S>, (**self), S: Surface<T, D> + ?Sized);
passes_on!(self: Vec<S>, self.as_slice(), S: Surface<T, D>);
passes_on!(self: [S; N], self.as_slice(), S: Surface<T, D>, const N: usize);
