//! Steps and motions that end at an event, and motion to a tolerance.

use std::mem::MaybeUninit;

use kinstep_common::motion::{EventRecord, UntilRecord};
use kinstep_common::words;

use crate::handles::KinstepWorld;
use crate::memory::given;
use crate::status::{Failure, KinstepStatus, Outcome};
use crate::types::{KinstepBodyId, KinstepVector};
use crate::{KinstepCrossing, KinstepUntilKind};

/// An event of a body, at which a motion ends.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KinstepUntil {
    pub body: KinstepBodyId,
    pub kind: KinstepUntilKind,
    /// Which crossings of a plane or a sphere count.
    pub crossing: KinstepCrossing,
    /// The normal of the plane, the direction of the apex, or the centre of the sphere [m].
    pub vector: KinstepVector,
    /// The distance of the plane from the origin along its normal [m], or the radius [m].
    pub number: f64,
}

/// The state of a body or a flight at a time.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KinstepEvent {
    /// Since the call, or since launch [s].
    pub time: f64,
    /// [m]
    pub position: KinstepVector,
    /// [m/s]
    pub velocity: KinstepVector,
}

/// The work of a motion to a tolerance.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KinstepAdvanced {
    /// Number of bodies that moved exactly, in one step.
    pub exact_bodies: u64,
    /// Number of islands (bodies that links tie together) that moved by steps of their own.
    pub islands: u64,
    /// All steps that were accepted.
    pub steps: u64,
    /// Steps that were rejected, and repeated with a shorter length.
    pub rejected: u64,
    /// Evaluations of all forces on an island.
    pub evaluations: u64,
    /// The largest tolerance [m] that replaced one below the rounding of a coordinate; zero if none was replaced.
    pub raised: f64,
}

impl From<EventRecord> for KinstepEvent {
    fn from(event: EventRecord) -> Self {
        Self {
            time: event.time,
            position: event.position.into(),
            velocity: event.velocity.into(),
        }
    }
}

impl KinstepUntil {
    fn record(&self) -> Outcome<UntilRecord> {
        Ok(UntilRecord {
            kind: words::numbered(self.kind, "kind of event")?,
            crossing: words::numbered(self.crossing, "crossing")?,
            body: self.body.bits,
            vector: self.vector.into(),
            number: self.number,
        })
    }
}

fn found(event: Option<EventRecord>) -> Outcome<KinstepEvent> {
    let none = || {
        Failure::new(
            KinstepStatus::NoAnswer,
            "there was no such event; the world has made the whole step",
        )
    };
    Ok(event.ok_or_else(none)?.into())
}

/// Moves a world by `dt` [s], which is not negative, or to the first event of a body if that is earlier. Without an event it is moved
/// by all of `dt`, and the status is `KINSTEP_STATUS_NO_ANSWER`. Bodies ignore surfaces.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_step_until(
    world: KinstepWorld,
    dt: f64,
    until: Option<&KinstepUntil>,
    event: Option<&mut MaybeUninit<KinstepEvent>>,
) -> KinstepStatus {
    world.answer(event, "event", |world| {
        found(world.step_until(dt, &given(until, "until")?.record()?)?)
    })
}

/// Moves a world by `duration` [s] to a tolerance [m] for the error of a coordinate in a step, in steps as long as that allows. Bodies
/// ignore surfaces.
///
/// Writes the work, unless the pointer is null.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_advance(
    world: KinstepWorld,
    duration: f64,
    tolerance: f64,
    advanced: Option<&mut MaybeUninit<KinstepAdvanced>>,
) -> KinstepStatus {
    world.optional_answer(advanced, |world| {
        let done = world.advance(duration, [tolerance, 0.0], &mut || true)?;
        Ok(KinstepAdvanced {
            exact_bodies: done.exact_bodies,
            islands: done.islands,
            steps: done.nystrom_steps + done.dormand_prince_steps + done.radau_steps,
            rejected: done.rejected,
            evaluations: done.evaluations,
            raised: done.raised.unwrap_or(0.0),
        })
    })
}

/// Moves a world to a tolerance [m] by `duration` [s], which is not negative, or to the first event of a body if that is earlier.
/// Without an event it is moved by all of `duration`, and the status is `KINSTEP_STATUS_NO_ANSWER`. Bodies ignore surfaces.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_advance_until(
    world: KinstepWorld,
    duration: f64,
    tolerance: f64,
    until: Option<&KinstepUntil>,
    event: Option<&mut MaybeUninit<KinstepEvent>>,
) -> KinstepStatus {
    world.answer(event, "event", |world| {
        let until = given(until, "until")?.record()?;
        found(world.advance_until(duration, [tolerance, 0.0], &until, &mut || true)?)
    })
}
