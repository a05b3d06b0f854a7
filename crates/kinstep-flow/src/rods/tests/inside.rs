//! Other forces that act on the same network as bonds.

use super::*;

/// A chain that hangs at rest remains at rest, with weak and with strong drag.
#[test]
fn what_hangs_at_rest_stays_at_rest() {
    fn check<const D: usize>()
    where
        [f64; D]: Placed,
    {
        for (size, drag) in [(1.0, 0.0), (1.0, 3.0), (100.0, 300.0), (1e4, 1.0)] {
            let mut scene = pendulum::<D>(3, [3.0, 3.0], 0.0, size);
            // each rod is stretched by the weight below it
            let mut below = 0.0;
            for index in 0..3 {
                below += (3 - index) as f64 * GRAVITY / scene.bonds[index].stiffness;
                scene.positions[index] = <[f64; D]>::placed(0.0, -((index + 1) as f64 + below));
            }
            for own in &mut scene.own {
                own.moving = LinearLaw::drag(drag);
            }
            let before = scene.clone();
            let record = record(&mut scene, 600, FRAME);
            println!("{D} {size:e} {drag}: {:.1e}", record.way);
            assert!(record.way < 1e-12, "{size} {drag}");
            assert!(scene.distance(&before) < 1e-12);
        }
    }
    check::<2>();
    check::<3>();
}

/// The velocity of two bodies that fall in air, joined by a slack tether, approaches the terminal
/// velocity c/γ with an error of second order.
#[test]
fn what_falls_in_air_approaches_its_terminal_velocity() {
    let error = |rate: usize| {
        let mut scene = Scene::<2>::new();
        for x in [0.0, 0.5] {
            let body = scene.body(1.0, [x, 0.0], down());
            scene.own[body].moving = LinearLaw::drag(2.0);
        }
        scene.bonds.push(Bond {
            ends: [0, 1],
            stiffness: 100.0,
            length: 1.0,
            damping: 1.0,
            pulls_only: true,
            ..no_bond()
        });
        scene.steps(10 * rate, 1.0 / rate as f64);
        (scene.velocities[0][1] + 0.5 * GRAVITY).abs()
    };
    let errors = [60, 120].map(error);
    assert!(errors[0] < 1e-3);
    assert!((errors[0] / errors[1] - 4.0).abs() < 0.1);
}

/// A bond with a stiffness and the rest length `l = 0` has the same effect as a linear link.
#[test]
fn a_bond_without_length_is_a_linear_link() {
    let scene = |is_bond: bool| {
        let mut scene = Scene::<3>::new();
        scene.body(2.0, [0.3, 0.1, -0.2], LinearLaw::free());
        scene.body(0.5, [1.0, -0.4, 0.3], down());
        scene.velocities[0] = [0.4, -1.0, 0.3];
        if is_bond {
            scene.bonds.push(Bond {
                stiffness: 7.0,
                ..no_bond()
            });
        } else {
            scene.links.push(LinkLaw {
                ends: [0, 1],
                reduced_mass: 0.4,
                law: LinearLaw::spring(7.0 / 0.4),
            });
        }
        scene.steps(600, FRAME);
        scene
    };
    let error = scene(true).distance(&scene(false));
    assert!(error < 1e-12, "{error:e}");
}

/// A network with anchors, tides, constant links and stiff links in addition to the bonds conserves
/// its energy.
#[test]
fn all_that_depends_on_place_conserves_energy() {
    for stiffness in [9.0, 1e4, 1e9] {
        let mut scene = pendulum::<2>(3, [3.0, 3.0], 1.0, 30.0);
        scene.own[0].placed += LinearLaw::spring(stiffness).anchored_at([0.5, 0.5]);
        scene.own[1].placed += LinearLaw::tidal([[2.0, 1.0], [1.0, -3.0]]);
        scene.links.push(LinkLaw {
            ends: [2, 0],
            reduced_mass: 0.5,
            law: LinearLaw::spring(stiffness) + LinearLaw::gravity([1.0, 0.0]),
        });
        // the force of a field does no work
        scene.own[1].moving = LinearLaw::gyrating(3.0);
        let energy = scene.energy().abs();
        let record = record(&mut scene, 600, FRAME);
        println!("{stiffness:e}: {:.1e} of {energy:.1e}", record.deviation);
        assert!(record.deviation < 1e-12 * energy.max(GRAVITY));
    }
}

/// The energy of a cloth that hangs at two corners is constant. The cloth is a mesh with a wide
/// band.
#[test]
fn cloth_keeps_its_energy() {
    let mut scene = Scene::<3>::new();
    let (wide, high) = (6, 6);
    for index in 0..wide * high {
        let (x, y) = ((index % wide) as f64, (index / wide) as f64);
        scene.body(0.1, [0.1 * x, 0.1 * y, 0.001 * (x * y).sin()], down());
    }
    for index in 0..wide * high {
        let (x, y) = (index % wide, index / wide);
        let mut join = |other: usize, length: f64| {
            scene.bonds.push(Bond {
                ends: [index, other],
                stiffness: 500.0,
                length,
                ..no_bond()
            });
        };
        if x + 1 < wide {
            join(index + 1, 0.1);
        }
        if y + 1 < high {
            join(index + wide, 0.1);
        }
        if x + 1 < wide && y + 1 < high {
            join(index + wide + 1, 0.1 * 2.0_f64.sqrt());
        }
    }
    for (fixed, corner) in [0, wide - 1].into_iter().enumerate() {
        scene.fixed.push([scene.positions[corner], [0.0; 3]]);
        scene.bonds.push(Bond {
            ends: [corner, wide * high + fixed],
            stiffness: 500.0,
            ..no_bond()
        });
    }
    let record = record(&mut scene, 120, FRAME);
    println!("{:.1e} {:.1}", record.deviation, record.way);
    assert!(record.way > 0.3 && record.deviation < 1e-12 * GRAVITY);
}
