//! The throws as data.

use crate::report::{Row, angle};

/// Columns of the data.
const HEADER: [&str; 10] = [
    "planner",
    "target",
    "arc",
    "velocity x [m/s]",
    "velocity y [m/s]",
    "angle [degrees]",
    "time of flight [s]",
    "miss [m]",
    "miss in a world [m]",
    "why none",
];

/// The header, and a row for each throw with all digits.
pub(crate) fn csv(rows: &[Row]) -> Vec<Vec<String>> {
    let header = HEADER.map(str::to_owned);
    let cells = [header].into_iter().chain(rows.iter().map(cells));
    cells.map(Vec::from).collect()
}

fn cells(row: &Row) -> [String; HEADER.len()] {
    let mut cells = [const { String::new() }; HEADER.len()];
    cells[0] = row.task.planner.caption.to_owned();
    cells[1] = row.task.target.name.to_owned();
    match &row.outcome {
        Ok((throw, in_world)) => {
            cells[2] = throw.arc.to_owned();
            let launch = &throw.launch;
            let [x, y] = launch.velocity.into();
            let numbers = [
                x,
                y,
                angle(launch),
                launch.time_of_flight,
                throw.miss,
                *in_world,
            ];
            for (cell, number) in cells[3..].iter_mut().zip(numbers) {
                *cell = number.to_string();
            }
        }
        Err(why) => cells[9].clone_from(why),
    }
    cells
}
