//! Rotation of a body with three distinct principal moments.

use super::free::Free;
use super::reach::{Reach, Short};
use super::turn::{rotate, unit};
use crate::numbers::{coarsened, from_f64, to_f64};
use core::array;
use multiversion::multiversion;
use nalgebra::{Quaternion, RealField, UnitQuaternion, Vector3};

/// The free rotation of a body with three distinct principal moments, precomputed from its inertia.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Asymmetric {
    /// Principal axes in the body's frame, right-handed, with ascending moments.
    axes: [Vector3<f64>; 3],
    /// Reciprocal of the largest moment \[1/(kg m²)\].
    mobility: f64,
    free: Free,
}

/// Number of [`numbers`](Asymmetric::numbers) of a body.
const NUMBERS: usize = 16;

impl Asymmetric {
    /// Precomputes the rotation from the principal moments and the orientation of the principal
    /// axes.
    pub(super) fn new(axes: &Quaternion<f64>, moments: &Vector3<f64>) -> Self {
        let mut order = [0, 1, 2];
        order.sort_unstable_by(|&a, &b| moments[a].total_cmp(&moments[b]));
        let sorted = Vector3::from(order.map(|axis| moments[axis]));
        Self {
            axes: columns(axes, order),
            mobility: sorted.z.recip(),
            free: Free::new(&sorted),
        }
    }

    /// Returns all fields as plain numbers, for a batch.
    #[inline(always)]
    fn numbers(&self) -> [f64; NUMBERS] {
        let mobility = self.mobility;
        let [x, y, z] = self.axes;
        let [b1, b2, b3, r1, r3, ratio] = self.free.numbers();
        [
            x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z, b1, b2, b3, r1, r3, ratio, mobility,
        ]
    }

    /// Returns the rotation with these [`numbers`](Self::numbers).
    #[inline(always)]
    fn from_numbers(n: [f64; NUMBERS]) -> Self {
        Self {
            axes: [
                Vector3::new(n[0], n[1], n[2]),
                Vector3::new(n[3], n[4], n[5]),
                Vector3::new(n[6], n[7], n[8]),
            ],
            free: Free::from_numbers([n[9], n[10], n[11], n[12], n[13], n[14]]),
            mobility: n[15],
        }
    }

    /// Returns the orientation after `dt` \[s\], as a quaternion that is not normalised; `None` if
    /// the angular momentum is zero.
    #[inline(always)]
    pub(super) fn turned(
        &self,
        start: &Quaternion<f64>,
        angular_momentum: &Vector3<f64>,
        dt: f64,
        reach: &mut impl Reach,
    ) -> Option<Quaternion<f64>> {
        let start = unit(start);
        let angular_momentum = rotate(&start.conjugate(), angular_momentum);
        let [first, second, third] = &self.axes;
        let along = Vector3::new(
            first.dot(&angular_momentum),
            second.dot(&angular_momentum),
            third.dot(&angular_momentum),
        );
        let size = reach.length(&along);
        if size == 0.0 {
            return None;
        }
        let direction = along * size.recip();
        let turn = (self.free).step(&direction, size * self.mobility * dt, reach);
        let imag = first * turn.i + second * turn.j + third * turn.k;
        Some(start * Quaternion::from_parts(turn.w, imag))
    }
}

/// Returns the principal axes in this order, in the body's frame. The sign of the last axis is such
/// that the axes are right-handed.
fn columns(axes: &Quaternion<f64>, order: [usize; 3]) -> [Vector3<f64>; 3] {
    let units = [Vector3::x(), Vector3::y(), Vector3::z()];
    let [first, second, third] = order.map(|axis| units[axis]);
    let side = first.cross(&second).dot(&third);
    [first, second, third * side].map(|unit| rotate(axes, &unit))
}

// Short steps of several asymmetric bodies at the same time, with one body per lane of the vector
// registers.

/// Number of bodies in a batch.
pub(super) const BATCH: usize = 8;

type Line = [f64; BATCH];

/// Bodies, with their states and times. All numbers of an empty lane are zero.
pub(super) struct AsymmetricBatch {
    bodies: [Line; NUMBERS],
    orientations: [Line; 4],
    angular_momenta: [Line; 3],
    times: Line,
    count: usize,
}

