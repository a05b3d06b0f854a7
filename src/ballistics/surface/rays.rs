//! A host engine's ray cast as a surface.

use nalgebra::RealField;

use super::{Hit, Ray, Surface};

/// A surface that is given by a ray cast alone, such as the physics query of a host engine.
///
/// Parts that reach less than the chord error into a path may be missed; the number of rays grows as the inverse root of the
/// chord error. If nothing overhangs, a [`Ground`](super::Ground) around it needs far fewer.
///
/// ```
/// use kinstep::ballistics::{Ballistics, Hit, Ray, Rays, Trajectory};
///
/// // a floor at height zero; `ray` would be handed to the engine here
/// let floor = Rays::new(|ray: &Ray<f64, 2>| {
///     let distance = -ray.origin.y / ray.direction.y;
///     let normal = [0.0, 1.0].into();
///     (distance >= 0.0 && distance <= ray.length).then_some(Hit { distance, normal })
/// })
/// .with_chord_error(0.01);
/// let flight = Ballistics::new([0.0, -9.81]).launch([0.0, 1.0], [10.0, 5.0]);
/// let landing = flight.landing(&floor, 0.0..10.0)?.unwrap();
/// assert!(landing.position.y.abs() < 1e-12);
/// # Ok::<(), kinstep::ballistics::LandingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rays<T, F> {
    cast: F,
    chord_error: T,
    precision: T,
}

impl<T: RealField + Copy, F> Rays<T, F> {
    /// A surface with this ray cast. The chord error is one millimetre, the precision that of `T`.
    #[must_use]
    pub fn new<const D: usize>(cast: F) -> Self
    where
        F: Fn(&Ray<T, D>) -> Option<Hit<T, D>>,
    {
        Self {
            cast,
            chord_error: nalgebra::convert(1e-3),
            precision: T::default_epsilon(),
        }
    }

    /// The same with another chord error: the largest distance of a path from chords that hit nothing \[m\].
    #[must_use]
    pub fn with_chord_error(mut self, chord_error: T) -> Self {
        self.chord_error = chord_error;
        self
    }

    /// The same with another precision of the ray cast, relative to coordinates: 1.2e-7 for one in `f32`.
    #[must_use]
    pub fn with_precision(mut self, precision: T) -> Self {
        self.precision = precision;
        self
    }
}

impl<T, const D: usize, F> Surface<T, D> for Rays<T, F>
where
    T: RealField + Copy,
    F: Fn(&Ray<T, D>) -> Option<Hit<T, D>>,
{
    fn cast(&self, ray: &Ray<T, D>) -> Option<Hit<T, D>> {
        (self.cast)(ray)
    }

    fn chord_error(&self) -> T {
        self.chord_error
    }

    fn rounding(&self, scale: T) -> T {
        scale * self.precision
    }
}
