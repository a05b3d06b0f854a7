//! The plane and space: what differs between a struct of the header and a value of the crate.

use kinstep::nalgebra::{Quaternion as Components, SVector, UnitQuaternion};
use kinstep::{Inertia, Real};

use crate::body::Inertia as GivenInertia;
use crate::status::{Failure, Outcome};
use crate::vector::{Quaternion, Vector};

/// How vectors, rotations and inertias of `D` dimensions are written in the header.
pub(crate) trait Space<const D: usize>: Real<D> {
    /// A position, a velocity or a force of this name.
    fn vector(given: Vector, name: &str) -> Outcome<SVector<f64, D>>;

    /// An angular velocity, a torque or a magnetic field of this name.
    fn axial(given: Vector, name: &str) -> Outcome<Self::Axial>;

    /// What a function of the caller wrote; in the plane its z.
    fn axial_of(given: Vector) -> Self::Axial;

    fn orientation(angle: f64, quaternion: Quaternion) -> Outcome<Self::Orientation>;

    fn inertia(given: &GivenInertia) -> Outcome<Self::Inertia>;

    fn given_vector(vector: &SVector<f64, D>) -> Vector;

    fn given_axial(axial: &Self::Axial) -> Vector;

    /// The angle in the plane \[rad\], and the quaternion in space.
    fn given_orientation(orientation: &Self::Orientation) -> (f64, Quaternion);

    fn given_inertia(inertia: &Self::Inertia) -> GivenInertia;
}

/// Fails unless a number that has no meaning here is zero.
fn unless_zero(value: f64, name: &str, why: &str) -> Outcome {
    if value == 0.0 {
        return Ok(());
    }
    Err(Failure::invalid(format_args!(
        "{name} is {value}; it must be zero {why}"
    )))
}

/// The rotation by a quaternion, whose bits stay as they are.
fn unit(quaternion: Quaternion, name: &str) -> Outcome<UnitQuaternion<f64>> {
    let components = Components::from(quaternion.numbers());
    let length = components.norm();
    if (length - 1.0).abs() < 1e-4 {
        return Ok(UnitQuaternion::new_unchecked(components));
    }
    Err(Failure::invalid(format_args!(
        "the {name} has length {length}; it must be a unit quaternion"
    )))
}

impl Space<2> for f64 {
    fn vector(given: Vector, name: &str) -> Outcome<SVector<f64, 2>> {
        unless_zero(given.z, &format!("z of the {name}"), "in the plane")?;
        Ok([given.x, given.y].into())
    }

    fn axial(given: Vector, name: &str) -> Outcome<f64> {
        let why = "in the plane, where it is along z";
        unless_zero(given.x, &format!("x of the {name}"), why)?;
        unless_zero(given.y, &format!("y of the {name}"), why)?;
        Ok(given.z)
    }

    fn axial_of(given: Vector) -> f64 {
        given.z
    }

    fn orientation(angle: f64, quaternion: Quaternion) -> Outcome<f64> {
        for (axis, value) in ["x", "y", "z", "w"].iter().zip(quaternion.numbers()) {
            let upright = if *axis == "w" { 1.0 } else { 0.0 };
            if value != upright {
                return Err(Failure::invalid(format_args!(
                    "{axis} of the quaternion is {value}; in the plane give the angle, and leave the quaternion at zero"
                )));
            }
        }
        Ok(angle)
    }

    fn inertia(given: &GivenInertia) -> Outcome<f64> {
        let moment = <Self as Space<2>>::axial(given.moments, "moments of inertia")?;
        <Self as Space<2>>::orientation(0.0, given.axes)?;
        Ok(moment)
    }

    fn given_vector(vector: &SVector<f64, 2>) -> Vector {
        [vector.x, vector.y, 0.0].into()
    }

    fn given_axial(axial: &f64) -> Vector {
        [0.0, 0.0, *axial].into()
    }

    fn given_orientation(orientation: &f64) -> (f64, Quaternion) {
        (*orientation, Quaternion::default())
    }

    fn given_inertia(inertia: &f64) -> GivenInertia {
        GivenInertia {
            moments: [0.0, 0.0, *inertia].into(),
            axes: Quaternion::default(),
        }
    }
}

impl Space<3> for f64 {
    fn vector(given: Vector, _name: &str) -> Outcome<SVector<f64, 3>> {
        Ok(given.into())
    }

    fn axial(given: Vector, _name: &str) -> Outcome<SVector<f64, 3>> {
        Ok(given.into())
    }

    fn axial_of(given: Vector) -> SVector<f64, 3> {
        given.into()
    }

    fn orientation(angle: f64, quaternion: Quaternion) -> Outcome<UnitQuaternion<f64>> {
        unless_zero(angle, "the angle", "in space: give the quaternion")?;
        unit(quaternion, "orientation")
    }

    fn inertia(given: &GivenInertia) -> Outcome<Inertia<f64>> {
        let axes = unit(given.axes, "rotation of the principal axes")?;
        let inertia = Inertia::principal(given.moments);
        if axes == UnitQuaternion::identity() {
            return Ok(inertia);
        }
        Ok(inertia.turned(axes))
    }

    fn given_vector(vector: &SVector<f64, 3>) -> Vector {
        (*vector).into()
    }

    fn given_axial(axial: &SVector<f64, 3>) -> Vector {
        (*axial).into()
    }

    fn given_orientation(orientation: &UnitQuaternion<f64>) -> (f64, Quaternion) {
        (0.0, <[f64; 4]>::from(orientation.coords).into())
    }

    fn given_inertia(inertia: &Inertia<f64>) -> GivenInertia {
        GivenInertia {
            moments: inertia.moments().into(),
            axes: <[f64; 4]>::from(inertia.axes().coords).into(),
        }
    }
}
