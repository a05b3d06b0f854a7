//! The response under laws with matrices: velocities that gyrate, and stiffness that depends on the direction.

use multiversion::multiversion;
use nalgebra::{ComplexField, SMatrix, SVector};

use super::wide::Wide;
use crate::double_double::DoubleDouble;

/// The motion under `x'' = a - B x' - K x` with matrices over one time. [`Propagator`](super::Propagator) is the same for
/// numbers.
///
/// ```text
/// S' = 1 - S₁ K - S B       S₁' = S       S₂' = S₁       all zero at the start
/// M = [[1 - S₁ K, S], [-S K, 1 - S B - S₁ K]]
/// ```
///
/// One method for all regimes, for axes that are not parallel and for any dimension: power series over a part `h/2ⁿ` of
/// the time, then n doublings:
///
/// ```text
/// M(2τ) = M M      S₁(2τ) = S₁ + M₁₁ S₁ + S S      S₂(2τ) = S₂ + M₁₁ S₂ + S S₁ + τ S₁
/// ```
///
/// All is computed in units of the part, so that nothing overflows before the result does, and with twice the
/// digits: doubling in `f64` leaves up to 32 ε of the conditioning after 10,000 turns. Once damping has removed all
/// dependence on the start, the rest of the time is added in closed form.
///
/// Beyond 2⁵² radians without such damping, one ε of a rate is a radian: the phase is unknown, and all entries are NaN.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Gyration<const D: usize> {
    /// S \[s\].
    velocity: Square<D>,
    /// S₁ \[s²\].
    position: Square<D>,
    /// S₂ \[s³\].
    ramp: Square<D>,
    /// M to twice the digits; rows whose `keep` is 1 are without the identity.
    map: [[Rounded<D>; 2]; 2],
    keep: [[f64; D]; 2],
}

type Square<const D: usize> = SMatrix<f64, D, D>;

/// A matrix and its rounding errors.
pub(crate) type Rounded<const D: usize> = [Square<D>; 2];

/// More halvings than any finite number needs to come below 1; an infinite time stays infinite.
const MOST: i32 = 2200;

/// After this many doublings of a quarter of a radian the phase is unknown.
const KNOWN: i32 = 54;

/// Terms of the series that need twice the digits, and all: the first left out is below 1e-32 of the sum.
const WIDE_TERMS: u32 = 12;
const TERMS: u32 = 26;

impl<const D: usize> Gyration<D> {
    /// The motion over `dt` \[s\] under damping `γ - G` \[1/s\] and stiffness `ω² - C` \[1/s²\].
    pub(crate) fn new(
        (damping, gyration): (f64, &Square<D>),
        (stiffness, tide): (f64, &Square<D>),
        dt: f64,
    ) -> Self {
        let (b, k) = (Wide::less(damping, gyration), Wide::less(stiffness, tide));
        let rate = (b.high().norm()).max(ComplexField::sqrt(k.high().norm()));
        let (mut halvings, mut part) = (0, dt);
        while rate * ComplexField::abs(part) > 0.25 && halvings < MOST {
            part *= 0.5;
            halvings += 1;
        }
        // det M = e^(-D γ h), and a settled M has determinant 0: without drag nothing settles
        if halvings > KNOWN && damping * (part * power_of_two(KNOWN)) < 1.0 {
            return Self::unknown();
        }
        let tau = DoubleDouble::from(part);
        let pull = k.by(tau);
        let (answer, left) = answer(&b.by(tau), &pull.by(tau), halvings);
        let done = power_of_two(halvings - left);
        Self::from_answer(&answer, &pull.scaled(done), [part * done, dt], left)
    }

    /// The result where the phase is unknown: NaN.
    fn unknown() -> Self {
        let unknown = Square::repeat(f64::NAN);
        Self {
            velocity: unknown,
            position: unknown,
            ramp: unknown,
            map: [[[unknown; 2]; 2]; 2],
            keep: [[1.0; D]; 2],
        }
    }

    /// From the response after a part of the time. If the start is forgotten by then, the rest of the time is added.
    fn from_answer(answer: &Answer<D>, pull: &Wide<D>, [time, dt]: [f64; 2], left: i32) -> Self {
        if left > 0 && !answer.has_settled() {
            return Self::unknown();
        }
        let (rest, tau) = (dt - time, DoubleDouble::from(time));
        let velocity = answer.velocity.high() * time;
        let position = answer.position.high() * time * time;
        let ramp = answer.ramp.high() * time * time * time;
        let rounded = |matrix: &Wide<D>| [matrix.high(), matrix.low()];
        let (keep_position, from_position) = without_identity(&answer.stay);
        let (keep_velocity, from_velocity) = without_identity(&answer.left);
        Self {
            velocity,
            position: position + velocity * rest,
            ramp: ramp + position * rest + velocity * rest * (0.5 * rest),
            map: [
                [rounded(&from_position), rounded(&answer.velocity.by(tau))],
                [
                    rounded(&answer.velocity.times(pull).scaled(-1.0)),
                    rounded(&from_velocity),
                ],
            ],
            keep: [keep_position, keep_velocity],
        }
    }

