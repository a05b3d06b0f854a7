//! Instances of [`World::step`] that are compiled with this crate: for `f64`, and with the feature
//! `f32` also for `f32`, in the plane and in space.
//!
//! The compiler compiles generic code in the crate that calls it, with the settings of that crate:
//! without optimisation while a game is being developed. But if a dependency already contains an
//! instance of an `#[inline(never)]` function, the compiler uses that instance. The functions here
//! are never called; they only create the instances.
//!
//! Other calls share these instances, too: `advance`, `step_until` and `compare_schemes` call
//! functions below `World::step` that are not inlined either. In November 2026 this cut the code of
//! a program that calls `advance` from 345,000 to 132,000 lines of LLVM, and its build to a quarter.

use crate::world::{StepError, World};

macro_rules! instances {
    ($($name:ident: $number:ty, $dimensions:literal;)*) => {$(
        pub fn $name(
            world: &mut World<$number, $dimensions>,
            dt: $number,
        ) -> Result<(), StepError<$number>> {
            world.step(dt)
        }
    )*};
}

instances! {
    step_f64_2: f64, 2;
    step_f64_3: f64, 3;
}

#[cfg(feature = "f32")]
instances! {
    step_f32_2: f32, 2;
    step_f32_3: f32, 3;
}
