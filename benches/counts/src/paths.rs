//! The hot paths, each from its own fixed start.

use std::hint::black_box;
use std::thread;

use kinstep::ballistics::{Ballistics, Crossing, Plane, Trajectory};
use kinstep::nalgebra::{SVector, Vector3};
use kinstep::swarm::Block;
use kinstep::{
    Body3, Float, Inertia, LinearDrag, LinearLaw, PointGravity, Rod, Spring, Swarm, UniformGravity,
    World3,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::{advance, ground};

pub const GRAVITY: [f64; 3] = [0.0, -9.81, 0.0];
const WIND: [f64; 3] = [3.0, 0.0, -1.0];
pub const DT: f64 = 1.0 / 60.0;

/// Something that is done very often.
pub struct Path {
    /// What it is called, here and in the committed file.
    pub name: &'static str,
    /// How many bodies, flights or laws one repetition is about.
    pub elements: u32,
    /// Makes all that is needed, and returns one repetition.
    prepare: fn(u32) -> Repetition,
    /// The build in which it is counted.
    build: Build,
    /// How many times the count of another path it may have.
    pub limit: Option<Limit>,
}

/// How the crate and the program that calls it are built: the name of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// Both optimised.
    Counts,
    /// Neither optimised.
    Plain,
    /// The crate optimised, and the program not.
    Embedded,
}

/// A limit on a count: so many times the committed count of another path.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    pub times: f64,
    pub of: &'static str,
}

impl Build {
    /// The build of this program, by the folder that it lies in.
    pub fn here() -> Self {
        let program = std::env::current_exe().unwrap_or_default();
        let folder = program.parent().and_then(|folder| folder.file_name());
        match folder.and_then(|name| name.to_str()) {
            Some("plain") => Self::Plain,
            Some("embedded") => Self::Embedded,
            _ => Self::Counts,
        }
    }
}

/// One repetition of a path.
pub type Repetition = Box<dyn FnMut()>;

impl Path {
    const fn new(name: &'static str, elements: u32, prepare: fn(u32) -> Repetition) -> Self {
        Self {
            name,
            elements,
            prepare,
            build: Build::Counts,
            limit: None,
        }
    }

    const fn plain(self) -> Self {
        Self {
            build: Build::Plain,
            ..self
        }
    }

    /// Counted where only the crate is optimised, to so many times the count of a path.
    const fn embedded(self, times: f64, of: &'static str) -> Self {
        Self {
            build: Build::Embedded,
            limit: Some(Limit { times, of }),
            ..self
        }
    }

    /// Whether it is counted in this build.
    pub fn is_of(&self, build: Build) -> bool {
        self.build == build
    }

    /// Whether its name begins like one of these; among none, all are.
    pub fn is_among(&self, names: &[String]) -> bool {
        names.is_empty() || names.iter().any(|name| self.name.starts_with(name))
    }

    /// Does it once, so that nothing is left to be made, and then so often.
    ///
    /// On a thread of its own: how memory is copied depends on where it lies, and the first stack begins wherever
    /// the environment ends.
    pub fn run(&self, repetitions: u32) {
        let (prepare, elements) = (self.prepare, self.elements);
        let thread = thread::spawn(move || {
            let mut repetition = prepare(elements);
            for _ in 0..=repetitions {
                repetition();
            }
        });
        thread.join().expect("a path that does not panic");
    }
}

