//! A satellite that nothing disturbs.

use anyhow::Result;
use indicatif::ProgressBar;
use kinstep::nalgebra::Vector3;
use kinstep::orbit::Orbit;
use kinstep::{Body3, PointGravity, Scheme, World3};
use support::drawing::frame::Point;
use support::drawing::numbers::metres;

use super::{EARTH, PERIGEE, orbit};
use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::fit::largest;
use crate::section::Section;
use crate::words::{grouped, list};

/// How long the satellite flies, in periods.
const PERIODS: f64 = 100.0;
/// Numbers of steps: one for all periods, and so on up to 2048 for each.
const LONG: [u32; 7] = [1, 2, 5, 10, 25, 50, 100];
const FEWEST: u32 = 400;
const DOUBLINGS: u32 = 9;
/// Less than this is no difference.
const CLEARLY: f64 = 2.0;

/// Errors after all periods \[m\], by steps in a period.
struct Curve {
    scheme: Scheme,
    points: Vec<Point>,
}

pub(super) fn run(section: &mut Section, progress: &ProgressBar) -> Result<()> {
    for (name, eccentricity) in [("kepler", 0.1), ("kepler-long", 0.9)] {
        let mut curves = Vec::new();
        for scheme in Scheme::ALL {
            curves.push(curve(scheme, eccentricity)?);
            if curves.len() % 2 == 0 {
                progress.inc(1);
            }
        }
        let what = format!("e = {eccentricity}");
        section.draw(name, chart(&what, &curves), finding(&curves));
        section.headline(
            format!("satellite of {what} after 100 periods"),
            headline(&curves),
        );
        section.losses.extend(loss(&what, &curves));
    }
    Ok(())
}

fn curve(scheme: Scheme, eccentricity: f64) -> Result<Curve> {
    let (speed, period) = orbit(eccentricity);
    let time = PERIODS * period;
    let start = Body3::point(500.0)
        .at([PERIGEE, 0.0, 0.0])
        .moving([0.0, speed, 0.0]);
    let (right, _) = Orbit::new(EARTH, start.position, start.velocity)?.at(time);
    let error = |steps: u32| -> Result<Option<f64>> {
        let mut world = World3::new();
        world.set_scheme(scheme);
        world.add_force(PointGravity::new(EARTH))?;
        let satellite = world.add_body(start)?;
        for _ in 0..steps {
            // who is thrown too far, ends there
            if world.step(time / f64::from(steps)).is_err() {
                return Ok(None);
            }
        }
        let off: Vector3<f64> = world[satellite].position - right;
        Ok(Some(off.norm()))
    };
    // long steps mean something only to who follows the orbit
    let long = LONG.into_iter().filter(|_| follows(scheme));
    let short = (0..=DOUBLINGS).map(|doubling| FEWEST << doubling);
    let mut points = Vec::new();
    for steps in long.chain(short) {
        if let Some(error) = error(steps)? {
            points.push((f64::from(steps) / PERIODS, error));
        }
    }
    Ok(Curve { scheme, points })
}

fn chart(what: &str, curves: &[Curve]) -> Chart {
    Chart::new(
        format!("a satellite, perigee 7000 km, {what}, after 100 periods"),
        Axis::logarithmic("steps in a period"),
        Axis::logarithmic("error [m]").within(1e-9, 1e12),
    )
    .with((curves.iter()).map(|curve| Series::of(curve.scheme, curve.points.clone())))
}

fn of(curves: &[Curve], scheme: Scheme) -> Option<&Curve> {
    curves.iter().find(|curve| curve.scheme == scheme)
}

/// The error with so many steps in a period.
fn error(curve: &Curve, steps: f64) -> Option<f64> {
    let point = curve.points.iter().find(|point| point.0 == steps)?;
    Some(point.1)
}

fn worst(curve: &Curve) -> f64 {
    largest(curve.points.iter().map(|point| point.1))
}

/// The most steps in a period.
fn most() -> f64 {
    f64::from(FEWEST << DOUBLINGS) / PERIODS
}

fn finding(curves: &[Curve]) -> String {
    let exact = (curves.iter())
        .filter(|curve| worst(curve) < PERIGEE * 1e-6)
        .map(|curve| format!("{} ({})", curve.scheme, metres(worst(curve))));
    let others = [Scheme::SymplecticEuler, Scheme::VelocityVerlet, Scheme::Rk4];
    let others = others.into_iter().filter_map(|scheme| {
        Some(format!(
            "{scheme} {}",
            metres(error(of(curves, scheme)?, most())?)
        ))
    });
    let most = grouped(most());
    let turns = of(curves, Scheme::FlowKick).and_then(|curve| error(curve, 1.0));
    format!(
        "Steps may have any length, from {0} in a period to 100 periods, where these follow the orbit, with the largest error: {1}. \
         FlowKick in one step for each period is {2} off. With {0} steps in each period the others err by: {3}.",
        most,
        list(exact),
        metres(turns.unwrap_or(f64::NAN)),
        list(others)
    )
}

fn headline(curves: &[Curve]) -> String {
    let flow = of(curves, Scheme::FlowKick).map_or(f64::NAN, worst);
    let rk4 = of(curves, Scheme::Rk4).and_then(|curve| error(curve, most()));
    format!(
        "FlowKick {} off at any step; Rk4 {} in {} steps a period",
        metres(flow),
        metres(rk4.unwrap_or(f64::NAN)),
        grouped(most())
    )
}

/// Where many steps round FlowKick more than a textbook scheme errs.
fn loss(what: &str, curves: &[Curve]) -> Option<String> {
    let flow = error(of(curves, Scheme::FlowKick)?, most())?;
    let nearer = list(curves.iter().filter_map(|curve| {
        let error = error(curve, most())?;
        let is_nearer = !follows(curve.scheme) && flow > CLEARLY * error;
        is_nearer.then(|| format!("{} {}", curve.scheme, metres(error)))
    }));
    (!nearer.is_empty()).then(|| {
        format!(
            "A satellite of {what} in {} steps a period for 100 periods: the rounding of FlowKick comes to {}, the error of {nearer}.",
            grouped(most()),
            metres(flow),
        )
    })
}

/// Whether a scheme follows the orbit.
fn follows(scheme: Scheme) -> bool {
    matches!(
        scheme,
        Scheme::Kinematic
            | Scheme::FlowKick
            | Scheme::FlowKick4
            | Scheme::FlowKick6
            | Scheme::WeakKick
    )
}
