//! Flights in closed form, in space. For a flight in the plane leave z at zero.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use kinstep::nalgebra::Vector3;
use kinstep::trajectory::{Crossing as KnownCrossing, Plane as KnownPlane, Terrain, Trajectory};

use crate::kinds::Kind;
use crate::memory::{array_mut, given, place};
use crate::model::{KnownFlight, Model};
use crate::status::{Failure, OrStatus, Outcome, Status, reported};
use crate::vector::Vector;

/// A flight: what moves it, and its launch. Plain data: copy it as you like.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flight {
    pub model: Model,
    /// At launch [m].
    pub position: Vector,
    /// At launch [m/s].
    pub velocity: Vector,
}

/// A flight at a time.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Event {
    /// Since launch [s].
    pub time: f64,
    /// [m]
    pub position: Vector,
    /// [m/s]
    pub velocity: Vector,
}

/// Where a flight is closest to a point.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Closest {
    /// Since launch [s].
    pub time: f64,
    /// [m]
    pub position: Vector,
    /// From the point [m].
    pub distance: f64,
}

/// The plane `normal . x = distance`; the normal has length 1.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plane {
    pub normal: Vector,
    /// From the origin along the normal [m].
    pub distance: f64,
}

/// Which crossings of a plane count.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Crossing {
    /// To the side that the normal points to.
    Ascending = 0,
    /// From that side.
    Descending = 1,
    Any = 2,
}

/// The height of the ground [m] along its up direction, at a position [m] without its part along up.
pub type HeightOfGround = Option<unsafe extern "C" fn(position: &Vector, user: *mut c_void) -> f64>;

/// Ground that is a function.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Ground {
    /// Up, of length 1.
    pub up: Vector,
    pub height: HeightOfGround,
    /// Passed to the function.
    pub user: *mut c_void,
    /// The most that the height changes [m] per metre.
    pub steepest: f64,
}

/// Does the same with a flight of each kind.
macro_rules! each {
    ($flight:expr, $name:ident => $work:expr) => {
        match &$flight {
            KnownFlight::Linear($name) => $work,
            KnownFlight::Quadratic($name) => $work,
            KnownFlight::Engine($name) => $work,
        }
    };
}

impl From<kinstep::trajectory::Event<3>> for Event {
    fn from(event: kinstep::trajectory::Event<3>) -> Self {
        Self {
            time: event.time,
            position: event.position.into(),
            velocity: event.velocity.into(),
        }
    }
}

impl From<&Plane> for KnownPlane<f64, 3> {
    fn from(plane: &Plane) -> Self {
        Self::new(plane.normal, plane.distance)
    }
}

/// Writes an event of a flight, if there is one.
fn tell(
    flight: Option<&Flight>,
    event: Option<&mut MaybeUninit<Event>>,
    find: impl FnOnce(&KnownFlight) -> Outcome<Option<Event>>,
) -> Status {
    reported(|| {
        let event = place(event, "event")?;
        let flight = given(flight, "flight")?.known()?;
        let none = || Failure::new(Status::NoAnswer, "the flight has no such event");
        let found = find(&flight)?.ok_or_else(none)?;
        let numbers = [found.position, found.velocity].map(Vector::numbers);
        if !numbers.iter().flatten().all(|number| number.is_finite()) {
            let time = found.time;
            return Err(Failure::new(
                Status::NoAnswer,
                format_args!("the flight is not in a finite state after {time} s"),
            ));
        }
        event.write(found);
        Ok(())
    })
}

/// Fails unless a time is finite.
fn time(given: f64, name: &str) -> Outcome<f64> {
    if given.is_finite() {
        return Ok(given);
    }
    Err(Failure::invalid(format_args!(
        "{name} is {given} s; it must be finite"
    )))
}

/// The state of a flight at a time since launch [s].
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_flight_at(
    flight: Option<&Flight>,
    time: f64,
    event: Option<&mut MaybeUninit<Event>>,
) -> Status {
    tell(flight, event, |flight| {
        let time = self::time(time, "the time")?;
        Ok(Some(each!(flight, flight => flight.at(time)).into()))
    })
}

