//! Power series and doublings for coupled modes, in memory that is reused.

use alloc::vec::Vec;

use nalgebra::ComplexField;

use super::modes::Coupling;
use super::wide_matrix::{ONE, WideMatrix, ZERO};
use crate::numbers::DoubleDouble;

/// Number of terms of the series: the first omitted term is below 1e-32 of the sum.
const TERMS: u32 = 20;

/// Maximum number of matrices in use at the same time.
const MATRICES: usize = 14;

/// Memory for the matrices of a [`Doubling`].
#[derive(Debug, Clone)]
pub(super) struct DoublingRoom {
    free: Vec<WideMatrix>,
    /// `K τ²` for the current part τ.
    stiffness: Vec<DoubleDouble>,
}

impl DoublingRoom {
    pub(super) fn new(coupling: Option<&Coupling>) -> Self {
        let size = coupling.map_or(0, |coupling| coupling.damping.size());
        let count = if size == 0 { 0 } else { MATRICES };
        Self {
            free: (0..count).map(|_| WideMatrix::zero(size)).collect(),
            stiffness: alloc::vec![ZERO; size],
        }
    }

    /// Returns a matrix of this size with arbitrary entries, from the stored matrices if there are
    /// any.
    fn take(&mut self, size: usize) -> WideMatrix {
        self.free.pop().unwrap_or_else(|| WideMatrix::zero(size))
    }

    fn give(&mut self, matrices: impl IntoIterator<Item = WideMatrix>) {
        self.free.extend(matrices);
    }

    fn filled(&mut self, size: usize, entry: impl Fn(usize, usize) -> DoubleDouble) -> WideMatrix {
        let mut matrix = self.take(size);
        matrix.fill(entry);
        matrix
    }

    fn one(&mut self, size: usize) -> WideMatrix {
        self.filled(size, |row, column| if row == column { ONE } else { ZERO })
    }

    fn product(&mut self, one: &WideMatrix, other: &WideMatrix) -> WideMatrix {
        let mut product = self.take(one.size());
        product.set_product(one, other);
        product
    }

    /// Returns `matrix · K τ²`.
    fn by_stiffness(&mut self, matrix: &WideMatrix) -> WideMatrix {
        let mut product = self.take(matrix.size());
        product.fill(|row, column| matrix.at(row, column) * self.stiffness[column]);
        product
    }

    /// Adds `scale · one · other` to `sum`. The scale is 1 or -1.
    fn add_product(&mut self, sum: &mut WideMatrix, [one, other]: [&WideMatrix; 2], scale: f64) {
        let product = self.product(one, other);
        sum.add_scaled(&product, scale);
        self.give([product]);
    }
}

/// S, S₁ and S₂ after a part τ of the time, in units of τ, and M₁₁ and M₂₂.
pub(super) struct Doubling {
    pub(super) stay: WideMatrix,
    pub(super) left: WideMatrix,
    pub(super) velocity: WideMatrix,
    pub(super) position: WideMatrix,
    pub(super) ramp: WideMatrix,
}

impl Doubling {
    /// Computes the matrices after a time `dt` \[s\]. [`give_back`](Self::give_back) returns their
    /// memory to `room`.
    pub(super) fn new(coupling: &Coupling, rate: f64, dt: f64, room: &mut DoublingRoom) -> Self {
        let (mut part, mut halvings) = (dt, 0);
        while rate * ComplexField::abs(part) > 0.25 && halvings < 40 {
            part *= 0.5;
            halvings += 1;
        }
        let mut doubling = Self::series(coupling, part, room);
        for _ in 0..halvings {
            doubling = doubling.doubled(room);
        }
        doubling
    }

    pub(super) fn give_back(self, room: &mut DoublingRoom) {
        let Self {
            stay,
            left,
            velocity,
            position,
            ramp,
        } = self;
        room.give([stay, left, velocity, position, ramp]);
    }

    /// Sums the series `S/τ = Σ Tₙ/(n+1)!`, and so on, where `Tₙ₊₁ = -(B τ) Tₙ - (K τ²) Tₙ₋₁` are the derivatives of S'.
    fn series(coupling: &Coupling, part: f64, room: &mut DoublingRoom) -> Self {
        let tau = DoubleDouble::from(part);
        let n = coupling.damping.size();
        room.stiffness.clear();
        (room.stiffness).extend(coupling.stiffness.iter().map(|value| *value * tau * tau));
        let damping = room.filled(n, |row, column| coupling.damping.at(row, column) * tau);
        let mut before = room.filled(n, |_, _| ZERO);
        let mut term = room.one(n);
        let mut sums = [(); 3].map(|()| room.filled(n, |_, _| ZERO));
        for order in 0..TERMS {
            for (sum, add) in sums.iter_mut().zip(1..) {
                sum.add_times(&term, inverse_factorial(order + add));
            }
            let mut next = room.product(&damping, &term);
            for row in 0..n {
                for column in 0..n {
                    let sum = next.at(row, column) + before.at(row, column) * room.stiffness[row];
                    next.set(row, column, sum.scaled(-1.0));
                }
            }
            room.give([core::mem::replace(
                &mut before,
                core::mem::replace(&mut term, next),
            )]);
        }
        let [velocity, position, ramp] = sums;
        let mut stay = room.one(n);
        let pulled = room.by_stiffness(&position);
        stay.add_scaled(&pulled, -1.0);
        let mut left = room.filled(n, |row, column| stay.at(row, column));
        room.add_product(&mut left, [&velocity, &damping], -1.0);
        room.give([damping, before, term, pulled]);
        Self {
            stay,
            left,
            velocity,
            position,
            ramp,
        }
    }

    /// Returns the matrices after twice the time: `M M`, `S₁ + M₁₁ S₁ + S S` and `S₂ + M₁₁ S₂ + S S₁ + τ S₁`.
    fn doubled(self, room: &mut DoublingRoom) -> Self {
        let (stay, s, s1, s2) = (&self.stay, &self.velocity, &self.position, &self.ramp);
        let back = room.by_stiffness(s); // -M₂₁ τ
        let mut velocity = room.product(stay, s);
        room.add_product(&mut velocity, [s, &self.left], 1.0);
        let mut position = room.product(stay, s1);
        room.add_product(&mut position, [s, s], 1.0);
        position.add_scaled(s1, 1.0);
        let mut ramp = room.product(stay, s2);
        ramp.add_scaled(s2, 1.0);
        let mut more = room.product(s, s1);
        more.add_scaled(s1, 1.0);
        ramp.add_scaled(&more, 1.0);
        let mut twice = room.product(stay, stay);
        room.add_product(&mut twice, [s, &back], -1.0);
        let mut left = room.product(&self.left, &self.left);
        room.add_product(&mut left, [&back, s], -1.0);
        room.give([back, more]);
        self.give_back(room);
        for value in &mut room.stiffness {
            *value = value.scaled(4.0);
        }
        Self {
            stay: twice,
            left,
            velocity: velocity.scaled(0.5),
            position: position.scaled(0.25),
            ramp: ramp.scaled(0.125),
        }
    }
}

/// Returns `1/n!`.
fn inverse_factorial(n: u32) -> DoubleDouble {
    let factorial = (1..=n).fold(ONE, |product, factor| {
        product * DoubleDouble::from(f64::from(factor))
    });
    ONE.over(factorial)
}
