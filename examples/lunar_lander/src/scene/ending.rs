//! How it ended, and what it counts.

use super::brush::faded;
use super::lettering::{Align, Letters};
use super::look::{self, FAIR, GOOD, LABEL, PLATE, POOR, TEXT};
use super::messages::{beside, highest};
use super::vessel::WHOLE;
use super::{Color, Scene, View};
use crate::game::Ending;
use crate::touchdown::{Fault, OFF_PADS, Outcome, parts};

/// Width of the panel.
const WIDE: f32 = 480.0;

/// A line of the panel: what it is, and how much.
struct Row {
    name: String,
    value: String,
    color: Color,
}

impl Row {
    fn new(name: impl Into<String>, value: impl Into<String>, color: Color) -> Self {
        let (name, value) = (name.into(), value.into());
        Self { name, value, color }
    }

    /// The name to the left and the value to the right; a name alone, in letters that fit the width.
    fn write(&self, scene: &mut Scene, [left, y]: [f32; 2], width: f32, unit: f32) {
        let letters = Letters::new(11.0 * unit, self.color);
        if self.value.is_empty() {
            let share = (width / letters.width(&self.name)).min(1.0);
            let letters = Letters::new(11.0 * unit * share, self.color);
            letters.write(scene, [left, y], &self.name);
        } else {
            letters.colored(LABEL).write(scene, [left, y], &self.name);
            let place = [left + width, y];
            letters
                .aligned(Align::Right)
                .write(scene, place, &self.value);
        }
    }
}

pub(super) fn draw(scene: &mut Scene, view: &View, ending: &Ending) {
    let (title, color, rows, total) = match &ending.outcome {
        Outcome::Landed { pad, score } => {
            let title = if pad.is_some() {
                "SAFE ON THE PAD"
            } else {
                "DOWN AND STANDING"
            };
            (title, GOOD, landed(view, *pad), Some(*score))
        }
        Outcome::Crashed { faults } => {
            let is_whole = view.game.lander().body().velocity.norm() < WHOLE;
            let title = if is_whole {
                "TIPPED OVER"
            } else {
                "ONE MORE CRATER"
            };
            (title, POOR, crashed(faults), None)
        }
        Outcome::Lost => ("OUT OF SIGHT", FAIR, lost(), None),
    };
    let rows_high = 25.0 * rows.len() as f32;
    let total_high = if total.is_some() { 62.0 } else { 14.0 };
    let high = 74.0 + rows_high + total_high + 44.0;
    let unit = unit(view, high);
    let size = [WIDE * unit, high * unit];
    let corner = beside(view, size);
    let [_, edge] = PLATE;
    scene.plate(corner, size, [look::END, mixed_edge(edge, color)]);
    let left = corner[0] + 28.0 * unit;
    let right = corner[0] + size[0] - 28.0 * unit;
    let row = |down: f32| corner[1] + down * unit;
    Letters::new(24.0 * unit, color).write_glowing(scene, [left, row(50.0)], title);
    let mut down = 86.0;
    for line in rows {
        line.write(scene, [left, row(down)], right - left, unit);
        down += 25.0;
    }
    if let Some(score) = total {
        scene.line(
            &[[left, row(down - 8.0)], [right, row(down - 8.0)]],
            1.0,
            faded(LABEL, 0.5),
        );
        let whose = match (view.is_own, view.best) {
            (false, _) => "NOT YOUR OWN SCORE".to_owned(),
            (true, Some(best)) if best > score => format!("SCORE, BEST {best}"),
            (true, _) => "SCORE: YOUR BEST".to_owned(),
        };
        Letters::new(12.0 * unit, TEXT).write(scene, [left, row(down + 28.0)], &whose);
        let letters = Letters::new(30.0 * unit, color).aligned(Align::Right);
        letters.write_glowing(scene, [right, row(down + 30.0)], &score.to_string());
    }
    keys(
        scene,
        [left, corner[1] + size[1] - 20.0 * unit],
        right - left,
        unit,
        // a level is to be done before the next one
        view.level.is_none() || total.is_some() && view.is_own,
    );
}

