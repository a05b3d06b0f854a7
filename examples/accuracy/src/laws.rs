//! What can be predicted of schemes.

use anyhow::{Context, Result};
use kinstep::diagnostics::{Drift, compare_schemes};
use kinstep::{Body2, LinearDrag, Scheme, UniformGravity, World2};

use crate::springs;

/// A figure that theory predicts.
pub(crate) struct Law {
    /// What it is, with its unit.
    pub(crate) name: &'static str,
    /// The first term of its series in the step h, or the sum of all.
    pub(crate) formula: &'static str,
    /// The same for the system that is measured, and a step \[s\].
    pub(crate) predicted: fn(f64) -> f64,
    /// What the scheme does in such steps.
    pub(crate) measured: fn(f64) -> Result<f64>,
}

/// Of the two springs \[1/s²\], and their sum `W²`.
const STIFFNESSES: [f64; 2] = [4.0, 9.0];
const SQUARE: f64 = STIFFNESSES[0] + STIFFNESSES[1];
/// Of the fall \[m/s²\], with drag \[1/s\].
const GRAVITY: f64 = 9.81;
const DRAG: f64 = 0.5;
/// How long a fall takes \[s\]; with drag, until its speed is the last.
const FALL: f64 = 10.0;
const LONG_FALL: f64 = 80.0;
/// How long phases are watched \[s\].
const WATCH: f64 = 1200.0;
/// Steps over which the energy of springs is watched.
const STEPS: u32 = 216_000;
/// The same for a scheme that has no energy left to count after so many.
const FEW_STEPS: u32 = 1200;

pub(crate) const ALL: [Law; 9] = [
    Law {
        name: "Kinematic, two springs: energy gained per step",
        formula: "ω₁²ω₂²h⁴/6, first term",
        predicted: |h| STIFFNESSES[0] * STIFFNESSES[1] * h.powi(4) / 6.0,
        measured: |h| growth(Scheme::Kinematic, &STIFFNESSES, h, STEPS),
    },
    Law {
        name: "AverageAcceleration, two springs: energy gained per step",
        formula: "−(ω₁⁴ + ω₂⁴)h⁴/24, first term",
        predicted: |h| -(STIFFNESSES[0].powi(2) + STIFFNESSES[1].powi(2)) * h.powi(4) / 24.0,
        measured: |h| growth(Scheme::AverageAcceleration, &STIFFNESSES, h, STEPS),
    },
    Law {
        name: "ExplicitEuler, two springs: energy gained per step",
        formula: "W²h², all terms",
        predicted: |h| SQUARE * h * h,
        measured: |h| growth(Scheme::ExplicitEuler, &STIFFNESSES, h, FEW_STEPS),
    },
    Law {
        name: "Rk4, two springs: energy gained per step",
        formula: "−W⁶h⁶/72, first term",
        predicted: |h| -(SQUARE * h * h).powi(3) / 72.0,
        measured: |h| growth(Scheme::Rk4, &STIFFNESSES, h, STEPS),
    },
    Law {
        name: "SymplecticEuler, two springs: phase gained [rad/s]",
        formula: "W³h²/24, first term",
        predicted: |h| SQUARE.powf(1.5) * h * h / 24.0,
        measured: phase_rate,
    },
    Law {
        name: "SymplecticEuler, two springs: energy up and down by",
        formula: "(Wh/2)/(1 − Wh/2), all terms",
        predicted: |h| {
            // E - h W² x v/2 stays, and W |x v| is E at most
            let share = 0.5 * SQUARE.sqrt() * h;
            share / (1.0 - share)
        },
        measured: energy_band,
    },
    Law {
        name: "SymplecticEuler, fall of 10 s: ahead by [m]",
        formula: "g h t/2, all terms",
        predicted: |h| 0.5 * GRAVITY * h * FALL,
        measured: ahead,
    },
    Law {
        name: "Kinematic, drag and gravity: too fast in the end by [m/s]",
        formula: "g h/2, first term",
        predicted: |h| 0.5 * GRAVITY * h,
        measured: |h| Ok(last_speed(h)? - GRAVITY / DRAG),
    },
    Law {
        name: "Kinematic, drag and gravity: speed in the end [m/s]",
        formula: "g h/(1 − e^(−γh)), all terms",
        predicted: |h| GRAVITY * h / -(-DRAG * h).exp_m1(),
        measured: last_speed,
    },
];

/// By which share energy grows in a step: the slope of its logarithm, through the ups and downs.
fn growth(scheme: Scheme, stiffnesses: &[f64], h: f64, steps: u32) -> Result<f64> {
    let mut world = springs::world(stiffnesses)?;
    world.set_scheme(scheme);
    let mut drift = Drift::new().relative_to(1.0);
    for _ in 0..steps {
        world.step(h)?;
        drift.record(world.time(), world.energy().total().ln());
    }
    Ok((drift.report()?.rate * h).exp_m1())
}

/// How fast the phase of symplectic Euler gets ahead \[rad/s\].
fn phase_rate(h: f64) -> Result<f64> {
    let world = springs::world(&STIFFNESSES)?;
    let comparison = compare_schemes(&world, h, steps(WATCH, h), &[Scheme::SymplecticEuler])?;
    let run = comparison.runs.first().context("nothing was run")?;
    Ok(run.phase.context("nothing has turned")?.rate)
}

/// How far the energy of symplectic Euler goes from that at the start, as a share of it.
fn energy_band(h: f64) -> Result<f64> {
    let mut world = springs::world(&STIFFNESSES)?;
    world.set_scheme(Scheme::SymplecticEuler);
    let mut drift = Drift::new();
    drift.record(world.time(), world.energy().total());
    for _ in 0..steps(WATCH, h) {
        world.step(h)?;
        drift.record(world.time(), world.energy().total());
    }
    Ok(drift.report()?.worst)
}

/// How much farther than `½ g t²` symplectic Euler falls \[m\].
fn ahead(h: f64) -> Result<f64> {
    let (depth, _) = fall(Scheme::SymplecticEuler, 0.0, FALL, h)?;
    Ok(depth - 0.5 * GRAVITY * FALL * FALL)
}

/// The speed at which a body falls under drag, in the end, when increments are added \[m/s\].
fn last_speed(h: f64) -> Result<f64> {
    Ok(fall(Scheme::Kinematic, DRAG, LONG_FALL, h)?.1)
}

/// How far \[m\] and how fast \[m/s\] a body falls from rest.
fn fall(scheme: Scheme, drag: f64, time: f64, h: f64) -> Result<(f64, f64)> {
    let mut world = World2::new();
    let body = world.add_body(Body2::point(1.0))?;
    world.add_force(UniformGravity::new([0.0, -GRAVITY]))?;
    if drag > 0.0 {
        world.add_force(LinearDrag::rate(drag))?;
    }
    world.set_scheme(scheme);
    for _ in 0..steps(time, h) {
        world.step(h)?;
    }
    Ok((-world[body].position.y, -world[body].velocity.y))
}

fn steps(time: f64, h: f64) -> u64 {
    (time / h).round() as u64
}
