//! Adding, moving and removing the surfaces of a world.

use alloc::sync::Arc;

use nalgebra::{RealField, SVector};

use super::super::ground::has_distances;
use super::super::{Collision, Contact, ContactResponse};
use super::store::ContactStore;
use super::walls::{ALL_LAYERS, Wall};
use crate::force::ParameterError;
use crate::space::Real;
use crate::trajectory::Surface;
use crate::world::{BodyId, ForceError, NoSuch, SurfaceId, World};

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Adds a surface with which all bodies collide, and the parameters of its contacts. A surface
    /// is a plane, a box, terrain, a shape of parry, a collection of these, or a type of your own.
    ///
    /// [`step`](Self::step) then moves each body to its first contact, applies the impulse of the
    /// [`Contact`], and continues, for any number of contacts in a flow. Under forces with linear
    /// laws, flight, bounces, sliding and rolling along flat parts, and the time at which a body
    /// comes to rest, are exact for any step length. Other forces act by kicks, to second order.
    /// See the [derivation](crate::derivations::contacts).
    ///
    /// Surfaces are solid: the half-space to which the normal of a plane points is free, and a box
    /// is filled. A body that starts inside a surface does not move deeper into it, and can leave
    /// it. Negative steps, [`advance`](Self::advance) and [`step_until`](Self::step_until) ignore
    /// surfaces. Snapshots do not contain surfaces; [`restore`](Self::restore) and
    /// [`clear`](Self::clear) do not change the surfaces of the world.
    ///
    /// ```
    /// use kinstep::trajectory::Plane;
    /// use kinstep::contact::Contact;
    /// use kinstep::{Body2, LinearDrag, UniformGravity, World2};
    ///
    /// let mut world = World2::new();
    /// world.add_force(UniformGravity::new([0.0, -9.81]))?;
    /// world.add_force(LinearDrag::rate(0.1))?;
    /// world.add_surface(Plane::new([0.0, 1.0], 0.0), Contact::new(0.8).with_friction(0.3))?;
    /// let ball = world.add_body(Body2::point(0.2).at([0.0, 2.0]).moving([3.0, 0.0]))?;
    ///
    /// // one step, or many: it comes to rest at the same place
    /// let mut once = world.clone();
    /// once.step(30.0)?;
    /// for _ in 0..30 * 60 {
    ///     world.step(1.0 / 60.0)?;
    /// }
    /// assert!((world[ball].position - once[ball].position).norm() < 1e-12);
    /// assert_eq!(world[ball].velocity.norm(), 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails if a number of the contact is invalid, if the normal of a plane is zero or a number of the plane is not finite, or
    /// if the surface does not return its distance from a point.
    #[doc(alias("ground", "floor", "wall", "collider", "static body"))]
    pub fn add_surface(
        &mut self,
        surface: impl Surface<T, D> + Send + Sync + 'static,
        contact: Contact<T>,
    ) -> Result<SurfaceId, ForceError<T>> {
        contact.check()?;
        if let Some(plane) = surface.plane() {
            check_finite("a component of the normal", &plane.normal)?;
            check_finite("the distance of the plane", [&plane.distance])?;
            ParameterError::unless_positive("the length of the normal", plane.normal.norm())?;
        }
        if !has_distances(&surface, &SVector::zeros()) {
            return Err(ForceError::NoDistance);
        }
        let since = self.precise_time();
        let wall = Wall {
            surface: Arc::new(surface),
            contact,
            layers: ALL_LAYERS,
            only_from: None,
            moved: SVector::zeros(),
            velocity: SVector::zeros(),
            since,
        };
        let Some(store) = self.contact_part_mut::<ContactStore<T, D>>() else {
            return Ok(SurfaceId(0));
        };
        store.walls.list.push(Some(wall));
        store.walls.changed();
        Ok(SurfaceId(
            u32::try_from(store.walls.list.len() - 1).unwrap_or(u32::MAX),
        ))
    }

    /// Removes a surface.
    ///
    /// # Errors
    /// Fails if the surface is not in this world.
    pub fn remove_surface(&mut self, surface: SurfaceId) -> Result<(), NoSuch> {
        self.change_surface(surface, |_| ())?;
        if let Some(store) = self.contact_part_mut::<ContactStore<T, D>>() {
            store.walls.list[surface.0 as usize] = None;
            store.walls.changed();
        }
        Ok(())
    }

    /// Sets the contact parameters of a surface.
    ///
    /// # Errors
    /// Fails if the surface is not in this world, or a number of the contact is invalid.
    pub fn set_contact(
        &mut self,
        surface: SurfaceId,
        contact: Contact<T>,
    ) -> Result<(), ForceError<T>> {
        contact.check()?;
        Ok(self.change_surface(surface, |wall| wall.contact = contact)?)
    }

    /// Sets the velocity of a surface \[m/s\] from now on, as for a lift. For a swinging platform,
    /// set the velocity before each step.
    ///
    /// ```
    /// use kinstep::trajectory::AlignedBox;
    /// use kinstep::contact::Contact;
    /// use kinstep::{Body2, UniformGravity, World2};
    ///
    /// let mut world = World2::new();
    /// world.add_force(UniformGravity::new([0.0, -9.81]))?;
    /// let lift = world.add_surface(
    ///     AlignedBox::around([0.0, -0.1], [1.0, 0.1]),
    ///     Contact::new(0.0).with_friction(0.5),
    /// )?;
    /// let rider = world.add_body(Body2::point(70.0))?;
    /// world.set_surface_velocity(lift, [0.0, 1.5])?;
    /// world.step(2.0)?;
    /// assert!((world[rider].position.y - 3.0).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the surface is not in this world, or the velocity is not finite.
    #[doc(alias("moving platform", "lift", "elevator", "conveyor"))]
    pub fn set_surface_velocity(
        &mut self,
        surface: SurfaceId,
        velocity: impl Into<SVector<T, D>>,
    ) -> Result<(), ForceError<T>> {
        let velocity = velocity.into();
        check_finite("a component of the velocity", &velocity)?;
        let now = self.precise_time();
        Ok(self.change_surface(surface, |wall| {
            wall.moved = wall.offset(now);
            (wall.velocity, wall.since) = (velocity, now);
        })?)
    }

    /// Returns the displacement of a surface \[m\] since the surface was added, or `None` if it is not in this world.
    #[must_use]
    pub fn surface_offset(&self, surface: SurfaceId) -> Option<SVector<T, D>> {
        let store = self.contact_part::<ContactStore<T, D>>()?;
        let wall = store.walls.list.get(surface.0 as usize)?.as_ref()?;
        Some(wall.offset(self.precise_time()))
    }

    /// Makes a surface one-way. The surface stops bodies on the side to which `side` points; from
    /// the other side bodies pass through. `None` makes the surface solid again.
    ///
    /// ```
    /// use kinstep::trajectory::AlignedBox;
    /// use kinstep::contact::Contact;
    /// use kinstep::{Body2, UniformGravity, World2};
    ///
    /// let mut world = World2::new();
    /// world.add_force(UniformGravity::new([0.0, -9.81]))?;
    /// let shelf = world.add_surface(
    ///     AlignedBox::around([0.0, 1.0], [2.0, 0.1]),
    ///     Contact::new(0.0).with_friction(0.5),
    /// )?;
    /// world.set_one_way(shelf, Some([0.0, 1.0].into()))?;
    /// // it jumps through the shelf, and lands on it
    /// let jumper = world.add_body(Body2::point(70.0).moving([0.0, 6.0]))?;
    /// world.step(2.0)?;
    /// assert!((world[jumper].position.y - 1.1).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the surface is not in this world, or the direction is not finite.
    #[doc(alias("one-way platform", "jump-through platform"))]
    pub fn set_one_way(
        &mut self,
        surface: SurfaceId,
        side: Option<SVector<T, D>>,
    ) -> Result<(), ForceError<T>> {
        if let Some(side) = &side {
            check_finite("a component of the direction", side)?;
        }
        Ok(self.change_surface(surface, |wall| wall.only_from = side)?)
    }

    /// Sets the layers of a surface. The surface collides with bodies that have a bit in common
    /// with it. By default all bits are set.
    ///
    /// # Errors
    /// Fails if the surface is not in this world.
    #[doc(alias("collision mask", "collision groups"))]
    pub fn set_surface_layers(&mut self, surface: SurfaceId, layers: u32) -> Result<(), NoSuch> {
        self.change_surface(surface, |wall| wall.layers = layers)
    }

    /// Sets the layers of a body. The body collides with surfaces that have a bit in common with
    /// it. By default all bits are set.
    ///
    /// # Errors
    /// Fails if the body is not in this world.
    #[doc(alias("collision mask", "collision groups"))]
    pub fn set_layers(&mut self, body: BodyId, layers: u32) -> Result<(), NoSuch> {
        let index = self.index_of(body)?;
        if let Some(store) = self.contact_part_mut::<ContactStore<T, D>>() {
            let known = store.known_mut(index);
            (known.layers, known.rest) = (layers, None);
        }
        Ok(())
    }

    /// Sets the parameters of contacts between round bodies, or disables these contacts with
    /// `None`, the default: bodies then pass through each other. Two bodies collide if their
    /// [layers](Self::set_layers) have a bit in common.
    ///
    /// Contacts between bodies are meant for a few hundred bodies. Bodies that fly, slide and roll
    /// are computed from event to event. Bodies that are pressed together are computed by the
    /// midpoint rule, and may overlap by fractions of a millimetre. [Fixed](crate::Body::fixed)
    /// bodies do not collide with other bodies.
    ///
    /// ```
    /// use kinstep::contact::Contact;
    /// use kinstep::{Body2, World2};
    ///
    /// let mut world = World2::new();
    /// world.set_body_contact(Some(Contact::new(1.0)))?;
    /// let disc = Body2::solid(1.0, 0.005).round(0.1);
    /// let runs = world.add_body(disc.moving([2.0, 0.0]))?;
    /// let stands = world.add_body(disc.at([1.2, 0.0]))?;
    /// world.step(1.0)?;
    /// assert!((world[runs].position.x - 1.0).abs() < 1e-15 && world[runs].velocity.x.abs() < 1e-15);
    /// assert!((world[stands].position.x - 2.2).abs() < 1e-15);
    /// assert!((world.contacts()[0].time - 0.5).abs() < 1e-15);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails if a number of the contact is invalid.
    #[doc(alias("ball collisions", "billiard"))]
    pub fn set_body_contact(
        &mut self,
        contact: Option<Contact<T>>,
    ) -> Result<(), ParameterError<T>> {
        if let Some(contact) = &contact {
            contact.check()?;
        }
        if let Some(store) = self.contact_part_mut::<ContactStore<T, D>>() {
            store.body_contact = contact;
            store.walls.version += 1;
        }
        Ok(())
    }

    /// Sets a callback that decides how each contact acts, also while a body rests on a surface.
    ///
    /// The callback receives a [`Collision`] and returns a [`ContactResponse`]: other contact
    /// parameters, a conveyor belt, a jump pad, or that the body passes through the surface. A body
    /// that passes through a surface collides with it again only after leaving it;
    /// [`contacts`](Self::contacts) reports the passage as
    /// [`ContactKind::Pass`](crate::contact::ContactKind::Pass). The callback must return equal
    /// responses for equal collisions: a step that fails is undone, and may call the callback
    /// again. A callback that always returns [`Collision::response`] changes nothing. Clones of the
    /// world share the callback; snapshots do not contain it.
    ///
    /// ```
    /// use kinstep::trajectory::Plane;
    /// use kinstep::contact::{Contact, ContactKind};
    /// use kinstep::{Body2, Collider, UniformGravity, World2};
    ///
    /// let mut world = World2::new();
    /// world.add_force(UniformGravity::new([0.0, -9.81]))?;
    /// let floor = world.add_surface(Plane::new([0.0, 1.0], 0.0), Contact::new(0.5))?;
    /// let window = world.add_surface(Plane::new([-1.0, 0.0], -2.0), Contact::new(0.5))?;
    /// world.on_contact(move |collision| {
    ///     let answer = collision.response();
    ///     if collision.with == Collider::Surface(floor) {
    ///         answer.with_push([0.0, 3.0]) // a jump pad
    ///     } else if collision.speed() > 2.0 {
    ///         answer.passing().with_push(collision.normal) // it breaks, and takes 1 m/s
    ///     } else {
    ///         answer
    ///     }
    /// });
    /// let ball = world.add_body(Body2::point(0.2).at([0.0, 0.1]).moving([3.0, 0.0]))?;
    /// world.step(1.0)?;
    /// let kinds: Vec<_> = world.contacts().iter().map(|contact| (contact.with, contact.kind)).collect();
    /// let expected = [(floor, ContactKind::Bounce), (window, ContactKind::Pass)];
    /// assert_eq!(kinds[..2], expected.map(|(surface, kind)| (Collider::Surface(surface), kind)));
    /// assert_eq!(world[ball].velocity.x, 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("collision callback", "jump pad", "conveyor", "contact modification"))]
    pub fn on_contact(
        &mut self,
        answer: impl Fn(&Collision<T, D>) -> ContactResponse<T, D> + Send + Sync + 'static,
    ) {
        if let Some(store) = self.contact_part_mut::<ContactStore<T, D>>() {
            store.walls.rule = Some(Arc::new(answer));
            store.walls.version += 1;
        }
    }

    fn change_surface(
        &mut self,
        surface: SurfaceId,
        change: impl FnOnce(&mut Wall<T, D>),
    ) -> Result<(), NoSuch> {
        let missing = NoSuch::Surface(surface);
        let store = self
            .contact_part_mut::<ContactStore<T, D>>()
            .ok_or(missing)?;
        let wall = (store.walls.list.get_mut(surface.0 as usize)).and_then(Option::as_mut);
        let wall = wall.ok_or(missing)?;
        let has_rested = wall.has_always_rested();
        change(wall);
        let is_elsewhere = wall.has_always_rested() != has_rested;
        store.walls.version += 1;
        if is_elsewhere {
            store.walls.changed();
        }
        Ok(())
    }
}

/// Returns an error if a number is not finite; the error contains the first such number.
fn check_finite<'a, T: RealField + Copy>(
    parameter: &'static str,
    numbers: impl IntoIterator<Item = &'a T>,
) -> Result<(), ParameterError<T>> {
    let mut numbers = numbers.into_iter();
    numbers.try_for_each(|number| ParameterError::unless_finite(parameter, *number))
}
