//! Kicked steps, in which forces that are not linear act on blocks of bodies.

use super::aligned_vec::{AlignedVec, BodySlices, flat, flat_ref, run_on_threads};
use super::{ComponentBound, Group, GroupFlow, Laws, Swarm, SwarmError};
use crate::clock::Clock;
use crate::flow::Flow;
use crate::numbers::{Float, are_finite, from_f64, is_finite};
use multiversion::multiversion;
use nalgebra::SVector;

/// Number of bodies for which a force is evaluated at once. So few bodies stay in the fastest
/// cache.
const KICK_BLOCK: usize = 256;

/// Steps of one group. Each consists of half a flow, a kick, and half a flow.
struct KickedSteps<'a, T, const D: usize> {
    half: &'a Flow<T, D>,
    force: &'a dyn BlockForce<T, D>,
    group: &'a Group<T>,
    /// The clock at the start of the first step.
    clock: Clock<T>,
    dt: T,
    steps: usize,
}

impl<T: Float, const D: usize> KickedSteps<'_, T, D> {
    /// Makes all steps, one block after the other. Returns the index of the first body whose final
    /// state is not finite.
    fn advance(&self, part: BodySlices<'_, SVector<T, D>, 2, 2>) -> Option<usize> {
        let mut accelerations = [SVector::zeros(); KICK_BLOCK];
        let mut midpoint = [SVector::zeros(); KICK_BLOCK];
        let mut first = part.first;
        let [x_before, v_before] = part.read.map(|slice| slice.chunks(KICK_BLOCK));
        let [x, v] = part.written.map(|slice| slice.chunks_mut(KICK_BLOCK));
        let (before, after) = (x_before.zip(v_before), x.zip(v));
        for ((x_before, v_before), (x, v)) in before.zip(after) {
            x.copy_from_slice(x_before);
            v.copy_from_slice(v_before);
            let mut clock = self.clock;
            for _ in 0..self.steps {
                let start = clock.time();
                let middle = start + self.dt * from_f64(0.5);
                let buffers = [&mut accelerations[..x.len()], &mut midpoint[..x.len()]];
                self.half.advance_flat(flat(x), flat(v), start);
                self.kick(x, v, first, middle, buffers);
                self.half.advance_flat(flat(x), flat(v), middle);
                clock.advance(self.dt);
            }
            if let Some(index) = first_non_finite(x, v) {
                return Some(first + index);
            }
            first += x.len();
        }
        None
    }

    /// Adds `a(x, v, t) dt` to v in the middle of the step, by the midpoint rule if a depends on v.
    /// `first` is the index of the body with the position `x[0]`.
    fn kick(
        &self,
        x: &[SVector<T, D>],
        v: &mut [SVector<T, D>],
        first: usize,
        time: T,
        [accelerations, midpoint]: [&mut [SVector<T, D>]; 2],
    ) {
        let evaluate = |velocities: &[SVector<T, D>], accelerations: &mut [SVector<T, D>]| {
            accelerations.fill(SVector::zeros());
            let block = Block {
                positions: x,
                velocities,
                first,
                group: self.group,
                time,
            };
            self.force.accelerate(&block, accelerations);
        };
        evaluate(v, accelerations);
        if self.force.depends_on_velocity() {
            // midpoint rule: a(v + a(v) dt/2)
            midpoint.copy_from_slice(v);
            add(
                flat(midpoint),
                flat_ref(accelerations),
                self.dt * from_f64(0.5),
            );
            evaluate(midpoint, accelerations);
        }
        add(flat(v), flat_ref(accelerations), self.dt);
    }
}

/// Adds `a h` to v, component by component.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn add<T: Float>(v: &mut [T], a: &[T], h: T) {
    for (v, a) in v.iter_mut().zip(a) {
        *v += *a * h;
    }
}

/// Returns the index of the first body whose state is not finite.
pub(super) fn first_non_finite<T: Float, const D: usize>(
    x: &[SVector<T, D>],
    v: &[SVector<T, D>],
) -> Option<usize> {
    if are_finite(flat_ref(x)) && are_finite(flat_ref(v)) {
        return None;
    }
    x.iter()
        .zip(v)
        .position(|(x, v)| !(is_finite(x) && is_finite(v)))
}

