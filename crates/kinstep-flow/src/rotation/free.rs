//! One exact step of the free rotation of a body with three distinct moments, in its principal
//! frame.

use nalgebra::{ComplexField, Quaternion, Vector3};

use super::elliptic::carlson_rj;
use super::reach::{Argument, Reach};
use super::turn::{frame_turn, unit_vector};

/// Constants that depend only on the moments `I₁ ≤ I₂ ≤ I₃`. In units of `1 / I₃`, the angular
/// momentum is a direction m of length 1, and the time is `τ = |L| dt / I₃`.
///
/// ```text
/// dm/dτ = m × (m₁/I₁, m₂/I₂, m₃/I₃) = (-b₁ m₂m₃, b₂ m₁m₃, -b₃ m₁m₂)
/// b₁ = (I₃ - I₂)/I₂     b₂ = (I₃ - I₁)/I₁     b₃ = (I₂ - I₁) I₃/(I₁ I₂)     b₁ + b₃ = b₂
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Free {
    /// b₁, b₂ and b₃. The differences of the moments are computed first, so nothing rounded
    /// cancels.
    b: Vector3<f64>,
    /// `b₁ / b₂`.
    r1: f64,
    /// `b₃ / b₂`.
    r3: f64,
    /// `I₃ / I₁`.
    ratio: f64,
}

/// The angular momentum m after a step, and the elliptic functions of this step.
struct Passage {
    /// m after the step, of length 1.
    end: Vector3<f64>,
    /// cn² and dn².
    squares: [f64; 2],
    /// `sn / λ`.
    z: f64,
    /// Number j of the half periods `2K` in the argument, rounded to the nearest integer.
    halves: f64,
    /// Rate λ of the argument of sn, cn and dn.
    rate: f64,
    /// Complementary parameter `1 - m`.
    complement: f64,
    /// `(λ / b₂)²`.
    size: f64,
}

impl Free {
    /// Computes the constants for moments in ascending order.
    pub(super) fn new(moments: &Vector3<f64>) -> Self {
        let [i1, i2, i3] = [moments.x, moments.y, moments.z];
        let b1 = (i3 - i2) / i2;
        let b2 = (i3 - i1) / i1;
        let b3 = (i2 - i1) / i1 * (i3 / i2);
        let (r1, r3) = if b2 == 0.0 {
            (0.5, 0.5)
        } else {
            (b1 / b2, b3 / b2)
        };
        let ratio = i3 / i1;
        Self {
            b: Vector3::new(b1, b2, b3),
            r1,
            r3,
            ratio,
        }
    }

    /// Returns all fields as plain numbers, for a batch.
    #[inline(always)]
    pub(super) fn numbers(&self) -> [f64; 6] {
        let Self { b, r1, r3, ratio } = *self;
        [b.x, b.y, b.z, r1, r3, ratio]
    }

    /// Inverts [`numbers`](Self::numbers).
    #[inline(always)]
    pub(super) fn from_numbers([b1, b2, b3, r1, r3, ratio]: [f64; 6]) -> Self {
        let b = Vector3::new(b1, b2, b3);
        Self { b, r1, r3, ratio }
    }

    /// Returns the rotation of the body during τ, in the body's frame at the start, as a quaternion
    /// of any length.
    ///
    /// The frame `F(m) = [e × m, m × (e × m), m]` follows the angular momentum. e is axis 1 or axis
    /// 3: the axis from which the direction m always differs by at least 45°. The rotation is
    /// `F(m) R_z(ψ) F(n)ᵀ`, where n is m after the step, and ψ is the angle of rotation about m.
    #[inline(always)]
    pub(super) fn step(
        &self,
        m: &Vector3<f64>,
        tau: f64,
        reach: &mut impl Reach,
    ) -> Quaternion<f64> {
        let q1 = m.x * m.x + self.r1 * m.y * m.y;
        let q3 = m.z * m.z + self.r3 * m.y * m.y;
        let passage = self.passage(m, [q1, q3], tau, reach);
        let about_third = q1 >= q3;
        let (of_axis, steady, sign) = if about_third {
            ([self.r3, q3, self.b.z], self.ratio, -1.0)
        } else {
            ([self.r1, q1, self.b.x], 1.0, 1.0)
        };
        // the axes in an order in which e is the third axis
        let ordered = |v: &Vector3<f64>| {
            if about_third {
                *v
            } else {
                Vector3::new(v.y, v.z, v.x)
            }
        };
        let (from, to) = (ordered(m), ordered(&passage.end));
        let across = to.x * to.x + to.y * to.y;
        let (more, [cosine, sine]) = self.twist(m, &passage, of_axis, across, reach);
        let half = reach.half_turn(0.5 * (tau * steady + more * sign));
        let turn = frame_turn(&from, &to, half, [cosine, sine * sign]);
        if about_third {
            turn
        } else {
            Quaternion::new(turn.w, turn.k, turn.i, turn.j)
        }
    }

