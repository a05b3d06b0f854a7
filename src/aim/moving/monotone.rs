//! The functions of one number that conditions consist of.

use nalgebra::ComplexField;

use super::super::drag_model::DragModel;
use super::interval::Interval;
use super::time_to_height::TimeToHeight;
use crate::flow::{log_1p_over, phi_2};

/// A function that is monotone between its turns, as are its first two derivatives.
///
/// With `ψₙ(x) = ∫ sⁿ e^(-xs) ds` over s from 0 to 1, x = γt, and `A = 1/(1 + kt)`:
///
/// | | linear drag | rational |
/// |---|---|---|
/// | spread S/t | ψ₀ | A |
/// | sink S₁/t | t (ψ₀ - ψ₁) | tA/2 |
/// | surge S₂/t | t² (ψ₀ - 2ψ₁ + ψ₂)/2 | t²A/4 |
#[derive(Debug, Clone, Copy)]
pub(in super::super) enum MonotoneFunction {
    /// `1/x`, for x > 0.
    Inverse,
    /// `√x`, for x ≥ 0.
    Root,
    /// `ln x`, for x > 0.
    Log,
    /// S.
    Glide(DragModel),
    /// S₁.
    Sunk(DragModel),
    /// `S/t`: the mean share of the launch velocity that drag leaves.
    Spread(DragModel),
    /// `S₁/t`: the mean velocity that c adds, over c.
    Sink(DragModel),
    /// `S₂/t`: the mean velocity that a pull growing from zero adds, over its growth.
    Surge(DragModel),
    /// `e^-γt`.
    Left(f64),
    /// `e^-γt R = t² ψ₁`, with the fall R backward in time.
    Returned(f64),
    /// The height of an arc over the straight line, over c, as a function of its time of flight.
    Arch(DragModel),
    /// S₁ as a function of S.
    Fall(DragModel),
    /// The time to a height, as a function of the speed of the rise.
    ToHeight(TimeToHeight),
}

impl MonotoneFunction {
    /// Where it is defined.
    pub(super) fn domain(self) -> Interval {
        match self {
            Self::Inverse | Self::Root | Self::Log => Interval::new(0.0, f64::INFINITY),
            Self::Fall(model) => Interval::new(f64::NEG_INFINITY, model.longest()),
            Self::ToHeight(time) => Interval::new(time.least_speed, f64::INFINITY),
            _ => Interval::new(f64::NEG_INFINITY, f64::INFINITY),
        }
    }

    /// Where the value, the rate and the bend have an extreme inside of the domain; NaN if they have none.
    pub(super) fn turns(self) -> [f64; 3] {
        match self {
            Self::Fall(_) => [0.0, f64::NAN, f64::NAN],
            Self::Returned(rate) => [f64::NAN, 1.0 / rate, 2.0 / rate],
            _ => [f64::NAN; 3],
        }
    }

    /// The value and its first two derivatives.
    pub(in super::super) fn at(self, x: f64) -> [f64; 3] {
        match self {
            Self::Inverse => {
                let inverse = 1.0 / x;
                [
                    inverse,
                    -inverse * inverse,
                    2.0 * inverse * inverse * inverse,
                ]
            }
            Self::Root => {
                let root = ComplexField::sqrt(x);
                [root, 0.5 / root, -0.25 / (root * x)]
            }
            Self::Log => {
                let inverse = 1.0 / x;
                [ComplexField::ln(x), inverse, -inverse * inverse]
            }
            Self::Glide(model @ DragModel::Linear(rate)) => {
                // S' = e^-γt
                let left = ComplexField::exp(-rate * x);
                [model.carry(x).0, left, -rate * left]
            }
            Self::Sunk(model @ DragModel::Linear(rate)) => {
                // S₁' = S
                let (glide, fall) = model.carry(x);
                [fall, glide, ComplexField::exp(-rate * x)]
            }
            Self::Glide(DragModel::Rational(rate)) => {
                // S = tA, A' = -kA²
                let share = 1.0 / (1.0 + rate * x);
                [
                    x * share,
                    share * share,
                    -2.0 * rate * share * share * share,
                ]
            }
            Self::Sunk(DragModel::Rational(rate)) => {
                // S₁ = tS/2, S₁' = S (1 + A)/2, S₁'' = A³
                let share = 1.0 / (1.0 + rate * x);
                let glide = x * share;
                [
                    0.5 * x * glide,
                    0.5 * glide * (1.0 + share),
                    share * share * share,
                ]
            }
            Self::Spread(DragModel::Linear(rate)) => {
                // ψₙ' = -γ ψₙ₊₁
                let [zero, one, two] = means(rate * x);
                [zero, -rate * one, rate * rate * two]
            }
            Self::Sink(DragModel::Linear(rate)) => {
                // S₁/t = (1 - ψ₀)/γ
                let [zero, one, two] = means(rate * x);
                [x * (zero - one), one, -rate * two]
            }
            Self::Surge(DragModel::Linear(rate)) => {
                let [zero, one, two] = means(rate * x);
                let value = (zero - one) - (one - two);
                [0.5 * x * (x * value), 0.5 * x * (zero - two), two]
            }
            Self::Returned(rate) => {
                // (t² ψ₁)' = t e^-γt
                let ([_, one, _], left) = (means(rate * x), ComplexField::exp(-rate * x));
                [x * (x * one), x * left, (1.0 - rate * x) * left]
            }
            Self::Left(rate) => {
                let left = ComplexField::exp(-rate * x);
                [left, -rate * left, rate * rate * left]
            }
            Self::Spread(DragModel::Rational(rate)) => {
                let share = 1.0 / (1.0 + rate * x);
                let fall = rate * share;
                [share, -fall * share, 2.0 * fall * fall * share]
            }
            Self::Sink(DragModel::Rational(rate)) => {
                let share = 1.0 / (1.0 + rate * x);
                [
                    0.5 * x * share,
                    0.5 * share * share,
                    -rate * share * share * share,
                ]
            }
            Self::Surge(DragModel::Rational(rate)) => {
                let share = 1.0 / (1.0 + rate * x);
                let glide = x * share;
                [
                    0.25 * x * glide,
                    0.25 * glide * (1.0 + share),
                    0.5 * share * share * share,
                ]
            }
            Self::Arch(model) => arch(model, x),
            Self::Fall(model) => fall(model, x),
            Self::ToHeight(time) => time.at(x),
        }
    }
}

