//! Gravity between all bodies as one force agrees with sums over pairs, and with links between all
//! pairs.

use std::sync::Arc;

use kinstep::Until;
use kinstep::contact::Contact;
use kinstep::diagnostics::{Drift, DriftKind, Ledger, Reference, Source};
use kinstep::nalgebra::{SVector, Vector2, Vector3, convert, convert_unchecked};
use kinstep::trajectory::{Crossing, Plane};
use kinstep::{
    Body, Body2, Body3, BodyId, BuiltInForce, ConstantForce, Float, Force, ForceError, ForceId,
    Inertia, LinearDrag, Mounted, MutualGravity, PointGravity, QuadraticDrag, Real, Scheme, Spring,
    StepError, Switching, Thruster, TorsionSpring, UniformGravity, World, World2, World3,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const G: f64 = 0.8;
const SOFTENING: f64 = 0.3;

fn gravity() -> MutualGravity<f64> {
    MutualGravity::new(G).softened(SOFTENING)
}

fn doubles<T: Float + Real<D>, const D: usize>(vector: &SVector<T, D>) -> SVector<f64, D> {
    vector.map(convert_unchecked)
}

/// For each body, the sum over the other bodies of `G mⱼ (xⱼ - xᵢ) / (r² + ε²)^{3/2}` and the sum
/// of the magnitudes of its terms \[m/s²\], in double precision. Fixed bodies are left out.
fn pair_sums<const D: usize>(
    bodies: &[(f64, SVector<f64, D>)],
    g: f64,
    softening: f64,
) -> Vec<(SVector<f64, D>, f64)> {
    (0..bodies.len())
        .map(|i| {
            let (mut sum, mut size) = (SVector::zeros(), 0.0);
            for j in (0..bodies.len()).filter(|&j| j != i) {
                if bodies[i].0.is_finite() && bodies[j].0.is_finite() {
                    let apart = bodies[j].1 - bodies[i].1;
                    let distance = apart.norm().hypot(softening);
                    let pull = apart / distance * (g * bodies[j].0 / distance / distance);
                    sum += pull;
                    size += pull.norm();
                }
            }
            (sum, size)
        })
        .collect()
}

fn pair_energy<const D: usize>(bodies: &[(f64, SVector<f64, D>)], g: f64, softening: f64) -> f64 {
    let mut sum = 0.0;
    for (i, (mass, place)) in bodies.iter().enumerate() {
        for (other, at) in &bodies[..i] {
            if mass.is_finite() && other.is_finite() {
                sum -= g * mass * other / (at - place).norm().hypot(softening);
            }
        }
    }
    sum
}

/// Asserts that `World::acceleration` and `World::energy` agree with sums over pairs, for random
/// bodies at distances of about `scale` \[m\]; one of the bodies is fixed.
fn agrees_with_pair_sums<T: Float + Real<D>, const D: usize>(seed: u64, scale: f64) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let number = |value: f64| -> T { convert(value) };
    let g = 6.674e-11;
    for softening in [0.0, 0.1 * scale] {
        let mut world = World::<T, D>::new();
        let gravity = MutualGravity::new(number(g)).softened(number(softening));
        world.add_force(gravity).unwrap();
        for i in 0..9 {
            let place =
                SVector::<T, D>::from_fn(|_, _| number(scale * random.random_range(-1.0..1.0)));
            let body = Body::point(number(random.random_range(1e10..1e12))).at(place);
            world
                .add_body(if i == 4 { body.fixed() } else { body })
                .unwrap();
        }
        let bodies: Vec<(f64, SVector<f64, D>)> = (world.body_slice().iter())
            .map(|body| (convert_unchecked(body.mass), doubles(&body.position)))
            .collect();
        let softening: f64 = convert_unchecked(gravity.softening);
        let g: f64 = convert_unchecked(gravity.gravitation);
        let epsilon: f64 = convert_unchecked(T::default_epsilon());
        let ids: Vec<BodyId> = world.ids().collect();
        for (&id, (sum, size)) in ids.iter().zip(pair_sums(&bodies, g, softening)) {
            let off = (doubles(&world.acceleration(id).unwrap()) - sum).norm();
            // positions may be much larger than a separation, which then has a larger relative
            // rounding error
            assert!(off <= 40.0 * epsilon * size, "{off:e} of {size:e}");
        }
        assert!(world.acceleration(ids[4]).unwrap() == SVector::<T, D>::zeros());
        let energy: f64 = convert_unchecked(world.energy().potential);
        let pairs = pair_energy(&bodies, g, softening);
        assert!(
            pairs < 0.0 && (energy / pairs - 1.0).abs() < 40.0 * epsilon,
            "{energy:e} {pairs:e}"
        );
    }
}

