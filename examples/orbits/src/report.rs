//! What is printed about orbits.

use kinstep::diagnostics::DriftKind;
use support::console::table::table;
use support::drawing::numbers::{metres, seconds, six_digits};

use crate::moon;
use crate::satellite::{self, PERIODS, STEPS, WARPED_PERIODS};

/// All tables, and what they need to be understood.
pub(crate) fn report(
    satellites: &[satellite::Run],
    warps: &[satellite::Run],
    moons: &[moon::Run],
    dt: f64,
) -> String {
    let mut lines = vec![
        format!(
            "A satellite of the earth for {PERIODS} periods, in one step, and by {STEPS} steps a period"
        ),
        String::new(),
        satellite_table(satellites),
        String::new(),
        format!("Time warp: {WARPED_PERIODS} periods of the circular orbit, stepped 60 times a second"),
        String::new(),
        warp_table(warps),
        "energy: change, as a share of its size; position: distance from the start, where whole periods end".to_owned(),
    ];
    let years = moons
        .first()
        .map_or(0.0, |run| run.steps as f64 * dt / moon::YEAR);
    lines.push(String::new());
    lines.push(format!(
        "A planet and its moon about a sun, all three free: steps of {} days for {years:.0} years",
        six_digits(dt / 86_400.0)
    ));
    lines.push(String::new());
    lines.push(moon_table(moons));
    lines.push(
        "bands: least and largest change of the energy of all three, as a share of its size; momentum: the largest, as a share of \
         the planet's; angular momentum: the largest change, as a share of its size; moon: its distance from the planet in the \
         last tenth"
            .to_owned(),
    );
    lines.push(String::new());
    lines.extend(moons.iter().map(|run| {
        let moon::Run { scheme, drift, .. } = run;
        match drift.kind {
            _ if run.has_moon() => format!("{scheme}: energy {drift}; the moon is still there"),
            // a bound on the energy of what is left says nothing about the orbit
            DriftKind::Bounded => format!("{scheme}: the moon is lost"),
            _ => format!("{scheme}: energy {drift}; the moon is lost"),
        }
    }));
    lines.join("\n")
}

fn satellite_table(runs: &[satellite::Run]) -> String {
    let rows = runs.iter().map(|run| {
        vec![
            run.scheme.to_string(),
            run.eccentricity.to_string(),
            run.steps.to_string(),
            seconds(run.dt),
            format!("{:+.0e}", run.energy),
            metres(run.distance),
        ]
    });
    let header = [
        "scheme",
        "eccentricity",
        "steps",
        "step",
        "energy",
        "position",
    ];
    table(header, rows)
}

fn warp_table(runs: &[satellite::Run]) -> String {
    let rows = runs.iter().map(|run| {
        vec![
            run.scheme.to_string(),
            format!("{:.0} ×", 60.0 * run.dt),
            run.steps.to_string(),
            format!("{:+.0e}", run.energy),
            metres(run.distance),
            seconds(run.took.as_secs_f64()),
        ]
    });
    let header = ["scheme", "warp", "steps", "energy", "position", "took"];
    table(header, rows)
}

fn moon_table(runs: &[moon::Run]) -> String {
    let band = |[low, high]: [f64; 2]| format!("{low:+.1e} to {high:+.1e}");
    let rows = runs.iter().map(|run| {
        let [least, largest] = run.moon.map(|distance| distance / 1e6);
        vec![
            run.scheme.to_string(),
            band(run.bands[0]),
            band(run.bands[1]),
            format!("{:.0e}", run.momentum),
            format!("{:.0e}", run.angular_momentum),
            format!("{least:.0} to {largest:.0} Mm"),
            seconds(run.took.as_secs_f64() / run.steps as f64),
        ]
    });
    let header = [
        "scheme",
        "energy, first tenth",
        "energy, last tenth",
        "momentum",
        "angular momentum",
        "moon",
        "one step",
    ];
    table(header, rows)
}
