//! What is printed about battles.

use support::console::table::table;

use crate::battle::{Battle, RADIUS, Shot};
use crate::scenario::{DRAG_RATE, Scenario};

/// Everything, battle by battle.
pub(crate) fn report(scenario: &Scenario, battles: &[Battle]) -> String {
    let mut lines = vec![
        format!(
            "Shells of {} m/s, drag rate {DRAG_RATE}/s, wind {} m/s across, {} steps a second; a hit is a pass within \
             {RADIUS} m; legs of the course: {}",
            scenario.speed,
            scenario.wind,
            scenario.hz,
            scenario.legs.len()
        ),
        String::new(),
    ];
    if let [exact, ..] = battles {
        lines.push(legs(scenario, exact));
        lines.push(String::new());
    }
    lines.push(totals(scenario, battles));
    lines.push(
        "kept: the target kept its course from the shot to the hit; turned: it did not. p, v, a: position, velocity and \
         acceleration of the target at the shot, d: its distance, s: speed of the shells"
            .to_owned(),
    );
    lines.push(String::new());
    lines.extend(battles.iter().map(strip));
    lines.push(
        "one sign a shot: # hit, x missed, . missed as the target turned; | the next leg"
            .to_owned(),
    );
    lines.join("\n")
}

/// Hits of the first gunner on each leg.
fn legs(scenario: &Scenario, battle: &Battle) -> String {
    let rows = scenario.legs.iter().enumerate().map(|(index, leg)| {
        let of_leg = |kept| {
            let shots = battle.shots.iter();
            score(shots.filter(move |shot| shot.leg == index && shot.kept == kept))
        };
        let acceleration = match leg.acceleration.norm() {
            0.0 => "straight".to_owned(),
            size => format!("{size:.1} m/s²"),
        };
        vec![
            (index + 1).to_string(),
            format!("{:.2} s", leg.from as f64 * scenario.dt()),
            acceleration,
            of_leg(true),
            of_leg(false),
        ]
    });
    table(
        ["leg", "from", "course", "hits, kept", "hits, turned"],
        rows,
    )
}

/// Hits of all gunners.
fn totals(scenario: &Scenario, battles: &[Battle]) -> String {
    let straight = |shot: &Shot| scenario.legs[shot.leg].acceleration.norm() == 0.0;
    let rows = battles.iter().map(|battle| {
        let kept = || battle.shots.iter().filter(|shot| shot.kept);
        let turned = battle.shots.iter().filter(|shot| !shot.kept);
        let farthest = kept().map(|shot| shot.closest).max_by(f64::total_cmp);
        vec![
            battle.gunner.name().to_owned(),
            score(kept()),
            score(kept().filter(|shot| straight(shot))),
            score(kept().filter(|shot| !straight(shot))),
            farthest.map_or_else(|| "-".to_owned(), distance),
            score(turned),
            battle.held.to_string(),
        ]
    });
    let header = [
        "aimed by",
        "hits, kept",
        "straight legs",
        "curved legs",
        "farthest, kept",
        "hits, turned",
        "held fire",
    ];
    table(header, rows)
}

/// Hits of shots, and their share.
fn score<'a>(shots: impl Iterator<Item = &'a Shot>) -> String {
    let (all, hits) = shots.fold((0, 0), |(all, hits), shot| {
        (all + 1, hits + usize::from(shot.hits()))
    });
    match all {
        0 => "-".to_owned(),
        _ => format!(
            "{hits} of {all} ({:.0} %)",
            100.0 * f64::from(hits as u32) / f64::from(all)
        ),
    }
}

/// A distance with two digits.
fn distance(distance: f64) -> String {
    if distance >= 0.01 {
        format!("{distance:.2} m")
    } else {
        format!("{distance:.0e} m")
    }
}

/// A sign for each shot.
fn strip(battle: &Battle) -> String {
    let mut strip = format!("{:<30}|", battle.gunner.name());
    let mut leg = 0;
    for shot in &battle.shots {
        while leg < shot.leg {
            strip.push('|');
            leg += 1;
        }
        strip.push(match (shot.hits(), shot.kept) {
            (true, _) => '#',
            (false, true) => 'x',
            (false, false) => '.',
        });
    }
    strip
}
