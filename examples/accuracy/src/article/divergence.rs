//! What increments that are added do to energy.

use super::claim::{Claim, Verdict};
use super::euler::STIFFNESSES;
use super::long_run::{LongRun, RATE};
use super::stability;
use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::fit::halved;
use crate::pens::{BLUE, GREY, PINK, VERMILION, dashed};
use crate::section::Section;
use crate::springs::{self, spectral_radius, step_matrix};
use crate::words::{list, number};
use anyhow::Result;
use indicatif::ProgressBar;
use kinstep::diagnostics::DriftKind;
use kinstep::nalgebra::Vector2;
use kinstep::{Body2, ForceField, LinearDrag, Scheme, World2};
use support::drawing::frame::Point;

pub(super) fn run(section: &mut Section, progress: &ProgressBar) -> Result<Vec<Claim>> {
    let (world, unknown) = (springs::world(&STIFFNESSES)?, unknown_spring()?);
    draw(section)?;
    let explicit = LongRun::of(&world, Scheme::ExplicitEuler)?;
    let constant = LongRun::of(&unknown, Scheme::AverageAcceleration)?;
    progress.inc(1);
    let kinematic = LongRun::of(&world, Scheme::Kinematic)?;
    let friction = friction(&kinematic)?;
    progress.inc(1);
    let average = LongRun::of(&world, Scheme::AverageAcceleration)?;
    progress.inc(1);
    Ok(vec![
        adds(
            "Explicit Euler puts energy into the system.",
            "two springs at 60 Hz",
            &explicit,
        ),
        adds(
            "The equations of constant acceleration do badly for forces that are not constant, such as a spring.",
            "a spring taken for constant over each step, at 60 Hz",
            &constant,
        ),
        adds(
            "With two springs exact increments are not sure to keep energy; over a very long time they diverge.",
            "two springs, 3 h at 60 Hz",
            &kinematic,
        ),
        friction,
        stable(&average, &constant)?,
    ])
}

/// A body on a force that is that of a spring, but known only by its acceleration.
fn unknown_spring() -> Result<World2> {
    let stiffness: f64 = STIFFNESSES.iter().sum();
    let mut world = World2::new();
    world.add_body(Body2::point(1.0).at([1.0, 0.0]))?;
    let force = ForceField::new(move |x: &Vector2<f64>, _time| x * -stiffness);
    let energy = move |x: &Vector2<f64>, _time| 0.5 * stiffness * x.norm_squared();
    world.add_force(force.with_potential(energy))?;
    Ok(world)
}

/// Energy gained or lost in a step, against its length.
fn draw(section: &mut Section) -> Result<()> {
    let mut chart = Chart::new(
        "energy gained or lost in a step",
        Axis::logarithmic("Wh, the angle of a step [rad]"),
        Axis::logarithmic("change of energy, relative").within(1e-12, 1e2),
    );
    let (average, equal) = (Scheme::AverageAcceleration, "two equal springs");
    let cases = [
        (equal, springs::world(&[1.0; 2])?, Scheme::Kinematic, PINK),
        (equal, springs::world(&[1.0; 2])?, average, GREY),
        ("one spring", springs::world(&[2.0])?, average, BLUE),
        (
            "a force without increments",
            unknown_spring()?,
            average,
            VERMILION,
        ),
    ];
    let mut clauses = Vec::new();
    for (what, world, scheme, style) in cases {
        let [gains, losses] = changes(&world, scheme)?;
        let change = match stability::limit(&world, scheme)? {
            _ if losses.is_empty() => "gained at every step".to_owned(),
            Some(limit) => format!("lost up to Wh = {limit:.2}"),
            None => "lost at every step".to_owned(),
        };
        clauses.push(format!("{change} by {scheme} on {what}"));
        for (sign, style, points) in [("gained", style, gains), ("lost", dashed(style), losses)] {
            if !points.is_empty() {
                let name = format!("{scheme}, {what}: {sign}");
                chart.add(Series::line(name, style, points));
            }
        }
    }
    section.draw("growth", chart, format!("Energy is {}.", list(clauses)));
    Ok(())
}

/// Gains and losses of energy in a step, against Wh.
fn changes(world: &World2, scheme: Scheme) -> Result<[Vec<Point>; 2]> {
    let (mut gains, mut losses) = (Vec::new(), Vec::new());
    for place in 0..=60 {
        // from 0.02 to 3.2
        let angle = 0.02 * 160_f64.powf(f64::from(place) / 60.0);
        let growth = stability::growth(world, scheme, angle)?;
        let points = if growth > 0.0 {
            &mut gains
        } else {
            &mut losses
        };
        points.push((angle, growth.abs()));
    }
    Ok([gains, losses])
}

/// A claim that energy goes up.
fn adds(claim: &'static str, how: &str, run: &LongRun) -> Claim {
    let goes_up = run.report.kind == DriftKind::Secular && run.report.last > 0.0;
    Claim {
        claim,
        measured: format!("{how}: {run}"),
        verdict: Verdict::of(run.end.is_some() || goes_up),
    }
}

/// Which drag stops the growth: found by halving, for the determinant of a step.
fn friction(run: &LongRun) -> Result<Claim> {
    let [low, high] = halved([0.0, 1.0], 50, |rate| {
        let mut world = springs::world(&STIFFNESSES)?;
        world.add_force(LinearDrag::rate(rate))?;
        Ok(spectral_radius(&step_matrix(&world, Scheme::Kinematic, 1.0 / RATE)?) > 1.0)
    })?;
    Ok(Claim {
        claim: "The slightest friction hides that growth.",
        measured: format!(
            "two springs at 60 Hz: energy grows by {:.2e}/s; with drag it does so until its rate is {high:.2e}/s",
            run.report.rate
        ),
        verdict: if low == 0.0 {
            Verdict::True
        } else {
            Verdict::OnlyFor(format!("above a drag rate of {}/s here", number(high)))
        },
    })
}

/// Whether average acceleration is stable, where, and for what.
fn stable(run: &LongRun, unknown: &LongRun) -> Result<Claim> {
    let scheme = Scheme::AverageAcceleration;
    let cases = [
        ("one spring", springs::world(&[2.0])?),
        ("two equal springs", springs::world(&[1.0, 1.0])?),
        ("springs of 4 and 9", springs::world(&STIFFNESSES)?),
    ];
    let mut limits = Vec::new();
    let mut least = f64::INFINITY;
    for (name, world) in &cases {
        let limit = stability::limit(world, scheme)?.unwrap_or(stability::MOST);
        limits.push(format!("Wh = {limit:.2} for {name}"));
        least = least.min(limit);
    }
    let removes =
        run.end.is_none() && run.report.kind == DriftKind::Secular && run.report.last < 0.0;
    let always = least >= stability::MOST && unknown.end.is_none() && unknown.report.last < 0.0;
    let verdict = match (removes, always) {
        (true, true) => Verdict::True,
        (true, false) => Verdict::OnlyFor(format!(
            "for springs with known increments and Wh < {least:.2}"
        )),
        (false, _) => Verdict::False,
    };
    Ok(Claim {
        claim: "Average acceleration takes energy away, which makes it stable.",
        measured: format!(
            "two springs, 3 h at 60 Hz: {run}; stable up to {}; a spring without known increments: {unknown}",
            list(&limits)
        ),
        verdict,
    })
}
