//! The path of a point that bounces and slides on a surface, and comes to rest.

use nalgebra::{SVector, UnitQuaternion};

use super::fall::{Law, V};
use super::ground::{self, Lawful, has_distances, narrow, wide};
use super::ground::{Acting, Flat, Ground, Meeting, Near};
use super::mobile::{Memory, Mobile};
use super::paths::Way;
use super::problem::Inverse;
use super::segments::{Flow, Lists, MOMENT};
use super::{Contact, ContactKind, SegmentKind};
use crate::flow::LinearLaw;
use crate::trajectory::{FlightError, LawFlight, Surface, Trajectory};

/// A part of a path between two contacts, in closed form.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Segment<const D: usize> {
    /// Start time \[s\], counted from the launch of the whole path.
    pub start: f64,
    /// Duration \[s\].
    pub duration: f64,
    /// Kind of motion along the segment.
    pub kind: SegmentKind,
    /// The motion. Its time counts from the start of this segment; it is valid until the end of the
    /// segment.
    pub flight: LawFlight<D>,
    /// Event at the end of the segment. `None` at the end of the whole path, and if the next
    /// segment has the same kind of motion.
    pub contact: Option<SegmentEnd<D>>,
}

/// Event at the end of a [`Segment`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct SegmentEnd<const D: usize> {
    /// Kind of event.
    pub kind: ContactKind,
    /// Unit normal of the surface, on the side of the body.
    pub normal: SVector<f64, D>,
    /// The impulse per mass: the change of the body's velocity at the contact \[m/s\].
    pub push: SVector<f64, D>,
}

impl<const D: usize> Segment<D> {
    /// End time of the segment \[s\], counted from the launch of the whole path.
    #[must_use]
    pub fn end(&self) -> f64 {
        self.start + self.duration
    }

    /// Whether the next segment continues the same flight.
    fn goes_on_in(&self, next: &Self) -> bool {
        let are_flights = (self.kind, next.kind) == (SegmentKind::Flight, SegmentKind::Flight);
        are_flights && self.contact.is_none() && self.flight.law() == next.flight.law()
    }
}

/// Maximum number of segments of one path.
const MOST_SEGMENTS: usize = 100_000;

/// The path of a point that bounces and slides on a surface, and comes to rest: an iterator over
/// the segments of the path.
///
/// The iterator ends when the duration of the path ends. After 100,000 segments it returns [`FlightError::TooManySegments`] and ends.
#[derive(Debug, Clone)]
pub struct Bouncing<'a, S: ?Sized, const D: usize> {
    surface: &'a S,
    contact: Contact<f64>,
    law: LinearLaw<f64, D>,
    body: Mobile,
    lists: Lists,
    /// Number of parts of the surface.
    parts: usize,
    /// Time reached so far \[s\].
    clock: f64,
    /// Duration of the whole path \[s\].
    duration: f64,
    count: usize,
    /// The latest segment, whose end event is not known yet.
    last: Option<Segment<D>>,
    is_over: bool,
}

/// A surface at rest, as the ground of a flow. If the surface has members, they are the parts of
/// the ground.
struct OneSurface<'a, S: ?Sized, const D: usize> {
    surface: &'a S,
    contact: Contact<f64>,
    /// Number of parts of the ground.
    count: usize,
}

impl<S: Surface<f64, D>, const D: usize> OneSurface<'_, S, D> {
    fn part(&self, number: usize) -> &dyn Surface<f64, D> {
        self.surface.member(number).unwrap_or(self.surface)
    }
}

impl<S: Surface<f64, D>, const D: usize> Ground for OneSurface<'_, S, D> {
    fn count(&self) -> usize {
        self.count
    }

    fn near(&self, part: usize, position: &V, radius: f64, reach: f64, _: f64) -> Option<Near> {
        ground::near(self.part(part), position, radius, reach)
    }

    fn flat(&self, part: usize, point: &V, normal: &V, _: f64) -> Option<Flat> {
        ground::flat(self.part(part), point, normal)
    }

    fn velocity(&self, _: usize) -> V {
        V::zeros()
    }

    fn is_plane(&self, part: usize) -> bool {
        self.part(part).plane().is_some()
    }

    fn acting(&self, _: &Meeting) -> Option<Acting> {
        Some(ground::acting::<f64, D>(&self.contact.into()))
    }

    fn is_open(&self, _: usize, _: &V) -> bool {
        false
    }
}

