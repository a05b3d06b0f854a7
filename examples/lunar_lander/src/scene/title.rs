//! The title, in front of a landscape.

use kinstep::nalgebra::Vector2;

use super::letters::{Align, Letters};
use super::list::{Place, faded, mixed, paint};
use super::look::{CHOSEN, GOOD, LABEL, PLATE, TEXT};
use super::words::{goal, write_keys};
use super::{Camera, Scene, View, backdrop, craft, is_narrow, unit};
use crate::levels::LEVELS;
use crate::mission::Mission;

/// Data of the title's entries: the levels, then the missions of [`Mission::ALL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Menu {
    /// Index of the chosen entry.
    pub chosen: usize,
    /// Index of the level in [`LEVELS`].
    pub level: usize,
    /// The best score of each entry.
    pub best: [Option<u32>; 1 + Mission::ALL.len()],
}

/// The scene of the title, in front of a landscape.
#[must_use]
pub fn title(view: &View, menu: &Menu) -> Scene {
    let mut scene = Scene::new(view.size);
    let view = &View {
        camera: beside(view),
        ..*view
    };
    backdrop::draw(&mut scene, view);
    craft::draw(&mut scene, view);
    backdrop::gusts(&mut scene, view);
    name(&mut scene, view);
    entries(&mut scene, view, menu);
    if !view.is_crowded() {
        keys(&mut scene, view, menu);
    }
    scene
}

/// A camera with a wider view; the lander is to the left of the text, or below it on a narrow
/// screen.
fn beside(view: &View) -> Camera {
    let scale = 0.72 * view.camera.scale;
    let [across, down] = if view.is_narrow() {
        [0.0, 0.25]
    } else {
        [0.37, -0.06]
    };
    let [width, height] = view.size.map(|it| f64::from(it) / scale);
    let lander = view.game.lander().body().position;
    let center = lander + Vector2::new(across * width, down * height);
    Camera { center, scale }
}

fn name(scene: &mut Scene, view: &View) {
    let unit = view.unit();
    let middle = 0.5 * view.size[0];
    let (y, high) = if view.is_narrow() {
        (0.12 * view.size[1], 34.0)
    } else {
        (0.235 * view.size[1], 80.0)
    };
    let pulse = 0.5 + 0.5 * (0.9 * view.clock).sin() as f32;
    let color = mixed(paint(0x9fdcff), paint(0xd6f2ff), pulse);
    let letters = Letters::new(high * unit, color).fitting("LUNAR LANDER", 0.92 * view.size[0]);
    let letters = letters.aligned(Align::Center);
    letters.write_glowing(scene, [middle, y], "LUNAR LANDER");
    let small = Letters::new(12.0 * unit, TEXT).aligned(Align::Center);
    small.write_backed(scene, [middle, y + 40.0 * unit], "EXACT AT ANY FRAME RATE");
    for (index, line) in goal(view).iter().enumerate() {
        let down = 74.0 + 26.0 * index as f32;
        small.write_backed(scene, [middle, y + down * unit], line);
    }
}

