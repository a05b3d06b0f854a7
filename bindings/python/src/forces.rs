//! Forces of a world: those of the crate, by numbers or by names, and functions of Python.

use std::sync::Arc;

use kinstep_common::bodies::{BodyRecord, Push};
use kinstep_common::forces::{Given as GivenForce, OfBody, OfPosition, Potential, Target};
use kinstep_common::space::Three;
use pyo3::prelude::*;
use pythonize::{Depythonizer, Pythonizer};

use crate::errors::{called, invalid, raised, wrong_type};
use crate::ids::{ForceId, body_bits, force_bits};
use crate::vectors::{
    Given, axial, number, to_axial, to_orientation, to_vector, vector, vector_or_zero,
};
use crate::world::World;

/// A force as `kinstep._types.given` tells it: its sort, and two values.
pub(crate) type Told<'py> = (String, Bound<'py, PyAny>, Bound<'py, PyAny>);

/// A function of Python.
type Function = Arc<Py<PyAny>>;

/// A force of Python.
enum Force<'py> {
    Row(u32, Vec<f64>),
    Names(Bound<'py, PyAny>),
    Own(GivenForce<'static>),
}

/// Returns the force, or the torque, of a function of the state of a body.
fn of_body(function: Function, dimensions: usize, is_torque: bool, is_whole: bool) -> OfBody {
    Arc::new(move |body: &BodyRecord, time| {
        let work = |py: Python<'_>| {
            let position = to_vector(py, &body.position, dimensions)?;
            let velocity = to_vector(py, &body.velocity, dimensions)?;
            let answer = if is_whole {
                let orientation = to_orientation(py, &body.orientation, dimensions)?;
                let spin = to_axial(py, &body.angular_velocity, dimensions)?;
                let state = (body.mass, position, velocity, orientation, spin);
                function.bind(py).call1((state, time))?
            } else {
                function.bind(py).call1((position, velocity, time))?
            };
            match is_torque {
                true => axial(&answer, dimensions, "torque of a function"),
                false => vector(&answer, dimensions, "force of a function"),
            }
        };
        called(work, [f64::NAN; 3])
    })
}

fn of_position(function: Function, dimensions: usize) -> OfPosition {
    Arc::new(move |position: Three, time| {
        let work = |py: Python<'_>| {
            let position = to_vector(py, &position, dimensions)?;
            let answer = function.bind(py).call1((position, time))?;
            vector(&answer, dimensions, "force of a field")
        };
        called(work, [f64::NAN; 3])
    })
}

fn potential(function: Function, dimensions: usize) -> Potential {
    Arc::new(move |position: Three, time| {
        let work = |py: Python<'_>| {
            let position = to_vector(py, &position, dimensions)?;
            let answer = function.bind(py).call1((position, time))?;
            number(&answer, "potential of a field")
        };
        called(work, f64::NAN)
    })
}

impl<'py> Force<'py> {
    fn of((sort, first, second): Told<'py>, dimensions: usize) -> PyResult<Self> {
        let function = || Arc::new(first.clone().unbind());
        Ok(match sort.as_str() {
            "row" => Self::Row(first.extract()?, second.extract()?),
            "names" => Self::Names(first),
            "field" => Self::Own(GivenForce::Field(
                of_position(function(), dimensions),
                (!second.is_none()).then(|| potential(Arc::new(second.unbind()), dimensions)),
            )),
            "torque" => Self::Own(GivenForce::Torque(of_body(
                function(),
                dimensions,
                true,
                true,
            ))),
            sort => {
                let is_whole = sort == "body";
                Self::Own(GivenForce::Function(of_body(
                    function(),
                    dimensions,
                    false,
                    is_whole,
                )))
            }
        })
    }
}

impl World {
    fn arm(&self, arm: Given<'_, '_>) -> PyResult<Option<Three>> {
        let read = |arm| vector(arm, self.world.dimensions(), "arm");
        arm.map(read).transpose()
    }

    fn add(&mut self, told: Told<'_>, arm: Given<'_, '_>, target: Target<'_>) -> PyResult<ForceId> {
        let arm = self.arm(arm)?;
        let added = match Force::of(told, self.world.dimensions())? {
            Force::Row(kind, numbers) => {
                let numbers = &numbers;
                self.world
                    .add_force(&GivenForce::Row { kind, numbers }, arm, target)
            }
            Force::Names(names) => {
                let source = &mut Depythonizer::from_object(&names);
                self.world.add_named_force(source, arm, target)
            }
            Force::Own(force) => {
                self.calls = true;
                self.world.add_force(&force, arm, target)
            }
        };
        Ok(ForceId::of(added.map_err(raised)?, &self.family))
    }

    fn bodies(&self, bodies: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
        let bodies = bodies.try_iter()?;
        bodies.map(|body| body_bits(&body?, &self.family)).collect()
    }
}

