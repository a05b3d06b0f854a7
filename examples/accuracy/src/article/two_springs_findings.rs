//! Sentences about the search.

use support::drawing::frame::Point;

use super::claim::{Claim, Verdict};
use super::search::{Scan, is_near};
use super::two_springs::{CLAIMED, Metric, Numbers, Setting};
use crate::fit::range;
use crate::words::{list, number};

/// The way to measure that comes nearest to all three numbers at once.
pub(super) fn nearest(scans: &[Scan]) -> Option<&Scan> {
    (scans.iter()).min_by(|one, other| one.misfit.total_cmp(&other.misfit))
}

/// Where the ratio crosses the article's, for each way to measure it.
pub(super) fn of_ratios(rival: &str, claimed: f64, lines: &[(Metric, Vec<Point>)]) -> String {
    let (mut found, mut not) = (Vec::new(), Vec::new());
    for (metric, points) in lines {
        let (low, high) = range(points.iter().map(|point| point.1));
        let name = metric.name();
        match crossing(points, claimed) {
            Some(step) => found.push(format!("{name} (steps of 1/{:.0} s)", 1.0 / step)),
            None => not.push(format!(
                "{name} ({} to {} times)",
                number(low),
                number(high)
            )),
        }
    }
    let ratio = words(claimed);
    match (found.is_empty(), not.is_empty()) {
        (true, _) => format!(
            "Nowhere is SymplecticEuler {ratio} times as far off as {rival}: {}.",
            list(&not)
        ),
        (false, true) => format!(
            "SymplecticEuler is {ratio} times as far off as {rival} by {}.",
            list(&found)
        ),
        (false, false) => format!(
            "SymplecticEuler is {ratio} times as far off as {rival} by {}, but nowhere by {}.",
            list(&found),
            list(&not)
        ),
    }
}

/// "12,000", "58 million".
fn words(ratio: f64) -> String {
    if ratio < 1e6 {
        number(ratio)
    } else {
        format!("{} million", number(1e-6 * ratio))
    }
}

/// The step at which a line crosses a height, interpolated between logarithms.
fn crossing(points: &[Point], height: f64) -> Option<f64> {
    (points.windows(2)).find_map(|pair| {
        let above = |point: Point| (point.1 / height).ln();
        let (first, second) = (above(pair[0]), above(pair[1]));
        let share = first / (first - second);
        let is_between = first * second <= 0.0 && share.is_finite();
        is_between.then(|| pair[0].0 * (pair[1].0 / pair[0].0).powf(share))
    })
}

/// Which ways of measuring give all three numbers at once, and what is left of these after three hours.
pub(super) fn of_search(scans: &[Scan]) -> String {
    let Some(best) = nearest(scans) else {
        return String::new();
    };
    let describe = |scan: &&Scan| format!("{} ({})", scan.metric.name(), scan.best);
    let fitting: Vec<String> = (scans.iter().filter(|scan| scan.fits()))
        .map(|it| describe(&it))
        .collect();
    let start = if fitting.is_empty() {
        format!(
            "No setting gives all three numbers together; the nearest is by {}",
            describe(&best)
        )
    } else {
        format!(
            "All three numbers come out together, with two springs, the step and the way to measure fitted to them, by {}",
            list(&fitting)
        )
    };
    let long = scans.iter().find(|scan| scan.metric == Metric::ThreeHours);
    let most = |of: fn(&Numbers) -> f64| {
        number(long.map_or(f64::NAN, |scan| {
            range(scan.found.iter().map(|it| of(&it.1))).1
        }))
    };
    let rest = match best.best.numbers(Metric::ThreeHours) {
        Ok(there) => format!(
            "; after 3 h of the nearest fit SymplecticEuler is {} times as far off as Kinematic and {} times as \
             far as AverageAcceleration, and on the whole grid at most {} and {} times",
            number(there.kinematic),
            number(there.average),
            most(|it| it.kinematic),
            most(|it| it.average),
        ),
        Err(_) => String::new(),
    };
    format!("{start}{rest}.")
}

/// What became of the three numbers.
pub(super) fn claims(scans: &[Scan]) -> Vec<Claim> {
    let ratio = |claim, claimed, number| {
        let (measured, verdict) = of_number(scans, claimed, number);
        Claim {
            claim,
            measured,
            verdict,
        }
    };
    vec![
        ratio(
            "With two springs the error of exact increments is 12,000 times smaller than that of semi-implicit Euler.",
            CLAIMED.kinematic,
            |it| it.kinematic,
        ),
        ratio(
            "With average acceleration it is 58 million times smaller.",
            CLAIMED.average,
            |it| it.average,
        ),
        of_loss(scans),
    ]
}

/// By which measures a ratio is reached at all, and for how much of the grid.
fn of_number(scans: &[Scan], claimed: f64, of: fn(&Numbers) -> f64) -> (String, Verdict) {
    let (mut parts, mut reached, mut hits) = (Vec::new(), Vec::new(), 0);
    for scan in scans {
        let (low, high) = range(scan.found.iter().map(|(_, found)| of(found)));
        let name = scan.metric.name();
        parts.push(format!("{} to {} ({name})", number(low), number(high)));
        let is_reached = |(_, found): &&(Setting, Numbers)| of(found) >= claimed;
        let count = scan.found.iter().filter(is_reached).count();
        if count > 0 {
            let all = scan.found.len();
            reached.push(format!("by {name} ({count} of {all} settings)"));
        }
        hits += count;
    }
    let all = scans.iter().map(|scan| scan.found.len()).sum();
    let measured = format!("so many times: {}", parts.join("; "));
    (measured, Verdict::of_share(hits, all, list(&reached)))
}

fn of_loss(scans: &[Scan]) -> Claim {
    let settings: &[(Setting, Numbers)] = scans.first().map_or(&[], |scan| &scan.found);
    let (low, high) = range(settings.iter().map(|(_, found)| found.lost));
    let hits = || {
        settings
            .iter()
            .filter(|(_, found)| is_near(found.lost, CLAIMED.lost))
    };
    let example = hits().min_by_key(|(setting, _)| (setting.rate - 60.0).abs() as u64);
    let (condition, example) = match example {
        Some((setting, it)) => (
            format!("where (ω₁⁴ + ω₂⁴)h³ is about {:.1e}/s", setting.decay()),
            format!(", {:.1} % for {setting}", 100.0 * it.lost),
        ),
        None => (String::new(), String::new()),
    };
    Claim {
        claim: "Average acceleration takes about 5 % of the energy of two springs in three hours.",
        measured: format!(
            "{} % to {} % on the grid{example}",
            number(100.0 * low),
            number(100.0 * high)
        ),
        verdict: Verdict::of_share(hits().count(), settings.len(), condition),
    }
}
