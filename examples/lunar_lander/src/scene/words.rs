//! Text on the screen during the flight, in a dialog and at the end.

use kinstep::nalgebra::Vector2;

use super::craft::WHOLE;
use super::instruments::{MARGIN, bottom};
use super::letters::{Align, Letters};
use super::list::{Color, Place, faded};
use super::look::{self, CHOSEN, EULER, FAIR, GOOD, KINSTEP, LABEL, PLATE, POOR, TEXT};
use super::{Scene, View};
use crate::game::Ending;
use crate::touchdown::{MOST_DESCENT, MOST_TILT, OFF_PADS, Outcome, parts};

/// Draws the text below the instruments (autopilot, time warp, and at the start the goal and the
/// keys) and a dialog in the middle.
pub(super) fn draw(scene: &mut Scene, view: &View) {
    /// Duration for which the goal and the keys are shown \[s\].
    const FIRST: f64 = 12.0;
    let unit = view.unit();
    let mut lines: Vec<(Color, String)> = Vec::new();
    match view.notice {
        Some(notice) if view.has_autopilot => {
            lines.push((GOOD, format!("AUTOPILOT \u{b7} {notice}")));
        }
        Some(notice) => lines.push((TEXT, notice.to_owned())),
        None => {}
    }
    if view.warp > 1.0 {
        lines.push((FAIR, format!("TIME \u{d7}{:.0}", view.warp)));
    }
    let is_new = view.game.lander().time() < FIRST && !view.is_paused && !view.asks_to_leave;
    if lines.is_empty() && is_new {
        lines.extend(goal(view).into_iter().map(|line| (TEXT, line)));
        if !view.is_crowded() {
            let keys = "\u{2191} ENGINE   \u{2193} HOVER   \u{2190} \u{2192} TURN   F FAST   P PAUSE   1-4 HZ   T AUTOPILOT";
            lines.push((LABEL, keys.to_owned()));
        }
    }
    let middle = 0.5 * view.size[0];
    for (index, (color, line)) in lines.iter().enumerate() {
        let y = bottom(view) + (22.0 + 21.0 * index as f32) * unit;
        let letters = Letters::new(11.0 * unit, *color).fitting(line, view.size[0] - 24.0 * unit);
        letters
            .aligned(Align::Center)
            .write_backed(scene, [middle, y], line);
    }
    far_pads(scene, view);
    if view.is_paused || view.asks_to_leave {
        dialog(scene, view);
    }
}

/// The conditions of a landing: one line, or several on a narrow screen.
pub(super) fn goal(view: &View) -> Vec<String> {
    let parts = [
        "LAND ON A COLOURED PAD".to_owned(),
        format!("BELOW {MOST_DESCENT} M/S"),
        format!("UPRIGHT TO THE GROUND WITHIN {MOST_TILT}\u{b0}"),
    ];
    if view.is_narrow() {
        parts.into()
    } else {
        vec![parts.join(", ")]
    }
}

fn dialog(scene: &mut Scene, view: &View) {
    let unit = view.unit();
    let size = [400.0 * unit, 104.0 * unit];
    let [left, top] = beside(view, size);
    let middle = left + 0.5 * size[0];
    scene.plate([left, top], size, PLATE);
    let (title, keys) = match (view.asks_to_leave, view.covered > 0.0) {
        (true, false) => ("LEAVE?", "ENTER TO LEAVE    P TO GO ON"),
        (false, false) => ("PAUSED", "ENTER TO GO ON    R AGAIN    ESC TO LEAVE"),
        // the buttons below the picture name the keys
        (true, true) => ("LEAVE?", "THE FLIGHT WOULD BE LOST"),
        (false, true) => ("PAUSED", "THE FLIGHT STANDS STILL"),
    };
    let letters = Letters::new(30.0 * unit, TEXT).aligned(Align::Center);
    letters.write_glowing(scene, [middle, top + 50.0 * unit], title);
    let small = Letters::new(10.0 * unit, LABEL).aligned(Align::Center);
    small.write(scene, [middle, top + 82.0 * unit], keys);
}

