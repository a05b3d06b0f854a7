//! How a rigid body lies and turns.

use nalgebra::{RealField, SVector, Vector3};

use super::{AddBodyError, Body};
use crate::space::{Real, lies_soundly};

impl<T: Real<D>, const D: usize> Body<T, D> {
    /// How the body lies in the world: in the plane its angle \[rad\], counter-clockwise and with whole
    /// turns counted; in space the unit quaternion that takes vectors from the body's frame to the
    /// world's.
    #[must_use]
    pub fn orientation(&self) -> T::Orientation {
        self.orientation
    }

    /// Angular velocity \[rad/s\], world frame; zero for a point.
    #[must_use]
    pub fn angular_velocity(&self) -> T::Axial {
        T::angular_velocity(&self.inertia, &self.orientation, &self.spin)
    }

    /// Angular momentum about the centre of mass, `I ω` \[kg m²/s\], world frame; zero for a point.
    #[must_use]
    pub fn spin(&self) -> T::Axial {
        if self.is_point() {
            return T::no_turn();
        }
        self.spin
    }

    /// Inertia about the centre of mass, in the body's frame.
    #[must_use]
    pub fn inertia(&self) -> T::Inertia {
        self.inertia
    }

    /// Whether this is a point, which nothing can turn.
    #[must_use]
    pub fn is_point(&self) -> bool {
        T::is_point(&self.inertia)
    }

    /// Lays the body differently; it keeps its angular velocity.
    pub fn set_orientation(&mut self, orientation: T::Orientation) {
        let angular_velocity = self.written_angular_velocity();
        self.orientation = orientation;
        self.write_angular_velocity(angular_velocity);
    }

    /// Gives the body another inertia, for one that burns fuel or folds its arms; it keeps its angular
    /// velocity. A body that changes its shape by its own forces keeps its [spin](Self::spin) instead:
    /// write the angular velocity that goes with that afterwards.
    pub fn set_inertia(&mut self, inertia: T::Inertia) {
        let angular_velocity = self.written_angular_velocity();
        self.inertia = inertia;
        self.write_angular_velocity(angular_velocity);
    }

    /// The same body lying like this: at an angle \[rad\] in the plane, with an orientation in space. It
    /// keeps its angular velocity.
    #[must_use]
    pub fn turned(mut self, orientation: T::Orientation) -> Self {
        self.set_orientation(orientation);
        self
    }

    /// A vector of the body's frame in the world's: a direction, or the arm from the centre of mass.
    #[must_use]
    pub fn to_world(&self, vector: impl Into<SVector<T, D>>) -> SVector<T, D> {
        T::rotate(&self.orientation, &vector.into())
    }

    /// A vector of the world's frame in the body's.
    #[must_use]
    pub fn to_body(&self, vector: impl Into<SVector<T, D>>) -> SVector<T, D> {
        T::unrotate(&self.orientation, &vector.into())
    }

    /// Velocity \[m/s\] of the point of the body that is at this arm \[m\] from its centre of mass, both
    /// in the world frame: `v + ω × r`.
    #[must_use]
    pub fn velocity_at(&self, arm: &SVector<T, D>) -> SVector<T, D> {
        self.velocity + T::sweep(&self.angular_velocity(), arm)
    }

    /// What an impulse \[N·s\] does that hits the body at this arm \[m\] from its centre of mass, both in
    /// the world frame: `v' = v + J/m`, `L' = L + r × J`. A point only takes the first.
    pub fn hit(&mut self, impulse: &SVector<T, D>, arm: &SVector<T, D>) {
        self.velocity += impulse / self.mass;
        self.add_spin(T::cross(arm, impulse));
    }

    /// Adds an angular impulse \[N·m·s\]; nothing turns a point.
    #[inline]
    pub(crate) fn add_spin(&mut self, change: T::Axial) {
        if !self.is_point() {
            self.spin += change;
        }
    }

    /// Gives the body this angular momentum; a point has none.
    #[inline]
    pub(crate) fn set_spin(&mut self, spin: T::Axial) {
        if !self.is_point() {
            self.spin = spin;
        }
    }

