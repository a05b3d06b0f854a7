//! The lander, its flame, its outline, and what is left of it.

use kinstep::nalgebra::Vector2;
use lander::{Craft, Lander};

use super::list::{Color, Place, faded, mixed, paint};
use super::{Scene, View};
use crate::touchdown::{Outcome, feet};

const FOIL: [Color; 3] = [paint(0xf4c463), paint(0xc8892f), paint(0x7d4c1a)];
const METAL: [Color; 3] = [paint(0xe4e9f4), paint(0xa9b3c8), paint(0x5c667f)];
const DARK: Color = paint(0x262c3b);
const GLASS: Color = paint(0x74e2ff);

/// A lander that crashes at less than this speed tips over, and stays whole \[m/s\].
pub(super) const WHOLE: f64 = 3.0;

/// Frame of a lander on the screen, with a minimum scale, so that a lander is always visible.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    origin: Place,
    /// Pixels to the right and downward, per metre along the x axis of the lander.
    right: [f32; 2],
    /// Pixels per metre.
    pub(super) scale: f32,
}

impl Frame {
    pub(super) fn of(view: &View, lander: &Lander) -> Self {
        let body = lander.body();
        Self::at(view, lander.craft(), &body.position, body.orientation())
    }

    pub(super) fn at(view: &View, craft: &Craft, position: &Vector2<f64>, tilt: f64) -> Self {
        let width = craft.feet[1][0] - craft.feet[0][0];
        let least = 30.0 * f64::from(view.unit()) / width;
        let scale = view.camera.scale.max(least);
        Self {
            origin: view.pixel(position),
            right: [tilt.cos() * scale, -tilt.sin() * scale].map(|it| it as f32),
            scale: scale as f32,
        }
    }

    /// Frame of a landed lander: both feet are on the ground.
    fn standing(view: &View) -> Self {
        let lander = view.game.lander();
        let craft = lander.craft();
        let ground = &view.game.landscape().ground;
        let feet = feet(craft, lander.body()).map(|x| Vector2::new(x, ground.height(x)));
        let along = feet[1] - feet[0];
        let tilt = along.y.atan2(along.x);
        let up = Vector2::new(-tilt.sin(), tilt.cos());
        let position = (feet[0] + feet[1]) * 0.5 + up * craft.stance();
        Self::at(view, craft, &position, tilt)
    }

    /// Pixel of a point \[m\] in the frame of the lander.
    fn pixel(&self, [x, y]: [f64; 2]) -> Place {
        let [x, y] = [x as f32, y as f32];
        let [across, down] = self.right;
        [
            self.origin[0] + across * x + down * y,
            self.origin[1] + down * x - across * y,
        ]
    }
}