/// Upper left corner of a panel below the instruments, beside the lander and its path. On a narrow
/// screen the panel is below the lander, or above it if there is more room.
fn beside(view: &View, [width, height]: [f32; 2]) -> Place {
    let across = view.size[0];
    let unit = view.unit();
    let body = view.game.lander().body();
    let [x, y] = view.pixel(&body.position);
    let margin = 16.0 * unit;
    let top = highest(view);
    let lowest = (end(view) - margin - height).max(0.0);
    if view.is_narrow() {
        let reach = (view.game.lander().craft().reach() * view.camera.scale) as f32;
        let above = y - reach - margin - height;
        let below = (y + reach + margin).min(lowest);
        return [
            0.5 * (across - width),
            if above >= top { above } else { below },
        ];
    }
    let is_right = if (0.42..0.58).contains(&(x / across)) {
        body.velocity.x <= 0.0
    } else {
        x < 0.5 * across
    };
    // leaves the pad on which the lander stands visible, too
    let pads = &view.game.landscape().pads;
    let pad = pads
        .iter()
        .find(|pad| (pad.left..pad.right).contains(&body.position.x));
    let half = pad.map_or(0.0, |pad| 0.5 * (pad.right - pad.left) * view.camera.scale);
    let gap = (half as f32 + 24.0 * unit).max(150.0 * unit);
    let wanted = if is_right { x + gap } else { x - gap - width };
    let least = margin.min(0.5 * (across - width));
    [
        wanted.min(across - margin - width).max(least),
        (0.5 * (view.floor() - height)).min(lowest).max(top),
    ]
}

/// Lowest position of a panel's lower edge: after a landing above the pad. On a narrow screen,
/// after any flight, above the lander.
fn end(view: &View) -> f32 {
    let lander = view.game.lander();
    let [_, y] = view.pixel(&lander.body().position);
    let reach = if view.is_narrow() {
        -lander.craft().reach()
    } else {
        lander.craft().stance()
    };
    match view.game.ending().map(|ending| &ending.outcome) {
        Some(Outcome::Landed { .. }) => y + (reach * view.camera.scale) as f32,
        Some(_) if view.is_narrow() => y + (reach * view.camera.scale) as f32,
        _ => view.floor(),
    }
}

/// Highest position of a panel's upper edge: below the instruments, if they are shown.
fn highest(view: &View) -> f32 {
    if view.is_crowded() && view.game.ending().is_some() {
        16.0 * view.unit()
    } else {
        bottom(view) + 20.0 * view.unit()
    }
}

/// Arrows at the screen's edges that point to pads out of sight, the nearest pad first.
fn far_pads(scene: &mut Scene, view: &View) {
    let unit = view.unit();
    let width = view.size[0];
    let lander = view.game.lander().body().position.x;
    let mut rows = [0.0_f32; 2];
    let mut pads: Vec<_> = view.game.landscape().pads.iter().collect();
    pads.sort_by_key(|pad| (pad.middle() - lander).abs() as u32);
    for pad in pads {
        let [x, _] = view.pixel(&Vector2::new(pad.middle(), pad.height));
        if (0.0..=width).contains(&x) {
            continue;
        }
        let is_right = x > 0.5 * width;
        let row = &mut rows[usize::from(is_right)];
        // on a narrow screen, above the lander
        let share = if view.is_narrow() { 0.4 } else { 0.5 };
        let y = share * view.floor() + *row;
        *row += 22.0 * unit;
        let (far, worth) = ((pad.middle() - lander).abs(), pad.multiplier);
        let margin = MARGIN * unit;
        let (text, x, align) = if is_right {
            let text = format!("{far:.0} M  \u{d7}{worth} \u{2192}");
            (text, width - margin, Align::Right)
        } else {
            let text = format!("\u{2190} \u{d7}{worth}  {far:.0} M");
            (text, margin, Align::Left)
        };
        let letters = Letters::new(10.0 * unit, look::pad(worth)).aligned(align);
        letters.write_backed(scene, [x, y], &text);
    }
}

// --- the end

/// A line of the panel at the end: a name to the left, a value to the right.
type Row = (String, String, Color);

/// Width of the panel.
const WIDE: f32 = 480.0;
/// Height of a line of the panel.
const LINE: f32 = 22.0;

