//! Models, flights and aims, in space: in the plane z is zero.

use kinstep::trajectory::Crossing;
use kinstep_common::flight::PlaneRecord;
use kinstep_common::model::{AnyFlight, AnyModel, ModelKind, ModelRecord};
use kinstep_common::{Failure, words};
use wasm_bindgen::prelude::*;

use crate::border::{Row, event, failed, or_throw};

#[wasm_bindgen]
pub struct Model(pub(crate) AnyModel<3>);

#[wasm_bindgen]
pub struct Flight(pub(crate) AnyFlight<3>);

pub(crate) fn crossing(name: &str) -> Result<Crossing, JsValue> {
    or_throw(words::named(name, "direction of the crossing"))
}

/// A plane: its normal and its distance.
pub(crate) fn plane(row: &[f64]) -> PlaneRecord {
    let mut row = Row(row);
    PlaneRecord {
        normal: row.next(),
        distance: row.number(),
    }
}

#[wasm_bindgen]
impl Model {
    #[wasm_bindgen(constructor)]
    pub fn new(kind: &str, row: &[f64]) -> Result<Self, JsValue> {
        let kind: ModelKind = or_throw(words::named(kind, "kind of the model"))?;
        let mut row = Row(row);
        let record = ModelRecord {
            kind: kind as u32,
            substeps: row.count(),
            gravity: row.next(),
            wind: row.next(),
            drag: row.number(),
            terminal_speed: row.number(),
            tolerance: row.number(),
            time_step: row.number(),
        };
        or_throw(AnyModel::new(&record)).map(Self)
    }

    #[must_use]
    pub fn up(&self) -> Vec<f64> {
        self.0.up().into()
    }

    #[must_use]
    pub fn speed_cap(&self) -> Option<f64> {
        self.0.speed_cap()
    }

    pub fn launch(&self, row: &[f64]) -> Result<Flight, JsValue> {
        let mut row = Row(row);
        or_throw(self.0.launch(row.next(), row.next())).map(Flight)
    }
}

#[wasm_bindgen]
impl Flight {
    pub fn at(&self, time: f64) -> Result<Vec<f64>, JsValue> {
        or_throw(self.0.at(time)).map(|found| event(Some(found)))
    }

    pub fn after_steps(&self, steps: u64) -> Result<Vec<f64>, JsValue> {
        or_throw(self.0.after_steps(steps)).map(|found| event(Some(found)))
    }

    /// Against gravity without a direction.
    pub fn apex(&self, direction: &[f64]) -> Result<Vec<f64>, JsValue> {
        if direction.is_empty() {
            return Ok(event(self.0.apex()));
        }
        or_throw(self.0.apex_along(Row(direction).next())).map(event)
    }

    pub fn crossing(&self, row: &[f64], which: &str) -> Result<Vec<f64>, JsValue> {
        or_throw(self.0.crossing(&plane(row), crossing(which)?)).map(event)
    }

    /// Fills whole points of 2 or 3 numbers.
    pub fn sample(
        &self,
        from: f64,
        step: f64,
        dimensions: usize,
        points: &mut [f32],
    ) -> Result<(), JsValue> {
        let count = points.len();
        if !matches!(dimensions, 2 | 3) || !count.is_multiple_of(dimensions) {
            return Err(failed(&Failure::invalid(format_args!(
                "there is room for {count} numbers; there must be {dimensions} for each point"
            ))));
        }
        let mut sampled = vec![0.0; count / dimensions * 3];
        or_throw(self.0.sample(from, step, &mut sampled))?;
        for (row, point) in points
            .chunks_exact_mut(dimensions)
            .zip(sampled.chunks_exact(3))
        {
            for (number, sampled) in row.iter_mut().zip(point) {
                *number = kinstep_common::space::Number::of(*sampled);
            }
        }
        Ok(())
    }
}
