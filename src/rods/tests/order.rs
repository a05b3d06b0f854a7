//! Second order, against the equations themselves.

use super::*;

/// The acceleration of each body \[m/s²\], written from the equations alone.
fn accelerations<const D: usize>(scene: &Scene<D>, time: f64) -> Vec<SVector<f64, D>> {
    let count = scene.masses.len();
    let state = |end: usize| match end.checked_sub(count) {
        None => [scene.positions[end], scene.velocities[end]].map(SVector::from),
        Some(fixed) => {
            let [x, v] = scene.fixed[fixed].map(SVector::from);
            [x + v * time, v]
        }
    };
    let mut all: Vec<_> = (0..count)
        .map(|index| {
            let (own, [x, v]) = (&scene.own[index], state(index));
            own.placed.acceleration(&x, &v, time) + own.moving.acceleration(&x, &v, time)
        })
        .collect();
    for (body, acceleration) in &scene.applied {
        all[*body] += SVector::from(*acceleration);
    }
    let mut act = |ends: [usize; 2], force: SVector<f64, D>| {
        for (end, sign) in ends.into_iter().zip([1.0, -1.0]) {
            if let Some(acceleration) = all.get_mut(end) {
                *acceleration += force * (sign / scene.masses[end]);
            }
        }
    };
    for link in &scene.links {
        let [[x, v], [y, w]] = link.ends.map(state);
        act(
            link.ends,
            link.law.acceleration(&(x - y), &(v - w), time) * link.reduced_mass,
        );
    }
    for bond in &scene.bonds {
        let [[x, v], [y, w]] = bond.ends.map(state);
        let (length, unit) = ((x - y).norm(), (x - y).normalize());
        let tension = bond.stiffness * (length - bond.length) + bond.damping * unit.dot(&(v - w));
        let is_slack = bond.pulls_only && (length < bond.length || tension < 0.0);
        act(bond.ends, unit * if is_slack { 0.0 } else { -tension });
    }
    all
}

/// The classical Runge–Kutta method of fourth order.
fn truth<const D: usize>(scene: &Scene<D>, seconds: f64) -> Scene<D> {
    let count = 4000;
    let dt = seconds / f64::from(count);
    let mut now = scene.clone();
    for step in 0..count {
        let time = f64::from(step) * dt;
        let mut slopes: Vec<Vec<[SVector<f64, D>; 2]>> = Vec::new();
        for stage in [0.0, 0.5, 0.5, 1.0] {
            let mut there = now.clone();
            if let Some(slopes) = slopes.last() {
                add(&mut there, slopes, stage * dt);
            }
            let a = accelerations(&there, time + stage * dt);
            let v = there.velocities.iter().map(|v| SVector::from(*v));
            slopes.push(v.zip(a).map(|(v, a)| [v, a]).collect());
        }
        for (slopes, weight) in slopes.iter().zip([1.0, 2.0, 2.0, 1.0]) {
            add(&mut now, slopes, weight * dt / 6.0);
        }
    }
    now
}

fn add<const D: usize>(scene: &mut Scene<D>, slopes: &[[SVector<f64, D>; 2]], dt: f64) {
    let states = scene.positions.iter_mut().zip(&mut scene.velocities);
    for ((x, v), [dx, dv]) in states.zip(slopes) {
        *x = (SVector::from(*x) + dx * dt).into();
        *v = (SVector::from(*v) + dv * dt).into();
    }
}

/// The observed order from the errors of steps of 1/240, 1/480 and 1/960 s.
fn check<const D: usize>(scene: &Scene<D>, seconds: f64) {
    let truth = truth(scene, seconds);
    let errors = [240, 480, 960].map(|rate| {
        let mut scene = scene.clone();
        scene.steps((seconds * f64::from(rate)) as usize, 1.0 / f64::from(rate));
        scene.distance(&truth)
    });
    let orders = [errors[0] / errors[1], errors[1] / errors[2]].map(f64::log2);
    println!("{D}: {errors:?} {orders:.3?}");
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

/// Drag in wind that grows, and a field, in half steps about the rule.
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

/// Anchors, tides, ramps, further forces and linear links in the same network.
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

/// The support is moved at a constant velocity.
#[test]
fn a_moving_support_is_second_order() {
    let mut scene = pendulum::<2>(3, [3.0, 3.0], 1.0, 1.0);
    scene.fixed[0][1] = [1.5, -0.5];
    check(&scene, 0.5);
}

/// A tether that stays taut, with a damper, and one that is slack all the time.
#[test]
fn a_tether_is_second_order_between_its_snaps() {
    let mut scene = pendulum::<2>(2, [2.0, 2.0], 0.6, 1.0);
    for bond in &mut scene.bonds {
        (bond.pulls_only, bond.damping) = (true, 1.0);
    }
    for x in &mut scene.positions {
        // stretched at the start by about the weight
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
