//! The same computations as in the toys, by the crate.

use kinstep::nalgebra::Vector2;
use kinstep::trajectory::{Crossing, Plane, Trajectory};
use kinstep::{Body2, LinearDrag, Scheme, Spring, UniformGravity, Until, World2};
use kinstep_flight::aim::Launch;
use kinstep_flight::{Ballistics, EngineStep};

const GRAVITY: [f64; 2] = [0.0, -9.81];
pub(crate) const RATES: [f64; 4] = [5.0, 20.0, 60.0, 240.0];

/// What the page shows of each toy after 500 steps from its initial values, and the toys' numbers in the page as JavaScript.
pub(crate) const NUMBERS: [(&str, &str); 3] = [
    (
        "rate",
        "toy.velocity.concat(toy.runs.flat().flatMap((run) => [run.time, run.path.length, ...run.path.flat()]))",
    ),
    (
        "springs",
        "toy.runs.flatMap((run) => [run.x, run.change, run.largest, run.exploded ?? -1])",
    ),
    (
        "aim",
        "toy.throws.flatMap(({ velocity, time, path, miss }) => [...velocity, time, miss, ...path.flat()])",
    ),
];

fn ground() -> Plane<f64, 2> {
    Plane::new([0.0, 1.0], 0.0)
}

/// The throw of kinstep: its path \[m\] and time \[s\].
pub(crate) fn throw(rate: f64, velocity: Vector2<f64>) -> (f64, Vec<Vector2<f64>>) {
    let mut world = World2::new();
    world.add_force(UniformGravity::new(GRAVITY)).unwrap();
    world.add_force(LinearDrag::rate(0.5)).unwrap();
    let ball = world.add_body(Body2::point(1.0).moving(velocity)).unwrap();
    let lands = Until::crossing(ball, ground(), Crossing::Descending);
    let mut path = vec![world[ball].position];
    loop {
        let landing = world.step_until(rate.recip(), &lands).unwrap();
        path.push(world[ball].position);
        if landing.is_some() {
            return (world.time(), path);
        }
    }
}

/// The same under the rule of Unity.
fn engine(rate: f64, velocity: Vector2<f64>) -> (f64, Vec<Vector2<f64>>) {
    let step = EngineStep::unity(rate.recip())
        .damping(0.5)
        .gravity(GRAVITY);
    let flight = step.launch([0.0, 0.0], velocity);
    let landing = flight.crossing(&ground(), Crossing::Descending).unwrap();
    let steps = 0..flight.first_step_after(landing.time);
    let path = steps.map(|step| flight.after_steps(step).position);
    (landing.time, path.chain([landing.position]).collect())
}

/// The numbers of the throw at all rates, from the velocity that the page computes \[m/s\].
pub(crate) fn rate(velocity: Vector2<f64>) -> Vec<f64> {
    let mut numbers = vec![velocity.x, velocity.y];
    let engines = RATES.map(|rate| engine(rate, velocity));
    for (time, path) in engines
        .into_iter()
        .chain(RATES.map(|rate| throw(rate, velocity)))
    {
        numbers.extend([time, path.len() as f64]);
        numbers.extend(path.iter().flatten());
    }
    numbers
}

/// The body between two springs.
pub(crate) fn between_springs(scheme: Scheme) -> World2 {
    let mut world = World2::new();
    world.set_scheme(scheme);
    let body = world.add_body(Body2::point(1.0).at([1.0, 0.0])).unwrap();
    for stiffness in [4.0, 9.0] {
        world
            .add_force_on(body, Spring::stiffness(stiffness))
            .unwrap();
    }
    world
}

/// The position, changes of the energy and explosion under each scheme.
pub(crate) fn springs() -> Vec<f64> {
    let schemes = [
        Scheme::FlowKick,
        Scheme::SymplecticEuler,
        Scheme::ExplicitEuler,
    ];
    let numbers = schemes.map(|scheme| {
        let mut world = between_springs(scheme);
        let (mut change, mut largest, mut exploded) = (0.0_f64, 0.0_f64, -1.0);
        for step in 1..=500 {
            world.step(20_f64.recip()).unwrap();
            change = world.energy().total() / 6.5 - 1.0;
            if change > 1e6 {
                exploded = f64::from(step) * 20_f64.recip();
                break;
            }
            largest = largest.max(change.abs());
        }
        [world.body_slice()[0].position.x, change, largest, exploded]
    });
    numbers.concat()
}

/// The throws at the target over the wall.
pub(crate) fn aim() -> Vec<f64> {
    let vacuum = Ballistics::new(GRAVITY);
    let air = vacuum.with_drag_rate(0.1).with_wind([-4.0, 0.0]);
    let (from, target) = ([0.0, 1.5], Vector2::new(32.0, 3.0));
    let order = air.aim(from, target);
    let arcs = order.at_speed(24.0).unwrap();
    let launches: [Launch<2>; 6] = [
        arcs.direct,
        vacuum.aim(from, target).at_speed(24.0).unwrap().direct,
        arcs.lofted,
        order.clearing(&[Vector2::new(18.0, 8.0)]).unwrap(),
        order.with_least_speed().unwrap(),
        order.in_time(2.0).unwrap(),
    ];
    let mut numbers = Vec::new();
    for launch in launches {
        let (velocity, time) = (launch.velocity, launch.time_of_flight);
        let flight = air.launch(from, velocity);
        let miss = (flight.position(time) - target).norm();
        numbers.extend([velocity.x, velocity.y, time, miss]);
        let path = (0..=64).map(|part| flight.position(time * f64::from(part) / 64.0));
        numbers.extend(path.flat_map(|point| [point.x, point.y]));
    }
    numbers
}

/// Distance by which the throw of the program misses \[m\].
pub(crate) fn miss(speed: f64) -> f64 {
    let air = Ballistics::new(GRAVITY)
        .with_drag_rate(0.1)
        .with_wind([-4.0, 0.0]);
    let (hand, target) = (Vector2::new(0.0, 1.5), Vector2::new(32.0, 3.0));
    let throw = air.aim(hand, target).at_speed(speed).unwrap().direct;
    let flight = air.launch(hand, throw.velocity);
    (flight.position(throw.time_of_flight) - target).norm()
}