    /// Velocity and position beyond coasting for the acceleration at the start \[m/s²\] and its rate for a fixed
    /// state \[m/s³\]: `S a + S₁ j`, `S₁ a + S₂ j`.
    pub(crate) fn increment(
        &self,
        start: &SVector<f64, D>,
        slope: &SVector<f64, D>,
    ) -> [SVector<f64, D>; 2] {
        let Self {
            velocity,
            position,
            ramp,
            ..
        } = self;
        let by_start = [velocity, position].map(|matrix| matrix * start);
        if slope.iter().all(|component| *component == 0.0) {
            // 0 · ∞ = 0 here: S₂ overflows first
            return by_start;
        }
        let [dv, dx] = by_start;
        [dv + position * slope, dx + ramp * slope]
    }

    /// `S₁` \[s²\]: position per unit of acceleration.
    pub(crate) fn position(&self) -> Square<D> {
        self.position
    }

    /// M as rows of position and of velocity; each says whether it is without the identity.
    pub(crate) fn map(&self) -> (&[[Rounded<D>; 2]; 2], &[[f64; D]; 2]) {
        (&self.map, &self.keep)
    }
}

/// The identity is subtracted from rows that are near it. Rows that damping has made small are stored as they are, accurate
/// to their own size.
fn without_identity<const D: usize>(matrix: &Wide<D>) -> ([f64; D], Wide<D>) {
    let high = matrix.high();
    let keep = core::array::from_fn(|row| {
        let is_small = high.row(row).iter().all(|entry| entry.abs() < 0.5);
        if is_small { 0.0 } else { 1.0 }
    });
    (keep, matrix.minus(&Wide::diagonal(&keep)))
}

/// The response after a part τ of the time, in units of τ.
#[derive(Debug, Clone, Copy)]
struct Answer<const D: usize> {
    /// M₁₁.
    stay: Wide<D>,
    /// M₂₂.
    left: Wide<D>,
    /// `S / τ`, which is M₁₂ / τ.
    velocity: Wide<D>,
    /// `S₁ / τ²`.
    position: Wide<D>,
    /// `S₂ / τ³`.
    ramp: Wide<D>,
    /// `K τ²`.
    stiffness: Wide<D>,
    /// The change of M₁₁ by the last doubling.
    change: f64,
}

impl<const D: usize> Answer<D> {
    /// `S/h = Σ Tₙ/(n+1)!`, and so on, where `Tₙ₊₁ = -(B h) Tₙ - (K h²) Tₙ₋₁` are the derivatives of S'.
    #[inline(always)]
    fn series(damping: &Wide<D>, stiffness: &Wide<D>) -> Self {
        let (mut before, mut term) = (Wide::zero(), Wide::one());
        let mut sums = [Wide::zero(); 3];
        for n in 0..WIDE_TERMS {
            for (sum, add) in sums.iter_mut().zip(1..) {
                *sum = sum.plus(&term.by(inverse_factorial(n + add)));
            }
            let next = damping.times(&term).plus(&stiffness.times(&before));
            (before, term) = (term, next.scaled(-1.0));
        }
        // the remaining terms are below a rounding error of the first ones and are summed separately, in `f64`
        let (b, k) = (damping.high(), stiffness.high());
        let (mut before, mut term) = (before.high(), term.high());
        let mut rest = [Square::zeros(); 3];
        for n in WIDE_TERMS..TERMS {
            for (sum, add) in rest.iter_mut().zip(1..) {
                *sum += term * inverse_factorial(n + add).high;
            }
            (before, term) = (term, -(b * term + k * before));
        }
        for (sum, rest) in sums.iter_mut().zip(&rest) {
            *sum = sum.plus(&Wide::from_high(rest));
        }
        let [velocity, position, ramp] = sums;
        let stay = Wide::one().minus(&position.times(stiffness));
        Self {
            stay,
            left: stay.minus(&velocity.times(damping)),
            velocity,
            position,
            ramp,
            stiffness: *stiffness,
            change: f64::INFINITY,
        }
    }

    /// The response after twice the time.
    #[inline(always)]
    fn doubled(&self) -> Self {
        let (s, s1, s2) = (&self.velocity, &self.position, &self.ramp);
        let back = s.times(&self.stiffness); // -M₂₁ τ
        let stay = (self.stay.times(&self.stay)).minus(&s.times(&back));
        let velocity = self.stay.times(s).plus(&s.times(&self.left));
        let position = s1.plus(&self.stay.times(s1)).plus(&s.times(s));
        let ramp = (s2.plus(&self.stay.times(s2))).plus(&s.times(s1).plus(s1));
        Self {
            change: stay.minus(&self.stay).high().amax(),
            stay,
            left: (self.left.times(&self.left)).minus(&back.times(s)),
            velocity: velocity.scaled(0.5),
            position: position.scaled(0.25),
            ramp: ramp.scaled(0.125),
            stiffness: self.stiffness.scaled(4.0),
        }
    }

