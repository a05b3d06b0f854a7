//! The picture: how the body turns under each method, and how far each is from the jump.

use kuva::prelude::Figure;
use support::drawing::frame::{Frame, Point};
use support::drawing::panel::Panel;
use support::drawing::style::{self, Style};
use support::drawing::svg;

use crate::report;
use crate::runs::{Run, WINDOW};
use crate::throw::Throw;

/// Methods whose turning is drawn, in the order of [`METHODS`](crate::methods::METHODS).
const DRAWN: [usize; 6] = [0, 1, 2, 4, 5, 6];
/// Panels in a row.
const COLUMNS: usize = 3;
/// Size of a panel of turning, and height of the panel of errors without its legend \[px\].
const SIZE: (f64, f64) = (370.0, 230.0);
const ERRORS: f64 = 330.0;
/// The turning by the jump, behind that of the others.
const TRUTH: Style = Style {
    color: "#bbbbb5",
    dashes: None,
    radius: 4.0,
};

/// All panels under one title.
pub(crate) fn svg(throw: &Throw, runs: &[Run]) -> String {
    let truth = truth(throw);
    let errors = errors(runs);
    let height = ERRORS + errors.legend_height();
    let rows = DRAWN.len() / COLUMNS;
    let mut figure = Figure::new(rows + 1, COLUMNS).with_row_height(rows, height);
    for column in 0..COLUMNS {
        figure = figure.with_col_width(column, SIZE.0);
    }
    for row in 0..rows {
        figure = figure.with_row_height(row, SIZE.1);
    }
    let last = (0..COLUMNS).map(|column| rows * COLUMNS + column).collect();
    let structure = (0..rows * COLUMNS).map(|cell| vec![cell]).chain([last]);
    let panels = DRAWN.map(|index| turning(throw, &runs[index], &truth).draw(SIZE));
    let wide = errors.draw((COLUMNS as f64 * SIZE.0, height));
    let (layouts, plots) = panels.into_iter().chain([wide]).unzip();
    let figure = figure
        .with_structure(structure.collect())
        .with_layouts(layouts)
        .with_plots(plots);
    svg::svg(&style::plain(&report::title(throw)), figure)
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

/// Turning under a method, over that by jumps.
fn turning(throw: &Throw, run: &Run, truth: &[Point]) -> Panel {
    let most = (truth.iter().map(|(_, along)| along.abs())).fold(f64::MIN_POSITIVE, f64::max);
    let frame = Frame {
        low: (0.0, -1.5 * most),
        high: (throw.time(throw.steps).min(WINDOW), 1.5 * most),
    };
    let axis = [
        "ω about x [rad/s]",
        "ω about y [rad/s]",
        "ω about z [rad/s]",
    ][throw.axis];
    let mut panel = Panel::linear(run.method.name, "time [s]", axis).showing(frame);
    panel.add(None, TRUTH, truth);
    panel.add(None, run.method.style, &run.turning);
    panel
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