#[pymethods]
impl World {
    /// Target: none for all bodies, a body, or a list of bodies that a force acts on, or acts not on.
    fn _add_force(
        &mut self,
        force: Told<'_>,
        arm: Given<'_, '_>,
        body: Given<'_, '_>,
        bodies: Given<'_, '_>,
        without: Given<'_, '_>,
    ) -> PyResult<ForceId> {
        if let Some(body) = body {
            let body = body_bits(body, &self.family)?;
            return self.add(force, arm, Target::Body(body));
        }
        if let Some(bodies) = bodies {
            let bodies = self.bodies(bodies)?;
            return self.add(force, arm, Target::Each(&bodies));
        }
        match without {
            None => self.add(force, arm, Target::Every),
            Some(bodies) => {
                let bodies = self.bodies(bodies)?;
                self.add(force, arm, Target::Except(&bodies))
            }
        }
    }

    fn _add_link(
        &mut self,
        first: &Bound<'_, PyAny>,
        second: &Bound<'_, PyAny>,
        force: Told<'_>,
        first_point: Given<'_, '_>,
        second_point: Given<'_, '_>,
    ) -> PyResult<ForceId> {
        let dimensions = self.world.dimensions();
        let bodies = [
            body_bits(first, &self.family)?,
            body_bits(second, &self.family)?,
        ];
        if first_point.is_none() && second_point.is_none() {
            return self.add(force, None, Target::Link(bodies));
        }
        let first = vector_or_zero(first_point, dimensions, "first point")?;
        let second = vector_or_zero(second_point, dimensions, "second point")?;
        self.add(force, None, Target::LinkAt(bodies, [first, second]))
    }

    fn _replace_force(
        &mut self,
        id: &Bound<'_, PyAny>,
        force: Told<'_>,
        arm: Given<'_, '_>,
    ) -> PyResult<()> {
        let (id, arm) = (force_bits(id, &self.family)?, self.arm(arm)?);
        let replaced = match Force::of(force, self.world.dimensions())? {
            Force::Row(kind, numbers) => {
                let numbers = &numbers;
                self.world
                    .replace_force(id, &GivenForce::Row { kind, numbers }, arm)
            }
            Force::Names(names) => {
                let source = &mut Depythonizer::from_object(&names);
                self.world.replace_named_force(id, source, arm)
            }
            Force::Own(force) => {
                self.calls = true;
                self.world.replace_force(id, &force, arm)
            }
        };
        replaced.map_err(raised)
    }

    /// Removes a force or a link; LookupError if there is none of this id.
    fn remove_force(&mut self, id: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = force_bits(id, &self.family)?;
        self.world.remove_force(id).map_err(raised)
    }

    /// The ids of all forces and links.
    #[getter]
    fn forces(&self) -> Vec<ForceId> {
        let ids = self.world.forces().into_iter();
        ids.map(|bits| ForceId::of(bits, &self.family)).collect()
    }

    /// A force by the names that files have, as {"Spring": {"stiffness": 3.0, ...}}; None for a function. `add_force` and
    /// `replace_force` take this form, too. LookupError if there is none of this id.
    fn force<'py>(
        &self,
        py: Python<'py>,
        id: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let id = force_bits(id, &self.family)?;
        let sink = Pythonizer::new(py);
        self.world.write_force(id, sink).map_err(raised)
    }

    fn _push(
        &mut self,
        body: &Bound<'_, PyAny>,
        kind: &str,
        push: &Bound<'_, PyAny>,
        point: Given<'_, '_>,
    ) -> PyResult<()> {
        let (body, dimensions) = (body_bits(body, &self.family)?, self.world.dimensions());
        let point = point
            .map(|point| vector(point, dimensions, "point"))
            .transpose()?;
        let push = match (kind, point) {
            ("torque", _) => Push::Torque(axial(push, dimensions, "torque")?),
            ("impulse", None) => Push::Impulse(vector(push, dimensions, "impulse")?),
            ("impulse", Some(point)) => {
                Push::ImpulseAt(vector(push, dimensions, "impulse")?, point)
            }
            ("force", None) => Push::Force(vector(push, dimensions, "force")?),
            ("force", Some(point)) => Push::ForceAt(vector(push, dimensions, "force")?, point),
            _ => return Err(invalid(format_args!("{kind} is no push"))),
        };
        self.world.push(body, push).map_err(raised)
    }
}

/// Fails unless a value can be called.
pub(crate) fn function(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Py<PyAny>> {
    if value.is_callable() {
        return Ok(value.clone().unbind());
    }
    let text = crate::vectors::shown(value);
    Err(wrong_type(format_args!(
        "the {name} is {text}; it must be a function"
    )))
}
