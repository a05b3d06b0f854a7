//! A heavy asymmetric top.

use super::FRAME;
use super::spinner::book;
use super::top_findings as findings;
use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::drift::verdicts::{self, Verdict};
use crate::drift::watch::Watch;
use crate::fit::{Noise, Order};
use crate::section::Section;
use anyhow::Result;
use indicatif::ProgressBar;
use kinstep::nalgebra::{UnitQuaternion, Vector3};
use kinstep::{Body3, Effect, Force, Scheme, World3};

/// How long the top turns for the orders \[s\], and the numbers of steps that are tried.
const TIME: f64 = 0.5;
const FEWEST: u32 = 4;
const DOUBLINGS: u32 = 11;
/// Steps of the reference.
const REFERENCE: u32 = 1 << 15;
/// Steps of the long run, of 1/60 s.
const STEPS: u64 = 100_000;
/// Orientation errors are measured by a radian \[degrees\].
const RADIAN: f64 = 57.3;

/// The weight of a body on a pivot at the origin, which holds it.
#[derive(Debug, Clone, Copy)]
struct Weight {
    /// Centre of mass \[m\], in the body's frame.
    center: Vector3<f64>,
    /// \[N\], world frame.
    weight: Vector3<f64>,
}

impl Force<f64, 3> for Weight {
    fn acceleration(&self, _body: &Body3, _time: f64) -> Vector3<f64> {
        Vector3::zeros()
    }

    fn effect(&self, _body: &Body3, _time: f64, _dt: f64) -> Effect<f64, 3> {
        Effect::Torque {
            depends_on_velocity: false,
        }
    }

    fn torque(&self, body: &Body3, _time: f64) -> Option<Vector3<f64>> {
        Some(body.to_world(self.center).cross(&self.weight))
    }

    fn potential_energy(&self, body: &Body3, _time: f64) -> Option<f64> {
        Some(-self.weight.dot(&body.to_world(self.center)))
    }
}

/// What a scheme makes of the top.
pub(super) struct Curve {
    pub(super) scheme: Scheme,
    /// Steps in a second, and error after half of one \[degrees\].
    pub(super) errors: Vec<(u32, f64)>,
    pub(super) order: Order,
    /// The energy over the long run.
    pub(super) watch: Watch,
}

pub(super) fn run(section: &mut Section, progress: &ProgressBar) -> Result<()> {
    let reference = end(Scheme::FlowKick4, REFERENCE)?;
    let uncertainty = reference.angle_to(&end(Scheme::FlowKick4, REFERENCE / 2)?);
    let noise = Noise {
        uncertainty: uncertainty.to_degrees(),
        rounding: (4.0 * f64::EPSILON).to_degrees(),
    };
    let mut curves = Vec::new();
    for scheme in Scheme::ALL {
        curves.push(measure(scheme, &reference, noise)?);
        if curves.len() % 2 == 0 {
            progress.inc(1);
        }
    }
    section.draw("top", orders(&curves), findings::orders(&curves));
    let of_schemes: Vec<Verdict> = (curves.iter())
        .map(|curve| (curve.scheme, &curve.watch))
        .collect();
    section.draw(
        "top-energy",
        energies(&curves),
        verdicts::of_energy(&of_schemes),
    );
    section.headline(
        "order and energy of a heavy top",
        findings::headline(&curves),
    );
    section.losses.extend(findings::losses(&curves));
    let when = "in 100,000 steps of 1/60 s";
    let losses = verdicts::losses(&of_schemes, "a heavy top", when);
    section.losses.extend(losses);
    Ok(())
}

fn top(scheme: Scheme) -> Result<World3> {
    let mut world = World3::new();
    world.set_scheme(scheme);
    let tilt = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), 0.5);
    world.add_body(book().turned(tilt))?;
    world.add_force(Weight {
        center: Vector3::new(0.004, 0.008, 0.02),
        weight: Vector3::new(0.0, 0.0, -1.2 * 9.81),
    })?;
    Ok(world)
}

/// How the top lies after half a second.
fn end(scheme: Scheme, steps: u32) -> Result<UnitQuaternion<f64>> {
    let mut world = top(scheme)?;
    for _ in 0..steps {
        world.step(TIME / f64::from(steps))?;
    }
    Ok(world.body_slice()[0].orientation())
}

fn measure(scheme: Scheme, reference: &UnitQuaternion<f64>, noise: Noise) -> Result<Curve> {
    let error = |doubling| {
        let steps = FEWEST << doubling;
        // in half a second
        Ok((
            2 * steps,
            reference.angle_to(&end(scheme, steps)?).to_degrees(),
        ))
    };
    let errors: Result<Vec<(u32, f64)>> = (0..=DOUBLINGS).map(error).collect();
    let errors = errors?;
    let order = Order::of(&errors, RADIAN, noise);
    let watch = Watch::over(&mut top(scheme)?, FRAME, STEPS, |_| {});
    Ok(Curve {
        scheme,
        errors,
        order,
        watch: watch?,
    })
}

fn orders(curves: &[Curve]) -> Chart {
    Chart::new(
        "a heavy asymmetric top after 0.5 s",
        Axis::logarithmic("steps in a second"),
        Axis::logarithmic("orientation error [degrees]").within(1e-12, 180.0),
    )
    .with(curves.iter().map(|curve| {
        let points = (curve.errors.iter()).map(|&(steps, off)| (f64::from(steps), off));
        Series::of(curve.scheme, points).with_note(format!("({})", curve.order))
    }))
}

fn energies(curves: &[Curve]) -> Chart {
    Chart::new(
        "the same top at 60 Hz for 28 minutes",
        Axis::logarithmic("time [s]"),
        Axis::logarithmic("energy error, relative").within(1e-9, 1e3),
    )
    .with((curves.iter()).map(|curve| curve.watch.series(curve.scheme)))
}
