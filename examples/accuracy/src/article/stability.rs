//! Up to which step a scheme is stable, and what it does to energy before that.

use anyhow::Result;
use kinstep::{Scheme, World2};

use crate::fit::halved;
use crate::springs::{spectral_radius, step_matrix};

/// The largest Wh that is tried.
pub(super) const MOST: f64 = 10.0;
/// Wh between steps that are tried.
const STRIDE: f64 = 0.01;
/// A step that makes amplitudes larger by no more than this share is called stable.
const NEUTRAL: f64 = 1e-9;

/// The least Wh at which steps of a world are unstable, found by steps of 0.01 and then by halving; none if
/// there is none. The forces are those of springs to the origin.
pub(super) fn limit(world: &World2, scheme: Scheme) -> Result<Option<f64>> {
    let frequency = stiffness(world)?.sqrt();
    let is_stable = |angle: f64| -> Result<bool> {
        let matrix = step_matrix(world, scheme, angle / frequency)?;
        Ok(spectral_radius(&matrix) < 1.0 + NEUTRAL)
    };
    let mut stable = 0.0;
    while is_stable(stable + STRIDE)? {
        stable += STRIDE;
        if stable > MOST {
            return Ok(None);
        }
    }
    Ok(Some(halved([stable, stable + STRIDE], 30, is_stable)?[0]))
}

/// The factor of energy in a step, less one, at Wh.
pub(super) fn growth(world: &World2, scheme: Scheme, angle: f64) -> Result<f64> {
    let step = angle / stiffness(world)?.sqrt();
    let radius = spectral_radius(&step_matrix(world, scheme, step)?);
    Ok(radius * radius - 1.0)
}

/// `W² = Σk/m` \[1/s²\]: the stiffness that the first body feels, from the change of velocity in a very short step.
fn stiffness(world: &World2) -> Result<f64> {
    let step = 1e-6;
    let matrix = step_matrix(world, Scheme::ExplicitEuler, step)?;
    Ok(-matrix.m21 / step)
}
