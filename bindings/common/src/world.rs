//! Worlds of both dimensions and precisions behind one type.
//!
//! Each method is written once: [`on!`](crate::on) runs the same expression on the world inside. What needs a name for
//! its type is a generic function over [`Space`]. Methods about one topic are in the module of that
//! topic.

use kinstep::{Scheme, World};

use crate::failure::{Failure, Kind, OrFailure, Outcome};
use crate::space::{Number, Space, Three, given};

/// A world in the plane or in space, in `f64` or in `f32`.
#[derive(Debug, Clone)]
pub enum AnyWorld {
    /// In the plane, in `f64`.
    Plane(World<f64, 2>),
    /// In space, in `f64`.
    Space(World<f64, 3>),
    /// In the plane, in `f32`.
    #[cfg(feature = "single")]
    PlaneSingle(World<f32, 2>),
    /// In space, in `f32`.
    #[cfg(feature = "single")]
    SpaceSingle(World<f32, 3>),
}

/// Runs an expression on the world inside an [`AnyWorld`](crate::AnyWorld).
#[macro_export]
macro_rules! on {
    ($any:expr, $world:ident => $body:expr) => {
        match $any {
            $crate::AnyWorld::Plane($world) => $body,
            $crate::AnyWorld::Space($world) => $body,
            #[cfg(feature = "single")]
            $crate::AnyWorld::PlaneSingle($world) => $body,
            #[cfg(feature = "single")]
            $crate::AnyWorld::SpaceSingle($world) => $body,
        }
    };
}

impl AnyWorld {
    /// Returns an empty world of 2 or 3 dimensions, in `f32` if `single`.
    ///
    /// # Errors
    /// Fails for other dimensions, and for `single` without the feature.
    pub fn new(dimensions: u32, single: bool) -> Outcome<Self> {
        match (dimensions, single) {
            (2, false) => Ok(Self::Plane(World::new())),
            (3, false) => Ok(Self::Space(World::new())),
            #[cfg(feature = "single")]
            (2, true) => Ok(Self::PlaneSingle(World::new())),
            #[cfg(feature = "single")]
            (3, true) => Ok(Self::SpaceSingle(World::new())),
            #[cfg(not(feature = "single"))]
            (2 | 3, true) => Err(Failure::invalid(
                "this library has no worlds in single precision",
            )),
            _ => Err(Failure::invalid(format_args!(
                "a world has 2 or 3 dimensions, not {dimensions}"
            ))),
        }
    }

    /// Returns 2 or 3.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        fn of<T: kinstep::Real<D>, const D: usize>(_: &World<T, D>) -> usize {
            D
        }
        on!(self, world => of(world))
    }

    /// Whether the world computes in `f32`.
    #[must_use]
    pub fn is_single(&self) -> bool {
        !matches!(self, Self::Plane(_) | Self::Space(_))
    }

    /// Returns the simulated time \[s\].
    #[must_use]
    pub fn time(&self) -> f64 {
        on!(self, world => world.time().wide())
    }

    /// Returns the number of steps made.
    #[must_use]
    pub fn steps(&self) -> u64 {
        on!(self, world => world.steps())
    }

    /// Moves the world by `dt` \[s\]; a negative step runs backwards.
    ///
    /// # Errors
    /// Fails if the step cannot be made; the world is then as it was.
    pub fn step(&mut self, dt: f64) -> Outcome {
        on!(self, world => world.step(Number::of(dt)).or_failure(Kind::Step))
    }

    /// Returns how the world is stepped.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        on!(self, world => world.scheme())
    }

    /// Sets how the world is stepped from now on.
    pub fn set_scheme(&mut self, scheme: Scheme) {
        on!(self, world => world.set_scheme(scheme));
    }

    /// Returns the kinetic energy, and the potential energy of all forces that have one \[J\].
    #[must_use]
    pub fn energy(&self) -> [f64; 2] {
        on!(self, world => {
            let energy = world.energy();
            [energy.kinetic.wide(), energy.potential.wide()]
        })
    }

    /// Returns the momentum \[kg m/s\].
    #[must_use]
    pub fn momentum(&self) -> Three {
        on!(self, world => given(&world.momentum()))
    }

    /// Returns the angular momentum about the origin \[kg m²/s\].
    #[must_use]
    pub fn angular_momentum(&self) -> Three {
        fn of<T: Space<D>, const D: usize>(world: &World<T, D>) -> Three {
            T::given_axial(&world.angular_momentum())
        }
        on!(self, world => of(world))
    }

    /// Returns the centre of mass \[m\], or `None` without bodies of finite mass.
    #[must_use]
    pub fn center_of_mass(&self) -> Option<Three> {
        on!(self, world => world.center_of_mass().map(|center| given(&center)))
    }
}
