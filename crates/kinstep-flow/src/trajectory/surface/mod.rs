//! Surfaces on which a flight can land.

mod aligned_box;
mod chain;
mod collections;
mod facet;
mod facets;
mod flat_part;
mod foot;
mod heightfield;
mod nearest;
#[cfg(feature = "parry")]
mod parry;
mod placed;
mod plane;
mod sphere;
mod terrain;

use nalgebra::{RealField, SVector};

use super::event::Plane;

pub use chain::Chain;
pub use flat_part::FlatPart;
pub use heightfield::Heightfield;
pub use nearest::Nearest;
#[cfg(feature = "parry")]
pub use parry::{ParryShape2, ParryShape3};
pub use placed::Placed;
pub use terrain::Terrain;

/// A surface on which flights land and bodies bounce. It tells how far a point is from it: [`nearest`](Self::nearest) is the only method
/// that must be written.
///
/// | surface | a flight |
/// |---|---|
/// | [`Plane`](super::Plane), [`AlignedBox`](super::AlignedBox), [`Sphere`](super::Sphere), [`Chain`], [`Heightfield`], and [`Placed`] ones | never passes through it, to rounding |
/// | [`Terrain`] | never passes through it, if no slope is steeper than its steepest |
/// | shapes of parry (feature `parry`) | never passes through it, to rounding of `f32` |
/// | one that casts rays only | see [`Trajectory::landing_by_rays`](super::Trajectory::landing_by_rays) |
///
/// A contact that is less deep than rounding may be found or not. A distance may also be a lower bound: the search then takes more
/// queries.
///
/// For flights all surfaces are shells: they are met from both sides, and a flight that starts inside a box meets its wall from inside.
///
/// ```
/// use kinstep_flow::LinearLaw;
/// use kinstep_flow::trajectory::{Nearest, Surface, Trajectory};
/// use kinstep_flow::nalgebra::Vector2;
///
/// /// The wall at x = 20 m.
/// struct Wall;
///
/// impl Surface<f64, 2> for Wall {
///     fn nearest(&self, point: &Vector2<f64>, _: f64) -> Nearest<f64, 2> {
///         let offset = point.x - 20.0;
///         Nearest::At {
///             distance: offset.abs(),
///             normal: Vector2::x() * offset.signum(),
///             open: f64::INFINITY, // it is a plane
///             curvature: 0.0,
///         }
///     }
/// }
///
/// let flight = LinearLaw::gravity([0.0, -9.81]).launch([0.0, 1.5], [30.0, 8.0]);
/// let landing = flight.landing(&Wall, 0.0..10.0)?.expect("the wall is in the way");
/// assert!((landing.time - 20.0 / 30.0).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Surface<T: RealField + Copy, const D: usize> {
    /// The distance of a point \[m\] from the surface, and the direction of the nearest point; of a surface that is farther
    /// than `reach` \[m\] a bound suffices. [`Nearest::Unknown`] where there is no answer: a flight that gets there is an error.
    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D>;

    /// The rounding error of its answers \[m\] where coordinates and paths are of the size of `scale` \[m\]; by default an ε
    /// of `T` times `scale`.
    fn rounding(&self, scale: T) -> T {
        scale * T::default_epsilon()
    }

    /// A surface of a collection, by its number; none by default, and beyond the last.
    fn member(&self, number: usize) -> Option<&dyn Surface<T, D>> {
        let _ = number;
        None
    }

    /// Calls `each` with the numbers of the members that may touch the box between two corners \[m\], in any order: all members by
    /// default.
    fn members_near(&self, from: &SVector<T, D>, to: &SVector<T, D>, each: &mut dyn FnMut(usize)) {
        let _ = (from, to);
        (0..)
            .take_while(|number| self.member(*number).is_some())
            .for_each(each);
    }

    /// The lowest and the highest corner \[m\] of a box with sides along the axes that contains the surface, and what is inside; none by
    /// default, and where there is none. In a world, bodies that are not near this box do not ask the surface.
    fn extent(&self) -> Option<[SVector<T, D>; 2]> {
        None
    }

    /// Whether a point \[m\] is inside: bodies of a world do not get there, and who is put there is let out. Surfaces have no inside
    /// by default.
    fn is_inside(&self, point: &SVector<T, D>) -> bool {
        let _ = point;
        false
    }

    /// The radius \[m\] that round bodies must stay below, and up to which [`nearest`](Self::nearest) tells distances; the largest
    /// number by default.
    fn largest_radius(&self) -> T {
        nearest::farthest()
    }

    /// The plane that this surface is; none if it is anything else, which is the default.
    fn plane(&self) -> Option<Plane<T, D>> {
        None
    }

    /// The flat part of the surface about a point \[m\] on it, on the side to which a normal points; none by default, and
    /// where the surface is curved. A body that has come to stay on the surface slides and rolls along this part in closed form.
    fn flat_part(&self, point: &SVector<T, D>, normal: &SVector<T, D>) -> Option<FlatPart<T, D>> {
        let _ = point;
        Some(FlatPart::whole(self.plane()?).facing(normal))
    }
}
