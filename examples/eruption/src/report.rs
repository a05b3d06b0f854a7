//! The table.

use support::console::table::table;

use crate::pieces::{Fallout, SIZES};

/// Where and when pieces of each size have come down, and what it cost.
pub(crate) fn report(fallout: &Fallout) -> String {
    let header = [
        "",
        "bodies",
        "terminal speed",
        "first landing",
        "last landing",
        "half within",
        "farthest",
    ];
    let rows = SIZES.iter().zip(&fallout.landings).map(|(size, landings)| {
        let mut places: Vec<f32> = landings.iter().map(|(x, _)| x.abs()).collect();
        places.sort_by(f32::total_cmp);
        let time = |better: fn(f32, f32) -> f32| {
            let best = landings.iter().map(|(_, time)| *time).reduce(better);
            best.map_or("-".to_owned(), |time| format!("{time:.1} s"))
        };
        let place = |rank: usize| {
            let place = places.get(rank);
            place.map_or("-".to_owned(), |place| format!("{place:.0} m"))
        };
        vec![
            size.name.to_owned(),
            landings.len().to_string(),
            format!("{} m/s", size.terminal_speed),
            time(f32::min),
            time(f32::max),
            place(places.len() / 2),
            place(places.len().saturating_sub(1)),
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
