//! Flights in closed form: states at any time, and events.

use kinstep::nalgebra::SVector;
use kinstep::trajectory::{Crossing, Event, Plane, Sphere, Terrain, Trajectory};

use crate::columns::{Column, check_room, in_blocks};
use crate::each_flight;
use crate::failure::{Failure, Kind, OrFailure, Outcome};
use crate::model::{AnyFlight, AnyModel, finite};
use crate::space::{Three, given};

/// The state of a flight at one time.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct EventRecord {
    /// Since launch \[s\].
    pub time: f64,
    /// Position \[m\].
    pub position: Three,
    /// Velocity \[m/s\].
    pub velocity: Three,
}

/// A contact with the ground.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LandingRecord {
    /// The state before the contact.
    pub event: EventRecord,
    /// The unit normal of the ground.
    pub normal: Three,
}

/// The point of a flight that is nearest to a given point.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ClosestRecord {
    /// Since launch \[s\].
    pub time: f64,
    /// Position \[m\].
    pub position: Three,
    /// Distance from the given point \[m\].
    pub distance: f64,
}

/// The plane `normal · x = distance`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PlaneRecord {
    /// The normal, not zero.
    pub normal: Three,
    /// From the origin along the normal \[m\], if the normal has length 1.
    pub distance: f64,
}

/// Ground that is a function.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    /// Up, not zero.
    pub up: Three,
    /// Returns the height of the ground \[m\] along up, at a position \[m\] without its part along up.
    pub height: &'a dyn Fn(Three) -> f64,
    /// The most that the height changes \[m\] per metre.
    pub steepest: f64,
}

/// What a flight has at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// Position \[m\].
    Position,
    /// Velocity \[m/s\].
    Velocity,
    /// Acceleration \[m/s²\].
    Acceleration,
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

impl EventRecord {
    fn is_finite(&self) -> bool {
        let numbers = self.position.iter().chain(&self.velocity);
        self.time.is_finite() && numbers.clone().all(|number| number.is_finite())
    }

    /// Returns the state at a time that was asked for.
    fn checked(self) -> Outcome<Self> {
        if self.is_finite() {
            return Ok(self);
        }
        let time = self.time;
        Err(Failure::new(
            Kind::NoAnswer,
            format_args!("the flight is not in a finite state after {time} s"),
        ))
    }

    /// Returns an event, unless its numbers are not finite.
    fn of<const D: usize>(event: Option<Event<D>>) -> Option<Self> {
        event.map(Self::from).filter(Self::is_finite)
    }
}

impl PlaneRecord {
    /// Returns the plane of the crate.
    ///
    /// # Errors
    /// Fails unless the normal has a length and all numbers are finite.
    pub fn plane<const D: usize>(&self) -> Outcome<Plane<f64, D>> {
        let normal = with_a_length(self.normal, "normal of the plane")?;
        let distance = self.distance;
        if !distance.is_finite() {
            return Err(Failure::invalid(format_args!(
                "the distance of the plane is {distance} m; it must be finite"
            )));
        }
        Ok(Plane::new(normal, distance))
    }
}

/// Reads a finite vector that is not zero.
fn with_a_length<const D: usize>(numbers: Three, name: &str) -> Outcome<SVector<f64, D>> {
    let vector = finite(numbers, name)?;
    if numbers == [0.0; 3] {
        return Err(Failure::invalid(format_args!(
            "the {name} is zero; it must have a length"
        )));
    }
    Ok(vector)
}

/// Fails unless a time is finite.
fn check_time(time: f64, name: &str) -> Outcome {
    if time.is_finite() {
        return Ok(());
    }
    Err(Failure::invalid(format_args!(
        "the {name} is {time} s; it must be finite"
    )))
}

impl<const D: usize> AnyFlight<D> {
    /// Returns the state at a time since launch \[s\].
    ///
    /// # Errors
    /// Fails unless time and state are finite.
    pub fn at(&self, time: f64) -> Outcome<EventRecord> {
        check_time(time, "time")?;
        EventRecord::from(each_flight!(self, flight => flight.at(time))).checked()
    }

