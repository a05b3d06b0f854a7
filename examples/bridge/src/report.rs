//! What is printed and written about all runs.

use std::path::Path;

use anyhow::Result;
use bridge::method::{IMPLICIT_EULER, KINSTEP, LEAPFROG, METHODS, Method, XPBD};
use bridge::structures::{CASES, Case, ROPE};
use bridge::survey::{CHAIN_TIME, ChainOutcome, Extent, Outcome, find};
use support::console::table::table_with_words;
use support::files;

/// The tables, what they say, and what they need to be understood.
pub(crate) fn report(extent: &Extent, outcomes: &[Outcome], chains: &[ChainOutcome]) -> String {
    let mut lines = vec![
        "Rods at 60 Hz, from soft to stiff. Ωh: the largest frequency times a frame.".to_owned(),
        String::new(),
        format!(
            "Error [m] of the node that is farthest from the truth, after {}:",
            times(|case| case.short)
        ),
        table(extent, outcomes, |outcome| size(outcome.error)),
        format!(
            "Largest change of the energy in {}, as a share of the weight times 1 m (leapfrog: shorter where stiff):",
            times(|case| extent.share * case.long)
        ),
        table(extent, outcomes, |outcome| signed(outcome.energy)),
        "Time of a frame, as a multiple of that of XPBD in the same turn:".to_owned(),
        table(extent, outcomes, |outcome| two_digits(outcome.ratio)),
        format!(
            "A chain of 16 bodies on springs without rest length, {CHAIN_TIME} s; error [m] against the sum of its modes:"
        ),
        chain_table(chains),
    ];
    lines.extend(findings(outcomes, extent));
    lines.push(String::new());
    lines.push("rules as published, not runs of engines:".to_owned());
    lines.extend(
        METHODS
            .iter()
            .map(|method| format!("  {:<15} {}", method.name, method.rule)),
    );
    lines.push(
        "  truth           a leapfrog of sixth order (Yoshida 1990) in substeps of Ωδ ≤ 0.25"
            .to_owned(),
    );
    lines.join("\n")
}

/// "2 s (triple pendulum), 1 s (rope of 50), …".
fn times(of: impl Fn(&Case) -> f64) -> String {
    let times = CASES
        .iter()
        .map(|case| format!("{} s ({})", of(case).max(case.short), case.name));
    times.collect::<Vec<String>>().join(", ")
}

/// A row for each structure and method, a column for each stiffness.
fn table(extent: &Extent, outcomes: &[Outcome], cell: impl Fn(&Outcome) -> String) -> String {
    let mut header = vec!["structure".to_owned(), "method".to_owned()];
    header.extend(
        extent
            .stiffnesses
            .iter()
            .map(|stiffness| format!("Ωh = {stiffness}")),
    );
    let rows = CASES
        .iter()
        .flat_map(|case| METHODS.iter().map(move |method| (case, method)));
    let rows = rows.map(|(case, method)| {
        let cells = extent.stiffnesses.iter().map(|stiffness| {
            find(outcomes, case, method, *stiffness).map_or_else(String::new, &cell)
        });
        [case.name, method.name]
            .map(str::to_owned)
            .into_iter()
            .chain(cells)
            .collect()
    });
    table_with_words(2, header, rows) + "\n"
}

fn chain_table(chains: &[ChainOutcome]) -> String {
    let header = ["Ωh", "one step", "60 Hz", "velocity Verlet, 60 Hz"];
    let rows = chains.iter().map(|chain| {
        let errors = chain.errors.map(size);
        [chain.stiffness.to_string()]
            .into_iter()
            .chain(errors)
            .collect()
    });
    table_with_words(0, header, rows) + "\n"
}

/// What the tables say.
fn findings(outcomes: &[Outcome], extent: &Extent) -> Vec<String> {
    let of = |method: &'static Method| {
        outcomes
            .iter()
            .filter(|outcome| outcome.method.name == method.name)
    };
    let worst = of(&KINSTEP).fold(0.0, |worst: f64, outcome| worst.max(outcome.energy.abs()));
    let mut lines = vec![format!(
        "kinstep keeps the energy of every structure at every stiffness within {worst:.0e} of the weight times 1 m."
    )];
    for method in [&XPBD, &IMPLICIT_EULER] {
        let energies = outcomes
            .iter()
            .filter(|outcome| outcome.method.name == method.name && outcome.case.name == ROPE.name);
        let energies: Vec<String> = energies.map(|outcome| signed(outcome.energy)).collect();
        lines.push(format!(
            "{} changes that of the rope by {} from soft to stiff; its fall sets 2.5 free.",
            method.name,
            energies.join(", ")
        ));
    }
    lines.extend(
        extent
            .stiffnesses
            .iter()
            .filter_map(|stiffness| substeps(outcomes, *stiffness)),
    );
    lines.extend(evaluations(outcomes));
    lines.extend(
        [&XPBD, &IMPLICIT_EULER]
            .into_iter()
            .filter_map(|rival| nearer(outcomes, rival)),
    );
    lines
}

