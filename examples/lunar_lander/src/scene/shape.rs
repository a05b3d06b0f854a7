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