    /// Returns the state after so many steps of an engine.
    ///
    /// # Errors
    /// Fails in an air, and if the state is not finite.
    pub fn after_steps(&self, steps: u64) -> Outcome<EventRecord> {
        match self {
            Self::Engine(flight) => EventRecord::from(flight.after_steps(steps)).checked(),
            _ => Err(Failure::invalid(
                "only engines make steps; the model of this flight is none",
            )),
        }
    }

    /// Returns the highest point after launch, against gravity.
    #[must_use]
    pub fn apex(&self) -> Option<EventRecord> {
        EventRecord::of(each_flight!(self, flight => flight.apex()))
    }

    /// Returns the farthest point after launch along a direction.
    ///
    /// # Errors
    /// Fails unless the direction is finite and of the space.
    pub fn apex_along(&self, direction: Three) -> Outcome<Option<EventRecord>> {
        let direction = finite::<D>(direction, "direction")?;
        let found = each_flight!(self, flight => flight.apex_along(direction));
        Ok(EventRecord::of(found))
    }

    /// Returns the first crossing of a plane after launch.
    ///
    /// # Errors
    /// Fails for a plane that is none.
    pub fn crossing(&self, plane: &PlaneRecord, which: Crossing) -> Outcome<Option<EventRecord>> {
        let plane = plane.plane()?;
        let found = each_flight!(self, flight => flight.crossing(&plane, which));
        Ok(EventRecord::of(found))
    }

    /// Returns all crossings of a plane between two times since launch \[s\].
    ///
    /// # Errors
    /// Fails for a plane that is none, and for times that the crate refuses.
    pub fn crossings(
        &self,
        plane: &PlaneRecord,
        which: Crossing,
        [from, to]: [f64; 2],
    ) -> Outcome<Vec<EventRecord>> {
        let plane = plane.plane()?;
        each_flight!(self, flight => {
            let found = flight.crossings(&plane, which, from..to).or_invalid()?;
            Ok(found.map(EventRecord::from).filter(EventRecord::is_finite).collect())
        })
    }

    /// Returns the first crossing of a sphere between two times since launch \[s\]; ascending is outwards. Centre and radius
    /// are in \[m\].
    ///
    /// # Errors
    /// Fails for a sphere that is none, and for times that the crate refuses.
    pub fn sphere(
        &self,
        center: Three,
        radius: f64,
        which: Crossing,
        [from, to]: [f64; 2],
    ) -> Outcome<Option<EventRecord>> {
        let sphere = Sphere::new(finite::<D>(center, "center")?, radius);
        let found = each_flight!(self, flight => flight.sphere_crossing(&sphere, which, from..to));
        Ok(EventRecord::of(found.or_invalid()?))
    }

    /// Returns the first landing on ground between two times since launch \[s\].
    ///
    /// # Errors
    /// Fails for ground that is none, such as a height that is not finite, and for times that the crate refuses.
    pub fn landing(
        &self,
        ground: &Ground<'_>,
        [from, to]: [f64; 2],
    ) -> Outcome<Option<LandingRecord>> {
        let up = with_a_length::<D>(ground.up, "up direction")?;
        let steepest = ground.steepest;
        if !(steepest.is_finite() && steepest >= 0.0) {
            return Err(Failure::invalid(format_args!(
                "the steepest slope is {steepest}; it must be finite and not negative"
            )));
        }
        let height = |position: &SVector<f64, D>| (ground.height)(given(position));
        let terrain = Terrain::new(up, height, steepest);
        let landing = each_flight!(self, flight => flight.landing(&terrain, from..to));
        let landing = landing.or_invalid()?.map(|landing| LandingRecord {
            event: EventRecord {
                time: landing.time,
                position: given(&landing.position),
                velocity: given(&landing.velocity),
            },
            normal: given(&landing.normal),
        });
        Ok(landing.filter(|landing| landing.event.is_finite()))
    }

