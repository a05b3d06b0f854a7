//! Scenes that together use all code that steps; tests compare the bits in which they end.
//!
//! Nothing here calls a function of the standard library whose last bit may differ between
//! platforms: the initial numbers are sums and products, and closures use only these and square
//! roots.

use kinstep::nalgebra::{RealField, SVector, UnitQuaternion, Vector2, Vector3};
use kinstep::{
    AngularDrag, Body, Body2, Body3, BodyId, ConstantForce, ConstantTorque, DryFriction,
    ForceField, Inertia, LinearDrag, MagneticField, Magnus, Mounted, PointGravity, QuadraticDrag,
    QuadraticFall, Real, RotatingFrame, Scheme, Spring, Thruster, Torque, TorsionSpring,
    UniformGravity, World, World2, World3,
};

use crate::bits::Numbers;

/// Number of steps of each scene.
pub const STEPS: u32 = 10_000;

/// A world, and a function that acts on it before each step, given the number of the step.
pub struct Scene<T: Real<D>, const D: usize> {
    pub world: World<T, D>,
    pub act: fn(&mut World<T, D>, &[BodyId], u32),
    pub dt: T,
}

impl<T: Real<D>, const D: usize> Scene<T, D> {
    pub fn new(world: World<T, D>, act: fn(&mut World<T, D>, &[BodyId], u32), dt: T) -> Self {
        Self { world, act, dt }
    }

    pub fn step(&mut self, number: u32) {
        let ids: Vec<BodyId> = self.world.ids().take(4).collect();
        (self.act)(&mut self.world, &ids, number);
        self.world.step(self.dt).unwrap();
    }
}

fn number<T: RealField>(value: f64) -> T {
    kinstep::nalgebra::convert(value)
}

/// A vector along an axis.
fn axis<T: RealField, const D: usize>(axis: usize, value: f64) -> SVector<T, D> {
    SVector::from_fn(|row, _| {
        if row == axis {
            number(value)
        } else {
            T::zero()
        }
    })
}

fn nothing<T: Real<D>, const D: usize>(_: &mut World<T, D>, _: &[BodyId], _: u32) {}

fn points<T: Real<D>, const D: usize>(world: &mut World<T, D>, count: u64) -> Vec<BodyId> {
    let mut numbers = Numbers::new(count);
    let three: T = number(3.0);
    (0..count)
        .map(|_| {
            let mass = three + numbers.next::<T>();
            let body = Body::point(mass)
                .at(numbers.vector() * three)
                .moving(numbers.vector());
            world.add_body(body).unwrap()
        })
        .collect()
}

/// Gravity, drag in wind and springs, as one law of each body; impulses, and masses that decrease.
pub fn springs_in_wind<T: Real<D>, const D: usize>(dt: f64) -> Scene<T, D> {
    let mut world = World::new();
    (world.add_force(UniformGravity::new(axis(1, -9.81)))).unwrap();
    (world.add_force(LinearDrag::coefficient(number(0.02)).in_wind(axis(0, 3.0)))).unwrap();
    for (index, id) in points(&mut world, 8).into_iter().enumerate() {
        let stiffness = number(40.0 + index as f64);
        let spring = Spring::stiffness(stiffness)
            .damping(number(0.01))
            .anchored_at(axis(1, 2.0));
        world.add_force_on(id, spring).unwrap();
        let push = ConstantForce::new(axis(0, 0.5)).ramping(axis(1, 1e-4));
        world.add_force_on(id, push).unwrap();
    }
    let act = |world: &mut World<T, D>, ids: &[BodyId], step: u32| {
        if step.is_multiple_of(100) {
            let push = SVector::from_element(number(0.3));
            world.apply_impulse(ids[1], push).unwrap();
            world.apply_force(ids[2], push).unwrap();
            world[ids[3]].mass *= number(0.999);
        }
    };
    Scene::new(world, act, number(dt))
}

