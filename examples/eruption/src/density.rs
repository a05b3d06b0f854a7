//! How many pieces there are in each pixel, as an image.

use anyhow::Result;
use png::{BitDepth, ColorType, Compression, Encoder, Filter};

use crate::pieces::SIZES;

/// So many pieces in a pixel are each as opaque as this, of 255; such steps of three sizes fill the palette of a PNG.
const STEPS: [(u32, u8); 5] = [(1, 90), (4, 128), (12, 166), (43, 204), (150, 255)];

/// A step, or nothing.
const BASE: u8 = STEPS.len() as u8 + 1;

/// Pieces of each size in each pixel, row by row from the top.
#[derive(Debug)]
pub(crate) struct Density {
    width: usize,
    counts: Vec<[u32; SIZES.len()]>,
}

impl Density {
    /// An empty one.
    pub(crate) fn new([width, height]: [usize; 2]) -> Self {
        Self {
            width,
            counts: vec![Default::default(); width * height],
        }
    }

    /// Counts a piece of a size at a place \[px\], if that is in the image.
    pub(crate) fn add(&mut self, size: usize, [x, y]: [f32; 2]) {
        if !(x >= 0.0 && y >= 0.0 && x < self.width as f32) {
            return;
        }
        let place = (y as usize)
            .saturating_mul(self.width)
            .saturating_add(x as usize);
        if let Some(counts) = self.counts.get_mut(place) {
            counts[size] += 1;
        }
    }

    /// A PNG that is transparent where nothing is; small pieces lie over large ones.
    pub(crate) fn png(&self, colors: [[u8; 3]; SIZES.len()]) -> Result<Vec<u8>> {
        let height = self.counts.len() / self.width;
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, self.width as u32, height as u32);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::High);
        encoder.set_filter(Filter::NoFilter);
        let palette = palette(colors);
        encoder.set_palette(
            palette
                .iter()
                .flat_map(|(color, _)| *color)
                .collect::<Vec<u8>>(),
        );
        encoder.set_trns(
            palette
                .iter()
                .map(|(_, opacity)| *opacity)
                .collect::<Vec<u8>>(),
        );
        let mut writer = encoder.write_header()?;
        let pixels: Vec<u8> = self.counts.iter().map(pixel).collect();
        writer.write_image_data(&pixels)?;
        writer.finish()?;
        Ok(bytes)
    }
}

/// The number in the palette for counts of all sizes.
fn pixel(counts: &[u32; SIZES.len()]) -> u8 {
    let step = |count: u32| STEPS.partition_point(|(least, _)| *least <= count) as u8;
    (counts.iter().rev()).fold(0, |place, &count| place * BASE + step(count))
}

/// Color and opacity of each number.
fn palette(colors: [[u8; 3]; SIZES.len()]) -> Vec<([u8; 3], u8)> {
    (0..BASE.pow(SIZES.len() as u32))
        .map(|number| {
            // from the back to the front
            let (mut color, mut opacity, mut rest) = ([0.0_f32; 3], 0.0_f32, number);
            for front in colors {
                let share = opacity_of(rest % BASE);
                rest /= BASE;
                for (color, front) in color.iter_mut().zip(front) {
                    *color = f32::from(front) * share + *color * (1.0 - share);
                }
                opacity = share + opacity * (1.0 - share);
            }
            // from color times opacity to color
            let color = color.map(|color| (color / opacity.max(1e-3)).round() as u8);
            (color, (255.0 * opacity).round() as u8)
        })
        .collect()
}

/// The share of light that a step keeps from what is behind it.
fn opacity_of(step: u8) -> f32 {
    let opacity = usize::from(step)
        .checked_sub(1)
        .map_or(0, |step| STEPS[step].1);
    f32::from(opacity) / 255.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLORS: [[u8; 3]; 3] = [[200, 0, 0], [0, 200, 0], [0, 0, 200]];

    /// More pieces are never fainter, a full pixel has the colour of its size, and small pieces cover large ones.
    #[test]
    fn pixels_show_how_many_pieces_there_are() {
        let palette = palette(COLORS);
        let seen = |counts| palette[usize::from(pixel(&counts))];
        assert_eq!(seen([0, 0, 0]).1, 0);
        for (size, color) in COLORS.into_iter().enumerate() {
            let of = |count| {
                seen(std::array::from_fn(
                    |other| if other == size { count } else { 0 },
                ))
            };
            let opacities: Vec<u8> = (0..300).map(|count| of(count).1).collect();
            assert!(opacities.is_sorted() && opacities[1] > 60);
            assert_eq!(of(300), (color, 255));
        }
        assert_eq!(seen([300, 300, 0]), (COLORS[1], 255));
        assert_eq!(seen([300, 300, 300]), (COLORS[2], 255));
    }

    #[test]
    fn pieces_outside_are_left_out() {
        let mut density = Density::new([3, 2]);
        for place in [
            [-0.5, 0.0],
            [3.0, 0.0],
            [0.0, -0.5],
            [0.0, 2.0],
            [f32::NAN, 0.0],
            [f32::MAX, f32::MAX],
        ] {
            density.add(0, place);
        }
        density.add(1, [2.9, 1.9]);
        let all: Vec<[u32; 3]> = density.counts.clone();
        assert_eq!(all[5], [0, 1, 0]);
        assert!(
            all[..5].iter().all(|counts| *counts == [0, 0, 0]),
            "{all:?}"
        );
    }

    /// A decoder finds what was counted.
    #[test]
    fn the_image_is_a_png() {
        let mut density = Density::new([4, 3]);
        density.add(2, [1.0, 2.0]);
        let bytes = density.png(COLORS).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
            .read_info()
            .unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (4, 3));
        let marked: Vec<usize> = (0..12).filter(|place| pixels[*place] != 0).collect();
        assert_eq!(marked, [9]);
    }
}