/// Minimum number of bodies for which a batch is faster than single bodies.
const WORTH_IT: usize = 3;

impl AsymmetricBatch {
    pub(super) fn new() -> Self {
        let none = [0.0; BATCH];
        Self {
            bodies: [none; NUMBERS],
            orientations: [none; 4],
            angular_momenta: [none; 3],
            times: none,
            count: 0,
        }
    }

    /// Copies a body into a lane.
    #[inline]
    pub(super) fn put<T: RealField + Copy>(
        &mut self,
        lane: usize,
        body: &Asymmetric,
        orientation: &UnitQuaternion<T>,
        angular_momentum: &Vector3<T>,
        dt: T,
    ) {
        put(&mut self.bodies, lane, body.numbers());
        put(
            &mut self.orientations,
            lane,
            orientation.coords.map(to_f64).into(),
        );
        put(
            &mut self.angular_momenta,
            lane,
            angular_momentum.map(to_f64).into(),
        );
        self.times[lane] = to_f64(dt);
        self.count += 1;
    }

    /// Returns the orientations after the step; `None` for a body whose step is not short. If there
    /// are fewer than [`WORTH_IT`] bodies, returns `None` for all.
    #[inline]
    pub(super) fn turned<T: RealField + Copy>(&self) -> [Option<UnitQuaternion<T>>; BATCH] {
        if self.count < WORTH_IT {
            return [None; BATCH];
        }
        let (ends, are_good) = short_steps(self);
        array::from_fn(|lane| {
            let end = ends.map(|line| coarsened(from_f64(line[lane])));
            are_good[lane].then(|| UnitQuaternion::new_unchecked(Quaternion::from(end)))
        })
    }
}

/// Copies the numbers of one body to its lane.
#[inline(always)]
fn put<const N: usize>(lines: &mut [Line; N], lane: usize, numbers: [f64; N]) {
    for (line, number) in lines.iter_mut().zip(numbers) {
        line[lane] = number;
    }
}

