//! What a step costs, and what it is worth: spring, drag and gravity at 60 Hz.

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use kinstep::Scheme;
use support::drawing::numbers::metres;

use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::experiment::Experiment;
use crate::section::{Section, Table};
use crate::step_prices::{self, CROWDS, Price, Stepper};
use crate::words::{list, number};

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "step_cost",
    title: "Price of a step: spring, drag and gravity for 10 s at 60 Hz",
    ticks: 10,
    run,
};

/// What FlowKick promises here: an error below this \[m\], in less than so many times the time of symplectic
/// Euler.
const PROMISE: (f64, f64) = (1e-12, 2.0);

fn run(progress: &ProgressBar) -> Result<Section> {
    let mut section = Section::new([
        "The time that a step takes for each body, in worlds of one body and of many, and how far from the right \
         answer the steps end. The steppers take turns, and the shortest time of each counts. The loop by hand knows \
         its three forces when it is compiled; a world takes any.",
    ]);
    let mut prices = step_prices::prices()?;
    for count in CROWDS {
        for (price, time) in prices.iter_mut().zip(step_prices::times(count)?) {
            price.times.push(time);
        }
        (0..2).for_each(|_| progress.inc(1));
    }
    let price = |stepper| {
        let found = prices.iter().find(|price| price.stepper == stepper);
        found.with_context(|| format!("{} was not run", stepper.name()))
    };
    let flow = price(Stepper::World(Scheme::FlowKick))?;
    let euler = price(Stepper::World(Scheme::SymplecticEuler))?;
    let by_hand = price(Stepper::ByHand)?;
    section.draw("times", chart(&prices), finding(flow, euler));
    section.tabulate(table(&prices));
    for price in [flow, euler] {
        let what = format!("error of {}, 10 s at 60 Hz", price.stepper.name());
        section.headline(what, metres(price.error));
    }
    for (count, ratio) in flow.ratios(euler) {
        let what = format!("step with {}, FlowKick to SymplecticEuler", bodies(count));
        section.headline(what, format!("{} : 1", number(ratio)));
    }
    let (near, fast) = PROMISE;
    let is_kept = flow.error < near && flow.ratios(euler).all(|(_, ratio)| ratio < fast);
    section.headline(
        format!("promise: error below {near:e} m, step below {fast} : 1"),
        if is_kept { "kept" } else { "broken" },
    );
    section.losses.extend(loss(flow, by_hand));
    Ok(section)
}

fn chart(prices: &[Price]) -> Chart {
    Chart::new(
        "time for each body and step",
        Axis::logarithmic("bodies in the world"),
        Axis::logarithmic("time [ns]"),
    )
    .with(prices.iter().map(|Price { stepper, times, .. }| {
        let points = CROWDS.iter().zip(times);
        let points = points.map(|(count, time)| (*count as f64, *time));
        Series::line(stepper.name(), stepper.style(), points)
    }))
}

/// What the exact answer costs.
fn finding(flow: &Price, euler: &Price) -> String {
    let ratios = flow.ratios(euler);
    let ratios =
        ratios.map(|(count, ratio)| format!("with {} {} times", bodies(count), number(ratio)));
    format!(
        "FlowKick ends {} off and SymplecticEuler {}; the time of a step of FlowKick is {} that of SymplecticEuler.",
        metres(flow.error),
        metres(euler.error),
        list(ratios)
    )
}

/// Where a loop by hand is faster.
fn loss(flow: &Price, by_hand: &Price) -> Option<String> {
    let slower = flow.ratios(by_hand).filter(|(_, ratio)| *ratio > 1.25);
    let slower = list(
        slower.map(|(count, ratio)| format!("{} times with {}", number(ratio), bodies(count))),
    );
    (!slower.is_empty()).then(|| {
        format!(
            "A step of FlowKick takes longer than a loop by hand that knows its forces: {slower}."
        )
    })
}

fn table(prices: &[Price]) -> Table {
    let times = CROWDS.map(|count| format!("{} [ns]", bodies(count)));
    let header = ["".to_owned(), "error [m]".to_owned()]
        .into_iter()
        .chain(times);
    let row = |price: &Price| {
        let times = price.times.iter().map(|time| number(*time));
        let start = [price.stepper.name(), number(price.error)];
        start.into_iter().chain(times).collect()
    };
    let title = "Error after 10 s, and time for each body and step in worlds of";
    Table::new("prices", title, header, prices.iter().map(row).collect())
}

fn bodies(count: usize) -> String {
    match count {
        1 => "one body".to_owned(),
        _ => format!("{} bodies", number(count as f64)),
    }
}
