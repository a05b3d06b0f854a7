//! The exact map from a state to a later state.

use nalgebra::{ComplexField, RealField, SVector};

use super::form::{Form, Move, Push, product};
use super::gyration::Gyration;
use super::matrices::Matrices;
use super::{LinearLaw, Propagator, Response};
use crate::numbers::{components, from_f64, largest, to_f64};

/// The exact motion under a [`LinearLaw`] for a fixed time, as an affine map of position and
/// velocity.
///
/// ```text
/// x' = x + S v - ω² S₁ x + c S₁ + j (t S₁ + S₂)
/// v' = v - (γ S + ω² S₁) v - ω² S x + c S + j (t S + S₁)
/// ```
///
/// If the law has G and C, then S, S₁ and S₂ are matrices, γ becomes `B = γ - G` and ω² becomes `K = ω² - C`. B and K
/// multiply from the right.
/// The map is applied in a form whose rounding errors do not accumulate: springs use shears, which
/// conserve the energy for any rounding of their coefficients; short steps add small changes;
/// states after heavy damping are accurate relative to their own size. Components that decay below
/// 10⁻³¹ (`f32`) or 10⁻²⁹² (`f64`) become zero.
///
/// ```
/// use kinstep_flow::LinearLaw;
/// use kinstep_flow::nalgebra::Vector2;
///
/// // one step of a thousand sparks, by hand: the flow is prepared once
/// let law = LinearLaw::gravity([0.0, -9.81]) + LinearLaw::drag(0.5);
/// let flow = law.flow(1.0 / 60.0);
/// let mut sparks = vec![(Vector2::new(0.0, 1.0), Vector2::new(2.0, 3.0)); 1000];
/// let mut time = 0.0;
/// for _ in 0..60 {
///     for (position, velocity) in &mut sparks {
///         flow.advance(position, velocity, time);
///     }
///     time += 1.0 / 60.0;
/// }
/// let (mut position, mut velocity) = (Vector2::new(0.0, 1.0), Vector2::new(2.0, 3.0));
/// law.flow(1.0).advance(&mut position, &mut velocity, 0.0); // at once
/// assert!((sparks[999].0 - position).norm() < 1e-14);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flow<T, const D: usize> {
    pub(super) position_from_position: T,
    pub(super) position_from_velocity: T,
    position_from_constant: T,
    position_from_ramp: T,
    velocity_from_position: T,
    velocity_from_velocity: T,
    /// The map of an isotropic law.
    pub(super) form: Form<T>,
    /// Shift of position and velocity for a flow that starts at time zero.
    shift: Shift<T, D>,
    /// Increase of the shift per second of start time.
    shift_rate: Shift<T, D>,
    /// The response of an isotropic law.
    response: Response,
    /// The map of a law that is not isotropic; it replaces coefficients and form.
    matrices: Option<Matrices<T, D>>,
}

/// The part of a flow that does not depend on the state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shift<T, const D: usize> {
    pub(super) position: SVector<T, D>,
    pub(super) velocity: SVector<T, D>,
}

/// An upper bound for a flow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bound<T> {
    factor: T,
    shift: T,
    shift_rate: T,
}

impl<T: RealField + Copy> Bound<T> {
    /// Returns an upper bound of the components of states after a flow that starts at `time` \[s\],
    /// from the bound `before` of the components before the flow. The result may be infinite or
    /// NaN.
    #[inline]
    #[doc(hidden)]
    pub fn after(&self, before: T, time: T) -> T {
        before * self.factor + (self.shift + self.shift_rate * time.abs())
    }

    /// Returns the bound zero, for no flow at all.
    #[doc(hidden)]
    #[must_use]
    pub fn none() -> Self {
        Self {
            factor: T::zero(),
            shift: T::zero(),
            shift_rate: T::zero(),
        }
    }

    /// Returns a bound that is valid for both flows.
    #[doc(hidden)]
    pub fn join(&self, other: &Self) -> Self {
        Self {
            factor: largest(self.factor, other.factor),
            shift: largest(self.shift, other.shift),
            shift_rate: largest(self.shift_rate, other.shift_rate),
        }
    }
}

