//! Comparisons of schemes, and the reference with which they are compared.

use kinstep::diagnostics::{
    Comparison, DiagnosticsError, DriftKind, Method, Reference, SchemeRun, compare_methods,
    compare_schemes,
};
use kinstep::nalgebra::{Vector2, Vector3};
use kinstep::{
    Body, Body2, Body3, ConstantForce, LinearDrag, QuadraticDrag, Scheme, Spring, StepError,
    UniformGravity, World, World2, World3,
};

use truths::pendulum::pendulum;
use truths::two_springs::two_springs;

const HZ60: f64 = 1.0 / 60.0;

fn run_of(comparison: &Comparison<f64>, scheme: Scheme) -> &SchemeRun<f64> {
    (comparison.runs.iter())
        .find(|run| run.method == scheme)
        .unwrap()
}

/// Phase rates agree with theory: `W³h²/24` for symplectic Euler, `ω₁²ω₂²h²/6W` for Kinematic, both
/// ahead of time, and `-(ω₁²-ω₂²)²h²/24W` for AverageAcceleration, behind it (W² = ω₁² + ω₂²).
#[test]
fn phase_rates_are_what_theory_says() {
    let comparison = compare_schemes(&two_springs(), HZ60, 60 * 60, &Scheme::ALL).unwrap();
    assert!(comparison.is_exact && comparison.uncertainty == 0.0);
    let w = 13.0_f64.sqrt();
    let rates = [
        (Scheme::SymplecticEuler, w.powi(3) * HZ60 * HZ60 / 24.0),
        (Scheme::Kinematic, 4.0 * 9.0 * HZ60 * HZ60 / (6.0 * w)),
        (
            Scheme::AverageAcceleration,
            -25.0 * HZ60 * HZ60 / (24.0 * w),
        ),
    ];
    for (scheme, rate) in rates {
        let run = run_of(&comparison, scheme);
        let phase = run.phase.unwrap();
        assert_eq!(phase.kind, DriftKind::Secular, "{scheme}: {phase}");
        // measured within 0.4 %
        assert!(
            (phase.rate / rate - 1.0).abs() < 0.01,
            "{scheme}: {phase} {rate}"
        );
        // within a turn the phase also oscillates, by Wh/2 at most
        let lead = run.phase_error.unwrap();
        assert!(
            (lead - 60.0 * rate).abs() < 0.5 * w * HZ60,
            "{scheme}: {lead} rad"
        );
    }
    let flow = run_of(&comparison, Scheme::FlowKick);
    assert_eq!(flow.phase.unwrap().kind, DriftKind::Rounding);
    assert_eq!(flow.energy.unwrap().kind, DriftKind::Rounding);
    assert!(flow.worst_position_error < 1e-12, "{flow:?}");
}

/// The phase is counted over whole turns, about the point to which the springs pull.
#[test]
fn phases_go_round_about_any_centre() {
    let mut world = World2::new();
    world.add_body(Body2::point(1.0).at([11.0, -5.0])).unwrap();
    (world.add_force(Spring::stiffness(4.0).anchored_at([10.0, -5.0]))).unwrap();
    (world.add_force(Spring::stiffness(9.0).anchored_at([10.0, -5.0]))).unwrap();
    let h = 0.1;
    let comparison = compare_schemes(&world, h, 4000, &[Scheme::SymplecticEuler]).unwrap();
    // the exact phase of a step is 2 asin(Wh/2)
    let w = 13.0_f64.sqrt();
    let rate = 2.0 * (0.5 * w * h).asin() / h - w;
    let phase = comparison.runs[0].phase.unwrap();
    assert!((phase.rate / rate - 1.0).abs() < 1e-3, "{phase} {rate}");
    assert!((phase.last - 400.0 * rate).abs() < 0.2, "{phase} {rate}");
    assert!(phase.last > 7.0, "more than a turn: {phase}");
}

/// In free fall symplectic Euler lags by `g dt t/2`.
#[test]
fn symplectic_euler_lags_in_free_fall() {
    let mut world = World2::new();
    (world.add_body(Body2::point(3.0).moving([5.0, 20.0]))).unwrap();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    let comparison = compare_schemes(&world, HZ60, 120, &Scheme::ALL).unwrap();
    let euler = run_of(&comparison, Scheme::SymplecticEuler);
    let lag = 9.81 * HZ60 * 2.0 / 2.0;
    assert!(
        (euler.position_error / lag - 1.0).abs() < 1e-12,
        "{euler:?}"
    );
    // a throw does not oscillate, so it has no phase
    assert_eq!((euler.phase_error, euler.phase), (None, None));
    // these schemes are exact in free fall
    for scheme in [
        Scheme::Kinematic,
        Scheme::AverageAcceleration,
        Scheme::VelocityVerlet,
    ] {
        assert!(run_of(&comparison, scheme).position_error < 1e-12);
    }
}

