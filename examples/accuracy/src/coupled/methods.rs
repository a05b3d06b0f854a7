//! kinstep and its rivals. The rivals are written from their publications; none of them is a run of
//! an engine.

use std::hint::black_box;
use std::time::Duration;

use anyhow::{Result, bail};
use kinstep::nalgebra::{Matrix2, SMatrix, SVector};
use kinstep::{Body2, Spring, UniformGravity, World2};
use support::measuring::timing::{self, timed};

use super::pendulum::{COUNT, FRAME, GRAVITY, LENGTH, Pendulum, Vector};
use crate::names::KINSTEP;

/// Function that moves a pendulum by a frame.
pub(super) type Step = Box<dyn FnMut(&mut Pendulum) -> Result<()>>;

/// A method to move a pendulum.
pub(super) struct Method {
    pub(super) name: &'static str,
    /// Creates the step of a pendulum with this Ωh, at its start.
    pub(super) step: fn(f64) -> Result<Step>,
}

/// All methods; kinstep is the first.
pub(super) static METHODS: [Method; 4] = [
    Method {
        name: KINSTEP,
        step: kinstep,
    },
    Method {
        name: "XPBD",
        step: |_| {
            Ok(Box::new(|pendulum| {
                (0..SUBSTEPS).for_each(|_| xpbd(pendulum, FRAME / f64::from(SUBSTEPS)));
                Ok(())
            }))
        },
    },
    Method {
        name: "implicit Euler",
        step: |_| {
            Ok(Box::new(|pendulum| {
                implicit_euler(pendulum, FRAME, HALVINGS)
            }))
        },
    },
    Method {
        name: "leapfrog in substeps",
        step: |stiffness| Ok(resolving(stiffness, 0.5, &LEAPFROG)),
    },
];

/// Substeps of XPBD per frame.
const SUBSTEPS: u32 = 20;
/// Number of frames in a measurement of time.
const TIMED_FRAMES: u32 = 20;

/// Weights of leapfrog itself.
static LEAPFROG: [f64; 1] = [1.0];
/// H. Yoshida: Construction of higher order symplectic integrators, Phys. Lett. A 150 (1990): sixth order, solution A.
static YOSHIDA: [f64; 7] = [W[2], W[1], W[0], MIDDLE, W[0], W[1], W[2]];
const W: [f64; 3] = [
    -1.177_679_984_178_87,
    0.235_573_213_359_357,
    0.784_513_610_477_560,
];
const MIDDLE: f64 = 1.0 - 2.0 * (W[0] + W[1] + W[2]);

/// State of a pendulum of this Ωh after this many frames.
pub(super) fn end(step: Result<Step>, stiffness: f64, frames: u32) -> Result<Pendulum> {
    let (mut step, mut pendulum) = (step?, Pendulum::with_stiffness(stiffness));
    (0..frames).try_for_each(|_| step(&mut pendulum))?;
    Ok(pendulum)
}

/// Expected state after this many frames, by the method of sixth order in substeps of Ωδ ≤ 0.25.
pub(super) fn truth(stiffness: f64, frames: u32) -> Result<Pendulum> {
    end(Ok(resolving(stiffness, 0.25, &YOSHIDA)), stiffness, frames)
}

/// Steps in substeps δ that are so short that Ωδ is at most `resolution` \[rad\].
fn resolving(stiffness: f64, resolution: f64, weights: &'static [f64]) -> Step {
    let substeps = (stiffness / resolution).ceil().max(1.0) as u32;
    Box::new(move |pendulum| {
        leapfrog(pendulum, FRAME / f64::from(substeps), substeps, weights);
        Ok(())
    })
}

/// One step of a world with a link for each rod.
fn kinstep(stiffness: f64) -> Result<Step> {
    let pendulum = Pendulum::with_stiffness(stiffness);
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -GRAVITY]))?;
    let rod = Spring::stiffness(pendulum.stiffness).length(LENGTH);
    let mut before = None;
    for position in &pendulum.positions {
        let body = world.add_body(Body2::point(1.0).at(*position))?;
        match before {
            None => world.add_force_on(body, rod)?,
            Some(before) => world.add_link(body, before, rod)?,
        };
        before = Some(body);
    }
    Ok(Box::new(move |pendulum| {
        world.step(FRAME)?;
        for (place, body) in world.body_slice().iter().enumerate() {
            pendulum.positions[place] = body.position;
            pendulum.velocities[place] = body.velocity;
        }
        Ok(())
    }))
}