/// Accelerations and energy are sums over pairs, also where squares or cubes of distances overflow.
#[test]
fn accelerations_and_energy_are_sums_over_pairs() {
    for seed in 0..20 {
        for scale in [1e-3, 1.0, 1e6] {
            agrees_with_pair_sums::<f32, 2>(seed, scale);
            agrees_with_pair_sums::<f32, 3>(seed, scale);
        }
        for scale in [1e-90, 1.0, 1e13, 1e120] {
            agrees_with_pair_sums::<f64, 2>(seed, scale);
            agrees_with_pair_sums::<f64, 3>(seed, scale);
        }
    }
    // a galaxy in single precision, where 1e42 overflows
    let mut world = World::<f32, 2>::new();
    let sun = Body::point(2e30_f32);
    let id = world.add_body(sun).unwrap();
    world.add_body(sun.at([4e20, 3e20])).unwrap();
    world
        .add_force(MutualGravity::new(6.674e-11_f32).softened(1e10))
        .unwrap();
    let expected = 6.674e-11 * 2e30 / 5e20_f64 / 5e20;
    let acceleration = f64::from(world.acceleration(id).unwrap().x);
    assert!((acceleration / (0.8 * expected) - 1.0).abs() < 1e-5);
}

/// Adds the same gravity as links by closures between all pairs of free bodies; returns the links.
fn link_all<const D: usize>(world: &mut World<f64, D>) -> Vec<ForceId>
where
    f64: Real<D>,
{
    let ids: Vec<BodyId> = world.ids().collect();
    let mut links = Vec::new();
    for (i, &one) in ids.iter().enumerate() {
        for &other in &ids[..i] {
            if world[one].is_fixed() || world[other].is_fixed() {
                continue;
            }
            let product = G * world[one].mass * world[other].mass;
            let pull = move |relative: &Body<f64, D>, _: f64| {
                let square = relative.position.norm_squared() + SOFTENING * SOFTENING;
                relative.position * (-product / square.powf(1.5))
            };
            links.push(world.add_link(one, other, pull).unwrap());
        }
    }
    links
}

fn plane_body(random: &mut Pcg64Mcg) -> Body2 {
    let mut number = || -> f64 { random.random_range(-2.0..2.0) };
    let (place, velocity, kind) = (
        [number(), number()],
        [0.3 * number(), 0.3 * number()],
        number(),
    );
    let mass = 1.0 + number().abs();
    let body = match kind {
        kind if kind < -0.8 => Body2::solid(mass, 0.4).spinning(kind),
        kind if kind > 1.4 => Body2::point(mass).fixed(),
        _ => Body2::point(mass),
    };
    body.at(place).moving(velocity)
}

