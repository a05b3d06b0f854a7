//! The differences between 2-D and 3-D, behind one trait bound.

mod batch_rotor;
mod plane;
#[cfg(feature = "serde")]
mod saved;
mod solid;

use core::fmt::Debug;
use core::ops::{Add, AddAssign, Mul, Neg, Sub};

use nalgebra::{RealField, SMatrix, SVector};

use crate::ParameterError;
use crate::numbers::{flushed, from_f64};
use crate::rotation::Inertia;
pub use batch_rotor::BatchRotor;
#[cfg(feature = "serde")]
pub use saved::SavedReal;

/// A type of real numbers, for vectors of the dimension `D`.
///
/// The trait is implemented for every `T: RealField + Copy` (`f32` and `f64`) in the plane
/// (`D = 2`) and in space (`D = 3`); users need not implement it. It contains all differences
/// between the two dimensions, so the rest of the crate is written only once.
///
/// | | plane | space |
/// |---|---|---|
/// | [`Axial`](Self::Axial) | a number, counter-clockwise | a vector, right-handed |
/// | [`Orientation`](Self::Orientation) | an angle \[rad\] that includes full rotations | a unit quaternion |
/// | [`Inertia`](Self::Inertia) | a moment of inertia \[kg m²\] | an [`Inertia`](crate::Inertia) |
///
/// ```
/// use kinstep_flow::Real;
/// use kinstep_flow::nalgebra::{Vector2, Vector3};
///
/// // in the plane the axial quantity is a number, in space a vector
/// assert_eq!(Real::<2>::cross(&Vector2::new(2.0, 0.0), &Vector2::new(0.0, 3.0)), 6.0);
/// let torque = <f64 as Real<3>>::cross(&Vector3::x(), &Vector3::y());
/// assert_eq!(torque, Vector3::z());
/// ```
pub trait Real<const D: usize>: RealField + Copy {
    /// Axial quantity (angular velocity, angular momentum, torque): in the plane a number, counter-clockwise; in space
    /// a vector, in the world frame.
    type Axial: Copy
        + Debug
        + PartialEq
        + Send
        + Sync
        + Add<Output = Self::Axial>
        + AddAssign
        + Mul<Self, Output = Self::Axial>
        + Neg<Output = Self::Axial>
        + Sub<Output = Self::Axial>
        + 'static;

    /// Orientation of a body in the world. In the plane: the angle from the axes of the world to
    /// the axes of the body \[rad\], counter-clockwise, including full rotations. In space: the
    /// unit quaternion that rotates vectors from the body's frame to the world frame.
    type Orientation: Copy + Debug + PartialEq + Send + Sync + 'static;

    /// Resistance to changes of the angular velocity: in the plane the moment of inertia about the
    /// centre of mass \[kg m²\], in space an [`Inertia`].
    type Inertia: Copy + Debug + PartialEq + Send + Sync + 'static;

    /// Free rotation of a body, prepared from its inertia.
    type Rotor: BatchRotor<Self, Self::Orientation, Self::Axial>
        + Copy
        + Debug
        + Send
        + Sync
        + 'static;

    /// Returns the axial quantity zero.
    #[must_use]
    fn no_turn() -> Self::Axial;

    /// Returns the right-handed axial product `a × b`.
    #[must_use]
    fn cross(a: &SVector<Self, D>, b: &SVector<Self, D>) -> Self::Axial;

    /// Returns `a · b` of two axial quantities, for example the power of a torque at an angular
    /// velocity.
    #[must_use]
    fn axial_dot(a: &Self::Axial, b: &Self::Axial) -> Self;

    /// Returns `ω × r`: the velocity at `r` of a body that rotates with the angular velocity ω.
    #[must_use]
    fn sweep(omega: &Self::Axial, r: &SVector<Self, D>) -> SVector<Self, D>;

    /// Returns the antisymmetric matrix G for which `G v = v × Ω`.
    #[must_use]
    fn gyration(omega: &Self::Axial) -> SMatrix<Self, D, D>;

    /// Returns the orientation of a body whose axes are the axes of the world.
    #[must_use]
    fn upright() -> Self::Orientation;

    /// Rotates a vector from the body's frame to the world frame.
    #[must_use]
    fn rotate(orientation: &Self::Orientation, vector: &SVector<Self, D>) -> SVector<Self, D>;

    /// Rotates a vector from the world frame to the body's frame.
    #[must_use]
    fn unrotate(orientation: &Self::Orientation, vector: &SVector<Self, D>) -> SVector<Self, D>;

    /// Returns the inertia of a point, which cannot be rotated.
    #[must_use]
    fn no_inertia() -> Self::Inertia;

    /// Returns an inertia of 1 kg m² about every axis.
    #[must_use]
    fn unit_inertia() -> Self::Inertia;

    /// Whether this is the inertia of a point.
    #[must_use]
    fn is_point(inertia: &Self::Inertia) -> bool;

