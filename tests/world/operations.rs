//! A world: ids, replacing and removing, impulses, forces of one step, energy, clones.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use approx::assert_relative_eq;
use kinstep::nalgebra::Vector2;
use kinstep::{
    Body, Body2, ConstantForce, Effect, Force, ForceField, LinearDrag, LinearLaw, QuadraticDrag,
    Scheme, Spring, UniformGravity, World, World2,
};

#[test]
fn removing_a_body_keeps_the_others() {
    let mut world = World2::new();
    let ids: Vec<_> = (0..5)
        .map(|i| {
            (world.add_body(Body2::point(1.0 + f64::from(i)).at([f64::from(i), 0.0]))).unwrap()
        })
        .collect();
    // each body has a spring with its anchor one metre beyond the body
    for (i, &id) in ids.iter().enumerate() {
        let spring = Spring::stiffness(world[id].mass).anchored_at([i as f64 + 1.0, 0.0]);
        world.add_force_on(id, spring).unwrap();
    }
    let link = (world.add_link(ids[0], ids[4], Spring::stiffness(0.0))).unwrap();
    world.apply_force(ids[4], [0.0, 5.0]).unwrap();

    assert_eq!(world.remove_body(ids[1]).unwrap().mass, 2.0);
    assert!(world.body(ids[1]).is_none() && world.body_mut(ids[1]).is_none());
    assert_eq!(world.ids().len(), 4);
    // half a period at ω = 1: each body is mirrored at its own anchor
    world.step(std::f64::consts::PI).unwrap();
    for i in [0, 2, 3, 4] {
        let expected = i as f64 + 2.0;
        assert!(
            (world[ids[i]].position.x - expected).abs() < 1e-14,
            "body {i}"
        );
    }
    // the force still acts on the body that got another index: x = F/m (1 - cos ωt)
    assert!((world[ids[4]].position.y - 2.0).abs() < 1e-14);
    assert!(world[ids[2]].position.y == 0.0);

    world.remove_body(ids[4]).unwrap();
    assert!(
        world.remove_force(link).is_err(),
        "a link goes with either of its bodies"
    );

    let again = world.add_body(Body2::point(9.0)).unwrap();
    assert!(world.body(ids[1]).is_none() && world.body(ids[4]).is_none());
    assert_eq!(world[again].mass, 9.0);
    for (id, body) in world.ids().zip(world.body_slice()) {
        assert_eq!(world[id], *body);
    }
}

#[test]
fn forces_are_replaced_and_removed() {
    let mut world = World2::new();
    let body = world.add_body(Body2::point(2.0)).unwrap();
    let gravity = world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    let push = (world.add_force_on(body, ConstantForce::new([4.0, 0.0]))).unwrap();
    world.step(1.0).unwrap();
    assert_eq!(world[body].velocity, Vector2::new(2.0, -9.81));

    (world.replace_force(gravity, UniformGravity::new([0.0, -1.62]))).unwrap();
    world.step(1.0).unwrap();
    assert_eq!(world[body].velocity, Vector2::new(4.0, -9.81 - 1.62));

    // a linear force may become a kick and a law again
    (world.replace_force(push, |body: &Body2, _: f64| Vector2::new(body.mass, 0.0))).unwrap();
    world.step(1.0).unwrap();
    assert_eq!(world[body].velocity.x, 5.0);
    world.replace_force(push, LinearDrag::rate(0.0)).unwrap();
    world.remove_force(gravity).unwrap();
    world.step(1.0).unwrap();
    assert_eq!(world[body].velocity, Vector2::new(5.0, -9.81 - 1.62 - 1.62));
    assert!(world.remove_force(gravity).is_err());
    assert!(world.replace_force(gravity, LinearDrag::rate(1.0)).is_err());
}

