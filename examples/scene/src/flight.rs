//! One run of a scene under one scheme, or to a tolerance.

use kinstep::diagnostics::{Method, Reference, ReferenceError};
use kinstep::nalgebra::SVector;
use kinstep::{AdvanceError, Body, ConstantForce, ForceId, Real, StepError, World};

use crate::model::Scene;
use crate::steps::{Step, Steps};

/// A scene on its way.
#[derive(Debug)]
pub(crate) struct Flight<'s, const D: usize>
where
    f64: Real<D>,
{
    /// The bodies as they are now.
    pub(crate) world: World<f64, D>,
    scene: &'s Scene<D>,
    /// The force of each burn, while it lasts.
    thrusts: Vec<Option<ForceId>>,
}

/// A run that did not reach its end.
#[derive(Debug)]
pub(crate) struct Stopped {
    /// How far it came \[s\].
    pub(crate) time: f64,
    /// A sentence.
    pub(crate) why: String,
}

/// Why a step of a run failed.
#[derive(Debug, Clone, Copy, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Step(StepError<f64>),
    #[error(transparent)]
    Advance(AdvanceError<f64>),
    #[error(transparent)]
    Reference(ReferenceError<f64>),
}

impl<'s, const D: usize> Flight<'s, D>
where
    f64: Real<D>,
{
    /// Runs a scene from its start to its end in steps of `dt` \[s\]; to a tolerance each of them is a call of
    /// [`World::advance`]. The watcher sees the start and the end of every step.
    pub(crate) fn run(
        scene: &'s Scene<D>,
        method: Method<f64>,
        dt: f64,
        watch: impl FnMut(&Self),
    ) -> Result<Self, Stopped> {
        let step = |world: &mut World<f64, D>, length| match method {
            Method::Scheme(scheme) => {
                world.set_scheme(scheme);
                world.step(length).map_err(Failure::Step)
            }
            Method::Tolerance(tolerance) => {
                let advanced = world.advance(length, tolerance).map(|_| ());
                advanced.map_err(Failure::Advance)
            }
        };
        Self::fly(scene, (dt, &[]), step, watch)
    }

    /// Runs a scene as it ought to go: from switch to switch, and from one to the next of some other
    /// times \[s\], in steps of `dt` at most.
    pub(crate) fn ought(
        scene: &'s Scene<D>,
        dt: f64,
        times: &[f64],
        watch: impl FnMut(&Self),
    ) -> Result<Self, Stopped> {
        let step = |world: &mut World<f64, D>, length| {
            let mut reference = Reference::new(world);
            reference.advance(length).map_err(Failure::Reference)?;
            *world = reference.world().clone();
            Ok(())
        };
        Self::fly(scene, (dt, times), step, watch)
    }

    fn fly(
        scene: &'s Scene<D>,
        (dt, times): (f64, &[f64]),
        go: impl Fn(&mut World<f64, D>, f64) -> Result<(), Failure>,
        mut watch: impl FnMut(&Self),
    ) -> Result<Self, Stopped> {
        let mut flight = Self {
            world: scene.world.clone(),
            scene,
            thrusts: vec![None; scene.burns.len()],
        };
        watch(&flight);
        let switches = scene.burns.iter().flat_map(|burn| [burn.from, burn.until]);
        let cuts = switches.chain(times.iter().copied());
        for Step { start, length } in Steps::new(dt, scene.duration, cuts) {
            let stopped = |why| Stopped { time: start, why };
            (flight.switch(start)).map_err(|error| stopped(error.to_string()))?;
            go(&mut flight.world, length).map_err(|error| stopped(flight.explain(error)))?;
            watch(&flight);
        }
        Ok(flight)
    }

    /// How long it is on its way \[s\].
    pub(crate) fn time(&self) -> f64 {
        self.world.time() - self.scene.world.time()
    }

    /// How many steps it has made.
    pub(crate) fn steps(&self) -> u64 {
        self.world.steps() - self.scene.world.steps()
    }

    /// All bodies, in the order of the scene.
    pub(crate) fn bodies(&self) -> impl Iterator<Item = &Body<f64, D>> {
        let bodies = self.scene.bodies.iter();
        bodies.map(|body| &self.world[body.id])
    }

    /// Positions of all bodies \[m\], in the order of the scene.
    pub(crate) fn positions(&self) -> Vec<SVector<f64, D>> {
        self.bodies().map(|body| body.position).collect()
    }

    /// Kinetic energy and the potential energy of all forces that act throughout \[J\].
    pub(crate) fn energy(&self) -> f64 {
        // the world counts -F·x for a constant force, and so for a burn as long as it lasts
        let burns = self.scene.burns.iter().zip(&self.thrusts);
        let of_burns: f64 = burns
            .filter(|(_, thrust)| thrust.is_some())
            .map(|(burn, _)| -burn.force.dot(&self.world[burn.on].position))
            .sum();
        self.world.energy().total() - of_burns
    }

    /// Starts and ends burns, so that those act that should at this time.
    fn switch(&mut self, time: f64) -> Result<(), Box<dyn std::error::Error>> {
        for (burn, thrust) in self.scene.burns.iter().zip(&mut self.thrusts) {
            let lasts = burn.from <= time && time < burn.until;
            match thrust.take() {
                None if lasts => {
                    let force = ConstantForce::new(burn.force);
                    *thrust = Some(self.world.add_force_on(burn.on, force)?);
                }
                Some(force) if !lasts => self.world.remove_force(force)?,
                as_it_is => *thrust = as_it_is,
            }
        }
        Ok(())
    }

    /// A sentence about a failed step, with the name of the body instead of its id.
    fn explain(&self, failure: Failure) -> String {
        let culprit = match failure {
            Failure::Step(StepError::NotFinite { body, .. })
            | Failure::Advance(AdvanceError::Step(StepError::NotFinite { body, .. }))
            | Failure::Reference(ReferenceError::Step(StepError::NotFinite { body, .. })) => {
                (self.scene.bodies.iter()).find(|named| named.id == body)
            }
            _ => None,
        };
        match culprit {
            Some(body) => format!(
                "the position or velocity of \"{}\" grows beyond all numbers",
                body.name
            ),
            None => failure.to_string(),
        }
    }
}
