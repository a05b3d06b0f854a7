//! A system of one body, for kinstep and for solvers of `y' = f(y)`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use kinstep::nalgebra::Vector2;
use kinstep::{AddForceError, Body2, Effect, Force, Scheme, World2};

/// A body of 1 kg under some forces, from a start to a time.
#[derive(Debug)]
pub(crate) struct Problem {
    /// Its name in names of files.
    pub(crate) name: &'static str,
    /// Its name as a title.
    pub(crate) title: &'static str,
    /// Its name in a sentence, after "on".
    pub(crate) phrase: &'static str,
    /// Its equation of motion, in SI units.
    pub(crate) equation: &'static str,
    /// How long it runs \[s\].
    pub(crate) duration: f64,
    /// The least number of steps worth a try where there is no exact answer.
    pub(crate) fewest_steps: u32,
    /// Position \[m\] and velocity \[m/s\] at the start.
    pub(crate) start: [f64; 4],
    /// The acceleration \[m/s²\] in a state `[x, y, vx, vy]`.
    pub(crate) acceleration: fn(&[f64; 4]) -> [f64; 2],
    /// Lets the forces act.
    pub(crate) forces: fn(&mut Site<'_>) -> Result<(), AddForceError<f64>>,
}

/// Where forces are added.
pub(crate) struct Site<'a> {
    world: &'a mut World2,
    /// Counts what the forces are asked, if that is wanted.
    counter: Option<Arc<AtomicU64>>,
}

impl Site<'_> {
    /// Lets a force act on the body.
    pub(crate) fn add(
        &mut self,
        force: impl Force<f64, 2> + 'static,
    ) -> Result<(), AddForceError<f64>> {
        match &self.counter {
            None => self.world.add_force(force)?,
            Some(counter) => self.world.add_force(Counted {
                force,
                counter: Arc::clone(counter),
            })?,
        };
        Ok(())
    }
}

impl Problem {
    /// A world at the start, under a scheme.
    pub(crate) fn world(&self, scheme: Scheme) -> Result<World2> {
        self.counted_world(scheme, None)
    }

    fn counted_world(&self, scheme: Scheme, counter: Option<Arc<AtomicU64>>) -> Result<World2> {
        let mut world = World2::new();
        world.set_scheme(scheme);
        let [x, y, vx, vy] = self.start;
        world.add_body(Body2::point(1.0).at([x, y]).moving([vx, vy]))?;
        (self.forces)(&mut Site {
            world: &mut world,
            counter,
        })?;
        Ok(world)
    }

    /// Where the body is after so many equal steps under a scheme \[m\]; none if a step failed.
    pub(crate) fn end(&self, scheme: Scheme, steps: u32) -> Result<Option<Vector2<f64>>> {
        let mut world = self.world(scheme)?;
        Ok(self.run(&mut world, steps))
    }

    /// Runs a world from the start; where the body is then \[m\], or none if a step failed.
    pub(crate) fn run(&self, world: &mut World2, steps: u32) -> Option<Vector2<f64>> {
        let step = self.duration / f64::from(steps);
        for _ in 0..steps {
            world.step(step).ok()?;
        }
        self.place(world)
    }

    /// Where the body of a world is \[m\].
    pub(crate) fn place(&self, world: &World2) -> Option<Vector2<f64>> {
        Some(world.body_slice().first()?.position)
    }

    /// Numbers of steps from the fewest, doubled as often as there are this many at most.
    pub(crate) fn step_counts(&self, most: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(self.fewest_steps), |steps| steps.checked_mul(2))
            .take_while(move |steps| *steps <= most)
    }

    /// How often a scheme asks each force for its acceleration or its increment, over so many steps. A law is
    /// asked for once, and does not count.
    pub(crate) fn evaluations(&self, scheme: Scheme, steps: u32) -> Result<u64> {
        let counter = Arc::new(AtomicU64::new(0));
        let mut world = self.counted_world(scheme, Some(Arc::clone(&counter)))?;
        self.run(&mut world, steps);
        Ok(counter.load(Ordering::Relaxed))
    }
}

/// A force that counts what it is asked.
struct Counted<F> {
    force: F,
    counter: Arc<AtomicU64>,
}

impl<F: Force<f64, 2>> Force<f64, 2> for Counted<F> {
    fn acceleration(&self, body: &Body2, time: f64) -> Vector2<f64> {
        self.counter.fetch_add(1, Ordering::Relaxed);
        self.force.acceleration(body, time)
    }

    fn effect(&self, body: &Body2, time: f64, dt: f64) -> Effect<f64, 2> {
        let effect = self.force.effect(body, time, dt);
        if matches!(effect, Effect::Motion(_)) {
            self.counter.fetch_add(1, Ordering::Relaxed);
        }
        effect
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::{PENDULUM, SPRING_DRAG_GRAVITY};

    #[test]
    fn schemes_ask_forces_as_often_as_documented() {
        let asked = |scheme| PENDULUM.evaluations(scheme, 100).unwrap();
        let per_step = Scheme::ALL.map(|scheme| (asked(scheme) as f64 / 100.0).round() as u64);
        assert_eq!(per_step, [1, 1, 2, 4, 1, 1, 1, 7, 12, 8]);
        // laws are added and then not asked again
        assert_eq!(
            SPRING_DRAG_GRAVITY
                .evaluations(Scheme::FlowKick, 100)
                .unwrap(),
            0
        );
    }
}
