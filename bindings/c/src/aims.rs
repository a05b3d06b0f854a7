//! How to throw to hit.

use std::mem::MaybeUninit;

use kinstep_common::aim::{LaunchRecord, OrderRecord, PlanRecord};
use kinstep_common::space::Three;

use crate::KinstepPlanKind;
use crate::flights::KinstepModel;
use crate::memory::{array, array_mut, fill, given};
use crate::status::{KinstepStatus, Outcome, reported};
use crate::types::KinstepVector;

/// What a throw is for: the point of launch, and the target. Leave at zero what does not move.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KinstepOrder {
    /// Point of launch [m].
    pub from: KinstepVector,
    /// Position of the target at launch [m].
    pub target: KinstepVector,
    /// Velocity of the target at launch [m/s].
    pub target_velocity: KinstepVector,
    /// Constant acceleration of the target [m/s²].
    pub target_acceleration: KinstepVector,
    /// Velocity of the shooter [m/s], which is added to that of the throw.
    pub shooter_velocity: KinstepVector,
}

/// What a throw holds fixed. Leave at zero what its kind does not have.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KinstepPlan {
    pub kind: KinstepPlanKind,
    /// Not zero: the latest hit instead of the earliest, as on the high trajectory of a speed.
    pub lofted: u32,
    /// The number of the plan; its kind says what it is.
    pub value: f64,
    /// The point or the normal of the plan; its kind says which.
    pub vector: KinstepVector,
    /// The points [m] of `KINSTEP_PLAN_KIND_CLEARING`.
    pub points: *const KinstepVector,
    /// Their number.
    pub point_count: usize,
}

/// A throw that hits, or the closest attempt.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct KinstepLaunch {
    /// Velocity at launch [m/s], world frame, with that of the shooter.
    pub velocity: KinstepVector,
    /// From launch to hit, or to the closest approach of an attempt [s].
    pub time_of_flight: f64,
    /// Of an attempt: the smallest distance from the target [m]; else zero.
    pub miss: f64,
}

impl From<&KinstepOrder> for OrderRecord {
    fn from(order: &KinstepOrder) -> Self {
        Self {
            from: order.from.into(),
            target: order.target.into(),
            target_velocity: order.target_velocity.into(),
            target_acceleration: order.target_acceleration.into(),
            shooter_velocity: order.shooter_velocity.into(),
        }
    }
}

impl From<&LaunchRecord> for KinstepLaunch {
    fn from(launch: &LaunchRecord) -> Self {
        Self {
            velocity: launch.velocity.into(),
            time_of_flight: launch.time_of_flight,
            miss: launch.miss,
        }
    }
}

impl KinstepPlan {
    /// The plan, and the points that it clears.
    ///
    /// # Safety
    /// There are as many points as it says.
    unsafe fn known(&self) -> Outcome<(PlanRecord, Vec<Three>)> {
        let plan = PlanRecord {
            kind: self.kind,
            lofted: self.lofted,
            value: self.value,
            vector: self.vector.into(),
        };
        // SAFETY: the caller's promise
        let points = unsafe { array(self.points, self.point_count, "points") }?;
        Ok((plan, points.iter().map(|point| (*point).into()).collect()))
    }
}

/// Writes the launch that hits a target. `KINSTEP_STATUS_NO_ANSWER` if there is none, and also if a number of the order, or the value
/// of the plan, is not valid; `kinstep_last_error` has the reason.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_aim(
    model: Option<&KinstepModel>,
    order: Option<&KinstepOrder>,
    plan: Option<&KinstepPlan>,
    launch: Option<&mut MaybeUninit<KinstepLaunch>>,
) -> KinstepStatus {
    reported(|| {
        let launch = given(launch, "launch")?;
        // SAFETY: the header demands as many points as the plan says
        let (known, points) = unsafe { given(plan, "plan")?.known() }?;
        let order = given(order, "order")?.into();
        launch.write(
            (&given(model, "model")?
                .known()?
                .aim(&known, &points, &order)?)
                .into(),
        );
        Ok(())
    })
}

/// Writes all launches that hit a target to a buffer, in the order of their times of flight, and their number to `count`. Statuses are
/// those of `kinstep_aim`; plans with one answer at most (clearing, attempt, steps) are `KINSTEP_STATUS_INVALID_ARGUMENT`.
///
/// # Safety
/// The buffer has room for `capacity` launches.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_aim_hits(
    model: Option<&KinstepModel>,
    order: Option<&KinstepOrder>,
    plan: Option<&KinstepPlan>,
    buffer: *mut MaybeUninit<KinstepLaunch>,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> KinstepStatus {
    reported(|| {
        // SAFETY: the header demands as many points as the plan says
        let (known, _) = unsafe { given(plan, "plan")?.known() }?;
        let hits = given(model, "model")?
            .known()?
            .hits(&known, &given(order, "order")?.into())?;
        let launches: Vec<KinstepLaunch> = hits.iter().map(KinstepLaunch::from).collect();
        // SAFETY: the caller's promise
        unsafe { fill(&launches, buffer, capacity, count) }
    })
}

/// How many orders are answered at once.
const BATCH: usize = 1024;

/// Answers many orders in one call. Each has a launch and a status of its own, `KINSTEP_STATUS_OK` or
/// `KINSTEP_STATUS_NO_ANSWER`; without an answer the launch is all zeros.
///
/// # Safety
/// `orders`, `launches` and `statuses` have `count` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_aim_all(
    model: Option<&KinstepModel>,
    plan: Option<&KinstepPlan>,
    orders: *const KinstepOrder,
    launches: *mut KinstepLaunch,
    statuses: *mut u32,
    count: usize,
) -> KinstepStatus {
    reported(|| {
        let model = given(model, "model")?.known()?;
        // SAFETY: the header demands as many points as the plan says
        let (plan, points) = unsafe { given(plan, "plan")?.known() }?;
        // SAFETY: the caller's promise, here and below; all of them are numbers, of any bits
        let orders = unsafe { array(orders, count, "orders") }?;
        // SAFETY: as above
        let launches = unsafe { array_mut(launches, count, "launches") }?;
        // SAFETY: as above
        let statuses = unsafe { array_mut(statuses, count, "statuses") }?;
        let (mut found, mut codes) = (
            vec![LaunchRecord::default(); BATCH.min(count)],
            vec![0; BATCH.min(count)],
        );
        let places = launches.chunks_mut(BATCH).zip(statuses.chunks_mut(BATCH));
        for (orders, (launches, statuses)) in orders.chunks(BATCH).zip(places) {
            let records: Vec<OrderRecord> = orders.iter().map(OrderRecord::from).collect();
            let (found, codes) = (&mut found[..records.len()], &mut codes[..records.len()]);
            model.aim_each(&plan, &points, &records, found, codes, &mut || true)?;
            for (((found, code), launch), status) in
                found.iter().zip(codes).zip(launches).zip(statuses)
            {
                (*launch, *status) = match code {
                    0 => (KinstepLaunch::from(found), KinstepStatus::Ok as u32),
                    _ => (KinstepLaunch::default(), KinstepStatus::NoAnswer as u32),
                };
            }
        }
        Ok(())
    })
}
