//! Counts the instructions of the hot paths and fails if one of them becomes longer. Each path
//! starts from a fixed state of its own.
//!
//! Times on a shared machine vary by tens of percent between runs; instruction counts do not vary.
//! A path that becomes more than 2 % longer, and by more than 24 instructions, fails here. Install
//! the runner and valgrind first: `cargo install gungraun-runner@0.20.0`,
//! `apt-get install valgrind`.
//!
//! ```text
//! cargo bench --profile counts -p counts -- "*::optimised::*"
//! cargo bench --profile plain -p counts -- "*::plain::*"
//! cargo bench --profile embedded -p counts -- "*::embedded::*"
//! ```
//!
//! If a count changes on purpose, write the new count beside its path.

use std::hint::black_box;
use std::process::Command;
use std::sync::LazyLock;

use gungraun::prelude::*;
use gungraun::{Callgrind, EventKind};
use kinstep::contact::Contact;
use kinstep::nalgebra::{SVector, Vector2, Vector3, convert};
use kinstep::trajectory::{Crossing, Plane, Trajectory};
use kinstep::{
    Body2, Body3, BodyId, Float, ForceField, ForceId, Inertia, LinearDrag, LinearLaw,
    MagneticField, PointGravity, QuadraticDrag, Spring, UniformGravity, World2, World3,
};
use kinstep_flight::Ballistics;
use kinstep_swarm::Block;
use kinstep_swarm::Swarm;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const GRAVITY: [f64; 3] = [0.0, -9.81, 0.0];
const WIND: [f64; 3] = [3.0, 0.0, -1.0];
const DT: f64 = 1.0 / 60.0;

/// One repetition of a path.
type Repetition = Box<dyn FnMut()>;

/// Versions of the tools with which the counts were made: the compiler, the C library (elementary
/// functions, copies of memory) and valgrind. Valgrind 3.19 offers AVX2 to a program, but not
/// AVX-512.
const MADE_WITH: [(&str, &str); 3] = [
    ("rustc --version", "rustc 1.95.0 (59807616e 2026-04-14)"),
    ("getconf GNU_LIBC_VERSION", "glibc 2.36"),
    ("valgrind --version", "valgrind-3.19.0"),
];

/// Whether the versions on this machine are those of [`MADE_WITH`], so that counts can be compared.
fn is_comparable() -> bool {
    static COMPARABLE: LazyLock<bool> = LazyLock::new(|| {
        MADE_WITH.iter().all(|(command, version)| {
            let (program, argument) = command.split_once(' ').expect("an argument");
            let said = Command::new(program).arg(argument).output();
            let said = said.map_or(String::new(), |said| {
                String::from_utf8_lossy(&said.stdout).into()
            });
            let is_same = said.trim() == *version;
            if !is_same {
                eprintln!("NOT COMPARED: the counts were made with {version}, and this is {said}");
            }
            is_same
        })
    });
    *COMPARABLE
}

/// Configuration of a path with this count. The path fails if the count grows by more than 2 % and
/// by more than 24 instructions: another address of a buffer can cost a copy about that many.
fn at_most(instructions: u64) -> LibraryBenchmarkConfig {
    let limit = instructions + (instructions / 50).max(24);
    let mut callgrind = Callgrind::with_args(["--cache-sim=no"]);
    if is_comparable() {
        callgrind.hard_limits([(EventKind::Ir, limit)]);
    }
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(callgrind);
    config
}

/// Runs the path once, so that its buffers are allocated before the measurement.
fn warm(mut once: Repetition) -> Repetition {
    once();
    once
}

