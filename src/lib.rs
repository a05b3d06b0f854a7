//! A rigid-body step that is exact wherever an exact solution is known.
//!
//! <div style="overflow-x: auto">
#![doc = include_str!("../docs/burns.svg")]
//! </div>
//!
//! The burns of one lander, stepped at 5, 20, 60 and 240 Hz by kinstep and by symplectic Euler. The
//! picture shows the last 20 m, and the speed of each touchdown.
//!
//! ```
//! use kinstep::{Body3, LinearDrag, Spring, UniformGravity, World3};
//!
//! let mut world = World3::new();
//! world.add_force(UniformGravity::new([0.0, -9.81, 0.0]))?; // m/s², on every body
//! world.add_force(LinearDrag::rate(0.2).in_wind([3.0, 0.0, 0.0]))?; // 1/s, m/s
//! let ball = world.add_body(Body3::point(0.145).at([0.0, 1.5, 0.0]).moving([30.0, 8.0, 0.0]))?;
//! world.add_force_on(ball, Spring::stiffness(0.5).anchored_at([0.0, 2.0, 0.0]))?; // N/m, m
//!
//! world.step(1.0 / 60.0)?; // seconds
//! assert!(world[ball].position.x > 0.49);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The idea
//!
//! A force does not return its value at an instant, but its effect during the whole step: an
//! [`Increment`] (Δv, Δx) relative to motion at constant velocity,
//!
//! ```text
//! v' = v + Σ Δv          x' = x + v dt + Σ Δx
//! ```
//!
//! One force with a known integral is then exact for any dt. Several forces together are not exact
//! if each is integrated as if it acted alone. So forces that are linear in position and velocity
//! are *added first*: each has a [`LinearLaw`], laws add, and one exact [`flow`] integrates the
//! sum. Gravity, drag, wind, springs, dampers, magnetic fields and rotating frames are exact
//! together, for any time step. Springs and dampers between up to 64 bodies are exact, too, and, in
//! the plane, torques and engines that rotate with their body. A force that is not linear acts as a
//! kick in the middle of the flow: second order, reversible, with bounded energy. The flow itself
//! may be more than linear: a free rigid body rotates exactly, a body about a point attractor
//! follows its Kepler orbit, and springs with a rest length conserve their energy at any stiffness.
//!
//! # I want to …
//!
//! | I want to | use |
//! |---|---|
//! | step bodies in the loop of a game | [`World::step`], or [`FixedStep`] for equal steps at any frame rate |
//! | describe a body | [`Body`]: plain data, with [`Inertia`] if the body rotates |
//! | add a force | [`World::add_force`], [`add_force_on`](World::add_force_on), [`add_link`](World::add_link); [`Force`] lists all forces, and shows how to write one |
//! | let bodies bounce, slide and rest | [`World::add_surface`]; [ground](guide::ground) |
//! | compute a motion to a tolerance | [`World::advance`], [`World::advance_checked`] |
//! | know where a body will be, without stepping | [`World::trajectory`]; without a world [`LinearLaw::launch`] |
//! | stop a step at an event | [`World::step_until`] |
//! | preview the motion in Unity, Rapier or another engine | [`kinstep-flight`](https://docs.rs/kinstep-flight) |
//! | throw so that it hits | [`kinstep-flight`](https://docs.rs/kinstep-flight) |
//! | move points by the million | [`kinstep-swarm`](https://docs.rs/kinstep-swarm) |
//! | move one body in a loop of my own | [`LinearLaw`] and its [`flow`]; [`rotation`]; [`orbit`] |
//! | use the forces in an integrator of my own | [`World::dynamics`] |
//! | measure energy and drift, or compare schemes | [`diagnostics`] |
//! | save a world, and continue with the same bits | [`Snapshot`], [`Scene`] |
//! | reproduce a textbook's scheme | [`Scheme`] |
//!
//! The modules [`flow`], [`orbit`], [`rotation`] and [`trajectory`] are those of `kinstep_flow`,
//! and their examples import that crate by name. In a program that depends on `kinstep` the same
//! paths begin with `kinstep`.
//!
//! # Pages
//!
//! | page | for |
//! |---|---|
//! | [choosing](guide::choosing) | tables that list types and schemes for tasks, forces and air |
//! | [a tour](guide::tour) | an example of every feature |
//! | [embedding in an hour](guide::embedding) | how to add kinstep to a game or an experiment, step by step |
//! | [ground](guide::ground) | surfaces in a world |
//! | [promises](guide::promises) | units, errors, features, versions, limits |
//! | [determinism](guide::determinism) | the same bits on every machine |
//! | [derivations] | the derivations, from the equations |
//!
//! The crate has these priorities, in this order: 1. right to rounding, and tested for this; 2.
//! easy to compare with the formulas of a textbook; 3. one way to do each thing; 4. fast.
#![cfg_attr(not(feature = "std"), no_std)]
// on docs.rs the documentation lists the feature that an item needs
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    warn(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]
// these lints apply to the library only, not to examples and tests
#![warn(
    clippy::doc_markdown,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::must_use_candidate
)]

extern crate alloc;

pub use nalgebra;

mod adaptive;
mod body;
#[doc(hidden)]
pub mod compiled;
pub mod contact;
pub mod derivations;
pub mod diagnostics;
mod events;
mod force;
pub mod guide;
mod movers;
mod plan;
mod step;
mod world;

use kinstep_adaptive as solver;
#[cfg(feature = "serde")]
use kinstep_flow::saved;
pub use kinstep_flow::{flow, orbit, rotation, trajectory};
use kinstep_flow::{increment, network, numbers, rods, search, space, thrust};

pub use adaptive::{Advanced, Tolerance};
pub use body::{Body, Body2, Body2f, Body3, Body3f, BodyError};
pub use diagnostics::Energy;
pub use events::Until;
pub use force::{
    AngularDrag, BuiltInForce, ConstantForce, ConstantTorque, CriticalSpring, DragStrength,
    DryFriction, Effect, FallDrag, Force, ForceField, FrictionStrength, LinearDrag, MagneticField,
    Magnus, Mounted, MutualGravity, PointGravity, QuadraticDrag, QuadraticFall, RotatingFrame,
    SceneForce, Spring, Switching, Thruster, Torque, TorsionSpring, UniformGravity,
};
pub use kinstep_flow::{Float, Increment, Inertia, LinearLaw, Motion, ParameterError, Real};
pub use plan::{IslandMotion, LinkSolution};
pub use step::Scheme;
pub use world::{
    BodyId, Collider, DenseOutput, Dynamics, FixedStep, ForceError, ForceId, Island, NoSuch,
    RestoreError, Scene, Snapshot, StepError, SurfaceId, World, World2, World2f, World3, World3f,
};
