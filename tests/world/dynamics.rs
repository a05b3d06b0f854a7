//! The view of a world's forces, and of the islands of bodies that move together.

use approx::assert_abs_diff_eq;
use kinstep::nalgebra::Vector2;
use kinstep::{
    Body, Body2, Body3, Force, ForceField, IslandMotion, LinearDrag, MutualGravity, NoSuch,
    PointGravity, QuadraticDrag, Spring, StepError, Thruster, UniformGravity, World2, World3,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A random world in the plane, with forces of every kind on bodies, between them and on all.
fn random_world(seed: u64) -> World2 {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut number = move || random.random_range(0.3..1.5_f64);
    let mut world = World2::new();
    for place in 0..12 {
        let body = if number() < 0.6 {
            Body2::solid(number(), number())
        } else {
            Body2::point(number())
        };
        let body = body.at([4.0 * f64::from(place), 3.0 * number()]);
        let body = body.moving([number(), number()]);
        let is_fixed = number() < 0.4;
        let body = if is_fixed { body.fixed() } else { body };
        world.add_body(body).unwrap();
    }
    let ids: Vec<_> = world.ids().collect();
    let mut any = || ids[(number() * 8.0) as usize % 12];
    let pairs: Vec<_> = (0..4).map(|_| [any(), any()]).collect();
    let ones: Vec<_> = (0..7).map(|_| any()).collect();
    world
        .add_force(UniformGravity::new([0.0, -number()]))
        .unwrap();
    if number() < 0.8 {
        world.add_force(LinearDrag::rate(number())).unwrap();
    }
    for (kind, one) in ones.into_iter().enumerate() {
        match kind {
            0 => world.add_force_on(one, Spring::stiffness(number())),
            1 => world.add_force_on(one, QuadraticDrag::coefficient(number())),
            2 => world.add_force_on(one, PointGravity::new(30.0)),
            3 => world.add_force_on(one, Thruster::new([number(), 0.0])),
            4 => world.add_force_on(one, ForceField::new(|x: &Vector2<f64>, _| -x * x.norm())),
            5 => world.add_force_on(one, LinearDrag::rate(number())),
            _ => world.add_force_on(one, PointGravity::new(20.0).centered_at([50.0, 0.0])),
        }
        .unwrap();
    }
    for (kind, [one, other]) in pairs.into_iter().enumerate() {
        if one == other {
            continue;
        }
        match kind {
            0 | 1 => world.add_link(one, other, Spring::stiffness(number())),
            2 => world.add_link(one, other, PointGravity::new(3.0)),
            _ => world.add_link(
                one,
                other,
                ForceField::new(|x: &Vector2<f64>, _| -x * x.norm()),
            ),
        }
        .unwrap();
    }
    world
}

/// Sum of the differences of position \[m\], velocity \[m/s\] and orientation \[rad\] of a body.
fn distance(one: &Body2, other: &Body2) -> f64 {
    let turned = (one.orientation() - other.orientation()).abs();
    (one.position - other.position).norm() + (one.velocity - other.velocity).norm() + turned
}

/// An island that is reported as exact moves in one step as in many; most islands that are kicked
/// do not.
#[test]
fn what_is_said_to_be_exact_is() {
    let (mut exact, mut kicked, mut differ) = (0, 0, 0);
    for seed in 0..300 {
        let world = random_world(seed);
        let (mut one, mut many) = (world.clone(), world.clone());
        one.step(0.5).unwrap();
        (0..64).for_each(|_| many.step(0.5 / 64.0).unwrap());
        let dynamics = world.dynamics().unwrap();
        for island in dynamics.islands() {
            let off = (island.bodies())
                .map(|body| distance(&one[body], &many[body]))
                .fold(0.0, f64::max);
            if island.is_exact() {
                // measured: 7e-12, for orbits
                assert!(off < 1e-10, "seed {seed}: {off:e}, {:?}", island.motion());
                exact += 1;
            } else {
                kicked += 1;
                differ += usize::from(off > 1e-10);
            }
        }
    }
    assert!(exact > 500 && kicked > 500, "{exact} {kicked}");
    assert!(20 * differ > 19 * kicked, "{differ} of {kicked}");
}

/// `advance` moves exactly the bodies that the view reports as exact, and makes steps for the other
/// islands.
#[test]
fn advance_takes_steps_for_what_is_not_exact() {
    for seed in 0..100 {
        let mut world = random_world(seed);
        let fixed = (world.bodies()).filter(|(_, body)| body.is_fixed()).count();
        let pushed = world.ids().nth(3).unwrap();
        world.apply_force(pushed, [0.1, 0.0]).unwrap();
        let dynamics = world.dynamics().unwrap();
        let exact = dynamics.islands().filter(|island| island.is_exact());
        let exact: usize = exact.map(|island| island.bodies().len()).sum();
        let inexact = dynamics.islands().filter(|island| !island.is_exact());
        let inexact = inexact.count();
        let done = world.advance(0.1, 1e-6).unwrap();
        assert_eq!((done.exact_bodies, done.islands), (exact + fixed, inexact));
    }
}

/// The view does not depend on whether a step has brought the plan up to date.
#[test]
fn a_view_does_not_depend_on_what_is_known() {
    for seed in 0..100 {
        let mut world = random_world(seed);
        let told = |world: &World2| -> Vec<_> {
            let dynamics = world.dynamics().unwrap();
            let islands = dynamics.islands();
            islands
                .map(|island| {
                    let bodies: Vec<_> = island.bodies().collect();
                    (bodies, island.forces(), island.motion())
                })
                .collect()
        };
        let before = told(&world);
        world.step(0.0).unwrap();
        world.step(1e-9).unwrap();
        assert_eq!(told(&world), before);
        let body = world.ids().nth(5).unwrap();
        world[body].mass = 7.0;
        let changed = told(&world);
        world.step(1e-9).unwrap();
        assert_eq!(told(&world), changed);
    }
}

/// Accelerations and torques by each force add up to those by all forces, and to those of the
/// world.
#[test]
fn accelerations_and_torques_add_up() {
    for seed in 0..50 {
        let mut world = random_world(seed);
        let forces: Vec<_> = world.forces().map(|(force, _)| force).collect();
        let alone = forces.iter().map(|force| {
            let mut alone = world.clone();
            for other in forces.iter().filter(|other| *other != force) {
                alone.remove_force(*other).unwrap();
            }
            alone
        });
        let alone: Vec<_> = alone.collect();
        let turned = world.ids().next().unwrap();
        world.apply_force(turned, [0.3, 0.0]).unwrap();
        let dynamics = world.dynamics().unwrap();
        let bodies = world.body_slice();
        let accelerations = dynamics.accelerations(bodies, 0.0).unwrap();
        let torques = dynamics.torques(bodies, 0.0).unwrap();
        for (place, (id, body)) in world.bodies().enumerate() {
            let (mut sum, mut turning) = (Vector2::zeros(), 0.0);
            for world in &alone {
                sum += world.acceleration(id).unwrap();
                turning += world.torque(id).unwrap();
            }
            if id == turned {
                sum += Vector2::new(0.3, 0.0) / body.mass;
            }
            if body.is_fixed() {
                continue;
            }
            assert_abs_diff_eq!(sum, accelerations[place], epsilon = 1e-12);
            assert_abs_diff_eq!(sum, world.acceleration(id).unwrap(), epsilon = 1e-12);
            assert_abs_diff_eq!(turning, torques[place], epsilon = 1e-12);
            assert_abs_diff_eq!(turning, world.torque(id).unwrap(), epsilon = 1e-12);
        }
    }
}

/// Islands report the laws, forces and motions of their bodies.
#[test]
fn islands_tell_what_moves_them() {
    let mut world = World3::new();
    let drag = world.add_force(LinearDrag::rate(0.5)).unwrap();
    let [free, kicked, planet] = [0.0, 9.0, 20.0].map(|x| {
        let body = Body3::point(1.0).at([x, 0.0, 0.0]);
        world.add_body(body).unwrap()
    });
    let quadratic = QuadraticDrag::coefficient(0.1);
    let kick = world.add_force_on(kicked, quadratic).unwrap();
    let sun = world
        .add_force_on(planet, PointGravity::new(900.0))
        .unwrap();
    let dynamics = world.dynamics().unwrap();
    let [one, two, three] =
        [free, kicked, planet].map(|body| dynamics.island_of(body).unwrap().unwrap());
    assert_eq!((one.motion(), one.forces()), (IslandMotion::Exact, vec![]));
    assert_eq!(
        (two.motion(), two.forces()),
        (IslandMotion::Kicked, vec![kick])
    );
    // drag kicks bodies on orbits
    assert_eq!(
        (three.motion(), three.forces()),
        (IslandMotion::Kicked, vec![sun])
    );
    let (law, is_all) = dynamics.law(kicked).unwrap();
    assert!(!is_all && law == kinstep::LinearLaw::drag(0.5));
    assert!(dynamics.law(free).unwrap().1);
    world.remove_force(drag).unwrap();
    let dynamics = world.dynamics().unwrap();
    let orbit = dynamics.island_of(planet).unwrap().unwrap();
    assert!(orbit.motion() == IslandMotion::ExactUnlessPushed && orbit.is_exact());
    world.apply_force(planet, [1.0, 0.0, 0.0]).unwrap();
    let dynamics = world.dynamics().unwrap();
    assert!(!dynamics.island_of(planet).unwrap().unwrap().is_exact());

    let mut world = World2::new();
    world.add_force(MutualGravity::new(1.0)).unwrap();
    let body = |x: f64| Body2::point(1.0).at([x, 0.0]);
    let ids = [0.0, 1.0, 2.0].map(|x| world.add_body(body(x)).unwrap());
    world.add_body(body(9.0).fixed()).unwrap();
    let dynamics = world.dynamics().unwrap();
    let all: Vec<_> = dynamics.islands().collect();
    assert!(all.len() == 1 && all[0].bodies().eq(ids));
}

#[test]
fn bad_input_is_named() {
    let mut world = random_world(1);
    let gone = world.add_body(Body2::point(1.0)).unwrap();
    let force = world.add_force_on(gone, Spring::stiffness(1.0)).unwrap();
    world.remove_body(gone).unwrap();
    let dynamics = world.dynamics().unwrap();
    let states = vec![Body2::point(1.0); 11];
    let error = NoSuch::States {
        states: 11,
        bodies: 12,
    };
    assert_eq!(dynamics.accelerations(&states, 0.0), Err(error));
    assert_eq!(dynamics.torques(&states, 0.0), Err(error));
    assert_eq!(
        dynamics.link_solution(force).unwrap_err(),
        NoSuch::Force(force)
    );
    assert_eq!(dynamics.law(gone).unwrap_err(), NoSuch::Body(gone));
    assert_eq!(
        error.to_string(),
        "11 states were given for the 12 bodies of the world"
    );
    let heavy = world.ids().next().unwrap();
    world[heavy].mass = -1.0;
    let error = StepError::Mass {
        body: heavy,
        mass: -1.0,
    };
    assert_eq!(world.dynamics().err(), Some(error));
}

/// A force that has a law for light bodies only kicks heavy ones, and the laws of the light ones stay exact.
#[test]
fn a_law_for_some_bodies_leaves_the_others_exact() {
    struct OnLight;
    impl Force<f64, 2> for OnLight {
        fn acceleration(&self, body: &Body<f64, 2>, _time: f64) -> Vector2<f64> {
            -body.position
        }
        fn effect(&self, body: &Body<f64, 2>, _time: f64, _dt: f64) -> kinstep::Effect<f64, 2> {
            if body.mass < 10.0 {
                return kinstep::Effect::Law(kinstep::LinearLaw::spring(1.0));
            }
            kinstep::Effect::Acceleration {
                depends_on_velocity: false,
            }
        }
    }
    let mut world = World2::new();
    let [light, heavy] =
        [1.0, 20.0].map(|mass| world.add_body(Body2::point(mass).at([1.0, 0.0])).unwrap());
    world.add_force(OnLight).unwrap();
    let dynamics = world.dynamics().unwrap();
    let motion = |body| dynamics.island_of(body).unwrap().unwrap().motion();
    assert_eq!(
        [motion(light), motion(heavy)],
        [IslandMotion::Exact, IslandMotion::Kicked]
    );
    let done = world.advance(1.0, 1e-10).unwrap();
    assert_eq!((done.exact_bodies, done.islands), (1, 1));
    assert_abs_diff_eq!(world[light].position.x, 1.0_f64.cos(), epsilon = 1e-15);
    assert_abs_diff_eq!(world[heavy].position.x, 1.0_f64.cos(), epsilon = 1e-9);
}