/// Adds the same forces to both worlds.
fn add_some_forces(worlds: [&mut World2; 2], kinds: &[u32]) {
    for world in worlds {
        let ids: Vec<BodyId> = world.ids().collect();
        for kind in kinds {
            match kind {
                0 => drop(world.add_force(UniformGravity::new([0.0, -0.4])).unwrap()),
                1 => drop(world.add_force(LinearDrag::rate(0.1)).unwrap()),
                2 => drop(world.add_force(QuadraticDrag::coefficient(0.2)).unwrap()),
                3 => drop(
                    world
                        .add_link(ids[0], ids[1], Spring::stiffness(9.0))
                        .unwrap(),
                ),
                4 => drop(
                    world
                        .add_link(ids[1], ids[2], Spring::stiffness(4.0))
                        .unwrap(),
                ),
                5 => {
                    let sun = PointGravity::new(30.0).centered_at([4.0, 4.0]);
                    world.add_force_on(ids[3], sun).unwrap();
                }
                6 => drop(
                    world
                        .add_force_on(ids[2], Thruster::new([0.3, 0.1]))
                        .unwrap(),
                ),
                7 => drop(world.add_force(TorsionSpring::stiffness(0.3)).unwrap()),
                8 => drop(
                    world
                        .add_force_on(ids[4], ConstantForce::new([0.3, 0.1]))
                        .unwrap(),
                ),
                9 => drop(
                    world
                        .add_link(ids[3], ids[4], PointGravity::new(2.0))
                        .unwrap(),
                ),
                10 => {
                    let hook = |body: &Body2, time: f64| {
                        Vector2::new(time.sin(), -body.velocity.y * body.orientation().cos())
                    };
                    world.add_force_on(ids[4], hook).unwrap();
                }
                _ => drop(
                    world
                        .add_link(ids[5], ids[4], Spring::stiffness(40.0).length(1.0))
                        .unwrap(),
                ),
            }
        }
    }
}

fn apart<const D: usize>(one: &World<f64, D>, other: &World<f64, D>) -> f64
where
    f64: Real<D>,
{
    let states = one.body_slice().iter().zip(other.body_slice());
    let off = |(one, other): (&Body<f64, D>, &Body<f64, D>)| {
        (one.position - other.position).norm() + (one.velocity - other.velocity).norm()
    };
    states.map(off).fold(0.0, f64::max)
}

/// Under every scheme the one force moves bodies as n (n - 1)/2 links do. Random bodies, some fixed
/// and some solid, move beside random forces; bodies and forces are added and removed between
/// steps.
#[test]
fn it_moves_bodies_as_links_between_all_of_them_do() {
    for scheme in Scheme::ALL {
        for seed in 0..30 {
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            let mut one = World2::new();
            one.set_scheme(scheme);
            for _ in 0..7 {
                one.add_body(plane_body(&mut random)).unwrap();
            }
            let mut pairs = one.clone();
            let mut mutual = one.add_force(gravity()).unwrap();
            let kinds: Vec<u32> = (0..12).filter(|_| random.random_bool(0.3)).collect();
            add_some_forces([&mut one, &mut pairs], &kinds);
            let mut links = link_all(&mut pairs);
            for round in 0..6 {
                for _ in 0..5 {
                    for world in [&mut one, &mut pairs] {
                        let first = world.ids().next().unwrap();
                        if round == 1 && !world[first].is_fixed() {
                            world.apply_force(first, [0.2, 0.7]).unwrap();
                        }
                        world.step(0.01).unwrap();
                    }
                }
                let off = apart(&one, &pairs);
                // measured: 2.4e-14
                assert!(off < 1e-12, "{scheme}, {seed}, {round}, {kinds:?}: {off:e}");
                let new = plane_body(&mut random);
                let (removed, moved) = (random.random_range(0..7), random.random_range(0..6));
                for link in links.drain(..) {
                    pairs.remove_force(link).unwrap();
                }
                for world in [&mut one, &mut pairs] {
                    let ids: Vec<BodyId> = world.ids().collect();
                    world.remove_body(ids[removed % ids.len()]).unwrap();
                    let added = world.add_body(new).unwrap();
                    let other = world.ids().nth(moved % world.len()).unwrap();
                    if other != added && !world[other].is_fixed() {
                        world[other] = world[other].at([0.1, 2.0]);
                        world[other].mass = 1.7;
                    }
                }
                match round {
                    2 => one.remove_force(mutual).unwrap(),
                    3 => mutual = one.add_force(gravity()).unwrap(),
                    _ => {}
                }
                if round != 2 {
                    links = link_all(&mut pairs);
                }
            }
        }
    }
}

