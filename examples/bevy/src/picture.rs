//! The picture: how far what is drawn is from where the ball is, frame by frame.

use anyhow::{Context, Result};
use bevy_math::DVec3;
use kuva::prelude::Figure;
use support::drawing::frame::{Frame as Extent, Point};
use support::drawing::labels;
use support::drawing::numbers::metres;
use support::drawing::style::{self, KINSTEP, Style};
use support::drawing::svg;

use crate::report::farthest;
use crate::throw::{Frame, play};

/// Frames a second, and how long the game is played \[s\].
const RATE: u32 = 144;
const SECONDS: u32 = 1;
/// From when it is drawn \[s\]: half a second is enough to see all.
const FROM: f64 = 0.5;
/// Height of the panel, and what lies around its axes: left, right, above, below \[px\]. The names are on the right.
const HEIGHT: f64 = 280.0;
const AROUND: [f64; 4] = [64.0, 280.0, 12.0, 44.0];

/// A way to draw: its name, its line, and where it has the ball.
type Way = (&'static str, Style, fn(&Frame) -> DVec3);

pub(crate) fn svg() -> Result<String> {
    let line = |color, dashes| Style {
        color,
        dashes,
        radius: 2.5,
    };
    let ways: [Way; 3] = [
        ("kinstep_bevy", line(KINSTEP, None), |it| it.drawn),
        ("at the last step", line("#d55e00", Some("2 4")), |it| {
            it.stepped
        }),
        (
            "between the last two steps",
            line("#777777", Some("8 4")),
            |it| it.interpolated,
        ),
    ];
    let mut frames = play(RATE, SECONDS)?;
    frames.retain(|frame| frame.time >= FROM);
    let lines = ways.map(|(_, _, at)| {
        let off = |frame: &Frame| (frame.time, at(frame).distance(frame.exact));
        frames.iter().map(off).collect::<Vec<Point>>()
    });
    let extent = Extent::around(lines.iter().flatten().copied())
        .context("there is nothing to draw")?
        .with_margin();
    let mut plots = Vec::new();
    let mut ends = Vec::new();
    for ((name, style, at), points) in ways.iter().zip(&lines) {
        plots.extend(style::lines(&extent, points, |line| style.line(line)));
        plots.extend(style.dots(&extent, points, 1.0));
        let off = metres(farthest(&frames, *at));
        let end = points.last().copied();
        ends.extend(end.map(|end| (end, format!("{name}: up to {off}"), style.color)));
    }
    let [left, right, above, below] = AROUND;
    let mut layout = style::layout("", "time [s]", "distance [m]", &extent)
        .with_width(svg::column(1))
        .with_height(HEIGHT)
        .with_force_margins(left, right)
        .with_force_margins_y(above, below);
    for note in labels::beside(&extent, HEIGHT - above - below, &ends) {
        layout = layout.with_annotation(note);
    }
    let figure = Figure::new(1, 1)
        .with_plots(vec![plots])
        .with_layouts(vec![layout])
        .with_col_width(0, svg::column(1))
        .with_row_height(0, HEIGHT);
    let title = format!(
        "A ball in a Bevy game is drawn {} from where it is; interpolation draws it {} behind\n\
         How far each frame draws a thrown ball from where it is at that time; {RATE} frames and 64 steps a second",
        metres(farthest(&frames, ways[0].2)),
        metres(farthest(&frames, ways[2].2)),
    );
    Ok(svg::svg(&title, figure))
}
