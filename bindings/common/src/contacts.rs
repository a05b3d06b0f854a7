//! Surfaces of a world, and the contacts of its bodies.

use std::sync::Arc;

use kinstep::contact::{Collision, Contact, ContactEvent, ContactKind, ContactResponse};
use kinstep::nalgebra::SVector;
use kinstep::trajectory::{
    AlignedBox, Chain, Heightfield, Placed, Plane, Sphere, Surface, Terrain,
};
use kinstep::{BodyId, Collider, ParameterError, SurfaceId, World};

use crate::failure::{Failure, Kind, OrFailure, Outcome};
use crate::on;
use crate::space::{Four, Number, Space, Three, finite_vector, first_components, given, vector};
use crate::world::AnyWorld;

/// How a body and a surface, or two bodies, act on each other.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Material {
    /// The normal speed after a contact over that before; 0 for no bounce, 1 for no loss.
    pub restitution: f64,
    /// Coefficient of friction, static and sliding.
    pub friction: f64,
    /// Coefficient of rolling resistance.
    pub rolling: f64,
    /// How much of the sliding friction reverses, from 0 to 1 (a superball).
    pub tangential_restitution: f64,
}

/// The height of ground \[m\] at a position without its part along up \[m\].
pub type Height = Arc<dyn Fn(Three) -> f64 + Send + Sync>;

/// A surface, to be added.
#[derive(Clone)]
pub enum Shape<'a> {
    /// The half-space `normal · x < distance` is solid; the normal points to the free side.
    Plane {
        /// Normal, of any length.
        normal: Three,
        /// From the origin along the normal \[m\], times its length.
        distance: f64,
    },
    /// A solid box.
    Box {
        /// Centre \[m\].
        center: Three,
        /// Half of each edge \[m\].
        half_extents: Three,
        /// How the box is turned about its centre.
        orientation: Four,
    },
    /// A solid ball.
    Ball {
        /// Centre \[m\].
        center: Three,
        /// Radius \[m\].
        radius: f64,
    },
    /// Segments from point to point in the plane; the ground is on the right of someone who walks along them.
    Chain {
        /// Two coordinates for each point \[m\].
        points: &'a [f64],
        /// Whether the last point is joined to the first.
        is_closed: bool,
    },
    /// Ground between samples of its height, at equal distances.
    Heightfield {
        /// Along an axis.
        up: Three,
        /// Where the first sample is \[m\].
        origin: Three,
        /// Distance of samples \[m\].
        spacing: f64,
        /// Heights \[m\], row after row.
        heights: &'a [f64],
        /// How many heights a row has; there is one row in the plane.
        columns: usize,
    },
    /// Ground as a function of the caller.
    Ground {
        /// Up, of any length.
        up: Three,
        /// The height.
        height: Height,
        /// The most that the height changes \[m\] per metre.
        steepest: f64,
        /// The most that the slope changes per metre \[1/m\]; zero for straight ground.
        curvature: f64,
    },
}

/// What touched in a contact, as a number of its own: a surface or a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum With {
    /// A surface, by its id.
    Surface(u64),
    /// Another body, by its id.
    Body(u64),
}

/// A contact of a body in the last step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactRecord {
    /// In the time of the world \[s\].
    pub time: f64,
    /// The id of the body.
    pub body: u64,
    /// What it touched.
    pub with: With,
    /// What happened.
    pub kind: ContactKind,
    /// Point of contact \[m\].
    pub point: Three,
    /// Unit normal, towards the body.
    pub normal: Three,
    /// Impulse on the body \[N s\].
    pub impulse: Three,
}

/// A contact before it acts, for the callback that decides how it does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CollisionRecord {
    /// In the time of the world \[s\].
    pub time: f64,
    /// The id of the body.
    pub body: u64,
    /// What it touches.
    pub with: With,
    /// Point of contact \[m\].
    pub point: Three,
    /// Unit normal, towards the body.
    pub normal: Three,
    /// Velocity of the body relative to the surface or the other body \[m/s\].
    pub velocity: Three,
    /// The material that was set.
    pub material: Material,
}