// The crate and the program that calls it are optimised.
#[library_benchmark(setup = warm, teardown = drop)]
#[bench::swarm_few(args = (swarm(1000, fall::<f32>())), config = at_most(4_101))]
#[bench::swarm_f32(args = (swarm(10_000, fall::<f32>())), config = at_most(36_149))]
#[bench::swarm_spring(args = (swarm_on_springs(10_000)), config = at_most(122_496))]
#[bench::swarm_kicked(args = (kicked(10_000)), config = at_most(762_146))]
#[bench::swarm_across(args = (across(10_000)), config = at_most(155_773))]
#[bench::rest_swarm(args = (swarm_at_rest(10_000)), config = at_most(43_652))]
#[bench::rest_world(args = (world_at_rest(1000)), config = at_most(13_275))]
#[bench::world_flow(args = (step(world(10_000))), config = at_most(71_853))]
#[bench::world_one(args = (step(world(1))), config = at_most(494))]
#[bench::world_read_few(args = (step_and_read(8)), config = at_most(1_067))]
#[bench::world_read_many(args = (step_and_read(100)), config = at_most(3_625))]
#[bench::world_links(args = (linked(100)), config = at_most(133_968))]
#[bench::network_8(args = (linked(8)), config = at_most(5_523))]
#[bench::network_32(args = (linked(32)), config = at_most(25_149))]
#[bench::network_64(args = (linked(64)), config = at_most(71_203))]
#[bench::rods_3(args = (rods(3)), config = at_most(25_741))]
#[bench::rods_50(args = (rods(50)), config = at_most(498_817))]
#[bench::world_field(args = (with_field(1000)), config = at_most(96_748))]
#[bench::world_closure(args = (with_closure(10_000)), config = at_most(1_487_555))]
#[bench::crowd_step(args = (crowd(2000, |_| ())), config = at_most(482_240))]
#[bench::crowd_force_replaced(args = (crowd(2000, replace_a_force)), config = at_most(486_784))]
#[bench::crowd_force_added(args = (crowd(2000, add_a_force)), config = at_most(1_110_095))]
#[bench::crowd_body_removed(args = (crowd(2000, remove_a_body)), config = at_most(495_834))]
#[bench::crowd_trajectory(args = (trajectory_in_a_crowd(2000)), config = at_most(3_420))]
#[bench::world_solids(args = (solids(100)), config = at_most(62_947))]
#[bench::world_kepler(args = (orbits(100)), config = at_most(192_155))]
#[bench::advance_pendulum(args = (pendulum(10.0, 1e-10)), config = at_most(369_790))]
#[bench::advance_drag(args = (air_drag()), config = at_most(114_688))]
#[bench::advance_magnet(args = (magnet()), config = at_most(3_170_647))]
#[bench::advance_frame(args = (pendulum(1.0 / 60.0, 1e-6)), config = at_most(11_777))]
#[bench::ground_bouncing(args = (bouncing(100)), config = at_most(164_630))]
#[bench::ground_resting(args = (resting(100)), config = at_most(36_643))]
#[bench::ground_balls(args = (balls(100)), config = at_most(661_936))]
#[bench::flight_position(args = (positions(1000)), config = at_most(111_574))]
#[bench::flight_crossing(args = (crossings(100)), config = at_most(86_394))]
#[bench::aim_at_speed(args = (throws(100)), config = at_most(476_655))]
#[bench::law_flow(args = (flows(1000)), config = at_most(876_394))]
#[bench::batch(args = (batch(1000)), config = at_most(39_743))]
fn optimised(mut once: Repetition) -> Repetition {
    once();
    once
}

// Neither the crate nor the program is optimised.
#[library_benchmark(setup = warm, teardown = drop)]
#[bench::world(args = (step(world(100))), config = at_most(61_027))]
#[bench::closure(args = (with_closure(100)), config = at_most(681_647))]
fn plain(mut once: Repetition) -> Repetition {
    once();
    once
}

// Only the crate is optimised. The closure is not, and takes nearly all instructions of its path.
#[library_benchmark(setup = warm, teardown = drop)]
#[bench::one(args = (step(world(1))), config = at_most(557))]
#[bench::world(args = (step(world(10_000))), config = at_most(71_903))]
#[bench::closure(args = (with_closure(10_000)), config = at_most(14_688_930))]
fn embedded(mut once: Repetition) -> Repetition {
    once();
    once
}

library_benchmark_group!(name = paths, benchmarks = [optimised, plain, embedded]);
main!(library_benchmark_groups = paths);

/// Calls the function with one state again and again.
fn each<S: 'static>(mut state: S, mut once: impl FnMut(&mut S) + 'static) -> Repetition {
    Box::new(move || once(black_box(&mut state)))
}

fn random() -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(1)
}

/// A random vector with components from -1 to 1.
fn vector(random: &mut Pcg64Mcg) -> Vector3<f64> {
    Vector3::from_fn(|_, _| random.random_range(-1.0..1.0))
}

fn cast<T: Float>(values: impl Into<Vector3<f64>>) -> SVector<T, 3> {
    values.into().map(convert)
}

