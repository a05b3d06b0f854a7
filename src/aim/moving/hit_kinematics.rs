//! The launch that hits a moving target, as a function of the time of the hit.

use nalgebra::{ComplexField, SVector};

use super::super::drag_model::DragModel;
use super::super::problem::{AimProblem, dot, sum};
use super::super::relative_target::RelativeTarget;
use super::jet::Quantity;
use super::monotone::MonotoneFunction;
use super::weighted_sum::{WeightedSum, across, squared, total};

/// The launch velocity as a function of the time of the hit, times a weight that keeps all functions finite for short and
/// long flights: S/t under linear drag, 1 in the rational model.
///
/// ```text
/// v₀ S/t = r₀ e^-γt/t + (v + γ r₀) S/t + q S₁/t + γ a S₂/t
/// v₀ = r₀/t + (v + k r₀) + q t/2 + γ a t²/4
/// ```
pub(super) struct HitKinematics<'a, Q, const D: usize> {
    problem: &'a AimProblem<D>,
    time: Q,
    inverse: Q,
    launched: WeightedSum<Q, D>,
}

impl<'a, Q: Quantity, const D: usize> HitKinematics<'a, Q, D> {
    pub(super) fn new(problem: &'a AimProblem<D>, time: Q) -> Self {
        let (model, relative_target) = (problem.air.model, &problem.relative_target);
        let inverse = time.through(MonotoneFunction::Inverse);
        let (rate, functions) = match model {
            DragModel::Linear(rate) => {
                // e^-γt/t, S/t, S₁/t, S₂/t
                let curves = [
                    MonotoneFunction::Spread(model),
                    MonotoneFunction::Sink(model),
                    MonotoneFunction::Surge(model),
                ];
                let [spread, sink, surge] = curves.map(|function| time.through(function));
                let left = time.through(MonotoneFunction::Left(rate));
                (rate, [inverse * left, spread, sink, surge])
            }
            DragModel::Rational(rate) => {
                // 1/t, 1, t/2, t²/4
                let (half, quarter) = (time.scaled(0.5), time.squared().scaled(0.25));
                (rate, [inverse, Q::constant(1.0), half, quarter])
            }
        };
        let velocity = (relative_target.velocity)
            .zip_map(&relative_target.start, |v, start| sum(v, rate * start));
        let vectors = [
            relative_target.start,
            velocity,
            problem.pull,
            problem.growth,
        ];
        Self {
            problem,
            time,
            inverse,
            launched: WeightedSum {
                vectors,
                functions,
                is_quadratic: matches!(model, DragModel::Rational(_)),
            },
        }
    }

    /// The weight of launch velocities.
    pub(super) fn weight(&self) -> Q {
        self.launched.functions[1]
    }

    /// `n · v₀ - less`, weighted.
    pub(super) fn along(&self, normal: &SVector<f64, D>, less: f64) -> Q {
        let [start, velocity, pull, growth] = self.launched.along(normal);
        (self.launched).of([start, sum(velocity, -less), pull, growth])
    }

    /// `v₀ - shooter`, weighted.
    pub(super) fn fired(&self) -> [Q; D] {
        let fired = self.relative_to_shooter();
        core::array::from_fn(|i| fired.of(fired.vectors.map(|vector| vector[i])))
    }

    fn relative_to_shooter(&self) -> WeightedSum<Q, D> {
        let [start, velocity, pull, growth] = self.launched.vectors;
        let shooter = &self.problem.relative_target.shooter;
        let own = velocity.zip_map(shooter, |v, shooter| sum(v, -shooter));
        WeightedSum {
            vectors: [start, own, pull, growth],
            ..self.launched
        }
    }