fn cluster() -> World3 {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let mut world = World3::new();
    for i in 0..6 {
        let mut number = || random.random_range(-1.0..1.0);
        let place = [2.0 * number(), 2.0 * number(), 2.0 * number()];
        let velocity = [number(), number(), number()];
        let mass = 1.5 + number();
        let body = if i == 2 {
            Body3::solid(mass, Inertia::cuboid(mass, [0.3, 0.5, 0.2])).spinning(velocity)
        } else {
            Body3::point(mass)
        };
        world.add_body(body.at(place).moving(velocity)).unwrap();
    }
    world
}

#[test]
fn advance_goes_as_with_links_and_conserves() {
    let mut pairs = cluster();
    let mut start = pairs.clone();
    link_all(&mut pairs);
    start.add_force(gravity()).unwrap();
    let sizes: f64 = start
        .body_slice()
        .iter()
        .map(|body| body.momentum().norm())
        .sum();
    let energy = start.energy();
    assert!(energy.potential < -5.0);
    for tolerance in [1e-6, 1e-9, 1e-12] {
        let (mut one, mut pairs) = (start.clone(), pairs.clone());
        one.advance(4.0, tolerance).unwrap();
        pairs.advance(4.0, tolerance).unwrap();
        let off = apart(&one, &pairs);
        // measured: 11, 8 and 7 tolerances
        assert!(off < 60.0 * tolerance, "{tolerance:e}: {off:e}");
        assert!(apart(&one, &start) > 1.0);
        let energy = one.energy().total() - energy.total();
        assert!(energy.abs() < 20.0 * tolerance + 1e-12, "energy {energy:e}");
        let momentum = one.momentum() - start.momentum();
        assert!(momentum.norm() < 1e-14 * sizes, "momentum {momentum:e}");
        let turned = one.angular_momentum() - start.angular_momentum();
        assert!(turned.norm() < 20.0 * tolerance + 1e-12, "{turned:e}");
    }
}

/// `advance` moves bodies as with links, also beside laws, a network, an orbit and a fixed body,
/// which neither attracts nor moves.
#[test]
fn advance_goes_as_with_links_beside_other_forces() {
    for seed in 0..12 {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut one = World2::new();
        for _ in 0..7 {
            one.add_body(plane_body(&mut random)).unwrap();
        }
        one.add_body(Body2::point(5.0).at([1.0, 0.0]).fixed())
            .unwrap();
        let mut pairs = one.clone();
        let kinds: Vec<u32> = (0..11).filter(|_| random.random_bool(0.3)).collect();
        one.add_force(gravity()).unwrap();
        add_some_forces([&mut one, &mut pairs], &kinds);
        link_all(&mut pairs);
        let start = one.clone();
        one.advance(1.0, 1e-9).unwrap();
        pairs.advance(1.0, 1e-9).unwrap();
        let off = apart(&one, &pairs);
        // measured: 10 tolerances
        assert!(off < 1e-7, "{seed}, {kinds:?}: {off:e}");
        let last = one.len() - 1;
        assert_eq!(
            one.body_slice()[last].position,
            start.body_slice()[last].position
        );
    }
}

/// Steps conserve momentum to rounding under every scheme, and angular momentum under the schemes
/// that kick.
#[test]
fn steps_conserve_momentum() {
    for scheme in Scheme::ALL {
        let mut world = cluster();
        world.set_scheme(scheme);
        world.add_force(gravity()).unwrap();
        let start = world.clone();
        (0..200).for_each(|_| world.step(0.01).unwrap());
        let off = (world.momentum() - start.momentum()).norm();
        assert!(off < 1e-13, "{scheme}: {off:e}");
        let kicks = [
            Scheme::SymplecticEuler,
            Scheme::VelocityVerlet,
            Scheme::FlowKick,
            Scheme::FlowKick4,
            Scheme::WeakKick,
        ];
        let turned = (world.angular_momentum() - start.angular_momentum()).norm();
        assert!(
            !kicks.contains(&scheme) || turned < 1e-12,
            "{scheme}: {turned:e}"
        );
    }
}