/// Draws the lander, or its wreck.
pub(super) fn draw(scene: &mut Scene, view: &View) {
    let lander = view.game.lander();
    let vessel = |scene: &mut Scene, frame: Frame| {
        Vessel::new(lander.craft(), &frame).draw(scene, view.clock);
    };
    match view.game.ending().map(|ending| &ending.outcome) {
        None | Some(Outcome::Lost) => {
            let frame = Frame::of(view, lander);
            flames(scene, view, &frame);
            vessel(scene, frame);
        }
        Some(Outcome::Landed { .. }) => vessel(scene, Frame::standing(view)),
        Some(Outcome::Crashed { .. }) if lander.body().velocity.norm() < WHOLE => {
            vessel(scene, Frame::of(view, lander));
        }
        Some(Outcome::Crashed { .. }) => wreck(scene, view),
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

    fn at(&self, [x, y]: [f64; 2]) -> Place {
        let place = [x * self.half, self.low + y * self.tall];
        self.frame.pixel(place)
    }

    fn fill(&self, scene: &mut Scene, color: Color, corners: &[[f64; 2]]) {
        let corners: Vec<_> = corners.iter().map(|corner| self.at(*corner)).collect();
        scene.fill(&corners, color);
    }

    fn line(&self, scene: &mut Scene, metres: f32, color: Color, points: &[[f64; 2]]) {
        let points: Vec<_> = points.iter().map(|point| self.at(*point)).collect();
        scene.line(&points, self.thick(metres), color);
    }

    /// Width in pixels of a line of this width \[m\]; at least one pixel.
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
        let flash = [0.25, 1.0][usize::from(clock.rem_euclid(1.1) < 0.14)];
        let radius = 0.5 * self.thick(0.14);
        let color = faded(paint(0xff5a56), flash);
        scene.lamp(self.at([-0.46, 1.16]), radius, color);
    }

    fn leg(&self, scene: &mut Scene, side: f64) {
        let [foot_x, foot_y] = self.craft.feet[usize::from(side > 0.0)];
        let foot = self.frame.pixel([foot_x, foot_y]);
        let hip = self.at([0.88 * side, 0.45]);
        let knee = [0, 1].map(|axis| hip[axis] + (foot[axis] - hip[axis]) * 0.66);
        for strut in [[0.52 * side, 0.20], [0.92 * side, 0.27]] {
            scene.line(&[self.at(strut), knee], self.thick(0.09), METAL[2]);
        }
        scene.line(&[hip, knee], self.thick(0.20), METAL[1]);
        scene.line(&[knee, foot], self.thick(0.12), METAL[0]);
        let wide = 0.17 * self.half;
        let pad = [-wide, wide].map(|x| self.frame.pixel([foot_x + x, foot_y + 0.05]));
        scene.line(&pad, self.thick(0.13), METAL[0]);
    }

    /// Draws the nozzle, and foil with creases.
    #[rustfmt::skip]
    fn descent_stage(&self, scene: &mut Scene) {
        let crease = faded(paint(0x4a2c0c), 0.55);
        self.fill(scene, DARK, &[[-0.14, 0.24], [0.14, 0.24], [0.29, 0.0], [-0.29, 0.0]]);
        self.fill(scene, METAL[2], &[[0.05, 0.24], [0.14, 0.24], [0.29, 0.0], [0.12, 0.0]]);
        self.line(scene, 0.07, METAL[1], &[[-0.29, 0.0], [0.29, 0.0]]);
        self.fill(scene, DARK, &[[-0.74, 0.24], [0.74, 0.24], [0.42, 0.165], [-0.42, 0.165]]);
        for (color, [left, right]) in FOIL.into_iter().zip([[-1.0, -0.48], [-0.48, 0.46], [0.46, 1.0]]) {
            let low = |x: f64| [x, 0.26 - 0.04 * (1.0 - x.abs())];
            self.fill(scene, color, &[low(left), low(right), [right, 0.50], [left, 0.50]]);
        }
        for (x, lean) in [(-0.76, 0.07), (-0.22, -0.06), (0.12, 0.08), (0.70, -0.05)] {
            self.line(scene, 0.035, crease, &[[x, 0.49], [x + lean, 0.36], [x - 0.4 * lean, 0.26]]);
        }
        self.line(scene, 0.09, FOIL[0], &[[-1.0, 0.50], [1.0, 0.50]]);
    }

    /// Draws a bright and a shaded side, the hatch, two lit windows, and antennas.
    #[rustfmt::skip]
    fn ascent_stage(&self, scene: &mut Scene) {
        let body = [[-0.60, 0.52], [0.60, 0.52], [0.92, 0.60], [0.92, 0.73], [0.56, 0.98], [-0.56, 0.98],
            [-0.92, 0.73], [-0.92, 0.60], [-0.60, 0.52]];
        self.fill(scene, METAL[1], &body[..8]);
        self.fill(scene, METAL[0], &[[-0.60, 0.52], [-0.30, 0.52], [-0.30, 0.98], [-0.56, 0.98], [-0.92, 0.73], [-0.92, 0.60]]);
        self.fill(scene, METAL[2], &[[0.34, 0.52], [0.60, 0.52], [0.92, 0.60], [0.92, 0.73], [0.56, 0.98], [0.34, 0.98]]);
        self.fill(scene, METAL[2], &[[-0.24, 0.98], [0.24, 0.98], [0.18, 1.05], [-0.18, 1.05]]);
        self.fill(scene, DARK, &[[-0.17, 0.53], [0.17, 0.53], [0.17, 0.67], [-0.17, 0.67]]);
        for side in [-1.0, 1.0] {
            let mirrored = |[x, y]: [f64; 2]| [side * x, y];
            let window = [[0.14, 0.90], [0.50, 0.90], [0.44, 0.73], [0.20, 0.73]].map(mirrored);
            self.fill(scene, mixed(DARK, GLASS, 0.35), &window);
            self.fill(scene, GLASS, &[[0.18, 0.885], [0.40, 0.885], [0.24, 0.76]].map(mirrored));
        }
        self.line(scene, 0.04, faded(paint(0xffffff), 0.55), &body);
        self.line(scene, 0.05, METAL[1], &[[0.44, 0.97], [0.58, 1.14]]);
        self.line(scene, 0.06, METAL[0], &[[0.42, 1.15], [0.52, 1.11], [0.64, 1.11], [0.74, 1.16]]);
        self.line(scene, 0.045, METAL[1], &[[-0.40, 0.98], [-0.46, 1.15]]);
    }

    /// Draws two blocks of jets beside the hull, each with a nozzle downward.
    fn jets(&self, scene: &mut Scene) {
        let [beside, above] = self.craft.jet_arm;
        let size = 0.085 * self.half;
        for x in [-beside, beside] {
            let corners = |half: f64, [low, high]: [f64; 2]| {
                let corners = [[-half, low], [half, low], [half, high], [-half, high]];
                corners.map(|[across, up]| self.frame.pixel([x + across, above + up * size]))
            };
            scene.fill(&corners(size, [-1.0, 1.2]), METAL[1]);
            scene.fill(&corners(0.6 * size, [-2.0, -1.0]), DARK);
        }
    }
}