/// The panel at the end, with its button.
struct Panel<'a> {
    title: (&'static str, Color),
    /// Results of the same burns under kinstep and under Euler, in a sentence each.
    claims: Vec<&'a str>,
    rows: Vec<Row>,
    score: Option<u32>,
    corner: Place,
    size: [f32; 2],
    /// Factor for all sizes in the panel.
    unit: f32,
}

impl<'a> Panel<'a> {
    fn new(view: &View<'a>, ending: &Ending) -> Self {
        let (title, rows, score) = match &ending.outcome {
            Outcome::Landed { pad, score } => {
                let title = pad.map_or("DOWN AND STANDING", |_| "SAFE ON THE PAD");
                ((title, GOOD), landed(view, *pad), Some(*score))
            }
            Outcome::Crashed { faults } => {
                let is_whole = view.game.lander().body().velocity.norm() < WHOLE;
                let title = ["ONE MORE CRATER", "TIPPED OVER"][usize::from(is_whole)];
                let faults = faults
                    .iter()
                    .map(|it| (it.to_string(), String::new(), TEXT));
                ((title, POOR), faults.collect(), None)
            }
            Outcome::Lost => {
                let words = ["THE LANDER LEFT THE MAP.", "NOBODY SAW IT COME BACK."];
                let rows = words.map(|it| (it.to_owned(), String::new(), TEXT));
                (("OUT OF SIGHT", FAIR), rows.into(), None)
            }
        };
        let claims: Vec<_> = view.claim.iter().flat_map(|it| it.split(". ")).collect();
        let claims_high = if claims.is_empty() {
            0.0
        } else {
            23.0 * claims.len() as f32 + 58.0
        };
        let score_high = if score.is_some() { 58.0 } else { 8.0 };
        let high = 76.0 + claims_high + LINE * rows.len() as f32 + score_high + 30.0;
        let unit = unit(view, high);
        let size = [WIDE * unit, high * unit];
        Self {
            title,
            claims,
            rows,
            score,
            corner: beside(view, size),
            size,
            unit,
        }
    }

    /// Upper left corner and size of the button that repeats the burns at other rates.
    fn button(&self) -> [Place; 2] {
        let down = 68.0 + 23.0 * self.claims.len() as f32;
        let [x, y] = self.corner;
        let unit = self.unit;
        [
            [x + 28.0 * unit, y + down * unit],
            [self.size[0] - 56.0 * unit, 36.0 * unit],
        ]
    }
}

/// Whether a position is on the button of the panel at the end.
pub(super) fn is_on_button(view: &View, ending: &Ending, [x, y]: Place) -> bool {
    let [[left, top], [wide, high]] = Panel::new(view, ending).button();
    view.claim.is_some() && (left..left + wide).contains(&x) && (top..top + high).contains(&y)
}

