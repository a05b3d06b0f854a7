//! Two springs, from equal ones to one that rules.

use super::claim::{Claim, Verdict};
use super::fourth_order::{PERIODS, error, ratios};
use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::fit::largest;
use crate::section::Section;
use crate::words::{list, number};
use anyhow::Result;
use indicatif::ProgressBar;
use kinstep::Scheme;
use support::drawing::frame::Point;
use support::drawing::numbers::metres;

/// The angle Wh of a step.
const ANGLE: f64 = 0.2;

pub(super) fn run(section: &mut Section, progress: &ProgressBar) -> Result<Vec<Claim>> {
    let curves = Curves::measured()?;
    curves.draw(section);
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
            let point = |ratio| Ok((ratio, error(scheme, ratio, ANGLE)?));
            curves.push((scheme, ratios().map(point).collect::<Result<_>>()?));
        }
        Ok(Self(curves))
    }

    fn points(&self, scheme: Scheme) -> &[Point] {
        let curve = self.0.iter().find(|(other, _)| *other == scheme);
        curve.map_or(&[], |(_, points)| points)
    }

    fn draw(&self, section: &mut Section) {
        let chart = Chart::new(
            format!("two springs, {PERIODS} periods at Wh = {ANGLE}"),
            Axis::logarithmic("k₂/k₁"),
            Axis::logarithmic("distance from the exact state [m]"),
        )
        .with((self.0.iter()).map(|(scheme, points)| Series::of(*scheme, points.clone())));
        let ends = self.0.iter().map(|(scheme, points)| {
            let error = |point: Option<&Point>| metres(point.map_or(f64::NAN, |point| point.1));
            format!(
                "{scheme} {} and {}",
                error(points.first()),
                error(points.last())
            )
        });
        let finding = format!(
            "After {PERIODS} periods with equal springs, and with one of a thousandth of the other, the schemes are \
             off by: {}.",
            list(ends)
        );
        section.draw("ratios", chart, finding);
    }

    /// From which ratio on averaging is worse than exact increments, if there is one.
    fn claim(&self) -> Claim {
        let exact = self.points(Scheme::Kinematic);
        let pairs = exact.iter().zip(self.points(Scheme::AverageAcceleration));
        let better = pairs.filter(|(exact, average)| average.1 < exact.1);
        let ratios: Vec<f64> = better.map(|(point, _)| point.0).collect();
        let predicted = number((1.0 + 2_f64.sqrt()).powi(2));
        Claim {
            claim: "Where several forces depend on position, average acceleration is better than exact displacements.",
            measured: format!(
                "two springs at Wh = {ANGLE}: better up to k₂/k₁ = {}; theory: {predicted}",
                number(largest(ratios.iter().copied())),
            ),
            verdict: Verdict::of_share(
                ratios.len(),
                exact.len(),
                format!("for k₂/k₁ below about {predicted}"),
            ),
        }
    }
}
