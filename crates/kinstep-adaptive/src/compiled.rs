//! Instances of the solver that this crate compiles, in the plane and in space. The functions here are never called: a crate that
//! calls an `#[inline(never)]` function uses the instance of a dependency, if there is one.

use super::{Columns, Equations, Failure, Part, Setup, Solver, Workspace};

struct Nothing;

impl Equations for Nothing {
    fn evaluate<const N: usize>(
        &mut self,
        _: Part,
        _: f64,
        _: [&[f64]; 3],
        _: &mut [f64],
        _: &mut [f64],
    ) {
    }
}

macro_rules! instances {
    ($($name:ident: $dimensions:literal;)*) => {$(
        pub fn $name(
            solver: &mut Solver<$dimensions>,
            work: &mut Workspace<$dimensions>,
            setup: &Setup<'_, $dimensions>,
            at: &mut Columns,
        ) -> Result<(), Failure> {
            solver.begin(setup, 0.0, at);
            solver.step(work, &mut Nothing, 1.0)?;
            solver.sample(work, &mut Nothing, 0.5, at);
            solver.shorten(work, &mut Nothing, 0.5)
        }
    )*};
}

instances! {
    solve_2: 2;
    solve_3: 3;
}