/// A mass changed between steps changes the law of that body.
#[test]
fn the_law_follows_the_mass() {
    let mut world = World2::new();
    let (light, heavy) = (
        world.add_body(Body2::point(1.0)).unwrap(),
        world.add_body(Body2::point(1.0)).unwrap(),
    );
    world.add_force(ConstantForce::new([6.0, 0.0])).unwrap();
    world.step(1.0).unwrap();
    world[heavy].mass = 3.0;
    world.step(1.0).unwrap();
    assert_eq!(
        (world[light].velocity.x, world[heavy].velocity.x),
        (12.0, 8.0)
    );
    world.body_mut(heavy).unwrap().mass = 6.0;
    world.step(1.0).unwrap();
    assert_eq!(
        (world[light].velocity.x, world[heavy].velocity.x),
        (18.0, 9.0)
    );
}

/// `apply_force` acts over one step of any length, beside any other force, under any scheme.
#[test]
fn an_applied_force_acts_over_one_step() {
    for scheme in Scheme::ALL {
        let mut world = World2::new();
        world.set_scheme(scheme);
        let body = world.add_body(Body2::point(2.0)).unwrap();
        world.apply_force(body, [1.0, 0.0]).unwrap();
        world.apply_force(body, [3.0, 0.0]).unwrap();
        for _ in 0..3 {
            world.step(0.5).unwrap();
        }
        assert!(
            (world[body].velocity.x - 1.0).abs() < 4.0 * f64::EPSILON,
            "{scheme}"
        );
    }

    // beside a damped spring and a kick it is as exact as a constant force
    let mut pushed = World2::new();
    let body = pushed.add_body(Body2::point(2.0).at([1.0, 1.0])).unwrap();
    (pushed.add_force(Spring::stiffness(3.0).damping(0.4))).unwrap();
    let mut constant = pushed.clone();
    for kicked in [false, true] {
        if kicked {
            let field = ForceField::new(|x: &Vector2<f64>, _| x.map(f64::sin));
            pushed.add_force(field).unwrap();
            constant.add_force(field).unwrap();
        }
        pushed.apply_force(body, [1.0, -2.0]).unwrap();
        let force = (constant.add_force_on(body, ConstantForce::new([1.0, -2.0]))).unwrap();
        pushed.step(0.7).unwrap();
        constant.step(0.7).unwrap();
        constant.remove_force(force).unwrap();
        assert_relative_eq!(
            pushed[body].position,
            constant[body].position,
            epsilon = 1e-15
        );
        assert_relative_eq!(
            pushed[body].velocity,
            constant[body].velocity,
            epsilon = 1e-15
        );
    }
}

#[test]
fn energy_counts_every_potential_once() {
    let mut world = World2::new();
    let a = (world.add_body(Body2::point(2.0).at([0.0, 3.0]).moving([4.0, 0.0]))).unwrap();
    let b = world.add_body(Body2::point(1.0).at([0.0, -1.0])).unwrap();
    assert_eq!(world.energy().total(), 16.0);
    world.add_force(UniformGravity::new([0.0, -10.0])).unwrap();
    assert_eq!(world.energy().potential, 2.0 * 10.0 * 3.0 - 10.0);
    world.add_link(a, b, Spring::stiffness(0.5)).unwrap();
    assert_eq!(world.energy().potential, 50.0 + 0.25 * 16.0);
    (world.add_force_on(b, ConstantForce::new([0.0, 7.0]))).unwrap();
    assert_eq!(world.energy().potential, 54.0 + 7.0);
    world.add_force(LinearDrag::rate(1.0)).unwrap();
    world.add_force(QuadraticDrag::coefficient(1.0)).unwrap();
    assert_eq!(world.energy().potential, 61.0);
    assert_eq!(world.momentum(), Vector2::new(8.0, 0.0));
    assert_eq!(world.angular_momentum(), -24.0);
    assert_eq!(world.center_of_mass(), Some(Vector2::new(0.0, 5.0 / 3.0)));
    assert_eq!(World2::new().center_of_mass(), None);
}

/// A force that counts its evaluations.
struct Counted {
    calls: Arc<AtomicUsize>,
    depends_on_velocity: bool,
}

impl Force<f64, 2> for Counted {
    fn acceleration(&self, body: &Body2, _time: f64) -> Vector2<f64> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        -body.position
    }

    fn effect(&self, _body: &Body2, _time: f64, _dt: f64) -> Effect<f64, 2> {
        Effect::Acceleration {
            depends_on_velocity: self.depends_on_velocity,
        }
    }
}

