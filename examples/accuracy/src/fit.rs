//! The order of a curve of errors.

use anyhow::Result;
use support::drawing::frame::Point;

/// How errors depend on the step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Order {
    /// They are rounding at every step.
    Exact,
    /// They fall with this power of the step.
    Power(f64),
    /// Too few of them are neither rounding nor as large as the motion.
    Unknown,
}

/// Errors less than so many times what rounding likely does may be partly rounding.
const CLEAR: f64 = 8.0;
/// Errors above this share of the motion say nothing about small steps.
const SMALL: f64 = 0.03;
/// The fit takes the largest numbers of steps, so many of them.
const POINTS: usize = 4;

/// What is no error of a method.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Noise {
    /// What the right answer may be off \[m\].
    pub(crate) uncertainty: f64,
    /// What one step may round off \[m\].
    pub(crate) rounding: f64,
}

impl Noise {
    /// All steps round the same way \[m\].
    fn at_most(self, steps: f64) -> f64 {
        self.uncertainty.max(self.rounding * steps)
    }

    /// Larger than that, and than what steps that round as they like leave by far \[m\].
    fn clear(self, steps: f64) -> f64 {
        let likely = self.uncertainty.max(self.rounding * steps.sqrt());
        self.at_most(steps).max(CLEAR * likely)
    }
}

impl Order {
    /// The order of errors \[m\] against numbers of steps, from few to many, of a motion of this size
    /// \[m\]: the slope of log error over log steps by least squares, without its sign, over the largest
    /// numbers of steps that do not show noise.
    pub(crate) fn of(errors: &[(u32, f64)], size: f64, noise: Noise) -> Self {
        let is_noise = |&(steps, error): &(u32, f64)| error <= noise.at_most(steps.into());
        if !errors.is_empty() && errors.iter().all(is_noise) {
            return Self::Exact;
        }
        // where more steps do not help any more, all beyond is rounding
        let least = (errors.iter().enumerate()).min_by(|one, other| one.1.1.total_cmp(&other.1.1));
        let end = match least {
            Some((place, _)) if place + 1 < errors.len() => place,
            _ => errors.len(),
        };
        let mut usable: Vec<Point> = (errors[..end].iter())
            .map(|&(steps, error)| (f64::from(steps), error))
            .filter(|&(steps, error)| error > noise.clear(steps) && error < SMALL * size)
            .map(|(steps, error)| (steps.ln(), error.ln()))
            .collect();
        usable.drain(..usable.len().saturating_sub(POINTS));
        if usable.len() < 3 {
            return Self::Unknown;
        }
        Self::Power(-slope(&usable))
    }
}

/// The slope of the line nearest to some points: `Σ (x - x̄)(y - ȳ) / Σ (x - x̄)²`.
pub(crate) fn slope(points: &[Point]) -> f64 {
    let count = points.len() as f64;
    let sum = |value: fn(&Point) -> f64| points.iter().map(value).sum::<f64>();
    let (x, y) = (sum(|point| point.0) / count, sum(|point| point.1) / count);
    let products = points.iter().map(|point| (point.0 - x) * (point.1 - y));
    let squares = points.iter().map(|point| (point.0 - x).powi(2));
    products.sum::<f64>() / squares.sum::<f64>()
}

/// The largest of some sizes; zero without any.
pub(crate) fn largest(sizes: impl IntoIterator<Item = f64>) -> f64 {
    sizes.into_iter().fold(0.0, f64::max)
}

/// The least and the largest of some sizes.
pub(crate) fn range(sizes: impl IntoIterator<Item = f64>) -> (f64, f64) {
    (sizes.into_iter()).fold((f64::INFINITY, 0.0), |(least, most), size| {
        (least.min(size), most.max(size))
    })
}

/// Halves an interval so many times, and keeps the half in which the answer goes from yes to no.
pub(crate) fn halved(
    [mut yes, mut no]: [f64; 2],
    times: u32,
    mut answer: impl FnMut(f64) -> Result<bool>,
) -> Result<[f64; 2]> {
    for _ in 0..times {
        let middle = 0.5 * (yes + no);
        *(if answer(middle)? { &mut yes } else { &mut no }) = middle;
    }
    Ok([yes, no])
}

impl std::fmt::Display for Order {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exact => formatter.pad("exact"),
            Self::Power(order) => write!(formatter, "{order:.2}"),
            Self::Unknown => formatter.pad("–"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOISE: Noise = Noise {
        uncertainty: 1e-14,
        rounding: 1e-15,
    };

    /// Errors `c n^-p` that end in rounding.
    fn curve(power: f64) -> Vec<(u32, f64)> {
        let counts = (0..14).map(|doublings| 1 << doublings);
        counts
            .map(|n| (n, 0.2 * f64::from(n).powf(-power) + 1e-15 * f64::from(n)))
            .collect()
    }

    #[test]
    fn the_order_of_a_power_is_its_exponent() {
        for power in [1.0, 2.0, 4.0] {
            let Order::Power(order) = Order::of(&curve(power), 1.0, NOISE) else {
                panic!("no order")
            };
            // measured 0.08 off: a sixth of the least error is rounding
            assert!((order - power).abs() < 0.1, "{order} for {power}");
        }
    }

    #[test]
    fn rounding_has_no_order() {
        let rounding = [(8, 2e-15), (16, 1e-16), (32, 3e-15)];
        assert_eq!(Order::of(&rounding, 1.0, NOISE), Order::Exact);
        assert_eq!(Order::of(&[(8, 0.5)], 1.0, NOISE), Order::Unknown);
        assert_eq!(Order::of(&[], 1.0, NOISE), Order::Unknown);
    }
}
