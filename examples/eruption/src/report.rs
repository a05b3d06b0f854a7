//! The table, and the words of the picture.

use support::console::table::table;

use crate::arguments::Arguments;
use crate::pieces::{Fallout, Landing, SIZES, terminal_speed};

/// What the picture shows.
pub(crate) fn title(arguments: &Arguments, fallout: &Fallout) -> String {
    let count = match arguments.bodies {
        1_000_000 => "A million".to_owned(),
        count => count.to_string(),
    };
    let [blocks, .., ash] = fallout.landings.each_ref().map(|landings| half(landings));
    format!(
        "{count} pieces of a volcano: half of the blocks land within {blocks:.0} m, half of the ash beyond {ash:.0} m"
    )
}

/// What pieces of each size do: the name, how fast they fall in the end, and where and when they come down.
pub(crate) fn keys(fallout: &Fallout) -> Vec<[String; 4]> {
    let sizes = SIZES.iter().zip(&fallout.landings);
    sizes
        .map(|(size, landings)| {
            let [least, largest] = size.masses.map(terminal_speed);
            let last = landings
                .iter()
                .map(|landing| landing.time)
                .fold(0.0, f32::max);
            [
                format!("{} {}", landings.len(), size.name),
                format!("terminal speeds {least:.0} to {largest:.0} m/s"),
                format!("half come down within {:.0} m", half(landings)),
                format!("the last after {last:.0} s"),
            ]
        })
        .collect()
}

/// Half of all come down nearer to the crater than this \[m\].
fn half(landings: &[Landing]) -> f32 {
    let mut distances: Vec<f32> = landings.iter().map(Landing::distance).collect();
    distances.sort_by(f32::total_cmp);
    distances.get(distances.len() / 2).copied().unwrap_or(0.0)
}

/// Where and when pieces of each size have come down, and what it cost.
pub(crate) fn report(fallout: &Fallout) -> String {
    let header = [
        "",
        "bodies",
        "mass",
        "terminal speed",
        "first landing",
        "last landing",
        "half within",
        "farthest",
        "on the mountain",
    ];
    let rows = SIZES.iter().zip(&fallout.landings).map(|(size, landings)| {
        let time = |better: fn(f32, f32) -> f32| {
            let best = landings.iter().map(|landing| landing.time).reduce(better);
            best.map_or("-".to_owned(), |time| format!("{time:.1} s"))
        };
        let [light, heavy] = size.masses;
        let [slow, fast] = size.masses.map(terminal_speed);
        let farthest = landings.iter().map(Landing::distance).fold(0.0, f32::max);
        let hidden = (landings.iter()).filter(|landing| landing.is_on_the_mountain());
        vec![
            size.name.to_owned(),
            landings.len().to_string(),
            format!("{light:e} to {heavy:e} kg"),
            format!("{slow:.0} to {fast:.0} m/s"),
            time(f32::min),
            time(f32::max),
            format!("{:.0} m", half(landings)),
            format!("{farthest:.0} m"),
            hidden.count().to_string(),
        ]
    });
    let Fallout {
        frames,
        moved,
        spent,
        ..
    } = fallout;
    format!(
        "{}\n\n{frames} frames, {moved} bodies moved and watched in them: {:.1} ns each, with every landing found at its \
         exact time and taken out.",
        table(header, rows),
        spent.as_secs_f64() / *moved as f64 * 1e9
    )
}
