//! Flights in closed form, in space. For a flight in the plane leave z at zero.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use kinstep::trajectory::Crossing;
use kinstep_common::flight::{EventRecord, Ground, PlaneRecord};
use kinstep_common::model::{AnyFlight, AnyModel, ModelRecord};
use kinstep_common::space::Three;
use kinstep_common::words;

use crate::memory::{User, array_mut, given};
use crate::motion::KinstepEvent;
use crate::status::{Failure, KinstepStatus, Outcome, reported};
use crate::types::KinstepVector;
use crate::{KinstepCrossing, KinstepModelKind};

/// A model of flight: an air, or the step of an engine. Plain data: copy it as you like. Leave at zero what its kind does not have.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KinstepModel {
    pub kind: KinstepModelKind,
    /// Of an engine with substeps: their number; zero for the default of the engine.
    pub substeps: u32,
    /// [m/s²]
    pub gravity: KinstepVector,
    /// Velocity of the air [m/s]; zero for an engine.
    pub wind: KinstepVector,
    /// The drag rate [1/s] of linear and rational air, the coefficient [1/m] of quadratic air, or the damping of an engine in the unit
    /// of that engine.
    pub drag: f64,
    /// Terminal speed [m/s], in place of the drag of an air.
    pub terminal_speed: f64,
    /// Of quadratic air: tolerance for the error of a position [m]; zero for 1e-6 m.
    pub tolerance: f64,
    /// Of an engine: its step [s].
    pub time_step: f64,
}

/// A flight: its model and its launch. Plain data: copy it as you like.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KinstepFlight {
    pub model: KinstepModel,
    /// At launch [m].
    pub position: KinstepVector,
    /// At launch [m/s].
    pub velocity: KinstepVector,
}

/// The point of a flight that is closest to a given point.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KinstepClosest {
    /// Since launch [s].
    pub time: f64,
    /// [m]
    pub position: KinstepVector,
    /// Distance from the given point [m].
    pub distance: f64,
}

/// The height of the ground [m] along its up direction, at a position [m] without its part along up.
pub type KinstepHeightOfGround =
    Option<unsafe extern "C" fn(position: *const KinstepVector, user: *mut c_void) -> f64>;

/// Ground that is a function.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct KinstepGround {
    /// Up, of any length.
    pub up: KinstepVector,
    pub height: KinstepHeightOfGround,
    /// Passed to `height`.
    pub user: *mut c_void,
    /// Upper bound on the slope: the most that the height changes [m] per metre.
    pub steepest: f64,
    /// Of ground in a world: the most that its slope changes per metre [1/m]; zero for a plane. Flights do not read it.
    pub curvature: f64,
}

impl KinstepModel {
    pub(crate) fn known(&self) -> Outcome<AnyModel<3>> {
        Ok(AnyModel::new(&ModelRecord {
            kind: self.kind,
            substeps: self.substeps,
            gravity: self.gravity.into(),
            wind: self.wind.into(),
            drag: self.drag,
            terminal_speed: self.terminal_speed,
            tolerance: self.tolerance,
            time_step: self.time_step,
        })?)
    }
}

impl KinstepFlight {
    fn known(&self) -> Outcome<AnyFlight<3>> {
        Ok(self
            .model
            .known()?
            .launch(self.position.into(), self.velocity.into())?)
    }
}

impl KinstepGround {
    /// The function of its heights.
    pub(crate) fn heights(&self) -> Outcome<impl Fn(Three) -> f64 + Send + Sync + 'static> {
        let null = || Failure::new(KinstepStatus::NullPointer, "the function `height` is null");
        let (height, user) = (self.height.ok_or_else(null)?, User(self.user));
        Ok(move |position: Three| {
            // SAFETY: the header demands a function that may be called
            unsafe { height(&position.into(), user.pointer()) }
        })
    }
}

