//! Sentences about orders.

use kinstep::Scheme;
use support::drawing::numbers::metres;

use crate::fit::Order;
use crate::orders::{Curve, Run};
use crate::words::{grouped, list, number, verb};

/// Who converges how, and who ends nearest.
pub(crate) fn finding(run: &Run) -> String {
    let exact = having(&run.curves, |order| *order == Order::Exact);
    let unknown = having(&run.curves, |order| *order == Order::Unknown);
    let mut clauses = vec![convergence(&run.curves)];
    if exact.is_empty() {
        clauses.push(nearest(run));
    } else {
        let errors = exact.iter().flat_map(|curve| &curve.errors);
        clauses.push(format!(
            "{} {} off by rounding only, at most {}, at every step",
            names(&exact),
            verb(exact.len(), "is", "are"),
            metres(errors.map(|(_, error)| *error).fold(0.0, f64::max))
        ));
    }
    if !unknown.is_empty() {
        let verb = verb(unknown.len(), "shows", "show");
        clauses.push(format!(
            "{} {verb} no order at these steps",
            names(&unknown)
        ));
    }
    clauses.retain(|clause| !clause.is_empty());
    format!("{}.", clauses.join("; "))
}

/// "A converges with order 1.0 and B with order 2.0"; nothing if none does.
fn convergence(curves: &[Curve]) -> String {
    let rounded = |order: &Order| match order {
        Order::Power(order) => Some(format!("{order:.1}")),
        Order::Exact | Order::Unknown => None,
    };
    let mut orders: Vec<String> = (curves.iter())
        .filter_map(|curve| rounded(&curve.order))
        .collect();
    orders.sort();
    orders.dedup();
    let groups = orders.iter().enumerate().map(|(place, order)| {
        let group = having(curves, |other| rounded(other).as_ref() == Some(order));
        let verb = match place {
            0 => verb(group.len(), " converges", " converge"),
            _ => "",
        };
        format!("{}{verb} with order {order}", names(&group))
    });
    list(groups)
}

/// Who ends nearest in a middling number of steps, and who next.
fn nearest(run: &Run) -> String {
    let steps = middling(run);
    let mut errors: Vec<(f64, Scheme)> = (run.curves.iter())
        .filter_map(|curve| Some((curve.error(steps)?, curve.scheme)))
        .collect();
    errors.sort_by(|one, other| one.0.total_cmp(&other.0));
    let [(first, nearest), (second, next), ..] = errors[..] else {
        return String::new();
    };
    format!(
        "in {} steps {nearest} ends nearest, {} off, and {next} next, {} off",
        grouped(steps.into()),
        metres(first.max(run.truth.uncertainty)),
        metres(second.max(run.truth.uncertainty))
    )
}

/// On how many problems FlowKick is exact.
pub(crate) fn of_table(runs: &[Run]) -> String {
    let order = |run: &&Run| run.curve(Scheme::FlowKick).order;
    let exact = runs.iter().filter(|run| order(run) == Order::Exact);
    let others = runs.iter().filter(|run| order(run) != Order::Exact);
    let mut orders: Vec<String> = others.map(|run| order(&run).to_string()).collect();
    orders.dedup();
    format!(
        "FlowKick is exact to rounding on {} of the {} problems{}.",
        exact.count(),
        runs.len(),
        match orders.as_slice() {
            [] => String::new(),
            orders => format!(", and of order {} on the others", list(orders)),
        }
    )
}

/// Schemes of kinstep, and textbook schemes that evaluate forces no more often.
const RIVALS: [(Scheme, Scheme); 4] = [
    (Scheme::FlowKick, Scheme::ExplicitEuler),
    (Scheme::FlowKick, Scheme::SymplecticEuler),
    (Scheme::FlowKick, Scheme::VelocityVerlet),
    (Scheme::FlowKick4, Scheme::Rk4),
];
/// Less than this is no difference.
const CLEARLY: f64 = 2.0;

/// Where a textbook scheme ends nearer in as many steps.
pub(crate) fn losses(runs: &[Run]) -> Vec<String> {
    let of_pair = |(ours, theirs)| {
        let lost = list(runs.iter().filter_map(|run| loss(run, ours, theirs)));
        (!lost.is_empty())
            .then(|| format!("In equally many steps {theirs} ends nearer than {ours} on {lost}."))
    };
    RIVALS.into_iter().filter_map(of_pair).collect()
}

/// "the pendulum (1.9 times in 512 steps)", for a middling number of steps or the largest.
fn loss(run: &Run, ours: Scheme, theirs: Scheme) -> Option<String> {
    let most = run.curves[0].errors.last().map(|(steps, _)| *steps);
    let cases = [Some(middling(run)), most].into_iter().flatten();
    let lost: Vec<String> = cases
        .filter_map(|steps| {
            let (ours, theirs) = (
                run.curve(ours).error(steps)?,
                run.curve(theirs).error(steps)?,
            );
            let ratio = ours / theirs.max(run.truth.uncertainty);
            (ratio > CLEARLY)
                .then(|| format!("{} times in {} steps", number(ratio), grouped(steps.into())))
        })
        .collect();
    (!lost.is_empty()).then(|| format!("{} ({})", run.problem.phrase, list(&lost)))
}

/// A number of steps in the middle of those that were tried.
fn middling(run: &Run) -> u32 {
    let counts: Vec<u32> = run.problem.step_counts(crate::orders::MOST_STEPS).collect();
    counts[counts.len() / 2]
}

fn having(curves: &[Curve], is_meant: impl Fn(&Order) -> bool) -> Vec<&Curve> {
    (curves.iter().filter(|curve| is_meant(&curve.order))).collect()
}

fn names(curves: &[&Curve]) -> String {
    list(curves.iter().map(|curve| curve.scheme))
}
