//! A throw through air at many frame rates, under kinstep and under the rules of engines; and
//! errors in `f32` beside `f64`.

use anyhow::{Context, Result};
use kinstep::nalgebra::Vector2;
use kinstep::{Body, Body2, LinearDrag, Real, Scheme, Spring, UniformGravity, World, World2};
use support::measuring::engines::{self, Along};

use crate::names::{KINSTEP, name};
use crate::rows::Rows;

const GRAVITY: f64 = 9.81;
/// Initial velocity \[m/s\], drag \[1/s\], and a time that is longer than the flight \[s\].
const VELOCITY: [f64; 2] = [15.0, 12.0];
const DRAG: f64 = 0.5;
const TIME: u32 = 3;
/// Frame rates \[Hz\].
pub(crate) const RATES: [u32; 6] = [5, 20, 30, 60, 144, 240];
/// Horizontal coordinate at which the throw is again at the height of its start.
pub(crate) const LANDING: &str = "landing [m]";
pub(crate) const EXACT: &str = "exact";
/// Error of two springs after ten minutes in steps of 1/64 s, over the bits of a number.
pub(crate) const DIGITS: &str = "largest error in 10 minutes over bits of a number [m]";

pub(crate) fn run(rows: &mut Rows) -> Result<()> {
    for rate in RATES {
        let x = f64::from(rate);
        rows.push(KINSTEP, x, LANDING, landing(&by_kinstep(rate)?, rate)?);
        for engine in &engines::ALL {
            let path = by_engine(engine.step, rate);
            rows.push(engine.name, x, LANDING, landing(&path, rate)?);
        }
        rows.push(EXACT, x, LANDING, exactly());
    }
    for scheme in [Scheme::FlowKick, Scheme::SymplecticEuler] {
        rows.push(name(scheme), 32.0, DIGITS, digits::<f32>(scheme)?);
        rows.push(name(scheme), 64.0, DIGITS, digits::<f64>(scheme)?);
    }
    Ok(())
}

/// States after each step, along x and y.
type Path = Vec<[Along; 2]>;

fn by_kinstep(rate: u32) -> Result<Path> {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -GRAVITY]))?;
    world.add_force(LinearDrag::rate(DRAG))?;
    let ball = world.add_body(Body2::point(1.0).moving(VELOCITY))?;
    let step = |_| {
        world.step(1.0 / f64::from(rate))?;
        let Body {
            position, velocity, ..
        } = world[ball];
        Ok([0, 1].map(|axis| Along {
            x: position[axis],
            v: velocity[axis],
        }))
    };
    (0..TIME * rate).map(step).collect()
}

fn by_engine(step: fn(Along, f64, f64, f64) -> Along, rate: u32) -> Path {
    let [mut x, mut y] = VELOCITY.map(|v| Along { x: 0.0, v });
    let h = 1.0 / f64::from(rate);
    let step = |_| {
        x = step(x, 0.0, DRAG, h);
        y = step(y, -GRAVITY, DRAG, h);
        [x, y]
    };
    (0..TIME * rate).map(step).collect()
}

/// Horizontal coordinate at which a path falls to the height of its start \[m\]. In the step that
/// ends below this height, the path is the cubic through the positions and velocities at both ends,
/// for all methods.
fn landing(path: &Path, rate: u32) -> Result<f64> {
    let pair = path.windows(2).find(|pair| pair[1][1].x < 0.0);
    let [from, to] = pair.context("the throw does not land")? else {
        unreachable!("windows of two");
    };
    let h = 1.0 / f64::from(rate);
    let share = root(|share| cubic(from[1], to[1], h, share), 0.0, 1.0);
    Ok(cubic(from[0], to[0], h, share))
}

/// Hermite's cubic over a step h, from x₀, v₀ to x₁, v₁, evaluated at the share s of the step.
fn cubic(from: Along, to: Along, h: f64, s: f64) -> f64 {
    let rest = 1.0 - s;
    let (weight_from, weight_to) = ((1.0 + 2.0 * s) * rest * rest, (3.0 - 2.0 * s) * s * s);
    weight_from * from.x + weight_to * to.x + s * rest * h * (rest * from.v - s * to.v)
}

/// Exact landing \[m\]: with `τ = (1 - e^(-ct))/c` and the terminal velocity w,
/// `x = w t + (v - w) τ`.
fn exactly() -> f64 {
    let at = |time: f64, speed: f64, terminal: f64| {
        terminal * time - (speed - terminal) * (-DRAG * time).exp_m1() / DRAG
    };
    // the flight is shorter than without drag
    let latest = 2.0 * VELOCITY[1] / GRAVITY;
    let time = root(
        |time| at(time, VELOCITY[1], -GRAVITY / DRAG),
        0.5 * latest,
        latest,
    );
    at(time, VELOCITY[0], 0.0)
}

/// Root of a function that is positive before it and negative after it, by bisection.
fn root(function: impl Fn(f64) -> f64, mut before: f64, mut after: f64) -> f64 {
    for _ in 0..64 {
        let middle = 0.5 * (before + after);
        *(if function(middle) > 0.0 {
            &mut before
        } else {
            &mut after
        }) = middle;
    }
    0.5 * (before + after)
}

/// Maximum distance from the exact position of a body on two springs, at the end of each
/// second \[m\].
fn digits<T: Real<2> + From<f32> + Into<f64>>(scheme: Scheme) -> Result<f64> {
    let vector = |x: f32, y: f32| Vector2::new(T::from(x), T::from(y));
    let mut world = World::<T, 2>::new();
    world.set_scheme(scheme);
    let body = Body::point(T::one()).at(vector(1.0, 0.0));
    world.add_body(body.moving(vector(0.0, 2.0)))?;
    for stiffness in [4.0, 9.0] {
        world.add_force(Spring::stiffness(T::from(stiffness)))?;
    }
    let mut worst = 0.0_f64;
    for second in 1..=600 {
        (0..64).try_for_each(|_| world.step(T::from(1.0 / 64.0)))?;
        let (sin, cos) = (13.0_f64.sqrt() * f64::from(second)).sin_cos();
        let exact = Vector2::new(cos, 2.0 * sin / 13.0_f64.sqrt());
        let position = world.body_slice()[0].position.map(Into::<f64>::into);
        worst = worst.max((position - exact).norm());
    }
    Ok(worst)
}
