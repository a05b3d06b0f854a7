//! Two springs, from equal ones to one that rules.

use anyhow::Result;
use indicatif::ProgressBar;
use kinstep::Scheme;
use support::drawing::frame::Point;
use support::drawing::numbers::metres;
use support::drawing::style::Style;

use super::claim::{Claim, Verdict};
use super::fourth_order::{PERIODS, error, ratios};
use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::section::{Figure, Section};
use crate::words::{list, number};

/// The angle Wh of a step.
const ANGLE: f64 = 0.2;

pub(super) fn run(section: &mut Section, progress: &ProgressBar) -> Result<Vec<Claim>> {
    let curves = Curves::measured()?;
    section.draw(curves.figure());
    progress.inc(1);
    Ok(vec![curves.claim()])
}

/// Errors against the ratio of the stiffnesses.
struct Curves(Vec<(Scheme, Vec<Point>)>);

const SCHEMES: [Scheme; 5] = [
    Scheme::SymplecticEuler,
    Scheme::Rk4,
    Scheme::Kinematic,
    Scheme::AverageAcceleration,
    Scheme::FlowKick,
];

impl Curves {
    fn measured() -> Result<Self> {
        let mut curves = Vec::new();
        for scheme in SCHEMES {
            let mut points = Vec::new();
            for ratio in ratios() {
                points.push((ratio, error(scheme, ratio, ANGLE)?));
            }
            curves.push((scheme, points));
        }
        Ok(Self(curves))
    }

    fn points(&self, scheme: Scheme) -> &[Point] {
        let curve = self.0.iter().find(|(other, _)| *other == scheme);
        curve.map_or(&[], |(_, points)| points)
    }

    fn figure(&self) -> Figure {
        let mut chart = Chart::new(
            format!("two springs, {PERIODS} periods at Wh = {ANGLE}"),
            Axis::logarithmic("k₂/k₁"),
            Axis::logarithmic("distance from the exact state [m]"),
        );
        for (scheme, points) in &self.0 {
            chart.add(Series::line(
                scheme.to_string(),
                Style::of(*scheme),
                points.clone(),
            ));
        }
        let ends = self.0.iter().map(|(scheme, points)| {
            let error = |point: Option<&Point>| point.map_or(f64::NAN, |point| point.1);
            format!(
                "{scheme} {} and {}",
                metres(error(points.first())),
                metres(error(points.last()))
            )
        });
        let finding = format!(
            "After {PERIODS} periods with equal springs, and with one of a thousandth of the other, the schemes are \
             off by: {}.",
            list(&ends.collect::<Vec<_>>())
        );
        Figure::new("ratios", chart, finding)
    }

    /// From which ratio on averaging is worse than exact increments, if there is one.
    fn claim(&self) -> Claim {
        let (exact, average) = (
            self.points(Scheme::Kinematic),
            self.points(Scheme::AverageAcceleration),
        );
        let is_better = |(exact, average): &(&Point, &Point)| average.1 < exact.1;
        let better = exact.iter().zip(average).filter(is_better);
        let ratios: Vec<f64> = better.map(|(point, _)| point.0).collect();
        let most = ratios.iter().copied().fold(0.0, f64::max);
        let predicted = (1.0 + 2_f64.sqrt()).powi(2);
        Claim {
            claim: "Where several forces depend on position, average acceleration is better than exact displacements.",
            measured: format!(
                "two springs at Wh = {ANGLE}: better up to k₂/k₁ = {}; theory: {}",
                number(most),
                number(predicted)
            ),
            verdict: Verdict::of_share(
                ratios.len(),
                exact.len(),
                format!("for k₂/k₁ below about {}", number(predicted)),
            ),
        }
    }
}
