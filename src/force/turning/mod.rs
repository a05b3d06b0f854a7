//! Forces that rotate bodies.

mod angular_drag;
mod constant_torque;
mod mounted;
mod thruster;
mod torque;
mod torsion_spring;

pub use angular_drag::AngularDrag;
pub use constant_torque::ConstantTorque;
pub use mounted::Mounted;
pub use thruster::Thruster;
pub use torque::Torque;
pub use torsion_spring::TorsionSpring;

use crate::body::Body;
use crate::space::Real;

/// Returns `of / I`, for a coefficient `of` of a torque in the plane and the moment of inertia I of
/// the body; zero for a point.
pub(super) fn per_inertia<T: Real<D>, const D: usize>(body: &Body<T, D>, of: T) -> T {
    let axial = T::axial_from([of, T::zero(), T::zero()]);
    let [share, ..] = T::axial_numbers(&T::angular_velocity(
        &body.inertia(),
        &body.orientation(),
        &axial,
    ));
    share
}
