//! Forces of a world: by their kinds and numbers, by names, or as functions of the caller.

use std::sync::Arc;

use kinstep::{
    Body, BodyId, BuiltInForce, Force, ForceField, ForceId, Mounted, SceneForce, Torque, World,
};
use serde::Deserialize;

use crate::bodies::BodyRecord;
use crate::failure::{Failure, Kind, OrFailure, Outcome};
use crate::space::{Space, Three, first_components, given, vector};
use crate::world::AnyWorld;
use crate::{flat, on};

/// What a force acts on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Target<'a> {
    /// All bodies, also those that are added later.
    Every,
    /// All bodies but these.
    Except(&'a [u64]),
    /// One body.
    Body(u64),
    /// These bodies.
    Each(&'a [u64]),
    /// Two bodies, in opposite directions.
    Link([u64; 2]),
    /// Two bodies, at points relative to their centres of mass \[m\], in the frames of the bodies.
    LinkAt([u64; 2], [Three; 2]),
}

/// A function of the caller: from a body and a time \[s\] to a force \[N\] or a torque \[N m\]. It reports an error by NaN.
pub type OfBody = Arc<dyn Fn(&BodyRecord, f64) -> Three + Send + Sync>;

/// A function of the caller: from a position \[m\] and a time \[s\] to a force \[N\].
pub type OfPosition = Arc<dyn Fn(Three, f64) -> Three + Send + Sync>;

/// The potential energy \[J\] at a position \[m\] and a time \[s\].
pub type Potential = Arc<dyn Fn(Three, f64) -> f64 + Send + Sync>;

/// A force, to be added.
#[derive(Clone)]
pub enum Given<'a> {
    /// A force of the crate, by its kind and its numbers; see [`flat`].
    Row {
        /// The index in the crate's list of forces.
        kind: u32,
        /// The numbers, in the order of the table.
        numbers: &'a [f64],
    },
    /// A force as a function of body and time.
    Function(OfBody),
    /// A torque as a function of body and time.
    Torque(OfBody),
    /// A force as a function of position and time, with its potential if it has one.
    Field(OfPosition, Option<Potential>),
}

/// The force of a function of the caller.
type Boxed<T, const D: usize> = Box<dyn Force<T, D>>;

impl Given<'_> {
    /// Returns the force, at a point of the body \[m\] if one is given.
    fn force<T: Space<D>, const D: usize>(&self, arm: Option<Three>) -> Outcome<Boxed<T, D>> {
        let arm = arm.map(|arm| vector::<T, D>(arm, "arm")).transpose()?;
        Ok(match self {
            Self::Row { kind, numbers } => {
                let force: BuiltInForce<T, D> = flat::read(*kind, numbers)?;
                mounted(force, arm)
            }
            Self::Function(function) => {
                let function = Arc::clone(function);
                mounted(
                    move |body: &Body<T, D>, time: T| {
                        first_components(function(&BodyRecord::of(body), time.wide()))
                    },
                    arm,
                )
            }
            Self::Torque(function) => {
                let function = Arc::clone(function);
                let torque = move |body: &Body<T, D>, time: T| {
                    let given = function(&BodyRecord::of(body), time.wide());
                    // in the plane only z is read
                    let given = if D == 2 { [0.0, 0.0, given[2]] } else { given };
                    T::axial(given, "torque").unwrap_or_else(|_| T::no_turn())
                };
                mounted(Torque::new(torque), arm)
            }
            Self::Field(function, potential) => {
                let function = Arc::clone(function);
                let field = ForceField::new(
                    move |position: &kinstep::nalgebra::SVector<T, D>, time: T| {
                        first_components(function(given(position), time.wide()))
                    },
                );
                match potential.clone() {
                    None => mounted(field, arm),
                    Some(potential) => {
                        let potential = move |position: &kinstep::nalgebra::SVector<T, D>,
                                              time: T| {
                            T::of(potential(given(position), time.wide()))
                        };
                        mounted(field.with_potential(potential), arm)
                    }
                }
            }
        })
    }
}

