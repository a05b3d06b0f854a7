//! Throws, strokes and shots of balls that people know.

use anyhow::Result;

use super::{Cells, comparison};
use crate::throw::Throw;

/// Name; speed \[m/s\], angle \[degrees\], height \[m\], terminal speed \[m/s\], wind \[m/s\].
const BALLS: [(&str, [f64; 5]); 16] = [
    (
        "table tennis ball smash 15 m/s @10",
        [15.0, 10.0, 1.0, 8.3, 0.0],
    ),
    ("table tennis 8 m/s @45", [8.0, 45.0, 0.0, 8.3, 0.0]),
    (
        "basketball 3-pointer 9.5 m/s @52",
        [9.5, 52.0, 0.0, 21.0, 0.0],
    ),
    ("basketball 20 m/s @45", [20.0, 45.0, 0.0, 21.0, 0.0]),
    ("tennis lob 20 m/s @50", [20.0, 50.0, 0.0, 23.0, 0.0]),
    ("tennis serve 55 m/s @5, h=2.7", [55.0, 5.0, 2.7, 23.0, 0.0]),
    ("football 28 m/s @35", [28.0, 35.0, 0.0, 27.0, 0.0]),
    ("baseball 45 m/s @35", [45.0, 35.0, 0.0, 40.0, 0.0]),
    (
        "golf drive 70 m/s @12 (no lift)",
        [70.0, 12.0, 0.0, 45.0, 0.0],
    ),
    ("grenade 20 m/s @45 (vT 60)", [20.0, 45.0, 0.0, 60.0, 0.0]),
    (
        "iron cannonball 120 m/s @30",
        [120.0, 30.0, 0.0, 133.0, 0.0],
    ),
    (
        "mortar 100 m/s @70 (vT 100)",
        [100.0, 70.0, 0.0, 100.0, 0.0],
    ),
    (
        "tennis served off 381 m roof, 50 m/s @0, no wind",
        [50.0, 0.0, 381.0, 23.0, 0.0],
    ),
    (
        "tennis served off 381 m roof, 50 m/s @0, 10 m/s headwind",
        [50.0, 0.0, 381.0, 23.0, -10.0],
    ),
    (
        "tennis 381 m roof 30 m/s @30, 15 m/s headwind",
        [30.0, 30.0, 381.0, 23.0, -15.0],
    ),
    ("basketball dropped 100 m", [0.0, 0.0, 100.0, 21.0, 0.0]),
];

/// The table.
pub(crate) fn cells() -> Result<Cells> {
    comparison(
        BALLS.map(|(name, [speed, angle, height, terminal_speed, wind])| {
            let throw = Throw {
                speed,
                angle,
                height,
                terminal_speed,
                wind,
            };
            (name.to_owned(), throw)
        }),
    )
}