impl<T: Float, const D: usize> Swarm<T, D> {
    /// Moves all bodies by `dt` \[s\] under linear laws and one other force, by half a flow, a
    /// kick, and half a flow, as a `World` does under `Scheme::FlowKick`. The method is of second
    /// order and reversible.
    ///
    /// The force is evaluated in the middle of the step, for blocks of up to 256 bodies of one
    /// group. If the force does not depend on velocities,
    /// [declare this](BlockForce::depends_on_velocity): it is then evaluated half as often.
    ///
    /// The first kicked step allocates memory for a second state of each body, up to the capacity.
    /// This memory allows a failed step to leave the swarm unchanged.
    ///
    /// ```
    /// use kinstep_swarm::{Block, Swarm3};
    /// use kinstep_swarm::LinearLaw;
    /// use kinstep_swarm::nalgebra::Vector3;
    ///
    /// // a thousand bodies about a star, and in thin gas
    /// let mut swarm = Swarm3::with_capacity(1000);
    /// for i in 0..1000 {
    ///     swarm.push([1.0 + f64::from(i), 0.0, 0.0], [0.0, 1.0 / (1.0 + f64::from(i)).sqrt(), 0.0])?;
    /// }
    /// let star = |block: &Block<f64, 3>, accelerations: &mut [Vector3<f64>]| {
    ///     for (position, acceleration) in block.positions.iter().zip(accelerations) {
    ///         *acceleration -= position / position.norm().powi(3);
    ///     }
    /// };
    /// for _ in 0..100 {
    ///     swarm.step_kicked(&LinearLaw::drag(1e-4), &star, 0.01)?;
    /// }
    /// assert!((swarm.positions()[0].norm() - 1.0).abs() < 1e-3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`step`](Self::step), and if there is not enough memory. The swarm is then
    /// unchanged.
    pub fn step_kicked(
        &mut self,
        laws: &impl Laws<T, D>,
        force: &impl BlockForce<T, D>,
        dt: T,
    ) -> Result<(), SwarmError<T>> {
        self.steps_kicked(laws, force, dt, 1)
    }

    /// Makes `steps` [kicked steps](Self::step_kicked) of `dt` \[s\] in one pass: each block of
    /// bodies makes all steps before the next block starts. The result is equal to that of single
    /// steps, to the bit.
    ///
    /// # Errors
    /// Errors of [`step_kicked`](Self::step_kicked).
    pub fn steps_kicked(
        &mut self,
        laws: &impl Laws<T, D>,
        force: &impl BlockForce<T, D>,
        dt: T,
        steps: usize,
    ) -> Result<(), SwarmError<T>> {
        self.steps_under(laws, force, dt, steps)
    }

    /// Like [`steps_kicked`](Self::steps_kicked), for laws and force as trait objects.
    #[inline(never)]
    fn steps_under(
        &mut self,
        laws: &dyn Laws<T, D>,
        force: &dyn BlockForce<T, D>,
        dt: T,
        steps: usize,
    ) -> Result<(), SwarmError<T>> {
        let mut clock_after = self.clock;
        (0..steps).for_each(|_| clock_after.advance(dt));
        if !(dt.is_finite() && clock_after.is_finite()) {
            return Err(SwarmError::Duration { dt });
        }
        self.set_flows(laws, dt * from_f64(0.5))?;
        self.check_states()?;
        self.allocate_next(self.len(), self.capacity)?;
        let clock = self.clock;
        let Some([x_after, v_after]) = &mut self.next else {
            return Ok(());
        };
        for (index, group_flow) in self.flows.iter().enumerate() {
            let Some(GroupFlow { flow, .. }) = group_flow else {
                continue;
            };
            let half = &flow.beside_kicks();
            let group = &self.groups.group(index);
            let bodies = || group.bodies.clone();
            let part = BodySlices {
                first: group.bodies.start,
                read: [&self.positions, &self.velocities].map(|column| &column.values()[bodies()]),
                written: [
                    &mut x_after.values_mut()[bodies()],
                    &mut v_after.values_mut()[bodies()],
                ],
            };
            let kicked = KickedSteps {
                half,
                force,
                group,
                clock,
                dt,
                steps,
            };
            if let Some(body) = run_on_threads(part, &|part| kicked.advance(part)) {
                return Err(SwarmError::NotFinite { body });
            }
        }
        // a step of zero must not change even the sign of a zero
        if dt != T::zero() {
            core::mem::swap(&mut self.positions, x_after);
            core::mem::swap(&mut self.velocities, v_after);
        }
        self.component_bound = ComponentBound::Finite;
        self.clock = clock_after;
        Ok(())
    }

