//! Experiments on exactness: one long step compared with a thousand short ones, and many forces
//! added.

use anyhow::Result;
use kinstep::nalgebra::SVector;
use kinstep::orbit::Orbit;
use kinstep::{
    AngularDrag, Body2, Body3, DryFriction, Inertia, LinearDrag, MagneticField, PointGravity,
    QuadraticDrag, Real, RotatingFrame, Scheme, Spring, Thruster, UniformGravity, World, World2,
    World3,
};

use crate::coupled::chain::Chain;
use crate::names::{KINSTEP, name};
use crate::rows::Rows;

/// Number of short steps.
const STEPS: u32 = 1000;

/// A world in which one step and many steps should end alike: its name, the duration, and a
/// function that returns the difference, relative to the distance from the origin or as an
/// angle \[rad\].
type Case = (&'static str, &'static str, fn() -> Result<f64>);

pub(crate) const LINEAR: &str = "gravity, drag in wind, springs and dampers, added";
pub(crate) const FIELDS: &str =
    "magnetic field, Coriolis and centrifugal force, drag and springs, added";
pub(crate) const CHAIN: &str = "springs between sixteen bodies in a chain";
pub(crate) const ROTATION: &str = "a free rigid body of any inertia";
pub(crate) const ORBIT: &str = "an orbit about a point mass, e = 0.7";

pub(crate) const CASES: [Case; 7] = [
    (LINEAR, "10 s", linear_forces),
    (FIELDS, "10 s", fields),
    (
        "in the plane: an engine that turns with its body, beside gravity and drag",
        "10 s",
        engine,
    ),
    (CHAIN, "20 s", chain),
    (ROTATION, "100 s", book),
    (ORBIT, "10 periods", orbit),
    (
        "alone: quadratic drag; dry friction until rest",
        "100 s",
        alone,
    ),
];

/// Numbers of parts into which the springs are divided.
const PARTS: [u32; 6] = [1, 2, 4, 8, 16, 32];
pub(crate) const MANY: &str = "error after 10 s over the number of springs [m]";

pub(crate) fn run(rows: &mut Rows) -> Result<()> {
    for (what, _, difference) in CASES {
        rows.push(KINSTEP, f64::from(STEPS), what, difference()?);
    }
    let schemes = [
        Scheme::FlowKick,
        Scheme::SymplecticEuler,
        Scheme::VelocityVerlet,
        Scheme::Rk4,
        Scheme::Kinematic,
        Scheme::AverageAcceleration,
    ];
    for scheme in schemes {
        for parts in PARTS {
            rows.push(name(scheme), parts.into(), MANY, many(scheme, parts)?);
        }
    }
    Ok(())
}

/// Position error of a body on springs of 13 N/m in total, divided into equal parts, after 10 s at
/// 60 Hz \[m\].
fn many(scheme: Scheme, parts: u32) -> Result<f64> {
    let world = |parts: u32| -> Result<World2> {
        let mut world = World2::new();
        world.add_body(Body2::point(1.0).at([1.0, 0.0]).moving([0.0, 2.0]))?;
        for _ in 0..parts {
            world.add_force(Spring::stiffness(13.0 / f64::from(parts)))?;
        }
        Ok(world)
    };
    let (mut exact, mut world) = (world(1)?, world(parts)?);
    exact.step(10.0)?;
    world.set_scheme(scheme);
    for _ in 0..600 {
        world.step(1.0 / 60.0)?;
    }
    Ok((world.body_slice()[0].position - exact.body_slice()[0].position).norm())
}

/// Final worlds after one step and after many.
fn ends<const D: usize>(world: &World<f64, D>, seconds: f64) -> Result<[World<f64, D>; 2]>
where
    f64: Real<D>,
{
    let (mut once, mut often) = (world.clone(), world.clone());
    once.step(seconds)?;
    for _ in 0..STEPS {
        often.step(seconds / f64::from(STEPS))?;
    }
    Ok([once, often])
}

