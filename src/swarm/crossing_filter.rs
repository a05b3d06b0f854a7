//! Which bodies might cross a plane in a step: a cheap test of all bodies, before the search among a few.

use core::array;

use multiversion::multiversion;
use nalgebra::{ComplexField, RealField, SVector};

use super::GroupFlow;
use super::bounce_path::PREPARED;
use crate::ballistics::Plane;
use crate::flow::HeightFlow;
use crate::numbers::{Float, from_f64, larger, to_f64};

/// Tests whether a body might cross a plane in a step; never excludes one that does.
///
/// If the acceleration along the normal is at most A, a path from height `h₀` to height `h₁` in a time T
/// stays within `A T²/8` of the straight line between them. So the body cannot reach the plane if both
/// heights are larger than that, on the same side.
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
    /// Height below which a body that stays there counts as clear of the plane \[m\]: zero, or minus infinity.
    lowest: T,
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
            lowest: T::zero(),
        }
    }

    /// The filter for bodies that must not be below the plane: only those that stay above it cannot cross it.
    pub(super) fn only_above(mut self) -> Self {
        self.lowest = from_f64(f64::NEG_INFINITY);
        self
    }

    /// Whether all bodies whose components are between these extremes stay above the plane.
    pub(super) fn is_above_all(&self, [positions, velocities]: &[Extremes<T, D>; 2]) -> bool {
        let [per_position, per_velocity, constant] = self.deviation;
        let (mut before, mut after) = (-self.distance, self.change.shift - self.distance);
        let mut deviation = constant;
        for axis in 0..D {
            let (x, v) = (positions.along(axis), velocities.along(axis));
            let least = |factor: T, [low, high]: [T; 2]| (factor * low).min(factor * high);
            before += least(self.normal[axis], x);
            after += least(self.normal[axis] + self.change.from_position[axis], x)
                + least(self.change.from_velocity[axis], v);
            let size = |[low, high]: [T; 2]| low.abs().max(high.abs());
            // twice: these sums are rounded, too
            deviation += (size(x) * per_position + size(v) * per_velocity) * from_f64(2.0);
        }
        before > deviation && after > deviation
    }

    /// Sets for each body whether it might cross. Returns whether any might.
    pub(super) fn mark(&self, positions: &[T], velocities: &[T], might_cross: &mut [bool]) -> bool {
        mark(self, positions, velocities, might_cross)
    }
}

/// Filters for bodies that live above planes.
pub(super) struct PlaneFilters<'a, T, const D: usize> {
    group_flow: &'a GroupFlow<T, D>,
    planes: &'a [Plane<T, D>],
    time: T,
    /// Those of the first planes.
    prepared: [Option<CrossingFilter<T, D>>; PREPARED],
}

impl<'a, T: Float, const D: usize> PlaneFilters<'a, T, D> {
    /// The filters for a step of a group that starts at `time` \[s\].
    pub(super) fn new(group_flow: &'a GroupFlow<T, D>, planes: &'a [Plane<T, D>], time: T) -> Self {
        let filter = |plane| CrossingFilter::new(group_flow, plane, time).only_above();
        Self {
            group_flow,
            planes,
            time,
            prepared: array::from_fn(|place| planes.get(place).map(filter)),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = CrossingFilter<T, D>> {
        let others = self.planes.iter().skip(PREPARED);
        let filter = |plane| CrossingFilter::new(self.group_flow, plane, self.time).only_above();
        (self.prepared.iter().flatten().copied()).chain(others.map(filter))
    }
}

/// Bound `A T²/8` on the deviation from the straight line, as in [`CrossingFilter::deviation`].
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

/// Bound on the rounding of the heights before and after the step, as in [`CrossingFilter::deviation`].
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
            // |x| and |v| by the sum of magnitudes, which is not less
            deviation += x[axis].abs() * per_position + v[axis].abs() * per_velocity;
        }
        let after = height + change;
        // NaN is neither above nor below: such a body is searched
        let is_above = (height > deviation) & (after > deviation);
        let is_below = (height < -deviation) & (after < filter.lowest - deviation);
        *might_cross = !(is_above | is_below);
        any |= *might_cross;
    }
    any
}

/// The least and the largest component of some vectors, along each axis.
pub(super) struct Extremes<T, const D: usize> {
    low: SVector<T, D>,
    high: SVector<T, D>,
}

/// Lanes that are left for each axis to compare one by one: a multiple of vectors of 1, 2, 3 or 4 axes.
const LAST_LANES: usize = 12;

impl<T: Float, const D: usize> Extremes<T, D> {
    /// Those of some vectors; numbers that are NaN are passed over.
    pub(super) fn of(numbers: &[T]) -> Self {
        let infinity: T = from_f64(f64::INFINITY);
        let mut extremes = Self {
            low: SVector::repeat(infinity),
            high: SVector::repeat(-infinity),
        };
        let rest = if LAST_LANES.is_multiple_of(D) {
            // six vector registers for the least numbers and six for the largest, of 32 bytes
            let ([low, high], rest) = if size_of::<T>() > 4 {
                lane_extremes::<T, 24>(numbers, infinity)
            } else {
                lane_extremes::<T, 48>(numbers, infinity)
            };
            for lane in 0..LAST_LANES {
                extremes.include(lane % D, [low[lane], high[lane]]);
            }
            rest
        } else {
            numbers
        };
        for (place, number) in rest.iter().enumerate() {
            extremes.include(place % D, [*number; 2]);
        }
        extremes
    }

    fn include(&mut self, axis: usize, [low, high]: [T; 2]) {
        self.low[axis] = smaller(self.low[axis], low);
        self.high[axis] = larger(self.high[axis], high);
    }

    fn along(&self, axis: usize) -> [T; 2] {
        [self.low[axis], self.high[axis]]
    }
}

/// The smaller of two numbers; the first if one of them is NaN.
fn smaller<T: PartialOrd>(a: T, b: T) -> T {
    if b < a { b } else { a }
}

/// The least and the largest numbers of each lane of [`LAST_LANES`], and the rest of the numbers.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn lane_extremes<T: RealField + Copy, const LANES: usize>(
    numbers: &[T],
    infinity: T,
) -> ([[T; LAST_LANES]; 2], &[T]) {
    let (chunks, rest) = numbers.as_chunks::<LANES>();
    let (mut low, mut high) = ([infinity; LANES], [-infinity; LANES]);
    for chunk in chunks {
        for lane in 0..LANES {
            low[lane] = smaller(low[lane], chunk[lane]);
            high[lane] = larger(high[lane], chunk[lane]);
        }
    }
    let mut last = [[infinity; LAST_LANES], [-infinity; LAST_LANES]];
    for start in (0..LANES).step_by(LAST_LANES) {
        for lane in 0..LAST_LANES {
            last[0][lane] = smaller(last[0][lane], low[start + lane]);
            last[1][lane] = larger(last[1][lane], high[start + lane]);
        }
    }
    (last, rest)
}
