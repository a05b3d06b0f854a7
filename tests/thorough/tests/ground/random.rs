//! Random scenes, in which no step may fail and no body may get inside a surface or gain energy.

use std::time::Instant;

use kinstep::nalgebra::{SVector, Vector2};
use truths::Cases;

use crate::numbers::{Numbers, wide};
use crate::scene::{Ball, Built, Closure, Floor, Rod, Scene, Shape, up};
use crate::shrunk::shrunk;

/// Kinds of scenes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Boxes,
    FlushBoxes,
    BoxesWithDrag,
    MovingBoxes,
    Wedge,
    Planes,
    Balls,
    BallsOnBoxes,
    WeightAsClosure,
    SpringAsClosure,
    Rods,
    RodsWithDrag,
}

const KINDS: [Kind; 12] = [
    Kind::Boxes,
    Kind::FlushBoxes,
    Kind::BoxesWithDrag,
    Kind::MovingBoxes,
    Kind::Wedge,
    Kind::Planes,
    Kind::Balls,
    Kind::BallsOnBoxes,
    Kind::WeightAsClosure,
    Kind::SpringAsClosure,
    Kind::Rods,
    Kind::RodsWithDrag,
];

/// Measurements of the scenes of one kind.
#[derive(Debug, Clone, Copy, Default)]
pub struct Measured {
    pub scenes: usize,
    pub steps: usize,
    /// Largest depth of a body inside a surface, relative to the size of the scene.
    pub depth: f64,
    pub depth_seed: u64,
    /// Largest overlap of two bodies \[m\].
    pub overlap: f64,
    /// Largest rise of energy in a step, relative to the energies.
    pub rise: f64,
    pub rise_seed: u64,
    /// Duration of the longest step, divided by the median.
    pub slowness: f64,
    pub slow_seed: u64,
    /// Duration of the longest step \[s\].
    pub longest: f64,
}

/// A number between zero and one, often one of the ends.
fn share(cases: &mut Cases) -> f64 {
    match cases.below(5) {
        0 => 0.0,
        1 if cases.chance(0.3) => 1.0,
        _ => cases.uniform(0.0..1.0),
    }
}

fn floor<const D: usize>(cases: &mut Cases, shape: Shape<D>) -> Floor<D> {
    Floor {
        shape,
        restitution: share(cases),
        friction: share(cases),
        velocity: SVector::zeros(),
    }
}

fn ground<const D: usize>(cases: &mut Cases) -> Floor<D> {
    floor(
        cases,
        Shape::Plane {
            normal: up(),
            distance: 0.0,
        },
    )
}

fn radius(cases: &mut Cases) -> f64 {
    match cases.below(4) {
        0 => 0.0,
        1 => cases.decades(0.001, 1.0),
        _ => cases.uniform(0.02..0.3),
    }
}

/// Places a ball in a cube about a position, where it overlaps nothing.
fn place<const D: usize>(
    cases: &mut Cases,
    scene: &mut Scene<D>,
    about: &SVector<f64, D>,
    size: f64,
    radius: f64,
) -> bool {
    for _ in 0..100 {
        let position = about + cases.vector::<f64, D>(size);
        let is_free = scene
            .floors
            .iter()
            .all(|floor| floor.gap(&position, radius, 0.0) > 1e-4)
            && scene
                .balls
                .iter()
                .all(|ball| (ball.position - position).norm() > ball.radius + radius + 1e-4);
        if is_free {
            let spin = [0; 3].map(|_| cases.uniform(-20.0..20.0));
            scene.balls.push(Ball {
                position,
                velocity: cases.vector::<f64, D>(4.0),
                spin: if cases.chance(0.5) { spin } else { [0.0; 3] },
                mass: cases.decades(0.1, 10.0),
                radius,
            });
            return true;
        }
    }
    false
}

