//! The same work in Rust, without Python: what `ratios.py` compares with. Times are in seconds.

use std::sync::Arc;
use std::time::Instant;

use kinstep::nalgebra::SVector;
use kinstep_common::OrFailure;
use kinstep_common::model::AnyModel;
use kinstep_flight::aim::{AimError, Order, Plan};
use pyo3::prelude::*;

use crate::arrays::numbers;
use crate::errors::{Done, invalid};
use crate::swarm::{Swarm, any};
use crate::throws::{Dimension, Model};
use crate::world::World;

/// Nothing: what a call costs.
#[pyfunction]
pub(crate) fn nothing() {}

#[pymethods]
impl World {
    /// The time of so many steps.
    fn time_steps(&mut self, dt: f64, steps: u64) -> Done<f64> {
        let start = Instant::now();
        (0..steps).try_for_each(|_| self.world.step(dt))?;
        Ok(start.elapsed().as_secs_f64())
    }
}

#[pymethods]
impl Swarm {
    /// The time of so many steps under forces with linear laws.
    fn time_steps(&mut self, dt: f64, steps: u64) -> Done<f64> {
        any!(&mut self.points, points => {
            let (forces, bodies) = (&points.forces, Arc::make_mut(&mut points.bodies));
            let (dt, start) = (kinstep_common::space::Number::of(dt), Instant::now());
            (0..steps).try_for_each(|_| bodies.step(forces, dt)).or_invalid()?;
            Ok(start.elapsed().as_secs_f64())
        })
    }
}

#[pymethods]
impl Model {
    /// The time of the crate's batch of aims from one position, in linear air: at a speed, or in a time.
    fn time_aims(
        &self,
        py: Python<'_>,
        start: [f64; 3],
        targets: &Bound<'_, PyAny>,
        is_speed: bool,
        value: f64,
    ) -> Done<f64> {
        let Dimension::Space(AnyModel::Linear(air)) = &self.0 else {
            return invalid("the batch is that of Ballistics in space");
        };
        let targets = numbers::<f64>(targets, "targets")?.chunks(3);
        let target = |row: &[f64]| SVector::from_fn(|axis, _| row[axis]);
        let orders: Vec<_> = targets.map(|row| Order::new(start, target(row))).collect();
        let mut answers = vec![Err(AimError::NeverMet); orders.len()];
        let plan = if is_speed {
            Plan::Speed(value)
        } else {
            Plan::Time(value)
        };
        let time = py.detach(|| {
            let start = Instant::now();
            let done = air.aim_all(&orders, &plan, &mut answers).or_invalid();
            done.map(|()| start.elapsed().as_secs_f64())
        });
        Ok(time?)
    }
}
