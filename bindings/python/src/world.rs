//! Worlds: bodies, their states, and the state of all as bytes.

use kinstep_common::bodies::{BodyRecord, Column, Part};
use kinstep_common::space::{Four, Three};
use kinstep_common::words::named;
use kinstep_common::{AnyWorld, Outcome};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat};

use crate::arrays::{array, numbers, numbers_or_none};
use crate::errors::{attempt, invalid, raised};
use crate::ids::{BodyId, Family, body_bits};
use crate::vectors::{
    Given, axial, number, orientation, to_axial, to_orientation, to_vector, vector, vector_or_zero,
};

/// Bodies in a step during which other threads of Python can work.
const LONG_STEP: usize = 256;

/// Bodies and forces, stepped together. Use World2 or World3.
#[pyclass(subclass, module = "kinstep._kinstep")]
pub(crate) struct World {
    pub(crate) world: AnyWorld,
    pub(crate) family: Family,
    /// Whether it may call functions of Python.
    pub(crate) calls: bool,
    /// Whether it may have surfaces or other contacts, which scenes do not have.
    pub(crate) has_contacts: bool,
}

impl World {
    /// Changes the world while other threads of Python can work. If a function of Python raises the world is as it was.
    pub(crate) fn change<A: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut AnyWorld) -> Outcome<A> + Send,
    ) -> PyResult<A> {
        let before = self.calls.then(|| self.world.clone());
        let world = &mut self.world;
        let done = py.detach(|| attempt(|| work(world)));
        if let (Err(_), Some(before)) = (&done, before) {
            self.world = before;
        }
        done
    }

    pub(crate) fn id_of(&self, bits: u64) -> BodyId {
        BodyId::of(bits, &self.family)
    }
}

fn column(name: &str) -> PyResult<Column> {
    match name {
        "masses" => Ok(Column::Masses),
        "positions" => Ok(Column::Positions),
        "velocities" => Ok(Column::Velocities),
        _ => Err(invalid(format_args!("bodies have no {name}"))),
    }
}

fn moments(value: Given<'_, '_>, dimensions: usize) -> PyResult<Three> {
    value.map_or(Ok([0.0; 3]), |value| axial(value, dimensions, "inertia"))
}

fn axes(value: Given<'_, '_>, dimensions: usize) -> PyResult<Four> {
    value.map_or(Ok([0.0; 4]), |value| {
        orientation(value, dimensions, "orientation of the principal axes")
    })
}

#[pymethods]
impl World {
    #[new]
    fn new(dimensions: u32, is_single: bool) -> PyResult<Self> {
        Ok(Self {
            world: AnyWorld::new(dimensions, is_single).map_err(raised)?,
            family: Family::default(),
            calls: false,
            has_contacts: false,
        })
    }

    /// Makes this new world a clone of another one.
    fn _clone_from(&mut self, other: &Self) {
        self.world = other.world.clone();
        self.family = other.family.clone();
        (self.calls, self.has_contacts) = (other.calls, other.has_contacts);
    }

    #[getter]
    fn _is_single(&self) -> bool {
        self.world.is_single()
    }

    #[getter]
    fn _has_contacts(&self) -> bool {
        self.has_contacts
    }

    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn _add_body(
        &mut self,
        mass: &Bound<'_, PyAny>,
        position: Given<'_, '_>,
        velocity: Given<'_, '_>,
        radius: &Bound<'_, PyAny>,
        orientation: Given<'_, '_>,
        angular_velocity: Given<'_, '_>,
        inertia: Given<'_, '_>,
        inertia_axes: Given<'_, '_>,
    ) -> PyResult<BodyId> {
        let dimensions = self.world.dimensions();
        let turned = orientation.map_or(Ok([0.0; 4]), |given| {
            crate::vectors::orientation(given, dimensions, "orientation")
        });
        let record = BodyRecord {
            mass: number(mass, "mass")?,
            radius: number(radius, "radius")?,
            position: vector_or_zero(position, dimensions, "position")?,
            velocity: vector_or_zero(velocity, dimensions, "velocity")?,
            orientation: turned?,
            angular_velocity: angular_velocity.map_or(Ok([0.0; 3]), |given| {
                axial(given, dimensions, "angular velocity")
            })?,
            moments: moments(inertia, dimensions)?,
            axes: axes(inertia_axes, dimensions)?,
        };
        let id = self.world.add_body(&record).map_err(raised)?;
        Ok(self.id_of(id))
    }

