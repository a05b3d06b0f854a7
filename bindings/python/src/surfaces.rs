//! Surfaces of a world, and the contacts of its bodies.

use std::sync::Arc;

use kinstep_common::contacts::{CollisionRecord, Material, Response, Shape, With};
use kinstep_common::space::Three;
use pyo3::prelude::*;

use crate::arrays::{numbers, shaped};
use crate::errors::{attempt, called, invalid, raised};
use crate::forces::function;
use crate::ids::{BodyId, Family, SurfaceId, body_bits, surface_bits};
use crate::vectors::{Given, number, orientation, to_vector, vector, vector_or_zero};
use crate::world::World;

/// Restitution, friction, rolling resistance and tangential restitution.
type Numbers = (f64, f64, f64, f64);

/// What a body touched: a surface, or another body.
type Touched = (Option<SurfaceId>, Option<BodyId>);

/// A contact: time, body, what it touched, kind, point, normal and impulse.
type Contact<'py> = (
    f64,
    BodyId,
    Touched,
    String,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
);

fn material((restitution, friction, rolling, tangential_restitution): Numbers) -> Material {
    Material {
        restitution,
        friction,
        rolling,
        tangential_restitution,
    }
}

fn touched(with: With, family: &Family) -> Touched {
    match with {
        With::Surface(bits) => (Some(SurfaceId::of(bits, family)), None),
        With::Body(bits) => (None, Some(BodyId::of(bits, family))),
    }
}

/// How a contact acts, as the function of Python answers.
fn response(
    py: Python<'_>,
    rule: &Py<PyAny>,
    collision: &CollisionRecord,
    (dimensions, family): (usize, &Family),
) -> PyResult<Response> {
    let of = collision.material;
    let given = (
        of.restitution,
        of.friction,
        of.rolling,
        of.tangential_restitution,
    );
    let answer = rule.bind(py).call1((
        collision.time,
        BodyId::of(collision.body, family),
        touched(collision.with, family),
        to_vector(py, &collision.point, dimensions)?,
        to_vector(py, &collision.normal, dimensions)?,
        to_vector(py, &collision.velocity, dimensions)?,
        given,
    ))?;
    let (changed, belt, push, passes): (Option<Numbers>, Bound<'_, PyAny>, Bound<'_, PyAny>, bool) =
        answer.extract()?;
    let read = |value: &Bound<'_, PyAny>, name| match value.is_none() {
        true => Ok([0.0; 3]),
        false => vector(value, dimensions, name),
    };
    Ok(Response {
        material: changed.map_or(of, material),
        belt: read(&belt, "belt")?,
        push: read(&push, "push")?,
        passes,
    })
}

impl World {
    /// Reads a surface by the names of its class, and adds it.
    fn added(&mut self, shape: &Bound<'_, PyAny>, material: Material) -> PyResult<u64> {
        let dimensions = self.world.dimensions();
        let part = |name: &str| shape.getattr(name);
        let place = |name: &str| vector(&part(name)?, dimensions, name);
        let place_or_zero = |name: &str| {
            let given = part(name)?;
            vector_or_zero(
                Some(&given).filter(|given| !given.is_none()),
                dimensions,
                name,
            )
        };
        // y, unless it is given
        let up = || match part("up")? {
            up if up.is_none() => Ok([0.0, 1.0, 0.0]),
            up => vector(&up, dimensions, "up"),
        };
        let kind: String = part("_shape")?.extract()?;
        let mut add = |shape: Shape<'_>| self.world.add_surface(shape, material).map_err(raised);
        match kind.as_str() {
            "plane" => add(Shape::Plane {
                normal: place("normal")?,
                distance: number(&part("distance")?, "distance")?,
            }),
            "box" => add(Shape::Box {
                center: place("center")?,
                half_extents: place("half_extents")?,
                orientation: match part("orientation")? {
                    given if given.is_none() => [0.0; 4],
                    given => orientation(&given, dimensions, "orientation")?,
                },
            }),
            "ball" => add(Shape::Ball {
                center: place("center")?,
                radius: number(&part("radius")?, "radius")?,
            }),
            "chain" => add(Shape::Chain {
                points: numbers(&part("_points")?, "points")?,
                is_closed: part("is_closed")?.extract()?,
            }),
            "heightfield" => {
                let array = part("_heights")?;
                let (heights, sizes) = shaped(&array, "heights")?;
                if sizes.len() + 1 != dimensions {
                    let (axes, own) = (sizes.len(), dimensions - 1);
                    return Err(invalid(format_args!(
                        "the heights have {axes} axes; they must have {own}"
                    )));
                }
                add(Shape::Heightfield {
                    up: up()?,
                    origin: place_or_zero("origin")?,
                    spacing: number(&part("spacing")?, "spacing")?,
                    heights,
                    columns: sizes.last().copied().unwrap_or(0),
                })
            }
            _ => {
                let height = function(&part("height")?, "height of the ground")?;
                let height = move |position: Three| {
                    let work = |py: Python<'_>| {
                        let position = to_vector(py, &position, dimensions)?;
                        number(&height.bind(py).call1((position,))?, "height of the ground")
                    };
                    called(work, f64::NAN)
                };
                let steepest = number(&part("steepest")?, "steepest slope")?;
                let (up, height) = (up()?, Arc::new(height));
                self.calls = true;
                attempt(|| {
                    self.world.add_surface(
                        Shape::Ground {
                            up,
                            height,
                            steepest,
                        },
                        material,
                    )
                })
            }
        }
    }
}

