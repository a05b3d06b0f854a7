//! Known results, computed by worlds, swarms, flights and aims.

use core::f64::consts::PI;

use kinstep_flight::aim::AimError;
use kinstep::trajectory::{Crossing, Trajectory};
use kinstep_flight::Ballistics;
use kinstep::nalgebra::Vector3;
use kinstep::{Body2, Body3, Inertia, LinearDrag, LinearLaw, PointGravity, UniformGravity, World2, World3};
use kinstep_swarm::Swarm;

/// The error of a result.
pub struct Answer {
    pub what: &'static str,
    pub off: f64,
    /// Bound of the error, by rounding.
    pub within: f64,
}

impl Answer {
    /// A result of a size near `scale`: its error is at most a hundred roundings; that of a failure
    /// is infinite.
    fn new<E>(what: &'static str, off: Result<f64, E>, scale: f64) -> Self {
        Self {
            what,
            off: off.unwrap_or(f64::INFINITY),
            within: 100.0 * f64::EPSILON * scale,
        }
    }
}

/// Any failure.
#[derive(Debug)]
pub struct Failed;

impl<E: core::error::Error> From<E> for Failed {
    fn from(_: E) -> Self {
        Self
    }
}

/// A ball falls in air of drag rate 1/s: `v = -g (1 - 1/e)`, `y = -g/e` after a second, in any
/// number of steps.
pub fn of_a_falling_ball() -> Answer {
    let fall = || -> Result<f64, Failed> {
        let mut world = World2::new();
        world.add_force(UniformGravity::new([0.0, -9.81]))?;
        world.add_force(LinearDrag::rate(1.0))?;
        let ball = world.add_body(Body2::point(0.145))?;
        for _ in 0..64 {
            world.step(1.0 / 64.0)?;
        }
        let inverse = 0.367_879_441_171_442_3;
        let off = world[ball].position.y + 9.81 * inverse;
        Ok(off.abs() + (world[ball].velocity.y + 9.81 * (1.0 - inverse)).abs())
    };
    Answer::new("a ball that falls in air", fall(), 9.81)
}

/// A brick that tumbles about its middle axis keeps its angular momentum, its energy and the length
/// of its quaternion.
pub fn of_a_turning_brick() -> Answer {
    let turn = || -> Result<f64, Failed> {
        let mut world = World3::new();
        let brick = Inertia::cuboid(1.2, [0.03, 0.15, 0.22]);
        let brick = world.add_body(Body3::solid(1.2, brick).spinning([0.01, 6.0, 0.02]))?;
        let (spin, energy) = (world[brick].spin_angular_momentum(), world[brick].kinetic_energy());
        let mut tumbled = false;
        for _ in 0..1000 {
            world.step(0.01)?;
            tumbled |= (world[brick].orientation() * Vector3::y()).y < -0.5;
        }
        if !tumbled {
            return Err(Failed);
        }
        let length = world[brick].orientation().as_ref().norm();
        let energies = world[brick].kinetic_energy() / energy;
        Ok((world[brick].spin_angular_momentum() - spin).norm() + (length - 1.0).abs() + (energies - 1.0).abs())
    };
    Answer::new("a brick that tumbles", turn(), 1.0)
}

/// A quarter of a circular orbit of radius 1 about μ = 1.
pub fn of_an_orbit() -> Answer {
    let fall = || -> Result<f64, Failed> {
        let mut world = World3::new();
        world.add_force(PointGravity::new(1.0))?;
        let moon = world.add_body(
            Body3::point(1.0)
                .at([1.0, 0.0, 0.0])
                .moving([0.0, 1.0, 0.0]),
        )?;
        world.step(0.5 * PI)?;
        Ok((world[moon].position - Vector3::y()).norm())
    };
    Answer::new("a quarter of an orbit", fall(), 1.0)
}

/// A thousand bodies fall for two seconds, in `f32`.
pub fn of_a_swarm() -> Answer {
    let fall = || -> Result<f64, Failed> {
        let mut swarm: Swarm<f32, 3> = Swarm::with_capacity(1000);
        for body in 0..1000_u16 {
            swarm.push([0.0; 3], [f32::from(body), 0.0, 0.0])?;
        }
        let law = LinearLaw::gravity([0.0, -10.0, 0.0]);
        swarm.step(&law, 2.0)?;
        let pull = |block: &kinstep_swarm::Block<f32, 3>, accelerations: &mut [Vector3<f32>]| {
            for (position, acceleration) in block.positions.iter().zip(accelerations) {
                acceleration.z -= position.z;
            }
        };
        swarm.step_kicked(&law, &pull, 0.5)?;
        let places = (0..1000_u16).map(f32::from).zip(swarm.positions());
        Ok(places.fold(0.0, |worst: f64, (body, place)| {
            let off = place - Vector3::new(2.5 * body, -31.25, 0.0);
            worst.max(f64::from(off.norm()))
        }))
    };
    // numbers up to 2500 in `f32`
    Answer {
        within: 4.0 * 2500.0 * f64::from(f32::EPSILON),
        ..Answer::new("a swarm that falls", fall(), 1.0)
    }
}

/// A parabola comes down after `2 v/g`.
pub fn of_a_flight() -> Answer {
    let air = Ballistics::<2>::new([0.0, -10.0]);
    let flight = air.launch([0.0, 0.0], [3.0, 4.0]);
    let landing = flight
        .crossing(&air.level(0.0), Crossing::Descending)
        .ok_or(Failed);
    let off = landing.map(|landing| (landing.time - 0.8).abs() + (landing.position.x - 2.4).abs());
    Answer::new("a flight that lands", off, 1.0)
}

/// Launches of an aim hit, in air with drag, too.
pub fn of_an_aim() -> Answer {
    let throw = || -> Result<f64, AimError> {
        let air = Ballistics::<3>::new([0.0, -9.81, 0.0]).with_terminal_speed(35.0);
        let (from, target) = ([0.0, 2.0, 0.0], Vector3::new(40.0, 0.0, 10.0));
        let moving = air
            .aim(from, target)
            .moving([1.0, 0.0, -2.0])
            .at_speed(40.0)?;
        let mut off = 0.0;
        for launch in [moving.direct, moving.lofted] {
            let time = launch.time_of_flight;
            let there = target + Vector3::new(1.0, 0.0, -2.0) * time;
            off += (air.launch(from, launch.velocity).position(time) - there).norm();
        }
        Ok(off)
    };
    Answer::new("a throw at a target that moves", throw(), 40.0)
}
