//! Tests of bonds that act away from the centre of bodies that rotate.

use super::order::check;
use super::*;
use crate::rods::newton::Part;
use crate::rods::pull::Span;

/// Returns a vector from its components; in 2-D from the first two.
fn along<const D: usize>(vector: [f64; 3]) -> [f64; D] {
    core::array::from_fn(|axis| vector[axis])
}

/// Sets inertia and rotation of the last body.
fn turns<const D: usize>(scene: &mut Scene<D>, inertia: Inertia<f64>, rate: [f64; 3]) {
    let body = scene.masses.len() - 1;
    let point = Turning {
        orientation: if D == 2 {
            [0.0; 4]
        } else {
            [0.0, 0.0, 0.0, 1.0]
        },
        angular_momentum: [0.0; 3],
    };
    scene.inertias.resize(body, None);
    scene.turnings.resize(body, point);
    let mut turning = point;
    if D == 2 {
        turning.orientation[0] = 0.3;
        turning.angular_momentum[0] = inertia.moments().z * rate[2];
    } else {
        let lies = UnitQuaternion::new(Vector3::new(0.3, -0.5, 0.2));
        turning.orientation = lies.coords.into();
        let body_rate = lies.inverse_transform_vector(&Vector3::from(rate));
        let axes = inertia.axes();
        let principal = inertia
            .moments()
            .component_mul(&axes.inverse_transform_vector(&body_rate));
        turning.angular_momentum = (lies * (axes * principal)).into();
    }
    scene.inertias.push(Some(inertia));
    scene.turnings.push(turning);
}

fn plate(mass: f64) -> Inertia<f64> {
    let tilt = UnitQuaternion::new(Vector3::new(0.2, 0.1, -0.4));
    Inertia::cuboid(mass, [0.6, 0.4, 0.05]).turned(tilt)
}

fn stiffness(mass: f64, size: f64) -> f64 {
    mass * (0.5 * size / FRAME) * (0.5 * size / FRAME)
}

/// Returns a plate that hangs by a corner on a short rod, rotated away from its equilibrium.
pub(super) fn book<const D: usize>(size: f64) -> Scene<D> {
    let mut scene = Scene::new();
    scene.fixed.push([[0.0; D]; 2]);
    let law = LinearLaw::gravity(SVector::from(along::<D>([0.0, -GRAVITY, 0.0])));
    scene.body(1.2, along([0.35, 0.1, 0.1]), law);
    turns(&mut scene, plate(1.2), [0.4, -1.0, 2.0]);
    let corner = along([-0.3, 0.2, 0.02]);
    let length = (scene.end(0) + scene.arm(0, corner)).norm();
    // the corner is at rest at the start
    scene.velocities[0] = (-swept(&scene, 0, corner)).into();
    scene.bonds.push(Bond {
        ends: [0, 1],
        stiffness: stiffness(1.2, size),
        length,
        arms: [corner, [0.0; D]],
        ..no_bond()
    });
    scene
}

/// Returns `ω × a`, the velocity of a point of a body relative to its centre \[m/s\].
fn swept<const D: usize>(scene: &Scene<D>, body: usize, arm: [f64; D]) -> SVector<f64, D> {
    let rate = scene.rate(body);
    let rate = if D == 2 {
        rate
    } else {
        turned::<3>(&scene.turnings[body], rate.into(), false)
    };
    let arm = scene.arm(body, arm);
    let wide = Vector3::from_fn(|axis, _| arm.get(axis).copied().unwrap_or(0.0));
    let velocity = rate.cross(&wide);
    SVector::from_fn(|axis, _| velocity[axis])
}

/// Returns two plates in flight that are joined at a corner of each. A rod acts between two other
/// corners, and a point is joined to one of the plates.
fn plates<const D: usize>(size: f64) -> Scene<D> {
    let mut scene = Scene::new();
    for (mass, x, rate) in [(1.0, 0.0, 1.5), (0.7, 0.62, -0.5)] {
        let body = scene.body(mass, along([x, 0.1, -0.1 * x]), LinearLaw::free());
        scene.velocities[body] = along([0.3, 0.5 + x, 0.2]);
        turns(&mut scene, plate(mass), [0.5 * rate, 0.3, rate]);
    }
    let point = scene.body(0.2, along([-0.5, -0.2, 0.1]), LinearLaw::free());
    scene.inertias.push(None);
    scene.turnings.push(scene.turnings[0]);
    scene.turnings[point].angular_momentum = [0.0; 3];
    let corners: [[[f64; D]; 2]; 2] = [
        [along([0.3, 0.2, 0.02]), along([-0.3, 0.2, 0.02])],
        [along([0.3, -0.2, 0.0]), along([0.3, -0.2, 0.0])],
    ];
    let mut bond = Bond {
        stiffness: stiffness(0.7, size),
        ..no_bond()
    };
    // the first two corners start with the same velocity; the bonds of the others are soft
    let moving = SVector::from(scene.velocities[0]) + swept(&scene, 0, corners[0][0]);
    scene.velocities[1] = (moving - swept(&scene, 1, corners[0][1])).into();
    for (arms, size) in corners.into_iter().zip([size, 1.0]) {
        bond.arms = arms;
        bond.length = scene.separation(&bond).norm();
        bond.stiffness = stiffness(0.7, size);
        scene.bonds.push(bond);
    }
    bond.stiffness = stiffness(0.2, size);
    bond.ends = [point, 0];
    bond.arms = [[0.0; D], along([-0.3, 0.1, 0.0])];
    bond.length = scene.separation(&bond).norm();
    let moving = SVector::from(scene.velocities[0]) + swept(&scene, 0, bond.arms[1]);
    scene.velocities[point] = moving.into();
    scene.bonds.push(bond);
    scene
}

