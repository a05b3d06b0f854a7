//! Scenes as draw lists, which the window paints.
//!
//! ```text
//! list (shapes), letters (text), look (colours)
//!   ->  backdrop (sky, mountains, ground)  ->  course (where it was and will be)  ->  craft, sparks
//!   ->  instruments, words;  title;  again (the same burns at other rates)
//! ```

mod again;
mod backdrop;
mod course;
mod craft;
mod instruments;
mod letters;
mod list;
mod look;
mod sparks;
#[cfg(test)]
mod tests;
mod title;
mod words;

pub use again::{Again, again};
pub use list::{Color, Scene, Shape, faded};
pub use sparks::{Spark, Sparks};
pub use title::{Menu, entry, title};

use std::ops::Range;

use kinstep::nalgebra::Vector2;

use crate::forecast::Forecast;
use crate::game::Game;
use crate::touchdown::Readings;

/// The data from which a scene is drawn.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The flight.
    pub game: &'a Game,
    /// Width and height \[pixels\].
    pub size: [f32; 2],
    /// The visible part of the landscape.
    pub camera: Camera,
    /// Clock of twinkling and flicker \[s\]; it never stops.
    pub clock: f64,
    /// Factor by which the flight is faster than the clock.
    pub warp: f64,
    /// Steps of the flight per second; `None` for one step per frame.
    pub rate: Option<f64>,
    /// Whether `rate` has changed during this flight.
    pub is_rate_mixed: bool,
    /// Index of the level, if the flight belongs to one.
    pub level: Option<usize>,
    /// Height of the lower part of the screen that buttons cover \[pixels\].
    pub covered: f32,
    /// Whether the flight is paused.
    pub is_paused: bool,
    /// Whether the scene asks the player to confirm that the flight ends.
    pub asks_to_leave: bool,
    /// Whether the score is the player's: the autopilot never flew.
    pub is_own: bool,
    /// Whether the player may continue to the next flight; a level must be completed first.
    pub may_go_on: bool,
    /// The player's best score here.
    pub best: Option<u32>,
    /// Whether the autopilot flies.
    pub has_autopilot: bool,
    /// A short notice, such as what the autopilot does.
    pub notice: Option<&'a str>,
    /// A sentence on the result of the same burns at other frame rates, after the end of the
    /// flight.
    pub claim: Option<&'a str>,
    /// Past positions of the lander \[m\].
    pub trail: &'a [Vector2<f64>],
    /// Exhaust, dust and debris.
    pub sparks: &'a [Spark],
}

impl<'a> View<'a> {
    /// The view of a game on a screen whose lower `covered` pixels buttons cover. All other fields
    /// have neutral values.
    #[must_use]
    pub fn new(game: &'a Game, size: [f32; 2], covered: f32) -> Self {
        let [width, height] = size;
        let mut camera = Camera::following(game, [width, (height - covered).max(1.0)]);
        camera.center.y -= 0.5 * f64::from(covered) / camera.scale;
        Self {
            game,
            size,
            camera,
            clock: game.lander().time(),
            warp: 1.0,
            rate: None,
            is_rate_mixed: false,
            level: None,
            covered,
            is_paused: false,
            asks_to_leave: false,
            is_own: false,
            may_go_on: false,
            best: None,
            has_autopilot: false,
            notice: None,
            claim: None,
            trail: &[],
            sparks: &[],
        }
    }

    fn unit(&self) -> f32 {
        unit(self.size)
    }

    fn is_narrow(&self) -> bool {
        is_narrow(self.size)
    }

    /// Height of the part of the screen above the buttons \[pixels\].
    fn floor(&self) -> f32 {
        (self.size[1] - self.covered).max(0.0)
    }

    /// Whether the text at the end of a flight needs the space of the instruments.
    fn is_crowded(&self) -> bool {
        self.is_narrow() || self.covered > 0.0
    }

    /// Pixel of a position \[m\] on the screen.
    fn pixel(&self, place: &Vector2<f64>) -> [f32; 2] {
        let [x, y] = ((place - self.camera.center) * self.camera.scale).into();
        let [width, height] = self.size;
        [0.5 * width + x as f32, 0.5 * height - y as f32]
    }

    /// The readings by which a touchdown at this time would be judged.
    fn readings(&self) -> Readings {
        let lander = self.game.lander();
        let ground = &self.game.landscape().ground;
        Readings::of(lander.craft(), lander.body(), ground)
    }

