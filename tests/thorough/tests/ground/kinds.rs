//! Everyday kinds of contact: edges, corners, wedges, seams, rest, floors that fall away, and long
//! steps.

use kinstep::contact::Contact;
use kinstep::nalgebra::{SVector, Vector2, Vector3};
use kinstep::trajectory::{AlignedBox, Plane};
use kinstep::{BodyId, UniformGravity, World};
use truths::Cases;

use crate::G;
use crate::numbers::{Numbers, wide};
use crate::scene::{energy_of, up};

/// A world with gravity.
pub fn falling<T: Numbers<D>, const D: usize>() -> World<T, D> {
    let mut world = World::new();
    let gravity: SVector<T, D> = (up::<D>() * -G).map(T::narrow);
    world.add_force(UniformGravity::new(gravity)).unwrap();
    world
}

pub fn contact<T: Numbers<D>, const D: usize>(restitution: f64, friction: f64) -> Contact<T> {
    Contact::new(T::narrow(restitution)).with_friction(T::narrow(friction))
}

/// A vector with the components x and y, in the plane or in space.
pub fn flat<T: Numbers<D>, const D: usize>(x: f64, y: f64) -> SVector<T, D> {
    SVector::from_fn(|axis, _| T::narrow([x, y, 0.0][axis]))
}

/// Largest rise of energy and largest depth of a body over some steps; `gap` returns the distance
/// to the ground.
fn watch<T: Numbers<D>, const D: usize>(
    world: &mut World<T, D>,
    body: BodyId,
    (rate, duration): (f64, f64),
    gap: impl Fn(&SVector<f64, D>) -> f64,
) -> [f64; 2] {
    let mut before = energy_of(&world[body])[0];
    let mut worst = [0.0_f64; 2];
    for _ in 0..(rate * duration) as usize {
        if world.step(T::narrow(1.0 / rate)).is_err() {
            return [f64::NAN; 2];
        }
        let [now, size] = energy_of(&world[body]);
        if !now.is_finite() {
            return [f64::NAN; 2];
        }
        worst[0] = worst[0].max((now - before) / size.max(1.0));
        worst[1] = worst[1].max(-gap(&wide(&world[body].position)));
        before = now;
    }
    worst
}

/// Bounds on the rise of energy and on the depth, by the width of numbers.
fn bounds<T: Numbers<D>, const D: usize>() -> [f64; 2] {
    if T::EPS < 1e-10 {
        [1e-11, 1e-9]
    } else {
        [1e-4, 1e-4]
    }
}

/// All failures.
#[derive(Debug, Default)]
pub struct Failures(Vec<String>);

impl Failures {
    /// Records a failure unless `holds`.
    pub fn unless(&mut self, holds: bool, told: impl FnOnce() -> String) {
        if !holds {
            self.0.push(told());
        }
    }

    /// Records a failure if energy rose, a body was inside, or a number is NaN because a step
    /// failed.
    fn check<T: Numbers<D>, const D: usize>(&mut self, worst: [f64; 2], told: &str) {
        let [rise, deep] = bounds::<T, D>();
        let holds = worst[0] < rise && worst[1] < deep;
        let width = core::any::type_name::<T>();
        self.unless(holds, || {
            format!(
                "{width} {D}: {told}: rise {:e}, depth {:e}",
                worst[0], worst[1]
            )
        });
    }

    /// Fails if anything was noted.
    pub fn end(self) {
        let count = self.0.len();
        let shown = &self.0[..count.min(40)];
        assert!(count == 0, "{count} failures: {shown:#?}");
    }
}

