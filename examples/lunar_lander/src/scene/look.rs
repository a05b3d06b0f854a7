//! The colours of a planet, and those of the instruments.

use lander::Planet;

use super::list::{Color, paint};

/// What a planet looks like.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    /// From the top of the sky over its middle to the horizon.
    pub(super) sky: [Color; 3],
    /// Of the mountain ranges, the farthest first: at their highest peak, far below it, and where the sun is on them.
    pub(super) ranges: [[Color; 3]; 4],
    /// At its highest point, and far below.
    pub(super) ground: [Color; 2],
    /// The line that is the ground.
    pub(super) edge: Color,
    /// What the ground is made of, in the air.
    pub(super) dust: Color,
}

const BARE: Look = Look {
    sky: [paint(0x02030a), paint(0x0a0f28), paint(0x2a2f63)],
    ranges: [
        [paint(0x343a70), paint(0x20254d), paint(0x8088d0)],
        [paint(0x242b59), paint(0x121735), paint(0x6a78c4)],
        [paint(0x181e42), paint(0x0b0f26), paint(0x5868ac)],
        [paint(0x10142f), paint(0x05070f), paint(0x4a5a98)],
    ],
    ground: [paint(0x2b3a5e), paint(0x04060d)],
    edge: paint(0x9fdcff),
    dust: paint(0xaab4c8),
};

const HAZY: Look = Look {
    sky: [paint(0x2c1206), paint(0x84420f), paint(0xd98c2e)],
    ranges: [
        [paint(0xb8722a), paint(0xa4601f), paint(0xf0b860)],
        [paint(0x8f5019), paint(0x6c3811), paint(0xe09a44)],
        [paint(0x623412), paint(0x3c1b08), paint(0xc07a34)],
        [paint(0x40200b), paint(0x1c0c03), paint(0xa8662a)],
    ],
    ground: [paint(0x45210e), paint(0x0c0502)],
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
/// Around what is written: inside, edge. What is behind shines through so little that all letters stay readable.
pub(super) const PLATE: [Color; 2] = [[0.016, 0.030, 0.075, 0.88], [0.42, 0.62, 0.95, 0.34]];
/// Behind what is written outside of plates.
pub(super) const BACK: Color = PLATE[0];
/// Around what is chosen.
pub(super) const CHOSEN: Color = [0.04, 0.12, 0.18, PLATE[0][3]];
/// What would happen without engines.
pub(super) const PATH: Color = paint(0x7fe0ff);
/// kinstep, where it is told apart from another scheme.
pub(super) const KINSTEP: Color = paint(0x4fb4ff);
/// What symplectic Euler makes of the flight.
pub(super) const EULER: Color = paint(0xffa62b);

/// Of a pad, by what it is worth.
pub(super) fn pad(multiplier: u32) -> Color {
    match multiplier {
        0 | 1 => paint(0x5fd7ff),
        2 => paint(0x66ffa0),
        3 => paint(0xffe066),
        _ => paint(0xff86c8),
    }
}
