//! The row of each body, and runs of neighbours that go through a step alike.

use alloc::vec::Vec;

use super::laws::Laws;
use crate::numbers::larger;
use crate::space::Real;

/// What a body follows between kicks, and how it goes through a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row {
    /// The number of its law in [`Laws`]; [`NO_LAW`](Self::NO_LAW) before it is known.
    pub(crate) law: u32,
    pub(crate) way: Way,
    pub(crate) is_fixed: bool,
}

/// How a body goes through a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// It follows its law over the whole step.
    Free,
    /// It follows its law between kicks, some of which may depend on velocity.
    Kicked { by_velocity: bool },
    /// One force acts on it, whose exact motion is known: it kicks only beside applied forces.
    Alone { by_velocity: bool },
    /// Its island goes through the step as a whole.
    Tied,
}

impl Row {
    pub(super) const NO_LAW: u32 = u32::MAX;

    /// The row of a body of which nothing is known.
    pub(super) const NEW: Self = Self {
        law: Self::NO_LAW,
        way: Way::Free,
        is_fixed: false,
    };
}

/// Neighbouring bodies whose laws share a flow, and that go through a step in the same way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Run<T> {
    /// The place after the last body.
    pub(crate) end: usize,
    /// What their laws [share](Laws::shared).
    pub(crate) shared: u32,
    /// The number of their law, if it is one for all.
    pub(crate) law: Option<u32>,
    pub(crate) way: Way,
    /// The largest components of their constants and ramps.
    pub(crate) largest: [T; 2],
}

/// From this number of neighbours on a law has a run of its own: a flow under one law takes a third of the time.
const MANY: usize = 8;

/// Writes the runs of all rows.
pub(super) fn write_runs<T: Real<D>, const D: usize>(
    runs: &mut Vec<Run<T>>,
    rows: &[Row],
    laws: &Laws<T, D>,
) {
    runs.clear();
    let size = |law: u32| laws.pushes().of(law).map(|vector| vector.amax());
    let run_of = |row: &Row, end: usize| Run {
        end,
        shared: laws.shared(row.law),
        law: Some(row.law),
        way: row.way,
        largest: size(row.law),
    };
    // the last row, and the number of rows like it at the end of the last run
    let (mut last, mut alike) = (Row::NEW, 0);
    for (place, row) in rows.iter().enumerate() {
        let end = place + 1;
        let Some(run) = runs.last_mut().filter(|run| run.way == row.way) else {
            runs.push(run_of(row, end));
            (last, alike) = (*row, 1);
            continue;
        };
        if row.law == last.law {
            alike += 1;
            run.end = end;
            if run.law.is_none() && alike == MANY {
                run.end = end - MANY;
                runs.push(run_of(row, end));
            }
            continue;
        }
        let is_settled = run.law.is_some() && alike >= MANY;
        if !is_settled && laws.shared(row.law) == run.shared {
            let [constant, ramp] = size(row.law);
            run.largest = [
                larger(run.largest[0], constant),
                larger(run.largest[1], ramp),
            ];
            run.law = None;
            run.end = end;
        } else {
            runs.push(run_of(row, end));
        }
        (last, alike) = (*row, 1);
    }
}
