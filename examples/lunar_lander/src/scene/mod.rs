//! What there is to see, as shapes: the window paints them, and so does the picture.
//!
//! ```text
//! sky, ranges (far away), terrain  ->  course (where it was and will be)
//!     ->  vessel (in its frame, with its flame), remains, glow (of the sparks), gusts
//!     ->  instruments, strip (a map), messages, ending; title
//! brush: what shapes are put together from;  lettering, glyphs: text;  look: colours
//! ```

mod brush;
mod camera;
mod course;
mod ending;
mod flame;
mod frame;
mod glow;
mod glyphs;
mod gusts;
mod instruments;
mod lettering;
mod look;
mod messages;
mod ranges;
mod remains;
mod shape;
mod sky;
mod spark;
mod strip;
mod terrain;
#[cfg(test)]
mod tests;
mod title;
mod vessel;

pub use brush::faded;
pub use camera::Camera;
pub use shape::{Color, RINGS, Scene, Shape};
pub use spark::{Spark, Sparks};
pub use title::{Menu, entry, title};

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
    /// Which of the levels it is, from 0.
    pub level: Option<usize>,
    /// How much of the lower edge buttons cover \[pixels\].
    pub covered: f32,
    /// Whether the flight stands still.
    pub is_paused: bool,
    /// Whether the player is asked if the flight is to be left.
    pub asks_to_leave: bool,
    /// Whether the score is the player's: the autopilot never flew.
    pub is_own: bool,
    /// The player's best score here.
    pub best: Option<u32>,
    /// Whether the autopilot flies.
    pub has_autopilot: bool,
    /// What the autopilot does, or anything else to tell in a few words.
    pub notice: Option<&'a str>,
    /// Where the lander has been \[m\].
    pub trail: &'a [Vector2<f64>],
    /// Exhaust, dust and debris.
    pub sparks: &'a [Spark],
}

impl<'a> View<'a> {
    /// A game as it is, and nothing else.
    #[must_use]
    pub fn new(game: &'a Game, size: [f32; 2]) -> Self {
        Self {
            game,
            size,
            camera: Camera::following(game, size),
            clock: game.lander().time(),
            warp: 1.0,
            rate: None,
            is_rate_mixed: false,
            level: None,
            covered: 0.0,
            is_paused: false,
            asks_to_leave: false,
            is_own: false,
            best: None,
            has_autopilot: false,
            notice: None,
            trail: &[],
            sparks: &[],
        }
    }

    fn unit(&self) -> f32 {
        unit(self.size)
    }

    /// Whether it is a phone held upright, or looks like one: plates are then below each other.
    fn is_narrow(&self) -> bool {
        is_narrow(self.size)
    }

    /// The same over buttons, which cover so much of the lower edge \[pixels\].
    #[must_use]
    pub fn over(self, covered: f32) -> Self {
        let [width, height] = self.size;
        let mut camera = Camera::following(self.game, [width, (height - covered).max(1.0)]);
        camera.center.y -= 0.5 * f64::from(covered) / camera.scale;
        Self {
            camera,
            covered,
            ..self
        }
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
        self.camera.pixel(place, self.size)
    }

    /// Where the flight goes without engines, so long as it goes on.
    fn forecast(&self) -> Option<Forecast> {
        let ground = &self.game.landscape().ground;
        let goes_on = self.game.ending().is_none();
        goes_on
            .then(|| Forecast::new(self.game.lander(), ground).ok())
            .flatten()
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

fn is_narrow([width, height]: [f32; 2]) -> bool {
    width < 0.8 * height
}

/// A flight, or how it ended.
#[must_use]
pub fn flight(view: &View) -> Scene {
    let mut scene = Scene::new(view.size);
    backdrop(&mut scene, view);
    let forecast = view.forecast();
    course::draw(&mut scene, view, forecast.as_ref());
    vessel::draw(&mut scene, view);
    glow::draw(&mut scene, view);
    course::ghosts(&mut scene, view);
    gusts::draw(&mut scene, view);
    let ending = view.game.ending();
    if ending.is_none() || !view.is_crowded() {
        instruments::draw(&mut scene, view, forecast.as_ref());
        if !view.is_narrow() {
            strip::draw(&mut scene, view);
        }
        messages::draw(&mut scene, view);
    }
    if let Some(ending) = ending {
        ending::draw(&mut scene, view, ending);
    }
    scene
}

/// Sky and ground: nothing is painted where something else hides it.
fn backdrop(scene: &mut Scene, view: &View) {
    let skylines = ranges::skylines(view);
    let ground = terrain::profile(view);
    let hidden = skylines
        .first()
        .map_or(view.size[1], |it| ranges::lowest(it));
    sky::draw(scene, view, hidden);
    ranges::draw(scene, view, &skylines, &ground);
    terrain::draw(scene, view, &ground);
}
