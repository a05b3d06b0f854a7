//! Which bodies might cross a plane in a step: a cheap question to all of them, for a careful one to a few.

use multiversion::multiversion;
use nalgebra::{ComplexField, RealField, SVector};

use super::GroupFlow;
use crate::ballistics::Plane;
use crate::flow::Along;
use crate::space::{Float, narrow, widen};

/// What tells whether a body might cross a plane in a step.
///
/// From a height `h₀` to a height `h₁` in a time T, a path whose acceleration along the normal is at most A stays within
/// `A T²/8` of the straight line between the two. So it is certainly clear of the plane if both are further than that
/// on the same side. Under `a = c + j t - B v - K x` the acceleration swings freely, `a'' = -B a' - K a`, and
///
/// ```text
/// A ≤ P |a₀| + Q |a₀'|     |a₀| ≤ |c| + |B| |v| + |K| |x|     |a₀'| ≤ |j| + |B| |a₀| + |K| |v|
/// ```
///
/// where it is bounded by what is driven and repelled by as much as it is damped and held: `P = e^((|γ| + √|K|) T)` and
/// `Q = T P` (G does no work).
pub(super) struct CrossingFilter<T, const D: usize> {
    normal: SVector<T, D>,
    distance: T,
    change: Along<T, D>,
    /// How far a body may dip from the straight line, or be moved by rounding: for each \[m\] of position, for each
    /// \[m/s\] of velocity, and besides.
    dip: [T; 3],
}

impl<T: Float, const D: usize> CrossingFilter<T, D> {
    /// For a step of a group that starts at `time` \[s\].
    pub(super) fn new(group_flow: &GroupFlow<T, D>, plane: &Plane<T, D>, time: T) -> Self {
        let change = group_flow.flow.along(&plane.normal, time);
        let dips = dips(group_flow, plane, widen(time));
        let grains = grains(&change, plane);
        Self {
            normal: plane.normal,
            distance: plane.distance,
            // a sixteenth for the rounding of the bound itself
            dip: core::array::from_fn(|i| narrow(1.0625 * (dips[i] + grains[i]))),
            change,
        }
    }

    /// Tells of each body whether it might cross, and whether any might.
    pub(super) fn look(&self, positions: &[T], velocities: &[T], near: &mut [bool]) -> bool {
        look(self, positions, velocities, near)
    }
}

/// How far a body dips below the straight line at most, for each \[m\] of position, \[m/s\] of velocity, and
/// besides.
fn dips<T: Float, const D: usize>(
    group_flow: &GroupFlow<T, D>,
    plane: &Plane<T, D>,
    time: f64,
) -> [f64; 3] {
    let law = group_flow.law.wide();
    let dt = widen(group_flow.dt).abs();
    let constant = (law.constant + law.ramp * time).norm();
    let turning = law.damping.abs() + law.gyration.norm();
    let holding = law.stiffness.abs() + law.tide.norm();
    let growth = ComplexField::exp((law.damping.abs() + ComplexField::sqrt(holding)) * dt);
    let (stay, push) = (growth, dt * growth);
    let share = 0.125 * dt * dt * plane.normal.map(widen).norm();
    let start = stay + push * turning;
    [
        share * (start * holding),
        share * (start * turning + push * holding),
        share * (start * constant + push * law.ramp.norm()),
    ]
}

/// What rounding can do to a height, before and after the step, likewise.
fn grains<T: Float, const D: usize>(change: &Along<T, D>, plane: &Plane<T, D>) -> [f64; 3] {
    let [from_x, from_v, shift] = change.growth.map(widen);
    let normal = plane.normal.map(widen).lp_norm(1);
    let grain = 16.0 * widen(T::default_epsilon());
    let distance = widen(plane.distance).abs();
    [
        grain * normal * (2.0 + from_x),
        grain * normal * from_v,
        grain * (normal * shift + 2.0 * distance),
    ]
}

/// [`CrossingFilter::look`].
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn look<T: RealField + Copy, const D: usize>(
    near: &CrossingFilter<T, D>,
    positions: &[T],
    velocities: &[T],
    found: &mut [bool],
) -> bool {
    let [dip_by_position, dip_by_velocity, dip] = near.dip;
    let [normal, from_x, from_v]: [[T; D]; 3] = [
        near.normal.into(),
        near.change.from_position.into(),
        near.change.from_velocity.into(),
    ];
    let mut any = false;
    let states = positions.as_chunks::<D>().0.iter();
    let states = states.zip(velocities.as_chunks::<D>().0);
    for ((x, v), found) in states.zip(found) {
        let (mut height, mut change) = (-near.distance, near.change.shift);
        let mut dip = dip;
        for axis in 0..D {
            height += normal[axis] * x[axis];
            change += from_x[axis] * x[axis] + from_v[axis] * v[axis];
            dip += x[axis].abs() * dip_by_position + v[axis].abs() * dip_by_velocity;
        }
        let after = height + change;
        // what is not a number is looked at
        let is_above = (height > dip) & (after > dip);
        let is_below = (height < -dip) & (after < -dip);
        *found = !(is_above | is_below);
        any |= *found;
    }
    any
}
