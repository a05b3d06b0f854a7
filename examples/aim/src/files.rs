//! The files that are written.

use std::fs;
use std::io::Error;
use std::path::Path;

use crate::failure::Failure;
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

/// Writes a file, and makes the directory for it.
pub(crate) fn write(file: &Path, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    let directory = file.parent().map_or(Ok(()), fs::create_dir_all);
    (directory.and_then(|()| fs::write(file, text))).map_err(|error| Failure::Write {
        file: file.display().to_string(),
        error,
    })
}

/// Writes a line for each throw with all digits.
pub(crate) fn write_csv(file: &Path, rows: &[Row]) -> Result<(), Failure> {
    let failure = |error: Error| Failure::Write {
        file: file.display().to_string(),
        error,
    };
    let mut table = csv::Writer::from_writer(Vec::new());
    let mut all = vec![HEADER.map(str::to_owned)];
    all.extend(rows.iter().map(cells));
    for cells in all {
        table
            .write_record(cells)
            .map_err(|error| failure(error.into()))?;
    }
    let text = table
        .into_inner()
        .map_err(|error| failure(error.into_error()))?;
    write(file, text)
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