    /// Checks whether a rigid body can have this inertia.
    ///
    /// # Errors
    /// Returns the first violation.
    fn check_inertia(inertia: &Self::Inertia) -> Result<(), ParameterError<Self>>;

    /// Returns the angular momentum `I ω` \[kg m²/s\] of a body with this orientation.
    #[must_use]
    fn angular_momentum(
        inertia: &Self::Inertia,
        orientation: &Self::Orientation,
        angular_velocity: &Self::Axial,
    ) -> Self::Axial;

    /// Returns the angular velocity `I⁻¹ L` \[rad/s\] of a body with this orientation; zero for a
    /// point.
    #[must_use]
    fn angular_velocity(
        inertia: &Self::Inertia,
        orientation: &Self::Orientation,
        angular_momentum: &Self::Axial,
    ) -> Self::Axial;

    /// Like [`angular_velocity`](Self::angular_velocity), but in `f64`, for any precision of
    /// `Self`. The arguments are the numbers of an orientation, whose length need not be 1, and of
    /// `L`.
    #[must_use]
    fn wide_angular_velocity(
        inertia: &Self::Inertia,
        orientation: [f64; 4],
        angular_momentum: [f64; 3],
    ) -> [f64; 3];

    /// Returns this inertia in `f64`, and `None` for a point. In the plane, the result has three
    /// equal moments.
    #[must_use]
    fn wide_inertia(inertia: &Self::Inertia) -> Option<Inertia<f64>>;

    /// Returns the components of an axial quantity; in the plane the last two are zero.
    #[must_use]
    fn axial_numbers(axial: &Self::Axial) -> [Self; 3];

    /// Returns the axial quantity with these components; in the plane only the first component is
    /// used.
    #[must_use]
    fn axial_from(numbers: [Self; 3]) -> Self::Axial;

    /// Returns the components of an orientation: in the plane the angle and three zeros, in space
    /// the quaternion `i, j, k, w`.
    #[must_use]
    fn orientation_numbers(orientation: &Self::Orientation) -> [Self; 4];

    /// Returns the orientation with these components; in space it is normalised.
    #[must_use]
    fn orientation_from(numbers: [Self; 4]) -> Self::Orientation;

    /// Returns the rates of change of the components of an orientation at this angular velocity:
    /// `θ' = ω` in the plane; `q' = ½ ω q` in space, where the length of q need not be 1.
    #[must_use]
    fn orientation_slope(numbers: &[Self; 4], angular_velocity: &Self::Axial) -> [Self; 4];

    /// Returns the length of an orientation, which should be 1; it is not finite if a component is
    /// not finite.
    #[must_use]
    fn orientation_length(orientation: &Self::Orientation) -> Self;

    /// Returns the rotation vector \[rad\] from one orientation to another, in the world frame: in
    /// the plane the difference of the angles, in space the shortest rotation.
    #[must_use]
    fn turn_between(from: &Self::Orientation, to: &Self::Orientation) -> Self::Axial;

    /// Returns the orientation after a further rotation by an angle \[rad\]: in the plane the sum
    /// of the angles, in space a rotation about the third axis of the world.
    #[must_use]
    fn turned_by(orientation: &Self::Orientation, angle: Self) -> Self::Orientation;

    /// Returns the rotor of a body with this inertia.
    #[must_use]
    fn rotor(inertia: &Self::Inertia) -> Self::Rotor;

    /// Returns the orientation after a free rotation for `dt` \[s\] with this angular momentum.
    #[must_use]
    fn coast(
        rotor: &Self::Rotor,
        orientation: &Self::Orientation,
        angular_momentum: &Self::Axial,
        dt: Self,
    ) -> Self::Orientation;
}

/// Returns the axial quantity, with negligible components set to zero; see [`flushed`].
pub fn flushed_axial<T: Real<D>, const D: usize>(axial: T::Axial) -> T::Axial {
    T::axial_from(T::axial_numbers(&axial).map(flushed))
}

/// Whether the length of a quaternion differs from 1 by less than 1e-4; in the plane, whether the
/// angle is finite.
pub fn is_valid_orientation<T: Real<D>, const D: usize>(orientation: &T::Orientation) -> bool {
    let off = (T::orientation_length(orientation) - T::one()).abs();
    off.is_finite() && off < from_f64(1e-4)
}

/// Rejects an orientation whose length is not 1; the error contains the length.
pub fn unless_orientation<T: Real<D>, const D: usize>(
    parameter: &'static str,
    orientation: &T::Orientation,
) -> Result<(), ParameterError<T>> {
    let value = T::orientation_length(orientation);
    if is_valid_orientation::<T, D>(orientation) {
        return Ok(());
    }
    Err(ParameterError {
        parameter,
        value,
        requirement: "1, of a finite angle or a unit quaternion",
    })
}
