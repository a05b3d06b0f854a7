//! The part of a law that tables depend on.

use nalgebra::SMatrix;

use super::moments::moments;
use super::table::Row;
use crate::flow::{LinearLaw, Response};

/// A law without its constant and ramping parts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Law<const D: usize> {
    law: LinearLaw<f64, D>,
    is_isotropic: bool,
}

impl<const D: usize> Law<D> {
    pub(super) fn new(law: &LinearLaw<f64, D>) -> Self {
        let mut homogeneous = LinearLaw::free();
        homogeneous.damping = law.damping;
        homogeneous.stiffness_per_mass = law.stiffness_per_mass;
        homogeneous.gyration = law.gyration;
        homogeneous.tide = law.tide;
        Self {
            law: homogeneous,
            is_isotropic: law.is_isotropic(),
        }
    }

    /// Whether the law differs from another one in constant and ramp alone.
    pub(super) fn is_of(&self, law: &LinearLaw<f64, D>) -> bool {
        let same = |a: &SMatrix<f64, D, D>, b: &SMatrix<f64, D, D>| {
            a.iter()
                .zip(b.iter())
                .all(|(a, b)| a.to_bits() == b.to_bits())
        };
        self.law.damping.to_bits() == law.damping.to_bits()
            && self.law.stiffness_per_mass.to_bits() == law.stiffness_per_mass.to_bits()
            && same(&self.law.gyration, &law.gyration)
            && same(&self.law.tide, &law.tide)
    }

    pub(super) fn is_free(&self) -> bool {
        self.is_isotropic && self.law.damping == 0.0 && self.law.stiffness_per_mass == 0.0
    }

    /// Whether motion along one axis depends on that axis alone, and equally for all.
    pub(super) fn is_isotropic(&self) -> bool {
        self.is_isotropic
    }

    /// Number of rows at a point.
    pub(super) fn width(&self) -> usize {
        if self.is_isotropic { 1 } else { D * D }
    }

    /// Sets the rows after a share of a step.
    pub(super) fn rows(&self, share: f64, h: f64, rows: &mut [Row]) {
        let time = share * h;
        if self.is_isotropic
            && let [row] = rows
        {
            *row = Row::new(
                share,
                &scalar(self.law.damping, self.law.stiffness_per_mass, time),
            );
        }
    }
}

/// The moments under a drag rate \[1/s\] and a stiffness \[1/s²\] after a time \[s\], in units of it.
fn scalar(damping: f64, stiffness: f64, time: f64) -> [f64; super::moments::COUNT] {
    let (g, z) = (damping * time, stiffness * time * time);
    if g == 0.0 && z == 0.0 {
        return moments(0.0, 0.0, [1.0, 0.5, 1.0 / 6.0]);
    }
    let response = Response::new(damping, stiffness, time);
    let first = [
        response.velocity / time,
        response.position / time / time,
        response.ramp / time / time / time,
    ];
    moments(g, z, first)
}
