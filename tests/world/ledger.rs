//! The energy ledger closes to rounding for every scheme and every kind of force, and the error of
//! the scheme itself converges with the order of the scheme.

use core::ops::Range;

use kinstep::diagnostics::{DiagnosticsError, Ledger, Source};
use kinstep::nalgebra::{Vector2, Vector3, convert, try_convert};
use kinstep::{
    Body, Body2, Body3, ConstantForce, Float, LinearDrag, QuadraticDrag, Real, Scheme, Spring,
    StepError, UniformGravity, World, World2, World3,
};

use truths::pendulum::pendulum;

/// A world with laws, kicks that depend on velocity or not, links, and forces that change with
/// time.
fn everything() -> World3 {
    let mut world = World3::new();
    let ball = Body3::point(0.5)
        .at([0.0, 1.5, 0.3])
        .moving([3.0, 2.0, 0.0]);
    let ball = world.add_body(ball).unwrap();
    let other = Body3::point(2.0)
        .at([1.0, 0.0, 0.0])
        .moving([0.0, 1.0, 1.0]);
    let other = world.add_body(other).unwrap();
    (world.add_force(UniformGravity::new([0.0, -9.81, 0.0]))).unwrap();
    (world.add_force(LinearDrag::rate(0.2).in_wind([3.0, 0.0, 0.0]))).unwrap();
    let spring = Spring::stiffness(4.0)
        .damping(0.1)
        .anchored_at([0.0, 2.0, 0.0]);
    world.add_force_on(ball, spring).unwrap();
    let ramp = ConstantForce::new([0.5, 0.0, 0.0]).ramping([0.0, 0.1, 0.0]);
    world.add_force_on(other, ramp).unwrap();
    (world.add_force_on(ball, QuadraticDrag::coefficient(0.02))).unwrap();
    (world.add_link(ball, other, Spring::stiffness(3.0).damping(0.2))).unwrap();
    world
        .add_force_on(other, |body: &Body3, time: f64| {
            Vector3::new(time.sin(), -0.2 * body.velocity.y.powi(3), -body.position.z)
        })
        .unwrap();
    world
}

fn gravity_drag_spring() -> World2 {
    let mut world = World2::new();
    (world.add_body(Body2::point(2.0).at([1.0, 0.0]).moving([0.0, 3.0]))).unwrap();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    (world.add_force(LinearDrag::rate(0.3).in_wind([1.0, 0.0]))).unwrap();
    world.add_force(Spring::stiffness(18.0)).unwrap();
    world
}

fn ledger_of<const D: usize>(
    world: &World<f64, D>,
    scheme: Scheme,
    steps: u32,
    dt: f64,
) -> Ledger<f64, D>
where
    f64: kinstep::Real<D>,
{
    let mut world = world.clone();
    world.set_scheme(scheme);
    let mut ledger = Ledger::new(&world);
    for _ in 0..steps {
        ledger.step(&mut world, dt).unwrap();
    }
    ledger
}

/// Asserts that under every scheme the ledger agrees with the energies of the world, up to a share
/// of the turnover, which must be in the given range \[J\].
pub(crate) fn closes<T: Real<D> + Float, const D: usize>(
    world: &World<T, D>,
    steps: u32,
    share: f64,
    range: Range<f64>,
) {
    for scheme in Scheme::ALL {
        let mut world = world.clone();
        world.set_scheme(scheme);
        let mut ledger = Ledger::new(&world);
        for _ in 0..steps {
            ledger.step(&mut world, convert(1.0 / 60.0)).unwrap();
        }
        let balance = ledger.balance();
        let wide = |number: T| -> f64 { try_convert(number).unwrap() };
        let open = wide(
            balance
                .imbalance
                .kinetic
                .abs()
                .max(balance.imbalance.potential.abs()),
        );
        let turnover = wide(balance.turnover);
        println!("{D} {scheme}: {:e}", open / turnover);
        assert!(open < share * turnover, "{scheme}: {balance:?}");
        assert!(range.contains(&turnover), "{scheme}: {balance:?}");
    }
}

#[test]
fn it_closes_for_every_scheme_and_every_force() {
    // measured 4e-16 of the turnover at worst
    closes(&everything(), 600, 1e-14, 100.0..1e5);
    let mut single = World::<f32, 2>::new();
    single.add_body(Body::point(2.0).at([1.0, 0.0])).unwrap();
    single.add_force(Spring::stiffness(18.0)).unwrap();
    let drag = LinearDrag::rate(0.3).in_wind([1.0, 0.0]);
    single.add_force(drag).unwrap();
    // measured 2e-9
    closes(&single, 600, 1e-8, 1.0..1e5);
}