fn boxes<const D: usize>(cases: &mut Cases, count: usize, is_flush: bool) -> Vec<Floor<D>> {
    let mut floors = vec![ground(cases)];
    for index in 0..count {
        let half = SVector::from_fn(|_, _| cases.uniform(0.1..1.0));
        let mut center = cases.vector::<f64, D>(3.0);
        center[1] = center[1].abs();
        let last = floors[index].shape;
        if let (
            true,
            Shape::Box {
                center: at,
                half: size,
            },
        ) = (is_flush && cases.chance(0.7), last)
        {
            // beside the last box, with its top at the same height
            center = at;
            center[0] += size[0] + half[0];
            center[1] = at[1] + size[1] - half[1];
        }
        floors.push(floor(cases, Shape::Box { center, half }));
    }
    floors
}

fn wedge<const D: usize>(cases: &mut Cases) -> (Vec<Floor<D>>, SVector<f64, D>, f64) {
    let degrees = match cases.below(4) {
        0 => cases.uniform(5.0..45.0),
        1 => cases.uniform(45.0..90.0),
        2 => 90.0,
        _ => cases.uniform(90.0..175.0),
    };
    let high = f64::to_radians(degrees);
    let low = cases.uniform(-0.2..core::f64::consts::PI - high + 0.2);
    let normals = [
        Vector2::new(-low.sin(), low.cos()),
        Vector2::new((low + high).sin(), -(low + high).cos()),
    ];
    let embed = |v: Vector2<f64>| SVector::from_fn(|axis, _| if axis < 2 { v[axis] } else { 0.0 });
    let mut floors: Vec<_> = normals
        .map(|normal| {
            floor(
                cases,
                Shape::Plane {
                    normal: embed(normal),
                    distance: 0.0,
                },
            )
        })
        .into();
    if D == 3 && cases.chance(0.7) {
        let mut normal = SVector::zeros();
        normal[2] = 1.0;
        normal[0] = cases.uniform(-0.5..0.5);
        normal[1] = cases.uniform(0.0..1.0);
        let shape = Shape::Plane {
            normal,
            distance: -0.5,
        };
        floors.push(floor(cases, shape));
    }
    let middle = low + 0.5 * high;
    (
        floors,
        embed(Vector2::new(middle.cos(), middle.sin())),
        0.5 * high,
    )
}

/// A scene of a kind.
pub fn scene<const D: usize>(seed: u64, kind: Kind) -> Scene<D> {
    let cases = &mut Cases::new(u128::from(seed) * 2 + 1);
    let mut scene = Scene {
        floors: Vec::new(),
        balls: Vec::new(),
        rods: Vec::new(),
        drag: 0.0,
        closure: None,
        pairs: None,
        rate: [7.0, 60.0, 240.0][cases.below(3)],
        duration: cases.uniform(2.0..10.0),
    };
    let above = up::<D>() * 2.0;
    let count = 1 + cases.below(3);
    match kind {
        Kind::Wedge => {
            let (floors, middle, half) = wedge(cases);
            scene.floors = floors;
            for _ in 0..count {
                let radius = radius(cases).min(0.3);
                let about = middle * (0.5 + radius / half.sin().min(1.0));
                place(cases, &mut scene, &about, 0.4, radius);
            }
            return scene;
        }
        Kind::Planes => {
            let planes = 2 + cases.below(4);
            for _ in 0..planes {
                let mut normal = cases.vector::<f64, D>(1.0);
                normal[1] = normal[1].abs() + 0.1;
                let shape = Shape::Plane {
                    normal: normal.normalize(),
                    distance: cases.uniform(-1.0..0.0),
                };
                scene.floors.push(floor(cases, shape));
            }
        }
        Kind::Balls => {
            scene.floors.push(ground(cases));
            for side in [-1.0, 1.0] {
                let mut normal = SVector::zeros();
                normal[0] = side;
                let shape = Shape::Plane {
                    normal,
                    distance: -1.5,
                };
                scene.floors.push(floor(cases, shape));
            }
        }
        Kind::Rods | Kind::RodsWithDrag => {
            let boxes_too = if cases.chance(0.3) { 3 } else { 0 };
            scene.floors = boxes(cases, boxes_too, false);
        }
        _ => {
            let count = 2 + cases.below(7);
            let is_flush = kind == Kind::FlushBoxes || cases.chance(0.3);
            scene.floors = boxes(cases, count, is_flush);
        }
    }
    if kind == Kind::MovingBoxes {
        for floor in &mut scene.floors[1..] {
            if cases.chance(0.5) {
                floor.velocity = cases.vector::<f64, D>(1.0);
            }
        }
    }
    if matches!(kind, Kind::BoxesWithDrag | Kind::RodsWithDrag) {
        scene.drag = cases.decades(0.01, 3.0);
    }
    scene.closure = match kind {
        Kind::WeightAsClosure => Some(Closure::Weight),
        // the lightest body, too, oscillates slowly compared with a step, as kicks require
        Kind::SpringAsClosure => {
            let most = 0.1 * (0.5 * scene.rate).powi(2);
            Some(Closure::Pull(cases.decades(0.001 * most, most)))
        }
        _ => None,
    };
    if matches!(kind, Kind::Balls | Kind::BallsOnBoxes) {
        scene.pairs = Some([share(cases), share(cases)]);
        let balls = 2 + cases.below(6);
        for _ in 0..balls {
            let radius = cases.uniform(0.05..0.3);
            place(cases, &mut scene, &above, 1.0, radius);
        }
    } else if matches!(kind, Kind::Rods | Kind::RodsWithDrag) {
        rods(cases, &mut scene);
    } else {
        for _ in 0..count {
            let radius = radius(cases);
            place(cases, &mut scene, &above, 2.0, radius);
        }
    }
    scene
}

