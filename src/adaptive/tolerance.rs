//! Tolerances, and the work of a motion to a tolerance.

use nalgebra::RealField;

use crate::solver::Counts;

/// Maximum error that [`World::advance`](crate::World::advance) allows in each coordinate x:
/// `length + relative · |x|`.
///
/// An error of a velocity counts as the distance that it causes during the longest step up to now.
/// An error of an angle counts as a distance at the radius of gyration.
///
/// The tolerance bounds the error of a step. The errors of all steps add up to the error at the end:
///
/// | motion | error at the end, in units of the tolerance, for 1e-3 to 1e-12 m |
/// |---|---|
/// | throws, swings, orbits, oscillations, wind that switches | up to 12 |
/// | eight swings straight through the anchor of a [`Spring`](crate::Spring) with a rest length, where the force jumps | up to 54, with a median of 16 |
/// | a spiral into a planet with drag | up to 300 |
/// | a cluster of bodies with close encounters | no bound, because the motion is chaotic; the energy changes by a fraction of 2e-3 at 1e-4 m |
///
/// To measure the error of a motion, use [`World::advance_checked`](crate::World::advance_checked).
/// It also advances the world to a hundredth of the tolerance, and returns the difference of the
/// two final states.
///
/// A number converts to a tolerance with this `length`:
///
/// ```
/// use kinstep::Tolerance;
///
/// assert_eq!(Tolerance::from(1e-6), Tolerance { length: 1e-6, relative: 0.0 });
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias("accuracy", "precision", "rtol", "atol"))]
pub struct Tolerance<T> {
    /// Absolute tolerance \[m\]; positive, or zero if the relative part is positive.
    pub length: T,
    /// Tolerance per distance from the origin; zero or positive.
    pub relative: T,
}

impl<T: RealField> From<T> for Tolerance<T> {
    fn from(length: T) -> Self {
        Self {
            length,
            relative: T::zero(),
        }
    }
}

/// The work of [`World::advance`](crate::World::advance).
///
/// ```
/// use kinstep::{Body2, PointGravity, UniformGravity, World2};
///
/// let mut world = World2::new();
/// world.add_force(PointGravity::new(1.0))?;
/// world.add_force(UniformGravity::new([0.0, -1e-3]))?;
/// world.add_body(Body2::point(1.0).at([1.0, 0.0]).moving([0.0, 1.1]))?;
/// let done = world.advance(100.0, 1e-9)?;
/// assert_eq!(done.steps(), done.nystrom_steps); // nothing depends on velocity
/// assert!(done.evaluations < 17 * (done.steps() + done.rejected) + 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Advanced<T> {
    /// Number of bodies that moved exactly, in one step, including fixed bodies.
    pub exact_bodies: usize,
    /// Number of islands that moved in steps of their own.
    pub islands: usize,
    /// Number of steps of the Runge–Kutta–Nyström pair of orders 12 and 10, for islands whose forces do not depend on velocity.
    pub nystrom_steps: u64,
    /// Number of steps of Dormand and Prince's pair of orders 8, 5 and 3.
    pub dormand_prince_steps: u64,
    /// Number of steps of Gauss–Radau collocation of order 15 in the frame of the exact flow, for a
    /// law that is stiff compared with the other forces.
    pub radau_steps: u64,
    /// Number of steps that were rejected and repeated with a shorter length.
    pub rejected: u64,
    /// Number of times that all forces on an island were evaluated.
    pub evaluations: u64,
    /// Maximum of the tolerances \[m\] that replaced the given one, because it was below the
    /// rounding error of a coordinate; `None` if the given tolerance was used everywhere.
    pub raised: Option<T>,
}

impl<T> Advanced<T> {
    pub(crate) fn nothing() -> Self {
        Self {
            exact_bodies: 0,
            islands: 0,
            nystrom_steps: 0,
            dormand_prince_steps: 0,
            radau_steps: 0,
            rejected: 0,
            evaluations: 0,
            raised: None,
        }
    }

    /// Returns the number of accepted steps of all islands.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.nystrom_steps + self.dormand_prince_steps + self.radau_steps
    }
}

impl<T: RealField + Copy> Advanced<T> {
    /// Adds the work of an island.
    pub(crate) fn count(&mut self, counts: &Counts) {
        self.nystrom_steps += counts.nystrom;
        self.dormand_prince_steps += counts.dormand_prince;
        self.radau_steps += counts.collocation;
        self.rejected += counts.rejected;
        self.evaluations += counts.evaluations;
        self.islands += 1;
    }

    /// Adds the work of a later motion.
    pub(crate) fn add(&mut self, other: &Self) {
        self.exact_bodies = self.exact_bodies.max(other.exact_bodies);
        self.islands = self.islands.max(other.islands);
        self.nystrom_steps += other.nystrom_steps;
        self.dormand_prince_steps += other.dormand_prince_steps;
        self.radau_steps += other.radau_steps;
        self.rejected += other.rejected;
        self.evaluations += other.evaluations;
        self.raised = match (self.raised, other.raised) {
            (Some(one), Some(other)) => Some(one.max(other)),
            (one, other) => one.or(other),
        };
    }
}
