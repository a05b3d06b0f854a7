//! Experiments with orbits: an undisturbed satellite, the bulge of the earth, and a second
//! attractor.

use anyhow::Result;
use kinstep::nalgebra::Vector3;
use kinstep::orbit::Orbit;
use kinstep::{Body3, ForceField, PointGravity, Scheme, World3};

use crate::names::name;
use crate::rows::Rows;

/// Gravitational parameter of the earth `μ = G M` \[m³/s²\], and distance of the perigee from its
/// centre \[m\].
const EARTH: f64 = 3.986_004_418e14;
const PERIGEE: f64 = 7.0e6;
const PERIODS: u32 = 100;
const SCHEMES: [Scheme; 5] = [
    Scheme::FlowKick,
    Scheme::FlowKick4,
    Scheme::SymplecticEuler,
    Scheme::VelocityVerlet,
    Scheme::Rk4,
];
/// Quantities: the first two over steps per period, the third over the strength of the second
/// attractor.
pub(crate) const KEPLER: &str = "error after 100 periods, e = 0.9 [m]";
pub(crate) const BULGE: &str = "energy error in 100 periods, bulge of the earth";
pub(crate) const SECOND: &str = "energy error in 100 periods, second attractor";
/// Name of a run in which the second attractor was added first: kinstep follows the orbit about
/// that one.
pub(crate) const OTHER_FIRST: &str = "kinstep, other attractor first";

pub(crate) fn run(rows: &mut Rows) -> Result<()> {
    undisturbed(rows)?;
    for scheme in SCHEMES {
        for doubling in 2..=10 {
            let steps = 1 << doubling;
            let (mut world, period) = beside_the_bulge()?;
            world.set_scheme(scheme);
            let off = worst_energy(&mut world, period, steps);
            rows.push(name(scheme), steps.into(), BULGE, off);
        }
    }
    let flow = (Scheme::FlowKick, OTHER_FIRST, true);
    let ways = SCHEMES.map(|scheme| (scheme, name(scheme), false));
    for (scheme, name, is_swapped) in ways.into_iter().chain([flow]) {
        for place in 0..13 {
            let strength = 10_f64.powf(0.5 * f64::from(place) - 6.0);
            let mut world = two_attractors(strength, is_swapped)?;
            world.set_scheme(scheme);
            let off = worst_energy(&mut world, std::f64::consts::TAU, 64);
            rows.push(name, strength, SECOND, off);
        }
    }
    Ok(())
}

/// Speed at the perigee \[m/s\] and period \[s\] of an orbit, with `v² = μ (1 + e)/q`,
/// `P = 2π √(a³/μ)` and `a = q/(1 - e)`.
fn orbit(eccentricity: f64) -> (f64, f64) {
    let speed = (EARTH * (1.0 + eccentricity) / PERIGEE).sqrt();
    let axis = PERIGEE / (1.0 - eccentricity);
    (speed, std::f64::consts::TAU * (axis.powi(3) / EARTH).sqrt())
}

/// Error of an undisturbed orbit. The expected position is that of Kepler's orbit after the whole
/// time at once, which tests compare with 50 digits.
fn undisturbed(rows: &mut Rows) -> Result<()> {
    let (speed, period) = orbit(0.9);
    let start = (Body3::point(500.0).at([PERIGEE, 0.0, 0.0])).moving([0.0, speed, 0.0]);
    let time = f64::from(PERIODS) * period;
    let (right, _) = Orbit::new(EARTH, start.position, start.velocity)?.at(time);
    for scheme in SCHEMES {
        // steps of a period and more make sense only for a scheme that follows the orbit
        let long = [1, 10, 50, 100]
            .into_iter()
            .filter(|_| scheme == Scheme::FlowKick);
        for steps in long.chain((0..=9).map(|doubling| 400 << doubling)) {
            let mut world = World3::new();
            world.set_scheme(scheme);
            world.add_force(PointGravity::new(EARTH))?;
            let satellite = world.add_body(start)?;
            let step = time / f64::from(steps);
            // a run whose numbers overflow is left out
            if (0..steps).try_for_each(|_| world.step(step)).is_ok() {
                let off = (world[satellite].position - right).norm();
                rows.push(
                    name(scheme),
                    f64::from(steps) / f64::from(PERIODS),
                    KEPLER,
                    off,
                );
            }
        }
    }
    Ok(())
}

/// Maximum relative error of the energy over all periods; infinite if a step fails.
fn worst_energy(world: &mut World3, period: f64, steps: u32) -> f64 {
    let start = world.energy().total();
    // the period is no multiple of the step, so that there is no resonance
    let step = period / (f64::from(steps) + 0.1);
    let mut worst = 0.0_f64;
    for _ in 0..PERIODS * steps {
        if world.step(step).is_err() {
            return f64::INFINITY;
        }
        worst = worst.max((world.energy().total() / start - 1.0).abs());
    }
    worst
}

/// A satellite of e = 0.1 beside the bulge of the earth, `U = m μ J₂ R² / r³ (3/2 z²/r² - 1/2)`,
/// and its period \[s\].
fn beside_the_bulge() -> Result<(World3, f64)> {
    const RADIUS: f64 = 6.378_137e6;
    const J2: f64 = 1.082_63e-3;
    const MASS: f64 = 500.0;
    const INCLINATION: f64 = 0.5;
    let mut world = World3::new();
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
    let (speed, period) = orbit(0.1);
    let (sin, cos) = INCLINATION.sin_cos();
    let satellite = Body3::point(MASS).at([PERIGEE, 0.0, 0.0]);
    world.add_body(satellite.moving([0.0, speed * cos, speed * sin]))?;
    Ok((world, period))
}

/// An orbit of 1 m about an attractor of 1 m³/s², with another attractor 3 m away.
fn two_attractors(strength: f64, is_swapped: bool) -> Result<World3> {
    let mut world = World3::new();
    let own = PointGravity::new(1.0);
    let other = PointGravity::new(strength).centered_at([3.0, 0.0, 0.0]);
    let (first, second) = if is_swapped {
        (other, own)
    } else {
        (own, other)
    };
    world.add_force(first)?;
    world.add_force(second)?;
    let body = Body3::point(1.0)
        .at([1.0, 0.0, 0.0])
        .moving([0.0, 1.0, 0.2]);
    world.add_body(body)?;
    Ok(world)
}
