//! A scene, stepped under several schemes.

use std::path::Path;

use anyhow::{Context, Result};
use kinstep::diagnostics::{Comparison, compare_schemes};
use kinstep::{Real, Scheme, World};
use support::files::{self, cannot_be_written};

/// A scene and how it is stepped.
#[derive(Debug)]
pub(crate) struct Run<const D: usize>
where
    f64: Real<D>,
{
    /// World in its initial state.
    pub(crate) world: World<f64, D>,
    /// The schemes.
    pub(crate) schemes: Vec<Scheme>,
    /// Length of a step \[s\].
    pub(crate) dt: f64,
    /// Number of steps under each scheme.
    pub(crate) steps: u64,
}

impl<const D: usize> Run<D>
where
    f64: Real<D>,
{
    /// Errors of each scheme against the exact motion.
    pub(crate) fn compare(&self) -> Result<Comparison<f64>> {
        Ok(compare_schemes(
            &self.world,
            self.dt,
            self.steps,
            &self.schemes,
        )?)
    }

    /// Steps under one scheme. Calls `watch` with the number of steps made and the world, at the
    /// start and after every step. The run ends early if a step is rejected; the comparison reports
    /// the number of steps made.
    pub(crate) fn follow(
        &self,
        scheme: Scheme,
        mut watch: impl FnMut(u64, &World<f64, D>) -> Result<()>,
    ) -> Result<()> {
        let mut world = self.world.clone();
        world.set_scheme(scheme);
        watch(0, &world)?;
        for step in 1..=self.steps {
            if world.step(self.dt).is_err() {
                break;
            }
            watch(step, &world)?;
        }
        Ok(())
    }

    /// Writes a row for each scheme, step and body.
    pub(crate) fn write_csv(&self, file: &Path) -> Result<()> {
        files::write(file, "")?;
        let mut writer = csv::WriterBuilder::new()
            .has_headers(false)
            .from_path(file)
            .with_context(|| cannot_be_written(file))?;
        let axes = &["x", "y", "z"][..D];
        let mut header = ["scheme", "time [s]", "body"].map(str::to_owned).to_vec();
        header.extend(axes.iter().map(|axis| format!("{axis} [m]")));
        header.extend(axes.iter().map(|axis| format!("v{axis} [m/s]")));
        header.push("energy [J]".to_owned());
        writer.write_record(header)?;
        for &scheme in &self.schemes {
            let name = scheme.to_string();
            self.follow(scheme, |_, world| {
                let energy = world.energy().total();
                for (number, body) in world.body_slice().iter().enumerate() {
                    let state = (body.position, body.velocity);
                    writer.serialize((&name, world.time(), number, state, energy))?;
                }
                Ok(())
            })
            .with_context(|| cannot_be_written(file))?;
        }
        writer.flush().with_context(|| cannot_be_written(file))
    }
}