/// Adds two to five bodies in a chain, which is sometimes closed.
fn rods<const D: usize>(cases: &mut Cases, scene: &mut Scene<D>) {
    let count = 2 + cases.below(4);
    let is_long = cases.chance(0.9);
    let length = if is_long {
        cases.uniform(0.1..1.0)
    } else {
        0.0
    };
    let stiffness = cases.decades(10.0, 1e5);
    let mut about = up::<D>() * cases.uniform(0.5..2.0);
    for _ in 0..count {
        let radius = if cases.chance(0.5) {
            0.0
        } else {
            cases.uniform(0.02..0.2)
        };
        if place(cases, scene, &about, 0.3, radius) {
            about = scene.balls[scene.balls.len() - 1].position
                + cases.vector::<f64, D>(length.max(0.05));
            about[1] = about[1].abs();
        }
    }
    let count = scene.balls.len();
    for end in 1..count {
        scene.rods.push(Rod {
            ends: [end - 1, end],
            stiffness,
            // rest lengths near the initial distances: otherwise stiff rods would start with much
            // energy
            length: if length == 0.0 {
                0.0
            } else {
                (scene.balls[end].position - scene.balls[end - 1].position).norm()
                    * cases.uniform(0.9..1.1)
            },
        });
    }
    if count > 2 && cases.chance(0.3) {
        scene.rods.push(Rod {
            ends: [count - 1, 0],
            stiffness,
            length: (scene.balls[count - 1].position - scene.balls[0].position).norm(),
        });
    }
}

