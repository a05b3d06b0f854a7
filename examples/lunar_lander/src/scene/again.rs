//! The scene of a comparison: the burns of a flight, flown at the same time by eight craft, at four
//! frame rates under kinstep and under symplectic Euler.

use kinstep::Scheme;
use kinstep::nalgebra::Vector2;
use lander::Craft;

use super::craft::{Frame, outline};
use super::instruments::{Mark, minutes};
use super::letters::{Align, Letters};
use super::list::{Color, Place, faded};
use super::look::{EULER, KINSTEP, LABEL, PLATE, TEXT};
use super::{CLOSEST, Camera, Scene, View, backdrop};
use crate::comparison::{Comparison, Flight, RATES};
use crate::touchdown::Outcome;

/// The flights of a comparison at one time.
#[derive(Debug, Clone, Copy)]
pub struct Again<'a> {
    /// The flights.
    pub comparison: &'a Comparison,
    /// Time since the start of the flights \[s\].
    pub time: f64,
    /// Factor by which the flights are faster than the clock.
    pub warp: f64,
}

/// The scene of the flights in the landscape of a view, each with its path, rate and end.
#[must_use]
pub fn again(view: &View, again: &Again) -> Scene {
    let mut scene = Scene::new(view.size);
    let craft = view.game.lander().craft();
    let view = &View {
        camera: camera(view, again, craft),
        ..*view
    };
    backdrop::draw(&mut scene, view);
    // craft of kinstep are drawn last, in front of the others
    for flight in again.comparison.flights.iter().rev() {
        draw(&mut scene, view, again, flight, craft);
    }
    backdrop::gusts(&mut scene, view);
    labels(&mut scene, view, again, craft);
    table(&mut scene, view, again);
    scene
}

fn is_kinstep(flight: &Flight) -> bool {
    flight.scheme == Scheme::FlowKick
}

fn color(flight: &Flight) -> Color {
    if is_kinstep(flight) { KINSTEP } else { EULER }
}

/// Lower edge of the table; the flights are shown below it.
const BELOW: f32 = 196.0;

/// A camera that shows all craft and the ground below them, at most as close as in a flight.
fn camera(view: &View, again: &Again, craft: &Craft) -> Camera {
    let ground = &view.game.landscape().ground;
    let mut low = Vector2::repeat(f64::INFINITY);
    let mut high = Vector2::repeat(f64::NEG_INFINITY);
    for flight in &again.comparison.flights {
        let place = flight.at(again.time).position;
        let below = Vector2::new(place.x, ground.height(place.x));
        low = low.inf(&place.inf(&below));
        high = high.sup(&place.sup(&below));
    }
    let around = 2.0 * craft.reach();
    let [wide, tall] = [high.x - low.x, high.y - low.y].map(|it| it + 2.0 * around);
    let unit = view.unit();
    let [top, bottom] = [BELOW * unit, view.floor() - 20.0 * unit];
    let [across, down] = [0.62 * view.size[0], (bottom - top).max(1.0)].map(f64::from);
    let width = craft.feet[1][0] - craft.feet[0][0];
    let scale = (across / wide)
        .min(down / tall)
        .min(down / (0.6 * CLOSEST * width));
    // centres the craft in the free part of the screen
    let shift = f64::from(0.5 * (top + bottom) - 0.5 * view.size[1]) / scale;
    let center = (low + high) * 0.5 + Vector2::new(0.0, shift);
    Camera { center, scale }
}

/// Draws a craft and the path behind it; a crashed craft is crossed out.
fn draw(scene: &mut Scene, view: &View, again: &Again, flight: &Flight, craft: &Craft) {
    const POINTS: usize = 160;
    let unit = view.unit();
    let end = flight.touchdown.map_or(f64::MAX, |it| it.time);
    let step = again.time.min(end) / POINTS as f64;
    let path = (0..=POINTS).map(|point| view.pixel(&flight.at(step * point as f64).position));
    let path: Vec<_> = path.collect();
    scene.line(&path, 1.8 * unit, faded(color(flight), 0.6));
    let pose = flight.at(again.time);
    let frame = Frame::at(view, craft, &pose.position, pose.angle);
    outline(scene, craft, &frame, 2.0 * unit, color(flight));
    let has_landed = matches!(flight.outcome, Some(Outcome::Landed { .. }));
    if flight.is_down(again.time) && !has_landed {
        let [x, y] = view.pixel(&pose.position);
        let arm = 0.45 * craft.reach() as f32 * frame.scale;
        for side in [-arm, arm] {
            let stroke = [[x - arm, y - side], [x + arm, y + side]];
            scene.line(&stroke, 1.8 * unit, Mark::Poor.color());
        }
    }
}

