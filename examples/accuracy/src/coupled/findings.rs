//! Sentences about coupled bodies.

use support::quotes::Quote;

use super::methods::METHODS;
use super::{Row, Rows, Watched};
use crate::fit::{largest, range};
use crate::words::{list, number};

/// A change of energy as small as this is rounding.
const ROUNDING: f64 = 1e-6;

/// What all methods do to the energy.
pub(super) fn energy(watched: &[Watched]) -> String {
    let clauses = watched.iter().map(|watched| {
        let (name, worst) = (watched.method.name, watched.worst());
        match worst.abs() {
            size if size < ROUNDING => format!("{name} keeps the energy within {size:.0e}"),
            size if worst < 0.0 => format!("{name} loses up to {}", number(size)),
            size => format!("{name} gains up to {}", number(size)),
        }
    });
    format!(
        "Triple pendulum: {} in 100 s, of the weight times 1 m.",
        list(clauses)
    )
}

/// The result of the energy, in a few words.
pub(super) fn headline(watched: &[Watched]) -> String {
    list(
        watched
            .iter()
            .map(|watched| format!("{} {:+.0e}", watched.method.name, watched.worst())),
    )
}

/// Figures that the README quotes, of the methods in their order.
pub(super) fn quotes(watched: &[Watched]) -> impl Iterator<Item = Quote> {
    let names = ["coupled.kinstep", "coupled.xpbd", "coupled.implicit_euler"];
    names.into_iter().zip(watched).map(|(name, watched)| {
        let change = watched.worst().abs();
        let is_rounding = change < ROUNDING;
        let value = if is_rounding {
            format!("{change:.0e}")
        } else {
            number(change)
        };
        (name, value)
    })
}

/// Errors of all methods, from soft to stiff.
pub(super) fn errors(rows: &Rows) -> String {
    let ranges = METHODS.iter().enumerate().map(|(place, method)| {
        let (least, most) = range(rows.iter().map(|row| row.values[place]));
        format!("{} {least:.0e} to {most:.0e} m", method.name)
    });
    let (mut nearer, mut farther) = (0, 0);
    for row in rows {
        let [ours, _, implicit_euler, leapfrog] = row.values;
        nearer += usize::from(ours < implicit_euler);
        farther += usize::from(leapfrog < ours);
    }
    format!(
        "Triple pendulum, from soft to stiff: {}; kinstep is nearer than implicit Euler at {nearer} of {} stiffnesses, leapfrog \
         in 2Ωh substeps nearer than kinstep at {farther}.",
        list(ranges),
        rows.len(),
    )
}

/// Where leapfrog in short steps costs less than a step of kinstep.
pub(super) fn loss(prices: &Rows) -> Option<String> {
    let cheaper = prices.iter().filter_map(|row| {
        let [ours, .., leapfrog] = row.values;
        (leapfrog < ours).then(|| format!("{} at Ωh = {}", number(leapfrog / ours), row.stiffness))
    });
    let cheaper: Vec<String> = cheaper.collect();
    (!cheaper.is_empty()).then(|| {
        format!(
            "A triple pendulum of rods is nearer to the truth in 2Ωh substeps of leapfrog by hand, which take less time up to \
             some stiffness: {} of a step of kinstep.",
            list(cheaper)
        )
    })
}

/// Errors of the chain of springs.
pub(super) fn chain(rows: &[Row<3>]) -> String {
    let worst = |place: usize| largest(rows.iter().map(|row| row.values[place]));
    let blown_up = rows.iter().filter(|row| row.values[2] > 10.0);
    let least = blown_up
        .map(|row| row.stiffness)
        .fold(f64::INFINITY, f64::min);
    format!(
        "The chain is off by {:.0e} m at most after one step of 20 s, by {:.0e} m in steps of a frame; velocity Verlet blows up \
         from Ωh = {least} on.",
        worst(0),
        worst(1),
    )
}
