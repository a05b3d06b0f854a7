//! What half the digits cost: `f32` beside `f64`.

use anyhow::Result;
use indicatif::ProgressBar;
use kinstep::nalgebra::Vector2;
use kinstep::{Body, LinearDrag, Real, Scheme, Spring, UniformGravity, World};
use support::drawing::frame::Point;
use support::drawing::style::Style;

use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::experiment::Experiment;
use crate::pens::dashed;
use crate::precision_findings as findings;
use crate::section::{Section, Table};
use crate::words::number;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "precision",
    title: "Precision: f32 beside f64",
    ticks: 4 * SUBJECTS.len() as u64,
    run,
};

/// A world that is run in both precisions. Numbers and steps are such that `f32` has them exactly.
struct Subject {
    name: &'static str,
    title: &'static str,
    /// Steps per second, a power of two.
    rate: u32,
    /// How long it runs \[s\].
    duration: u32,
    /// Position \[m\] and velocity \[m/s\] at the start.
    start: [f32; 4],
    pushes: &'static [Push],
}

/// A force, in numbers that both precisions have.
enum Push {
    Spring(f32),
    Drag(f32, [f32; 2]),
    Gravity([f32; 2]),
}

const SUBJECTS: [Subject; 3] = [
    Subject {
        name: "spring",
        title: "a spring, 10 minutes in steps of 1/1024 s",
        rate: 1024,
        duration: 600,
        start: [1.0, 0.0, 0.0, 2.0],
        pushes: &[Push::Spring(16.0)],
    },
    Subject {
        name: "two-springs",
        title: "two springs, 10 minutes in steps of 1/64 s",
        rate: 64,
        duration: 600,
        start: [1.0, 0.0, 0.0, 2.0],
        pushes: &[Push::Spring(4.0), Push::Spring(9.0)],
    },
    Subject {
        name: "projectile",
        title: "a throw through wind, 8 s in steps of 1/64 s",
        rate: 64,
        duration: 8,
        start: [0.0, 1.5, 30.0, 20.0],
        pushes: &[Push::Gravity([0.0, -9.8125]), Push::Drag(0.25, [3.0, 0.0])],
    },
];

/// The schemes that are drawn; the tables have all.
const DRAWN: [Scheme; 4] = [
    Scheme::SymplecticEuler,
    Scheme::Rk4,
    Scheme::Kinematic,
    Scheme::FlowKick,
];

/// About so many errors are drawn of each.
const MOMENTS: u32 = 60;

/// The largest errors so far of a scheme \[m\], against time \[s\].
pub(crate) struct Pair {
    pub(crate) scheme: Scheme,
    pub(crate) single: Vec<Point>,
    pub(crate) double: Vec<Point>,
}

impl Pair {
    /// The largest errors of the whole run \[m\], in `f32` and `f64`, if it came to its end.
    pub(crate) fn ends(&self) -> [Option<f64>; 2] {
        [&self.single, &self.double].map(|errors| errors.last().map(|(_, error)| *error))
    }
}

fn run(progress: &ProgressBar) -> Result<Section> {
    let mut section = Section::new([
        "The same worlds in f32, with 7 digits, and in f64, with 16, each against the exact answer. An error is the \
         largest until then. Where both lines of a scheme lie on each other the scheme is off, and more digits do \
         not help; where they part it is rounding that counts.",
    ]);
    let mut table = Vec::new();
    for subject in &SUBJECTS {
        let mut pairs = Vec::new();
        for (place, scheme) in Scheme::ALL.into_iter().enumerate() {
            pairs.push(Pair {
                scheme,
                single: subject.errors::<f32>(scheme)?,
                double: subject.errors::<f64>(scheme)?,
            });
            if place % 2 == 1 {
                progress.inc(1);
            }
        }
        let finding = findings::finding(&pairs);
        section.draw(subject.name, subject.chart(&pairs), finding);
        section.losses.extend(findings::loss(subject.title, &pairs));
        if let Some(errors) = findings::of_flow_kick(&pairs) {
            section.headline(
                format!("FlowKick in f32 and f64: {}", subject.title),
                errors,
            );
        }
        table.push(pairs);
    }
    section.tabulate(self::table(&table));
    Ok(section)
}

