//! The command line.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use kinstep::diagnostics::Method;
use kinstep::{Real, Scheme};

use crate::model::Scene;

/// Runs a scene under every scheme and prints what each makes of it.
///
/// The table has a row for each scheme: how far the worst body ends from the exact or a converged
/// answer, how far the energy is off where the motion conserves it, and how long the run took.
#[derive(Debug, Parser)]
#[command(name = "scene", after_long_help = SCENE_FILES)]
pub(crate) struct Arguments {
    /// The scene, a RON file; examples/scenes has some
    pub(crate) file: PathBuf,

    /// Write the trajectories of all bodies under all schemes to this file
    ///
    /// Columns: scheme, time, body, x, y, z, vx, vy, vz, energy (no z and vz in the plane), in
    /// seconds, metres, metres per second and joules. The energy is that of the whole scene.
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,

    /// Write every this many steps; about 1000 rows for each body and scheme if left out
    #[arg(long, value_name = "STEPS", requires = "csv", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) every: Option<u64>,

    /// Draw the run under all schemes into this file, an SVG, and for dark pages into one beside it
    ///
    /// On the left the path of the body that moves the farthest, on the right how far the worst body is
    /// from the reference, in powers of ten. If the path goes to and fro along a line that turns, some swings are shown.
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,

    /// Write the start of the scene to this file as a `kinstep::Scene`, which is a scene file as well
    ///
    /// Names, burns and the run are no part of it.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,

    /// Run under this scheme only; can be repeated
    ///
    /// ExplicitEuler, SymplecticEuler, VelocityVerlet, Rk4, Kinematic, AverageAcceleration, FlowKick,
    /// FlowKick4, FlowKick6 or WeakKick.
    #[arg(long = "scheme", value_name = "NAME", value_parser = scheme)]
    schemes: Vec<Scheme>,

    /// Run to this tolerance, too, by World::advance; can be repeated
    ///
    /// Each step of the scene is then made of as many steps as the tolerance needs. Without --scheme it stands beside the
    /// schemes of the file.
    #[arg(long = "tolerance", value_name = "METRES", value_parser = metres)]
    tolerances: Vec<f64>,

    /// Length of a step, instead of that of the file
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    dt: Option<f64>,

    /// Length of the run, instead of that of the file
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    duration: Option<f64>,
}

impl Arguments {
    /// The step and the duration \[s\] of a scene that has none.
    pub(crate) fn run(&self) -> Result<(f64, f64)> {
        self.dt.zip(self.duration).with_context(|| {
            let file = self.file.display();
            format!(
                "{file} is a world as kinstep writes it: --dt and --duration are needed to run it"
            )
        })
    }

    /// Replaces what the command line gives.
    pub(crate) fn apply_to<const D: usize>(&self, scene: &mut Scene<D>)
    where
        f64: Real<D>,
    {
        scene.dt = self.dt.unwrap_or(scene.dt);
        scene.duration = self.duration.unwrap_or(scene.duration);
        if !self.schemes.is_empty() {
            scene.methods = self.schemes.iter().copied().map(Method::from).collect();
        }
        let tolerances = self.tolerances.iter().copied().map(Method::to);
        scene.methods.extend(tolerances);
    }
}

/// The scheme of this name, in any case.
fn scheme(text: &str) -> Result<Scheme, String> {
    (Scheme::ALL.into_iter())
        .find(|scheme| scheme.to_string().eq_ignore_ascii_case(text))
        .ok_or_else(|| {
            let names = Scheme::ALL.map(|scheme| scheme.to_string());
            format!("the schemes are {}", names.join(", "))
        })
}

/// A length of time that must pass.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(time) if time > 0.0 && f64::is_finite(time) => Ok(time),
        Ok(_) => Err("it must be positive and finite".to_owned()),
        Err(_) => Err("it must be a number of seconds".to_owned()),
    }
}

/// A tolerance.
fn metres(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(length) if length > 0.0 && f64::is_finite(length) => Ok(length),
        Ok(_) => Err("it must be positive and finite".to_owned()),
        Err(_) => Err("it must be a number of metres".to_owned()),
    }
}

/// The end of the long help.
pub(crate) const SCENE_FILES: &str = r#"Scene files:
  A scene is RON. Units are SI; vectors are written (x, y) or (x, y, z).

  (
      title: "what it shows", dimension: 2, dt: 0.01, duration: 10,
      bodies: [
          (name: "ball", mass: 1, position: (0, 2), velocity: (3, 0)),
          (name: "box", mass: 5),                                       // at rest at the origin
      ],
      forces: [
          (force: UniformGravity(acceleration: (0, -9.81))),            // on every body
          (on: "ball", force: Spring(stiffness: 4, damping: 0.1)),      // on one body
      ],
      links: [
          (between: ("ball", "box"), force: Spring(stiffness: 3, anchor: (0, 1))),
      ],
      burns: [
          (on: "ball", from: 1.5, until: 2.255, force: (0, 20)),        // steps are cut at both times
      ],
      schemes: [SymplecticEuler, FlowKick],                             // all if left out
      tolerances: [1e-6],                                               // World::advance beside them
  )

  Bodies, forces and targets are those of a kinstep::Scene. A body has a name, a mass, a position, a velocity, a radius,
  an inertia (I in the plane, (moments: (Ix, Iy, Iz)) in space), an orientation and a spin (I times the angular velocity).
  A force is any kinstep::BuiltInForce with its fields: PointGravity(strength: 4), LinearDrag(strength: Rate(0.2)),
  DryFriction(strength: Deceleration(2)), Thruster(force: (0, 9)), Rod(stiffness: 50, length: 2); or one at a point of the
  body: AtPoint(force: Spring(stiffness: 3), arm: (1, 0)); or Pendulum(weight: 9.81, length: 1). What has a neutral value may
  be left out: a damping, an anchor, a wind. In the plane a field, an omega and a spin are numbers, counter-clockwise.

  A force acts on: "a body", on: ["some", "bodies"], except: ["others"], or on every body. A link acts between two bodies, or
  at: ((1, 0), (0, 1)), a point of each; the anchor of a Spring is where it is slack: the position of the first seen from the
  second.

  A file that is a kinstep::Scene as the crate writes it runs too, with --dt and --duration. --save writes one."#;
