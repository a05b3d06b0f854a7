//! A map of the whole landscape, between the instruments.

use super::brush::faded;
use super::instruments::{HIGH, room_between};
use super::look::{self, Look, PLATE, TEXT};
use super::{Scene, Shape, View};

/// How wide the plate is where there is room.
const WIDEST: f32 = 548.0;

/// Left and right of the map, inside its plate.
const INSET: f32 = 12.0;

/// How wide the plate is \[pixels\].
fn width(view: &View) -> f32 {
    let unit = view.unit();
    (WIDEST * unit)
        .min(room_between(view))
        .max(2.0 * INSET * unit)
}

pub(super) fn draw(scene: &mut Scene, view: &View) {
    let unit = view.unit();
    let wide = width(view);
    let corner = [0.5 * (view.size[0] - wide), 16.0 * unit];
    scene.plate(corner, [wide, HIGH * unit], PLATE);
    let map = Map::new(view, corner);
    let line = map.profile();
    let bottom = corner[1] + (HIGH - 4.0) * unit;
    let look = Look::of(view.game.lander().planet());
    scene.push(Shape::Curtain {
        top: line.clone(),
        bottom,
        colors: [faded(look.edge, 0.22), faded(look.edge, 0.02)],
    });
    scene.line(&line, 1.2 * unit, faded(look.edge, 0.8));
    for pad in &view.game.landscape().pads {
        let color = look::pad(pad.multiplier);
        let [x, y] = map.pixel([pad.middle(), pad.height]);
        let half = 4.0 * unit;
        scene.line(&[[x - half, y], [x + half, y]], 3.2 * unit, color);
    }
    in_sight(scene, view, &map, bottom);
    let position = view.game.lander().body().position;
    let [x, y] = map.pixel([position.x, position.y]);
    scene.lamp([x, y], 2.4 * unit, TEXT);
}

/// Two corners below what is in sight.
fn in_sight(scene: &mut Scene, view: &View, map: &Map, bottom: f32) {
    let span = view.camera.span(view.size);
    let [left, right] = [span.start, span.end].map(|x| map.pixel([x, 0.0])[0]);
    let tick = 5.0 * view.unit();
    let color = faded(TEXT, 0.5);
    scene.line(
        &[
            [left, bottom - tick],
            [left, bottom],
            [right, bottom],
            [right, bottom - tick],
        ],
        1.2,
        color,
    );
}

/// From metres to the map: the same scale along and up, unless the landscape is too high for that.
struct Map<'a> {
    view: &'a View<'a>,
    left: f32,
    width: f32,
    floor: f32,
    /// Pixels for a metre, along and up.
    scale: [f64; 2],
    half: f64,
}

impl<'a> Map<'a> {
    fn new(view: &'a View<'a>, corner: [f32; 2]) -> Self {
        let unit = view.unit();
        let margin = INSET * unit;
        let width = width(view) - 2.0 * margin;
        let relief = view.game.mission().relief;
        let start = view
            .game
            .mission()
            .start(view.game.seed(), view.game.landscape())
            .position[1];
        let tall = f64::from((HIGH - 26.0) * unit);
        let along = f64::from(width) / relief.width;
        let highest = start.max(relief.height) * 1.12;
        Self {
            view,
            left: corner[0] + margin,
            width,
            floor: corner[1] + (HIGH - 14.0) * unit,
            scale: [along, tall / highest],
            half: 0.5 * relief.width,
        }
    }

    fn pixel(&self, [x, y]: [f64; 2]) -> [f32; 2] {
        let across = ((x + self.half) * self.scale[0]) as f32;
        let top = self.floor - (HIGH - 24.0) * self.view.unit();
        [
            self.left + across.clamp(0.0, self.width),
            (self.floor - (y * self.scale[1]) as f32).max(top),
        ]
    }

    /// A corner for every few pixels.
    fn profile(&self) -> Vec<[f32; 2]> {
        const CORNERS: usize = 160;
        let ground = &self.view.game.landscape().ground;
        (0..=CORNERS)
            .map(|corner| {
                let x = self.half * (2.0 * corner as f64 / CORNERS as f64 - 1.0);
                self.pixel([x, ground.height(x)])
            })
            .collect()
    }
}
