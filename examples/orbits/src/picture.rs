//! The picture: an eccentric orbit on the left, errors of energy on the right.

use anyhow::Result;
use kinstep::Scheme;
use kuva::prelude::Figure;
use support::drawing::frame::Frame;
use support::drawing::panel::Panel;
use support::drawing::style::Style;
use support::drawing::svg;

use crate::moon;
use crate::satellite::{self, STEPS};

/// Size of a panel with its legend \[px\].
const SIZE: (f64, f64) = (540.0, 480.0);
/// What part of the orbit's plane is shown, in units of the perigee; both directions have nearly the same scale.
const FRAME: Frame = Frame {
    low: (-25.0, -19.0),
    high: (19.0, 19.0),
};
/// Steps in a period to draw an orbit as it is.
const FINE: u32 = 720;

/// Both panels under one title.
pub(crate) fn svg(moons: &[moon::Run]) -> Result<String> {
    let mut paths = Panel::linear(
        format!("Four periods, e = 0.9, {STEPS} steps in each; FlowKick drawn by {FINE}"),
        "x [perigees]",
        "y [perigees]",
    )
    .showing(FRAME);
    for scheme in [Scheme::SymplecticEuler, Scheme::Rk4, Scheme::FlowKick] {
        let steps = if scheme == Scheme::FlowKick {
            FINE
        } else {
            STEPS
        };
        let path = satellite::path(0.9, scheme, steps)?;
        paths.add(Some(scheme.to_string()), Style::of(scheme), &path);
    }
    let mut errors = Panel::in_decades(
        "Planet and moon about a sun: energy of all three",
        "time [years]",
        "largest change of energy so far, relative",
    );
    for run in moons {
        errors.add(
            Some(run.scheme.to_string()),
            Style::of(run.scheme),
            &run.worst,
        );
    }
    let (layouts, plots) = [paths, errors]
        .map(|panel| panel.draw((SIZE.0, SIZE.1 + panel.legend_height())))
        .into_iter()
        .unzip();
    let figure = Figure::new(1, 2)
        .with_layouts(layouts)
        .with_plots(plots)
        .with_col_width(0, SIZE.0)
        .with_col_width(1, SIZE.0)
        .with_row_height(0, SIZE.1 + 36.0);
    Ok(svg::svg("Orbits by the step", figure))
}
