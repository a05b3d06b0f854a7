//! Finds the bodies that might cross a plane in a step: a cheap test of all bodies, before the search among a few.

use core::array;

use multiversion::multiversion;
use nalgebra::{ComplexField, RealField, SVector};

use super::GroupFlow;
use crate::flow::HeightFlow;
use crate::numbers::{Float, from_f64, to_f64};
use crate::trajectory::Plane;

/// Tests whether a body might cross a plane in a step; never excludes one that does.
///
/// If the acceleration along the normal is at most A, a path from height `h₀` to height `h₁` in a time T stays within
/// `A T²/8` of the straight line between them. So the body cannot reach the plane if both heights exceed this bound on the
/// same side.
///
/// The law is `a = c + j t - B v - K x`, where B holds the drag rate γ and the gyration G. Two derivatives
/// give `a'' = -B a' - K a`, a free oscillation. G does no work, and replacing `-γ` and `-K` by `+|γ|` and
/// `+|K|` bounds the rest:
///
/// ```text
/// A ≤ P |a₀| + Q |a₀'|,   P = e^((|γ| + √|K|) T),   Q = T P
/// |a₀| ≤ |c| + |B| |v| + |K| |x|,   |a₀'| ≤ |j| + |B| |a₀| + |K| |v|
/// ```
#[derive(Clone, Copy)]
pub(super) struct CrossingFilter<T, const D: usize> {
    normal: SVector<T, D>,
    distance: T,
    /// The change of height over the step.
    change: HeightFlow<T, D>,
    /// Bound on the deviation from the straight line, with rounding: `[p, q, r]` for `p |x| + q |v| + r`.
    deviation: [T; 3],
}

impl<T: Float, const D: usize> CrossingFilter<T, D> {
    /// The filter for a step of a group that starts at `time` \[s\].
    pub(super) fn new(group_flow: &GroupFlow<T, D>, plane: &Plane<T, D>, time: T) -> Self {
        let change = group_flow.flow.along(&plane.normal, time);
        let curvature = curvature_bound(group_flow, plane, to_f64(time));
        let rounding = rounding_bound(&change, plane);
        Self {
            normal: plane.normal,
            distance: plane.distance,
            // 1/16 more covers the rounding of the bound itself
            deviation: array::from_fn(|i| from_f64(1.0625 * (curvature[i] + rounding[i]))),
            change,
        }
    }

    /// Sets for each body whether it might cross. Returns whether any might.
    pub(super) fn mark(&self, positions: &[T], velocities: &[T], might_cross: &mut [bool]) -> bool {
        mark(self, positions, velocities, might_cross)
    }
}

/// Bound `A T²/8` on the deviation from the straight line, in the form of [`CrossingFilter::deviation`].
fn curvature_bound<T: Float, const D: usize>(
    group_flow: &GroupFlow<T, D>,
    plane: &Plane<T, D>,
    time: f64,
) -> [f64; 3] {
    let law = group_flow.law.wide();
    let dt = to_f64(group_flow.dt).abs();
    let constant = (law.constant + law.ramp * time).norm();
    // |B| and |K|
    let b = law.damping.abs() + law.gyration.norm();
    let k = law.stiffness_per_mass.abs() + law.tide.norm();
    let p = ComplexField::exp((law.damping.abs() + ComplexField::sqrt(k)) * dt);
    let q = dt * p;
    // A = (P + Q |B|) |a₀| + Q (|j| + |K| |v|), sorted by |x|, |v| and the rest
    let from_a = p + q * b;
    let scale = 0.125 * dt * dt * plane.normal.map(to_f64).norm();
    [
        scale * (from_a * k),
        scale * (from_a * b + q * k),
        scale * (from_a * constant + q * law.ramp.norm()),
    ]
}

/// Bound on the rounding of the heights before and after the step, in the form of [`CrossingFilter::deviation`].
fn rounding_bound<T: Float, const D: usize>(
    change: &HeightFlow<T, D>,
    plane: &Plane<T, D>,
) -> [f64; 3] {
    let [from_x, from_v, shift] = change.growth.map(to_f64);
    let normal = plane.normal.map(to_f64).lp_norm(1);
    // each height sums fewer than 16 rounded terms
    let epsilon = 16.0 * to_f64(T::default_epsilon());
    let distance = to_f64(plane.distance).abs();
    [
        epsilon * normal * (2.0 + from_x),
        epsilon * normal * from_v,
        epsilon * (normal * shift + 2.0 * distance),
    ]
}

/// [`CrossingFilter::mark`].
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn mark<T: RealField + Copy, const D: usize>(
    filter: &CrossingFilter<T, D>,
    positions: &[T],
    velocities: &[T],
    might_cross: &mut [bool],
) -> bool {
    let [per_position, per_velocity, constant] = filter.deviation;
    let [normal, from_x, from_v]: [[T; D]; 3] = [
        filter.normal.into(),
        filter.change.from_position.into(),
        filter.change.from_velocity.into(),
    ];
    let mut any = false;
    let states = positions.as_chunks::<D>().0.iter();
    let states = states.zip(velocities.as_chunks::<D>().0);
    for ((x, v), might_cross) in states.zip(might_cross) {
        let (mut height, mut change) = (-filter.distance, filter.change.shift);
        let mut deviation = constant;
        for axis in 0..D {
            height += normal[axis] * x[axis];
            change += from_x[axis] * x[axis] + from_v[axis] * v[axis];
            // bounds |x| and |v| by the sum of the magnitudes of their components
            deviation += x[axis].abs() * per_position + v[axis].abs() * per_velocity;
        }
        let after = height + change;
        // NaN is neither above nor below: such a body is searched
        let is_above = (height > deviation) & (after > deviation);
        let is_below = (height < -deviation) & (after < -deviation);
        *might_cross = !(is_above | is_below);
        any |= *might_cross;
    }
    any
}
