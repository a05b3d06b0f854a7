//! One run of a scene under one scheme.

use kinstep::nalgebra::SVector;
use kinstep::{Body, ConstantForce, ForceId, Real, Scheme, StepError, World};

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

impl<'s, const D: usize> Flight<'s, D>
where
    f64: Real<D>,
{
    /// Runs a scene from its start to its end in steps of `dt` \[s\]; from switch to switch if that is
    /// infinite. The watcher sees the start and the end of every step.
    pub(crate) fn run(
        scene: &'s Scene<D>,
        scheme: Scheme,
        dt: f64,
        mut watch: impl FnMut(&Self),
    ) -> Result<Self, Stopped> {
        let mut flight = Self {
            world: scene.world.clone(),
            scene,
            thrusts: vec![None; scene.burns.len()],
        };
        flight.world.set_scheme(scheme);
        watch(&flight);
        let switches = scene.burns.iter().flat_map(|burn| [burn.from, burn.until]);
        for step in Steps::new(dt, scene.duration, switches) {
            flight.take(step)?;
            watch(&flight);
        }
        Ok(flight)
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

    fn take(&mut self, step: Step) -> Result<(), Stopped> {
        let time = step.start;
        (self.switch(time)).map_err(|error| Stopped {
            time,
            why: error.to_string(),
        })?;
        self.world.step(step.length).map_err(|error| Stopped {
            time,
            why: self.explain(error),
        })
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
    fn explain(&self, error: StepError<f64>) -> String {
        let culprit = match error {
            StepError::NotFinite { body, .. } => {
                (self.scene.bodies.iter()).find(|named| named.id == body)
            }
            _ => None,
        };
        match culprit {
            Some(body) => format!(
                "the position or velocity of \"{}\" grows beyond all numbers",
                body.name
            ),
            None => error.to_string(),
        }
    }
}
