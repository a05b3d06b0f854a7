//! The picture: the break, and where it ends.

use std::fmt::Write;

use anyhow::Result;
use kinstep::nalgebra::Vector2;
use support::drawing::numbers::power_of_ten;
use support::drawing::page::{TITLE, WIDTH, page};

use crate::game::Game;
use crate::headless::{Run, apart};
use crate::table::{BALLS, HALF, RADIUS, rack};

/// Width of the frame around the cloth \[m\].
pub(crate) const FRAME: f64 = 0.07;
/// Pixels of a metre.
const SCALE: f64 = WIDTH / (2.0 * (HALF[0] + FRAME));
/// Height of the line below the table \[px\].
const NOTE: f64 = 28.0;
/// Points of a trail in a second, besides those at contacts.
const RATE: u32 = 10;
/// How long the balls run at most \[s\].
const LONGEST: u32 = 60;
/// Wood and cloth.
pub(crate) const WOOD: [u8; 3] = [90, 58, 34];
pub(crate) const CLOTH: [u8; 3] = [31, 107, 74];
/// Stripes, and trails behind their colours.
const CHALK: [u8; 3] = [255, 255, 255];
/// The cue ball and the solids; stripes are as these.
const COLORS: [[u8; 3]; 9] = [
    CHALK,
    [232, 184, 0],
    [28, 79, 160],
    [204, 34, 34],
    [91, 42, 134],
    [224, 106, 0],
    [29, 122, 58],
    [122, 31, 31],
    [34, 34, 34],
];

/// The colour of a ball, and whether it has a stripe.
pub(crate) fn look(ball: usize) -> ([u8; 3], bool) {
    match ball {
        0..=8 => (COLORS[ball], false),
        _ => (COLORS[1 + (ball - 9) % 8], true),
    }
}

/// A break as SVG: trails, and the balls at rest; the title is what runs of the same break at several rates say.
pub(crate) fn svg(seed: u64, velocity: Vector2<f64>, runs: &[Run]) -> Result<String> {
    let mut game = Game::new(seed)?;
    let mut trails: Vec<Vec<Vector2<f64>>> = game.positions().map(|at| vec![at]).collect();
    game.shoot(velocity)?;
    for _ in 0..LONGEST * RATE {
        game.step(1.0 / f64::from(RATE))?;
        for (ball, at) in game.touches().chain(game.positions().enumerate()) {
            let trail = &mut trails[ball];
            if trail.last().is_none_or(|last| (last - at).norm() > 2e-3) {
                trail.push(at);
            }
        }
        if game.is_at_rest() {
            break;
        }
    }
    let mut svg = String::new();
    draw_table(&mut svg)?;
    draw_balls(&mut svg, seed, &trails)?;
    let height = TITLE + 2.0 * (HALF[1] + FRAME) * SCALE;
    let (collisions, contacts) = game.counts();
    writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">circles: the balls before the break; \
         {collisions} collisions of balls, {contacts} contacts of all kinds, {:.0} s</text>",
        0.5 * WIDTH,
        height + 19.0,
        game.time(),
    )?;
    Ok(page(height + NOTE, &title(runs), &svg))
}

/// How far apart balls end at the rates.
fn title(runs: &[Run]) -> String {
    let rates: Vec<String> = runs.iter().map(|run| run.rate.to_string()).collect();
    let ends = runs
        .windows(2)
        .map(|pair| apart(pair[0].game.positions(), pair[1].game.positions()));
    let apart = ends.fold(0.0, f64::max);
    let bound = power_of_ten(10_f64.powf(apart.max(f64::MIN_POSITIVE).log10().ceil()), 0);
    format!(
        "A break of {} balls at {} Hz: all balls end at the same places to {bound} m",
        BALLS - 1,
        rates.join(", ")
    )
}

/// Wood and cloth.
fn draw_table(svg: &mut String) -> Result<()> {
    let [width, height] = HALF.map(|half| 2.0 * half * SCALE);
    let edge = FRAME * SCALE;
    writeln!(
        svg,
        "<rect y=\"{TITLE}\" width=\"{WIDTH}\" height=\"{:.1}\" rx=\"14\" fill=\"{}\"/>\n\
         <rect x=\"{edge:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{}\"/>",
        height + 2.0 * edge,
        rgb(WOOD),
        TITLE + edge,
        rgb(CLOTH),
    )?;
    Ok(())
}

/// Balls where they were, their trails, and where they are.
fn draw_balls(svg: &mut String, seed: u64, trails: &[Vec<Vector2<f64>>]) -> Result<()> {
    let (radius, chalk) = (RADIUS * SCALE, rgb(CHALK));
    for at in rack(seed) {
        let [x, y] = place(&at);
        writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"none\" stroke=\"{chalk}\" stroke-opacity=\"0.4\"/>"
        )?;
    }
    for (ball, trail) in trails.iter().enumerate() {
        let points = trail.iter().map(|at| {
            place(at)
                .map(|coordinate| format!("{coordinate:.1}"))
                .join(",")
        });
        let points = points.collect::<Vec<String>>().join(" ");
        // chalk lets dark colours be seen on the cloth
        for (color, width, opacity) in [(&chalk, 3.2, 0.3), (&rgb(look(ball).0), 1.6, 1.0)] {
            writeln!(
                svg,
                "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-opacity=\"{opacity}\" \
                 stroke-linejoin=\"round\"/>"
            )?;
        }
    }
    for (ball, trail) in trails.iter().enumerate() {
        let Some([x, y]) = trail.last().map(place) else {
            continue;
        };
        let (color, is_striped) = look(ball);
        writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{}\" stroke=\"rgb(17,17,17)\" stroke-width=\"0.6\"/>",
            rgb(color)
        )?;
        if is_striped {
            writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"{chalk}\" stroke-width=\"2\"/>",
                0.7 * radius
            )?;
        }
    }
    Ok(())
}

/// A colour as it is on light and on dark pages, which change those with six digits.
fn rgb([red, green, blue]: [u8; 3]) -> String {
    format!("rgb({red},{green},{blue})")
}

/// Where a point of the table is in the picture \[px\].
fn place(at: &Vector2<f64>) -> [f64; 2] {
    [
        (at.x + HALF[0] + FRAME) * SCALE,
        TITLE + (HALF[1] + FRAME - at.y) * SCALE,
    ]
}
