//! The exact map from one state to a later one.

use nalgebra::{RealField, SVector};

use super::{LinearLaw, Response};
use crate::space::{narrow, widen};

/// The exact motion under a [`LinearLaw`] over a fixed time, as an affine map of position and
/// velocity.
///
/// ```text
/// x' = x + S v - ω² S₁ x + c S₁ + j (t S₁ + S₂)
/// v' = v - (γ S + ω² S₁) v - ω² S x + c S + j (t S + S₁)
/// ```
///
/// The identity is not part of the coefficients, so that a small step adds a small number and the
/// rounding of the coefficients does not accumulate as a drift of energy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flow<T, const D: usize> {
    position_from_position: T,
    position_from_velocity: T,
    position_from_constant: T,
    velocity_from_position: T,
    velocity_from_velocity: T,
    /// Shift of position and velocity when the flow starts at time zero.
    shift: Shift<T, D>,
    /// What a later start adds to the shift, per second.
    shift_rate: Shift<T, D>,
}

/// The part of a flow that does not depend on the state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Shift<T, const D: usize> {
    position: SVector<T, D>,
    velocity: SVector<T, D>,
}

impl<T: RealField + Copy, const D: usize> Flow<T, D> {
    /// The flow of a law whose response is known.
    pub(crate) fn new(law: &LinearLaw<T, D>, response: &Response) -> Self {
        let Response {
            velocity: s,
            position: s1,
            ramp: s2,
        } = *response;
        let (damping, stiffness) = (widen(law.damping), widen(law.stiffness));
        Self {
            position_from_position: narrow(-product(stiffness, s1)),
            position_from_velocity: narrow(s),
            position_from_constant: narrow(s1),
            velocity_from_position: narrow(-product(stiffness, s)),
            velocity_from_velocity: narrow(-product(damping, s) - product(stiffness, s1)),
            shift: Shift {
                position: combined(&law.constant, s1, &law.ramp, s2),
                velocity: combined(&law.constant, s, &law.ramp, s1),
            },
            shift_rate: Shift {
                position: combined(&law.ramp, s1, &law.ramp, 0.0),
                velocity: combined(&law.ramp, s, &law.ramp, 0.0),
            },
        }
    }

    /// Moves a state that is at `time` \[s\] along the flow. Time matters to ramping laws only.
    #[inline]
    pub fn advance(&self, position: &mut SVector<T, D>, velocity: &mut SVector<T, D>, time: T) {
        let (x, v) = self.moved(position, velocity, &self.shift_at(time));
        *position = x;
        *velocity = v;
    }

    /// The shift of a flow that starts at `time`.
    #[inline]
    pub(crate) fn shift_at(&self, time: T) -> Shift<T, D> {
        Shift {
            position: self.shift.position + self.shift_rate.position * time,
            velocity: self.shift.velocity + self.shift_rate.velocity * time,
        }
    }

    /// A bound on the components of all states after the flow, from one on those before; none if that
    /// is not finite.
    pub(crate) fn reach(&self, before: T, shift: &Shift<T, D>) -> Option<T> {
        let position = before
            * (T::one() + self.position_from_position.abs() + self.position_from_velocity.abs())
            + shift.position.amax();
        let velocity = before
            * (T::one() + self.velocity_from_position.abs() + self.velocity_from_velocity.abs())
            + shift.velocity.amax();
        let larger = if position > velocity {
            position
        } else {
            velocity
        };
        (position.is_finite() && velocity.is_finite()).then_some(larger)
    }

    /// Whether velocity and position do not depend on where the body is.
    #[inline]
    pub(crate) fn is_free_of_place(&self) -> bool {
        self.position_from_position == T::zero() && self.velocity_from_position == T::zero()
    }

    /// Position and velocity after the flow, with the shift for its starting time.
    #[inline]
    pub(crate) fn moved(
        &self,
        position: &SVector<T, D>,
        velocity: &SVector<T, D>,
        shift: &Shift<T, D>,
    ) -> (SVector<T, D>, SVector<T, D>) {
        let (dx, dv) = self.change(position, velocity, shift);
        (position + dx, velocity + dv)
    }

    /// What the flow adds to position and velocity.
    #[inline]
    pub(crate) fn change(
        &self,
        position: &SVector<T, D>,
        velocity: &SVector<T, D>,
        shift: &Shift<T, D>,
    ) -> (SVector<T, D>, SVector<T, D>) {
        let dx = position * self.position_from_position
            + velocity * self.position_from_velocity
            + shift.position;
        let dv = position * self.velocity_from_position
            + velocity * self.velocity_from_velocity
            + shift.velocity;
        (dx, dv)
    }

    /// [`moved`](Self::moved) for a flow that is free of place, in half as many operations.
    #[inline]
    pub(crate) fn moved_anywhere(
        &self,
        position: &SVector<T, D>,
        velocity: &SVector<T, D>,
        shift: &Shift<T, D>,
    ) -> (SVector<T, D>, SVector<T, D>) {
        let dx = velocity * self.position_from_velocity + shift.position;
        let dv = velocity * self.velocity_from_velocity + shift.velocity;
        (position + dx, velocity + dv)
    }

    /// What a further constant acceleration over the whole flow adds to position and velocity: the
    /// flow is linear, so this can be added at its end.
    #[inline]
    pub(crate) fn add_constant(
        &self,
        acceleration: &SVector<T, D>,
        position: &mut SVector<T, D>,
        velocity: &mut SVector<T, D>,
    ) {
        *position += acceleration * self.position_from_constant;
        *velocity += acceleration * self.position_from_velocity;
    }
}

/// `a b`, where nothing times an overflowed response is nothing.
fn product(a: f64, b: f64) -> f64 {
    if a == 0.0 { 0.0 } else { a * b }
}

/// `a p + b q` by components, in `f64`.
fn combined<T: RealField + Copy, const D: usize>(
    a: &SVector<T, D>,
    p: f64,
    b: &SVector<T, D>,
    q: f64,
) -> SVector<T, D> {
    a.zip_map(b, |a, b| {
        narrow(product(widen(a), p) + product(widen(b), q))
    })
}
