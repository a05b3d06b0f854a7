//! Surfaces on which a flight can land.

mod chain;
mod collections;
mod facets;
mod heightfield;
#[cfg(feature = "parry")]
mod parry;
mod placed;
mod shapes;

use nalgebra::{RealField, SVector};

use super::event::Plane;

pub use chain::Chain;
pub use collections::FlatPart;
pub use collections::Nearest;
pub use heightfield::Heightfield;
#[cfg(feature = "parry")]
pub use parry::{ParryShape2, ParryShape3};
pub use placed::Placed;
pub use shapes::Terrain;

/// A surface on which flights land and bodies bounce. A surface returns its distance from a point: [`nearest`](Self::nearest) is the only
/// required method.
///
/// | surface | a flight |
/// |---|---|
/// | [`Plane`](super::Plane), [`AlignedBox`](super::AlignedBox), [`Sphere`](super::Sphere), [`Chain`], [`Heightfield`], and [`Placed`] | never passes through it, to rounding |
/// | [`Terrain`] | never passes through it, if no slope exceeds its steepest |
/// | shapes of parry (feature `parry`) | never passes through it, to rounding of `f32` |
/// | one that supports only ray casts | see [`Trajectory::landing_by_rays`](super::Trajectory::landing_by_rays) |
///
/// A contact less deep than rounding may be missed. A distance may also be a lower bound: the search then takes more queries.
///
/// For flights all surfaces are shells: they are hit from both sides, and a flight that starts inside a box hits a wall of the box from
/// inside.
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
    /// Distance of a point \[m\] from the surface, and direction of the nearest point; a bound suffices if the surface is farther than
    /// `reach` \[m\]. The result is [`Nearest::Unknown`] if the distance is unknown: a query of a flight at such a point is an error.
    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D>;

    /// Rounding error of the distances \[m\] for coordinates and paths of magnitude `scale` \[m\]; by default one ε of `T` times `scale`.
    fn rounding(&self, scale: T) -> T {
        scale * T::default_epsilon()
    }

    /// Member of a collection by its index; `None` by default, and beyond the last member.
    fn member(&self, number: usize) -> Option<&dyn Surface<T, D>> {
        let _ = number;
        None
    }

    /// Calls `each` with the indices of the members that may touch the box between two corners \[m\], in any order: by default all members.
    fn members_near(&self, from: &SVector<T, D>, to: &SVector<T, D>, each: &mut dyn FnMut(usize)) {
        let _ = (from, to);
        (0..)
            .take_while(|number| self.member(*number).is_some())
            .for_each(each);
    }

    /// Lowest and highest corner \[m\] of an axis-aligned box that contains the surface and its inside; `None` by default, and if there is
    /// no such box. In a world, bodies that are not near this box do not query the surface.
    fn extent(&self) -> Option<[SVector<T, D>; 2]> {
        None
    }

    /// Whether a point \[m\] is inside: bodies of a world do not get inside, and a body that is placed inside is released. By default
    /// surfaces have no inside.
    fn is_inside(&self, point: &SVector<T, D>) -> bool {
        let _ = point;
        false
    }

    /// Upper limit of the radius \[m\] of round bodies, up to which [`nearest`](Self::nearest) returns distances; by default the largest
    /// number.
    fn largest_radius(&self) -> T {
        collections::farthest()
    }

    /// The plane, if this surface is a plane; `None` by default.
    fn plane(&self) -> Option<Plane<T, D>> {
        None
    }

    /// Flat part of the surface around a point \[m\] on it, on the side to which `normal` points; `None` by default, and if the surface is
    /// curved. A body in resting contact slides and rolls along this part in closed form.
    fn flat_part(&self, point: &SVector<T, D>, normal: &SVector<T, D>) -> Option<FlatPart<T, D>> {
        let _ = point;
        Some(FlatPart::whole(self.plane()?).facing(normal))
    }
}
