//! All who are compared.

mod arrays;
mod box2d;
mod memory;
mod rapier;
mod structs;
mod swarm;
mod world;

use kinstep::Float;
use kinstep::ballistics::EngineStep;
use kinstep::nalgebra::SVector;

use crate::contender::{Entry, Force, Rule, State, Who};
use crate::scene::{DRAG_RATE, DT, GRAVITY};

/// Everyone, those with the same state together.
pub(crate) const ALL: [Entry; 26] = [
    entry(
        Who::Memory,
        State::F32_3D,
        Rule::None,
        memory::build::<f32, 3>,
    ),
    entry(
        Who::Swarm,
        State::F32_3D,
        Rule::Exact,
        swarm::build::<f32, 3>,
    ),
    entry(
        Who::SwarmAtRest,
        State::F32_3D,
        Rule::None,
        swarm::at_rest::<f32, 3>,
    ),
    entry(
        Who::SwarmFar,
        State::F32_3D,
        Rule::Exact,
        swarm::far::<f32, 3>,
    ),
    entry(Who::Arrays, State::F32_3D, EULER, arrays::build),
    entry(Who::WideArrays, State::F32_3D, EULER, arrays::wide),
    entry(Who::Glam, State::F32_3D, EULER, structs::glam),
    entry(
        Who::Nalgebra,
        State::F32_3D,
        EULER,
        structs::nalgebra::<f32>,
    ),
    entry(
        Who::Rapier,
        State::F32_3D,
        Rule::Steps(|| engine(EngineStep::rapier(DT))),
        rapier::build,
    ),
    entry(
        Who::RapierOnce,
        State::F32_3D,
        Rule::Steps(|| engine(EngineStep::rapier(DT).substeps(1))),
        rapier::once,
    ),
    entry(
        Who::Memory,
        State::F32_2D,
        Rule::None,
        memory::build::<f32, 2>,
    ),
    entry(
        Who::Swarm,
        State::F32_2D,
        Rule::Exact,
        swarm::build::<f32, 2>,
    ),
    entry(
        Who::Box2d,
        State::F32_2D,
        Rule::Steps(|| engine(EngineStep::box2d(DT))),
        box2d::build,
    ),
    entry(
        Who::Box2dOnce,
        State::F32_2D,
        Rule::Steps(|| engine(EngineStep::box2d(DT).substeps(1))),
        box2d::once,
    ),
    entry(
        Who::Memory,
        State::F64_3D,
        Rule::None,
        memory::build::<f64, 3>,
    ),
    entry(
        Who::Swarm,
        State::F64_3D,
        Rule::Exact,
        swarm::build::<f64, 3>,
    ),
    entry(
        Who::SwarmAtRest,
        State::F64_3D,
        Rule::None,
        swarm::at_rest::<f64, 3>,
    ),
    entry(Who::World, State::F64_3D, Rule::Exact, world::build),
    entry(
        Who::WorldWithClosure,
        State::F64_3D,
        Rule::With(CLOSURE, SCHEME),
        world::with_closure,
    ),
    entry(
        Who::WorldWithField,
        State::F64_3D,
        Rule::With(FIELD, SCHEME),
        world::with_field,
    ),
    entry(
        Who::Nalgebra,
        State::F64_3D,
        EULER,
        structs::nalgebra::<f64>,
    ),
    entry(
        Who::ClosureOnce,
        State::F64_3D,
        Rule::With(CLOSURE, FIRST_ORDER),
        structs::with_closure_once,
    ),
    entry(
        Who::ClosureTwice,
        State::F64_3D,
        Rule::With(CLOSURE, FIRST_ORDER),
        structs::with_closure_twice,
    ),
    entry(
        Who::Field,
        State::F64_3D,
        Rule::With(FIELD, FIRST_ORDER),
        structs::with_field,
    ),
    entry(
        Who::Memory,
        State::F64_2D,
        Rule::None,
        memory::build::<f64, 2>,
    ),
    entry(
        Who::Swarm,
        State::F64_2D,
        Rule::Exact,
        swarm::build::<f64, 2>,
    ),
];

/// What loops by hand do: `v += (g - γ v) h`, `x += v h`.
const EULER: Rule = Rule::Steps(|| engine(EngineStep::symplectic_euler(DT)));

/// The force of the closure, and of the field \[N\].
const CLOSURE: Force = |_, v| world::quadratic_drag(v);
const FIELD: Force = |x, _| world::well(x);

/// By how much the world's scheme may miss a force that is no linear law \[m\]; measured: 4e-5.
const SCHEME: f64 = 2e-4;
/// By how much symplectic Euler may miss it \[m\]; measured: 0.80.
const FIRST_ORDER: f64 = 1.0;

const fn entry(
    who: Who,
    state: State,
    rule: Rule,
    build: fn(usize) -> crate::contender::Built,
) -> Entry {
    Entry {
        who,
        state,
        rule,
        build,
    }
}

/// The step of an engine in the scene.
fn engine(step: EngineStep<f64, 3>) -> EngineStep<f64, 3> {
    step.damping(DRAG_RATE).gravity(GRAVITY)
}

/// The numbers of a vector.
fn numbers<T: Float, const D: usize>(vector: &SVector<T, D>) -> Vec<f64> {
    vector
        .iter()
        .map(|x| x.to_subset().unwrap_or(f64::NAN))
        .collect()
}