/// The observed order of convergence is the order of the scheme.
#[test]
fn steps_have_the_order_of_their_scheme() {
    let mut start = cluster();
    start.add_force(gravity()).unwrap();
    let mut truth = start.clone();
    truth.advance(1.0, 1e-13).unwrap();
    let orders = [1, 1, 2, 4, 1, 1, 2, 4, 4];
    for (scheme, order) in Scheme::ALL.into_iter().zip(orders) {
        let error = |steps: u32| {
            let mut world = start.clone();
            world.set_scheme(scheme);
            (0..steps).for_each(|_| world.step(1.0 / f64::from(steps)).unwrap());
            apart(&world, &truth)
        };
        let observed = (error(100) / error(200)).log2();
        assert!(
            (observed - f64::from(order)).abs() < 0.25,
            "{scheme}: {observed}"
        );
    }
}

#[test]
fn a_body_alone_goes_straight_and_a_fixed_one_attracts_nothing() {
    for scheme in Scheme::ALL {
        let mut world = World2::new();
        world.set_scheme(scheme);
        world.add_force(gravity()).unwrap();
        world.step(1.0).unwrap();
        let sun = world
            .add_body(Body2::point(9.0).fixed().moving([1.0, 0.0]))
            .unwrap();
        world.step(1.0).unwrap();
        world.advance(1.0, 1e-9).unwrap();
        let ball = world
            .add_body(Body2::point(2.0).at([0.0, 2.0]).moving([0.5, 0.0]))
            .unwrap();
        world.step(2.0).unwrap();
        world.advance(2.0, 1e-9).unwrap();
        assert!(
            (world[ball].position - Vector2::new(2.0, 2.0)).norm() < 1e-15,
            "{scheme}"
        );
        assert_eq!(world[ball].velocity, Vector2::new(0.5, 0.0));
        assert_eq!(world.energy().potential, 0.0);
        assert!((world[sun].position.x - 6.0).abs() < 1e-14);
        // once it is no longer fixed, it attracts
        world[sun] = Body2::point(9.0);
        world.step(0.1).unwrap();
        assert!(
            world[ball].velocity.y < 0.0 && world[sun].velocity.y > 0.0,
            "{scheme}"
        );
        // once it is fixed again, it does not
        world[sun] = world[sun].fixed();
        let before = world[ball].velocity;
        world.step(0.1).unwrap();
        assert_eq!(world[ball].velocity, before, "{scheme}");
    }
}

#[test]
fn copies_snapshots_and_scenes_go_on_to_the_bit() {
    for scheme in Scheme::ALL {
        let mut world = World2::new();
        world.set_scheme(scheme);
        let mut random = Pcg64Mcg::seed_from_u64(5);
        for _ in 0..70 {
            world.add_body(plane_body(&mut random)).unwrap();
        }
        world.add_force(LinearDrag::rate(0.1)).unwrap();
        world.add_force(gravity()).unwrap();
        world.step(0.02).unwrap();
        let loaded = world.scene().unwrap().world().unwrap();
        let mut restored = world.clone();
        restored.step(0.3).unwrap();
        restored.restore(&world.snapshot()).unwrap();
        let mut over = World2::new();
        over.clone_from(&world);
        let mut all = [world, loaded, restored, over];
        for world in &mut all {
            world.step(0.01).unwrap();
            world.step(-0.02).unwrap();
            let removed = world.ids().nth(3).unwrap();
            world.remove_body(removed).unwrap();
            world.step(0.01).unwrap();
        }
        for other in &all[1..] {
            assert_eq!(other.body_slice(), all[0].body_slice(), "{scheme}");
        }
    }
}

