//! What is printed about all throws.

use anyhow::Result;
use kinstep::aim::Launch;
use support::console::table::table_with_words;
use support::drawing::numbers::{metres, seconds, six_digits};

use crate::scene::Scene;
use crate::throw::{HZ, Task, Throw};

/// Columns of the table and of the data.
pub(crate) const HEADER: [&str; 8] = [
    "planner",
    "target",
    "arc",
    "speed",
    "angle",
    "time",
    "miss",
    "in a world",
];

/// A throw with what the world says about it, or why there is none.
#[derive(Debug)]
pub(crate) struct Row<'a> {
    pub(crate) task: &'a Task,
    /// And how far it is from the target in a world that is stepped \[m\].
    pub(crate) outcome: Result<(&'a Throw, f64), String>,
}

/// A row for each throw, and for each target that cannot be hit.
pub(crate) fn rows<'a>(scene: &Scene, tasks: &'a [Task]) -> Result<Vec<Row<'a>>> {
    let mut rows = Vec::new();
    for task in tasks {
        match &task.throws {
            Ok(throws) => {
                for throw in throws {
                    let miss = task.miss_in_world(scene, throw)?;
                    rows.push(Row {
                        task,
                        outcome: Ok((throw, miss)),
                    });
                }
            }
            Err(why) => rows.push(Row {
                task,
                outcome: Err(why.to_string()),
            }),
        }
    }
    Ok(rows)
}

/// The table of all planners or of those that are shown at a glance, and what all come to.
pub(crate) fn report(scene: &Scene, rows: &[Row], tells_all: bool) -> String {
    let shown = || {
        rows.iter()
            .filter(|row| tells_all || row.task.planner.is_shown())
    };
    let mut lines = vec![
        title(scene),
        String::new(),
        table_with_words(3, HEADER, shown().map(|row| cells(row).to_vec())),
    ];
    if !tells_all {
        lines.push("six planners; --all shows all".to_owned());
    }
    lines.push(format!(
        "miss: how far the exact flight is from the target at the time of the hit; in a world: the same after steps at {} \
         Hz, the last of them shorter",
        six_digits(HZ)
    ));
    let none = shown().filter_map(|row| Some((row.task, row.outcome.as_ref().err()?)));
    for (task, why) in none {
        lines.push(format!(
            "{}, {}: {why}",
            task.planner.caption, task.target.name
        ));
    }
    lines.push(String::new());
    lines.push(summary(rows));
    lines.join("\n")
}

/// The air.
pub(crate) fn title(scene: &Scene) -> String {
    let wind = match scene.wind {
        wind if wind > 0.0 => format!("wind of {} m/s to the right", six_digits(wind)),
        wind if wind < 0.0 => format!("wind of {} m/s to the left", six_digits(-wind)),
        _ => "no wind".to_owned(),
    };
    format!(
        "Six targets, terminal speed {} m/s, {wind}",
        six_digits(scene.terminal_speed)
    )
}

fn cells(row: &Row) -> [String; HEADER.len()] {
    let dash = || "-".to_owned();
    let [planner, target] = [row.task.planner.caption, row.task.target.name].map(str::to_owned);
    let Ok((throw, in_world)) = &row.outcome else {
        return [
            planner,
            target,
            "none".to_owned(),
            dash(),
            dash(),
            dash(),
            dash(),
            dash(),
        ];
    };
    let launch = &throw.launch;
    [
        planner,
        target,
        throw.arc.to_owned(),
        format!("{:.2} m/s", launch.velocity.norm()),
        format!("{:.1}°", angle(launch)),
        seconds(launch.time_of_flight),
        metres(throw.miss),
        metres(*in_world),
    ]
}

/// Over the horizon, on whichever side \[degrees\].
pub(crate) fn angle(launch: &Launch<f64, 2>) -> f64 {
    (launch.velocity.y)
        .atan2(launch.velocity.x.abs())
        .to_degrees()
}

fn summary(rows: &[Row]) -> String {
    let thrown = rows.iter().filter_map(|row| row.outcome.as_ref().ok());
    let (misses, hits): (Vec<_>, Vec<_>) = thrown.partition(|(throw, _)| throw.misses());
    let most = |distances: &mut dyn Iterator<Item = f64>| metres(distances.fold(0.0, f64::max));
    format!(
        "{} throws hit, by {} at worst, and by {} in the world; {} come as close as they can; {} are not to be had",
        hits.len(),
        most(&mut hits.iter().map(|(throw, _)| throw.miss)),
        most(&mut hits.iter().map(|(_, miss)| *miss)),
        misses.len(),
        rows.iter().filter(|row| row.outcome.is_err()).count()
    )
}