/// A substep by M. Macklin, K. Storey, M. Lu, P. Terdiman, N. Chentanez, S. Jeschke, M. Müller:
/// Small steps in physics simulation, SCA 2019. For each rod C = r - l is its extension, w is 1/m
/// of each end, or 0 at the origin, and 1/k is its compliance:
///
/// ```text
/// v += δ g,  p = x + δ v
/// for each rod, one after the other:
///   λ = -C / (w₁ + w₂ + 1/(k δ²)),  p₁ += w₁ λ u,  p₂ -= w₂ λ u
/// v = (p - x)/δ,  x = p
/// ```
fn xpbd(pendulum: &mut Pendulum, h: f64) {
    let before: [Vector; COUNT] = std::array::from_fn(|body| pendulum.positions[body]);
    for (position, velocity) in (pendulum.positions.iter_mut()).zip(&mut pendulum.velocities) {
        velocity.y -= h * GRAVITY;
        *position += *velocity * h;
    }
    let compliance = 1.0 / (pendulum.stiffness * h * h);
    for body in 0..COUNT {
        let along = pendulum.along(body);
        let length = along.norm();
        let inverse_masses = if body == 0 { 1.0 } else { 2.0 };
        let multiplier = (LENGTH - length) / (inverse_masses + compliance);
        let correction = along * (multiplier / length);
        pendulum.positions[body] += correction;
        if body > 0 {
            pendulum.positions[body - 1] -= correction;
        }
    }
    for (body, velocity) in pendulum.velocities.iter_mut().enumerate() {
        *velocity = (pendulum.positions[body] - before[body]) / h;
    }
}

/// Maximum number of iterations of Newton's method.
const ITERATIONS: u32 = 30;
/// The iteration ends at a change this small \[m\].
const SMALL: f64 = 3e-11;
/// A step that does not converge is halved at most this many times.
const HALVINGS: u32 = 8;

/// `v₁ = v₀ + h a(x₁)`, `x₁ = x₀ + h v₁`; two steps of half the length if Newton's method does not
/// converge.
fn implicit_euler(pendulum: &mut Pendulum, h: f64, halvings: u32) -> Result<()> {
    if let Some(end) = newton(pendulum, h) {
        *pendulum = end;
        return Ok(());
    }
    if halvings == 0 {
        bail!("Newton's method does not converge");
    }
    implicit_euler(pendulum, 0.5 * h, halvings - 1)?;
    implicit_euler(pendulum, 0.5 * h, halvings - 1)
}

/// Solves for the displacements Δ; `None` if the iteration does not converge.
///
/// ```text
/// Δ/h² - v₀/h = a(x₀ + Δ),   v₁ = Δ/h
/// tangent of a rod:   K = k (u uᵀ + (1 - l/r) (1 - u uᵀ))
/// ```
fn newton(start: &Pendulum, h: f64) -> Option<Pendulum> {
    let mut end = start.clone();
    let mut accelerations = [Vector::zeros(); COUNT];
    for body in 0..COUNT {
        end.positions[body] += start.velocities[body] * h;
    }
    for _ in 0..ITERATIONS {
        end.write_accelerations(&mut accelerations);
        let mut residual = SVector::<f64, { 2 * COUNT }>::zeros();
        let mut matrix = SMatrix::<f64, { 2 * COUNT }, { 2 * COUNT }>::identity() / (h * h);
        for (body, acceleration) in accelerations.iter().enumerate() {
            let moved = end.positions[body] - start.positions[body] - start.velocities[body] * h;
            let surplus = moved / (h * h) - acceleration;
            residual.fixed_rows_mut::<2>(2 * body).copy_from(&surplus);
            let along = end.along(body);
            let lengthwise = along * along.transpose() / along.norm_squared();
            let across = (Matrix2::identity() - lengthwise) * (1.0 - LENGTH / along.norm());
            let tangent = (lengthwise + across) * start.stiffness;
            let mut add = |row: usize, column: usize, sign: f64| {
                let mut block = matrix.fixed_view_mut::<2, 2>(2 * row, 2 * column);
                block += tangent * sign;
            };
            add(body, body, 1.0);
            if body > 0 {
                add(body - 1, body - 1, 1.0);
                add(body, body - 1, -1.0);
                add(body - 1, body, -1.0);
            }
        }
        let changes = matrix.lu().solve(&residual)?;
        for (body, position) in end.positions.iter_mut().enumerate() {
            *position -= changes.fixed_rows::<2>(2 * body);
        }
        if changes.amax() <= SMALL {
            for body in 0..COUNT {
                end.velocities[body] = (end.positions[body] - start.positions[body]) / h;
            }
            return Some(end);
        }
    }
    None
}