impl<T: RealField + Copy, const D: usize> Flow<T, D> {
    /// Returns the flow of an isotropic law with this propagator, for `dt` \[s\].
    #[doc(hidden)]
    pub fn new(law: &LinearLaw<T, D>, propagator: &Propagator, dt: f64) -> Self {
        let response = propagator.response;
        let Response {
            velocity: s,
            position: s1,
            ramp: s2,
        } = response;
        let (damping, stiffness) = (to_f64(law.damping), to_f64(law.stiffness_per_mass));
        let [is_along_all_axes, ramps, _] = law.form_of_push();
        let push = Push {
            is_along_all_axes,
            ramps,
        };
        let [shift, shift_rate] = shifts(response, [&law.constant, &law.ramp]);
        Self {
            position_from_position: from_f64(-product(stiffness, s1)),
            position_from_velocity: from_f64(s),
            position_from_constant: from_f64(s1),
            position_from_ramp: from_f64(s2),
            velocity_from_position: from_f64(-product(stiffness, s)),
            velocity_from_velocity: from_f64(-product(damping, s) - product(stiffness, s1)),
            form: Form::new([damping, stiffness], dt, propagator, &push),
            shift,
            shift_rate,
            response,
            matrices: None,
        }
    }

    /// Returns the flow of a law with matrices that have this response.
    #[doc(hidden)]
    pub fn gyrating_by(law: &LinearLaw<T, D>, response: &Gyration<D>) -> Self {
        let (constant, ramp) = (law.constant.map(to_f64), law.ramp.map(to_f64));
        let zero = SVector::zeros();
        let shift = |start: &SVector<f64, D>, slope: &SVector<f64, D>| {
            let [velocity, position] = response.increment(start, slope);
            Shift {
                position: position.map(from_f64),
                velocity: velocity.map(from_f64),
            }
        };
        Self {
            position_from_position: T::zero(),
            position_from_velocity: T::zero(),
            position_from_constant: T::zero(),
            position_from_ramp: T::zero(),
            velocity_from_position: T::zero(),
            velocity_from_velocity: T::zero(),
            form: Form::still(),
            shift: shift(&constant, &ramp),
            shift_rate: shift(&ramp, &zero),
            response: Response {
                velocity: 0.0,
                position: 0.0,
                ramp: 0.0,
            },
            matrices: Some(Matrices::new(response)),
        }
    }

    /// Returns this flow for use with kicks: states may decay to zero along axes without a constant
    /// force.
    #[doc(hidden)]
    pub fn beside_kicks(mut self) -> Self {
        if self.shift.velocity.iter().any(T::is_zero) {
            self.form = self.form.beside_kicks();
        }
        self
    }

    /// Whether the phase is unknown, for example after 2⁵² radians. States after the flow are then
    /// NaN.
    #[doc(hidden)]
    pub fn has_lost_its_phase(&self) -> bool {
        (self.matrices.as_ref()).is_some_and(Matrices::are_unknown)
    }

    /// Returns the matrices of the flow; `None` if its law is isotropic.
    #[inline]
    pub(crate) fn matrices(&self) -> Option<&Matrices<T, D>> {
        self.matrices.as_ref()
    }

    /// Moves a state at the time `time` \[s\] along the flow. The time has an effect only if the
    /// law has a ramp.
    ///
    /// This is the cheapest exact step: `advance` needs no world, and costs little more than
    /// symplectic Euler.
    ///
    /// ```
    /// use kinstep_flow::LinearLaw;
    /// use kinstep_flow::nalgebra::Vector2;
    ///
    /// let law = LinearLaw::gravity([0.0, -9.81]) + LinearLaw::drag(0.1).in_wind([3.0, 0.0]);
    /// let frame = law.flow(1.0 / 60.0); // once, outside the loop
    /// let (mut position, mut velocity) = (Vector2::new(0.0_f64, 1.5), Vector2::new(30.0, 8.0)); // m, m/s
    /// while position.y > 0.0 {
    ///     frame.advance(&mut position, &mut velocity, 0.0);
    /// }
    /// assert!((position.x - 49.5).abs() < 0.2);
    /// ```
    #[inline]
    pub fn advance(&self, position: &mut SVector<T, D>, velocity: &mut SVector<T, D>, time: T) {
        let state = (components(position), components(velocity));
        self.advance_each(core::iter::once(state), &self.shift_at(time));
    }

    /// Returns the flow that moves the difference of two states.
    pub(crate) fn of_deviations(&self) -> Self {
        let none = Shift {
            position: SVector::zeros(),
            velocity: SVector::zeros(),
        };
        Self {
            shift: none,
            shift_rate: none,
            ..*self
        }
    }