/// Runs a scene. Fails with a message that names what went wrong, and when.
pub fn run<T: Numbers<D>, const D: usize>(
    scene: &Scene<D>,
    measured: &mut Measured,
    seed: u64,
) -> Result<(), String> {
    let is_wide = T::EPS < 1e-10;
    let [deep, rises] = if is_wide { [1e-9, 1e-11] } else { [1e-4, 1e-4] };
    let mut built = scene.build::<T>();
    let dt = scene.step::<T>();
    let keeps_energy = scene.closure.is_none() && !scene.has_moving_floors();
    let mut energy = built.energy(&scene.rods)[0];
    let mut squeezed = vec![false; built.ids.len()];
    let steps = (scene.duration * scene.rate).ceil() as usize;
    let mut times = Vec::with_capacity(steps);
    measured.scenes += 1;
    for step in 0..steps {
        let start = Instant::now();
        built
            .world
            .step(dt)
            .map_err(|error| format!("step {step}: {error}"))?;
        times.push(start.elapsed().as_secs_f64());
        measured.steps += 1;
        if !built.is_finite() {
            return Err(format!("step {step}: not finite"));
        }
        let time = (step + 1) as f64 * dt.wide();
        let (depth, which) = deepest(&built, time, dt.wide(), &mut squeezed);
        if depth > measured.depth {
            (measured.depth, measured.depth_seed) = (depth, seed);
        }
        if depth > deep {
            return Err(format!("step {step}: {depth:e} sizes deep, {which}"));
        }
        if scene.pairs.is_some() {
            let overlap = overlap(&built);
            measured.overlap = measured.overlap.max(overlap);
            // the sweeps of the solver leave some overlap of bodies pressed together; rounding adds
            // to it
            if overlap > if T::EPS < 1e-10 { 1e-3 } else { 5e-3 } {
                return Err(format!("step {step}: {overlap:e} m overlap of bodies"));
            }
        }
        let [now, size] = built.energy(&scene.rods);
        if keeps_energy {
            let rise = (now - energy) / size;
            if rise > measured.rise {
                (measured.rise, measured.rise_seed) = (rise, seed);
            }
            if rise > rises {
                return Err(format!(
                    "step {step}: energy rises by {:e} J of {size} J",
                    now - energy
                ));
            }
        }
        energy = now;
    }
    slowest::<T, D>(scene, &times, measured, seed);
    Ok(())
}

/// The largest depth of a body inside a surface, relative to the size of the scene, and their
/// indices.
fn deepest<T: Numbers<D>, const D: usize>(
    built: &Built<T, D>,
    time: f64,
    dt: f64,
    squeezed: &mut [bool],
) -> (f64, String) {
    let mut worst = (0.0, String::new());
    let speeds = built.floors.iter().map(|floor| floor.velocity.norm());
    let fastest = speeds.fold(0.0, f64::max);
    for (index, id) in built.ids.iter().enumerate() {
        let body = &built.world[*id];
        let (position, radius) = (wide(&body.position), body.radius().wide());
        // a body between two surfaces that move differently may have no room
        let near = built
            .floors
            .iter()
            .filter(|floor| floor.gap(&position, radius, time) < 2.0 * dt * fastest + 1e-3);
        let mut near = near.map(|floor| floor.velocity);
        if let Some(first) = near.next() {
            squeezed[index] |= near.any(|velocity| velocity != first);
        }
        if squeezed[index] {
            continue;
        }
        for (surface, floor) in built.floors.iter().enumerate() {
            let size = 1.0 + position.abs().sum() + radius + floor.velocity.norm() * time;
            let depth = -floor.gap(&position, radius, time) / size;
            if depth > worst.0 {
                worst = (depth, format!("body {index} in surface {surface}"));
            }
        }
    }
    worst
}

/// The largest overlap of two bodies \[m\].
fn overlap<T: Numbers<D>, const D: usize>(built: &Built<T, D>) -> f64 {
    let mut worst = 0.0_f64;
    for (index, a) in built.ids.iter().enumerate() {
        for b in &built.ids[..index] {
            let [a, b] = [a, b].map(|id| &built.world[*id]);
            let apart = (wide(&a.position) - wide(&b.position)).norm();
            worst = worst.max(a.radius().wide() + b.radius().wide() - apart);
        }
    }
    worst
}

/// Times the slowest step of a scene again, from a clone, and the step of median length.
fn slowest<T: Numbers<D>, const D: usize>(
    scene: &Scene<D>,
    times: &[f64],
    measured: &mut Measured,
    seed: u64,
) {
    let mut order: Vec<usize> = (0..times.len()).collect();
    order.sort_by(|a, b| times[*a].total_cmp(&times[*b]));
    let (Some(slow), Some(middle)) = (order.last(), order.get(order.len() / 2)) else {
        return;
    };
    if times[*slow] < 20.0 * times[*middle] && times[*slow] < 1e-3 {
        return;
    }
    let mut built = scene.build::<T>();
    let dt = scene.step::<T>();
    let mut found = [0.0; 2];
    for step in 0..times.len() {
        for (index, found) in [*middle, *slow].iter().zip(&mut found) {
            if *index == step {
                *found = f64::INFINITY;
                for _ in 0..7 {
                    let mut world = built.world.clone();
                    let start = Instant::now();
                    let _ = world.step(dt);
                    *found = found.min(start.elapsed().as_secs_f64());
                }
            }
        }
        let _ = built.world.step(dt);
    }
    let slowness = found[1] / found[0];
    measured.longest = measured.longest.max(found[1]);
    if slowness > measured.slowness {
        (measured.slowness, measured.slow_seed) = (slowness, seed);
    }
}

