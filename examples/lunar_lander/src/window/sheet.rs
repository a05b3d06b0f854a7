//! Triangles for the graphics card, in sheets of as many as it takes at once.
//!
//! Edges are soft: they fade from half a pixel inside of a shape to half a pixel outside. That looks alike on every card,
//! and costs a software renderer less than many samples a pixel. Each corner tells how far its pixels are from a stroke:
//!
//! ```text
//! a stroke along x, from 0 to `length`:    d² = max(-x, x - length, 0)² + y²
//! share of the colour:                     from 0 to 1, half + 1/2 - d
//! ```

use lunar_lander::scene::Color;
use macroquad::models::{Mesh, Vertex};

/// Half the width of a soft edge \[pixels\].
pub(super) const SOFT: f32 = 0.5;

/// How the triangles of a sheet are painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Over all that is behind, which a software renderer does fastest.
    Opaque,
    /// With what is behind shining through, and soft edges.
    Soft,
}

/// Where a corner is from the stroke that it is a part of \[pixels\].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct FromStroke {
    /// Along the stroke and beside it.
    pub(super) place: [f32; 2],
    /// Of the stroke.
    pub(super) length: f32,
    /// Half its width.
    pub(super) half: f32,
}

impl FromStroke {
    /// In the middle of something so wide that nothing fades.
    pub(super) const INSIDE: Self = Self {
        place: [0.0; 2],
        length: 0.0,
        half: 1.0,
    };
}

/// Triangles, from back to front.
#[derive(Default)]
pub(super) struct Sheets {
    sheets: Vec<(Kind, Mesh)>,
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
        for (_, sheet) in &mut self.sheets {
            sheet.vertices.clear();
            sheet.indices.clear();
        }
        self.used = 0;
    }

    /// Those that have something on them.
    pub(super) fn used(&self) -> &[(Kind, Mesh)] {
        &self.sheets[..self.used]
    }

    /// A sheet with room for so many corners more.
    pub(super) fn with_room(&mut self, kind: Kind, corners: usize) -> Sheet<'_> {
        let last = self.used().last();
        let has_room = last.is_some_and(|(it, sheet)| {
            *it == kind && sheet.vertices.len() + corners <= Self::CORNERS
        });
        if !has_room {
            self.used += 1;
        }
        if self.used > self.sheets.len() {
            let mesh = Mesh {
                vertices: Vec::new(),
                indices: Vec::new(),
                texture: None,
            };
            self.sheets.push((kind, mesh));
        }
        let (it, mesh) = &mut self.sheets[self.used - 1];
        *it = kind;
        Sheet { mesh }
    }
}

/// A sheet to add to.
pub(super) struct Sheet<'a> {
    mesh: &'a mut Mesh,
}

impl Sheet<'_> {
    /// Adds a corner, and tells its index.
    pub(super) fn corner(&mut self, [x, y]: [f32; 2], color: Color, from: FromStroke) -> u16 {
        let byte = |share: f32| (255.0 * share).round() as u8;
        let [along, beside] = from.place;
        let vertices = &mut self.mesh.vertices;
        vertices.push(Vertex {
            position: [x, y, 0.0].into(),
            uv: [0.0; 2].into(),
            color: color.map(byte),
            normal: [along, beside, from.length, from.half].into(),
        });
        (vertices.len() - 1) as u16
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

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    impl Sheets {
        /// How much of a square at the origin is covered \[pixels\], counted again where triangles overlap.
        pub(in crate::window) fn coverage(&self) -> f32 {
            self.used()
                .iter()
                .flat_map(|(_, sheet)| sheet.indices.chunks(3).map(move |three| (sheet, three)))
                .map(|(sheet, three)| {
                    covered([0, 1, 2].map(|at| sheet.vertices[usize::from(three[at])]))
                })
                .sum()
        }
    }

    /// What a card would paint of a triangle, from samples a few tenths of a pixel apart.
    fn covered(corners: [Vertex; 3]) -> f32 {
        const STEP: f32 = 0.25;
        let [a, b, c] = corners.map(|it| it.position);
        let area = (b - a).perp_dot_2d(c - a);
        if area == 0.0 {
            return 0.0;
        }
        let ends =
            |pick: fn(f32, f32) -> f32, axis: usize| pick(pick(a[axis], b[axis]), c[axis]) / STEP;
        let [left, top] = [0, 1].map(|axis| ends(f32::min, axis).floor() as i32);
        let [right, bottom] = [0, 1].map(|axis| ends(f32::max, axis).ceil() as i32);
        let mut sum = 0.0;
        for (x, y) in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
            // not on a whole place, where edges like to be
            let place =
                macroquad::math::vec3((x as f32 + 0.37) * STEP, (y as f32 + 0.41) * STEP, 0.0);
            let shares = [(b, c), (c, a), (a, b)]
                .map(|(from, to)| (to - from).perp_dot_2d(place - from) / area);
            if shares.iter().all(|share| *share >= 0.0) {
                let mixed = |pick: &dyn Fn(&Vertex) -> f32| {
                    let mix = corners.iter().zip(shares);
                    mix.map(|(it, share)| pick(it) * share).sum::<f32>()
                };
                let [x, y, length, half] =
                    [0, 1, 2, 3].map(|part| mixed(&|it: &Vertex| it.normal[part]));
                let opacity = mixed(&|it: &Vertex| f32::from(it.color[3]) / 255.0);
                let beyond = (-x).max(x - length).max(0.0);
                sum += opacity * (half + SOFT - beyond.hypot(y)).clamp(0.0, 1.0);
            }
        }
        sum * STEP * STEP
    }

    trait Flat {
        fn perp_dot_2d(self, other: Self) -> f32;
    }

    impl Flat for macroquad::math::Vec3 {
        fn perp_dot_2d(self, other: Self) -> f32 {
            self.x * other.y - self.y * other.x
        }
    }

    #[test]
    fn a_sheet_is_never_overfull_and_of_one_kind() {
        let mut sheets = Sheets::default();
        for _ in 0..Sheets::CORNERS {
            let mut sheet = sheets.with_room(Kind::Soft, 3);
            let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
            let corners = corners.map(|corner| sheet.corner(corner, [1.0; 4], FromStroke::INSIDE));
            sheet.triangle(corners);
        }
        assert_eq!(sheets.used().len(), 4);
        for (kind, sheet) in sheets.used() {
            assert_eq!(*kind, Kind::Soft);
            assert!(sheet.vertices.len() <= Sheets::CORNERS);
            assert!(sheet.indices.len() <= Sheets::INDICES);
        }
        sheets.with_room(Kind::Opaque, 3);
        assert_eq!(sheets.used().len(), 5);
        sheets.clear();
        assert!(sheets.used().is_empty());
        assert_eq!(sheets.coverage(), 0.0);
    }
}
