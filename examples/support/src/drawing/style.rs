//! Styles of pictures.

use std::sync::Arc;

use kuva::prelude::{Layout, LinePlot, LineStyle, Plot, ScatterPlot, Theme, TickFormat};

use crate::drawing::frame::{Frame, Point};
use crate::drawing::numbers::{power_of_ten, six_digits};

pub use crate::drawing::palette::{GRID, INK, KINSTEP, PAPER};

/// Style of a line.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Colour, as in CSS.
    pub color: &'static str,
    /// Lengths of dashes and gaps \[px\].
    pub dashes: Option<&'static str>,
    /// Radius of the dot at the end of the line \[px\].
    pub radius: f64,
}

impl Style {
    /// A line in this style.
    pub fn line(self, line: LinePlot) -> LinePlot {
        let line = line.with_color(self.color).with_stroke_width(2.0);
        match self.dashes {
            Some(dashes) => line.with_line_style(LineStyle::Custom(dashes.to_owned())),
            None => line,
        }
    }

    /// Dots at the points inside a frame, with `size` as a share of the full size; `None` if no
    /// point is inside.
    pub fn dots(self, frame: &Frame, points: &[Point], size: f64) -> Option<Plot> {
        let inside = (points.iter().copied()).filter(|&point| frame.contains(point));
        let plot = ScatterPlot::new()
            .with_data(inside.collect::<Vec<Point>>())
            .with_color(self.color)
            .with_size(size * self.radius);
        (!plot.data.is_empty()).then_some(Plot::Scatter(plot))
    }
}

/// The pieces of a line inside a frame, without points that make no visible difference.
pub fn lines(frame: &Frame, points: &[Point], style: impl Fn(LinePlot) -> LinePlot) -> Vec<Plot> {
    (frame.clip(points).into_iter())
        .map(|piece| {
            let kept = piece.iter().zip(frame.thinned(&piece));
            let seen = kept.filter_map(|(&point, is_kept)| is_kept.then_some(point));
            Plot::Line(style(
                LinePlot::new().with_data(seen.collect::<Vec<Point>>()),
            ))
        })
        .collect()
}

/// A panel with titles, whose axes span a frame.
pub fn layout(title: &str, x: &str, y: &str, frame: &Frame) -> Layout {
    let theme = Theme {
        background: PAPER.to_owned(),
        axis_color: INK.to_owned(),
        grid_color: GRID.to_owned(),
        tick_color: INK.to_owned(),
        text_color: INK.to_owned(),
        ..Theme::light()
    };
    let mut layout = Layout::new((frame.low.0, frame.high.0), (frame.low.1, frame.high.1))
        .with_title(plain(title))
        .with_title_size(14)
        .with_x_label(x)
        .with_y_label(y)
        .with_label_size(13)
        .with_tick_format(TickFormat::Custom(Arc::new(label)))
        .with_theme(theme);
    (layout.x_axis_min, layout.x_axis_max) = (Some(frame.low.0), Some(frame.high.0));
    (layout.y_axis_min, layout.y_axis_max) = (Some(frame.low.1), Some(frame.high.1));
    layout
}

/// Text that kuva does not read as a formula.
pub fn plain(text: &str) -> String {
    text.replace('$', "\\$")
}

/// Text of a number at an axis.
pub fn label(value: f64) -> String {
    let value = six_digits(value);
    if value == 0.0 || (1e-3..1e6).contains(&value.abs()) {
        value.to_string()
    } else {
        let digits = format!("{value:e}");
        let decimals = digits
            .split('e')
            .next()
            .and_then(|digits| digits.split('.').nth(1));
        power_of_ten(value, decimals.map_or(0, str::len))
    }
}