    /// Sets the length of `next`. Allocates memory for `capacity` bodies if `next` is too small.
    fn allocate_next(&mut self, count: usize, capacity: usize) -> Result<(), SwarmError<T>> {
        let has_room = |[x, _]: &[AlignedVec<T, D>; 2]| x.capacity() >= count;
        if !self.next.as_ref().is_some_and(has_room) {
            self.next = None;
            let vectors = || AlignedVec::with_capacity(capacity);
            self.next = Some([vectors()?, vectors()?]);
        }
        let vectors = self.next.iter_mut().flatten();
        vectors.for_each(|vectors| vectors.resize(count));
        Ok(())
    }
}

// Forces that are evaluated for many bodies at once.

/// A force that is evaluated for many bodies at once, and returns their accelerations.
///
/// Closures implement this trait.
///
/// ```
/// use kinstep_swarm::nalgebra::Vector3;
/// use kinstep_swarm::{Block, BlockForce};
/// use kinstep_swarm::{LinearLaw, Swarm};
///
/// /// Pulls towards a line along z, `a = -k (x, y, 0)/r²`.
/// struct Line(f64);
///
/// impl BlockForce<f64, 3> for Line {
///     fn accelerate(&self, block: &Block<'_, f64, 3>, accelerations: &mut [Vector3<f64>]) {
///         for (x, acceleration) in block.positions.iter().zip(accelerations) {
///             let across = x.xy();
///             *acceleration -= (across * (self.0 / across.norm_squared())).push(0.0);
///         }
///     }
///
///     fn depends_on_velocity(&self) -> bool {
///         false
///     }
/// }
///
/// // around it at the speed √k, whatever the distance
/// let mut swarm = Swarm::with_capacity(1);
/// swarm.push([2.0, 0.0, 0.0], [0.0, 3.0, 0.0])?;
/// for _ in 0..1000 {
///     swarm.step_kicked(&LinearLaw::free(), &Line(9.0), 0.01)?;
/// }
/// assert!((swarm.positions()[0].norm() - 2.0).abs() < 1e-4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait BlockForce<T, const D: usize>: Sync {
    /// Adds the acceleration of each body by this force \[m/s²\] to `accelerations`, which has one
    /// entry for each body of the block.
    fn accelerate(&self, block: &Block<'_, T, D>, accelerations: &mut [SVector<T, D>]);

    /// Whether accelerations depend on velocities. If they do not, the force is evaluated once per step instead of twice.
    fn depends_on_velocity(&self) -> bool {
        true
    }
}

/// Consecutive bodies of one group of a swarm, at one time.
///
/// ```
/// use kinstep_swarm::nalgebra::Vector2;
/// use kinstep_swarm::Block;
/// use kinstep_swarm::{LinearLaw, Swarm2};
///
/// // wind that blows above 10 m only
/// let wind = |block: &Block<'_, f64, 2>, accelerations: &mut [Vector2<f64>]| {
///     for (position, acceleration) in block.positions.iter().zip(accelerations) {
///         acceleration.x += if position.y > 10.0 { 3.0 / block.group.mass } else { 0.0 };
///     }
/// };
/// let mut swarm = Swarm2::with_capacity(1);
/// swarm.push([0.0, 20.0], [0.0, 0.0])?;
/// swarm.step_kicked(&LinearLaw::free(), &wind, 0.5)?;
/// assert_eq!(swarm.velocities()[0].x, 1.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Block<'a, T, const D: usize> {
    /// Positions of the bodies \[m\].
    pub positions: &'a [SVector<T, D>],
    /// Velocities of the same bodies \[m/s\].
    pub velocities: &'a [SVector<T, D>],
    /// Index of the first body in the swarm.
    pub first: usize,
    /// The group of all these bodies.
    pub group: &'a Group<T>,
    /// Time of these states \[s\].
    pub time: T,
}

impl<T, const D: usize, F> BlockForce<T, D> for F
where
    F: Fn(&Block<'_, T, D>, &mut [SVector<T, D>]) + Sync,
{
    fn accelerate(&self, block: &Block<'_, T, D>, accelerations: &mut [SVector<T, D>]) {
        self(block, accelerations);
    }
}
