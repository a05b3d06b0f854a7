//! Maps by which an isotropic flow moves one component of a state.
//!
//! A rounded matrix is not symplectic: applied at every step, its rounding errors cause a drift of
//! the energy of a spring. A product of shears is symplectic for any rounding of its coefficients,
//! so springs use shears. If a step removes most of a velocity, or doubles it, no state exists long
//! enough to drift, and the matrix is applied directly.
//!
//! Decaying components end at zero, or near the smallest number that is not replaced by zero (see
//! [`coarsened`]).

use nalgebra::{ComplexField, RealField};

use super::{Propagator, Response};
use crate::numbers::{coarsened, flushed, from_f64};

/// A map of position and velocity along one axis.
pub(super) trait Move<T: RealField + Copy>: Copy {
    /// Returns position and velocity after the flow.
    fn moved(&self, state: [T; 2], shift: [T; 2]) -> [T; 2];

    /// Returns the displacement by the flow, and the velocity after the flow.
    #[inline(always)]
    fn displaced(&self, state: [T; 2], shift: [T; 2]) -> [T; 2] {
        let [x, v] = self.moved(state, shift);
        [x - state[0], v]
    }
}

/// Map of an isotropic flow, selected once for a law and a duration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Form<T> {
    Fall(Fall<T>),
    Coast(Coast<T>),
    Kicked(Kicked<T>),
    Shears(Shears<T>),
    HalfTurns(HalfTurns<T>),
    Rows(Rows<T>),
}

/// Map if there is no spring and little drag: `x' = x + way v`, `v' = v + loss v`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Coast<T> {
    way: T,
    loss: T,
}

/// Like [`Coast`], for velocities that do not decay to zero: without drag, or with a constant force
/// along each axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Fall<T>(Coast<T>);

/// Like [`Coast`], but with kicks even positions may decay to zero.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Kicked<T>(Coast<T>);

/// Three shears with determinant `1 + loss = e^(-γh)`:
///
/// ```text
/// y = x + first v        v' = v + loss v + pull y        x' = y + last v'
/// ```
///
/// The shears are equal to the flow for `pull = -ω² S`, `last = S₁/S` and
/// `first = S - last (1 - γ S - ω² S₁)`. A constant acceleration c adds `c S` to v' only.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shears<T> {
    first: T,
    loss: T,
    pull: T,
    last: T,
}

/// Two equal halves of an oscillation of at most half a cycle, and the decay during the omitted
/// whole cycles.
///
/// The shears of a single step have a pole at half a cycle; those of two halves do not. The angle
/// of the oscillation is reduced to `[-π, π]`, because a whole cycle changes a state only by its
/// decay.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct HalfTurns<T> {
    half: Shears<T>,
    /// The sum of `first` and `last` of the halves.
    middle: T,
    /// The decay during the whole cycles, minus 1.
    decay: T,
}

/// Both rows of the matrix of a flow. If `keep` of a row is 1, the row does not include the identity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rows<T> {
    keep: [T; 2],
    position: [T; 2],
    velocity: [T; 2],
}

/// Properties of a law's constant and ramp that decide the form.
pub(super) struct Push {
    /// Whether a force along every axis prevents velocities from decaying to zero.
    pub(super) is_along_all_axes: bool,
    pub(super) ramps: bool,
}

/// Decay or growth `|γ h|` in a step above which the matrix is applied row by row.
const STRONG: f64 = 0.7;

/// Maximum squared angle of a step, circular or hyperbolic, for which three shears are used,
/// because they are then far from their poles.
const NEAR: f64 = 4.0;

