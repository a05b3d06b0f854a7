//! What there is to see, as a draw list: the window paints it.
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
    /// Steps of the flight in a second; none: one a frame.
    pub rate: Option<f64>,
    /// Whether that was another number before, in this flight.
    pub is_rate_mixed: bool,
    /// Which of the levels it is.
    pub level: Option<usize>,
    /// How much of the lower edge buttons cover \[pixels\].
    pub covered: f32,
    /// Whether the flight stands still.
    pub is_paused: bool,
    /// Whether the player is asked if the flight is to be left.
    pub asks_to_leave: bool,
    /// Whether the score is the player's: the autopilot never flew.
    pub is_own: bool,
    /// Whether the end leads to a next flight: a level is to be done first.
    pub may_go_on: bool,
    /// The player's best score here.
    pub best: Option<u32>,
    /// Whether the autopilot flies.
    pub has_autopilot: bool,
    /// What the autopilot does, or anything else to tell in a few words.
    pub notice: Option<&'a str>,
    /// What became of the same burns at other frame rates, in a sentence, once the flight has ended.
    pub claim: Option<&'a str>,
    /// Where the lander has been \[m\].
    pub trail: &'a [Vector2<f64>],
    /// Exhaust, dust and debris.
    pub sparks: &'a [Spark],
}

impl<'a> View<'a> {
    /// A game as it is, on a screen of which buttons cover some of the lower edge \[pixels\], and nothing else.
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

    /// How far down the screen goes before buttons cover it \[pixels\].
    fn floor(&self) -> f32 {
        (self.size[1] - self.covered).max(0.0)
    }

    /// Whether the end of a flight needs the room of the instruments.
    fn is_crowded(&self) -> bool {
        self.is_narrow() || self.covered > 0.0
    }

    /// Where on the screen a place \[m\] is.
    fn pixel(&self, place: &Vector2<f64>) -> [f32; 2] {
        let [x, y] = ((place - self.camera.center) * self.camera.scale).into();
        let [width, height] = self.size;
        [0.5 * width + x as f32, 0.5 * height - y as f32]
    }

    /// What a touchdown now would be judged by.
    fn readings(&self) -> Readings {
        let lander = self.game.lander();
        let ground = &self.game.landscape().ground;
        Readings::of(lander.craft(), lander.body(), ground)
    }

    /// How high the lander's feet are over the ground below it, if it is upright \[m\].
    fn altitude(&self) -> f64 {
        let lander = self.game.lander();
        let position = lander.body().position;
        let below = self.game.landscape().ground.height(position.x);
        position.y - lander.craft().stance() - below
    }
}

/// What of the landscape is in sight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// What is in the middle \[m\].
    pub center: Vector2<f64>,
    /// Pixels for a metre.
    pub scale: f64,
}

/// How many widths of a lander are in sight at most, from the top to the bottom.
const CLOSEST: f64 = 8.5;

impl Camera {
    /// The lander and the ground below it: far away while it is high, close up near the ground. It depends on nothing
    /// but where the lander is and how fast, and it does not jump where that does not.
    fn following(game: &Game, size: [f32; 2]) -> Self {
        let lander = game.lander();
        let (craft, body) = (lander.craft(), lander.body());
        let ground = &game.landscape().ground;
        // the mean height of the ground around
        let places = (-4..=4).map(|step| body.position.x + 7.0 * f64::from(step));
        let below = places.map(|x| ground.height(x)).sum::<f64>() / 9.0;
        let altitude = (body.position.y - craft.stance() - below).max(0.0);
        let width = craft.feet[1][0] - craft.feet[0][0];
        // where the lander is on the screen: high up where there is much below it, lower down near the ground; a narrow
        // screen has more instruments above, and those of a flat one take more of its height
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
        // behind the middle if it is fast
        let speed = body.velocity.x;
        let ahead = 0.17 * (across / scale) * speed / (speed.abs() + 40.0);
        Self {
            center: body.position + Vector2::new(ahead, -(0.5 - from_top) * tall),
            scale,
        }
    }

    /// What is in sight from left to right \[m\].
    fn span(&self, size: [f32; 2]) -> Range<f64> {
        let half = 0.5 * f64::from(size[0]) / self.scale;
        self.center.x - half..self.center.x + half
    }
}

/// Sizes on a screen of 950 to 1280 by 640 are multiplied by this; on a narrow one, those on 440 by 800.
fn unit([width, height]: [f32; 2]) -> f32 {
    let unit = if is_narrow([width, height]) {
        (width / 440.0).min(height / 800.0)
    } else {
        // letters stay legible in windows that are less wide, as long as the plates have room
        let wide = (width / 1280.0).max((width / 950.0).min(1.0));
        wide.min(height / 640.0)
    };
    unit.max(0.1)
}

/// Whether it is a phone held upright, or looks like one: plates are then below each other.
fn is_narrow([width, height]: [f32; 2]) -> bool {
    width < 0.8 * height
}

/// A flight, or how it ended.
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

/// Whether a place \[pixels\] is on the button for the same burns again, at the end of a flight.
#[must_use]
pub fn is_on_button(view: &View, place: [f32; 2]) -> bool {
    let ending = view.game.ending();
    ending.is_some_and(|ending| words::is_on_button(view, ending, place))
}
