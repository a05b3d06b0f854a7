//! Forces on the points of a swarm: linear laws by mass, and kicks.

use kinstep::nalgebra::SVector;
use kinstep::{Body, Effect, Force, LinearLaw, Real};
use kinstep_swarm::{Block, BlockForce, Group, Laws};

use crate::failure::{Failure, OrFailure, Outcome};
use crate::space::Number;

/// A force with a linear law, in `f64` for swarms of any precision.
type PointForce<const D: usize> = Box<dyn Force<f64, D>>;

/// All forces on the points of a swarm. They compute in `f64`.
///
/// Forces with linear laws add, and a step under them is exact. Others change velocities in the middle of a step.
pub struct PointForces<T: Number, const D: usize>
where
    f64: Real<D>,
{
    /// Those with a linear law.
    linear: Vec<PointForce<D>>,
    /// The others, and their names.
    kicks: Vec<(String, Box<dyn BlockForce<T, D> + Send + Sync>)>,
}

impl<T: Number, const D: usize> Default for PointForces<T, D>
where
    f64: Real<D>,
{
    fn default() -> Self {
        Self {
            linear: Vec::new(),
            kicks: Vec::new(),
        }
    }
}

impl<T: Number, const D: usize> PointForces<T, D>
where
    f64: Real<D>,
{
    /// Returns the forces of a list, such as [`BuiltInForce`](kinstep::BuiltInForce) or
    /// [`SceneForce`](kinstep::SceneForce).
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn of<F: Force<f64, D>>(forces: impl IntoIterator<Item = F>) -> Outcome<Self> {
        let mut all = Self::default();
        for force in forces {
            all.add(force)?;
        }
        Ok(all)
    }

    /// Adds a force.
    ///
    /// # Errors
    /// Fails if a number of the force is not valid, if it turns bodies, and if it acts between bodies.
    pub fn add<F: Force<f64, D>>(&mut self, force: F) -> Outcome {
        force.check().or_invalid()?;
        let (name, point) = (force.name(), Body::point(1.0));
        let effect = force.effect(&point, 0.0, 0.0);
        let turns = matches!(
            effect,
            Effect::Torque { .. } | Effect::AngularLaw(_) | Effect::Thrust { .. }
        );
        if turns || force.check_on(&point).is_err() {
            return Err(Failure::invalid(format_args!(
                "{name} turns bodies, and those of a swarm are points"
            )));
        }
        if force.acts_between_bodies() {
            return Err(Failure::invalid(format_args!(
                "{name} acts between bodies, and those of a swarm know nothing of each other"
            )));
        }
        match effect.law() {
            Some(_) => self.linear.push(Box::new(force)),
            None => {
                let depends_on_velocity = effect.depends_on_velocity();
                let kick = Kick {
                    force: Box::new(force),
                    depends_on_velocity,
                };
                self.add_kick(name, kick);
            }
        }
        Ok(())
    }

    /// Adds a function for many bodies at once, of this name in errors.
    pub fn add_kick(&mut self, name: &str, kick: impl BlockForce<T, D> + Send + 'static) {
        self.kicks.push((name.to_owned(), Box::new(kick)));
    }

    /// Whether all forces have linear laws.
    #[must_use]
    pub fn are_linear(&self) -> bool {
        self.kicks.is_empty()
    }

    /// Checks whether all forces have linear laws, for work of this name.
    ///
    /// # Errors
    /// Fails if a force has none.
    pub fn check_linear(&self, work: &str) -> Outcome {
        match self.kicks.first() {
            None => Ok(()),
            Some((name, _)) => Err(Failure::invalid(format_args!(
                "{work} needs forces with linear laws, and {name} has none"
            ))),
        }
    }

    /// Returns the sum of all linear laws for points of a mass \[kg\].
    #[must_use]
    pub fn law_of(&self, mass: f64) -> LinearLaw<T, D> {
        let body = Body::point(mass);
        let laws = (self.linear.iter()).filter_map(|force| force.effect(&body, 0.0, 0.0).law());
        let sum = laws.fold(LinearLaw::free(), |sum, law| sum + law);
        let mut law = LinearLaw::free();
        law.constant = sum.constant.map(T::of);
        law.ramp = sum.ramp.map(T::of);
        law.damping = T::of(sum.damping);
        law.stiffness_per_mass = T::of(sum.stiffness_per_mass);
        law.gyration = sum.gyration.map(T::of);
        law.tide = sum.tide.map(T::of);
        law
    }
}

impl<T: Number, const D: usize> Laws<T, D> for PointForces<T, D>
where
    f64: Real<D>,
{
    fn law(&self, group: &Group<T>) -> LinearLaw<T, D> {
        self.law_of(group.mass.wide())
    }
}

impl<T: Number, const D: usize> BlockForce<T, D> for PointForces<T, D>
where
    f64: Real<D>,
{
    fn accelerate(&self, block: &Block<'_, T, D>, accelerations: &mut [SVector<T, D>]) {
        for (_, kick) in &self.kicks {
            kick.accelerate(block, accelerations);
        }
    }

    fn depends_on_velocity(&self) -> bool {
        (self.kicks.iter()).any(|(_, kick)| kick.depends_on_velocity())
    }
}

/// A force without a linear law.
struct Kick<const D: usize>
where
    f64: Real<D>,
{
    force: PointForce<D>,
    depends_on_velocity: bool,
}

impl<T: Number, const D: usize> BlockForce<T, D> for Kick<D>
where
    f64: Real<D>,
{
    fn accelerate(&self, block: &Block<'_, T, D>, accelerations: &mut [SVector<T, D>]) {
        let time = block.time.wide();
        let mut body = Body::point(block.group.mass.wide());
        let states = block.positions.iter().zip(block.velocities);
        for ((position, velocity), acceleration) in states.zip(accelerations) {
            (body.position, body.velocity) = (position.map(T::wide), velocity.map(T::wide));
            *acceleration += self.force.acceleration(&body, time).map(T::of);
        }
    }

    fn depends_on_velocity(&self) -> bool {
        self.depends_on_velocity
    }
}