/// Distance between the final positions, relative to the distance from the origin.
fn apart<const D: usize>(world: &World<f64, D>, seconds: f64) -> Result<f64>
where
    f64: Real<D>,
{
    let ends = ends(world, seconds)?;
    let [once, often]: [SVector<f64, D>; 2] = ends.map(|world| world.body_slice()[0].position);
    Ok((once - often).norm() / once.norm())
}

/// A body whose position and velocity have no zero components.
fn thrown() -> Body3 {
    Body3::point(2.0)
        .at([1.0, 2.0, 3.0])
        .moving([4.0, 5.0, 6.0])
}

fn linear_forces() -> Result<f64> {
    let mut world = World3::new();
    world.add_force(UniformGravity::new([0.0, -9.81, 0.0]))?;
    world.add_force(LinearDrag::rate(0.2).in_wind([3.0, 0.0, 1.0]))?;
    world.add_force(
        Spring::stiffness(4.0)
            .damping(0.1)
            .anchored_at([5.0, 2.0, 0.0]),
    )?;
    world.add_force(Spring::stiffness(9.0))?;
    world.add_body(thrown())?;
    apart(&world, 10.0)
}

fn fields() -> Result<f64> {
    let mut world = World3::new();
    world.add_force(MagneticField::new([0.3, 2.0, 0.5]).charge(1.5))?;
    world.add_force(RotatingFrame::new([0.1, 0.2, 0.7]))?;
    world.add_force(LinearDrag::rate(0.05))?;
    world.add_force(Spring::stiffness(4.0))?;
    world.add_body(thrown())?;
    apart(&world, 10.0)
}

fn engine() -> Result<f64> {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -1.62]))?;
    world.add_force(LinearDrag::rate(0.1))?;
    world.add_force(AngularDrag::rate(0.2))?;
    world.add_force(Thruster::new([0.0, 4500.0]).mounted_at([0.3, -1.0]))?;
    world.add_body(Body2::solid(1500.0, 4000.0).at([0.0, 900.0]).turned(0.2))?;
    apart(&world, 10.0)
}

fn chain() -> Result<f64> {
    // Ωh = 1 at 60 Hz
    let chain = Chain::with_largest_frequency(60.0);
    apart(&chain.world(Scheme::FlowKick)?, 20.0)
}

fn book() -> Result<f64> {
    let mut world = World3::new();
    let inertia = Inertia::cuboid(1.2, [0.03, 0.15, 0.22]);
    world.add_body(Body3::solid(1.2, inertia).spinning([0.04, 6.0, 0.04]))?;
    let [once, often] = ends(&world, 100.0)?.map(|world| world.body_slice()[0].orientation());
    Ok(once.angle_to(&often))
}

fn orbit() -> Result<f64> {
    const EARTH: f64 = 3.986e14;
    let (from, moving) = ([7.0e6, 0.0, 0.0], [0.0, (EARTH * 1.7 / 7.0e6).sqrt(), 0.0]);
    let period = Orbit::<f64, 3>::new(EARTH, from, moving)?.period();
    let mut world = World3::new();
    world.add_force(PointGravity::new(EARTH))?;
    world.add_body(Body3::point(500.0).at(from).moving(moving))?;
    apart(&world, 10.0 * period.unwrap_or_default())
}

fn alone() -> Result<f64> {
    let body = Body3::point(2.0).moving([30.0, 40.0, 0.0]);
    let mut dragged = World3::new();
    dragged.add_force(QuadraticDrag::coefficient(0.03))?;
    dragged.add_body(body)?;
    let mut rubbed = World3::new();
    rubbed.add_force(DryFriction::deceleration(4.9))?;
    rubbed.add_body(body)?;
    Ok(apart(&dragged, 100.0)?.max(apart(&rubbed, 100.0)?))
}
