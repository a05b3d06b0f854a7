//! Swarms of points in `f32`.

use std::sync::Arc;

use kinstep::BuiltInForce;
use kinstep_common::space::Space;
use kinstep_common::swarm::{Points, State};
use kinstep_common::swarm_force::PointForces;
use kinstep_common::{Outcome, flat};
use wasm_bindgen::prelude::*;

use crate::border::or_throw;
use crate::flight::{crossing, plane};

/// Points in the plane or in space.
enum AnySwarm {
    Plane(Points<f32, 2>),
    Space(Points<f32, 3>),
}

macro_rules! on {
    ($swarm:expr, $points:ident => $body:expr) => {
        match $swarm {
            AnySwarm::Plane($points) => $body,
            AnySwarm::Space($points) => $body,
        }
    };
}

#[wasm_bindgen]
pub struct Swarm(AnySwarm);

#[wasm_bindgen]
impl Swarm {
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(dimensions: usize, _mass: f64) -> Self {
        Self(if dimensions == 2 {
            AnySwarm::Plane(Points::new(PointForces::default()))
        } else {
            AnySwarm::Space(Points::new(PointForces::default()))
        })
    }

    pub fn add_force(&mut self, kind: u32, numbers: &[f64]) -> Result<(), JsValue> {
        fn add<const D: usize>(points: &mut Points<f32, D>, kind: u32, numbers: &[f64]) -> Outcome
        where
            f64: Space<D>,
        {
            let force: BuiltInForce<f64, D> = flat::read(kind, numbers)?;
            points.forces.add(force)
        }
        or_throw(on!(&mut self.0, points => add(points, kind, numbers)))
    }

    pub fn clear_forces(&mut self) {
        on!(&mut self.0, points => points.forces = PointForces::default());
    }

    pub fn append(
        &mut self,
        positions: &[f32],
        velocities: &[f32],
        masses: &[f64],
    ) -> Result<(), JsValue> {
        or_throw(on!(&mut self.0, points => points.append(positions, velocities, masses)))
    }

    pub fn keep(&mut self, mask: &[u8]) -> Result<(), JsValue> {
        or_throw(on!(&mut self.0, points => points.keep(mask)))
    }

    #[must_use]
    pub fn length(&self) -> usize {
        on!(&self.0, points => points.bodies.len())
    }

    #[must_use]
    pub fn time(&self) -> f64 {
        on!(&self.0, points => points.time())
    }

    #[must_use]
    pub fn masses(&self) -> Vec<f32> {
        on!(&self.0, points => points.masses())
    }

    /// Where the positions or the velocities lie in the memory; they may be written.
    pub fn address(&mut self, velocities: bool) -> *mut f32 {
        on!(&mut self.0, points => {
            // nobody shares the points, so nothing is copied
            let (positions, rates) = Arc::make_mut(&mut points.bodies).states_mut();
            if velocities { rates.as_mut_ptr().cast() } else { positions.as_mut_ptr().cast() }
        })
    }

    pub fn step(&mut self, dt: f64, steps: u64) -> Result<(), JsValue> {
        or_throw(on!(&mut self.0, points => points.step(dt, steps, &mut || true)))
    }

    /// Of each crossing the index of the point, and the time.
    pub fn step_across(&mut self, dt: f64, row: &[f64], which: &str) -> Result<Vec<f64>, JsValue> {
        let (plane, which) = (plane(row), crossing(which)?);
        on!(&mut self.0, points => {
            let mut landed = Vec::new();
            or_throw(points.step_across(dt, &plane, which, &mut landed))?;
            let rows = landed.iter().map(|landed| [landed.body as f64, landed.time.into()]);
            Ok(rows.flatten().collect())
        })
    }

    pub fn positions_after(&self, times: &[f64]) -> Result<Vec<f32>, JsValue> {
        on!(&self.0, points => {
            let mut positions = vec![0.0; times.len() * points.states(State::Positions).len()];
            or_throw(points.positions_after(times, &mut positions, &mut || true))?;
            Ok(positions)
        })
    }

    pub fn snapshot(&self) -> Result<Vec<u8>, JsValue> {
        or_throw(on!(&self.0, points => points.snapshot()))
    }

    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        or_throw(on!(&mut self.0, points => points.restore(bytes)))
    }
}
