//! Where the lander has been, where it would go without engines, and where Euler would have it.

use kinstep::nalgebra::Vector2;

use super::brush::faded;
use super::frame::Frame;
use super::instruments::Mark;
use super::lettering::{Align, Letters};
use super::look::{GHOST, LABEL, PATH, TEXT};
use super::{Scene, View, remains};
use crate::forecast::{Forecast, Impact};
use crate::touchdown::{MOST_DESCENT, MOST_SIDEWAYS};

pub(super) fn draw(scene: &mut Scene, view: &View, forecast: Option<&Forecast>) {
    trail(scene, view);
    if view.game.ending().is_some() {
        return;
    }
    if let Some(forecast) = forecast {
        path(scene, view, forecast);
    }
    plumb_line(scene, view);
}

/// Faint dots, some pixels apart.
fn trail(scene: &mut Scene, view: &View) {
    let unit = view.unit();
    let apart = 9.0 * unit;
    let mut last: Option<[f32; 2]> = None;
    for place in view.trail.iter().rev() {
        let [x, y] = view.pixel(place);
        if last.is_none_or(|[a, b]| (x - a).hypot(y - b) >= apart) {
            scene.disc([x, y], 1.1 * unit, faded(LABEL, 0.55));
            last = Some([x, y]);
        }
    }
}

/// Dashes from the lander to the ground, a mark there, and how long it takes.
fn path(scene: &mut Scene, view: &View, forecast: &Forecast) {
    const POINTS: usize = 160;
    let unit = view.unit();
    let mut path: Vec<[f32; 2]> = Vec::new();
    for [x, y] in forecast.path(POINTS).map(|it| view.pixel(&it)) {
        let apart = path.last().map(|[a, b]| (x - a).hypot(y - b));
        if apart.is_none_or(|apart| apart >= 7.0 * unit) {
            path.push([x, y]);
        }
    }
    let count = path.len() as f32;
    for (index, dash) in path.chunks_exact(2).enumerate() {
        let opacity = 0.85 - 0.45 * (2 * index) as f32 / count;
        scene.line(dash, 1.7 * unit, faded(PATH, opacity));
    }
    if let Some(impact) = forecast.impact {
        mark(scene, view, &impact);
    }
}

/// Where it would come down, and in how many seconds, above whatever is beside.
fn mark(scene: &mut Scene, view: &View, impact: &Impact) {
    let unit = view.unit();
    let stance = view.game.lander().craft().stance();
    let [x, y] = view.pixel(&(impact.position - Vector2::new(0.0, stance)));
    let mark = softness(impact);
    let color = mark.color();
    let wide = 9.0 * unit;
    let arrow = [[x - wide, y - wide], [x, y], [x + wide, y - wide]];
    scene.glow(&arrow, 2.0 * unit, color);
    let letters = Letters::new(11.0 * unit, color);
    let text = format!("IN {:.1} S {}", impact.time, mark.sign());
    let gap = f64::from(18.0 * unit) / view.camera.scale;
    let long = f64::from(letters.width(&text)) / view.camera.scale;
    let at = impact.position.x;
    let is_left = view.game.lander().body().position.x > at;
    // on the side away from the lander, unless that is off the screen
    let room = 20.0 * unit + letters.width(&text);
    let is_left = (is_left || x > view.size[0] - room) && x > room;
    let (span, align) = if is_left {
        (at - gap - long..at - gap, Align::Right)
    } else {
        (at + gap..at + gap + long, Align::Left)
    };
    let start = if is_left { span.end } else { span.start };
    let highest = view.game.landscape().ground.highest(span);
    let [left, above] = view.pixel(&Vector2::new(start, highest));
    let place = [left, y.min(above) - 17.0 * unit];
    letters.aligned(align).write_backed(scene, place, &text);
}

/// Good if it would be a landing.
fn softness(impact: &Impact) -> Mark {
    let speed = impact.velocity;
    // as a multiple of what is allowed
    let share = (-speed.y / MOST_DESCENT).max(speed.x.abs() / MOST_SIDEWAYS);
    if share <= 1.0 {
        Mark::Good
    } else if share <= 4.0 {
        Mark::Fair
    } else {
        Mark::Poor
    }
}

/// From the lander straight down, with a tick for every ten metres, when it is near the ground.
fn plumb_line(scene: &mut Scene, view: &View) {
    /// Not from higher up \[m\].
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
    let top = bottom - (clear * view.camera.scale) as f32;
    let count = (((bottom - top) / (10.0 * unit)) as usize).min(400);
    for dash in 0..count {
        let y = bottom - 10.0 * unit * dash as f32;
        scene.line(&[[x, y], [x, y - 4.0 * unit]], 1.0, color);
    }
    for tick in 1..=(clear / 10.0) as usize {
        let y = bottom - (10.0 * tick as f64 * view.camera.scale) as f32;
        scene.line(&[[x - 4.0 * unit, y], [x + 4.0 * unit, y]], 1.2, color);
    }
}

/// An outline where symplectic Euler has the lander, if that is another place, and how far it is off.
pub(super) fn ghosts(scene: &mut Scene, view: &View) {
    /// Height of the letters.
    const HIGH: f32 = 10.0;
    /// Nearer than this it is the same place \[pixels\].
    const LEAST: f64 = 7.0;
    let (ghost, lander) = (view.game.ghost(), view.game.lander());
    let off = (ghost.body().position - lander.body().position).norm();
    let unit = view.unit();
    if view.game.ending().is_some() || off * view.camera.scale < LEAST * f64::from(unit) {
        return;
    }
    remains::outline(scene, view, ghost, faded(GHOST, 0.85));
    let [of_lander, _] = view.pixel(&lander.body().position);
    let [x, y] = view.pixel(&ghost.body().position);
    let width = Frame::of(view, ghost).scale * ghost.craft().reach() as f32;
    let (away, align) = if of_lander > x {
        (-1.0, Align::Right)
    } else {
        (1.0, Align::Left)
    };
    let letters = Letters::new(HIGH * unit, GHOST).aligned(align);
    let place = [x + away * (width + 6.0 * unit), y + 5.0 * unit];
    letters.write_backed(scene, place, &format!("SYMPLECTIC EULER {off:.1} M OFF"));
}
