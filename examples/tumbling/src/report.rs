//! What is printed about a throw.

use support::console::table::table;
use support::drawing::numbers::{power_of_ten, seconds, six_digits};

use crate::runs::{self, Run, marks};
use crate::throw::Throw;

/// The table, what it says, and what it needs to be understood.
pub(crate) fn report(throw: &Throw, runs: &[Run], prices: &[f64]) -> String {
    let flips = runs::true_flips(throw);
    let mut lines = vec![title(throw), String::new()];
    lines.push(errors(throw, runs, prices));
    lines.push(
        "flips: how often the angular velocity about the axis it starts about comes to half its first value the other way \
         round; energy: the change that is largest in size; momentum: the largest change of the angular momentum in the world; after …: degrees between the \
         orientation and that after one exact jump from the start"
            .to_owned(),
    );
    lines.push(String::new());
    lines.extend(findings(throw, runs, flips));
    lines.push(String::new());
    lines.push(
        "formulas as published, not runs of engines; ω: angular velocity, and m = I ω, in the body's frame; h: the step:"
            .to_owned(),
    );
    let width = runs.iter().map(|run| run.method.name.len()).max();
    let width = width.unwrap_or_default();
    lines.extend(
        (runs.iter()).map(|run| format!("  {:<width$}  {}", run.method.name, run.method.rule)),
    );
    lines.join("\n")
}

/// What is thrown.
pub(crate) fn title(throw: &Throw) -> String {
    let three = |values: [f64; 3]| values.map(|value| six_digits(value).to_string()).join(", ");
    format!(
        "Moments {} kg m², thrown at {} rad/s, {} steps a second for {} s",
        three(throw.moments.into()),
        three(throw.body.angular_velocity().into()),
        six_digits(throw.rate),
        six_digits(throw.time(throw.steps)),
    )
}

fn errors(throw: &Throw, runs: &[Run], prices: &[f64]) -> String {
    let mut header = ["method", "flips", "energy", "momentum"]
        .map(str::to_owned)
        .to_vec();
    let times = marks(throw).into_iter().map(|step| throw.time(step));
    header.extend(times.map(|time| format!("after {} s", six_digits(time))));
    header.push("one step".to_owned());
    let columns = header.len();
    let rows = runs.iter().zip(prices).map(|(run, price)| {
        let mut cells = vec![run.method.name.to_owned()];
        match run.blew_up {
            Some(time) => {
                cells.push("-".to_owned());
                cells.push(format!("blows up after {time:.0} s"));
                cells.push("-".to_owned());
            }
            None => {
                cells.push(run.flips.to_string());
                cells.push(format!("{:+.0e}", run.energy));
                cells.push(format!("{:.0e}", run.momentum));
            }
        }
        cells.extend(run.errors.iter().copied().map(angle));
        cells.resize(columns - 1, "-".to_owned());
        cells.push(seconds(*price));
        cells
    });
    table(header, rows)
}

/// An angle with two digits \[degrees\].
pub(crate) fn angle(degrees: f64) -> String {
    match degrees {
        far if far >= 10.0 => format!("{far:.0}°"),
        far if far >= 0.1 => format!("{far:.1}°"),
        near if near > 0.0 => format!("{}°", power_of_ten(near, 0)),
        _ => "0°".to_owned(),
    }
}

/// What the table says.
fn findings(throw: &Throw, runs: &[Run], flips: u64) -> Vec<String> {
    let mut lines = vec![format!(
        "Seen by a jump to each step it turns over {flips} times in {} s.",
        six_digits(throw.time(throw.steps))
    )];
    let is_right = |run: &&Run| run.blew_up.is_none() && run.flips == flips;
    let right: Vec<&str> = (runs.iter().filter(is_right))
        .map(|run| run.method.name)
        .collect();
    lines.push(match right.as_slice() {
        [] => "No method turns it over as often.".to_owned(),
        right if right.len() == runs.len() => "Every method turns it over as often.".to_owned(),
        right => format!("As often under: {}.", right.join(", ")),
    });
    if let Some((far, (best, name))) = last_errors(runs) {
        lines.push(format!(
            "At the end {} is {} from the jump; of the formulas the nearest, {name}, is {}.",
            runs[0].method.name,
            angle(far),
            angle(best)
        ));
    }
    lines
}

/// How far this crate is from the jump at the end, and the nearest of all others with its name \[degrees\].
pub(crate) fn last_errors(runs: &[Run]) -> Option<(f64, (f64, &'static str))> {
    let (ours, others) = runs.split_first()?;
    let last = |run: &Run| (run.blew_up.is_none()).then(|| run.errors.last().copied())?;
    let best = (others.iter())
        .filter_map(|run| Some((last(run)?, run.method.name)))
        .min_by(|one, other| one.0.total_cmp(&other.0))?;
    Some((last(ours)?, best))
}
