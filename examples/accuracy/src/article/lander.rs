//! A lunar lander: forces that are constant over each step.

use super::claim::{Claim, Verdict};
use crate::fit::largest;
use crate::section::Section;
use anyhow::Result;
use indicatif::ProgressBar;
use kinstep::nalgebra::Vector2;
use kinstep::{Body2, Scheme, UniformGravity, World2};
use support::drawing::frame::Point;
use support::drawing::numbers::metres;

/// On the Moon \[m/s²\].
const GRAVITY: f64 = 1.62;
/// Position \[m\] and velocity \[m/s\] at the start, and mass \[kg\].
const START: ([f64; 2], [f64; 2], f64) = ([-160.0, 1200.0], [20.0, 0.0], 1500.0);
/// For how long \[s\] the engine pushes how \[N\], one after the other.
const BURNS: [(f64, [f64; 2]); 4] = [
    (8.0, [0.0, 0.0]),
    (8.0, [-3000.0, 0.0]),
    (16.0, [0.0, 2000.0]),
    (16.0, [0.0, 4000.0]),
];
/// Steps \[s\].
const STEPS: [f64; 8] = [1.0 / 64.0, 1.0 / 16.0, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0];
/// The size of the motion \[m\].
const SIZE: f64 = 1200.0;

pub(super) fn run(_: &mut Section, progress: &ProgressBar) -> Result<Vec<Claim>> {
    let error = |step| Ok((step, (landed(step)? - truth()).norm()));
    let points = STEPS
        .into_iter()
        .map(error)
        .collect::<Result<Vec<Point>>>()?;
    progress.inc(1);
    Ok(vec![Claim {
        claim: "Constant forces, as those of a lunar lander, are stepped perfectly at any step.",
        measured: format!(
            "at most {} off after 48 s, at steps from {} to {} s",
            metres(largest(points.iter().map(|point| point.1))),
            STEPS[0],
            STEPS[STEPS.len() - 1]
        ),
        verdict: Verdict::of(is_exact(&points)),
    }])
}

/// Where the lander is in the end: `x + v t + ½ a t²` for each burn.
fn truth() -> Vector2<f64> {
    let (at, moving, mass) = START;
    let (mut x, mut v) = (Vector2::from(at), Vector2::from(moving));
    for (time, force) in BURNS {
        let a = Vector2::from(force) / mass - Vector2::new(0.0, GRAVITY);
        x += v * time + a * (0.5 * time * time);
        v += a * time;
    }
    x
}

fn landed(step: f64) -> Result<Vector2<f64>> {
    let (at, moving, mass) = START;
    let mut world = World2::new();
    let lander = world.add_body(Body2::point(mass).at(at).moving(moving))?;
    world.add_force(UniformGravity::new([0.0, -GRAVITY]))?;
    world.set_scheme(Scheme::Kinematic);
    for (time, force) in BURNS {
        for _ in 0..(time / step) as u32 {
            world.apply_force(lander, force)?;
            world.step(step)?;
        }
    }
    Ok(world[lander].position)
}

/// Whether errors are no more than two roundings a step.
fn is_exact(points: &[Point]) -> bool {
    let duration: f64 = BURNS.iter().map(|(time, _)| time).sum();
    let rounding = |step: f64| 2.0 * f64::EPSILON * SIZE * (duration / step);
    points.iter().all(|&(step, error)| error <= rounding(step))
}
