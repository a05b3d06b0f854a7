//! Paints scenes with the graphics card.

use lunar_lander::scene::{Scene, Shape};
use macroquad::models::draw_mesh;

use super::area::{curtain, disc, polygon};
use super::sheet::Sheets;
use super::stroke::line;

/// What paints; it keeps the memory of one frame for the next.
#[derive(Default)]
pub(super) struct Painter {
    sheets: Sheets,
}

impl Painter {
    /// Paints a scene over all that there is.
    pub(super) fn paint(&mut self, scene: &Scene) {
        self.sheets.clear();
        for shape in &scene.shapes {
            self.shape(shape);
        }
        for sheet in self.sheets.used() {
            draw_mesh(sheet);
        }
    }

    fn shape(&mut self, shape: &Shape) {
        let sheets = &mut self.sheets;
        match shape {
            Shape::Fill { corners, color } => polygon(sheets, corners, *color),
            Shape::Line {
                points,
                width,
                color,
            } => line(sheets, points, *width, *color),
            Shape::Disc {
                center,
                radius,
                color,
            } => disc(sheets, *center, *radius, *color),
            Shape::Curtain {
                top,
                bottom,
                colors,
            } => curtain(sheets, top, *bottom, *colors),
        }
    }
}
