//! Bodies on orbits in a world: exact alone, and with bounded errors of energy under disturbances.

use kinstep::nalgebra::Vector3;
use kinstep::{
    AngularDrag, Body3, BodyId, ConstantForce, Effect, Force, ForceField, Inertia, LinearDrag,
    PointGravity, QuadraticDrag, Scheme, Spring, StepError, UniformGravity, World3,
};
use truths::build::{Build, thrown};
use truths::network_truth::{apart, states};

const EARTH: f64 = 3.986_004_418e14;

fn satellite() -> Body3 {
    thrown(500.0, [7.0e6, 0.0, 0.0], [0.0, 7.6e3, 1.0e3])
}

/// Period of an orbit \[s\].
fn period(strength: f64, body: &Body3) -> f64 {
    let a = 1.0 / (2.0 / body.position.norm() - body.velocity.norm_squared() / strength);
    std::f64::consts::TAU * (a * a * a / strength).sqrt()
}

/// Ten periods, in one step or in a thousand, end at the start, about a centre that is not the
/// origin.
#[test]
fn a_satellite_comes_back() {
    let centre = Vector3::new(1.0e6, -2.0e6, 3.0e5);
    let mut world = World3::new();
    let start = satellite().at(satellite().position + centre);
    let id = world.put(start);
    world.pull(PointGravity::new(EARTH).centered_at(centre));
    let time = 10.0 * period(EARTH, &satellite());
    let mut often = world.clone();
    world.step(time).unwrap();
    // the rounding error of the period counts ten times, and the position is rounded
    let late = 40.0 * f64::EPSILON * time * 7.6e3;
    assert!((world[id].position - start.position).norm() < late);
    often.run(time / 1000.0, 1000);
    // the energy is rounded 1000 times; measured: 1e-6 m
    let off = (often[id].position - start.position).norm();
    assert!(off < 1e-5, "{off:e}");
    assert_eq!(world.steps(), 1);
}

/// Two bodies that orbit each other and drift move exactly in any step, and so does their centre of
/// mass.
#[test]
fn two_bodies_orbit_each_other_exactly() {
    let mut world = World3::new();
    let (planet, moon) = pair(&mut world, Vector3::new(1.0e3, -500.0, 30.0));
    let energy = world.energy().total();
    let spin = world.angular_momentum();
    let (center, momentum) = (world.center_of_mass().unwrap(), world.momentum());
    let mut once = world.clone();
    let month = 28.0 * 86_400.0;
    once.step(month).unwrap();
    world.run(month / 280.0, 280);
    for id in [planet, moon] {
        let off = (once[id].position - world[id].position).norm();
        // positions reach 3e9 m; measured: 1.1e-6 m
        assert!(off < 1e-5, "{off:e}");
    }
    // the centre of mass moves uniformly; measured: 1.5e-8 m of 2.7e9 m
    let coasted = center + momentum / (5.972e24 + 7.346e22) * month;
    let off = (once.center_of_mass().unwrap() - coasted).norm();
    assert!(off < 8.0 * f64::EPSILON * coasted.norm(), "{off:e}");
    // measured: 0 and 2.9e-14
    assert!((once.energy().total() / energy - 1.0).abs() < 1e-13);
    assert!((once.angular_momentum() - spin).norm() < 2e-13 * spin.norm());
}

fn pair(world: &mut World3, drift: Vector3<f64>) -> (BodyId, BodyId) {
    let (earth, moon) = (5.972e24, 7.346e22);
    let planet = world.put(Body3::point(earth).moving(Vector3::new(0.0, -12.57, 0.0) + drift));
    let moon_body = thrown(
        moon,
        [3.844e8, 0.0, 0.0],
        Vector3::new(0.0, 1.022e3, 40.0) + drift,
    );
    let moon_id = world.put(moon_body);
    world.tie([moon_id, planet], PointGravity::between(moon, earth));
    (planet, moon_id)
}

/// By the splitting of Wisdom and Holman a disturbed orbit with four steps per turn keeps its
/// energy within a band for 10⁵ orbits; the band shrinks with the disturbance.
#[test]
fn a_disturbed_orbit_keeps_its_energy_within_a_band() {
    let band = |strength: f64, orbits: u32| {
        let mut world = World3::new();
        world.pull(PointGravity::new(1.0));
        // the potential of a bulge at the equator
        let bulge = ForceField::new(move |x: &Vector3<f64>, _| {
            let r2 = x.norm_squared();
            let r5 = r2 * r2 * r2.sqrt();
            let axis = 5.0 * x.z * x.z / r2;
            -Vector3::new(x.x * (1.0 - axis), x.y * (1.0 - axis), x.z * (3.0 - axis))
                * (1.5 * strength / r5)
        })
        .with_potential(move |x, _| {
            let r2 = x.norm_squared();
            strength / (r2 * r2.sqrt()) * (1.5 * x.z * x.z / r2 - 0.5)
        });
        world.pull(bulge);
        let body = thrown(1.0, [1.0, 0.0, 0.0], [0.0, 0.9, 0.3]);
        let step = period(1.0, &body) / 4.1;
        world.put(body);
        let start = world.energy().total();
        let mut worst = [0.0_f64; 2];
        let steps = 4 * orbits;
        for i in 0..steps {
            world.step(step).unwrap();
            let half = &mut worst[usize::from(i > steps / 2)];
            *half = half.max((world.energy().total() / start - 1.0).abs());
        }
        worst
    };
    let [early, late] = band(1e-3, 100_000);
    // measured: both 1.56e-3, and 1.3e-5 for a hundredth of it
    assert!(late < 1.2 * early && early < 4e-3, "{early:e}, {late:e}");
    let [smaller, _] = band(1e-5, 2000);
    assert!(smaller < 2e-2 * early, "{smaller:e} of {early:e}");
}

