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
/// Euler in a world.
const PROMISE: (f64, f64) = (1e-12, 2.0);

fn run(progress: &ProgressBar) -> Result<Section> {
    let mut section = Section::new([
        "The time that a step takes for each body, in worlds of one body and of many, and how far from the right \
         answer the steps end. The steppers take turns, and the median time of each counts. The loop by hand is \
         symplectic Euler, and knows its three forces when it is compiled; a world takes any. Flow::advance in a loop \
         is as exact as a world, without one.",
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
    let alone = price(Stepper::Flow)?;
    section.draw("times", chart(&prices), finding(flow, euler, by_hand));
    section.tabulate(table(&prices));
    for price in [flow, euler] {
        let what = format!("error of {}, 10 s at 60 Hz", price.stepper.name());
        section.headline(what, metres(price.error));
    }
    let comparisons = [
        (flow, euler, "FlowKick to SymplecticEuler, both in a world"),
        (flow, by_hand, "FlowKick in a world to a loop by hand"),
        (alone, by_hand, "Flow::advance to a loop by hand"),
    ];
    for (price, other, pair) in comparisons {
        for (count, ratio) in price.ratios(other) {
            let what = format!("step with {}, {pair}", bodies(count));
            section.headline(what, format!("{} : 1", number(ratio)));
        }
    }
    for ((_, ratio), name) in flow
        .ratios(by_hand)
        .zip(["step_cost.one", "step_cost.thousand"])
    {
        section.quote(name, number(ratio));
    }
    let ratios = alone.ratios(by_hand).map(|(_, ratio)| ratio);
    section.quote("step_cost.flow", number(ratios.fold(0.0, f64::max)));
    let (near, fast) = PROMISE;
    let is_kept = flow.error < near && flow.ratios(euler).all(|(_, ratio)| ratio < fast);
    section.headline(
        format!(
            "promise: error below {near:e} m, step below {fast} : 1 of SymplecticEuler in a world"
        ),
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
fn finding(flow: &Price, euler: &Price, by_hand: &Price) -> String {
    let ratios = |other| {
        let ratios = flow.ratios(other);
        list(ratios.map(|(count, ratio)| format!("with {} {} times", bodies(count), number(ratio))))
    };
    format!(
        "FlowKick ends {} off and SymplecticEuler {}; the time of a step of FlowKick is {} that of SymplecticEuler in a \
         world, and {} that of a loop by hand.",
        metres(flow.error),
        metres(euler.error),
        ratios(euler),
        ratios(by_hand)
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
