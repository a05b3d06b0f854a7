//! Sentences about the books.

use kinstep::Scheme;

use super::books::{Books, DURATION, FORCES};
use super::{Account, DRAWN, RATE};
use crate::fit::{largest, range, slope};
use crate::words::{capital, list, number, verb};

/// The order is fitted to so many of the smallest steps.
const FITTED: usize = 4;
/// Errors below this share of what changed hands are rounding.
const ROUNDING: f64 = 1e-13;

/// Whether a scheme made nothing but rounding, at any step.
fn is_exact(account: &Account) -> bool {
    (account.books.iter()).all(|(_, books)| books.worst < ROUNDING * books.turnover)
}

/// "order 2.00", or "rounding".
pub(super) fn order(account: &Account) -> String {
    if is_exact(account) {
        return "rounding".to_owned();
    }
    let smallest = &account.books[account.books.len().saturating_sub(FITTED)..];
    let points: Vec<_> = (smallest.iter())
        .map(|(rate, books)| (-f64::from(*rate).ln(), books.worst.ln()))
        .collect();
    format!("order {:.2}", slope(&points))
}

/// What each force did under the scheme that is drawn.
pub(super) fn of_work(books: &Books) -> String {
    let last = |points: &[(f64, f64)]| points.last().map_or(f64::NAN, |point| point.1);
    let works = FORCES.iter().zip(&books.works);
    let works = works.map(|(name, works)| format!("{name} {:+.1} J", last(works)));
    let error = last(&books.error);
    format!(
        "In {DURATION} s the works are {}; {DRAWN} {} {:.2} J by itself, up to {:.2} J on the way.",
        list(works),
        if error > 0.0 { "made" } else { "lost" },
        error.abs(),
        books.worst
    )
}

/// What each scheme made of nothing, at most.
pub(super) fn of_errors(accounts: &[Account]) -> String {
    let mut worst: Vec<(f64, Scheme)> = (accounts.iter())
        .filter_map(|account| Some((account.at(RATE)?.worst, account.scheme)))
        .collect();
    worst.sort_by(|one, other| other.0.total_cmp(&one.0));
    let worst = list((worst.iter()).map(|(worst, scheme)| format!("{scheme} {worst:.0e} J")));
    format!("In steps of 1/{RATE} s the schemes make or lose by themselves, at most: {worst}.")
}

/// With which order the error of each scheme falls.
pub(super) fn of_orders(accounts: &[Account]) -> String {
    let (exact, others): (Vec<&Account>, Vec<&Account>) =
        accounts.iter().partition(|it| is_exact(it));
    let orders = list(
        others
            .iter()
            .map(|it| format!("{} ({})", it.scheme, order(it))),
    );
    let falls = format!("the energy made of nothing falls with the step under {orders}");
    if exact.is_empty() {
        return format!("{}.", capital(&falls));
    }
    let books = exact.iter().flat_map(|it| &it.books);
    format!(
        "{} {} nothing but rounding at any step, at most {:.0e} J; {falls}.",
        list(exact.iter().map(|it| it.scheme)),
        verb(exact.len(), "makes", "make"),
        largest(books.map(|(_, books)| books.worst))
    )
}

/// How well the books close.
pub(super) fn of_books(accounts: &[Account]) -> String {
    let runs = accounts.iter().map(|it| it.books.len()).sum::<usize>();
    let books = accounts.iter().filter_map(|it| it.at(RATE));
    format!(
        "In all {} runs, of every scheme and step, the books close to {:.0e} of the energy that changed hands, which \
         is {} J here at least.",
        runs,
        imbalance(accounts),
        number(range(books.map(|books| books.turnover)).0)
    )
}

/// The worst imbalance, as a share of what changed hands.
pub(super) fn imbalance(accounts: &[Account]) -> f64 {
    let books = accounts.iter().flat_map(|account| &account.books);
    largest(books.map(|(_, books)| books.imbalance / books.turnover))
}
