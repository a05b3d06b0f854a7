//! Where the energy goes, and what schemes make of nothing.

mod books;
mod findings;

use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::experiment::Experiment;
use crate::pens::{BLACK, BLUE, GREEN, ORANGE, VERMILION, dashed};
use crate::section::{Section, Table};
use anyhow::Result;
use books::{Books, FORCES};
use indicatif::ProgressBar;
use kinstep::Scheme;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "ledger",
    title: "The energy ledger: what forces do, and what schemes make of nothing",
    ticks: (Scheme::ALL.len() * RATES.len()) as u64,
    run,
};

/// Steps in a second, and those of the first two figures.
const RATES: [u32; 9] = [4, 8, 16, 32, 64, 128, 256, 512, 1024];
const RATE: u32 = RATES[3];
/// The scheme whose books are drawn in full.
const DRAWN: Scheme = Scheme::SymplecticEuler;

/// The books of a scheme at all rates.
struct Account {
    scheme: Scheme,
    /// Steps in a second, and what the ledger says then.
    books: Vec<(u32, Books)>,
}

fn run(progress: &ProgressBar) -> Result<Section> {
    let mut section = Section::new([
        "A body of 2 kg on a spring, under gravity, in wind, with a burn of its engine from 2 s to \
         5 s: ten seconds in all. kinstep::diagnostics::Ledger takes each step twice, by the scheme and along the real \
         motion, and so tells the work of each force from the energy that the scheme made or lost by itself.",
    ]);
    let mut accounts = Vec::new();
    for scheme in Scheme::ALL {
        let mut books = Vec::new();
        for rate in RATES {
            books.push((rate, Books::of(scheme, rate)?));
            progress.inc(1);
        }
        accounts.push(Account { scheme, books });
    }
    let drawn = accounts.iter().find(|it| it.scheme == DRAWN);
    if let Some(books) = drawn.and_then(|it| it.at(RATE)) {
        section.draw("work", work(books), findings::of_work(books));
    }
    section.draw(
        "scheme-error",
        errors(&accounts),
        findings::of_errors(&accounts),
    );
    section.draw(
        "convergence",
        convergence(&accounts),
        findings::of_orders(&accounts),
    );
    section.tabulate(table(&accounts));
    section.headline(
        "imbalance of the energy ledger, all schemes and steps",
        format!(
            "{:.0e} of the energy that changed hands, at worst",
            findings::imbalance(&accounts)
        ),
    );
    Ok(section)
}

impl Account {
    fn at(&self, rate: u32) -> Option<&Books> {
        let found = self.books.iter().find(|(other, _)| *other == rate)?;
        Some(&found.1)
    }
}

/// The work of each force under one scheme, and what is left over.
fn work(books: &Books) -> Chart {
    let forces = FORCES.into_iter().zip([VERMILION, GREEN, ORANGE, BLUE]);
    Chart::new(
        format!("{DRAWN} in steps of 1/{RATE} s: work of each force"),
        Axis::linear("time [s]"),
        Axis::linear("energy since the start [J]"),
    )
    .with(
        (forces.zip(&books.works))
            .map(|((name, style), works)| Series::line(name, style, works.clone())),
    )
    .with([
        Series::line("change of kinetic energy", BLACK, books.kinetic.clone()),
        Series::line("scheme error", dashed(BLACK), books.error.clone()),
    ])
}

/// What each scheme made of nothing, over the run.
fn errors(accounts: &[Account]) -> Chart {
    Chart::new(
        format!("energy made of nothing, in steps of 1/{RATE} s"),
        Axis::linear("time [s]"),
        Axis::logarithmic("size of the scheme error [J]").within(1e-16, 1e3),
    )
    .with(accounts.iter().map(|account| {
        let points = account.at(RATE).map_or(&[][..], |books| &books.error);
        let points = points.iter().skip(1);
        Series::of(
            account.scheme,
            points.map(|&(time, error)| (time, error.abs())),
        )
    }))
}

/// What each scheme made of nothing at most, against the step.
fn convergence(accounts: &[Account]) -> Chart {
    Chart::new(
        "energy made of nothing, against the step",
        Axis::logarithmic("step [s]"),
        Axis::logarithmic("largest scheme error in 10 s [J]").within(1e-16, 1e4),
    )
    .with(accounts.iter().map(|account| {
        let points =
            (account.books.iter()).map(|(rate, books)| (1.0 / f64::from(*rate), books.worst));
        Series::of(account.scheme, points).with_note(format!("({})", findings::order(account)))
    }))
}

/// The books of all schemes at the end.
fn table(accounts: &[Account]) -> Table {
    let header = (["scheme"].into_iter().chain(FORCES))
        .chain(["change of energy", "scheme error", "imbalance"])
        .map(|name| format!("{name} [J]"));
    let rows = accounts.iter().filter_map(|account| {
        let books = account.at(RATE)?;
        let last = |points: &Vec<(f64, f64)>| points.last().map_or(f64::NAN, |last| last.1);
        let mut cells = vec![account.scheme.to_string()];
        cells.extend(
            books
                .works
                .iter()
                .map(|points| format!("{:+.3}", last(points))),
        );
        cells.push(format!("{:+.3}", books.change));
        cells.push(format!("{:+.1e}", last(&books.error)));
        cells.push(format!("{:.0e}", books.imbalance));
        Some(cells)
    });
    let title =
        format!("Work of each force in 10 s, and what is left over, in steps of 1/{RATE} s");
    Table::new("books", title, header, rows.collect()).with_finding(findings::of_books(accounts))
}
