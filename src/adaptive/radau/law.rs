//! The part of a law that tables depend on.

use nalgebra::{Complex, ComplexField, SMatrix, SVector};

use super::moments::{COUNT, INVERSE_FACTORIALS, moments, without_stiffness};
use super::table::Row;
use super::{axes, matrices};
use crate::flow::{Gyration, LinearLaw, Response};

/// A law without its constant and ramping parts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Law<const D: usize> {
    law: LinearLaw<f64, D>,
    form: Form<D>,
}

/// What the moments of a law are made of.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Form<const D: usize> {
    /// Numbers.
    Isotropic,
    /// A rotation across an axis, and what is along it; the projection on the axis, that across it, and the quarter turn
    /// across it for which `G = -Ω J`.
    Turning {
        turning: f64,
        along: Square<D>,
        across: Square<D>,
        quarter: Square<D>,
        stiffness: [f64; 2],
    },
    /// Springs along the principal axes; the projections on them.
    Springs {
        projections: [Square<D>; D],
        stiffness: [f64; D],
    },
    /// Matrices.
    Other,
}

type Square<const D: usize> = SMatrix<f64, D, D>;

impl<const D: usize> Law<D> {
    pub(super) fn new(law: &LinearLaw<f64, D>) -> Self {
        let mut homogeneous = LinearLaw::free();
        homogeneous.damping = law.damping;
        homogeneous.stiffness_per_mass = law.stiffness_per_mass;
        homogeneous.gyration = law.gyration;
        homogeneous.tide = law.tide;
        let form = if law.is_isotropic() {
            Form::Isotropic
        } else {
            let form = turning(law).or_else(|| springs(law));
            form.unwrap_or(Form::Other)
        };
        Self {
            law: homogeneous,
            form,
        }
    }

    /// Whether the law differs from another one in constant and ramp alone.
    pub(super) fn is_of(&self, law: &LinearLaw<f64, D>) -> bool {
        let same = |a: &Square<D>, b: &Square<D>| {
            let mut pairs = a.iter().zip(b.iter());
            pairs.all(|(a, b)| a.to_bits() == b.to_bits())
        };
        self.law.damping.to_bits() == law.damping.to_bits()
            && self.law.stiffness_per_mass.to_bits() == law.stiffness_per_mass.to_bits()
            && same(&self.law.gyration, &law.gyration)
            && same(&self.law.tide, &law.tide)
    }

    pub(super) fn is_free(&self) -> bool {
        self.is_isotropic() && self.law.damping == 0.0 && self.law.stiffness_per_mass == 0.0
    }

    /// Whether motion along one axis depends on that axis alone, and equally for all.
    pub(super) fn is_isotropic(&self) -> bool {
        self.form == Form::Isotropic
    }

    /// Number of rows at a point.
    pub(super) fn width(&self) -> usize {
        if self.is_isotropic() { 1 } else { D * D }
    }

    /// Sets the rows after a share of a step.
    pub(super) fn rows(&self, share: f64, h: f64, rows: &mut [Row]) {
        let time = share * h;
        if self.is_isotropic() {
            let moments = real(self.law.damping, self.law.stiffness_per_mass, time);
            rows.fill(Row::new(share, &moments));
            return;
        }
        let matrices = self.moments(time);
        for (place, row) in rows.iter_mut().enumerate() {
            let entry = (place / D, place % D);
            let moments = core::array::from_fn(|i| matrices[i][entry]);
            *row = Row::new(share, &moments);
        }
    }

    /// The moments after a time \[s\], in units of it.
    pub(super) fn moments(&self, time: f64) -> [Square<D>; COUNT] {
        let damping = self.law.damping;
        match &self.form {
            Form::Isotropic => {
                let moments = real(damping, self.law.stiffness_per_mass, time);
                moments.map(|moment| Square::identity() * moment)
            }
            Form::Turning {
                turning,
                along,
                across,
                quarter,
                stiffness: [stiffness_along, stiffness_across],
            } => {
                // there is no axis in the plane
                let axial = if D == 2 {
                    [0.0; COUNT]
                } else {
                    real(damping, *stiffness_along, time)
                };
                let turned = complex(damping, *turning, *stiffness_across, time);
                core::array::from_fn(|i| {
                    along * axial[i] + across * turned[i].re + quarter * turned[i].im
                })
            }
            Form::Springs {
                projections,
                stiffness,
            } => {
                let mut moments = [Square::zeros(); COUNT];
                for (projection, stiffness) in projections.iter().zip(stiffness) {
                    let numbers = real(damping, *stiffness, time);
                    for (matrix, number) in moments.iter_mut().zip(numbers) {
                        *matrix += projection * number;
                    }
                }
                moments
            }
            Form::Other => matrices::moments(&self.law, time),
        }
    }
}

