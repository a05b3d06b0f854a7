//! What a flight can land on.

mod aligned_box;
mod ground;
#[cfg(feature = "parry")]
mod parry;
mod plane;
mod rays;
mod several;
mod slope;
mod terrain;

use nalgebra::{RealField, SVector};

use super::arc::Arc;

pub use ground::Ground;
#[cfg(feature = "parry")]
pub use parry::{ParryShape2, ParryShape3};
pub use rays::Rays;
pub use terrain::Terrain;

/// Something that flights land on: it answers where a ray meets it, and whether a region is free of it.
///
/// [`landing`](super::Trajectory::landing) finds the first contact with as few of these questions as it can. What it
/// guarantees is what the answers guarantee:
///
/// | surface | `is_clear` is | so a flight |
/// |---|---|---|
/// | [`Plane`](super::Plane), [`AlignedBox`](super::AlignedBox) | proven, to rounding | never goes through it |
/// | [`Terrain`] | proven from the steepest slope it was given | never goes through it, if no slope is steeper |
/// | shapes of parry (feature `parry`) | proven, to rounding of `f32` | never goes through it |
/// | [`Ground`] around any other | proven by one ray, where the arc is above its chord | never goes through it, if nothing overhangs and no slope is steeper |
/// | [`Rays`], and all that only answer `cast` | known along chords only | may cut through what reaches less than [`chord_error`](Self::chord_error) into the path |
///
/// A touch less deep than the rounding of the numbers may be found or not.
///
/// All surfaces are shells: they are met from both sides, and a flight that starts inside a box meets its wall from
/// inside.
///
/// A ray cast is enough:
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

    /// Whether certainly no point of the surface lies in the region of an arc. `false` means that this is not known.
    ///
    /// A region that is further from the surface than ten times its [`rounding`](Self::rounding) should be told clear: a
    /// flight that starts on the surface is taken to be off it from sixteen times on.
    ///
    /// Unless it is written anew, an arc counts as clear if its chord meets nothing and it is nowhere further from its
    /// chord than [`chord_error`](Self::chord_error).
    fn is_clear(&self, arc: &Arc<T, D>) -> bool {
        arc.bulge() <= self.chord_error() && chord_is_clear(self, arc)
    }

    /// How far an arc may be from its chord to be told clear by a ray alone \[m\]: one millimetre. Only the
    /// `is_clear` that comes with the trait reads it.
    fn chord_error(&self) -> T {
        nalgebra::convert(1e-3)
    }

    /// What its answers are off by as they are computed, where coordinates and paths are as long as `scale` \[m\]: an
    /// ε of `T`, if not more.
    fn rounding(&self, scale: T) -> T {
        scale * T::default_epsilon()
    }
}

/// Whether the chord of an arc meets nothing.
fn chord_is_clear<S, T, const D: usize>(surface: &S, arc: &Arc<T, D>) -> bool
where
    T: RealField + Copy,
    S: Surface<T, D> + ?Sized,
{
    (arc.chord()).is_none_or(|chord| surface.cast(&chord).is_none())
}

/// A piece of a straight line, from where it starts to where it ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray<T, const D: usize> {
    /// Where it starts \[m\].
    pub origin: SVector<T, D>,
    /// Where it goes; of length 1.
    pub direction: SVector<T, D>,
    /// How long it is \[m\].
    pub length: T,
}

impl<T: RealField + Copy, const D: usize> Ray<T, D> {
    /// From one point \[m\] to another; none if they are the same.
    #[must_use]
    pub fn between(from: impl Into<SVector<T, D>>, to: impl Into<SVector<T, D>>) -> Option<Self> {
        let origin = from.into();
        let way = to.into() - origin;
        let length = way.norm();
        (length > T::zero()).then(|| Self {
            origin,
            direction: way / length,
            length,
        })
    }

    /// The point at a distance \[m\] from its start.
    #[must_use]
    pub fn at(&self, distance: T) -> SVector<T, D> {
        self.origin + self.direction * distance
    }
}

/// Where a ray meets a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit<T, const D: usize> {
    /// How far from the start of the ray \[m\]: from zero to its length.
    pub distance: T,
    /// At right angles to the surface, of any length but zero. It points outward where the surface has an outside,
    /// whichever way the ray comes; else to where the ray comes from.
    pub normal: SVector<T, D>,
}
