//! Steps that report which bodies crossed a plane, and at what time.

use super::aligned_vec::flat;
use super::crossing_search::{CrossingSearch, SEARCH_BLOCK};
use super::error::SwarmError;
use super::{GroupFlow, Laws, Swarm};
use crate::flow::HeightFlow;
use crate::numbers::{Float, from_f64, to_f64};
use crate::trajectory::{Crossing, Plane};
use alloc::vec::Vec;
use core::array;
use multiversion::multiversion;
use nalgebra::{ComplexField, RealField, SVector};

/// The exact state of a body at its first crossing of a plane in a step.
///
/// ```
/// use kinstep_flow::trajectory::{Crossing, Plane};
/// use kinstep_swarm::{LinearLaw, Swarm2};
///
/// let mut swarm = Swarm2::with_capacity(1);
/// swarm.push([0.0, 1.5], [2.0, -3.0])?;
/// let ground = Plane::new([0.0, 1.0], 0.0);
/// let mut landed = Vec::new();
/// swarm.step_across(&LinearLaw::free(), 1.0, &ground, Crossing::Descending, &mut landed)?;
/// assert_eq!((landed[0].body, landed[0].time, landed[0].position.x), (0, 0.5, 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Landed<T, const D: usize> {
    /// Index of the body in the slices of the swarm.
    pub body: usize,
    /// Time of the crossing since the start of the step \[s\]; negative in a backward step.
    pub time: T,
    /// Position at the crossing, on the plane \[m\].
    pub position: SVector<T, D>,
    /// Velocity at the crossing \[m/s\].
    pub velocity: SVector<T, D>,
}

impl<T: Float, const D: usize> Swarm<T, D> {
    /// Makes a [`step`](Self::step) by `dt` \[s\], and lists the bodies that crossed a plane in the
    /// given direction. The list has the first crossing of each body, with ascending indices.
    ///
    /// The bodies move through the plane exactly as by `step`, to the bit. The caller removes the
    /// landed bodies by [`remove_landed`](Self::remove_landed), or gives them new states. `landed`
    /// is cleared first; if it is reused for every step, no memory is allocated.
    ///
    /// The crossings are those of
    /// [`Trajectory::crossing`](crate::trajectory::Trajectory::crossing). The motion within the
    /// step is known, so no crossing is missed, and none is spurious. A body that is on the plane,
    /// to rounding, at the end of a step has crossed it if it continues to the other side. A body
    /// that is on the plane at the start of a step does not cross it there. So each crossing is
    /// reported in exactly one step, and a body that is put on the plane to bounce is not reported
    /// again. A body that only touches the plane does not cross it.
    ///
    /// In a backward step the first crossing is the one with the latest time. Ascending and
    /// descending always refer to motion forward in time.
    ///
    /// ```
    /// use kinstep_flow::trajectory::{Crossing, Plane};
    /// use kinstep_swarm::{LinearLaw, Swarm3};
    ///
    /// let law = LinearLaw::gravity([0.0, -9.81, 0.0]) + LinearLaw::drag(0.1);
    /// let ground = Plane::new([0.0, 1.0, 0.0], 0.0);
    /// let mut sparks = Swarm3::with_capacity(100);
    /// for spark in 0..100 {
    ///     sparks.push([0.0, 2.0, 0.0], [3.0, 0.1 * f64::from(spark), 0.0])?;
    /// }
    /// let mut landed = Vec::new();
    /// while !sparks.is_empty() {
    ///     sparks.step_across(&law, 1.0 / 60.0, &ground, Crossing::Descending, &mut landed)?;
    ///     for spark in &landed {
    ///         assert!(spark.position.y.abs() < 1e-15 && spark.velocity.y < 0.0);
    ///     }
    ///     sparks.remove_landed(&landed)?;
    /// }
    /// assert!(sparks.time() > 2.1 && sparks.time() < 2.2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the plane is not finite or its normal is zero, or if `step` fails. The swarm is then unchanged, and `landed` is empty.
    pub fn step_across(
        &mut self,
        laws: &impl Laws<T, D>,
        dt: T,
        plane: &Plane<T, D>,
        crossing: Crossing,
        landed: &mut Vec<Landed<T, D>>,
    ) -> Result<(), SwarmError<T>> {
        self.step_across_under(laws, dt, plane, crossing, landed)
    }