/// Writes an event of a flight, if there is one.
fn answer(
    flight: Option<&KinstepFlight>,
    event: Option<&mut MaybeUninit<KinstepEvent>>,
    find: impl FnOnce(&AnyFlight<3>) -> Outcome<Option<EventRecord>>,
) -> KinstepStatus {
    reported(|| {
        let event = given(event, "event")?;
        let flight = given(flight, "flight")?.known()?;
        let none = || Failure::new(KinstepStatus::NoAnswer, "the flight has no such event");
        event.write(find(&flight)?.ok_or_else(none)?.into());
        Ok(())
    })
}

/// The state of a flight at a time since launch [s].
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_flight_at(
    flight: Option<&KinstepFlight>,
    time: f64,
    event: Option<&mut MaybeUninit<KinstepEvent>>,
) -> KinstepStatus {
    answer(flight, event, |flight| Ok(Some(flight.at(time)?)))
}

/// The state of a flight after a number of steps of its engine.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_flight_after_steps(
    flight: Option<&KinstepFlight>,
    steps: u64,
    event: Option<&mut MaybeUninit<KinstepEvent>>,
) -> KinstepStatus {
    answer(flight, event, |flight| Ok(Some(flight.after_steps(steps)?)))
}

/// The highest point after launch, against gravity; `KINSTEP_STATUS_NO_ANSWER` if the flight never rises.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_flight_apex(
    flight: Option<&KinstepFlight>,
    event: Option<&mut MaybeUninit<KinstepEvent>>,
) -> KinstepStatus {
    answer(flight, event, |flight| Ok(flight.apex()))
}

/// The first crossing of the plane `normal · x = distance` after launch; `KINSTEP_STATUS_NO_ANSWER` without one.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_flight_crossing(
    flight: Option<&KinstepFlight>,
    normal: KinstepVector,
    distance: f64,
    crossing: KinstepCrossing,
    event: Option<&mut MaybeUninit<KinstepEvent>>,
) -> KinstepStatus {
    answer(flight, event, |flight| {
        let which: Crossing = words::numbered(crossing, "crossing")?;
        Ok(flight.crossing(
            &PlaneRecord {
                normal: normal.into(),
                distance,
            },
            which,
        )?)
    })
}

/// The first landing on ground between two times since launch [s].
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_flight_landing(
    flight: Option<&KinstepFlight>,
    ground: Option<&KinstepGround>,
    from: f64,
    to: f64,
    event: Option<&mut MaybeUninit<KinstepEvent>>,
) -> KinstepStatus {
    answer(flight, event, |flight| {
        let ground = given(ground, "ground")?;
        let height = ground.heights()?;
        let ground = Ground {
            up: ground.up.into(),
            height: &height,
            steepest: ground.steepest,
        };
        Ok(flight
            .landing(&ground, [from, to])?
            .map(|landing| landing.event))
    })
}

/// The closest approach of a flight to a point [m] between two times since launch [s].
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_flight_closest_approach(
    flight: Option<&KinstepFlight>,
    point: KinstepVector,
    from: f64,
    to: f64,
    closest: Option<&mut MaybeUninit<KinstepClosest>>,
) -> KinstepStatus {
    reported(|| {
        let closest = given(closest, "closest")?;
        let found = given(flight, "flight")?
            .known()?
            .closest_approach(point.into(), [from, to])?;
        let (time, position, distance) = (found.time, found.position.into(), found.distance);
        closest.write(KinstepClosest {
            time,
            position,
            distance,
        });
        Ok(())
    })
}

/// Writes `count` positions of a flight [m]: at the time `from` since launch [s], and then each `step` [s].
///
/// # Safety
/// `positions` has room for `count` vectors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_flight_sample(
    flight: Option<&KinstepFlight>,
    from: f64,
    step: f64,
    positions: *mut KinstepVector,
    count: usize,
) -> KinstepStatus {
    reported(|| {
        let flight = given(flight, "flight")?.known()?;
        // SAFETY: the caller's promise; a vector is three numbers, of any bits
        let positions = unsafe { array_mut(positions.cast::<[f64; 3]>(), count, "positions") }?;
        Ok(flight.sample(from, step, positions.as_flattened_mut())?)
    })
}
