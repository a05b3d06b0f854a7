//! Surfaces of a world, and the contacts of its bodies.

use std::sync::Arc;

use kinstep_common::contacts::{CollisionRecord, Material, Response, Shape, SurfaceChange, With};
use kinstep_common::space::{Four, Three};
use pyo3::prelude::*;

use crate::arrays::{number, shaped, to_vector};
use crate::errors::{Done, attempt, called};
use crate::world::World;

/// Restitution, friction, rolling resistance and tangential restitution.
type Numbers = (f64, f64, f64, f64);

/// A surface: its sort, two vectors, an orientation, a number, a flag, and an array or a function.
type NativeShape<'py> = (String, Three, Three, Four, f64, bool, Bound<'py, PyAny>);

/// A contact: time, body, whether it touched a surface, what it touched, kind, point, normal and impulse.
type Contact = (f64, u64, bool, u64, String, Three, Three, Three);

/// An answer to a contact: material, velocity of the belt, push, and whether the body passes.
type Answer = (Numbers, Three, Three, bool);

fn material((restitution, friction, rolling, tangential_restitution): Numbers) -> Material {
    Material {
        restitution,
        friction,
        rolling,
        tangential_restitution,
    }
}

fn touched(with: With) -> (bool, u64) {
    match with {
        With::Surface(surface) => (true, surface),
        With::Body(body) => (false, body),
    }
}

/// The height of ground, by a function of Python; NaN if it raises.
pub(crate) fn height(function: Py<PyAny>, dimensions: usize) -> impl Fn(Three) -> f64 {
    move |position| {
        let work = |py: Python<'_>| {
            let position = to_vector(py, &position, dimensions)?;
            number(
                &function.bind(py).call1((position,))?,
                "height of the ground",
            )
        };
        called(work, f64::NAN)
    }
}

#[pymethods]
impl World {
    fn add_surface(&mut self, surface: NativeShape<'_>, contact: Numbers) -> Done<u64> {
        let (sort, one, two, orientation, number, flag, source) = surface;
        let array = |name| shaped::<f64>(&source, name);
        let shape = match sort.as_str() {
            "plane" => Shape::Plane {
                normal: one,
                distance: number,
            },
            "box" => Shape::Box {
                center: one,
                half_extents: two,
                orientation,
            },
            "ball" => Shape::Ball {
                center: one,
                radius: number,
            },
            "chain" => Shape::Chain {
                points: array("points")?.0,
                is_closed: flag,
            },
            "heightfield" => {
                let (heights, sizes) = array("heights")?;
                let columns = sizes.last().copied().unwrap_or(0);
                Shape::Heightfield {
                    up: one,
                    origin: two,
                    spacing: number,
                    heights,
                    columns,
                }
            }
            _ => {
                self.calls = true;
                let height = Arc::new(height(source.clone().unbind(), self.world.dimensions()));
                Shape::Ground {
                    up: one,
                    height,
                    steepest: number,
                    curvature: if flag { two[0] } else { f64::NAN },
                }
            }
        };
        attempt(|| self.world.add_surface(shape, material(contact)))
    }

    /// What is `None` stays as it is; a side of zeros is all sides.
    fn change_surface(
        &mut self,
        surface: u64,
        contact: Option<Numbers>,
        velocity: Option<Three>,
        one_way: Option<Three>,
        layers: Option<u32>,
    ) -> Done {
        let change = SurfaceChange {
            material: contact.map(material),
            velocity,
            one_way: one_way.map(|side| (side != [0.0; 3]).then_some(side)),
            layers,
        };
        Ok(self.world.change_surface(surface, change)?)
    }

    fn set_body_contact(&mut self, contact: Option<Numbers>) -> Done {
        Ok(self.world.set_body_contact(contact.map(material))?)
    }

    fn on_contact(&mut self, rule: Py<PyAny>) {
        self.calls = true;
        self.world.on_contact(Arc::new(move |of: &CollisionRecord| {
            let (is_surface, with) = touched(of.with);
            let own = of.material;
            let numbers = (
                own.restitution,
                own.friction,
                own.rolling,
                own.tangential_restitution,
            );
            let work = |py: Python<'_>| {
                let vectors = (of.point, of.normal, of.velocity);
                let answer =
                    rule.call1(py, (of.time, of.body, is_surface, with, vectors, numbers))?;
                answer.extract::<Answer>(py)
            };
            // not finite, so that the step fails
            let failed = (numbers, [0.0; 3], [f64::NAN; 3], false);
            let (numbers, belt, push, passes) = called(work, failed);
            Response {
                material: material(numbers),
                belt,
                push,
                passes,
            }
        }));
    }

    fn contacts(&self) -> Done<Vec<Contact>> {
        let contacts = self.world.contacts()?.into_iter().map(|of| {
            let ((is_surface, with), kind) = (touched(of.with), format!("{:?}", of.kind));
            (
                of.time, of.body, is_surface, with, kind, of.point, of.normal, of.impulse,
            )
        });
        Ok(contacts.collect())
    }
}
