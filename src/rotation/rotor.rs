//! The free rotation of a rigid body in space.

use nalgebra::{ComplexField, Quaternion, RealField, UnitQuaternion, Vector3};

use super::Inertia;
use super::free::Free;
use super::turn::{half_turn, turn, unit};
use crate::space::{narrow, widen};

/// The free rotation of a body in space, prepared from its inertia. All is computed in `f64`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rotor {
    kind: Kind,
}

/// How many of the moments are equal.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    /// All of them are zero.
    Point,
    /// All three.
    Sphere {
        /// `1 / 2I` \[1/(kg m²)\].
        half_mobility: f64,
    },
    /// Two.
    Top {
        /// The axis of symmetry, in the body's frame.
        axis: Vector3<f64>,
        /// `1 / 2I` across the axis \[1/(kg m²)\].
        half_mobility: f64,
        /// `1 / 2I` along the axis less that across it \[1/(kg m²)\].
        half_excess: f64,
    },
    /// None.
    Asymmetric {
        /// Takes vectors from the principal frame, with moments in rising order, to the body's.
        axes: Quaternion<f64>,
        /// One over the largest moment \[1/(kg m²)\].
        mobility: f64,
        free: Free,
    },
}

impl Rotor {
    /// For bodies of this inertia.
    #[must_use]
    pub fn new<T: RealField + Copy>(inertia: &Inertia<T>) -> Self {
        let moments = inertia.moments().map(widen);
        let axes = unit(&Quaternion::from(inertia.axes().coords.map(widen)));
        let [i1, i2, i3] = moments.data.0[0];
        let kind = if inertia.is_point() {
            Kind::Point
        } else if i1 == i2 && i2 == i3 {
            Kind::Sphere {
                half_mobility: 0.5 / i1,
            }
        } else if i1 == i2 {
            Kind::top(&axes, Vector3::z(), i3, i1)
        } else if i2 == i3 {
            Kind::top(&axes, Vector3::x(), i1, i2)
        } else if i3 == i1 {
            Kind::top(&axes, Vector3::y(), i2, i3)
        } else {
            Kind::asymmetric(&axes, &moments)
        };
        Self { kind }
    }

    /// The orientation after turning freely for `dt` \[s\] with angular momentum `spin`
    /// \[kg m²/s\], world frame.
    #[must_use]
    pub fn turned<T: RealField + Copy>(
        &self,
        orientation: &UnitQuaternion<T>,
        spin: &Vector3<T>,
        dt: T,
    ) -> UnitQuaternion<T> {
        let spin = spin.map(widen);
        let dt = widen(dt);
        let start = Quaternion::from(orientation.coords.map(widen));
        let end = match &self.kind {
            Kind::Point => return *orientation,
            Kind::Sphere { half_mobility } => turn(&(spin * (half_mobility * dt))) * start,
            Kind::Top {
                axis,
                half_mobility,
                half_excess,
            } => {
                let start = unit(&start);
                let along = rotate(&start, axis).dot(&spin);
                let [cosine, sine] = half_turn(along * half_excess * dt);
                let about_axis = Quaternion::from_parts(cosine, axis * sine);
                turn(&(spin * (half_mobility * dt))) * (start * about_axis)
            }
            Kind::Asymmetric {
                axes,
                mobility,
                free,
            } => {
                let from_axes = unit(&start) * axes;
                let size = length(&spin);
                if size == 0.0 {
                    return *orientation;
                }
                let along = rotate(&from_axes.conjugate(), &(spin / size));
                let (turn, _) = free.step(&along.normalize(), size * mobility * dt);
                from_axes * turn * axes.conjugate()
            }
        };
        UnitQuaternion::new_unchecked(Quaternion::from(unit(&end).coords.map(narrow)))
    }
}

impl Kind {
    /// A body with `along` about an axis of the principal frame, and `across` about all others.
    fn top(axes: &Quaternion<f64>, axis: Vector3<f64>, along: f64, across: f64) -> Self {
        Self::Top {
            axis: rotate(axes, &axis),
            half_mobility: 0.5 / across,
            half_excess: 0.5 * ((across - along) / along) / across,
        }
    }

    fn asymmetric(axes: &Quaternion<f64>, moments: &Vector3<f64>) -> Self {
        let mut order = [0, 1, 2];
        order.sort_unstable_by(|&a, &b| moments[a].total_cmp(&moments[b]));
        let sorted = Vector3::from(order.map(|axis| moments[axis]));
        Self::Asymmetric {
            axes: axes * reordered(order),
            mobility: sorted.z.recip(),
            free: Free::new(&sorted),
        }
    }
}

/// The rotation that takes the axes 1, 2, 3 to those of this order, the last one either way.
fn reordered(order: [usize; 3]) -> Quaternion<f64> {
    let half = core::f64::consts::FRAC_1_SQRT_2;
    match order {
        [0, 2, 1] => Quaternion::new(half, half, 0.0, 0.0),
        [2, 1, 0] => Quaternion::new(half, 0.0, -half, 0.0),
        [1, 0, 2] => Quaternion::new(0.0, half, half, 0.0),
        [1, 2, 0] => Quaternion::new(0.5, 0.5, 0.5, 0.5),
        [2, 0, 1] => Quaternion::new(0.5, -0.5, -0.5, -0.5),
        _ => Quaternion::identity(),
    }
}

/// A vector turned by a quaternion of length 1.
#[inline]
fn rotate(by: &Quaternion<f64>, vector: &Vector3<f64>) -> Vector3<f64> {
    let part = by.imag();
    let twice = part.cross(vector) * 2.0;
    vector + twice * by.w + part.cross(&twice)
}

/// The length of a vector, also where its square is too small or too large.
#[inline]
fn length(vector: &Vector3<f64>) -> f64 {
    let square = vector.norm_squared();
    if square > 1e-280 && square < 1e280 {
        ComplexField::sqrt(square)
    } else {
        let size = vector.amax();
        if size == 0.0 || !(size < f64::INFINITY) {
            return size;
        }
        size * ComplexField::sqrt((vector / size).norm_squared())
    }
}