/// All of them. No name begins like another.
pub const PATHS: [Path; 40] = [
    // what a step takes beside its pass shows where bodies are few
    Path::new("swarm_few", 1000, |count| swarm(count, fall::<f32>())),
    Path::new("swarm_f32", 10_000, |count| swarm(count, fall::<f32>())),
    Path::new("swarm_spring", 10_000, |count| {
        swarm(count, fall::<f64>() + LinearLaw::spring(4.0))
    }),
    Path::new("swarm_kicked", 10_000, kicked),
    Path::new("swarm_across", 10_000, across),
    Path::new("rest_swarm", 10_000, resting),
    Path::new("rest_world", 1000, resting_world),
    Path::new("world_flow", 10_000, |count| step(world(count))),
    Path::new("world_one", 1, |count| step(world(count))),
    Path::new("world_read_few", 8, |count| step_and_read(world(count))),
    Path::new("world_read_many", 100, |count| step_and_read(world(count))),
    Path::new("world_links", 100, linked),
    Path::new("network_8", 8, linked),
    Path::new("network_32", 32, linked),
    Path::new("network_64", 64, linked),
    Path::new("rods_3", 3, pendulum),
    Path::new("rods_50", 50, pendulum),
    Path::new("debug_world", 100, |count| step(world(count))).plain(),
    Path::new("debug_closure", 100, |count| step(with_closure(count))).plain(),
    Path::new("embedded_one", 1, |count| step(world(count))).embedded(1.5, "world_one"),
    Path::new("embedded_world", 10_000, |count| step(world(count))).embedded(1.5, "world_flow"),
    Path::new("embedded_swarm", 1000, |count| swarm(count, fall::<f32>()))
        .embedded(1.5, "swarm_few"),
    // the closure itself is not optimised: it takes nearly all of this
    Path::new("embedded_closure", 10_000, |count| {
        step(with_closure(count))
    })
    .embedded(20.0, "world_closure"),
    Path::new("world_closure", 10_000, |count| step(with_closure(count))),
    Path::new("world_solids", 100, solids),
    Path::new("world_kepler", 100, orbits),
    Path::new("advance_pendulum", 1, advance::nystrom),
    Path::new("advance_drag", 1, advance::dormand_prince),
    Path::new("advance_magnet", 1, advance::collocation),
    Path::new("advance_frame", 1, advance::frame),
    Path::new("ground_bouncing", 100, ground::bouncing),
    Path::new("ground_resting", 100, ground::resting),
    Path::new("ground_balls", 100, ground::balls),
    Path::new("ground_swarm", 10_000, ground::high_above),
    Path::new("flight_position", 1000, positions),
    Path::new("flight_crossing", 100, crossings),
    Path::new("aim_at_speed", 100, throws),
    Path::new("law_flow", 1000, flows),
    Path::new("batch_f32", 1000, batch::<f32>),
    Path::new("batch_f64", 1000, batch::<f64>),
];

pub fn random() -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(1)
}

/// A vector in a cube of two units.
pub fn vector(random: &mut Pcg64Mcg) -> Vector3<f64> {
    Vector3::from_fn(|_, _| random.random_range(-1.0..1.0))
}

/// Numbers as the swarm has them.
fn cast<T: Float>(values: impl Into<Vector3<f64>>) -> SVector<T, 3> {
    values.into().map(kinstep::nalgebra::convert)
}

/// Gravity and drag in wind.
pub fn fall<T: Float>() -> LinearLaw<T, 3> {
    LinearLaw::gravity(cast(GRAVITY))
        + LinearLaw::drag(kinstep::nalgebra::convert(0.1)).in_wind(cast(WIND))
}

/// A step of a swarm.
fn swarm<T: Float>(count: u32, law: LinearLaw<T, 3>) -> Repetition {
    let mut swarm = bodies::<T>(count);
    let dt = kinstep::nalgebra::convert(DT);
    Box::new(move || {
        swarm
            .step(black_box(&law), black_box(dt))
            .expect("finite states");
        black_box(swarm.positions());
    })
}

/// A step of a swarm that has come to rest along the axes on which nothing pushes.
fn resting(count: u32) -> Repetition {
    let mut swarm = bodies::<f32>(count);
    let law = LinearLaw::gravity(cast(GRAVITY)) + LinearLaw::drag(5.0);
    for _ in 0..100 {
        swarm.step(&law, 1.0).expect("finite states");
    }
    Box::new(move || {
        swarm
            .step(black_box(&law), black_box(DT as f32))
            .expect("finite states");
        black_box(swarm.positions());
    })
}

/// A step of a world of bodies at rest on damped springs.
fn resting_world(count: u32) -> Repetition {
    let mut random = random();
    let mut world = World3::new();
    world
        .add_force(Spring::stiffness(100.0).damping(20.0))
        .expect("a spring");
    for _ in 0..count {
        let body = Body3::point(1.0)
            .at(vector(&mut random))
            .moving(vector(&mut random));
        world.add_body(body).expect("a body");
    }
    for _ in 0..100 {
        world.step(1.0).expect("finite states");
    }
    step(world)
}

