//! A world of many points steps columns, separate from the bodies that callers read. The results
//! must equal those of stepping the bodies, to the bit.

use kinstep::nalgebra::{SVector, Vector2};
use kinstep::{
    Body, Body2, Body3, BodyId, ConstantForce, ForceField, LinearDrag, MagneticField,
    QuadraticDrag, Real, Scheme, Spring, StepError, UniformGravity, World, World2, World3,
};

/// Number of points: enough for columns, and no multiple of the block size.
const COUNT: usize = 5001;

/// Two worlds of the same points. The second also contains a body that can rotate, so it steps
/// bodies instead of columns.
struct Twins<const D: usize>
where
    f64: Real<D>,
{
    worlds: [World<f64, D>; 2],
    ids: Vec<BodyId>,
}

impl<const D: usize> Twins<D>
where
    f64: Real<D>,
{
    fn new(solid: Body<f64, D>) -> Self {
        let mut worlds = [World::new(), World::new()];
        worlds[1].add_body(solid).unwrap();
        let mut twins = Self {
            worlds,
            ids: Vec::new(),
        };
        // the additional body comes first, so that no point has its id; `ids` has the ids of the
        // second world
        for i in 0..COUNT {
            twins.add(i);
        }
        twins
    }

    fn add(&mut self, i: usize) {
        let number = i as f64;
        let body = Body::point(1.0 + (i % 3) as f64)
            .at(SVector::from_fn(|axis, _| (number + axis as f64).sin()))
            .moving(SVector::from_fn(|axis, _| {
                (1.7 * number + axis as f64).cos()
            }));
        let id = self.worlds[1].add_body(body).unwrap();
        self.worlds[0].add_body(body).unwrap();
        self.ids.push(id);
    }

    /// Applies a change to both worlds; the change receives a function for the id of the i-th
    /// point.
    fn both<R>(
        &mut self,
        mut change: impl FnMut(&mut World<f64, D>, &dyn Fn(usize) -> BodyId) -> R,
    ) {
        for world in &mut self.worlds {
            let offset = world.body_slice().len() - COUNT;
            let ids: Vec<BodyId> = world.ids().skip(offset).collect();
            change(world, &|i| ids[i]);
        }
    }

    fn step(&mut self, dt: f64) {
        for world in &mut self.worlds {
            world.step(dt).unwrap();
        }
    }

    #[track_caller]
    fn compare(&self, what: &str) {
        let [columns, bodies] = &self.worlds;
        assert_eq!(columns.time().to_bits(), bodies.time().to_bits());
        for (i, (one, other)) in (columns.body_slice().iter())
            .zip(&bodies.body_slice()[1..])
            .enumerate()
        {
            let bits = |body: &Body<f64, D>| {
                let numbers = body.position.iter().chain(body.velocity.iter());
                numbers
                    .chain([&body.mass])
                    .map(|x| x.to_bits())
                    .collect::<Vec<_>>()
            };
            assert_eq!(
                bits(one),
                bits(other),
                "{what}, body {i}: {one:?} {other:?}"
            );
            assert_eq!(one, other);
        }
    }
}

fn twins2() -> Twins<2> {
    Twins::new(Body2::solid(1.0, 1.0))
}

fn steps<const D: usize>(twins: &mut Twins<D>, what: &str)
where
    f64: Real<D>,
{
    for step in 0..40 {
        let dt = [0.01, 0.01, -0.003, 0.02][step % 4];
        if step % 10 == 3 {
            twins.both(|world, id| world.apply_force(id(7), SVector::repeat(2.0)).unwrap());
            twins.both(|world, id| world.apply_force(id(4990), SVector::repeat(-1.0)).unwrap());
        }
        if step % 10 == 5 {
            twins.both(|world, id| world[id(40)].velocity *= 0.5);
            twins.both(|world, id| world[id(41)].position *= 0.9);
            twins.both(|world, id| world[id(42)].mass *= 1.5);
            twins.both(|world, id| {
                (world.apply_impulse(id(43), SVector::repeat(0.25))).unwrap();
            });
        }
        twins.step(dt);
        if step % 25 == 7 {
            twins.compare(what);
        }
    }
    twins.compare(what);
}

