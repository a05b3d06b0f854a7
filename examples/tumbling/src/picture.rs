//! The picture: how the body turns under each method, and how far each is from the jump.

use kuva::prelude::Figure;
use support::drawing::frame::{Frame, Point};
use support::drawing::numbers::six_digits;
use support::drawing::panel::Panel;
use support::drawing::style::{self, Style};
use support::drawing::svg;

use crate::report;
use crate::runs::{Run, WINDOW};
use crate::throw::Throw;

/// Panels in a row.
const COLUMNS: usize = 4;
/// Height of a panel of turning, and that of the panel of errors without its legend \[px\].
const TURNING: f64 = 180.0;
const ERRORS: f64 = 300.0;
/// The turning by the jump, behind that of the others.
const TRUTH: Style = Style {
    color: "#a5a5a0",
    dashes: Some("5 3"),
    radius: 4.0,
};

/// All panels under one title.
pub(crate) fn svg(throw: &Throw, runs: &[Run]) -> String {
    let truth = truth(throw);
    let errors = errors(runs);
    let height = ERRORS + errors.legend_height();
    let exact = Turning {
        title: "exact, dashed in all",
        style: TRUTH,
        points: &truth,
    };
    let turnings = (runs.iter()).map(|run| Turning {
        title: short(run.method.name),
        style: run.method.style,
        points: &run.turning,
    });
    let turnings: Vec<Turning> = [exact].into_iter().chain(turnings).collect();
    let rows = turnings.len().div_ceil(COLUMNS);
    let width = svg::column(COLUMNS);
    let mut figure = Figure::new(rows + 1, COLUMNS).with_row_height(rows, height);
    for column in 0..COLUMNS {
        figure = figure.with_col_width(column, width);
    }
    for row in 0..rows {
        figure = figure.with_row_height(row, TURNING);
    }
    let last = (0..COLUMNS).map(|column| rows * COLUMNS + column).collect();
    let structure = (0..turnings.len()).map(|cell| vec![cell]).chain([last]);
    let panels = (turnings.iter()).map(|turning| {
        let panel = turning.panel(throw, &truth);
        panel.draw((width, TURNING))
    });
    let wide = errors.draw((svg::column(1), height));
    let (layouts, plots) = panels.chain([wide]).unzip();
    let figure = figure
        .with_structure(structure.collect())
        .with_layouts(layouts)
        .with_plots(plots);
    svg::svg(&style::plain(&title(throw, runs)), figure)
}

/// The engine alone, where a name is that of a rule with its engine in brackets.
fn short(name: &'static str) -> &'static str {
    name.split_once('(')
        .map_or(name, |(_, engine)| engine.trim_end_matches(')'))
}

/// What all panels say.
fn title(throw: &Throw, runs: &[Run]) -> String {
    let time = six_digits(throw.time(throw.steps));
    let thrown = format!(
        "A body that turns over, {} steps a second",
        six_digits(throw.rate)
    );
    match report::last_errors(runs) {
        Some((ours, (others, _))) => format!(
            "{thrown}: after {time} s kinstep is {} off, others {} and more",
            report::angle(ours),
            report::angle(others)
        ),
        None => thrown,
    }
}

/// Turning about the axis it starts about, by jumps.
fn truth(throw: &Throw) -> Vec<Point> {
    let steps = (0..=throw.steps).take_while(|&step| throw.time(step) <= WINDOW);
    let along = |step| {
        let momentum = throw
            .jump(step)
            .inverse_transform_vector(&throw.body.spin_angular_momentum());
        momentum[throw.axis] / throw.moments[throw.axis]
    };
    steps.map(|step| (throw.time(step), along(step))).collect()
}

/// How fast the body turns about the axis it starts about, under a method.
struct Turning<'a> {
    title: &'static str,
    style: Style,
    /// Time \[s\] and angular velocity \[rad/s\].
    points: &'a [Point],
}

impl Turning<'_> {
    /// The curve over that by jumps.
    fn panel(&self, throw: &Throw, truth: &[Point]) -> Panel {
        let most = (truth.iter().map(|(_, along)| along.abs())).fold(f64::MIN_POSITIVE, f64::max);
        let frame = Frame {
            low: (0.0, -1.5 * most),
            high: (throw.time(throw.steps).min(WINDOW), 1.5 * most),
        };
        let axis = ["ωx [rad/s]", "ωy [rad/s]", "ωz [rad/s]"][throw.axis];
        let mut panel = Panel::linear(self.title, "time [s]", axis).showing(frame);
        panel.add(None, self.style, self.points);
        panel.add(None, TRUTH, truth);
        panel
    }
}

/// Distances from the jump under all methods.
fn errors(runs: &[Run]) -> Panel {
    let title = "Orientation, from one exact jump";
    let mut panel = Panel::in_decades(title, "time [s]", "error [degrees]");
    for run in runs {
        let name = match run.blew_up {
            Some(time) => format!("{}: blows up after {time:.0} s", run.method.name),
            None => run.method.name.to_owned(),
        };
        panel.add(Some(name), run.method.style, &run.distances);
    }
    panel
}
