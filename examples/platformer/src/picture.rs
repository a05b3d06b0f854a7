//! The picture: the level, and the recorded game at several frame rates in the same coordinates.

use std::fmt::Write;

use anyhow::Result;
use kinstep::nalgebra::Vector2;
use support::drawing::numbers::power_of_ten;
use support::drawing::page::{TITLE, WIDTH, page};
use support::drawing::style::INK;

use crate::game::Game;
use crate::level::{Kind, LEVEL, Piece};
use crate::script::{DURATION, SCRIPT, play};

/// The visible part of the level: lower left and upper right corner \[m\].
const FRAME: [Vector2<f64>; 2] = [Vector2::new(-4.5, -5.2), Vector2::new(51.5, 8.2)];
/// Pixels per metre.
const SCALE: f64 = WIDTH / 56.0;
/// Height of the legend, and distance between its entries \[px\].
const LEGEND: f64 = 30.0;
const ENTRY: f64 = 150.0;
/// Frame rates \[Hz\], and the dots for the player's centre after each frame: radius \[px\] and
/// colour. The fastest rate is drawn first, so that the dots of all rates are visible.
const RATES: [(f64, f64, &str); 3] = [
    (240.0, 4.0, "#56b4e9"),
    (60.0, 2.5, "#d55e00"),
    (15.0, 1.6, "#000000"),
];
/// Colour of text on bright pieces; dark pages do not change it.
const ON_COLOR: &str = "rgb(40,40,40)";
/// Names of pieces, the centres of these texts \[m\], and their colours.
const NAMES: [(&str, [f64; 2], &str); 7] = [
    ("one-way platforms", [4.3, 5.0], INK),
    ("spikes", [32.2, -4.3], ON_COLOR),
    ("lift", [20.2, -1.5], INK),
    ("ferry", [32.2, 2.6], INK),
    ("pad", [42.5, -1.3], ON_COLOR),
    ("goal", [48.2, 6.5], INK),
    ("falls, returns", [15.8, -2.2], INK),
];

/// The picture as SVG.
///
/// # Errors
/// If a game fails.
pub fn svg() -> Result<String> {
    let mut svg = String::new();
    for piece in &LEVEL {
        draw(&mut svg, piece)?;
    }
    for (name, [x, y], color) in NAMES {
        let [x, y] = place(Vector2::new(x, y));
        writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" fill=\"{color}\">{name}</text>"
        )?;
    }
    let mut games = Vec::new();
    let height = TITLE + (FRAME[1].y - FRAME[0].y) * SCALE;
    for (number, (rate, radius, color)) in RATES.into_iter().enumerate() {
        let (game, dots) = played(rate)?;
        let dots: Vec<String> = dots.iter().map(|[x, y]| format!("M{x} {y}h0")).collect();
        let pen = format!(
            "stroke=\"{color}\" stroke-width=\"{}\" stroke-linecap=\"round\"",
            2.0 * radius
        );
        let (x, y) = (20.0 + ENTRY * number as f64, height + 17.0);
        writeln!(
            svg,
            "<path d=\"{}M{x} {}h0\" {pen}/>",
            dots.concat(),
            y - 4.0
        )?;
        writeln!(
            svg,
            "<text x=\"{}\" y=\"{y}\">each frame at {rate} Hz</text>",
            x + 10.0
        )?;
        games.push(game);
    }
    Ok(page(height + LEGEND, &title(&games), &svg))
}

/// Title, with the maximum distance between equal events of the games.
fn title(games: &[Game]) -> String {
    let mut rates = RATES.map(|(rate, ..)| rate.to_string());
    rates.reverse();
    let rates = rates.join(", ");
    let apart = (games.windows(2))
        .map(|pair| apart(&pair[0], &pair[1]))
        .fold(0.0, f64::max);
    let bound = power_of_ten(10_f64.powf(apart.max(f64::MIN_POSITIVE).log10().ceil()), 0);
    format!(
        "One recorded game at {rates} Hz: every jump and landing at the same place to {bound} m"
    )
}

/// Maximum distance between equal events of two games \[m\]; infinite if the events differ.
fn apart(one: &Game, other: &Game) -> f64 {
    if one.log().len() != other.log().len() {
        return f64::INFINITY;
    }
    let events = one.log().iter().zip(other.log());
    let far = events.map(|(one, other)| {
        if one.what == other.what {
            (one.at - other.at).norm()
        } else {
            f64::INFINITY
        }
    });
    far.fold(0.0, f64::max)
}

/// A game at a frame rate \[Hz\], and the positions of the player's centre after each frame \[px\].
/// A player who dies falls on through the spikes; positions below the picture are left out.
fn played(rate: f64) -> Result<(Game, Vec<[f64; 2]>)> {
    let mut game = Game::new()?;
    let mut dots = Vec::new();
    play(&mut game, &SCRIPT, rate, DURATION, |game| {
        let at = place(game.position()).map(|coordinate| (10.0 * coordinate).round() / 10.0);
        let is_seen = game.position().y > FRAME[0].y;
        if is_seen && dots.last() != Some(&at) && game.finished().is_none() {
            dots.push(at);
        }
    })?;
    Ok((game, dots))
}

/// Draws a piece at its initial position, and with dashes where it reverses.
fn draw(svg: &mut String, piece: &Piece) -> Result<()> {
    let corners = |way: Vector2<f64>| {
        let ([left, bottom], [right, top]) = (place(piece.low + way), place(piece.high + way));
        (left, top, right - left, bottom - top)
    };
    let color = color(piece.kind);
    let (x, y, width, height) = corners(Vector2::zeros());
    writeln!(
        svg,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{color}\"/>"
    )?;
    if let Some(route) = piece.route {
        let (x, y, width, height) = corners(route.velocity * route.travel);
        writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"none\" stroke=\"{INK}\" \
             stroke-dasharray=\"3 3\"/>"
        )?;
    }
    Ok(())
}

/// Position of a point of the level in the picture \[px\].
fn place(at: Vector2<f64>) -> [f64; 2] {
    [
        (at.x - FRAME[0].x) * SCALE,
        TITLE + (FRAME[1].y - at.y) * SCALE,
    ]
}

const fn color(kind: Kind) -> &'static str {
    match kind {
        Kind::Solid => "#c9c5be",
        Kind::OneWay => "#009e73",
        Kind::Pad => "#cc79a7",
        Kind::Spikes => "#e69f00",
        Kind::Goal => "#7f4fc9",
    }
}

#[cfg(test)]
mod tests {
    use support::drawing::well_formed::assert_well_formed;

    use super::*;

    #[test]
    fn the_picture_says_how_equal_the_games_are() {
        let svg = svg().unwrap();
        assert_well_formed(&svg);
        assert!(svg.contains("at the same place to 10⁻"), "{}", &svg[..800]);
        assert!(svg.len() < 150_000, "{} bytes", svg.len());
    }
}
