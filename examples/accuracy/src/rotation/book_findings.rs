//! Sentences about a book.

use kinstep::Scheme;
use support::drawing::numbers::seconds;

use super::book::Flight;
use super::spinner::Spinner;
use crate::words::{list, number};

/// Schemes whose errors differ by less than this turn bodies alike \[degrees\].
const ALIKE: f64 = 1e-9;

/// The flight of a scheme.
fn of(flights: &[Flight], scheme: Scheme) -> Option<&Flight> {
    (flights.iter()).find(|it| matches!(it.spinner, Spinner::Scheme(its) if its == scheme))
}

fn is_formula(flight: &Flight) -> bool {
    matches!(flight.spinner, Spinner::Formula(_))
}

fn worst(flight: &Flight) -> f64 {
    flight.off.iter().copied().fold(0.0, f64::max)
}

/// All formulas, and of the schemes those that do not do as FlowKick does.
pub(super) fn different(flights: &[Flight]) -> Vec<&Flight> {
    let reference = of(flights, Scheme::FlowKick);
    let is_alike = |flight: &Flight| {
        reference.is_some_and(|it| {
            !std::ptr::eq(it, flight)
                && !is_formula(flight)
                && (it.off.iter().zip(&flight.off)).all(|(one, other)| (one - other).abs() < ALIKE)
        })
    };
    flights.iter().filter(|it| !is_alike(it)).collect()
}

/// Errors over 100 s, and who turns over as often as the book does.
pub(super) fn over_time(flights: &[Flight], flips: usize) -> String {
    let same = flights.len() - different(flights).len();
    let exact = of(flights, Scheme::FlowKick).map_or(f64::NAN, worst);
    let others = different(flights);
    let others = others
        .iter()
        .filter(|it| !matches!(it.spinner, Spinner::Scheme(Scheme::FlowKick)));
    let lost = others.map(
        |flight| match flight.off.iter().position(|off| *off > 90.0) {
            Some(step) => format!(
                "{} after {}",
                flight.spinner.name(),
                seconds((step + 1) as f64 * super::FRAME)
            ),
            None => format!("{} not in 100 s", flight.spinner.name()),
        },
    );
    format!(
        "FlowKick, and {same} other schemes that turn free bodies in the same way, are {}° off at most in 100 s, in which the book \
         turns over {flips} times; a right angle off are {}.",
        number(exact),
        list(lost)
    )
}

/// How the error depends on the step.
pub(super) fn by_step(flights: &[Flight]) -> String {
    let ends = |flight: &Flight| Some((flight.by_step.first()?.1, flight.by_step.last()?.1));
    let exact = of(flights, Scheme::FlowKick).map_or(f64::NAN, |flight| {
        (flight.by_step.iter())
            .map(|point| point.1)
            .fold(0.0, f64::max)
    });
    let best = flights
        .iter()
        .filter(|it| is_formula(it))
        .filter_map(|it| Some((it, ends(it)?.1)))
        .min_by(|one, other| one.1.total_cmp(&other.1));
    let best = best.map_or(String::new(), |(flight, off)| {
        format!(
            "; the best of the formulas ({}) is {}° off in steps of 1/1920 s",
            flight.spinner.name(),
            number(off)
        )
    });
    let rk4 = of(flights, Scheme::Rk4)
        .and_then(ends)
        .map_or(String::new(), |(coarse, fine)| {
            format!(
                "; Rk4 goes from {}° in steps of 1/30 s to {}° in steps of 1/1920 s",
                number(coarse),
                number(fine)
            )
        });
    format!(
        "FlowKick is {}° off at most, in steps of any length{rk4}{best}.",
        number(exact)
    )
}

/// How often the book turns over, and what an exact turn costs.
pub(super) fn of_table(flights: &[Flight], flips: usize) -> String {
    let counts = different(flights).into_iter().filter_map(|flight| {
        let count = flight.flips?;
        (count != flips).then(|| format!("{count} times with {}", flight.spinner.name()))
    });
    let dearer = dearer(flights).map_or(String::new(), |(ratio, name)| {
        format!(
            " The exact turn takes {} times as long as that by the formula of {name}.",
            number(ratio)
        )
    });
    format!(
        "The book turns over {flips} times in 100 s; it does {}.{dearer}",
        list(counts)
    )
}

/// What the exact turn costs, in terms of the clamped momentum in one step.
fn dearer(flights: &[Flight]) -> Option<(f64, String)> {
    let exact = of(flights, Scheme::FlowKick)?;
    let formula = flights.iter().filter(|it| is_formula(it)).nth(3)?;
    Some((exact.time / formula.time, formula.spinner.name()))
}

/// Errors after 10 s as a line of the summary.
pub(super) fn headline(flights: &[Flight]) -> String {
    let off = |flight: &Flight| flight.off_after(10.0);
    let schemes = [Scheme::FlowKick, Scheme::Rk4];
    let mut parts: Vec<String> = (schemes.iter())
        .filter_map(|scheme| Some(format!("{scheme} {}°", number(off(of(flights, *scheme)?)))))
        .collect();
    let formulas = (flights.iter().filter(|it| is_formula(it))).map(off);
    let (least, most) = formulas.fold((f64::INFINITY, 0.0_f64), |(least, most), off| {
        (least.min(off), most.max(off))
    });
    parts.push(format!(
        "engines' formulas {}° to {}°",
        number(least),
        number(most)
    ));
    list(&parts)
}

/// Where exact rotation is dearer than what engines do.
pub(super) fn loss(flights: &[Flight]) -> Option<String> {
    let (ratio, name) = dearer(flights)?;
    (ratio > 1.25).then(|| {
        format!(
            "The exact free turn of a body takes {} times as long as the engines' rule of {name}.",
            number(ratio)
        )
    })
}