/// Draws the flickering flames of the engines.
fn flames(scene: &mut Scene, view: &View, frame: &Frame) {
    let lander = view.game.lander();
    let (craft, controls) = (lander.craft(), lander.controls());
    let half = craft.half_width();
    if view.game.ending().is_some() {
        return;
    }
    let flicker = |phase: f64| {
        let clock = view.clock;
        1.0 + 0.07 * (53.0 * clock + phase).sin() + 0.05 * (91.0 * clock + 2.0 * phase).sin()
    };
    if controls.throttle > 0.0 {
        let low = craft.nozzle();
        // at low throttle the flame grows from zero length
        let least = 0.7 * (controls.throttle / 0.1).min(1.0);
        let length = half * (least + 2.6 * controls.throttle) * flicker(0.0);
        let mouth = frame.pixel([0.0, low - 0.25 * length]);
        let light = (0.9 * length) as f32 * frame.scale;
        scene.halo(mouth, light, faded(paint(0xffa04a), 0.35));
        plume(scene, frame, [0.0, low + 0.03], [0.27 * half, length]);
    }
    let side = controls.turn;
    if side != 0.0 {
        let [beside, above] = craft.jet_arm;
        let length = half * (0.35 + 0.75 * side.abs()) * flicker(1.7);
        let size = 0.085 * half;
        let mouth = [beside * side.signum(), above - 2.0 * size];
        plume(scene, frame, mouth, [0.75 * size, length]);
    }
}

/// Draws a flame downward from the mouth at (x, y), given half its width and its length \[m\].
#[rustfmt::skip]
fn plume(scene: &mut Scene, frame: &Frame, [x, y]: [f64; 2], [half, length]: [f64; 2]) {
    /// From the outside to the inside: width, length, opacity and colour.
    const LAYERS: [(f64, f64, f32, Color); 4] = [
        (1.55, 1.00, 0.16, paint(0xff6a2a)), (1.10, 0.86, 0.38, paint(0xff9a3c)),
        (0.78, 0.66, 0.75, paint(0xffd27a)), (0.42, 0.42, 1.00, paint(0xfff8e6)),
    ];
    /// Half the width, and distance from the mouth, as shares.
    const SHAPE: [[f64; 2]; 6] = [[0.80, 0.00], [1.00, 0.10], [0.98, 0.26], [0.76, 0.50], [0.42, 0.78], [0.00, 1.00]];
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

/// Draws the dashed outline of a lander: hull and legs.
pub(super) fn outline(scene: &mut Scene, craft: &Craft, frame: &Frame, width: f32, color: Color) {
    let sides = craft.hull.iter().zip(craft.hull.iter().cycle().skip(1));
    for (from, to) in sides {
        let [from, to] = [from, to].map(|corner| frame.pixel(*corner));
        let dash = |share: f32| [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * share);
        scene.line(&[dash(0.12), dash(0.88)], width, color);
    }
    for foot in craft.feet {
        let hip = [0.72 * foot[0], 0.1 * foot[1]];
        scene.line(&[frame.pixel(hip), frame.pixel(foot)], width, color);
    }
}

/// Draws the pieces of a crashed lander on the ground.
#[rustfmt::skip]
fn wreck(scene: &mut Scene, view: &View) {
    /// Distance from the centre and size, in units of `size`; angle \[rad\]; colour.
    const PIECES: [(f64, f64, f64, Color); 7] = [
        (-0.95, 0.20, 0.4, FOIL[2]), (-0.42, 0.34, 2.1, FOIL[1]), (0.05, 0.42, 0.9, METAL[2]), (0.46, 0.26, 2.7, METAL[1]),
        (0.92, 0.15, 1.5, FOIL[2]), (1.30, 0.10, 0.2, METAL[2]), (-1.38, 0.09, 1.2, METAL[1]),
    ];
    let contact = view.game.ending().and_then(|ending| ending.contact);
    let lander = view.game.lander();
    let center = contact.map_or(lander.body().position, |contact| contact.point);
    let ground = &view.game.landscape().ground;
    let size = lander.craft().reach().max(15.0 * f64::from(view.unit()) / view.camera.scale);
    for (across, share, turn, color) in PIECES {
        let x = center.x + across * size;
        let middle = Vector2::new(x, ground.height(x) + 0.35 * share * size);
        let corners = [0.0, 1.5, 2.9, 4.4].map(|angle: f64| {
            let way = Vector2::new((turn + angle).cos(), (turn + angle).sin());
            view.pixel(&(middle + way * (share * size * (0.7 + 0.3 * (3.0 * angle + turn).sin()))))
        });
        scene.fill(&corners, mixed(color, DARK, 0.35));
        scene.line(&corners[..2], 1.2, color);
    }
}