/// Draws the panel at the end: outcome, results of the same burns at other rates, score and keys.
pub(super) fn ending(scene: &mut Scene, view: &View, ending: &Ending) {
    let panel = Panel::new(view, ending);
    let unit = panel.unit;
    let (title, color) = panel.title;
    let [red, green, blue, _] = color;
    let colors = [PLATE[0], [red, green, blue, PLATE[1][3] + 0.2]];
    scene.plate(panel.corner, panel.size, colors);
    let left = panel.corner[0] + 28.0 * unit;
    let width = panel.size[0] - 56.0 * unit;
    let row = |down: f32| panel.corner[1] + down * unit;
    Letters::new(22.0 * unit, color).write_glowing(scene, [left, row(46.0)], title);
    let mut down = 76.0;
    for (claim, color) in panel.claims.iter().zip([KINSTEP, EULER]) {
        let letters = Letters::new(13.0 * unit, color).fitting(claim, width);
        letters.write(scene, [left, row(down)], claim);
        down += 23.0;
    }
    if !panel.claims.is_empty() {
        let [[x, y], size] = panel.button();
        let pulse = 0.75 + 0.25 * (4.0 * view.clock).sin() as f32;
        scene.plate([x, y], size, [CHOSEN, faded(GOOD, pulse)]);
        let letters = Letters::new(12.0 * unit, TEXT).aligned(Align::Center);
        let text = "C  YOUR BURNS, AGAIN \u{2192}";
        letters.write(scene, [x + 0.5 * size[0], y + 24.0 * unit], text);
        down += 58.0;
    }
    for (name, value, color) in &panel.rows {
        let letters = Letters::new(10.0 * unit, *color);
        if value.is_empty() {
            letters
                .fitting(name, width)
                .write(scene, [left, row(down)], name);
        } else {
            letters.colored(LABEL).write(scene, [left, row(down)], name);
            let place = [left + width, row(down)];
            letters.aligned(Align::Right).write(scene, place, value);
        }
        down += LINE;
    }
    if let Some(score) = panel.score {
        let line = [[left, row(down - 8.0)], [left + width, row(down - 8.0)]];
        scene.line(&line, 1.0, faded(LABEL, 0.5));
        let whose = match (view.is_own, view.best) {
            (false, _) => "NOT YOUR OWN SCORE".to_owned(),
            (true, Some(best)) if best > score => format!("SCORE, BEST {best}"),
            (true, _) => "SCORE: YOUR BEST".to_owned(),
        };
        Letters::new(12.0 * unit, TEXT).write(scene, [left, row(down + 26.0)], &whose);
        let letters = Letters::new(28.0 * unit, color).aligned(Align::Right);
        let place = [left + width, row(down + 28.0)];
        letters.write_glowing(scene, place, &score.to_string());
    }
    let y = panel.corner[1] + panel.size[1] - 18.0 * unit;
    let mut keys = vec![("R", "AGAIN"), ("ESC", "TITLE")];
    if view.may_go_on {
        keys.insert(1, ("N", "NEXT"));
    }
    let middle = left + 0.5 * width;
    let letters = Letters::new(10.0 * unit, LABEL);
    write_keys(scene, letters, [middle, y], 40.0 * unit, &keys);
}

/// Writes keys in one colour and their effects in another, centred.
pub(super) fn write_keys(
    scene: &mut Scene,
    letters: Letters,
    [middle, y]: Place,
    apart: f32,
    keys: &[(&str, &str)],
) {
    let gap = 1.6 * letters.width("-");
    let wide = |(key, what): &(&str, &str)| letters.width(key) + gap + letters.width(what);
    let total: f32 = keys.iter().map(wide).sum::<f32>() + apart * (keys.len() - 1) as f32;
    let mut x = middle - 0.5 * total;
    for pair in keys {
        letters.colored(FAIR).write(scene, [x, y], pair.0);
        letters.write(scene, [x + letters.width(pair.0) + gap, y], pair.1);
        x += wide(pair) + apart;
    }
}

/// Factor for all sizes of a panel of height `high`: it makes the panel fit beside the lander, or
/// above or below it on a narrow screen.
fn unit(view: &View, high: f32) -> f32 {
    let usual = if view.is_narrow() { 0.85 } else { 1.0 } * view.unit();
    let room = end(view) - 16.0 * view.unit() - highest(view);
    let beside = if view.is_narrow() { 1.0 } else { 0.38 } * view.size[0];
    usual.min(room / high).min(beside / WIDE).max(0.5 * usual)
}

fn landed(view: &View, pad: Option<usize>) -> Vec<Row> {
    let lander = view.game.lander();
    let speed = lander.body().velocity;
    let [standing, softness, thrift] = parts(lander.craft(), lander.body(), lander.fuel());
    let lean = view.readings().lean.to_degrees().abs();
    let pad = pad.map(|pad| view.game.landscape().pads[pad].multiplier);
    let (name, times, color) = match pad {
        Some(worth) => ("ON A PAD", format!("\u{d7}{worth}"), look::pad(worth)),
        None => ("ON NO PAD", format!("\u{d7}{OFF_PADS}"), LABEL),
    };
    let points = format!("{standing:.0} + {softness:.1} + {thrift:.1}");
    let down = format!("{:.2} M/S, {:.2} M/S", -speed.y, speed.x.abs());
    let row = |name: &str, value, color| (name.to_owned(), value, color);
    vec![
        row("TIME", format!("{:.2} S", lander.time()), TEXT),
        row("DOWNWARD, SIDEWAYS", down, TEXT),
        row("TO THE GROUND", format!("{lean:.1}\u{b0}"), TEXT),
        row("STANDING + SOFTLY + FUEL", points, GOOD),
        row(name, times, color),
    ]
}
