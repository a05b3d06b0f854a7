//! A satellite about an earth that bulges at its equator.

use super::disturbed_findings as findings;
use super::{EARTH, PERIGEE, orbit};
use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::drift::verdicts::{self, Verdict};
use crate::drift::watch::{Watch, worst_error};
use crate::section::{Section, Table};
use anyhow::Result;
use indicatif::ProgressBar;
use kinstep::nalgebra::Vector3;
use kinstep::{Body3, ForceField, PointGravity, Scheme, World3};

/// Radius of the earth at its equator \[m\], and its second zonal harmonic.
const RADIUS: f64 = 6.378_137e6;
const J2: f64 = 1.082_63e-3;
/// Mass of the satellite \[kg\], eccentricity of its orbit, and the slope of that to the equator.
const MASS: f64 = 500.0;
const ECCENTRICITY: f64 = 0.1;
const INCLINATION: f64 = 0.5;
/// For the band: how long, in periods, and steps in a period.
const PERIODS: u32 = 100;
const FEWEST: u32 = 4;
const DOUBLINGS: u32 = 8;
/// For the drift.
const LONG: u32 = 2000;
pub(super) const COMMON: u32 = 32;
/// Those that say something about orbits.
const SCHEMES: [Scheme; 6] = [
    Scheme::SymplecticEuler,
    Scheme::VelocityVerlet,
    Scheme::Rk4,
    Scheme::Kinematic,
    Scheme::FlowKick,
    Scheme::FlowKick4,
];

/// What a scheme makes of the orbit.
pub(super) struct Curve {
    pub(super) scheme: Scheme,
    /// Steps in a period, and the largest relative error of the energy in 100 periods.
    pub(super) band: Vec<(u32, f64)>,
    /// 2000 periods of 32 steps.
    pub(super) watch: Watch,
}

pub(super) fn run(section: &mut Section, progress: &ProgressBar) -> Result<()> {
    let mut curves = Vec::new();
    for scheme in SCHEMES {
        curves.push(measure(scheme)?);
        progress.inc(1);
    }
    section.draw("bulge", bands(&curves), findings::bands(&curves));
    let of_schemes: Vec<Verdict> = (curves.iter())
        .map(|curve| (curve.scheme, &curve.watch))
        .collect();
    let finding = verdicts::of_energy(&of_schemes);
    section.draw("bulge-drift", drifts(&curves), finding);
    section.tabulate(table(&curves));
    section.headline(
        "energy beside the bulge of the earth, 2000 periods",
        findings::headline(&curves),
    );
    section.losses.extend(findings::losses(&curves));
    Ok(())
}

/// A satellite beside the bulge, `U = m μ J₂ R² / r³ (3/2 z²/r² - 1/2)`, and its period \[s\].
fn world(scheme: Scheme) -> Result<(World3, f64)> {
    let mut world = World3::new();
    world.set_scheme(scheme);
    world.add_force(PointGravity::new(EARTH))?;
    let strength = MASS * EARTH * J2 * RADIUS * RADIUS;
    let bulge = ForceField::new(move |x: &Vector3<f64>, _| {
        let square = x.norm_squared();
        let axis = 5.0 * x.z * x.z / square;
        let shape = Vector3::new(x.x * (1.0 - axis), x.y * (1.0 - axis), x.z * (3.0 - axis));
        shape * (-1.5 * strength / (square * square * square.sqrt()))
    });
    world.add_force(bulge.with_potential(move |x: &Vector3<f64>, _| {
        let square = x.norm_squared();
        strength / (square * square.sqrt()) * (1.5 * x.z * x.z / square - 0.5)
    }))?;
    let (speed, period) = orbit(ECCENTRICITY);
    let (sin, cos) = INCLINATION.sin_cos();
    let satellite = Body3::point(MASS).at([PERIGEE, 0.0, 0.0]);
    world.add_body(satellite.moving([0.0, speed * cos, speed * sin]))?;
    Ok((world, period))
}

fn measure(scheme: Scheme) -> Result<Curve> {
    let mut band = Vec::new();
    for doubling in 0..=DOUBLINGS {
        let steps = FEWEST << doubling;
        let (mut world, period) = world(scheme)?;
        // a little less than a share of a period: no resonance with it
        let step = period / (f64::from(steps) + 0.1);
        band.push((steps, worst_error(&mut world, step, PERIODS * steps)));
    }
    let (mut world, period) = world(scheme)?;
    let step = period / (f64::from(COMMON) + 0.1);
    let watch = Watch::over(&mut world, step, u64::from(LONG * COMMON), |_| {})?;
    Ok(Curve {
        scheme,
        band,
        watch,
    })
}

fn bands(curves: &[Curve]) -> Chart {
    Chart::new(
        "the bulge of the earth, e = 0.1, 100 periods",
        Axis::logarithmic("steps in a period"),
        Axis::logarithmic("largest energy error, relative").within(1e-14, 10.0),
    )
    .with(curves.iter().map(|Curve { scheme, band, .. }| {
        let points = band.iter().map(|&(steps, worst)| (f64::from(steps), worst));
        Series::of(*scheme, points)
    }))
}

fn drifts(curves: &[Curve]) -> Chart {
    let (_, period) = orbit(ECCENTRICITY);
    Chart::new(
        format!("the same for {LONG} periods, {COMMON} steps in each"),
        Axis::logarithmic("time [periods]"),
        Axis::logarithmic("energy error, relative").within(1e-11, 10.0),
    )
    .with(curves.iter().map(|Curve { scheme, watch, .. }| {
        let points = (watch.envelope.iter()).map(|&(time, error)| (time / period, error));
        Series::of(*scheme, points).with_note(format!("({})", watch.energy.kind))
    }))
}

fn table(curves: &[Curve]) -> Table {
    let header = [
        "scheme",
        "energy",
        "rate [1/s]",
        "± [1/s]",
        "up and down by",
        "worst",
    ];
    let row = |curve: &Curve| {
        let mut cells = vec![curve.scheme.to_string()];
        cells.extend(curve.watch.cells());
        cells.resize(header.len(), "–".to_owned());
        cells
    };
    let title = format!("Verdicts on the energy beside the bulge, {LONG} periods");
    Table::new(
        "bulge-verdicts",
        title,
        header,
        curves.iter().map(row).collect(),
    )
}
