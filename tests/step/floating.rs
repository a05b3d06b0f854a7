//! Buoyancy: air, waterline and depth are three linear laws, exact together for any step.

use kinstep::nalgebra::SVector;
use kinstep::{Body, Buoyancy, Force, Real};
use truths::Cases;
use truths::build::stepped;
use truths::widths::Width;

/// The worst errors \[ε\] by which a step of a + b is a step of a and one of b, over eight decades and in both directions of
/// time, and by which the energy changes where there is no drag. That the steps follow the law is seen in the shortest of them.
fn worst_bob<T: Real<D> + Width, const D: usize>() -> [f64; 2] {
    let mut cases = Cases::new(22);
    let mut worst = [0.0_f64; 2];
    for _ in 0..3_000 {
        let is_free = cases.chance(0.3);
        let drag = cases.decades(1e-2, 10.0);
        let drag = if is_free { 0.0 } else { drag };
        let height = cases.decades(0.1, 2.0);
        let up = SVector::<f64, D>::from_fn(|i, _| [0.6, 0.8, 0.0][i]);
        let water = Buoyancy::new(T::narrow_all(up * 20.0), T::narrow(height))
            .with_gravity(T::narrow(9.81))
            .with_drag(T::narrow(drag))
            .surface_at(T::one());
        let body = Body::<T, D>::point(T::one())
            .at(T::narrow_all(cases.vector(2.0)))
            .moving(T::narrow_all(cases.vector(5.0)));
        // back in time, drag makes it fast
        let limit = f64::min(30.0, 1.0 / drag);
        let [a, b] = [0; 2].map(|_| T::held(cases.signed_decades(1e-7, 30.0).max(-limit)));
        let whole = T::held(a + b);
        let rest = T::held(whole - a);
        let twice = stepped(water, stepped(water, body, a), rest);
        let once = stepped(water, body, whole);
        // rounding grows back in time as drag does
        let back = f64::max(0.0, -a) + f64::max(0.0, -rest);
        let phase = (1.0 + 20.0 * (a.abs() + rest.abs())) * (drag * back).exp();
        let way = (5.0 + 40.0 * (a.abs() + rest.abs())) * phase;
        let off = (twice.velocity - once.velocity).map(T::wide).amax() / (40.0 * phase);
        let off = off.max((twice.position - once.position).map(T::wide).amax() / way);
        worst[0] = worst[0].max(off / T::EPS);
        let energy = |body: &Body<T, D>| {
            (body.kinetic_energy() + water.potential_energy(body, T::zero()).unwrap()).wide()
        };
        if is_free {
            let off = (energy(&once) - energy(&body)).abs() / (100.0 * phase);
            worst[1] = worst[1].max(off / T::EPS);
        }

        // gravity, what the displaced water weighs, and drag in the share of it that is under water
        let depth = 1.0 - body.position.map(T::wide).dot(&up);
        let under = (0.5 + depth / height).clamp(0.0, 1.0);
        let damping = if under > 0.0 { drag } else { 0.0 };
        let pull = up * (20.0 * under - 9.81) - body.velocity.map(T::wide) * damping;
        let h = T::narrow(1e-6);
        let slope = water.increment(&body, T::zero(), h).velocity.map(T::wide) / h.wide();
        let is_near_border =
            (under - 0.5).abs() > 0.499 && (depth.abs() - 0.5 * height).abs() < 1e-3;
        assert!(
            is_near_border || (slope - pull).norm() < 1e-2,
            "{slope} {pull}"
        );
    }
    println!("flow property and energy of floating: {worst:.2?} ε");
    worst
}

#[test]
fn floating_is_exact() {
    for worst in [worst_bob::<f64, 3>(), worst_bob::<f32, 2>()] {
        assert!(worst.iter().all(|&worst| worst < 2.0)); // measured: 0.64
    }
}
