//! How to throw to hit.

use std::mem::MaybeUninit;

use kinstep::trajectory::Plane;
use kinstep_flight::aim::{
    AimError, Launch as KnownLaunch, Order as KnownOrder, Plan as KnownPlan,
};

use crate::kinds::Kind;
use crate::memory::{array, array_mut, fill, given, place};
use crate::model::Model;
use crate::planners::{answer, hits};
use crate::status::{OrStatus, Outcome, Status, reported};
use crate::vector::Vector;

/// A throw that is wanted: from where, at what. What moves has a velocity; the rest is zero.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Order {
    /// Point of launch [m].
    pub from: Vector,
    /// The target at launch [m].
    pub target: Vector,
    /// [m/s]
    pub target_velocity: Vector,
    /// [m/s^2]
    pub target_acceleration: Vector,
    /// [m/s], which the throw has besides its own.
    pub shooter_velocity: Vector,
}

/// The kinds of plans, and what `value` is in each. Quadratic drag has those of time, speeds, slopes, climb and lob.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlanKind {
    /// Time of flight [s].
    Time = 1,
    /// Speed along the straight line to the hit [m/s].
    StraightLineSpeed = 2,
    /// Speed of launch [m/s].
    Speed = 3,
    /// Speed of launch [m/s]: the earliest hit.
    EarliestAtSpeed = 4,
    /// The least speed of launch; the value is zero.
    LeastSpeed = 5,
    /// Through `vector`, a point [m]; the value is zero.
    Through = 6,
    /// Touches the plane of normal `vector` at this distance from the origin [m].
    Touching = 7,
    /// Height of the apex over the origin [m].
    Apex = 8,
    /// Height of the arc over the straight line [m].
    ArcHeight = 9,
    /// Height of the arc over its length.
    Curviness = 10,
    /// Slope at launch: rise over run.
    Slope = 11,
    /// Slope at the hit: rise over run.
    ArrivalSlope = 12,
    /// Speed upwards at launch [m/s].
    ClimbSpeed = 13,
    /// Speed upwards over the distance [1/s].
    Lob = 14,
}

/// What is asked of a throw.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// A `KinstepPlanKind`.
    pub kind: u32,
    /// A `KinstepArc`, where a plan has two.
    pub arc: u32,
    /// By kind.
    pub value: f64,
    /// A point or a normal, by kind.
    pub vector: Vector,
}

/// Which of two arcs.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arc {
    /// The earlier hit; for plans of climb speed and lobs that on the way down.
    Direct = 0,
    /// The later hit.
    Lofted = 1,
}

/// A throw that hits.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Launch {
    /// [m/s], besides that of the shooter.
    pub velocity: Vector,
    /// [s]
    pub time_of_flight: f64,
}

impl From<&Order> for KnownOrder<3> {
    fn from(order: &Order) -> Self {
        Self::new(order.from, order.target)
            .moving(order.target_velocity)
            .accelerating(order.target_acceleration)
            .shooter_moving(order.shooter_velocity)
    }
}

impl From<&KnownLaunch<3>> for Launch {
    fn from(launch: &KnownLaunch<3>) -> Self {
        Self {
            velocity: launch.velocity.into(),
            time_of_flight: launch.time_of_flight,
        }
    }
}

impl Plan {
    fn known(&self) -> Outcome<KnownPlan<3>> {
        let Self { value, vector, .. } = *self;
        Ok(match PlanKind::numbered(self.kind)? {
            PlanKind::Time => KnownPlan::Time(value),
            PlanKind::StraightLineSpeed => KnownPlan::StraightLineSpeed(value),
            PlanKind::Speed => KnownPlan::Speed(value),
            PlanKind::EarliestAtSpeed => KnownPlan::EarliestAtSpeed(value),
            PlanKind::LeastSpeed => KnownPlan::LeastSpeed,
            PlanKind::Through => KnownPlan::Through(vector.into()),
            PlanKind::Touching => KnownPlan::Touching(Plane::new(vector, value)),
            PlanKind::Apex => KnownPlan::Apex(value),
            PlanKind::ArcHeight => KnownPlan::ArcHeight(value),
            PlanKind::Curviness => KnownPlan::Curviness(value),
            PlanKind::Slope => KnownPlan::Slope(value),
            PlanKind::ArrivalSlope => KnownPlan::ArrivalSlope(value),
            PlanKind::ClimbSpeed => KnownPlan::ClimbSpeed(value),
            PlanKind::Lob => KnownPlan::Lob(value),
        })
    }

