//! The colours of a planet, and those of the instruments.

use super::Color;
use super::brush::paint;
use crate::lander::Planet;

/// What a planet looks like.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    /// From the top of the sky over its middle to the horizon.
    pub(super) sky: [Color; 3],
    /// Of the ranges, the farthest first: at their highest peak, far below it, and their edge.
    pub(super) ranges: [[Color; 3]; 2],
    /// At its highest point, and far below.
    pub(super) ground: [Color; 2],
    /// The line that is the ground.
    pub(super) edge: Color,
    /// What the ground is made of, in the air.
    pub(super) dust: Color,
}

const BARE: Look = Look {
    sky: [paint(0x03040b), paint(0x080d20), paint(0x182447)],
    ranges: [
        [paint(0x26345f), paint(0x131b36), paint(0x4a5f9c)],
        [paint(0x1a2547), paint(0x0b1023), paint(0x3a4c80)],
    ],
    ground: [paint(0x2a3657), paint(0x05070e)],
    edge: paint(0x9fdcff),
    dust: paint(0xaab4c8),
};

const HAZY: Look = Look {
    sky: [paint(0x2a1006), paint(0x7a3a0e), paint(0xd98a2b)],
    ranges: [
        [paint(0xb06a22), paint(0x8a4a16), paint(0xd89a4a)],
        [paint(0x7c4216), paint(0x4d250c), paint(0xb87430)],
    ],
    ground: [paint(0x4a2410), paint(0x0e0603)],
    edge: paint(0xffd08a),
    dust: paint(0xd8a060),
};

impl Look {
    pub(super) fn of(planet: &Planet) -> Self {
        if planet.air.is_some() { HAZY } else { BARE }
    }
}

/// What is written.
pub(super) const TEXT: Color = paint(0xe2f0ff);
/// What tells what is written.
pub(super) const LABEL: Color = paint(0x86a0c8);
/// Soft enough, full enough.
pub(super) const GOOD: Color = paint(0x5dffa6);
/// Not quite.
pub(super) const FAIR: Color = paint(0xffc24a);
/// Not at all.
pub(super) const POOR: Color = paint(0xff5a56);
/// Around what is written: inside, edge.
pub(super) const PLATE: [Color; 2] = [[0.016, 0.030, 0.075, 0.62], [0.42, 0.62, 0.95, 0.34]];
/// What would happen without engines.
pub(super) const PATH: Color = paint(0x7fe0ff);
/// What symplectic Euler makes of the flight.
pub(super) const GHOST: Color = paint(0xff7ad0);

/// Of a pad, by what it is worth.
pub(super) fn pad(multiplier: u32) -> Color {
    match multiplier {
        0 | 1 => paint(0x5fd7ff),
        2 => paint(0x66ffa0),
        3 => paint(0xffe066),
        _ => paint(0xff86c8),
    }
}