    /// `|v₀ - shooter|² - s²`, weighted; terms that cancel late do so in the coefficients.
    pub(super) fn faster(&self, speed: f64, tolerance: f64) -> Q {
        let fired = self.relative_to_shooter();
        let vectors = &fired.vectors;
        let excess = fired.form(
            |j, k| 2.0 * dot(&vectors[j], &vectors[k]),
            |j| match j {
                1 => sum(vectors[1].norm(), -speed) * (vectors[1].norm() + speed),
                _ => vectors[j].norm_squared(),
            },
        );
        // the tolerance of s² as an interval around zero
        let square = speed * speed;
        let unknown = Q::about(square, 2.0 * tolerance) - Q::constant(square);
        excess - unknown * self.weight().squared()
    }

    /// `|w|²` of [`nearing`](Self::nearing).
    pub(super) fn ahead(&self) -> Q {
        let glide = match self.problem.air.model {
            DragModel::Linear(_) => self.time,
            model @ DragModel::Rational(_) => {
                self.time * self.time.through(MonotoneFunction::Spread(model))
            }
        };
        squared(&self.fired()) * glide.squared()
    }

    /// `v₀`, weighted.
    pub(super) fn launched(&self) -> &WeightedSum<Q, D> {
        &self.launched
    }

    /// `r/t`
    pub(super) fn way(&self) -> [Q; D] {
        let (relative_target, inverse) = (&self.problem.relative_target, self.inverse);
        core::array::from_fn(|i| {
            inverse.scaled(relative_target.start[i])
                + Q::constant(relative_target.velocity[i])
                + self.time.scaled(0.5 * relative_target.acceleration[i])
        })
    }

    /// The height of the arc less a share of `|r|`, over t.
    ///
    /// For late hits the leading terms of both may cancel: without drag `|c| t²/8` of the arc and `|a| t²/2` of `|r|`, with
    /// drag `|c| t/γ` and `|v| t`. Then they are subtracted in the coefficients. With ℓ for the leading term of `|r|/t` the
    /// rest is `|r|/t - ℓ = (|r|²/t² - ℓ²)/(|r|/t + ℓ)`.
    pub(super) fn arched(&self, share: f64) -> Q {
        let RelativeTarget {
            start,
            velocity,
            acceleration,
            ..
        } = self.problem.relative_target;
        let (model, c) = (self.problem.air.model, self.problem.air.constant.norm());
        let length = squared(&self.way()).through(MonotoneFunction::Root);
        let (speeding, rate) = (acceleration.norm(), model.drag_rate());
        let (high, far) = match model.is_free() {
            true => (0.125 * c, 0.5 * share * speeding),
            false => (c / rate, share * velocity.norm()),
        };
        let grow_alike = ComplexField::abs(high - far) < 1e-9 * far;
        if !grow_alike {
            let height = self.time.through(MonotoneFunction::Arch(model)) * self.inverse;
            return height.scaled(c) - length.scaled(share);
        }
        // |r|²/t² - ℓ² by powers of t: t⁻² and t⁻¹, and t¹
        let early = self.inverse.squared().scaled(start.norm_squared())
            + self.inverse.scaled(2.0 * dot(&start, &velocity));
        let coming = sum(high, -far);
        let middle = self.time.scaled(dot(&velocity, &acceleration));
        // the arc less the share of ℓ, ℓ itself, and the other powers of t: t⁰, with drag t²
        let (lead, grown, late) = if model.is_free() {
            let constant = sum(velocity.norm_squared(), dot(&start, &acceleration));
            (
                self.time.scaled(coming),
                self.time.scaled(0.5 * speeding),
                Q::constant(constant),
            )
        } else {
            let constant = Q::constant(dot(&start, &acceleration));
            let late = self.time.scaled(0.5 * speeding).squared();
            let lead = Q::constant(coming) - self.lag().scaled(high);
            (lead, Q::constant(velocity.norm()), constant + late)
        };
        // the share times |r|/t - ℓ
        let rest = (early + (middle + late)) * (length + grown).through(MonotoneFunction::Inverse);
        lead - rest.scaled(share)
    }

