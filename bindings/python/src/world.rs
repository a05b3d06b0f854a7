//! Worlds: bodies, their states, and the state of all as bytes.

use kinstep_common::bodies::{BodyRecord, Column, Part, Push};
use kinstep_common::space::{Four, Three};
use kinstep_common::words::named;
use kinstep_common::{AnyWorld, Outcome};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arrays::{array, numbers};
use crate::errors::{Done, detached, invalid};
use crate::forward;

/// Bodies in a step during which other threads of Python can work.
const LONG_STEP: usize = 256;

/// Bodies and forces, stepped together.
#[pyclass(module = "kinstep._kinstep")]
pub(crate) struct World {
    pub(crate) world: AnyWorld,
    /// Whether it may call functions of Python.
    pub(crate) calls: bool,
}

impl World {
    /// Changes the world while other threads of Python can work. If a function of Python raises the world is as it was.
    pub(crate) fn change<A: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut AnyWorld) -> Outcome<A> + Send,
    ) -> Done<A> {
        let before = self.calls.then(|| self.world.clone());
        let world = &mut self.world;
        let done = detached(py, || work(world));
        if let (Err(_), Some(before)) = (&done, before) {
            self.world = before;
        }
        done
    }
}

/// A body: mass, radius, position, velocity, orientation, angular velocity, moments and axes.
type Record = (f64, f64, Three, Three, Four, Three, Three, Four);

fn column(name: &str) -> Column {
    match name {
        "masses" => Column::Masses,
        "positions" => Column::Positions,
        _ => Column::Velocities,
    }
}

/// Reads so many numbers.
fn first<const N: usize>(given: &[f64]) -> [f64; N] {
    std::array::from_fn(|axis| given.get(axis).copied().unwrap_or(0.0))
}

forward!(World.world {
    is_single() -> bool;
    contains(body: u64) -> bool;
    len() -> usize;
    ids() -> Vec<u64>;
    tag(body: u64) -> Option<u64>;
    spin_angular_momentum(body: u64) -> Three;
    acceleration_and_torque(body: u64) -> [Three; 2];
    time() -> f64;
    steps() -> u64;
    energy() -> [f64; 2];
    momentum() -> Three;
    angular_momentum() -> Three;
    center_of_mass() -> Option<Three>;
    forces() -> Vec<u64>;
    surface_offset(surface: u64) -> Three;
    held_by(body: u64) -> Vec<u64>;
    remove_body(body: u64) -> ();
    clear() -> ();
    set_tag(body: u64, tag: u64) -> ();
    remove_force(id: u64) -> ();
    remove_surface(surface: u64) -> ();
    set_layers(body: u64, layers: u32) -> ();
    restore(snapshot: &[u8]) -> ();
});

#[pymethods]
impl World {
    #[new]
    fn new(dimensions: u32, is_single: bool) -> Done<Self> {
        let world = AnyWorld::new(dimensions, is_single)?;
        Ok(Self {
            world,
            calls: false,
        })
    }

    fn clone(&self) -> Self {
        let (world, calls) = (self.world.clone(), self.calls);
        Self { world, calls }
    }

    fn add_body(&mut self, body: Record) -> Done<u64> {
        let (mass, radius, position, velocity, orientation, angular_velocity, moments, axes) = body;
        Ok(self.world.add_body(&BodyRecord {
            mass,
            radius,
            position,
            velocity,
            orientation,
            angular_velocity,
            moments,
            axes,
        })?)
    }

    /// Arrays with one row for each body: masses, positions, velocities and radii.
    fn add_bodies(&mut self, columns: [Bound<'_, PyAny>; 4]) -> Done<Vec<u64>> {
        let [masses, positions, velocities, radii] = &columns;
        let dimensions = self.world.dimensions();
        let masses = numbers::<f64>(masses, "masses")?.iter();
        let positions = numbers(positions, "positions")?
            .chunks(dimensions)
            .map(first);
        let velocities = numbers(velocities, "velocities")?
            .chunks(dimensions)
            .map(first);
        let radii = numbers(radii, "radii")?;
        let rows = masses.zip(positions.zip(velocities)).zip(radii);
        let records = rows.map(|((mass, (position, velocity)), radius)| BodyRecord {
            mass: *mass,
            position,
            velocity,
            radius: *radius,
            ..BodyRecord::default()
        });
        Ok(self.world.add_bodies(&records.collect::<Vec<_>>())?)
    }

    fn body(&self, body: u64) -> Done<Record> {
        let of = self.world.body(body)?;
        let motion = (
            of.position,
            of.velocity,
            of.orientation,
            of.angular_velocity,
        );
        let (position, velocity, orientation, spin) = motion;
        Ok((
            of.mass,
            of.radius,
            position,
            velocity,
            orientation,
            spin,
            of.moments,
            of.axes,
        ))
    }

    fn set_body(&mut self, body: u64, part: &str, given: Vec<f64>) -> Done {
        let inertia = self.world.body(body).map(|body| (body.moments, body.axes));
        let part = match part {
            "mass" => Part::Mass(given[0]),
            "radius" => Part::Radius(given[0]),
            "position" => Part::Position(first(&given)),
            "velocity" => Part::Velocity(first(&given)),
            "orientation" => Part::Orientation(first(&given)),
            "angular_velocity" => Part::AngularVelocity(first(&given)),
            "inertia" => Part::Inertia(first(&given), inertia?.1),
            "inertia_axes" => Part::Inertia(inertia?.0, first(&given)),
            _ => return invalid(format_args!("the {part} of a body cannot be set")),
        };
        Ok(self.world.set_body(body, part)?)
    }

    fn column<'py>(&self, py: Python<'py>, name: &str) -> Done<Bound<'py, PyAny>> {
        let (mut out, shape) = (Vec::new(), [self.world.len(), self.world.dimensions()]);
        self.world.read_column(column(name), &mut out);
        let axes = if name == "masses" { 1 } else { 2 };
        Ok(array(py, &out, &shape[..axes])?)
    }

    fn set_column(&mut self, name: &str, given: &Bound<'_, PyAny>) -> Done {
        Ok(self.world.set_column(column(name), numbers(given, name)?)?)
    }

    fn push(&mut self, body: u64, sort: &str, push: Three, point: Option<Three>) -> Done {
        let push = match (sort, point) {
            ("impulse", None) => Push::Impulse(push),
            ("impulse", Some(point)) => Push::ImpulseAt(push, point),
            ("force", None) => Push::Force(push),
            ("force", Some(point)) => Push::ForceAt(push, point),
            _ => Push::Torque(push),
        };
        Ok(self.world.push(body, push)?)
    }

    fn step(&mut self, py: Python<'_>, dt: f64) -> Done {
        if self.calls || self.world.len() >= LONG_STEP {
            return self.change(py, |world| world.step(dt));
        }
        Ok(self.world.step(dt)?)
    }

    fn scheme(&self) -> String {
        self.world.scheme().to_string()
    }

    fn set_scheme(&mut self, scheme: &str) -> Done {
        self.world.set_scheme(named(scheme, "scheme")?);
        Ok(())
    }

    fn snapshot<'py>(&self, py: Python<'py>) -> Done<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.world.snapshot()?))
    }

    fn scene<'py>(&self, py: Python<'py>) -> Done<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.world.scene()?))
    }

    /// The world of a scene, and its dimensions.
    #[staticmethod]
    fn from_scene(scene: &[u8]) -> Done<(Self, usize)> {
        let world = AnyWorld::from_scene(scene)?;
        let dimensions = world.dimensions();
        Ok((
            Self {
                world,
                calls: false,
            },
            dimensions,
        ))
    }
}