/// Sizes of a panel so high are multiplied by this, so that it fits the screen beside the lander; on a narrow one, over it.
fn unit(view: &View, high: f32) -> f32 {
    let usual = if view.is_narrow() { 0.85 } else { 1.0 } * view.unit();
    let end = if view.is_narrow() {
        let lander = view.game.lander();
        let [_, y] = view.pixel(&lander.body().position);
        y - (lander.craft().reach() * view.camera.scale) as f32
    } else {
        view.floor()
    };
    let room = end - 16.0 * view.unit() - highest(view);
    let beside = if view.is_narrow() { 1.0 } else { 0.4 } * view.size[0];
    usual.min(room / high).min(beside / WIDE).max(0.5 * usual)
}

fn mixed_edge(edge: Color, color: Color) -> Color {
    [color[0], color[1], color[2], edge[3] + 0.2]
}

fn landed(view: &View, pad: Option<usize>) -> Vec<Row> {
    let game = view.game;
    let lander = game.lander();
    let body = lander.body();
    let [standing, softness, thrift] = parts(lander.craft(), body, lander.fuel());
    let multiplier = pad.map(|pad| game.landscape().pads[pad].multiplier);
    let (text, color) = match multiplier {
        Some(multiplier) => (format!("\u{d7}{multiplier}"), look::pad(multiplier)),
        None => (format!("\u{d7}{OFF_PADS}"), LABEL),
    };
    let speed = body.velocity;
    let name = match multiplier {
        Some(_) => "ON A PAD",
        None => "ON NO PAD",
    };
    vec![
        Row::new("TIME", format!("{:.2} S", lander.time()), TEXT),
        Row::new("DOWNWARD", format!("{:.2} M/S", -speed.y), TEXT),
        Row::new("SIDEWAYS", format!("{:.2} M/S", speed.x.abs()), TEXT),
        Row::new(
            "TO THE GROUND",
            format!("{:.1}\u{b0}", view.readings().lean.to_degrees().abs()),
            TEXT,
        ),
        Row::new("STANDING", format!("{standing:.1}"), GOOD),
        Row::new("SOFTLY", format!("+ {softness:.1}"), GOOD),
        Row::new("FUEL LEFT", format!("+ {thrift:.1}"), GOOD),
        Row::new(name, text, color),
    ]
}

fn crashed(faults: &[Fault]) -> Vec<Row> {
    let fault = |fault: &Fault| Row::new(fault.to_string(), "", TEXT);
    faults.iter().map(fault).collect()
}

fn lost() -> Vec<Row> {
    vec![
        Row::new("THE LANDER LEFT THE MAP.", "", TEXT),
        Row::new("NOBODY SAW IT COME BACK.", "", TEXT),
    ]
}

/// What to press next.
fn keys(scene: &mut Scene, [left, y]: [f32; 2], width: f32, unit: f32, has_next: bool) {
    let places = [
        ("R", "AGAIN", 0.0, Align::Left),
        ("N", "NEXT", 0.5, Align::Center),
        ("ESC", "TITLE", 1.0, Align::Right),
    ];
    for (key, what, share, align) in places.into_iter().filter(|it| has_next || it.0 != "N") {
        let x = left + share * width;
        let letters = Letters::new(10.0 * unit, LABEL).aligned(Align::Left);
        let gap = 9.0 * unit;
        let wide = letters.width(key) + gap + letters.width(what);
        let start = match align {
            Align::Left => x,
            Align::Center => x - 0.5 * wide,
            Align::Right => x - wide,
        };
        letters.colored(FAIR).write(scene, [start, y], key);
        letters.write(scene, [start + letters.width(key) + gap, y], what);
    }
}
