//! An orbit, as something to ask.

use nalgebra::SVector;

use super::flow::KeplerFlow;
use super::shape::Shape;
use crate::space::{Real, first_not_finite, narrow, widen};

/// The motion about a point attractor at the origin: `a = -μ x/|x|³`.
///
/// Everything is computed in `f64`, with 32 digits where it cancels, and rounded to `T`.
///
/// | | ellipse | parabola | hyperbola | repelled, μ < 0 | straight line, μ = 0 |
/// |---|---|---|---|---|---|
/// | [`eccentricity`](Self::eccentricity) | < 1 | 1 | > 1 | ≥ 1 | infinite; 1 through the origin |
/// | [`semi_major_axis`](Self::semi_major_axis) | > 0 | infinite | < 0 | > 0 | 0 |
/// | [`period`](Self::period), [`apoapsis`](Self::apoapsis) | `Some` | `None` | `None` | `None` | `None` |
///
/// ```
/// use kinstep::orbit::Orbit;
///
/// let orbit = Orbit::new(1.0_f64, [1.0, 0.0], [0.0, 1.2])?;
/// assert!((orbit.eccentricity() - 0.44).abs() < 1e-15);
/// assert!((orbit.periapsis() - 1.0).abs() < 1e-15);
/// assert!(Orbit::new(1.0, [1.0, 0.0], [0.0, 1.5])?.period().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Orbit<T, const D: usize> {
    /// Strength of the attractor μ \[m³/s²\].
    pub mu: T,
    /// Position at time zero \[m\], from the attractor.
    pub position: SVector<T, D>,
    /// Velocity at time zero \[m/s\], relative to the attractor.
    pub velocity: SVector<T, D>,
}

/// Why there is no such orbit.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum OrbitError<T> {
    /// The strength is NaN or infinite.
    #[error("the strength of the attractor is {mu} m³/s²; it must be finite")]
    Strength {
        /// The strength given \[m³/s²\].
        mu: T,
    },
    /// A component of the position is NaN or infinite.
    #[error("component {axis} of the position is {value} m; it must be finite")]
    Position {
        /// Index of the component.
        axis: usize,
        /// Its value \[m\].
        value: T,
    },
    /// A component of the velocity is NaN or infinite.
    #[error("component {axis} of the velocity is {value} m/s; it must be finite")]
    Velocity {
        /// Index of the component.
        axis: usize,
        /// Its value \[m/s\].
        value: T,
    },
    /// The body is where the attractor is, which pulls it nowhere.
    #[error("the body is at the attractor")]
    AtAttractor,
}

impl<T: Real<D>, const D: usize> Orbit<T, D> {
    /// The orbit about an attractor of strength μ \[m³/s²\] at the origin, through a position \[m\]
    /// at a velocity \[m/s\], at time zero.
    ///
    /// # Errors
    /// A number that is not finite, or a position at the attractor.
    pub fn new(
        mu: T,
        position: impl Into<SVector<T, D>>,
        velocity: impl Into<SVector<T, D>>,
    ) -> Result<Self, OrbitError<T>> {
        let (position, velocity) = (position.into(), velocity.into());
        if !mu.is_finite() {
            return Err(OrbitError::Strength { mu });
        }
        if let Some((axis, value)) = first_not_finite(&position) {
            return Err(OrbitError::Position { axis, value });
        }
        if let Some((axis, value)) = first_not_finite(&velocity) {
            return Err(OrbitError::Velocity { axis, value });
        }
        if position == SVector::<T, D>::zeros() {
            return Err(OrbitError::AtAttractor);
        }
        Ok(Self {
            mu,
            position,
            velocity,
        })
    }

    /// Position \[m\] and velocity \[m/s\] at a time \[s\] of either sign.
    ///
    /// Not finite at the instant at which a radial orbit is at the centre.
    #[must_use]
    pub fn at(&self, time: T) -> (SVector<T, D>, SVector<T, D>) {
        let flow = KeplerFlow::new(self.mu, &self.position, &self.velocity, time);
        (flow.position, flow.velocity)
    }

    /// `½ v² - μ/r` \[J/kg\]; negative on an ellipse.
    #[must_use]
    pub fn specific_energy(&self) -> T {
        let shape = self.shape();
        narrow(shape.energy(-0.5 * shape.beta()))
    }

    /// `x × v` \[m²/s\].
    #[must_use]
    pub fn specific_angular_momentum(&self) -> T::Axial {
        T::cross(&self.position, &self.velocity)
    }

    /// `e`: how far the conic is from a circle.
    #[must_use]
    pub fn eccentricity(&self) -> T {
        narrow(self.shape().eccentricity())
    }

    /// `a = -μ/2E` with the energy `E` per mass \[m\]; negative on a hyperbola, infinite on a parabola,
    /// zero without an attractor.
    #[must_use]
    pub fn semi_major_axis(&self) -> T {
        let shape = self.shape();
        narrow(shape.length(shape.semi_major_axis()))
    }

    /// The least distance \[m\].
    #[must_use]
    pub fn periapsis(&self) -> T {
        let shape = self.shape();
        narrow(shape.length(shape.periapsis()))
    }

    /// The largest distance \[m\], if there is one.
    #[must_use]
    pub fn apoapsis(&self) -> Option<T> {
        let shape = self.shape();
        let half = shape.mu / shape.beta();
        let apoapsis = half * (1.0 + shape.eccentricity());
        (shape.beta() > 0.0).then(|| narrow(shape.length(apoapsis)))
    }

    /// The time of one revolution \[s\], if it comes round.
    #[must_use]
    pub fn period(&self) -> Option<T> {
        let shape = self.shape();
        (shape.beta() > 0.0).then(|| narrow(shape.time(shape.elements.period().value())))
    }

    fn shape(&self) -> Shape {
        let (x, v) = (self.position.map(widen), self.velocity.map(widen));
        Shape::new(widen(self.mu), &x, &v)
    }
}