/// The reference agrees with the period of the pendulum, `4 K(sin(θ/2))`.
#[test]
fn the_reference_swings_as_the_elliptic_integral_says() {
    // 2π / agm(1, cos(θ₀/2))
    let (mut a, mut b) = (1.0_f64, 1.0_f64.cos());
    while (a - b).abs() > 1e-15 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    let period = std::f64::consts::TAU / a;
    let world = pendulum(2.0);
    let mut reference = Reference::new(&world);
    assert!(!reference.is_exact());
    for _ in 0..100 {
        reference.advance(period / 4.0).unwrap();
    }
    let body = reference.world().body_slice()[0];
    // measured 4e-15 and 2e-13 after 25 periods in 100 strides
    assert!((body.position.x - 2.0).abs() < 1e-13, "{body:?}");
    assert!(body.velocity.x.abs() < 1e-12, "{body:?}");
    assert_eq!(reference.world().time(), 25.0 * period);
}

/// The exact flow and the integration agree, though they share no code.
#[test]
fn the_two_references_agree() {
    let mut linear = World3::new();
    let body = Body3::point(2.0)
        .at([1.0, 2.0, 0.0])
        .moving([0.0, 3.0, -1.0]);
    let body = linear.add_body(body).unwrap();
    (linear.add_force(UniformGravity::new([0.0, -9.81, 0.0]))).unwrap();
    (linear.add_force(LinearDrag::rate(0.3).in_wind([1.0, 0.0, 0.5]))).unwrap();
    (linear.add_force(Spring::stiffness(18.0).damping(-0.2))).unwrap();
    let ramp = ConstantForce::new([0.5, 0.0, 0.0]).ramping([0.0, 0.1, 0.0]);
    linear.add_force(ramp).unwrap();
    // a force of zero, which is not linear
    let mut other = linear.clone();
    (other.add_force(|_: &Body3, _: f64| Vector3::zeros())).unwrap();
    let mut references = [linear, other].map(|mut world| {
        world.apply_force(body, [3.0, 0.0, 0.0]).unwrap();
        Reference::new(&world)
    });
    for dt in [0.01, 3.0, 20.0, -7.0, 1e-9] {
        let [exact, integrated] = &mut references;
        exact.advance(dt).unwrap();
        integrated.advance(dt).unwrap();
        assert!(exact.is_exact() && !integrated.is_exact());
        let (a, b) = (exact.world()[body], integrated.world()[body]);
        // measured 2e-15 and 1e-14
        assert!((a.position - b.position).norm() < 2e-14, "{a:?} {b:?}");
        assert!((a.velocity - b.velocity).norm() < 1e-13, "{a:?} {b:?}");
        assert_eq!(exact.world().time(), integrated.world().time());
    }
}

#[test]
fn a_converged_reference_says_how_far_it_is_to_be_trusted() {
    let comparison = compare_schemes(&pendulum(2.0), HZ60, 6000, &Scheme::ALL).unwrap();
    assert!(!comparison.is_exact);
    // measured 1e-15
    assert!(comparison.uncertainty < 1e-13, "{}", comparison.uncertainty);
    let ranked = [
        Scheme::FlowKick4,
        Scheme::Rk4,
        Scheme::VelocityVerlet,
        Scheme::SymplecticEuler,
    ];
    let errors = ranked.map(|scheme| run_of(&comparison, scheme).position_error);
    assert!(errors.is_sorted(), "{errors:?}");
    let flow = run_of(&comparison, Scheme::FlowKick);
    assert_eq!(flow.energy.unwrap().kind, DriftKind::Bounded);
    let text = comparison.to_string();
    assert_eq!(text.lines().count(), 2 + Scheme::ALL.len(), "{text}");
    assert!(
        text.contains("converged") && text.contains("secular"),
        "{text}"
    );
}

/// Two integrations that agree in every digit still have an uncertainty of one rounding.
#[test]
fn no_reference_is_better_than_its_last_digit() {
    let mut world = World2::new();
    world.add_body(Body2::point(1.0).at([1024.0, 0.0])).unwrap();
    (world.add_force(|_: &Body2, _: f64| Vector2::zeros())).unwrap();
    let comparison = compare_schemes(&world, 1.0, 4, &Scheme::ALL).unwrap();
    assert_eq!(comparison.uncertainty, 1024.0 * f64::EPSILON);
}

