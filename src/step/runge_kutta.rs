//! Explicit Runge–Kutta methods for kicks that depend on velocity.

/// An explicit Runge–Kutta method for `v' = a(v)`.
///
/// ```text
/// kᵢ = a(v + h Σⱼ aᵢⱼ kⱼ)        v' = v + h Σᵢ wᵢ kᵢ
/// ```
#[derive(Debug)]
pub(super) struct RungeKutta {
    /// `aᵢⱼ`, j < i, for each stage.
    pub(super) nodes: &'static [&'static [f64]],
    /// `wᵢ` for each stage.
    pub(super) weights: &'static [f64],
}

/// The midpoint rule: second order, two evaluations.
pub(super) const MIDPOINT: RungeKutta = RungeKutta {
    nodes: &[&[], &[0.5]],
    weights: &[0.0, 1.0],
};

/// The classical method: fourth order, four evaluations.
pub(super) const RUNGE_KUTTA_4: RungeKutta = RungeKutta {
    nodes: &[&[], &[0.5], &[0.0, 0.5], &[0.0, 0.0, 1.0]],
    weights: &[1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0],
};

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// One step of two coupled components, `v' = (-v₁ |v|, v₀ v₁ - v₀)`.
    fn step(method: &RungeKutta, v: [f64; 2], h: f64) -> [f64; 2] {
        let slope = |v: [f64; 2]| [-v[1] * v[0].hypot(v[1]), v[0] * v[1] - v[0]];
        let along = |slopes: &[[f64; 2]], shares: &[f64]| {
            let steps = slopes.iter().zip(shares);
            steps.fold(v, |v, (k, share)| [0, 1].map(|i| v[i] + h * share * k[i]))
        };
        let mut slopes = Vec::new();
        for nodes in method.nodes {
            slopes.push(slope(along(&slopes, nodes)));
        }
        along(&slopes, method.weights)
    }

    #[test]
    fn methods_have_their_orders() {
        for (method, order) in [(MIDPOINT, 2.0), (RUNGE_KUTTA_4, 4.0)] {
            let end = |steps: u32| {
                (0..steps).fold([1.0, 0.7], |v, _| step(&method, v, 1.0 / f64::from(steps)))
            };
            let apart = |[a, b]: [f64; 2], [c, d]: [f64; 2]| (a - c).hypot(b - d);
            let [coarse, medium, fine] = [16, 32, 64].map(end);
            let measured = (apart(coarse, medium) / apart(medium, fine)).log2();
            assert!((measured - order).abs() < 0.1, "{order}: {measured}");
        }
    }
}
