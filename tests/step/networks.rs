//! Networks of linear links: exact for any step, against hundreds of digits.

use crate::support::Cases;
use crate::support::network_truth::{Acting, Net, States, apart, states};
use kinstep::nalgebra::{SVector, Vector2, Vector3};
use kinstep::{
    Body, Body2, BodyId, ConstantForce, Float, ForceField, LinearDrag, MagneticField, Real, Scheme,
    Spring, Thruster, UniformGravity, World, World2,
};

const FRAME: f64 = 1.0 / 60.0;

/// Which damping a random network has.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Damping {
    /// Of all kinds that commute with the springs: none, one rate for all, in proportion to the stiffness.
    Commuting,
    Any,
}

/// A random tree or mesh, anchored or free, with stiffness from `slowest²` on and `ratio` times as much, in units of 1 kg.
fn random<const D: usize>(
    cases: &mut Cases,
    n: usize,
    ratio: f64,
    damping: Damping,
    round: fn(f64) -> f64,
) -> Net<f64, D> {
    let mut net = Net::<f64, D>::new();
    let mut vector = |cases: &mut Cases, size: f64| -> [f64; D] {
        core::array::from_fn(|_| round(cases.uniform(-size..size)))
    };
    for _ in 0..n {
        let (position, velocity) = (vector(cases, 2.0), vector(cases, 2.0));
        net.body(round(cases.decades(0.1, 10.0)), position, velocity);
    }
    // the share of damping in stiffness, if it is the same everywhere
    let kind = cases.uniform(0.0..3.0);
    let share = cases.decades(1e-3, 1.0) / ratio.sqrt();
    let mut coefficient = |cases: &mut Cases, stiffness: f64| match damping {
        Damping::Commuting if kind < 2.0 => 0.0,
        Damping::Commuting => round(stiffness * share),
        Damping::Any if cases.chance(0.3) => 0.0,
        Damping::Any => round(stiffness.sqrt() * cases.decades(1e-2, 3.0)),
    };
    for body in 1..n {
        let other = (cases.uniform(0.0..body as f64) as usize).min(body - 1);
        let stiffness = round(cases.decades(1.0, ratio.max(1.5)));
        let (b, point) = (coefficient(cases, stiffness), vector(cases, 1.0));
        net.link([body, other], stiffness, b, point);
    }
    // loops, and a second link of the same pair once in a while
    while n > 2 && cases.chance(0.5) {
        let ends = [0; 2].map(|_: usize| (cases.uniform(0.0..n as f64) as usize).min(n - 1));
        if ends[0] != ends[1] {
            let stiffness = round(cases.decades(1.0, ratio.max(1.5)));
            let (b, point) = (coefficient(cases, stiffness), vector(cases, 1.0));
            net.link(ends, stiffness, b, point);
        }
    }
    if cases.chance(0.5) {
        let stiffness = round(cases.decades(1.0, ratio.max(1.5)));
        let (b, point) = (coefficient(cases, stiffness), vector(cases, 1.0));
        net.anchor(0, stiffness, b, point);
    }
    if damping == Damping::Commuting && kind < 1.0 {
        let rate = round(cases.decades(1e-3, 1.0));
        let wind = vector(cases, 3.0);
        net.forces.push(Acting::Drag {
            on: None,
            rate,
            wind,
        });
    }
    if cases.chance(0.5) {
        net.forces.push(Acting::Gravity(vector(cases, 10.0)));
    }
    if cases.chance(0.5) {
        let (force, growth) = (vector(cases, 3.0), vector(cases, 1.0));
        net.forces.push(Acting::Push {
            on: n - 1,
            force,
            growth,
        });
    }
    net
}

