//! What is printed about a throw.

use support::console::table::table;
use support::drawing::numbers::{metres, seconds, six_digits};

use crate::course::Course;
use crate::models::Models;
use crate::presets::Run;
use crate::throw::Throw;

/// Both tables, and what they need to be understood.
pub(crate) fn report(throw: &Throw, models: &Models, runs: &[Run], hz: f64) -> String {
    let rate = throw.air().drag_rate();
    let mut lines = vec![
        title(throw),
        String::new(),
        model_table(models),
        format!(
            "distances: the largest at equal times, until the landing of the other; quadratic drag itself is known to within \
             {:.0e} m; one position: of many in a row",
            models.error_bound
        ),
        String::new(),
        format!(
            "The same throw stepped by engines, {} times a second, with a damping of {} per second:",
            six_digits(hz),
            six_digits(rate)
        ),
        String::new(),
        engine_table(runs),
        "landings are those of the curve through all steps; from its loop: the prediction from the engine's rule, taken \
         step by step, which differ by what the additions of the loop round"
            .to_owned(),
    ];
    for run in runs {
        if let Err(why) = &run.curve {
            lines.push(format!("no curve for {}: {why}", run.name));
        }
    }
    lines.push(String::new());
    lines.push("rules, with acceleration a, damping c and step h:".to_owned());
    lines.extend(rules(runs));
    lines.join("\n")
}

/// What is thrown.
pub(crate) fn title(throw: &Throw) -> String {
    let wind = match throw.wind {
        wind if wind > 0.0 => format!("wind of {} m/s from behind", six_digits(wind)),
        wind if wind < 0.0 => format!("wind of {} m/s from ahead", six_digits(-wind)),
        _ => "no wind".to_owned(),
    };
    format!(
        "{} m/s at {} degrees from {} m, terminal speed {} m/s, {wind}",
        six_digits(throw.speed),
        six_digits(throw.angle),
        six_digits(throw.height),
        six_digits(throw.terminal_speed),
    )
}

fn model_table(models: &Models) -> String {
    let courses = models.all();
    let rows = courses.iter().zip(Course::prices(&courses));
    let rows = rows.map(|(course, price)| {
        let [from_linear, from_quadratic] =
            [&models.linear, &models.quadratic].map(|other| distance(course, other));
        [
            flight_cells(course).as_slice(),
            &[from_linear, from_quadratic, seconds(price)],
        ]
        .concat()
    });
    let header = ["from linear", "from quadratic", "one position"];
    landing_table("model", header, rows)
}

fn engine_table(runs: &[Run]) -> String {
    let rows = runs.iter().map(|run| {
        let own = format!("{:.0e} m", run.from_loop);
        match &run.curve {
            Ok(curve) => {
                let others = [
                    own,
                    millimetres(curve.from_linear),
                    metres(curve.from_quadratic),
                ];
                [flight_cells(&curve.course).as_slice(), &others].concat()
            }
            Err(_) => {
                let [name, dash] = [run.name, "-"].map(str::to_owned);
                let none = || vec![dash.clone(); 3];
                [vec![name], none(), vec![own], vec![dash.clone(); 2]].concat()
            }
        }
    });
    landing_table(
        "engine",
        ["from its loop", "from linear", "from quadratic"],
        rows,
    )
}

/// Name, apex and landing.
fn flight_cells(course: &Course) -> [String; 4] {
    let apex = course.apex.map(|apex| format!("{:.2} m", apex.position.y));
    [
        course.name.to_owned(),
        apex.unwrap_or_else(|| "-".to_owned()),
        format!("{:.3} s", course.landing.time),
        format!("{:.2} m", course.landing.position.x),
    ]
}

/// How far a flight is from another; nothing to tell about one and the same.
fn distance(course: &Course, other: &Course) -> String {
    if course.name == other.name {
        return "-".to_owned();
    }
    format!("{:.2} m", course.distance_from(other))
}

/// A distance that is some millimetres as a rule.
pub(crate) fn millimetres(distance: f64) -> String {
    match distance {
        far if (1.0..10.0).contains(&far) => format!("{far:.2} m"),
        far if (0.01..1.0).contains(&far) => format!("{:.0} mm", 1e3 * far),
        far => metres(far),
    }
}

fn landing_table(first: &str, last: [&str; 3], rows: impl Iterator<Item = Vec<String>>) -> String {
    let header = [&[first, "apex", "lands after", "lands at"], last.as_slice()].concat();
    table(header, rows)
}

/// Every rule once, after the names of those who follow it.
fn rules(runs: &[Run]) -> Vec<String> {
    let mut rules: Vec<(&str, Vec<&str>)> = Vec::new();
    for run in runs {
        match rules.iter_mut().find(|(rule, _)| *rule == run.rule) {
            Some((_, names)) => names.push(run.name),
            None => rules.push((run.rule, vec![run.name])),
        }
    }
    (rules.into_iter())
        .map(|(rule, names)| format!("  {}: {rule}", names.join(", ")))
        .collect()
}