/// `S₂/S` \[s²\]: the launch velocity against a pull growing from zero, over its growth.
pub(in super::super) fn surge(model: DragModel, time: f64) -> f64 {
    MonotoneFunction::Surge(model).at(time)[0] / MonotoneFunction::Spread(model).at(time)[0]
}

/// ψ₀ to ψ₂.
fn means(x: f64) -> [f64; 3] {
    let left = ComplexField::exp(-x);
    if x < 1.0 {
        // downwards: ψₙ = (e^-x + x ψₙ₊₁) / (n + 1)
        let two = SECOND.iter().rev().fold(0.0, |sum, term| term - x * sum);
        let one = 0.5 * (left + x * two);
        [left + x * one, one, two]
    } else {
        let inverse = 1.0 / x;
        let zero = (1.0 - left) * inverse;
        let one = (zero - left) * inverse;
        [zero, one, (2.0 * one - left) * inverse]
    }
}

/// `ψ₂ = Σ (-x)ᵏ / k! (k + 3)`
const SECOND: [f64; 19] = {
    let mut terms = [0.0; 19];
    let (mut k, mut factorial) = (0, 1.0);
    while k < 19 {
        terms[k] = 1.0 / (factorial * (k + 3) as f64);
        k += 1;
        factorial *= k as f64;
    }
    terms
};

/// `max over τ of S(τ) Q - S₁(τ)` for `Q = S₁(t)/S(t)`.
///
/// Linear: `e^z = 1/φ₁(-x)`, τ = z/γ; rational: `(1 + kτ)² = 1 + kt`. The first derivative is `S(τ) Q'`.
fn arch(model: DragModel, time: f64) -> [f64; 3] {
    if time <= 0.0 {
        return [0.0, 0.0, 0.25];
    }
    match model {
        DragModel::Linear(rate) => {
            let reach = model.reach(time);
            let [zero, one, _] = means(rate * time);
            let top = if zero < 0.5 {
                -ComplexField::ln(zero) / rate
            } else {
                let sink = time * (zero - one);
                sink * log_1p_over(-rate * sink)
            };
            let (p, q, e) = (reach.per_metre, reach.against, reach.fading);
            let grow = 1.0 - q * e;
            let glide = model.carry(top).0;
            // e^-2z = φ₁²
            let bend = (zero * grow) * (zero * grow) + glide * e * (p * q - grow);
            [top * (top * phi_2(rate * top)), glide * grow, bend]
        }
        DragModel::Rational(rate) => {
            let root = ComplexField::sqrt(1.0 + rate * time);
            let top = time / (1.0 + root);
            // τ' = 1/2(1 + kτ), τ'' = -k/4 (1 + kτ)³
            let slope = 0.5 / root;
            [
                0.5 * top * top,
                top * slope,
                slope * slope - 0.25 * rate * top / (root * root * root),
            ]
        }
    }
}

