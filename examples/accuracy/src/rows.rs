//! The tidy table: every measured number is a row. Charts, sentences, files and the README use only
//! these rows.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use serde::Serialize;
use support::drawing::frame::Point;
use support::files::cannot_be_written;

/// A measured number.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Row {
    experiment: &'static str,
    method: String,
    /// The independent variable, such as a step, a rate, a time or a position; the quantity names
    /// it.
    x: f64,
    quantity: String,
    value: f64,
}

/// All rows, in the order of measurement.
#[derive(Debug)]
pub(crate) struct Rows {
    rows: Vec<Row>,
    experiment: &'static str,
    progress: ProgressBar,
}

impl Rows {
    pub(crate) fn new(progress: ProgressBar) -> Self {
        Self {
            rows: Vec::new(),
            experiment: "",
            progress,
        }
    }

    /// Sets the experiment to which new rows belong.
    pub(crate) fn begin(&mut self, experiment: &'static str) {
        self.experiment = experiment;
        self.progress.set_message(experiment);
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, method: &str, x: f64, quantity: &str, value: f64) {
        self.rows.push(Row {
            experiment: self.experiment,
            method: method.to_owned(),
            x,
            quantity: quantity.to_owned(),
            value,
        });
        self.progress.tick();
    }

    /// Adds rows of one method and quantity.
    pub(crate) fn extend(
        &mut self,
        method: &str,
        quantity: &str,
        points: impl IntoIterator<Item = Point>,
    ) {
        for (x, value) in points {
            self.push(method, x, quantity, value);
        }
    }

    /// Points of each method, in the order of their first rows.
    pub(crate) fn series(&self, experiment: &str, quantity: &str) -> Vec<(String, Vec<Point>)> {
        let mut series: Vec<(String, Vec<Point>)> = Vec::new();
        let rows = self.rows.iter();
        for row in rows.filter(|row| row.experiment == experiment && row.quantity == quantity) {
            let point = (row.x, row.value);
            match series.iter_mut().find(|(method, _)| *method == row.method) {
                Some((_, points)) => points.push(point),
                None => series.push((row.method.clone(), vec![point])),
            }
        }
        series
    }

    /// Points of one method; empty if it was not measured.
    pub(crate) fn points(&self, experiment: &str, quantity: &str, method: &str) -> Vec<Point> {
        let found = (self.series(experiment, quantity).into_iter()).find(|it| it.0 == method);
        found.map_or(Vec::new(), |(_, points)| points)
    }

    /// The value at x; NaN if it was not measured.
    pub(crate) fn at(&self, experiment: &str, quantity: &str, method: &str, x: f64) -> f64 {
        let points = self.points(experiment, quantity, method);
        let found = points.iter().find(|point| point.0 == x);
        found.map_or(f64::NAN, |point| point.1)
    }

    /// The last value of a method; NaN if it was not measured.
    pub(crate) fn last(&self, experiment: &str, quantity: &str, method: &str) -> f64 {
        let points = self.points(experiment, quantity, method);
        points.last().map_or(f64::NAN, |point| point.1)
    }

    /// The largest absolute value of a method; NaN if it was not measured.
    pub(crate) fn worst(&self, experiment: &str, quantity: &str, method: &str) -> f64 {
        let points = self.points(experiment, quantity, method);
        points
            .iter()
            .fold(f64::NAN, |worst, point| worst.max(point.1.abs()))
    }

    /// All quantities of an experiment, in the order of their first rows.
    pub(crate) fn quantities(&self, experiment: &str) -> Vec<&str> {
        let mut quantities = Vec::new();
        for row in self.rows.iter().filter(|row| row.experiment == experiment) {
            if !quantities.contains(&row.quantity.as_str()) {
                quantities.push(&row.quantity);
            }
        }
        quantities
    }

    /// Writes a file for each experiment into a directory, which is created if necessary.
    pub(crate) fn write(&self, directory: &Path) -> Result<()> {
        fs::create_dir_all(directory).with_context(|| cannot_be_written(directory))?;
        for rows in self
            .rows
            .chunk_by(|one, next| one.experiment == next.experiment)
        {
            let file = directory.join(format!("{}.csv", rows[0].experiment));
            let write = || -> Result<()> {
                let mut writer = csv::Writer::from_path(&file)?;
                rows.iter().try_for_each(|row| writer.serialize(row))?;
                Ok(writer.flush()?)
            };
            write().with_context(|| cannot_be_written(&file))?;
        }
        Ok(())
    }
}

/// Difference between the largest and the smallest value.
pub(crate) fn spread(points: &[Point]) -> f64 {
    let values = || points.iter().map(|point| point.1);
    values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file contains all rows. Each number is equal to the bit, including infinity and NaN.
    #[test]
    fn every_row_is_written_to_the_last_bit() {
        let mut rows = Rows::new(ProgressBar::hidden());
        rows.begin("straight");
        let points: Vec<Point> = (0..1000)
            .map(|x| (f64::from(x) / 3.0, 1e-17 * f64::from(x)))
            .chain([(1000.0, f64::INFINITY), (1001.0, f64::NAN)])
            .collect();
        rows.extend("a method", "a quantity", points.iter().copied());
        let directory = std::env::temp_dir().join(format!("rows-{}", std::process::id()));
        rows.write(&directory).unwrap();
        let text = fs::read_to_string(directory.join("straight.csv")).unwrap();
        fs::remove_dir_all(&directory).unwrap();
        let read = text.lines().skip(1).map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            [cells[2], cells[4]].map(|cell| cell.parse::<f64>().unwrap().to_bits())
        });
        let written = points
            .iter()
            .map(|(x, value)| [x.to_bits(), value.to_bits()]);
        assert!(read.eq(written), "{text}");
    }
}
