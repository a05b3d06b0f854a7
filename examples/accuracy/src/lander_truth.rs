//! When a lander touches down, to more digits than any scheme: quadratures from tick to tick of the fuel gauge.
//!
//! Between two ticks the mass is constant and the jets turn the lander evenly, so that its tilt is
//! `θ(s) = θ₀ + ω₀ s + α s²/2`, its acceleration `a(s) = F/m (-sin θ, cos θ) + g`, and
//!
//! ```text
//! v(h) = v₀ + ∫₀ʰ a(s) ds        x(h) = x₀ + v₀ h + ∫₀ʰ (h - s) a(s) ds
//! ```
//!
//! Five nodes of Gauss and Legendre in each of eight parts of a tick are of order 10 and leave 1e-18 m; positions and
//! velocities are sums of two numbers, so that 435 ticks round no more than one.

use anyhow::{Context, Result};
use kinstep::nalgebra::Vector2;
use lander::{Burn, Controls, Craft, Lander};

use crate::lander_rates::{MOON, START};

/// Parts of a tick with nodes of their own.
const PARTS: u32 = 8;
/// Ticks until anybody is down.
const MOST: u32 = 3000;

/// A sum that is kept in two numbers.
#[derive(Clone, Copy)]
struct Sum {
    high: Vector2<f64>,
    low: Vector2<f64>,
}

impl Sum {
    fn new(high: [f64; 2]) -> Self {
        Self {
            high: Vector2::from(high),
            low: Vector2::zeros(),
        }
    }

    /// Adds, with what the addition rounds off (D. Knuth).
    fn plus(self, more: Vector2<f64>) -> Self {
        let more = more + self.low;
        let high = self.high + more;
        let back = high - self.high;
        let low = (self.high - (high - back)) + (more - back);
        Self { high, low }
    }
}

/// The lander at a tick of its gauge.
#[derive(Clone, Copy)]
struct State {
    position: Sum,
    velocity: Sum,
    tilt: f64,
    spin: f64,
}

/// Until the next tick: force over mass \[m/s²\] and angular acceleration \[rad/s²\].
struct Push {
    along: f64,
    turning: f64,
}

impl Push {
    fn of(craft: &Craft, controls: &Controls, mass: f64) -> Self {
        let Controls { throttle, turn } = *controls;
        Self {
            along: (craft.thrust * throttle + craft.jet * turn.abs()) / mass,
            turning: craft.jet * turn * craft.jet_arm[0] / (mass * craft.gyration),
        }
    }
}

impl State {
    /// The state after some seconds of a push.
    fn after(&self, push: &Push, h: f64) -> Self {
        let gravity = Vector2::new(0.0, -MOON.gravity);
        let part = h / f64::from(PARTS);
        let mut gained = Vector2::zeros();
        let mut moved = Vector2::zeros();
        for index in 0..PARTS {
            for (node, weight) in nodes() {
                let s = (f64::from(index) + 0.5 + 0.5 * node) * part;
                let (sin, cos) = (self.tilt + (self.spin + 0.5 * push.turning * s) * s).sin_cos();
                let weighted = Vector2::new(-sin, cos) * (push.along * 0.5 * part * weight);
                gained += weighted;
                moved += weighted * (h - s);
            }
        }
        let carried = self.velocity.high * h;
        // what the product rounds off
        let rounded = (self.velocity.high).zip_map(&carried, |v, product| v.mul_add(h, -product));
        let carried_low = rounded + self.velocity.low * h;
        Self {
            position: (self.position)
                .plus(carried)
                .plus(carried_low + moved + gravity * (0.5 * h * h)),
            velocity: self.velocity.plus(gained + gravity * h),
            tilt: self.tilt + (self.spin + 0.5 * push.turning * h) * h,
            spin: self.spin + push.turning * h,
        }
    }

    /// How high the lower foot is over level ground \[m\].
    fn clearance(&self, craft: &Craft) -> f64 {
        let (sin, cos) = self.tilt.sin_cos();
        let foot =
            |[x, y]: [f64; 2]| self.position.high.y + (sin * x + cos * y + self.position.low.y);
        craft
            .feet
            .map(foot)
            .into_iter()
            .fold(f64::INFINITY, f64::min)
    }
}

/// Places between -1 and 1, and weights, of the quadrature with five nodes.
fn nodes() -> [(f64, f64); 5] {
    let root = (10.0_f64 / 7.0).sqrt();
    let [near, far] = [5.0 - 2.0 * root, 5.0 + 2.0 * root].map(|square: f64| square.sqrt() / 3.0);
    let heavy = (322.0 + 13.0 * 70.0_f64.sqrt()) / 900.0;
    let light = (322.0 - 13.0 * 70.0_f64.sqrt()) / 900.0;
    [
        (0.0, 128.0 / 225.0),
        (near, heavy),
        (-near, heavy),
        (far, light),
        (-far, light),
    ]
}

/// When a foot is on level ground under these burns \[s\].
pub(crate) fn touchdown(burns: &[Burn]) -> Result<f64> {
    let craft = Craft::SMALL;
    let mut controls = (burns.iter()).flat_map(|burn| (0..burn.ticks).map(|_| burn.controls));
    let mut state = State {
        position: Sum::new(START.position),
        velocity: Sum::new(START.velocity),
        tilt: START.tilt,
        spin: START.spin,
    };
    let mut burnt = 0.0;
    for tick in 0..MOST {
        let controls = controls.next().unwrap_or(Controls::OFF);
        let push = Push::of(&craft, &controls, craft.dry_mass + craft.fuel - burnt);
        let end = state.after(&push, Lander::TICK);
        if end.clearance(&craft) <= 0.0 {
            let (mut early, mut late) = (0.0, Lander::TICK);
            loop {
                let middle = 0.5 * (early + late);
                if middle <= early || middle >= late {
                    return Ok(f64::from(tick) * Lander::TICK + late);
                }
                if state.after(&push, middle).clearance(&craft) > 0.0 {
                    early = middle;
                } else {
                    late = middle;
                }
            }
        }
        burnt += craft.flow(&controls) * Lander::TICK;
        state = end;
    }
    None.context("the lander does not come down")
}
