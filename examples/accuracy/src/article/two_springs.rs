//! Two springs: where three numbers of the article come from.

use anyhow::Result;
use kinstep::Scheme;
use kinstep::nalgebra::{Matrix2, Vector2};

use super::THREE_HOURS;
use crate::springs::{self, distance, flow_matrix, step_matrix};

/// What the article found: the error of SymplecticEuler over that of Kinematic and over that of
/// AverageAcceleration, and the share of its energy that the latter loses in three hours.
pub(super) const CLAIMED: Numbers = Numbers {
    kinematic: 12_000.0,
    average: 58e6,
    lost: 0.05,
};

/// Three numbers about two springs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numbers {
    pub(super) kinematic: f64,
    pub(super) average: f64,
    pub(super) lost: f64,
}

/// What the article does not tell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Setting {
    /// k/m of both springs \[1/s²\].
    pub(super) stiffnesses: [f64; 2],
    /// Steps in a second \[1/s\].
    pub(super) rate: f64,
}

/// How an error may be measured, of a body that starts at rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Metric {
    /// Position after one step.
    OneStep,
    /// The mean of squares of the position's error over two seconds.
    MeanSquare,
    /// Distance of the states after two seconds.
    TwoSeconds,
    /// Distance of the states after three hours.
    ThreeHours,
}

impl Metric {
    pub(super) const ALL: [Self; 4] = [
        Self::OneStep,
        Self::MeanSquare,
        Self::TwoSeconds,
        Self::ThreeHours,
    ];
    /// The time over which squares are averaged \[s\].
    const SHORT: f64 = 2.0;

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::OneStep => "position after one step",
            Self::MeanSquare => "mean square over 2 s",
            Self::TwoSeconds => "distance after 2 s",
            Self::ThreeHours => "distance after 3 h",
        }
    }

    /// The error that steps of this matrix make, and no less than rounding.
    fn error(self, step: &Matrix2<f64>, setting: &Setting) -> f64 {
        let start = Vector2::new(1.0, 0.0);
        let frequency = springs::frequency(&setting.stiffnesses);
        let exact = |time: f64| flow_matrix(frequency, time) * start;
        let after = |time: f64| {
            let steps = (time * setting.rate).round().max(1.0);
            let end = step.pow(steps as u32) * start;
            distance(end, exact(steps / setting.rate), frequency)
        };
        let rounding = f64::EPSILON;
        match self {
            Self::OneStep => (step * start - exact(1.0 / setting.rate))
                .x
                .abs()
                .max(rounding),
            Self::TwoSeconds => after(Self::SHORT).max(rounding),
            Self::ThreeHours => after(THREE_HOURS).max(rounding),
            Self::MeanSquare => {
                let steps = (Self::SHORT * setting.rate).round().max(1.0);
                let mut state = start;
                let squares = (1..=steps as u32).map(|count| {
                    state = step * state;
                    (state - exact(f64::from(count) / setting.rate)).x.powi(2)
                });
                (squares.sum::<f64>() / steps).max(rounding * rounding)
            }
        }
    }
}

impl Setting {
    /// The three numbers, from the steps that kinstep makes.
    pub(super) fn numbers(&self, metric: Metric) -> Result<Numbers> {
        let world = springs::world(&self.stiffnesses)?;
        let matrix = |scheme| step_matrix(&world, scheme, 1.0 / self.rate);
        let average = matrix(Scheme::AverageAcceleration)?;
        let euler = metric.error(&matrix(Scheme::SymplecticEuler)?, self);
        let kinematic = metric.error(&matrix(Scheme::Kinematic)?, self);
        Ok(Numbers {
            kinematic: euler / kinematic,
            average: euler / metric.error(&average, self),
            lost: self.lost(&average),
        })
    }

    /// The share of the energy that three hours of such steps lose.
    fn lost(&self, step: &Matrix2<f64>) -> f64 {
        let steps = (THREE_HOURS * self.rate).round();
        let end = step.pow(steps as u32) * Vector2::new(1.0, 0.0);
        let stiffness: f64 = self.stiffnesses.iter().sum();
        1.0 - (end.y * end.y + stiffness * end.x * end.x) / stiffness
    }

    /// `(ω₁⁴ + ω₂⁴) h³` \[1/s\], of which the loss of energy is a 24th.
    pub(super) fn decay(&self) -> f64 {
        let squares = self.stiffnesses.map(|stiffness| stiffness * stiffness);
        squares.iter().sum::<f64>() / self.rate.powi(3)
    }

    /// How far the numbers are from those of the article: the largest logarithm of a ratio.
    pub(super) fn misfit(&self, metric: Metric) -> Result<f64> {
        let found = self.numbers(metric)?;
        let pairs = [
            (found.kinematic, CLAIMED.kinematic),
            (found.average, CLAIMED.average),
            // what gains energy is no fit at all
            (found.lost.max(f64::MIN_POSITIVE), CLAIMED.lost),
        ];
        Ok(pairs
            .map(|(found, claimed)| (found / claimed).ln().abs())
            .into_iter()
            .fold(0.0, f64::max))
    }
}

impl std::fmt::Display for Setting {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [first, second] = self.stiffnesses;
        write!(
            formatter,
            "k/m = {first:.3} and {second:.3}, dt = 1/{:.1} s",
            self.rate
        )
    }
}
