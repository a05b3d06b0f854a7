//! What a script needs to draw a plot again.

use serde::Serialize;
use support::drawing::frame::Point;
use support::drawing::numbers::six_digits;

use super::{Chart, DOTS, Marks, Series};
use crate::axis::{Axis, Described};

/// A plot without its looks.
#[derive(Serialize)]
pub(crate) struct Data<'a> {
    title: &'a str,
    x: Described<'a>,
    y: Described<'a>,
    /// Corners of what is shown, in places along the axes.
    frame: [Point; 2],
    series: Vec<Curve<'a>>,
}

#[derive(Serialize)]
struct Curve<'a> {
    name: &'a str,
    note: &'a str,
    color: &'static str,
    dashes: Option<&'static str>,
    radius: f64,
    /// Whether there is a line, and whether there are dots at the points.
    line: bool,
    dots: bool,
    points: Vec<Point>,
}

impl Chart {
    /// The same plot as data, with six digits of each number and without points that nobody sees.
    pub(crate) fn data(&self) -> Data<'_> {
        let frame = self.frame();
        let curve = |series: &'_ Series| {
            let places = series.places(&self.x, &self.y);
            let seen = frame.thinned(&places);
            let points = (series.points.iter().zip(seen))
                .filter(|((x, y), is_seen)| *is_seen && x.is_finite() && y.is_finite())
                .map(|(&(x, y), _)| (six_digits(x), six_digits(y)));
            points.collect::<Vec<Point>>()
        };
        let series = self.series.iter().map(|series| Curve {
            name: &series.name,
            note: &series.note,
            color: series.style.color,
            dashes: series.style.dashes,
            radius: series.style.radius,
            line: series.marks == Marks::Line,
            dots: series.points.len() <= DOTS,
            points: curve(series),
        });
        Data {
            title: &self.title,
            x: self.x.described(),
            y: self.y.described(),
            frame: [frame.low, frame.high],
            series: series.collect(),
        }
    }
}

impl Series {
    /// Where the points are along the axes.
    pub(super) fn places(&self, x: &Axis, y: &Axis) -> Vec<Point> {
        let place = |&(a, b): &Point| (x.place(a), y.place(b));
        self.points.iter().map(place).collect()
    }
}
