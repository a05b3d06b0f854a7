//! Bodies of a world, as plain data.

use kinstep::nalgebra::SVector;
use kinstep::{Body, BodyId, World};

use crate::failure::{Failure, Kind, OrFailure, Outcome};
use crate::on;
use crate::space::{Four, Number, Space, Three, given, vector};
use crate::world::AnyWorld;

/// A body as plain data. What is left at zero is a point at rest at the origin; the mass must be given.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct BodyRecord {
    /// Mass \[kg\]; infinite for a fixed body.
    pub mass: f64,
    /// Radius \[m\] of a ball that surfaces and other balls touch at its rim; zero for a body that is not round.
    pub radius: f64,
    /// Position of the centre of mass \[m\].
    pub position: Three,
    /// Velocity of the centre of mass \[m/s\].
    pub velocity: Three,
    /// From the frame of the body to that of the world.
    pub orientation: Four,
    /// Angular velocity \[rad/s\], world frame.
    pub angular_velocity: Three,
    /// Moments of inertia about the principal axes \[kg m²\]; all zeros for a point, which does not turn.
    pub moments: Three,
    /// How the principal axes are turned in the body.
    pub axes: Four,
}

/// One quantity of a body, to be set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Part {
    /// Mass \[kg\].
    Mass(f64),
    /// Radius \[m\].
    Radius(f64),
    /// Position \[m\].
    Position(Three),
    /// Velocity \[m/s\].
    Velocity(Three),
    /// Orientation.
    Orientation(Four),
    /// Angular velocity \[rad/s\].
    AngularVelocity(Three),
    /// Moments of inertia \[kg m²\], and how the principal axes are turned. The angular velocity stays as it is.
    Inertia(Three, Four),
}

/// One quantity of all bodies, in the order of the ids: as many numbers for each body as the world has dimensions, and
/// one for a mass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// Masses \[kg\].
    Masses,
    /// Positions \[m\].
    Positions,
    /// Velocities \[m/s\].
    Velocities,
}

/// What acts on a body at once, or over the next step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Push {
    /// A change of momentum \[N s\].
    Impulse(Three),
    /// A change of momentum \[N s\] by a push at a point of the world \[m\].
    ImpulseAt(Three, Three),
    /// A force \[N\] over the next step.
    Force(Three),
    /// A force \[N\] over the next step, at a point of the world \[m\].
    ForceAt(Three, Three),
    /// A torque \[N m\] over the next step.
    Torque(Three),
}

impl BodyRecord {
    /// Returns the numbers of a body.
    #[must_use]
    pub fn of<T: Space<D>, const D: usize>(body: &Body<T, D>) -> Self {
        let (moments, axes) = T::given_inertia(&body.inertia());
        Self {
            mass: body.mass.wide(),
            radius: body.radius().wide(),
            position: given(&body.position),
            velocity: given(&body.velocity),
            orientation: T::given_orientation(&body.orientation()),
            angular_velocity: T::given_axial(&body.angular_velocity()),
            moments,
            axes,
        }
    }

    /// Returns the body with these numbers.
    ///
    /// # Errors
    /// Fails if a number has no meaning in the plane, or a quaternion has not the length 1.
    pub fn body<T: Space<D>, const D: usize>(&self) -> Outcome<Body<T, D>> {
        let mut body = Body::solid(T::of(self.mass), T::inertia(self.moments, self.axes)?)
            .at(vector(self.position, "position")?)
            .moving(vector(self.velocity, "velocity")?)
            .round(T::of(self.radius));
        body.set_orientation(T::orientation(self.orientation)?);
        body.set_angular_velocity(T::axial(self.angular_velocity, "angular velocity")?);
        Ok(body)
    }
}

/// Sets one quantity of a body, unless the world would reject what results.
fn set<T: Space<D>, const D: usize>(world: &mut World<T, D>, id: BodyId, part: Part) -> Outcome {
    let mut body = *world.body(id).ok_or_else(|| no_such_body(id))?;
    match part {
        Part::Mass(mass) => body.mass = T::of(mass),
        Part::Radius(radius) => body = body.round(T::of(radius)),
        Part::Position(position) => body.position = vector(position, "position")?,
        Part::Velocity(velocity) => body.velocity = vector(velocity, "velocity")?,
        Part::Orientation(orientation) => body.set_orientation(T::orientation(orientation)?),
        Part::AngularVelocity(spin) => {
            body.set_angular_velocity(T::axial(spin, "angular velocity")?)
        }
        Part::Inertia(moments, axes) => body.set_inertia(T::inertia(moments, axes)?),
    }
    body.check().or_invalid()?;
    if let Some(old) = world.body_mut(id) {
        *old = body;
    }
    Ok(())
}

