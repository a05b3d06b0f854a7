//! Text, drawn with strokes.

use super::Scene;
use super::list::{Color, Place, Shape, faded};
use super::look::BACK;

/// Width and strokes of each letter on a grid. The grid is 12 high from the top to the baseline,
/// and 2 deep below it. A stroke is a list of points, each of two hexadecimal digits, x to the
/// right and y downward; spaces separate strokes.
#[rustfmt::skip]
const GLYPHS: [(char, u8, &str); 64] = [
    ('A', 8, "0c0440848c 0888"), ('B', 8, "0666848260000c6c8a8866"), ('C', 8, "826020020a2c6c8a"),
    ('D', 8, "005083895c0c00"), ('E', 8, "80000c8c 0666"), ('F', 8, "80000c 0666"),
    ('G', 8, "826020020a2c6c8a8757"), ('H', 8, "000c 808c 0686"), ('I', 4, "0040 202c 0c4c"),
    ('J', 8, "808a6c2c0a08"), ('K', 8, "000c 8008 358c"), ('L', 8, "000c8c"), ('M', 8, "0c0045808c"),
    ('N', 8, "0c008c80"), ('O', 8, "2060828a6c2c0a0220"), ('P', 8, "0c006082856707"),
    ('Q', 8, "2060828a6c2c0a0220 598d"), ('R', 8, "0c006082856707 478c"), ('S', 8, "82602002042666888a6c2c0a"),
    ('T', 8, "0080 404c"), ('U', 8, "000a2c6c8a80"), ('V', 8, "004c80"), ('W', 8, "002c466c80"), ('X', 8, "008c 800c"),
    ('Y', 8, "004680 464c"), ('Z', 8, "00800c8c"), ('0', 8, "305083895c3c090330"), ('1', 8, "13404c 1c7c"),
    ('2', 8, "02206082840c8c"), ('3', 8, "00804565878a6c2c0a"), ('4', 8, "6c600888"), ('5', 8, "80000565878a6c2c0a"),
    ('6', 8, "7040040a2c6c8a876505"), ('7', 8, "00803c"), ('8', 8, "260402206082846626080a2c6c8a8866"),
    ('9', 8, "1c4c8882602002052787"), (' ', 4, ""), ('.', 2, "1b1c"), (',', 2, "1b0e"), (':', 2, "1415 1a1b"),
    (';', 2, "1415 1a0d"), ('-', 8, "1676"), ('+', 8, "1676 4349"), ('=', 8, "1474 1878"), ('/', 6, "0c60"),
    ('%', 8, "0c80 0030330300 59898c5c59"), ('(', 3, "3003093c"), (')', 3, "0033390c"), ('\'', 2, "1013"), ('"', 4, "1013 3033"),
    ('\u{2713}', 8, "073b81"), ('\u{2717}', 8, "028b 820b"), ('!', 2, "1018 1b1c"), ('?', 8, "02206082844748 4b4c"),
    ('\u{b2}', 4, "011030410545"), ('\u{b0}', 4, "2042240220"), ('\u{b7}', 2, "1617"), ('\u{d7}', 8, "147a 741a"),
    ('\u{2190}', 8, "8606 330639"), ('\u{2191}', 8, "4b41 144174"), ('\u{2192}', 8, "0686 538659"),
    ('\u{2193}', 8, "414b 184b78"), ('\u{2026}', 8, "1b1c 4b4c 7b7c"), ('\u{25a1}', 8, "00808c0c00"),
];

/// Distance between letters, and height of a letter, on the grid.
const GAP: f32 = 4.0;
const HEIGHT: f32 = 12.0;

/// Width and strokes of a letter. Small letters look like capitals; an unknown letter is a box.
fn glyph(letter: char) -> (f32, &'static str) {
    let letter = letter.to_ascii_uppercase();
    let found = GLYPHS.iter().find(|it| it.0 == letter);
    let (_, width, strokes) = found.unwrap_or(&GLYPHS[GLYPHS.len() - 1]);
    (f32::from(*width), strokes)
}

/// Horizontal alignment of a text relative to its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    /// The text begins at the position.
    Left,
    /// The middle of the text is at the position.
    Center,
    /// The text ends at the position.
    Right,
}

/// Style of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Letters {
    /// Height of a letter \[pixels\].
    height: f32,
    color: Color,
    align: Align,
}

impl Letters {
    /// Letters that begin at their position.
    pub(super) fn new(height: f32, color: Color) -> Self {
        let align = Align::Left;
        Self {
            height,
            color,
            align,
        }
    }

    pub(super) fn aligned(self, align: Align) -> Self {
        Self { align, ..self }
    }

    pub(super) fn colored(self, color: Color) -> Self {
        Self { color, ..self }
    }

    /// The style, made smaller if a text would be wider than this \[pixels\].
    pub(super) fn fitting(self, text: &str, width: f32) -> Self {
        let height = self.height * (width / self.width(text)).min(1.0);
        Self { height, ..self }
    }

    /// Width of a text \[pixels\].
    pub(super) fn width(&self, text: &str) -> f32 {
        let letters: f32 = text.chars().map(|it| glyph(it).0 + GAP).sum();
        (letters - GAP).max(0.0) * self.height / HEIGHT
    }

    /// Writes a text with its baseline at a position.
    pub(super) fn write(&self, scene: &mut Scene, place: Place, text: &str) {
        self.strokes(scene, place, text, (0.115 * self.height).max(1.1));
    }

    /// Writes a text on a dark plate of its own, which keeps it readable before any sky. The plate
    /// stays between the left and right edges of the screen.
    pub(super) fn write_backed(&self, scene: &mut Scene, [x, y]: Place, text: &str) {
        let gap = 0.4 * self.height;
        let size = [self.width(text) + 2.0 * gap, self.height + 2.0 * gap];
        let wanted = x + self.shift(text) - gap;
        let left = wanted.min(scene.size[0] - size[0]).max(0.0);
        scene.rectangle([left, y - self.height - gap], size, BACK);
        self.write(scene, [x + left - wanted, y], text);
    }

    /// Writes a text with light around it, for a few large letters.
    pub(super) fn write_glowing(&self, scene: &mut Scene, place: Place, text: &str) {
        /// Number of layers, so many that their edges are invisible.
        const LAYERS: u8 = 10;
        for layer in 0..LAYERS {
            let share = f32::from(layer) / f32::from(LAYERS);
            let glow = self.colored(faded(self.color, 0.008 + 0.03 * share * share));
            glow.strokes(scene, place, text, (0.56 - 0.42 * share) * self.height);
        }
        self.write(scene, place, text);
    }

    /// Horizontal displacement from the position of a text to its beginning.
    fn shift(&self, text: &str) -> f32 {
        match self.align {
            Align::Left => 0.0,
            Align::Center => -0.5 * self.width(text),
            Align::Right => -self.width(text),
        }
    }

    fn strokes(&self, scene: &mut Scene, [x, y]: Place, text: &str, width: f32) {
        let grid = self.height / HEIGHT;
        let mut left = x + self.shift(text);
        for letter in text.chars() {
            let (wide, strokes) = glyph(letter);
            for stroke in strokes.split(' ').filter(|it| !it.is_empty()) {
                let digit = |it: u8| char::from(it).to_digit(16).unwrap_or(0) as f32;
                let points = stroke.as_bytes().chunks_exact(2);
                let points = points.map(|point| {
                    let [across, down] = [point[0], point[1]].map(digit);
                    [left + across * grid, y + (down - HEIGHT) * grid]
                });
                scene.push(Shape::Line(points.collect(), width, self.color));
            }
            left += (wide + GAP) * grid;
        }
    }
}
