//! A book that turns freely.

use std::hint::black_box;

use anyhow::Result;
use indicatif::ProgressBar;
use kinstep::Scheme;
use kinstep::nalgebra::{UnitQuaternion, Vector3};
use kinstep::rotation::Rotor;
use support::drawing::frame::Point;
use support::measuring::gyroscopes::{self, Gyroscope, Spinning};
use support::measuring::timing::{self, timed};

use super::FRAME;
use super::book_findings as findings;
use super::spinner::{Spinner, State, book};
use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::drift::watch::Envelope;
use crate::section::{Section, Table};
use crate::words::number;

/// Steps of the long flight: 100 s.
const STEPS: u32 = 6000;
/// How long the book turns with each step, and the steps that are tried \[s\].
const TIME: f64 = 10.0;
const FEWEST: u32 = 300;
const DOUBLINGS: u32 = 6;
/// Steps that are timed at once.
const TIMED_STEPS: u32 = 1000;

/// What became of the book in someone's hands.
pub(super) struct Flight {
    pub(super) spinner: Spinner,
    /// At 60 Hz, after each step \[degrees\].
    pub(super) off: Vec<f64>,
    /// How often it turned over; none if it blew up.
    pub(super) flips: Option<usize>,
    /// The largest change of energy, and of the angular momentum, relative.
    pub(super) energy: f64,
    pub(super) spin: f64,
    /// The error after 10 s, against the step \[s, degrees\].
    pub(super) by_step: Vec<Point>,
    /// Of a step \[s\].
    pub(super) time: f64,
}

impl Flight {
    /// The error after so many seconds at 60 Hz \[degrees\].
    pub(super) fn off_after(&self, time: f64) -> f64 {
        let step = (time / FRAME).round() as usize;
        self.off.get(step - 1).copied().unwrap_or(f64::NAN)
    }
}

pub(super) fn run(section: &mut Section, progress: &ProgressBar) -> Result<()> {
    let schemes = Scheme::ALL.into_iter().map(Spinner::Scheme);
    let rules = gyroscopes::ALL.iter().map(Spinner::Formula);
    let spinners: Vec<Spinner> = schemes.chain(rules).collect();
    let truth: Vec<UnitQuaternion<f64>> = (1..=STEPS)
        .map(|count| right(f64::from(count) * FRAME))
        .collect();
    let mut flights = Vec::new();
    for (spinner, time) in spinners.iter().zip(times(&spinners)) {
        flights.push(fly(*spinner, &truth, time)?);
        if flights.len() % 4 == 0 {
            progress.inc(1);
        }
    }
    let flips = flips(
        truth
            .iter()
            .map(|now| (now * Vector3::y()).dot(&book().spin_angular_momentum()) > 0.0),
    );
    let shown = findings::different(&flights);
    section.draw(
        "book",
        over_time(&shown),
        findings::over_time(&flights, flips),
    );
    section.draw("book-step", by_step(&shown), findings::by_step(&flights));
    section.tabulate(table(&flights).with_finding(findings::of_table(&flights, flips)));
    section.tabulate(formulas());
    section.headline(
        "orientation of a book, 10 s at 60 Hz",
        findings::headline(&flights),
    );
    section.losses.extend(findings::loss(&flights));
    progress.inc(1);
    Ok(())
}

/// Where the book really lies after a time \[s\].
fn right(time: f64) -> UnitQuaternion<f64> {
    let book = book();
    Rotor::new(&book.inertia()).turned(&book.orientation(), &book.spin_angular_momentum(), time)
}

fn fly(spinner: Spinner, truth: &[UnitQuaternion<f64>], time: f64) -> Result<Flight> {
    let start = State::of(&book());
    let states = spinner.spin(FRAME, STEPS)?;
    // a formula may blow up: what is no number is as far off as can be
    let off = states.iter().zip(truth).map(|(state, right)| {
        let off = state.off(right);
        if off.is_nan() { 180.0 } else { off }
    });
    let worst = |error: fn(&State, &State) -> f64| {
        let errors = states.iter().map(|state| error(state, &start));
        errors.fold(0.0, |worst: f64, error| {
            if error.is_nan() {
                f64::INFINITY
            } else {
                worst.max(error)
            }
        })
    };
    let energy = worst(|now, start| (now.energy / start.energy - 1.0).abs());
    let mut by_step = Vec::new();
    for doubling in 0..=DOUBLINGS {
        let steps = FEWEST << doubling;
        let step = TIME / f64::from(steps);
        if let Some(end) = spinner.spin(step, steps)?.last() {
            by_step.push((step, end.off(&right(TIME))));
        }
    }
    Ok(Flight {
        spinner,
        off: off.collect(),
        flips: energy
            .is_finite()
            .then(|| flips(states.iter().map(State::is_upright))),
        energy,
        spin: worst(|now, start| (now.spin - start.spin).norm() / start.spin.norm()),
        by_step,
        time,
    })
}

