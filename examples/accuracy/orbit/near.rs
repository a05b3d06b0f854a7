//! An orbit beside another attractor, from a very weak one to one as strong as the first.

use std::error::Error;

use kinstep::{Body3, PointGravity, Scheme, World3};

use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::frame::Point;
use crate::progress::Progress;
use crate::section::{Figure, Section};
use crate::style::Style;
use crate::words::{capital, list, number};

/// Where the other attractor is, when the orbit starts at 1 with μ = 1.
const DISTANCE: f64 = 3.0;
/// How strong it is, relative to the first: so many to each power of ten, from 1e-6.
const PER_DECADE: u32 = 2;
const STRENGTHS: u32 = 13;
/// Steps in a period, and periods.
const STEPS: u32 = 64;
const PERIODS: u32 = 100;
const SCHEMES: [Scheme; 4] = [
    Scheme::VelocityVerlet,
    Scheme::Rk4,
    Scheme::FlowKick,
    Scheme::FlowKick4,
];
/// Less than this is no difference.
const CLEARLY: f64 = 2.0;

/// The largest energy errors, by the strength of the other attractor.
struct Curve {
    scheme: Scheme,
    points: Vec<Point>,
}

pub(super) fn run(section: &mut Section, progress: &Progress) -> Result<(), Box<dyn Error>> {
    let mut curves = Vec::new();
    for scheme in SCHEMES {
        let points: Result<Vec<Point>, Box<dyn Error>> = (0..STRENGTHS)
            .map(|place| {
                let strength = 10_f64.powf(f64::from(place) / f64::from(PER_DECADE) - 6.0);
                Ok((strength, band(scheme, strength)?))
            })
            .collect();
        curves.push(Curve {
            scheme,
            points: points?,
        });
        progress.tick();
    }
    section.draw(Figure::new("attractors", chart(&curves), finding(&curves)));
    section.losses.extend(losses(&curves));
    // the ticks that are left
    (0..2).for_each(|_| progress.tick());
    Ok(())
}

/// The largest relative error of the energy.
fn band(scheme: Scheme, strength: f64) -> Result<f64, Box<dyn Error>> {
    let mut world = World3::new();
    world.set_scheme(scheme);
    world.add_force(PointGravity::new(1.0))?;
    world.add_force(PointGravity::new(strength).centered_at([DISTANCE, 0.0, 0.0]))?;
    world.add_body(
        Body3::point(1.0)
            .at([1.0, 0.0, 0.0])
            .moving([0.0, 1.0, 0.2]),
    )?;
    let step = std::f64::consts::TAU / (f64::from(STEPS) + 0.1);
    let start = world.energy().total();
    let mut worst = 0.0_f64;
    for _ in 0..PERIODS * STEPS {
        if world.step(step).is_err() {
            return Ok(f64::INFINITY);
        }
        worst = worst.max((world.energy().total() / start - 1.0).abs());
    }
    Ok(worst)
}

fn chart(curves: &[Curve]) -> Chart {
    let mut chart = Chart::new(
        "another attractor, 64 steps a period, 100 periods",
        Axis::logarithmic("its strength, relative"),
        Axis::logarithmic("largest energy error, relative").within(1e-14, 1e3),
    );
    for Curve { scheme, points } in curves {
        chart.add(Series::line(
            scheme.to_string(),
            Style::of(*scheme),
            points.clone(),
        ));
    }
    chart
}

fn of(curves: &[Curve], scheme: Scheme) -> Option<&[Point]> {
    let curve = curves.iter().find(|curve| curve.scheme == scheme)?;
    Some(&curve.points)
}

/// The weakest other attractor beside which ours is not clearly better.
fn crossing(curves: &[Curve], ours: Scheme, theirs: Scheme) -> Option<(f64, f64, f64)> {
    let mut pairs = of(curves, ours)?.iter().zip(of(curves, theirs)?);
    let (mine, other) = pairs.find(|(mine, other)| CLEARLY * mine.1 > other.1)?;
    Some((mine.0, mine.1, other.1))
}

fn finding(curves: &[Curve]) -> String {
    let ends = curves.iter().filter_map(|curve| {
        let (weak, strong) = (curve.points.first()?, curve.points.last()?);
        Some(format!(
            "{} {} and {}",
            curve.scheme,
            number(weak.1),
            number(strong.1)
        ))
    });
    let crossing = match crossing(curves, Scheme::FlowKick, Scheme::VelocityVerlet) {
        Some((strength, ..)) => format!(
            "from a strength of {} on FlowKick is no longer twice as good as VelocityVerlet",
            number(strength)
        ),
        None => "FlowKick is better than VelocityVerlet throughout".to_owned(),
    };
    format!(
        "Energy errors beside the weakest and the strongest attractor: {}; {crossing}.",
        list(&ends.collect::<Vec<_>>())
    )
}

/// Where a strong disturbance makes Kepler's orbit worth nothing.
fn losses(curves: &[Curve]) -> Vec<String> {
    let pairs = [
        (Scheme::FlowKick, Scheme::VelocityVerlet),
        (Scheme::FlowKick, Scheme::Rk4),
        (Scheme::FlowKick4, Scheme::Rk4),
    ];
    let of_pair = |(ours, theirs)| {
        let (strength, mine, other) = crossing(curves, ours, theirs)?;
        Some(capital(&format!(
            "beside a second attractor of {} times the strength of the first {ours} keeps the energy no better than {theirs} \
             ({} and {}).",
            number(strength),
            number(mine),
            number(other)
        )))
    };
    pairs.into_iter().filter_map(of_pair).collect()
}
