//! Forces of a world: those of the crate, by numbers or by names, and functions of Python.

use std::sync::Arc;

use kinstep_common::bodies::BodyRecord;
use kinstep_common::forces::{Given, Target};
use kinstep_common::space::Three;
use pyo3::prelude::*;
use pythonize::{Depythonizer, Pythonizer};

use crate::arrays::{number, to_vector, vector};
use crate::errors::{Done, called};
use crate::world::World;

/// A force as `kinstep._types.force_to_native` writes it: its sort, and two values.
pub(crate) type NativeForce<'py> = (String, Bound<'py, PyAny>, Bound<'py, PyAny>);

/// What a force acts on: a sort, the bodies, and the points of a link.
type On = (String, Vec<u64>, [Three; 2]);

/// A function of Python that takes a body and a time, as a force or a torque.
fn of_body(function: Py<PyAny>, sort: &str, dimensions: usize) -> Given<'static> {
    let (is_whole, is_torque) = (sort != "function", sort == "torque");
    let function = Arc::new(move |body: &BodyRecord, time: f64| {
        let work = |py: Python<'_>| {
            let position = to_vector(py, &body.position, dimensions)?;
            let velocity = to_vector(py, &body.velocity, dimensions)?;
            let function = function.bind(py);
            let answer = if is_whole {
                let (turned, spin) = (body.orientation, body.angular_velocity);
                function.call1((body.mass, position, velocity, turned, spin, time))?
            } else {
                function.call1((position, velocity, time))?
            };
            match (is_torque, dimensions) {
                (true, 2) => Ok([0.0, 0.0, number(&answer, "torque of a function")?]),
                (true, _) => vector(&answer, dimensions, "torque of a function"),
                _ => vector(&answer, dimensions, "force of a function"),
            }
        };
        called(work, [f64::NAN; 3])
    });
    if is_torque {
        Given::Torque(function)
    } else {
        Given::Function(function)
    }
}

/// A function of position and time as a force, and perhaps one as its potential.
fn field(force: Py<PyAny>, potential: Option<Py<PyAny>>, dimensions: usize) -> Given<'static> {
    let force = move |position: Three, time: f64| {
        let work = |py: Python<'_>| {
            let position = to_vector(py, &position, dimensions)?;
            vector(
                &force.bind(py).call1((position, time))?,
                dimensions,
                "force of a field",
            )
        };
        called(work, [f64::NAN; 3])
    };
    let potential = potential.map(|potential| {
        let potential: kinstep_common::forces::Potential = Arc::new(move |position, time| {
            let work = |py: Python<'_>| {
                let position = to_vector(py, &position, dimensions)?;
                number(
                    &potential.bind(py).call1((position, time))?,
                    "potential of a field",
                )
            };
            called(work, f64::NAN)
        });
        potential
    });
    Given::Field(Arc::new(force), potential)
}

impl World {
    /// Works with a force that is no dictionary.
    fn with<A>(
        &mut self,
        (sort, first, second): &NativeForce<'_>,
        work: impl FnOnce(&mut Self, &Given<'_>) -> kinstep_common::Outcome<A>,
    ) -> Done<A> {
        let dimensions = self.world.dimensions();
        if sort == "row" {
            let (kind, numbers): (u32, Vec<f64>) = (first.extract()?, second.extract()?);
            return Ok(work(
                self,
                &Given::Row {
                    kind,
                    numbers: &numbers,
                },
            )?);
        }
        self.calls = true;
        let function = first.clone().unbind();
        Ok(work(
            self,
            &match sort.as_str() {
                "field" => field(
                    function,
                    (!second.is_none()).then(|| second.clone().unbind()),
                    dimensions,
                ),
                sort => of_body(function, sort, dimensions),
            },
        )?)
    }
}

#[pymethods]
impl World {
    fn add_force(&mut self, force: NativeForce<'_>, arm: Option<Three>, on: On) -> Done<u64> {
        let (sort, bodies, points) = &on;
        let target = match (sort.as_str(), &bodies[..]) {
            ("every", []) => Target::Every,
            ("body", [body]) => Target::Body(*body),
            ("link", [first, second]) => Target::Link([*first, *second]),
            ("link at", [first, second]) => Target::LinkAt([*first, *second], *points),
            ("each", bodies) => Target::Each(bodies),
            (_, bodies) => Target::Except(bodies),
        };
        if force.0 == "names" {
            let source = &mut Depythonizer::from_object(&force.1);
            return Ok(self.world.add_named_force(source, arm, target)?);
        }
        self.with(&force, |this, force| {
            this.world.add_force(force, arm, target)
        })
    }

    fn replace_force(&mut self, id: u64, force: NativeForce<'_>, arm: Option<Three>) -> Done {
        if force.0 == "names" {
            let source = &mut Depythonizer::from_object(&force.1);
            return Ok(self.world.replace_named_force(id, source, arm)?);
        }
        self.with(&force, |this, force| {
            this.world.replace_force(id, force, arm)
        })
    }

    /// A force by the names of files; None for a function.
    fn force<'py>(&self, py: Python<'py>, id: u64) -> Done<Option<Bound<'py, PyAny>>> {
        Ok(self.world.write_force(id, Pythonizer::new(py))?)
    }
}
