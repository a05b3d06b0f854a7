//! Steps and motions that end at an event.

use kinstep::trajectory::{Crossing, Event, Plane, Sphere};
use kinstep::{BodyId, Until};
use serde::{Deserialize, Serialize};

use crate::failure::Outcome;
use crate::motion::tolerance;
use crate::patience::{KeepGoing, Patience, step_failed};
use crate::space::{Number, Space, Three, given, vector};
use crate::{AnyWorld, on};

/// A kind of event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u32)]
pub enum UntilKind {
    /// The body crosses the plane `vector · position = number`.
    Crossing,
    /// The position of the body along `vector` has its first maximum.
    Apex,
    /// The body crosses the sphere with the center `vector` \[m\] and the radius `number` \[m\].
    Sphere,
}

/// The direction of a crossing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u32)]
pub enum Which {
    /// Along the normal of the plane, or out of the sphere.
    Ascending,
    /// Against the normal of the plane, or into the sphere.
    Descending,
    /// In either direction.
    Any,
}

/// The event at which a motion ends.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct UntilRecord {
    /// The kind of the event.
    pub kind: UntilKind,
    /// The direction of the crossing; an apex has none.
    pub crossing: Which,
    /// The bits of the id of the body.
    pub body: u64,
    /// The normal, the direction of the apex, or the center \[m\].
    pub vector: Three,
    /// The distance \[m\], times the length of the normal, or the radius \[m\]; an apex has none.
    pub number: f64,
}

impl UntilRecord {
    fn read<T: Space<D>, const D: usize>(&self) -> Outcome<Until<T, D>> {
        let (body, number) = (BodyId::from_bits(self.body), T::of(self.number));
        let which = match self.crossing {
            Which::Ascending => Crossing::Ascending,
            Which::Descending => Crossing::Descending,
            Which::Any => Crossing::Any,
        };
        let vector = |name| vector::<T, D>(self.vector, name);
        Ok(match self.kind {
            UntilKind::Crossing => {
                Until::crossing(body, Plane::new(vector("normal")?, number), which)
            }
            UntilKind::Apex => Until::apex(body, vector("direction")?),
            UntilKind::Sphere => Until::sphere(body, Sphere::new(vector("center")?, number), which),
        })
    }
}

/// The state of a body at an event.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct EventRecord {
    /// The time since the call \[s\].
    pub time: f64,
    /// The position \[m\].
    pub position: Three,
    /// The velocity \[m/s\].
    pub velocity: Three,
}

impl<const D: usize> From<Event<D>> for EventRecord {
    fn from(event: Event<D>) -> Self {
        Self {
            time: event.time,
            position: given(&event.position),
            velocity: given(&event.velocity),
        }
    }
}

impl AnyWorld {
    /// Makes a step of `dt` \[s\], or one that ends at the first event if that is earlier; `None` without an event.
    ///
    /// # Errors
    /// Fails if the event is not valid, or the step cannot be made.
    pub fn step_until(&mut self, dt: f64, until: &UntilRecord) -> Outcome<Option<EventRecord>> {
        on!(self, world => {
            let event = world.step_until(Number::of(dt), &until.read()?);
            event.map(|event| event.map(EventRecord::from)).map_err(step_failed)
        })
    }

