//! Scenes as the crate writes them.

use std::path::Path;

use anyhow::{Context, Result};
use kinstep::diagnostics::Method;
use kinstep::{Scene as Saved, Scheme, World};
use ron::ser::PrettyConfig;
use support::files;

use crate::error::{Problem, SceneError};
use crate::losses;
use crate::model::{Named, Scene};
use crate::source::{Place, Source};
use crate::text::Written;

impl<const D: usize> Scene<D>
where
    f64: Written<D>,
{
    /// A scene of the crate, to be run for so long \[s\] in steps of `dt` \[s\]. It is called as its file, and its bodies as
    /// their places in it.
    pub(crate) fn of_saved(
        source: &Source<'_>,
        saved: &Saved<f64, D>,
        (dt, duration): (f64, f64),
    ) -> Result<Self, SceneError> {
        let error = |problem| SceneError {
            file: source.file().to_owned(),
            place: Place { line: 1, column: 1 },
            problem,
        };
        let world = saved.world().map_err(|why| error(Problem::World(why)))?;
        if world.is_empty() {
            return Err(error(Problem::NoBodies));
        }
        let named = |(place, id): (usize, _)| Named {
            name: place.to_string(),
            id,
        };
        Ok(Self {
            title: source.file().to_owned(),
            dt,
            duration,
            methods: Scheme::ALL.map(Method::from).to_vec(),
            bodies: world.ids().enumerate().map(named).collect(),
            losses: losses::of(&world),
            burns: Vec::new(),
            world,
        })
    }
}

/// Writes a world to a file as the crate writes it.
pub(crate) fn write<const D: usize>(file: &Path, world: &World<f64, D>) -> Result<()>
where
    f64: Written<D>,
{
    let scene = world.scene().context("the scene cannot be saved")?;
    let text = ron::ser::to_string_pretty(&scene, PrettyConfig::new())?;
    files::write(file, text)
}
