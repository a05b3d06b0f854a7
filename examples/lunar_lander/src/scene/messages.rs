//! What is told in words while it flies.

use kinstep::nalgebra::Vector2;

use super::instruments::{MARGIN, bottom};
use super::lettering::{Align, Letters};
use super::look::{self, FAIR, GOOD, LABEL, PLATE, TEXT};
use super::{Color, Scene, View};
use crate::touchdown::{MOST_DESCENT, MOST_TILT};

/// Below the map: time warp, autopilot, what it tells; in the middle: whether the flight stands still.
pub(super) fn draw(scene: &mut Scene, view: &View) {
    let unit = view.unit();
    let middle = 0.5 * view.size[0];
    let mut y = bottom(view) + 26.0 * unit;
    let letters = Letters::new(12.0 * unit, FAIR).aligned(Align::Center);
    let is_flying = view.game.ending().is_none();
    let mut write = |scene: &mut Scene, color: Color, text: &str| {
        letters
            .colored(color)
            .write_backed(scene, [middle, y], text);
        y += 22.0 * unit;
    };
    if view.has_autopilot && is_flying {
        let text = view.notice.map_or("AUTOPILOT".to_owned(), |notice| {
            format!("AUTOPILOT \u{b7} {notice}")
        });
        write(scene, GOOD, &text);
    } else if let Some(notice) = view.notice {
        write(scene, TEXT, notice);
    }
    if view.warp > 1.0 && is_flying {
        write(scene, FAIR, &format!("TIME \u{d7}{:.0}", view.warp));
    }
    if is_flying {
        far_pads(scene, view);
        keys(scene, view);
        if view.is_paused || view.asks_to_leave {
            paused(scene, view);
        }
    }
}

/// For a newcomer, in the first seconds.
fn keys(scene: &mut Scene, view: &View) {
    const LAST: f64 = 12.0;
    let time = view.game.lander().time();
    if view.has_autopilot || time > LAST {
        return;
    }
    let unit = view.unit();
    let letters = Letters::new(11.0 * unit, TEXT).aligned(Align::Center);
    let keys = "\u{2191} ENGINE    \u{2193} HOVER    \u{2190} \u{2192} TURN    F FAST    P PAUSE    1-4 HZ";
    let mut lines = goal(view);
    if !view.is_crowded() {
        lines.push(keys.to_owned());
    }
    // over buttons between the lander and the ground
    let last = if view.is_crowded() {
        0.84 * view.floor()
    } else {
        view.floor() - 22.0 * unit
    };
    for (up, line) in lines.iter().rev().enumerate() {
        let place = [0.5 * view.size[0], last - 26.0 * unit * up as f32];
        letters.write_backed(scene, place, line);
    }
}

/// What is a landing: a line, or several on a narrow screen.
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

fn paused(scene: &mut Scene, view: &View) {
    let unit = view.unit();
    let size = [340.0 * unit, 104.0 * unit];
    let [left, top] = beside(view, size);
    let middle = left + 0.5 * size[0];
    scene.plate([left, top], size, PLATE);
    let (title, keys) = match (view.asks_to_leave, view.covered > 0.0) {
        (true, false) => ("LEAVE?", "ESC TO LEAVE    P TO GO ON"),
        (false, false) => ("PAUSED", "P TO GO ON    ESC TO LEAVE"),
        // the buttons below say it
        (true, true) => ("LEAVE?", "THE FLIGHT WOULD BE LOST"),
        (false, true) => ("PAUSED", "THE FLIGHT STANDS STILL"),
    };
    let letters = Letters::new(30.0 * unit, TEXT).aligned(Align::Center);
    letters.write_glowing(scene, [middle, top + 50.0 * unit], title);
    let small = Letters::new(11.0 * unit, LABEL).aligned(Align::Center);
    small.write(scene, [middle, top + 82.0 * unit], keys);
}

/// The upper left corner of a panel beside the lander and where it flies to, below the instruments; on a narrow screen
/// below the lander, or above it if there is more room.
pub(super) fn beside(view: &View, [width, height]: [f32; 2]) -> [f32; 2] {
    let across = view.size[0];
    let unit = view.unit();
    let body = view.game.lander().body();
    let [x, y] = view.pixel(&body.position);
    let margin = 16.0 * unit;
    let top = highest(view);
    let lowest = (view.floor() - margin - height).max(0.0);
    if view.is_narrow() {
        let reach = (view.game.lander().craft().reach() * view.camera.scale) as f32;
        let above = y - reach - margin - height;
        let down = if above >= top {
            above
        } else {
            (y + reach + margin).min(lowest)
        };
        return [0.5 * (across - width), down];
    }
    let is_right = if (0.42..0.58).contains(&(x / across)) {
        body.velocity.x <= 0.0
    } else {
        x < 0.5 * across
    };
    let gap = 150.0 * unit;
    let wanted = if is_right { x + gap } else { x - gap - width };
    [
        wanted
            .min(across - margin - width)
            .max(margin.min(0.5 * (across - width))),
        (0.5 * (view.floor() - height)).max(top).min(lowest),
    ]
}

/// So far down a panel may begin: below the instruments, if they are there.
pub(super) fn highest(view: &View) -> f32 {
    if view.is_crowded() && view.game.ending().is_some() {
        16.0 * view.unit()
    } else {
        bottom(view) + 20.0 * view.unit()
    }
}

/// Arrows at the edges to the pads that are out of sight.
fn far_pads(scene: &mut Scene, view: &View) {
    let unit = view.unit();
    let width = view.size[0];
    let lander = view.game.lander().body().position.x;
    let mut rows = [0.0_f32; 2];
    let mut pads: Vec<_> = view.game.landscape().pads.iter().collect();
    pads.sort_by(|one, other| {
        (one.middle() - lander)
            .abs()
            .total_cmp(&(other.middle() - lander).abs())
    });
    for pad in pads {
        let [x, _] = view.pixel(&Vector2::new(pad.middle(), pad.height));
        let side = usize::from(x > 0.5 * width);
        if (0.0..=width).contains(&x) {
            continue;
        }
        let y = 0.5 * view.size[1] + rows[side];
        rows[side] += 22.0 * unit;
        let far = (pad.middle() - lander).abs();
        let (text, x, align) = if side == 0 {
            (
                format!("\u{2190} \u{d7}{}  {far:.0} M", pad.multiplier),
                MARGIN * unit,
                Align::Left,
            )
        } else {
            (
                format!("{far:.0} M  \u{d7}{} \u{2192}", pad.multiplier),
                width - MARGIN * unit,
                Align::Right,
            )
        };
        let color = look::pad(pad.multiplier);
        Letters::new(10.0 * unit, color)
            .aligned(align)
            .write_backed(scene, [x, y], &text);
    }
}