/// After 40 steps both worlds are equal to the bit: under laws alone, with kicks that depend on
/// velocity or do not, with exact increments, and with forces on all or on some bodies.
#[test]
fn the_bits_are_those_of_the_bodies_themselves() {
    type Attach = fn(&mut World2, &dyn Fn(usize) -> BodyId);
    let forces: [(&str, Attach); 8] = [
        ("drag", |world, _| {
            world.add_force(LinearDrag::rate(0.2)).unwrap();
        }),
        ("laws by mass", |world, _| {
            world.add_force(LinearDrag::coefficient(0.2)).unwrap();
        }),
        ("springs", |world, _| {
            let spring = Spring::stiffness(3.0).damping(0.1);
            world.add_force(spring).unwrap();
        }),
        ("ramp", |world, _| {
            let force = ConstantForce::new([1.0, 2.0]).ramping([0.3, -0.4]);
            world.add_force(force).unwrap();
        }),
        ("closure", |world, _| {
            let force = |body: &Body2, t: f64| -body.velocity * (body.velocity.norm() + t);
            world.add_force(force).unwrap();
        }),
        ("field", |world, _| {
            let field = ForceField::new(|x: &Vector2<f64>, t: f64| x.map(f64::sin) * (1.0 + t));
            world.add_force(field).unwrap();
        }),
        ("exact kicks", |world, _| {
            world.add_force(QuadraticDrag::coefficient(0.1)).unwrap();
        }),
        ("some", |world, id| {
            for place in [0, 3, 127, 128, 129, 300, 5000] {
                let force = |body: &Body2, _: f64| -body.position * 3.0;
                world.add_force_on(id(place), force).unwrap();
                let drag = QuadraticDrag::coefficient(0.1);
                world.add_force_on(id(place), drag).unwrap();
                let drag = LinearDrag::rate(1.0);
                world.add_force_on(id(place / 2), drag).unwrap();
            }
        }),
    ];
    for scheme in [Scheme::FlowKick, Scheme::FlowKick4, Scheme::WeakKick] {
        for (what, attach) in forces {
            let mut twins = twins2();
            twins.both(|world, _| {
                world.set_scheme(scheme);
                world.add_force(UniformGravity::new([0.0, -9.81])).unwrap()
            });
            twins.both(attach);
            steps(&mut twins, what);
        }
    }
    // all forces at once
    let mut twins = twins2();
    for (_, attach) in forces {
        twins.both(attach);
    }
    steps(&mut twins, "all");
}

/// Both worlds are equal to the bit in space, too, under a magnetic field, whose law has matrices.
#[test]
fn the_bits_are_the_same_in_space() {
    let inertia = kinstep::Inertia::sphere(1.0, 0.1);
    for kicked in [false, true] {
        let mut twins = Twins::new(Body3::solid(1.0, inertia));
        twins.both(|world, _| {
            let field = MagneticField::new([0.1, 0.2, 1.5]).charge(2.0);
            world.add_force(field).unwrap();
            if kicked {
                let force = |body: &Body3, _: f64| -body.position * body.velocity.norm();
                world.add_force(force).unwrap();
            }
        });
        steps(&mut twins, "magnetic");
    }
}

/// Both worlds stay equal while forces and bodies are added or removed, the scheme changes, and the
/// worlds are cloned.
#[test]
fn the_bits_are_the_same_whatever_changes() {
    let mut twins = twins2();
    twins.both(|world, _| {
        world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
        world.add_force(LinearDrag::rate(0.2)).unwrap()
    });
    steps(&mut twins, "at first");
    for round in 0..6 {
        // one body is removed and one is added while the columns are newer than the bodies
        let removed: Vec<Body2> = (twins.worlds.iter_mut())
            .map(|world| {
                let offset = world.ids().len() - COUNT;
                let id = world.ids().nth(offset + 1000 * round % COUNT).unwrap();
                world.remove_body(id).unwrap()
            })
            .collect();
        assert_eq!(removed[0], removed[1]);
        for world in &mut twins.worlds {
            (world.add_body(Body2::point(2.0).moving([1.0, 1.0]))).unwrap();
        }
        twins.step(0.01);
        twins.both(|world, _| {
            world.set_scheme([Scheme::FlowKick, Scheme::Rk4, Scheme::FlowKick4][round % 3]);
        });
        twins.step(0.01);
        if round == 2 {
            twins.both(|world, _| world.add_force(QuadraticDrag::coefficient(0.1)).unwrap());
        }
        if round == 3 {
            // the force reads the orientation, which columns do not store
            twins.both(|world, id| world[id(5)].set_orientation(0.3));
            twins.both(|world, _| {
                let force = |body: &Body2, _: f64| body.to_world([1.0, 0.0]);
                world.add_force(force).unwrap()
            });
        }
        twins.step(0.01);
        twins.worlds = twins.worlds.clone();
        twins.step(0.01);
        twins.compare(&format!("round {round}"));
    }
}

