//! Numbers that the page, the README and the tests share, each computed from rows.

use anyhow::Result;
use support::drawing::numbers::metres;

use crate::names::{ADVANCE, DOP853, EULER, KINSTEP};
use crate::rows::{Rows, spread};
use crate::words::{number, range};
use crate::{cost, coupled, drift, exact, frames, lander, work};
#[cfg(feature = "engines")]
use support::console::table::table_with_words;
use support::measuring::engines;
use support::quotes::Quote;

/// Accuracy at which solvers are compared \[m\].
pub(crate) const DIGITS: f64 = 1e-10;

/// Ratios of the times of DOP853 and of `World::advance` on fourteen problems, and their geometric
/// mean. The problem with laws only and the stiff one are left out.
pub(crate) fn speedups(rows: &Rows, accuracy: f64) -> Result<(Vec<f64>, f64)> {
    let numbers = (1..=16).filter(|it| ![work::LAWS, work::STIFF].contains(it));
    let ratios = numbers.map(|number| work::ratio(rows, number, ADVANCE, accuracy));
    let ratios = ratios.collect::<Result<Vec<f64>>>()?;
    let mean = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64;
    Ok((ratios, mean.exp()))
}

/// Ratios of the times of the best scheme of `World::step` and of DOP853, on three nonlinear
/// problems.
pub(crate) fn slower_steps(rows: &Rows) -> Vec<f64> {
    let best = |number| {
        let series = rows.series("work", &work::quantity(number)).into_iter();
        let steps = series.filter(|(name, _)| ![ADVANCE, DOP853].contains(&name.as_str()));
        let times = steps.filter_map(|(_, points)| work::reach(&points, DIGITS));
        let dop853 = rows.points("work", &work::quantity(number), DOP853);
        times.fold(f64::INFINITY, f64::min) / work::reach(&dop853, DIGITS).unwrap_or(f64::NAN)
    };
    [1, 2, 3].map(best).to_vec()
}

/// Time of a stepper with this many bodies, divided by the time of the loop written by hand.
pub(crate) fn price(rows: &Rows, stepper: &str, bodies: usize) -> f64 {
    let time = |name| rows.at("cost", cost::TIME, name, bodies as f64);
    time(stepper) / time(cost::BY_HAND)
}

/// Maximum distance between the landings of a throw at 5, 20 and 60 Hz \[m\]: under kinstep, and
/// under the rule of each engine.
pub(crate) fn landings(rows: &Rows) -> (f64, Vec<f64>) {
    let apart = |name| {
        let points = rows.points("frames", frames::LANDING, name);
        let shown = points
            .into_iter()
            .filter(|point| [5.0, 20.0, 60.0].contains(&point.0));
        spread(&shown.collect::<Vec<_>>())
    };
    let engines = engines::ALL.iter().map(|engine| apart(engine.name));
    (apart(KINSTEP), engines.collect())
}

/// Maximum difference between the touchdowns of a method at all frame rates, in one of the lander's
/// quantities.
pub(crate) fn touchdowns(rows: &Rows, quantity: &str, method: &str) -> f64 {
    spread(&rows.points("lander", quantity, method))
}

/// Rows of the table of exact motions.
pub(crate) fn exact_rows(rows: &Rows) -> Vec<Vec<String>> {
    let row = |(what, time, _): (&str, &str, _)| {
        let differs = rows.worst("exact", what, KINSTEP);
        vec![what.to_owned(), time.to_owned(), format!("{differs:.0e}")]
    };
    exact::CASES.map(row).to_vec()
}

pub(crate) const EXACT_HEADER: [&str; 3] = ["what", "one step of", "differs by"];