fn mounted<T: Space<D>, const D: usize>(
    force: impl Force<T, D> + 'static,
    arm: Option<kinstep::nalgebra::SVector<T, D>>,
) -> Boxed<T, D> {
    match arm {
        None => Box::new(force),
        Some(arm) => Box::new(Mounted::new(force, arm)),
    }
}

fn add<T: Space<D>, const D: usize>(
    world: &mut World<T, D>,
    force: Boxed<T, D>,
    target: Target<'_>,
) -> Outcome<u64> {
    let of = |bits: u64| {
        let id = BodyId::from_bits(bits);
        if world.contains(id) {
            Ok(id)
        } else {
            Err(crate::bodies::no_such_body(id))
        }
    };
    let all = |bits: &[u64]| {
        bits.iter()
            .map(|&bits| of(bits))
            .collect::<Outcome<Vec<_>>>()
    };
    let added = match target {
        Target::Every => world.add_force(force),
        Target::Except(bodies) => world.add_force_except(all(bodies)?, force),
        Target::Body(body) => {
            let id = of(body)?;
            world.add_force_on(id, force)
        }
        Target::Each(bodies) => world.add_force_on_each(all(bodies)?, force),
        Target::Link([one, other]) => {
            let (one, other) = (of(one)?, of(other)?);
            world.add_link(one, other, force)
        }
        Target::LinkAt([one, other], points) => {
            let (one, other) = (of(one)?, of(other)?);
            let [at_one, at_other] = points.map(|point| vector::<T, D>(point, "point of a link"));
            world.add_link_at(one, at_one?, other, at_other?, force)
        }
    };
    added.map(ForceId::to_bits).or_invalid()
}

fn add_named<
    'de,
    T: Space<D>,
    const D: usize,
    S: serde::Deserializer<'de, Error: core::fmt::Display>,
>(
    world: &mut World<T, D>,
    source: S,
    arm: Option<Three>,
    target: Target<'_>,
) -> Outcome<u64> {
    add(world, named_force(source, arm)?, target)
}

/// Reads a force by names.
fn named_force<'de, T: Space<D>, const D: usize, S>(
    source: S,
    arm: Option<Three>,
) -> Outcome<Boxed<T, D>>
where
    S: serde::Deserializer<'de, Error: core::fmt::Display>,
{
    let force = BuiltInForce::<T, D>::deserialize(source).or_invalid()?;
    let arm = arm.map(|arm| vector::<T, D>(arm, "arm")).transpose()?;
    Ok(mounted(force, arm))
}

impl AnyWorld {
    /// Adds a force, at a point of the body \[m\] in its frame if an arm is given, and returns its id.
    ///
    /// # Errors
    /// Fails if there is no such body or kind of force, or a number is not valid.
    pub fn add_force(
        &mut self,
        force: &Given<'_>,
        arm: Option<Three>,
        target: Target<'_>,
    ) -> Outcome<u64> {
        on!(self, world => add(world, force.force(arm)?, target))
    }

