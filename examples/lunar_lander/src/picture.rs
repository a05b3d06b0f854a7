//! A scene as a PNG, painted without a window.

mod painter;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use kinstep::nalgebra::Vector2;
use tiny_skia::Pixmap;

use crate::game::Game;
use crate::scene::{self, Scene, Sparks, View};
use crate::touchdown::Outcome;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// It has no pixels, or too many.
    #[error("a picture of {width} by {height} pixels cannot be painted")]
    Size {
        /// \[pixels\].
        width: f32,
        /// \[pixels\].
        height: f32,
    },
    /// The pixels are no PNG.
    #[error("the picture cannot be made a PNG: {reason}")]
    Encode {
        /// What the encoder says.
        reason: String,
    },
    /// The file cannot be written.
    #[error("the picture cannot be written to {}: {error}", file.display())]
    Write {
        /// Which.
        file: PathBuf,
        /// Why.
        error: std::io::Error,
    },
}

/// Writes a scene as a PNG.
///
/// # Errors
/// If its size is none, or the file cannot be written; the error names the file.
pub fn save(scene: &Scene, path: &Path) -> Result<(), PictureError> {
    let bytes = png(scene)?;
    std::fs::write(path, bytes).map_err(|error| PictureError::Write {
        file: path.to_owned(),
        error,
    })
}

/// A scene as the bytes of a PNG.
///
/// # Errors
/// If its size is none.
pub fn png(scene: &Scene) -> Result<Vec<u8>, PictureError> {
    let pixels = pixels(scene)?;
    pixels.encode_png().map_err(|error| PictureError::Encode {
        reason: error.to_string(),
    })
}

/// A scene as pixels.
///
/// # Errors
/// If its size is none.
pub fn pixels(scene: &Scene) -> Result<Pixmap, PictureError> {
    /// More pixels than this are not painted, along or across.
    const MOST: f32 = 16_384.0;
    let [width, height] = scene.size;
    let is_size = |it: f32| (1.0..=MOST).contains(&it);
    let pixmap =
        (is_size(width) && is_size(height)).then(|| Pixmap::new(width as u32, height as u32));
    let Some(mut pixmap) = pixmap.flatten() else {
        return Err(PictureError::Size { width, height });
    };
    pixmap.fill(tiny_skia::Color::BLACK);
    for shape in &scene.shapes {
        // what makes no path is nothing to see
        let _ = painter::draw(&mut pixmap, shape);
    }
    Ok(pixmap)
}

/// A game as it is now, or as it looks a moment after its end.
#[must_use]
pub fn of_game(game: &Game, trail: &[Vector2<f64>], size: [f32; 2]) -> Scene {
    let mut sparks = Sparks::default();
    let lander = game.lander();
    let ground = &game.landscape().ground;
    if let Some(ending) = game.ending() {
        if let (Outcome::Crashed { .. }, Some(contact)) = (&ending.outcome, ending.contact) {
            sparks.explosion(
                &contact.point,
                &lander.body().velocity,
                lander.craft().reach(),
            );
            for _ in 0..24 {
                sparks.advance(0.02, lander.planet(), ground);
            }
        }
    } else {
        for _ in 0..40 {
            sparks.exhaust(lander, 0.02);
            sparks.dust(lander, ground, 0.02);
            sparks.advance(0.02, lander.planet(), ground);
        }
    }
    scene::flight(&View {
        trail,
        sparks: sparks.as_slice(),
        ..View::new(game, size)
    })
}
