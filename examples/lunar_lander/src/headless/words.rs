//! How a flight ended, in words.

use std::f64::consts::TAU;

use crate::game::{Ending, Game};
use crate::touchdown::{Fault, Outcome};

/// How a game ended: a few lines.
#[must_use]
pub fn outcome(game: &Game) -> String {
    let time = game.lander().time();
    match game.ending().map(|Ending { outcome, .. }| outcome) {
        Some(Outcome::Landed { pad, score }) => format!(
            "landed {} after {time:.6} s: {score} points\n{}",
            place(game, *pad),
            touchdown(game)
        ),
        Some(Outcome::Crashed { faults }) => format!(
            "crashed after {time:.6} s: {}\n{}",
            said(faults),
            touchdown(game)
        ),
        Some(Outcome::Lost) => {
            format!("lost: the lander flew off the map, after {time:.3} s")
        }
        None => format!("still up after {time:.0} s"),
    }
}

/// How a game ended: one line.
pub(super) fn in_short(game: &Game) -> String {
    let (lander, body) = (game.lander(), game.lander().body());
    match game.ending().map(|Ending { outcome, .. }| outcome) {
        Some(Outcome::Landed { pad, score }) => format!(
            "landed {}, {score} points, {:.2} m/s, {:.1} s, {:.0} kg of fuel left",
            place(game, *pad),
            body.velocity.norm(),
            lander.time(),
            lander.fuel()
        ),
        Some(Outcome::Crashed { faults }) => format!("crashed: {}", said(faults)),
        Some(Outcome::Lost) => "lost: it flew off the map".to_owned(),
        None => "still up".to_owned(),
    }
}

/// An angle \[rad\] in degrees, from -180 to 180.
pub(super) fn degrees(angle: f64) -> f64 {
    (angle - TAU * (angle / TAU).round()).to_degrees()
}

/// On which pad; they are counted from the left, from 1.
fn place(game: &Game, pad: Option<usize>) -> String {
    let pads = &game.landscape().pads;
    match pad.and_then(|pad| Some((pad, pads.get(pad)?))) {
        Some((index, pad)) => format!("on pad {} (x{})", index + 1, pad.multiplier),
        None => "beside the pads".to_owned(),
    }
}

fn said(faults: &[Fault]) -> String {
    let faults: Vec<String> = faults.iter().map(Fault::to_string).collect();
    faults.join("; ")
}

/// How it touched the ground.
fn touchdown(game: &Game) -> String {
    let (lander, body) = (game.lander(), game.lander().body());
    format!(
        "touchdown: {:.2} m/s down, {:.2} m/s sideways, tilted by {:.1} degrees, {:.1} kg of fuel left",
        // no minus before a zero
        0.0 - body.velocity.y,
        body.velocity.x.abs(),
        degrees(body.orientation()).abs(),
        lander.fuel()
    )
}
