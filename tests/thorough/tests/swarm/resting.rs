//! Bodies of a swarm slide along planes, stop and rest.

use std::hint::black_box;

use crate::bouncing::{G, crowd, one2};
use kinstep::ballistics::Plane;
use kinstep::contact::Contact;
use kinstep::nalgebra::{Vector2, Vector3};
use kinstep::{LinearLaw, Swarm2, Swarm3, Swarm3f};
use truths::effort::Effort;

fn settle(swarm: &mut Swarm2, law: &LinearLaw<f64, 2>, planes: &[Plane<f64, 2>], friction: f64) {
    let contact = Contact::new(0.0).with_friction(friction);
    for _ in 0..80 {
        swarm.step_bouncing(law, 0.125, planes, contact).unwrap();
    }
}

/// A body thrown along level ground stops after `v²/2μg`, with drag after `(v - μg/γ ln(1 + γv/μg))/γ`, and stays there to the
/// bit.
#[test]
fn friction_stops_a_body_on_level_ground() {
    let ground = [Plane::new([0.0, 2.0], 0.0)];
    let slowing = 0.3 * G;
    let mut swarm = one2([0.0, 0.0], [6.0, 0.0]);
    let law = LinearLaw::gravity([0.0, -G]);
    settle(&mut swarm, &law, &ground, 0.3);
    assert_eq!(swarm.velocities()[0], Vector2::zeros());
    let off = swarm.positions()[0] - Vector2::new(18.0 / slowing, 0.0);
    assert!(off.norm() < 1e-14, "{off:?}");
    let rested = swarm.positions()[0];
    settle(&mut swarm, &law, &ground, 0.3);
    assert_eq!(swarm.positions()[0], rested);

    let (rate, mut swarm) = (0.5, one2([0.0, 0.0], [6.0, 0.0]));
    settle(&mut swarm, &(law + LinearLaw::drag(rate)), &ground, 0.3);
    let way = (6.0 - slowing / rate * (rate * 6.0 / slowing).ln_1p()) / rate;
    assert_eq!(swarm.velocities()[0], Vector2::zeros());
    let off = swarm.positions()[0] - Vector2::new(way, 0.0);
    assert!(off.norm() < 1e-14, "{off:?}");
}

/// On a slope of gradient s a body with μ > s rests, and one with μ < s slides with `g (s - μ)/√(1 + s²)`; thrown uphill it
/// turns, or stops.
#[test]
fn on_a_slope() {
    let (slope, root) = (0.5_f64, 1.25_f64.sqrt());
    let planes = [Plane::new([-slope, 1.0], 0.0)];
    let (up, law) = (
        Vector2::new(1.0, slope) / root,
        LinearLaw::gravity([0.0, -G]),
    );
    let mut swarm = one2([2.0, 1.0], [0.0, 0.0]);
    settle(&mut swarm, &law, &planes, 0.51);
    assert_eq!(swarm.positions()[0], Vector2::new(2.0, 1.0));

    let mut swarm = one2([2.0, 1.0], [0.0, 0.0]);
    settle(&mut swarm, &law, &planes, 0.4);
    let along = G * (slope - 0.4) / root;
    let off = swarm.velocities()[0] + up * (along * 10.0);
    assert!(off.norm() < 1e-13, "{off:?}");
    let off = swarm.positions()[0] - (Vector2::new(2.0, 1.0) - up * (along * 50.0));
    assert!(off.norm() < 1e-12, "{off:?}");

    // up it slows by g (s + μ)/√(1 + s²)
    let mut swarm = one2([0.0, 0.0], (up * 5.0).into());
    settle(&mut swarm, &law, &planes, 0.4);
    let (there, back) = (G * (slope + 0.4) / root, along);
    let left = 10.0 - 5.0 / there;
    let place = 12.5 / there - 0.5 * back * left * left;
    let off = swarm.positions()[0] - up * place;
    assert!(off.norm() < 1e-12, "{off:?}");
    let mut swarm = one2([0.0, 0.0], (up * 5.0).into());
    settle(&mut swarm, &law, &planes, 0.6);
    assert_eq!(swarm.velocities()[0], Vector2::zeros());
    let off = swarm.positions()[0] - up * (12.5 / (G * (slope + 0.6) / root));
    assert!(off.norm() < 1e-13, "{off:?}");
}

