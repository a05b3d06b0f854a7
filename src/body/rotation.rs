//! Orientation and angular momentum of a rigid body.

use nalgebra::{RealField, SVector, Vector3};

use super::{Body, BodyError};
use crate::space::{Real, is_valid_orientation};

impl<T: Real<D>, const D: usize> Body<T, D> {
    /// Returns the orientation in the world frame. In the plane it is the angle \[rad\], positive
    /// for counter-clockwise, including full rotations; in space it is the unit quaternion that
    /// converts vectors from the body's frame to the world frame.
    #[must_use]
    pub fn orientation(&self) -> T::Orientation {
        self.orientation
    }

    /// Returns the angular velocity \[rad/s\], world frame; zero for a point.
    #[must_use]
    pub fn angular_velocity(&self) -> T::Axial {
        T::angular_velocity(
            &self.inertia,
            &self.orientation,
            &self.spin_angular_momentum,
        )
    }

    /// Returns the angular momentum about the centre of mass, `I ω` \[kg m²/s\], world frame; zero for a point.
    #[must_use]
    pub fn spin_angular_momentum(&self) -> T::Axial {
        if self.is_point() {
            return T::no_turn();
        }
        self.spin_angular_momentum
    }

    /// Returns the inertia about the centre of mass, in the body's frame.
    #[must_use]
    pub fn inertia(&self) -> T::Inertia {
        self.inertia
    }

    /// Whether this is a point: it has no inertia and cannot rotate.
    #[must_use]
    pub fn is_point(&self) -> bool {
        T::is_point(&self.inertia)
    }

    /// Sets the orientation; the body keeps its angular velocity.
    pub fn set_orientation(&mut self, orientation: T::Orientation) {
        let angular_velocity = self.written_angular_velocity();
        self.orientation = orientation;
        self.set_angular_velocity(angular_velocity);
    }

    /// Sets the inertia, as when a body burns fuel; the body keeps its angular velocity.
    ///
    /// If a body changes its shape by internal forces, its
    /// [spin angular momentum](Self::spin_angular_momentum) is constant instead: for such a body,
    /// set the new angular velocity afterwards.
    pub fn set_inertia(&mut self, inertia: T::Inertia) {
        let angular_velocity = self.written_angular_velocity();
        self.inertia = inertia;
        self.set_angular_velocity(angular_velocity);
    }

    /// Returns the body with this orientation, in the plane an angle \[rad\]. The body keeps its angular velocity.
    #[must_use]
    pub fn turned(mut self, orientation: T::Orientation) -> Self {
        self.set_orientation(orientation);
        self
    }

    /// Converts a vector from the body's frame to the world frame, such as a direction, or an arm
    /// from the centre of mass.
    #[must_use]
    pub fn to_world(&self, vector: impl Into<SVector<T, D>>) -> SVector<T, D> {
        T::rotate(&self.orientation, &vector.into())
    }

    /// Converts a vector from the world frame to the body's frame.
    #[must_use]
    pub fn to_body(&self, vector: impl Into<SVector<T, D>>) -> SVector<T, D> {
        T::unrotate(&self.orientation, &vector.into())
    }

    /// Returns the velocity `v + ω × r` \[m/s\] of a point of the body. The arm r from the centre
    /// of mass to the point \[m\], and the velocity, are in the world frame.
    #[must_use]
    pub fn velocity_at(&self, arm: &SVector<T, D>) -> SVector<T, D> {
        self.velocity + T::sweep(&self.angular_velocity(), arm)
    }

    /// Returns a point of the body as a point body with the mass of the body, and the arm from the
    /// centre of mass to it in the world frame \[m\]. `point` is the arm in the body's frame \[m\].
    pub(crate) fn mounting(&self, point: &SVector<T, D>) -> (Self, SVector<T, D>) {
        let arm = self.to_world(*point);
        let mounting = Self {
            position: self.position + arm,
            velocity: self.velocity_at(&arm),
            ..Self::point(self.mass)
        };
        (mounting, arm)
    }

    /// Applies an impulse J \[N·s\] at a point \[m\], both in the world frame: `v' = v + J/m`,
    /// `L' = L + r × J`, with r from the centre of mass to the point. A point body has no L; v and
    /// L of a [fixed](Self::fixed) body do not change.
    pub fn apply_impulse_at(&mut self, impulse: &SVector<T, D>, point: &SVector<T, D>) {
        self.velocity += impulse / self.mass;
        self.add_angular_momentum(T::cross(&(point - self.position), impulse));
    }

    /// Adds an angular impulse \[N·m·s\]; a point and a fixed body ignore it.
    #[inline]
    fn add_angular_momentum(&mut self, change: T::Axial) {
        if !(self.is_point() || self.is_fixed()) {
            self.spin_angular_momentum += change;
        }
    }

