//! Instances of [`World::step`] that this crate compiles: for `f32` and `f64`, in the plane and in space.
//!
//! The compiler compiles generic code in the crate that calls it, with the settings of that crate: without optimisation while a
//! game is being developed. If a dependency contains an instance of an `#[inline(never)]` function, the compiler uses that
//! instance instead. The functions here are never called; they create the instances.

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
    // step_f32_2: f32, 2;
    // step_f32_3: f32, 3;
    step_f64_2: f64, 2;
    step_f64_3: f64, 3;
}
