//! Finds the zeros of a function by a scan of all times.

/// An interval of times in which a function is zero.
#[derive(Debug, Clone, Copy)]
pub struct Gap {
    pub low: f64,
    pub high: f64,
    /// Whether the function certainly changes its sign; otherwise it is within rounding of zero.
    pub certain: bool,
}

/// Values below this are rounding errors, and have no sign.
const NOISE: f64 = 1e-13;

/// A grid of times over some decades, even in the logarithm.
pub fn grid(from: f64, to: f64, per_decade: f64) -> Vec<f64> {
    let (low, high) = (from.log10(), to.log10());
    let count = ((high - low) * per_decade).ceil().max(1.0);
    (0..=count as usize)
        .map(|i| 10_f64.powf(low + (high - low) * (i as f64 / count)))
        .collect()
}

/// The intervals in which a function is zero, or may be.
pub fn zeros(grid: &[f64], value: &dyn Fn(f64) -> f64) -> Vec<Gap> {
    let mut points: Vec<(f64, f64)> = grid.iter().map(|&time| (time, value(time))).collect();
    let nearest: Vec<(f64, f64)> = (points.windows(3))
        .filter(|near| {
            let side = near[1].1.signum();
            let [a, b, c] = [0, 1, 2].map(|i| near[i].1 * side);
            a >= b && c >= b && b > 0.0
        })
        .map(|near| extreme(value, near[0].0, near[2].0, near[1].1.signum()))
        .collect();
    points.extend(nearest);
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut gaps = Vec::new();
    let (mut low, mut before, mut unsure) = (0.0, 0.0, false);
    for (high, value) in points {
        if value.is_nan() || value.abs() <= NOISE {
            unsure = true;
            continue;
        }
        let certain = before * value < 0.0;
        if certain || unsure {
            gaps.push(Gap { low, high, certain });
        }
        (low, before, unsure) = (high, value, false);
    }
    if unsure {
        let (high, certain) = (f64::INFINITY, false);
        gaps.push(Gap { low, high, certain });
    }
    gaps
}

/// The minimum of `side * value` between two times, by the golden section, until all values in
/// between differ only by rounding.
pub fn extreme(value: &dyn Fn(f64) -> f64, low: f64, high: f64, side: f64) -> (f64, f64) {
    let golden = 0.5 * (5.0_f64.sqrt() - 1.0);
    let (mut low, mut high) = (low, high);
    let inner = |low: f64, high: f64| [high - golden * (high - low), low + golden * (high - low)];
    let [mut a, mut b] = inner(low, high).map(|time| (time, side * value(time)));
    let rounding = 4.0 * f64::EPSILON * (a.1.abs() + b.1.abs());
    let mut ends = [low, high].map(|time| side * value(time));
    for _ in 0..70 {
        let best = a.1.min(b.1);
        if ends.iter().all(|end| end - best <= rounding) {
            break;
        }
        if a.1 < b.1 {
            ends[1] = b.1;
            (high, b) = (b.0, a);
            let time = inner(low, high)[0];
            a = (time, side * value(time));
        } else {
            ends[0] = a.1;
            (low, a) = (a.0, b);
            let time = inner(low, high)[1];
            b = (time, side * value(time));
        }
    }
    let best = if a.1 < b.1 { a } else { b };
    (best.0, side * best.1)
}

/// The time and the value of the minimum of a function, by a scan.
pub fn least(times: &[f64], value: &dyn Fn(f64) -> f64) -> (f64, f64) {
    let values: Vec<f64> = times.iter().map(|&time| value(time)).collect();
    let is_low = |at: &usize| values[*at] <= values[at - 1] && values[*at] <= values[at + 1];
    let last = times.len() - 1;
    ((1..last).filter(is_low))
        .map(|at| extreme(value, times[at - 1], times[at + 1], 1.0))
        .chain([0, last].map(|at| (times[at], values[at])))
        .filter(|least| !least.1.is_nan())
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .unwrap_or((times[last], f64::NAN))
}

/// Compares hits with the intervals in which they must be. Returns the times of invented hits, and
/// the intervals of missed ones.
pub fn compare(gaps: &[Gap], hits: &[f64]) -> (Vec<f64>, Vec<Gap>) {
    let within =
        |gap: &Gap, hit: f64| hit >= gap.low * (1.0 - 1e-12) && hit <= gap.high * (1.0 + 1e-12);
    let within_it = |gap: &Gap| hits.iter().filter(|&&hit| within(gap, hit)).count();
    let invented = hits.iter().copied().filter(|&hit| {
        let mut near = gaps.iter().filter(|gap| within(gap, hit));
        let alone = (near.clone()).all(|gap| !gap.certain || within_it(gap) == 1);
        near.next().is_none() || !alone
    });
    let missed = gaps
        .iter()
        .copied()
        .filter(|gap| gap.certain && within_it(gap) == 0);
    (invented.collect(), missed.collect())
}
