//! An orbit beside another attractor, from a very weak one to one as strong as the first.

use anyhow::Result;
use indicatif::ProgressBar;
use kinstep::{Body3, PointGravity, Scheme, World3};
use support::drawing::frame::Point;
use support::drawing::style::Style;

use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::drift::watch::worst_error;
use crate::pens;
use crate::section::Section;
use crate::words::number;

/// Where the other attractor is, when the orbit starts at 1 with μ = 1.
const DISTANCE: f64 = 3.0;
/// How strong it is, relative to the first: so many to each power of ten, from 1e-6.
const PER_DECADE: u32 = 2;
const STRENGTHS: u32 = 13;
/// Steps in a period, and periods.
const STEPS: u32 = 64;
const PERIODS: u32 = 100;
const WAYS: [Way; 5] = [
    Way::of(Scheme::VelocityVerlet),
    Way::of(Scheme::Rk4),
    Way::of(Scheme::FlowKick),
    Way::of(Scheme::FlowKick4),
    Way {
        scheme: Scheme::FlowKick,
        first: First::Other,
    },
];
/// Less than this is no difference.
const CLEARLY: f64 = 2.0;

/// A scheme, and which of the attractors is added first: FlowKick follows the orbit about that one.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Way {
    scheme: Scheme,
    first: First,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum First {
    /// The one that the body goes about.
    Own,
    /// The one that disturbs it.
    Other,
}

impl Way {
    const fn of(scheme: Scheme) -> Self {
        Self {
            scheme,
            first: First::Own,
        }
    }

    fn name(self) -> String {
        match self.first {
            First::Own => self.scheme.to_string(),
            First::Other => format!("{}, other first", self.scheme),
        }
    }

    fn style(self) -> Style {
        match self.first {
            First::Own => Style::of(self.scheme),
            First::Other => pens::dashed(pens::PINK),
        }
    }
}

/// The largest energy errors, by the strength of the other attractor.
struct Curve {
    way: Way,
    points: Vec<Point>,
}

pub(super) fn run(section: &mut Section, progress: &ProgressBar) -> Result<()> {
    let mut curves = Vec::new();
    for way in WAYS {
        let points: Result<Vec<Point>> = (0..STRENGTHS)
            .map(|place| {
                let strength = 10_f64.powf(f64::from(place) / f64::from(PER_DECADE) - 6.0);
                Ok((strength, band(way, strength)?))
            })
            .collect();
        curves.push(Curve {
            way,
            points: points?,
        });
        progress.inc(1);
    }
    section.draw("attractors", chart(&curves), finding(&curves));
    section.losses.extend(losses(&curves));
    progress.inc(1);
    Ok(())
}

/// The largest relative error of the energy.
fn band(way: Way, strength: f64) -> Result<f64> {
    let mut world = World3::new();
    world.set_scheme(way.scheme);
    let own = PointGravity::new(1.0);
    let other = PointGravity::new(strength).centered_at([DISTANCE, 0.0, 0.0]);
    let in_order = match way.first {
        First::Own => [own, other],
        First::Other => [other, own],
    };
    for attractor in in_order {
        world.add_force(attractor)?;
    }
    world.add_body(
        Body3::point(1.0)
            .at([1.0, 0.0, 0.0])
            .moving([0.0, 1.0, 0.2]),
    )?;
    let step = std::f64::consts::TAU / (f64::from(STEPS) + 0.1);
    Ok(worst_error(&mut world, step, PERIODS * STEPS))
}

fn chart(curves: &[Curve]) -> Chart {
    Chart::new(
        "another attractor, 64 steps a period, 100 periods",
        Axis::logarithmic("its strength, relative"),
        Axis::logarithmic("largest energy error, relative").within(1e-14, 1e3),
    )
    .with(
        (curves.iter())
            .map(|Curve { way, points }| Series::line(way.name(), way.style(), points.clone())),
    )
}

fn of(curves: &[Curve], way: Way) -> Option<&[Point]> {
    let curve = curves.iter().find(|curve| curve.way == way)?;
    Some(&curve.points)
}