#[test]
fn a_force_of_position_is_evaluated_once_per_step() {
    for (depends_on_velocity, scheme, expected) in [
        (false, Scheme::FlowKick, 1),
        (true, Scheme::FlowKick, 2),
        (false, Scheme::FlowKick4, 7),
        (true, Scheme::FlowKick4, 28),
        (false, Scheme::WeakKick, 8),
        (true, Scheme::WeakKick, 32),
        (true, Scheme::SymplecticEuler, 1),
        (true, Scheme::VelocityVerlet, 2),
        (true, Scheme::Rk4, 4),
    ] {
        let calls = Arc::new(AtomicUsize::new(0));
        let mut world = World2::new();
        world.set_scheme(scheme);
        world.add_body(Body2::point(1.0)).unwrap();
        world
            .add_force(Counted {
                calls: Arc::clone(&calls),
                depends_on_velocity,
            })
            .unwrap();
        world.step(0.1).unwrap();
        calls.store(0, Ordering::Relaxed);
        world.step(0.1).unwrap();
        assert_eq!(
            calls.load(Ordering::Relaxed),
            expected,
            "{scheme}, {depends_on_velocity}"
        );
    }
}

/// A law is queried when forces or masses change, not in every step.
#[test]
fn a_law_is_asked_for_once() {
    struct Asked(Arc<AtomicUsize>);
    impl Force<f64, 2> for Asked {
        fn acceleration(&self, body: &Body2, _time: f64) -> Vector2<f64> {
            -body.position / body.mass
        }
        fn effect(&self, body: &Body2, _time: f64, _dt: f64) -> Effect<f64, 2> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Effect::Law(LinearLaw::spring(1.0 / body.mass))
        }
    }
    let calls = Arc::new(AtomicUsize::new(0));
    let asked = || calls.swap(0, Ordering::Relaxed);
    let mut world = World2::new();
    world.add_force(Asked(Arc::clone(&calls))).unwrap();
    let ids: Vec<_> = (0..10)
        .map(|_| world.add_body(Body2::point(1.0)).unwrap())
        .collect();
    world.step(0.1).unwrap();
    assert!(asked() >= 10);
    for dt in [0.1, 0.2, -0.1] {
        world.step(dt).unwrap();
        assert_eq!(asked(), 0);
    }
    world[ids[3]].mass = 2.0;
    world.step(0.1).unwrap();
    assert_eq!(asked(), 1);
}

/// A force that returns a law for some bodies only acts as a kick on all bodies.
#[test]
fn a_law_for_some_bodies_only_is_a_kick() {
    struct Moody;
    impl Force<f64, 2> for Moody {
        fn acceleration(&self, _body: &Body2, _time: f64) -> Vector2<f64> {
            Vector2::new(1.0, 0.0)
        }
        fn effect(&self, body: &Body2, _time: f64, _dt: f64) -> Effect<f64, 2> {
            if body.mass < 2.0 {
                return Effect::Law(LinearLaw::gravity([1.0, 0.0]));
            }
            Effect::Acceleration {
                depends_on_velocity: true,
            }
        }
    }
    let mut world = World2::new();
    world.add_force(Moody).unwrap();
    let light = world.add_body(Body2::point(1.0)).unwrap();
    let heavy = world.add_body(Body2::point(5.0)).unwrap();
    world.step(2.0).unwrap();
    for id in [light, heavy] {
        assert!((world[id].position.x - 2.0).abs() < 1e-15);
        assert!((world[id].velocity.x - 2.0).abs() < 1e-15);
    }
}

/// Every scheme moves a body alike under a constant force; a scheme can be set at any time.
#[test]
fn schemes_agree_on_a_constant_force() {
    for scheme in Scheme::ALL {
        let mut world = World::<f32, 3>::new();
        (world.add_force(UniformGravity::new([0.0, -2.0, 0.0]))).unwrap();
        let body = (world.add_body(Body::point(1.0).moving([1.0, 0.0, 0.0]))).unwrap();
        world.set_scheme(scheme);
        assert_eq!(world.scheme(), scheme);
        for _ in 0..1000 {
            world.step(1.0 / 1024.0).unwrap();
        }
        assert!((world[body].velocity.y + 2.0 * 1000.0 / 1024.0).abs() < 1e-4);
        assert!((world[body].position.y + (1000.0 / 1024.0_f32).powi(2)).abs() < 3e-3);
    }
    assert_eq!(Scheme::default(), Scheme::FlowKick);
    assert_eq!(format!("{:>8}|", Scheme::Rk4), "     Rk4|");
}

