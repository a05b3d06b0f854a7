//! Flights that are affine in the launch velocity.

use nalgebra::SVector;

use super::error::AimError;
use super::shape::Shape;
use crate::numbers::direction;
use crate::{Ballistics, EngineStep, ParameterError, Rational};

/// A vector that planners compute with.
pub(super) type V<const D: usize> = SVector<f64, D>;

/// How a body flies: `x = x₀ + (share v₀ + lead) S + pull S₁`. An air has share 1 and no lead. An engine's rule has both,
/// because the smooth curve through its steps starts with a different velocity than the body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Model<const D: usize> {
    pub(super) shape: Shape,
    pub(super) share: f64,
    /// \[m/s\]
    pub(super) lead: V<D>,
    /// The constant acceleration c \[m/s²\]: gravity, and drag rate times wind.
    pub(super) pull: V<D>,
    /// The unit vector against gravity, or zero without gravity.
    pub(super) up: V<D>,
}

impl<const D: usize> Model<D> {
    /// The model of straight flights.
    pub(super) fn without_air(&self) -> Self {
        Self {
            shape: Shape::linear(0.0),
            share: 1.0,
            lead: V::zeros(),
            pull: V::zeros(),
            ..*self
        }
    }

    /// This model without drag.
    pub(super) fn without_drag(self) -> Self {
        let shape = Shape::linear(0.0);
        Self { shape, ..self }
    }

    /// The launch velocity that hits a point, relative to the start \[m\], after a time \[s\].
    pub(super) fn launch(&self, target: &V<D>, time: f64) -> V<D> {
        let [s, fall, _] = self.shape.carry(time).by;
        ((target - self.pull * fall) / s - self.lead) / self.share
    }
}

impl<const D: usize> Ballistics<D> {
    /// This air in the form that planners use.
    pub(super) fn for_aims(&self) -> Result<Model<D>, ParameterError<f64>> {
        self.check()?;
        let rate = self.drag_rate();
        let gravity = self.gravitational_acceleration();
        Ok(Model {
            shape: Shape::linear(rate),
            share: 1.0,
            lead: V::zeros(),
            pull: gravity + self.wind() * rate,
            up: direction(&-gravity),
        })
    }
}

impl<const D: usize> Rational<D> {
    /// This model in the form that planners use; K stands for half of gravity.
    pub(super) fn for_aims(&self) -> Result<Model<D>, ParameterError<f64>> {
        let rate = self.rate();
        ParameterError::unless_not_negative("the drag rate [1/s]", rate * 2.0)?;
        ParameterError::unless_all_finite("a component of gravity [m/s²]", &self.pull())?;
        Ok(Model {
            shape: Shape::Rational(rate),
            share: 1.0,
            lead: V::zeros(),
            pull: self.pull() * 2.0,
            up: self.up(),
        })
    }
}

impl<const D: usize> EngineStep<D> {
    /// The curve through the steps of this rule in the form that planners use.
    pub(super) fn for_aims(&self) -> Result<Model<D>, AimError> {
        let curve = self.curve()?;
        // the first step stops the body: q = 0 to rounding, and the launch has no effect
        if curve.launch == 0.0 {
            return Err(AimError::NeverMet);
        }
        let gravity = self.gravity;
        Ok(Model {
            shape: Shape::linear(curve.rate),
            share: curve.launch,
            lead: gravity * curve.lead,
            pull: gravity * curve.pull,
            up: direction(&-gravity),
        })
    }
}
