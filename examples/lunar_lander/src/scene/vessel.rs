//! The lander.

use lander::Craft;

use super::brush::{faded, mixed, paint};
use super::frame::Frame;
use super::{Color, Scene, View, flame, remains};
use crate::touchdown::Outcome;

pub(super) const FOIL: [Color; 3] = [paint(0xf4c463), paint(0xc8892f), paint(0x7d4c1a)];
pub(super) const METAL: [Color; 3] = [paint(0xe4e9f4), paint(0xa9b3c8), paint(0x5c667f)];
pub(super) const DARK: Color = paint(0x262c3b);
const GLASS: Color = paint(0x74e2ff);

/// What comes down slower than this tips over, and stays whole \[m/s\].
pub(super) const WHOLE: f64 = 3.0;

/// The lander, or what is left of it.
pub(super) fn draw(scene: &mut Scene, view: &View) {
    let lander = view.game.lander();
    match view.game.ending().map(|ending| &ending.outcome) {
        None | Some(Outcome::Lost) => {
            let frame = Frame::of(view, lander);
            flame::draw(scene, view, &frame);
            Vessel::new(lander.craft(), &frame).draw(scene, view.clock);
        }
        Some(Outcome::Landed { .. }) => {
            let frame = Frame::standing(view);
            Vessel::new(lander.craft(), &frame).draw(scene, view.clock);
        }
        Some(Outcome::Crashed { .. }) if lander.body().velocity.norm() < WHOLE => {
            Vessel::new(lander.craft(), &Frame::of(view, lander)).draw(scene, view.clock);
        }
        Some(Outcome::Crashed { .. }) => remains::wreck(scene, view),
    }
}

/// A craft to be drawn: `x` in half widths of the hull, `y` from its lowest point (0) to its highest (1).
struct Vessel<'a> {
    craft: &'a Craft,
    frame: &'a Frame,
    half: f64,
    low: f64,
    tall: f64,
}

impl<'a> Vessel<'a> {
    fn new(craft: &'a Craft, frame: &'a Frame) -> Self {
        let low = craft.nozzle();
        let high = (craft.hull.iter().map(|[_, y]| *y)).fold(f64::NEG_INFINITY, f64::max);
        Self {
            craft,
            frame,
            half: craft.half_width(),
            low,
            tall: high - low,
        }
    }

    fn at(&self, [x, y]: [f64; 2]) -> [f32; 2] {
        self.frame.pixel(self.place([x, y]))
    }

    fn place(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [x * self.half, self.low + y * self.tall]
    }

    fn fill(&self, scene: &mut Scene, corners: &[[f64; 2]], color: Color) {
        let corners: Vec<_> = corners.iter().map(|corner| self.at(*corner)).collect();
        scene.fill(&corners, color);
    }

    fn line(&self, scene: &mut Scene, points: &[[f64; 2]], width: f32, color: Color) {
        let points: Vec<_> = points.iter().map(|point| self.at(*point)).collect();
        scene.line(&points, self.thick(width), color);
    }

    /// Metres of a line, in pixels: at least one.
    fn thick(&self, metres: f32) -> f32 {
        (metres * self.frame.scale).max(1.0)
    }

    fn draw(&self, scene: &mut Scene, clock: f64) {
        for side in [-1.0, 1.0] {
            self.leg(scene, side);
        }
        self.descent_stage(scene);
        self.ascent_stage(scene);
        self.jets(scene);
        self.antenna(scene, clock);
    }

    fn leg(&self, scene: &mut Scene, side: f64) {
        let [foot_x, foot_y] = self.craft.feet[usize::from(side > 0.0)];
        let foot = self.frame.pixel([foot_x, foot_y]);
        let hip = self.at([0.88 * side, 0.45]);
        let between = |share: f32| [0, 1].map(|axis| hip[axis] + (foot[axis] - hip[axis]) * share);
        let knee = between(0.66);
        for strut in [[0.52 * side, 0.20], [0.92 * side, 0.27]] {
            scene.line(&[self.at(strut), knee], self.thick(0.09), METAL[2]);
        }
        scene.line(&[hip, knee], self.thick(0.20), METAL[1]);
        scene.line(&[knee, foot], self.thick(0.12), METAL[0]);
        let wide = 0.17 * self.half;
        let pad = [-wide, wide].map(|x| self.frame.pixel([foot_x + x, foot_y + 0.05]));
        scene.line(&pad, self.thick(0.13), METAL[0]);
    }

