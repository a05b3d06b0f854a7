//! Forces behind a pointer, and how to recover their type.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::any::Any;

use nalgebra::SVector;

use super::{Effect, Force, ParameterError, SceneForce};
use crate::body::Body;
use crate::increment::Increment;
use crate::space::Real;

impl<T: Real<D>, const D: usize> dyn Force<T, D> {
    /// Returns the force as the type `F`, if it was added as that type. Also looks inside `Box`,
    /// [`Arc`] and [`BuiltInForce`](crate::BuiltInForce).
    ///
    /// ```
    /// use kinstep::{BuiltInForce, Force, Spring, UniformGravity, World2};
    ///
    /// let mut world = World2::new();
    /// let spring = world.add_force(BuiltInForce::from(Spring::stiffness(3.0)))?;
    /// let found = world.force(spring).and_then(|force| force.downcast_ref::<Spring<f64, 2>>());
    /// assert_eq!(found.map(|spring| spring.stiffness), Some(3.0));
    /// assert!(!world.force(spring).unwrap().is::<UniformGravity<f64, 2>>());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn downcast_ref<F: Force<T, D>>(&self) -> Option<&F> {
        let any: &dyn Any = self;
        match any.downcast_ref() {
            Some(force) => Some(force),
            None => self.inside()?.downcast_ref(),
        }
    }

    /// Whether the force has the type `F`, as for [`downcast_ref`](#method.downcast_ref).
    #[must_use]
    pub fn is<F: Force<T, D>>(&self) -> bool {
        self.downcast_ref::<F>().is_some()
    }
}

/// Prints the name of the force's type, and its parameters if it is a force of the crate.
impl<T: Real<D>, const D: usize> core::fmt::Debug for dyn Force<T, D> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.in_scene() {
            Some(SceneForce::AtCentre(force)) => force.fmt_inside(formatter),
            Some(SceneForce::AtPoint(force)) => force.fmt(formatter),
            None => formatter.write_str(self.name()),
        }
    }
}

/// Returns the last part of the path of a type, without its parameters.
pub(super) fn short_name(path: &'static str) -> &'static str {
    if path.ends_with("{{closure}}") {
        return "closure";
    }
    let path = path.split('<').next().unwrap_or(path);
    path.rsplit("::").next().unwrap_or(path)
}

/// Forwards every method of a force to the inner force, which the method `$inside` returns. For a
/// force that has switches of its own, [`next_change`](Force::next_change) is not forwarded.
macro_rules! forward_to {
    ($inside:ident) => {
        forward_to!($inside, with switches of its own);

        fn next_change(&self, from: T, to: T) -> Option<T> {
            self.$inside().next_change(from, to)
        }
    };
    ($inside:ident, with switches of its own) => {
        fn acceleration(&self, body: &Body<T, D>, time: T) -> SVector<T, D> {
            self.$inside().acceleration(body, time)
        }

        fn accelerate(&self, bodies: &[Body<T, D>], time: T, accelerations: &mut [SVector<T, D>]) {
            self.$inside().accelerate(bodies, time, accelerations);
        }

        fn acts_between_bodies(&self) -> bool {
            self.$inside().acts_between_bodies()
        }

        fn effect(&self, body: &Body<T, D>, time: T, dt: T) -> Effect<T, D> {
            self.$inside().effect(body, time, dt)
        }

        fn torque(&self, body: &Body<T, D>, time: T) -> Option<T::Axial> {
            self.$inside().torque(body, time)
        }

        fn increment(&self, body: &Body<T, D>, time: T, dt: T) -> Increment<T, D> {
            self.$inside().increment(body, time, dt)
        }

        fn potential_energy(&self, body: &Body<T, D>, time: T) -> Option<T> {
            self.$inside().potential_energy(body, time)
        }

        fn potential_energy_between(&self, bodies: &[Body<T, D>], time: T) -> Option<T> {
            self.$inside().potential_energy_between(bodies, time)
        }

        fn in_scene(&self) -> Option<SceneForce<T, D>> {
            self.$inside().in_scene()
        }

        fn check(&self) -> Result<(), ParameterError<T>> {
            self.$inside().check()
        }

        fn check_on(&self, body: &Body<T, D>) -> Result<(), ParameterError<T>> {
            self.$inside().check_on(body)
        }

        fn name(&self) -> &'static str {
            self.$inside().name()
        }

        fn inside(&self) -> Option<&dyn Force<T, D>> {
            Some(self.$inside())
        }
    };
}

pub(super) use forward_to;

/// A boxed force acts as the inner force, to the bit.
impl<T: Real<D>, const D: usize> Force<T, D> for Box<dyn Force<T, D>> {
    forward_to!(as_ref);
}

/// A shared force acts as the inner force, to the bit.
impl<T: Real<D>, const D: usize> Force<T, D> for Arc<dyn Force<T, D>> {
    forward_to!(as_ref);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short() {
        for (path, name) in [
            ("kinstep::force::spring::Spring<f64, 2>", "Spring"),
            ("a::Mounted<a::b::Spring<f64, 2>, f64, 2>", "Mounted"),
            ("game::main::{{closure}}", "closure"),
            ("game::wind<f64>::{{closure}}", "closure"),
            ("Wind", "Wind"),
        ] {
            assert_eq!(short_name(path), name);
        }
    }
}