    /// `1 - γ h/t` for the height h of the arc over c: `(1 - ln ψ₀ - e^-γt/ψ₀)/γt` for `ψ₀ = S/t`; rational:
    /// `2/(1 + √(1 + kt))`.
    fn lag(&self) -> Q {
        let one = Q::constant(1.0);
        match self.problem.air.model {
            DragModel::Linear(rate) => {
                let (spread, left) = (
                    self.weight(),
                    self.time.through(MonotoneFunction::Left(rate)),
                );
                let late = one
                    - spread.through(MonotoneFunction::Log)
                    - left * spread.through(MonotoneFunction::Inverse);
                late * self.inverse.scaled(1.0 / rate)
            }
            DragModel::Rational(rate) => {
                let root = (one + self.time.scaled(rate)).through(MonotoneFunction::Root);
                (one + root).through(MonotoneFunction::Inverse).scaled(2.0)
            }
        }
    }

    /// The direction of arrival `r + c R`, with the fall R backward in time. Linear: times `e^-γt`; rational: `R = t²/2`,
    /// over t².
    pub(super) fn arriving(&self, up: &SVector<f64, D>, slope: f64) -> WeightedSum<Q, D> {
        let RelativeTarget {
            start,
            velocity,
            acceleration,
            ..
        } = self.problem.relative_target;
        let (time, inverse) = (self.time, self.inverse);
        let c = self.problem.air.constant;
        // if c does not change the slope, the weight 1/t² for R = t²/2 serves in both models
        let is_turned =
            dot(&c, up) != 0.0 || (slope != 0.0 && across(&c, up) != SVector::<f64, D>::zeros());
        match self.problem.air.model {
            DragModel::Linear(rate) if is_turned => {
                let left = time.through(MonotoneFunction::Left(rate));
                let later = time * left;
                WeightedSum {
                    vectors: [start, velocity, acceleration, c],
                    functions: [
                        left,
                        later,
                        (time * later).scaled(0.5),
                        time.through(MonotoneFunction::Returned(rate)),
                    ],
                    is_quadratic: true,
                }
            }
            _ => WeightedSum {
                vectors: [
                    start,
                    velocity,
                    acceleration.zip_map(&c, sum),
                    SVector::zeros(),
                ],
                functions: [
                    inverse.squared(),
                    inverse,
                    Q::constant(0.5),
                    Q::constant(0.0),
                ],
                is_quadratic: true,
            },
        }
    }

    /// `(v₀ - shooter) · (v(t) - r')`, each factor with a weight that keeps it finite.
    ///
    /// Linear, with `Y = e^-γt R`: `S (v(t) - r') = e^-γt r₀ - q Y - γ a (S₁ S - e^-γt S₂)`. Rational: `r₀/t² - q/2 - γ a t/2`.
    pub(super) fn perpendicular(&self) -> Q {
        let [_, weight, sink, surge] = self.launched.functions;
        let (start, pull, growth) = match self.problem.air.model {
            DragModel::Linear(rate) => {
                let left = self.time.through(MonotoneFunction::Left(rate));
                let late = self.time * (self.time * (sink * weight) - surge * left);
                (
                    left,
                    self.time.through(MonotoneFunction::Returned(rate)),
                    late,
                )
            }
            DragModel::Rational(_) => (
                self.inverse.squared(),
                Q::constant(0.5),
                self.time.scaled(0.5),
            ),
        };
        let fired = self.fired();
        let AimProblem {
            relative_target,
            pull: q,
            growth: more,
            ..
        } = self.problem;
        total(core::array::from_fn::<_, D, _>(|i| {
            let nearing = start.scaled(relative_target.start[i]) - pull.scaled(q[i]);
            fired[i] * (nearing - growth.scaled(more[i]))
        }))
    }

