//! State as bytes: a letter that tells what it is, the dimensions, then the crate's own form.

use kinstep_core::{Scene, Snapshot};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::errors::{invalid, no_state};
use crate::world::{AnyWorld, World};

const SNAPSHOT: u8 = b's';
const SCENE: u8 = b'c';

pub(crate) fn written(kind: u8, dimensions: u8, value: &impl Serialize) -> PyResult<Vec<u8>> {
    postcard::to_extend(value, vec![kind, dimensions]).map_err(invalid)
}

pub(crate) fn read<A: DeserializeOwned>(bytes: &[u8]) -> PyResult<A> {
    let (value, rest) = postcard::take_from_bytes(bytes).map_err(no_state)?;
    match rest.len() {
        0 => Ok(value),
        more => Err(no_state(format_args!(
            "there are {more} bytes more than the state has"
        ))),
    }
}

/// What follows the first two bytes.
pub(crate) fn opened<'a>(
    bytes: &'a [u8],
    kind: u8,
    dimensions: u8,
    name: &str,
) -> PyResult<&'a [u8]> {
    match bytes {
        [first, second, rest @ ..] if *first == kind && *second == dimensions => Ok(rest),
        _ => Err(no_state(format_args!(
            "these {} bytes are no {name} of {dimensions} dimensions",
            bytes.len()
        ))),
    }
}

impl AnyWorld {
    pub(crate) fn snapshot(&self) -> PyResult<Vec<u8>> {
        match self {
            Self::Plane(world) => written(SNAPSHOT, 2, &world.snapshot()),
            Self::Space(world) => written(SNAPSHOT, 3, &world.snapshot()),
        }
    }

    pub(crate) fn restore(&mut self, bytes: &[u8]) -> PyResult<()> {
        match self {
            Self::Plane(world) => {
                let state: Snapshot<f64, 2> =
                    read(opened(bytes, SNAPSHOT, 2, "snapshot of a world")?)?;
                world.restore(&state).map_err(no_state)
            }
            Self::Space(world) => {
                let state: Snapshot<f64, 3> =
                    read(opened(bytes, SNAPSHOT, 3, "snapshot of a world")?)?;
                world.restore(&state).map_err(no_state)
            }
        }
    }

    pub(crate) fn scene(&self) -> PyResult<Vec<u8>> {
        match self {
            Self::Plane(world) => written(SCENE, 2, &world.scene().map_err(invalid)?),
            Self::Space(world) => written(SCENE, 3, &world.scene().map_err(invalid)?),
        }
    }

    /// The world of a scene, of as many dimensions as this one.
    pub(crate) fn of_scene(&self, bytes: &[u8]) -> PyResult<Self> {
        match self {
            Self::Plane(_) => {
                let scene: Scene<f64, 2> = read(opened(bytes, SCENE, 2, "scene of a world")?)?;
                Ok(Self::Plane(scene.world().map_err(no_state)?))
            }
            Self::Space(_) => {
                let scene: Scene<f64, 3> = read(opened(bytes, SCENE, 3, "scene of a world")?)?;
                Ok(Self::Space(scene.world().map_err(no_state)?))
            }
        }
    }
}

#[pymethods]
impl World {
    /// Bodies and time as bytes, without the forces.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.world.snapshot()?))
    }

    /// Puts the bodies and the time of a snapshot of this world in place: it goes on to the bit, if the forces are the same.
    /// RestoreError if it is none; then the world is as it was.
    fn restore(&mut self, snapshot: &[u8]) -> PyResult<()> {
        self.world.restore(snapshot)
    }

    /// Bodies, time, forces and links as bytes, for from_scene; ValueError if a force is a function.
    fn scene<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.world.scene()?))
    }

    fn _set_scene(&mut self, scene: &[u8]) -> PyResult<()> {
        self.world = self.world.of_scene(scene)?;
        self.calls = false;
        Ok(())
    }
}
