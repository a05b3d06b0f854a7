//! What a step costs.

use std::hint::black_box;
use std::time::Instant;

use anyhow::Result;
use indicatif::ProgressBar;
use kinstep::{Body2, Scheme, Spring, World2};

use super::by_hand::{self, Coefficients};
use super::claim::{Claim, Verdict};
use crate::section::{Section, Table};
use crate::words::{list, number};

/// Bodies, steps that are timed at once, and how often.
const BODIES: u32 = 500;
const STEPS: u32 = 4;
const ROUNDS: u32 = 400;
/// The length of a step \[s\]; bodies go nowhere special in it.
const STEP: f64 = 1e-3;
/// What costs less than so many times as much costs roughly the same.
const ROUGHLY: f64 = 1.7;

/// Springs on each body: k/m \[1/s²\].
const CASES: [&[f64]; 3] = [&[4.0], &[4.0, 9.0], &[4.0, 9.0, 1.0, 2.0]];

const SCHEMES: [Scheme; 5] = [
    Scheme::SymplecticEuler,
    Scheme::Kinematic,
    Scheme::AverageAcceleration,
    Scheme::Rk4,
    Scheme::FlowKick,
];

/// Times per body and step \[s\].
struct Times {
    springs: usize,
    /// Loops written by hand.
    euler: f64,
    kinematic: f64,
    /// Worlds under each of the schemes.
    schemes: [f64; SCHEMES.len()],
}

pub(super) fn run(section: &mut Section, progress: &ProgressBar) -> Result<Vec<Claim>> {
    let measured = |springs| {
        progress.inc(1);
        Times::measured(springs)
    };
    let times = CASES
        .map(measured)
        .into_iter()
        .collect::<Result<Vec<_>>>()?;
    section.tabulate(table(&times));
    if let Some(worst) = times.iter().map(Times::of_scheme).reduce(f64::max)
        && worst > ROUGHLY
    {
        section.admit(format!(
            "A step of Kinematic takes up to {} times as long as one of SymplecticEuler, both in a world.",
            number(worst)
        ));
    }
    Ok(vec![claim(&times)])
}

impl Times {
    /// The least of many, taken in turns.
    fn measured(springs: &[f64]) -> Result<Self> {
        let mut world = World2::new();
        for place in 0..BODIES {
            world.add_body(Body2::point(1.0).at([1.0, f64::from(place)]))?;
        }
        for &stiffness in springs {
            world.add_force(Spring::stiffness(stiffness))?;
        }
        let mut bodies = [world.body_slice().to_vec(), world.body_slice().to_vec()];
        let mut worlds = SCHEMES.map(|scheme| {
            let mut world = world.clone();
            world.set_scheme(scheme);
            world
        });
        let coefficients: Vec<Coefficients> =
            (springs.iter().map(|&it| Coefficients::of(it, STEP))).collect();
        let [euler, kinematic] = &mut bodies;
        let mut times = Self {
            springs: springs.len(),
            euler: f64::INFINITY,
            kinematic: f64::INFINITY,
            schemes: [f64::INFINITY; SCHEMES.len()],
        };
        for _ in 0..ROUNDS {
            least(&mut times.euler, || {
                by_hand::euler(black_box(euler), black_box(springs), black_box(STEP));
                Ok(())
            })?;
            least(&mut times.kinematic, || {
                by_hand::kinematic(
                    black_box(kinematic),
                    black_box(&coefficients),
                    black_box(STEP),
                );
                Ok(())
            })?;
            for (world, time) in worlds.iter_mut().zip(&mut times.schemes) {
                least(time, || Ok(black_box(&mut *world).step(black_box(STEP))?))?;
            }
        }
        Ok(times)
    }

    /// Kinematic's time in units of SymplecticEuler's, by hand.
    fn by_hand(&self) -> f64 {
        self.kinematic / self.euler
    }

    /// The same of worlds.
    fn of_scheme(&self) -> f64 {
        self.schemes[1] / self.schemes[0]
    }

    fn name(&self) -> String {
        match self.springs {
            1 => "1 spring".to_owned(),
            count => format!("{count} springs"),
        }
    }
}

/// Times some steps of all bodies; keeps the least time per body and step \[s\].
fn least(time: &mut f64, mut step: impl FnMut() -> Result<()>) -> Result<()> {
    let start = Instant::now();
    for _ in 0..STEPS {
        step()?;
    }
    *time = time.min(start.elapsed().as_secs_f64() / f64::from(STEPS * BODIES));
    Ok(())
}

fn table(times: &[Times]) -> Table {
    let header = [
        "on each body",
        "SymplecticEuler by hand [ns]",
        "Kinematic by hand [ns]",
    ];
    let header = (header.map(str::to_owned).into_iter())
        .chain(SCHEMES.map(|scheme| format!("{scheme} [ns]")));
    let row = |times: &Times| {
        let cells = [times.euler, times.kinematic]
            .into_iter()
            .chain(times.schemes);
        let cells = cells.map(|time| number(1e9 * time));
        [times.name()].into_iter().chain(cells).collect()
    };
    Table::new(
        "cost",
        format!("Time for a step of one of {BODIES} bodies: loops written by hand, and worlds"),
        header,
        times.iter().map(row).collect(),
    )
    .with_finding(format!(
        "Kinematic takes {} times as long as SymplecticEuler where both are loops written by hand, and {} times where \
         both step a world, in which forces may be of any kind.",
        ratios(times, Times::by_hand),
        ratios(times, Times::of_scheme)
    ))
}

/// "1.3 (1 spring) and 1.5 (2 springs)".
fn ratios(times: &[Times], ratio: fn(&Times) -> f64) -> String {
    list((times.iter()).map(|it| format!("{} ({})", number(ratio(it)), it.name())))
}

fn claim(times: &[Times]) -> Claim {
    let cheap: Vec<_> = times.iter().filter(|it| it.by_hand() < ROUGHLY).collect();
    let names = list(cheap.iter().map(|it| it.name()));
    Claim {
        claim: "It costs roughly what a first-order method costs.",
        measured: format!(
            "Kinematic takes {} times as long as SymplecticEuler, both written by hand with coefficients computed \
             once",
            ratios(times, Times::by_hand)
        ),
        verdict: Verdict::of_share(cheap.len(), times.len(), format!("for {names}")),
    }
}
