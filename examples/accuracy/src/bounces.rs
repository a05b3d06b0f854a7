//! A ball that bounces: runs of three engines, and the closed form.
//!
//! It falls from 2 m, with a horizontal speed of 1 m/s and restitution 0.8.

use anyhow::Result;
use kinstep::nalgebra::Vector2;

use crate::rows::Rows;
use crate::scene::{ENGINES, GRAVITY, Ground, Scene};

/// Initial height of the lowest point of the ball, and its radius \[m\].
const HEIGHT: f64 = 2.0;
const RADIUS: f64 = 0.1;
/// Horizontal speed \[m/s\].
const SPEED: f64 = 1.0;
/// Ratio of the vertical speeds after and before a bounce.
const RESTITUTION: f64 = 0.8;
/// Time at which positions are compared, and duration of the run \[s\].
const WHEN: u32 = 5;
const LONGEST: u32 = 12;
/// Steps per second, and the rate whose error and time of rest are reported.
const RATES: [u32; 4] = [5, 30, 60, 240];
const TOLD: u32 = 60;
/// Vertical speed below which the ball counts as at rest \[m/s\].
const SLOW: f64 = 0.05;
/// Quantities over the frame rate \[Hz\].
pub(crate) const ERROR: &str = "error after 5 s [m]";
pub(crate) const SPREAD: &str = "frame rates differ by [m]";
pub(crate) const REST: &str = "at rest after [s]";

pub(crate) fn run(rows: &mut Rows) -> Result<()> {
    let start = [Vector2::new(0.0, HEIGHT + RADIUS), Vector2::new(SPEED, 0.0)];
    let scene = Scene {
        ground: Ground::Floor,
        restitution: RESTITUTION,
        discs: vec![(RADIUS, start)],
        springs: None,
        duration: LONGEST.into(),
    };
    for (name, play) in ENGINES {
        let mut ends = Vec::new();
        for rate in RATES {
            let played = play(&scene, rate)?;
            let path: Vec<_> = played.states.iter().map(|states| states[0]).collect();
            let [end, _] = path[(WHEN * rate) as usize - 1];
            let error = (end - closed_form(WHEN.into())).norm();
            rows.push(name, rate.into(), ERROR, error);
            ends.push(end);
            if rate == TOLD {
                let moves = |[_, velocity]: &[Vector2<f64>; 2]| velocity.y.abs() > SLOW;
                let last = path.iter().rposition(moves).unwrap_or(0);
                // the ball is at rest after the step that follows the last state in motion
                rows.push(name, rate.into(), REST, (last + 2) as f64 / f64::from(rate));
            }
        }
        let pairs = (ends.iter()).flat_map(|a| ends.iter().map(move |b| (a - b).norm()));
        rows.push(name, TOLD.into(), SPREAD, pairs.fold(0.0, f64::max));
    }
    Ok(())
}

/// Time of the end of all bounces \[s\]: the fall takes `t₀ = √(2h/g)`, and flight n takes
/// `2 eⁿ t₀`.
fn rest() -> f64 {
    first_fall() * (1.0 + RESTITUTION) / (1.0 - RESTITUTION)
}

fn first_fall() -> f64 {
    (2.0 * HEIGHT / GRAVITY).sqrt()
}

/// Position of the centre of the ball at a time \[m\].
fn closed_form(time: f64) -> Vector2<f64> {
    let x = SPEED * time;
    if time >= rest() {
        return Vector2::new(x, RADIUS);
    }
    if time <= first_fall() {
        return Vector2::new(x, RADIUS + HEIGHT - 0.5 * GRAVITY * time * time);
    }
    // flight n starts with the speed eⁿ g t₀
    let (mut since, mut speed) = (time - first_fall(), RESTITUTION * GRAVITY * first_fall());
    while since > 2.0 * speed / GRAVITY {
        since -= 2.0 * speed / GRAVITY;
        speed *= RESTITUTION;
    }
    Vector2::new(x, RADIUS + since * (speed - 0.5 * GRAVITY * since))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first apex of the closed form has the height `e² h`; the ball is on the ground at the
    /// second bounce and after the last.
    #[test]
    fn bounces_in_closed_form() {
        let height = |time| closed_form(time).y - RADIUS;
        assert_eq!(height(0.0), 2.0);
        // the first apex
        assert!((height(first_fall() * 1.8) - 2.0 * 0.64).abs() < 1e-14);
        assert!(height(first_fall() * 2.6) < 1e-14 && height(rest() + 1.0) < 1e-16);
    }
}