/// The number of random scenes.
pub fn case_count() -> u64 {
    let given = std::env::var("CASES").ok();
    given.and_then(|count| count.parse().ok()).unwrap_or(2000)
}

/// Whether the scene of a seed is in the plane, whether it is in double precision, and its kind.
fn sort_of(seed: u64) -> (bool, bool, Kind) {
    let kind = KINDS[(seed / 4) as usize % KINDS.len()];
    (seed.is_multiple_of(2), (seed / 2).is_multiple_of(2), kind)
}

/// Runs the scene of a seed.
pub fn run_seed(seed: u64, measured: &mut Measured) -> Result<(), String> {
    let (is_flat, is_wide, kind) = sort_of(seed);
    match (is_flat, is_wide) {
        (true, true) => run::<f64, 2>(&scene(seed, kind), measured, seed),
        (true, false) => run::<f32, 2>(&scene(seed, kind), measured, seed),
        (false, true) => run::<f64, 3>(&scene(seed, kind), measured, seed),
        (false, false) => run::<f32, 3>(&scene(seed, kind), measured, seed),
    }
}

/// In random scenes no step fails, all numbers are finite, no body is inside a surface, and energy
/// does not rise.
#[test]
fn nothing_fails_in_random_scenes() {
    let mut table = vec![Measured::default(); 4 * KINDS.len()];
    let mut failures = Vec::new();
    let first = std::env::var("FIRST")
        .ok()
        .and_then(|seed| seed.parse().ok());
    let first: u64 = first.unwrap_or(0);
    for seed in first..first + case_count() {
        let row = &mut table[seed as usize % (4 * KINDS.len())];
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run_seed(seed, row)));
        let result = result.unwrap_or_else(|_| Err("panic".into()));
        if let Err(error) = result {
            let told = format!("seed {seed} {:?}: {error}", sort_of(seed));
            println!("{told}");
            failures.push(told);
        }
    }
    for (index, row) in table.iter().enumerate() {
        let (is_flat, is_wide, kind) = sort_of(index as u64);
        let space = if is_flat { "plane" } else { "space" };
        let width = if is_wide { "f64" } else { "f32" };
        println!(
            "{kind:?} {space} {width}: {} scenes, {} steps, depth {:.1e} ({}), overlap {:.1e}, rise {:.1e} ({}), slowest {:.0} medians ({}), {:.1e} s",
            row.scenes,
            row.steps,
            row.depth,
            row.depth_seed,
            row.overlap,
            row.rise,
            row.rise_seed,
            row.slowness,
            row.slow_seed,
            row.longest
        );
    }
    assert!(
        failures.is_empty(),
        "{} failures: {failures:#?}",
        failures.len()
    );
}

/// Reduces the scene of `SEED` to the smallest one that still fails, and prints it.
#[test]
#[ignore = "a tool: SEED=42 cargo test -p thorough --test ground smallest -- --ignored --nocapture"]
fn smallest() {
    let given = std::env::var("SEED").ok();
    let Some(seed) = given.and_then(|seed| seed.parse().ok()) else {
        return;
    };
    let (is_flat, is_wide, kind) = sort_of(seed);
    let told = match (is_flat, is_wide) {
        (true, true) => format!("{:#?}", shrunk::<f64, 2>(scene(seed, kind))),
        (true, false) => format!("{:#?}", shrunk::<f32, 2>(scene(seed, kind))),
        (false, true) => format!("{:#?}", shrunk::<f64, 3>(scene(seed, kind))),
        (false, false) => format!("{:#?}", shrunk::<f32, 3>(scene(seed, kind))),
    };
    println!("{kind:?} {told}");
}