/// Pairs of outcomes of kinstep and of another method for the same structure.
fn pairs<'a>(
    outcomes: &'a [Outcome],
    other: &'a Method,
) -> impl Iterator<Item = (&'a Outcome, &'a Outcome)> {
    let ours = outcomes
        .iter()
        .filter(|outcome| outcome.method.name == KINSTEP.name);
    ours.filter_map(move |ours| Some((ours, find(outcomes, ours.case, other, ours.stiffness)?)))
}

/// A step of kinstep in evaluations of all forces, by the time of leapfrog, which makes 2Ωh in a frame.
fn evaluations(outcomes: &[Outcome]) -> Option<String> {
    let counts = pairs(outcomes, &LEAPFROG)
        .map(|(ours, leapfrog)| 2.0 * ours.stiffness * ours.ratio / leapfrog.ratio);
    let (least, most) = counts.fold((f64::MAX, 0.0_f64), |(least, most), count| {
        (least.min(count), most.max(count))
    });
    (most > 0.0).then(|| {
        format!(
            "A step of kinstep takes as long as {least:.0} to {most:.0} evaluations of all forces in a bare loop."
        )
    })
}

/// Where another method is nearer to the truth.
fn nearer(outcomes: &[Outcome], rival: &'static Method) -> Option<String> {
    let places = pairs(outcomes, rival)
        .filter(|(ours, other)| other.error < ours.error)
        .map(|(ours, _)| format!("the {} at Ωh = {}", ours.case.name, ours.stiffness));
    let places: Vec<String> = places.collect();
    (!places.is_empty()).then(|| {
        format!(
            "{} is nearer to the truth than kinstep on: {}.",
            rival.name,
            places.join(", ")
        )
    })
}

/// Where sub-stepping costs less than a step of kinstep, and what it gains.
fn substeps(outcomes: &[Outcome], stiffness: f64) -> Option<String> {
    let pairs: Vec<(&Outcome, &Outcome)> = (CASES.iter())
        .filter_map(|case| {
            let find = |method| find(outcomes, case, method, stiffness);
            Some((find(&KINSTEP)?, find(&LEAPFROG)?))
        })
        .collect();
    if !pairs
        .iter()
        .any(|(ours, leapfrog)| leapfrog.ratio < ours.ratio)
    {
        return None;
    }
    let range = |of: &dyn Fn(&(&Outcome, &Outcome)) -> f64| {
        let least = pairs.iter().map(of).fold(f64::MAX, f64::min);
        let most = pairs.iter().map(of).fold(0.0, f64::max);
        format!("{} to {}", two_digits(least), two_digits(most))
    };
    Some(format!(
        "At Ωh = {stiffness} sub-stepped leapfrog takes {} of the time of kinstep, and is {} times as near to the truth.",
        range(&|(ours, leapfrog)| leapfrog.ratio / ours.ratio),
        range(&|(ours, leapfrog)| ours.error / leapfrog.error),
    ))
}

/// Writes the figures as CSV.
pub(crate) fn write_csv(
    directory: &Path,
    outcomes: &[Outcome],
    chains: &[ChainOutcome],
) -> Result<()> {
    let header = [
        "structure",
        "frequency times frame",
        "method",
        "error [m]",
        "energy",
        "watched [s]",
        "time to that of XPBD",
    ];
    let rows = outcomes.iter().map(|outcome| {
        let numbers = [
            outcome.error,
            outcome.energy,
            outcome.watched,
            outcome.ratio,
        ];
        let start = [
            outcome.case.name.to_owned(),
            outcome.stiffness.to_string(),
            outcome.method.name.to_owned(),
        ];
        start
            .into_iter()
            .chain(numbers.map(|number| number.to_string()))
            .collect()
    });
    files::write_csv(
        &directory.join("structures.csv"),
        [header.map(str::to_owned).to_vec()].into_iter().chain(rows),
    )?;
    let header = [
        "frequency times frame",
        "one step [m]",
        "60 Hz [m]",
        "velocity Verlet, 60 Hz [m]",
    ];
    let rows = chains.iter().map(|chain| {
        let numbers = [chain.stiffness].into_iter().chain(chain.errors);
        numbers.map(|number| number.to_string()).collect()
    });
    files::write_csv(
        &directory.join("chain.csv"),
        [header.map(str::to_owned).to_vec()].into_iter().chain(rows),
    )
}

/// A size with one digit.
fn size(value: f64) -> String {
    if value < 1e3 {
        format!("{value:.0e}")
    } else {
        "blows up".to_owned()
    }
}

/// A change with its sign.
fn signed(value: f64) -> String {
    if value.is_finite() {
        format!("{value:+.0e}")
    } else {
        "blows up".to_owned()
    }
}

/// A ratio with two digits.
fn two_digits(value: f64) -> String {
    match value {
        value if value >= 9.95 => format!("{value:.0}"),
        value if value >= 0.995 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}
