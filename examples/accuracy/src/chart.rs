//! Charts: lines over two axes with their names beside their ends, drawn by the crate kuva.

use std::sync::Arc;

use kuva::plot::LinePlot;
use kuva::prelude::{SvgBackend, TickFormat};
use kuva::render::color::Color;
use kuva::render::render::{Primitive, TextAnchor, render_multiple};
use support::drawing::frame::{Frame, Point};
use support::drawing::numbers::power_of_ten;
use support::drawing::style::{self, INK, Style};

use crate::names;

/// An axis: its label, scale, limits and ticks.
#[derive(Debug, Clone)]
pub(crate) struct Axis {
    label: String,
    is_logarithmic: bool,
    /// Minimum and maximum of the values that are drawn; lines are cut there.
    limits: (f64, f64),
    /// Ticks below this have no label.
    least_tick: f64,
}

impl Axis {
    pub(crate) fn linear(label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            is_logarithmic: false,
            limits: (f64::NEG_INFINITY, f64::INFINITY),
            least_tick: f64::NEG_INFINITY,
        }
    }

    /// A logarithmic axis with ticks at powers of ten, for numbers that are not negative.
    pub(crate) fn logarithmic(label: impl Into<String>) -> Self {
        Self {
            is_logarithmic: true,
            limits: (1e-17, f64::INFINITY),
            ..Self::linear(label)
        }
    }

    pub(crate) fn within(self, low: f64, high: f64) -> Self {
        Self {
            limits: (low, high),
            ..self
        }
    }

    /// The same axis without labels below a value.
    pub(crate) fn above(self, least_tick: f64) -> Self {
        Self { least_tick, ..self }
    }

    /// Coordinate of a value along the axis. Zero is at the lower end of a logarithmic axis.
    fn place(&self, value: f64) -> f64 {
        match self.is_logarithmic {
            true if value > 0.0 => value.log10(),
            true => self.limits.0.log10(),
            false => value,
        }
    }

    /// Both ends of an axis on which the values from `low` to `high` are shown, within the limits.
    fn extent(&self, low: f64, high: f64) -> (f64, f64) {
        let (least, most) = (self.place(self.limits.0), self.place(self.limits.1));
        let (low, high) = (low.clamp(least, most), high.clamp(least, most));
        if self.is_logarithmic {
            (low.floor(), high.ceil().max(low.floor() + 1.0))
        } else if self.limits.0.is_finite() {
            (least, most)
        } else {
            let margin = 0.05 * (high - low).max(1e-9);
            (low - margin, high + margin)
        }
    }

    fn tick(&self) -> TickFormat {
        let axis = self.clone();
        TickFormat::Custom(Arc::new(move |place| match axis.is_logarithmic {
            _ if place < axis.least_tick => String::new(),
            true if (-2.5..3.5).contains(&place) => style::label(10_f64.powf(place.round())),
            true => power_of_ten(10_f64.powf(place.round()), 0),
            false => style::label(place),
        }))
    }

    /// Distance between ticks of a logarithmic axis \[decades\], for at most `most` ticks; `None`
    /// for a linear axis.
    fn step(&self, (low, high): (f64, f64), most: f64) -> Option<f64> {
        (self.is_logarithmic).then(|| ((high - low) / most).ceil().max(1.0))
    }
}

/// A line, with the names of all methods that it stands for.
#[derive(Debug, Clone)]
struct Line {
    names: Vec<String>,
    style: Style,
    points: Vec<Point>,
}

impl Line {
    /// All names as one label, such as "kinstep (FlowKick, FlowKick4) = velocity Verlet".
    fn label(&self) -> String {
        let (ours, mut others): (Vec<&str>, Vec<&str>) =
            (self.names.iter().map(String::as_str)).partition(|name| name.starts_with(OURS));
        let ours = ours
            .iter()
            .map(|name| name[OURS.len()..].trim_end_matches(')'));
        let ours = ours.collect::<Vec<_>>().join(", ");
        let label = format!("{OURS}{ours})");
        if !ours.is_empty() {
            others.insert(0, &label);
        }
        others.join(" = ")
    }
}

/// Beginning of the names of kinstep's methods.
const OURS: &str = "kinstep (";

/// A text in a chart, which begins or ends at a point.
#[derive(Debug, Clone)]
struct Note {
    at: Point,
    text: String,
    color: &'static str,
    anchor: TextAnchor,
}

/// Lines over common axes.
#[derive(Debug, Clone)]
pub(crate) struct Chart {
    x: Axis,
    y: Axis,
    lines: Vec<Line>,
    notes: Vec<Note>,
}

/// Size of a drawing \[px\], and whether names stand beside the lines; if not, the page has a
/// legend below the drawing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View {
    width: f64,
    height: f64,
    is_labelled: bool,
}

