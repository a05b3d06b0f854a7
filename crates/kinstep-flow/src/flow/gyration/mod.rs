//! Response under laws with matrices, which let velocities gyrate, and stiffness depend on the
//! direction.

mod answer;
mod wide;

use nalgebra::{ComplexField, SMatrix, SVector};

use super::LinearLaw;
use crate::numbers::DoubleDouble;
use answer::{Answer, answer};
use answer::{Creep, FORGOTTEN};
use wide::Wide;

/// Motion under `x'' = a - B x' - K x` with matrices B and K, for one duration.
/// [`Propagator`](super::Propagator) is the scalar version.
///
/// ```text
/// S' = 1 - S₁ K - S B       S₁' = S       S₂' = S₁       all zero at the start
/// M = [[1 - S₁ K, S], [-S K, 1 - S B - S₁ K]]
/// ```
///
/// One method solves all regimes, axes that are not parallel, and any dimension: a power series for
/// a part `h/2ⁿ` of the time, then n doublings:
///
/// ```text
/// M(2τ) = M M      S₁(2τ) = S₁ + M₁₁ S₁ + S S      S₂(2τ) = S₂ + M₁₁ S₂ + S S₁ + τ S₁
/// ```
///
/// All numbers are in units of the part, so that nothing overflows before the result does, and in
/// double-double, because doubling in `f64` leaves up to 32 ε of the conditioning after 10,000
/// rotations. Once damping has removed the influence of the initial state, the rest of the time is
/// added in closed form.
///
/// Beyond 2⁵² radians one ε of a rate is a radian. A result then exists only if damping has removed
/// the influence of the initial state, entirely or except for a slow `Creep`. Otherwise the phase
/// is unknown, and all entries are NaN. If the result overflows, all entries are infinite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gyration<const D: usize> {
    /// S \[s\].
    velocity: Square<D>,
    /// S₁ \[s²\].
    position: Square<D>,
    /// S₂ \[s³\].
    ramp: Square<D>,
    /// M in double-double. Rows whose `keep` is 1 do not include the identity.
    map: [[Rounded<D>; 2]; 2],
    keep: [[f64; D]; 2],
}

type Square<const D: usize> = SMatrix<f64, D, D>;

/// A matrix and its rounding errors.
pub(super) type Rounded<const D: usize> = [Square<D>; 2];

/// Maximum number of halvings. Any finite number needs fewer to become less than 1; an infinite
/// time stays infinite.
const MOST: i32 = 2200;

/// Number of doublings of a quarter of a radian after which the phase is unknown.
const KNOWN: i32 = 54;

impl<const D: usize> Gyration<D> {
    /// Computes the motion over `dt` \[s\] under the damping `γ - G` and the stiffness `ω² - C` of a law.
    #[must_use]
    pub fn new(law: &LinearLaw<f64, D>, dt: f64) -> Self {
        let damping = law.damping;
        let b = Wide::less(damping, &law.gyration);
        let k = Wide::less(law.stiffness_per_mass, &law.tide);
        let (halvings, part) = halved(&b, &k, dt);
        if halvings > KNOWN {
            let tau = DoubleDouble::from(part);
            let reached = damping * (part * power_of_two(KNOWN));
            if damping * dt > FORGOTTEN
                && let Some(creep) = Creep::new(&b.by(tau), &k.by(tau), damping * part, part)
                && (creep.moves() || reached < 1.0)
            {
                return creep.after(dt);
            }
            // det M = e^(-D γ h), and a settled M has determinant 0, so without drag M never
            // settles
            if reached < 1.0 {
                return Self::filled(f64::NAN);
            }
        }
        Self::doubled(&b, &k, dt)
    }

    /// Computes the motion over `dt` \[s\] by doublings.
    fn doubled(b: &Wide<D>, k: &Wide<D>, dt: f64) -> Self {
        let (halvings, part) = halved(b, k, dt);
        let tau = DoubleDouble::from(part);
        let pull = k.by(tau);
        let (answer, left) = answer(&b.by(tau), &pull.by(tau), halvings);
        let done = power_of_two(halvings - left);
        Self::from_answer(&answer, &pull.scaled(done), [part * done, dt], left)
    }

    /// Returns a motion whose entries are all `entry`, for invalid results: NaN if the phase is
    /// unknown, infinity if the result overflows.
    fn filled(entry: f64) -> Self {
        let entries = Square::repeat(entry);
        Self {
            velocity: entries,
            position: entries,
            ramp: entries,
            map: [[[entries; 2]; 2]; 2],
            keep: [[1.0; D]; 2],
        }
    }