/// A body thrown across a slope: against short steps of the equation `v' = a - μN v/|v|`.
#[test]
fn across_a_slope_friction_turns_with_the_body() {
    let (slope, friction) = (0.5_f64, 0.3);
    let root = 1.25_f64.sqrt();
    let planes = [Plane::new([-slope, 1.0, 0.0], 0.0)];
    let law = LinearLaw::gravity([0.0, -G, 0.0]);
    let contact = Contact::new(0.0).with_friction(friction);
    // by the method of Runge and Kutta, down the slope and across
    let (pull, slowing) = (Vector2::new(G * slope / root, 0.0), friction * G / root);
    let rate = |v: Vector2<f64>| pull - v / v.norm() * slowing;
    let (mut place, mut v) = (Vector2::zeros(), Vector2::new(0.0, 3.0));
    let h = 1e-4;
    for _ in 0..10_000 {
        let k1 = rate(v);
        let k2 = rate(v + k1 * (0.5 * h));
        let k3 = rate(v + k2 * (0.5 * h));
        let k4 = rate(v + k3 * h);
        place += v * h + (k1 + k2 + k3) * (h * h / 6.0);
        v += (k1 + (k2 + k3) * 2.0 + k4) * (h / 6.0);
    }
    let down = Vector3::new(-1.0, -slope, 0.0) / root;
    let expected = down * place.x + Vector3::z() * place.y;
    for (rate, bound) in [(1, 2e-4), (10, 2e-4), (60, 1e-4), (240, 1e-5)] {
        let mut swarm = Swarm3::with_capacity(1);
        swarm.push([0.0; 3], [0.0, 0.0, 3.0]).unwrap();
        for _ in 0..rate {
            let dt = 1.0 / f64::from(rate);
            swarm.step_bouncing(&law, dt, &planes, contact).unwrap();
        }
        let off = (swarm.positions()[0] - expected).norm();
        // measured: 1.1e-4, 1.0e-4, 3.2e-5 and 2.0e-6 of 2.5 m
        println!("{rate} Hz: {off:e} m of {}", expected.norm());
        assert!(off < bound, "{rate} Hz: {off:e}");
    }
}

/// Two walls of a wedge hold a body where they meet; in space it slides along the edge.
#[test]
fn a_wedge_holds_a_body() {
    let law = LinearLaw::gravity([0.0, -G, 0.0]);
    let planes = [
        Plane::new([1.0, 1.0, 0.0], 0.0),
        Plane::new([-1.0, 2.0, 0.0], 0.0),
    ];
    for restitution in [0.0, 0.5] {
        let contact = Contact::new(restitution);
        let mut swarm = Swarm3::with_capacity(2);
        swarm.push([0.5, 1.0, 0.0], [0.3, 0.0, 2.0]).unwrap();
        swarm.push([0.0; 3], [0.0, 0.0, 2.0]).unwrap();
        for step in 0..3000 {
            swarm.step_bouncing(&law, 0.01, &planes, contact).unwrap();
            let depth = |x: &Vector3<f64>| planes.map(|plane| plane.height(*x));
            let least = swarm.positions().iter().flat_map(depth).fold(0.0, f64::min);
            assert!(least > -1e-13, "step {step}: {least:e}");
        }
        // without friction the motion along the edge goes on
        for (x, v) in swarm.positions().iter().zip(swarm.velocities()) {
            println!("e = {restitution}: {x:?} {v:?}");
            assert!(x.xy().norm() < 1e-12 && (x.z - 60.0).abs() < 1e-10, "{x:?}");
            assert!(v.xy().norm() < 1e-12 && (v.z - 2.0).abs() < 1e-12, "{v:?}");
        }
    }
}

