//! What is printed: how far what is drawn is from where the ball is, at several frame rates.

use anyhow::{Context, Result};
use bevy_math::DVec3;

use crate::throw::{Frame, play};

/// How long each game is played \[s\].
const SECONDS: u32 = 3;

pub(crate) fn print() -> Result<()> {
    println!("a ball in wind and drag, {SECONDS} s in fixed steps of 1/64 s; in metres\n");
    println!("frames/s  steps  drawn at last                     off as drawn  off at the steps");
    for rate in [20, 60, 144] {
        let frames = play(rate, SECONDS)?;
        let last = frames.last().context("no frame was drawn")?;
        let [x, y, z] = last.drawn.to_array();
        println!(
            "{rate:8}  {:5}  {x:9.5} {y:9.5} {z:9.5}  {:18.7}  {:16.7}",
            last.steps,
            farthest(&frames, |frame| frame.drawn),
            farthest(&frames, |frame| frame.stepped)
        );
    }
    println!(
        "\na place 70 m away is rounded by up to {:.7} in f32",
        32.0 * f32::EPSILON
    );
    Ok(())
}

/// The greatest distance of one of the places of a frame from where the ball is \[m\].
pub(crate) fn farthest(frames: &[Frame], place: fn(&Frame) -> DVec3) -> f64 {
    let distances = frames
        .iter()
        .map(|frame| place(frame).distance(frame.exact));
    distances.fold(0.0, f64::max)
}