/// Gravity and drag in wind.
fn fall<T: Float>() -> LinearLaw<T, 3> {
    LinearLaw::gravity(cast(GRAVITY)) + LinearLaw::drag(convert(0.1)).in_wind(cast(WIND))
}

/// A swarm of bodies with random positions and velocities.
fn bodies<T: Float>(count: u32) -> Swarm<T, 3> {
    let mut random = random();
    let mut swarm = Swarm::<T, 3>::with_capacity(count as usize);
    for _ in 0..count {
        let (position, velocity) = (vector(&mut random) * 100.0, vector(&mut random) * 10.0);
        swarm
            .push(cast::<T>(position), cast::<T>(velocity))
            .unwrap();
    }
    swarm
}

/// A step of a swarm.
fn swarm<T: Float>(count: u32, law: LinearLaw<T, 3>) -> Repetition {
    step_swarm(bodies(count), law)
}

fn swarm_on_springs(count: u32) -> Repetition {
    swarm(count, fall::<f64>() + LinearLaw::spring(4.0))
}

fn step_swarm<T: Float>(swarm: Swarm<T, 3>, law: LinearLaw<T, 3>) -> Repetition {
    let dt: T = convert(DT);
    each(swarm, move |swarm| {
        swarm.step(black_box(&law), black_box(dt)).unwrap();
        black_box(swarm.positions());
    })
}

/// A step of a swarm in which drag has stopped the motion along the axes without gravity.
fn swarm_at_rest(count: u32) -> Repetition {
    let mut swarm = bodies::<f32>(count);
    let law = LinearLaw::gravity(cast(GRAVITY)) + LinearLaw::drag(5.0);
    (0..100).for_each(|_| swarm.step(&law, 1.0).unwrap());
    step_swarm(swarm, law)
}

/// A step of a swarm with a force that is evaluated block by block.
fn kicked(count: u32) -> Repetition {
    let law = fall::<f32>();
    let pull = |block: &Block<'_, f32, 3>, accelerations: &mut [Vector3<f32>]| {
        for (x, acceleration) in block.positions.iter().zip(accelerations) {
            *acceleration -= x * 1e-3;
        }
    };
    each(bodies::<f32>(count), move |swarm| {
        let dt = black_box(DT as f32);
        swarm.step_kicked(black_box(&law), &pull, dt).unwrap();
    })
}

/// A step of a swarm that searches for crossings of a plane; no body comes near the plane.
fn across(count: u32) -> Repetition {
    let (law, plane) = (fall::<f32>(), Plane::new([0.0, 1.0, 0.0], -1e6));
    each(
        (bodies::<f32>(count), Vec::new()),
        move |(swarm, landed)| {
            let found = swarm.step_across(&law, DT as f32, &plane, Crossing::Descending, landed);
            found.unwrap();
            black_box(landed);
        },
    )
}

/// A step of a world.
fn step(world: World3) -> Repetition {
    each(world, |world| world.step(black_box(DT)).unwrap())
}

/// A step of a world, after which the position of each body is read.
fn step_and_read(count: u32) -> Repetition {
    each(world(count), |world| {
        world.step(black_box(DT)).unwrap();
        for body in world.body_slice() {
            black_box(body.position);
        }
    })
}

/// Points under gravity and drag.
fn world(count: u32) -> World3 {
    let mut random = random();
    let mut world = World3::new();
    world.add_force(UniformGravity::new(GRAVITY)).unwrap();
    let drag = LinearDrag::rate(0.1).in_wind(WIND);
    world.add_force(drag).unwrap();
    for _ in 0..count {
        let body = Body3::point(random.random_range(1.0..3.0));
        let body = body.at(vector(&mut random) * 100.0);
        let body = body.moving(vector(&mut random) * 10.0);
        world.add_body(body).unwrap();
    }
    world
}

/// A step of the points of `world`, with a closure as a third force.
fn with_closure(count: u32) -> Repetition {
    let mut world = world(count);
    let pull = |body: &Body3, _: f64| body.position * -1e-3;
    world.add_force(pull).unwrap();
    step(world)
}

/// A step of the points of `world`, with a force field as a third force.
fn with_field(count: u32) -> Repetition {
    let mut world = world(count);
    let pull = |x: &Vector3<f64>, _: f64| x * -1e-3;
    world.add_force(ForceField::new(pull)).unwrap();
    step(world)
}