/// Energy is compared with that of the reference, so drag causes no error of energy.
#[test]
fn drag_is_no_error_of_energy() {
    let mut world = two_springs();
    world.add_force(LinearDrag::rate(0.2)).unwrap();
    let comparison = compare_schemes(&world, HZ60, 600, &[Scheme::FlowKick, Scheme::Rk4]).unwrap();
    for run in &comparison.runs {
        assert!(run.energy_error.abs() < 1e-6, "{run:?}");
        assert!(run.energy.unwrap().worst < 1e-6, "{run:?}");
    }
    assert!(
        (comparison.energy_scale / 6.5 - 1.0).abs() < 0.1,
        "{comparison:?}"
    );
}

#[test]
fn a_scheme_that_explodes_stops_alone() {
    let mut world = World2::new();
    world.add_body(Body2::point(1.0).at([1.0, 0.0])).unwrap();
    world.add_force(Spring::stiffness(1e6)).unwrap();
    let comparison = compare_schemes(&world, 1.0, 200, &Scheme::ALL).unwrap();
    let euler = run_of(&comparison, Scheme::SymplecticEuler);
    let stop = euler.stop.unwrap();
    assert!(stop.steps > 10 && stop.steps < 200, "{stop:?}");
    assert!(matches!(stop.error, StepError::NotFinite { .. }));
    assert!(run_of(&comparison, Scheme::FlowKick).stop.is_none());
    // 159 turns in a step: they cannot be counted
    assert_eq!(run_of(&comparison, Scheme::FlowKick).phase, None);
    assert!(comparison.to_string().contains("stopped after"));
}

#[test]
fn short_runs_have_errors_and_a_rate_but_no_verdict() {
    let comparison = compare_schemes(&two_springs(), HZ60, 1, &[Scheme::SymplecticEuler]).unwrap();
    let run = &comparison.runs[0];
    // W² h²/2, the error of one step
    let error = 13.0 * HZ60 * HZ60 / 2.0;
    assert!((run.position_error / error - 1.0).abs() < 0.01, "{run:?}");
    let energy = run.energy.unwrap();
    assert_eq!((energy.kind, energy.samples), (DriftKind::Unclear, 2));
    assert!((energy.rate * HZ60 - energy.last).abs() < 1e-12);
    assert_eq!(run.phase, None);
    assert!(run.energy_error.abs() > 0.0);
    // nothing moves
    let empty = compare_schemes(&World2::new(), HZ60, 100, &Scheme::ALL).unwrap();
    assert!(
        empty
            .runs
            .iter()
            .all(|run| run.position_error == 0.0 && run.energy_error == 0.0)
    );
    let mut still = World2::new();
    still.add_body(Body2::point(1.0)).unwrap();
    let still = compare_schemes(&still, HZ60, 100, &Scheme::ALL).unwrap();
    assert!(
        still
            .runs
            .iter()
            .all(|run| run.position_error == 0.0 && run.phase.is_none())
    );
    let none = compare_schemes(&two_springs(), HZ60, 100, &[]).unwrap();
    assert!(none.runs.is_empty());
}

#[test]
fn other_numbers_and_directions() {
    let mut world = World::<f32, 2>::new();
    world.add_body(Body::point(1.0).at([1.0, 0.0])).unwrap();
    world.add_force(Spring::stiffness(4.0)).unwrap();
    world.add_force(QuadraticDrag::coefficient(0.1)).unwrap();
    let comparison = compare_schemes(&world, -1e-2, 300, &Scheme::ALL).unwrap();
    // measured 2e-7
    assert!(comparison.uncertainty < 1e-6, "{comparison}");
    for run in &comparison.runs {
        assert!(
            run.position_error < 0.2,
            "{}: {}",
            run.method,
            run.position_error
        );
    }
    let steps = world.steps();
    assert_eq!(steps, 0, "the world itself does not move");
}

#[test]
fn what_cannot_be_compared_says_why() {
    let world = two_springs();
    let no_steps = compare_schemes(&world, HZ60, 0, &Scheme::ALL).unwrap_err();
    assert_eq!(no_steps, DiagnosticsError::NoSteps);
    for dt in [f64::NAN, f64::INFINITY] {
        let error = compare_schemes(&world, dt, 10, &Scheme::ALL).unwrap_err();
        assert!(
            matches!(error, DiagnosticsError::Step(StepError::Duration { .. })),
            "{error}"
        );
    }
    // v' = v³ is infinite after 1/2v² = 1.02 s
    let mut runs_off = World2::new();
    (runs_off.add_body(Body2::point(1.0).moving([0.7, 0.0]))).unwrap();
    runs_off
        .add_force(|body: &Body2, _: f64| body.velocity * body.velocity.norm_squared())
        .unwrap();
    let error = compare_schemes(&runs_off, 0.1, 100, &[Scheme::FlowKick]).unwrap_err();
    assert!(
        matches!(error, DiagnosticsError::TooFast { time, .. } if (time - 1.0).abs() < 1e-9),
        "{error}"
    );
}