    /// Adds a force by names, as `{"Spring": {"stiffness": 3}}`, from any format of serde.
    ///
    /// # Errors
    /// Fails as [`add_force`](Self::add_force), and for an unknown name, with the known ones.
    pub fn add_named_force<'de, S>(
        &mut self,
        source: S,
        arm: Option<Three>,
        target: Target<'_>,
    ) -> Outcome<u64>
    where
        S: serde::Deserializer<'de, Error: core::fmt::Display>,
    {
        on!(self, world => add_named(world, source, arm, target))
    }

    /// Adds a force by names, as JSON.
    ///
    /// # Errors
    /// Fails as [`add_named_force`](Self::add_named_force).
    #[cfg(feature = "json")]
    pub fn add_json_force(
        &mut self,
        text: &str,
        arm: Option<Three>,
        target: Target<'_>,
    ) -> Outcome<u64> {
        self.add_named_force(&mut serde_json::Deserializer::from_str(text), arm, target)
    }

    /// Returns a force of the crate by names, written in any format of serde. `Ok(None)`: the force is a function.
    ///
    /// # Errors
    /// Fails if there is no such force, or it cannot be written.
    pub fn write_force<S: serde::Serializer<Error: core::fmt::Display>>(
        &self,
        force: u64,
        sink: S,
    ) -> Outcome<Option<S::Ok>> {
        fn write<T: Space<D>, const D: usize, S: serde::Serializer<Error: core::fmt::Display>>(
            force: Option<SceneForce<T, D>>,
            sink: S,
        ) -> Outcome<Option<S::Ok>> {
            force
                .map(|force| serde::Serialize::serialize(&force, sink).or_invalid())
                .transpose()
        }
        let id = ForceId::from_bits(force);
        on!(self, world => write(world.force(id).ok_or_else(|| no_such_force(id))?.in_scene(), sink))
    }

    /// Returns a force of the crate as JSON; `None` for a function.
    ///
    /// # Errors
    /// Fails if there is no such force.
    #[cfg(feature = "json")]
    pub fn json_force(&self, force: u64) -> Outcome<Option<String>> {
        let mut text = Vec::new();
        let written = self.write_force(force, &mut serde_json::Serializer::new(&mut text))?;
        Ok(written.and(String::from_utf8(text).ok()))
    }

    /// Replaces a force: the new one acts on the same bodies, and has the same id.
    ///
    /// # Errors
    /// Fails if there is no such force, or the new one is not valid.
    pub fn replace_force(&mut self, id: u64, force: &Given<'_>, arm: Option<Three>) -> Outcome {
        let id = self.known_force(id)?;
        on!(self, world => world.replace_force(id, force.force(arm)?).map(drop).or_invalid())
    }

    /// [`replace_force`](Self::replace_force) by names, from any format of serde.
    ///
    /// # Errors
    /// Fails as [`replace_force`](Self::replace_force), and for an unknown name, with the known ones.
    pub fn replace_named_force<'de, S>(&mut self, id: u64, source: S, arm: Option<Three>) -> Outcome
    where
        S: serde::Deserializer<'de, Error: core::fmt::Display>,
    {
        let id = self.known_force(id)?;
        on!(self, world => {
            let force = named_force(source, arm)?;
            world.replace_force(id, force).map(drop).or_invalid()
        })
    }

    /// [`replace_force`](Self::replace_force) by names, as JSON.
    ///
    /// # Errors
    /// Fails as [`replace_named_force`](Self::replace_named_force).
    #[cfg(feature = "json")]
    pub fn replace_json_force(&mut self, id: u64, text: &str, arm: Option<Three>) -> Outcome {
        self.replace_named_force(id, &mut serde_json::Deserializer::from_str(text), arm)
    }

    /// Removes a force or a link.
    ///
    /// # Errors
    /// Fails if there is no such force.
    pub fn remove_force(&mut self, force: u64) -> Outcome {
        on!(self, world => world.remove_force(ForceId::from_bits(force)))
            .or_failure(Kind::NoSuchForce)
    }

    /// Returns the ids of all forces and links.
    #[must_use]
    pub fn forces(&self) -> Vec<u64> {
        on!(self, world => world.forces().map(|(id, ..)| id.to_bits()).collect())
    }

    /// Whether the world has this force.
    #[must_use]
    pub fn has_force(&self, force: u64) -> bool {
        on!(self, world => world.force(ForceId::from_bits(force)).is_some())
    }

    fn known_force(&self, force: u64) -> Outcome<ForceId> {
        let id = ForceId::from_bits(force);
        if self.has_force(force) {
            Ok(id)
        } else {
            Err(no_such_force(id))
        }
    }
}

fn no_such_force(id: ForceId) -> Failure {
    Failure::new(Kind::NoSuchForce, kinstep::NoSuch::Force(id))
}