/// The same forces under a scheme without orbits converge to the same motion: no force on an orbit
/// is left out, or counted twice.
#[test]
fn all_that_acts_on_an_orbit_acts() {
    let mut world = World3::new();
    world.pull(PointGravity::new(1.0));
    world.pull(PointGravity::new(0.01).centered_at([3.0, 0.0, 0.0]));
    world.pull(UniformGravity::new([0.0, 0.0, -0.01]));
    world.pull(LinearDrag::rate(0.003));
    world.pull(QuadraticDrag::coefficient(0.002));
    world.pull(AngularDrag::rate(0.1));
    let body = Body3::solid(1.0, Inertia::principal([0.1, 0.2, 0.25]))
        .at([1.0, 0.0, 0.0])
        .moving([0.0, 0.9, 0.3])
        .spinning([0.1, 2.0, 0.3]);
    let first = world.put(body);
    let far = thrown(2.0, [0.0, 4.0, 0.0], [0.4, 0.0, 0.0]);
    let second = world.put(far);
    world.tie([first, second], Spring::stiffness(0.01));
    world.tie([first, second], PointGravity::new(0.02));
    world.pull_on(second, ConstantForce::new([0.01, 0.0, 0.0]));

    let end = |scheme, steps: u32| {
        let mut world = world.clone();
        world.set_scheme(scheme);
        for _ in 0..steps {
            // an applied force acts for one step only, so it is applied in each step
            world.apply_force(first, [0.0, 0.02, 0.0]).unwrap();
            world.step(4.0 / f64::from(steps)).unwrap();
        }
        states(&world)
    };
    let best = end(Scheme::Rk4, 8000);
    for (scheme, order) in [(Scheme::FlowKick, 2.0), (Scheme::FlowKick4, 4.0)] {
        let [coarse, fine] = [50, 100].map(|steps| apart(&end(scheme, steps), &best)[0]);
        let observed = (coarse / fine).log2();
        assert!((observed - order).abs() < 0.3, "{scheme}: {observed}");
    }
}

/// Bodies enter and leave orbits when forces and bodies are added and removed.
#[test]
fn orbits_come_and_go() {
    let mut world = World3::new();
    let falling = world.pull(UniformGravity::new([0.0, 0.0, -1.0]));
    let id = world.put(Body3::point(1.0).at([1.0, 0.0, 0.0]));
    world.step(1.0).unwrap();
    assert_eq!(world[id].velocity.z, -1.0);
    let attractor = world.pull_on(id, PointGravity::new(1.0));
    world.step(0.1).unwrap();
    assert!(world[id].velocity.x < 0.0 && world[id].velocity.z < -1.0);
    world.remove_force(attractor).unwrap();
    let before = world[id].velocity;
    world.step(1.0).unwrap();
    assert!((world[id].velocity - before - Vector3::new(0.0, 0.0, -1.0)).norm() < 1e-15);
    world.remove_force(falling).unwrap();

    // after its partner is removed, a body follows its own law
    let moon = world.put(Body3::point(1.0).at([5.0, 0.0, 0.0]));
    world.pull(LinearDrag::rate(1.0));
    world.tie([id, moon], PointGravity::new(3.0));
    world.step(0.1).unwrap();
    world.remove_body(moon).unwrap();
    let before = world[id].velocity;
    world.step(1.0).unwrap();
    assert!((world[id].velocity - before * (-1.0_f64).exp()).norm() < 1e-15);
}

/// A body that is added to a world with only fixed bodies moves on an orbit.
#[test]
fn a_new_body_beside_fixed_ones_is_on_an_orbit() {
    let mut world = World3::new();
    world.put(Body3::point(1.0).at([9.0, 0.0, 0.0]).fixed());
    world.pull(PointGravity::new(1.0));
    world.step(0.1).unwrap();
    let start = thrown(1.0, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]);
    let body = world.put(start);
    world.step(core::f64::consts::TAU).unwrap();
    assert!((world[body].position - start.position).norm() < 1e-14);
}