impl View {
    pub(crate) const WIDE: Self = Self {
        width: 480.0,
        height: 330.0,
        is_labelled: true,
    };
    pub(crate) const NARROW: Self = Self {
        width: 340.0,
        height: 290.0,
        is_labelled: false,
    };
    /// View for a separate file, which has a title.
    pub(crate) const PICTURE: Self = Self {
        width: 838.0,
        height: 430.0,
        is_labelled: true,
    };
}

/// Lines of at most this many points have a dot at each point.
const DOTS: usize = 40;
/// Two lines become one if their distance is everywhere below this share of the frame.
const ALIKE: f64 = 3e-3;
/// Height of letters, width of one letter, and distance between two lines of text \[px\].
const LETTERS: u32 = 12;
const LETTER: f64 = 6.9;
const LINE: f64 = 15.0;
/// Length of the sample of a line before its label, including the gap \[px\].
const SAMPLE: f64 = 28.0;
/// Margins on the left and below \[px\].
const LEFT: f64 = 64.0;
const BELOW: f64 = 46.0;

impl Chart {
    /// A chart with one line per method. Lines that cannot be told apart become one line with all
    /// their names.
    pub(crate) fn new(x: Axis, y: Axis, series: Vec<(String, Vec<Point>)>) -> Self {
        let mut chart = Self {
            x,
            y,
            lines: Vec::new(),
            notes: Vec::new(),
        };
        for (name, points) in series {
            chart.add(vec![name.clone()], names::style(&name), points);
        }
        let frame = chart.frame();
        let mut lines: Vec<Line> = Vec::new();
        for line in std::mem::take(&mut chart.lines) {
            match lines
                .iter_mut()
                .find(|other| chart.are_alike(&frame, other, &line))
            {
                Some(other) => other.names.extend(line.names),
                None => lines.push(line),
            }
        }
        chart.lines = lines;
        chart
    }

    /// Adds a line; without names it has no label.
    pub(crate) fn add(&mut self, names: Vec<String>, style: Style, mut points: Vec<Point>) {
        points.retain(|(x, y)| x.is_finite() && y.is_finite());
        self.lines.push(Line {
            names,
            style,
            points,
        });
    }

    /// Adds a text that begins at a point, or ends there.
    pub(crate) fn note(&mut self, at: Point, text: String, color: &'static str, begins: bool) {
        let anchor = if begins {
            TextAnchor::Start
        } else {
            TextAnchor::End
        };
        self.notes.push(Note {
            at,
            text,
            color,
            anchor,
        });
    }

    /// Names and styles for a legend.
    pub(crate) fn legend(&self) -> impl Iterator<Item = (String, Style)> {
        let named = self.lines.iter().filter(|line| !line.names.is_empty());
        named.map(|line| (line.label(), line.style))
    }

    fn places(&self, points: &[Point]) -> Vec<Point> {
        let place = |&(x, y): &Point| (self.x.place(x), self.y.place(y));
        points.iter().map(place).collect()
    }

    fn are_alike(&self, frame: &Frame, one: &Line, other: &Line) -> bool {
        let (width, height) = frame.size();
        let pairs = self
            .places(&one.points)
            .into_iter()
            .zip(self.places(&other.points));
        one.points.len() == other.points.len()
            && !one.points.is_empty()
            && pairs.into_iter().all(|(a, b)| {
                (a.0 - b.0).abs() < ALIKE * width && (a.1 - b.1).abs() < ALIKE * height
            })
    }

    /// Range of the coordinates that are shown.
    fn frame(&self) -> Frame {
        let points = self.lines.iter().flat_map(|line| self.places(&line.points));
        let unit = Frame {
            low: (0.0, 0.0),
            high: (1.0, 1.0),
        };
        let frame = Frame::around(points).unwrap_or(unit);
        let (left, right) = self.x.extent(frame.low.0, frame.high.0);
        let (bottom, top) = self.y.extent(frame.low.1, frame.high.1);
        Frame {
            low: (left, bottom),
            high: (right, top),
        }
    }