    /// Returns the closest approach to a point \[m\] between two times since launch \[s\].
    ///
    /// # Errors
    /// Fails unless the point is finite, and for times that the crate refuses.
    pub fn closest_approach(&self, point: Three, [from, to]: [f64; 2]) -> Outcome<ClosestRecord> {
        let point = finite::<D>(point, "point")?;
        let found = each_flight!(self, flight => flight.closest_approach(point, from..to));
        let found = found.or_invalid()?;
        Ok(ClosestRecord {
            time: found.time,
            position: given(&found.position),
            distance: found.distance,
        })
    }

    /// Returns the least and the greatest corner \[m\] of the box around the path between two times since launch \[s\].
    ///
    /// # Errors
    /// Fails for times that the crate refuses.
    pub fn bounds(&self, [from, to]: [f64; 2]) -> Outcome<[Three; 2]> {
        let found = each_flight!(self, flight => flight.bounds(from..to)).or_invalid()?;
        Ok([given(&found.min), given(&found.max)])
    }

    /// Writes positions \[m\] from a time on and a step apart \[s\], `D` numbers for each.
    ///
    /// # Errors
    /// Fails unless both times are finite and the numbers are those of whole positions.
    pub fn sample(&self, from: f64, step: f64, positions: &mut [f64]) -> Outcome {
        check_time(from, "first time")?;
        check_time(step, "step")?;
        let numbers = positions.len();
        let (places, rest) = positions.as_chunks_mut::<D>();
        check_room(numbers, numbers - rest.len(), "positions")?;
        each_flight!(self, flight => {
            for (place, position) in places.iter_mut().zip(flight.sample(from, step, numbers / D)) {
                *place = position.into();
            }
        });
        Ok(())
    }

    /// Writes a quantity at each of some times since launch \[s\], `D` numbers for each.
    ///
    /// # Errors
    /// Fails unless times and quantities are finite and there is room for all, and if `keep_going` says no.
    pub fn at_times(
        &self,
        quantity: Quantity,
        times: &[f64],
        numbers: &mut [f64],
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Outcome {
        check_room(numbers.len(), times.len().saturating_mul(D), "quantity")?;
        let (places, _) = numbers.as_chunks_mut::<D>();
        let mut failed = None;
        in_blocks(times.len(), 256, keep_going, |block| {
            for index in block {
                let time = times[index];
                let vector = each_flight!(self, flight => match quantity {
                    Quantity::Position => flight.position(time),
                    Quantity::Velocity => flight.velocity(time),
                    Quantity::Acceleration => flight.acceleration(time),
                });
                if failed.is_none() && !(vector.iter().all(|number: &f64| number.is_finite())) {
                    failed = Some((index, time));
                }
                places[index] = vector.into();
            }
        })?;
        match failed {
            None => Ok(()),
            Some((index, time)) => Err(Failure::invalid(format_args!(
                "time {index} is {time} s; time and state of the flight must be finite"
            ))),
        }
    }
}

/// Many throws in a model. A column has one row of `D` numbers for all throws, or one for each; no numbers are zeros.
#[derive(Debug, Clone, Copy, Default)]
pub struct Throws<'a> {
    /// How many throws.
    pub count: usize,
    /// Positions at launch \[m\].
    pub positions: &'a [f64],
    /// Velocities at launch \[m/s\].
    pub velocities: &'a [f64],
    /// Velocities of the air \[m/s\]; without any the air is that of the model.
    pub winds: &'a [f64],
}

/// Where the events of many throws are written. What does not happen is NaN.
#[derive(Debug)]
pub struct Arrivals<'a> {
    /// 1 for a throw that has the event, else 0.
    pub happens: &'a mut [u8],
    /// Times since launch \[s\].
    pub times: &'a mut [f64],
    /// Positions \[m\], `D` numbers for each throw.
    pub positions: &'a mut [f64],
    /// Velocities \[m/s\], `D` numbers for each throw.
    pub velocities: &'a mut [f64],
}

