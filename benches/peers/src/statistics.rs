//! What many noisy measurements say.

use serde::Serialize;

/// The middle of some values, and how far they spread: a quarter of them is below the lower, a quarter above the upper.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Quartiles {
    pub(crate) lower: f64,
    pub(crate) median: f64,
    pub(crate) upper: f64,
}

impl Quartiles {
    /// Of some values, in any order; none of no values.
    pub(crate) fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        Some(Self {
            lower: quantile(&values, 0.25)?,
            median: quantile(&values, 0.5)?,
            upper: quantile(&values, 0.75)?,
        })
    }
}

/// The value below which a share of the sorted values lies, on the straight line between its neighbours.
fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let place = share * sorted.len().checked_sub(1)? as f64;
    let (below, above) = (
        sorted[place.floor() as usize],
        sorted[place.ceil() as usize],
    );
    Some(below + (above - below) * place.fract())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quartiles(lower: f64, median: f64, upper: f64) -> Option<Quartiles> {
        Some(Quartiles {
            lower,
            median,
            upper,
        })
    }

    #[test]
    fn no_values_have_no_middle() {
        assert_eq!(Quartiles::of([]), None);
    }

    #[test]
    fn one_value_does_not_spread() {
        assert_eq!(Quartiles::of([7.0]), quartiles(7.0, 7.0, 7.0));
    }

    #[test]
    fn quartiles_lie_on_values_or_between_them() {
        let odd = Quartiles::of([5.0, 1.0, 4.0, 2.0, 3.0]);
        assert_eq!(odd, quartiles(2.0, 3.0, 4.0));
        let even = Quartiles::of([4.0, 1.0, 3.0, 2.0]);
        assert_eq!(even, quartiles(1.75, 2.5, 3.25));
    }

    #[test]
    fn an_outlier_moves_neither_middle_nor_spread() {
        let calm = Quartiles::of([1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(Quartiles::of([1.0, 2.0, 3.0, 4.0, 5e9]), calm);
    }
}
