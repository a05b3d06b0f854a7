//! The table that is printed.

use kinstep::Real;
use support::drawing::numbers::{seconds, six_digits};

use crate::measure::{Measured, Row};
use crate::model::Scene;
use crate::reference::Reference;

/// All that is printed about a scene and what the schemes made of it.
pub(crate) fn report<const D: usize>(
    scene: &Scene<D>,
    reference: &Reference<D>,
    rows: &[Row],
) -> String
where
    f64: Real<D>,
{
    let mut lines = vec![
        scene.title.clone(),
        format!(
            "{} in {D} dimensions, {} s in steps of {} s",
            count(scene.bodies.len(), "body", "bodies"),
            six_digits(scene.duration),
            six_digits(scene.dt)
        ),
        format!("reference: {}", reference.kind),
        "position error: of the worst body, at the end".to_owned(),
        energy_line(scene),
        String::new(),
        table(reference, rows),
    ];
    for row in rows {
        if let Err(stopped) = &row.result {
            lines.push(format!("{} stopped: {}", row.method, stopped.why));
        }
    }
    lines.join("\n")
}

/// Whether the energy is a measure here.
fn energy_line<const D: usize>(scene: &Scene<D>) -> String
where
    f64: Real<D>,
{
    if scene.losses.is_empty() {
        return "energy error: at the end and the largest at any step, relative; + is gained"
            .to_owned();
    }
    format!(
        "energy error: not given, for the motion itself does not conserve energy ({})",
        scene.losses.join(", ")
    )
}

fn table<const D: usize>(reference: &Reference<D>, rows: &[Row]) -> String
where
    f64: Real<D>,
{
    let header = [
        "scheme",
        "steps",
        "position error [m]",
        "energy error",
        "largest",
        "wall time",
        "per step",
    ];
    let rows = rows.iter().map(|row| {
        let method = row.method.to_string();
        let cells = match &row.result {
            Ok(measured) => cells(measured, reference.uncertainty()),
            Err(stopped) => {
                let at = format!("stopped at {} s", six_digits(stopped.time));
                [dash(), at, dash(), dash(), dash(), dash()]
            }
        };
        [method].into_iter().chain(cells).collect()
    });
    support::console::table::table(header, rows)
}

/// All cells but the name of the scheme.
fn cells(measured: &Measured, uncertainty: f64) -> [String; 6] {
    let per_step = measured.wall_time.as_secs_f64() / measured.steps.max(1) as f64;
    let energy = measured.energy_error;
    [
        measured.steps.to_string(),
        (measured.position_error).map_or_else(dash, |error| {
            // what lies within the doubt about the reference is not an error of the scheme
            if error <= uncertainty {
                format!("< {uncertainty:.1e}")
            } else {
                format!("{error:.1e}")
            }
        }),
        energy.map_or_else(dash, |error| format!("{:+.1e}", error.last)),
        energy.map_or_else(dash, |error| format!("{:.1e}", error.largest)),
        seconds(measured.wall_time.as_secs_f64()),
        seconds(per_step),
    ]
}

fn dash() -> String {
    "-".to_owned()
}

fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
