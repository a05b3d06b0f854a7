//! What comes out of the engines.

use super::brush::{faded, paint};
use super::frame::Frame;
use super::{Color, Scene, View};

/// From the outside to the inside: width, length, opacity and colour of a flame's layers.
const LAYERS: [(f64, f64, f32, Color); 4] = [
    (1.55, 1.00, 0.16, paint(0xff6a2a)),
    (1.10, 0.86, 0.38, paint(0xff9a3c)),
    (0.78, 0.66, 0.75, paint(0xffd27a)),
    (0.42, 0.42, 1.00, paint(0xfff8e6)),
];

pub(super) fn draw(scene: &mut Scene, view: &View, frame: &Frame) {
    let lander = view.game.lander();
    let craft = lander.craft();
    let controls = lander.controls();
    let (half, low) = (craft.half_width(), craft.nozzle());
    if view.game.ending().is_some() {
        return;
    }
    if controls.throttle > 0.0 {
        // it grows out of nothing
        let least = 0.7 * (controls.throttle / 0.1).min(1.0);
        let length = half * (least + 2.6 * controls.throttle) * flicker(view.clock, 0.0);
        let mouth = frame.pixel([0.0, low - 0.25 * length]);
        let light = (0.9 * length) as f32 * frame.scale;
        scene.halo(mouth, light, faded(paint(0xffa04a), 0.35));
        plume(scene, frame, [0.0, low + 0.03], [0.27 * half, length]);
    }
    let side = controls.turn;
    if side != 0.0 {
        let [beside, above] = craft.jet_arm;
        let length = half * (0.35 + 0.75 * side.abs()) * flicker(view.clock, 1.7);
        let size = 0.085 * half;
        let mouth = [beside * side.signum(), above - 2.0 * size];
        plume(scene, frame, mouth, [0.75 * size, length]);
    }
}

/// A flame downward from a mouth, so wide and so long \[m\].
fn plume(scene: &mut Scene, frame: &Frame, [x, y]: [f64; 2], [half, length]: [f64; 2]) {
    // half the width, and how far down
    const SHAPE: [[f64; 2]; 6] = [
        [0.80, 0.00],
        [1.00, 0.10],
        [0.98, 0.26],
        [0.76, 0.50],
        [0.42, 0.78],
        [0.00, 1.00],
    ];
    for (wide, long, opacity, color) in LAYERS {
        let point = |side: f64, [across, down]: [f64; 2]| {
            frame.pixel([x + side * across * half * wide, y - down * length * long])
        };
        let right = SHAPE.iter().map(|it| point(1.0, *it));
        let left = SHAPE.iter().rev().skip(1).map(|it| point(-1.0, *it));
        let corners: Vec<_> = right.chain(left).collect();
        scene.fill(&corners, faded(color, opacity));
    }
}

/// About 1, never quite the same.
fn flicker(clock: f64, phase: f64) -> f64 {
    1.0 + 0.07 * (53.0 * clock + phase).sin() + 0.05 * (91.0 * clock + 2.0 * phase).sin()
}
