//! Paints draw lists with triangles of macroquad; four samples per pixel smooth the edges.

use std::f32::consts::TAU;

use lunar_lander::scene::{Color, Scene, Shape, faded};
use macroquad::camera::{Camera2D, set_camera, set_default_camera};
use macroquad::math::{Vec2, vec2};
use macroquad::models::{Mesh, Vertex, draw_mesh};

/// Maximum number of corners and indices in a draw call. No shape here needs more than six indices
/// per corner.
pub(super) const CORNERS: usize = 10_000;
pub(super) const INDICES: usize = 6 * CORNERS;

/// The round end of a thick line, from its tip inward: coordinates along the line and across it, in
/// units of half its width.
const ROUND: [[f32; 2]; 5] = [
    [1.0, 0.0],
    [0.92, 0.38],
    [0.71, 0.71],
    [0.38, 0.92],
    [0.0, 1.0],
];

/// Triangles that are collected to be painted together.
pub(super) struct Painter {
    mesh: Mesh,
}

impl Painter {
    pub(super) fn new() -> Self {
        let (vertices, indices) = (Vec::with_capacity(CORNERS), Vec::with_capacity(INDICES));
        let texture = None;
        Self {
            mesh: Mesh {
                vertices,
                indices,
                texture,
            },
        }
    }

    /// Paints a scene over the whole window.
    pub(super) fn paint(&mut self, scene: &Scene) {
        let size = Vec2::from(scene.size);
        set_camera(&Camera2D {
            target: 0.5 * size,
            zoom: 2.0 / size,
            ..Camera2D::default()
        });
        for shape in &scene.shapes {
            match shape {
                Shape::Fill(corners, color) => self.fill(corners, *color),
                Shape::Line(points, width, color) => self.line(points, *width, *color),
                Shape::Halo(center, radius, color) => {
                    self.halo((*center).into(), *radius, *color);
                }
                Shape::Curtain(top, bottom, colors) => self.curtain(top, *bottom, *colors),
            }
        }
        self.flush();
        set_default_camera();
    }

    fn flush(&mut self) {
        draw_mesh(&self.mesh);
        self.mesh.vertices.clear();
        self.mesh.indices.clear();
    }

    /// Makes room for a shape with this many corners, and returns the index of its first corner.
    fn begin(&mut self, corners: usize) -> u16 {
        if self.mesh.vertices.len() + corners >= CORNERS {
            self.flush();
        }
        self.mesh.vertices.len() as u16
    }

    fn corner(&mut self, place: Vec2, color: Color) {
        let color = color.map(|share| (255.0 * share).round() as u8);
        let vertex = Vertex::new(place.x, place.y, 0.0, 0.0, 0.0, color.into());
        self.mesh.vertices.push(vertex);
    }

    /// Adds two triangles between each of these pairs of positions and the next.
    fn strip(&mut self, pairs: &[[(Vec2, Color); 2]]) {
        let mut first = self.begin(2 * pairs.len());
        for (place, color) in pairs.as_flattened() {
            self.corner(*place, *color);
        }
        for _ in 1..pairs.len() {
            let quad = [0, 1, 2, 1, 3, 2].map(|it| first + it);
            self.mesh.indices.extend(quad);
            first += 2;
        }
    }

    fn fill(&mut self, corners: &[[f32; 2]], color: Color) {
        let first = self.begin(corners.len());
        for corner in corners {
            self.corner((*corner).into(), color);
        }
        for last in 2..corners.len() as u16 {
            let triangle = [first, first + last - 1, first + last];
            self.mesh.indices.extend(triangle);
        }
    }

    fn halo(&mut self, center: Vec2, radius: f32, color: Color) {
        /// Number of rings; inside a ring the opacity is linear in the radius.
        const RINGS: u8 = 6;
        let sides = (8.0 + 2.0 * radius.max(0.0).sqrt()).min(48.0) as u16;
        for ring in 0..RINGS {
            let ends = [ring, ring + 1].map(|it| f32::from(it) / f32::from(RINGS));
            let pair = |side: u16| {
                let way = Vec2::from_angle(TAU * f32::from(side) / f32::from(sides));
                ends.map(|out| {
                    let left = 1.0 - out;
                    (center + radius * out * way, faded(color, left * left))
                })
            };
            let pairs: Vec<_> = (0..=sides).map(pair).collect();
            self.strip(&pairs);
        }
    }

    fn curtain(&mut self, top: &[[f32; 2]], bottom: f32, [from, to]: [Color; 2]) {
        let begin = top.iter().map(|it| it[1]).fold(bottom, f32::min);
        let pair = |[x, y]: &[f32; 2]| {
            let share = ((y - begin) / (bottom - begin).max(1e-3)).clamp(0.0, 1.0);
            let color = std::array::from_fn(|it| from[it] + (to[it] - from[it]) * share);
            [(vec2(*x, *y), color), (vec2(*x, bottom), to)]
        };
        let pairs: Vec<_> = top.iter().map(pair).collect();
        self.strip(&pairs);
    }

    /// Paints a line. No part is painted twice, so that a transparent line has uniform opacity.
    fn line(&mut self, points: &[[f32; 2]], width: f32, color: Color) {
        // a line thinner than a pixel is painted one pixel wide, with less opacity
        let color = faded(color, width.clamp(0.0, 1.0));
        let half = 0.5 * width.max(1.0);
        let mut path: Vec<Vec2> = points.iter().map(|it| Vec2::from(*it)).collect();
        path.dedup_by(|one, other| one.distance(*other) < 0.01);
        let ways = path.windows(2).map(|ends| (ends[1] - ends[0]).normalize());
        let ways: Vec<_> = ways.collect();
        let (Some(first), Some(last)) = (ways.first(), ways.last()) else {
            return;
        };
        let mut pairs = Vec::with_capacity(path.len() + 2);
        let mut pair = |middle: Vec2, side: Vec2| {
            pairs.push([middle + side * half, middle - side * half].map(|it| (it, color)));
        };
        let caps: &[[f32; 2]] = if half > 2.0 { &ROUND } else { &[[1.0, 1.0]] };
        for [along, across] in caps {
            pair(path[0] - *first * half * *along, first.perp() * *across);
        }
        for (ways, middle) in ways.windows(2).zip(&path[1..]) {
            let [before, after] = [ways[0].perp(), ways[1].perp()];
            let cosine = before.dot(after);
            if cosine > -0.4 {
                // both sides meet at the intersection of their edges
                pair(*middle, (before + after) / (1.0 + cosine));
            } else {
                pair(*middle + ways[0] * half, before);
                pair(*middle - ways[1] * half, after);
            }
        }
        for [along, across] in caps.iter().rev() {
            pair(
                path[path.len() - 1] + *last * half * *along,
                last.perp() * *across,
            );
        }
        self.strip(&pairs);
    }
}
