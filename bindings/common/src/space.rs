//! Numbers and vectors as they cross the border: in `f64`, with three components.
//!
//! In the plane z of a vector is zero, and what is along an axis, such as an angular velocity, has only z. An
//! orientation has four numbers: the angle and three zeros in the plane, i, j, k, w of a unit quaternion in space; all
//! zeros stand for upright.

use kinstep::nalgebra::{Quaternion, SVector, UnitQuaternion};
use kinstep::{Inertia, Real};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::failure::{Failure, Outcome};

/// A vector as it crosses the border.
pub type Three = [f64; 3];

/// An orientation as it crosses the border.
pub type Four = [f64; 4];

/// `f64` or `f32`.
pub trait Number: kinstep::Float + Serialize + DeserializeOwned {
    /// Returns the nearest number of this type.
    fn of(number: f64) -> Self;

    /// Returns the number in `f64`.
    fn wide(self) -> f64;
}

impl Number for f64 {
    fn of(number: f64) -> Self {
        number
    }

    fn wide(self) -> f64 {
        self
    }
}

impl Number for f32 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "worlds in f32 round what they are given"
    )]
    fn of(number: f64) -> Self {
        number as f32
    }

    fn wide(self) -> f64 {
        self.into()
    }
}

/// A number type in `D` dimensions: the plane or space.
pub trait Space<const D: usize>:
    Number
    + Real<
        D,
        Axial: Serialize + DeserializeOwned,
        Orientation: Serialize + DeserializeOwned,
        Inertia: Serialize + DeserializeOwned,
    >
{
    /// Reads an angular velocity, a torque or a magnetic field of this name.
    ///
    /// # Errors
    /// Fails if x or y is not zero in the plane.
    fn axial(given: Three, name: &str) -> Outcome<Self::Axial>;

    /// Returns x and y zero in the plane.
    fn given_axial(axial: &Self::Axial) -> Three;

    /// Reads an orientation.
    ///
    /// # Errors
    /// Fails if it is not a unit quaternion in space, or has more than an angle in the plane.
    fn orientation(given: Four) -> Outcome<Self::Orientation>;

    /// Returns the numbers of an orientation.
    fn given_orientation(orientation: &Self::Orientation) -> Four;

    /// Reads the moments about the principal axes \[kg m²\], and how these are turned in the body.
    ///
    /// # Errors
    /// Fails as [`axial`](Self::axial) and [`orientation`](Self::orientation).
    fn inertia(moments: Three, axes: Four) -> Outcome<Self::Inertia>;

    /// Returns the principal moments and the orientation of the principal axes.
    fn given_inertia(inertia: &Self::Inertia) -> (Three, Four);
}

/// Fails unless a number that has no meaning in the plane is zero.
fn unless_zero(value: f64, axis: &str, name: &str, why: &str) -> Outcome {
    if value == 0.0 {
        return Ok(());
    }
    Err(Failure::invalid(format_args!(
        "{axis} of the {name} is {value}; it must be zero in the plane{why}"
    )))
}

/// Reads a unit quaternion, whose bits stay as they are; all zeros are the identity.
fn unit<T: Number>(given: Four, name: &str) -> Outcome<UnitQuaternion<T>> {
    if given == [0.0; 4] {
        return Ok(UnitQuaternion::identity());
    }
    let length = Quaternion::from(given).norm();
    if (length - 1.0).abs() < 1e-4 {
        return Ok(UnitQuaternion::new_unchecked(given.map(T::of).into()));
    }
    Err(Failure::invalid(format_args!(
        "the {name} has length {length}; it must be a unit quaternion"
    )))
}

impl<T: Number> Space<2> for T {
    fn axial(given: Three, name: &str) -> Outcome<T> {
        let why = ", where it is along z";
        unless_zero(given[0], "x", name, why)?;
        unless_zero(given[1], "y", name, why)?;
        Ok(T::of(given[2]))
    }

    fn given_axial(axial: &T) -> Three {
        [0.0, 0.0, axial.wide()]
    }

    fn orientation(given: Four) -> Outcome<T> {
        for (axis, value) in ["y", "z", "w"].iter().zip(&given[1..]) {
            // w of an upright quaternion does no harm
            if *axis != "w" || *value != 1.0 || given[0] != 0.0 {
                unless_zero(*value, axis, "orientation", ", where x is the angle")?;
            }
        }
        Ok(T::of(given[0]))
    }

    fn given_orientation(orientation: &T) -> Four {
        [orientation.wide(), 0.0, 0.0, 0.0]
    }

    fn inertia(moments: Three, axes: Four) -> Outcome<T> {
        <T as Space<2>>::orientation(axes)?;
        <T as Space<2>>::axial(moments, "moments of inertia")
    }

    fn given_inertia(inertia: &T) -> (Three, Four) {
        ([0.0, 0.0, inertia.wide()], [0.0; 4])
    }
}

impl<T: Number> Space<3> for T {
    fn axial(given: Three, _name: &str) -> Outcome<SVector<T, 3>> {
        Ok(given.map(T::of).into())
    }

    fn given_axial(axial: &SVector<T, 3>) -> Three {
        axial.map(T::wide).into()
    }

    fn orientation(given: Four) -> Outcome<UnitQuaternion<T>> {
        unit(given, "orientation")
    }

    fn given_orientation(orientation: &UnitQuaternion<T>) -> Four {
        orientation.coords.map(T::wide).into()
    }

    fn inertia(moments: Three, axes: Four) -> Outcome<Inertia<T>> {
        let inertia = Inertia::principal(moments.map(T::of));
        let axes = unit(axes, "rotation of the principal axes")?;
        Ok(if axes == UnitQuaternion::identity() {
            inertia
        } else {
            inertia.turned(axes)
        })
    }

    fn given_inertia(inertia: &Inertia<T>) -> (Three, Four) {
        (
            inertia.moments().map(T::wide).into(),
            inertia.axes().coords.map(T::wide).into(),
        )
    }
}

/// Reads a position, a velocity or a force of this name.
///
/// # Errors
/// Fails if z is not zero in the plane.
pub fn vector<T: Number, const D: usize>(given: Three, name: &str) -> Outcome<SVector<T, D>> {
    if D == 2 {
        unless_zero(given[2], "z", name, "")?;
    }
    Ok(first_components(given))
}

/// Reads a vector of this name whose components are finite.
pub(crate) fn finite_vector<T: Number, const D: usize>(
    given: Three,
    name: &str,
) -> Outcome<SVector<T, D>> {
    let vector: SVector<T, D> = vector(given, name)?;
    match vector.iter().find(|number| !number.is_finite()) {
        None => Ok(vector),
        Some(number) => Err(Failure::invalid(format_args!(
            "a component of the {name} is {}; it must be finite",
            number.wide()
        ))),
    }
}

/// Reads a vector without a look at the components that the space does not have.
#[must_use]
pub fn first_components<T: Number, const D: usize>(given: Three) -> SVector<T, D> {
    SVector::from_fn(|axis, _| T::of(given[axis]))
}

/// Returns a vector with three components, z zero in the plane.
#[must_use]
pub fn given<T: Number, const D: usize>(vector: &SVector<T, D>) -> Three {
    std::array::from_fn(|axis| if axis < D { vector[axis].wide() } else { 0.0 })
}