    /// The rate of `|w| - s S` for `w = r₀ + m S + q S₁ + γ a S₂ = (v₀ - shooter) S`, with m for the velocity of the target
    /// relative to the shooter. It is zero for `w · w' = s |w| S'`; squared,
    ///
    /// ```text
    /// |w|² (|w'|² - s² S'²) = |w ∧ w'|²        w' = m S' + q S₁' + γ a S₂'
    /// ```
    ///
    /// so that equal speeds and equal directions cancel in the coefficients. Weights: `w/t`; in the rational model `w/S` and
    /// `w'/A` with `A = 1/(1 + kt)`.
    pub(super) fn nearing(&self, speed: f64) -> Q {
        let (rates, turns) = match self.problem.air.model {
            DragModel::Linear(rate) => self.linear_rates(rate),
            DragModel::Rational(rate) => self.rational_rates(rate),
        };
        let relative_target = &self.problem.relative_target;
        let own = relative_target
            .velocity
            .zip_map(&relative_target.shooter, |v, shooter| sum(v, -shooter));
        let vectors = [
            relative_target.start,
            own,
            self.problem.pull,
            self.problem.growth,
        ];
        // |w'|² - s² S'²
        let mut excess = Q::constant(0.0);
        for j in 0..3 {
            for k in j..3 {
                let (one, two) = (&vectors[j + 1], &vectors[k + 1]);
                let product = match (j, k) {
                    (0, 0) => sum(one.norm(), -speed) * (one.norm() + speed),
                    _ if j == k => one.norm_squared(),
                    _ => 2.0 * dot(one, two),
                };
                if product != 0.0 {
                    excess = excess + (rates[j] * rates[k]).scaled(product);
                }
            }
        }
        // |w ∧ w'|²: the minors of both, as sums over pairs of the four terms
        let mut area = Q::constant(0.0);
        for i in 0..D {
            for l in i + 1..D {
                let mut minor = Q::constant(0.0);
                for (turn, [one, two]) in turns.iter().zip(PAIRS) {
                    let (one, two) = (&vectors[one], &vectors[two]);
                    let product = sum(one[i] * two[l], -one[l] * two[i]);
                    if product != 0.0 {
                        minor = minor + turn.scaled(product);
                    }
                }
                area = area + minor.squared();
            }
        }
        squared(&self.fired()) * excess - area
    }

    /// `S', S₁', S₂'`, and `f g' - g f'` over t for each pair of `1, S, S₁, S₂`.
    fn linear_rates(&self, rate: f64) -> ([Q; 3], [Q; 6]) {
        let (time, [late, spread, sink, surge]) = (self.time, self.launched.functions);
        let left = time.through(MonotoneFunction::Left(rate));
        let returned = time.through(MonotoneFunction::Returned(rate)) * self.inverse;
        let rates = [left, time * spread, time * sink];
        let grown = time * (spread * sink) - surge * left;
        let most = time * (sink.squared() - surge * spread);
        (rates, [late, spread, sink, returned, grown, most])
    }

    /// The same over A, and over `t A²`.
    fn rational_rates(&self, rate: f64) -> ([Q; 3], [Q; 6]) {
        let (time, [_, one, half, _]) = (self.time, self.launched.functions);
        let share = time.through(MonotoneFunction::Spread(self.problem.air.model));
        let square = time.squared();
        let rates = [
            share,
            half * (one + share),
            square * (Q::constant(0.5) + share.scaled(0.25)),
        ];
        let pairs = [
            self.inverse,
            one + half.scaled(rate),
            time.scaled(0.75) + square.scaled(0.5 * rate),
            half,
            square.scaled(0.5),
            (time * square).scaled(0.125),
        ];
        (rates, pairs)
    }
}

/// The pairs of the four terms of w, in the order of [`linear_rates`](HitKinematics::linear_rates).
const PAIRS: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// `r₀ + r' t + r'' t²/2`
pub(super) fn polynomial<Q: Quantity>(time: Q, [start, velocity, acceleration]: [f64; 3]) -> Q {
    Q::constant(start) + time * (Q::constant(velocity) + time.scaled(0.5 * acceleration))
}