/// A number of either precision.
trait Digits: Real<2> + From<f32> + Into<f64> {}

impl<T: Real<2> + From<f32> + Into<f64>> Digits for T {}

impl Subject {
    /// A world in one of the precisions.
    fn world<T: Digits>(&self, scheme: Scheme) -> Result<World<T, 2>> {
        let vector = |v: [f32; 2]| Vector2::from(v.map(T::from));
        let mut world = World::new();
        world.set_scheme(scheme);
        let [x, y, vx, vy] = self.start;
        let body = Body::point(T::one()).at(vector([x, y]));
        world.add_body(body.moving(vector([vx, vy])))?;
        for push in self.pushes {
            match *push {
                Push::Spring(stiffness) => {
                    world.add_force(Spring::stiffness(T::from(stiffness)))?
                }
                Push::Drag(rate, wind) => {
                    world.add_force(LinearDrag::rate(T::from(rate)).in_wind(vector(wind)))?
                }
                Push::Gravity(gravity) => world.add_force(UniformGravity::new(vector(gravity)))?,
            };
        }
        Ok(world)
    }

    /// The largest errors until some times.
    fn errors<T: Digits>(&self, scheme: Scheme) -> Result<Vec<Point>> {
        let start = self.world::<f64>(Scheme::FlowKick)?;
        let mut world = self.world::<T>(scheme)?;
        let step = T::from(1.0 / self.rate as f32);
        let mut errors = Vec::new();
        let mut largest = 0.0_f64;
        for count in moments(self.rate * self.duration) {
            let time = f64::from(count) / f64::from(self.rate);
            let mut exact = start.clone();
            exact.step(time)?;
            while world.steps() < count.into() {
                if world.step(step).is_err() {
                    return Ok(errors);
                }
            }
            let position = world.body_slice()[0].position.map(Into::<f64>::into);
            largest = largest.max((position - exact.body_slice()[0].position).norm());
            errors.push((time, largest));
        }
        Ok(errors)
    }

    fn chart(&self, pairs: &[Pair]) -> Chart {
        let mut chart = Chart::new(
            self.title,
            Axis::logarithmic("time [s]"),
            Axis::logarithmic("largest error so far [m]").within(1e-17, 10.0),
        );
        for pair in pairs.iter().filter(|pair| DRAWN.contains(&pair.scheme)) {
            let style = Style {
                dashes: None,
                radius: 3.0,
                ..Style::of(pair.scheme)
            };
            for (digits, style, points) in [
                ("f64", style, &pair.double),
                ("f32", dashed(style), &pair.single),
            ] {
                let name = format!("{} in {digits}", pair.scheme);
                chart.add(Series::line(name, style, points.clone()));
            }
        }
        chart
    }
}

/// Numbers of steps up to the last, evenly on a logarithmic axis.
fn moments(last: u32) -> Vec<u32> {
    let count = |place: u32| f64::from(last).powf(f64::from(place) / f64::from(MOMENTS));
    let mut counts: Vec<u32> = (0..=MOMENTS)
        .map(|place| count(place).round() as u32)
        .collect();
    counts.dedup();
    counts
}

/// Errors of all schemes at the end, in both precisions.
fn table(subjects: &[Vec<Pair>]) -> Table {
    let columns = SUBJECTS.iter().flat_map(|subject| {
        ["f32", "f64"].map(|digits| format!("{}, {digits} [m]", subject.name.replace('-', " ")))
    });
    let header = ["scheme".to_owned()].into_iter().chain(columns);
    let row = |(place, scheme): (usize, Scheme)| {
        let errors = subjects.iter().flat_map(|pairs| pairs[place].ends());
        let cells = errors.map(|error| error.map_or("–".to_owned(), number));
        [scheme.to_string()].into_iter().chain(cells).collect()
    };
    let rows = Scheme::ALL.into_iter().enumerate().map(row);
    Table::new(
        "errors",
        "Largest errors of all schemes",
        header,
        rows.collect(),
    )
}
