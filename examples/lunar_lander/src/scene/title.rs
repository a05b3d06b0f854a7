//! The title, over a landscape.

use kinstep::nalgebra::Vector2;

use super::brush::{faded, mixed, paint};
use super::lettering::{Align, Letters};
use super::look::{CHOSEN, FAIR, GOOD, LABEL, PLATE, TEXT};
use super::messages::goal;
use super::{Camera, Scene, View, backdrop, glow, gusts, is_narrow, unit, vessel};
use crate::levels::LEVELS;
use crate::mission::Mission;

/// What there is to choose: the levels, and then the missions of [`Mission::ALL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Menu {
    /// What starts next.
    pub chosen: usize,
    /// Which of the levels, from [`LEVELS`].
    pub level: usize,
    /// The best scores, in the same order.
    pub best: [Option<u32>; 1 + Mission::ALL.len()],
    /// Whether it is in a page, which makes sounds and has no end.
    pub is_page: bool,
}

/// The title, over a landscape.
#[must_use]
pub fn title(view: &View, menu: &Menu) -> Scene {
    let mut scene = Scene::new(view.size);
    let view = &View {
        camera: beside(view),
        ..*view
    };
    backdrop(&mut scene, view);
    vessel::draw(&mut scene, view);
    glow::draw(&mut scene, view);
    gusts::draw(&mut scene, view);
    name(&mut scene, view);
    entries(&mut scene, view, menu);
    if !view.is_crowded() {
        keys(&mut scene, view, menu);
    }
    scene
}

/// A camera that sees more, and the lander to the left of what is written.
fn beside(view: &View) -> Camera {
    let scale = 0.72 * view.camera.scale;
    let across = if view.is_narrow() { 0.0 } else { 0.37 };
    let lander = view.game.lander().body().position;
    let [width, height] = view.size.map(|it| f64::from(it) / scale);
    Camera {
        center: lander
            + Vector2::new(
                across * width,
                if across > 0.0 { -0.06 } else { 0.25 } * height,
            ),
        scale,
    }
}

fn name(scene: &mut Scene, view: &View) {
    let unit = view.unit();
    let middle = 0.5 * view.size[0];
    let y = if view.is_narrow() { 0.12 } else { 0.235 } * view.size[1];
    let pulse = 0.5 + 0.5 * (0.9 * view.clock).sin() as f32;
    let color = mixed(paint(0x9fdcff), paint(0xd6f2ff), pulse);
    let high = if view.is_narrow() { 34.0 } else { 80.0 };
    let letters = Letters::new(high * unit, color).aligned(Align::Center);
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
    let level = LEVELS[menu.level.min(LEVELS.len() - 1)];
    let levels = (
        format!("LEVEL {} OF {}", menu.level + 1, LEVELS.len()),
        format!("{}, {:.0}% FUEL", level.mission.title, 100.0 * level.share),
    );
    let missions = Mission::ALL.map(|mission| (mission.title.to_owned(), facts(&mission)));
    let all = std::iter::once(levels).chain(missions);
    for (index, ((name, facts), best)) in all.zip(menu.best).enumerate() {
        let (corner, [wide, high]) = place(view.size, unit, index);
        let left = corner[0];
        let is_chosen = index == menu.chosen;
        let pulse = 0.75 + 0.25 * (4.0 * view.clock).sin() as f32;
        let [inside, edge] = PLATE;
        let colors = if is_chosen {
            [CHOSEN, faded(GOOD, pulse)]
        } else {
            [inside, faded(edge, 0.6)]
        };
        scene.plate(corner, [wide, high], colors);
        let color = if is_chosen { GOOD } else { LABEL };
        let y = corner[1] + if view.is_narrow() { 26.0 } else { 30.0 } * unit;
        if is_chosen {
            Letters::new(14.0 * unit, color).write(scene, [left + 18.0 * unit, y], "\u{2192}");
        }
        let letters = Letters::new(14.0 * unit, if is_chosen { TEXT } else { LABEL });
        letters.write(scene, [left + 46.0 * unit, y], &name);
        let facts = match best {
            Some(best) => format!("{facts}, BEST {best}"),
            None => facts,
        };
        let letters = Letters::new(10.0 * unit, color).aligned(Align::Right);
        let down = if view.is_narrow() { 20.0 } else { -2.0 };
        letters.write(scene, [left + wide - 20.0 * unit, y + down * unit], &facts);
    }
}

