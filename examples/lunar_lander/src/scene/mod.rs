//! What there is to see, as shapes: the window paints them, and so does the picture.

mod camera;
mod shape;
mod spark;

pub use camera::Camera;
pub use shape::{Color, Scene, Shape};
pub use spark::{Spark, Sparks};

use kinstep::nalgebra::Vector2;

use crate::game::Game;

/// What a scene is drawn from.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The flight.
    pub game: &'a Game,
    /// Width and height \[pixels\].
    pub size: [f32; 2],
    /// What of the landscape is in sight.
    pub camera: Camera,
    /// Runs on whatever happens \[s\]: twinkling and flicker depend on it.
    pub clock: f64,
    /// How many times faster than the clock the flight goes.
    pub warp: f64,
    /// Whether the flight stands still.
    pub is_paused: bool,
    /// Whether the autopilot flies.
    pub has_autopilot: bool,
    /// Where the lander has been \[m\].
    pub trail: &'a [Vector2<f64>],
    /// Exhaust, dust and debris.
    pub sparks: &'a [Spark],
}

/// A flight, or how it ended.
#[must_use]
pub fn flight(view: &View) -> Scene {
    Scene::new(view.size)
}

/// The title, over a landscape; `chosen` is the mission that starts next.
#[must_use]
pub fn title(view: &View, chosen: usize) -> Scene {
    let _ = chosen;
    Scene::new(view.size)
}