/// How a contact acts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Response {
    /// The material, also while the body stays on the surface.
    pub material: Material,
    /// Velocity of a conveyor belt along the surface \[m/s\].
    pub belt: Three,
    /// Velocity that is added to the body \[m/s\].
    pub push: Three,
    /// Whether the body passes through.
    pub passes: bool,
}

/// A callback that decides how a contact acts. It must answer equal contacts alike.
pub type Rule = Arc<dyn Fn(&CollisionRecord) -> Response + Send + Sync>;

/// Changes of a surface. What is `None` stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SurfaceChange {
    /// How bodies and the surface act on each other.
    pub material: Option<Material>,
    /// The velocity \[m/s\] from now on.
    pub velocity: Option<Three>,
    /// The side to which this vector points: only bodies that come from there are stopped. `Some(None)`: from all sides, as at
    /// first.
    pub one_way: Option<Option<Three>>,
    /// The layers: the surface collides with bodies that have a bit in common with it.
    pub layers: Option<u32>,
}

impl Material {
    fn contact<T: Number>(&self) -> Contact<T> {
        Contact::new(T::of(self.restitution))
            .with_friction(T::of(self.friction))
            .with_rolling(T::of(self.rolling))
            .with_tangential_restitution(T::of(self.tangential_restitution))
    }

    fn of<T: Number>(contact: &Contact<T>) -> Self {
        Self {
            restitution: contact.restitution.wide(),
            friction: contact.friction.wide(),
            rolling: contact.rolling.wide(),
            tangential_restitution: contact.tangential_restitution.wide(),
        }
    }
}

impl With {
    fn of(collider: Collider) -> Outcome<Self> {
        match collider {
            Collider::Surface(surface) => Ok(Self::Surface(surface.to_bits())),
            Collider::Body(body) => Ok(Self::Body(body.to_bits())),
            _ => Err(Failure::invalid(format_args!(
                "{collider} is of no kind that this library knows"
            ))),
        }
    }
}

impl Shape<'_> {
    /// Adds the surface to a world.
    fn add<T: Space<D>, const D: usize>(
        self,
        world: &mut World<T, D>,
        material: Material,
    ) -> Outcome<SurfaceId> {
        match self {
            Self::Plane { normal, distance } => add(
                world,
                Plane::new(vector::<T, D>(normal, "normal")?, T::of(distance)),
                material,
            ),
            Self::Box {
                center,
                half_extents,
                orientation,
            } => {
                let extents = vector::<T, D>(half_extents, "half extents")?;
                for extent in &extents {
                    positive("half an edge of the box", *extent)?;
                }
                let center = finite_vector::<T, D>(center, "center of the box")?;
                let turned = T::orientation(orientation)?;
                if turned == T::upright() {
                    return add(world, AlignedBox::around(center, extents), material);
                }
                let centered = AlignedBox::around(SVector::zeros(), extents);
                add(
                    world,
                    Placed::new(centered, center, turned).or_invalid()?,
                    material,
                )
            }
            Self::Ball { center, radius } => {
                let radius = T::of(radius);
                positive("the radius of the ball", radius)?;
                let center = finite_vector::<T, D>(center, "center of the ball")?;
                add(world, Sphere::new(center, radius), material)
            }
            Self::Chain { .. } => Err(Failure::invalid(
                "a chain of segments is a surface of the plane only",
            )),
            Self::Heightfield {
                up,
                origin,
                spacing,
                heights,
                columns,
            } => {
                if columns == 0 || !heights.len().is_multiple_of(columns) {
                    let count = heights.len();
                    return Err(Failure::invalid(format_args!(
                        "{count} heights are no rows of {columns}"
                    )));
                }
                let heights: Vec<T> = heights.iter().map(|height| T::of(*height)).collect();
                let rows: Vec<&[T]> = heights.chunks(columns).collect();
                let (up, origin) = (vector::<T, D>(up, "up")?, vector::<T, D>(origin, "origin")?);
                add(
                    world,
                    Heightfield::new(up, origin, T::of(spacing), &rows).or_invalid()?,
                    material,
                )
            }
            Self::Ground {
                up,
                height,
                steepest,
                curvature,
            } => {
                let height = move |position: &SVector<T, D>| T::of(height(given(position)));
                let ground = Terrain::new(vector::<T, D>(up, "up")?, height, T::of(steepest));
                // without a curvature the distance from the ground is not known
                if curvature.is_finite() && curvature >= 0.0 {
                    return add(world, ground.with_curvature(T::of(curvature)), material);
                }
                Err(Failure::invalid(format_args!(
                    "the curvature of the ground is {curvature}; it must be finite and not negative, so that a world knows the distance from the ground"
                )))
            }
        }
    }
}