    /// Height of the lander's feet over the ground below its centre, as if it were upright \[m\].
    fn altitude(&self) -> f64 {
        let lander = self.game.lander();
        let position = lander.body().position;
        let below = self.game.landscape().ground.height(position.x);
        position.y - lander.craft().stance() - below
    }
}

/// The visible part of the landscape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// Position at the centre of the screen \[m\].
    pub center: Vector2<f64>,
    /// Pixels per metre.
    pub scale: f64,
}

/// Minimum height of the view, in widths of a lander.
const CLOSEST: f64 = 8.5;

impl Camera {
    /// Returns a camera that shows the lander and the ground below: a wide view at high altitude, a
    /// close view near the ground. The camera depends only on the lander's position and velocity,
    /// and is continuous if they are.
    fn following(game: &Game, size: [f32; 2]) -> Self {
        let lander = game.lander();
        let (craft, body) = (lander.craft(), lander.body());
        let ground = &game.landscape().ground;
        // the mean height of the ground near the lander
        let places = (-4..=4).map(|step| body.position.x + 7.0 * f64::from(step));
        let below = places.map(|x| ground.height(x)).sum::<f64>() / 9.0;
        let altitude = (body.position.y - craft.stance() - below).max(0.0);
        let width = craft.feet[1][0] - craft.feet[0][0];
        // `room` enlarges the view; `high` and `low` are the share of the screen above the lander,
        // at high altitude and near the ground. A narrow screen has more instruments at the top; on
        // a wide screen the instruments take more of the height
        let (room, [high, low]) = if is_narrow(size) {
            (1.35, [0.52, 0.56])
        } else if size[0] > 2.2 * size[1] {
            (1.15, [0.42, 0.66])
        } else {
            (1.0, [0.36, 0.64])
        };
        let tall = room * (CLOSEST * width + 1.7 * altitude);
        let [across, down] = size.map(|it| f64::from(it).max(1.0));
        let scale = down / tall;
        let from_top = high + (low - high) * (-altitude / 90.0).exp();
        // the view is shifted in the direction of motion, more for a fast lander
        let speed = body.velocity.x;
        let ahead = 0.17 * (across / scale) * speed / (speed.abs() + 40.0);
        Self {
            center: body.position + Vector2::new(ahead, -(0.5 - from_top) * tall),
            scale,
        }
    }

    /// Visible range of x \[m\].
    fn span(&self, size: [f32; 2]) -> Range<f64> {
        let half = 0.5 * f64::from(size[0]) / self.scale;
        self.center.x - half..self.center.x + half
    }
}

/// Factor for all sizes, which are designed for a screen of 950 to 1280 by 640 pixels, or of 440 by
/// 800 pixels if the screen is narrow.
fn unit([width, height]: [f32; 2]) -> f32 {
    let unit = if is_narrow([width, height]) {
        (width / 440.0).min(height / 800.0)
    } else {
        // in less wide windows letters keep their size as long as the plates fit
        let wide = (width / 1280.0).max((width / 950.0).min(1.0));
        wide.min(height / 640.0)
    };
    unit.max(0.1)
}

/// Whether the screen is narrow, as on a phone held upright: plates are then below each other.
fn is_narrow([width, height]: [f32; 2]) -> bool {
    width < 0.8 * height
}

/// The scene of a flight, or of its ending.
#[must_use]
pub fn flight(view: &View) -> Scene {
    let mut scene = Scene::new(view.size);
    let ending = view.game.ending();
    let ground = &view.game.landscape().ground;
    let forecast = match ending {
        None => Forecast::new(view.game.lander(), ground).ok(),
        Some(_) => None,
    };
    backdrop::draw(&mut scene, view);
    course::draw(&mut scene, view, forecast.as_ref());
    craft::draw(&mut scene, view);
    sparks::draw(&mut scene, view);
    backdrop::gusts(&mut scene, view);
    if ending.is_none() || !view.is_crowded() {
        instruments::draw(&mut scene, view, forecast.as_ref());
    }
    match ending {
        None => {
            course::ghost(&mut scene, view);
            words::draw(&mut scene, view);
            if let Some(impact) = forecast.and_then(|it| it.impact) {
                course::impact(&mut scene, view, &impact);
            }
        }
        Some(ending) => words::ending(&mut scene, view, ending),
    }
    scene
}

/// Whether a position \[pixels\] is on the button that repeats the burns at other rates.
#[must_use]
pub fn is_on_button(view: &View, place: [f32; 2]) -> bool {
    let ending = view.game.ending();
    ending.is_some_and(|ending| words::is_on_button(view, ending, place))
}