impl<'a, S: Surface<f64, D>, const D: usize> Bouncing<'a, S, D> {
    /// Returns the path of a body that is launched as `flight` and meets a surface, for a duration
    /// \[s\].
    ///
    /// The segments obey the same laws as in a [world](crate::World::add_surface). A contact
    /// changes the velocity by the impulse of [`Contact`]. Infinitely many bounces in a finite time
    /// are summed: the body then slides along the surface, and friction stops it. Along a flat part
    /// of the surface a segment has a closed form. A segment of a slide that changes direction is a
    /// cubic polynomial, which has the exact states at both ends. Along a curved surface the
    /// segments are short substeps of the midpoint rule.
    ///
    /// ```
    /// use kinstep::LinearLaw;
    /// use kinstep::trajectory::{Plane, Trajectory};
    /// use kinstep::contact::{Bouncing, Contact, ContactKind};
    ///
    /// let ground = Plane::new([0.0, 1.0], 0.0);
    /// let rubber = Contact::new(0.8).with_friction(0.2);
    /// let flight = LinearLaw::gravity([0.0, -9.81]).launch([0.0, 1.0], [4.0, 0.0]);
    /// let segments: Vec<_> = Bouncing::new(flight, &ground, rubber, 60.0)?.collect::<Result<_, _>>()?;
    ///
    /// // the dots of a preview
    /// let dots: Vec<_> = segments
    ///     .iter()
    ///     .flat_map(|segment| {
    ///         (0..4).map(|dot| {
    ///             segment.flight.position(segment.duration * f64::from(dot) / 4.0)
    ///         })
    ///     })
    ///     .collect();
    /// assert!(dots.iter().all(|dot: &kinstep::nalgebra::Vector2<f64>| dot.y > -1e-12));
    ///
    /// // bounces get shorter by 0.8, and end
    /// let fall = (2.0_f64 / 9.81).sqrt();
    /// let rest = segments.last().expect("it rests until the end");
    /// assert_eq!(rest.contact, None);
    /// let settled =
    ///     segments.iter().find(|segment| segment.contact.is_some_and(|contact| contact.kind != ContactKind::Bounce));
    /// assert!((settled.expect("the bounces end").end() - fall * 1.8 / 0.2).abs() < 1e-6);
    /// # Ok::<(), kinstep::trajectory::FlightError>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the contact is invalid, the flight is not finite, the duration is not a positive
    /// number, or the surface does not return its distance from a point.
    pub fn new(
        flight: impl Into<LawFlight<D>>,
        surface: &'a S,
        contact: Contact<f64>,
        duration: f64,
    ) -> Result<Self, FlightError> {
        let flight = flight.into();
        contact.check()?;
        flight.checked(0.0..duration)?;
        let launch = flight.at(0.0);
        if !has_distances(surface, &launch.position) {
            return Err(FlightError::NoDistance);
        }
        let body = Mobile {
            position: wide(&launch.position),
            velocity: wide(&launch.velocity),
            spin: V::zeros(),
            mass: 1.0,
            inverse: Inverse {
                mass: 1.0,
                inertia: 0.0,
                radius: 0.0,
            },
            turned: UnitQuaternion::identity(),
            angle: 0.0,
            memory: Memory::default(),
            ahead: 0.0,
        };
        let members = (0..).take_while(|number| surface.member(*number).is_some());
        Ok(Self {
            parts: members.count().max(1),
            surface,
            contact,
            law: flight.law(),
            body,
            lists: Lists::default(),
            clock: 0.0,
            duration,
            count: 0,
            last: None,
            is_over: false,
        })
    }
}

