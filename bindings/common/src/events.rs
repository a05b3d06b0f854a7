//! Steps and motions that end at an event.

use kinstep::trajectory::{Crossing, Plane, Sphere};
use kinstep::{BodyId, Until};
use serde::{Deserialize, Serialize};

use crate::failure::Outcome;
pub use crate::flight::EventRecord;
use crate::motion::tolerance;
use crate::patience::{KeepGoing, Patience, step_failed};
use crate::space::{Number, Space, Three, vector};
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

/// The event at which a motion ends.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct UntilRecord {
    /// The kind of the event.
    pub kind: UntilKind,
    /// The direction of the crossing; an apex has none.
    pub crossing: Crossing,
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
        let which = self.crossing;
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
    use crate::space::first_components;
    use kinstep::World;

    /// The first body of [`swings`] rises through this plane, and gets into the sphere of the same numbers.
    const RISE: UntilRecord = UntilRecord {
        kind: UntilKind::Crossing,
        crossing: Crossing::Ascending,
        body: 0,
        vector: [0.0, 1.0, 0.0],
        number: 0.5,
    };

    fn ends_as_the_crate<T: Space<D>, const D: usize>(of: fn(World<T, D>) -> AnyWorld) {
        let start = swings::<T, D>();
        let (body, to) = (start.ids().next().unwrap(), [1e-4, 0.0]);
        let (number, vector) = (T::of(RISE.number), first_components::<T, D>(RISE.vector));
        let plane = Until::crossing(body, Plane::new(vector, number), Crossing::Ascending);
        let sphere = Until::sphere(body, Sphere::new(vector, number), Crossing::Any);
        for (kind, crossing, until) in [
            (UntilKind::Crossing, Crossing::Ascending, plane),
            (UntilKind::Apex, Crossing::Any, Until::apex(body, vector)),
            (UntilKind::Sphere, Crossing::Any, sphere),
        ] {
            let mut record = RISE;
            (record.kind, record.crossing, record.body) = (kind, crossing, body.to_bits());
            for dt in [0.0625, 4.0] {
                let (mut world, mut moved) = (start.clone(), of(start.clone()));
                let event = world.step_until(T::of(dt), &until).unwrap();
                let found = moved.step_until(dt, &record);
                assert_eq!(found, Ok(event.map(EventRecord::from)));
                assert_eq!(state(&moved), state(&of(world)));

                let (mut world, mut moved) = (start.clone(), of(start.clone()));
                let event = world.advance_until(T::of(dt), tolerance(to), &until);
                let event = event.unwrap().map(EventRecord::from);
                let found = moved.advance_until(dt, to, &record, &mut || true);
                assert_eq!((found, event.is_some()), (Ok(event), dt > 1.0), "{kind:?}");
                assert_eq!(state(&moved), state(&of(world)));
            }
        }

        let mut world = of(start);
        let (before, mut never) = (state(&world), RISE);
        (never.body, never.number) = (body.to_bits(), 9.0);
        let stopped = world.advance_until(1e6, to, &never, &mut || false);
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
        let (before, mut rise) = (state(&world), RISE);
        rise.body = first(&world);
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
        refused(f64::NAN, rise, Kind::Step, "is NaN s");
        refused(-1.0, rise, Kind::Step, "is -1 s");
        let mut wrong = rise;
        wrong.number = f64::NAN;
        refused(1.0, wrong, Kind::Step, "NaN");
        wrong = rise;
        wrong.body = u64::MAX;
        let id = BodyId::from_bits(u64::MAX).to_string();
        refused(1.0, wrong, Kind::NoSuchBody, &id);
        wrong = rise;
        wrong.vector[2] = 2.5;
        refused(1.0, wrong, Kind::Invalid, "z of the normal is 2.5");
    }

    #[test]
    fn directions_have_names() {
        let written = serde_json::to_value(RISE).unwrap();
        assert_eq!(
            [&written["kind"], &written["crossing"]],
            ["crossing", "Ascending"]
        );
        assert_eq!(crate::words::numbered(2, "direction"), Ok(Crossing::Any));
    }
}