/// The upper left corner of an entry, and its size.
fn place(size: [f32; 2], unit: f32, index: usize) -> ([f32; 2], [f32; 2]) {
    // on a narrow screen the facts are below the name
    let [wide, high] = if is_narrow(size) {
        [408.0 * unit, 60.0 * unit]
    } else {
        [700.0 * unit, 46.0 * unit]
    };
    let left = 0.5 * (size[0] - wide);
    let top = 0.385 * size[1] + index as f32 * (high + 8.0 * unit);
    ([left, top], [wide, high])
}

/// Which of the entries is at a place of a screen of some size \[pixels\].
#[must_use]
pub fn entry(size: [f32; 2], [x, y]: [f32; 2]) -> Option<usize> {
    (0..=Mission::ALL.len()).find(|index| {
        let ([left, top], [wide, high]) = place(size, unit(size), *index);
        (left..=left + wide).contains(&x) && (top..=top + high).contains(&y)
    })
}

/// What pulls, and what blows.
fn facts(mission: &Mission) -> String {
    let planet = mission.planet;
    match planet.air {
        None => format!("{:.2} M/S\u{b2}, NO AIR", planet.gravity),
        Some(air) => format!(
            "{:.2} M/S\u{b2}, WIND {:.0} M/S",
            planet.gravity, air.wind[0]
        ),
    }
}

fn keys(scene: &mut Scene, view: &View, menu: &Menu) {
    let unit = view.unit();
    let [width, height] = view.size;
    let next = if menu.chosen == 0 {
        "OTHER LEVEL"
    } else {
        "NEXT SEED"
    };
    let last = if menu.is_page {
        ("M", "MUTE")
    } else {
        ("ESC", "LEAVE")
    };
    let rows: [&[(&str, &str)]; 2] = [
        &[
            ("\u{2191} \u{2193}", "CHOOSE"),
            ("ENTER", "FLY"),
            ("N", next),
            ("1-4", "5 TO 240 HZ"),
            ("F11", "FULL SCREEN"),
            last,
        ],
        &[
            ("\u{2191} W", "ENGINE"),
            ("\u{2193} S", "HOVER"),
            ("\u{2190} A", "TURN LEFT"),
            ("\u{2192} D", "TURN RIGHT"),
            ("F", "FAST"),
            ("P", "PAUSE"),
            ("R", "AGAIN"),
            ("T", "AUTOPILOT"),
        ],
    ];
    let letters = Letters::new(11.0 * unit, LABEL);
    let high = 74.0 * unit;
    let plate = [0.5 * width - 540.0 * unit, height - high - 16.0 * unit];
    let [[red, green, blue, _], edge] = PLATE;
    scene.plate(
        plate,
        [1080.0 * unit, high],
        [[red, green, blue, 0.97], edge],
    );
    for (index, row) in rows.into_iter().enumerate() {
        let y = plate[1] + (30.0 + 28.0 * index as f32) * unit;
        let [inner, outer] = [9.0 * unit, 30.0 * unit];
        let wide = |(key, what): &(&str, &str)| letters.width(key) + inner + letters.width(what);
        let total: f32 = row.iter().map(wide).sum::<f32>() + outer * (row.len() - 1) as f32;
        let mut x = 0.5 * (width - total);
        for pair in row {
            letters.colored(FAIR).write(scene, [x, y], pair.0);
            letters.write(scene, [x + letters.width(pair.0) + inner, y], pair.1);
            x += wide(pair) + outer;
        }
    }
}