const SIZES: [f64; 5] = [1.0, 10.0, 100.0, 1e3, 1e4];

#[test]
fn a_book_hung_by_a_corner_keeps_its_energy() {
    fn check<const D: usize>() {
        for size in SIZES {
            let mut scene = book::<D>(size);
            let record = record(&mut scene, 1200, FRAME);
            println!("{D} {size:e}: {:.1e}", record.deviation);
            assert!(record.way > 0.3);
            // the rounding error of positions changes the energy by the tension, which is
            // proportional to the square root of the stiffness
            assert!(record.deviation < 1e-12 * (10.0 + size));
        }
    }
    check::<2>();
    check::<3>();
}

#[test]
fn plates_in_flight_keep_energy_momentum_and_angular_momentum() {
    fn check<const D: usize>() {
        for size in SIZES {
            let mut scene = plates::<D>(size);
            let before = scene.clone();
            let record = record(&mut scene, 1200, FRAME);
            let momentum = (scene.momentum() - before.momentum()).norm();
            let turning = (scene.angular_momentum().iter())
                .zip(before.angular_momentum())
                .fold(0.0, |most, (a, b)| f64::max(most, (a - b).abs()));
            println!(
                "{D} {size:e}: {momentum:.1e} {turning:.1e} {:.1e}",
                record.deviation
            );
            assert!(before.angular_momentum().iter().any(|l| l.abs() > 0.03));
            let spin = |scene: &Scene<D>| scene.turnings[0].angular_momentum[0];
            assert!(
                (spin(&scene) - spin(&before)).abs() > 1e-3,
                "it is exchanged"
            );
            assert!(
                momentum < 1e-12 && turning < 1e-12 && record.deviation < 1e-12 * (10.0 + size)
            );
        }
    }
    check::<2>();
    check::<3>();
}

#[test]
fn bodies_that_turn_are_second_order() {
    check(&book::<2>(1.0), 0.5);
    check(&book::<3>(1.0), 0.5);
    check(&plates::<2>(1.0), 0.5);
    let mut damped = plates::<3>(1.0);
    for bond in &mut damped.bonds {
        bond.damping = 0.5;
    }
    check(&damped, 0.5);
}

#[test]
fn bodies_that_turn_come_back() {
    fn check<const D: usize>() {
        for size in SIZES {
            let mut scene = plates::<D>(size);
            let before = scene.clone();
            scene.steps(120, FRAME);
            assert!(scene.distance(&before) > 0.1);
            scene.steps(120, -FRAME);
            println!("{D} {size:e}: {:.1e}", scene.distance(&before));
            assert!(scene.distance(&before) < 1e-12);
            for (after, before) in scene.turnings.iter().zip(&before.turnings) {
                for (a, b) in after.orientation.iter().zip(&before.orientation) {
                    assert!((a - b).abs() < 1e-11);
                }
            }
        }
    }
    check::<2>();
    check::<3>();
}

/// The band matrix is the derivative of the residual: after a small change of the unknowns at a
/// solution, solving for the change of the right side gives this change of the unknowns.
#[test]
fn the_matrix_is_the_derivative() {
    fn check<const D: usize>(mut scene: Scene<D>) {
        scene.bonds[0].damping = 3.0;
        let mut network = scene.network();
        scene.step(&mut network, 0.0, FRAME);
        let newton = &mut network.newton;
        let part = Part {
            elapsed: 0.0,
            span: Span::new(FRAME),
            middle: 0.5 * FRAME,
        };
        newton.assemble(&part);
        let (right, band) = (newton.right.clone(), newton.band.clone());
        for row in 0..right.len() {
            let mut newton = newton.clone();
            newton.right.fill(0.0);
            newton.right[row] = 1e-7;
            newton.correct();
            newton.assemble(&part);
            let change = newton.right.iter().zip(&right);
            let mut change: Vec<f64> = change.map(|(after, before)| before - after).collect();
            band.clone().solve(&mut change);
            for (other, found) in change.iter().enumerate() {
                let truth = if other == row { 1.0 } else { 0.0 };
                let error = (found * 1e7 - truth).abs();
                assert!(error < 1e-4, "{D}: {row} {other} {error:.1e}");
            }
        }
    }
    check(book::<2>(1.0));
    check(book::<3>(1.0));
    check(plates::<2>(1.0));
    check(plates::<3>(1.0));
}