/// In units of ε times the conditioning and the start: the worst of random networks, over 1e-6 … 1e3 s.
fn worst_of_random<T: Real<D> + Float, const D: usize>(
    seed: u128,
    sizes: &[usize],
    round: fn(f64) -> f64,
    epsilon: f64,
    mut to_step: impl FnMut(&mut Cases, &Net<f64, D>) -> f64,
    (ratios, damping): (&[f64], Damping),
) -> f64
where
    f64: Real<D>,
{
    let mut cases = Cases::new(seed);
    let mut worst = 0.0_f64;
    for &n in sizes {
        for &ratio in ratios {
            let net = random::<D>(&mut cases, n, ratio, damping, round);
            let dt = round(to_step(&mut cases, &net));
            let error = net.error_of_step::<T>(dt, epsilon, 2, &mut cases);
            println!("n {n}, ratio {ratio:.0e}, h {dt:.1e}, Ωh {:.0e}: {error:.2} ε", net.fastest() * dt);
            worst = worst.max(error);
        }
    }
    worst
}

/// Any step from a microsecond to a quarter of an hour.
fn any_step<const D: usize>(cases: &mut Cases, _: &Net<f64, D>) -> f64 {
    cases.decades(1e-6, 1e3)
}

/// Keeps a number.
fn same(number: f64) -> f64 {
    number
}

fn to_single(number: f64) -> f64 {
    f64::from(number as f32)
}

#[test]
fn the_truth_is_true() {
    // two bodies on a spring, and their centre of mass in gravity: ω² = k/μ = 9 · 3/2
    let mut net = Net::<f64, 2>::new();
    net.body(1.0, [1.0, 0.0], [0.0, 0.0]);
    net.body(2.0, [0.0, 0.0], [0.0, 0.0]);
    net.link([0, 1], 9.0, 0.0, [0.0, 0.0]);
    net.forces.push(Acting::Gravity([0.0, -2.0]));
    let after = net.after(1.5);
    let separation = (13.5_f64.sqrt() * 1.5).cos();
    let difference = after[0][0] - after[1][0];
    assert!((difference - Vector2::new(separation, 0.0)).norm() < 1e-15);
    let middle = (after[0][0] + after[1][0] * 2.0) / 3.0;
    assert!((middle - Vector2::new(1.0 / 3.0, -2.25)).norm() < 1e-15);

    // a circle in a field, and rest outside as seen from a frame that turns
    let mut net = Net::<f64, 2>::new();
    net.body(2.0, [0.0, 0.0], [3.0, 0.0]);
    net.forces.push(Acting::Field {
        on: None,
        field: [4.0, 0.0, 0.0],
    });
    let velocity = net.after(0.7)[0][1];
    let turned = Vector2::new(1.4_f64.cos(), -1.4_f64.sin()) * 3.0;
    assert!((velocity - turned).norm() < 1e-15);
    let mut net = Net::<f64, 3>::new();
    net.body(2.0, [3.0, 0.0, 0.0], [0.0, -6.0, 0.0]);
    net.forces.push(Acting::Frame {
        omega: [0.0, 0.0, 2.0],
        point: [0.0; 3],
    });
    let position = net.after(0.7)[0][0];
    let turned = Vector3::new(1.4_f64.cos(), -1.4_f64.sin(), 0.0) * 3.0;
    assert!((position - turned).norm() < 1e-15);
}

/// Springs and what commutes with them: no damping, one drag rate, damping in proportion to stiffness.
#[test]
fn random_networks_in_the_plane_are_as_good_as_their_conditioning() {
    let sizes = [2, 3, 5, 8, 2, 3, 5];
    let ratios = [1.0, 1e6, 1e12];
    let worst = worst_of_random::<f64, 2>(
        1,
        &sizes,
        same,
        f64::EPSILON,
        any_step,
        (&ratios, Damping::Commuting),
    );
    println!("worst: {worst:.2} ε");
    assert!(worst < 16.0);
}

#[test]
fn random_networks_in_space_are_as_good_as_their_conditioning() {
    let ratios = [1.0, 1e6, 1e12];
    let worst = worst_of_random::<f64, 3>(
        2,
        &[2, 4, 6],
        same,
        f64::EPSILON,
        any_step,
        (&ratios, Damping::Commuting),
    );
    println!("worst: {worst:.2} ε");
    assert!(worst < 16.0);
}