/// Bodies under gravity and drag, each on its own spring; ids of the bodies and of the springs.
struct Crowd {
    world: World3,
    ids: Vec<BodyId>,
    springs: Vec<ForceId>,
}

impl Crowd {
    fn new(count: u32) -> Self {
        let mut world = world(count);
        let ids: Vec<_> = world.ids().collect();
        let spring = Spring::stiffness(2.0);
        let add = |&id: &BodyId| world.add_force_on(id, spring).unwrap();
        let springs = ids.iter().map(add).collect();
        world.step(DT).unwrap();
        Self {
            world,
            ids,
            springs,
        }
    }
}

/// A step of a crowd after a change of one body, which should cost little more than the step alone.
fn crowd(count: u32, mut change: impl FnMut(&mut Crowd) + 'static) -> Repetition {
    each(Crowd::new(count), move |crowd| {
        change(crowd);
        crowd.world.step(black_box(DT)).unwrap();
    })
}

fn replace_a_force(crowd: &mut Crowd) {
    let (spring, force) = (Spring::stiffness(3.0), crowd.springs[1001]);
    crowd.world.replace_force(force, spring).unwrap();
}

/// Adds a force to one body, makes a step, and removes the force again.
fn add_a_force(crowd: &mut Crowd) {
    let air = QuadraticDrag::coefficient(0.2);
    let force = crowd.world.add_force_on(crowd.ids[1001], air).unwrap();
    crowd.world.step(black_box(DT)).unwrap();
    crowd.world.remove_force(force).unwrap();
}

fn remove_a_body(crowd: &mut Crowd) {
    let id = crowd.ids.swap_remove(1001);
    crowd.world.remove_body(id).unwrap();
    crowd
        .ids
        .push(crowd.world.add_body(Body3::point(1.0)).unwrap());
}

/// The trajectory of one body in a crowd, which should cost only as much as the forces on this
/// body.
fn trajectory_in_a_crowd(count: u32) -> Repetition {
    each(Crowd::new(count), |crowd| {
        black_box(crowd.world.trajectory(crowd.ids[1001]).unwrap());
    })
}

/// A step of a world of bodies at rest on damped springs.
fn world_at_rest(count: u32) -> Repetition {
    let mut random = random();
    let mut world = World3::new();
    let spring = Spring::stiffness(100.0).damping(20.0);
    world.add_force(spring).unwrap();
    for _ in 0..count {
        let body = Body3::point(1.0).at(vector(&mut random));
        let body = body.moving(vector(&mut random));
        world.add_body(body).unwrap();
    }
    (0..100).for_each(|_| world.step(1.0).unwrap());
    step(world)
}

/// A step of a chain of bodies, each on a damped spring to the next.
fn linked(count: u32) -> Repetition {
    let mut world = world(count);
    let ids: Vec<_> = world.ids().collect();
    for pair in ids.windows(2) {
        let spring = Spring::stiffness(10.0).damping(0.1);
        world.add_link(pair[0], pair[1], spring).unwrap();
    }
    step(world)
}

/// A step of a pendulum: bodies of 1 kg on stiff rods of 1 m.
fn rods(count: u32) -> Repetition {
    let mut world = World3::new();
    world.add_force(UniformGravity::new(GRAVITY)).unwrap();
    let rod = Spring::stiffness(1e6).length(1.0);
    let places = (1..=count).map(|i| [0.8 * f64::from(i), -0.6 * f64::from(i), 0.0]);
    let bodies = places.map(|place| Body3::point(1.0).at(place));
    let ids: Vec<_> = bodies.map(|body| world.add_body(body).unwrap()).collect();
    world.add_force_on(ids[0], rod).unwrap();
    for pair in ids.windows(2) {
        world.add_link(pair[0], pair[1], rod).unwrap();
    }
    step(world)
}

/// A step of solids that rotate freely, each with three different moments of inertia.
fn solids(count: u32) -> Repetition {
    let mut random = random();
    let mut world = World3::new();
    for _ in 0..count {
        let edges = [0.03, 0.15, 0.22].map(|edge| edge * random.random_range(0.9..1.1));
        let body = Body3::solid(1.2, Inertia::cuboid(1.2, edges));
        let body = body.spinning(vector(&mut random) * 6.0);
        world.add_body(body).unwrap();
    }
    step(world)
}

