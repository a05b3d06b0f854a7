//! Text, drawn as lines.

use super::brush::faded;
use super::glyphs::{HEIGHT, glyph};
use super::look::BACK;
use super::{Color, Scene, Shape};

/// Where a text is, seen from the place that is given for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    /// It begins there.
    Left,
    /// Its middle is there.
    Center,
    /// It ends there.
    Right,
}

/// From letter to letter, on the grid of the letters.
const GAP: f32 = 4.0;

/// How a text looks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Letters {
    /// Height of a letter \[pixels\].
    pub(super) height: f32,
    pub(super) color: Color,
    pub(super) align: Align,
}

impl Letters {
    /// Letters to the right of their place.
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

    /// How wide a text is \[pixels\].
    pub(super) fn width(&self, text: &str) -> f32 {
        let letters: f32 = text.chars().map(|it| f32::from(glyph(it).0) + GAP).sum();
        (letters - GAP).max(0.0) * self.grid()
    }

    /// Writes a text that stands on the height of its place.
    pub(super) fn write(&self, scene: &mut Scene, place: [f32; 2], text: &str) {
        self.strokes(scene, place, text, (0.115 * self.height).max(1.1));
    }

    /// The same, on a dark plate of its own: for text that is not on one, over any sky.
    pub(super) fn write_backed(&self, scene: &mut Scene, place: [f32; 2], text: &str) {
        let wide = self.width(text);
        let [x, y] = place;
        let left = match self.align {
            Align::Left => x,
            Align::Center => x - 0.5 * wide,
            Align::Right => x - wide,
        };
        let gap = 0.4 * self.height;
        let (top, bottom) = (y - self.height - gap, y + gap);
        let (left, right) = (left - gap, left + wide + gap);
        let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
        scene.fill(&corners, BACK);
        self.write(scene, place, text);
    }

    /// The same, with light around it: for few and large letters.
    pub(super) fn write_glowing(&self, scene: &mut Scene, place: [f32; 2], text: &str) {
        /// So many that none of their edges is seen.
        const LAYERS: u8 = 10;
        for layer in 0..LAYERS {
            let share = f32::from(layer) / f32::from(LAYERS);
            let glow = self.colored(faded(self.color, 0.008 + 0.03 * share * share));
            glow.strokes(scene, place, text, (0.56 - 0.42 * share) * self.height);
        }
        self.write(scene, place, text);
    }

    /// Pixels for a unit of the grid of the letters.
    fn grid(&self) -> f32 {
        self.height / f32::from(HEIGHT)
    }

    fn strokes(&self, scene: &mut Scene, [x, y]: [f32; 2], text: &str, width: f32) {
        let grid = self.grid();
        let mut left = match self.align {
            Align::Left => x,
            Align::Center => x - 0.5 * self.width(text),
            Align::Right => x - self.width(text),
        };
        for letter in text.chars() {
            let (wide, strokes) = glyph(letter);
            for stroke in strokes {
                let point = |[across, down]: &[u8; 2]| {
                    let down = f32::from(*down) - f32::from(HEIGHT);
                    [left + f32::from(*across) * grid, y + down * grid]
                };
                scene.push(Shape::Line {
                    points: stroke.iter().map(point).collect(),
                    width,
                    color: self.color,
                });
            }
            left += (f32::from(wide) + GAP) * grid;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::glyphs::{DEPTH, WIDTH};
    use super::*;

    const KNOWN: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;-+=/%()'!✓✗?°²·×←↑→↓";

    #[test]
    fn every_letter_stays_inside_its_cell_and_has_strokes_of_its_own() {
        let mut seen = Vec::new();
        for letter in KNOWN.chars() {
            let (width, strokes) = glyph(letter);
            assert!(width <= WIDTH && !strokes.is_empty(), "{letter}");
            for stroke in strokes {
                assert!(stroke.len() >= 2, "{letter}");
                assert!(
                    stroke.iter().all(|[x, y]| *x <= width && *y <= DEPTH),
                    "{letter}"
                );
            }
            assert!(!seen.contains(&strokes), "{letter} looks like another");
            seen.push(strokes);
        }
        assert_eq!(glyph('q'), glyph('Q'));
        assert_eq!(glyph('ß'), glyph('\u{1f680}'));
    }

    #[test]
    fn widths_add_up_and_texts_are_where_they_are_put() {
        let letters = Letters::new(24.0, [1.0; 4]);
        let gap = GAP * 2.0;
        assert_eq!(letters.width(""), 0.0);
        assert_eq!(
            letters.width("AB.I"),
            [16.0, 16.0, 4.0, 8.0].iter().sum::<f32>() + 3.0 * gap
        );
        for (align, left) in [
            (Align::Left, 300.0),
            (Align::Center, 300.0 - 20.0),
            (Align::Right, 260.0),
        ] {
            let mut scene = Scene::new([600.0, 400.0]);
            letters
                .aligned(align)
                .write(&mut scene, [300.0, 200.0], "HO");
            let points: Vec<_> = (scene.shapes.iter())
                .flat_map(|shape| match shape {
                    Shape::Line { points, .. } => points.clone(),
                    _ => Vec::new(),
                })
                .collect();
            let least = |axis: usize| points.iter().map(|it| it[axis]).fold(f32::MAX, f32::min);
            let most = |axis: usize| points.iter().map(|it| it[axis]).fold(f32::MIN, f32::max);
            assert_eq!(
                [least(0), most(0), least(1), most(1)],
                [left, left + 40.0, 176.0, 200.0]
            );
        }
    }
}
