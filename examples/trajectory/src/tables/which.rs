//! Which model when: worst errors over angles.

use anyhow::Result;

use super::grid::{ANGLES, SPEEDS, throw};
use super::{Cells, percent};
use crate::models::Models;

/// The table.
pub(crate) fn cells() -> Result<Cells> {
    let header = [
        "v0/vT",
        "no drag",
        "exact linear",
        "rational",
        "matched",
        "rational vs linear",
        "matched vs linear",
    ];
    let rows = SPEEDS.iter().map(|&speed| {
        let models = ANGLES
            .iter()
            .map(|&angle| Models::of(&throw(speed, angle)))
            .collect::<Result<Vec<Models>>>()?;
        let worst =
            |error: fn(&Models) -> f64| percent(models.iter().map(error).fold(0.0, f64::max));
        Ok(vec![
            speed.to_string(),
            worst(|models| models.no_drag.error_against(&models.quadratic)),
            worst(|models| models.linear.error_against(&models.quadratic)),
            worst(|models| models.rational.error_against(&models.quadratic)),
            worst(|models| models.matched.error_against(&models.quadratic)),
            worst(|models| models.rational.error_against(&models.linear)),
            worst(|models| models.matched.error_against(&models.linear)),
        ])
    });
    Ok(Cells {
        header: header.map(str::to_owned).to_vec(),
        rows: rows.collect::<Result<_>>()?,
    })
}
