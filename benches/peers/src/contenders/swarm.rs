//! Points under one flow.

use anyhow::Result;
use kinstep::nalgebra::{SVector, convert};
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

/// Of bodies that have come to rest after 10,000 s, along the axes on which nothing pushes.
pub(super) fn at_rest<T: Float, const D: usize>(count: usize) -> Built {
    let mut gravity = gravity::<T, D>();
    // straight down
    (0..D)
        .filter(|axis| *axis != 1)
        .for_each(|axis| gravity[axis] = T::zero());
    let mut points = points_under::<T, D>(count, DT, gravity)?;
    for _ in 0..100 {
        points.swarm.step(&points.law, convert(100.0))?;
    }
    Ok(Box::new(points))
}

fn points<T: Float, const D: usize>(count: usize, dt: f64) -> Built {
    Ok(Box::new(points_under(count, dt, gravity::<T, D>())?))
}

fn points_under<T: Float, const D: usize>(
    count: usize,
    dt: f64,
    gravity: SVector<T, D>,
) -> Result<Points<T, D>> {
    let mut swarm: Swarm<T, D> = Swarm::try_with_capacity(count)?;
    for start in starts::<T, D>(count) {
        swarm.push(start.position, start.velocity)?;
    }
    Ok(Points {
        swarm,
        law: LinearLaw::gravity(gravity) + LinearLaw::drag(convert(DRAG_RATE)),
        dt: convert(dt),
    })
}

impl<T: Float, const D: usize> Contender for Points<T, D> {
    fn step(&mut self) -> Result<()> {
        Ok(self.swarm.step(&self.law, self.dt)?)
    }

    fn first(&mut self) -> Vec<f64> {
        numbers(&self.swarm.positions()[0])
    }
}