/// A step of a swarm in which a force is asked by the block.
fn kicked(count: u32) -> Repetition {
    let (mut swarm, law) = (bodies::<f32>(count), fall::<f32>());
    let pull = |block: &Block<'_, f32, 3>, accelerations: &mut [Vector3<f32>]| {
        for (x, acceleration) in block.positions.iter().zip(accelerations) {
            *acceleration -= x * 1e-3;
        }
    };
    Box::new(move || {
        swarm
            .step_kicked(black_box(&law), &pull, black_box(DT as f32))
            .expect("finite states");
    })
}

/// A step of a swarm that looks for crossings of a plane that nobody comes near.
fn across(count: u32) -> Repetition {
    let (mut swarm, law) = (bodies::<f32>(count), fall::<f32>());
    let (plane, mut landed) = (Plane::new([0.0, 1.0, 0.0], -1e6), Vec::new());
    Box::new(move || {
        swarm
            .step_across(&law, DT as f32, &plane, Crossing::Descending, &mut landed)
            .expect("finite states");
        black_box(&landed);
    })
}

/// A swarm of bodies at random.
pub fn bodies<T: Float>(count: u32) -> Swarm<T, 3> {
    let mut random = random();
    let mut swarm = Swarm::<T, 3>::with_capacity(count as usize);
    for _ in 0..count {
        let (position, velocity) = (vector(&mut random) * 100.0, vector(&mut random) * 10.0);
        swarm
            .push(cast::<T>(position), cast::<T>(velocity))
            .expect("room");
    }
    swarm
}

/// Points under gravity and drag.
fn world(count: u32) -> World3 {
    let mut random = random();
    let mut world = World3::new();
    world
        .add_force(UniformGravity::new(GRAVITY))
        .expect("gravity");
    world
        .add_force(LinearDrag::rate(0.1).in_wind(WIND))
        .expect("drag");
    for _ in 0..count {
        let body = Body3::point(random.random_range(1.0..3.0))
            .at(vector(&mut random) * 100.0)
            .moving(vector(&mut random) * 10.0);
        world.add_body(body).expect("a body");
    }
    world
}

/// The same, with a force that only its value is known of.
fn with_closure(count: u32) -> World3 {
    let mut world = world(count);
    world
        .add_force(|body: &Body3, _: f64| body.position * -1e-3)
        .expect("a closure");
    world
}

/// A step of a chain of bodies, each on a damped spring to the next.
fn linked(count: u32) -> Repetition {
    let mut world = world(count);
    let ids: Vec<_> = world.ids().collect();
    for pair in ids.windows(2) {
        let spring = Spring::stiffness(10.0).damping(0.1);
        world.add_link(pair[0], pair[1], spring).expect("a link");
    }
    step(world)
}

/// A step of a pendulum of stiff rods, each of 1 kg and 1 m.
fn pendulum(count: u32) -> Repetition {
    let mut world = World3::new();
    world
        .add_force(UniformGravity::new(GRAVITY))
        .expect("gravity");
    let rod = Rod::stiffness(1e6).length(1.0);
    let bodies =
        (1..=count).map(|i| Body3::point(1.0).at([0.8 * f64::from(i), -0.6 * f64::from(i), 0.0]));
    let ids: Vec<_> = bodies
        .map(|body| world.add_body(body).expect("a body"))
        .collect();
    world.add_force_on(ids[0], rod).expect("a rod");
    for pair in ids.windows(2) {
        world.add_link(pair[0], pair[1], rod).expect("a rod");
    }
    step(world)
}

/// A step of a world, and a look at where each body is.
fn step_and_read(mut world: World3) -> Repetition {
    Box::new(move || {
        black_box(&mut world)
            .step(black_box(DT))
            .expect("finite states");
        for body in world.body_slice() {
            black_box(body.position);
        }
    })
}

/// A step of a world.
fn step(mut world: World3) -> Repetition {
    Box::new(move || {
        black_box(&mut world)
            .step(black_box(DT))
            .expect("finite states");
    })
}

/// A step of solids that turn freely, no two of their moments alike.
fn solids(count: u32) -> Repetition {
    let mut random = random();
    let mut world = World3::new();
    for _ in 0..count {
        let edges = [0.03, 0.15, 0.22].map(|edge| edge * random.random_range(0.9..1.1));
        let body =
            Body3::solid(1.2, Inertia::cuboid(1.2, edges)).spinning(vector(&mut random) * 6.0);
        world.add_body(body).expect("a body");
    }
    step(world)
}

