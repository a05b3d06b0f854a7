//! The colours of a planet, and those of the instruments.

use lander::Planet;

use super::list::{Color, paint};

/// Colours of a planet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    /// Colours at the top of the sky, in its middle, and at the horizon.
    pub(super) sky: [Color; 3],
    /// Colours of the mountain ranges, the farthest first: at the highest peak, far below it, and
    /// on slopes in the sun.
    pub(super) ranges: [[Color; 3]; 4],
    /// Colours at the highest point of the ground, and far below.
    pub(super) ground: [Color; 2],
    /// Colour of the edge of the ground.
    pub(super) edge: Color,
    /// Colour of dust.
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

/// Text.
pub(super) const TEXT: Color = paint(0xe2f0ff);
/// Labels of text.
pub(super) const LABEL: Color = paint(0x86a0c8);
/// A reading that is fit for a landing, or enough fuel.
pub(super) const GOOD: Color = paint(0x5dffa6);
/// A reading that is nearly fit for a landing, or little fuel.
pub(super) const FAIR: Color = paint(0xffc24a);
/// A reading that is unfit for a landing, or very little fuel.
pub(super) const POOR: Color = paint(0xff5a56);
/// Plates behind text: inside and edge. They are opaque enough to keep text readable.
pub(super) const PLATE: [Color; 2] = [[0.016, 0.030, 0.075, 0.88], [0.42, 0.62, 0.95, 0.34]];
/// Background of text outside plates.
pub(super) const BACK: Color = PLATE[0];
/// Background of the chosen entry.
pub(super) const CHOSEN: Color = [0.04, 0.12, 0.18, PLATE[0][3]];
/// The predicted path without engines.
pub(super) const PATH: Color = paint(0x7fe0ff);
/// kinstep, where it is compared with another scheme.
pub(super) const KINSTEP: Color = paint(0x4fb4ff);
/// The flight under symplectic Euler.
pub(super) const EULER: Color = paint(0xffa62b);

/// Colour of a pad, by its multiplier.
pub(super) fn pad(multiplier: u32) -> Color {
    match multiplier {
        0 | 1 => paint(0x5fd7ff),
        2 => paint(0x66ffa0),
        3 => paint(0xffe066),
        _ => paint(0xff86c8),
    }
}