fn edges<T: Numbers<D>, const D: usize>(failures: &mut Failures) {
    let radius = 0.1;
    let mut worst = [0.0_f64; 2];
    for share in [0.1, 0.2, 0.5, 0.8, 0.99, 1.0, 1.01, 1.5, 2.0, 3.0] {
        for (friction, restitution) in [(0.0, 0.0), (0.1, 0.3), (0.5, 0.0), (1.0, 0.9)] {
            for rate in [7.0, 60.0, 240.0] {
                let speed = share * (G * radius).sqrt();
                let mut world = falling::<T, D>();
                let half: SVector<T, D> =
                    SVector::from_fn(|axis, _| T::narrow([1.0, 5.0, 5.0][axis]));
                let shelf = AlignedBox::around(flat::<T, D>(-1.0, -5.0), half);
                world
                    .add_surface(shelf, contact::<T, D>(restitution, friction))
                    .unwrap();
                let ball = T::round_body(1.0, radius, [0.0, 0.0, -speed / radius]);
                let ball = ball.at(flat(-0.2, radius)).moving(flat(speed, 0.0));
                let ball = world.add_body(ball).unwrap();
                // below the lower end of the box the gap is not checked
                let found = watch(&mut world, ball, (rate, 3.0 / share.max(0.5)), |at| {
                    let beyond = Vector2::new(at[0].max(0.0), at[1].max(0.0));
                    if at[0] < 0.0 && at[1] < 0.0 {
                        at[0].max(at[1]) - radius
                    } else if at[1] < -10.0 {
                        1.0
                    } else {
                        beyond.norm() - radius
                    }
                });
                failures.check::<T, D>(
                    found,
                    &format!("share {share} μ {friction} e {restitution} {rate} Hz"),
                );
                worst = [worst[0].max(found[0]), worst[1].max(found[1])];
                let end = wide(&world[ball].position);
                // the ball goes over the edge, unless it is too slow to reach it
                if share * 0.99 > 0.1 {
                    failures.unless(end[1] < radius - 1e-3, || {
                        format!("share {share} μ {friction} {rate} Hz: {end} is where it started")
                    });
                }
            }
        }
    }
    println!("edges: rise {:.1e}, depth {:.1e}", worst[0], worst[1]);
}

/// Balls roll and slide over the edge of a box at 0.1 to 3 √(g r).
#[test]
fn balls_go_over_edges() {
    let mut failures = Failures::default();
    edges::<f64, 2>(&mut failures);
    edges::<f64, 3>(&mut failures);
    edges::<f32, 2>(&mut failures);
    edges::<f32, 3>(&mut failures);
    failures.end();
}

fn walls<T: Numbers<D>, const D: usize>(failures: &mut Failures) {
    let radius = 0.1;
    let mut worst = [0.0_f64; 2];
    for tenth in 0..10 {
        for friction in [0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.0] {
            for (speed, spin) in [
                (0.1, 0.0),
                (1.0, -10.0),
                (3.0, 30.0),
                (8.0, 0.0),
                (8.0, -80.0),
            ] {
                let restitution = 0.1 * f64::from(tenth);
                let mut world = falling::<T, D>();
                let contact = contact::<T, D>(restitution, friction);
                world
                    .add_surface(Plane::new(flat::<T, D>(0.0, 1.0), T::zero()), contact)
                    .unwrap();
                let wall = Plane::new(flat::<T, D>(-1.0, 0.0), T::narrow(-0.5));
                world.add_surface(wall, contact).unwrap();
                let ball = T::round_body(1.0, radius, [0.0, 0.0, spin]);
                let ball = ball.at(flat(0.0, radius)).moving(flat(speed, 0.0));
                let ball = world.add_body(ball).unwrap();
                let found = watch(&mut world, ball, (60.0, 10.0), |at| {
                    at[1].min(0.5 - at[0]) - radius
                });
                failures.check::<T, D>(
                    found,
                    &format!("e {restitution} μ {friction} v {speed} ω {spin}"),
                );
                worst = [worst[0].max(found[0]), worst[1].max(found[1])];
            }
        }
    }
    println!("walls: rise {:.1e}, depth {:.1e}", worst[0], worst[1]);
}

/// A ball that runs along the floor into a wall gains no energy and does not enter the wall.
#[test]
fn balls_run_into_walls() {
    let mut failures = Failures::default();
    walls::<f64, 2>(&mut failures);
    walls::<f64, 3>(&mut failures);
    walls::<f32, 2>(&mut failures);
    walls::<f32, 3>(&mut failures);
    failures.end();
}

