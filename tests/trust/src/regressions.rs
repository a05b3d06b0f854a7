//! Failures that random calls have found: each was a NaN, or a state that could not be restored.

use kinstep::Until;
use kinstep::nalgebra::{Matrix3, Vector3};
use kinstep::orbit::Orbit;
use kinstep::trajectory::{Crossing, FlightError, Plane, Terrain, Trajectory};
use kinstep::{
    Body, Body2, Body3, Inertia, LinearLaw, StepError, UniformGravity, World, World2, World3,
};
use kinstep_flight::Ballistics;
use kinstep_flight::aim::AimError;
use kinstep_swarm::Swarm;
use kinstep_swarm::SwarmError;

/// Without an attractor the shape of the path was 0/0.
#[test]
fn an_orbit_about_nothing_has_a_shape() {
    for (velocity, eccentricity, periapsis) in [
        ([1.0, 0.0], f64::INFINITY, Some(4.0)),
        ([6.0, 8.0], 1.0, None),
        ([0.0, 0.0], 1.0, Some(5.0)),
    ] {
        let orbit = Orbit::new(0.0, [3.0, 4.0], velocity).unwrap();
        let shape = (orbit.eccentricity(), orbit.semi_major_axis());
        assert_eq!(shape, (eccentricity, 0.0));
        assert!(periapsis.is_none_or(|periapsis| orbit.periapsis() == periapsis));
        assert_eq!(orbit.period(), None);
    }
}

/// Finite steps added up to an infinite time, and a snapshot of it was rejected.
#[test]
fn a_clock_does_not_run_to_infinity() {
    let mut world = World2::new();
    world.add_body(Body2::point(1.0)).unwrap();
    let dt = f64::MAX;
    world.step(dt).unwrap();
    let snapshot = world.snapshot();
    assert_eq!(world.step(dt), Err(StepError::Duration { dt }));
    assert_eq!((world.time(), world.steps()), (dt, 1));
    world.restore(&snapshot).unwrap();

    let mut swarm: Swarm<f64, 2> = Swarm::with_capacity(1);
    swarm.push([0.0, 0.0], [0.0, 0.0]).unwrap();
    let free = LinearLaw::free();
    swarm.step(&free, dt).unwrap();
    assert_eq!(swarm.step(&free, dt), Err(SwarmError::Duration { dt }));
    let nothing = |_: &kinstep_swarm::Block<'_, f64, 2>, _: &mut [_]| {};
    let kicked = swarm.steps_kicked(&free, &nothing, 0.5 * dt, 2);
    assert_eq!(kicked, Err(SwarmError::Duration { dt: 0.5 * dt }));
    assert_eq!(swarm.time(), dt);
}

/// At a spin so fast that the squares of a quaternion's numbers overflowed, the orientation got
/// length 0.
#[test]
fn an_orientation_keeps_its_length() {
    for spin in [1e10, 1e30, 1e100, 1e160, 1e300] {
        for inertia in [[1.0; 3], [1.0, 1.0, 1.5], [1.0, 1.2, 1.5]] {
            let mut world = World3::new();
            let body = Body3::solid(1.0, Inertia::principal(inertia));
            world.add_body(body.spinning([spin, spin, 1.0])).unwrap();
            for _ in 0..3 {
                let _ = world.step(0.1);
                let length = world.body_slice()[0].orientation().coords.norm();
                assert!((length - 1.0).abs() < 1e-14, "{spin}: {length}");
            }
        }
    }
}

/// In `f32` the square of a plane's normal overflowed or underflowed, and a body that landed on the
/// plane got no position.
#[test]
fn a_plane_of_a_tiny_normal_is_landed_on() {
    for size in [1e-30, 1e-22, 1e-18, 1e18, 1e22, 1e30] {
        let mut world = World::<f32, 2>::new();
        world.add_force(UniformGravity::new([0.0, -8.0])).unwrap();
        let ball = world.add_body(Body::point(1.0).at([0.0, 1.0])).unwrap();
        let until = Until::crossing(ball, Plane::new([0.0, size], 0.0), Crossing::Any);
        let event = world.step_until(1.0, &until).unwrap().unwrap();
        assert!((event.time - 0.5).abs() < 1e-6, "{size}: {event:?}");
        assert!(event.position.y.abs() < 1e-6, "{size}: {event:?}");
    }
}

/// At a speed near zero through quadratic drag, the time to hit a target far away overflowed, and
/// so did the miss of the best attempt.
#[test]
fn a_hit_is_at_a_time_that_there_is() {
    let still = Ballistics::<2>::new([0.0, 0.0]);
    let far = still.quadratic().aim([0.0, 0.0], [-1e307, 0.0]);
    assert_eq!(far.hits_at_speed(1e-7), Err(AimError::Extreme));
    assert_eq!(far.attempt(1e-7), Err(AimError::Extreme));
    let across = Ballistics::<2>::new([0.0, -9.81]).aim([-1.5e308, 1.5e308], [1.5e308, 1.5e308]);
    assert_eq!(across.attempt(1e-7), Err(AimError::Extreme));
}

/// The bounds of a path of a million oscillations took half a minute. A search for a landing did
/// not end if no number tells its time, nor did a search for a crossing if the numbers of the law
/// overflow.
#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "a hundred thousand looks take long without optimisation"
)]
fn a_search_that_gets_nowhere_ends() {
    let pull = Vector3::new(-1.0, 120.0, 5300.0);
    let stiff = LinearLaw::tidal(-pull * pull.transpose());
    let stiff = stiff.launch([0.5, 0.5, 0.5], [-90.0, 0.5, -90.0]);
    let bounds = stiff.bounds(-3700.0..-40.0);
    assert!(matches!(bounds, Err(FlightError::Unfinished { .. })));
    // no digit of the angle is known
    let stiff = LinearLaw::tidal(Matrix3::repeat(-3e172)).launch([0.0; 3], [-1700.0; 3]);
    let terrain = Terrain::new([0.0, 1.0, 0.0], |x: &Vector3<f64>| x.x.sin(), 1.0);
    let landing = stiff.landing(&terrain, 0.0..2500.0);
    let not_finite = FlightError::NotFinite;
    assert_eq!(landing.unwrap_err(), not_finite);

    let mut swarm: Swarm<f64, 2> = Swarm::with_capacity(1);
    swarm.push([1.0, 2.0], [3.0, 4.0]).unwrap();
    let (ground, mut landed) = (Plane::new([0.0, 1.0], 0.0), Vec::new());
    for stiffness in [1e12, 1e30, 1e300] {
        let law = LinearLaw::spring(stiffness) + LinearLaw::drag(-1.0);
        let _ = swarm.step_across(&law, 10.0, &ground, Crossing::Any, &mut landed);
        assert!(landed.iter().all(|one| one.position.x.is_finite()));
    }
}