/// Labels each craft with its scheme and rate. Craft at the same position share a label, and labels
/// do not overlap.
fn labels(scene: &mut Scene, view: &View, again: &Again, craft: &Craft) {
    /// Craft that are nearer to each other than this share a label \[pixels\].
    const SAME: f32 = 6.0;
    let unit = view.unit();
    let mut groups: Vec<(Place, &Flight, Vec<String>)> = Vec::new();
    for flight in &again.comparison.flights {
        let [x, y] = view.pixel(&flight.at(again.time).position);
        let near = |([a, b], first, _): &&mut (Place, &Flight, Vec<String>)| {
            first.scheme == flight.scheme && (x - a).hypot(y - b) < SAME * unit
        };
        match groups.iter_mut().find(near) {
            Some((_, _, rates)) => rates.push(flight.rate.to_string()),
            None => groups.push(([x, y], flight, vec![flight.rate.to_string()])),
        }
    }
    groups.sort_by(|one, other| one.0[1].total_cmp(&other.0[1]));
    let pose = again.comparison.flights[0].at(again.time);
    let scale = Frame::at(view, craft, &pose.position, 0.0).scale;
    let gap = scale * craft.reach() as f32 + 8.0 * unit;
    let [leader, _] = view.pixel(&pose.position);
    // Euler's labels are on the side of most of Euler's craft, kinstep's on the other side
    let eulers = again.comparison.of(Scheme::SymplecticEuler);
    let aside = |flight: &Flight| view.pixel(&flight.at(again.time).position)[0] - leader;
    let are_left = eulers.map(aside).sum::<f32>() < -SAME * unit;
    let mut free = [f32::NEG_INFINITY; 2];
    for ([x, y], flight, rates) in groups {
        let name = if is_kinstep(flight) {
            "KINSTEP"
        } else {
            "EULER"
        };
        let text = format!("{name} {} HZ", rates.join(" "));
        let letters = Letters::new(10.0 * unit, color(flight));
        let wide = letters.width(&text) + gap;
        let is_left = if is_kinstep(flight) || (x - leader).abs() < SAME * unit {
            is_kinstep(flight) != are_left
        } else {
            x < leader
        };
        let is_left = (is_left || x + wide > view.size[0]) && x > wide;
        let side = &mut free[usize::from(is_left)];
        let y = (y + 5.0 * unit).max(*side).min(view.floor() - 8.0 * unit);
        *side = y + 19.0 * unit;
        let (x, align) = if is_left {
            (x - gap, Align::Right)
        } else {
            (x + gap, Align::Left)
        };
        letters.aligned(align).write_backed(scene, [x, y], &text);
    }
}

/// Draws a table with a column for each rate: for each scheme, distance from the player's touchdown
/// and speed.
fn table(scene: &mut Scene, view: &View, again: &Again) {
    let unit = view.unit();
    let [wide, high] = [428.0 * unit, (BELOW - 24.0) * unit];
    let corner = [0.5 * (view.size[0] - wide), 12.0 * unit];
    scene.plate(corner, [wide, high], PLATE);
    let at = |across: f32, down: f32| [corner[0] + across * unit, corner[1] + down * unit];
    let letters = Letters::new(14.0 * unit, TEXT);
    letters.write(scene, at(14.0, 28.0), "YOUR BURNS, AGAIN");
    let small = Letters::new(10.0 * unit, LABEL);
    let clock = format!("T+ {}  \u{d7}{:.0}", minutes(again.time), again.warp);
    let right = small.aligned(Align::Right);
    right.write(scene, at(414.0, 28.0), &clock);
    let column = |rate: u32| {
        let index = RATES.iter().position(|it| *it == rate).unwrap_or(0);
        138.0 + 80.0 * index as f32
    };
    for rate in RATES {
        let middle = small.aligned(Align::Center);
        middle.write(scene, at(column(rate), 54.0), &format!("{rate} HZ"));
    }
    for flight in &again.comparison.flights {
        let (name, down) = if is_kinstep(flight) {
            ("KINSTEP", 82.0)
        } else {
            ("EULER", 132.0)
        };
        let letters = Letters::new(11.0 * unit, color(flight));
        letters.write(scene, at(14.0, down + 8.0), name);
        let (mark, lines) = told(flight, again.time);
        let letters = Letters::new(9.0 * unit, mark.map_or(LABEL, Mark::color));
        for (line, text) in lines.iter().enumerate() {
            let place = at(column(flight.rate), down + 18.0 * line as f32);
            let letters = letters.fitting(text, 70.0 * unit).aligned(Align::Center);
            letters.write(scene, place, text);
        }
    }
}

/// Mark of a flight's end, with its distance and speed in two lines. A flight in the air has no
/// mark.
fn told(flight: &Flight, time: f64) -> (Option<Mark>, [String; 2]) {
    let (Some(touchdown), true) = (flight.touchdown, flight.is_down(time)) else {
        return (None, ["FLYING".to_owned(), String::new()]);
    };
    let mark = match flight.outcome {
        Some(Outcome::Landed { .. }) => Mark::Good,
        _ => Mark::Poor,
    };
    let place = flight
        .away
        .map_or(String::new(), |away| format!("{away:.1} M OFF"));
    let speed = Vector2::from(touchdown.velocity).norm();
    let speed = format!("{speed:.1} M/S {}", mark.sign());
    (Some(mark), [place, speed])
}