    fn is_lofted(&self) -> Outcome<bool> {
        Ok(Arc::numbered(self.arc)? == Arc::Lofted)
    }
}

/// The launch that hits a target.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_aim(
    model: Option<&Model>,
    order: Option<&Order>,
    plan: Option<&Plan>,
    launch: Option<&mut MaybeUninit<Launch>>,
) -> Status {
    reported(|| {
        let launch = place(launch, "launch")?;
        let (model, plan) = (given(model, "model")?.known()?, given(plan, "plan")?);
        let order = KnownOrder::from(given(order, "order")?);
        let mut answers = [Err(AimError::NeverMet)];
        answer(
            &model,
            &plan.known()?,
            plan.is_lofted()?,
            &[order],
            &mut answers,
        )?;
        let [found] = answers;
        launch.write(Launch::from(&found.or_status(Status::NoAnswer)?));
        Ok(())
    })
}

/// All launches that hit a target, in the order of their times of flight, into a buffer, and their number into `count`.
///
/// # Safety
/// The buffer has room for `capacity` launches.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_aim_hits(
    model: Option<&Model>,
    order: Option<&Order>,
    plan: Option<&Plan>,
    buffer: *mut MaybeUninit<Launch>,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> Status {
    reported(|| {
        let order = KnownOrder::from(given(order, "order")?);
        let plan = given(plan, "plan")?.known()?;
        let hits = hits(&given(model, "model")?.known()?, &plan, &order)?;
        let launches: Vec<Launch> = hits.iter().map(Launch::from).collect();
        // SAFETY: the caller's promise
        unsafe { fill(&launches, buffer, capacity, count) }
    })
}

/// How many orders are answered at once.
const BATCH: usize = 1024;

/// Answers many orders in one call. Each has a launch and a status of its own, `KINSTEP_STATUS_OK` or `KINSTEP_STATUS_NO_ANSWER`; a
/// launch that is none is all zeros.
///
/// # Safety
/// All arrays have `count` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_aim_all(
    model: Option<&Model>,
    plan: Option<&Plan>,
    orders: *const Order,
    launches: *mut Launch,
    statuses: *mut u32,
    count: usize,
) -> Status {
    reported(|| {
        let (model, plan) = (given(model, "model")?.known()?, given(plan, "plan")?);
        let (known_plan, is_lofted) = (plan.known()?, plan.is_lofted()?);
        // SAFETY: the caller's promise, here and below; all of them are numbers, of any bits
        let orders = unsafe { array(orders, count, "orders") }?;
        // SAFETY: as above
        let launches = unsafe { array_mut(launches, count, "launches") }?;
        // SAFETY: as above
        let statuses = unsafe { array_mut(statuses, count, "statuses") }?;
        let mut answers = [const { Err(AimError::NeverMet) }; BATCH];
        let places = launches.chunks_mut(BATCH).zip(statuses.chunks_mut(BATCH));
        for (orders, (launches, statuses)) in orders.chunks(BATCH).zip(places) {
            let known: Vec<_> = orders.iter().map(KnownOrder::from).collect();
            let answers = &mut answers[..known.len()];
            answer(&model, &known_plan, is_lofted, &known, answers)?;
            for ((answer, launch), status) in answers.iter().zip(launches).zip(statuses) {
                (*launch, *status) = match answer {
                    Ok(found) => (found.into(), Status::Ok as u32),
                    Err(_) => (Launch::default(), Status::NoAnswer as u32),
                };
            }
        }
        Ok(())
    })
}