/// A body that falls through a singular point has no correct digit after it; the reference reports
/// this.
#[test]
fn a_reference_through_a_singularity_is_uncertain() {
    let mut falls_in = World2::new();
    falls_in.add_body(Body2::point(1.0).at([1.0, 0.0])).unwrap();
    falls_in
        .add_force(|body: &Body2, _: f64| -body.position / body.position.norm().powi(3))
        .unwrap();
    let size = |steps| {
        let comparison = compare_schemes(&falls_in, 0.1, steps, &[Scheme::FlowKick]);
        comparison.map_or(f64::INFINITY, |comparison| comparison.uncertainty)
    };
    // the body reaches the centre after π/√8 = 1.11 s
    assert!(size(11) < 1e-13, "{}", size(11));
    assert!(size(20) > 1e-3, "{}", size(20));
}

/// A reference that fails to advance stays where it was.
#[test]
fn a_reference_that_fails_stays() {
    let mut world = two_springs();
    let mut exact = Reference::new(&world);
    exact.advance(1.0).unwrap();
    world
        .add_force(|_: &Body2, time: f64| Vector2::new(1.0 / (time - 1.5).max(0.0), 0.0))
        .unwrap();
    let mut converged = Reference::new(&world);
    for (reference, bad) in [(&mut exact, f64::NAN), (&mut converged, 3.0)] {
        let before = (
            reference.world().body_slice().to_vec(),
            reference.world().time(),
        );
        assert!(reference.advance(bad).is_err());
        let after = (
            reference.world().body_slice().to_vec(),
            reference.world().time(),
        );
        assert_eq!(before, after);
    }
    let mut growing = World2::new();
    growing.add_body(Body2::point(1.0).at([1.0, 0.0])).unwrap();
    growing.add_force(Spring::stiffness(-1.0)).unwrap();
    let mut growing = Reference::new(&growing);
    assert!(growing.advance(1e5).is_err());
    assert_eq!((growing.world().time(), growing.world().steps()), (0.0, 0));
    growing.advance(1.0).unwrap();
    let before = growing.world().body_slice().to_vec();
    assert!(growing.advance(1e5).is_err());
    assert_eq!(growing.world().body_slice(), before);
    assert_eq!((growing.world().time(), growing.world().steps()), (1.0, 1));
    growing.advance(-1.0).unwrap();
    assert!((growing.world().body_slice()[0].position.x - 1.0).abs() < 1e-15);
}

/// An energy that overflows has an infinite error, not NaN.
#[test]
fn an_energy_that_overflows_is_infinitely_off() {
    let mut world = World2::new();
    let fast = Body2::point(f64::MAX).moving([1e200, 0.0]);
    world.add_body(fast).unwrap();
    let table = compare_schemes(&world, 0.1, 3, &[Scheme::Rk4]).unwrap();
    assert_eq!(table.energy_scale, f64::INFINITY);
    assert_eq!(table.runs[0].energy_error, f64::INFINITY);
}

/// Tolerances are compared beside schemes in the given order; an invalid tolerance stops at once.
#[test]
fn tolerances_beside_schemes() {
    let methods = [
        Scheme::Rk4.into(),
        Method::to(1e-4),
        Method::to(1e-8),
        Method::to(-1.0),
    ];
    let comparison = compare_methods(&pendulum(2.0), 0.25, 40, &methods).unwrap();
    let [rk4, loose, tight, wrong] = &comparison.runs[..] else {
        panic!("a run for each method");
    };
    assert!(rk4.method == Scheme::Rk4 && loose.method == methods[1]);
    // measured 1.1e-4 m
    assert!(rk4.position_error > 5e-5, "{:e}", rk4.position_error);
    assert!(loose.position_error < 1e-2, "{:e}", loose.position_error);
    assert!(tight.position_error < 1e-6, "{:e}", tight.position_error);
    let stop = wrong.stop.unwrap();
    assert_eq!(stop.steps, 0);
    assert!(matches!(stop.error, StepError::Tolerance { .. }));
    let text = comparison.to_string();
    assert!(text.contains("to 1e-8 m"), "{text}");
}