/// Returns the orientations after a step, and whether each orientation is valid.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn short_steps(of: &AsymmetricBatch) -> ([Line; 4], [bool; BATCH]) {
    let mut ends = [[0.0; BATCH]; 4];
    let mut are_good = [false; BATCH];
    // scalar variables, because values in an array would stay in memory, and the loop would not be
    // vectorised
    for lane in 0..BATCH {
        let number = |line: usize| of.bodies[line][lane];
        let body = Asymmetric::from_numbers([
            number(0),
            number(1),
            number(2),
            number(3),
            number(4),
            number(5),
            number(6),
            number(7),
            number(8),
            number(9),
            number(10),
            number(11),
            number(12),
            number(13),
            number(14),
            number(15),
        ]);
        let start = Quaternion::new(
            of.orientations[3][lane],
            of.orientations[0][lane],
            of.orientations[1][lane],
            of.orientations[2][lane],
        );
        let angular_momentum = Vector3::new(
            of.angular_momenta[0][lane],
            of.angular_momenta[1][lane],
            of.angular_momenta[2][lane],
        );
        let mut short = Short { is_good: true };
        let turned = body.turned(&start, &angular_momentum, of.times[lane], &mut short);
        // a zero angular momentum gives no valid result
        let end = unit(&turned.unwrap_or(start));
        ends[0][lane] = end.i;
        ends[1][lane] = end.j;
        ends[2][lane] = end.k;
        ends[3][lane] = end.w;
        are_good[lane] = short.is_good;
    }
    (ends, are_good)
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::rotation::{Inertia, Rotor};

    /// Returns a random number of either sign, uniform in the logarithm of its absolute value.
    fn decades(cases: &mut Pcg64Mcg, from: f64, to: f64) -> f64 {
        let size = 10_f64.powf(cases.random_range(from..to));
        if cases.random_bool(0.5) { size } else { -size }
    }

    /// Compares a batch with single bodies. The batch has one to twenty bodies of any kind, most of
    /// them asymmetric and with a short step.
    fn same_as_one_by_one<T: RealField + Copy>(cases: &mut Pcg64Mcg) -> usize {
        let count = cases.random_range(1..20);
        let mut vector = |from: f64, to: f64| Vector3::from_fn(|_, _| decades(cases, from, to));
        let kinds: Vec<_> = (0..count).map(|_| vector(-1.0, 0.0)).collect();
        let angular_momenta: Vec<_> = (0..count).map(|_| vector(-1.0, 0.0)).collect();
        let axes: Vec<_> = (0..count).map(|_| vector(-1.0, 0.5)).collect();
        let mut inertias = Vec::new();
        for edges in &kinds {
            let edges = edges.map(f64::abs);
            inertias.push(match cases.random_range(0..12) {
                0 => Inertia::cuboid(1.0, [edges.x, edges.y, edges.y]),
                1 => Inertia::sphere(1.0, edges.x),
                2 => Inertia::point(),
                _ => Inertia::cuboid(1.0, edges),
            });
        }
        let rotors: Vec<_> = inertias.iter().map(Rotor::new).collect();
        let rotors: Vec<_> = rotors.iter().collect();
        let orientations: Vec<_> = (axes.iter())
            .map(|axis| UnitQuaternion::from_scaled_axis(*axis).cast::<T>())
            .collect();
        let mut times = Vec::new();
        let mut kicked = Vec::new();
        for angular_momentum in &angular_momenta {
            let (scale, time) = match cases.random_range(0..20) {
                0 => (0.0, 0.01),
                1 => (decades(cases, -320.0, -100.0), 0.01),
                2 => (decades(cases, -3.0, 30.0), 0.01),
                3 => (1.0, decades(cases, -4.0, 9.0)),
                4 => (f64::NAN, 0.01),
                5 => (1.0, f64::INFINITY),
                _ => (0.02, decades(cases, -3.0, -1.5)),
            };
            kicked.push((angular_momentum * scale).cast::<T>());
            times.push(nalgebra::convert::<f64, T>(time));
        }
        let mut together = orientations.clone();
        Rotor::turn_all(&rotors, &mut together, &kicked, &times);
        let mut short = 0;
        for index in 0..count {
            let alone = rotors[index].turned(&orientations[index], &kicked[index], times[index]);
            let bits = |orientation: &UnitQuaternion<T>| {
                orientation.coords.map(|number| to_f64(number).to_bits())
            };
            assert_eq!(bits(&together[index]), bits(&alone), "{:?}", rotors[index]);
            short += usize::from(bits(&alone) != bits(&orientations[index]));
        }
        short
    }

    #[test]
    fn bodies_in_a_batch_turn_as_they_turn_alone() {
        let mut cases = Pcg64Mcg::new(4);
        let mut turned = 0;
        for _ in 0..400 {
            turned += same_as_one_by_one::<f64>(&mut cases);
            turned += same_as_one_by_one::<f32>(&mut cases);
        }
        assert!(turned > 4000, "{turned}");
    }

    /// Steps of a game are short. A batch does not compute any other step: fewer bodies than
    /// [`WORTH_IT`], fast rotation, or no rotation.
    #[test]
    fn steps_of_a_game_are_short() {
        let brick = Inertia::<f64>::cuboid(1.0, [0.1, 0.2, 0.3]);
        let body = Asymmetric::new(&Quaternion::identity(), &brick.moments());
        let short = |rate: f64, count: usize| {
            let mut batch = AsymmetricBatch::new();
            let angular_momentum = brick.moments() * rate;
            for lane in 0..count {
                batch.put(
                    lane,
                    &body,
                    &UnitQuaternion::identity(),
                    &angular_momentum,
                    1.0 / 60.0,
                );
            }
            batch.turned::<f64>().iter().flatten().count()
        };
        assert_eq!(short(3.0, BATCH), BATCH);
        assert_eq!(short(3.0, WORTH_IT), WORTH_IT);
        assert_eq!(
            [
                short(3.0, WORTH_IT - 1),
                short(60.0, BATCH),
                short(0.0, BATCH)
            ],
            [0; 3]
        );
    }
}
