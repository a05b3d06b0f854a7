//! Triangles for the graphics card, in sheets of as many as it takes at once.
//!
//! Edges are soft: from half a pixel inside, where a shape has its colour, to half a pixel outside, where there is
//! nothing of it. That looks alike on every card, and costs a software renderer less than many samples a pixel.

use lunar_lander::scene::Color;
use macroquad::models::{Mesh, Vertex};

/// Half the width of a soft edge \[pixels\].
pub(super) const SOFT: f32 = 0.5;

/// Triangles, from back to front.
#[derive(Default)]
pub(super) struct Sheets {
    sheets: Vec<Mesh>,
    /// How many of them are in use; the others keep their memory for the next frame.
    used: usize,
}

impl Sheets {
    /// Corners in a sheet, at most: indices of 16 bits reach no further.
    pub(super) const CORNERS: usize = 20_000;
    /// Indices in a sheet, at most: no shape here needs more than five for a corner.
    pub(super) const INDICES: usize = 5 * Self::CORNERS;

    /// Forgets all triangles.
    pub(super) fn clear(&mut self) {
        for sheet in &mut self.sheets {
            sheet.vertices.clear();
            sheet.indices.clear();
        }
        self.used = 0;
    }

    /// Those that have something on them.
    pub(super) fn used(&self) -> &[Mesh] {
        &self.sheets[..self.used]
    }

    /// A sheet with room for so many corners more, and whether it is a new one.
    pub(super) fn with_room(&mut self, corners: usize) -> (Sheet<'_>, bool) {
        let is_full = self
            .used()
            .last()
            .is_none_or(|sheet| sheet.vertices.len() + corners > Self::CORNERS);
        if is_full {
            self.used += 1;
        }
        if self.used > self.sheets.len() {
            self.sheets.push(Mesh {
                vertices: Vec::new(),
                indices: Vec::new(),
                texture: None,
            });
        }
        let mesh = &mut self.sheets[self.used - 1];
        (Sheet { mesh }, is_full)
    }
}

/// A sheet to add to.
pub(super) struct Sheet<'a> {
    mesh: &'a mut Mesh,
}

impl Sheet<'_> {
    /// Adds a corner, and tells its index.
    pub(super) fn corner(&mut self, [x, y]: [f32; 2], [red, green, blue, opacity]: Color) -> u16 {
        let byte = |share: f32| (255.0 * share).round() as u8;
        let vertices = &mut self.mesh.vertices;
        vertices.push(Vertex {
            position: [x, y, 0.0].into(),
            uv: [0.0; 2].into(),
            color: [red, green, blue, opacity].map(byte),
            normal: [0.0; 4].into(),
        });
        (vertices.len() - 1) as u16
    }

    /// How many corners it has.
    pub(super) fn corners(&self) -> u16 {
        self.mesh.vertices.len() as u16
    }

    /// Adds a triangle.
    pub(super) fn triangle(&mut self, corners: [u16; 3]) {
        self.mesh.indices.extend(corners);
    }

    /// Adds two triangles between two edges.
    pub(super) fn between(&mut self, [a, b]: [u16; 2], [c, d]: [u16; 2]) {
        self.mesh.indices.extend([a, b, c, b, d, c]);
    }
}

/// A colour with a share of its opacity.
pub(super) fn faded([red, green, blue, opacity]: Color, share: f32) -> Color {
    [red, green, blue, opacity * share]
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    impl Sheets {
        /// How much is covered \[pixels\], counted again where triangles overlap: that much is red if they are.
        pub(in crate::window) fn coverage(&self) -> f32 {
            let sheets = self.used().iter();
            let triangles = sheets.flat_map(|sheet| {
                let corners = |index: &u16| &sheet.vertices[usize::from(*index)];
                (sheet.indices.chunks(3)).map(move |three| [0, 1, 2].map(|at| corners(&three[at])))
            });
            let covered = triangles.map(|[a, b, c]| {
                let [one, other] = [b, c].map(|it| it.position - a.position);
                let area = 0.5 * (one.x * other.y - one.y * other.x).abs();
                let opacity = [a, b, c]
                    .map(|it| f32::from(it.color[3]) / 255.0)
                    .iter()
                    .sum::<f32>();
                area * opacity / 3.0
            });
            covered.sum()
        }
    }

    #[test]
    fn a_sheet_is_never_overfull() {
        let mut sheets = Sheets::default();
        for _ in 0..Sheets::CORNERS {
            let (mut sheet, _) = sheets.with_room(3);
            let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
            let corners = corners.map(|corner| sheet.corner(corner, [1.0; 4]));
            sheet.triangle(corners);
        }
        assert_eq!(sheets.used().len(), 4);
        for sheet in sheets.used() {
            assert!(sheet.vertices.len() <= Sheets::CORNERS);
            assert!(sheet.indices.len() <= Sheets::INDICES);
        }
        let covered = 0.5 * Sheets::CORNERS as f32;
        assert!((sheets.coverage() - covered).abs() < 1.0);
        sheets.clear();
        assert!(sheets.used().is_empty());
    }
}