/// Header of the table in docs/accuracy.md on engines with a bouncing ball.
#[cfg(feature = "engines")]
pub(crate) const BOUNCES_HEADER: [&str; 4] = [
    "after 5 s of bouncing",
    "off by, at 60 Hz",
    "5, 30, 60 and 240 Hz differ by",
    "at rest after, at 60 Hz",
];
#[cfg(feature = "engines")]
pub(crate) fn bounces_rows(rows: &Rows) -> Vec<Vec<String>> {
    use crate::bounces::{ERROR, REST, SPREAD};
    let series = rows.series("bounces", SPREAD).into_iter();
    let row = |(name, _): (String, _)| {
        let at = |quantity| rows.at("bounces", quantity, &name, 60.0);
        let cells = [
            metres(at(ERROR)),
            metres(at(SPREAD)),
            format!("{:.2} s", at(REST)),
        ];
        let name = name.split(" (").next().unwrap_or(&name).to_owned();
        [vec![name], cells.to_vec()].concat()
    };
    series.map(row).collect()
}

/// A table of docs/accuracy.md on engines, of which the first columns are words.
#[cfg(feature = "engines")]
fn beside_engines<const N: usize>(
    words: usize,
    header: [&str; N],
    rows: Vec<Vec<String>>,
) -> String {
    // text after the table on its last line would become a cell
    format!("\n\n{}", table_with_words(words, header, rows).trim_end())
}

/// Numbers that the README and docs/accuracy.md quote.
pub(crate) fn quotes(rows: &Rows) -> Result<Vec<Quote>> {
    let exact = |what| format!("{:.0e}", rows.worst("exact", what, KINSTEP));
    let (ratios, mean) = speedups(rows, DIGITS)?;
    let energy = |method| format!("{:.0e}", rows.worst("drift", drift::TWO_SPRINGS, method));
    let pendulum = |method| rows.worst("coupled", coupled::ENERGY, method);
    let speeds = rows.points("lander", lander::SPEED, EULER);
    #[cfg(feature = "engines")]
    let [bounces, ground] = [
        beside_engines(1, BOUNCES_HEADER, bounces_rows(rows)),
        beside_engines(2, crate::ground::HEADER, crate::ground::table(rows)),
    ];
    // the file keeps its old numbers if this run has not measured them
    #[cfg(not(feature = "engines"))]
    let [bounces, ground] = [support::quotes::KEPT; 2].map(str::to_owned);
    Ok(vec![
        (
            "lander.kinstep",
            metres(touchdowns(rows, lander::PLACE, KINSTEP)),
        ),
        (
            "lander.euler",
            metres(touchdowns(rows, lander::PLACE, EULER)),
        ),
        (
            "lander.speed",
            number(rows.worst("lander", lander::SPEED, KINSTEP)),
        ),
        ("lander.speeds", range(speeds.iter().map(|point| point.1))),
        (
            "lander.sixty",
            metres(rows.at("lander", lander::APART, EULER, 60.0)),
        ),
        ("exact.linear", exact(exact::LINEAR)),
        ("exact.fields", exact(exact::FIELDS)),
        ("exact.chain", exact(exact::CHAIN)),
        ("exact.rotation", exact(exact::ROTATION)),
        ("exact.orbit", exact(exact::ORBIT)),
        ("bounces.rows", bounces),
        ("ground.rows", ground),
        ("springs.flow_kick", energy(KINSTEP)),
        ("springs.symplectic_euler", energy(EULER)),
        ("coupled.kinstep", format!("{:.0e}", pendulum(KINSTEP))),
        ("coupled.xpbd", number(pendulum("XPBD"))),
        ("coupled.implicit_euler", number(pendulum("implicit Euler"))),
        (
            "smooth.verdict",
            format!(
                "{} times as fast as DOP853 to 1e-10 m on fourteen problems, {} times in the geometric mean, and {} times on stiff \
                 quadratic drag",
                range(ratios),
                number(mean),
                number(work::ratio(rows, work::STIFF, ADVANCE, DIGITS)?)
            ),
        ),
        ("solvers.faster", range(slower_steps(rows))),
        (
            "solvers.slower",
            number(work::ratio(rows, work::LAWS, KINSTEP, DIGITS)?),
        ),
        ("step_cost.one", number(price(rows, KINSTEP, 1))),
        ("step_cost.thousand", number(price(rows, KINSTEP, 1000))),
        (
            "step_cost.flow",
            range(cost::CROWDS.map(|count| price(rows, cost::FLOW, count))),
        ),
    ])
}
