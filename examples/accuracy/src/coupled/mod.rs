//! Bodies that rods and springs tie together, beside XPBD, implicit Euler and sub-stepped leapfrog.

mod findings;

use anyhow::Result;
use bridge::method::{IMPLICIT_EULER, KINSTEP, LEAPFROG, METHODS, Method};
use bridge::prices;
use bridge::runs::{self, Watched, frames};
use bridge::structures::{Case, PENDULUM, ROPE};
use bridge::survey::{self, CHAIN_TIME, ChainOutcome};
use indicatif::ProgressBar;

use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::drift::watch::Envelope;
use crate::experiment::Experiment;
use crate::pens::{BLUE, SKY, VERMILION, dashed};
use crate::section::{Section, Table};
use crate::words::number;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "coupled",
    title: "Coupled bodies: rods, ropes and springs between bodies",
    ticks: (2 + PENDULUM_STIFFNESSES.len() + ROPE_STIFFNESSES.len() + 1) as u64,
    run,
};

/// Ωh of the runs whose energy is drawn.
const STIFF: f64 = 100.0;
/// Values of Ωh; the truth of the rope costs the most.
const PENDULUM_STIFFNESSES: [f64; 11] =
    [0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1e3, 3e3, 1e4];
const ROPE_STIFFNESSES: [f64; 10] = [0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1e3, 1e4];
/// Those for which frames are timed.
const TIMED: [f64; 4] = [1.0, 10.0, 100.0, 1e3];

/// Errors of all methods at one stiffness.
struct Row {
    /// Ωh.
    stiffness: f64,
    /// In the order of [`METHODS`] \[m\].
    errors: Vec<f64>,
}

/// Times of a frame at one stiffness, as multiples of that of XPBD.
struct Prices {
    stiffness: f64,
    /// In the order of [`METHODS`].
    ratios: Vec<f64>,
}

fn run(progress: &ProgressBar) -> Result<Section> {
    let mut section = Section::new([
        "Three bodies on rods of 1 m, let go 1 rad from the vertical, and a rope of fifty pieces, 5 m and 1 kg, let go \
         horizontally: at 60 Hz, with rods from soft to far stiffer than steel. Ωh is the largest frequency times a frame. \
         The rivals are formulas as they are published: XPBD with 20 substeps, implicit Euler by Newton's method, and \
         leapfrog in 2Ωh substeps. Energies are shares of the weight times 1 m. The truth is a leapfrog of sixth order in \
         substeps of Ωδ ≤ 0.25.",
        "Rods are of second order: a ringing that turns by many radians in a frame keeps its energy and loses its phase. \
         Springs without rest length are exact.",
    ]);
    let cases = [("pendulum", &PENDULUM), ("rope", &ROPE)];
    let mut watched = Vec::new();
    for (name, case) in cases {
        let runs = watch(case)?;
        section.draw(
            name,
            energies(case, &runs),
            findings::of_energy(case, &runs),
        );
        section.headline(
            format!(
                "energy of a {}, {} s at 60 Hz, Ωh = {STIFF}",
                case.name, case.long
            ),
            findings::headline(&runs),
        );
        watched.push(runs);
        progress.inc(1);
    }
    let stiffnesses = [&PENDULUM_STIFFNESSES[..], &ROPE_STIFFNESSES];
    for ((name, case), stiffnesses) in [("pendulum-errors", &PENDULUM), ("rope-errors", &ROPE)]
        .into_iter()
        .zip(stiffnesses)
    {
        let rows = errors(case, stiffnesses, progress)?;
        section.draw(name, chart(case, &rows), findings::of_errors(case, &rows));
    }
    let prices = (TIMED.into_iter())
        .map(|stiffness| {
            let ratios = prices::ratios(&PENDULUM.with_stiffness(stiffness))?;
            Ok(Prices { stiffness, ratios })
        })
        .collect::<Result<Vec<_>>>()?;
    section.tabulate(table(&prices));
    section.losses.extend(findings::losses(&prices));
    let chains = (PENDULUM_STIFFNESSES.into_iter())
        .map(survey::chain)
        .collect::<Result<Vec<_>>>()?;
    section.draw("chain", chain_chart(&chains), findings::of_chain(&chains));
    progress.inc(1);
    if let [pendulum, _] = watched.as_slice() {
        section.quotes.extend(findings::quotes(pendulum));
    }
    Ok(section)
}