/// The weakest other attractor beside which ours is not clearly better, with both errors.
fn crossing(curves: &[Curve], ours: Way, theirs: Way) -> Option<(f64, f64, f64)> {
    let mut pairs = of(curves, ours)?.iter().zip(of(curves, theirs)?);
    let (mine, other) = pairs.find(|(mine, other)| CLEARLY * mine.1 > other.1)?;
    Some((mine.0, mine.1, other.1))
}

fn finding(curves: &[Curve]) -> String {
    let ends = curves.iter().filter_map(|curve| {
        let (weak, strong) = (curve.points.first()?, curve.points.last()?);
        let name = curve.way.name();
        Some(format!(
            "{name}: {} and {}",
            number(weak.1),
            number(strong.1)
        ))
    });
    let verlet = Way::of(Scheme::VelocityVerlet);
    let crossing = match crossing(curves, Way::of(Scheme::FlowKick), verlet) {
        Some((strength, ..)) => format!(
            "From a strength of {} on FlowKick is not twice as good as VelocityVerlet",
            number(strength)
        ),
        None => "FlowKick is at least twice as good as VelocityVerlet throughout".to_owned(),
    };
    let ends: Vec<String> = ends.collect();
    format!(
        "Energy errors beside the weakest and the strongest attractor: {}. {crossing}.",
        ends.join("; ")
    )
}

/// Where Kepler's orbit is worth nothing: about the wrong attractor, or beside one that is strong.
fn losses(curves: &[Curve]) -> Vec<String> {
    let (flow, fourth) = (Way::of(Scheme::FlowKick), Way::of(Scheme::FlowKick4));
    let (verlet, rk4) = (Way::of(Scheme::VelocityVerlet), Way::of(Scheme::Rk4));
    let of_pair = |(ours, theirs): (Way, Way)| {
        let (strength, mine, its) = crossing(curves, ours, theirs)?;
        Some(format!(
            "Beside a second attractor of {} times the strength of the first, {STEPS} steps a period, {} keeps the energy \
             not twice as well as {} ({}, and {}).",
            number(strength),
            ours.scheme,
            theirs.scheme,
            number(mine),
            number(its)
        ))
    };
    let pairs = [(flow, verlet), (flow, rk4), (fourth, rk4)];
    let mut losses: Vec<String> = pairs.into_iter().filter_map(of_pair).collect();
    losses.extend(wrong_order(curves));
    losses
}

/// What it costs to add the weaker attractor first.
fn wrong_order(curves: &[Curve]) -> Option<String> {
    let [.., swapped] = WAYS;
    let weakest = |way| of(curves, way)?.first().copied();
    let (strength, wrong) = weakest(swapped)?;
    let (_, right) = weakest(Way::of(Scheme::FlowKick))?;
    let (_, verlet) = weakest(Way::of(Scheme::VelocityVerlet))?;
    (wrong > CLEARLY * right).then(|| {
        format!(
            "FlowKick follows the orbit about the attractor that was added first: if that is the weaker by far ({} times as \
             strong), its energy error is {} instead of {}, with {} under VelocityVerlet.",
            number(strength),
            number(wrong),
            number(right),
            number(verlet)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disturbance that is half as strong disturbs half as much.
    #[test]
    fn the_band_shrinks_with_the_disturbance() {
        let band = |strength| band(Way::of(Scheme::FlowKick), strength).unwrap();
        let ratio = band(2e-5) / band(1e-5);
        assert!((ratio - 2.0).abs() < 0.01, "{ratio}");
    }

    #[test]
    fn a_crossing_is_the_first_place_where_ours_is_not_clearly_better() {
        let curve = |way, errors: [f64; 3]| Curve {
            way,
            points: [0.1, 0.2, 0.4].into_iter().zip(errors).collect(),
        };
        let (flow, verlet) = (Way::of(Scheme::FlowKick), Way::of(Scheme::VelocityVerlet));
        let curves = [
            curve(flow, [1e-6, 1e-3, 1e-3]),
            curve(verlet, [1e-3, 1.5e-3, 1e-4]),
        ];
        assert_eq!(crossing(&curves, flow, verlet), Some((0.2, 1e-3, 1.5e-3)));
        assert_eq!(crossing(&curves[..1], flow, verlet), None);
    }
}
