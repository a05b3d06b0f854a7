//! What shapes are put together from.

use super::{Color, Scene, Shape};

/// A colour by its code, as in `0xff8800`.
pub(super) const fn paint(code: u32) -> Color {
    let [_, red, green, blue] = code.to_be_bytes();
    [
        red as f32 / 255.0,
        green as f32 / 255.0,
        blue as f32 / 255.0,
        1.0,
    ]
}

/// A colour that lets more through.
#[must_use]
pub fn faded([red, green, blue, opacity]: Color, share: f32) -> Color {
    [red, green, blue, opacity * share]
}

/// So much of the second colour, the rest of the first.
pub(super) fn mixed(one: Color, other: Color, share: f32) -> Color {
    std::array::from_fn(|it| one[it] + (other[it] - one[it]) * share)
}

impl Scene {
    /// Puts a shape in front of the others, if anything of it is in sight.
    pub(super) fn push(&mut self, shape: Shape) {
        if self.shows(&shape) {
            self.shapes.push(shape);
        }
    }

    fn shows(&self, shape: &Shape) -> bool {
        let (points, reach) = match shape {
            Shape::Fill { corners, .. } => (corners.as_slice(), 0.0),
            Shape::Line { points, width, .. } => (points.as_slice(), 0.5 * width),
            Shape::Disc { center, radius, .. } | Shape::Halo { center, radius, .. } => {
                (std::slice::from_ref(center), *radius)
            }
            Shape::Curtain { top, bottom, .. } => {
                return bottom.is_finite() && top.iter().flatten().all(|it| it.is_finite());
            }
        };
        let is_finite = points
            .iter()
            .flatten()
            .chain([&reach])
            .all(|it| it.is_finite());
        let meets = |axis: usize| {
            points.iter().any(|it| it[axis] >= -reach)
                && points.iter().any(|it| it[axis] <= self.size[axis] + reach)
        };
        is_finite && meets(0) && meets(1)
    }

    pub(super) fn fill(&mut self, corners: &[[f32; 2]], color: Color) {
        let corners = corners.to_vec();
        self.push(Shape::Fill { corners, color });
    }

    pub(super) fn line(&mut self, points: &[[f32; 2]], width: f32, color: Color) {
        let points = points.to_vec();
        self.push(Shape::Line {
            points,
            width,
            color,
        });
    }

    pub(super) fn disc(&mut self, center: [f32; 2], radius: f32, color: Color) {
        self.push(Shape::Disc {
            center,
            radius,
            color,
        });
    }

    /// A line with light around it.
    pub(super) fn glow(&mut self, points: &[[f32; 2]], width: f32, color: Color) {
        for (times, opacity) in [(6.5, 0.08), (2.8, 0.22), (1.0, 1.0)] {
            self.line(points, times * width, faded(color, opacity));
        }
    }

    /// Light around a place that fades to nothing at a radius; `color` in its middle.
    pub(super) fn halo(&mut self, center: [f32; 2], radius: f32, color: Color) {
        self.push(Shape::Halo {
            center,
            radius,
            color,
        });
    }

    /// A disc with light around it.
    pub(super) fn lamp(&mut self, center: [f32; 2], radius: f32, color: Color) {
        self.halo(center, 4.5 * radius, faded(color, 0.7));
        self.disc(center, radius, color);
    }

    /// A box with cut corners: filled, and with a thin edge.
    pub(super) fn plate(
        &mut self,
        [x, y]: [f32; 2],
        [width, height]: [f32; 2],
        colors: [Color; 2],
    ) {
        let cut = (0.12 * width.min(height)).min(14.0);
        let (right, bottom) = (x + width, y + height);
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

    /// A bar of which a share is filled.
    pub(super) fn bar(
        &mut self,
        [x, y]: [f32; 2],
        [width, height]: [f32; 2],
        share: f32,
        color: Color,
    ) {
        let share = if share.is_finite() {
            share.clamp(0.0, 1.0)
        } else {
            0.0
        };
        let corners = |width: f32| {
            [
                [x, y],
                [x + width, y],
                [x + width, y + height],
                [x, y + height],
            ]
        };
        self.fill(&corners(width), faded(color, 0.16));
        if share > 0.0 {
            self.fill(&corners(width * share), color);
        }
    }
}