/// Fails unless a number is positive and finite. A number too large for `f32` is infinite in a world of `f32`.
fn positive<T: Number>(name: &'static str, number: T) -> Outcome {
    ParameterError::unless_positive(name, number.wide()).or_invalid()
}

fn add<T: Space<D>, const D: usize>(
    world: &mut World<T, D>,
    surface: impl Surface<T, D> + Send + Sync + 'static,
    material: Material,
) -> Outcome<SurfaceId> {
    world.add_surface(surface, material.contact()).or_invalid()
}

/// Adds a chain to a world in the plane.
fn add_chain<T: Space<2>>(
    world: &mut World<T, 2>,
    points: &[f64],
    is_closed: bool,
    material: Material,
) -> Outcome<SurfaceId> {
    let (pairs, rest) = points.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(Failure::invalid(format_args!(
            "{} numbers are no points of the plane",
            points.len()
        )));
    }
    let points = pairs.iter().map(|pair| pair.map(T::of));
    let chain = if is_closed {
        Chain::closed(points)
    } else {
        Chain::open(points)
    };
    add(world, chain.or_invalid()?, material)
}

fn record<T: Space<D>, const D: usize>(event: &ContactEvent<T, D>) -> Outcome<ContactRecord> {
    Ok(ContactRecord {
        time: event.time.wide(),
        body: event.body.to_bits(),
        with: With::of(event.with)?,
        kind: event.kind,
        point: given(&event.point),
        normal: given(&event.normal),
        impulse: given(&event.impulse),
    })
}

fn rule<T: Space<D>, const D: usize>(world: &mut World<T, D>, rule: Rule) {
    world.on_contact(move |collision: &Collision<T, D>| {
        let Ok(with) = With::of(collision.with) else {
            return collision.response();
        };
        let answer = rule(&CollisionRecord {
            time: collision.time.wide(),
            body: collision.body.to_bits(),
            with,
            point: given(&collision.point),
            normal: given(&collision.normal),
            velocity: given(&collision.velocity),
            material: Material::of(&collision.contact),
        });
        let response = ContactResponse::from(answer.material.contact())
            .with_belt(first_components::<T, D>(answer.belt))
            .with_push(first_components::<T, D>(answer.push));
        if answer.passes {
            response.passing()
        } else {
            response
        }
    });
}

impl AnyWorld {
    /// Adds a surface with which all bodies collide, and returns its id.
    ///
    /// # Errors
    /// Fails if a number is not valid.
    pub fn add_surface(&mut self, shape: Shape<'_>, material: Material) -> Outcome<u64> {
        let added = match (self, shape) {
            (Self::Plane(world), Shape::Chain { points, is_closed }) => {
                add_chain(world, points, is_closed, material)
            }
            #[cfg(feature = "single")]
            (Self::PlaneSingle(world), Shape::Chain { points, is_closed }) => {
                add_chain(world, points, is_closed, material)
            }
            (world, shape) => on!(world, world => shape.add(world, material)),
        };
        added.map(SurfaceId::to_bits)
    }

