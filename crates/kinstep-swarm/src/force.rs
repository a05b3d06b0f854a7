//! Forces on many bodies at once.

use nalgebra::SVector;

use super::Group;

/// A force on many bodies at once, given by its acceleration.
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
    /// Adds the acceleration of each body by this force \[m/s²\] to `accelerations`, which has one entry for each body of
    /// the block.
    fn accelerate(&self, block: &Block<'_, T, D>, accelerations: &mut [SVector<T, D>]);

    /// Whether accelerations depend on velocities. If not, the force is evaluated once per step instead
    /// of twice.
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
    /// Positions \[m\].
    pub positions: &'a [SVector<T, D>],
    /// Velocities \[m/s\] of the same bodies.
    pub velocities: &'a [SVector<T, D>],
    /// Index of the first body in the swarm.
    pub first: usize,
    /// The group of all these bodies.
    pub group: &'a Group<T>,
    /// Time \[s\].
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
