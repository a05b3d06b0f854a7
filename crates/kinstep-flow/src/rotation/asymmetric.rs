//! A body with three distinct principal moments.

use nalgebra::{Quaternion, Vector3};

use super::free::Free;
use super::reach::Reach;
use super::turn::{rotate, unit};

/// Free rotation of a body with three distinct principal moments, prepared from its inertia.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Asymmetric {
    /// Principal axes with moments in rising order, right-handed, in the body's frame.
    axes: [Vector3<f64>; 3],
    /// Reciprocal of the largest moment \[1/(kg m²)\].
    mobility: f64,
    free: Free,
}

/// Number of the [`numbers`](Asymmetric::numbers) of a body.
pub(super) const NUMBERS: usize = 16;

impl Asymmetric {
    /// Prepares the rotation from principal moments and the orientation of the principal axes.
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

    /// All fields as plain numbers, for a batch.
    #[inline(always)]
    pub(super) fn numbers(&self) -> [f64; NUMBERS] {
        let mobility = self.mobility;
        let [x, y, z] = self.axes;
        let [b1, b2, b3, r1, r3, ratio] = self.free.numbers();
        [
            x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z, b1, b2, b3, r1, r3, ratio, mobility,
        ]
    }

    /// The inverse of [`numbers`](Self::numbers).
    #[inline(always)]
    pub(super) fn from_numbers(n: [f64; NUMBERS]) -> Self {
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

    /// Orientation after `dt` \[s\], as a quaternion of any length; `None` if the angular momentum is zero.
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

/// Principal axes in this order, in the body's frame. The sign of the last axis makes them right-handed.
fn columns(axes: &Quaternion<f64>, order: [usize; 3]) -> [Vector3<f64>; 3] {
    let units = [Vector3::x(), Vector3::y(), Vector3::z()];
    let [first, second, third] = order.map(|axis| units[axis]);
    let side = first.cross(&second).dot(&third);
    [first, second, third * side].map(|unit| rotate(axes, &unit))
}