    /// Whether more time no longer changes M and S: velocities have decayed, and positions are fixed or have decayed.
    #[inline(always)]
    fn has_settled(&self) -> bool {
        self.left.high().amax() < 1e-290 && self.change < 1e-30
    }
}

/// The response after a part of the time and `doublings` doublings, or after fewer if it settles; and the number left.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn answer<const D: usize>(
    damping: &Wide<D>,
    stiffness: &Wide<D>,
    halvings: i32,
) -> (Answer<D>, i32) {
    let mut answer = Answer::series(damping, stiffness);
    let most = halvings.min(KNOWN);
    for done in 0..most {
        if answer.has_settled() {
            return (answer, halvings - done);
        }
        answer = answer.doubled();
    }
    (answer, halvings - most)
}

/// `2ⁿ`.
fn power_of_two(n: i32) -> f64 {
    (0..n).fold(1.0, |power, _| power * 2.0)
}

/// `1/n!`, to twice the digits while n! is exact in `f64` (n ≤ 18).
fn inverse_factorial(n: u32) -> DoubleDouble {
    let factorial = (1..=n).fold(1.0, |product, k| product * f64::from(k));
    let high = 1.0 / factorial;
    let product = DoubleDouble::product(high, factorial);
    let low = ((1.0 - product.high) - product.low) / factorial;
    DoubleDouble { high, low }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::SMatrix;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// However long the time, no more than 54 doublings; and without drag a lost phase is known before any of them, as
    /// it would be after all.
    #[test]
    fn no_time_takes_more_doublings_than_a_phase_is_known() {
        let mut random = Pcg64Mcg::seed_from_u64(3);
        let mut unknown = [0; 2];
        for case in 0..400 {
            let mut size = |decades: f64| 10_f64.powf(random.random_range(-decades..decades));
            let [spring, x, y, z] = [(); 4].map(|()| size(30.0));
            let field = SMatrix::<f64, 3, 3>::new(0.0, z, -y, -z, 0.0, x, y, -x, 0.0);
            let drag = if case % 2 == 0 { 0.0 } else { size(30.0) };
            let dt = size(250.0);
            let none = SMatrix::zeros();
            let told = Gyration::new((drag, &field), (spring, &none), dt);
            let is_known = told.velocity.iter().all(|entry| entry.is_finite());
            unknown[case % 2] += usize::from(!is_known);

            // the same without looking at drag first
            let b = Wide::less(drag, &field);
            let rate = b.high().norm().max(3.0_f64.sqrt().sqrt() * spring.sqrt());
            let halvings = (4.0 * rate * dt).log2().ceil().max(0.0) as i32;
            let part = dt / power_of_two(halvings);
            let (tau, k) = (DoubleDouble::from(part), Wide::less(spring, &none));
            let (after, left) = answer(&b.by(tau), &k.by(tau).by(tau), halvings);
            assert!(halvings - left <= KNOWN);
            let is_lost = left > 0 && !after.has_settled();
            assert_eq!(
                is_lost, !is_known,
                "{case}: {drag:e} {spring:e} {dt:e} {field:?}"
            );
        }
        println!("unknown: {unknown:?} of 200 each");
        assert!(unknown.iter().all(|&count| count > 20));
    }

    /// A field turns velocities and nothing else: M₂₂ᵀ M₂₂ = 1 to all the digits that there are.
    #[test]
    fn what_a_field_does_is_a_rotation_to_thirty_digits() {
        let [x, y, z] = [0.3, -2.0, 1.1];
        let field = SMatrix::<f64, 3, 3>::new(0.0, z, -y, -z, 0.0, x, y, -x, 0.0);
        for dt in [0.05, 0.7, 3.0, 300.0] {
            let motion = Gyration::new((0.0, &field), (0.0, &SMatrix::zeros()), dt);
            let (map, keep) = motion.map();
            let [high, low] = map[1][1];
            let entry = |row: usize, column: usize| {
                let whole = if row == column { keep[1][row] } else { 0.0 };
                DoubleDouble::sum(high[(row, column)], low[(row, column)])
                    + DoubleDouble::from(whole)
            };
            let mut worst = 0.0_f64;
            for a in 0..3 {
                for b in 0..3 {
                    let product = (0..3).fold(DoubleDouble::from(0.0), |sum, row| {
                        sum + entry(row, a) * entry(row, b)
                    });
                    let one = DoubleDouble::from(if a == b { 1.0 } else { 0.0 });
                    worst = worst.max((product - one).value().abs());
                }
            }
            assert!(worst < 1e-28, "{dt}: {worst:e}"); // measured: 2e-33, 1.5e-31, 2.5e-31, 1.1e-29
        }
    }
}
