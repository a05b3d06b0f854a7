//! The elliptic functions for a step, in two versions: one for any step, and one without branches
//! for short steps.

use nalgebra::{ComplexField, Vector3};

use super::elliptic::{Jacobi, SMALL, carlson_rj, carlson_rj_of_neighbours, sine_ratio};
use super::turn::{half_turn, half_turn_of_less, length, length_of_square};

/// The elliptic functions of an argument `h = λτ`.
pub(super) struct Argument {
    /// `sn / λ`.
    pub(super) z: f64,
    /// cn² and dn².
    pub(super) squares: [f64; 2],
    pub(super) cn: f64,
    pub(super) dn: f64,
    /// Number j of the half periods `2K` in the argument, rounded to the nearest integer.
    pub(super) halves: f64,
}

/// The functions that a step needs. If both versions are accurate, their results have the same
/// bits.
pub(super) trait Reach {
    /// Returns the elliptic functions for the rate λ, the time τ and the complementary parameter `1 - m`.
    fn argument(&mut self, rate: f64, tau: f64, complement: f64) -> Argument;

    /// Returns `R_J(x, y, 1, p)`
    fn carlson_rj(&mut self, x: f64, y: f64, p: f64) -> f64;

    /// Returns `[cos x, sin x]`
    fn half_turn(&mut self, x: f64) -> [f64; 2];

    /// Returns the length of a vector.
    fn length(&mut self, vector: &Vector3<f64>) -> f64;
}

/// The version for any step.
pub(super) struct Any;

/// The version for steps of up to about a tenth of a radian. It has no branches, so that the
/// compiler can vectorise a loop over a batch of bodies.
pub(super) struct Short {
    /// Whether all arguments so far were in the valid range of this version.
    pub(super) is_good: bool,
}

impl Argument {
    #[inline(always)]
    fn small(h: f64, tau: f64, complement: f64) -> Self {
        let parameter = 1.0 - complement;
        let ratio = sine_ratio(h * h, parameter);
        let s2 = (h * ratio) * (h * ratio);
        let squares = [1.0 - s2, 1.0 - parameter * s2];
        let [cn, dn] = [
            ComplexField::sqrt(squares[0]),
            ComplexField::sqrt(squares[1]),
        ];
        Self {
            z: tau * ratio,
            squares,
            cn,
            dn,
            halves: 0.0,
        }
    }

    fn large(h: f64, rate: f64, complement: f64) -> Self {
        let Jacobi {
            sn,
            cn,
            dn,
            quarter_period,
        } = Jacobi::new(h, complement);
        let halves = if h.abs() <= core::f64::consts::FRAC_PI_2 {
            0.0
        } else {
            ComplexField::round(h / (2.0 * quarter_period))
        };
        Self {
            z: sn / rate,
            squares: [cn * cn, dn * dn],
            cn,
            dn,
            halves,
        }
    }
}

impl Reach for Any {
    #[inline(always)]
    fn argument(&mut self, rate: f64, tau: f64, complement: f64) -> Argument {
        let h = rate * tau;
        if h.abs() <= SMALL {
            Argument::small(h, tau, complement)
        } else {
            Argument::large(h, rate, complement)
        }
    }

    #[inline(always)]
    fn carlson_rj(&mut self, x: f64, y: f64, p: f64) -> f64 {
        carlson_rj(x, y, p)
    }

    #[inline(always)]
    fn half_turn(&mut self, x: f64) -> [f64; 2] {
        half_turn(x)
    }

    #[inline(always)]
    fn length(&mut self, vector: &Vector3<f64>) -> f64 {
        length(vector)
    }
}

impl Reach for Short {
    #[inline(always)]
    fn argument(&mut self, rate: f64, tau: f64, complement: f64) -> Argument {
        let h = rate * tau;
        self.is_good &= h.abs() <= SMALL;
        Argument::small(h, tau, complement)
    }

    #[inline(always)]
    fn carlson_rj(&mut self, x: f64, y: f64, p: f64) -> f64 {
        let (value, is_good) = carlson_rj_of_neighbours(x, y, p);
        self.is_good &= is_good;
        value
    }

    #[inline(always)]
    fn half_turn(&mut self, x: f64) -> [f64; 2] {
        let (value, is_good) = half_turn_of_less(x);
        self.is_good &= is_good;
        value
    }

    #[inline(always)]
    fn length(&mut self, vector: &Vector3<f64>) -> f64 {
        let (value, is_good) = length_of_square(vector.norm_squared());
        self.is_good &= is_good;
        value
    }
}