    fn descent_stage(&self, scene: &mut Scene) {
        self.fill(
            scene,
            &[[-0.14, 0.24], [0.14, 0.24], [0.29, 0.0], [-0.29, 0.0]],
            DARK,
        );
        self.fill(
            scene,
            &[[0.05, 0.24], [0.14, 0.24], [0.29, 0.0], [0.12, 0.0]],
            METAL[2],
        );
        self.line(scene, &[[-0.29, 0.0], [0.29, 0.0]], 0.07, METAL[1]);
        self.fill(
            scene,
            &[[-0.74, 0.24], [0.74, 0.24], [0.42, 0.165], [-0.42, 0.165]],
            DARK,
        );
        let facets = [
            ([-1.0, -0.48], FOIL[0]),
            ([-0.48, 0.46], FOIL[1]),
            ([0.46, 1.0], FOIL[2]),
        ];
        for ([left, right], color) in facets {
            let [low_left, low_right] = [left, right].map(|x: f64| 0.26 - 0.04 * (1.0 - x.abs()));
            let corners = [
                [left, low_left],
                [right, low_right],
                [right, 0.50],
                [left, 0.50],
            ];
            self.fill(scene, &corners, color);
        }
        // creases of the foil
        for (x, lean) in [(-0.76, 0.07), (-0.22, -0.06), (0.12, 0.08), (0.70, -0.05)] {
            let crease = [[x, 0.49], [x + lean, 0.36], [x - 0.4 * lean, 0.26]];
            self.line(scene, &crease, 0.035, faded(paint(0x4a2c0c), 0.55));
        }
        self.line(scene, &[[-1.0, 0.50], [1.0, 0.50]], 0.09, FOIL[0]);
    }

    fn ascent_stage(&self, scene: &mut Scene) {
        let body = [
            [-0.60, 0.52],
            [0.60, 0.52],
            [0.92, 0.60],
            [0.92, 0.73],
            [0.56, 0.98],
            [-0.56, 0.98],
            [-0.92, 0.73],
            [-0.92, 0.60],
        ];
        self.fill(scene, &body, METAL[1]);
        let bright = [
            [-0.60, 0.52],
            [-0.30, 0.52],
            [-0.30, 0.98],
            [-0.56, 0.98],
            [-0.92, 0.73],
            [-0.92, 0.60],
        ];
        self.fill(scene, &bright, METAL[0]);
        let shade = [
            [0.34, 0.52],
            [0.60, 0.52],
            [0.92, 0.60],
            [0.92, 0.73],
            [0.56, 0.98],
            [0.34, 0.98],
        ];
        self.fill(scene, &shade, METAL[2]);
        self.fill(
            scene,
            &[[-0.24, 0.98], [0.24, 0.98], [0.18, 1.05], [-0.18, 1.05]],
            METAL[2],
        );
        // the hatch, and two windows with a light inside
        self.fill(
            scene,
            &[[-0.17, 0.53], [0.17, 0.53], [0.17, 0.67], [-0.17, 0.67]],
            DARK,
        );
        for side in [-1.0, 1.0] {
            let window = [[0.14, 0.90], [0.50, 0.90], [0.44, 0.73], [0.20, 0.73]]
                .map(|[x, y]| [side * x, y]);
            self.fill(scene, &window, mixed(DARK, GLASS, 0.35));
            let light = [[0.18, 0.885], [0.40, 0.885], [0.24, 0.76]].map(|[x, y]| [side * x, y]);
            self.fill(scene, &light, GLASS);
        }
        let mut edge = body.to_vec();
        edge.push(body[0]);
        self.line(scene, &edge, 0.04, faded(paint(0xffffff), 0.55));
    }

    /// Two quads beside the hull, one nozzle of each downward.
    fn jets(&self, scene: &mut Scene) {
        let [beside, above] = self.craft.jet_arm;
        let size = 0.085 * self.half;
        for x in [-beside, beside] {
            let corners = |half: f64, from: f64, to: f64| {
                [
                    [x - half, from],
                    [x + half, from],
                    [x + half, to],
                    [x - half, to],
                ]
                .map(|it| self.frame.pixel(it))
            };
            scene.fill(&corners(size, above - size, above + 1.2 * size), METAL[1]);
            scene.fill(&corners(0.6 * size, above - 2.0 * size, above - size), DARK);
        }
    }

    fn antenna(&self, scene: &mut Scene, clock: f64) {
        self.line(scene, &[[0.44, 0.97], [0.58, 1.14]], 0.05, METAL[1]);
        self.line(
            scene,
            &[[0.42, 1.15], [0.52, 1.11], [0.64, 1.11], [0.74, 1.16]],
            0.06,
            METAL[0],
        );
        self.line(scene, &[[-0.40, 0.98], [-0.46, 1.15]], 0.045, METAL[1]);
        let flash = if clock.rem_euclid(1.1) < 0.14 {
            1.0
        } else {
            0.25
        };
        let radius = 0.5 * self.thick(0.14);
        scene.lamp(
            self.at([-0.46, 1.16]),
            radius,
            faded(paint(0xff5a56), flash),
        );
    }
}