    /// The chart as SVG.
    pub(crate) fn svg(&self, view: View, title: Option<&str>) -> String {
        let frame = self.frame();
        let (width, height) = frame.size();
        let labels = self.legend().map(|(name, _)| name.chars().count());
        let longest = labels.max().filter(|_| view.is_labelled);
        let right = 20.0 + longest.map_or(0.0, |letters| SAMPLE + LETTER * letters as f64);
        let top = if title.is_some() { 44.0 } else { 14.0 };
        let size = (view.width - LEFT - right, view.height - top - BELOW);
        let pixel = |(x, y): Point| {
            (
                LEFT + (x - frame.low.0) / width * size.0,
                top + (frame.high.1 - y) / height * size.1,
            )
        };
        let mut layout = style::layout("", &self.x.label, &self.y.label, &frame)
            .with_width(view.width)
            .with_height(view.height)
            .with_force_margins(LEFT, right)
            .with_force_margins_y(top, BELOW)
            .with_x_tick_format(self.x.tick())
            .with_y_tick_format(self.y.tick());
        let most = (size.0 / 55.0, size.1 / 30.0);
        layout.title = None;
        layout.x_tick_step = self.x.step((frame.low.0, frame.high.0), most.0);
        layout.y_tick_step = self.y.step((frame.low.1, frame.high.1), most.1);
        let mut plots = Vec::new();
        let mut texts = Vec::new();
        let mut ends = Vec::new();
        for line in &self.lines {
            let points = self.places(&line.points);
            let pen = |it: LinePlot| line.style.line(it);
            plots.extend(style::lines(&frame, &points, pen));
            if points.len() <= DOTS && line.style.radius > 0.0 {
                plots.extend(line.style.dots(&frame, &points, 1.0));
            }
            let inside = points.iter().rev().find(|point| frame.contains(**point));
            if let Some(end) = inside.filter(|_| view.is_labelled && !line.names.is_empty()) {
                ends.push((pixel(*end).1, line.label(), line.style));
            }
        }
        for (y, text, style) in spread(ends, top + 6.0, top + size.1) {
            let x = view.width - right + 8.0;
            texts.push(sample(style, (x, y)));
            let (at, color) = ((x + SAMPLE, y + 4.0), style.color);
            texts.push(self::text(at, text, color, TextAnchor::Start, LETTERS));
        }
        for note in &self.notes {
            let at = pixel((self.x.place(note.at.0), self.y.place(note.at.1)));
            let (text, anchor) = (note.text.clone(), note.anchor);
            texts.push(self::text(at, text, note.color, anchor, LETTERS));
        }
        if let Some(title) = title {
            let at = (0.5 * view.width, 26.0);
            texts.push(self::text(
                at,
                title.to_owned(),
                INK,
                TextAnchor::Middle,
                16,
            ));
        }
        let mut drawing = render_multiple(plots, layout);
        // lines are already cut at the frame, and clip paths would need unique names
        (drawing.elements)
            .retain(|it| !matches!(it, Primitive::ClipStart { .. } | Primitive::ClipEnd));
        drawing.defs.clear();
        drawing.elements.extend(texts);
        let view_box = format!("<svg viewBox=\"0 0 {} {}\" ", view.width, view.height);
        let svg = SvgBackend::new()
            .with_pretty(title.is_some())
            .render_scene(&drawing);
        svg.replacen("<svg ", &view_box, 1)
    }
}

/// A sample of a line, drawn before its label.
fn sample(style: Style, (x, y): Point) -> Primitive {
    Primitive::Line {
        x1: x,
        y1: y,
        x2: x + SAMPLE - 6.0,
        y2: y,
        stroke: Color::from(style.color),
        stroke_width: 2.0,
        stroke_dasharray: style.dashes.map(str::to_owned),
    }
}

fn text((x, y): Point, content: String, color: &str, anchor: TextAnchor, size: u32) -> Primitive {
    Primitive::Text {
        x,
        y,
        content,
        size,
        anchor,
        rotate: None,
        bold: false,
        color: Some(Color::from(color)),
    }
}

/// Moves the labels at the ends of lines so that no label covers another, and all stay between two
/// heights \[px\] if there is room.
fn spread<T, C>(mut labels: Vec<(f64, T, C)>, top: f64, bottom: f64) -> Vec<(f64, T, C)> {
    labels.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut least = top;
    for (y, ..) in &mut labels {
        *y = y.max(least);
        least = *y + LINE;
    }
    let mut most = bottom;
    for (y, ..) in labels.iter_mut().rev() {
        *y = y.min(most);
        most = *y - LINE;
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_stand_apart_in_their_room() {
        let labels = [
            (90.0, "a", ()),
            (10.0, "b", ()),
            (12.0, "c", ()),
            (99.0, "d", ()),
        ];
        let heights = spread(labels.to_vec(), 0.0, 100.0).into_iter();
        let heights: Vec<(f64, &str)> = heights.map(|(y, name, ())| (y, name)).collect();
        assert_eq!(
            heights,
            [(10.0, "b"), (25.0, "c"), (85.0, "a"), (100.0, "d")]
        );
    }

    /// Every point of a line with dots is drawn, and lines that cannot be told apart share a label.
    #[test]
    fn nothing_is_thinned_or_hidden() {
        let straight: Vec<Point> = (0..40).map(|x| (f64::from(x), f64::from(x))).collect();
        let series = ["one", "other"].map(|name| (name.to_owned(), straight.clone()));
        let chart = Chart::new(Axis::linear("x"), Axis::linear("y"), series.to_vec());
        let svg = chart.svg(View::WIDE, None);
        assert_eq!(svg.matches("<circle").count(), 40);
        assert!(svg.contains(">one = other<"), "{svg}");
    }
}
