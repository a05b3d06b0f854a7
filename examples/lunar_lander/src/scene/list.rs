//! The draw list: shapes in pixels, y downward, from back to front. The window paints them.

/// Red, green, blue and opacity, each from 0 to 1; not premultiplied.
pub type Color = [f32; 4];
/// A position on the screen \[pixels\].
pub type Place = [f32; 2];

/// A shape to paint.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A filled convex polygon.
    Fill(Vec<Place>, Color),
    /// A line through points, with its width.
    Line(Vec<Place>, f32, Color),
    /// Light around a position, with its radius R: at the distance r the opacity is multiplied by
    /// `(1 - r/R)²`.
    Halo(Place, f32, Color),
    /// The area between a line from left to right and a level below it, with a gradient from one
    /// colour at the line's highest point to another.
    Curtain(Vec<Place>, f32, [Color; 2]),
}

/// Shapes, from back to front.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// Width and height \[pixels\].
    pub size: [f32; 2],
    /// The shapes.
    pub shapes: Vec<Shape>,
}

/// A colour from its code, such as `0xff8800`.
pub(super) const fn paint(code: u32) -> Color {
    let [_, red, green, blue] = code.to_be_bytes();
    [
        red as f32 / 255.0,
        green as f32 / 255.0,
        blue as f32 / 255.0,
        1.0,
    ]
}

/// A colour with its opacity multiplied by a share.
#[must_use]
pub fn faded([red, green, blue, opacity]: Color, share: f32) -> Color {
    [red, green, blue, opacity * share]
}

/// A mixture of two colours, with this share of the second.
pub(super) fn mixed(one: Color, other: Color, share: f32) -> Color {
    std::array::from_fn(|it| one[it] + (other[it] - one[it]) * share)
}

impl Scene {
    /// An empty scene.
    #[must_use]
    pub fn new(size: [f32; 2]) -> Self {
        let shapes = Vec::new();
        Self { size, shapes }
    }

    /// Adds a shape in front of the others, if all its numbers are finite and a part of it is
    /// visible.
    pub(super) fn push(&mut self, shape: Shape) {
        let (points, reach) = match &shape {
            Shape::Fill(corners, _) => (corners.as_slice(), 0.0),
            Shape::Line(points, width, _) => (points.as_slice(), 0.5 * width),
            Shape::Halo(center, radius, _) => (std::slice::from_ref(center), *radius),
            Shape::Curtain(top, bottom, _) => (top.as_slice(), *bottom),
        };
        let is_finite = reach.is_finite() && points.iter().flatten().all(|it| it.is_finite());
        let meets = |axis: usize| {
            points.iter().any(|it| it[axis] >= -reach)
                && points.iter().any(|it| it[axis] <= self.size[axis] + reach)
        };
        if is_finite && meets(0) && meets(1) {
            self.shapes.push(shape);
        }
    }

    pub(super) fn fill(&mut self, corners: &[Place], color: Color) {
        self.push(Shape::Fill(corners.to_vec(), color));
    }

    pub(super) fn line(&mut self, points: &[Place], width: f32, color: Color) {
        self.push(Shape::Line(points.to_vec(), width, color));
    }

    pub(super) fn curtain(&mut self, top: Vec<Place>, bottom: f32, colors: [Color; 2]) {
        self.push(Shape::Curtain(top, bottom, colors));
    }

    /// A filled ellipse.
    pub(super) fn ellipse(&mut self, [x, y]: Place, [across, down]: [f32; 2], color: Color) {
        let sides = (8.0 + 3.0 * across.max(down).max(0.0).sqrt()).min(64.0) as usize;
        let corner = |side: usize| {
            let (sine, cosine) = (std::f32::consts::TAU * side as f32 / sides as f32).sin_cos();
            [x + across * cosine, y + down * sine]
        };
        let corners: Vec<_> = (0..sides).map(corner).collect();
        self.fill(&corners, color);
    }

    /// A filled circle. A circle smaller than a pixel is drawn as large as a pixel, with less
    /// opacity.
    pub(super) fn disc(&mut self, center: Place, radius: f32, color: Color) {
        let share = (radius / 0.7).clamp(0.0, 1.0);
        let color = faded(color, share * share);
        self.ellipse(center, [radius.max(0.7); 2], color);
    }

    /// Light around a position; it fades to zero at the radius.
    pub(super) fn halo(&mut self, center: Place, radius: f32, color: Color) {
        self.push(Shape::Halo(center, radius, color));
    }

    /// A disc with light around it.
    pub(super) fn lamp(&mut self, center: Place, radius: f32, color: Color) {
        self.halo(center, 4.5 * radius, faded(color, 0.7));
        self.disc(center, radius, color);
    }

    /// A line with light around it.
    pub(super) fn glow(&mut self, points: &[Place], width: f32, color: Color) {
        for (times, opacity) in [(6.5, 0.08), (2.8, 0.22), (1.0, 1.0)] {
            self.line(points, times * width, faded(color, opacity));
        }
    }

    /// A box with two cut corners: filled, and with a thin edge.
    pub(super) fn plate(&mut self, [x, y]: Place, [wide, high]: [f32; 2], colors: [Color; 2]) {
        let cut = (0.12 * wide.min(high)).min(14.0);
        let (right, bottom) = (x + wide, y + high);
        let mut corners = vec![
            [x + cut, y],
            [right, y],
            [right, bottom - cut],
            [right - cut, bottom],
            [x, bottom],
            [x, y + cut],
        ];
        self.fill(&corners, colors[0]);
        corners.push(corners[0]);
        self.line(&corners, 1.2, colors[1]);
    }

    /// A filled box.
    pub(super) fn rectangle(&mut self, [x, y]: Place, [wide, high]: [f32; 2], color: Color) {
        let (right, bottom) = (x + wide, y + high);
        self.fill(&[[x, y], [right, y], [right, bottom], [x, bottom]], color);
    }

    /// A bar of which a share is filled.
    pub(super) fn bar(&mut self, place: Place, [wide, high]: [f32; 2], share: f32, color: Color) {
        self.rectangle(place, [wide, high], faded(color, 0.16));
        if share > 0.0 {
            self.rectangle(place, [wide * share.min(1.0), high], color);
        }
    }
}