    /// Arrays of one row for each body; velocities and radii may be missing.
    fn _add_bodies(
        &mut self,
        masses: &Bound<'_, PyAny>,
        positions: &Bound<'_, PyAny>,
        velocities: Given<'_, '_>,
        radii: Given<'_, '_>,
    ) -> PyResult<Vec<BodyId>> {
        let dimensions = self.world.dimensions();
        let masses = numbers::<f64>(masses, "masses")?;
        let positions = numbers::<f64>(positions, "positions")?.chunks(dimensions);
        let mut velocities = numbers_or_none(velocities, "velocities")?.chunks(dimensions);
        let mut radii = numbers_or_none(radii, "radii")?.iter();
        let three = |row: &[f64]| std::array::from_fn(|axis| row.get(axis).copied().unwrap_or(0.0));
        let records: Vec<_> = masses
            .iter()
            .zip(positions)
            .map(|(mass, position)| BodyRecord {
                mass: *mass,
                position: three(position),
                velocity: velocities.next().map_or([0.0; 3], three),
                radius: radii.next().copied().unwrap_or(0.0),
                ..BodyRecord::default()
            })
            .collect();
        let ids = self.world.add_bodies(&records).map_err(raised)?;
        Ok(ids.into_iter().map(|bits| self.id_of(bits)).collect())
    }

    /// Removes a body, and the forces and links that act on it alone; LookupError if there is none.
    ///
    /// The last body takes the place of the removed one in `ids`, `positions` and the other arrays; all others stay where they
    /// are. All other ids refer to the same bodies as before.
    fn remove_body(&mut self, body: &Bound<'_, PyAny>) -> PyResult<()> {
        let body = body_bits(body, &self.family)?;
        self.world.remove_body(body).map_err(raised)
    }

    /// Removes all bodies, and the forces and links that act on them alone. Forces on all bodies stay.
    fn clear(&mut self) {
        self.world.clear();
    }

    fn __len__(&self) -> usize {
        self.world.len()
    }

