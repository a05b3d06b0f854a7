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

/// A surface on which flights land and bodies bounce. Its only required method is
/// [`nearest`](Self::nearest), which returns the distance of the surface from a point.
///
/// | surface | a flight |
/// |---|---|
/// | [`Plane`](super::Plane), [`AlignedBox`](super::AlignedBox), [`Sphere`](super::Sphere), [`Chain`], [`Heightfield`], and [`Placed`] | never passes through it, to rounding |
/// | [`Terrain`] | never passes through it, if no slope exceeds its steepest |
/// | shapes of parry (feature `parry`) | never passes through it, to rounding of `f32` |
/// | one that supports only ray casts | see [`Trajectory::landing_by_rays`](super::Trajectory::landing_by_rays) |
///
/// A contact that is less deep than the rounding errors may be missed. Instead of a distance, a
/// surface may return a lower bound of it; a search then needs more queries.
///
/// For flights, all surfaces are shells: they are hit from both sides, and a flight that starts
/// inside a box hits the inside of a wall.
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
    /// Returns the distance of a point \[m\] from the surface and the direction of the nearest
    /// point. If the surface is farther away than `reach` \[m\], a lower bound of the distance is
    /// sufficient. If the distance is unknown, the result is [`Nearest::Unknown`]; for a flight
    /// such a result is an error.
    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D>;

    /// Returns the rounding error of the distances \[m\] for coordinates and paths of magnitude
    /// `scale` \[m\]; by default one ε of `T` times `scale`.
    fn rounding(&self, scale: T) -> T {
        scale * T::default_epsilon()
    }

    /// Returns a member of a collection by its index; `None` by default, and after the last member.
    fn member(&self, number: usize) -> Option<&dyn Surface<T, D>> {
        let _ = number;
        None
    }

    /// Calls `each` with the indices, in any order, of all members that may touch the box between
    /// two corners \[m\]; by default with the indices of all members.
    fn members_near(&self, from: &SVector<T, D>, to: &SVector<T, D>, each: &mut dyn FnMut(usize)) {
        let _ = (from, to);
        (0..)
            .take_while(|number| self.member(*number).is_some())
            .for_each(each);
    }

    /// Returns the lowest and the highest corner \[m\] of an axis-aligned box that contains the
    /// surface and its inside; `None` by default, and if there is no such box. In a world, bodies
    /// that are not near this box do not query the surface.
    fn extent(&self) -> Option<[SVector<T, D>; 2]> {
        None
    }

    /// Whether a point \[m\] is inside. Bodies of a world do not enter the inside, and a body that
    /// was placed inside is moved out. By default, a surface has no inside.
    fn is_inside(&self, point: &SVector<T, D>) -> bool {
        let _ = point;
        false
    }

    /// Returns the radius \[m\] that round bodies must not reach, so that
    /// [`nearest`](Self::nearest) returns distances; by default the maximum finite number.
    fn largest_radius(&self) -> T {
        collections::farthest()
    }

    /// Returns the plane if this surface is a plane; `None` by default.
    fn plane(&self) -> Option<Plane<T, D>> {
        None
    }

    /// Returns the flat part of the surface around a point \[m\] on it, on the side to which
    /// `normal` points; `None` by default if the surface is no plane. A body in resting contact
    /// slides and rolls along this part in closed form.
    fn flat_part(&self, point: &SVector<T, D>, normal: &SVector<T, D>) -> Option<FlatPart<T, D>> {
        let _ = point;
        Some(FlatPart::whole(self.plane()?).facing(normal))
    }
}