/// Writes a quantity of all bodies.
fn set_all<T: Space<D>, const D: usize>(
    world: &mut World<T, D>,
    column: Column,
    numbers: &[f64],
) -> Outcome {
    let width = if column == Column::Masses { 1 } else { D };
    let (wanted, count) = (world.len() * width, numbers.len());
    if count != wanted {
        let bodies = world.len();
        return Err(Failure::invalid(format_args!(
            "{count} numbers were given for {bodies} bodies; {wanted} are needed"
        )));
    }
    let changed = |body: &Body<T, D>, row: &[f64]| {
        let mut body = *body;
        let vector = || SVector::from_fn(|axis, _| T::of(row[axis]));
        match column {
            Column::Masses => body.mass = T::of(row[0]),
            Column::Positions => body.position = vector(),
            Column::Velocities => body.velocity = vector(),
        }
        body
    };
    for ((body, row), id) in world
        .body_slice()
        .iter()
        .zip(numbers.chunks(width))
        .zip(world.ids())
    {
        changed(body, row)
            .check()
            .map_err(|error| Failure::invalid(format_args!("body {id}: {error}")))?;
    }
    for ((_, body), row) in world.bodies_mut().zip(numbers.chunks(width)) {
        *body = changed(body, row);
    }
    Ok(())
}

fn push<T: Space<D>, const D: usize>(world: &mut World<T, D>, id: BodyId, push: Push) -> Outcome {
    let done = match push {
        Push::Impulse(impulse) => world.apply_impulse(id, vector::<T, D>(impulse, "impulse")?),
        Push::ImpulseAt(impulse, point) => world.apply_impulse_at(
            id,
            vector::<T, D>(impulse, "impulse")?,
            vector::<T, D>(point, "point")?,
        ),
        Push::Force(force) => world.apply_force(id, vector::<T, D>(force, "force")?),
        Push::ForceAt(force, point) => world.apply_force_at(
            id,
            vector::<T, D>(force, "force")?,
            vector::<T, D>(point, "point")?,
        ),
        Push::Torque(torque) => world.apply_torque(id, T::axial(torque, "torque")?),
    };
    done.or_invalid()
}

/// Returns the failure of a call with an id that refers to no body.
pub(crate) fn no_such_body(id: BodyId) -> Failure {
    Failure::new(Kind::NoSuchBody, kinstep::NoSuch::Body(id))
}

impl AnyWorld {
    /// Adds a body, and returns its id.
    ///
    /// # Errors
    /// Fails if a number of the body is not valid.
    pub fn add_body(&mut self, record: &BodyRecord) -> Outcome<u64> {
        on!(self, world => world.add_body(record.body()?).map(BodyId::to_bits).or_invalid())
    }

    /// Adds bodies, and returns their ids; if one of them is not valid none is added.
    ///
    /// # Errors
    /// Fails if a number of a body is not valid.
    pub fn add_bodies(&mut self, records: &[BodyRecord]) -> Outcome<Vec<u64>> {
        fn checked<T: Space<D>, const D: usize>(_: &World<T, D>, record: &BodyRecord) -> Outcome {
            record.body::<T, D>()?.check().or_invalid()
        }
        for (index, record) in records.iter().enumerate() {
            on!(self, world => checked(world, record)).map_err(|failure| {
                Failure::invalid(format_args!("body {index} of those given: {failure}"))
            })?;
        }
        on!(self, world => world.reserve(records.len()));
        records.iter().map(|record| self.add_body(record)).collect()
    }

    /// Removes a body, and the forces and links that act on it alone.
    ///
    /// # Errors
    /// Fails if there is no such body.
    pub fn remove_body(&mut self, body: u64) -> Outcome {
        on!(self, world => world.remove_body(BodyId::from_bits(body)).map(drop))
            .or_failure(Kind::NoSuchBody)
    }

    /// Returns a body.
    ///
    /// # Errors
    /// Fails if there is no such body.
    pub fn body(&self, body: u64) -> Outcome<BodyRecord> {
        let id = BodyId::from_bits(body);
        on!(self, world => world.body(id).map(BodyRecord::of)).ok_or_else(|| no_such_body(id))
    }

