//! A lander's frame on the screen.

use kinstep::nalgebra::Vector2;
use lander::{Craft, Lander};

use super::View;
use crate::touchdown::feet;

/// The lander's frame on the screen.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    origin: [f32; 2],
    /// Pixels to the right and downward for a metre along the lander's own right.
    right: [f32; 2],
    /// Pixels for a metre.
    pub(super) scale: f32,
}

impl Frame {
    /// Of a lander, which is never drawn too small to see.
    pub(super) fn of(view: &View, lander: &Lander) -> Self {
        let body = lander.body();
        Self::at(view, lander.craft(), &body.position, body.orientation())
    }

    fn at(view: &View, craft: &Craft, position: &Vector2<f64>, tilt: f64) -> Self {
        let width = craft.feet[1][0] - craft.feet[0][0];
        let least = 30.0 * f64::from(view.unit()) / width;
        let scale = view.camera.scale.max(least);
        let right = [tilt.cos() * scale, -tilt.sin() * scale].map(|it| it as f32);
        Self {
            origin: view.pixel(position),
            right,
            scale: scale as f32,
        }
    }

    /// Where a landed one stands: with both feet on the ground.
    pub(super) fn standing(view: &View) -> Self {
        let lander = view.game.lander();
        let body = lander.body();
        let craft = lander.craft();
        let ground = &view.game.landscape().ground;
        let feet = feet(craft, body).map(|x| Vector2::new(x, ground.height(x)));
        let along = feet[1] - feet[0];
        let tilt = along.y.atan2(along.x);
        let up = Vector2::new(-tilt.sin(), tilt.cos());
        let position = (feet[0] + feet[1]) * 0.5 + up * craft.stance();
        Self::at(view, craft, &position, tilt)
    }

    /// The pixel of a point of the lander \[m\].
    pub(super) fn pixel(&self, [x, y]: [f64; 2]) -> [f32; 2] {
        let [x, y] = [x as f32, y as f32];
        let [across, down] = self.right;
        [
            self.origin[0] + across * x + down * y,
            self.origin[1] + down * x - across * y,
        ]
    }
}
