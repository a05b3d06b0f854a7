//! A turret, its shells and the target in one world.

use anyhow::Result;
use kinstep::aim::AimError;
use kinstep::ballistics::{Ballistics, Trajectory};
use kinstep::nalgebra::Vector3;
use kinstep::{Body3, BodyId, ConstantForce, ForceId, LinearDrag, UniformGravity, World3};

use crate::gunner::{Gunner, Sight};
use crate::scenario::{DRAG_RATE, GRAVITY, MUZZLE, START, Scenario};

/// A shell that comes this close has hit \[m\].
pub(crate) const RADIUS: f64 = 0.5;
/// Shells fly on for so long after they should have hit \[s\].
const AFTERWARDS: f64 = 0.5;
/// Masses of target and shells \[kg\].
const MASSES: [f64; 2] = [900.0, 2.0];

/// A shell that was fired.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Shot {
    /// When \[s\].
    pub(crate) fired: f64,
    /// On which leg of the target's course.
    pub(crate) leg: usize,
    /// Whether the target kept its course until the hit that was planned.
    pub(crate) kept: bool,
    /// How close it came to the target \[m\].
    pub(crate) closest: f64,
}

impl Shot {
    pub(crate) fn hits(&self) -> bool {
        self.closest <= RADIUS
    }
}

/// What a gunner fired.
#[derive(Debug)]
pub(crate) struct Battle {
    pub(crate) gunner: Gunner,
    pub(crate) shots: Vec<Shot>,
    /// How often no shell could have reached the target.
    pub(crate) held: usize,
}

/// A shell on its way.
#[derive(Debug)]
struct Shell {
    body: BodyId,
    /// Which of the shots.
    shot: usize,
    /// When it has long passed \[s\].
    end: f64,
}

/// The world while the turret fires.
#[derive(Debug)]
struct Field<'a> {
    scenario: &'a Scenario,
    air: Ballistics<f64, 3>,
    world: World3,
    target: BodyId,
    /// What keeps the target on its leg.
    engine: ForceId,
    shells: Vec<Shell>,
    battle: Battle,
}

/// Fires until the time is over, and waits for the last shell.
pub(crate) fn fight(scenario: &Scenario, gunner: Gunner) -> Result<Battle> {
    let mut field = Field::new(scenario, gunner)?;
    let mut step = 0;
    while step < scenario.steps || !field.shells.is_empty() {
        let leg = &scenario.legs[scenario.leg(step)];
        if leg.from == step {
            field.turn(&leg.acceleration)?;
        }
        if scenario.fires(step) {
            field.fire(step)?;
        }
        field.step()?;
        step += 1;
    }
    Ok(field.battle)
}

impl<'a> Field<'a> {
    fn new(scenario: &'a Scenario, gunner: Gunner) -> Result<Self> {
        let mut world = World3::new();
        let target = world.add_body(Body3::point(MASSES[0]).at(START.0).moving(START.1))?;
        let engine = world.add_force_on(target, ConstantForce::new([0.0; 3]))?;
        let battle = Battle {
            gunner,
            shots: Vec::new(),
            held: 0,
        };
        Ok(Self {
            scenario,
            air: scenario.air(),
            world,
            target,
            engine,
            shells: Vec::new(),
            battle,
        })
    }

    /// The target changes its course.
    fn turn(&mut self, acceleration: &Vector3<f64>) -> Result<()> {
        let thrust = ConstantForce::new(acceleration * MASSES[0]);
        Ok(self.world.replace_force(self.engine, thrust)?)
    }

    /// The turret fires, if that makes sense.
    fn fire(&mut self, step: u64) -> Result<()> {
        let (leg, target) = (self.scenario.leg(step), &self.world[self.target]);
        let sight = Sight {
            position: target.position,
            velocity: target.velocity,
            acceleration: self.scenario.legs[leg].acceleration,
        };
        let launch = match (self.battle.gunner).aim(&self.air, &sight, self.scenario.speed) {
            Ok(launch) => launch,
            Err(AimError::OutOfRange { .. } | AimError::NeverMet) => {
                self.battle.held += 1;
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        let fired = step as f64 * self.scenario.dt();
        let turns = self.scenario.legs[leg].to as f64 * self.scenario.dt();
        let hit = fired + launch.time_of_flight;
        let body = self.load(launch.velocity)?;
        self.shells.push(Shell {
            body,
            shot: self.battle.shots.len(),
            end: hit + AFTERWARDS,
        });
        self.battle.shots.push(Shot {
            fired,
            leg,
            kept: hit <= turns,
            closest: f64::INFINITY,
        });
        Ok(())
    }

    /// A new shell, with what acts on it.
    fn load(&mut self, velocity: Vector3<f64>) -> Result<BodyId> {
        let world = &mut self.world;
        let shell = Body3::point(MASSES[1]).at(MUZZLE).moving(velocity);
        let shell = world.add_body(shell)?;
        world.add_force_on(shell, UniformGravity::new(GRAVITY))?;
        let drag = LinearDrag::rate(DRAG_RATE).in_wind(self.scenario.wind());
        world.add_force_on(shell, drag)?;
        Ok(shell)
    }

    /// Moves everything, and looks how close shells come to the target on the way.
    fn step(&mut self) -> Result<()> {
        let dt = self.scenario.dt();
        for shell in &self.shells {
            let distance = closest(&self.world, shell.body, self.target, dt)?;
            let shot = &mut self.battle.shots[shell.shot];
            shot.closest = shot.closest.min(distance);
        }
        self.world.step(dt)?;
        let time = self.world.time();
        for shell in self.shells.extract_if(.., |shell| shell.end < time) {
            self.world.remove_body(shell.body)?;
        }
        Ok(())
    }
}

/// How close a shell comes to the target within a step \[m\].
///
/// The shell flies under `a = c - γ v`, the target under a constant acceleration b with `V + b t`. The way from one to
/// the other has a linear law, too: `a = (c - b - γ V) - γ b t - γ u`. Its closest approach to zero is found in one piece,
/// however long the step is.
fn closest(world: &World3, shell: BodyId, target: BodyId, dt: f64) -> Result<f64> {
    let way = world[shell].relative_to(&world[target]);
    let mut law = world.trajectory(shell)?.law();
    let acceleration = world.trajectory(target)?.law().constant;
    law.constant -= acceleration + world[target].velocity * law.damping;
    law.ramp -= acceleration * law.damping;
    let flight = law.launch(way.position, way.velocity);
    Ok(flight.closest_approach([0.0; 3], 0.0..dt)?.distance)
}
