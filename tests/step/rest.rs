//! Steps that change nothing, and bodies that have come to rest.

use kinstep::nalgebra::{UnitQuaternion, Vector2};
use kinstep::trajectory::{Crossing, Plane};
use kinstep::{
    AngularDrag, Body, Body2, Body3, DryFriction, Inertia, LinearDrag, LinearLaw, MagneticField,
    PointGravity, QuadraticDrag, Real, Scheme, Spring, Thruster, TorsionSpring, UniformGravity,
    World, World2, World3,
};
use kinstep_swarm::Block;
use kinstep_swarm::Swarm;
use truths::build::Build;
use truths::widths::Width;

/// A step of zero length changes no bit, with all forces on bodies of every kind; printed bodies
/// show all bits.
#[test]
fn no_time_changes_no_bit() {
    for scheme in Scheme::ALL {
        let mut space = World3::new();
        space.set_scheme(scheme);
        space.pull(UniformGravity::new([0.0, -0.0, -9.81]));
        space.pull(LinearDrag::rate(0.3).in_wind([1.0, 0.1, -0.3]));
        space.pull(MagneticField::new([0.1, 0.2, 0.3]));
        space.pull(AngularDrag::coefficient(0.1));
        let lies = UnitQuaternion::from_euler_angles(0.1, 0.7, -2.1);
        let book = Body3::solid(1.2, Inertia::cuboid(1.2, [0.03, 0.15, 0.22]))
            .turned(lies)
            .spinning([0.01, 6.0, 0.02])
            .moving([-0.0, 0.1, 1e-310]);
        let books = [0.1, 0.2, 0.3].map(|x| space.put(book.at([x, -0.0, 0.3])));
        space.pull_on(books[0], TorsionSpring::stiffness(3.0));
        space.pull_on(books[1], QuadraticDrag::coefficient(0.1));
        space.tie(
            [books[1], books[2]],
            Spring::stiffness(3.0).length(0.1).pulls_only(),
        );
        space.put(Body3::point(2.0).at([0.1, 0.2, -0.0]));

        let mut plane = World2::new();
        plane.set_scheme(scheme);
        plane.pull(DryFriction::force(0.3));
        let wheel = Body2::solid(1.2, 0.3)
            .turned(-0.0)
            .spinning(0.1)
            .moving([0.1, -0.0]);
        let wheels = [0.1, 0.7].map(|x| plane.put(wheel.at([x, -0.0])));
        plane.pull_on(wheels[0], Thruster::new([1.0, 0.1]).mounted_at([0.1, 0.2]));
        plane.pull_on(wheels[1], PointGravity::new(3.0));
        plane.pull_on(wheels[0], |_: &Body2, _| Vector2::new(1.0, 0.0));
        plane.apply_force(wheels[0], [3.0, 0.3]).unwrap();
        plane.tie([wheels[0], wheels[1]], Spring::stiffness(0.1));

        let print = |space: &World3, plane: &World2| {
            format!("{:?} {:?}", space.body_slice(), plane.body_slice())
        };
        let before = print(&space, &plane);
        for _ in 0..1000 {
            space.step(0.0).unwrap();
            plane.step(-0.0).unwrap();
        }
        assert_eq!(print(&space, &plane), before, "{scheme}");
        assert_eq!((space.steps(), space.time()), (1000, 0.0));
        // the applied force acted in the first of these steps
        let mut other = plane.clone();
        other.step(0.1).unwrap();
        plane.apply_force(wheels[0], [3.0, 0.3]).unwrap();
        plane.step(0.1).unwrap();
        assert_ne!(plane[wheels[0]].velocity, other[wheels[0]].velocity);
    }
}

/// A step of zero length changes no bit of a swarm, in whatever way it is stepped.
#[test]
fn no_time_changes_no_bit_of_a_swarm() {
    let law = LinearLaw::gravity([0.0, -9.81]) + LinearLaw::drag(0.3) + LinearLaw::spring(4.0);
    let mut swarm = Swarm::<f64, 2>::with_capacity(2);
    swarm.push([-0.0, 0.1], [1e-310, -0.0]).unwrap();
    swarm.push([1.0, 0.0], [0.1, -3.0]).unwrap();
    let print = |swarm: &Swarm<f64, 2>| format!("{:?} {:?}", swarm.positions(), swarm.velocities());
    let before = print(&swarm);
    let pull = |block: &Block<'_, f64, 2>, accelerations: &mut [Vector2<f64>]| {
        for (x, acceleration) in block.positions.iter().zip(accelerations) {
            *acceleration -= x;
        }
    };
    let mut landed = Vec::new();
    let ground = Plane::new([0.0, 1.0], 0.0);
    swarm.step(&law, 0.0).unwrap();
    swarm.step_kicked(&law, &pull, -0.0).unwrap();
    let any = Crossing::Any;
    swarm
        .step_across(&law, 0.0, &ground, any, &mut landed)
        .unwrap();
    assert_eq!(print(&swarm), before);
    assert!(landed.is_empty());
}

/// A step of zero length still reports an invalid body.
#[test]
fn no_time_excuses_nothing() {
    let mut world = World2::new();
    let id = world.put(Body2::point(1.0));
    world[id].mass = -1.0;
    assert!(world.step(0.0).is_err());
    assert_eq!(world.steps(), 0);
}

fn is_subnormal<T: Width>(number: &T) -> bool {
    number.wide() != 0.0 && number.wide().abs() < T::LEAST
}