/// Behind pointers, as plain data or with switches, the force acts as before, equal to the bit.
#[test]
fn wrapped_it_acts_as_it_is() {
    let boxed: Box<dyn Force<f64, 2>> = Box::new(gravity());
    let shared: Arc<dyn Force<f64, 2>> = Arc::new(boxed);
    let built_in = BuiltInForce::<f64, 2>::from(gravity());
    let run = |add: &dyn Fn(&mut World2) -> ForceId| {
        let mut world = World2::new();
        for i in 0..5 {
            let x = f64::from(i);
            world
                .add_body(Body2::point(1.0 + x).at([x, x.sin()]))
                .unwrap();
        }
        let id = add(&mut world);
        assert!(world.force(id).unwrap().acts_between_bodies());
        let energy = world.energy();
        world.step(0.1).unwrap();
        world.advance(0.4, 1e-9).unwrap();
        (energy, world.body_slice().to_vec())
    };
    let plain = run(&|world| world.add_force(gravity()).unwrap());
    assert_eq!(
        run(&|world| world.add_force(Arc::clone(&shared)).unwrap()),
        plain
    );
    assert_eq!(run(&|world| world.add_force(built_in).unwrap()), plain);
    let switching = || Switching::at(gravity(), [9.0]);
    assert_eq!(run(&|world| world.add_force(switching()).unwrap()), plain);
    // as the replacement of another force
    let replaced = |world: &mut World2| {
        let id = world.add_force(UniformGravity::new([0.0, -1.0])).unwrap();
        world.replace_force(id, gravity()).unwrap();
        id
    };
    assert_eq!(run(&replaced), plain);
}

#[test]
fn the_ledger_and_the_reference_agree_with_it() {
    for scheme in Scheme::ALL {
        let mut world = cluster();
        world.set_scheme(scheme);
        let id = world.add_force(gravity()).unwrap();
        world.add_force(LinearDrag::rate(0.1)).unwrap();
        let fixed = Body3::point(3.0).at([1.0, 0.0, 0.0]).fixed();
        world.add_body(fixed).unwrap();
        let mut ledger = Ledger::new(&world);
        let mut reference = Reference::new(&world);
        assert!(!reference.is_exact());
        let before = world.energy();
        let start = world.clone();
        for _ in 0..20 {
            ledger.step(&mut world, 0.01).unwrap();
        }
        reference.advance(0.2).unwrap();
        let mut advanced = start.clone();
        advanced.advance(0.2, 1e-12).unwrap();
        assert!(apart(reference.world(), &advanced) < 1e-10);
        let entry = ledger.entry(Source::Force(id)).unwrap();
        let change = world.energy().potential - before.potential;
        assert!(change.abs() > 1e-3, "{change}");
        // its work on the bodies equals the decrease of its potential energy
        assert!(entry.supply().abs() < 1e-11, "{scheme}: {entry:?}");
        let balance = ledger.balance();
        let error = balance.imbalance.total().abs() / balance.turnover;
        assert!(error < 1e-13, "{scheme}: {balance:?}");
    }
}

#[test]
fn the_energy_of_a_long_run_keeps_within_a_band() {
    let mut world = World2::new();
    world.add_force(gravity()).unwrap();
    for x in [-1.0, 1.0] {
        let speed = 0.3 * x;
        world
            .add_body(Body2::point(1.0).at([x, 0.0]).moving([0.0, speed]))
            .unwrap();
    }
    let mut drift = Drift::new();
    for _ in 0..20_000 {
        drift.record(world.time(), world.energy().total());
        world.step(0.02).unwrap();
    }
    let report = drift.report().unwrap();
    assert_eq!(report.kind, DriftKind::Bounded, "{report:?}");
}

