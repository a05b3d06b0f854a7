//! Satellites about the earth, by steps of any length.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use kinstep::orbit::Orbit;
use kinstep::{Body2, BodyId, PointGravity, Scheme, World2};
use support::drawing::frame::Point;

/// μ of the earth \[m³/s²\].
const EARTH: f64 = 3.986_004_418e14;
/// Where a satellite starts, at its perigee \[m\].
const PERIGEE: f64 = 7.0e6;
/// Eccentricities.
pub(crate) const ECCENTRICITIES: [f64; 2] = [0.0, 0.9];
/// So many periods are stepped, …
pub(crate) const PERIODS: f64 = 10.0;
/// … those of the time warp, …
pub(crate) const WARPED_PERIODS: f64 = 3.0;
/// … and steps in a period, for those schemes that need some.
pub(crate) const STEPS: u32 = 60;
/// Simulated seconds in each second of a game at 60 Hz.
const WARPS: [f64; 3] = [1.0, 100.0, 10_000.0];
/// The schemes of the tables, ours first.
const SCHEMES: [Scheme; 4] = [
    Scheme::FlowKick,
    Scheme::Rk4,
    Scheme::VelocityVerlet,
    Scheme::SymplecticEuler,
];

/// What became of a satellite.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) eccentricity: f64,
    pub(crate) scheme: Scheme,
    /// Length of a step \[s\].
    pub(crate) dt: f64,
    pub(crate) steps: u64,
    /// Change of energy, as a share of it.
    pub(crate) energy: f64,
    /// Distance from where it should be \[m\].
    pub(crate) distance: f64,
    pub(crate) took: Duration,
}

/// Ten periods in one step, and in many.
pub(crate) fn satellites() -> Result<Vec<Run>> {
    let mut runs = Vec::new();
    for eccentricity in ECCENTRICITIES {
        let period = period(eccentricity)?;
        let span = PERIODS * period;
        runs.push(run(eccentricity, Scheme::FlowKick, span, span)?);
        for scheme in SCHEMES {
            runs.push(run(eccentricity, scheme, period / f64::from(STEPS), span)?);
        }
    }
    Ok(runs)
}

/// The circular orbit at the rates of a game.
pub(crate) fn warps(periods: f64) -> Result<Vec<Run>> {
    let span = periods * period(0.0)?;
    let mut runs = Vec::new();
    for warp in WARPS {
        for scheme in SCHEMES {
            runs.push(run(0.0, scheme, warp / 60.0, span)?);
        }
    }
    Ok(runs)
}

/// Where a satellite goes for some periods, in units of its perigee; no farther than many times that.
pub(crate) fn path(eccentricity: f64, scheme: Scheme, steps: u32) -> Result<Vec<Point>> {
    let walk = || -> Result<Vec<Point>> {
        let (mut world, id) = world(eccentricity, scheme)?;
        let dt = period(eccentricity)? / f64::from(steps);
        let mut points = vec![(1.0, 0.0)];
        for _ in 0..4 * steps {
            world.step(dt)?;
            let place = world[id].position / PERIGEE;
            points.push((place.x, place.y));
        }
        Ok(points)
    };
    walk()
}

/// At perigee `v² = μ (1 + e)/r`.
fn satellite(eccentricity: f64) -> Body2 {
    let speed = (EARTH * (1.0 + eccentricity) / PERIGEE).sqrt();
    Body2::point(500.0).at([PERIGEE, 0.0]).moving([0.0, speed])
}

fn orbit(eccentricity: f64) -> Result<Orbit<f64, 2>> {
    let body = satellite(eccentricity);
    Ok(Orbit::new(EARTH, body.position, body.velocity)?)
}

/// How long it is on its way round \[s\].
pub(crate) fn period(eccentricity: f64) -> Result<f64> {
    let period = orbit(eccentricity)?.period();
    period.context("an open orbit has no period")
}

fn world(eccentricity: f64, scheme: Scheme) -> Result<(World2, BodyId)> {
    let mut world = World2::new();
    world.set_scheme(scheme);
    let id = world.add_body(satellite(eccentricity))?;
    world.add_force(PointGravity::new(EARTH))?;
    Ok((world, id))
}

/// Steps for some time, the last step as short as it must be.
fn run(eccentricity: f64, scheme: Scheme, dt: f64, span: f64) -> Result<Run> {
    let walk = || -> Result<Run> {
        let (mut world, id) = world(eccentricity, scheme)?;
        let energy = world.energy().total();
        let start = Instant::now();
        // what remains is a rounding where the steps fill the time
        let whole = (span / dt + 1e-9).floor() as u64;
        for _ in 0..whole {
            world.step(dt)?;
        }
        let rest = span - world.time();
        if rest.abs() > 1e-9 * dt {
            world.step(rest)?;
        }
        let took = start.elapsed();
        // whole periods end where they began
        let distance = (world[id].position - satellite(eccentricity).position).norm();
        Ok(Run {
            eccentricity,
            scheme,
            dt,
            steps: world.steps(),
            energy: (world.energy().total() - energy) / energy.abs(),
            distance,
            took,
        })
    };
    walk()
}