impl<T: RealField + Copy> Form<T> {
    /// Computes the form for the drag rate γ \[1/s\] and the stiffness ω² \[1/s²\], for `dt` \[s\]
    /// with the propagator `whole`.
    pub(super) fn new(
        [damping, stiffness]: [f64; 2],
        dt: f64,
        whole: &Propagator,
        push: &Push,
    ) -> Self {
        let is_weak = ComplexField::abs(damping * dt) <= STRONG;
        if stiffness == 0.0 && is_weak {
            let coast = Coast {
                way: from_f64(whole.response.velocity),
                loss: from_f64(-damping * whole.response.velocity),
            };
            let never_fades = damping == 0.0 || push.is_along_all_axes;
            return if never_fades {
                Self::Fall(Fall(coast))
            } else {
                Self::Coast(coast)
            };
        }
        let half = 0.5 * damping;
        let square = ComplexField::mul_add(-half, half, stiffness) * dt * dt;
        if stiffness == 0.0 || !is_weak || square < -NEAR {
            Self::Rows(Rows::new([damping, stiffness], whole))
        } else if square > NEAR {
            let frequency = ComplexField::sqrt(ComplexField::mul_add(-half, half, stiffness));
            let (sine, cosine) = ComplexField::sin_cos(frequency * dt);
            let rest = RealField::atan2(sine, cosine) / frequency;
            Self::HalfTurns(HalfTurns::new([damping, stiffness], dt, rest))
        } else if push.ramps {
            Self::HalfTurns(HalfTurns::new([damping, stiffness], dt, dt))
        } else {
            Self::Shears(Shears::new([damping, stiffness], dt, whole))
        }
    }

    /// Returns the identity map, for flows that are completely described by matrices.
    pub(super) fn still() -> Self {
        Self::Fall(Fall(Coast {
            way: T::zero(),
            loss: T::zero(),
        }))
    }

    /// Returns this form for use with kicks, with which any component may decay to zero.
    pub(super) fn beside_kicks(self) -> Self {
        match self {
            Self::Fall(Fall(coast)) | Self::Coast(coast) => Self::Kicked(Kicked(coast)),
            other => other,
        }
    }
}

impl<T: RealField + Copy> Shears<T> {
    fn new([damping, stiffness]: [f64; 2], dt: f64, whole: &Propagator) -> Self {
        let Response {
            velocity: s,
            position: s1,
            ..
        } = whole.response;
        let last = if s == 0.0 { 0.0 } else { s1 / s };
        Self {
            first: from_f64(s - last * whole.left),
            loss: from_f64(ComplexField::exp_m1(-damping * dt)),
            pull: from_f64(-stiffness * s),
            last: from_f64(last),
        }
    }
}

impl<T: RealField + Copy> HalfTurns<T> {
    /// Returns the map for `dt` \[s\]; `rest` \[s\] is `dt` without whole cycles.
    fn new([damping, stiffness]: [f64; 2], dt: f64, rest: f64) -> Self {
        let part = 0.5 * rest;
        let propagator = Propagator::new(damping, stiffness, part);
        let half_turn = Shears::new([damping, stiffness], part, &propagator);
        Self {
            middle: half_turn.first + half_turn.last,
            half: half_turn,
            decay: from_f64(ComplexField::exp_m1(-0.5 * damping * (dt - rest))),
        }
    }
}

impl<T: RealField + Copy> Rows<T> {
    fn new([damping, stiffness]: [f64; 2], whole: &Propagator) -> Self {
        let Propagator { stay, left, .. } = *whole;
        let Response {
            velocity: s,
            position: s1,
            ..
        } = whole.response;
        // stores the new component or its change, whichever is smaller
        let smaller = |kept: f64, change: f64| {
            if ComplexField::abs(change) < 0.5 {
                [1.0, change]
            } else {
                [0.0, kept]
            }
        };
        let pulled = product(stiffness, s1);
        let [keep_position, from_position] = smaller(stay, -pulled);
        let [keep_velocity, from_velocity] = smaller(left, -product(damping, s) - pulled);
        Self {
            keep: [keep_position, keep_velocity].map(from_f64),
            position: [from_position, s].map(from_f64),
            velocity: [-product(stiffness, s), from_velocity].map(from_f64),
        }
    }
}