/// S₁ over S: linear `dS₁/dS = S/(1 - γS)`.
fn fall(model: DragModel, glide: f64) -> [f64; 3] {
    let (DragModel::Linear(rate) | DragModel::Rational(rate)) = model;
    let room = 1.0 / (1.0 - rate * glide);
    let [slope, bend] = match model {
        DragModel::Linear(_) => [glide * room, room * room],
        DragModel::Rational(_) => [glide * (0.5 + 0.5 * room) * room, room * room * room],
    };
    [model.fall_over(glide), slope, bend]
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::interval::Interval;
    use super::super::jet::Scalar;
    use super::*;

    /// Every function, with arguments from the range in which it is used.
    fn curves(random: &mut Pcg64Mcg) -> Vec<(MonotoneFunction, [f64; 2])> {
        let mut size = |low: f64, high: f64| 10_f64.powf(random.random_range(low..high));
        let rate = size(-2.0, 0.5);
        let mut curves = Vec::new();
        for model in [DragModel::Linear(rate), DragModel::Rational(rate)] {
            let start = size(-1.0, 1.0);
            let times = [start, start + size(-1.0, 1.0)];
            for function in [
                MonotoneFunction::Glide(model),
                MonotoneFunction::Sunk(model),
                MonotoneFunction::Spread(model),
                MonotoneFunction::Sink(model),
                MonotoneFunction::Surge(model),
                MonotoneFunction::Arch(model),
            ] {
                curves.push((function, times));
            }
            // backward in time, too, and less than the limit of S
            let most = 0.9 * model.longest();
            let [back, ahead] = [(); 2].map(|()| most / (1.0 + size(-1.0, 1.0)));
            curves.push((MonotoneFunction::Fall(model), [-back, ahead]));
            curves.push((MonotoneFunction::Left(rate), times));
            for pull in [-size(-1.0, 1.0), 0.0, size(-1.0, 1.0)] {
                for falls in [false, true] {
                    // the rational model is a parabola here
                    let model = match model {
                        DragModel::Linear(_) => model,
                        DragModel::Rational(_) => DragModel::linear(0.0),
                    };
                    let time = TimeToHeight::new(model, pull, size(-1.0, 1.0), falls);
                    // with drag and a pull away from the plane the bend is not known
                    if pull < 0.0 || (!falls && (pull == 0.0 || model.is_free())) {
                        let low = time.least_speed + size(-1.0, 1.0);
                        let high = low + size(-1.0, 1.0);
                        curves.push((MonotoneFunction::ToHeight(time), [low, high]));
                    }
                }
            }
            curves.push((MonotoneFunction::Returned(rate), times));
            curves.push((MonotoneFunction::Inverse, times));
            curves.push((MonotoneFunction::Root, times));
            curves.push((MonotoneFunction::Log, times.map(|time| 20.0 * time)));
        }
        curves
    }

    /// The range over an interval contains all values, and is hardly wider.
    #[test]
    fn ranges_are_those_of_the_values() {
        let mut random = Pcg64Mcg::seed_from_u64(1);
        for (function, [low, high]) in (0..200)
            .flat_map(|_| curves(&mut random))
            .collect::<Vec<_>>()
        {
            let ranges = Interval::new(low, high).along(function);
            let values: Vec<[f64; 3]> = (0..=2000)
                .map(|k| function.at(low + (high - low) * f64::from(k) / 2000.0))
                .collect();
            for (k, range) in ranges.into_iter().enumerate() {
                let values = || values.iter().map(|at| at[k]);
                let least = values().fold(f64::INFINITY, f64::min);
                let most = values().fold(f64::NEG_INFINITY, f64::max);
                let what = format!("{function:?} {k} over {low}..{high}: {range:?}");
                assert!(
                    range.low <= least && most <= range.high,
                    "{what} {least} {most}"
                );
                let slack = 1e-5 * (most - least) + 1e-13 * most.abs().max(least.abs());
                assert!(least - range.low <= slack, "{what} {least}");
                assert!(range.high - most <= slack, "{what} {most}");
            }
        }
    }

    #[test]
    fn rates_and_bends_are_those_of_the_values() {
        let mut random = Pcg64Mcg::seed_from_u64(2);
        for (function, [low, high]) in (0..200)
            .flat_map(|_| curves(&mut random))
            .collect::<Vec<_>>()
        {
            let x = 0.5 * (low + high);
            let h = 1e-4 * (high - low).min(x.abs());
            let [before, at, after] = [x - h, x, x + h].map(|x| function.at(x));
            for k in 0..2 {
                let slope = (after[k] - before[k]) / (2.0 * h);
                // the error of second order, and the rounding of the values
                let size = at[k].abs().max(at[k + 1].abs() * x.abs());
                let slack = 1e-5 * at[k + 1].abs() + 1e-11 * size / h;
                assert!(
                    (slope - at[k + 1]).abs() <= slack,
                    "{function:?} {k} at {x}: {slope} {at:?}"
                );
            }
        }
    }
}