/// The force is rejected wherever it would act on named bodies, or off their centres.
#[test]
fn on_named_bodies_it_is_refused() {
    let mut world = World2::new();
    let [a, b] = [0.0, 1.0].map(|x| world.add_body(Body2::solid(1.0, 1.0).at([x, 0.0])).unwrap());
    let on_one = world.add_force_on(a, LinearDrag::rate(0.1)).unwrap();
    let named = |count: u32| {
        format!(
            "the number of bodies named for a force between all bodies is {count}; it must be zero, for it can only act on the \
             centres of every body of a world"
        )
    };
    let forces = world.forces().len();
    let mounted = || Mounted::new(gravity(), [0.1, 0.0]);
    let said = [
        (world.add_force_on(a, gravity()).unwrap_err().to_string(), 1),
        (
            world
                .add_force_on_each([a, b], gravity())
                .unwrap_err()
                .to_string(),
            2,
        ),
        (
            world
                .add_force_except([a], gravity())
                .unwrap_err()
                .to_string(),
            1,
        ),
        (world.add_link(a, b, gravity()).unwrap_err().to_string(), 2),
        (
            world
                .add_link_at(a, [0.1, 0.0], b, [0.0; 2], gravity())
                .unwrap_err()
                .to_string(),
            2,
        ),
        (
            world
                .replace_force(on_one, gravity())
                .unwrap_err()
                .to_string(),
            1,
        ),
        (world.add_force(mounted()).unwrap_err().to_string(), 1),
        (world.add_force_on(a, mounted()).unwrap_err().to_string(), 1),
    ];
    for (said, count) in said {
        assert!(said.ends_with(&named(count)), "{said}");
    }
    assert_eq!(world.forces().len(), forces);
    assert_eq!(world.acceleration(a).unwrap(), Vector2::zeros());
}

/// Without softening, two bodies at one position are an error, which names the force and a body; no
/// body moves.
#[test]
fn bodies_at_one_place_are_an_error_without_softening() {
    for scheme in Scheme::ALL {
        let mut world = World2::new();
        world.set_scheme(scheme);
        let ids = [0.0, 1.0, 1.0].map(|x| world.add_body(Body2::point(1.0).at([x, 0.0])).unwrap());
        let force = world.add_force(MutualGravity::new(G)).unwrap();
        let before = world.clone();
        let error = world.step(0.1).unwrap_err();
        let StepError::NotFinite {
            body,
            force: by,
            kind,
        } = error
        else {
            panic!("{error}");
        };
        assert_eq!(
            (body, by, kind),
            (ids[1], Some(force), Some("MutualGravity")),
            "{scheme}"
        );
        let error = world.advance(0.1, 1e-9).unwrap_err();
        assert!(error.to_string().contains("MutualGravity"), "{error}");
        assert!(!matches!(error, StepError::Tolerance { .. }));
        assert_eq!(world.body_slice(), before.body_slice());
        world.replace_force(force, gravity()).unwrap();
        world.step(0.1).unwrap();
        world.replace_force(force, MutualGravity::new(0.0)).unwrap();
        world.step(0.1).unwrap();
    }
}

#[test]
fn it_is_not_linear() {
    let mut world = cluster();
    let force = world.add_force(gravity()).unwrap();
    let body = world.ids().next().unwrap();
    let kind = "MutualGravity";
    let error = world.trajectory(body).unwrap_err();
    assert_eq!(error, ForceError::NotLinear { body, force, kind });
    assert!(!world.is_linear());
}

/// Friction between all bodies, which depends on their velocities: `mᵢ aᵢ = Σⱼ c (vⱼ - vᵢ)`.
struct Swirl(f64);

impl Force<f64, 2> for Swirl {
    fn acceleration(&self, _: &Body2, _: f64) -> Vector2<f64> {
        Vector2::zeros()
    }

    fn accelerate(&self, bodies: &[Body2], _: f64, accelerations: &mut [Vector2<f64>]) {
        let free = || bodies.iter().filter(|body| !body.is_fixed());
        for (body, acceleration) in bodies.iter().zip(accelerations) {
            if !body.is_fixed() {
                let pull = free().map(|other| other.velocity - body.velocity);
                *acceleration += pull.sum::<Vector2<f64>>() * (self.0 / body.mass);
            }
        }
    }

    fn acts_between_bodies(&self) -> bool {
        true
    }
}

