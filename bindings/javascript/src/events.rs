//! More events of flights.

use kinstep_common::flight::Ground;
use kinstep_common::space::Three;
use wasm_bindgen::prelude::*;

use crate::border::{Row, ask, event, or_throw};
use crate::flight::{Flight, crossing, plane};

#[wasm_bindgen]
impl Flight {
    /// All crossings, one behind the other.
    pub fn crossings(
        &self,
        row: &[f64],
        which: &str,
        from: f64,
        to: f64,
    ) -> Result<Vec<f64>, JsValue> {
        let found = self.0.crossings(&plane(row), crossing(which)?, [from, to]);
        let found = or_throw(found)?.into_iter();
        Ok(found.flat_map(|found| event(Some(found))).collect())
    }

    pub fn sphere(
        &self,
        row: &[f64],
        which: &str,
        from: f64,
        to: f64,
    ) -> Result<Vec<f64>, JsValue> {
        let mut row = Row(row);
        let (center, radius) = (row.next(), row.number());
        let found = (self.0).sphere(center, radius, crossing(which)?, [from, to]);
        or_throw(found).map(event)
    }

    /// An event and the normal of the ground.
    pub fn landing(
        &self,
        row: &[f64],
        height: &JsValue,
        from: f64,
        to: f64,
    ) -> Result<Vec<f64>, JsValue> {
        let mut row = Row(row);
        let height = |position: Three| {
            ask(height, &position, &[]).map_or(f64::NAN, |answer| Row(&answer).number())
        };
        let ground = Ground {
            up: row.next(),
            height: &height,
            steepest: row.number(),
        };
        let found = or_throw(self.0.landing(&ground, [from, to]))?;
        let mut numbers = event(found.map(|landing| landing.event));
        numbers.extend(found.iter().flat_map(|landing| landing.normal));
        Ok(numbers)
    }

    /// Time, position and distance.
    pub fn closest_approach(&self, row: &[f64], from: f64, to: f64) -> Result<Vec<f64>, JsValue> {
        let found = or_throw(self.0.closest_approach(Row(row).next(), [from, to]))?;
        let [x, y, z] = found.position;
        Ok(vec![found.time, x, y, z, found.distance])
    }

    /// Both corners.
    pub fn bounds(&self, from: f64, to: f64) -> Result<Vec<f64>, JsValue> {
        or_throw(self.0.bounds([from, to])).map(|corners| corners.concat())
    }
}
