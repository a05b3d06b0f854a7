//! Traits that programs require of types: to send them to other threads, to print and copy them,
//! and to return them as errors.

use std::error::Error;
use std::fmt::Debug;
use std::hash::Hash;

use kinstep::Until;
use kinstep::diagnostics::{Comparison, DiagnosticsError, Drift, DriftReport, Ledger, Reference};
use kinstep::flow::{Flow, Response};
use kinstep::orbit::{KeplerFlow, Orbit};
use kinstep::trajectory::{Event, Flight, FlightError, Landing, LawFlight};
use kinstep::{
    Body, BodyError, BodyId, BuiltInForce, FixedStep, Force, ForceError, ForceId, Increment,
    LinearLaw, Motion, NoSuch, ParameterError, RestoreError, Scene, SceneForce, Scheme, Snapshot,
    StepError, World,
};
use kinstep_flight::aim::{AimError, Arcs, Attempt, Hits, Launch, Order, Plan};
use kinstep_flight::{Ballistics, EngineFlight, EngineStep, QuadraticAir, QuadraticFlight};
use kinstep_swarm::{Landed, Swarm, SwarmError};

fn is_owned<V: Clone + Debug + Send + Sync + Unpin + 'static>() {}
fn is_plain<V: Copy + PartialEq + Debug + Send + Sync + Unpin + 'static>() {}
fn is_key<V: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static>() {}
/// An error that `?` converts to `Box<dyn Error + Send + Sync>`, and that tests can compare.
fn is_error<E: Error + PartialEq + Copy + Send + Sync + 'static>() {}
fn is_shared<F: ?Sized + Send + Sync>() {}

macro_rules! all {
    ($check:ident: $($checked:ty),* $(,)?) => { $($check::<$checked>();)* };
}

macro_rules! all_in {
    ($($d:literal),*) => { $(
        all!(is_owned: World<f64, $d>, World<f32, $d>, Swarm<f64, $d>, Swarm<f32, $d>, FixedStep<f64, $d>, Snapshot<f64, $d>);
        all!(is_owned: Scene<f64, $d>, Ledger<f64, $d>, Reference<f64, $d>, QuadraticFlight<$d>, Landed<f64, $d>);
        all!(is_owned: Comparison<f64>, Drift<f64>);
        all!(is_plain: Body<f64, $d>, Increment<f64, $d>, Motion<f64, $d>, LinearLaw<f64, $d>, Flow<f64, $d>, Until<f64, $d>);
        all!(is_plain: SceneForce<f64, $d>, BuiltInForce<f64, $d>, Ballistics<$d>, QuadraticAir<$d>, EngineStep<$d>);
        all!(is_plain: Flight<$d>, LawFlight<$d>, EngineFlight<$d>, Event<$d>, Landing<$d>, Hits<$d>);
        all!(is_plain: Launch<$d>, Arcs<$d>, Attempt<$d>, Order<$d>, Plan<$d>);
        all!(is_shared: dyn Force<f64, $d>);
    )* };
}

#[test]
fn types_have_the_usual_traits() {
    all_in!(2, 3);
    all!(is_key: BodyId, ForceId);
    all!(is_plain: Scheme, Response, DriftReport<f64>, Orbit<f64, 3>, KeplerFlow<f64, 3>);
}

#[test]
fn errors_are_errors() {
    all!(is_error: BodyError<f64>, ForceError<f64>, NoSuch, ParameterError<f64>, RestoreError<f64>);
    all!(is_error: StepError<f64>);
    all!(is_error: AimError, FlightError);
    all!(is_error: DiagnosticsError<f64>);
    all!(is_error: SwarmError<f64>);
}
