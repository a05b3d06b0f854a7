//! The file of all numbers.

use std::error::Error;
use std::fs::{File, OpenOptions};
use std::path::Path;

use serde::Serialize;

use crate::contender::Who;
use crate::failure::Failure;
use crate::report::Field;
use crate::rounds::Rounds;

/// A file that is open before there is anything to write, so that no one waits in vain.
#[derive(Debug)]
pub(crate) struct OutputFile {
    name: String,
    file: File,
}

/// What was measured of a contender with so many bodies.
#[derive(Debug, Serialize)]
struct Row {
    contender: &'static str,
    state: String,
    bodies: usize,
    bytes_per_body: usize,
    rounds: usize,
    off_m: Option<f64>,
    lower_ns: f64,
    median_ns: f64,
    upper_ns: f64,
    lower_times_memory: f64,
    median_times_memory: f64,
    upper_times_memory: f64,
}

impl OutputFile {
    /// Creates the file. What is already there stays until it is written anew.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let mut options = OpenOptions::new();
        let file = options.write(true).create(true).truncate(false).open(path);
        let name = path.display().to_string();
        match file {
            Ok(file) => Ok(Self { name, file }),
            Err(error) => Err(Failure::Write {
                what: name,
                error: error.into(),
            }),
        }
    }

    /// Writes a row for every contender and number of bodies.
    pub(crate) fn write(self, field: &Field, all: &[Rounds]) -> Result<(), Failure> {
        let write = |file: File| -> Result<(), Box<dyn Error>> {
            // what is no regular file, such as /dev/null, has no length
            if file.metadata()?.is_file() {
                file.set_len(0)?;
            }
            let mut writer = csv::Writer::from_writer(file);
            for row in rows(field, all) {
                writer.serialize(row)?;
            }
            Ok(writer.flush()?)
        };
        write(self.file).map_err(|error| Failure::Write {
            what: self.name,
            error,
        })
    }
}

fn rows(field: &Field, all: &[Rounds]) -> impl Iterator<Item = Row> {
    let row = |rounds: &Rounds, (entry, off): &(_, Option<f64>)| {
        let crate::contender::Entry { who, state, .. } = *entry;
        let time = rounds.time(who, state)?;
        let ratio = rounds.ratio((who, state), (Who::Memory, state))?;
        Some(Row {
            contender: who.name(),
            state: state.to_string(),
            bodies: rounds.bodies,
            bytes_per_body: state.bytes(),
            rounds: rounds.count(),
            off_m: *off,
            lower_ns: time.lower,
            median_ns: time.median,
            upper_ns: time.upper,
            lower_times_memory: ratio.lower,
            median_times_memory: ratio.median,
            upper_times_memory: ratio.upper,
        })
    };
    all.iter()
        .flat_map(move |rounds| field.iter().filter_map(move |entry| row(rounds, entry)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contender::State;
    use crate::contenders;
    use crate::rounds::made_up;

    #[test]
    fn there_is_a_row_for_whoever_was_measured() {
        let times = [
            (Who::Memory, State::F32_3D, &[0.5][..]),
            (Who::Swarm, State::F32_3D, &[0.6][..]),
        ];
        let field: Vec<_> = contenders::ALL.map(|entry| (entry, Some(0.25))).into();
        let all = [made_up(10, &times), made_up(100, &times)];
        let rows: Vec<Row> = rows(&field, &all).collect();
        assert_eq!(rows.len(), 4);
        assert_eq!(rows[3].median_times_memory, 0.6 / 0.5);
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.serialize(&rows[0]).unwrap();
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        assert!(text.starts_with("contender,state,bodies,"), "{text}");
    }

    #[test]
    fn a_file_that_cannot_be_is_told_by_name() {
        let failure = OutputFile::create(Path::new("/nowhere/peers.csv")).unwrap_err();
        assert!(failure.to_string().contains("/nowhere/peers.csv"));
    }
}