fn entries(scene: &mut Scene, view: &View, menu: &Menu) {
    let unit = view.unit();
    let level = &LEVELS[menu.level.min(LEVELS.len() - 1)];
    let levels = (
        format!("LEVEL {} OF {}", menu.level, LEVELS.len() - 1),
        format!("{}, {:.0}% FUEL", level.mission.title, 100.0 * level.share),
    );
    let missions = Mission::ALL.map(|mission| (mission.title.to_owned(), facts(&mission)));
    let all = std::iter::once(levels).chain(missions);
    for (index, ((name, facts), best)) in all.zip(menu.best).enumerate() {
        let ([left, top], [wide, high]) = place(view.size, unit, index);
        let is_chosen = index == menu.chosen;
        let pulse = 0.75 + 0.25 * (4.0 * view.clock).sin() as f32;
        let [inside, edge] = PLATE;
        let (colors, name_color, color) = if is_chosen {
            ([CHOSEN, faded(GOOD, pulse)], TEXT, GOOD)
        } else {
            ([inside, faded(edge, 0.6)], LABEL, LABEL)
        };
        scene.plate([left, top], [wide, high], colors);
        // on a narrow screen, gravity and wind are below the name
        let [y, down] = if view.is_narrow() {
            [26.0, 20.0]
        } else {
            [30.0, -2.0]
        };
        let y = top + y * unit;
        let letters = Letters::new(14.0 * unit, color);
        let arrow = if is_chosen { "\u{2192}" } else { "" };
        letters.write(scene, [left + 18.0 * unit, y], arrow);
        let letters = letters.colored(name_color);
        letters.write(scene, [left + 46.0 * unit, y], &name);
        let facts = best.map_or(facts.clone(), |best| format!("{facts}, BEST {best}"));
        let letters = Letters::new(10.0 * unit, color).aligned(Align::Right);
        let place = [left + wide - 20.0 * unit, y + down * unit];
        letters.write(scene, place, &facts);
    }
}

/// Upper left corner and size of an entry.
fn place(size: [f32; 2], unit: f32, index: usize) -> (Place, [f32; 2]) {
    let [wide, high] = if is_narrow(size) {
        [408.0 * unit, 60.0 * unit]
    } else {
        [700.0 * unit, 46.0 * unit]
    };
    let left = 0.5 * (size[0] - wide);
    let top = 0.385 * size[1] + index as f32 * (high + 8.0 * unit);
    ([left, top], [wide, high])
}

/// Index of the entry at a position on a screen of this size \[pixels\].
#[must_use]
pub fn entry(size: [f32; 2], [x, y]: Place) -> Option<usize> {
    (0..=Mission::ALL.len()).find(|index| {
        let ([left, top], [wide, high]) = place(size, unit(size), *index);
        (left..=left + wide).contains(&x) && (top..=top + high).contains(&y)
    })
}

/// Gravity and wind of a mission, as text.
fn facts(mission: &Mission) -> String {
    let planet = mission.planet;
    let air = planet.air.map_or("NO AIR".to_owned(), |air| {
        format!("WIND {:.0} M/S", air.wind[0])
    });
    format!("{:.2} M/S\u{b2}, {air}", planet.gravity)
}

#[rustfmt::skip]
fn keys(scene: &mut Scene, view: &View, menu: &Menu) {
    let [width, height] = view.size;
    let unit = view.unit().min((width - 16.0) / 1080.0);
    let next = if menu.chosen == 0 { "OTHER LEVEL" } else { "NEXT SEED" };
    let rows: [&[(&str, &str)]; 2] = [
        &[("\u{2191} \u{2193}", "CHOOSE"), ("ENTER", "FLY"), ("N", next), ("1-4", "5 TO 240 HZ"), ("C", "YOUR BURNS, AGAIN"),
            ("M", "MUTE"), ("ESC", "LEAVE")],
        &[("\u{2191} W", "ENGINE"), ("\u{2193} S", "HOVER"), ("\u{2190} A", "TURN LEFT"), ("\u{2192} D", "TURN RIGHT"),
            ("F", "FAST"), ("P", "PAUSE"), ("R", "AGAIN"), ("T", "AUTOPILOT")],
    ];
    let letters = Letters::new(10.5 * unit, LABEL);
    let high = 74.0 * unit;
    let corner = [0.5 * width - 540.0 * unit, height - high - 16.0 * unit];
    scene.plate(corner, [1080.0 * unit, high], [faded(PLATE[0], 1.1), PLATE[1]]);
    for (index, row) in rows.into_iter().enumerate() {
        let y = corner[1] + (30.0 + 28.0 * index as f32) * unit;
        write_keys(scene, letters, [0.5 * width, y], 28.0 * unit, row);
    }
}
