//! What is seen where a lander is not: its ghost, or its wreck.

use kinstep::nalgebra::Vector2;
use lander::Lander;

use super::brush::mixed;
use super::frame::Frame;
use super::vessel::{DARK, FOIL, METAL};
use super::{Color, Scene, View};

/// The outline of a lander, dashed: hull and legs.
pub(super) fn outline(scene: &mut Scene, view: &View, lander: &Lander, color: Color) {
    let frame = Frame::of(view, lander);
    let craft = lander.craft();
    let mut hull: Vec<_> = craft
        .hull
        .iter()
        .map(|corner| frame.pixel(*corner))
        .collect();
    hull.extend(hull.first().copied());
    let width = 1.4 * view.unit();
    for ends in hull.windows(2) {
        let dash =
            |share: f32| [0, 1].map(|axis| ends[0][axis] + (ends[1][axis] - ends[0][axis]) * share);
        scene.line(&[dash(0.12), dash(0.88)], width, color);
    }
    for foot in craft.feet {
        let hip = [0.72 * foot[0], 0.1 * foot[1]];
        scene.line(&[frame.pixel(hip), frame.pixel(foot)], width, color);
    }
}

/// Pieces on burnt ground.
pub(super) fn wreck(scene: &mut Scene, view: &View) {
    let place = view.game.ending().and_then(|ending| ending.contact);
    let lander = view.game.lander();
    let center = place.map_or(lander.body().position, |contact| contact.point);
    let ground = &view.game.landscape().ground;
    let size = lander.craft().reach();
    let least = 30.0 * f64::from(view.unit()) / view.camera.scale;
    let size = size.max(0.5 * least);
    // where, how far from the middle, how big, how turned
    let pieces = [
        (-0.95, 0.20, 0.4, FOIL[2]),
        (-0.42, 0.34, 2.1, FOIL[1]),
        (0.05, 0.42, 0.9, METAL[2]),
        (0.46, 0.26, 2.7, METAL[1]),
        (0.92, 0.15, 1.5, FOIL[2]),
        (1.30, 0.10, 0.2, METAL[2]),
        (-1.38, 0.09, 1.2, METAL[1]),
    ];
    for (across, share, turn, color) in pieces {
        let x = center.x + across * size;
        let middle = Vector2::new(x, ground.height(x) + 0.35 * share * size);
        let corner = |angle: f64| {
            let way = Vector2::new((turn + angle).cos(), (turn + angle).sin());
            view.pixel(&(middle + way * (share * size * (0.7 + 0.3 * (3.0 * angle + turn).sin()))))
        };
        let corners = [0.0, 1.5, 2.9, 4.4].map(corner);
        scene.fill(&corners, mixed(color, DARK, 0.35));
        scene.line(&[corners[0], corners[1]], 1.2, color);
    }
}