/// A step of bodies on orbits about a point mass. The orbits start 1000 to 8000 km above the Earth;
/// their eccentricities are at most one half.
fn orbits(count: u32) -> Repetition {
    let earth = 3.986e14_f64;
    let mut random = random();
    let mut world = World3::new();
    world.add_force(PointGravity::new(earth)).unwrap();
    for _ in 0..count {
        let position = vector(&mut random).normalize() * random.random_range(7.4e6..14.4e6);
        let across = position.cross(&vector(&mut random)).normalize();
        let circular = (earth / position.norm()).sqrt();
        let velocity = across * (circular * random.random_range(1.0..1.22));
        let body = Body3::point(1000.0).at(position).moving(velocity);
        world.add_body(body).unwrap();
    }
    step(world)
}

/// Advances the world to a tolerance, each time from the initial states of its bodies.
fn advance(world: World3, duration: f64, tolerance: f64) -> Repetition {
    let start = world.body_slice().to_vec();
    each(world, move |world| {
        for (body, start) in world.bodies_mut().zip(&start) {
            *body.1 = *start;
        }
        let done = world.advance(black_box(duration), black_box(tolerance));
        black_box(done.unwrap());
    })
}

/// Runge–Kutta–Nyström alone: a pendulum released at 3 rad, whose force depends only on position.
fn pendulum(duration: f64, tolerance: f64) -> Repetition {
    let mut world = World3::new();
    let pull = |x: &Vector3<f64>, _: f64| Vector3::new(-9.81 * x.x.sin(), 0.0, 0.0);
    world.add_force(ForceField::new(pull)).unwrap();
    let body = Body3::point(1.0).at([3.0, 0.0, 0.0]);
    world.add_body(body).unwrap();
    advance(world, duration, tolerance)
}

/// DOP853 alone: a throw of 5 s with quadratic drag, to a tolerance of 1e-10 m.
fn air_drag() -> Repetition {
    let mut world = World3::new();
    world.add_force(UniformGravity::new(GRAVITY)).unwrap();
    let drag = QuadraticDrag::coefficient(9.81 / (35.0 * 35.0));
    world.add_force(drag).unwrap();
    let body = Body3::point(1.0).moving([30.0, 20.0, 0.0]);
    world.add_body(body).unwrap();
    advance(world, 5.0, 1e-10)
}

/// Gauss–Radau collocation after the first steps: 1 s of a body that circles in a strong magnetic
/// field and is attracted to the origin, to a tolerance of 1e-10 m.
fn magnet() -> Repetition {
    let mut world = World3::new();
    let field = MagneticField::new([0.0, 0.0, 1e3]).charge(1.0);
    world.add_force(field).unwrap();
    let pull = |x: &Vector3<f64>, _: f64| x * -x.norm_squared();
    world.add_force(ForceField::new(pull)).unwrap();
    let body = Body3::point(1.0).at([1.0, 0.0, 0.0]);
    world.add_body(body.moving([1.0, 0.0, 0.0])).unwrap();
    advance(world, 1.0, 1e-10)
}

/// A step of bodies over a plane.
fn over_a_plane(bodies: impl Iterator<Item = Body3>, contact: Contact<f64>) -> Repetition {
    let mut world = World3::new();
    world.add_force(UniformGravity::new(GRAVITY)).unwrap();
    let plane = Plane::new([0.0, 1.0, 0.0], 0.0);
    world.add_surface(plane, contact).unwrap();
    for body in bodies {
        world.add_body(body).unwrap();
    }
    step(world)
}

/// Points that bounce for ever without loss of energy; about one in eight bounces in each step.
fn bouncing(count: u32) -> Repetition {
    let mut random = random();
    let points = (0..count).map(|_| Body3::point(1.0).at(vector(&mut random).add_scalar(1.01)));
    over_a_plane(points, Contact::new(1.0))
}

/// Balls that rest on the ground.
fn resting(count: u32) -> Repetition {
    let ball = Body3::solid(1.0, Inertia::sphere(1.0, 0.1)).round(0.1);
    let balls = (0..count).map(|i| ball.at([f64::from(i), 0.1, 0.0]));
    let contact = Contact::new(0.5).with_friction(0.5);
    over_a_plane(balls, contact.with_rolling(0.01))
}

