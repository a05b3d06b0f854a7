//! Surfaces on which a flight can land.

mod aligned_box;
mod chain;
mod collections;
mod facet;
mod facets;
mod flat_part;
mod foot;
mod ground;
mod heightfield;
mod nearest;
mod offset;
#[cfg(feature = "parry")]
mod parry;
mod placed;
mod plane;
mod rays;
mod slope_bound;
mod sphere;
mod terrain;
mod triangle;

use nalgebra::{RealField, SVector};

use super::event::Plane;
use super::path_arc::PathArc;

pub use chain::Chain;
pub use flat_part::FlatPart;
pub use ground::Ground;
pub use heightfield::Heightfield;
pub use nearest::Nearest;
pub use offset::{Offset, OffsetError};
#[cfg(feature = "parry")]
pub use parry::{ParryShape2, ParryShape3};
pub use placed::Placed;
pub use rays::Rays;
pub use terrain::Terrain;

/// A surface on which flights can land. It answers two queries: where a ray hits it, and whether a region is clear of it.
///
/// [`landing`](super::Trajectory::landing) finds the first contact with few queries. Its guarantee depends on the surface:
///
/// | surface | `is_clear` is | so a flight |
/// |---|---|---|
/// | [`Plane`](super::Plane), [`AlignedBox`](super::AlignedBox), [`Sphere`](super::Sphere), [`Chain`], [`Heightfield`] | proven, to rounding | never passes through it |
/// | [`Placed`] around any other | that of the other | |
/// | [`Terrain`] | proven from its steepest slope | never passes through it, if no slope is steeper |
/// | shapes of parry (feature `parry`) | proven, to rounding of `f32` | never passes through it |
/// | [`Ground`] around any other | proven by one ray, if the arc is above its chord | never passes through it, if nothing overhangs and no slope is steeper |
/// | [`Rays`], and all that implement only `cast` | known along chords only | may cut through parts that reach less than [`chord_error`](Self::chord_error) into the path |
///
/// A contact that is less deep than rounding may be found or not.
///
/// All surfaces are shells: they are hit from both sides, and a flight that starts inside a box hits its wall from inside.
///
/// Only `cast` is required:
///
/// ```
/// use kinstep::ballistics::{Ballistics, Hit, Ray, Surface, Trajectory};
/// use kinstep::nalgebra::Vector2;
///
/// /// The wall at x = 20 m.
/// struct Wall;
///
/// impl Surface<f64, 2> for Wall {
///     fn cast(&self, ray: &Ray<f64, 2>) -> Option<Hit<f64, 2>> {
///         let distance = (20.0 - ray.origin.x) / ray.direction.x;
///         let is_met = (0.0..=ray.length).contains(&distance);
///         is_met.then(|| Hit { distance, normal: -Vector2::x() })
///     }
/// }
///
/// let flight = Ballistics::new([0.0, -9.81]).launch([0.0, 1.5], [30.0, 8.0]);
/// let landing = flight.landing(&Wall, 0.0..10.0)?.expect("the wall is in the way");
/// assert!((landing.time - 20.0 / 30.0).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Surface<T: RealField + Copy, const D: usize> {
    /// The first point of the surface on a ray; none if the ray ends before.
    fn cast(&self, ray: &Ray<T, D>) -> Option<Hit<T, D>>;

    /// Whether it is certain that no point of the surface lies in the region of an arc; `false` means unknown.
    ///
    /// A region that is farther from the surface than ten times its [`rounding`](Self::rounding) should be found clear: a
    /// flight that starts on the surface counts as off it from sixteen times on.
    ///
    /// By default an arc counts as clear if its chord hits nothing and it is nowhere farther from its chord than
    /// [`chord_error`](Self::chord_error).
    fn is_clear(&self, arc: &PathArc<T, D>) -> bool {
        arc.bulge() <= self.chord_error() && chord_is_clear(self, arc)
    }

    /// The largest distance of an arc from its chord at which a ray alone proves it clear \[m\]; one millimetre by default.
    /// Only the default [`is_clear`](Self::is_clear) and [`Ground`] use it.
    fn chord_error(&self) -> T {
        nalgebra::convert(1e-3)
    }

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

    /// The distance of a point \[m\] from the surface, and the direction of the nearest point; of a surface that is farther
    /// than `reach` \[m\] a bound suffices. [`Nearest::Unknown`] by default: round bodies cannot land on such a surface.
    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        let _ = (point, reach);
        Nearest::Unknown
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

/// Whether the chord of an arc hits nothing.
fn chord_is_clear<S, T, const D: usize>(surface: &S, arc: &PathArc<T, D>) -> bool
where
    T: RealField + Copy,
    S: Surface<T, D> + ?Sized,
{
    (arc.chord()).is_none_or(|chord| surface.cast(&chord).is_none())
}

/// A line segment with a direction.
///
/// ```
/// use kinstep::ballistics::Ray;
///
/// let ray = Ray::between([0.0, 0.0], [3.0, 4.0]).unwrap();
/// assert_eq!(ray.length, 5.0);
/// assert!((ray.at(2.5) - kinstep::nalgebra::Vector2::new(1.5, 2.0)).norm() < 1e-15);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray<T, const D: usize> {
    /// Start point \[m\].
    pub origin: SVector<T, D>,
    /// Unit vector from the start to the end.
    pub direction: SVector<T, D>,
    /// Length \[m\].
    pub length: T,
}

impl<T: RealField + Copy, const D: usize> Ray<T, D> {
    /// The ray from one point \[m\] to another; none if they are equal.
    #[must_use]
    pub fn between(from: impl Into<SVector<T, D>>, to: impl Into<SVector<T, D>>) -> Option<Self> {
        let origin = from.into();
        let offset = to.into() - origin;
        let length = offset.norm();
        (length > T::zero()).then(|| Self {
            origin,
            direction: offset / length,
            length,
        })
    }

    /// The point at a distance \[m\] from its start.
    #[must_use]
    pub fn at(&self, distance: T) -> SVector<T, D> {
        self.origin + self.direction * distance
    }
}

/// The point where a ray hits a surface.
///
/// ```
/// use kinstep::ballistics::{Plane, Ray, Surface};
///
/// let ground = Plane::new([0.0, 1.0], 0.0);
/// let hit = ground.cast(&Ray::between([0.0, 3.0], [0.0, -1.0]).unwrap()).unwrap();
/// assert_eq!((hit.distance, hit.normal.y), (3.0, 1.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit<T, const D: usize> {
    /// Distance from the start of the ray \[m\], between zero and its length.
    pub distance: T,
    /// Normal of the surface, of any length but zero. It points outward if the surface has an outside, also for rays from
    /// inside; otherwise towards the start of the ray.
    pub normal: SVector<T, D>,
}

/// Whether unit normals at two points near each other are those of one part of a surface: within 14 mrad.
pub(super) fn is_same_part<T: RealField + Copy, const D: usize>(
    one: &SVector<T, D>,
    other: &SVector<T, D>,
) -> bool {
    one.dot(other) > nalgebra::convert(1.0 - 1e-4)
}