    /// Returns m after the time τ, by the addition theorems of sn, cn and dn, so no initial phase
    /// is needed.
    #[inline(always)]
    fn passage(
        &self,
        m: &Vector3<f64>,
        [q1, q3]: [f64; 2],
        tau: f64,
        reach: &mut impl Reach,
    ) -> Passage {
        let [b1, b2, b3] = [self.b.x, self.b.y, self.b.z];
        // the signed distance from the separatrix; the difference r₃ q₁ - r₁ q₃ would cancel
        let distance = self.r3 * m.x * m.x - self.r1 * m.z * m.z;
        let size = (self.r3 * q1).max(self.r1 * q3);
        let complement = if size > 0.0 {
            (distance.abs() / size).min(1.0)
        } else {
            1.0
        };
        let rate = b2 * ComplexField::sqrt(size);
        let Argument {
            z,
            squares,
            cn: c,
            dn: d,
            halves,
        } = reach.argument(rate, tau, complement);
        let slope = Vector3::new(-b1 * m.y * m.z, b2 * m.x * m.z, -b3 * m.x * m.y) * z;
        let (n1, n3, denominator) = if distance >= 0.0 {
            let denominator = squares[1] + b1 * z * (b2 * z) * (m.z * m.z);
            (m.x * d + slope.x * c, m.z * c + slope.z * d, denominator)
        } else {
            let denominator = squares[1] + b3 * z * (b2 * z) * (m.x * m.x);
            (m.x * c + slope.x * d, m.z * d + slope.z * c, denominator)
        };
        let end = Vector3::new(n1, m.y * c * d + slope.y, n3) * denominator.recip();
        Passage {
            end: unit_vector(&end),
            squares,
            z,
            halves,
            rate,
            complement,
            size,
        }
    }

    /// Returns the angle of rotation about the angular momentum that is added to the steady
    /// rotation. One part is an angle \[rad\]; the other part is given by a cosine and a sine, both
    /// times any common factor.
    ///
    /// ```text
    /// q E + arctan(b z m₂ n₂ / (a - ρ m₂ b₂ n₁ n₃ z))       q = b₂³ ρ Q
    /// E = ± z³/3 R_J(cn², dn², 1, 1 + b₂² ρ Q z²) + 2j/(3 λ³) R_J(0, 1 - m, 1, 1 + b₂² ρ Q/λ²)
    /// ```
    ///
    /// ρ, Q and b are those of the axis e; a is the square of the component of n perpendicular to
    /// this axis. The second argument of the arctangent is never below ½, so the arctangent stays
    /// in its first branch.
    #[inline(always)]
    fn twist(
        &self,
        m: &Vector3<f64>,
        passage: &Passage,
        [rho, q, b]: [f64; 3],
        across: f64,
        reach: &mut impl Reach,
    ) -> (f64, [f64; 2]) {
        let &Passage {
            end: n,
            squares: [c2, d2],
            z,
            halves,
            rate,
            complement,
            size,
        } = passage;
        let b2 = self.b.y;
        let s = b2 * z;
        let part = rho * q * s * s;
        let mut angle = part * s * (1.0 / 3.0) * reach.carlson_rj(c2, d2, 1.0 + part);
        if halves != 0.0 {
            // the sign of sn changes from each half period to the next
            let odd = halves != 2.0 * ComplexField::round(0.5 * halves);
            let whole = rho * q / size;
            let periods = 2.0 * halves * (b2 / rate) * whole / 3.0;
            let there = carlson_rj(0.0, complement, 1.0 + whole);
            angle = if odd { -angle } else { angle } + periods * there;
        }
        (
            angle,
            [across - rho * m.y * s * n.x * n.z, b * z * m.y * n.y],
        )
    }
}