impl<const D: usize> AnyModel<D> {
    /// Writes the state of each throw at its time \[s\]: one time for all, or one for each. A state that is not finite does
    /// not happen.
    ///
    /// # Errors
    /// Fails if the columns do not fit, if a number is not finite, for winds in an engine, and if `keep_going` says no.
    pub fn states_at(
        &self,
        throws: &Throws<'_>,
        times: &[f64],
        arrivals: Arrivals<'_>,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Outcome {
        let times = Column::<1>::of(times, throws.count, "times")?.finite("times")?;
        self.arrive(throws, arrivals, keep_going, |throw, flight| {
            let event = each_flight!(flight, flight => flight.at(times.at(throw).x));
            let numbers = event.position.iter().chain(&event.velocity);
            numbers
                .clone()
                .all(|number| number.is_finite())
                .then_some(event)
        })
    }

    /// Writes the first crossing of a plane by each throw.
    ///
    /// # Errors
    /// As [`states_at`](Self::states_at), and for a plane that is none.
    pub fn first_crossings(
        &self,
        throws: &Throws<'_>,
        plane: &PlaneRecord,
        which: Crossing,
        arrivals: Arrivals<'_>,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Outcome {
        let plane = plane.plane()?;
        self.arrive(
            throws,
            arrivals,
            keep_going,
            |_, flight| each_flight!(flight, flight => flight.crossing(&plane, which)),
        )
    }

