//! Steps are of second order, by comparison with the equations of motion.

use super::*;

/// Rates of change of positions, velocities, orientations and angular momenta.
#[derive(Debug, Clone)]
struct Slopes<const D: usize> {
    velocities: Vec<SVector<f64, D>>,
    accelerations: Vec<SVector<f64, D>>,
    orientations: Vec<[f64; 4]>,
    torques: Vec<Vector3<f64>>,
}

fn widened<const D: usize>(vector: &SVector<f64, D>) -> Vector3<f64> {
    Vector3::from_fn(|axis, _| vector.get(axis).copied().unwrap_or(0.0))
}

/// Returns the rates of change, from the equations of motion alone.
fn slopes<const D: usize>(scene: &Scene<D>, time: f64) -> Slopes<D> {
    let count = scene.masses.len();
    let state = |end: usize| match end.checked_sub(count) {
        None => [scene.positions[end], scene.velocities[end]].map(SVector::from),
        Some(fixed) => {
            let [x, v] = scene.fixed[fixed].map(SVector::from);
            [x + v * time, v]
        }
    };
    let bodies = scene.own.iter().enumerate();
    let mut accelerations: Vec<_> = bodies
        .map(|(index, own)| {
            let [x, v] = state(index);
            own.placed.acceleration(&x, &v, time) + own.moving.acceleration(&x, &v, time)
        })
        .collect();
    for (body, acceleration) in &scene.applied {
        accelerations[*body] += SVector::from(*acceleration);
    }
    let rates: Vec<Vector3<f64>> = (scene.turnings.iter().enumerate())
        .map(|(body, turning)| {
            let rate = scene.rate(body);
            if D == 2 {
                rate
            } else {
                turned::<3>(turning, rate.into(), false)
            }
        })
        .collect();
    let mut torques = vec![Vector3::zeros(); scene.turnings.len()];
    let mut act = |ends: [usize; 2], arms: [Vector3<f64>; 2], force: SVector<f64, D>| {
        for ((end, arm), sign) in ends.into_iter().zip(arms).zip([1.0, -1.0]) {
            if let Some(acceleration) = accelerations.get_mut(end) {
                *acceleration += force * (sign / scene.masses[end]);
            }
            if let Some(torque) = torques.get_mut(end) {
                *torque += arm.cross(&widened(&force)) * sign;
            }
        }
    };
    for link in &scene.links {
        let [[x, v], [y, w]] = link.ends.map(state);
        let acceleration = link.law.acceleration(&(x - y), &(v - w), time);
        act(
            link.ends,
            [Vector3::zeros(); 2],
            acceleration * link.reduced_mass,
        );
    }
    for bond in &scene.bonds {
        let arms = [0, 1].map(|which| scene.arm(bond.ends[which], bond.arms[which]));
        let mounting = |which: usize| {
            let [x, v] = state(bond.ends[which]);
            let rate = rates.get(bond.ends[which]).copied().unwrap_or_default();
            let swept = rate.cross(&widened(&arms[which]));
            [x + arms[which], v + SVector::from_fn(|axis, _| swept[axis])]
        };
        let [[x, v], [y, w]] = [0, 1].map(mounting);
        let (length, unit) = ((x - y).norm(), (x - y).normalize());
        let tension = bond.stiffness * (length - bond.length) + bond.damping * unit.dot(&(v - w));
        let is_slack = bond.pulls_only && (length < bond.length || tension < 0.0);
        let force = unit * if is_slack { 0.0 } else { -tension };
        act(bond.ends, arms.map(|arm| widened(&arm)), force);
    }
    let orientations = (scene.turnings.iter().zip(&rates)).map(|(turning, rate)| {
        if D == 2 {
            return [rate.z, 0.0, 0.0, 0.0];
        }
        let spin = Quaternion::from_imag(*rate) * Quaternion::from(turning.orientation);
        (spin * 0.5).coords.into()
    });
    Slopes {
        velocities: (0..count).map(|index| state(index)[1]).collect(),
        orientations: orientations.collect(),
        accelerations,
        torques,
    }
}

/// Returns a reference solution by the classical fourth-order Runge–Kutta method.
fn truth<const D: usize>(scene: &Scene<D>, seconds: f64) -> Scene<D> {
    let count = 4000;
    let dt = seconds / f64::from(count);
    let mut now = scene.clone();
    for step in 0..count {
        let time = f64::from(step) * dt;
        let mut stages: Vec<Slopes<D>> = Vec::new();
        for stage in [0.0, 0.5, 0.5, 1.0] {
            let mut there = now.clone();
            if let Some(slopes) = stages.last() {
                add(&mut there, slopes, stage * dt);
            }
            stages.push(slopes(&there, time + stage * dt));
        }
        for (slopes, weight) in stages.iter().zip([1.0, 2.0, 2.0, 1.0]) {
            add(&mut now, slopes, weight * dt / 6.0);
        }
    }
    now
}

