//! Surfaces in a world, and the contacts of its bodies.

mod crowd;
mod known;
mod one;
mod store;
mod surfaces;
mod tied;
mod walls;

use nalgebra::SVector;

use super::parameters::ContactKind;
use crate::space::Real;
use crate::world::{BodyId, Collider, SurfaceId, World};
use store::ContactStore;

/// A contact event of a body in the last step of a [`World`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[non_exhaustive]
pub struct ContactEvent<T, const D: usize> {
    /// Time of the contact, in the time of the world \[s\].
    pub time: T,
    /// The body of the event.
    pub body: BodyId,
    /// The surface or body that it touched.
    pub with: Collider,
    /// Kind of event.
    pub kind: ContactKind,
    /// Point of contact \[m\].
    pub point: SVector<T, D>,
    /// Unit normal, towards the body.
    pub normal: SVector<T, D>,
    /// The impulse on the body \[N s\]. Without friction and spin, the approach speed is
    /// `impulse · normal / (m (1 + e))`, with the mass m of the body and the restitution e.
    pub impulse: SVector<T, D>,
}

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Returns the contact events of the last step, sorted by time.
    ///
    /// ```
    /// use kinstep::trajectory::Plane;
    /// use kinstep::contact::{Contact, ContactKind};
    /// use kinstep::{Body2, UniformGravity, World2};
    ///
    /// let mut world = World2::new();
    /// world.add_force(UniformGravity::new([0.0, -9.81]))?;
    /// world.add_surface(Plane::new([0.0, 1.0], 0.0), Contact::new(0.8))?;
    /// let ball = world.add_body(Body2::point(0.2).at([0.0, 1.0]))?;
    /// world.step(0.5)?;
    /// let bounce = world.contacts()[0];
    /// assert_eq!((bounce.body, bounce.kind), (ball, ContactKind::Bounce));
    /// assert!((bounce.time - (2.0_f64 / 9.81).sqrt()).abs() < 1e-15);
    /// assert!((bounce.impulse.y - 0.2 * 1.8 * (2.0_f64 * 9.81).sqrt()).abs() < 1e-14);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A body that rests on a surface from the start of the step has no contact event;
    /// [`held_by`](Self::held_by) returns the surfaces that it rests on.
    #[must_use]
    #[doc(alias("collisions", "collision events", "hits"))]
    pub fn contacts(&self) -> &[ContactEvent<T, D>] {
        (self.contact_part::<ContactStore<T, D>>()).map_or(&[], |store| &store.events)
    }

    /// Returns the surfaces with which a body was in contact at the end of the last step, at rest,
    /// sliding or rolling. Returns none for a body in flight, for one that is not in the world, and
    /// for one that was changed after the step.
    ///
    /// ```
    /// use kinstep::trajectory::Plane;
    /// use kinstep::contact::Contact;
    /// use kinstep::{Body2, UniformGravity, World2};
    ///
    /// let mut world = World2::new();
    /// world.add_force(UniformGravity::new([0.0, -9.81]))?;
    /// let ground = world.add_surface(Plane::new([0.0, 1.0], 0.0), Contact::new(0.0))?;
    /// let hero = world.add_body(Body2::point(70.0))?;
    /// world.step(1.0 / 60.0)?;
    /// assert!(world.held_by(hero).eq([ground]));
    ///
    /// world[hero].velocity.y = 5.0; // jumps
    /// world.step(1.0 / 60.0)?;
    /// assert_eq!(world.held_by(hero).count(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("is grounded", "is on floor", "standing on", "supports"))]
    pub fn held_by(&self, body: BodyId) -> impl Iterator<Item = SurfaceId> + '_ {
        let known = self.index_of(body).ok().and_then(|index| {
            let store = self.contact_part::<ContactStore<T, D>>()?;
            let known = store.known.get(index)?;
            (known.left.as_ref() == Some(&self.body_slice()[index])).then_some(known)
        });
        let held = known.into_iter().flat_map(|known| known.held_by.iter());
        held.map(|part| SurfaceId(part.wall))
    }
}
