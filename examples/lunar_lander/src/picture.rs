//! A scene as a PNG, painted without a window.

use std::path::{Path, PathBuf};

use kinstep::nalgebra::Vector2;
use tiny_skia::{
    FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Paint, PathBuilder, Pixmap, Point,
    SpreadMode, Stroke, Transform,
};

use crate::game::Game;
use crate::scene::{self, Camera, Color, Scene, Shape, Sparks, View};
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
        let _ = draw(&mut pixmap, shape);
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
        game,
        size,
        camera: Camera::following(game, size),
        clock: lander.time(),
        warp: 1.0,
        is_paused: false,
        has_autopilot: false,
        notice: None,
        trail,
        sparks: sparks.as_slice(),
    })
}

fn draw(pixmap: &mut Pixmap, shape: &Shape) -> Option<()> {
    match shape {
        Shape::Fill { corners, color } => fill(pixmap, polygon(corners)?, plain(*color)?),
        Shape::Disc {
            center: [x, y],
            radius,
            color,
        } => fill(
            pixmap,
            PathBuilder::from_circle(*x, *y, *radius)?,
            plain(*color)?,
        ),
        Shape::Line {
            points,
            width,
            color,
        } => {
            let mut path = PathBuilder::new();
            trace(&mut path, points);
            let stroke = Stroke {
                width: *width,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            pixmap.stroke_path(
                &path.finish()?,
                &plain(*color)?,
                &stroke,
                Transform::identity(),
                None,
            );
        }
        Shape::Curtain {
            top,
            bottom,
            colors,
        } => {
            let (first, last) = (top.first()?, top.last()?);
            let mut corners = vec![[first[0], *bottom]];
            corners.extend(top);
            corners.push([last[0], *bottom]);
            let far = |one: f32, other: f32| {
                if (other - bottom).abs() > (one - bottom).abs() {
                    other
                } else {
                    one
                }
            };
            let from = top.iter().map(|[_, y]| *y).fold(*bottom, far);
            fill(
                pixmap,
                polygon(&corners)?,
                gradient(from, *bottom, *colors)?,
            );
        }
    }
    Some(())
}

fn fill(pixmap: &mut Pixmap, path: tiny_skia::Path, paint: Paint) {
    pixmap.fill_path(
        &path,
        &paint,
        FillRule::Winding,
        Transform::identity(),
        None,
    );
}

fn polygon(corners: &[[f32; 2]]) -> Option<tiny_skia::Path> {
    let mut path = PathBuilder::new();
    trace(&mut path, corners);
    path.close();
    path.finish()
}

fn trace(path: &mut PathBuilder, points: &[[f32; 2]]) {
    for (index, [x, y]) in points.iter().enumerate() {
        if index == 0 {
            path.move_to(*x, *y);
        } else {
            path.line_to(*x, *y);
        }
    }
}

fn plain(color: Color) -> Option<Paint<'static>> {
    let mut paint = Paint::default();
    paint.set_color(skia(color)?);
    Some(paint)
}

fn gradient(from: f32, to: f32, colors: [Color; 2]) -> Option<Paint<'static>> {
    let [first, last] = colors.map(skia);
    let stops = vec![
        GradientStop::new(0.0, first?),
        GradientStop::new(1.0, last?),
    ];
    let ends = [from, to].map(|y| Point::from_xy(0.0, y));
    Some(Paint {
        shader: LinearGradient::new(
            ends[0],
            ends[1],
            stops,
            SpreadMode::Pad,
            Transform::identity(),
        )?,
        ..Paint::default()
    })
}

fn skia([red, green, blue, opacity]: Color) -> Option<tiny_skia::Color> {
    tiny_skia::Color::from_rgba(red, green, blue, opacity.clamp(0.0, 1.0))
}
