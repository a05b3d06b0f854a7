//! Hashes of aims, flights, orbits, rotations and swarms: the bits are the same on one thread and
//! on several.

use kinstep::nalgebra::Vector3;
use kinstep::orbit::Orbit;
use kinstep::rotation::Rotor;
use kinstep::trajectory::{Crossing, Plane, Sphere, Terrain, Trajectory};
use kinstep::{Float, Inertia, LinearLaw};
use kinstep_flight::aim::{AimError, Launch, Order, Plan};
use kinstep_flight::{Ballistics, EngineStep, QuadraticAir};
use kinstep_swarm::Block;
use kinstep_swarm::Swarm;

use crate::bits::{Bits, Numbers};

fn number<T: Float>(value: f64) -> T {
    kinstep::nalgebra::convert(value)
}

fn take(bits: &mut Bits, answer: Result<Launch<3>, AimError>) {
    match answer {
        Ok(launch) => {
            bits.vector(&launch.velocity);
            bits.number(launch.time_of_flight);
        }
        Err(_) => bits.word(1),
    }
}

/// Hash of launches at fixed and moving targets: by nine plans, without drag, with linear drag and
/// in the rational model; and by two planners with quadratic drag.
pub fn of_aims() -> u64 {
    let mut bits = Bits::new();
    let mut numbers = Numbers::new(7);
    let orders: Vec<_> = (0..40)
        .map(|_| {
            let [from, target] = [(); 2].map(|()| numbers.vector::<f64, 3>() * 50.0);
            Order::new(from, target).moving(numbers.vector::<f64, 3>())
        })
        .collect();
    let still = orders
        .iter()
        .map(|order| Order::new(order.from, order.target));
    let orders: Vec<_> = orders.iter().copied().chain(still).collect();
    let plans = [
        Plan::Time(2.5),
        Plan::StraightLineSpeed(25.0),
        Plan::Speed(40.0),
        Plan::LeastSpeed,
        Plan::Apex(60.0),
        Plan::Curviness(0.3),
        Plan::Slope(0.75),
        Plan::ArrivalSlope(-0.75),
        Plan::Lob(0.5),
    ];
    let parabola = Ballistics::new([0.0, -9.81, 0.0]);
    let air = parabola
        .with_terminal_speed(35.0)
        .with_wind([3.0, 0.0, 1.0]);
    let mut answers = vec![Err(AimError::NeverMet); orders.len()];
    for plan in &plans {
        parabola.aim_all(&orders, plan, &mut answers).unwrap();
        answers.iter().for_each(|answer| take(&mut bits, *answer));
        air.aim_all(&orders, plan, &mut answers).unwrap();
        answers.iter().for_each(|answer| take(&mut bits, *answer));
        air.rational()
            .loft_all(&orders, plan, &mut answers)
            .unwrap();
        answers.iter().for_each(|answer| take(&mut bits, *answer));
    }
    for order in &orders[36..44] {
        let aim = air
            .quadratic()
            .aim(order.from, order.target)
            .moving(order.target_velocity);
        take(&mut bits, aim.in_time(3.0));
        take(&mut bits, aim.at_speed(60.0).map(|arcs| arcs.direct));
    }
    bits.0
}

