//! From metres to pixels.

use kinstep::nalgebra::Vector2;

/// What of the landscape is in sight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// What is in the middle \[m\].
    pub center: Vector2<f64>,
    /// Pixels for a metre.
    pub scale: f64,
}

impl Camera {
    /// The pixel of a place \[m\] on a screen of some size.
    #[must_use]
    pub fn pixel(&self, place: &Vector2<f64>, size: [f32; 2]) -> [f32; 2] {
        let way = (place - self.center) * self.scale;
        [0.5 * size[0] + way.x as f32, 0.5 * size[1] - way.y as f32]
    }
}
