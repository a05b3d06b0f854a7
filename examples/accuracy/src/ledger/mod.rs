//! Where the energy goes, and what schemes make of nothing.

mod books;
mod findings;

use anyhow::Result;
use indicatif::ProgressBar;
use kinstep::Scheme;
use support::drawing::style::Style;

use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::experiment::Experiment;
use crate::pens::{BLACK, BLUE, GREEN, ORANGE, VERMILION, dashed};
use crate::section::{Figure, Section, Table};
use books::{Books, FORCES};

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
    if let Some(books) = accounts
        .iter()
        .find(|it| it.scheme == DRAWN)
        .and_then(|it| it.at(RATE))
    {
        section.draw(Figure::new("work", work(books), findings::of_work(books)));
    }
    section.draw(Figure::new(
        "scheme-error",
        errors(&accounts),
        findings::of_errors(&accounts),
    ));
    section.draw(Figure::new(
        "convergence",
        convergence(&accounts),
        findings::of_orders(&accounts),
    ));
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
    let mut chart = Chart::new(
        format!("{DRAWN} in steps of 1/{RATE} s: work of each force"),
        Axis::linear("time [s]"),
        Axis::linear("energy since the start [J]"),
    );
    let styles = [VERMILION, GREEN, ORANGE, BLUE];
    for ((name, style), works) in FORCES.into_iter().zip(styles).zip(&books.works) {
        chart.add(Series::line(name, style, works.clone()));
    }
    chart.add(Series::line(
        "change of kinetic energy",
        BLACK,
        books.kinetic.clone(),
    ));
    chart.add(Series::line(
        "scheme error",
        dashed(BLACK),
        books.error.clone(),
    ));
    chart
}

/// What each scheme made of nothing, over the run.
fn errors(accounts: &[Account]) -> Chart {
    let mut chart = Chart::new(
        format!("energy made of nothing, in steps of 1/{RATE} s"),
        Axis::linear("time [s]"),
        Axis::logarithmic("size of the scheme error [J]").within(1e-16, 1e3),
    );
    for account in accounts {
        let points = account.at(RATE).map_or(&[][..], |books| &books.error);
        let points = points
            .iter()
            .skip(1)
            .map(|&(time, error)| (time, error.abs()));
        let (name, style) = (account.scheme.to_string(), Style::of(account.scheme));
        chart.add(Series::line(name, style, points.collect()));
    }
    chart
}

/// What each scheme made of nothing at most, against the step.
fn convergence(accounts: &[Account]) -> Chart {
    let mut chart = Chart::new(
        "energy made of nothing, against the step",
        Axis::logarithmic("step [s]"),
        Axis::logarithmic("largest scheme error in 10 s [J]").within(1e-16, 1e4),
    );
    for account in accounts {
        let points = account
            .books
            .iter()
            .map(|(rate, books)| (1.0 / f64::from(*rate), books.worst));
        let series = Series::line(
            account.scheme.to_string(),
            Style::of(account.scheme),
            points.collect(),
        );
        chart.add(series.with_note(format!("({})", findings::order(account))));
    }
    chart
}

/// The books of all schemes at the end.
fn table(accounts: &[Account]) -> Table {
    let header = ["scheme"]
        .into_iter()
        .chain(FORCES)
        .map(|name| format!("{name} [J]"));
    let header = header
        .chain(["change of energy [J]", "scheme error [J]", "imbalance [J]"].map(str::to_owned));
    let rows = accounts.iter().filter_map(|account| {
        let books = account.at(RATE)?;
        let work = |points: &Vec<(f64, f64)>| points.last().map_or(f64::NAN, |last| last.1);
        let works = books
            .works
            .iter()
            .map(|points| format!("{:+.3}", work(points)));
        let rest = [
            format!("{:+.3}", books.change),
            format!("{:+.1e}", work(&books.error)),
            format!("{:.0e}", books.imbalance),
        ];
        Some(
            [account.scheme.to_string()]
                .into_iter()
                .chain(works)
                .chain(rest)
                .collect(),
        )
    });
    let title =
        format!("Work of each force in 10 s, and what is left over, in steps of 1/{RATE} s");
    Table::new("books", title, header, rows.collect()).with_finding(findings::of_books(accounts))
}
