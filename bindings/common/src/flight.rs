//! Flights in closed form: states at any time, and events.

use kinstep::nalgebra::SVector;
use kinstep::trajectory::{Crossing, Event, Plane, Sphere, Terrain, Trajectory};

use crate::columns::check_room;
use crate::each_flight;
use crate::failure::{Failure, Kind, OrFailure, Outcome};
use crate::model::AnyFlight;
use crate::patience::{KeepGoing, in_blocks};
use crate::space::{Three, finite_vector, given};

/// The state of a flight or a body at one time.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, serde::Serialize)]
pub struct EventRecord {
    /// Since launch, or since the call that moved the body \[s\].
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
    let vector = finite_vector(numbers, name)?;
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
        let direction = finite_vector::<f64, D>(direction, "direction")?;
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
        let sphere = Sphere::new(finite_vector(center, "center")?, radius);
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
        let point = finite_vector::<f64, D>(point, "point")?;
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
        let (rows, rest) = positions.as_chunks_mut::<D>();
        check_room(numbers, numbers - rest.len(), "positions")?;
        each_flight!(self, flight => {
            for (row, position) in rows.iter_mut().zip(flight.sample(from, step, numbers / D)) {
                *row = position.into();
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
        keep_going: KeepGoing<'_>,
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

#[cfg(test)]
mod tests;
