//! A lunar lander: forces that are constant over each step.

use super::claim::{Claim, Verdict};
use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::fit::largest;
use crate::section::Section;
use crate::words::{list, verb};
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

pub(super) fn run(section: &mut Section, progress: &ProgressBar) -> Result<Vec<Claim>> {
    let mut curves = Vec::new();
    for scheme in Scheme::ALL {
        let error = |step| Ok((step, (landed(scheme, step)? - truth()).norm()));
        curves.push((scheme, STEPS.into_iter().map(error).collect::<Result<_>>()?));
    }
    progress.inc(1);
    draw(section, &curves);
    Ok(vec![claim(&curves)])
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

fn landed(scheme: Scheme, step: f64) -> Result<Vector2<f64>> {
    let (at, moving, mass) = START;
    let mut world = World2::new();
    let lander = world.add_body(Body2::point(mass).at(at).moving(moving))?;
    world.add_force(UniformGravity::new([0.0, -GRAVITY]))?;
    world.set_scheme(scheme);
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

fn draw(section: &mut Section, curves: &[(Scheme, Vec<Point>)]) {
    let chart = Chart::new(
        "a lunar lander: gravity and burns",
        Axis::logarithmic("step [s]"),
        Axis::logarithmic("error after 48 s [m]"),
    )
    .with((curves.iter()).map(|(scheme, points)| Series::of(*scheme, points.clone())));
    let (exact, others): (Vec<_>, Vec<_>) = curves.iter().partition(|(_, points)| is_exact(points));
    let names = |curves: &[&(Scheme, Vec<Point>)]| list(curves.iter().map(|curve| curve.0));
    let worst = |curves: &[&(Scheme, Vec<Point>)]| {
        let errors = curves.iter().flat_map(|(_, points)| points);
        metres(largest(errors.map(|point| point.1)))
    };
    let mut clauses = Vec::new();
    if !exact.is_empty() {
        clauses.push(format!(
            "{} {} right to rounding, at most {} off, at every step up to {} s",
            names(&exact),
            verb(exact.len(), "is", "are"),
            worst(&exact),
            STEPS[STEPS.len() - 1]
        ));
    }
    if !others.is_empty() {
        let (names, verb) = (names(&others), verb(others.len(), "is", "are"));
        clauses.push(format!("{names} {verb} up to {} off", worst(&others)));
    }
    section.draw("lander", chart, format!("{}.", clauses.join("; ")));
}

fn claim(curves: &[(Scheme, Vec<Point>)]) -> Claim {
    let kinematic = (curves.iter()).find(|(scheme, _)| *scheme == Scheme::Kinematic);
    let points: &[Point] = kinematic.map_or(&[], |(_, points)| points);
    Claim {
        claim: "Constant forces, as those of a lunar lander, are stepped perfectly at any step.",
        measured: format!(
            "at most {} off after 48 s, at steps from {} to {} s",
            metres(largest(points.iter().map(|point| point.1))),
            STEPS[0],
            STEPS[STEPS.len() - 1]
        ),
        verdict: Verdict::of(!points.is_empty() && is_exact(points)),
    }
}
