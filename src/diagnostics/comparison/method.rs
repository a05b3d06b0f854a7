//! Methods that move a world in a comparison.

use core::fmt;

use crate::adaptive::Tolerance;
use crate::space::Real;
use crate::step::Scheme;
use crate::world::{StepError, World};

/// A method that moves a world in a [comparison](super::Comparison): a scheme, or [`World::advance`] to a tolerance.
///
/// ```
/// use kinstep::diagnostics::Method;
/// use kinstep::Scheme;
///
/// let methods: [Method<f64>; 2] = [Scheme::Rk4.into(), Method::to(1e-6)];
/// assert_eq!(methods.map(|method| method.to_string()), ["Rk4", "to 1e-6 m"]);
/// assert!(methods[0] == Scheme::Rk4);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Method<T> {
    /// Equal steps under a scheme.
    Scheme(Scheme),
    /// Steps of adaptive length to a tolerance; each step of the comparison is a call of [`World::advance`].
    Tolerance(Tolerance<T>),
}

impl<T> Method<T> {
    /// Returns the method of adaptive steps to a tolerance.
    #[must_use]
    pub fn to(tolerance: impl Into<Tolerance<T>>) -> Self {
        Self::Tolerance(tolerance.into())
    }

    /// Moves a world by `dt` \[s\].
    pub(super) fn step<const D: usize>(
        &self,
        world: &mut World<T, D>,
        dt: T,
    ) -> Result<(), StepError<T>>
    where
        T: Real<D>,
    {
        match self {
            Self::Scheme(scheme) => {
                world.set_scheme(*scheme);
                Ok(world.step(dt)?)
            }
            Self::Tolerance(tolerance) => world.advance(dt, *tolerance).map(|_| ()),
        }
    }
}

impl<T> From<Scheme> for Method<T> {
    fn from(scheme: Scheme) -> Self {
        Self::Scheme(scheme)
    }
}

impl<T> PartialEq<Scheme> for Method<T> {
    fn eq(&self, other: &Scheme) -> bool {
        matches!(self, Self::Scheme(scheme) if scheme == other)
    }
}

/// Prints the name of the scheme, or the tolerance: "to 1e-6 m", with a relative part "to 1e-6 m + 1e-9".
impl<T: fmt::LowerExp + nalgebra::RealField> fmt::Display for Method<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scheme(scheme) => scheme.fmt(formatter),
            Self::Tolerance(Tolerance { length, relative }) if *relative == T::zero() => {
                formatter.pad(&alloc::format!("to {length:e} m"))
            }
            Self::Tolerance(Tolerance { length, relative }) => {
                formatter.pad(&alloc::format!("to {length:e} m + {relative:e}"))
            }
        }
    }
}
