//! Sentences about coupled bodies.

use bridge::method::{IMPLICIT_EULER, KINSTEP, LEAPFROG, METHODS, Method, XPBD};
use bridge::runs::Watched;
use bridge::structures::Case;
use bridge::survey::ChainOutcome;
use support::quotes::Quote;

use super::{Prices, Row, place};
use crate::fit::largest;
use crate::words::{capital, list, number};

/// What all methods do to the energy.
pub(super) fn of_energy(case: &Case, runs: &[(&Method, Watched)]) -> String {
    let clauses = runs.iter().map(|(method, watched)| clause(method, watched));
    format!(
        "{}: {} in {} s, of the weight times 1 m.",
        capital(case.name),
        list(clauses),
        number(case.long)
    )
}

fn clause(method: &Method, watched: &Watched) -> String {
    let name = method.name;
    match watched.blew_up {
        Some(time) => format!("{name} blows up after {time:.1} s"),
        None if watched.worst().abs() < 1e-6 => {
            format!(
                "{name} keeps the energy within {:.0e}",
                watched.worst().abs()
            )
        }
        None => {
            let verb = if watched.last() < 0.0 {
                "loses"
            } else {
                "gains"
            };
            format!("{name} {verb} {}", number(watched.last().abs()))
        }
    }
}

/// The result of the energy, in a few words.
pub(super) fn headline(runs: &[(&Method, Watched)]) -> String {
    list(runs.iter().map(|(method, watched)| {
        format!(
            "{} {:+.0e}",
            method.name,
            if watched.worst().abs() < 1e-6 {
                watched.worst()
            } else {
                watched.last()
            }
        )
    }))
}

/// Figures of the pendulum that the README quotes.
pub(super) fn quotes(runs: &[(&Method, Watched)]) -> Vec<Quote> {
    let names = [
        (&KINSTEP, "coupled.kinstep"),
        (&XPBD, "coupled.xpbd"),
        (&IMPLICIT_EULER, "coupled.implicit_euler"),
    ];
    let quote = |(method, name): (&Method, &'static str)| {
        let (_, watched) = runs.iter().find(|(other, _)| other.name == method.name)?;
        let change = watched.worst().abs();
        let value = if change < 1e-3 {
            format!("{change:.0e}")
        } else {
            number(change)
        };
        Some((name, value))
    };
    names.into_iter().filter_map(quote).collect()
}

/// Errors of all methods, from soft to stiff.
pub(super) fn of_errors(case: &Case, rows: &[Row]) -> String {
    let ranges = METHODS.iter().map(|method| {
        let errors = || rows.iter().map(|row| row.of(method));
        let least = errors().fold(f64::MAX, f64::min);
        format!(
            "{} {:.0e} to {:.0e} m",
            method.name,
            least,
            largest(errors())
        )
    });
    let nearest = rows
        .iter()
        .filter(|row| row.ours() < row.implicit_euler())
        .count();
    format!(
        "{}, from soft to stiff: {}; kinstep is nearer than implicit Euler at {nearest} of {} stiffnesses, leapfrog in 2Ωh \
         substeps nearer than kinstep at {}.",
        capital(case.name),
        list(ranges),
        rows.len(),
        rows.iter()
            .filter(|row| row.leapfrog() < row.ours())
            .count(),
    )
}

/// Where leapfrog in short steps costs less than a step of kinstep.
pub(super) fn losses(prices: &[Prices]) -> Option<String> {
    let cheaper = prices.iter().filter_map(|row| {
        let ratio = row.ratios[place(&LEAPFROG)] / row.ratios[place(&KINSTEP)];
        (ratio < 1.0).then(|| format!("{} at Ωh = {}", number(ratio), row.stiffness))
    });
    let cheaper: Vec<String> = cheaper.collect();
    (!cheaper.is_empty()).then(|| {
        format!(
            "A triple pendulum of rods is nearer to the truth in 2Ωh substeps of leapfrog by hand, which take less time up to \
             some stiffness: {} of a step of kinstep.",
            list(cheaper)
        )
    })
}

/// Errors of the chain of springs.
pub(super) fn of_chain(chains: &[ChainOutcome]) -> String {
    let worst = |place: usize| largest(chains.iter().map(|chain| chain.errors[place]));
    let verlet = chains.iter().filter(|chain| chain.errors[2] > 10.0);
    let least = verlet
        .map(|chain| chain.stiffness)
        .fold(f64::INFINITY, f64::min);
    format!(
        "The chain is off by {:.0e} m at most after one step of 20 s, by {:.0e} m in steps of a frame; velocity Verlet blows up \
         from Ωh = {least} on.",
        worst(0),
        worst(1),
    )
}
