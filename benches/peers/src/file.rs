//! The file of all numbers.

use anyhow::Result;
use serde::Serialize;

use crate::contender::Who;
use crate::report::Field;
use crate::rounds::Rounds;

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

/// A row for every contender and number of bodies, as CSV.
pub(crate) fn csv(field: &Field, all: &[Rounds]) -> Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows(field, all) {
        writer.serialize(row)?;
    }
    Ok(writer.into_inner()?)
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
}
