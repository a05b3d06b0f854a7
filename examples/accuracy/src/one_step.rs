//! One long step against a thousand short ones.

use anyhow::Result;
use indicatif::ProgressBar;
use kinstep::nalgebra::SVector;
use kinstep::orbit::Orbit;
use kinstep::{
    AngularDrag, Body2, Body3, DryFriction, Inertia, LinearDrag, MagneticField, PointGravity,
    QuadraticDrag, Real, RotatingFrame, Scheme, Spring, Thruster, UniformGravity, World, World2,
    World3,
};
use support::console::table::table_with_words;

use crate::coupled::chain::Chain;
use crate::experiment::Experiment;
use crate::section::{Section, Table};

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "one_step",
    title: "What is exact: one step against a thousand",
    ticks: CASES.len() as u64,
    run,
};

/// The many steps.
const STEPS: u32 = 1000;

/// A world that one step should move as far as many.
struct Case {
    what: &'static str,
    /// What is stepped at once.
    time: &'static str,
    /// How far the ends are apart, as a share of the distance from the origin, or as an angle \[rad\].
    difference: fn() -> Result<f64>,
}

const CASES: [Case; 7] = [
    Case {
        what: "gravity, drag in wind, springs and dampers, added",
        time: "10 s",
        difference: linear_forces,
    },
    Case {
        what: "magnetic field, Coriolis and centrifugal force, drag and springs, added",
        time: "10 s",
        difference: fields,
    },
    Case {
        what: "in the plane: an engine that turns with its body, beside gravity and drag",
        time: "10 s",
        difference: engine,
    },
    Case {
        what: "springs between sixteen bodies in a chain",
        time: "20 s",
        difference: chain,
    },
    Case {
        what: "a free rigid body of any inertia",
        time: "100 s",
        difference: book,
    },
    Case {
        what: "an orbit about a point mass, e = 0.7",
        time: "10 periods",
        difference: orbit,
    },
    Case {
        what: "alone: quadratic drag; dry friction until rest",
        time: "100 s",
        difference: alone,
    },
];

fn run(progress: &ProgressBar) -> Result<Section> {
    let mut section = Section::new([format!(
        "Where an answer is exact, the length of the step does not matter. Each world makes one step, and {STEPS} steps of \
         the same time altogether; the difference is rounding, most of it of the many steps."
    )]);
    let mut rows = Vec::new();
    let mut worst = 0.0_f64;
    for case in CASES {
        let difference = (case.difference)()?;
        worst = worst.max(difference);
        rows.push(vec![
            case.what.to_owned(),
            case.time.to_owned(),
            format!("{difference:.0e}"),
        ]);
        progress.inc(1);
    }
    let title = format!("One step against {STEPS}");
    let header = ["what", "one step of", "differs by"];
    let quoted = table_with_words(2, header, rows.iter().cloned());
    section.quote("one_step.rows", format!("\n\n{quoted}\n\n"));
    section.tabulate(Table::new("one-step", title, header, rows).of_words());
    section.headline(
        format!("one step against {STEPS}, seven kinds of motion"),
        format!("{worst:.0e} apart at most"),
    );
    Ok(section)
}

/// The ends of one step and of many.
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

/// How far the ends are apart, as a share of the distance from the origin.
fn apart<const D: usize>(world: &World<f64, D>, seconds: f64) -> Result<f64>
where
    f64: Real<D>,
{
    let ends = ends(world, seconds)?;
    let [once, often]: [SVector<f64, D>; 2] = ends.map(|world| world.body_slice()[0].position);
    Ok((once - often).norm() / once.norm())
}

/// A body of which no component is special.
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