/// A chain of links, a rope, a closure, quadratic drag, and a field with a potential.
pub fn links_and_closures() -> Scene<f64, 2> {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    (world.add_force(QuadraticDrag::coefficient(0.02).in_wind([1.0, 0.0]))).unwrap();
    (world.add_force(|body: &Body2, time: f64| body.position * (-2.0 - 1e-3 * time))).unwrap();
    let well = ForceField::new(|x: &Vector2<f64>, _| Vector2::new(-x.x * x.x * x.x, 0.0));
    let ids = points(&mut world, 6);
    world
        .add_force_on(
            ids[0],
            well.with_potential(|x: &Vector2<f64>, _| 0.25 * x.x * x.x * x.x * x.x),
        )
        .unwrap();
    for pair in ids[..4].windows(2) {
        let spring = Spring::stiffness(12.0).damping(0.02);
        world.add_link(pair[0], pair[1], spring).unwrap();
    }
    world
        .add_link(
            ids[3],
            ids[4],
            Spring::stiffness(50.0)
                .length(1.5)
                .pulls_only()
                .damping(0.1),
        )
        .unwrap();
    let act = |world: &mut World2, ids: &[BodyId], step: u32| {
        if step.is_multiple_of(250) {
            world.apply_force(ids[1], [0.5, 1.0]).unwrap();
            world.apply_force(ids[1], [0.1, 0.3]).unwrap();
        }
    };
    Scene::new(world, act, 0.01)
}

/// Two networks of springs and dampers with anchors, one of which has damping that couples modes,
/// and a rope with a load. All are in wind, and one body of each is kicked.
pub fn networks_and_ropes<T: Real<D>, const D: usize>(dt: f64) -> Scene<T, D> {
    let mut world = World::new();
    (world.add_force(UniformGravity::new(axis(1, -9.81)))).unwrap();
    (world.add_force(LinearDrag::rate(number(0.01)).in_wind(axis(0, 3.0)))).unwrap();
    let ids = points(&mut world, 14);
    for (index, pair) in ids[..10].windows(2).enumerate() {
        // two networks of five
        if index != 4 {
            let damping = if index < 4 { 0.0 } else { 0.1 };
            let spring = Spring::stiffness(number(300.0)).damping(number(damping));
            world.add_link(pair[0], pair[1], spring).unwrap();
        }
    }
    for anchored in [ids[0], ids[5]] {
        let spring = Spring::stiffness(number(40.0)).damping(number(0.3));
        world.add_force_on(anchored, spring).unwrap();
    }
    let rope = Spring::stiffness(number(5e3))
        .length(number(1.0))
        .pulls_only();
    let hook = rope.anchored_at(axis(1, 3.0));
    world.add_force_on(ids[10], hook).unwrap();
    for pair in ids[10..].windows(2) {
        let damped = rope.damping(number(2.0));
        world.add_link(pair[0], pair[1], damped).unwrap();
    }
    let bar = Spring::stiffness(number(2e4)).length(number(2.0));
    world.add_link(ids[11], ids[13], bar).unwrap();
    for kicked in [ids[2], ids[7], ids[13]] {
        let air = QuadraticDrag::coefficient(number(0.02));
        world.add_force_on(kicked, air).unwrap();
    }
    let act = |world: &mut World<T, D>, ids: &[BodyId], step: u32| {
        if step.is_multiple_of(100) {
            let push = SVector::from_element(number(0.3));
            world.apply_impulse(ids[1], push).unwrap();
            world.apply_force(ids[2], push).unwrap();
        }
    };
    Scene::new(world, act, number(dt))
}

fn orientation<T: RealField + Copy>() -> UnitQuaternion<T> {
    UnitQuaternion::from_scaled_axis(Vector3::new(number(0.3), number(-0.2), number(0.9)))
}

/// A book that tumbles, a top under its weight, a ball in thick air, and a hinge.
pub fn books_and_tops<
    T: Real<3, Orientation = UnitQuaternion<T>, Inertia = Inertia<T>, Axial = Vector3<T>>,
>() -> Scene<T, 3> {
    let vector = |x: f64, y: f64, z: f64| Vector3::new(number(x), number(y), number(z));
    let mut world = World::new();
    let solid = |inertia: Inertia<T>, spin: [f64; 3]| {
        let [x, y, z] = spin;
        Body::<T, 3>::solid(number(1.2), inertia)
            .turned(orientation())
            .spinning(vector(x, y, z))
    };
    let book = Inertia::cuboid(number(1.2), vector(0.03, 0.15, 0.22));
    world.add_body(solid(book, [0.01, 6.0, 0.02])).unwrap();
    let round = Inertia::cylinder(number(1.2), number(0.1), number(0.05));
    let top = world.add_body(solid(round, [0.3, 20.0, 2.0])).unwrap();
    let ball = world
        .add_body(solid(
            Inertia::sphere(number(1.2), number(0.2)),
            [1.0, 2.0, 3.0],
        ))
        .unwrap();
    let hinged = world.add_body(solid(book, [0.0, 1.0, 0.5])).unwrap();
    let weight = ConstantForce::new(vector(0.0, -2.0, 0.0));
    (world.add_force_on(top, Mounted::new(weight, vector(0.0, 0.05, 0.0)))).unwrap();
    (world.add_force_on(ball, AngularDrag::rate(number(1e-3)))).unwrap();
    (world.add_force_on(ball, LinearDrag::rate(number(1e-3)))).unwrap();
    world
        .add_force_on(
            hinged,
            TorsionSpring::stiffness(number(0.01)).damping(number(1e-6)),
        )
        .unwrap();
    Scene::new(world, nothing, number(2e-3))
}

