//! A planet and its moon about a sun, all three of them bodies.

use std::time::{Duration, Instant};

use anyhow::Result;
use kinstep::diagnostics::{Drift, DriftReport};
use kinstep::nalgebra::Vector3;
use kinstep::{Body3, BodyId, PointGravity, Scheme, World3};
use support::drawing::frame::Point;

/// Ours, and those that kick by the same gravity.
pub(crate) const SCHEMES: [Scheme; 4] = [
    Scheme::FlowKick,
    Scheme::Rk4,
    Scheme::VelocityVerlet,
    Scheme::SymplecticEuler,
];

/// What became of the moon.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) scheme: Scheme,
    pub(crate) steps: u64,
    /// The energy of all three, relative to its size.
    pub(crate) drift: DriftReport<f64>,
    /// Least and largest change of energy in the first and in the last tenth of the steps, as a share of it.
    pub(crate) bands: [[f64; 2]; 2],
    /// Largest momentum, as a share of the planet's at the start.
    pub(crate) momentum: f64,
    /// Largest change of angular momentum, as a share of it.
    pub(crate) angular_momentum: f64,
    /// Least and largest distance of the moon in the last tenth \[m\].
    pub(crate) moon: [f64; 2],
    /// The largest change of energy so far over time \[years\], ever more rarely.
    pub(crate) worst: Vec<Point>,
    pub(crate) took: Duration,
}

/// Masses of sun, planet and moon \[kg\].
const MASSES: [f64; 3] = [1.989e30, 5.972e24, 7.346e22];
/// Distance of the planet from the sun and of the moon from the planet \[m\], and their speeds \[m/s\].
const DISTANCES: [f64; 2] = [1.496e11, 3.844e8];
const SPEEDS: [f64; 2] = [2.978e4, 1.022e3];
/// A year \[s\].
pub(crate) const YEAR: f64 = 365.25 * 86_400.0;
/// The bar is told of so many steps at once.
const STRIDE: u64 = 4096;

/// Sun, planet and moon, with the centre of mass at rest.
pub(crate) fn world(scheme: Scheme) -> Result<(World3, [BodyId; 3])> {
    let [sun, planet, moon] = MASSES;
    let along = Vector3::new(0.0, SPEEDS[0], 0.0);
    // the moon's way is inclined by some five degrees
    let about = Vector3::new(0.0, 0.996, 0.09) * SPEEDS[1];
    let share = moon / (planet + moon);
    let start = [
        Body3::point(sun).moving(-along * ((planet + moon) / sun)),
        (Body3::point(planet).at([DISTANCES[0], 0.0, 0.0])).moving(along - about * share),
        Body3::point(moon)
            .at([DISTANCES[0] + DISTANCES[1], 0.0, 0.0])
            .moving(along + about * (1.0 - share)),
    ];
    let mut world = World3::new();
    world.set_scheme(scheme);
    let [s, p, m] = [
        world.add_body(start[0])?,
        world.add_body(start[1])?,
        world.add_body(start[2])?,
    ];
    // the first link is the orbit that the pair follows; the others kick
    world.add_link(m, p, PointGravity::between(moon, planet))?;
    world.add_link(p, s, PointGravity::between(planet, sun))?;
    world.add_link(m, s, PointGravity::between(moon, sun))?;
    Ok((world, [s, p, m]))
}

/// Steps, and watches what should stay the same.
pub(crate) fn run(scheme: Scheme, dt: f64, steps: u64, stepped: &dyn Fn(u64)) -> Result<Run> {
    walk(scheme, dt, steps, stepped)
}

fn walk(scheme: Scheme, dt: f64, steps: u64, stepped: &dyn Fn(u64)) -> Result<Run> {
    let (mut world, [_, planet, moon]) = world(scheme)?;
    let (energy, spin) = (world.energy().total(), world.angular_momentum());
    let push = world[planet].momentum().norm();
    let mut drift = Drift::new();
    drift.record(0.0, energy);
    let mut bands = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
    let mut distances = [f64::INFINITY, f64::NEG_INFINITY];
    let (mut momentum, mut angular_momentum) = (0.0_f64, 0.0_f64);
    let (mut worst, mut next, mut largest) = (Vec::new(), 1, 0.0_f64);
    let start = Instant::now();
    for step in 1..=steps {
        world.step(dt)?;
        let now = world.energy().total();
        drift.record(world.time(), now);
        let change = (now - energy) / energy.abs();
        largest = largest.max(change.abs());
        momentum = momentum.max(world.momentum().norm() / push);
        angular_momentum =
            angular_momentum.max((world.angular_momentum() - spin).norm() / spin.norm());
        if step <= steps / 10 {
            widen(&mut bands[0], change);
        } else if step > steps - steps / 10 {
            widen(&mut bands[1], change);
            let distance = (world[moon].position - world[planet].position).norm();
            widen(&mut distances, distance);
        }
        if step == next || step == steps {
            worst.push((world.time() / YEAR, largest));
            next = step + 1 + step / 50;
        }
        if step % STRIDE == 0 {
            stepped(STRIDE);
        }
    }
    Ok(Run {
        scheme,
        steps,
        drift: drift.report()?,
        bands,
        momentum,
        angular_momentum,
        moon: distances,
        worst,
        took: start.elapsed(),
    })
}

impl Run {
    /// Whether the planet still holds its moon: against the sun it does up to `a (m/3M)^⅓`.
    pub(crate) fn has_moon(&self) -> bool {
        let [sun, planet, _] = MASSES;
        self.moon[1] < DISTANCES[0] * (planet / (3.0 * sun)).cbrt()
    }
}

/// Takes a value into a band.
fn widen(band: &mut [f64; 2], value: f64) {
    *band = [band[0].min(value), band[1].max(value)];
}
