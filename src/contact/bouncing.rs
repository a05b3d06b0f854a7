//! A flight that goes on after it lands.

use nalgebra::SVector;

use super::Contact;
use super::error::ContactError;
use super::obstacle::{Obstacle, Obstacles};
use super::passing::ContactKind;
use super::path::{BodyPath, LegKind, PathState, Shape};
use crate::ballistics::{Flight, LawFlight, Surface, Trajectory};
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;

/// Part of a path from contact to contact, in closed form.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[non_exhaustive]
pub struct Leg<T, const D: usize> {
    /// When it starts \[s\], from the launch of the whole path.
    pub start: T,
    /// How long it lasts \[s\].
    pub duration: T,
    /// How the body moves.
    pub kind: LegKind,
    /// The motion; its time counts from the start of this leg, and it is valid until its end.
    pub flight: LawFlight<T, D>,
    /// What happens at its end; none where the duration ends, or where the path goes on in the same way.
    pub contact: Option<LegContact<T, D>>,
}

/// What happens at the end of a [`Leg`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[non_exhaustive]
pub struct LegContact<T, const D: usize> {
    /// What happens.
    pub kind: ContactKind,
    /// Unit normal of the surface, on the side of the body.
    pub normal: SVector<T, D>,
    /// The impulse per mass: the change of the velocity at the contact \[m/s\].
    pub push: SVector<T, D>,
}

impl<T: Real<D>, const D: usize> Leg<T, D> {
    /// When it ends \[s\], from the launch of the whole path.
    #[must_use]
    pub fn end(&self) -> T {
        self.start + self.duration
    }

    /// Where the body is at its end \[m\].
    #[must_use]
    pub fn end_position(&self) -> SVector<T, D> {
        self.flight.position(self.duration)
    }
}

/// The legs of a flight that goes on after it lands: [`LawFlight::bouncing`].
///
/// It ends with the duration, after an error, or after 100,000 legs, with [`ContactError::TooMany`].
#[derive(Debug, Clone)]
pub struct Bouncing<'a, S: ?Sized, T: Real<D>, const D: usize> {
    surface: OneSurface<'a, S, T>,
    path: BodyPath<T, D>,
    /// \[s\]
    duration: f64,
    count: usize,
    is_over: bool,
}

/// One surface that rests.
#[derive(Debug)]
struct OneSurface<'a, S: ?Sized, T> {
    surface: &'a S,
    contact: Contact<T>,
}

impl<S: ?Sized, T: Copy> Clone for OneSurface<'_, S, T> {
    fn clone(&self) -> Self {
        let Self { surface, contact } = *self;
        Self { surface, contact }
    }
}

impl<S: Surface<T, D>, T: Real<D>, const D: usize> Obstacles<T, D> for OneSurface<'_, S, T> {
    fn count(&self) -> usize {
        1
    }

    fn obstacle(&self, _: usize, _: f64) -> Option<Obstacle<'_, T, D>> {
        Some(Obstacle {
            surface: self.surface,
            contact: self.contact,
            moved: SVector::zeros(),
            velocity: SVector::zeros(),
            motion: None,
            only_from: None,
        })
    }
}

/// The most legs of one path.
const MOST_LEGS: usize = 100_000;