fn add<const D: usize>(scene: &mut Scene<D>, slopes: &Slopes<D>, dt: f64) {
    for (x, dx) in scene.positions.iter_mut().zip(&slopes.velocities) {
        *x = (SVector::from(*x) + dx * dt).into();
    }
    for (v, dv) in scene.velocities.iter_mut().zip(&slopes.accelerations) {
        *v = (SVector::from(*v) + dv * dt).into();
    }
    for (index, turning) in scene.turnings.iter_mut().enumerate() {
        for (number, change) in (turning.orientation.iter_mut()).zip(slopes.orientations[index]) {
            *number += change * dt;
        }
        let torque = slopes.torques[index];
        let torque = if D == 2 {
            Vector3::new(torque.z, 0.0, 0.0)
        } else {
            torque
        };
        for (number, change) in turning.angular_momentum.iter_mut().zip(torque.iter()) {
            *number += change * dt;
        }
    }
}

/// Checks that the errors of steps of 1/240, 1/480 and 1/960 s decrease with the second power of
/// the step length.
pub(super) fn check<const D: usize>(scene: &Scene<D>, seconds: f64) {
    let truth = truth(scene, seconds);
    let errors = [240, 480, 960].map(|rate| {
        let mut scene = scene.clone();
        scene.steps((seconds * f64::from(rate)) as usize, 1.0 / f64::from(rate));
        scene.distance(&truth)
    });
    let orders = [errors[0] / errors[1], errors[1] / errors[2]].map(f64::log2);
    println!("{D} {errors:?} {orders:.3?}");
    assert!(errors[2] < 1e-3 && (1.9..2.1).contains(&orders[1]));
}

#[test]
fn a_pendulum_is_second_order() {
    check(&pendulum::<2>(3, [3.0, 3.0], 1.0, 1.0), 0.5);
    check(&pendulum::<3>(3, [3.0, 3.0], 1.0, 1.0), 0.5);
}

#[test]
fn a_free_chain_with_dashpots_is_second_order() {
    let mut scene = free_chain::<3>(1.0);
    for bond in &mut scene.bonds {
        bond.damping = 2.0;
    }
    check(&scene, 0.5);
}

/// Steps with drag in a growing wind and with gyration are of second order. These laws act in half
/// steps before and after the rule.
#[test]
fn drag_and_gyration_are_second_order() {
    let mut plane = pendulum::<2>(3, [3.0, 3.0], 1.0, 1.0);
    for (own, rate) in plane.own.iter_mut().zip([0.5, 1.0, 0.5]) {
        own.moving = LinearLaw::drag(rate)
            .in_wind([3.0, 1.0])
            .ramping([0.5, 0.0]);
    }
    check(&plane, 0.5);
    let mut space = pendulum::<3>(3, [3.0, 3.0], 1.0, 1.0);
    for own in &mut space.own {
        own.moving = LinearLaw::gyrating(Vector3::new(0.3, -2.0, 1.0)) + LinearLaw::drag(0.4);
        own.placed += LinearLaw::rotating_frame(Vector3::new(0.5, 0.2, -0.3));
    }
    check(&space, 0.5);
}

/// Steps with anchors, tides, ramps, applied forces and linear links in the same network are of
/// second order.
#[test]
fn all_that_depends_on_place_is_second_order() {
    let mut scene = pendulum::<2>(3, [3.0, 3.0], 1.0, 1.0);
    scene.own[0].placed += LinearLaw::spring(9.0).anchored_at([0.5, 0.5]);
    scene.own[1].placed += LinearLaw::tidal([[2.0, 1.0], [1.0, -3.0]]).ramping([0.0, 4.0]);
    scene.applied.push((2, [3.0, -1.0]));
    scene.links.push(LinkLaw {
        ends: [2, 0],
        reduced_mass: 0.5,
        law: LinearLaw::spring(30.0) + LinearLaw::drag(0.7) + LinearLaw::gravity([1.0, 0.0]),
    });
    scene.links.push(LinkLaw {
        ends: [3, 1],
        reduced_mass: 1.0,
        law: LinearLaw::spring(5.0).ramping([0.0, 1.0]),
    });
    check(&scene, 0.5);
}

/// A step of a network whose support moves at a constant velocity is of second order.
#[test]
fn a_moving_support_is_second_order() {
    let mut scene = pendulum::<2>(3, [3.0, 3.0], 1.0, 1.0);
    scene.fixed[0][1] = [1.5, -0.5];
    check(&scene, 0.5);
}

/// Steps with a tether that has a damper and stays taut, and with a tether that is always slack,
/// are of second order.
#[test]
fn a_tether_is_second_order_between_its_snaps() {
    let mut scene = pendulum::<2>(2, [2.0, 2.0], 0.6, 1.0);
    for bond in &mut scene.bonds {
        (bond.pulls_only, bond.damping) = (true, 1.0);
    }
    for x in &mut scene.positions {
        // at the start the tethers are stretched about as much as the weight stretches them
        *x = x.map(|x| 1.02 * x);
    }
    scene.bonds.push(Bond {
        ends: [1, 2],
        stiffness: 1000.0,
        length: 5.0,
        pulls_only: true,
        ..no_bond()
    });
    check(&scene, 0.5);
}
