//! A body on springs, which several experiments share.

use anyhow::{Context, Result};
use kinstep::nalgebra::{Matrix2, Vector2};
use kinstep::{Body2, Scheme, Spring, World2};

/// A body of 1 kg, 1 m from where springs of these stiffnesses \[N/m\] hold it, at rest.
pub(crate) fn world(stiffnesses: &[f64]) -> Result<World2> {
    let mut world = World2::new();
    world.add_body(Body2::point(1.0).at([1.0, 0.0]))?;
    for &stiffness in stiffnesses {
        world.add_force(Spring::stiffness(stiffness))?;
    }
    Ok(world)
}

/// The angular frequency of a body of 1 kg on these springs: `W = √Σk` \[rad/s\].
pub(crate) fn frequency(stiffnesses: &[f64]) -> f64 {
    stiffnesses.iter().sum::<f64>().sqrt()
}

/// `M` in `(x', v') = M (x, v)`: what one step of a scheme does along the first axis. Measured by two steps
/// of the world, from 1 m at rest and from 0 m at 1 m/s; its forces are to be linear.
pub(crate) fn step_matrix(world: &World2, scheme: Scheme, step: f64) -> Result<Matrix2<f64>> {
    let body = world.ids().next().context("there is no body")?;
    let column = |x: f64, v: f64| -> Result<Vector2<f64>> {
        let mut world = world.clone();
        world.set_scheme(scheme);
        world[body].position = Vector2::new(x, 0.0);
        world[body].velocity = Vector2::new(v, 0.0);
        world.step(step)?;
        Ok(Vector2::new(world[body].position.x, world[body].velocity.x))
    };
    Ok(Matrix2::from_columns(&[
        column(1.0, 0.0)?,
        column(0.0, 1.0)?,
    ]))
}

/// What an undamped oscillator of angular frequency W \[rad/s\] really does over a time \[s\].
pub(crate) fn flow_matrix(frequency: f64, time: f64) -> Matrix2<f64> {
    let (sine, cosine) = (frequency * time).sin_cos();
    Matrix2::new(cosine, sine / frequency, -frequency * sine, cosine)
}

/// The distance of two states: `√(Δx² + (Δv/W)²)` \[m\], which does not depend on the phase.
pub(crate) fn distance(one: Vector2<f64>, other: Vector2<f64>, frequency: f64) -> f64 {
    let apart = one - other;
    apart.x.hypot(apart.y / frequency)
}

/// The largest size of an eigenvalue: `λ² - tr M λ + det M = 0`. A step is stable if it is 1 at most.
pub(crate) fn spectral_radius(matrix: &Matrix2<f64>) -> f64 {
    let (half, determinant) = (0.5 * matrix.trace(), matrix.determinant());
    let square = half * half - determinant;
    if square < 0.0 {
        determinant.sqrt()
    } else {
        half.abs() + square.sqrt()
    }
}

/// The angle by which a stable step turns the motion \[rad\]: the argument of an eigenvalue.
pub(crate) fn rotation(matrix: &Matrix2<f64>) -> f64 {
    let (half, determinant) = (0.5 * matrix.trace(), matrix.determinant());
    (determinant - half * half).max(0.0).sqrt().atan2(half)
}
