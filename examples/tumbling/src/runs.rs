//! What becomes of a throw under a method.

use std::hint::black_box;
use std::time::Duration;

use anyhow::Result;
use kinstep::World3;
use kinstep::nalgebra::UnitQuaternion;
use support::drawing::frame::Point;
use support::measuring::gyroscopes::Spinning;
use support::measuring::timing::{self, timed};

use crate::methods::{METHODS, Method};
use crate::throw::Throw;

/// What a method made of a throw.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) method: &'static Method,
    /// How often it turned over.
    pub(crate) flips: u64,
    /// The change of kinetic energy that is largest in size, as a share of that at the start.
    pub(crate) energy: f64,
    /// The largest change of angular momentum in the world, as a share of its size.
    pub(crate) momentum: f64,
    /// How far it is turned away from where the jump leads, at each of the [`marks`] that it came to \[degrees\].
    pub(crate) errors: Vec<f64>,
    /// When it had got more energy than makes sense \[s\].
    pub(crate) blew_up: Option<f64>,
    /// Angular velocity about the axis it starts about \[rad/s\], body frame, over the first seconds.
    pub(crate) turning: Vec<Point>,
    /// Distance from the jump \[degrees\] over time \[s\], ever more rarely.
    pub(crate) distances: Vec<Point>,
}

/// What has this many times the energy of the start has blown up.
const TOO_MUCH: f64 = 1e3;
/// The turning is kept for so long \[s\].
pub(crate) const WINDOW: f64 = 24.0;
/// From one distance that is kept to the next the time grows by this share.
const RARER: f64 = 0.02;
/// Steps for a measurement of time.
const TIMED: u32 = 1000;

/// When errors are told: the steps that end nearest to these times \[s\], and the last.
pub(crate) fn marks(throw: &Throw) -> Vec<u64> {
    let mut marks: Vec<u64> = [1.0, 10.0, 100.0, 1000.0, 1e4]
        .map(|time| (time * throw.rate).round() as u64)
        .into_iter()
        .filter(|&step| step > 0 && step < throw.steps)
        .collect();
    marks.push(throw.steps);
    marks
}

/// Angle between two orientations \[degrees\].
fn degrees(one: &UnitQuaternion<f64>, other: &UnitQuaternion<f64>) -> f64 {
    one.angle_to(other).to_degrees()
}

impl Run {
    /// Steps through a throw.
    pub(crate) fn new(method: &'static Method, throw: &Throw) -> Result<Self> {
        let mut run = Self {
            method,
            flips: 0,
            energy: 0.0,
            momentum: 0.0,
            errors: Vec::new(),
            blew_up: None,
            turning: Vec::new(),
            distances: Vec::new(),
        };
        let start = throw.start();
        let mut side = Sides::new(start.in_body()[throw.axis]);
        let marks = marks(throw);
        let mut next = 1;
        run.keep_turning(throw, 0, &start);
        walk(method, throw, throw.steps, |step, state| {
            let changed = run.compare(throw, state);
            // what is no number any more is not less, either
            let makes_sense = changed < TOO_MUCH;
            if !makes_sense {
                run.blew_up = Some(throw.time(step));
                return false;
            }
            side.record(state.in_body()[throw.axis]);
            run.keep_turning(throw, step, state);
            let is_marked = marks.contains(&step);
            if is_marked || step >= next {
                let far = degrees(&state.orientation, &throw.jump(step));
                run.distances.push((throw.time(step), far));
                next = step + 1 + (RARER * step as f64) as u64;
                if is_marked {
                    run.errors.push(far);
                }
            }
            true
        })?;
        run.flips = side.changes;
        Ok(run)
    }

    /// Compares energy and angular momentum with those of the start, and returns the energy's change.
    fn compare(&mut self, throw: &Throw, state: &Spinning) -> f64 {
        let change = state.energy() / throw.body.kinetic_energy() - 1.0;
        if change.abs() > self.energy.abs() {
            self.energy = change;
        }
        let off = (state.spin_angular_momentum() - throw.body.spin_angular_momentum()).norm()
            / throw.body.spin_angular_momentum().norm();
        self.momentum = self.momentum.max(off);
        change
    }

    fn keep_turning(&mut self, throw: &Throw, step: u64, state: &Spinning) {
        let time = throw.time(step);
        if time <= WINDOW {
            self.turning.push((time, state.in_body()[throw.axis]));
        }
    }
}

/// Counts how often something turns over: comes to half of what it was at first, the other way round.
///
/// Half, since a body that wobbles about another axis changes the sign of a little again and again.
#[derive(Debug)]
pub(crate) struct Sides {
    /// What counts as having turned over, with the sign of the side where it is now.
    half: f64,
    pub(crate) changes: u64,
}

impl Sides {
    pub(crate) fn new(value: f64) -> Self {
        Self {
            half: 0.5 * value,
            changes: 0,
        }
    }

    pub(crate) fn record(&mut self, value: f64) {
        if value * self.half < 0.0 && value.abs() >= self.half.abs() {
            self.half = -self.half;
            self.changes += 1;
        }
    }
}

/// How often the body turns over in truth: each step by a jump of its own.
pub(crate) fn true_flips(throw: &Throw) -> u64 {
    let along = |step| {
        let momentum = throw
            .jump(step)
            .inverse_transform_vector(&throw.body.spin_angular_momentum());
        momentum[throw.axis]
    };
    let mut sides = Sides::new(along(0));
    (1..=throw.steps).for_each(|step| sides.record(along(step)));
    sides.changes
}

/// Shows every step of a method, with its number, until that is enough.
fn walk(
    method: &Method,
    throw: &Throw,
    steps: u64,
    mut goes_on: impl FnMut(u64, &Spinning) -> bool,
) -> Result<()> {
    let dt = throw.dt();
    let Some(formula) = method.formula else {
        let mut world = World3::new();
        let id = world.add_body(throw.body)?;
        for step in 1..=steps {
            world.step(dt)?;
            if !goes_on(step, &Spinning::of(&world[id])) {
                break;
            }
        }
        return Ok(());
    };
    let mut state = throw.start();
    for step in 1..=steps {
        state = formula(state, dt);
        if !goes_on(step, &state) {
            break;
        }
    }
    Ok(())
}

/// How long a step of each method takes \[s\].
pub(crate) fn prices(throw: &Throw) -> Vec<f64> {
    let runs = METHODS
        .iter()
        .map(|method| -> timing::Run<'_> { Box::new(|| timed(|| step_often(method, throw))) });
    let times: Vec<Duration> = timing::medians(runs.collect());
    let per_step = times
        .iter()
        .map(|time| time.as_secs_f64() / f64::from(TIMED));
    per_step.collect()
}

fn step_often(method: &Method, throw: &Throw) {
    let walked = walk(method, throw, u64::from(TIMED), |_, state| {
        black_box(state);
        true
    });
    // a world that refuses a step has been found out before
    let _ = black_box(walked);
}