    /// Moves orientation and spin of a body that is no point.
    #[inline]
    pub(crate) fn update_rotation(
        &mut self,
        turned: impl FnOnce(&T::Orientation, &T::Axial) -> (T::Orientation, T::Axial),
    ) {
        (self.orientation, self.spin) = turned(&self.orientation, &self.spin);
    }

    /// Puts the body where it has come to lie, with the angular momentum it has there.
    #[inline]
    pub(crate) fn set_rotation(&mut self, orientation: T::Orientation, spin: T::Axial) {
        self.orientation = orientation;
        self.spin = spin;
    }

    /// The angular velocity as it was written, also for a point.
    fn written_angular_velocity(&self) -> T::Axial {
        if self.is_point() {
            return self.spin;
        }
        self.angular_velocity()
    }

    /// Turns the body at this angular velocity; what is asked of a point is kept, to be refused.
    fn write_angular_velocity(&mut self, angular_velocity: T::Axial) {
        self.spin = if self.is_point() {
            angular_velocity
        } else {
            T::spin(&self.inertia, &self.orientation, &angular_velocity)
        };
    }

    /// Whether orientation and spin are finite.
    pub(crate) fn has_finite_rotation(&self) -> bool {
        let spin = T::axial_numbers(&self.spin);
        let lies = T::orientation_numbers(&self.orientation);
        // zero times what is not finite is not a number
        let zero = T::zero();
        (spin.iter().chain(&lies)).fold(zero, |sum, number| sum + *number * zero) == zero
    }

    /// Whether the inertia is one that a body can have.
    pub(crate) fn has_inertia(&self) -> bool {
        T::check_inertia(&self.inertia).is_ok()
    }

    /// Whether the body can be turned: a point must not be asked to.
    pub(super) fn has_valid_rotation(&self) -> bool {
        if self.is_point() {
            return self.spin == T::no_turn();
        }
        self.has_inertia() && lies_soundly::<T, D>(&self.orientation)
    }

    /// Whether a world can let the body turn.
    pub(super) fn check_rotation(&self) -> Result<(), AddBodyError<T>> {
        T::check_inertia(&self.inertia)?;
        if !lies_soundly::<T, D>(&self.orientation) {
            let length = T::orientation_length(&self.orientation);
            return Err(AddBodyError::Orientation { length });
        }
        let spin = T::axial_numbers(&self.spin);
        if let Some(axis) = spin.iter().position(|number| !number.is_finite()) {
            return Err(AddBodyError::AngularVelocity { axis });
        }
        if !self.has_valid_rotation() {
            let speed = T::axial_dot(&self.spin, &self.spin).sqrt();
            return Err(AddBodyError::PointSpins { speed });
        }
        Ok(())
    }
}

impl<T: RealField + Copy> Body<T, 2> {
    /// The same body turning at this angular velocity \[rad/s\], counter-clockwise.
    #[must_use]
    pub fn spinning(mut self, angular_velocity: T) -> Self {
        self.set_angular_velocity(angular_velocity);
        self
    }

    /// Lets the body turn at this angular velocity \[rad/s\], counter-clockwise. A point cannot: the
    /// world refuses it.
    pub fn set_angular_velocity(&mut self, angular_velocity: T) {
        self.write_angular_velocity(angular_velocity);
    }
}

impl<T: RealField + Copy> Body<T, 3> {
    /// The same body turning at this angular velocity \[rad/s\], world frame.
    #[must_use]
    pub fn spinning(mut self, angular_velocity: impl Into<Vector3<T>>) -> Self {
        self.set_angular_velocity(angular_velocity);
        self
    }

    /// Lets the body turn at this angular velocity \[rad/s\], world frame. A point cannot: the world
    /// refuses it.
    pub fn set_angular_velocity(&mut self, angular_velocity: impl Into<Vector3<T>>) {
        self.write_angular_velocity(angular_velocity.into());
    }
}
