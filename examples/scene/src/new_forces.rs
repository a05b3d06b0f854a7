//! Scenes of an orbit, of friction and of rotation.

use kinstep::Scheme;
use kinstep::nalgebra::Vector3;

use crate::flight::Flight;
use crate::measure;
use crate::reference::Reference;
use crate::tests::{end_of, shipped};

/// After a whole period `2π √(a³/μ)` the satellite is where it was.
#[test]
fn the_orbit_closes() {
    let mut scene = shipped::<2>("orbit.ron");
    assert!(scene.losses.is_empty(), "{:?}", scene.losses);
    let body = scene.world.body_slice()[0];
    let strength = 3.986004418e14;
    // v²/2 - μ/r = -μ/2a
    let energy = 0.5 * body.velocity.norm_squared() - strength / body.position.norm();
    let axis = -0.5 * strength / energy;
    scene.duration = std::f64::consts::TAU * (axis.powi(3) / strength).sqrt();
    let end = end_of(&scene, Scheme::FlowKick, scene.dt)[0];
    let error = (end - body.position).norm() / body.position.norm();
    println!("{error:e}");
    // measured 6.4e-15
    assert!(error < 1e-12, "{error:e}");
}

/// `m v' = -A - C v²` stops after the distance `m/2C ln(1 + C v²/A)`.
#[test]
fn the_sledge_stops() {
    let mut scene = shipped::<2>("sledge.ron");
    assert_eq!(scene.losses, ["friction"]);
    scene.duration = 20.0;
    let end = end_of(&scene, Scheme::FlowKick, scene.dt)[0];
    let expected = 80.0 / 0.6 * (0.3 * 144.0 / (0.08_f64 * 784.8)).ln_1p();
    println!("{:e}", end.x - expected);
    // measured 2.8e-14 m of 70 m
    assert!((end.x - expected).abs() < 1e-12 * expected, "{end}");
    assert_eq!(end.y, 0.0);
}

/// The probe turns the other way about its middle axis after a while, and free of the valve keeps its energy.
#[test]
fn the_probe_flips_over() {
    let mut scene = shipped::<3>("tumbling_probe.ron");
    assert_eq!(scene.losses, ["thrust"]);
    let mut about_the_middle = Vec::new();
    let watch = |flight: &Flight<'_, 3>| {
        let body = flight.world.body_slice()[0];
        about_the_middle.push(body.to_body(body.spin_angular_momentum()).y);
    };
    Flight::run(&scene, Scheme::FlowKick.into(), scene.dt, watch).unwrap();
    let least = about_the_middle.iter().copied().fold(0.0, f64::min);
    assert!(about_the_middle[0] == 24.0 && least < -15.0, "{least}");

    let (valve, _) = scene.world.forces().next().unwrap();
    scene.world.remove_force(valve).unwrap();
    scene.losses.clear();
    let spin = Vector3::new(0.4, 24.0, 0.84);
    let moments = Vector3::new(20.0, 30.0, 42.0);
    let expected = 0.5 * spin.component_div(&moments).dot(&spin);
    assert!((scene.world.energy().kinetic - expected).abs() < 1e-14 * expected);
    let reference = Reference::of(&scene);
    let row = measure::run(&scene, Scheme::FlowKick.into(), &reference, None, || ());
    let drift = row.result.unwrap().energy_error.unwrap().largest;
    println!("{drift:e}");
    // measured 3.9e-15
    assert!(drift < 1e-13, "{drift:e}");
}
