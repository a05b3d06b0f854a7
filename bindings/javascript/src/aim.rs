//! How to throw to hit.

use kinstep_common::aim::{LaunchRecord, OrderRecord, PlanKind, PlanRecord};
use kinstep_common::space::Three;
use kinstep_common::words;
use wasm_bindgen::prelude::*;

use crate::border::{Row, or_throw};
use crate::flight::Model;

/// Numbers of a launch in a row.
fn launch(launch: &LaunchRecord) -> [f64; 5] {
    let [x, y, z] = launch.velocity;
    [x, y, z, launch.time_of_flight, launch.miss]
}

fn plan(kind: &str, row: &[f64]) -> Result<PlanRecord, JsValue> {
    let kind: PlanKind = or_throw(words::named(kind, "kind of the plan"))?;
    let mut row = Row(row);
    Ok(PlanRecord {
        kind: kind as u32,
        lofted: row.count(),
        value: row.number(),
        vector: row.next(),
    })
}

fn order(row: &[f64]) -> OrderRecord {
    let mut row = Row(row);
    OrderRecord {
        from: row.next(),
        target: row.next(),
        target_velocity: row.next(),
        target_acceleration: row.next(),
        shooter_velocity: row.next(),
    }
}

#[wasm_bindgen]
impl Model {
    pub fn aim(
        &self,
        kind: &str,
        row: &[f64],
        points: &[f64],
        wanted: &[f64],
    ) -> Result<Vec<f64>, JsValue> {
        let points: &[Three] = points.as_chunks().0;
        let found = self.0.aim(&plan(kind, row)?, points, &order(wanted));
        or_throw(found).map(|found| launch(&found).into())
    }

    /// All hits, one behind the other.
    pub fn hits(&self, kind: &str, row: &[f64], wanted: &[f64]) -> Result<Vec<f64>, JsValue> {
        let found = self.0.hits(&plan(kind, row)?, &order(wanted));
        or_throw(found).map(|found| found.iter().flat_map(launch).collect())
    }
}