/// Steps forth and back end at the start: each orbit that a link or a force of its own kicks is
/// kicked in the middle of the step, whichever end of the link it is.
#[test]
fn kicked_orbits_run_back() {
    let mut world = World3::new();
    world.pull(PointGravity::new(1.0));
    let ids = [1.0, 1.5, 2.0].map(|radius: f64| {
        let body = thrown(
            radius,
            [radius, 0.0, 0.1],
            [0.1, radius.sqrt().recip(), 0.0],
        );
        world.put(body)
    });
    world.tie([ids[1], ids[0]], Spring::stiffness(0.3));
    world.pull_on(ids[2], |body: &Body3, _: f64| body.position * -0.2);
    let start = states(&world);
    world.run(0.1, 50);
    world.run(-0.1, 50);
    let [position, velocity] = apart(&states(&world), &start);
    // positions are 1 to 2 m, and velocities 0.7 to 1 m/s
    let worst = position.max(velocity) / f64::EPSILON;
    println!("forth and back: {worst:.1} ε");
    assert!(worst < 400.0); // measured: 40 ε
}

/// A force applied to one body of a pair on its orbit gives the pair the momentum `F dt`, for all
/// masses.
#[test]
fn a_push_on_an_orbit_is_its_momentum() {
    for pushed in 0..3 {
        let mut world = World3::new();
        let ids = [2.0, 3.0, 5.0].map(|mass| {
            let body = Body3::point(mass).at([mass, 0.0, 0.0]);
            world.put(body.moving([0.0, mass, 0.5]))
        });
        world.tie([ids[0], ids[1]], PointGravity::new(4.0));
        world.tie([ids[1], ids[2]], Spring::stiffness(0.5));
        let before = world.momentum();
        let force = Vector3::new(1.0, -2.0, 3.0);
        world.apply_force(ids[pushed], force).unwrap();
        world.step(0.1).unwrap();
        let gained = world.momentum() - before;
        let tolerance = 16.0 * f64::EPSILON * (before.norm() + force.norm());
        assert!((gained - force * 0.1).norm() < tolerance, "{gained}");
    }
}

/// Two bodies whose attraction has its centre at a given relative position move relative to each
/// other as one body moves about this centre.
#[test]
fn a_pair_may_have_its_centre_elsewhere() {
    let gravity = PointGravity::new(3.0).centered_at([0.3, -0.2, 0.1]);
    let separation = thrown(1.2, [1.0, 0.5, 0.0], [0.0, 1.4, 0.2]);
    let mut one = World3::new();
    let id = one.put(separation);
    one.pull_on(id, gravity);
    // masses of 2 and 3 have the reduced mass of this body
    let mut two = World3::new();
    let [first, second] = [(2.0, 0.6), (3.0, -0.4)].map(|(mass, share)| {
        let body = Body3::point(mass).at(separation.position * share);
        two.put(body.moving(separation.velocity * share))
    });
    two.tie([first, second], gravity);
    for _ in 0..20 {
        one.step(0.05).unwrap();
        two.step(0.05).unwrap();
    }
    let apart = two[first].position - two[second].position;
    let tolerance = 400.0 * f64::EPSILON * separation.position.norm();
    assert!((apart - one[id].position).norm() < tolerance);
}

/// A body at the centre of its attractor has no acceleration: the step is rejected with an error
/// that names the body, and the world stays unchanged.
#[test]
fn a_body_on_its_attractor_is_refused() {
    let mut world = World3::new();
    let gravity = world.pull(PointGravity::new(1.0));
    let body = world.put(Body3::point(1.0));
    let (force, kind) = (Some(gravity), Some("PointGravity"));
    let error = world.step(0.1).unwrap_err();
    assert_eq!(error, StepError::NotFinite { body, force, kind });
    assert_eq!((world.time(), world[body]), (0.0, Body3::point(1.0)));
    assert!(world.add_force(PointGravity::new(f64::NAN)).is_err());
}

/// A link between a body on an orbit and a body on none kicks by its acceleration, whichever body
/// is named first.
#[test]
fn a_tie_out_of_an_orbit_kicks_by_its_acceleration() {
    /// A spring that hides its law and shows only its acceleration.
    struct Plain(Spring<f64, 3>);
    impl Force<f64, 3> for Plain {
        fn acceleration(&self, body: &Body3, time: f64) -> Vector3<f64> {
            self.0.acceleration(body, time)
        }

        fn effect(&self, _body: &Body3, _time: f64, _dt: f64) -> Effect<f64, 3> {
            Effect::Acceleration {
                depends_on_velocity: false,
            }
        }
    }
    let after = |swapped: bool, is_plain: bool| {
        let mut world = World3::new();
        let tied = world.put(satellite());
        world.pull_on(tied, PointGravity::new(EARTH));
        let free = world.put(Body3::point(3.0));
        let (first, second) = if swapped { (free, tied) } else { (tied, free) };
        let spring = Spring::stiffness(0.1);
        if is_plain {
            world.tie([first, second], Plain(spring));
        } else {
            world.tie([first, second], spring);
        }
        world.run(10.0, 20);
        [world[tied], world[free]]
    };
    for swapped in [false, true] {
        assert_eq!(after(swapped, false), after(swapped, true));
    }
}