/// A step of elastic balls that fill a fifth of their box.
fn balls(count: u32) -> Repetition {
    let mut random = random();
    let mut world = World2::new();
    let side = f64::from(count).sqrt().ceil();
    world.set_body_contact(Some(Contact::new(1.0))).unwrap();
    let walls = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]];
    let walls = walls.map(|normal| Plane::new(normal, -0.5 * side));
    world.add_surface(walls, Contact::new(1.0)).unwrap();
    for number in (0..count).map(f64::from) {
        let place = Vector2::new(number % side, (number / side).floor());
        let velocity: Vector3<f64> = vector(&mut random) * 3.0;
        let ball = Body2::point(1.0).round(0.25).moving(velocity.xy());
        let place = place.add_scalar(0.5 - 0.5 * side);
        world.add_body(ball.at(place)).unwrap();
    }
    each(world, |world| world.step(black_box(DT)).unwrap())
}

/// Air with drag and wind.
fn air() -> Ballistics<3> {
    Ballistics::new(GRAVITY).with_drag_rate(0.1).with_wind(WIND)
}

/// Positions of one flight at times within a minute.
fn positions(count: u32) -> Repetition {
    let flight = air().launch([0.0, 1.5, 0.0], [30.0, 80.0, 5.0]);
    let apart = 60.0 / f64::from(count);
    each(flight, move |flight| {
        for index in 1..=count {
            black_box(black_box(&*flight).position(f64::from(index) * apart));
        }
    })
}

/// Positions of many flights, each at a time of its own.
fn batch(count: u32) -> Repetition {
    let mut random = random();
    let mut vectors = |scale: f64| -> Vec<Vector3<f64>> {
        (0..count).map(|_| vector(&mut random) * scale).collect()
    };
    let (from, thrown) = (vectors(100.0), vectors(30.0));
    let times: Vec<f64> = (1..=count).map(|index| f64::from(index) * 0.06).collect();
    let air = air();
    each(from.clone(), move |arrived| {
        let done = black_box(&air).positions_at(&from, &thrown, black_box(&times), arrived);
        done.unwrap();
        black_box(arrived);
    })
}

/// Times at which flights reach the ground.
fn crossings(count: u32) -> Repetition {
    let mut random = random();
    let flight = |_| {
        let up = Vector3::new(0.0, random.random_range(10.0..80.0), 0.0);
        air().launch([0.0, 1.5, 0.0], vector(&mut random) * 10.0 + up)
    };
    let flights: Vec<_> = (0..count).map(flight).collect();
    let ground = air().level(0.0);
    each(flights, move |flights| {
        for flight in flights.iter() {
            black_box(black_box(flight).crossing(black_box(&ground), Crossing::Descending));
        }
    })
}

/// Low and high trajectories to targets at 5 to 80 m, at 1.02 to 2.5 times the least speed.
fn throws(count: u32) -> Repetition {
    let (air, from) = (air(), Vector3::new(0.0, 1.5, 0.0));
    let mut random = random();
    let throw = |_| {
        let direction = vector(&mut random).normalize();
        let aim = air.aim(from, from + direction * random.random_range(5.0..80.0));
        let least = aim.with_least_speed().unwrap().velocity.norm();
        (aim, least * random.random_range(1.02..2.5))
    };
    let throws: Vec<_> = (0..count).map(throw).collect();
    each(throws, |throws| {
        for (aim, speed) in throws.iter() {
            black_box(black_box(aim).at_speed(black_box(*speed)).unwrap());
        }
    })
}

/// Coefficients of a step, for laws without drag or spring up to laws with strong ones.
fn flows(count: u32) -> Repetition {
    let mut random = random();
    let law = |index: u32| {
        let damping = [0.0, random.random_range(0.01..10.0)][(index & 1) as usize];
        let stiffness = [0.0, random.random_range(0.01..1e4)][((index >> 1) & 1) as usize];
        LinearLaw::gravity(GRAVITY) + LinearLaw::drag(damping) + LinearLaw::spring(stiffness)
    };
    let laws: Vec<LinearLaw<f64, 3>> = (0..count).map(law).collect();
    each(laws, |laws| {
        for law in laws.iter() {
            black_box(black_box(law).flow(black_box(DT)));
        }
    })
}
