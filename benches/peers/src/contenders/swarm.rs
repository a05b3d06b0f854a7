//! Points under one flow.

use std::error::Error;

use kinstep::nalgebra::convert;
use kinstep::{Float, LinearLaw, Swarm};

use super::numbers;
use crate::contender::{Built, Contender, FAR};
use crate::scene::{DRAG_RATE, DT, gravity, starts};

struct Points<T, const D: usize> {
    swarm: Swarm<T, D>,
    law: LinearLaw<T, D>,
    dt: T,
}

/// In usual steps.
pub(super) fn build<T: Float, const D: usize>(count: usize) -> Built {
    points::<T, D>(count, DT)
}

/// In steps of many times the length.
pub(super) fn far<T: Float, const D: usize>(count: usize) -> Built {
    points::<T, D>(count, DT * FAR as f64)
}

fn points<T: Float, const D: usize>(count: usize, dt: f64) -> Built {
    let mut swarm: Swarm<T, D> = Swarm::try_with_capacity(count)?;
    for start in starts::<T, D>(count) {
        swarm.push(start.position, start.velocity)?;
    }
    Ok(Box::new(Points {
        swarm,
        law: LinearLaw::gravity(gravity::<T, D>()) + LinearLaw::drag(convert(DRAG_RATE)),
        dt: convert(dt),
    }))
}

impl<T: Float, const D: usize> Contender for Points<T, D> {
    fn step(&mut self) -> Result<(), Box<dyn Error>> {
        Ok(self.swarm.step(&self.law, self.dt)?)
    }

    fn first(&mut self) -> Vec<f64> {
        numbers(&self.swarm.positions()[0])
    }
}
