//! What it brings that each component has steps of its own.

use std::hint::black_box;
use std::time::Duration;

use anyhow::Result;
use kinstep::nalgebra::Vector2;
use kinstep::{Body2, ForceField, World2};
use support::measuring::timing::{self, timed};

use crate::section::{Section, Table};
use crate::words::number;

/// Orbits that do not act on each other.
const ORBITS: usize = 64;
/// Pendulums that do not act on each other.
const PENDULUMS: usize = 1000;
/// \[m\]
const TOLERANCES: [f64; 2] = [1e-6, 1e-10];

/// Adds a table about components to a section, and its headlines.
pub(super) fn measure(section: &mut Section) -> Result<()> {
    let (apart, together) = (orbits(false)?, orbits(true)?);
    let (many, alone) = (pendulums(PENDULUMS)?, pendulums(1)?);
    let mut rows = Vec::new();
    for tolerance in TOLERANCES {
        let runs = [
            (&apart, 20.0),
            (&together, 20.0),
            (&many, 10.0),
            (&alone, 10.0),
        ];
        let timed = runs.map(|(world, duration)| run(world, duration, tolerance));
        let times = timing::medians(timed.into());
        let ratio = |first: usize, second: usize| seconds(times[first]) / seconds(times[second]);
        let (steps, crowd) = (ratio(1, 0), ratio(2, 3) / PENDULUMS as f64);
        let evaluations = |world: &World2| world.clone().advance(20.0, tolerance);
        let common = ORBITS as f64 * evaluations(&together)?.evaluations as f64;
        let work = common / evaluations(&apart)?.evaluations as f64;
        rows.push(vec![
            format!("{tolerance:e}"),
            number(work),
            number(steps),
            number(crowd),
        ]);
        section.headline(
            format!("{ORBITS} orbits in one common step to {tolerance:e} m"),
            format!(
                "{} times the evaluations and {} times the time of steps of their own",
                number(work),
                number(steps)
            ),
        );
        section.headline(
            format!("one of {PENDULUMS} pendulums to {tolerance:e} m"),
            format!("{} times as long as one alone", number(crowd)),
        );
    }
    section.tabulate(Table::new(
        "components",
        "Components with steps of their own",
        [
            "tolerance [m]".to_owned(),
            format!("{ORBITS} orbits of e = 0.9, evaluations in one common step / each in its own"),
            "the same in time, with the links that make them one component".to_owned(),
            format!("{PENDULUMS} equal pendulums, time of each / time of one alone"),
        ],
        rows,
    ));
    Ok(())
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}

fn run(start: &World2, duration: f64, tolerance: f64) -> timing::Run<'_> {
    let mut world = start.clone();
    Box::new(move || {
        world.clone_from(start);
        timed(|| {
            let _ = black_box(world.advance(duration, black_box(tolerance)));
        })
    })
}

/// Softened orbits of different periods; links without a force make them one component.
fn orbits(are_linked: bool) -> Result<World2> {
    let mut world = World2::new();
    world.add_force(ForceField::new(|x: &Vector2<f64>, _| {
        let square = x.norm_squared() + 1e-4;
        x * (-1.0 / (square * square.sqrt()))
    }))?;
    let mut last = None;
    for place in 0..ORBITS {
        let size = 1.0 + place as f64 / ORBITS as f64;
        let speed = (0.1 / (1.9 * size)).sqrt();
        let body = Body2::point(1.0).at([1.9 * size, 0.0]).moving([0.0, speed]);
        let body = world.add_body(body)?;
        if let Some(last) = last.replace(body).filter(|_| are_linked) {
            let nothing = |_: &Vector2<f64>, _| Vector2::zeros();
            world.add_link(last, body, ForceField::new(nothing))?;
        }
    }
    Ok(world)
}

/// Equal pendulums from 3 rad.
fn pendulums(count: usize) -> Result<World2> {
    let mut world = World2::new();
    world.add_force(ForceField::new(|angle: &Vector2<f64>, _| {
        Vector2::new(-9.81 * angle.x.sin(), 0.0)
    }))?;
    for _ in 0..count {
        world.add_body(Body2::point(1.0).at([3.0, 0.0]))?;
    }
    Ok(world)
}