/// A body moves as if other bodies without a link to it were not there, equal to the bit: for any
/// order in which bodies, forces, links and applied forces came, and after any removals.
#[test]
fn strangers_do_not_matter() {
    let body = |i: usize| {
        let i = i as f64;
        Body2::point(1.0 + 0.3 * i)
            .at([i, -0.7 * i])
            .moving([0.2 * i, 1.0])
    };
    let kick =
        |k: f64| move |body: &Body2, time: f64| body.position.map(|x| -k * x.sin()) * (1.0 + time);
    for scheme in Scheme::ALL {
        let mut crowd = World2::new();
        crowd.set_scheme(scheme);
        let leaver = crowd.add_body(Body2::point(1.0)).unwrap();
        let ids: Vec<_> = (0..7).map(|i| crowd.add_body(body(i)).unwrap()).collect();
        (crowd.add_link(ids[5], ids[2], Spring::stiffness(3.0).damping(0.1))).unwrap();
        crowd.add_force_on(ids[6], kick(2.0)).unwrap();
        crowd.add_force_on(ids[6], Spring::stiffness(1.5)).unwrap();
        crowd.add_force_on(ids[1], kick(0.5)).unwrap();
        crowd.add_force_on(ids[2], kick(0.8)).unwrap();
        crowd.add_force_on(ids[4], Spring::stiffness(2.0)).unwrap();
        crowd.add_force_on(leaver, Spring::stiffness(9.0)).unwrap();
        crowd.step(0.0).unwrap();
        // the last body is changed, and then gets the index of the one that leaves
        crowd[ids[6]].mass *= 2.0;
        crowd.remove_body(leaver).unwrap();

        let alone = |members: &[usize], build: &dyn Fn(&mut World2, &[kinstep::BodyId])| {
            let mut world = World2::new();
            world.set_scheme(scheme);
            let ids: Vec<_> = members
                .iter()
                .map(|&i| world.add_body(body(i)).unwrap())
                .collect();
            build(&mut world, &ids);
            for _ in 0..20 {
                for (&member, &id) in members.iter().zip(&ids) {
                    if member % 3 == 0 {
                        world.apply_force(id, [0.1, member as f64]).unwrap();
                    }
                }
                world.step(0.05).unwrap();
            }
            world.body_slice().to_vec()
        };
        for _ in 0..20 {
            for i in [3, 0, 6] {
                crowd.apply_force(ids[i], [0.1, i as f64]).unwrap();
            }
            crowd.step(0.05).unwrap();
        }

        let pair = alone(&[2, 5], &|world, ids| {
            (world.add_link(ids[1], ids[0], Spring::stiffness(3.0).damping(0.1))).unwrap();
            world.add_force_on(ids[0], kick(0.8)).unwrap();
        });
        assert_eq!([crowd[ids[2]], crowd[ids[5]]], pair[..], "{scheme}");
        for i in [0, 3] {
            assert_eq!(crowd[ids[i]], alone(&[i], &|_, _| {})[0], "{scheme}, {i}");
        }
        let one = alone(&[1], &|world, ids| {
            world.add_force_on(ids[0], kick(0.5)).unwrap();
        });
        assert_eq!(crowd[ids[1]], one[0], "{scheme}");
        let four = alone(&[4], &|world, ids| {
            world.add_force_on(ids[0], Spring::stiffness(2.0)).unwrap();
        });
        assert_eq!(crowd[ids[4]], four[0], "{scheme}");
        let six = alone(&[6], &|world, ids| {
            world.add_force_on(ids[0], kick(2.0)).unwrap();
            world.add_force_on(ids[0], Spring::stiffness(1.5)).unwrap();
            world[ids[0]].mass *= 2.0;
        });
        assert_eq!(crowd[ids[6]], six[0], "{scheme}");
    }
}