#[pymethods]
impl World {
    fn _add_surface(&mut self, shape: &Bound<'_, PyAny>, contact: Numbers) -> PyResult<SurfaceId> {
        let bits = self.added(shape, material(contact))?;
        self.has_contacts = true;
        Ok(SurfaceId::of(bits, &self.family))
    }

    /// Removes a surface; LookupError if there is none of this id.
    fn remove_surface(&mut self, surface: &Bound<'_, PyAny>) -> PyResult<()> {
        let surface = surface_bits(surface, &self.family)?;
        self.world.remove_surface(surface).map_err(raised)
    }

    fn _set_contact(&mut self, surface: &Bound<'_, PyAny>, contact: Numbers) -> PyResult<()> {
        let surface = surface_bits(surface, &self.family)?;
        self.world
            .set_contact(surface, material(contact))
            .map_err(raised)
    }

    /// Sets the velocity of a surface [m/s]: it moves from now on.
    fn set_surface_velocity(
        &mut self,
        surface: &Bound<'_, PyAny>,
        velocity: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let surface = surface_bits(surface, &self.family)?;
        let velocity = vector(velocity, self.world.dimensions(), "velocity")?;
        self.world
            .set_surface_velocity(surface, velocity)
            .map_err(raised)
    }

    /// Lets a surface stop only bodies that come from the side to which a vector points; None: from all sides.
    #[pyo3(signature = (surface, side))]
    fn set_one_way(&mut self, surface: &Bound<'_, PyAny>, side: Given<'_, '_>) -> PyResult<()> {
        let surface = surface_bits(surface, &self.family)?;
        let dimensions = self.world.dimensions();
        let side = side
            .map(|side| vector(side, dimensions, "side"))
            .transpose()?;
        self.world.set_one_way(surface, side).map_err(raised)
    }

    /// Sets the layers of a surface, 32 bits: it stops bodies that have a bit in common with it.
    fn set_surface_layers(&mut self, surface: &Bound<'_, PyAny>, layers: u32) -> PyResult<()> {
        let surface = surface_bits(surface, &self.family)?;
        self.world
            .set_surface_layers(surface, layers)
            .map_err(raised)
    }

    /// How far a surface has moved since it was added [m], shape (dimensions,).
    fn surface_offset<'py>(
        &self,
        py: Python<'py>,
        surface: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let surface = surface_bits(surface, &self.family)?;
        let offset = self.world.surface_offset(surface).map_err(raised)?;
        to_vector(py, &offset, self.world.dimensions())
    }

    /// Sets the layers of a body, 32 bits: it meets surfaces and bodies that have a bit in common with it.
    fn set_layers(&mut self, body: &Bound<'_, PyAny>, layers: u32) -> PyResult<()> {
        let body = body_bits(body, &self.family)?;
        self.has_contacts = true;
        self.world.set_layers(body, layers).map_err(raised)
    }

    fn _set_body_contact(&mut self, contact: Option<Numbers>) -> PyResult<()> {
        self.has_contacts = true;
        self.world
            .set_body_contact(contact.map(material))
            .map_err(raised)
    }

    fn _on_contact(&mut self, rule: &Bound<'_, PyAny>) -> PyResult<()> {
        let (rule, place) = (
            function(rule, "rule")?,
            (self.world.dimensions(), self.family.clone()),
        );
        (self.calls, self.has_contacts) = (true, true);
        self.world
            .on_contact(Arc::new(move |collision: &CollisionRecord| {
                let failed = Response {
                    material: collision.material,
                    belt: [0.0; 3],
                    // not finite, so that the step fails
                    push: [f64::NAN; 3],
                    passes: false,
                };
                called(
                    |py| response(py, &rule, collision, (place.0, &place.1)),
                    failed,
                )
            }));
        Ok(())
    }

    fn _contacts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Contact<'py>>> {
        let dimensions = self.world.dimensions();
        let contacts = self.world.contacts().map_err(raised)?.into_iter();
        let tell = |of: kinstep_common::contacts::ContactRecord| {
            Ok((
                of.time,
                self.id_of(of.body),
                touched(of.with, &self.family),
                format!("{:?}", of.kind),
                to_vector(py, &of.point, dimensions)?,
                to_vector(py, &of.normal, dimensions)?,
                to_vector(py, &of.impulse, dimensions)?,
            ))
        };
        contacts.map(tell).collect()
    }

    /// The surfaces on which a body rests, slides or rolls.
    fn held_by(&self, body: &Bound<'_, PyAny>) -> PyResult<Vec<SurfaceId>> {
        let body = body_bits(body, &self.family)?;
        let surfaces = self.world.held_by(body).map_err(raised)?.into_iter();
        Ok(surfaces
            .map(|bits| SurfaceId::of(bits, &self.family))
            .collect())
    }
}
