//! The path behind the lander, its predicted path without engines, and the lander's position under
//! symplectic Euler.

use kinstep::nalgebra::Vector2;

use super::craft::{Frame, outline};
use super::instruments::Mark;
use super::letters::{Align, Letters};
use super::list::faded;
use super::look::{EULER, KINSTEP, LABEL, PATH, TEXT};
use super::{Scene, View};
use crate::forecast::{Forecast, Impact};
use crate::touchdown::{MOST_DESCENT, MOST_SIDEWAYS};

/// Draws faint dots behind the lander, dashes ahead of it, and a line straight down.
pub(super) fn draw(scene: &mut Scene, view: &View, forecast: Option<&Forecast>) {
    const POINTS: usize = 160;
    let unit = view.unit();
    let trail = view.trail.iter().rev().map(|it| view.pixel(it));
    for place in spaced(trail, 9.0 * unit) {
        scene.disc(place, 1.1 * unit, faded(LABEL, 0.55));
    }
    if let Some(forecast) = forecast {
        let path = forecast.path(POINTS).map(|it| view.pixel(&it));
        let path = spaced(path, 7.0 * unit);
        for (index, dash) in path.chunks_exact(2).enumerate() {
            let opacity = 0.85 - 0.45 * (2 * index) as f32 / path.len() as f32;
            scene.line(dash, 1.7 * unit, faded(PATH, opacity));
        }
        plumb_line(scene, view);
    }
}

/// Those positions that are at least this far from the one kept before \[pixels\].
fn spaced(places: impl Iterator<Item = [f32; 2]>, apart: f32) -> Vec<[f32; 2]> {
    let mut kept: Vec<[f32; 2]> = Vec::new();
    for [x, y] in places {
        if (kept.last()).is_none_or(|[a, b]| (x - a).hypot(y - b) >= apart) {
            kept.push([x, y]);
        }
    }
    kept
}

/// Draws a line from the lander straight down, with a tick for every ten metres, if the lander is
/// near the ground.
fn plumb_line(scene: &mut Scene, view: &View) {
    /// Maximum height at which the line is drawn \[m\].
    const HIGHEST: f64 = 80.0;
    let clear = view.altitude();
    if !(1.5..HIGHEST).contains(&clear) {
        return;
    }
    let unit = view.unit();
    let color = faded(TEXT, (0.5 * (1.0 - clear / HIGHEST)) as f32 + 0.12);
    let x = view.game.lander().body().position.x;
    let below = view.game.landscape().ground.height(x);
    let [x, bottom] = view.pixel(&Vector2::new(x, below));
    let long = (clear * view.camera.scale) as f32;
    for dash in 0..((long / (10.0 * unit)) as usize).min(400) {
        let y = bottom - 10.0 * unit * dash as f32;
        scene.line(&[[x, y], [x, y - 4.0 * unit]], 1.0, color);
    }
    for tick in 1..=(clear / 10.0) as usize {
        let y = bottom - (10.0 * tick as f64 * view.camera.scale) as f32;
        scene.line(&[[x - 4.0 * unit, y], [x + 4.0 * unit, y]], 1.2, color);
    }
}

/// Draws the predicted impact without engines, and the time until it. It is drawn last, so that
/// nothing covers it.
pub(super) fn impact(scene: &mut Scene, view: &View, impact: &Impact) {
    let unit = view.unit();
    let stance = view.game.lander().craft().stance();
    let [x, y] = view.pixel(&(impact.position - Vector2::new(0.0, stance)));
    let speed = impact.velocity;
    // the speed as a multiple of the allowed maximum
    let share = (-speed.y / MOST_DESCENT).max(speed.x.abs() / MOST_SIDEWAYS);
    let mark = match share {
        ..=1.0 => Mark::Good,
        ..=4.0 => Mark::Fair,
        _ => Mark::Poor,
    };
    let color = mark.color();
    let wide = 9.0 * unit;
    let arrow = [[x - wide, y - wide], [x, y], [x + wide, y - wide]];
    scene.glow(&arrow, 2.0 * unit, color);
    let letters = Letters::new(11.0 * unit, color);
    let text = format!("IN {:.1} S {}", impact.time, mark.sign());
    // on the side that faces away from the lander, if there is room on the screen
    let room = 24.0 * unit + letters.width(&text);
    let is_left = view.game.lander().body().position.x > impact.position.x;
    let is_left = (is_left || x > view.size[0] - room) && x > room;
    let (from, to, align) = if is_left {
        (x - room, x - 18.0 * unit, Align::Right)
    } else {
        (x + 18.0 * unit, x + room, Align::Left)
    };
    // above the ground beside the impact
    let [left, right] =
        [from, to].map(|to| impact.position.x + f64::from(to - x) / view.camera.scale);
    let highest = view.game.landscape().ground.highest(left..right);
    let [_, above] = view.pixel(&Vector2::new(left, highest));
    let place = [if is_left { to } else { from }, y.min(above) - 17.0 * unit];
    letters.aligned(align).write_backed(scene, place, &text);
}

/// Draws an outline of the lander under symplectic Euler, with its distance and the frame rate, if
/// it can be distinguished from the lander.
pub(super) fn ghost(scene: &mut Scene, view: &View) {
    /// Minimum distance on the screen at which the outline is drawn \[pixels\].
    const LEAST: f64 = 7.0;
    let unit = view.unit();
    let (lander, ghost) = (view.game.lander(), view.game.ghost());
    let [place, other] = [lander, ghost].map(|it| it.body().position);
    let off = (other - place).norm();
    if view.game.ending().is_some() || off * view.camera.scale < LEAST * f64::from(unit) {
        return;
    }
    let frame = Frame::of(view, ghost);
    outline(scene, ghost.craft(), &frame, 1.6 * unit, EULER);
    let rate = match view.rate {
        Some(rate) if !view.is_rate_mixed => format!(" AT {rate:.0} HZ"),
        _ => String::new(),
    };
    let width = frame.scale * ghost.craft().reach() as f32 + 8.0 * unit;
    let [pixel, ghostly] = [place, other].map(|it| view.pixel(&it));
    let is_left = ghostly[0] < pixel[0];
    let [own, its] = [
        format!("KINSTEP, EXACT{rate}"),
        format!("EULER{rate}, {off:.1} M OFF"),
    ];
    let labels = [
        (pixel, !is_left, KINSTEP, own),
        (ghostly, is_left, EULER, its),
    ];
    for ([x, y], is_left, color, text) in labels {
        let (side, align) = if is_left {
            (-1.0, Align::Right)
        } else {
            (1.0, Align::Left)
        };
        let letters = Letters::new(10.0 * unit, color).aligned(align);
        // below the craft if there is no room beside it
        let room = letters.width(&text) + width;
        let is_beside = room < if is_left { x } else { view.size[0] - x };
        let down = if is_beside { 5.0 * unit } else { width };
        let place = [x + side * width, y + down];
        letters.write_backed(scene, place, &text);
    }
}