    /// Computes the motion from the response after a part of the time. If the response has settled
    /// by then, adds the rest of the time.
    fn from_answer(answer: &Answer<D>, pull: &Wide<D>, [time, dt]: [f64; 2], left: i32) -> Self {
        if !answer.is_finite() {
            return Self::filled(f64::INFINITY);
        }
        if left > 0 && !answer.has_settled() {
            return Self::filled(f64::NAN);
        }
        let (rest, tau) = (dt - time, DoubleDouble::from(time));
        let velocity = answer.velocity.high() * time;
        let position = answer.position.high() * time * time;
        let ramp = answer.ramp.high() * time * time * time;
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

    /// Returns the changes of velocity and position relative to coasting: `S a + S₁ j`,
    /// `S₁ a + S₂ j`, for the acceleration a at the start \[m/s²\] and its rate of change j at a
    /// fixed state \[m/s³\].
    #[must_use]
    pub fn increment(
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
        // 0 · ∞ = 0 here, because S₂ overflows first
        let is_none = |vector: &SVector<f64, D>| vector.iter().all(|entry| *entry == 0.0);
        let [dv, dx] = if is_none(start) {
            [*start; 2]
        } else {
            [velocity, position].map(|matrix| matrix * start)
        };
        if is_none(slope) {
            return [dv, dx];
        }
        [dv + position * slope, dx + ramp * slope]
    }

    /// Returns `S₁` \[s²\], the displacement per unit of acceleration.
    #[must_use]
    pub fn position(&self) -> Square<D> {
        self.position
    }

    /// Returns `S₂` \[s³\], the displacement per unit of jerk.
    #[must_use]
    pub fn ramp(&self) -> Square<D> {
        self.ramp
    }

    /// Returns M as rows of position and of velocity, and `keep` of each row, which is 1 if the row
    /// does not include the identity.
    #[must_use]
    pub fn map(&self) -> (&[[Rounded<D>; 2]; 2], &[[f64; D]; 2]) {
        (&self.map, &self.keep)
    }
}

/// Subtracts the identity from rows that are near it. Rows that damping has made small stay
/// unchanged, so that they are accurate relative to their own size.
fn without_identity<const D: usize>(matrix: &Wide<D>) -> ([f64; D], Wide<D>) {
    let high = matrix.high();
    let keep = core::array::from_fn(|row| {
        let is_small = high.row(row).iter().all(|entry| entry.abs() < 0.5);
        if is_small { 0.0 } else { 1.0 }
    });
    (keep, matrix.minus(&Wide::diagonal(&keep)))
}

/// Returns the matrix and its rounding errors.
fn rounded<const D: usize>(matrix: &Wide<D>) -> Rounded<D> {
    [matrix.high(), matrix.low()]
}

/// Returns the norm of a matrix, even if the squares of its entries overflow or underflow.
fn size<const D: usize>(matrix: &Square<D>) -> f64 {
    let (norm, most) = (matrix.norm(), matrix.amax());
    if 1e-140 < norm && norm.is_finite() || most == 0.0 {
        norm
    } else {
        (matrix / most).norm() * most
    }
}

/// Returns the number of halvings that reduce the angle during `dt` \[s\] to at most a quarter of a
/// radian, and the halved time.
fn halved<const D: usize>(b: &Wide<D>, k: &Wide<D>, dt: f64) -> (i32, f64) {
    let rate = size(&b.high()).max(ComplexField::sqrt(size(&k.high())));
    let (mut halvings, mut part) = (0, dt);
    while rate * ComplexField::abs(part) > 0.25 && halvings < MOST {
        part *= 0.5;
        halvings += 1;
    }
    (halvings, part)
}

/// Returns `2ⁿ`.
fn power_of_two(n: i32) -> f64 {
    (0..n).fold(1.0, |power, _| power * 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn law<const D: usize>(
        damping: f64,
        gyration: Square<D>,
        stiffness: f64,
        tide: Square<D>,
    ) -> LinearLaw<f64, D> {
        LinearLaw {
            damping,
            stiffness_per_mass: stiffness,
            gyration,
            tide,
            ..LinearLaw::free()
        }
    }

    /// Any time needs at most 54 doublings. Without drag, an unknown phase is detected before the
    /// first doubling in exactly those cases in which the doublings would lose the phase. With
    /// drag, a slow creep is known for longer times.
    #[test]
    fn no_time_takes_more_doublings_than_a_phase_is_known() {
        let mut random = Pcg64Mcg::seed_from_u64(3);
        let (mut unknown, mut creeping) = ([0; 2], 0);
        for case in 0..400 {
            let mut size = |decades: f64| 10_f64.powf(random.random_range(-decades..decades));
            let [spring, x, y, z] = [(); 4].map(|()| size(30.0));
            let field = SMatrix::<f64, 3, 3>::new(0.0, z, -y, -z, 0.0, x, y, -x, 0.0);
            let drag = if case % 2 == 0 { 0.0 } else { size(30.0) };
            let dt = size(250.0);
            let none = SMatrix::zeros();
            let told = Gyration::new(&law(drag, field, spring, none), dt);
            let is_known = told.velocity.iter().all(|entry| entry.is_finite());
            unknown[case % 2] += usize::from(!is_known);

            // the reference uses doublings alone
            let (b, k) = (Wide::less(drag, &field), Wide::less(spring, &none));
            let (halvings, part) = halved(&b, &k, dt);
            let tau = DoubleDouble::from(part);
            let (after, left) = answer(&b.by(tau), &k.by(tau).by(tau), halvings);
            assert!(halvings - left <= KNOWN);
            let is_lost = left > 0 && !after.has_settled();
            let which = format!("{case}: {drag:e} {spring:e} {dt:e} {field:?}");
            if drag == 0.0 {
                assert_eq!(is_lost, !is_known, "{which}");
            } else {
                assert!(is_known || is_lost, "{which}");
                creeping += usize::from(is_known && is_lost);
            }
        }
        println!("unknown: {unknown:?} of 200 each, {creeping} creep");
        assert!(unknown.iter().all(|&count| count > 20) && creeping > 10);
    }

    /// Doubling stops once the result overflows.
    #[test]
    fn doublings_end_where_the_result_overflows() {
        let tide = SMatrix::<f64, 2, 2>::new(3.0, 1.0, 1.0, 2.0);
        let none = SMatrix::zeros();
        for dt in [1e3, 1e9, 1e15, 1e200] {
            let (b, k) = (Wide::less(1.0, &none), Wide::less(0.0, &tide));
            let (halvings, part) = halved(&b, &k, dt);
            let tau = DoubleDouble::from(part);
            let (after, left) = answer(&b.by(tau), &k.by(tau).by(tau), halvings);
            assert!(!after.is_finite() && halvings - left < 16, "{dt:e}: {left}");
            let motion = Gyration::new(&law(1.0, none, 0.0, tide), dt);
            assert!(motion.velocity.iter().all(|entry| *entry == f64::INFINITY));
        }
    }

    /// For long times, no doubling starts with entries whose products are subnormal.
    #[test]
    fn long_times_have_no_faded_numbers() {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let (mut long, mut faded) = (0, 0);
        for _ in 0..2000 {
            let mut size = |decades: f64| 10_f64.powf(random.random_range(-decades..decades));
            let [damping, dt] = [(); 2].map(|()| size(150.0));
            let [field, tide] = [(); 2].map(|()| SMatrix::<f64, 3, 3>::from_fn(|_, _| size(150.0)));
            let (b, k) = (
                Wide::less(damping, &(field - field.transpose())),
                Wide::less(0.0, &tide),
            );
            let (halvings, part) = halved(&b, &k, dt);
            if halvings <= KNOWN {
                continue;
            }
            long += 1;
            let tau = DoubleDouble::from(part);
            let (damping, stiffness) = (b.by(tau), k.by(tau).by(tau));
            let is_faded = |matrix: &Wide<3>| {
                let numbers = [matrix.high(), matrix.low()];
                let mut numbers = numbers.iter().flatten().map(|number| number.abs());
                numbers.any(|number| number > 0.0 && number * number < 1e-276)
            };
            faded += usize::from(is_faded(&damping) || is_faded(&stiffness));
            let (after, _) = answer(&damping, &stiffness, halvings);
            let parts = [
                &after.stay,
                &after.left,
                &after.velocity,
                &after.position,
                &after.ramp,
            ];
            assert!(!parts.into_iter().any(is_faded));
        }
        println!("{faded} of {long}");
        assert!(faded > 200);
    }

    /// A field only rotates velocities: M₂₂ᵀ M₂₂ = 1 to 28 digits.
    #[test]
    fn what_a_field_does_is_a_rotation_to_thirty_digits() {
        let [x, y, z] = [0.3, -2.0, 1.1];
        let field = SMatrix::<f64, 3, 3>::new(0.0, z, -y, -z, 0.0, x, y, -x, 0.0);
        for dt in [0.05, 0.7, 3.0, 300.0] {
            let motion = Gyration::new(&law(0.0, field, 0.0, SMatrix::zeros()), dt);
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