    fn __contains__(&self, body: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.world.contains(body_bits(body, &self.family)?))
    }

    /// The ids of all bodies, in the order of all arrays.
    #[getter]
    fn ids(&self) -> Vec<BodyId> {
        let ids = self.world.ids().into_iter();
        ids.map(|bits| self.id_of(bits)).collect()
    }

    fn _get<'py>(
        &self,
        py: Python<'py>,
        body: &Bound<'py, PyAny>,
        part: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (id, dimensions) = (body_bits(body, &self.family)?, self.world.dimensions());
        if part == "acceleration" || part == "torque" {
            let [acceleration, torque] = attempt(|| self.world.acceleration_and_torque(id))?;
            return match part {
                "torque" => to_axial(py, &torque, dimensions),
                _ => to_vector(py, &acceleration, dimensions),
            };
        }
        let body = self.world.body(id).map_err(raised)?;
        match part {
            "mass" => Ok(PyFloat::new(py, body.mass).into_any()),
            "radius" => Ok(PyFloat::new(py, body.radius).into_any()),
            "position" => to_vector(py, &body.position, dimensions),
            "velocity" => to_vector(py, &body.velocity, dimensions),
            "orientation" => to_orientation(py, &body.orientation, dimensions),
            "angular_velocity" => to_axial(py, &body.angular_velocity, dimensions),
            "inertia" => to_axial(py, &body.moments, dimensions),
            "inertia_axes" => to_orientation(py, &body.axes, dimensions),
            "tag" => self.world.tag(id).into_bound_py_any(py),
            _ => {
                let spin = self.world.spin_angular_momentum(id).map_err(raised)?;
                to_axial(py, &spin, dimensions)
            }
        }
    }

    fn _set(
        &mut self,
        body: &Bound<'_, PyAny>,
        part: &str,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (id, dimensions) = (body_bits(body, &self.family)?, self.world.dimensions());
        let part = match part {
            "mass" => Part::Mass(number(value, "mass")?),
            "radius" => Part::Radius(number(value, "radius")?),
            "position" => Part::Position(vector(value, dimensions, part)?),
            "velocity" => Part::Velocity(vector(value, dimensions, part)?),
            "orientation" => Part::Orientation(orientation(value, dimensions, part)?),
            "angular_velocity" => {
                Part::AngularVelocity(axial(value, dimensions, "angular velocity")?)
            }
            "inertia" => {
                let axes = self.world.body(id).map_err(raised)?.axes;
                Part::Inertia(moments(Some(value), dimensions)?, axes)
            }
            "inertia_axes" => {
                let moments = self.world.body(id).map_err(raised)?.moments;
                Part::Inertia(moments, axes(Some(value), dimensions)?)
            }
            "tag" => return self.world.set_tag(id, value.extract()?).map_err(raised),
            _ => return Err(invalid(format_args!("{part} cannot be set"))),
        };
        self.world.set_body(id, part).map_err(raised)
    }

    fn _column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let (mut out, count) = (Vec::new(), self.world.len());
        let column = column(name)?;
        self.world.read_column(column, &mut out);
        match column {
            Column::Masses => array(py, &out, &[count]),
            _ => array(py, &out, &[count, self.world.dimensions()]),
        }
    }

    fn _set_column(&mut self, name: &str, given: &Bound<'_, PyAny>) -> PyResult<()> {
        let given = numbers(given, name)?;
        self.world.set_column(column(name)?, given).map_err(raised)
    }

    fn _energy(&self) -> PyResult<[f64; 2]> {
        attempt(|| Ok(self.world.energy()))
    }

    /// Momentum of all bodies [kg m/s], shape (dimensions,).
    #[getter]
    fn momentum<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_vector(py, &self.world.momentum(), self.world.dimensions())
    }

    #[getter]
    fn _angular_momentum<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_axial(py, &self.world.angular_momentum(), self.world.dimensions())
    }

    /// Center of mass [m], shape (dimensions,); None without bodies of finite mass.
    #[getter]
    fn center_of_mass<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let center = self.world.center_of_mass();
        let dimensions = self.world.dimensions();
        center
            .map(|center| to_vector(py, &center, dimensions))
            .transpose()
    }

    /// Moves the world by dt [s]; a negative dt goes backwards. StepError if it cannot be made, and what a function raises; the
    /// world is as it was then. With 256 bodies or more, other threads can work meanwhile.
    fn step(&mut self, py: Python<'_>, dt: f64) -> PyResult<()> {
        if self.calls || self.world.len() >= LONG_STEP {
            return self.change(py, |world| world.step(dt));
        }
        self.world.step(dt).map_err(raised)
    }

    /// Simulated time [s].
    #[getter]
    fn time(&self) -> f64 {
        self.world.time()
    }

    /// Number of steps made.
    #[getter]
    fn steps(&self) -> u64 {
        self.world.steps()
    }

    #[getter]
    fn _scheme(&self) -> String {
        self.world.scheme().to_string()
    }

    fn _set_scheme(&mut self, scheme: &str) -> PyResult<()> {
        self.world
            .set_scheme(named(scheme, "scheme").map_err(raised)?);
        Ok(())
    }

    /// Bodies and time as bytes, without forces, surfaces and functions; see `restore`.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.world.snapshot().map_err(raised)?))
    }

    /// Puts the state of a snapshot in place: bodies, ids and time. The world must have the forces that it had then, and keeps
    /// its surfaces. It goes on to the bit. RestoreError if the bytes do not fit; the world is as it was then.
    fn restore(&mut self, snapshot: &[u8]) -> PyResult<()> {
        self.world.restore(snapshot).map_err(raised)
    }

    /// Bodies, time and forces as bytes, without surfaces and other contacts; see `from_scene`. ValueError if a force is a
    /// function.
    fn scene<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.world.scene().map_err(raised)?))
    }

    fn _set_scene(&mut self, scene: &[u8]) -> PyResult<()> {
        let world = AnyWorld::from_scene(scene).map_err(raised)?;
        let (given, own) = (world.dimensions(), self.world.dimensions());
        if given != own {
            let message = format!("the scene is of a world of {given} dimensions, not of {own}");
            return Err(crate::errors::RestoreError::new_err(message));
        }
        (self.world, self.family.takes_any) = (world, true);
        Ok(())
    }
}
