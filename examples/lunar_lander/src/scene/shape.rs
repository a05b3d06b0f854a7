//! Shapes on a screen: pixels, y downward.

/// Red, green, blue and opacity, each from 0 to 1; not premultiplied.
pub type Color = [f32; 4];

/// Something painted.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A filled convex polygon.
    Fill {
        /// Its corners, in order.
        corners: Vec<[f32; 2]>,
        /// Inside.
        color: Color,
    },
    /// A line through points, with round joints.
    Line {
        /// In order; two or more.
        points: Vec<[f32; 2]>,
        /// How thick \[pixels\].
        width: f32,
        /// All along it.
        color: Color,
    },
    /// A filled circle.
    Disc {
        /// Its middle.
        center: [f32; 2],
        /// Its radius \[pixels\].
        radius: f32,
        /// Inside.
        color: Color,
    },
    /// Light around a place: its opacity fades with the square of what is left to the radius.
    Halo {
        /// Its middle.
        center: [f32; 2],
        /// Where nothing is left of it \[pixels\].
        radius: f32,
        /// In the middle.
        color: Color,
    },
    /// All between a line and a level below (or above) it, from one colour into another.
    Curtain {
        /// From left to right.
        top: Vec<[f32; 2]>,
        /// The level \[pixels\].
        bottom: f32,
        /// At the highest point of the line, and at the level.
        colors: [Color; 2],
    },
}

/// Rings of a halo: where each is, and how much of the opacity is left there, as shares.
pub const RINGS: [[f32; 2]; 6] = {
    let mut rings = [[0.0; 2]; 6];
    let mut ring = 0;
    while ring < 6 {
        let left = ring as f32 / 5.0;
        rings[5 - ring] = [1.0 - left, left * left];
        ring += 1;
    }
    rings
};

/// Shapes, from back to front.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// Width and height \[pixels\].
    pub size: [f32; 2],
    /// What is painted.
    pub shapes: Vec<Shape>,
}

impl Scene {
    /// Nothing yet.
    #[must_use]
    pub fn new(size: [f32; 2]) -> Self {
        let shapes = Vec::new();
        Self { size, shapes }
    }
}
