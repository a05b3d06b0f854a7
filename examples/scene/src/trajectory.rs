//! The trajectory of a scene, written as CSV.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use kinstep::Real;
use kinstep::diagnostics::Method;
use support::files::cannot_be_written;

use crate::flight::Flight;
use crate::model::Scene;

/// A CSV file that is being written.
///
/// One row for each body at each time: `scheme, time, body, x, y[, z], vx, vy[, vz], energy`, in seconds,
/// metres, metres per second and joules; the energy is that of the whole scene.
#[derive(Debug)]
pub(crate) struct Trajectory {
    file: PathBuf,
    writer: csv::Writer<File>,
    /// Names of all bodies.
    names: Vec<String>,
    /// Every how many steps a row is written.
    every: u64,
    /// Method and step of the last row.
    written: Option<(Method<f64>, u64)>,
    /// The first thing that went wrong; nothing is written after it.
    failed: Option<csv::Error>,
}

/// About as many rows are written for each body and scheme, unless told otherwise.
const ROWS: f64 = 1000.0;

impl Trajectory {
    /// Creates the file with its header.
    pub(crate) fn create<const D: usize>(
        file: &Path,
        every: Option<u64>,
        scene: &Scene<D>,
    ) -> Result<Self>
    where
        f64: Real<D>,
    {
        let mut writer = csv::Writer::from_path(file).with_context(|| cannot_be_written(file))?;
        let axes = &["x", "y", "z"][..D];
        let velocities = axes.iter().map(|axis| format!("v{axis}"));
        let header = (["scheme", "time", "body"].iter())
            .chain(axes)
            .map(ToString::to_string)
            .chain(velocities)
            .chain(["energy".to_owned()]);
        writer
            .write_record(header)
            .with_context(|| cannot_be_written(file))?;
        Ok(Self {
            file: file.to_owned(),
            writer,
            names: scene.bodies.iter().map(|body| body.name.clone()).collect(),
            every: every.unwrap_or((scene.steps() / ROWS).ceil() as u64).max(1),
            written: None,
            failed: None,
        })
    }

    /// Writes the bodies as they are now, if this step is one to be written.
    pub(crate) fn record<const D: usize>(&mut self, method: Method<f64>, flight: &Flight<'_, D>)
    where
        f64: Real<D>,
    {
        if flight.steps().is_multiple_of(self.every) {
            self.record_end(method, flight);
        }
    }

    /// Writes the bodies as they are now, unless that was done.
    pub(crate) fn record_end<const D: usize>(&mut self, method: Method<f64>, flight: &Flight<'_, D>)
    where
        f64: Real<D>,
    {
        let now = Some((method, flight.steps()));
        if self.failed.is_some() || self.written == now {
            return;
        }
        self.written = now;
        self.failed = self.write(method, flight).err();
    }

    /// Writes what is still held back.
    pub(crate) fn finish(mut self) -> Result<()> {
        let result = match self.failed.take() {
            Some(error) => Err(error),
            None => self.writer.flush().map_err(csv::Error::from),
        };
        result.with_context(|| cannot_be_written(&self.file))
    }

    fn write<const D: usize>(
        &mut self,
        method: Method<f64>,
        flight: &Flight<'_, D>,
    ) -> Result<(), csv::Error>
    where
        f64: Real<D>,
    {
        let world = &flight.world;
        let (method, time) = (method.to_string(), number(world.time()));
        let energy = number(flight.energy());
        for (name, body) in self.names.iter().zip(flight.bodies()) {
            for field in [&method, &time, name] {
                self.writer.write_field(field)?;
            }
            for &component in body.position.iter().chain(&body.velocity) {
                self.writer.write_field(number(component))?;
            }
            self.writer.write_field(&energy)?;
            self.writer.write_record(None::<&[u8]>)?;
        }
        Ok(())
    }
}

/// All digits of a number, with an exponent where it would be long.
fn number(value: f64) -> String {
    format!("{value:?}")
}
