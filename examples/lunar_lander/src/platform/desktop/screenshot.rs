//! Saves what the window shows.

use std::path::Path;

use anyhow::{Context, Result};
use macroquad::texture::{Image, get_screen_data};
use tiny_skia::{IntSize, Pixmap};

/// Writes what has been painted so far in this frame, as a PNG.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn save(file: &Path) -> Result<()> {
    let pixels = upright(get_screen_data());
    let picture = pixels.context("the window is empty")?;
    support::files::write(file, picture.encode_png()?)
}

/// The graphics card counts rows from below, and its opacity means nothing.
fn upright(image: Image) -> Option<Pixmap> {
    let row = 4 * usize::from(image.width);
    let rows = image.bytes.chunks_exact(row.max(1)).rev();
    let mut bytes: Vec<u8> = rows.flatten().copied().collect();
    for pixel in bytes.chunks_exact_mut(4) {
        pixel[3] = u8::MAX;
    }
    let size = IntSize::from_wh(image.width.into(), image.height.into())?;
    Pixmap::from_vec(bytes, size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_row_is_the_last_and_all_is_opaque() {
        let image = Image {
            width: 1,
            height: 2,
            bytes: vec![1, 2, 3, 0, 4, 5, 6, 7],
        };
        let picture = upright(image).unwrap();
        assert_eq!(picture.data(), [4, 5, 6, 255, 1, 2, 3, 255]);
        let empty = Image::empty();
        assert!(upright(Image { width: 0, ..empty }).is_none());
    }
}