    /// [Advances](Self::advance), to the first event if that is earlier than the end; `None` without an event.
    ///
    /// # Errors
    /// Fails as [`advance`](Self::advance), and if the event is not valid.
    pub fn advance_until(
        &mut self,
        duration: f64,
        to: [f64; 2],
        until: &UntilRecord,
        keep_going: KeepGoing<'_>,
    ) -> Outcome<Option<EventRecord>> {
        let mut patience = Patience::new(keep_going);
        on!(self, world => {
            let (duration, until) = (Number::of(duration), until.read()?);
            let goes_on = || patience.goes_on();
            let event = world.advance_until_while(duration, tolerance(to), &until, goes_on);
            event.map(|event| event.map(EventRecord::from)).map_err(step_failed)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::{Failure, Kind};
    use crate::motion::tests::{first, on_each_type, state, swings};
    use kinstep::World;
    use kinstep::nalgebra::SVector;

    const FALL: UntilRecord = UntilRecord {
        kind: UntilKind::Crossing,
        crossing: Which::Descending,
        body: 0,
        vector: [1.0, 0.0, 0.0],
        number: 0.25,
    };

    fn ends_as_the_crate<T: Space<D>, const D: usize>(of: fn(World<T, D>) -> AnyWorld) {
        let start = swings::<T, D>();
        let body = start.ids().next().unwrap();
        let (number, vector) = (T::of(0.25), SVector::<T, D>::x());
        let plane = Until::crossing(body, Plane::new(vector, number), Crossing::Descending);
        let sphere = Sphere::new(vector, number);
        for (kind, crossing, until) in [
            (UntilKind::Crossing, Which::Descending, plane),
            (UntilKind::Apex, Which::Any, Until::apex(body, vector)),
            (
                UntilKind::Sphere,
                Which::Ascending,
                Until::sphere(body, sphere, Crossing::Ascending),
            ),
        ] {
            let body = body.to_bits();
            let record = UntilRecord {
                kind,
                crossing,
                body,
                ..FALL
            };
            for dt in [0.0625, 4.0] {
                let (mut world, mut moved) = (start.clone(), of(start.clone()));
                let event = world.step_until(T::of(dt), &until).unwrap();
                assert_eq!(
                    moved.step_until(dt, &record),
                    Ok(event.map(EventRecord::from))
                );
                assert_eq!(state(&moved), state(&of(world)));

                let (mut world, mut moved) = (start.clone(), of(start.clone()));
                let to = [1e-4, 0.0];
                let event = world
                    .advance_until(T::of(dt), tolerance(to), &until)
                    .unwrap();
                let found = moved.advance_until(dt, to, &record, &mut || true);
                assert_eq!(found, Ok(event.map(EventRecord::from)));
                assert_eq!(state(&moved), state(&of(world)));
                assert_eq!(event.is_some(), dt > 1.0 || kind == UntilKind::Apex);
            }
        }

        let mut world = of(start);
        let (before, never) = (
            state(&world),
            UntilRecord {
                body: first(&world),
                number: -9.0,
                ..FALL
            },
        );
        let stopped = world.advance_until(1e6, [1e-4, 0.0], &never, &mut || false);
        assert_eq!(stopped.unwrap_err().kind, Kind::Stopped);
        assert_eq!(state(&world), before);
    }

    #[test]
    fn events_are_those_of_the_crate() {
        on_each_type!(ends_as_the_crate);
    }

    #[test]
    fn refusals_have_the_value() {
        let mut world = AnyWorld::Plane(swings());
        let (before, fall) = (
            state(&world),
            UntilRecord {
                body: first(&world),
                ..FALL
            },
        );
        let mut refused = |dt, until: UntilRecord, kind, part: &str| {
            let failures: [Failure; 2] = [
                world.step_until(dt, &until).unwrap_err(),
                world
                    .advance_until(dt, [1e-4, 0.0], &until, &mut || true)
                    .unwrap_err(),
            ];
            for failure in failures {
                assert_eq!(failure.kind, kind);
                assert!(failure.message.contains(part), "{failure}");
            }
            assert_eq!(state(&world), before);
        };
        refused(f64::NAN, fall, Kind::Step, "is NaN s");
        refused(-1.0, fall, Kind::Step, "is -1 s");
        refused(
            1.0,
            UntilRecord {
                number: f64::NAN,
                ..fall
            },
            Kind::Step,
            "NaN",
        );
        let stale = UntilRecord {
            body: u64::MAX,
            ..fall
        };
        let id = BodyId::from_bits(stale.body).to_string();
        refused(1.0, stale, Kind::NoSuchBody, &id);
        let off = UntilRecord {
            vector: [0.0, 1.0, 2.5],
            ..fall
        };
        refused(1.0, off, Kind::Invalid, "z of the normal is 2.5");
    }

    #[test]
    fn directions_have_names() {
        let written = serde_json::to_value(FALL).unwrap();
        assert_eq!(
            (&written["kind"], &written["crossing"]),
            (&"crossing".into(), &"descending".into())
        );
        assert_eq!(crate::words::numbered(2, "direction"), Ok(Which::Any));
    }
}
