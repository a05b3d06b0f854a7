//! The picture: the level, and the recorded game at several frame rates on top of each other.

use anyhow::Result;
use kinstep::nalgebra::Vector2;
use kuva::prelude::Figure;
use support::drawing::frame::{Frame, Point};
use support::drawing::panel::Panel;
use support::drawing::style::Style;
use support::drawing::svg;

use crate::game::{Game, What};
use crate::level::{Kind, LEVEL};
use crate::script::{DURATION, SCRIPT, play};

/// Size of the panel \[px\].
const SIZE: (f64, f64) = (1080.0, 330.0);
/// What is shown \[m\].
const FRAME: Frame = Frame {
    low: (-4.5, -5.5),
    high: (51.5, 8.5),
};
/// Frame rates \[Hz\], every how many frames a point is drawn, and how: widths differ by dashes, so that all are seen.
const RATES: [(f64, usize, Style); 3] = [
    (240.0, 8, style("#56b4e9", None)),
    (60.0, 2, style("#d55e00", Some("9,9"))),
    (15.0, 1, style("#000000", Some("2,16"))),
];

const fn style(color: &'static str, dashes: Option<&'static str>) -> Style {
    Style {
        color,
        dashes,
        radius: 2.0,
    }
}

/// The picture as SVG.
///
/// # Errors
/// If a game fails.
pub fn svg() -> Result<String> {
    let title = "The centre of the player, and the boxes of the level";
    let mut panel = Panel::linear(title, "x [m]", "y [m]").showing(FRAME);
    for piece in &LEVEL {
        let look = style(color(piece.kind), None);
        panel.add(None, look, &outline(piece.low, piece.high));
        if let Some(route) = piece.route {
            let way = route.velocity * route.travel;
            let there = style(color(piece.kind), Some("4,4"));
            panel.add(None, there, &outline(piece.low + way, piece.high + way));
        }
    }
    for (rate, every, look) in RATES {
        let mut name = Some(format!("{rate} Hz"));
        for part in path(rate, every)? {
            panel.add(name.take(), look, &part);
        }
    }
    let height = SIZE.1 + panel.legend_height();
    let (layout, plots) = panel.draw((SIZE.0, height));
    let figure = Figure::new(1, 1)
        .with_layouts(vec![layout])
        .with_plots(vec![plots])
        .with_col_width(0, SIZE.0)
        .with_row_height(0, height + 36.0);
    Ok(svg::svg("One game at three frame rates", figure))
}

/// The way of the player, in parts from one return to the next.
fn path(rate: f64, every: usize) -> Result<Vec<Vec<Point>>> {
    let mut game = Game::new()?;
    let mut parts: Vec<Vec<Point>> = vec![Vec::new()];
    let mut frame = 0;
    play(&mut game, &SCRIPT, rate, DURATION, |game| {
        frame += 1;
        let returns = game
            .log()
            .iter()
            .filter(|entry| entry.what == What::Returns);
        let count = returns.count();
        if count >= parts.len() {
            parts.push(Vec::new());
        }
        let Some(part) = parts.last_mut() else { return };
        let at = game
            .position()
            .map(|coordinate| (coordinate * 1e3).round() / 1e3);
        let is_new = part.last() != Some(&(at.x, at.y));
        if is_new && frame % every == 0 && game.finished().is_none() {
            part.push((at.x, at.y));
        }
    })?;
    Ok(parts)
}

fn outline(low: Vector2<f64>, high: Vector2<f64>) -> [Point; 5] {
    let corners = [
        (low.x, low.y),
        (high.x, low.y),
        (high.x, high.y),
        (low.x, high.y),
    ];
    [corners[0], corners[1], corners[2], corners[3], corners[0]]
}

const fn color(kind: Kind) -> &'static str {
    match kind {
        Kind::Solid => "#888888",
        Kind::OneWay => "#009e73",
        Kind::Pad => "#cc79a7",
        Kind::Spikes => "#e69f00",
        Kind::Goal => "#0072b2",
    }
}