fn wedges<T: Numbers<D>, const D: usize>(failures: &mut Failures, throws: usize) {
    let mut cases = Cases::new(17);
    let mut worst = [0.0_f64; 2];
    for case in 0..throws {
        let degrees = [
            5.0, 8.0, 12.0, 20.0, 30.0, 45.0, 60.0, 75.0, 87.0, 90.0, 93.0, 120.0, 150.0, 170.0,
        ];
        let degrees: f64 = degrees[case % degrees.len()];
        let high = degrees.to_radians();
        // the wedge is open upwards
        let low = 0.5 * core::f64::consts::PI - 0.5 * high
            + cases.uniform(-0.4..0.4) * (1.5 - 0.5 * high);
        let normals = [
            [-low.sin(), low.cos()],
            [(low + high).sin(), -(low + high).cos()],
        ];
        let normals = normals.map(|normal| wide(&flat::<T, D>(normal[0], normal[1])));
        let radius = if cases.chance(0.5) {
            0.0
        } else {
            T::held(0.05)
        };
        let (restitution, friction) = (
            if cases.chance(0.3) {
                0.0
            } else {
                cases.uniform(0.0..1.0)
            },
            if cases.chance(0.3) {
                0.0
            } else {
                cases.uniform(0.0..1.0)
            },
        );
        let mut world = falling::<T, D>();
        for normal in &normals {
            let plane = Plane::new(normal.map(T::narrow), T::zero());
            world
                .add_surface(plane, contact::<T, D>(restitution, friction))
                .unwrap();
        }
        let far = 0.3 + radius / (0.5 * high).sin();
        let middle = low + 0.5 * high;
        let body = T::round_body(1.0, radius, [0.0, 0.0, cases.uniform(-30.0..30.0)]);
        let velocity: SVector<T, D> = cases.vector(4.0);
        let body = body
            .at(flat(middle.cos() * far, middle.sin() * far))
            .moving(velocity);
        let body = world.add_body(body).unwrap();
        let rate = [7.0, 60.0, 240.0][cases.below(3)];
        let found = watch(&mut world, body, (rate, 3.0), |at| {
            let gaps = normals.map(|normal| normal.dot(at) / normal.norm());
            gaps[0].min(gaps[1]) - radius
        });
        failures.check::<T, D>(
            found,
            &format!("{case}: {degrees}° {rate} Hz r {radius} e {restitution} μ {friction}"),
        );
        worst = [worst[0].max(found[0]), worst[1].max(found[1])];
    }
    println!("wedges: rise {:.1e}, depth {:.1e}", worst[0], worst[1]);
}

/// Points and balls do not fall through wedges of 5° to 170°.
#[test]
fn nothing_falls_through_wedges() {
    let mut failures = Failures::default();
    wedges::<f64, 2>(&mut failures, 1400);
    wedges::<f64, 3>(&mut failures, 1400);
    wedges::<f32, 2>(&mut failures, 1400);
    wedges::<f32, 3>(&mut failures, 1400);
    failures.end();
}

fn corners<T: Numbers<3>>(failures: &mut Failures) {
    let mut worst = [0.0_f64; 2];
    let mut slowest = 0.0_f64;
    for restitution in [0.0, 0.3, 0.6, 0.9] {
        for friction in [0.0, 0.1, 0.4, 0.7, 1.0] {
            for (radius, velocity) in [
                (0.0, [1.0, 0.0, 0.3]),
                (0.1, [1.0, 0.0, 0.3]),
                (0.1, [-3.0, 2.0, 1.0]),
                (0.3, [0.0, 0.0, 0.0]),
            ] {
                let mut world = falling::<T, 3>();
                let normals = [[1.0, 1.0, 0.2], [-1.0, 1.2, 0.3], [0.1, 1.0, -1.0]];
                let normals = normals.map(|normal| Vector3::from(normal.map(T::narrow)));
                for normal in &normals {
                    let plane = Plane::new(*normal, T::zero());
                    world
                        .add_surface(plane, contact::<T, 3>(restitution, friction))
                        .unwrap();
                }
                let body = T::round_body(1.0, radius, [5.0, -3.0, 8.0]);
                let velocity = velocity.map(T::narrow);
                let body = body.at([0.1, 1.0, 0.05].map(T::narrow)).moving(velocity);
                let body = world.add_body(body).unwrap();
                let found = watch(&mut world, body, (60.0, 12.0), |at| {
                    let gaps = normals.map(|normal| wide(&normal).normalize().dot(at));
                    gaps[0].min(gaps[1]).min(gaps[2]) - T::held(radius)
                });
                failures.check::<T, 3>(found, &format!("e {restitution} μ {friction} r {radius}"));
                worst = [worst[0].max(found[0]), worst[1].max(found[1])];
                slowest = slowest.max(wide(&world[body].velocity).norm());
                // the highest bounces last longer
                if restitution < 0.8 {
                    let speed = wide(&world[body].velocity).norm();
                    let bound = if T::EPS < 1e-10 { 1e-9 } else { 1e-3 };
                    failures.unless(speed < bound, || {
                        let width = core::any::type_name::<T>();
                        format!("{width}: e {restitution} μ {friction} r {radius}: {speed:e} m/s at the end")
                    });
                }
            }
        }
    }
    println!(
        "corners: rise {:.1e}, depth {:.1e}, end {slowest:.1e} m/s",
        worst[0], worst[1]
    );
}

