//! Two springs under added increments, and under the classical fourth-order method.

use anyhow::Result;
use indicatif::ProgressBar;
use kinstep::Scheme;
use kinstep::nalgebra::Vector2;
use support::drawing::frame::Point;

use super::claim::{Claim, Verdict};
use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::fit::{halved, largest};
use crate::pens::{BLACK, PINK, dashed};
use crate::section::Section;
use crate::springs::{self, distance, flow_matrix, step_matrix};
use crate::words::number;

/// How many periods are run.
pub(super) const PERIODS: f64 = 20.0;
/// Angles Wh of a step that are tried, from the least by a factor.
const ANGLES: (f64, f64, u32) = (0.02, 1.1, 52);
/// Ratios of the stiffnesses that are tried, from 1 by a factor.
const RATIOS: (f64, u32) = (1.258_925_411_794_167_2, 31);

pub(super) fn run(section: &mut Section, progress: &ProgressBar) -> Result<Vec<Claim>> {
    let map = Map::measured()?;
    map.draw(section);
    progress.inc(1);
    section.admit(format!(
        "Two springs under Kinematic are farther off than under Rk4, at equal steps, in {} of {} settings.",
        map.tried - map.won,
        map.tried
    ));
    Ok(vec![map.claim()])
}

/// How far a scheme is off after twenty periods with springs of stiffnesses 1 to `ratio` and W = 1 rad/s.
pub(super) fn error(scheme: Scheme, ratio: f64, angle: f64) -> Result<f64> {
    let world = springs::world(&[1.0 / (1.0 + ratio), ratio / (1.0 + ratio)])?;
    let steps = (PERIODS * std::f64::consts::TAU / angle).round();
    let start = Vector2::new(1.0, 0.0);
    let end = step_matrix(&world, scheme, angle)?.pow(steps as u32) * start;
    Ok(distance(end, flow_matrix(1.0, steps * angle) * start, 1.0))
}

/// From equal springs to one of a thousandth of the other.
pub(super) fn ratios() -> impl Iterator<Item = f64> {
    let (factor, count) = RATIOS;
    (0..count).map(move |place| factor.powi(place as i32))
}

fn angles() -> impl Iterator<Item = f64> {
    let (least, factor, count) = ANGLES;
    (0..count).map(move |place| least * factor.powi(place as i32))
}

/// Where Kinematic wins.
struct Map {
    /// Ratio of stiffnesses, and the least Wh from which on Kinematic is nearer than Rk4.
    border: Vec<Point>,
    /// Settings tried, and those in which Kinematic is nearer.
    tried: usize,
    won: usize,
}

impl Map {
    fn measured() -> Result<Self> {
        let mut map = Self {
            border: Vec::new(),
            tried: 0,
            won: 0,
        };
        for ratio in ratios() {
            let mut lost = None;
            for angle in angles() {
                let wins = Self::wins(ratio, angle)?;
                map.tried += 1;
                map.won += usize::from(wins);
                match (wins, lost) {
                    (false, _) => lost = Some(angle),
                    (true, Some(low)) if map.border.last().is_none_or(|it| it.0 < ratio) => {
                        let [_, least] =
                            halved([low, angle], 20, |angle| Ok(!Self::wins(ratio, angle)?))?;
                        map.border.push((ratio, least));
                    }
                    _ => {}
                }
            }
        }
        Ok(map)
    }

    fn wins(ratio: f64, angle: f64) -> Result<bool> {
        Ok(error(Scheme::Kinematic, ratio, angle)? < error(Scheme::Rk4, ratio, angle)?)
    }

    /// `Wh = √(20 k₁ k₂) / (k₁ + k₂)`, where the leading errors of the phase are equal.
    fn predicted(ratio: f64) -> f64 {
        (20.0 * ratio).sqrt() / (1.0 + ratio)
    }

    /// The largest share by which the measured border is off the predicted one.
    fn deviation(&self) -> f64 {
        let off = |&(ratio, angle): &Point| (angle / Self::predicted(ratio) - 1.0).abs();
        largest(self.border.iter().map(off))
    }

    fn draw(&self, section: &mut Section) {
        let predicted = (0..=60).map(|place| {
            let ratio = largest(ratios()).powf(f64::from(place) / 60.0);
            (ratio, Self::predicted(ratio))
        });
        let chart = Chart::new(
            "two springs: from which step on Kinematic is nearer than Rk4",
            Axis::logarithmic("k₂/k₁"),
            Axis::logarithmic("Wh [rad]"),
        )
        .with([
            Series::line("√(20 k₁k₂)/(k₁ + k₂)", dashed(BLACK), predicted),
            Series::dots("measured", PINK, self.border.clone()),
        ]);
        // the first is the least ratio for which Kinematic wins anywhere
        let border = match self.border.first() {
            Some((ratio, _)) => format!(
                "the border is within {:.0} % of √(20 k₁k₂)/(k₁ + k₂), and for k₂/k₁ below {} there is none",
                100.0 * self.deviation(),
                number(*ratio)
            ),
            None => "there is no border".to_owned(),
        };
        let finding = format!(
            "Kinematic is nearer than Rk4 after {PERIODS} periods in {} of {} settings, those above the dots: {border}.",
            self.won, self.tried
        );
        section.draw("fourth-order", chart, finding);
    }

    fn claim(&self) -> Claim {
        let condition = "where Wh > √(20 k₁k₂)/(k₁ + k₂): one spring rules, and steps are long";
        Claim {
            claim: "Its results are far better than those of fourth-order methods.",
            measured: format!(
                "two springs: nearer than Rk4 at equal steps in {} of {} settings, k₂/k₁ from 1 to {:.0}, Wh from {} \
                 to {:.1}",
                self.won,
                self.tried,
                largest(ratios()),
                ANGLES.0,
                largest(angles())
            ),
            verdict: Verdict::of_share(self.won, self.tried, condition.to_owned()),
        }
    }
}