/// Exact flows create no energy: in 10 s at 60 Hz, in ten minutes, in a few long steps, and in
/// steps back.
#[test]
fn exact_flows_make_no_energy() {
    for (steps, dt) in [
        (600, 1.0 / 60.0),
        (36_000, 1.0 / 60.0),
        (10, 5.0),
        (60, -1.0 / 60.0),
    ] {
        let balance = ledger_of(&gravity_drag_spring(), Scheme::FlowKick, steps, dt).balance();
        // energies are around 20 J, and 1560 J are exchanged in ten minutes; measured: 2e-14 J, and
        // a scheme error of up to 5.1e-13 J: at rest a force acts on the rounding error of the
        // position, for 36,000 steps
        let bound = 1e-12;
        assert!(
            balance.imbalance.total().abs() < bound,
            "{steps}: {balance:?}"
        );
        assert!(
            balance.scheme_error.total().abs() < bound,
            "{steps}: {balance:?}"
        );
        // gravity and the spring give back the energy that they take, drag does not
        assert!(balance.by_forces.total().abs() > 1e-3, "{balance:?}");
    }
}

#[test]
fn the_scheme_error_goes_down_with_its_order() {
    let orders = [
        (Scheme::ExplicitEuler, 1.0),
        (Scheme::SymplecticEuler, 1.0),
        (Scheme::VelocityVerlet, 2.0),
        (Scheme::Rk4, 4.0),
        (Scheme::FlowKick, 2.0),
        (Scheme::FlowKick4, 4.0),
    ];
    for (scheme, order) in orders {
        // its error soon reaches rounding
        let steps = if scheme == Scheme::FlowKick4 { 50 } else { 200 };
        let error = |steps: u32| {
            let ledger = ledger_of(&pendulum(2.0), scheme, steps, 3.0 / f64::from(steps));
            ledger.balance().scheme_error.total()
        };
        let observed = (error(steps) / error(2 * steps)).log2();
        // measured within 0.01, and 4.08 for FlowKick4
        assert!((observed - order).abs() < 0.25, "{scheme}: {observed}");
    }
    // beside drag Kinematic and AverageAcceleration are of first order
    for scheme in [Scheme::Kinematic, Scheme::AverageAcceleration] {
        let error = |steps: u32| {
            let ledger = ledger_of(
                &gravity_drag_spring(),
                scheme,
                steps,
                3.0 / f64::from(steps),
            );
            ledger.balance().scheme_error.total()
        };
        let observed = (error(1600) / error(3200)).log2();
        assert!((observed - 1.0).abs() < 0.1, "{scheme}: {observed}");
    }
}

/// Only the scheme changes the energy of the pendulum; gravity stores the energy that it takes.
#[test]
fn a_force_with_a_potential_supplies_nothing() {
    let ledger = ledger_of(&pendulum(2.0), Scheme::SymplecticEuler, 1000, 1.0 / 60.0);
    let balance = ledger.balance();
    let gravity = ledger.entries().next().unwrap();
    assert!(gravity.work.abs() > 0.05, "{gravity:?}");
    assert!(gravity.supply().abs() < 1e-13, "{gravity:?}");
    let made = balance.change.total() - balance.scheme_error.total();
    assert!(made.abs() < 1e-13, "{balance:?}");
    assert!(balance.scheme_error.total().abs() > 1e-4, "{balance:?}");
}

/// In free fall with linear drag every number of the ledger has a closed form.
#[test]
fn work_is_what_the_textbook_says() {
    let (mass, g, rate, time) = (2.0_f64, 9.81_f64, 0.5_f64, 2.0_f64);
    let mut world = World2::new();
    let body = world.add_body(Body2::point(mass)).unwrap();
    let gravity = world.add_force(UniformGravity::new([0.0, -g])).unwrap();
    let drag = world.add_force(LinearDrag::rate(rate)).unwrap();
    let mut ledger = Ledger::new(&world);
    for _ in 0..8 {
        ledger.step(&mut world, time / 8.0).unwrap();
    }
    // v = -V (1 - e^(-γt)): ∫ v² = V² (t - 2 (1 - e)/γ + (1 - e²)/2γ)
    let terminal = g / rate;
    let left = (-rate * time).exp();
    let squares = time - 2.0 * (1.0 - left) / rate + (1.0 - left * left) / (2.0 * rate);
    let lost = -mass * rate * terminal * terminal * squares;
    let won = -mass * g * world[body].position.y;
    let work = |force| ledger.entry(force).unwrap().work;
    assert!(
        (work(drag) / lost - 1.0).abs() < 1e-14,
        "{} {lost}",
        work(drag)
    );
    assert!(
        (work(gravity) / won - 1.0).abs() < 1e-14,
        "{} {won}",
        work(gravity)
    );
    assert_eq!(ledger.entry(drag).unwrap().potential_change, 0.0);
}