/// The form of a law that gyrates in a plane or about an axis of space, if its tide is symmetric about that axis.
fn turning<const D: usize>(law: &LinearLaw<f64, D>) -> Option<Form<D>> {
    let (gyration, tide, one) = (&law.gyration, &law.tide, Square::<D>::identity());
    let size = gyration.amax();
    if !(2..=3).contains(&D) || size == 0.0 || *gyration != -gyration.transpose() {
        return None;
    }
    let unit = gyration / size;
    // the square of a quarter turn is -1 across the axis
    let length = ComplexField::sqrt(-0.5 * (unit * unit).trace());
    let quarter = -unit / length;
    let (across, along, along_tide) = if D == 2 {
        (one, Square::zeros(), 0.0)
    } else {
        // G x = x × Ω
        let [x, y, z] = [(1, 2), (2, 0), (0, 1)].map(|entry| unit[entry]);
        let axis = SVector::from_fn(|row, _| [x, y, z][row]);
        let across = -(quarter * quarter);
        (across, one - across, axes::along(tide, &axis))
    };
    let across_tide = 0.5 * (tide.trace() - along_tide);
    let rest = tide - (along * along_tide + across * across_tide);
    let is_about_axis = rest.amax() <= 8.0 * f64::EPSILON * tide.amax();
    is_about_axis.then_some(Form::Turning {
        turning: size * length,
        along,
        across,
        quarter,
        stiffness: [along_tide, across_tide].map(|tide| law.stiffness_per_mass - tide),
    })
}

/// The form of a law with a symmetric tide that does not gyrate.
fn springs<const D: usize>(law: &LinearLaw<f64, D>) -> Option<Form<D>> {
    if law.gyration != Square::<D>::zeros() || law.tide != law.tide.transpose() {
        return None;
    }
    let principal = axes::principal(&law.tide);
    let axis = |k: usize| principal.column(k).into_owned();
    Some(Form::Springs {
        projections: core::array::from_fn(|k| axis(k) * axis(k).transpose()),
        stiffness: core::array::from_fn(|k| {
            law.stiffness_per_mass - axes::along(&law.tide, &axis(k))
        }),
    })
}

/// The moments under a drag rate \[1/s\] and a stiffness \[1/s²\] after a time \[s\], in units of it.
fn real(damping: f64, stiffness: f64, time: f64) -> [f64; COUNT] {
    let (g, z) = (damping * time, stiffness * time * time);
    let first = if g == 0.0 && z == 0.0 {
        [1.0, 0.5, INVERSE_FACTORIALS[3]]
    } else {
        let response = Response::new(damping, stiffness, time);
        [
            response.velocity / time,
            response.position / time / time,
            response.ramp / time / time / time,
        ]
    };
    moments(g, z, first)
}

/// The same for velocities that also turn, `γ + i Ω` in place of γ.
fn complex(damping: f64, turning: f64, stiffness: f64, time: f64) -> [Complex<f64>; COUNT] {
    let g = Complex::new(damping * time, turning * time);
    if stiffness == 0.0 {
        return moments(g, 0.0, without_stiffness(g));
    }
    let mut law = LinearLaw::<f64, 2>::free();
    law.damping = damping;
    law.stiffness_per_mass = stiffness;
    law.gyration = SMatrix::from([[0.0, -turning], [turning, 0.0]]);
    let first = matrices::first(&Gyration::new(&law, time), time);
    let first = first.map(|matrix| Complex::new(matrix[(0, 0)], matrix[(1, 0)]));
    moments(g, stiffness * time * time, first)
}