/// A planet and its moon about a star, a comet, and two stars about each other; all of them kicked.
pub fn planets() -> Scene<f64, 3> {
    let mut world = World3::new();
    let body = |mass: f64, position: [f64; 3], velocity: [f64; 3]| {
        Body3::point(mass).at(position).moving(velocity)
    };
    let planet = (world.add_body(body(1.0, [1.0, 0.0, 0.0], [0.0, 1.0, 0.1]))).unwrap();
    let moon = (world.add_body(body(1e-3, [1.03, 0.0, 0.0], [0.0, 1.2, 0.1]))).unwrap();
    let comet = (world.add_body(body(1.0, [3.0, 0.5, 0.0], [-0.1, 0.2, 0.05]))).unwrap();
    let stars = [[10.0, 0.0, 0.0], [11.0, 0.0, 0.0]].map(|place| body(0.5, place, [0.0; 3]));
    let [one, other] = stars.map(|star| world.add_body(star).unwrap());
    world[other].velocity.y = 0.7;
    for id in [planet, comet] {
        world.add_force_on(id, PointGravity::new(1.0)).unwrap();
    }
    (world.add_link(moon, planet, PointGravity::new(1e-3))).unwrap();
    world.add_force_on(moon, PointGravity::new(1.0)).unwrap();
    world.add_link(one, other, PointGravity::new(0.5)).unwrap();
    let tide = |body: &Body3, _: f64| body.position.component_mul(&Vector3::new(1e-4, 0.0, -1e-4));
    world.add_force(tide).unwrap();
    let act = |world: &mut World3, ids: &[BodyId], step: u32| {
        if step.is_multiple_of(1000) {
            world.apply_impulse(ids[2], [0.0, 0.0, 0.01]).unwrap();
        }
    };
    Scene::new(world, act, 2e-3)
}

/// A lander with its engine, reaction wheels and fuel, and other forces that rotate bodies in the
/// plane.
pub fn landers() -> Scene<f64, 2> {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -1.62])).unwrap();
    let solid = |x: f64| {
        Body2::solid(1500.0, 4000.0)
            .at([x, 900.0])
            .turned(0.2)
            .spinning(0.1)
    };
    let lander = world.add_body(solid(0.0)).unwrap();
    let wheels = world.add_body(solid(50.0)).unwrap();
    let needle = world.add_body(solid(90.0)).unwrap();
    let hung = world.add_body(solid(120.0)).unwrap();
    let engine = Thruster::new([0.0, 4500.0])
        .mounted_at([0.01, -1.0])
        .throttled(0.7);
    world.add_force_on(lander, engine).unwrap();
    world.add_force_on(lander, AngularDrag::rate(0.1)).unwrap();
    world.add_force_on(lander, LinearDrag::rate(0.01)).unwrap();
    (world.add_force_on(wheels, ConstantTorque::new(3.0))).unwrap();
    (world.add_force_on(wheels, TorsionSpring::stiffness(900.0).damping(20.0))).unwrap();
    (world.add_force_on(wheels, Thruster::new([10.0, 20.0]))).unwrap();
    world
        .add_force_on(
            needle,
            Torque::new(|body: &Body2, _: f64| -400.0 * body.orientation()),
        )
        .unwrap();
    let cable = Spring::stiffness(300.0)
        .damping(50.0)
        .anchored_at([120.0, 905.0]);
    (world.add_force_on(hung, Mounted::new(cable, [1.0, 2.0]))).unwrap();
    let act = |world: &mut World2, ids: &[BodyId], step: u32| {
        world[ids[0]].mass -= 0.05;
        if step.is_multiple_of(500) {
            (world.apply_impulse_at(ids[1], [5.0, 1.0], [50.0, 905.0])).unwrap();
        }
    };
    Scene::new(world, act, 1.0 / 60.0)
}