/// The energy under all methods, leapfrog included.
fn watch(case: &Case) -> Result<Vec<(&'static Method, Watched)>> {
    let structure = case.with_stiffness(STIFF);
    (METHODS.iter())
        .map(|method| Ok((method, runs::watch(method, &structure, frames(case.long))?)))
        .collect()
}

/// Errors at these stiffnesses; a tick for each.
fn errors(case: &Case, stiffnesses: &[f64], progress: &ProgressBar) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for &stiffness in stiffnesses {
        let structure = case.with_stiffness(stiffness);
        let count = frames(case.short);
        let truth = runs::truth(&structure, count)?;
        let errors = (METHODS.iter())
            .map(|method| runs::error(method, &structure, count, &truth))
            .collect::<Result<Vec<f64>>>()?;
        rows.push(Row { stiffness, errors });
        progress.inc(1);
    }
    Ok(rows)
}

/// The largest change of the energy in each of twelve stretches to a decade of time.
fn energies(case: &Case, runs: &[(&Method, Watched)]) -> Chart {
    let series = runs.iter().map(|(method, watched)| {
        let mut envelope = Envelope::default();
        let last = watched.energy.len();
        for (count, &(time, change)) in watched.energy.iter().enumerate().skip(1) {
            envelope.push(count as u64, (time, change.abs()), count + 1 == last);
        }
        Series::line(method.name, method.style, envelope.points)
    });
    Chart::new(
        format!("{}, Ωh = {STIFF} at 60 Hz: energy", case.name),
        Axis::logarithmic("time [s]"),
        Axis::logarithmic("change, of the weight times 1 m").within(1e-17, 10.0),
    )
    .with(series)
}

fn chart(case: &Case, rows: &[Row]) -> Chart {
    let series = METHODS.iter().enumerate().map(|(place, method)| {
        let points = rows.iter().map(|row| (row.stiffness, row.errors[place]));
        Series::line(method.name, method.style, points)
    });
    Chart::new(
        format!("{}, {} s at 60 Hz: error", case.name, case.short),
        Axis::logarithmic("Ωh [rad]"),
        Axis::logarithmic("position error [m]").within(1e-12, 10.0),
    )
    .with(series)
}

fn chain_chart(chains: &[ChainOutcome]) -> Chart {
    let names = [
        "one step of kinstep",
        "kinstep, 60 Hz",
        "velocity Verlet, 60 Hz",
    ];
    let styles = [dashed(SKY), BLUE, VERMILION];
    let series = names
        .into_iter()
        .zip(styles)
        .enumerate()
        .map(|(place, (name, style))| {
            let points = chains
                .iter()
                .map(|chain| (chain.stiffness, chain.errors[place]));
            Series::line(name, style, points)
        });
    Chart::new(
        format!("16 bodies on springs without rest length, {CHAIN_TIME} s: error"),
        Axis::logarithmic("Ωh [rad]"),
        Axis::logarithmic("position error [m]").within(1e-16, 10.0),
    )
    .with(series)
}

fn table(prices: &[Prices]) -> Table {
    let header = ["method".to_owned()]
        .into_iter()
        .chain(prices.iter().map(|row| format!("Ωh = {}", row.stiffness)));
    let rows = METHODS.iter().enumerate().map(|(place, method)| {
        let ratios = prices.iter().map(|row| number(row.ratios[place]));
        [method.name.to_owned()].into_iter().chain(ratios).collect()
    });
    let title = "Triple pendulum: time of a frame, as a multiple of that of XPBD";
    Table::new("frames", title, header, rows.collect())
}

/// Where a method stands in [`METHODS`].
fn place(method: &Method) -> usize {
    let found = METHODS.iter().position(|other| other.name == method.name);
    found.unwrap_or_default()
}

impl Row {
    /// Error of a method \[m\].
    fn of(&self, method: &Method) -> f64 {
        self.errors[place(method)]
    }

    fn ours(&self) -> f64 {
        self.of(&KINSTEP)
    }

    fn leapfrog(&self) -> f64 {
        self.of(&LEAPFROG)
    }

    fn implicit_euler(&self) -> f64 {
        self.of(&IMPLICIT_EULER)
    }
}