/// Symmetric substeps δ: leapfrog, or a composition of leapfrogs of higher order.
///
/// ```text
/// for each weight w:  x += w δ/2 v,  v += w δ a(x),  x += w δ/2 v
/// ```
fn leapfrog(pendulum: &mut Pendulum, substep: f64, substeps: u32, weights: &[f64]) {
    let drift = |pendulum: &mut Pendulum, h: f64| {
        for (position, velocity) in (pendulum.positions.iter_mut()).zip(&pendulum.velocities) {
            *position += velocity * h;
        }
    };
    let mut accelerations = [Vector::zeros(); COUNT];
    // the last drift of a stage and the first of the next are made together
    let mut late = 0.0;
    for _ in 0..substeps {
        for weight in weights {
            let half = 0.5 * weight * substep;
            drift(pendulum, late + half);
            pendulum.write_accelerations(&mut accelerations);
            for (velocity, acceleration) in pendulum.velocities.iter_mut().zip(&accelerations) {
                *velocity += acceleration * (2.0 * half);
            }
            late = half;
        }
    }
    drift(pendulum, late);
}

/// Times of a frame under each method, as multiples of the time of XPBD in the same measurement.
/// Each repetition starts from the initial state.
pub(super) fn prices(stiffness: f64) -> Result<[f64; METHODS.len()]> {
    let start = Pendulum::with_stiffness(stiffness);
    let mut runs = Vec::new();
    for method in &METHODS {
        // a method that cannot step is reported before the measurement
        end((method.step)(stiffness), stiffness, TIMED_FRAMES)?;
        let start = &start;
        runs.push(Box::new(move || {
            let (Ok(mut step), mut pendulum) = ((method.step)(stiffness), start.clone()) else {
                return Duration::MAX;
            };
            timed(|| {
                for _ in 0..TIMED_FRAMES {
                    let _ = black_box(step(black_box(&mut pendulum)));
                }
            })
        }) as timing::Run<'_>);
    }
    let times = timing::medians(runs);
    Ok(std::array::from_fn(|place| {
        times[place].as_secs_f64() / times[1].as_secs_f64()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If the step is halved, the error after half a second decreases by `2^order`: all rivals
    /// converge to the motion that the method of sixth order computes.
    #[test]
    fn orders_are_as_published() {
        let end = |step: &dyn Fn(&mut Pendulum, f64), steps: u32| {
            let mut pendulum = Pendulum::with_stiffness(3.0);
            for _ in 0..steps {
                step(&mut pendulum, 0.5 / f64::from(steps));
            }
            pendulum
        };
        let truth = end(&|pendulum, h| leapfrog(pendulum, h, 1, &YOSHIDA), 3000);
        let order = |step: &dyn Fn(&mut Pendulum, f64), steps| {
            let error = |steps| end(step, steps).distance_to(&truth);
            (error(steps) / error(2 * steps)).log2()
        };
        let implicit = |pendulum: &mut Pendulum, h| implicit_euler(pendulum, h, 0).unwrap();
        let orders = [
            order(&xpbd, 20_000),
            order(&implicit, 20_000),
            order(&|pendulum, h| leapfrog(pendulum, h, 1, &LEAPFROG), 480),
            order(&|pendulum, h| leapfrog(pendulum, h, 1, &YOSHIDA), 240),
        ];
        // measured: 1.00, 1.00, 1.99 and 6.00
        for (observed, order) in orders.into_iter().zip([1.0, 1.0, 2.0, 6.0]) {
            assert!((observed - order).abs() < 0.1, "{orders:?}");
        }
    }
}