/// Charges in fields, seen from a rotating frame, and a ball that spins in air.
pub fn charges_in_a_turning_frame() -> Scene<f64, 3> {
    let mut world = World3::new();
    let ids = points(&mut world, 5);
    (world.add_force(RotatingFrame::new([0.0, 0.3, 0.1]).about([0.5, 0.0, 0.0]))).unwrap();
    world.add_force(LinearDrag::rate(0.4)).unwrap();
    let field = MagneticField::new([0.0, 0.0, 1.5])
        .charge(2.0)
        .with_electric_field([0.1, 0.0, 0.2]);
    world.add_force_on(ids[0], field).unwrap();
    (world.add_force_on(ids[1], MagneticField::new([0.2, 0.0, 0.5]))).unwrap();
    world.add_force_on(ids[1], Spring::stiffness(3.0)).unwrap();
    world
        .add_force_on(
            ids[2],
            Magnus::new(0.1, [0.0, 3.0, 10.0]).in_wind([1.0, 0.0, 0.0]),
        )
        .unwrap();
    (world.add_force_on(ids[3], QuadraticDrag::coefficient(0.1))).unwrap();
    for id in ids {
        world.add_force_on(id, Spring::stiffness(0.5)).unwrap();
    }
    Scene::new(world, nothing, 0.02)
}

/// All schemes in turn, with forces of every kind.
pub fn every_scheme() -> Scene<f64, 2> {
    let mut world = World2::new();
    let ids = points(&mut world, 6);
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    world.add_force(LinearDrag::rate(0.1)).unwrap();
    world.add_force(Spring::stiffness(20.0)).unwrap();
    (world.add_force_on(ids[0], QuadraticDrag::coefficient(0.1))).unwrap();
    (world.add_force_on(ids[1], DryFriction::sliding(0.1, 3.0).with_linear_drag(0.1))).unwrap();
    world
        .add_force_on(
            ids[4],
            QuadraticFall::new([0.0, -1.0]).with_terminal_speed(20.0),
        )
        .unwrap();
    world
        .add_force_on(ids[5], |body: &Body2, _: f64| {
            body.position * -body.position.norm()
        })
        .unwrap();
    let solid = Body2::solid(2.0, 0.5).turned(0.1).spinning(1.0);
    let solid = world.add_body(solid).unwrap();
    (world.add_force_on(solid, Thruster::new([0.2, 1.0]).mounted_at([0.1, 0.0]))).unwrap();
    world.add_force_on(solid, AngularDrag::rate(0.2)).unwrap();
    let act = |world: &mut World2, _: &[BodyId], step: u32| {
        let schemes = Scheme::ALL;
        world.set_scheme(schemes[(step / 25) as usize % schemes.len()]);
    };
    Scene::new(world, act, 0.01)
}

/// Enough points for columns: they flow, are kicked, read and written to.
pub fn a_crowd() -> Scene<f32, 3> {
    let mut world = World::<f32, 3>::new();
    points(&mut world, 80);
    (world.add_force(UniformGravity::new([0.0, -9.81, 0.0]))).unwrap();
    world.add_force(LinearDrag::coefficient(0.2)).unwrap();
    world.add_force(Spring::stiffness(3.0)).unwrap();
    let act = |world: &mut World<f32, 3>, ids: &[BodyId], step: u32| match step % 1000 {
        0 => world[ids[1]].velocity.x += 1.0,
        1..20 => assert!(world[ids[2]].position.x.is_finite()),
        300 => {
            let pull = ForceField::new(|x: &Vector3<f32>, _| x * -x.norm());
            let pull = world.add_force(pull).unwrap();
            // all bodies are kicked in this step, and in no other
            world.step(0.01).unwrap();
            world.remove_force(pull).unwrap();
        }
        600 => {
            let body = world.remove_body(ids[0]).unwrap();
            world.add_body(body.moving([0.1, 0.2, 0.3])).unwrap();
        }
        700 => {
            let drag = (world.add_force_on(ids[3], QuadraticDrag::coefficient(0.3))).unwrap();
            world.step(-0.02).unwrap();
            world.remove_force(drag).unwrap();
        }
        _ => {}
    };
    Scene::new(world, act, 0.01)
}