/// A relative error in a table; none for what blew up.
fn relative(error: f64) -> String {
    if error.is_finite() {
        format!("{error:.1e}")
    } else {
        "–".to_owned()
    }
}

/// How often it changes.
fn flips(upright: impl Iterator<Item = bool>) -> usize {
    let mut before = true;
    upright
        .filter(|now| std::mem::replace(&mut before, *now) != *now)
        .count()
}

/// Of a step \[s\]: schemes are timed by the free rotation alone, as formulas are.
fn times(spinners: &[Spinner]) -> Vec<f64> {
    let rotor = Rotor::new(&book().inertia());
    let runs = spinners.iter().map(|spinner| -> timing::Run<'_> {
        let mut now = Spinning::of(&book());
        let spin = now.spin_angular_momentum();
        match *spinner {
            Spinner::Scheme(_) => Box::new(move || {
                timed(|| {
                    for _ in 0..TIMED_STEPS {
                        now.orientation =
                            black_box(&rotor).turned(&now.orientation, &spin, black_box(FRAME));
                    }
                    black_box(now);
                })
            }),
            Spinner::Formula(gyroscope) => Box::new(move || {
                timed(|| {
                    let mut turning = black_box(now);
                    for _ in 0..TIMED_STEPS {
                        turning = (gyroscope.step)(turning, black_box(FRAME));
                    }
                    black_box(turning);
                })
            }),
        }
    });
    let times = timing::medians(runs.collect());
    (times.iter())
        .map(|time| time.as_secs_f64() / f64::from(TIMED_STEPS))
        .collect()
}

fn over_time(flights: &[&Flight]) -> Chart {
    Chart::new(
        "a free book at 60 Hz, 6 rad/s about its middle axis",
        Axis::logarithmic("time [s]"),
        Axis::logarithmic("orientation error [degrees]").within(1e-15, 180.0),
    )
    .with(flights.iter().map(|Flight { spinner, off, .. }| {
        Series::line(spinner.name(), spinner.style(), envelope(off))
    }))
}

/// Ends of stretches of time \[s\], and the largest error in each \[degrees\].
fn envelope(off: &[f64]) -> Vec<Point> {
    let mut envelope = Envelope::default();
    for (count, off) in (1_u32..).zip(off) {
        let point = (f64::from(count) * FRAME, *off);
        envelope.push(count.into(), point, count == STEPS);
    }
    envelope.points
}

fn by_step(flights: &[&Flight]) -> Chart {
    Chart::new(
        "the same book after 10 s",
        Axis::logarithmic("step [s]"),
        Axis::logarithmic("orientation error [degrees]").within(1e-15, 180.0),
    )
    .with(flights.iter().map(
        |Flight {
             spinner, by_step, ..
         }| { Series::line(spinner.name(), spinner.style(), by_step.clone()) },
    ))
}

fn table(flights: &[Flight]) -> Table {
    let header = [
        "who turns it",
        "off after 1 s [°]",
        "10 s",
        "100 s",
        "turns over",
        "energy off",
        "angular momentum off",
        "a turn takes [ns]",
    ];
    let row = |flight: &Flight| {
        let mut cells = vec![flight.spinner.name()];
        cells.extend([1.0, 10.0, 100.0].map(|time| number(flight.off_after(time))));
        cells.push(
            flight
                .flips
                .map_or("–".to_owned(), |flips| flips.to_string()),
        );
        cells.extend([flight.energy, flight.spin].map(relative));
        // Rk4 does not turn freely, and its step is no formula of a few lines
        cells.push(match flight.spinner {
            Spinner::Scheme(Scheme::Rk4) => "–".to_owned(),
            _ => number(1e9 * flight.time),
        });
        cells
    };
    let title = "A free book for 100 s at 60 Hz";
    Table::new("free", title, header, flights.iter().map(row).collect())
}

fn formulas() -> Table {
    let row = |gyroscope: &Gyroscope| vec![gyroscope.name.to_owned(), gyroscope.rule.to_owned()];
    let header = ["formula", "in the body's frame, m = I ω"];
    let rows = gyroscopes::ALL.iter().map(row).collect();
    Table::new("formulas", "What the formulas do in a step h", header, rows).of_words()
}