    /// Returns the shift of a flow that starts at `time` \[s\].
    #[inline]
    #[doc(hidden)]
    pub fn shift_at(&self, time: T) -> Shift<T, D> {
        Shift {
            position: self.shift.position + self.shift_rate.position * time,
            velocity: self.shift.velocity + self.shift_rate.velocity * time,
        }
    }

    /// Returns the shift at `time` \[s\] for a law with this constant and this ramp. The law is
    /// either the law of this flow, or an isotropic law with the same
    /// [form](LinearLaw::form_of_push).
    #[inline]
    #[doc(hidden)]
    pub fn shift_of(&self, push: [&SVector<T, D>; 2], time: T) -> Shift<T, D> {
        if self.matrices.is_some() {
            return self.shift_at(time);
        }
        let [shift, rate] = shifts(self.response, push);
        Shift {
            position: shift.position + rate.position * time,
            velocity: shift.velocity + rate.velocity * time,
        }
    }

    /// Returns the shift of position and of velocity per unit of constant acceleration, for an
    /// isotropic law without a ramp.
    #[inline]
    pub(super) fn shift_per_constant(&self) -> [f64; 2] {
        [self.response.position, self.response.velocity]
    }

    /// Returns a bound for the flows of all laws that share this flow, from the maximum components
    /// of their constants and ramps.
    #[doc(hidden)]
    pub fn shared_bound(&self, [constant, ramp]: [T; 2]) -> Bound<T> {
        let own = self.bound();
        if self.matrices.is_some() {
            return own;
        }
        let Response {
            velocity: s,
            position: s1,
            ramp: s2,
        } = self.response;
        let both = |one: f64, other: f64| {
            from_f64::<T>((ComplexField::abs(one) + ComplexField::abs(other)) * D as f64)
        };
        // 0 · ∞ = 0 here
        let effect = |push: T, per: T| {
            if push.is_zero() { push } else { push * per }
        };
        Bound {
            shift: effect(constant, both(s, s1)) + effect(ramp, both(s1, s2)),
            shift_rate: effect(ramp, both(s, s1)),
            ..own
        }
    }

    /// Returns bounds of the change of a component of position, and of velocity, per maximum
    /// component of the state.
    fn growth(&self) -> [T; 2] {
        match &self.matrices {
            Some(matrices) => matrices.growth(),
            None => [
                self.position_from_position.abs() + self.position_from_velocity.abs(),
                self.velocity_from_position.abs() + self.velocity_from_velocity.abs(),
            ],
        }
    }

    /// Returns a bound for the flow that is cheap to evaluate in every step.
    #[doc(hidden)]
    pub fn bound(&self) -> Bound<T> {
        // uses sums, which keep NaN
        let sum = |shift: &Shift<T, D>| {
            let components = shift.position.iter().chain(shift.velocity.iter());
            components.fold(T::zero(), |sum, component| sum + component.abs())
        };
        let [growth_of_position, growth_of_velocity] = self.growth();
        Bound {
            factor: T::one() + growth_of_position + growth_of_velocity,
            shift: sum(&self.shift),
            shift_rate: sum(&self.shift_rate),
        }
    }

