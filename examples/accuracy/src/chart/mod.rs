//! Line plots.

mod data;

use std::sync::Arc;

use kinstep::Scheme;
use kuva::plot::{LegendEntry, LegendPosition, LegendShape};
use kuva::prelude::{Layout, Plot, SvgBackend, TickFormat};
use kuva::render::render::render_multiple;
use support::drawing::frame::{Frame, Point};
use support::drawing::numbers::six_digits;
use support::drawing::style::{self, Style};

use crate::axis::Axis;
use crate::section::Records;

/// Curves over common axes.
#[derive(Debug)]
pub(crate) struct Chart {
    title: String,
    x: Axis,
    y: Axis,
    series: Vec<Series>,
}

/// One curve.
#[derive(Debug)]
pub(crate) struct Series {
    name: String,
    /// What the legend says beside the name.
    note: String,
    style: Style,
    marks: Marks,
    points: Vec<Point>,
}

/// What is drawn of a curve.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Marks {
    Line,
    Dots,
}

/// Size of a plot, and height of a line of the legend below it \[px\].
const SIZE: (f64, f64) = (560.0, 390.0);
const LEGEND_LINE: f64 = 18.0;
/// Entries of so many letters at most stand two in a line of the legend.
const SHORT: usize = 30;
/// Lines of at most so many points have a dot at each.
const DOTS: usize = 40;

impl Series {
    /// A line, with dots if it has few points.
    pub(crate) fn line(
        name: impl Into<String>,
        style: Style,
        points: impl IntoIterator<Item = Point>,
    ) -> Self {
        Self {
            name: name.into(),
            note: String::new(),
            style,
            marks: Marks::Line,
            points: points.into_iter().collect(),
        }
    }

    /// The line of a scheme, in its style.
    pub(crate) fn of(scheme: Scheme, points: impl IntoIterator<Item = Point>) -> Self {
        Self::line(scheme.to_string(), Style::of(scheme), points)
    }

    /// Dots without a line.
    pub(crate) fn dots(
        name: impl Into<String>,
        style: Style,
        points: impl IntoIterator<Item = Point>,
    ) -> Self {
        Self {
            marks: Marks::Dots,
            ..Self::line(name, style, points)
        }
    }

    /// The same curve, with a few words beside its name in the legend.
    pub(crate) fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    fn entry(&self) -> LegendEntry {
        LegendEntry {
            label: style::plain(format!("{} {}", self.name, self.note).trim()),
            color: self.style.color.to_owned(),
            shape: match self.marks {
                Marks::Line => LegendShape::Line,
                Marks::Dots => LegendShape::Circle,
            },
            dasharray: self.style.dashes.map(str::to_owned),
        }
    }
}

impl Chart {
    /// Axes without curves.
    pub(crate) fn new(title: impl Into<String>, x: Axis, y: Axis) -> Self {
        Self {
            title: title.into(),
            x,
            y,
            series: Vec::new(),
        }
    }

    /// Adds a curve, on top of the others. Points that are not finite are left out.
    pub(crate) fn add(&mut self, mut series: Series) {
        (series.points).retain(|(x, y)| x.is_finite() && y.is_finite());
        self.series.push(series);
    }

    /// The same axes with more curves.
    pub(crate) fn with(mut self, series: impl IntoIterator<Item = Series>) -> Self {
        series.into_iter().for_each(|series| self.add(series));
        self
    }

    /// What the plot shows, in a few words.
    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    /// A row for each point.
    pub(crate) fn records(&self) -> Records {
        let rows = self.series.iter().flat_map(|series| {
            let cells = |&(x, y): &Point| {
                let x = self.x.record(x);
                vec![series.name.clone(), x, y.to_string()]
            };
            series.points.iter().map(cells)
        });
        Records {
            header: vec![
                "series".to_owned(),
                self.x.label.clone(),
                self.y.label.clone(),
            ],
            rows: rows.collect(),
        }
    }

    /// The plot as SVG.
    pub(crate) fn svg(&self) -> String {
        let (layout, plots) = self.panel();
        let drawing = render_multiple(plots, layout);
        let view_box = format!("<svg viewBox=\"0 0 {} {}\" ", drawing.width, drawing.height);
        let svg = SvgBackend::new().render_scene(&drawing);
        svg.replacen("<svg ", &view_box, 1)
    }

    /// The plot, for drawings of several.
    pub(crate) fn panel(&self) -> (Layout, Vec<Plot>) {
        let frame = self.frame();
        let mut plots = Vec::new();
        for series in &self.series {
            let points = series.places(&self.x, &self.y);
            let style = series.style;
            if series.marks == Marks::Line {
                plots.extend(style::lines(&frame, &points, |line| style.line(line)));
            }
            if points.len() <= DOTS {
                plots.extend(style.dots(&frame, &points, 0.6));
            }
        }
        (self.layout(&frame), plots)
    }

    /// Height of the plot with its legend \[px\].
    pub(crate) fn height(&self) -> f64 {
        SIZE.1 + LEGEND_LINE * self.series.len().div_ceil(self.columns()) as f64
    }

    /// Entries in a line of the legend.
    fn columns(&self) -> usize {
        let is_short = |series: &Series| series.entry().label.chars().count() <= SHORT;
        1 + usize::from(self.series.iter().all(is_short))
    }

    /// What part of the plane is shown.
    fn frame(&self) -> Frame {
        let points = self.series.iter().flat_map(|series| &series.points);
        let places = points.map(|&(x, y)| (self.x.place(x), self.y.place(y)));
        let unit = Frame {
            low: (0.0, 0.0),
            high: (1.0, 1.0),
        };
        let frame = Frame::around(places).unwrap_or(unit);
        let (left, right) = self.x.extent(frame.low.0, frame.high.0);
        let (bottom, top) = self.y.extent(frame.low.1, frame.high.1);
        let exact = Frame {
            low: (left, bottom),
            high: (right, top),
        };
        exact.with_margin()
    }

    fn layout(&self, frame: &Frame) -> Layout {
        let format = |axis: &Axis| {
            let axis = axis.clone();
            TickFormat::Custom(Arc::new(move |place| axis.tick(six_digits(place))))
        };
        let (x, y) = (&self.x, &self.y);
        let mut layout = style::layout(&style::plain(&self.title), &x.label, &y.label, frame)
            .with_width(SIZE.0)
            .with_height(self.height())
            .with_legend_entries(self.series.iter().map(Series::entry).collect())
            .with_legend_position(LegendPosition::OutsideBottomColumns)
            .with_legend_col_limit(self.columns())
            .with_legend_box(false)
            .with_x_tick_format(format(x))
            .with_y_tick_format(format(y));
        layout.x_tick_step = x.tick_step((frame.low.0, frame.high.0));
        layout.y_tick_step = y.tick_step((frame.low.1, frame.high.1));
        layout
    }
}
