//! The forces that come with the crate, as plain data.

use nalgebra::SVector;

use super::wrapped::forward_to;
use super::{
    AngularDrag, ConstantForce, ConstantTorque, CriticalSpring, DryFriction, Effect, Force,
    LinearDrag, MagneticField, Magnus, Mounted, MutualGravity, ParameterError, PointGravity,
    QuadraticDrag, QuadraticFall, RotatingFrame, Spring, Thruster, TorsionSpring, UniformGravity,
};
use crate::body::Body;
use crate::increment::Increment;
use crate::space::Real;

/// Generates the enum of all forces in a list, its conversions, and the access to the inner force.
macro_rules! built_in {
    ($($(#[$doc:meta])* $name:ident($force:ty),)*) => {
        /// A force of the crate that is plain data and acts at the centre of mass. It cannot be
        /// [`ForceField`](crate::ForceField), [`Torque`](crate::Torque) or a closure, which contain
        /// code, nor [`Mounted`], which a [`SceneForce`] stores.
        ///
        /// A `BuiltInForce` acts as the inner force, to the bit.
        ///
        /// ```
        /// use kinstep::{BuiltInForce, Spring, UniformGravity, World2};
        ///
        /// // forces of a level, read from anywhere
        /// let forces: [BuiltInForce<f64, 2>; 2] =
        ///     [UniformGravity::new([0.0, -9.81]).into(), Spring::stiffness(3.0).into()];
        /// let mut world = World2::new();
        /// for force in forces {
        ///     world.add_force(force)?;
        /// }
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(bound = "T: crate::space::SavedReal<D>"))]
        #[non_exhaustive]
        pub enum BuiltInForce<T: Real<D>, const D: usize> {
            $($(#[$doc])* $name($force),)*
        }

        impl<T: Real<D>, const D: usize> BuiltInForce<T, D> {
            /// Returns the inner force.
            fn force_inside(&self) -> &dyn Force<T, D> {
                match self {
                    $(Self::$name(force) => force,)*
                }
            }

            /// Prints the inner force.
            pub(super) fn fmt_inside(
                &self,
                formatter: &mut core::fmt::Formatter<'_>,
            ) -> core::fmt::Result {
                match self {
                    $(Self::$name(force) => core::fmt::Debug::fmt(force, formatter),)*
                }
            }
        }

        $(
            impl<T: Real<D>, const D: usize> From<$force> for BuiltInForce<T, D> {
                fn from(force: $force) -> Self {
                    Self::$name(force)
                }
            }
        )*
    };
}

// add new forces at the end, because binary formats store the index in this list
built_in! {
    /// The same acceleration for every body.
    UniformGravity(UniformGravity<T, D>),
    /// A force that is the same everywhere, and constant or linear in time.
    ConstantForce(ConstantForce<T, D>),
    /// Drag proportional to the speed through the air.
    LinearDrag(LinearDrag<T, D>),
    /// Drag proportional to the square of the speed through the air.
    QuadraticDrag(QuadraticDrag<T, D>),
    /// Gravity and quadratic drag together, along a line.
    QuadraticFall(QuadraticFall<T, D>),
    /// A damped spring, with or without a rest length, or a rope.
    Spring(Spring<T, D>),
    /// Electric and magnetic fields.
    MagneticField(MagneticField<T, D>),
    /// Centrifugal and Coriolis forces.
    RotatingFrame(RotatingFrame<T, D>),
    /// Lift of a spinning ball.
    Magnus(Magnus<T, D>),
    /// Friction that does not depend on the speed.
    DryFriction(DryFriction<T, D>),
    /// Attraction by the inverse square of the distance.
    PointGravity(PointGravity<T, D>),
    /// A torque that does not change.
    ConstantTorque(ConstantTorque<T, D>),
    /// A spring for rotation.
    TorsionSpring(TorsionSpring<T, D>),
    /// Drag on rotation.
    AngularDrag(AngularDrag<T>),
    /// A constant force that rotates with the body.
    Thruster(Thruster<T, D>),
    /// A spring that is critically damped for a body of any mass.
    CriticalSpring(CriticalSpring<T, D>),
    /// Gravity between all bodies.
    MutualGravity(MutualGravity<T>),
}

impl<T: Real<D>, const D: usize> Force<T, D> for BuiltInForce<T, D> {
    forward_to!(force_inside);
}

/// A force as a [`Scene`](crate::Scene) stores it: a force of the crate, and the point of the body where it acts.
///
/// A `SceneForce` cannot contain closures, nor a mounted force that is mounted again. It acts as
/// the inner force, to the bit.
///
/// ```
/// use kinstep::{BuiltInForce, SceneForce, Spring, World2};
///
/// let mut world = World2::new();
/// world.add_force(Spring::stiffness(3.0))?;
/// let spring = BuiltInForce::from(Spring::stiffness(3.0));
/// assert_eq!(world.scene()?.forces(), [SceneForce::AtCentre(spring)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::space::SavedReal<D>"))]
#[non_exhaustive]
pub enum SceneForce<T: Real<D>, const D: usize> {
    /// A force at the centre of mass, or one with its own parameter for the point.
    AtCentre(BuiltInForce<T, D>),
    /// A force at a point of the body.
    AtPoint(Mounted<BuiltInForce<T, D>, T, D>),
}

impl<T: Real<D>, const D: usize> SceneForce<T, D> {
    /// Returns the inner force.
    fn force_inside(&self) -> &dyn Force<T, D> {
        match self {
            Self::AtCentre(force) => force,
            Self::AtPoint(force) => force,
        }
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for SceneForce<T, D> {
    forward_to!(force_inside);
}