/// The number of subnormal numbers in the motion of a body.
fn subnormal<T: Real<D> + Width, const D: usize>(body: &Body<T, D>) -> usize {
    let spin = T::axial_numbers(&body.spin_angular_momentum());
    let lies = T::orientation_numbers(&body.orientation());
    let numbers = body.position.iter().chain(&body.velocity);
    let all = numbers.chain(&spin).chain(&lies);
    all.filter(|number| is_subnormal(*number)).count()
}

/// Rotations decay to zero without subnormal numbers, in steps so long that they would soon be
/// subnormal.
fn come_to_rest<T: Width>(steps: usize) {
    let n = T::narrow;
    for scheme in Scheme::ALL {
        let mut plane: World<T, 2> = World::new();
        let mut space: World<T, 3> = World::new();
        plane.set_scheme(scheme);
        space.set_scheme(scheme);
        let wheel = Body::<T, 2>::solid(T::one(), T::one())
            .turned(n(0.3))
            .spinning(T::one());
        let inertia = Inertia::cuboid(T::one(), [n(0.3), n(1.5), n(2.2)]);
        let book = Body::<T, 3>::solid(T::one(), inertia).spinning([n(0.1), n(0.2), n(0.3)]);
        let [a, b, c] = [(); 3].map(|()| plane.put(wheel));
        plane.pull_on(a, AngularDrag::rate(n(5.0)));
        plane.pull_on(b, AngularDrag::coefficient(n(5.0)));
        plane.pull_on(c, TorsionSpring::stiffness(n(20.0)).damping(n(8.0)));
        let [d, e, f] = [(); 3].map(|()| space.put(book));
        space.pull_on(d, AngularDrag::rate(n(5.0)));
        space.pull_on(e, AngularDrag::coefficient(n(0.5)));
        space.pull_on(f, TorsionSpring::stiffness(n(1.0)).damping(n(0.5)));
        let mut seen = 0;
        for _ in 0..steps {
            plane.step(n(0.05)).unwrap();
            space.step(n(0.05)).unwrap();
            seen += plane.body_slice().iter().map(subnormal).sum::<usize>();
            seen += space.body_slice().iter().map(subnormal).sum::<usize>();
        }
        assert_eq!(seen, 0, "{scheme}");
        assert_eq!(plane[a].angular_velocity(), T::zero(), "{scheme}");
        let spin = space[d].spin_angular_momentum().norm();
        assert_eq!(spin, T::zero(), "{scheme}");
    }
}

#[test]
fn what_turns_comes_to_rest_without_subnormal_numbers() {
    come_to_rest::<f32>(3000);
    come_to_rest::<f64>(10_000);
}

/// Points come to rest without subnormal numbers: under every scheme, and under laws in a swarm.
fn points_come_to_rest<T: Real<2, Axial = T> + Width>(steps: usize) {
    let n = T::narrow;
    let dt = n(0.05);
    for scheme in Scheme::ALL {
        let mut world: World<T, 2> = World::new();
        world.set_scheme(scheme);
        let body = Body::<T, 2>::point(T::one()).at([T::one(), n(0.0)]);
        let body = body.moving([T::one(), n(2.0)]);
        let [drag, spring, field, road, closure] = [(); 5].map(|()| world.put(body));
        world.pull_on(drag, LinearDrag::rate(n(5.0)));
        let damped = Spring::stiffness(n(20.0)).damping(n(9.0));
        world.pull_on(spring, damped);
        world.pull_on(field, MagneticField::new(n(3.0)));
        world.pull_on(field, LinearDrag::rate(n(4.0)));
        let slowing = DryFriction::force(n(0.0))
            .with_linear_drag(n(3.0))
            .with_quadratic_drag(n(0.1));
        world.pull_on(road, slowing);
        let pull = move |body: &Body<T, 2>, _: T| body.position * n(-20.0) - body.velocity * n(9.0);
        world.pull_on(closure, pull);
        let mut seen = 0;
        for _ in 0..steps {
            world.step(dt).unwrap();
            seen += world.body_slice().iter().map(subnormal).sum::<usize>();
        }
        assert_eq!(seen, 0, "{scheme}");
        for body in [drag, field] {
            // measured: 0 to 4e-31
            assert!(world[body].velocity.amax() < n(1e-29), "{scheme}");
        }
    }
    let drag = LinearLaw::gravity([n(0.0), n(-9.81)]) + LinearLaw::drag(n(5.0));
    let spring = LinearLaw::spring(n(20.0)) + LinearLaw::drag(n(9.0));
    for law in [
        drag,
        LinearLaw::drag(n(0.2)),
        spring,
        drag + LinearLaw::gyrating(n(2.0)),
        spring + LinearLaw::gyrating(n(2.0)),
        LinearLaw::spring(n(1e5)) + LinearLaw::drag(n(1.0)),
        LinearLaw::drag(n(50.0)),
    ] {
        let mut swarm = Swarm::<T, 2>::with_capacity(100);
        for place in 0..100 {
            let place = n(f64::from(place));
            swarm.push([place, n(0.0)], [n(1.0), place]).unwrap();
        }
        let mut seen = 0;
        for _ in 0..steps {
            swarm.step(&law, dt).unwrap();
            let vectors = swarm.positions().iter().chain(swarm.velocities());
            let numbers = vectors.flat_map(|vector| vector.iter());
            seen += numbers.filter(|number| is_subnormal(*number)).count();
        }
        assert_eq!(seen, 0, "{law:?}");
    }
}

#[test]
fn what_moves_comes_to_rest_without_subnormal_numbers() {
    points_come_to_rest::<f32>(2500);
    points_come_to_rest::<f64>(17_000);
}