impl<T: Real<D>, const D: usize> LawFlight<T, D> {
    /// The path of a point that bounces, slides and comes to rest on a surface, for a duration \[s\]: an iterator over its legs.
    ///
    /// A touch changes the velocity by the impulse of [`Contact`]. Infinitely many bounces in a finite time are summed: the body
    /// then slides along the surface, and friction stops it. Along a flat part of the surface this is in closed form while the
    /// motion keeps its direction. Where it turns, legs are short: under gravity alone they end in the exact states, and elsewhere
    /// friction has the direction of their middle (1e-5 of the path). On a curved surface a body hops on, four milliseconds or more
    /// each time, or creeps in legs of half a millisecond.
    ///
    /// ```
    /// use kinstep::ballistics::{Ballistics, Plane};
    /// use kinstep::contact::{Contact, ContactKind};
    ///
    /// let ground = Plane::new([0.0, 1.0], 0.0);
    /// let rubber = Contact::new(0.8).with_friction(0.2);
    /// let flight = Ballistics::new([0.0, -9.81]).launch([0.0, 1.0], [4.0, 0.0]);
    /// let legs: Vec<_> = flight.bouncing(&ground, rubber, 60.0)?.collect::<Result<_, _>>()?;
    ///
    /// // the dots of a preview
    /// let dots: Vec<_> = legs
    ///     .iter()
    ///     .flat_map(|leg| {
    ///         (0..4).map(|dot| {
    ///             use kinstep::ballistics::Trajectory;
    ///             leg.flight.position(leg.duration * f64::from(dot) / 4.0)
    ///         })
    ///     })
    ///     .collect();
    /// assert!(dots.iter().all(|dot: &kinstep::nalgebra::Vector2<f64>| dot.y > -1e-12));
    ///
    /// // bounces get shorter by 0.8, and end
    /// let fall = (2.0_f64 / 9.81).sqrt();
    /// let rest = legs.last().expect("it rests until the end");
    /// assert_eq!(rest.contact, None);
    /// let settled =
    ///     legs.iter().find(|leg| leg.contact.is_some_and(|contact| contact.kind != ContactKind::Bounce));
    /// assert!((settled.expect("the bounces end").end() - fall * 1.8 / 0.2).abs() < 1e-6);
    /// # Ok::<(), kinstep::contact::ContactError<f64>>(())
    /// ```
    ///
    /// # Errors
    /// If the contact is not valid, the flight is not finite, or the duration is not a positive number. Each item is an error if
    /// the search for the next touch fails.
    pub fn bouncing<'a, S: Surface<T, D>>(
        &self,
        surface: &'a S,
        contact: Contact<T>,
        duration: T,
    ) -> Result<Bouncing<'a, S, T, D>, ContactError<T>> {
        contact.check()?;
        self.checked(T::zero()..duration)?;
        let surface = OneSurface { surface, contact };
        let launch = self.at(T::zero());
        let state = PathState {
            position: launch.position,
            velocity: launch.velocity,
            spin: T::no_turn(),
        };
        let path = BodyPath::new(self.law(), state, Shape::point(), 0.0, &surface)?;
        Ok(Bouncing {
            surface,
            path,
            duration: to_f64(duration),
            count: 0,
            is_over: false,
        })
    }
}

impl<T: Real<D>, const D: usize> Flight<T, D> {
    /// The path of a point that bounces, slides and comes to rest on a surface, for a duration \[s\]: see
    /// [`LawFlight::bouncing`].
    ///
    /// # Errors
    /// As of [`LawFlight::bouncing`].
    pub fn bouncing<'a, S: Surface<T, D>>(
        &self,
        surface: &'a S,
        contact: Contact<T>,
        duration: T,
    ) -> Result<Bouncing<'a, S, T, D>, ContactError<T>> {
        self.under_its_law().bouncing(surface, contact, duration)
    }
}

impl<S: Surface<T, D>, T: Real<D>, const D: usize> Bouncing<'_, S, T, D> {
    fn next_leg(&mut self) -> Result<Leg<T, D>, ContactError<T>> {
        let start = self.path.start;
        if self.count >= MOST_LEGS {
            let (count, time) = (self.count, from_f64(start));
            return Err(ContactError::TooMany { count, time });
        }
        self.count += 1;
        let rest = from_f64(self.duration - start);
        let ends = self.path.end_before(rest, &self.surface)?;
        let (kind, flight) = (self.path.leg.kind, self.path.leg.flight);
        let mut leg = Leg {
            start: from_f64(start),
            duration: rest,
            kind,
            flight,
            contact: None,
        };
        if let Some(time) = ends {
            leg.duration = time;
            let passed = self.path.pass(time, &self.surface)?;
            leg.contact = passed.map(|passed| LegContact {
                kind: passed.kind,
                normal: passed.normal,
                push: passed.push,
            });
        }
        self.is_over = ends.is_none() || self.path.start >= self.duration;
        Ok(leg)
    }
}

impl<S: Surface<T, D>, T: Real<D>, const D: usize> Iterator for Bouncing<'_, S, T, D> {
    type Item = Result<Leg<T, D>, ContactError<T>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let leg = self.next_leg();
        self.is_over |= leg.is_err();
        Some(leg)
    }
}

impl<S: Surface<T, D>, T: Real<D>, const D: usize> core::iter::FusedIterator
    for Bouncing<'_, S, T, D>
{
}