/// Returns a stick that hangs on a pin by its end; the pin is a rod with zero or almost zero
/// length.
fn pinned<const D: usize>(size: f64, damping: f64, length: f64) -> Scene<D> {
    let mut scene = Scene::<D>::new();
    scene.fixed.push([[0.0; D]; 2]);
    let law = LinearLaw::gravity(SVector::from(along::<D>([0.0, -GRAVITY, 0.0])));
    scene.body(0.5, [0.0; D], law);
    let inertia = Inertia::principal([2e-3, 0.04, 0.04]);
    turns(&mut scene, inertia, [3.0, 1.0, 2.0]);
    let end = along([-0.5, 0.0, 0.0]);
    scene.positions[0] = (-scene.arm(0, end)).into();
    scene.positions[0][1] -= length;
    scene.velocities[0] = (-swept(&scene, 0, end)).into();
    scene.bonds.push(Bond {
        ends: [1, 0],
        stiffness: stiffness(0.5, size),
        length,
        damping,
        arms: [[0.0; D], end],
        ..no_bond()
    });
    scene
}

#[test]
fn a_pinned_stick_conserves_or_loses_energy() {
    fn check<const D: usize>(length: f64) {
        for (size, damping) in [(10.0, 0.0), (1e4, 0.0), (10.0, 20.0), (1e4, 1e4)] {
            let mut scene = pinned::<D>(size, damping, length);
            let start = scene.energy();
            let record = record(&mut scene, 300, FRAME);
            println!(
                "{D} {length:e} {size:e} {damping}: {:.1e} {:.1e}",
                record.deviation, record.rise
            );
            assert!(record.rise < 1e-13 * (10.0 + size));
            assert!(damping > 0.0 || record.deviation < 1e-12 * (10.0 + size));
            assert!(damping == 0.0 || scene.energy() < start);
        }
    }
    for length in [0.0, 1e-12, 1e-9, 1e-6, 1e-3, 1e-2] {
        check::<2>(length);
        check::<3>(length);
    }
}

/// Bodies without an inertia are points. With invalid numbers, without orientations, or with the
/// inertia of a point, the step fails.
#[test]
fn bodies_without_rotation_are_points() {
    let mut scene = book::<3>(10.0);
    scene.inertias.clear();
    let mut points = scene.network();
    let mut centred = scene.clone();
    centred.bonds[0].arms = [[0.0; 3]; 2];
    let before = scene.turnings.clone();
    for step in 0..10 {
        scene.step(&mut points, f64::from(step) * FRAME, FRAME);
    }
    centred.steps(10, FRAME);
    assert_eq!(scene.positions, centred.positions);
    assert_eq!(scene.turnings, before);

    for bad in [f64::NAN, f64::INFINITY] {
        for which in 0..3 {
            let mut scene = book::<3>(10.0);
            match which {
                0 => scene.turnings[0].orientation[1] = bad,
                1 => scene.turnings[0].angular_momentum[1] = bad,
                _ => scene.inertias[0] = Some(Inertia::principal([bad, 1.0, 1.0])),
            }
            assert!(fails(&mut scene));
        }
    }
    let mut scene = book::<3>(10.0);
    scene.turnings[0].orientation = [0.0; 4];
    assert!(fails(&mut scene));
    scene = book::<3>(10.0);
    scene.inertias[0] = Some(Inertia::point());
    assert!(fails(&mut scene));
}

fn fails<const D: usize>(scene: &mut Scene<D>) -> bool {
    let mut network = scene.network();
    let mut states = NetworkStates {
        positions: &mut scene.positions,
        velocities: &mut scene.velocities,
        fixed: &scene.fixed,
        applied: &scene.applied,
    };
    (network.advance(0.0, FRAME, &mut states, &mut scene.turnings)).is_err()
}

/// In 2-D the angle includes full rotations.
#[test]
fn angles_count_whole_turns() {
    let mut scene = plates::<2>(10.0);
    scene.turnings[0].orientation[0] += 4.0 * core::f64::consts::PI;
    let before = scene.clone();
    scene.steps(30, FRAME);
    let change = scene.turnings[0].orientation[0] - before.turnings[0].orientation[0];
    assert!(change.abs() > 0.1 && change.abs() < 3.0, "{change}");
}
