//! The break without cloth and losses, under three engines.

use anyhow::Result;
use kinstep::nalgebra::Vector2;
use support::console::table::table;
use support::drawing::numbers::metres;

use crate::headless::apart;
use crate::peers::{Ball, PEERS, Scene};
use crate::table::{CUSHIONS, RADIUS, rack};

/// Steps in a second.
const RATES: [u32; 2] = [60, 240];
/// How long the balls run \[s\].
const SECONDS: u32 = 5;

/// What an engine made of the break.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Break {
    pub(crate) name: &'static str,
    /// How far balls are apart at the two rates, at most \[m\].
    pub(crate) spread: f64,
    /// Energy at the end over energy at the start, less one, at each rate.
    pub(crate) gains: [f64; 2],
    /// How deep two balls are in each other at the end of a step, at most, at each rate \[m\].
    pub(crate) overlaps: [f64; 2],
}

/// The break under all engines.
pub(crate) fn measure(seed: u64, velocity: Vector2<f64>) -> Result<Vec<Break>> {
    let mut balls: Vec<Ball> = rack(seed)
        .map(|position| Ball {
            position,
            velocity: Vector2::zeros(),
        })
        .into();
    balls[0].velocity = velocity;
    let scene = Scene {
        balls,
        radius: RADIUS,
        gravity: [0.0, 0.0],
        walls: CUSHIONS.into(),
        restitution: 1.0,
    };
    let mut measured = Vec::new();
    for (name, build) in PEERS {
        let (mut ends, mut gains, mut overlaps) = (Vec::new(), [0.0; 2], [0.0; 2]);
        for ((rate, gain), overlap) in RATES.into_iter().zip(&mut gains).zip(&mut overlaps) {
            let mut world = build(&scene)?;
            let start = energy(&world.balls()?);
            for _ in 0..SECONDS * rate {
                world.step(1.0 / f64::from(rate))?;
                *overlap = deepest(&world.balls()?).max(*overlap);
            }
            let balls = world.balls()?;
            *gain = energy(&balls) / start - 1.0;
            ends.push(balls);
        }
        let positions = |balls: &[Ball]| balls.iter().map(|ball| ball.position).collect::<Vec<_>>();
        let [one, other] = [&ends[0], &ends[1]].map(|balls| positions(balls).into_iter());
        measured.push(Break {
            name,
            spread: apart(one, other),
            gains,
            overlaps,
        });
    }
    Ok(measured)
}

/// `Σ v²/2` \[J\] of balls of 1 kg.
fn energy(balls: &[Ball]) -> f64 {
    balls
        .iter()
        .map(|ball| 0.5 * ball.velocity.norm_squared())
        .sum()
}

/// How deep two balls are in each other, at most \[m\].
fn deepest(balls: &[Ball]) -> f64 {
    let pairs = balls
        .iter()
        .enumerate()
        .flat_map(|(place, a)| balls[..place].iter().map(move |b| (a, b)));
    pairs
        .map(|(a, b)| 2.0 * RADIUS - (a.position - b.position).norm())
        .fold(0.0, f64::max)
}

/// The table of the break.
pub(crate) fn report(seed: u64, velocity: Vector2<f64>) -> Result<String> {
    let header = [
        "after 5 s",
        "60 and 240 Hz differ by",
        "energy at 60 Hz",
        "at 240 Hz",
        "deepest overlap at 60 Hz",
        "at 240 Hz",
    ];
    let rows = measure(seed, velocity)?.into_iter().map(|run| {
        let share = |gain: f64| {
            if gain.abs() < 1e-4 {
                format!("{gain:+.0e}")
            } else {
                format!("{:+.2} %", 100.0 * gain)
            }
        };
        vec![
            run.name.to_owned(),
            metres(run.spread),
            share(run.gains[0]),
            share(run.gains[1]),
            metres(run.overlaps[0]),
            metres(run.overlaps[1]),
        ]
    });
    Ok(format!(
        "The break without cloth, friction and losses, f64 for kinstep and f32 for the others\n\n{}",
        table(header, rows)
    ))
}