    fn arrive(
        &self,
        throws: &Throws<'_>,
        arrivals: Arrivals<'_>,
        keep_going: &mut dyn FnMut() -> bool,
        find: impl Fn(usize, &AnyFlight<D>) -> Option<Event<D>>,
    ) -> Outcome {
        let count = throws.count;
        let column = |numbers, name| Column::<D>::of(numbers, count, name)?.finite(name);
        let starts = column(throws.positions, "positions")?;
        let velocities = column(throws.velocities, "velocities")?;
        let winds = column(throws.winds, "winds")?;
        let has_winds = !throws.winds.is_empty();
        if has_winds && matches!(self, Self::Engine(_)) {
            return Err(Failure::invalid("the step of an engine has no wind"));
        }
        check_room(arrivals.happens.len(), count, "events")?;
        check_room(arrivals.times.len(), count, "times")?;
        check_room(
            arrivals.positions.len(),
            count.saturating_mul(D),
            "positions",
        )?;
        check_room(
            arrivals.velocities.len(),
            count.saturating_mul(D),
            "velocities",
        )?;
        let (positions_found, _) = arrivals.positions.as_chunks_mut::<D>();
        let (velocities_found, _) = arrivals.velocities.as_chunks_mut::<D>();
        let nothing = Event {
            time: f64::NAN,
            position: SVector::repeat(f64::NAN),
            velocity: SVector::repeat(f64::NAN),
        };
        in_blocks(count, 64, keep_going, |block| {
            for throw in block {
                let windy = has_winds.then(|| self.in_wind(winds.at(throw))).flatten();
                let model = windy.as_ref().unwrap_or(self);
                let found = find(
                    throw,
                    &model.launched(starts.at(throw), velocities.at(throw)),
                );
                arrivals.happens[throw] = found.is_some().into();
                let event = found.unwrap_or(nothing);
                arrivals.times[throw] = event.time;
                positions_found[throw] = event.position.into();
                velocities_found[throw] = event.velocity.into();
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ModelKind;
    use crate::model::tests::{record, records};
    use crate::space::first_components;
    use kinstep_flight::Ballistics;

    const START: Three = [1.0, 2.0, 0.0];
    const VELOCITY: Three = [12.0, 9.0, 0.0];
    const GROUND: PlaneRecord = PlaneRecord {
        normal: [0.0, 1.0, 0.0],
        distance: 0.0,
    };

    fn goes_on() -> bool {
        true
    }

    #[test]
    fn queries_are_those_of_the_crate() {
        fn compare<const D: usize>() {
            let vector = |numbers| first_components::<f64, D>(numbers);
            let event = |event: Option<Event<D>>| event.map(EventRecord::from);
            let mut given_model = record(ModelKind::Linear);
            given_model.drag = 0.2;
            let flight = AnyModel::<D>::new(&given_model).unwrap();
            let flight = flight.launch(START, VELOCITY).unwrap();
            let air = Ballistics::new(vector([0.0, -9.81, 0.0])).with_drag_rate(0.2);
            let known = air.launch(vector(START), vector(VELOCITY));
            let ground = Plane::new(vector(GROUND.normal), 0.0);
            let span = [0.0, 9.0];

            assert_eq!(flight.at(1.5).unwrap(), known.at(1.5).into());
            assert_eq!(flight.apex(), event(known.apex()));
            let along = flight.apex_along([0.0, 2.0, 0.0]).unwrap();
            assert_eq!(along, event(known.apex_along(vector([0.0, 2.0, 0.0]))));
            let found = flight.crossing(&GROUND, Crossing::Any).unwrap();
            assert_eq!(found, event(known.crossing(&ground, Crossing::Any)));
            assert_eq!(
                flight.crossings(&GROUND, Crossing::Any, span),
                Ok(vec![found.unwrap()])
            );
            let sphere = Sphere::new(vector(START), 3.0);
            assert_eq!(
                flight
                    .sphere(START, 3.0, Crossing::Ascending, span)
                    .unwrap(),
                event(
                    known
                        .sphere_crossing(&sphere, Crossing::Ascending, 0.0..9.0)
                        .unwrap()
                )
            );
            let height = |position: Three| 0.1 * position[0];
            let slope = Ground {
                up: [0.0, 1.0, 0.0],
                height: &height,
                steepest: 0.1,
            };
            let landing = flight.landing(&slope, span).unwrap().unwrap();
            let terrain = Terrain::new(ground.normal, |x: &SVector<f64, D>| 0.1 * x[0], 0.1);
            let expected = known.landing(&terrain, 0.0..9.0).unwrap().unwrap();
            assert_eq!(landing.event, known.at(expected.time).into());
            assert_eq!(landing.normal, given(&expected.normal));
            let closest = flight.closest_approach([9.0, 1.0, 0.0], span).unwrap();
            let expected = known
                .closest_approach(vector([9.0, 1.0, 0.0]), 0.0..9.0)
                .unwrap();
            assert_eq!(
                (closest.time, closest.distance),
                (expected.time, expected.distance)
            );
            let corners = flight.bounds(span).unwrap();
            assert_eq!(corners[1], given(&known.bounds(0.0..9.0).unwrap().max));

            let mut line = vec![0.0; 5 * D];
            flight.sample(0.5, 0.25, &mut line).unwrap();
            assert_eq!(
                line[4 * D..],
                *known.sample(0.5, 0.25, 5).last().unwrap().as_slice()
            );
            let mut accelerations = vec![0.0; 2 * D];
            flight
                .at_times(
                    Quantity::Acceleration,
                    &[0.0, 1.5],
                    &mut accelerations,
                    &mut goes_on,
                )
                .unwrap();
            assert_eq!(accelerations[D..], *known.acceleration(1.5).as_slice());
        }
        compare::<2>();
        compare::<3>();
    }

    #[test]
    fn many_throws_are_as_each_alone() {
        fn compare<const D: usize>() {
            for record in records() {
                let model = AnyModel::<D>::new(&record).unwrap();
                let count = 70;
                let velocities: Vec<f64> = (0..count * D).map(|i| (i % 17) as f64).collect();
                let times: Vec<f64> = (0..count).map(|i| 0.1 * i as f64).collect();
                let throws = Throws {
                    count,
                    positions: &START[..D],
                    velocities: &velocities,
                    winds: &[],
                };
                let (mut happens, mut when) = (vec![9; count], vec![0.0; count]);
                let (mut x, mut v) = (vec![0.0; count * D], vec![0.0; count * D]);
                let mut asked = 0;
                for crosses in [false, true] {
                    let arrivals = Arrivals {
                        happens: &mut happens,
                        times: &mut when,
                        positions: &mut x,
                        velocities: &mut v,
                    };
                    let mut keep_going = || {
                        asked += 1;
                        true
                    };
                    if crosses {
                        let which = Crossing::Descending;
                        model.first_crossings(&throws, &GROUND, which, arrivals, &mut keep_going)
                    } else {
                        model.states_at(&throws, &times, arrivals, &mut keep_going)
                    }
                    .unwrap();
                    for throw in 0..count {
                        let row = throw * D..throw * D + D;
                        let launched = SVector::from_column_slice(&velocities[row.clone()]);
                        let flight = model.launched(first_components(START), launched);
                        let alone = if crosses {
                            flight
                                .crossing(&GROUND, Crossing::Descending)
                                .unwrap()
                                .unwrap()
                        } else {
                            flight.at(times[throw]).unwrap()
                        };
                        assert_eq!((happens[throw], when[throw]), (1, alone.time));
                        assert_eq!(x[row.clone()], alone.position[..D]);
                        assert_eq!(v[row], alone.velocity[..D]);
                    }
                }
                assert_eq!(asked, 2);
            }
        }
        compare::<2>();
        compare::<3>();
    }

    #[test]
    fn each_throw_may_have_its_own_wind() {
        let mut given_model = record(ModelKind::Quadratic);
        given_model.drag = 0.02;
        let model = AnyModel::<2>::new(&given_model).unwrap();
        let mut throws = Throws {
            count: 2,
            positions: &[0.0, 5.0],
            velocities: &[],
            winds: &[0.0, 0.0, 7.0, 0.0],
        };
        let (mut happens, mut times) = ([0; 2], [0.0; 2]);
        let [mut positions, mut velocities] = [[0.0; 4]; 2];
        let mut cross = |model: &AnyModel<2>,
                         throws: &Throws<'_>,
                         keep_going: &mut dyn FnMut() -> bool| {
            let arrivals = Arrivals {
                happens: &mut happens,
                times: &mut times,
                positions: &mut positions,
                velocities: &mut velocities,
            };
            model.first_crossings(throws, &GROUND, Crossing::Ascending, arrivals, keep_going)?;
            assert_eq!(happens, [0, 0]);
            assert!(positions.iter().all(|number| number.is_nan()));
            let arrivals = Arrivals {
                happens: &mut happens,
                times: &mut times,
                positions: &mut positions,
                velocities: &mut velocities,
            };
            model.first_crossings(throws, &GROUND, Crossing::Descending, arrivals, keep_going)?;
            Ok::<_, Failure>((happens, positions))
        };
        let (happens, positions) = cross(&model, &throws, &mut goes_on).unwrap();
        assert_eq!(happens, [1, 1]);
        assert!(positions[0] == 0.0 && positions[2] > 0.5);

        let mut engine = record(ModelKind::Godot);
        engine.time_step = 0.02;
        let engine = AnyModel::<2>::new(&engine).unwrap();
        let refused = cross(&engine, &throws, &mut goes_on).unwrap_err();
        assert_eq!(refused.message, "the step of an engine has no wind");
        throws.count = 3;
        assert!(cross(&model, &throws, &mut goes_on).is_err());
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let model = AnyModel::<2>::new(&record(ModelKind::Linear)).unwrap();
        let flight = model.launch(START, VELOCITY).unwrap();
        let message = |failure: Failure| (failure.kind, failure.message);
        assert_eq!(
            message(flight.at(f64::INFINITY).unwrap_err()),
            (Kind::Invalid, "the time is inf s; it must be finite".into())
        );
        assert_eq!(
            message(flight.at(1e200).unwrap_err()),
            (
                Kind::NoAnswer,
                format!("the flight is not in a finite state after {} s", 1e200)
            )
        );
        assert!(
            flight
                .after_steps(1)
                .unwrap_err()
                .message
                .contains("only engines make steps")
        );
        let nowhere = PlaneRecord::default();
        assert_eq!(
            flight
                .crossing(&nowhere, Crossing::Any)
                .unwrap_err()
                .message,
            "the normal of the plane is zero; it must have a length"
        );
        let height = |_: Three| f64::NAN;
        let ground = Ground {
            up: [0.0, 1.0, 0.0],
            height: &height,
            steepest: 1.0,
        };
        assert!(flight.landing(&ground, [0.0, 9.0]).is_err());
        assert!(
            flight
                .sample(0.0, 0.1, &mut [0.0; 3])
                .unwrap_err()
                .message
                .contains("room for 3")
        );
    }
}