impl<S: Surface<f64, D>, const D: usize> Bouncing<'_, S, D> {
    /// Computes the next segment, and stores the event at the end of the previous segment.
    fn next_segment(&mut self) -> Segment<D> {
        let ground = OneSurface {
            surface: self.surface,
            contact: self.contact,
            count: self.parts,
        };
        let lawful = Lawful::of(self.law, 0.0);
        let law = Law {
            constant: wide(&self.law.constant),
            drag: self.law.damping,
            motion: lawful.as_ref().map(|lawful| lawful as _),
            turning: V::zeros(),
        };
        let (start, before) = (self.clock, self.body.clone());
        let rest = self.duration - start;
        self.lists.happened.clear();
        let mut flow = Flow {
            ground: &ground,
            law,
            lists: &mut self.lists,
            epsilon: f64::EPSILON,
            dimension: D,
            span: self.duration.min(MOMENT),
            step: self.duration,
            lead: 0.0,
            clock: start,
            tolerance: 0.0,
            low: f64::INFINITY,
            way: None,
            from: before.position,
            started: None,
        };
        flow.set_tolerance(&before, 0.0);
        let time = flow.segment(&mut self.body, rest, 0);
        let (way, from, started) = (flow.way, flow.from, flow.started);
        self.clock = if time >= rest {
            self.duration
        } else {
            start + time
        };
        let begun = way.map_or(before.velocity, |way| way.at(0.0).1);
        let begun = started.unwrap_or(begun);
        let flight = match way {
            // a substep of the midpoint rule
            _ if started.is_some() => self.cubic(&from, &begun, time),
            Some(Way::Law { .. }) => {
                let mut law = self.law;
                law.constant += law.ramp * start;
                law
            }
            Some(Way::Arc { constant, drag, .. }) => {
                LinearLaw::gravity(narrow::<f64, D>(&constant)) + LinearLaw::drag(drag)
            }
            _ => self.cubic(&from, &begun, time),
        };
        let kind = self.lists.kind.unwrap_or(SegmentKind::Flight);
        if let (Some(last), Some(happened)) = (&mut self.last, self.lists.happened.first()) {
            last.contact = Some(SegmentEnd {
                kind: happened.kind,
                normal: narrow(&happened.normal),
                push: narrow(&happened.impulse),
            });
        }
        Segment {
            start,
            duration: time.min(rest),
            kind,
            flight: flight.launch(narrow::<f64, D>(&from), narrow::<f64, D>(&begun)),
            contact: None,
        }
    }

    /// Returns a cubic polynomial, as a law with a ramp, from a start state to the current state of
    /// the body.
    fn cubic(&self, from: &V, begun: &V, time: f64) -> LinearLaw<f64, D> {
        let moved = (self.body.position - from) / time - begun;
        let gained = self.body.velocity - begun;
        let constant = (moved * 6.0 - gained * 2.0) / time;
        let ramp = (gained - constant * time) * (2.0 / (time * time));
        LinearLaw::gravity(narrow::<f64, D>(&constant)).ramping(narrow::<f64, D>(&ramp))
    }
}

impl<S: Surface<f64, D>, const D: usize> Iterator for Bouncing<'_, S, D> {
    type Item = Result<Segment<D>, FlightError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_over {
            if self.clock >= self.duration {
                self.is_over = true;
                break;
            }
            if self.count >= MOST_SEGMENTS {
                self.is_over = true;
                let (count, time) = (self.count, self.clock);
                return Some(Err(FlightError::TooManySegments { count, time }));
            }
            self.count += 1;
            let next = self.next_segment();
            if let Some(last) = self.last.as_mut().filter(|last| last.goes_on_in(&next)) {
                last.duration = next.end() - last.start;
                continue;
            }
            let last = if next.duration > 0.0 {
                self.last.replace(next)
            } else {
                None
            };
            if last.is_some() {
                return last.map(Ok);
            }
        }
        self.last.take().map(Ok)
    }
}

impl<S: Surface<f64, D>, const D: usize> core::iter::FusedIterator for Bouncing<'_, S, D> {}
