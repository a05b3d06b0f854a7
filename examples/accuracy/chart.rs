//! Line plots with linear, logarithmic and named axes.

use std::sync::Arc;

use kuva::plot::{LegendEntry, LegendPosition, LegendShape};
use kuva::prelude::{Layout, SvgBackend, TickFormat};
use kuva::render::render::render_multiple;

use crate::frame::{Frame, Point};
use crate::numbers::six_digits;
use crate::section::Records;
use crate::style::{self, Style};

/// Curves over common axes.
#[derive(Debug)]
pub(crate) struct Chart {
    title: String,
    x: Axis,
    y: Axis,
    series: Vec<Series>,
}

/// What is along an axis.
#[derive(Debug, Clone)]
pub(crate) struct Axis {
    label: String,
    scale: Scale,
    /// The least and the largest value that are drawn.
    limits: (f64, f64),
}

/// How an axis is divided.
#[derive(Debug, Clone)]
enum Scale {
    Linear,
    Logarithmic,
    /// A name for each of the values 0, 1, 2, …
    Named(Vec<String>),
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
/// Values below this are drawn as this where the axis is logarithmic.
const LEAST: f64 = 1e-17;
/// Lines of at most so many points have a dot at each.
const DOTS: usize = 40;

impl Axis {
    /// An axis of numbers.
    pub(crate) fn linear(label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            scale: Scale::Linear,
            limits: (f64::NEG_INFINITY, f64::INFINITY),
        }
    }

    /// An axis of powers of ten, for numbers that are not negative.
    pub(crate) fn logarithmic(label: impl Into<String>) -> Self {
        Self {
            scale: Scale::Logarithmic,
            ..Self::linear(label)
        }
    }

    /// An axis with a name for each of the values 0, 1, 2, …
    pub(crate) fn named<S: Into<String>>(
        label: impl Into<String>,
        names: impl IntoIterator<Item = S>,
    ) -> Self {
        Self {
            scale: Scale::Named(names.into_iter().map(S::into).collect()),
            ..Self::linear(label)
        }
    }

    /// The same axis, no longer than from one value to the other; lines are cut there.
    pub(crate) fn within(mut self, low: f64, high: f64) -> Self {
        self.limits = (low, high);
        self
    }

    /// Where a value is along the axis.
    fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear | Scale::Named(_) => value,
            Scale::Logarithmic => value.max(LEAST).log10(),
        }
    }

    /// From where to where the axis goes, if these places are to be on it.
    fn extent(&self, low: f64, high: f64) -> (f64, f64) {
        let (least, largest) = (self.place(self.limits.0), self.place(self.limits.1));
        let (low, high) = (low.clamp(least, largest), high.clamp(least, largest));
        match &self.scale {
            Scale::Linear => (low, high),
            Scale::Logarithmic => (low.floor(), high.ceil().max(low.floor() + 1.0)),
            Scale::Named(names) => (-0.3, names.len() as f64 - 0.7),
        }
    }

    /// The distance between labels, if it is not left to the layout.
    fn tick_step(&self, (low, high): (f64, f64)) -> Option<f64> {
        match self.scale {
            Scale::Linear => None,
            Scale::Named(_) => Some(1.0),
            Scale::Logarithmic if high - low > 8.5 => Some(2.0),
            Scale::Logarithmic => Some(1.0),
        }
    }

    /// The label at a place.
    fn tick(&self, place: f64) -> String {
        match &self.scale {
            Scale::Linear => style::label(place),
            Scale::Logarithmic if place <= LEAST.log10() => format!("≤ {LEAST:e}"),
            Scale::Logarithmic => format!("1e{place:.0}"),
            Scale::Named(names) => names
                .get(place.round() as usize)
                .cloned()
                .unwrap_or_default(),
        }
    }
}

impl Series {
    /// A line, with dots if it has few points.
    pub(crate) fn line(name: impl Into<String>, style: Style, points: Vec<Point>) -> Self {
        Self {
            name: name.into(),
            note: String::new(),
            style,
            marks: Marks::Line,
            points,
        }
    }

    /// Dots without a line.
    pub(crate) fn dots(name: impl Into<String>, style: Style, points: Vec<Point>) -> Self {
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

    /// What the plot shows, in a few words.
    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    /// A row for each point.
    pub(crate) fn records(&self) -> Records {
        let rows = self.series.iter().flat_map(|series| {
            let cells = |&(x, y): &Point| {
                let x = match &self.x.scale {
                    Scale::Named(_) => self.x.tick(x),
                    Scale::Linear | Scale::Logarithmic => x.to_string(),
                };
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
        let frame = self.frame();
        let mut plots = Vec::new();
        for series in &self.series {
            let points: Vec<Point> = (series.points.iter())
                .map(|&(x, y)| (self.x.place(x), self.y.place(y)))
                .collect();
            let style = series.style;
            if series.marks == Marks::Line {
                plots.extend(style::lines(&frame, &points, |line| style.line(line)));
            }
            if points.len() <= DOTS {
                plots.extend(style.dots(&frame, &points, 0.6));
            }
        }
        let drawing = render_multiple(plots, self.layout(&frame));
        let view_box = format!("<svg viewBox=\"0 0 {} {}\" ", drawing.width, drawing.height);
        let svg = SvgBackend::new().render_scene(&drawing);
        svg.replacen("<svg ", &view_box, 1)
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
        let (x, y) = (self.x.clone(), self.y.clone());
        let entries: Vec<LegendEntry> = self.series.iter().map(Series::entry).collect();
        let are_short = entries
            .iter()
            .all(|entry| entry.label.chars().count() <= SHORT);
        let columns = if are_short { 2 } else { 1 };
        let mut layout = style::layout(&style::plain(&self.title), &x.label, &y.label, frame)
            .with_width(SIZE.0)
            .with_height(SIZE.1 + LEGEND_LINE * entries.len().div_ceil(columns) as f64)
            .with_legend_entries(entries)
            .with_legend_position(LegendPosition::OutsideBottomColumns)
            .with_legend_col_limit(columns)
            .with_legend_box(false);
        layout.x_tick_step = x.tick_step((frame.low.0, frame.high.0));
        layout.y_tick_step = y.tick_step((frame.low.1, frame.high.1));
        layout
            .with_x_tick_format(TickFormat::Custom(Arc::new(move |place| {
                x.tick(six_digits(place))
            })))
            .with_y_tick_format(TickFormat::Custom(Arc::new(move |place| {
                y.tick(six_digits(place))
            })))
    }
}