    /// Removes a surface.
    ///
    /// # Errors
    /// Fails if there is no such surface.
    pub fn remove_surface(&mut self, surface: u64) -> Outcome {
        on!(self, world => world.remove_surface(SurfaceId::from_bits(surface)))
            .or_failure(Kind::NoSuchSurface)
    }

    /// Changes a surface.
    ///
    /// # Errors
    /// Fails if there is no such surface, or a number is not valid.
    pub fn change_surface(&mut self, surface: u64, change: SurfaceChange) -> Outcome {
        fn of<T: Space<D>, const D: usize>(
            world: &mut World<T, D>,
            id: SurfaceId,
            change: SurfaceChange,
        ) -> Outcome {
            // what is not valid is refused before anything changes
            let contact = change.material.map(|material| material.contact());
            contact.iter().try_for_each(Contact::check).or_invalid()?;
            let read = |given: Option<Three>, name| {
                let vector = given.map(|given| finite_vector::<T, D>(given, name));
                vector.transpose()
            };
            let velocity = read(change.velocity, "velocity")?;
            let side = (change.one_way).map(|side| read(side, "side"));
            let side = side.transpose()?;
            if let Some(contact) = contact {
                world.set_contact(id, contact).or_invalid()?;
            }
            if let Some(velocity) = velocity {
                world.set_surface_velocity(id, velocity).or_invalid()?;
            }
            if let Some(side) = side {
                world.set_one_way(id, side).or_invalid()?;
            }
            if let Some(layers) = change.layers {
                world.set_surface_layers(id, layers).or_invalid()?;
            }
            Ok(())
        }
        let id = self.known_surface(surface)?;
        on!(self, world => of(world, id, change))
    }

    /// Returns the displacement of a surface since it was added \[m\].
    ///
    /// # Errors
    /// Fails if there is no such surface.
    pub fn surface_offset(&self, surface: u64) -> Outcome<Three> {
        let id = SurfaceId::from_bits(surface);
        let offset = on!(self, world => world.surface_offset(id).map(|offset| given(&offset)));
        offset.ok_or_else(|| no_such_surface(id))
    }

    /// Sets the layers of a body: it collides with surfaces and bodies that have a bit in common with it.
    ///
    /// # Errors
    /// Fails if there is no such body.
    pub fn set_layers(&mut self, body: u64, layers: u32) -> Outcome {
        on!(self, world => world.set_layers(BodyId::from_bits(body), layers))
            .or_failure(Kind::NoSuchBody)
    }

    /// Lets round bodies collide with each other, or lets them pass.
    ///
    /// # Errors
    /// Fails if a number is not valid.
    pub fn set_body_contact(&mut self, material: Option<Material>) -> Outcome {
        on!(self, world => world.set_body_contact(material.map(|material| material.contact())).or_invalid())
    }

    /// Lets a callback decide how contacts act.
    pub fn on_contact(&mut self, decide: Rule) {
        on!(self, world => rule(world, decide));
    }

    /// Returns the contacts of the last step, by their times.
    ///
    /// # Errors
    /// Fails if a body touched what this library does not know.
    pub fn contacts(&self) -> Outcome<Vec<ContactRecord>> {
        on!(self, world => world.contacts().iter().map(record).collect())
    }

    /// Returns the surfaces on which a body rests, slides or rolls.
    ///
    /// # Errors
    /// Fails if there is no such body.
    pub fn held_by(&self, body: u64) -> Outcome<Vec<u64>> {
        let id = self.known(body)?;
        Ok(on!(self, world => world.held_by(id).map(SurfaceId::to_bits).collect()))
    }

    fn known_surface(&self, surface: u64) -> Outcome<SurfaceId> {
        self.surface_offset(surface)
            .map(|_| SurfaceId::from_bits(surface))
    }
}

fn no_such_surface(id: SurfaceId) -> Failure {
    Failure::new(Kind::NoSuchSurface, kinstep::NoSuch::Surface(id))
}
