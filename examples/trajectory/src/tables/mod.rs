//! How far the models are from each other.

mod balls;
mod free_rate;
mod grid;
#[cfg(test)]
mod tests;
mod universal;
mod which;

use anyhow::Result;
use support::console::table::table;

use crate::course::Course;
use crate::models::Models;
use crate::throw::{GRAVITY, Throw};

/// Names of columns, and rows.
#[derive(Debug)]
pub(crate) struct Cells {
    pub(crate) header: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// All tables.
pub(crate) fn report() -> Result<String> {
    let tables = [
        (
            "The rational model beside exact linear drag, as a share of what drag does to the position, for every throw, wind \
             and terminal speed; X = γt, γ = g / terminal speed",
            universal::positions(),
        ),
        (
            "... and of the velocity relative to that in the long run",
            universal::velocities(),
        ),
        (
            "Launch speed in terminal speeds; lengths and times are those for a terminal speed of 30 m/s",
            grid::cells()?,
        ),
        ("Balls", balls::cells()?),
        (
            "The rational model with other k than k0 = g / (2 terminal speed): error against quadratic drag",
            free_rate::cells()?,
        ),
        (
            "Which model when: the worst errors of launches at 20, 45 and 70 degrees",
            which::cells()?,
        ),
    ];
    let parts = tables
        .map(|(title, Cells { header, rows })| format!("{title}\n\n{}\n", table(header, rows)));
    Ok(format!(
        "Errors are the largest distances at equal times until the second landing, as a share of the straight way to it.\n\n{}",
        parts.join("\n")
    ))
}

/// Columns of the tables of throws, but for the name of the throw.
const COLUMNS: [&str; 8] = [
    "X",
    "flight s: rational / linear / quadratic / no drag",
    "lands at m: rational / linear / quadratic / no drag",
    "rational vs linear",
    "rational vs quadratic",
    "linear vs quadratic",
    "no drag vs quadratic",
    "matched vs quadratic",
];

/// A row for each throw.
fn comparison(throws: impl IntoIterator<Item = (String, Throw)>) -> Result<Cells> {
    let rows = throws.into_iter().map(|(name, throw)| row(name, &throw));
    Ok(Cells {
        header: ["throw"]
            .iter()
            .chain(&COLUMNS)
            .map(|name| (*name).to_owned())
            .collect(),
        rows: rows.collect::<Result<_, _>>()?,
    })
}

fn row(name: String, throw: &Throw) -> Result<Vec<String>> {
    let models = Models::of(throw)?;
    let Models {
        no_drag,
        linear,
        rational,
        matched,
        quadratic,
        ..
    } = &models;
    let four = |number: fn(&Course) -> String| {
        [rational, linear, quadratic, no_drag]
            .map(number)
            .join(" / ")
    };
    let duration = GRAVITY * linear.landing.time / throw.terminal_speed;
    let mut row = vec![
        name,
        format!("{duration:.2}"),
        four(|course| format!("{:.2}", course.landing.time)),
        four(|course| format!("{:.1}", course.landing.position.x)),
    ];
    let pairs = [
        (rational, linear),
        (rational, quadratic),
        (linear, quadratic),
        (no_drag, quadratic),
        (matched, quadratic),
    ];
    row.extend(pairs.map(|(one, other)| percent(one.error_against(other))));
    Ok(row)
}

/// A share in percent, as the tables have it.
fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}