/// A user's force between all bodies acts as links do, beside the force of the crate.
#[test]
fn a_force_of_ones_own_between_all_bodies_acts_as_links() {
    for scheme in Scheme::ALL {
        let mut random = Pcg64Mcg::seed_from_u64(8);
        let mut one = World2::new();
        one.set_scheme(scheme);
        for _ in 0..7 {
            one.add_body(plane_body(&mut random)).unwrap();
        }
        let mut pairs = one.clone();
        add_some_forces([&mut one, &mut pairs], &[1, 2, 3]);
        one.add_force(Swirl(0.7)).unwrap();
        one.add_force(gravity()).unwrap();
        link_all(&mut pairs);
        let ids: Vec<BodyId> = pairs.ids().collect();
        for (i, &first) in ids.iter().enumerate() {
            for &second in &ids[..i] {
                if !(pairs[first].is_fixed() || pairs[second].is_fixed()) {
                    let drag = |relative: &Body2, _: f64| relative.velocity * -0.7;
                    pairs.add_link(first, second, drag).unwrap();
                }
            }
        }
        let (mut long, mut long_pairs) = (one.clone(), pairs.clone());
        for _ in 0..20 {
            one.step(0.02).unwrap();
            pairs.step(0.02).unwrap();
        }
        let off = apart(&one, &pairs);
        // 1e-14 seen
        assert!(off < 1e-12, "{scheme}: {off:e}");
        long.advance(0.4, 1e-10).unwrap();
        long_pairs.advance(0.4, 1e-10).unwrap();
        let off = apart(&long, &long_pairs);
        assert!(off < 1e-8, "{scheme}: {off:e}");
    }
}

/// The force acts as links do on balls that bounce, roll and rest on the ground.
#[test]
fn on_the_ground_it_acts_as_links() {
    let mut one = World2::new();
    one.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    let contact = Contact::new(0.4).with_friction(0.3).with_rolling(0.05);
    one.add_surface(Plane::new([0.0, 1.0], 0.0), contact)
        .unwrap();
    for i in 0..5 {
        let x = f64::from(i);
        let ball = Body2::solid(1.0 + x, 0.01).round(0.1);
        one.add_body(ball.at([x, 0.3 + 0.1 * x])).unwrap();
    }
    let mut pairs = one.clone();
    let start = one.clone();
    one.add_force(gravity()).unwrap();
    link_all(&mut pairs);
    for _ in 0..300 {
        one.step(0.005).unwrap();
        pairs.step(0.005).unwrap();
    }
    // forces are summed in another order, and bounces multiply the difference; measured: 9e-15
    let off = apart(&one, &pairs);
    assert!(off < 1e-12, "{off:e}");
    assert!(apart(&one, &start) > 0.3);
}

/// Steps and `advance` find events at the same times as with links.
#[test]
fn events_are_found_as_with_links() {
    let mut pairs = cluster();
    let mut one = pairs.clone();
    one.add_force(gravity()).unwrap();
    link_all(&mut pairs);
    for world in [&mut one, &mut pairs] {
        let ball = world
            .add_body(Body3::point(1e-9).at([0.0, 9.0, 0.0]))
            .unwrap();
        world
            .add_force_on(ball, UniformGravity::new([0.0, -1.0, 0.0]))
            .unwrap();
    }
    // the new body has no links yet in the world of links; add them
    let ids: Vec<BodyId> = pairs.ids().collect();
    let (&ball, others) = ids.split_last().unwrap();
    for &other in others {
        let mass = pairs[other].mass;
        let pull = move |relative: &Body3, _: f64| -> Vector3<f64> {
            let square = relative.position.norm_squared() + SOFTENING * SOFTENING;
            relative.position * (-G * 1e-9 * mass / square.powf(1.5))
        };
        pairs.add_link(ball, other, pull).unwrap();
    }
    let floor = Until::crossing(ball, Plane::new([0.0, 1.0, 0.0], 4.0), Crossing::Descending);
    let mut stepped = one.clone();
    let mut event = None;
    while event.is_none() {
        event = stepped.step_until(1e-3, &floor).unwrap();
    }
    let times = [&mut one, &mut pairs].map(|world| {
        world
            .advance_until(9.0, 1e-9, &floor)
            .unwrap()
            .unwrap()
            .time
    });

    // measured: 1.4e-9 s
    let late = stepped.time() - times[0];
    assert!(late.abs() < 1e-7, "{late:e}");
    assert!(
        times[0] > 1.0 && (times[0] - times[1]).abs() < 1e-8,
        "{times:?}"
    );
}
