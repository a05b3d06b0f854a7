//! The picture: an eccentric orbit on the left, errors of energy on the right.

use std::sync::Arc;

use anyhow::Result;
use kinstep::Scheme;
use kuva::prelude::{Figure, Layout, Plot, TickFormat};
use support::drawing::frame::{Frame, Point};
use support::drawing::labels;
use support::drawing::panel::Panel;
use support::drawing::style::{self, Style};
use support::drawing::svg;

use crate::moon;
use crate::satellite::{self, STEPS};

/// Height of a panel, and what lies left of its axes, right of them, above and below \[px\].
const HEIGHT: f64 = 330.0;
const AROUND: [f64; 4] = [62.0, 8.0, 34.0, 46.0];
/// The orbit that is drawn.
const ECCENTRICITY: f64 = 0.9;
/// The least change of energy that is drawn; the share of the width beside the lines where their names are.
const LEAST: f64 = 1e-17;
const NAMES: f64 = 0.5;
/// What part of the orbit's plane is shown, in units of the perigee; both directions have nearly the same scale.
const FRAME: Frame = Frame {
    low: (-22.0, -11.0),
    high: (7.0, 11.0),
};
/// Steps in a period to draw an orbit as it is.
const FINE: u32 = 720;

/// Both panels under one title.
pub(crate) fn svg(moons: &[moon::Run]) -> Result<String> {
    let width = svg::column(2);
    let (layouts, plots) = [orbits()?, energies(moons)]
        .map(|(layout, plots)| {
            let layout = layout
                .with_width(width)
                .with_height(HEIGHT)
                .with_force_margins(AROUND[0], AROUND[1])
                .with_force_margins_y(AROUND[2], AROUND[3]);
            (layout, plots)
        })
        .into_iter()
        .unzip();
    let figure = Figure::new(1, 2)
        .with_layouts(layouts)
        .with_plots(plots)
        .with_col_width(0, width)
        .with_col_width(1, width)
        .with_row_height(0, HEIGHT);
    Ok(svg::svg(&title(moons), figure))
}

/// One satellite under some schemes.
fn orbits() -> Result<(Layout, Vec<Plot>)> {
    let title = format!("four periods, {STEPS} steps in each");
    let mut panel = Panel::linear(title, "x [perigees]", "y [perigees]").showing(FRAME);
    let mut names = Vec::new();
    for (scheme, text, place) in [
        (Scheme::SymplecticEuler, "SymplecticEuler", (-21.5, 4.0)),
        (Scheme::Rk4, "Rk4", (-2.6, 8.6)),
        (
            Scheme::FlowKick,
            "FlowKick, drawn by more steps",
            (-17.5, -0.4),
        ),
    ] {
        let style = Style::of(scheme);
        let steps = if scheme == Scheme::FlowKick {
            FINE
        } else {
            STEPS
        };
        panel.add(None, style, &satellite::path(ECCENTRICITY, scheme, steps)?);
        names.push(labels::colored(text, place, style.color));
    }
    let (layout, plots) = panel.draw((0.0, 0.0));
    Ok((
        names.into_iter().fold(layout, Layout::with_annotation),
        plots,
    ))
}

/// The energy of three bodies under all schemes, in powers of ten.
fn energies(moons: &[moon::Run]) -> (Layout, Vec<Plot>) {
    let power = |(time, change): Point| (time.log10(), change.max(LEAST).log10());
    let points = moons.iter().flat_map(|run| &run.worst).copied().map(power);
    let mut frame = Frame::around(points).unwrap_or(FRAME);
    let (last, width) = (frame.high.0, frame.size().0);
    frame.low.1 = frame.low.1.floor();
    frame.high = (last + NAMES * width, frame.high.1.ceil());
    let title = format!("sun, planet and moon: {}", fates(moons));
    let label = "largest change of energy / energy";
    let mut panel = Panel::in_decades(title, "time [years]", label).showing(frame);
    let mut ends = Vec::new();
    for run in moons {
        let style = Style::of(run.scheme);
        panel.add(None, style, &run.worst);
        let end = run
            .worst
            .last()
            .map(|&end| (power(end), run.scheme.to_string(), style.color));
        ends.extend(end);
    }
    let (layout, plots) = panel.draw((0.0, 0.0));
    let names = labels::beside(&frame, HEIGHT - AROUND[2] - AROUND[3], &ends);
    let layout = names.into_iter().fold(layout, Layout::with_annotation);
    let layout = layout.with_x_tick_format(TickFormat::Custom(Arc::new(move |power| {
        // names are beside the last time
        if power > last {
            String::new()
        } else {
            style::label(10_f64.powf(power.round()))
        }
    })));
    (layout, plots)
}

/// What became of the moon under which schemes.
fn fates(moons: &[moon::Run]) -> String {
    let lost: Vec<String> = (moons.iter().filter(|run| !run.has_moon()))
        .map(|run| run.scheme.to_string())
        .collect();
    match lost.as_slice() {
        [] => "all keep the moon".to_owned(),
        [one] => format!("{one} loses the moon"),
        _ => format!("{} lose it", lost.join(", ")),
    }
}

/// What both panels say of ours.
fn title(moons: &[moon::Run]) -> String {
    let years = (moons.iter().flat_map(|run| &run.worst))
        .fold(0.0, |years: f64, (time, _)| years.max(*time));
    let ours = moons.iter().find(|run| run.scheme == Scheme::FlowKick);
    let fate = match ours.map(moon::Run::has_moon) {
        Some(true) => format!(", and the moon for {years:.0} years"),
        _ => String::new(),
    };
    format!("FlowKick keeps an orbit of eccentricity {ECCENTRICITY}{fate}")
}
