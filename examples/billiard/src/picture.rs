//! The picture: the break, and where it ends.

use std::fmt::Write;

use anyhow::Result;
use kinstep::nalgebra::Vector2;

use crate::game::Game;
use crate::table::{BALLS, HALF, RADIUS};

/// Pixels of a metre.
const SCALE: f64 = 330.0;
/// Width of the frame around the cloth \[m\].
pub(crate) const FRAME: f64 = 0.07;
/// Points of a trail in a second, besides those at contacts.
const RATE: u32 = 10;
/// How long the balls run at most \[s\].
const LONGEST: u32 = 60;
/// Colours of the cue ball and the others; stripes are as the solids.
pub(crate) const COLORS: [&str; 9] = [
    "#ffffff", "#e8b800", "#1c4fa0", "#cc2222", "#5b2a86", "#e06a00", "#1d7a3a", "#7a1f1f",
    "#222222",
];

/// The colour of a ball, and whether it has a stripe.
pub(crate) fn look(ball: usize) -> (&'static str, bool) {
    match ball {
        0..=8 => (COLORS[ball], false),
        _ => (COLORS[1 + (ball - 9) % 8], true),
    }
}

/// The break as SVG: trails, and the balls at rest.
pub(crate) fn svg(seed: u64, velocity: Vector2<f64>) -> Result<String> {
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
    draw(&trails, game.time())
}

/// The table with trails and the balls at their ends.
fn draw(trails: &[Vec<Vector2<f64>>], time: f64) -> Result<String> {
    let [width, height] = HALF.map(|half| 2.0 * (half + FRAME) * SCALE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {:.0}\" font-family=\"sans-serif\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fdfdfb\"/>\n\
         <rect width=\"{width:.0}\" height=\"{height:.0}\" rx=\"14\" fill=\"#5a3a22\"/>\n\
         <rect x=\"{edge:.1}\" y=\"{edge:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"#1f6b4a\"/>\n",
        height + 30.0,
        2.0 * HALF[0] * SCALE,
        2.0 * HALF[1] * SCALE,
        edge = FRAME * SCALE,
    );
    for (ball, trail) in trails.iter().enumerate() {
        let points: Vec<String> = trail.iter().map(place).collect();
        let points = points.join(" ");
        let (color, _) = look(ball);
        writeln!(
            svg,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-opacity=\"0.75\"/>"
        )?;
    }
    let radius = RADIUS * SCALE;
    for (ball, trail) in trails.iter().enumerate() {
        let Some(at) = trail.last().map(place) else {
            continue;
        };
        let (color, is_striped) = look(ball);
        let (x, y) = at.split_once(',').unwrap_or_default();
        writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius:.1}\" fill=\"{color}\" stroke=\"#111111\" stroke-width=\"0.6\"/>"
        )?;
        if is_striped {
            writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{:.1}\" fill=\"none\" stroke=\"#ffffff\" stroke-width=\"2\"/>",
                0.7 * radius
            )?;
        }
    }
    writeln!(
        svg,
        "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\" font-size=\"14\" fill=\"#333333\">A break of {} balls, at rest \
         after {time:.0} s: the same picture at any frame rate</text>\n</svg>",
        0.5 * width,
        height + 20.0,
        BALLS - 1,
    )?;
    Ok(svg)
}

/// Where a point of the table is in the picture.
fn place(at: &Vector2<f64>) -> String {
    let x = (at.x + HALF[0] + FRAME) * SCALE;
    let y = (HALF[1] + FRAME - at.y) * SCALE;
    format!("{x:.1},{y:.1}")
}