/// A corner of three planes, with friction: everything comes to rest, to the bit.
#[test]
fn all_comes_to_rest_in_a_corner() {
    let law = LinearLaw::gravity([-2.0, -G, -3.0]) + LinearLaw::drag(0.1);
    let planes = [
        Plane::new([0.0, 1.0, 0.0], -1.0),
        Plane::new([1.0, 0.2, 0.0], -6.0),
        Plane::new([0.0, 0.1, 2.0], -9.0),
    ];
    for friction in [0.0, 0.05] {
        let contact = Contact::new(0.5).with_friction(friction);
        let mut swarm = crowd::<f64, 3>(11, 200);
        for _ in 0..2000 {
            swarm.step_bouncing(&law, 0.05, &planes, contact).unwrap();
        }
        let fastest = swarm
            .velocities()
            .iter()
            .fold(0.0, |most: f64, v| most.max(v.norm()));
        println!("μ = {friction}: {fastest:e} m/s");
        assert_eq!(fastest, 0.0);
    }
}

/// A pull that grows lets a resting body go when it exceeds friction.
#[test]
fn a_growing_pull_lets_a_body_go() {
    let law = LinearLaw::gravity([0.0, -G]).ramping([1.0, 0.0]);
    let planes = [Plane::new([0.0, 1.0], 0.0)];
    let mut swarm = one2([0.0, 0.0], [0.0, 0.0]);
    settle(&mut swarm, &law, &planes, 0.5);
    // v' = t - μg from t = μg on
    let since = 10.0 - 0.5 * G;
    let v = swarm.velocities()[0];
    assert!(
        (v - Vector2::new(0.5 * since * since, 0.0)).norm() < 1e-10,
        "{v:?}"
    );

    // a pull that turns upwards lifts it at t = g
    let law = LinearLaw::gravity([0.0, -G]).ramping([0.0, 1.0]);
    let mut swarm = one2([0.0, 0.0], [0.0, 0.0]);
    settle(&mut swarm, &law, &planes, 0.5);
    let since = 10.0 - G;
    let v = swarm.velocities()[0];
    assert!(
        (v - Vector2::new(0.0, 0.5 * since * since)).norm() < 1e-12,
        "{v:?}"
    );
}

/// A crowd that has come to rest costs no more per step than while it bounces.
#[test]
fn a_crowd_at_rest_is_no_slower() {
    let law = LinearLaw::gravity([0.0, -9.81_f32, 0.0]) + LinearLaw::drag(0.1);
    let planes = [Plane::new([0.0, 1.0, 0.0], 0.0)];
    for friction in [0.0, 0.3] {
        let contact = Contact::new(0.6).with_friction(friction);
        let bouncing: Swarm3f = crowd(13, 20_000);
        let mut resting = bouncing.clone();
        let second = |swarm: &mut Swarm3f| {
            let begun = Effort::begin();
            for _ in 0..60 {
                let swarm = black_box(&mut *swarm);
                swarm
                    .step_bouncing(&law, 1.0 / 60.0, &planes, contact)
                    .unwrap();
            }
            begun.spent().as_secs_f64() * 1e9 / (60.0 * 20_000.0)
        };
        let settle = |_| resting.step_bouncing(&law, 0.5, &planes, contact).unwrap();
        (0..1500).for_each(settle);
        // they take turns, and the least of each is compared: others use this machine, too
        let mut least = [f64::INFINITY; 2];
        for _ in 0..5 {
            for (least, swarm) in least.iter_mut().zip([&bouncing, &resting]) {
                *least = least.min(second(&mut swarm.clone()));
            }
        }
        let [bouncing, resting] = least;
        println!("μ = {friction}: {bouncing:.1} ns while it bounces, {resting:.1} ns at rest");
        assert!(
            resting < 1.25 * bouncing,
            "{resting} ns against {bouncing} ns"
        );
    }
}