/// Hash of positions, crossings, landings and closest approaches of every kind of flight.
pub fn of_flights() -> u64 {
    let mut bits = Bits::new();
    let mut numbers = Numbers::new(11);
    let up = [0.0, 1.0, 0.0];
    let hills = |p: &Vector3<f64>| p.x * p.z * 1e-2 / (1.0 + p.x * p.x * 1e-3);
    let terrain = Terrain::new(up, hills, 2.0);
    let down = [0.0, -9.81, 0.0];
    let law = LinearLaw::gravity(down) + LinearLaw::spring(0.3) + LinearLaw::drag(0.1);
    let air = Ballistics::new(down).with_terminal_speed(35.0);
    let real = QuadraticAir::new(down, 0.01);
    let engine = EngineStep::rapier(1.0 / 60.0)
        .substeps(4)
        .damping(0.1)
        .gravity(down);
    let ball = Sphere::new([20.0, 0.0, 0.0], 8.0);
    fn ask(bits: &mut Bits, flight: &impl Trajectory<3>, plane: &Plane<f64, 3>) {
        bits.vector(&flight.position(1.7));
        bits.vector(&flight.velocity(1.7));
        if let Some(event) = flight.crossing(plane, Crossing::Any) {
            bits.number(event.time);
            bits.vector(&event.position);
        }
        if let Ok(closest) = flight.closest_approach([9.0, 1.0, 0.0], 0.0..3.0) {
            bits.number(closest.distance);
        }
    }
    for _ in 0..10 {
        let (from, velocity) = (
            numbers.vector() + Vector3::from(up) * 30.0,
            numbers.vector() * 30.0,
        );
        let plane = Plane::new([0.1, 1.0, 0.0], 1.0);
        let flight = air.launch(from, velocity);
        ask(&mut bits, &flight, &plane);
        if let Ok(Some(landing)) = flight.landing(&terrain, 0.0..60.0) {
            bits.number(landing.time);
        }
        if let Ok(Some(event)) = flight.sphere_crossing(&ball, Crossing::Ascending, 0.0..9.0) {
            bits.number(event.time);
        }
        ask(&mut bits, &law.launch(from, velocity), &plane);
        ask(&mut bits, &real.launch(from, velocity), &plane);
        ask(&mut bits, &engine.launch(from, velocity), &plane);
        ask(&mut bits, &air.rational().launch(from, velocity), &plane);
    }
    bits.0
}

/// Hash of states on orbits, and of rotations of bodies with three kinds of inertia.
pub fn of_orbits_and_turns<T: Float + kinstep::Real<3>>() -> u64 {
    let mut bits = Bits::new();
    let mut numbers = Numbers::new(13);
    let one = T::one();
    for round in 0..200 {
        let [position, velocity] = [(); 2].map(|()| numbers.vector::<T, 3>());
        let velocity = velocity * number::<T>(f64::from(round) * 0.01);
        let orbit = Orbit::new(one, position, velocity).unwrap();
        let (x, v) = orbit.at(number(f64::from(round) - 100.0));
        bits.vector(&x);
        bits.vector(&v);
        bits.number(orbit.period().unwrap_or(T::zero()));
        let moments: Vector3<T> =
            numbers.vector::<T, 3>() * number::<T>(0.2) + Vector3::from_element(one);
        let inertias = [
            Inertia::principal(moments),
            Inertia::principal([one, one, moments.z]),
            Inertia::principal([one; 3]),
        ];
        for inertia in inertias {
            let turned = Rotor::new(&inertia).turned(&inertia.axes(), &velocity, number(3.0));
            turned
                .coords
                .iter()
                .for_each(|&component| bits.number(component));
        }
    }
    bits.0
}

/// Number of bodies: enough for the use of all threads.
const COUNT: usize = 60_000;

/// Hash of the states of a large swarm after steps under a law, without and with an expensive
/// force.
pub fn of_crowds() -> u64 {
    let mut bits = Bits::new();
    let mut numbers = Numbers::new(17);
    let mut swarm: Swarm<f32, 3> = Swarm::with_capacity(COUNT);
    for _ in 0..COUNT {
        (swarm.push(numbers.vector() * 50.0, numbers.vector())).unwrap();
    }
    let pull = |block: &Block<'_, f32, 3>, accelerations: &mut [Vector3<f32>]| {
        for (x, acceleration) in block.positions.iter().zip(accelerations) {
            let sum = (1..40_u8).fold(0.0, |sum, k| sum + 1.0 / (f32::from(k) + x.norm_squared()));
            *acceleration -= x * sum;
        }
    };
    let law = LinearLaw::gravity([0.0, -9.81, 0.0]) + LinearLaw::drag(0.1);
    for _ in 0..3 {
        swarm.step(&law, 0.02).unwrap();
        swarm.steps_kicked(&law, &pull, 0.01, 2).unwrap();
    }
    swarm
        .positions()
        .iter()
        .chain(swarm.velocities())
        .for_each(|vector| bits.vector(vector));
    bits.0
}
