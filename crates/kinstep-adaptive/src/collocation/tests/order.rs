//! Orders of convergence, in arithmetic with 90 digits, for the collocation equations without
//! tables and without step control.

use super::exact::{Big, big, roots};
use super::moments::truth;
use super::*;
use crate::collocation::tables::COUNT;

/// S and S₁ at a point, and the effect of each `Π_k` on position and velocity.
struct Effects {
    share: Big,
    flow: [Big; 2],
    x: Vec<Big>,
    v: Vec<Big>,
}

fn effects(law: &LinearLaw<f64, 1>, share: &Big, h: &Big, newton: &[Vec<Big>]) -> Effects {
    let moments = truth(law, &(share * h), [0.0; 4]);
    // M_i/hⁱ
    let mut power = big(1.0);
    let mut scaled = vec![];
    for moment in moments {
        scaled.push(&power * &moment[0][0]);
        power *= share;
    }
    let sum = |polynomial: &Vec<Big>, integrals: usize| {
        let (mut sum, mut factorial) = (big(0.0), big(1.0));
        for (m, coefficient) in polynomial.iter().enumerate() {
            factorial *= big(m.max(1) as f64);
            sum += coefficient * &factorial * &scaled[m + integrals];
        }
        sum
    };
    Effects {
        share: share.clone(),
        flow: [&scaled[1] * h, &scaled[2] * h * h],
        x: newton
            .iter()
            .map(|polynomial| sum(polynomial, 2) * h * h)
            .collect(),
        v: newton
            .iter()
            .map(|polynomial| sum(polynomial, 1) * h)
            .collect(),
    }
}

/// Solves `x'' = -γ x' - ω² x + N(x, v)` from a state with this number of steps. Returns the final
/// state.
fn solved(
    law: &LinearLaw<f64, 1>,
    [x, v]: [f64; 2],
    duration: f64,
    steps: u32,
    rest: impl Fn(&Big, &Big) -> Big,
) -> [Big; 2] {
    let nodes = roots();
    let mut newton = vec![vec![big(1.0)]];
    for k in 0..COUNT - 1 {
        let mut next = vec![big(0.0); k + 2];
        for (m, value) in newton[k].iter().enumerate() {
            next[m + 1] += value;
            next[m] -= value * &nodes[k];
        }
        newton.push(next);
    }
    let h = big(duration) / big(f64::from(steps));
    let one = big(1.0);
    let shares = nodes[1..].iter().chain([&one]);
    let points: Vec<_> = shares
        .map(|share| effects(law, share, &h, &newton))
        .collect();
    let [damping, stiffness] = [law.damping, law.stiffness_per_mass].map(big);
    let (mut x, mut v) = (big(x), big(v));
    let mut g = vec![big(0.0); COUNT];
    for _ in 0..steps {
        g[0] = rest(&x, &v);
        let start = -(&damping * &v + &stiffness * &x);
        let slope = -(&stiffness * &v);
        let at = |point: &Effects, g: &[Big]| {
            let [s, s1] = &point.flow;
            let way = &v * &h * &point.share + s1 * &start;
            let speed = s * &start + s1 * &slope;
            let mut position = [&x + way, &v + speed];
            for (g, (x, v)) in g.iter().zip(point.x.iter().zip(&point.v)) {
                position[0] += g * x;
                position[1] += g * v;
            }
            // S₂ (j - K v): the constant rate of change of the force of the law acts as Π₁ = τ does
            position[0] += &point.x[1] * &slope * &h;
            position
        };
        for sweep in 0.. {
            let mut most = 0.0_f64;
            for n in 1..COUNT {
                let [x, v] = at(&points[n - 1], &g);
                let mut difference = (rest(&x, &v) - &g[0]) / &nodes[n];
                for j in 1..n {
                    difference = (difference - &g[j]) / (&nodes[n] - &nodes[j]);
                }
                most = most.max((&difference - &g[n]).to_f64().value().abs());
                g[n] = difference;
            }
            if most < 1e-50 {
                break;
            }
            assert!(sweep < 200, "{most:e}");
        }
        let [after_x, after_v] = at(&points[COUNT - 1], &g);
        (x, v) = (after_x, after_v);
    }
    [x, v]
}

/// Returns the errors for these numbers of steps, and the orders from each error to the next.
fn orders(
    law: &LinearLaw<f64, 1>,
    state: [f64; 2],
    duration: f64,
    steps: [u32; 4],
    rest: impl Fn(&Big, &Big) -> Big + Copy,
) -> [f64; 2] {
    let [a, b, c, finest] = steps.map(|steps| solved(law, state, duration, steps, rest));
    let error = |end: &[Big; 2]| (&end[0] - &finest[0]).to_f64().value().abs();
    let errors = [&a, &b, &c].map(error);
    let orders = [0, 1].map(|k| {
        let ratio = f64::from(steps[k + 1]) / f64::from(steps[k]);
        (errors[k] / errors[k + 1]).ln() / ratio.ln()
    });
    println!("{errors:?}: {orders:.2?}");
    orders
}

#[test]
fn the_order_is_15_and_falls_to_8_only_where_the_law_is_stiff() {
    let cubic = |x: &Big, _: &Big| -(x * x * x);
    let [_, order] = orders(&LinearLaw::free(), [1.0, 0.0], 4.0, [8, 16, 32, 96], cubic);
    assert!(order > 14.0); // 15.2
    let [_, order] = orders(
        &LinearLaw::spring(9.0),
        [1.0, 0.0],
        2.0,
        [8, 16, 32, 96],
        cubic,
    );
    assert!(order > 14.0); // 14.7
    let damped = |x: &Big, v: &Big| -(x * x * x) - v * v * v * big(0.125);
    let [_, order] = orders(
        &LinearLaw::drag(1.0),
        [1.0, 1.0],
        2.0,
        [4, 8, 16, 48],
        damped,
    );
    assert!(order > 14.0); // 14.6
    // the product γ h decreases from 125 to 31, on the slow motion x' = 1 - x²
    let strong = |x: &Big, _: &Big| (big(500.0) - x - x) * (big(1.0) - x * x);
    let law = LinearLaw::drag(500.0);
    let [first, second] = orders(&law, [0.25, 0.9375], 1.0, [4, 8, 16, 48], strong);
    assert!(first > 8.0 && second > 8.0); // 9.1, 9.7
}