    /// Sets the angular momentum; a point ignores it.
    #[inline]
    pub(crate) fn set_angular_momentum(&mut self, angular_momentum: T::Axial) {
        if !self.is_point() {
            self.spin_angular_momentum = angular_momentum;
        }
    }

    /// Replaces orientation and angular momentum of a rigid body by functions of both.
    #[inline]
    pub(crate) fn update_rotation(
        &mut self,
        update: impl FnOnce(&T::Orientation, &T::Axial) -> (T::Orientation, T::Axial),
    ) {
        (self.orientation, self.spin_angular_momentum) =
            update(&self.orientation, &self.spin_angular_momentum);
    }

    #[inline]
    pub(crate) fn set_rotation(&mut self, orientation: T::Orientation, angular_momentum: T::Axial) {
        self.orientation = orientation;
        self.spin_angular_momentum = angular_momentum;
    }

    /// Returns the angular velocity that was last written, even for a point.
    fn written_angular_velocity(&self) -> T::Axial {
        if self.is_point() {
            return self.spin_angular_momentum;
        }
        self.angular_velocity()
    }

    /// Sets the angular velocity \[rad/s\]: in the plane a number, positive for counter-clockwise, in
    /// space a vector in the world frame. A world rejects a point with an angular velocity.
    ///
    /// ```
    /// use kinstep::{Body2, Body3, Inertia};
    ///
    /// let mut disc = Body2::solid(1.0, 0.5);
    /// disc.set_angular_velocity(3.0);
    /// let mut book = Body3::solid(1.2, Inertia::cuboid(1.2, [0.03, 0.15, 0.22]));
    /// book.set_angular_velocity([0.0, 6.0, 0.0].into());
    /// assert_eq!((disc.angular_velocity(), book.angular_velocity().y), (3.0, 6.0));
    /// ```
    pub fn set_angular_velocity(&mut self, angular_velocity: T::Axial) {
        // a point stores it too, so that a world can reject the point
        self.spin_angular_momentum = if self.is_point() {
            angular_velocity
        } else {
            T::angular_momentum(&self.inertia, &self.orientation, &angular_velocity)
        };
    }

    /// Whether orientation and angular momentum are finite.
    pub(crate) fn has_finite_rotation(&self) -> bool {
        let angular_momentum = T::axial_numbers(&self.spin_angular_momentum);
        let orientation = T::orientation_numbers(&self.orientation);
        // 0 · x is NaN if x is infinite or NaN, else 0
        let zero = T::zero();
        (angular_momentum.iter().chain(&orientation)).fold(zero, |sum, number| sum + *number * zero)
            == zero
    }

    /// Whether a body can have this inertia.
    pub(crate) fn has_inertia(&self) -> bool {
        T::check_inertia(&self.inertia).is_ok()
    }

    /// Whether the orientation is valid.
    pub(crate) fn has_orientation(&self) -> bool {
        // most points are upright, for which the length of the quaternion need not be computed
        self.orientation == T::upright() || is_valid_orientation::<T, D>(&self.orientation)
    }

    /// Whether inertia and orientation are valid. A point is valid if no angular velocity was
    /// written.
    pub(crate) fn has_valid_rotation(&self) -> bool {
        let has_inertia = if self.is_point() {
            self.spin_angular_momentum == T::no_turn()
        } else {
            self.has_inertia()
        };
        has_inertia && self.has_orientation()
    }

    /// Returns an error if a world must reject the rotation of this body.
    pub(super) fn check_rotation(&self) -> Result<(), BodyError<T>> {
        T::check_inertia(&self.inertia)?;
        if !is_valid_orientation::<T, D>(&self.orientation) {
            let length = T::orientation_length(&self.orientation);
            return Err(BodyError::Orientation { length });
        }
        let angular_momentum = T::axial_numbers(&self.spin_angular_momentum);
        if let Some(axis) = angular_momentum
            .iter()
            .position(|number| !number.is_finite())
        {
            return Err(BodyError::AngularVelocity { axis });
        }
        if !self.has_valid_rotation() {
            let speed =
                T::axial_dot(&self.spin_angular_momentum, &self.spin_angular_momentum).sqrt();
            return Err(BodyError::PointSpins { speed });
        }
        Ok(())
    }
}

impl<T: RealField + Copy> Body<T, 2> {
    /// Returns the body with this angular velocity \[rad/s\], positive for counter-clockwise.
    #[must_use]
    pub fn spinning(mut self, angular_velocity: T) -> Self {
        self.set_angular_velocity(angular_velocity);
        self
    }
}

impl<T: RealField + Copy> Body<T, 3> {
    /// Returns the body with this angular velocity \[rad/s\], world frame.
    #[must_use]
    pub fn spinning(mut self, angular_velocity: impl Into<Vector3<T>>) -> Self {
        self.set_angular_velocity(angular_velocity.into());
        self
    }
}
