//! The game: a ball, a floor, and a drone that passes.

use kinstep::nalgebra::Vector3;
use kinstep_flight::EngineStep;
use kinstep_flight::aim::Aim;
use rapier3d::prelude::*;

/// Radius of the ball \[m\]; its centre is at this height when it lands.
pub const RADIUS: f32 = 0.04;
const GRAVITY: [f32; 3] = [0.0, -9.81, 0.0];

/// A target that moves on a straight line.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// Position at the time of launch \[m\].
    pub position: Vector3<f64>,
    /// Velocity \[m/s\].
    pub velocity: Vector3<f64>,
}

impl Target {
    /// Position after a time \[s\], in metres.
    #[must_use]
    pub fn at(&self, time: f64) -> Vector3<f64> {
        self.position + self.velocity * time
    }
}

/// Parameters of the steps.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Length of a step \[s\].
    pub dt: f32,
    /// Rapier's `num_solver_iterations`.
    pub substeps: u32,
    /// Linear damping of the ball \[1/s\].
    pub damping: f32,
}

impl Settings {
    /// The rule of the steps for kinstep, with the numbers that Rapier has.
    #[must_use]
    pub fn told(&self) -> EngineStep<3> {
        EngineStep::rapier(f64::from(self.dt))
            .substeps(self.substeps)
            .damping(f64::from(self.damping))
            .gravity(Self::gravity())
    }

    /// A throw at the target, planned by Rapier's rule.
    #[must_use]
    pub fn aim(&self, from: Vector3<f64>, target: &Target) -> Aim<3> {
        self.told()
            .aim(from, target.position)
            .moving(target.velocity)
    }

    /// Acceleration of gravity \[m/s²\].
    #[must_use]
    pub fn gravity() -> Vector3<f64> {
        Vector3::from(GRAVITY).map(f64::from)
    }
}

/// A running Rapier world.
pub struct Game {
    world: PhysicsWorld,
    ball: RigidBodyHandle,
    drone: RigidBodyHandle,
    /// Motion of the drone.
    course: Target,
    steps: u64,
}

impl Game {
    /// The world at the time of the throw. Only the floor stops the ball, because the drone has no
    /// shape.
    #[must_use]
    pub fn new(
        settings: &Settings,
        from: Vector3<f64>,
        thrown: Vector3<f64>,
        target: &Target,
    ) -> Self {
        // Rapier's vectors are glam's
        let rounded = |v: Vector3<f64>| Vector::from(v.cast::<f32>());
        let mut world = PhysicsWorld::new();
        world.gravity = Vector::from(GRAVITY);
        world.integration_parameters.dt = settings.dt;
        world.integration_parameters.num_solver_iterations = settings.substeps as usize;
        let floor =
            ColliderBuilder::cuboid(200.0, 1.0, 200.0).translation(Vector::new(0.0, -1.0, 0.0));
        world.insert_collider(floor, None);
        let ball = RigidBodyBuilder::dynamic()
            .translation(rounded(from))
            .linvel(rounded(thrown))
            .linear_damping(settings.damping)
            .can_sleep(false);
        let (ball, _) = world.insert(ball, ColliderBuilder::ball(RADIUS));
        let drone = RigidBodyBuilder::kinematic_position_based();
        let drone = world.insert_body(drone.translation(rounded(target.position)));
        Self {
            world,
            ball,
            drone,
            course: *target,
            steps: 0,
        }
    }

    /// Makes a step of Rapier and moves the drone along its line.
    pub fn step(&mut self) {
        self.steps += 1;
        let time = self.steps as f64 * f64::from(self.world.integration_parameters.dt);
        let next = Vector::from(self.course.at(time).cast::<f32>());
        self.world.bodies[self.drone].set_next_kinematic_translation(next);
        self.world.step();
    }

    /// Position of the ball \[m\].
    #[must_use]
    pub fn ball(&self) -> Vector3<f32> {
        self.world.bodies[self.ball].translation().into()
    }

    /// Position of the drone \[m\].
    #[must_use]
    pub fn drone(&self) -> Vector3<f32> {
        self.world.bodies[self.drone].translation().into()
    }

    /// Vector from the drone to the ball \[m\].
    fn apart(&self) -> Vector3<f64> {
        self.ball().cast::<f64>() - self.drone().cast::<f64>()
    }

    /// Minimum distance between ball and drone during this many steps \[m\], also between steps.
    pub fn closest_pass(&mut self, steps: u64) -> f64 {
        let mut before = self.apart();
        let mut least = before.norm();
        for _ in 0..steps {
            self.step();
            let after = self.apart();
            // within a step both move on straight lines
            let way = after - before;
            let share = (-before.dot(&way) / way.norm_squared()).clamp(0.0, 1.0);
            least = least.min((before + way * share).norm());
            before = after;
        }
        least
    }
}