/// A step of bodies about a point attractor, on orbits of 1000 to 8000 km above the Earth and of every
/// eccentricity up to a half.
fn orbits(count: u32) -> Repetition {
    let earth = 3.986e14_f64;
    let mut random = random();
    let mut world = World3::new();
    world
        .add_force(PointGravity::new(earth))
        .expect("an attractor");
    for _ in 0..count {
        let position = vector(&mut random).normalize() * random.random_range(7.4e6..14.4e6);
        let across = position.cross(&vector(&mut random)).normalize();
        let circular = (earth / position.norm()).sqrt();
        let velocity = across * (circular * random.random_range(1.0..1.22));
        let body = Body3::point(1000.0).at(position).moving(velocity);
        world.add_body(body).expect("a body");
    }
    step(world)
}

/// Air with drag and wind.
fn air() -> Ballistics<f64, 3> {
    Ballistics::new(GRAVITY).with_drag_rate(0.1).with_wind(WIND)
}

/// Where a flight is, at times within a minute.
fn positions(count: u32) -> Repetition {
    let flight = air().launch([0.0, 1.5, 0.0], [30.0, 80.0, 5.0]);
    let apart = 60.0 / f64::from(count);
    Box::new(move || {
        for index in 1..=count {
            black_box(black_box(&flight).position(f64::from(index) * apart));
        }
    })
}

/// Where many flights are, each at a time of its own.
fn batch<T: Float>(count: u32) -> Repetition {
    let mut random = random();
    let air = Ballistics::<T, 3>::new(cast::<T>(GRAVITY))
        .with_drag_rate(kinstep::nalgebra::convert(0.1))
        .with_wind(cast::<T>(WIND));
    let mut vectors = |scale: f64| -> Vec<SVector<T, 3>> {
        (0..count)
            .map(|_| cast::<T>(vector(&mut random) * scale))
            .collect()
    };
    let (from, thrown) = (vectors(100.0), vectors(30.0));
    let times: Vec<T> = (1..=count)
        .map(|index| kinstep::nalgebra::convert(f64::from(index) * 0.06))
        .collect();
    let mut arrived = from.clone();
    Box::new(move || {
        black_box(&air)
            .positions_at(&from, &thrown, black_box(&times), &mut arrived)
            .expect("as many of each");
        black_box(&arrived);
    })
}

/// When a flight comes down.
fn crossings(count: u32) -> Repetition {
    let air = air();
    let mut random = random();
    let flights: Vec<_> = (0..count)
        .map(|_| {
            let up = Vector3::new(0.0, random.random_range(10.0..80.0), 0.0);
            air.launch([0.0, 1.5, 0.0], vector(&mut random) * 10.0 + up)
        })
        .collect();
    let ground = air.level(0.0);
    Box::new(move || {
        for flight in &flights {
            black_box(black_box(flight).crossing(black_box(&ground), Crossing::Descending));
        }
    })
}

/// Both arcs to targets at 5 to 80 m, at 1.02 to 2.5 times the least speed.
fn throws(count: u32) -> Repetition {
    let from = Vector3::new(0.0, 1.5, 0.0);
    let air = air();
    let mut random = random();
    let throws: Vec<_> = (0..count)
        .map(|_| {
            let direction = vector(&mut random).normalize();
            let aim = air.aim(from, from + direction * random.random_range(5.0..80.0));
            let least = aim.with_least_speed().expect("gravity").velocity.norm();
            (aim, least * random.random_range(1.02..2.5))
        })
        .collect();
    Box::new(move || {
        for (aim, speed) in &throws {
            let arcs = black_box(aim).at_speed(black_box(*speed));
            black_box(arcs.expect("a speed that reaches"));
        }
    })
}

/// The coefficients of a step, for laws from no drag and no spring to strong ones.
fn flows(count: u32) -> Repetition {
    let mut random = random();
    let laws: Vec<LinearLaw<f64, 3>> = (0..count)
        .map(|index| {
            let damping = [0.0, random.random_range(0.01..10.0)][(index & 1) as usize];
            let stiffness = [0.0, random.random_range(0.01..1e4)][(index >> 1 & 1) as usize];
            LinearLaw::gravity(GRAVITY) + LinearLaw::drag(damping) + LinearLaw::spring(stiffness)
        })
        .collect();
    Box::new(move || {
        for law in &laws {
            black_box(black_box(law).flow(black_box(DT)));
        }
    })
}
