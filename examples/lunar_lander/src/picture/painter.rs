//! Shapes, painted into pixels.

use tiny_skia::{
    FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Paint, PathBuilder, Pixmap, Point,
    RadialGradient, SpreadMode, Stroke, Transform,
};

use crate::scene::{Color, RINGS, Shape, faded};

/// Paints a shape; none if there is nothing of it to paint.
pub(super) fn draw(pixmap: &mut Pixmap, shape: &Shape) -> Option<()> {
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
        Shape::Halo {
            center: [x, y],
            radius,
            color,
        } => fill(
            pixmap,
            PathBuilder::from_circle(*x, *y, *radius)?,
            light([*x, *y], *radius, *color)?,
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

fn light([x, y]: [f32; 2], radius: f32, color: Color) -> Option<Paint<'static>> {
    let stops = RINGS.map(|[out, left]| Some(GradientStop::new(out, skia(faded(color, left))?)));
    let center = Point::from_xy(x, y);
    Some(Paint {
        shader: RadialGradient::new(
            center,
            0.0,
            center,
            radius,
            stops.into_iter().collect::<Option<_>>()?,
            SpreadMode::Pad,
            Transform::identity(),
        )?,
        ..Paint::default()
    })
}

fn skia([red, green, blue, opacity]: Color) -> Option<tiny_skia::Color> {
    tiny_skia::Color::from_rgba(red, green, blue, opacity.clamp(0.0, 1.0))
}