/// The state after so many steps of an engine.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_flight_after_steps(
    flight: Option<&Flight>,
    steps: u64,
    event: Option<&mut MaybeUninit<Event>>,
) -> Status {
    tell(flight, event, |flight| match flight {
        KnownFlight::Engine(flight) => Ok(Some(flight.after_steps(steps).into())),
        _ => Err(Failure::invalid(
            "only engines make steps; the model of this flight is none",
        )),
    })
}

/// The highest point after launch, against gravity.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_flight_apex(
    flight: Option<&Flight>,
    event: Option<&mut MaybeUninit<Event>>,
) -> Status {
    tell(flight, event, |flight| {
        Ok(each!(flight, flight => flight.apex()).map(Event::from))
    })
}

/// The first crossing of a plane after launch: a `KinstepCrossing`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_flight_crossing(
    flight: Option<&Flight>,
    plane: Option<&Plane>,
    crossing: u32,
    event: Option<&mut MaybeUninit<Event>>,
) -> Status {
    tell(flight, event, |flight| {
        let plane = KnownPlane::from(given(plane, "plane")?);
        let which = match Crossing::numbered(crossing)? {
            Crossing::Ascending => KnownCrossing::Ascending,
            Crossing::Descending => KnownCrossing::Descending,
            Crossing::Any => KnownCrossing::Any,
        };
        Ok(each!(flight, flight => flight.crossing(&plane, which)).map(Event::from))
    })
}

/// The first landing on ground between two times since launch [s].
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_flight_landing(
    flight: Option<&Flight>,
    ground: Option<&Ground>,
    from: f64,
    to: f64,
    event: Option<&mut MaybeUninit<Event>>,
) -> Status {
    tell(flight, event, |flight| {
        let Ground {
            up,
            height,
            user,
            steepest,
        } = *given(ground, "ground")?;
        let height = height
            .ok_or_else(|| Failure::new(Status::NullPointer, "the function `height` is null"))?;
        let heights = |position: &Vector3<f64>| {
            // SAFETY: the header demands a function that may be called
            unsafe { height(&Vector::from(*position), user) }
        };
        let terrain = Terrain::new(up, heights, steepest);
        let landing = each!(flight, flight => flight.landing(&terrain, from..to));
        let landing = landing.or_status(Status::InvalidArgument)?;
        Ok(landing.map(|landing| Event {
            time: landing.time,
            position: landing.position.into(),
            velocity: landing.velocity.into(),
        }))
    })
}

/// Where a flight is closest to a point [m] between two times since launch [s].
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_flight_closest_approach(
    flight: Option<&Flight>,
    point: Vector,
    from: f64,
    to: f64,
    closest: Option<&mut MaybeUninit<Closest>>,
) -> Status {
    reported(|| {
        let closest = place(closest, "closest")?;
        let flight = given(flight, "flight")?.known()?;
        let found = each!(flight, flight => flight.closest_approach(point, from..to))
            .or_status(Status::InvalidArgument)?;
        closest.write(Closest {
            time: found.time,
            position: found.position.into(),
            distance: found.distance,
        });
        Ok(())
    })
}

/// Writes `count` positions of a flight [m], from a time on and a step apart [s].
///
/// `positions` has room for `count` vectors.
///
/// # Safety
/// As the line above says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_flight_sample(
    flight: Option<&Flight>,
    from: f64,
    step: f64,
    positions: *mut Vector,
    count: usize,
) -> Status {
    reported(|| {
        let flight = given(flight, "flight")?.known()?;
        let (from, step) = (time(from, "the first time")?, time(step, "the step")?);
        // SAFETY: the caller's promise; a vector is three numbers, of any bits
        let positions = unsafe { array_mut(positions, count, "positions") }?;
        each!(flight, flight => {
            let sampled = flight.sample(from, step, count);
            for (place, position) in positions.iter_mut().zip(sampled) {
                *place = position.into();
            }
        });
        Ok(())
    })
}
