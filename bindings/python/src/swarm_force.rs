//! Forces on a swarm: a law for each mass, and kicks.

use kinstep_core::nalgebra::{SVector, convert};
use kinstep_swarm::{Block, BlockForce, Group, Laws};
use kinstep_core::{Body, Effect, LinearLaw};
use nalgebra::try_convert;
use pyo3::prelude::*;

use crate::arrays::{Number, Rows, rows_of};
use crate::errors::invalid;
use crate::force::{AnyForce, force};
use crate::function::{Function, Raised};
use crate::space::Space;

/// All forces on the bodies of a swarm.
pub(crate) struct PointForces<const D: usize> {
    /// Those with a linear law.
    linear: Vec<AnyForce<D>>,
    kicks: Vec<Kick<D>>,
}

/// A force without a linear law: it changes velocities in the middle of a step.
enum Kick<const D: usize> {
    Force(AnyForce<D>),
    /// A function of Python for many bodies at once.
    Function {
        function: Function,
        takes_velocities: bool,
    },
}

impl<const D: usize> PointForces<D>
where
    f64: Space<D>,
{
    /// The forces that Python gave.
    pub(crate) fn of(given: &Bound<'_, PyAny>, raised: &Raised) -> PyResult<Self> {
        let mut forces = Self {
            linear: Vec::new(),
            kicks: Vec::new(),
        };
        for given in given.try_iter()? {
            forces.add(&given?, raised)?;
        }
        Ok(forces)
    }

    fn add(&mut self, given: &Bound<'_, PyAny>, raised: &Raised) -> PyResult<()> {
        let kind = given.get_type().name()?.to_string();
        if kind == "Field" || given.is_callable() {
            let takes_velocities = kind != "Field";
            let function = if takes_velocities {
                given.clone()
            } else {
                given.getattr("force")?
            };
            let function = Function::new(&function, "force", raised)?;
            self.kicks.push(Kick::Function {
                function,
                takes_velocities,
            });
            return Ok(());
        }
        let (force, _) = force::<D>(given, raised)?;
        force.check().map_err(invalid)?;
        let point = Body::point(1.0);
        let effect = force.effect(&point, 0.0, 0.0);
        let turns = matches!(
            effect,
            Effect::Torque { .. } | Effect::AngularLaw(_) | Effect::Thrust { .. }
        );
        if turns || force.check_on(&point).is_err() {
            return Err(invalid(format_args!(
                "{kind} turns bodies, and those of a swarm are points"
            )));
        }
        match effect.law() {
            Some(_) => self.linear.push(force),
            None => self.kicks.push(Kick::Force(force)),
        }
        Ok(())
    }

    pub(crate) fn are_linear(&self) -> bool {
        self.kicks.is_empty()
    }

    /// Fails if a force has no linear law.
    pub(crate) fn check_linear(&self, work: &str) -> PyResult<()> {
        let name = match self.kicks.first() {
            None => return Ok(()),
            Some(Kick::Force(force)) => force.name(),
            Some(Kick::Function { .. }) => "a function",
        };
        Err(invalid(format_args!(
            "{work} needs forces with linear laws, and {name} has none"
        )))
    }

    /// The sum of all linear laws for bodies of a mass \[kg\].
    pub(crate) fn law_of<T: Number>(&self, mass: f64) -> LinearLaw<T, D> {
        let body = Body::point(mass);
        let laws = (self.linear.iter()).filter_map(|force| force.effect(&body, 0.0, 0.0).law());
        let sum = laws.fold(LinearLaw::free(), |sum, law| sum + law);
        let mut law = LinearLaw::free();
        law.constant = sum.constant.map(convert);
        law.ramp = sum.ramp.map(convert);
        law.damping = convert(sum.damping);
        law.stiffness_per_mass = convert(sum.stiffness_per_mass);
        law.gyration = sum.gyration.map(convert);
        law.tide = sum.tide.map(convert);
        law
    }
}

impl<T: Number, const D: usize> Laws<T, D> for PointForces<D>
where
    f64: Space<D>,
{
    fn law(&self, group: &Group<T>) -> LinearLaw<T, D> {
        self.law_of(wide(group.mass))
    }
}

impl<T: Number, const D: usize> BlockForce<T, D> for PointForces<D>
where
    f64: Space<D>,
{
    fn accelerate(&self, block: &Block<'_, T, D>, accelerations: &mut [SVector<T, D>]) {
        let time = wide(block.time);
        let mut body = Body::point(wide(block.group.mass));
        for kick in &self.kicks {
            match kick {
                Kick::Force(force) => {
                    let states = block.positions.iter().zip(block.velocities);
                    for ((x, v), acceleration) in states.zip(&mut *accelerations) {
                        (body.position, body.velocity) = (x.map(wide), v.map(wide));
                        *acceleration += force.acceleration(&body, time).map(convert);
                    }
                }
                Kick::Function {
                    function,
                    takes_velocities,
                } => {
                    let add = |py: Python<'_>, function: &Bound<'_, PyAny>| {
                        let forces = called(py, function, block, *takes_velocities)?;
                        let forces = Rows::<T, D>::of(
                            &forces,
                            Some(accelerations.len()),
                            "forces of a function",
                        )?;
                        for (acceleration, force) in accelerations.iter_mut().zip(forces.iter()) {
                            *acceleration += force / block.group.mass;
                        }
                        Ok(true)
                    };
                    if !function.call(add, false) {
                        accelerations.fill(SVector::repeat(convert(f64::NAN)));
                    }
                }
            }
        }
    }

    fn depends_on_velocity(&self) -> bool {
        self.kicks.iter().any(|kick| match kick {
            Kick::Force(force) => (force.effect(&Body::point(1.0), 0.0, 0.0)).depends_on_velocity(),
            Kick::Function {
                takes_velocities, ..
            } => *takes_velocities,
        })
    }
}

/// What a function of positions, perhaps velocities, and time answers for the bodies of a block.
fn called<'py, T: Number, const D: usize>(
    py: Python<'py>,
    function: &Bound<'py, PyAny>,
    block: &Block<'_, T, D>,
    takes_velocities: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let (positions, time) = (rows_of(py, block.positions)?, wide(block.time));
    if takes_velocities {
        function.call1((positions, rows_of(py, block.velocities)?, time))
    } else {
        function.call1((positions, time))
    }
}

/// A number in `f64`.
pub(crate) fn wide<T: Number>(number: T) -> f64 {
    try_convert(number).unwrap_or(f64::NAN)
}