    /// Like [`step_across`](Self::step_across), for laws as a trait object.
    #[inline(never)]
    fn step_across_under(
        &mut self,
        laws: &dyn Laws<T, D>,
        dt: T,
        plane: &Plane<T, D>,
        crossing: Crossing,
        landed: &mut Vec<Landed<T, D>>,
    ) -> Result<(), SwarmError<T>> {
        landed.clear();
        check(plane)?;
        if dt == T::zero() {
            return self.step_under(laws, dt);
        }
        self.set_flows(laws, dt)?;
        self.check_overflow()?;
        let time = self.clock.time();
        for (group, group_flow) in self.flows.iter().enumerate() {
            let Some(group_flow) = group_flow else {
                continue;
            };
            let search = CrossingSearch::new(group_flow, plane, crossing, time);
            let batch_flow = group_flow.flow.batch_at(time);
            let bodies = self.groups.group(group).bodies;
            for start in bodies.clone().step_by(SEARCH_BLOCK) {
                let block = start..bodies.end.min(start + SEARCH_BLOCK);
                let positions = &mut self.positions.values_mut()[block.clone()];
                let velocities = &mut self.velocities.values_mut()[block];
                search.list_crossings(positions, velocities, start, landed);
                batch_flow.advance(flat(positions), flat(velocities));
            }
        }
        self.clock.advance(dt);
        Ok(())
    }

    /// Removes the bodies listed by the last [`step_across`](Self::step_across). The caller may
    /// have removed entries from the list, but must not have added or removed bodies since.
    ///
    /// Like [`remove`](Self::remove), this changes the indices of other bodies.
    ///
    /// # Errors
    /// Fails if the list is not ascending, or contains a body that does not exist. Then no body is removed.
    #[inline(never)]
    pub fn remove_landed(&mut self, landed: &[Landed<T, D>]) -> Result<(), SwarmError<T>> {
        if let Some(pair) = (landed.windows(2)).find(|pair| pair[0].body >= pair[1].body) {
            let (body, next) = (pair[0].body, pair[1].body);
            return Err(SwarmError::Order { body, next });
        }
        let bodies = self.len();
        if let Some(&Landed { body, .. }) = landed.last().filter(|last| last.body >= bodies) {
            return Err(SwarmError::NoSuchBody { body, bodies });
        }
        // removing a body moves only bodies at later indices, so the last body is removed first
        for landed in landed.iter().rev() {
            self.remove(landed.body);
        }
        Ok(())
    }
}

/// Fails unless the plane is finite and its normal is not zero.
fn check<T: Float, const D: usize>(plane: &Plane<T, D>) -> Result<(), SwarmError<T>> {
    let square = plane.normal.norm_squared();
    if !(square > T::zero() && square.is_finite()) {
        let length = plane.normal.norm();
        return Err(SwarmError::Normal { length });
    }
    let distance = plane.distance;
    if !distance.is_finite() {
        return Err(SwarmError::Distance { distance });
    }
    Ok(())
}

// Finds the bodies that might cross a plane in a step, by a cheap test of all bodies. Only these
// few are searched.

/// Tests whether a body might cross a plane in a step. The test never excludes a body that does
/// cross.
///
/// If the acceleration along the normal is at most A, a path from height `h₀` to height `h₁` in a
/// time T deviates by at most `A T²/8` from the straight line between them. So the body cannot
/// reach the plane if both heights are larger than this bound on the same side.
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
    /// The change of the height during the step.
    change: HeightFlow<T, D>,
    /// Upper bound of the deviation from the straight line, including rounding: `[p, q, r]` for
    /// `p |x| + q |v| + r`.
    deviation: [T; 3],
}

impl<T: Float, const D: usize> CrossingFilter<T, D> {
    /// Creates the filter for a step of a group that starts at `time` \[s\].
    pub(super) fn new(group_flow: &GroupFlow<T, D>, plane: &Plane<T, D>, time: T) -> Self {
        let change = group_flow.flow.along(&plane.normal, time);
        let curvature = curvature_bound(group_flow, plane, to_f64(time));
        let rounding = rounding_bound(&change, plane);
        Self {
            normal: plane.normal,
            distance: plane.distance,
            // adds 1/16 for the rounding error of the bound itself
            deviation: array::from_fn(|i| from_f64(1.0625 * (curvature[i] + rounding[i]))),
            change,
        }
    }

    /// Marks each body that might cross. Returns whether there is any.
    pub(super) fn mark(&self, positions: &[T], velocities: &[T], might_cross: &mut [bool]) -> bool {
        mark(self, positions, velocities, might_cross)
    }
}

/// Returns the upper bound `A T²/8` of the deviation from the straight line, in the form of
/// [`CrossingFilter::deviation`].
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

/// Returns an upper bound of the rounding errors of the heights before and after the step, in the
/// form of [`CrossingFilter::deviation`].
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

/// Like [`CrossingFilter::mark`], as a plain function.
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
            // the sum of the absolute values of its components is an upper bound of |x|, and of |v|
            deviation += x[axis].abs() * per_position + v[axis].abs() * per_velocity;
        }
        let after = height + change;
        // NaN is neither above nor below, so such a body is searched
        let is_above = (height > deviation) & (after > deviation);
        let is_below = (height < -deviation) & (after < -deviation);
        *might_cross = !(is_above | is_below);
        any |= *might_cross;
    }
    any
}
