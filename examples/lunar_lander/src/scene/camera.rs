//! From metres to pixels.

use kinstep::nalgebra::Vector2;

use super::is_narrow;
use crate::game::Game;

/// What of the landscape is in sight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// What is in the middle \[m\].
    pub center: Vector2<f64>,
    /// Pixels for a metre.
    pub scale: f64,
}

impl Camera {
    /// The lander and the ground below it: far away while it is high, close up near the ground. It depends on nothing
    /// but where the lander is and how fast, and it does not jump where that does not.
    #[must_use]
    pub fn following(game: &Game, size: [f32; 2]) -> Self {
        /// How many widths of the lander are in sight, from the top to the bottom, when it stands.
        const CLOSEST: f64 = 8.5;
        let lander = game.lander();
        let craft = lander.craft();
        let body = lander.body();
        let below = mean_height(game, body.position.x);
        let altitude = (body.position.y - craft.stance() - below).max(0.0);
        let width = craft.feet[1][0] - craft.feet[0][0];
        // a narrow screen has more instruments above, and those of a flat one take more of its height
        let (room, from_top) = if is_narrow(size) {
            (1.35, [0.52, 0.56])
        } else if size[0] > 2.2 * size[1] {
            (1.15, [0.42, 0.66])
        } else {
            (1.0, [0.32, 0.64])
        };
        let tall = room * (CLOSEST * width + 1.7 * altitude);
        let [across, down] = size.map(|it| f64::from(it).max(1.0));
        let scale = down / tall;
        // where the lander is on the screen: high up where there is much below it, lower down near the ground, and
        // behind the middle if it is fast
        let [high, low] = from_top;
        let from_top = high + (low - high) * (-altitude / 90.0).exp();
        let speed = body.velocity.x;
        let ahead = 0.17 * (across / scale) * speed / (speed.abs() + 40.0);
        Self {
            center: body.position + Vector2::new(ahead, -(0.5 - from_top) * tall),
            scale,
        }
    }

    /// The pixel of a place \[m\] on a screen of some size.
    #[must_use]
    pub fn pixel(&self, place: &Vector2<f64>, size: [f32; 2]) -> [f32; 2] {
        let way = (place - self.center) * self.scale;
        [0.5 * size[0] + way.x as f32, 0.5 * size[1] - way.y as f32]
    }

    /// What is in sight from left to right \[m\].
    #[must_use]
    pub fn span(&self, size: [f32; 2]) -> std::ops::Range<f64> {
        let half = 0.5 * f64::from(size[0]) / self.scale;
        self.center.x - half..self.center.x + half
    }
}

/// Of the ground around a place \[m\].
fn mean_height(game: &Game, x: f64) -> f64 {
    let ground = &game.landscape().ground;
    let heights = (-4..=4).map(|step| ground.height(x + 7.0 * f64::from(step)));
    heights.sum::<f64>() / 9.0
}