/// Points and balls come to rest in a corner of three planes in space.
#[test]
fn corners_of_three_planes() {
    let mut failures = Failures::default();
    corners::<f64>(&mut failures);
    corners::<f32>(&mut failures);
    failures.end();
}

fn seams<T: Numbers<D>, const D: usize>(failures: &mut Failures, radius: f64, friction: f64) {
    let mut worst = 0.0_f64;
    for far in [0.0, 100.0, 1000.0, 10_000.0] {
        for speed in [0.1, 0.7, 1.0, 3.0] {
            for rate in [7.0, 60.0, 240.0] {
                let mut world = falling::<T, D>();
                for index in 0..16 {
                    let center = flat::<T, D>(far + f64::from(index), -0.5);
                    let half: SVector<T, D> = SVector::from_fn(|_, _| T::narrow(0.5));
                    let tile = AlignedBox::around(center, half);
                    world
                        .add_surface(tile, contact::<T, D>(0.0, friction))
                        .unwrap();
                }
                let radius = T::held(radius);
                let rolls = if radius > 0.0 && friction > 0.0 {
                    -T::held(speed) / radius
                } else {
                    0.0
                };
                let body = T::round_body(1.0, radius, [0.0, 0.0, rolls]);
                let body = body.at(flat(far, radius)).moving(flat(speed, 0.0));
                let body = world.add_body(body).unwrap();
                let duration = (14.0 / speed).min(5.0);
                let mut expected: SVector<T, D> = flat(speed, 0.0);
                let told = format!("{far} m, {speed} m/s, {rate} Hz, r {radius}, μ {friction}");
                for step in 0..(duration * rate) as usize {
                    world.step(T::narrow(1.0 / rate)).unwrap();
                    let at = world[body];
                    // the spin of a rolling ball is rounded, which may change the speed in its
                    // first step
                    if step == 0
                        && rolls != 0.0
                        && (at.velocity - expected).norm().wide() < 4.0 * T::EPS * speed
                    {
                        expected = at.velocity;
                    }
                    let off = (at.position[1].wide() - radius).abs();
                    worst = worst.max(off);
                    let most = 64.0 * T::EPS * (radius + 1.0);
                    if at.velocity != expected || off > most {
                        let width = core::any::type_name::<T>();
                        failures.unless(false, || format!("{width} {D}: {told}, step {step}: velocity {}, height off by {off:e}", at.velocity.transpose()));
                        break;
                    }
                }
            }
        }
    }
    println!("seams: height off by {worst:.1e}");
}

/// Points that slide and balls that roll over rows of flush tiles keep their speed and height, at
/// the origin and far from it.
#[test]
fn rows_of_flush_tiles() {
    let mut failures = Failures::default();
    for (radius, friction) in [(0.0, 0.0), (0.1, 0.0), (0.1, 0.5)] {
        seams::<f64, 2>(&mut failures, radius, friction);
        seams::<f64, 3>(&mut failures, radius, friction);
        seams::<f32, 2>(&mut failures, radius, friction);
        seams::<f32, 3>(&mut failures, radius, friction);
    }
    failures.end();
}

fn rest<T: Numbers<D>, const D: usize>() {
    let mut cases = Cases::new(5);
    for case in 0..200 {
        let mut world = falling::<T, D>();
        let restitution = cases.uniform(0.0..0.8);
        world
            .add_surface(
                Plane::new(flat::<T, D>(0.0, 1.0), T::zero()),
                contact::<T, D>(restitution, cases.uniform(0.2..1.0)),
            )
            .unwrap();
        let radius = 0.0;
        let body = T::round_body(cases.decades(0.1, 100.0), radius, [0.0; 3]);
        let velocity: SVector<T, D> = cases.vector(3.0);
        let body = body
            .at(flat(cases.uniform(-9.0..9.0), cases.uniform(0.0..3.0)))
            .moving(velocity);
        let body = world.add_body(body).unwrap();
        let rate = [7.0, 60.0, 240.0][case % 3];
        (0..(20.0 * rate) as usize).for_each(|_| world.step(T::narrow(1.0 / rate)).unwrap());
        let end = world[body];
        assert_eq!(end.velocity.norm(), T::zero(), "{case}");
        (0..60).for_each(|_| world.step(T::narrow(1.0 / rate)).unwrap());
        assert_eq!(world[body], end, "{case}");
    }
}

