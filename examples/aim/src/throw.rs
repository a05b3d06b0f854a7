//! Throws that were planned, and flown to see where they end.

use anyhow::Result;
use kinstep::aim::{AimError, Launch};
use kinstep::ballistics::{Ballistics, Flight, Trajectory};
use kinstep::{Body2, LinearDrag, UniformGravity, World2};

use crate::planner::{self, Planner};
use crate::scene::{Scene, TARGETS, Target};

/// What a planner finds for a target.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) planner: &'static Planner,
    pub(crate) target: &'static Target,
    /// Or why there is none.
    pub(crate) throws: Result<Vec<Throw>, AimError<f64>>,
    /// What it finds in the same place without air, if it does.
    pub(crate) airless: Vec<Throw>,
}

/// One arc.
#[derive(Debug)]
pub(crate) struct Throw {
    /// Which of several arcs.
    pub(crate) arc: &'static str,
    pub(crate) launch: Launch<f64, 2>,
    pub(crate) flight: Flight<f64, 2>,
    /// How far it is from the target at the time of the hit \[m\].
    pub(crate) miss: f64,
}

/// Steps of the world in a second.
pub(crate) const HZ: f64 = 60.0;

/// All targets for all planners.
pub(crate) fn tasks(scene: &Scene) -> Vec<Task> {
    let planners = planner::ALL.iter();
    let pairs = planners.flat_map(|planner| TARGETS.iter().map(move |target| (planner, target)));
    let tasks = pairs.map(|(planner, target)| Task {
        planner,
        target,
        throws: throws(planner, target, &scene.air()),
        airless: throws(planner, target, &scene.vacuum()).unwrap_or_default(),
    });
    tasks.collect()
}

/// What a planner finds in some air.
fn throws(
    planner: &Planner,
    target: &Target,
    air: &Ballistics<f64, 2>,
) -> Result<Vec<Throw>, AimError<f64>> {
    let launches = (planner.plan)(&target.aim(air, planner.moves), target)?;
    let throws = launches.into_iter().map(|(arc, launch)| {
        let flight = air.launch([0.0, 0.0], launch.velocity);
        let time = launch.time_of_flight;
        Throw {
            arc,
            launch,
            flight,
            miss: (flight.position(time) - target.at(time, planner.moves)).norm(),
        }
    });
    Ok(throws.collect())
}

impl Throw {
    /// Whether it is farther from the target than rounding can be.
    pub(crate) fn misses(&self) -> bool {
        self.miss > 1e-9
    }
}

impl Task {
    /// How far a throw is from the target in a world that is stepped \[m\].
    pub(crate) fn miss_in_world(&self, scene: &Scene, throw: &Throw) -> Result<f64> {
        let time = throw.launch.time_of_flight;
        let end = stepped(scene, &throw.launch)?;
        Ok((end.position - self.target.at(time, self.planner.moves)).norm())
    }
}

/// A body that was thrown and stepped until its time was over.
fn stepped(scene: &Scene, launch: &Launch<f64, 2>) -> Result<Body2> {
    let air = scene.air();
    let mut world = World2::new();
    world.add_force(UniformGravity::new(air.gravitational_acceleration()))?;
    world.add_force(LinearDrag::rate(air.drag_rate()).in_wind(air.wind()))?;
    let ball = world.add_body(Body2::point(1.0).moving(launch.velocity))?;
    for _ in 0..(launch.time_of_flight * HZ) as u64 {
        world.step(1.0 / HZ)?;
    }
    // what is left of the last step
    world.step(launch.time_of_flight - world.time())?;
    Ok(world[ball])
}