impl<T: RealField + Copy> Move<T> for Coast<T> {
    #[inline(always)]
    fn moved(&self, [x, v]: [T; 2], shift: [T; 2]) -> [T; 2] {
        let [x, v] = Fall(*self).moved([x, v], shift);
        [x, coarsened(v)]
    }

    #[inline(always)]
    fn displaced(&self, [x, v]: [T; 2], shift: [T; 2]) -> [T; 2] {
        let [way, v] = Fall(*self).displaced([x, v], shift);
        [way, coarsened(v)]
    }
}

impl<T: RealField + Copy> Move<T> for Fall<T> {
    #[inline(always)]
    fn moved(&self, [x, v]: [T; 2], shift: [T; 2]) -> [T; 2] {
        let [way, v] = self.displaced([x, v], shift);
        [x + way, v]
    }

    #[inline(always)]
    fn displaced(&self, [_, v]: [T; 2], [shift_x, shift_v]: [T; 2]) -> [T; 2] {
        let Coast { way, loss } = self.0;
        [v * way + shift_x, v + (v * loss + shift_v)]
    }
}

impl<T: RealField + Copy> Move<T> for Kicked<T> {
    #[inline(always)]
    fn moved(&self, state: [T; 2], shift: [T; 2]) -> [T; 2] {
        Fall(self.0).moved(state, shift).map(coarsened)
    }
}

impl<T: RealField + Copy> Move<T> for Shears<T> {
    #[inline(always)]
    fn moved(&self, [x, v]: [T; 2], [_, shift_v]: [T; 2]) -> [T; 2] {
        let y = x + v * self.first;
        let after = coarsened(v + ((v * self.loss + y * self.pull) + shift_v));
        [coarsened(y + after * self.last), after]
    }

    #[inline(always)]
    fn displaced(&self, [x, v]: [T; 2], [_, shift_v]: [T; 2]) -> [T; 2] {
        let ahead = v * self.first;
        let pulled = (x + ahead) * self.pull;
        let after = coarsened(v + ((v * self.loss + pulled) + shift_v));
        [ahead + after * self.last, after]
    }
}

impl<T: RealField + Copy> Move<T> for HalfTurns<T> {
    #[inline(always)]
    fn moved(&self, [x, v]: [T; 2], shift: [T; 2]) -> [T; 2] {
        let [way, after] = self.displaced([x, v], shift);
        [flushed(x + way), after]
    }

    #[inline(always)]
    fn displaced(&self, [x, v]: [T; 2], [shift_x, shift_v]: [T; 2]) -> [T; 2] {
        let Shears {
            first,
            loss,
            pull,
            last,
        } = self.half;
        let way = v * first;
        let v = v + (v * loss + (x + way) * pull);
        let way = way + v * self.middle;
        let v = v + (v * loss + (x + way) * pull);
        let way = way + v * last;
        [
            way + ((x + way) * self.decay + shift_x),
            flushed(v + (v * self.decay + shift_v)),
        ]
    }
}

impl<T: RealField + Copy> Move<T> for Rows<T> {
    #[inline(always)]
    fn moved(&self, [x, v]: [T; 2], [shift_x, shift_v]: [T; 2]) -> [T; 2] {
        let row = |kept: T, [from_position, from_velocity]: [T; 2], shift: T| {
            flushed(kept + (x * from_position + v * from_velocity + shift))
        };
        let [keep_position, keep_velocity] = self.keep;
        [
            row(x * keep_position, self.position, shift_x),
            row(v * keep_velocity, self.velocity, shift_v),
        ]
    }
}

/// Returns `a b` with 0 · ∞ = 0, because a zero coefficient may be multiplied by an overflowed
/// response.
#[must_use]
pub fn product(a: f64, b: f64) -> f64 {
    if a == 0.0 { 0.0 } else { a * b }
}