/// At rest the velocity is exactly zero, and no bit of the state changes from then on.
#[test]
fn rest_is_exact() {
    rest::<f64, 2>();
    rest::<f64, 3>();
    rest::<f32, 2>();
    rest::<f32, 3>();
}

fn falls_away<T: Numbers<D>, const D: usize>() {
    for is_box in [false, true] {
        for (radius, friction) in [(0.0, 0.5), (0.2, 0.5), (0.2, 0.0)] {
            for rate in [7.0, 60.0, 240.0] {
                let mut world = falling::<T, D>();
                let contact = contact::<T, D>(0.0, friction);
                let floor = if is_box {
                    let half: SVector<T, D> = SVector::from_fn(|_, _| T::narrow(0.5));
                    world.add_surface(AlignedBox::around(flat::<T, D>(0.0, -0.5), half), contact)
                } else {
                    world.add_surface(Plane::new(flat::<T, D>(0.0, 1.0), T::zero()), contact)
                };
                let floor = floor.unwrap();
                let body = T::round_body(1.0, radius, [0.0; 3]).at(flat(0.1, radius));
                let body = world.add_body(body).unwrap();
                (0..20).for_each(|_| world.step(T::narrow(1.0 / rate)).unwrap());
                assert_eq!(world[body].velocity.norm(), T::zero());
                let mut time = 0.0;
                for step in 1..=(1.5 * rate) as usize {
                    let velocity = -20.0 * step as f64 / rate;
                    world
                        .set_surface_velocity(floor, flat(0.0, velocity))
                        .unwrap();
                    world.step(T::narrow(1.0 / rate)).unwrap();
                    time += T::held(1.0 / rate);
                    let off = world[body].position[1].wide() - radius + 0.5 * G * time * time;
                    let bound = 1e4 * T::EPS;
                    assert!(
                        off.abs() < bound,
                        "{is_box} r {radius} {rate} Hz step {step}: {off:e}"
                    );
                }
            }
        }
    }
}

/// A floor that falls away at 20 m/s² leaves what rested on it in free fall.
#[test]
fn a_floor_that_falls_away() {
    falls_away::<f64, 2>();
    falls_away::<f64, 3>();
    falls_away::<f32, 2>();
    falls_away::<f32, 3>();
}

fn long_step<T: Numbers<D>, const D: usize>() {
    for (restitution, friction) in [(0.0, 0.5), (0.5, 0.3), (0.9, 0.1), (0.99, 0.0), (1.0, 1.0)] {
        let mut world = falling::<T, D>();
        let contact = contact::<T, D>(restitution, friction);
        world
            .add_surface(Plane::new(flat::<T, D>(0.0, 1.0), T::zero()), contact)
            .unwrap();
        for (index, radius) in [0.0, 0.1, 0.5].into_iter().enumerate() {
            let body = T::round_body(1.0, radius, [0.0, 0.0, 5.0]);
            let body = body
                .at(flat(2.0 * index as f64, 2.0))
                .moving(flat(1.0, 0.5));
            world.add_body(body).unwrap();
        }
        let mut least = f64::INFINITY;
        for _ in 0..5 {
            let mut world = world.clone();
            let start = std::time::Instant::now();
            world.step(T::narrow(5.0)).unwrap();
            least = least.min(start.elapsed().as_secs_f64());
        }
        println!("a step of 5 s, e {restitution}: {:.2} ms", 1e3 * least);
        assert!(least < 0.02, "{least} s");
    }
}

/// One step of 5 s with three bodies above the ground takes milliseconds.
#[test]
fn a_long_step_is_fast() {
    long_step::<f64, 2>();
    long_step::<f64, 3>();
    long_step::<f32, 2>();
    long_step::<f32, 3>();
}