/// A step that fails moves no body, and its error names the body that failed.
#[test]
fn a_step_that_fails_changes_nothing() {
    let mut world = World2::new();
    let ids: Vec<BodyId> = (0..COUNT)
        .map(|i| (world.add_body(Body2::point(1.0).at([i as f64, 0.0]))).unwrap())
        .collect();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    let force = world
        .add_force(|body: &Body2, time: f64| {
            let is_bad = time > 0.1 && body.position.x == 3000.0;
            Vector2::new(0.0, if is_bad { f64::NAN } else { 1.0 })
        })
        .unwrap();
    while world.time() < 0.1 {
        world.step(0.04).unwrap();
    }
    let before = world.clone();
    let expected = StepError::NotFinite {
        body: ids[3000],
        force: Some(force),
        kind: Some("closure"),
    };
    assert_eq!(world.step(0.04), Err(expected));
    assert_eq!(world.body_slice(), before.body_slice());
    world.remove_body(ids[3000]).unwrap();
    world.step(0.04).unwrap();
    // a step also fails if a velocity that was written is infinite
    world[ids[17]].velocity.x = f64::INFINITY;
    assert_eq!(world.step(0.04), Err(StepError::State { body: ids[17] }));
    // if all bodies fail at once, the error names the first
    world[ids[17]].velocity.x = 0.0;
    let nowhere = |_: &Body2, _: f64| Vector2::repeat(f64::NAN);
    let force = Some(world.add_force(nowhere).unwrap());
    let (body, kind) = (ids[0], Some("closure"));
    let expected = StepError::NotFinite { body, force, kind };
    assert_eq!(world.step(0.04), Err(expected));
}

/// A step to an infinite position is rejected, also if the velocity is finite.
#[test]
fn a_place_that_overflows_is_refused() {
    let mut world = World2::new();
    let push = |_: &Body2, _: f64| Vector2::new(0.0, 1.0);
    world.add_force(push).unwrap();
    let ids: Vec<BodyId> = (0..COUNT)
        .map(|_| world.add_body(Body2::point(1.0)).unwrap())
        .collect();
    world.step(0.1).unwrap();
    let body = ids[COUNT - 1];
    world[body].position.x = 1e308;
    world[body].velocity.x = 1.5e308;
    let before = world.clone();
    assert!(
        matches!(world.step(1.0), Err(StepError::NotFinite { body: told, .. }) if told == body)
    );
    assert_eq!(world.body_slice(), before.body_slice());
    world.step(0.1).unwrap();
}

/// Many threads read a world that has just been stepped; a world can be sent to another thread.
#[test]
fn a_world_is_shared() {
    fn is_shared<W: Send + Sync>() {}
    is_shared::<World2>();
    is_shared::<World3>();
    is_shared::<World<f32, 2>>();

    let mut world = World2::new();
    for i in 0..COUNT {
        (world.add_body(Body2::point(1.0).at([i as f64, 0.0]))).unwrap();
    }
    world.add_force(UniformGravity::new([0.0, -10.0])).unwrap();
    for step in 1..20_i32 {
        // the bodies are not read between the steps: the columns are newer
        world.step(0.5).unwrap();
        world.step(0.5).unwrap();
        let fallen = -5.0 * f64::from(step * step);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let sum: f64 = world.body_slice().iter().map(|body| body.position.y).sum();
                    assert_eq!(sum, fallen * COUNT as f64);
                });
            }
        });
    }
}
