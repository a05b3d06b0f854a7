//! A panel of a picture: lines over axes, and what they are.

use std::sync::Arc;

use kuva::plot::{LegendEntry, LegendPosition, LegendShape};
use kuva::prelude::{Layout, Plot, TickFormat};

use crate::drawing::frame::{Frame, Point};
use crate::drawing::numbers::power_of_ten;
use crate::drawing::style::{self, Style};

/// Lines over common axes.
#[derive(Debug)]
pub struct Panel {
    title: String,
    x: &'static str,
    y: &'static str,
    /// Whether both axes are of powers of ten.
    in_decades: bool,
    /// What is shown, if not all; in powers of ten where the axes are.
    frame: Option<Frame>,
    lines: Vec<Line>,
}

/// A line, and its name in the legend.
#[derive(Debug)]
struct Line {
    name: Option<String>,
    style: Style,
    points: Vec<Point>,
}

/// On axes of powers of ten, values below this are drawn as this.
const LEAST: f64 = 1e-17;
/// Entries in a line of the legend, and its height \[px\].
const COLUMNS: usize = 3;
const ENTRY: f64 = 18.0;

impl Panel {
    /// Even axes.
    pub fn linear(title: impl Into<String>, x: &'static str, y: &'static str) -> Self {
        Self {
            title: title.into(),
            x,
            y,
            in_decades: false,
            frame: None,
            lines: Vec::new(),
        }
    }

    /// Axes of powers of ten, for values that are not negative.
    pub fn in_decades(title: impl Into<String>, x: &'static str, y: &'static str) -> Self {
        Self {
            in_decades: true,
            ..Self::linear(title, x, y)
        }
    }

    /// The same panel showing just this; lines are cut at its border.
    pub fn showing(mut self, frame: Frame) -> Self {
        self.frame = Some(frame);
        self
    }

    /// Adds a line on top of the others; one without a name is not in the legend.
    pub fn add(&mut self, name: Option<String>, style: Style, points: &[Point]) {
        let points = points.iter().map(|&point| self.place(point));
        let points = points.filter(|(x, y)| x.is_finite() && y.is_finite());
        let line = Line {
            name,
            style,
            points: points.collect(),
        };
        self.lines.push(line);
    }

    /// The panel as wide and high as this, with its legend below \[px\].
    pub fn draw(&self, (width, height): (f64, f64)) -> (Layout, Vec<Plot>) {
        let frame = self.frame.unwrap_or_else(|| self.around());
        let mut plots = Vec::new();
        for Line {
            name,
            style,
            points,
        } in &self.lines
        {
            plots.extend(style::lines(&frame, points, |line| style.line(line)));
            // a dot where a line of the legend ends
            let end = name.as_ref().and(points.last());
            plots.extend(end.and_then(|&end| style.dots(&frame, &[end], 1.0)));
        }
        let mut layout = style::layout(&style::plain(&self.title), self.x, self.y, &frame)
            .with_width(width)
            .with_height(height);
        if self.in_decades {
            layout = powers_of_ten(layout, &frame);
        }
        let entries: Vec<LegendEntry> = self.lines.iter().filter_map(Line::entry).collect();
        if !entries.is_empty() {
            layout = layout
                .with_legend_entries(entries)
                .with_legend_position(LegendPosition::OutsideBottomColumns)
                .with_legend_col_limit(COLUMNS)
                .with_legend_box(false);
        }
        (layout, plots)
    }

    /// Height of the legend \[px\].
    pub fn legend_height(&self) -> f64 {
        let entries = self.lines.iter().filter(|line| line.name.is_some()).count();
        ENTRY * entries.div_ceil(COLUMNS) as f64
    }

    /// Where a point is along the axes.
    fn place(&self, (x, y): Point) -> Point {
        if self.in_decades {
            (x.max(LEAST).log10(), y.max(LEAST).log10())
        } else {
            (x, y)
        }
    }

    /// The frame of all lines.
    fn around(&self) -> Frame {
        let points = self.lines.iter().flat_map(|line| &line.points).copied();
        let frame = Frame::around(points).unwrap_or(Frame {
            low: (0.0, 0.0),
            high: (1.0, 1.0),
        });
        if self.in_decades {
            Frame {
                low: (frame.low.0, frame.low.1.floor()),
                high: (
                    frame.high.0,
                    frame.high.1.ceil().max(frame.low.1.floor() + 1.0),
                ),
            }
        } else {
            frame.with_margin()
        }
    }
}

impl Line {
    fn entry(&self) -> Option<LegendEntry> {
        Some(LegendEntry {
            label: style::plain(self.name.as_ref()?),
            color: self.style.color.to_owned(),
            shape: LegendShape::Line,
            dasharray: self.style.dashes.map(str::to_owned),
        })
    }
}

/// Labels at whole powers of ten.
fn powers_of_ten(mut layout: Layout, frame: &Frame) -> Layout {
    let step = |size: f64| if size > 8.5 { 2.0 } else { 1.0 };
    let (width, height) = frame.size();
    layout.x_tick_step = Some(step(width));
    layout.y_tick_step = Some(step(height));
    layout.with_tick_format(TickFormat::Custom(Arc::new(|place| {
        match place.round() as i32 {
            power @ 0..=4 => 10_u32.pow(power.unsigned_abs()).to_string(),
            power => power_of_ten(10_f64.powi(power), 0),
        }
    })))
}