    /// Whether the world has this body.
    #[must_use]
    pub fn contains(&self, body: u64) -> bool {
        on!(self, world => world.contains(BodyId::from_bits(body)))
    }

    /// Fails unless the world has this body.
    pub(crate) fn known(&self, body: u64) -> Outcome<BodyId> {
        let id = BodyId::from_bits(body);
        if self.contains(body) {
            Ok(id)
        } else {
            Err(no_such_body(id))
        }
    }

    /// Sets one quantity of a body.
    ///
    /// # Errors
    /// Fails if there is no such body, or the value is not valid for it; the body is then as it was.
    pub fn set_body(&mut self, body: u64, part: Part) -> Outcome {
        on!(self, world => set(world, BodyId::from_bits(body), part))
    }

    /// Lets a push act on a body: an impulse at once, a force or a torque over the next step.
    ///
    /// # Errors
    /// Fails if there is no such body, or a number is not finite.
    pub fn push(&mut self, body: u64, kick: Push) -> Outcome {
        let id = self.known(body)?;
        on!(self, world => push(world, id, kick))
    }

    /// Returns the angular momentum of a body about its centre of mass \[kg m²/s\], world frame.
    ///
    /// # Errors
    /// Fails if there is no such body.
    pub fn spin_angular_momentum(&self, body: u64) -> Outcome<Three> {
        fn of<T: Space<D>, const D: usize>(body: &Body<T, D>) -> Three {
            T::given_axial(&body.spin_angular_momentum())
        }
        let id = BodyId::from_bits(body);
        on!(self, world => world.body(id).map(of)).ok_or_else(|| no_such_body(id))
    }

    /// Returns the acceleration of a body by all its forces \[m/s²\], and the torque on it \[N m\].
    ///
    /// # Errors
    /// Fails if there is no such body.
    pub fn acceleration_and_torque(&self, body: u64) -> Outcome<[Three; 2]> {
        fn of<T: Space<D>, const D: usize>(world: &World<T, D>, id: BodyId) -> Outcome<[Three; 2]> {
            let acceleration = world.acceleration(id).or_failure(Kind::NoSuchBody)?;
            let torque = world.torque(id).or_failure(Kind::NoSuchBody)?;
            Ok([given(&acceleration), T::given_axial(&torque)])
        }
        on!(self, world => of(world, BodyId::from_bits(body)))
    }

    /// Returns the number of bodies.
    #[must_use]
    pub fn len(&self) -> usize {
        on!(self, world => world.len())
    }

    /// Whether there are no bodies.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the ids of all bodies.
    #[must_use]
    pub fn ids(&self) -> Vec<u64> {
        on!(self, world => world.ids().map(BodyId::to_bits).collect())
    }

    /// Returns all bodies, in the order of the ids.
    #[must_use]
    pub fn bodies(&self) -> Vec<BodyRecord> {
        on!(self, world => world.body_slice().iter().map(BodyRecord::of).collect())
    }

    /// Appends a quantity of all bodies to some numbers.
    pub fn read_column(&self, column: Column, out: &mut Vec<f64>) {
        on!(self, world => for body in world.body_slice() {
            match column {
                Column::Masses => out.push(body.mass.wide()),
                Column::Positions => out.extend(body.position.iter().map(|number| number.wide())),
                Column::Velocities => out.extend(body.velocity.iter().map(|number| number.wide())),
            }
        });
    }

    /// Sets a quantity of all bodies.
    ///
    /// # Errors
    /// Fails if there are too many or too few numbers, or one is not valid; all bodies are then as they were.
    pub fn set_column(&mut self, column: Column, numbers: &[f64]) -> Outcome {
        on!(self, world => set_all(world, column, numbers))
    }

    /// Removes all bodies, and the forces on them alone.
    pub fn clear(&mut self) {
        on!(self, world => world.clear());
    }

    /// Returns the number that the caller gave to a body, zero if it gave none; `None` if there is no such body.
    #[must_use]
    pub fn tag(&self, body: u64) -> Option<u64> {
        on!(self, world => world.tag(BodyId::from_bits(body)))
    }

    /// Gives a number to a body, for the caller's own use.
    ///
    /// # Errors
    /// Fails if there is no such body.
    pub fn set_tag(&mut self, body: u64, tag: u64) -> Outcome {
        on!(self, world => world.set_tag(BodyId::from_bits(body), tag)).or_failure(Kind::NoSuchBody)
    }
}