    /// Moves states one after the other. `shift` must belong to their time.
    #[inline]
    #[doc(hidden)]
    pub fn advance_each<'a>(
        &self,
        states: impl Iterator<Item = (&'a mut [T; D], &'a mut [T; D])>,
        shift: &Shift<T, D>,
    ) {
        match (&self.matrices, &self.form) {
            (Some(matrices), _) => states.for_each(|(x, v)| {
                let after = matrices.moved(&SVector::from(*x), &SVector::from(*v), shift);
                (*x, *v) = (after.0.into(), after.1.into());
            }),
            (None, Form::Fall(form)) => states.for_each(|(x, v)| move_one(form, x, v, shift)),
            (None, Form::Coast(form)) => states.for_each(|(x, v)| move_one(form, x, v, shift)),
            (None, Form::Kicked(form)) => states.for_each(|(x, v)| move_one(form, x, v, shift)),
            (None, Form::Shears(form)) => states.for_each(|(x, v)| move_one(form, x, v, shift)),
            (None, Form::HalfTurns(form)) => states.for_each(|(x, v)| move_one(form, x, v, shift)),
            (None, Form::Rows(form)) => states.for_each(|(x, v)| move_one(form, x, v, shift)),
        }
    }

    /// Returns the displacement of a state at the time `time` \[s\] by the flow, and its velocity
    /// after the flow.
    #[inline]
    #[doc(hidden)]
    pub fn displaced(
        &self,
        position: &SVector<T, D>,
        velocity: &SVector<T, D>,
        time: T,
    ) -> (SVector<T, D>, SVector<T, D>) {
        let shift = self.shift_at(time);
        match (&self.matrices, &self.form) {
            (Some(matrices), _) => matrices.displaced(position, velocity, &shift),
            (None, Form::Fall(form)) => displaced(form, position, velocity, &shift),
            (None, Form::Coast(form)) => displaced(form, position, velocity, &shift),
            (None, Form::Kicked(form)) => displaced(form, position, velocity, &shift),
            (None, Form::Shears(form)) => displaced(form, position, velocity, &shift),
            (None, Form::HalfTurns(form)) => displaced(form, position, velocity, &shift),
            (None, Form::Rows(form)) => displaced(form, position, velocity, &shift),
        }
    }

    /// Adds the effect of another constant acceleration during the whole flow. Because the flow is
    /// linear, the effect can be added to the state after the flow.
    #[inline]
    #[doc(hidden)]
    pub fn add_constant(
        &self,
        acceleration: &SVector<T, D>,
        position: &mut SVector<T, D>,
        velocity: &mut SVector<T, D>,
    ) {
        if let Some(matrices) = &self.matrices {
            *position += matrices.position_from_constant * acceleration;
            *velocity += matrices.velocity_from_constant * acceleration;
            return;
        }
        *position += acceleration * self.position_from_constant;
        *velocity += acceleration * self.position_from_velocity;
    }

    /// Adds the effect of another acceleration during the whole flow to position and velocity:
    /// `c S₁ + j S₂` and `c S + j S₁`. The acceleration is `constant` at the start of the flow, and
    /// grows at the rate `ramp`.
    pub(crate) fn add_ramping(
        &self,
        constant: &SVector<T, D>,
        ramp: &SVector<T, D>,
        position: &mut SVector<T, D>,
        velocity: &mut SVector<T, D>,
    ) {
        // 0 · ∞ = 0 here
        if !constant.iter().all(T::is_zero) {
            self.add_constant(constant, position, velocity);
        }
        if ramp.iter().all(T::is_zero) {
            return;
        }
        if let Some(matrices) = &self.matrices {
            *position += matrices.position_from_ramp * ramp;
            *velocity += matrices.position_from_constant * ramp;
            return;
        }
        *position += ramp * self.position_from_ramp;
        *velocity += ramp * self.position_from_constant;
    }
}

/// Returns the shift of a flow that starts at time zero, and the increase of this shift per second
/// of start time, from constant and ramp of the law.
#[inline]
fn shifts<T: RealField + Copy, const D: usize>(
    response: Response,
    [constant, ramp]: [&SVector<T, D>; 2],
) -> [Shift<T, D>; 2] {
    let Response {
        velocity: s,
        position: s1,
        ramp: s2,
    } = response;
    [
        Shift {
            position: combined(constant, s1, ramp, s2),
            velocity: combined(constant, s, ramp, s1),
        },
        Shift {
            position: combined(ramp, s1, ramp, 0.0),
            velocity: combined(ramp, s, ramp, 0.0),
        },
    ]
}

#[inline(always)]
pub(super) fn move_one<T: RealField + Copy, const D: usize>(
    form: &impl Move<T>,
    position: &mut [T; D],
    velocity: &mut [T; D],
    shift: &Shift<T, D>,
) {
    for axis in 0..D {
        let state = [position[axis], velocity[axis]];
        let shift = [shift.position[axis], shift.velocity[axis]];
        [position[axis], velocity[axis]] = form.moved(state, shift);
    }
}

#[inline(always)]
fn displaced<T: RealField + Copy, const D: usize>(
    form: &impl Move<T>,
    position: &SVector<T, D>,
    velocity: &SVector<T, D>,
    shift: &Shift<T, D>,
) -> (SVector<T, D>, SVector<T, D>) {
    let (mut x, mut v) = (*position, *velocity);
    for axis in 0..D {
        let shift = [shift.position[axis], shift.velocity[axis]];
        let [way, after] = form.displaced([x[axis], v[axis]], shift);
        (x[axis], v[axis]) = (way, after);
    }
    (x, v)
}

