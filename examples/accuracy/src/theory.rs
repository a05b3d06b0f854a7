//! What theory says about schemes, beside what they do.

use anyhow::Result;
use indicatif::ProgressBar;
use support::drawing::frame::Point;
use support::drawing::style::Style;

use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::experiment::Experiment;
use crate::laws::{self, Law};
use crate::pens::{BLACK, BLUE, GREEN, GREY, ORANGE, PINK, SKY, VERMILION, dashed};
use crate::section::{Section, Table};
use crate::words::{list, number};

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "theory",
    title: "Theory: what can be predicted, and what is measured",
    ticks: (laws::ALL.len() * STEPS.len()) as u64,
    run,
};

/// Steps \[s\], and the one that the table is about.
const STEPS: [f64; 4] = [1.0 / 120.0, 1.0 / 60.0, 1.0 / 30.0, 1.0 / 15.0];
const STEP: f64 = STEPS[1];
/// How far off a figure may be \[%\].
const ALLOWED: f64 = 1.0;
/// Deviations below this are drawn as this \[%\].
const LEAST: f64 = 1e-12;

/// A law, and what was measured of it.
struct Checked {
    law: &'static Law,
    /// Step \[s\] and the figure that was measured.
    measured: Vec<Point>,
}

fn run(progress: &ProgressBar) -> Result<Section> {
    let mut section = Section::new([
        "Some of what schemes do wrong can be worked out on paper: a step is expanded in powers of its length, and \
         the first power that does not vanish is kept, or all where their sum is known. Here these figures stand beside measured ones.",
    ]);
    let mut checked = Vec::new();
    for law in &laws::ALL {
        let mut measured = Vec::new();
        for step in STEPS {
            measured.push((step, (law.measured)(step)?));
            progress.inc(1);
        }
        checked.push(Checked { law, measured });
    }
    draw(&mut section, &checked);
    section.tabulate(table(&checked));
    section.headline(
        format!("{} figures of theory at 60 Hz, measured", checked.len()),
        format!("at most {} % off", number(worst(&checked, STEP))),
    );
    Ok(section)
}

impl Checked {
    /// How far theory is off at a step \[%\].
    fn deviation(&self, step: f64) -> f64 {
        let found = self.measured.iter().find(|point| point.0 == step);
        let measured = found.map_or(f64::NAN, |point| point.1);
        100.0 * (measured / (self.law.predicted)(step) - 1.0)
    }
}

/// The largest deviation at a step, whatever its sign \[%\].
fn worst(checked: &[Checked], step: f64) -> f64 {
    let deviations = checked.iter().map(|it| it.deviation(step).abs());
    // what is no number is worse than all
    deviations.fold(0.0, |worst, it| if it <= worst { worst } else { it })
}

fn draw(section: &mut Section, checked: &[Checked]) {
    let mut chart = Chart::new(
        "how far theory is off",
        Axis::logarithmic("step [s]"),
        Axis::logarithmic("deviation [%]").within(LEAST, 100.0),
    );
    let styles: [Style; 8] = [
        PINK,
        GREY,
        VERMILION,
        GREEN,
        BLUE,
        ORANGE,
        SKY,
        dashed(BLACK),
    ];
    for (it, style) in checked.iter().zip(styles.into_iter().cycle()) {
        let points = STEPS.map(|step| (step, it.deviation(step).abs().max(LEAST)));
        chart.add(Series::line(it.law.name, style, points.to_vec()));
    }
    let worst = STEPS.map(|step| {
        format!(
            "{} % at 1/{:.0} s",
            number(worst(checked, step)),
            1.0 / step
        )
    });
    let finding = format!("Theory is off by at most {}.", list(&worst));
    section.draw("deviation", chart, finding);
}

fn table(checked: &[Checked]) -> Table {
    let row = |it: &Checked| {
        let measured = it.measured.iter().find(|point| point.0 == STEP);
        vec![
            it.law.name.to_owned(),
            it.law.formula.to_owned(),
            format!("{:.5e}", (it.law.predicted)(STEP)),
            format!("{:.5e}", measured.map_or(f64::NAN, |point| point.1)),
            format!("{:+.1e}", it.deviation(STEP)),
        ]
    };
    let header = ["figure", "theory", "predicted", "measured", "deviation [%]"];
    let rows = checked.iter().map(row).collect();
    let is_off = |it: &&Checked| {
        let deviation = it.deviation(STEP).abs();
        deviation.is_nan() || deviation >= ALLOWED
    };
    let off = checked.iter().filter(is_off);
    let off: Vec<String> = off.map(|it| it.law.name.to_owned()).collect();
    let finding = if off.is_empty() {
        format!(
            "All {} figures are within {ALLOWED} % of theory.",
            checked.len()
        )
    } else {
        format!(
            "Of {} figures these are more than {ALLOWED} % off theory: {}.",
            checked.len(),
            list(&off)
        )
    };
    Table::new("theory", "Theory and measurement at 60 Hz", header, rows).with_finding(finding)
}
