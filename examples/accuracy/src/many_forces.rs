//! What happens as forces are added: accumulated one by one, or added before they are integrated.

use std::hint::black_box;

use anyhow::Result;
use indicatif::ProgressBar;
use kinstep::{Body2, ForceId, LinearDrag, Scheme, Spring, UniformGravity, World2};
use support::measuring::timing::{self, timed};

use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::experiment::Experiment;
use crate::frame_rate::numbered;
use crate::many_forces_findings as findings;
use crate::section::Section;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "many_forces",
    title: "Many forces on one body: accumulated, or added first",
    ticks: 8,
    run,
};

/// Into how many parts each force is divided.
pub(crate) const PARTS: [u32; 6] = [1, 2, 4, 8, 16, 32];
/// Steps of 1/60 s.
const STEP: f64 = 1.0 / 60.0;
const STEPS: u32 = 600;
/// Steps that are timed at once.
const TIMED_STEPS: u32 = 100;
/// All springs together \[N/m\], all drags \[1/s\], all gravities \[m/s²\].
const STIFFNESS: f64 = 13.0;
const DRAG_RATE: f64 = 0.5;
const GRAVITY: f64 = 9.81;

/// Which forces are divided.
#[derive(Debug, Clone, Copy)]
enum Mix {
    Springs,
    SpringsDragsGravities,
}

/// One value for each number of parts.
pub(crate) struct Curve {
    pub(crate) scheme: Scheme,
    pub(crate) values: Vec<f64>,
}

fn run(progress: &ProgressBar) -> Result<Section> {
    let mut section = Section::new([
        "The same total force, divided into 1 to 32 equal parts: springs alone, or springs, drags and gravities. The \
         motion does not change, and so the right answer does not. Kinematic and AverageAcceleration integrate each part \
         as if it were alone, and add what comes out; FlowKick adds the forces and integrates once. 10 s at 60 Hz, from \
         1 m and 2 m/s.",
    ]);
    let error = "error after 10 s [m]";
    let springs = errors(Mix::Springs)?;
    let plot = chart("k springs of 13/k N/m each", "springs", error, &springs);
    section.draw("springs", plot, findings::of_errors(&springs));
    progress.inc(1);
    let mixed = errors(Mix::SpringsDragsGravities)?;
    let title = "k springs, k drags and k gravities";
    let plot = chart(title, "parts of each force", error, &mixed);
    section.draw("mixed", plot, findings::of_errors(&mixed));
    progress.inc(1);
    let steady = times(Timed::Steady)?;
    let title = "time of a step, forces as they were";
    let plot = chart(title, "springs", "time [ns]", &steady);
    section.draw("steady", plot, findings::of_times("a step", &steady));
    progress.inc(3);
    let changing = times(Timed::Changing)?;
    let title = "time of a step after a force was replaced";
    let plot = chart(title, "springs", "time [ns]", &changing);
    let what = "a step right after a force was replaced";
    section.draw("changing", plot, findings::of_times(what, &changing));
    progress.inc(3);
    for scheme in [Scheme::FlowKick, Scheme::Kinematic] {
        let what = format!("largest error of {scheme}, 1 to 32 springs");
        section.headline(what, findings::worst(&springs, scheme));
    }
    section.losses.extend(findings::loss("", &steady));
    let when = " right after a force was replaced";
    section.losses.extend(findings::loss(when, &changing));
    Ok(section)
}

/// A body under forces that are divided into parts, and one of the springs.
fn world(mix: Mix, parts: u32, scheme: Scheme) -> Result<(World2, ForceId)> {
    let share = 1.0 / f64::from(parts);
    let mut world = World2::new();
    world.set_scheme(scheme);
    world.add_body(Body2::point(1.0).at([1.0, 0.0]).moving([0.0, 2.0]))?;
    let spring = Spring::stiffness(share * STIFFNESS);
    let first = world.add_force(spring)?;
    for _ in 1..parts {
        world.add_force(spring)?;
    }
    if let Mix::SpringsDragsGravities = mix {
        for _ in 0..parts {
            world.add_force(LinearDrag::rate(share * DRAG_RATE))?;
            world.add_force(UniformGravity::new([0.0, -share * GRAVITY]))?;
        }
    }
    Ok((world, first))
}

/// The errors of all schemes against the flow of the undivided forces \[m\].
fn errors(mix: Mix) -> Result<Vec<Curve>> {
    let (mut exact, _) = world(mix, 1, Scheme::FlowKick)?;
    exact.step(f64::from(STEPS) * STEP)?;
    let error = |scheme: Scheme, parts: u32| -> Result<f64> {
        let (mut world, _) = world(mix, parts, scheme)?;
        for _ in 0..STEPS {
            world.step(STEP)?;
        }
        Ok((world.body_slice()[0].position - exact.body_slice()[0].position).norm())
    };
    let curve = |scheme| {
        let values = PARTS.into_iter().map(|parts| error(scheme, parts));
        let values = values.collect::<Result<_, _>>()?;
        Ok(Curve { scheme, values })
    };
    Scheme::ALL.into_iter().map(curve).collect()
}

/// What happens between the steps that are timed.
#[derive(Debug, Clone, Copy)]
enum Timed {
    /// Nothing.
    Steady,
    /// One of the springs is replaced.
    Changing,
}

/// The time of a step with so many springs \[ns\].
fn times(timed: Timed) -> Result<Vec<Curve>> {
    let mut runs = Vec::new();
    for scheme in Scheme::ALL {
        for parts in PARTS {
            runs.push(timed.run(scheme, parts)?);
        }
    }
    let times: Vec<f64> = (timing::medians(runs).into_iter())
        .map(|time| 1e9 * time.as_secs_f64() / f64::from(TIMED_STEPS))
        .collect();
    let curves = Scheme::ALL.into_iter().zip(times.chunks(PARTS.len()));
    Ok(curves
        .map(|(scheme, values)| Curve {
            scheme,
            values: values.to_vec(),
        })
        .collect())
}

impl Timed {
    fn run(self, scheme: Scheme, parts: u32) -> Result<timing::Run<'static>> {
        let (mut world, replaced) = world(Mix::Springs, parts, scheme)?;
        let spring = Spring::stiffness(STIFFNESS / f64::from(parts));
        Ok(match self {
            Self::Steady => Box::new(move || {
                timed(|| {
                    for _ in 0..TIMED_STEPS {
                        let _ = black_box(black_box(&mut world).step(black_box(STEP)));
                    }
                })
            }),
            Self::Changing => Box::new(move || {
                timed(|| {
                    for _ in 0..TIMED_STEPS {
                        let _ = black_box(&mut world).replace_force(replaced, black_box(spring));
                        let _ = black_box(black_box(&mut world).step(black_box(STEP)));
                    }
                })
            }),
        })
    }
}

fn chart(title: &str, x: &str, y: &str, curves: &[Curve]) -> Chart {
    let names = PARTS.map(|parts| parts.to_string());
    let y = Axis::logarithmic(y).within(1e-17, 1e6);
    Chart::new(title, Axis::named(x, names), y)
        .with((curves.iter()).map(|curve| Series::of(curve.scheme, numbered(&curve.values))))
}