/// Returns `a p + b q`, computed in `f64` for each component.
fn combined<T: RealField + Copy, const D: usize>(
    a: &SVector<T, D>,
    p: f64,
    b: &SVector<T, D>,
    q: f64,
) -> SVector<T, D> {
    a.zip_map(b, |a, b| {
        from_f64(product(to_f64(a), p) + product(to_f64(b), q))
    })
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector3;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn no_state_gets_beyond_the_bound_for_its_size() {
        let mut random = Pcg64Mcg::seed_from_u64(4);
        for case in 0..300 {
            let mut number = || random.random_range(-2.0..2.0_f64);
            let (drag, spring, dt, time) = (number().abs(), number().abs(), number(), number());
            let [pull, ramp, anchor, axis] =
                core::array::from_fn(|_| Vector3::from_fn(|_, _| number()));
            let law = LinearLaw::gravity(pull).ramping(ramp) + LinearLaw::drag(drag);
            let law = match case % 3 {
                0 => law,
                1 => law + LinearLaw::spring(spring).anchored_at(anchor),
                _ => law + LinearLaw::gyrating(axis),
            };
            let flow = law.flow(dt);
            let bound = flow.bound().after(1.0, time) * (1.0 + 1e-15);
            // all corners of the set of states whose components are at most 1
            for corner in 0..64 {
                let sign = |bit: usize| if corner >> bit & 1 == 1 { 1.0 } else { -1.0 };
                let mut x = Vector3::from_fn(|axis, _| sign(axis));
                let mut v = Vector3::from_fn(|axis, _| sign(3 + axis));
                flow.advance(&mut x, &mut v, time);
                assert!(
                    x.amax() <= bound && v.amax() <= bound,
                    "{law:?} {dt} {time}"
                );
            }
        }
    }

    /// The flow of deviations moves the difference of two states as the full flow moves both
    /// states.
    #[test]
    fn deviations_move_as_the_states_that_differ_by_them() {
        let axis = Vector3::new(0.3, -2.0, 1.1);
        let pull = LinearLaw::gravity([0.0, -9.81, 0.0]).ramping([0.2, 0.0, 0.1]);
        for more in [LinearLaw::spring(4.0), LinearLaw::gyrating(axis)] {
            let flow = (pull + LinearLaw::drag(0.3) + more).flow(0.8);
            let start = (Vector3::new(1.0, 2.0, -0.5), Vector3::new(-3.0, 0.4, 2.0));
            let off = (Vector3::new(0.7, -0.2, 0.1), Vector3::new(0.5, 1.5, -0.3));
            let (mut here, mut there) = (start, (start.0 + off.0, start.1 + off.1));
            flow.advance(&mut here.0, &mut here.1, 5.0);
            flow.advance(&mut there.0, &mut there.1, 5.0);
            let mut moved = off;
            (flow.of_deviations()).advance(&mut moved.0, &mut moved.1, 5.0);
            assert!((there.0 - here.0 - moved.0).norm() < 1e-14);
            assert!((there.1 - here.1 - moved.1).norm() < 1e-14);
        }
    }

    #[test]
    fn the_bound_of_a_fall_is_its_parts() {
        let (g, j, dt) = (9.81, 0.3, 0.7);
        let flow = (LinearLaw::<f64, 2>::gravity([0.0, -g]).ramping([j, 0.0])
            + LinearLaw::drag(0.4))
        .flow(dt);
        let left = 1.0 - (-0.4 * dt).exp();
        let [s, s1] = [left / 0.4, (dt - left / 0.4) / 0.4];
        let s2 = (0.5 * dt * dt - s1) / 0.4;
        let at_once = g * (s + s1) + j * (s1 + s2);
        for (before, time) in [(0.0, 0.0_f64), (5.0, 0.0), (5.0, 10.0), (5.0, -10.0)] {
            let parts = before * (1.0 + s + left) + at_once + j * (s + s1) * time.abs();
            let bound = flow.bound().after(before, time);
            assert!((bound - parts).abs() < 1e-13 * parts, "{bound} {parts}");
        }
    }
}
