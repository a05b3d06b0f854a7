//! Ways to turn a body by a step: this crate, and formulas as they are published.
//!
//! Of the body there are the principal moments I. ω is its angular velocity in the world, w the same in its own frame,
//! `L = I w` its angular momentum there, q its orientation and h the step. Nothing pushes it: `I w' = -w × I w`.

use kinstep::nalgebra::{Matrix3, Quaternion, UnitQuaternion, Vector3};

use crate::style::Style;

/// How a body lies and turns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct State {
    /// Takes vectors from the body's frame to the world's.
    pub(crate) orientation: UnitQuaternion<f64>,
    /// \[rad/s\], world frame.
    pub(crate) angular_velocity: Vector3<f64>,
}

/// A way to turn.
#[derive(Debug)]
pub(crate) struct Method {
    pub(crate) name: &'static str,
    /// The formula, in words and signs.
    pub(crate) rule: &'static str,
    /// How its line looks.
    pub(crate) style: Style,
    /// The state after a step, from the moments \[kg m²\], the state before it and the step \[s\]; none for the worlds of
    /// this crate.
    pub(crate) formula: Option<Formula>,
}

pub(crate) type Formula = fn(&Vector3<f64>, State, f64) -> State;

/// All of them, ours first.
pub(crate) static METHODS: [Method; 7] = [
    Method {
        name: "World::step",
        rule: "this crate: exact, by elliptic functions",
        style: line("#0072b2"),
        formula: None,
    },
    Method {
        name: "RK4 of the quaternion",
        rule: "q' = ½ q w with w = I⁻¹ L, L kept in the world; Runge and Kutta's fourth order",
        style: line("#009e73"),
        formula: Some(runge_kutta),
    },
    Method {
        name: "clamped, 4 substeps",
        rule: "4 × the same with h/4: the way of Rapier, Jolt and Avian with Rapier's substeps",
        style: line("#cc79a7"),
        formula: Some(|moments, state, h| {
            (0..4).fold(state, |state, _| clamped(moments, state, 0.25 * h))
        }),
    },
    Method {
        name: "clamped, 1 step",
        rule: "L -= h w × L, then L given its length back; q += ½ h ω q, then normalised",
        style: line("#e69f00"),
        formula: Some(clamped),
    },
    Method {
        name: "implicit",
        rule: "one Newton step to I (w₁ - w) + h w₁ × I w₁ = 0; q turned by ω h: Catto's, as in Bullet",
        style: line("#56b4e9"),
        formula: Some(implicit),
    },
    Method {
        name: "explicit",
        rule: "w -= h I⁻¹ (w × I w); q turned by ω h",
        style: line("#d55e00"),
        formula: Some(explicit),
    },
    Method {
        name: "no gyroscopic term",
        rule: "ω stays; q turned by ω h: Godot, and Unity as it comes",
        style: line("#777777"),
        formula: Some(|_, state, h| turned(state.orientation, state.angular_velocity, h)),
    },
];

const fn line(color: &'static str) -> Style {
    Style {
        color,
        dashes: None,
        radius: 4.0,
    }
}

impl State {
    /// Angular velocity in the body's frame \[rad/s\].
    pub(crate) fn in_body(&self) -> Vector3<f64> {
        (self.orientation).inverse_transform_vector(&self.angular_velocity)
    }

    /// Angular momentum in the world's frame \[kg m²/s\].
    pub(crate) fn momentum(&self, moments: &Vector3<f64>) -> Vector3<f64> {
        self.orientation * self.in_body().component_mul(moments)
    }

    /// The same orientation with another angular velocity in the body's frame \[rad/s\].
    fn with_in_body(self, w: Vector3<f64>) -> Self {
        Self {
            angular_velocity: self.orientation * w,
            ..self
        }
    }
}

/// Turned for h at a constant angular velocity: `q₁ = e^(h ω/2) q`.
fn turned(orientation: UnitQuaternion<f64>, angular_velocity: Vector3<f64>, h: f64) -> State {
    let turn = UnitQuaternion::from_scaled_axis(angular_velocity * h);
    State {
        orientation: UnitQuaternion::new_normalize((turn * orientation).into_inner()),
        angular_velocity,
    }
}

/// `w₁ = w - h I⁻¹ (w × I w)`.
fn explicit(moments: &Vector3<f64>, state: State, h: f64) -> State {
    let w = state.in_body();
    let torque = -w.cross(&w.component_mul(moments));
    let next = state.with_in_body(w + torque.component_div(moments) * h);
    turned(next.orientation, next.angular_velocity, h)
}

/// One step of Newton's method, from w, to the root of `f(w₁) = I (w₁ - w) + h w₁ × I w₁`:
///
/// ```text
/// J = I + h ([w]× I - [I w]×)          w₁ = w - J⁻¹ (h w × I w)
/// ```
fn implicit(moments: &Vector3<f64>, state: State, h: f64) -> State {
    let w = state.in_body();
    let momentum = w.component_mul(moments);
    let inertia = Matrix3::from_diagonal(moments);
    let slope = inertia + (w.cross_matrix() * inertia - momentum.cross_matrix()) * h;
    let residual = w.cross(&momentum) * h;
    let change = slope.lu().solve(&residual);
    // a slope that cannot be solved for leaves what it was to correct
    let next = state.with_in_body(w - change.unwrap_or_default());
    turned(next.orientation, next.angular_velocity, h)
}

/// `L₁ = L - h w × L`, shortened to |L|; then `q₁ = q + ½ h ω₁ q`, normalised.
fn clamped(moments: &Vector3<f64>, state: State, h: f64) -> State {
    let w = state.in_body();
    let momentum = w.component_mul(moments);
    let longer = momentum - w.cross(&momentum) * h;
    let next = longer * (momentum.norm() / longer.norm());
    let next = state.with_in_body(next.component_div(moments));
    let rate = Quaternion::from_imag(next.angular_velocity) * *next.orientation;
    State {
        orientation: UnitQuaternion::new_normalize(*next.orientation + rate * (0.5 * h)),
        ..next
    }
}

/// Runge and Kutta's method of fourth order for `q' = ½ q I⁻¹ (q* L q)`, with L kept in the world.
fn runge_kutta(moments: &Vector3<f64>, state: State, h: f64) -> State {
    let momentum = state.momentum(moments);
    let spin = |q: &Quaternion<f64>| {
        let orientation = UnitQuaternion::new_normalize(*q);
        (orientation.inverse_transform_vector(&momentum)).component_div(moments)
    };
    let rate = |q: Quaternion<f64>| q * Quaternion::from_imag(spin(&q)) * 0.5;
    let q = *state.orientation;
    let first = rate(q);
    let second = rate(q + first * (0.5 * h));
    let third = rate(q + second * (0.5 * h));
    let fourth = rate(q + third * h);
    let end = q + (first + (second + third) * 2.0 + fourth) * (h / 6.0);
    let next = State {
        orientation: UnitQuaternion::new_normalize(end),
        ..state
    };
    next.with_in_body(spin(&end))
}