#[test]
fn what_comes_from_outside_is_booked_apart() {
    let mut world = gravity_drag_spring();
    let body = world.ids().next().unwrap();
    let mut ledger = Ledger::new(&world);
    ledger.step(&mut world, 0.1).unwrap();
    assert_eq!(ledger.entry(Source::Applied), None);

    // an impulse, a new force and a smaller mass; and an applied force, which does work
    let before = world.energy();
    world.apply_impulse(body, [5.0, 0.0]).unwrap();
    let late = (world.add_force_on(body, Spring::stiffness(2.0).anchored_at([3.0, 0.0]))).unwrap();
    world[body].mass = 1.5;
    let given = world.energy().total() - before.total();
    world.apply_force(body, [0.0, 40.0]).unwrap();
    ledger.step(&mut world, 0.1).unwrap();
    ledger.step(&mut world, 0.1).unwrap();

    let balance = ledger.balance();
    assert!(
        (balance.from_outside.total() - given).abs() < 1e-13,
        "{balance:?}"
    );
    assert!(given.abs() > 1.0);
    assert!(ledger.entry(Source::Applied).unwrap().work > 1.0);
    assert!(ledger.entry(late).is_some());
    assert!(
        balance.imbalance.total().abs() < 1e-13 * balance.turnover,
        "{balance:?}"
    );

    // a force that was removed stays in the ledger
    let work = ledger.entry(late).unwrap().work;
    world.remove_force(late).unwrap();
    ledger.step(&mut world, 0.1).unwrap();
    assert_eq!(ledger.entry(late).unwrap().work, work);
    let balance = ledger.balance();
    assert!(
        balance.imbalance.total().abs() < 1e-13 * balance.turnover,
        "{balance:?}"
    );
}

#[test]
fn a_step_that_fails_is_not_booked() {
    let mut world = gravity_drag_spring();
    let mut ledger = Ledger::new(&world);
    ledger.step(&mut world, 0.1).unwrap();
    let (bodies, balance) = (world.body_slice().to_vec(), ledger.balance());
    let refused = ledger.step(&mut world, f64::NAN);
    assert!(matches!(
        refused,
        Err(DiagnosticsError::Step(StepError::Duration { .. }))
    ));

    let wrong = (world.add_force(|_: &Body2, _: f64| Vector2::new(f64::NAN, 0.0))).unwrap();
    let refused = ledger.step(&mut world, 0.1).unwrap_err();
    assert_eq!(refused, DiagnosticsError::NotFinite { time: 0.1 });
    world.remove_force(wrong).unwrap();

    // so strong a drag that integrating it would take for ever
    let stiff = world.add_force(LinearDrag::rate(1e12)).unwrap();
    let refused = ledger.step(&mut world, 1.0).unwrap_err();
    assert!(
        matches!(
            refused,
            DiagnosticsError::TooFast { .. } | DiagnosticsError::NotFinite { .. }
        ),
        "{refused}"
    );
    world.remove_force(stiff).unwrap();

    assert_eq!((world.body_slice(), world.steps()), (&bodies[..], 1));
    assert_eq!(ledger.balance(), balance);
    ledger.step(&mut world, 0.1).unwrap();
}

#[test]
fn it_prints_a_statement() {
    let ledger = ledger_of(
        &gravity_drag_spring(),
        Scheme::SymplecticEuler,
        60,
        1.0 / 60.0,
    );
    let text = ledger.to_string();
    let names: Vec<&str> = text
        .lines()
        .skip(1)
        .map(|line| line[..14].trim_end())
        .collect();
    let rest = ["scheme error", "from outside", "imbalance", "change"];
    assert_eq!(names[..3], ["force #0.0", "force #1.0", "force #2.0"]);
    assert_eq!(names[3..], rest, "{text}");
    // the columns are work or kinetic energy, potential energy, and their sum
    let numbers: Vec<f64> = (text.lines().last().unwrap()[14..].split_whitespace())
        .map(|number| number.parse().unwrap())
        .collect();
    let change = ledger.balance().change;
    for (number, energy) in numbers
        .iter()
        .zip([change.kinetic, change.potential, change.total()])
    {
        assert!((number / energy - 1.0).abs() < 1e-4, "{text}");
    }
    assert_eq!(numbers.len(), 3);
}
