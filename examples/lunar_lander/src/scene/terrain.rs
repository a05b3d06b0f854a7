//! The ground and its pads.

use kinstep::nalgebra::Vector2;

use super::brush::{faded, mixed, paint};
use super::lettering::{Align, Letters};
use super::look::{self, Look};
use super::ranges::scattered;
use super::{Color, Scene, Shape, View};
use crate::landscape::Pad;
use crate::touchdown::MOST_SLOPE;

/// The edge of ground that is too steep to stand on.
const STEEP: Color = paint(0xe0605a);

/// Draws it below its edge.
pub(super) fn draw(scene: &mut Scene, view: &View, line: &[[f32; 2]]) {
    let look = Look::of(view.game.lander().planet());
    let unit = view.unit();
    rocks(scene, view, &look);
    scene.push(Shape::Curtain {
        top: line.to_vec(),
        bottom: view.size[1],
        colors: look.ground,
    });
    // layers of rock below the surface
    for (depth, opacity) in [(11.0, 0.16), (27.0, 0.09), (52.0, 0.05)] {
        let below: Vec<_> = line.iter().map(|[x, y]| [*x, y + depth * unit]).collect();
        scene.line(&below, 1.0, faded(look.edge, opacity));
    }
    scene.glow(line, 1.7 * unit, look.edge);
    steep(scene, line, unit);
    for pad in &view.game.landscape().pads {
        draw_pad(scene, view, pad);
    }
}

/// Ground on which nothing stands is red, and has teeth.
fn steep(scene: &mut Scene, line: &[[f32; 2]], unit: f32) {
    let most = MOST_SLOPE.to_radians().tan() as f32;
    let is_steep = |[from, to]: [[f32; 2]; 2]| (to[1] - from[1]).abs() > most * (to[0] - from[0]);
    let mut run: Vec<[f32; 2]> = Vec::new();
    for ends in line.windows(2) {
        if is_steep([ends[0], ends[1]]) {
            if run.is_empty() {
                run.push(ends[0]);
            }
            run.push(ends[1]);
            teeth(scene, [ends[0], ends[1]], unit);
        } else if !run.is_empty() {
            scene.line(&run, 1.7 * unit, STEEP);
            run.clear();
        }
    }
    if !run.is_empty() {
        scene.line(&run, 1.7 * unit, STEEP);
    }
}

/// Short strokes below an edge, for those who do not tell its colour apart.
fn teeth(scene: &mut Scene, [from, to]: [[f32; 2]; 2], unit: f32) {
    let apart = 12.0 * unit;
    let count = ((to[0] - from[0]) / apart + 0.5) as u16;
    for tooth in (0..count).map(|it| from[0] + (f32::from(it) + 0.5) * apart) {
        let share = (tooth - from[0]) / (to[0] - from[0]);
        let y = from[1] + (to[1] - from[1]) * share;
        let ends = [[tooth, y + 2.0 * unit], [tooth, y + 7.0 * unit]];
        scene.line(&ends, 1.2 * unit, faded(STEEP, 0.75));
    }
}

/// The edge of the ground, as far as it is in sight.
pub(super) fn profile(view: &View) -> Vec<[f32; 2]> {
    let ground = &view.game.landscape().ground;
    let margin = 30.0 / view.camera.scale;
    let span = view.camera.span(view.size);
    let span = span.start - margin..span.end + margin;
    let ends = [span.start, span.end].map(|x| Vector2::new(x, ground.height(x)));
    let inside = (ground.corners().iter()).filter(|[x, _]| span.contains(x));
    let corners = inside.map(|[x, y]| Vector2::new(*x, *y));
    (std::iter::once(ends[0]).chain(corners).chain([ends[1]]))
        .map(|place| view.pixel(&place))
        .collect()
}

/// From one place where a rock may be to the next \[m\].
const ROCKS_APART: f64 = 3.7;

/// Rocks here and there, always the same ones, when near enough to see them.
fn rocks(scene: &mut Scene, view: &View, look: &Look) {
    if view.camera.scale < 4.0 {
        return;
    }
    let span = view.camera.span(view.size);
    let [first, last] = [span.start, span.end].map(|x| (x / ROCKS_APART).floor() as i64);
    for place in first..=last {
        rock(scene, view, look, place);
    }
}

fn rock(scene: &mut Scene, view: &View, look: &Look, place: i64) {
    const SHAPE: [[f64; 2]; 5] = [
        [-1.0, -0.5],
        [-0.7, 0.45],
        [-0.1, 0.75],
        [0.55, 0.5],
        [1.0, -0.5],
    ];
    let landscape = view.game.landscape();
    let random = |kind: u64| scattered(place as u64, kind);
    let x = (place as f64 + random(1)) * ROCKS_APART;
    let size = 0.12 + 0.75 * random(2).powi(3);
    let is_near_pad = (landscape.pads.iter()).any(|it| it.left - size < x && x < it.right + size);
    if random(3) < 0.4 || is_near_pad {
        return;
    }
    let [lean, tall] = [0.25 * (random(4) - 0.5), 0.6 + 0.5 * random(5)];
    let floor = landscape.ground.height(x);
    let corners = SHAPE.map(|[across, up]| {
        view.pixel(&Vector2::new(
            x + size * (across + lean * up),
            floor + size * up * tall,
        ))
    });
    scene.fill(&corners, mixed(look.ground[0], look.edge, 0.12));
    scene.fill(&corners[..3], faded(look.edge, 0.30));
    scene.line(&corners, 1.0, faded(look.edge, 0.35));
}

fn draw_pad(scene: &mut Scene, view: &View, pad: &Pad) {
    let unit = view.unit();
    let color = look::pad(pad.multiplier);
    let [left, right] = [pad.left, pad.right].map(|x| view.pixel(&Vector2::new(x, pad.height)));
    if right[0] < -60.0 || left[0] > view.size[0] + 60.0 {
        return;
    }
    let down = 2.0 * unit;
    let bar = [[left[0], left[1] + down], [right[0], right[1] + down]];
    scene.glow(&bar, 4.0 * unit, color);
    let middle = 0.5 * (left[0] + right[0]);
    // girders, when near enough to see them
    let wide = right[0] - left[0];
    if wide > 120.0 * unit {
        let depth = 9.0 * unit;
        let pieces = 2 * ((wide / (36.0 * unit)) as usize).min(200);
        let girder: Vec<_> = (0..=pieces)
            .map(|piece| {
                let x = left[0] + wide * piece as f32 / pieces as f32;
                let y = left[1] + down + if piece % 2 == 0 { 2.0 * unit } else { depth };
                [x, y]
            })
            .collect();
        scene.line(&girder, 1.3 * unit, faded(color, 0.45));
    }
    let blink = 0.62 + 0.38 * (view.clock * 4.0 + pad.left).sin();
    for [x, y] in [left, right] {
        let top = y - (5.0 * unit).min(0.12 * wide);
        scene.line(&[[x, y + down], [x, top]], 1.6 * unit, color);
        let radius = (2.6 * unit).min(0.055 * wide + 0.7);
        scene.lamp([x, top], radius, faded(color, blink as f32));
    }
    let letters = Letters::new((12.0 * unit).max(9.0), color).aligned(Align::Center);
    let place = [middle, left[1] + 28.0 * unit];
    letters.write_backed(scene, place, &format!("\u{d7}{}", pad.multiplier));
}
