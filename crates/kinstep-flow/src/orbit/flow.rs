//! One exact step of the motion about a point attractor.

use nalgebra::{RealField, SVector};

use super::parameters::KeplerParameters;
use super::parameters::{OrbitUnits, ldexp};
use crate::increment::Increment;
use crate::numbers::{from_f64, to_f64};

/// The exact motion of a body during one step about a point attractor at the origin,
/// `a = -μ x/|x|³`.
///
/// The step uses Lagrange's coefficients, `x' = f x + g v` and `v' = ḟ x + ġ v`, where
///
/// ```text
/// f - 1 = -μ G₂/r₀    g - dt = -μ G₃    ḟ = -μ G₁/(r r₀)    ġ - 1 = -μ G₂/r
/// ```
///
/// With these coefficients, the [`Increment`] is computed without cancellation.
///
/// | case | computation |
/// |---|---|
/// | ellipse, parabola, hyperbola, radial | one formula for all |
/// | more than half a period | whole periods are subtracted in double-double |
/// | μ < 0 | repulsion: the other branch of the hyperbola |
/// | μ = 0 | coasting |
/// | radial infall | rebounds at the centre, as the limit of increasingly thin ellipses |
/// | at the centre, at the start or (to rounding) at the end | not finite |
///
/// All computations are in `f64` for every `T`, scaled by powers of two, so numbers from 1e-270 to
/// 1e270 are valid.
///
/// ```
/// use kinstep_flow::nalgebra::Vector2;
/// use kinstep_flow::orbit::KeplerFlow;
///
/// // a quarter of a circle of radius 1 m at 1 m/s
/// let (start, velocity) = (Vector2::new(1.0, 0.0), Vector2::new(0.0, 1.0));
/// let quarter = KeplerFlow::new(1.0, &start, &velocity, std::f64::consts::FRAC_PI_2);
/// assert!((quarter.position - Vector2::new(0.0, 1.0)).norm() < 4.0 * f64::EPSILON);
/// assert!((quarter.velocity - Vector2::new(-1.0, 0.0)).norm() < 4.0 * f64::EPSILON);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KeplerFlow<T, const D: usize> {
    /// Position after the step \[m\], relative to the attractor. If the step has many periods, it
    /// is more accurate than `x + v dt + Δx`.
    pub position: SVector<T, D>,
    /// Velocity after the step \[m/s\].
    pub velocity: SVector<T, D>,
    /// Change of velocity and position relative to coasting.
    pub increment: Increment<T, D>,
}

impl<T: RealField + Copy, const D: usize> KeplerFlow<T, D> {
    /// Computes the motion during `dt` \[s\], which may be negative, about an attractor of strength
    /// μ \[m³/s²\] at the origin, from a position \[m\] and a velocity \[m/s\].
    #[must_use]
    pub fn new(mu: T, position: &SVector<T, D>, velocity: &SVector<T, D>, dt: T) -> Self {
        let (x, v) = (position.map(to_f64), velocity.map(to_f64));
        let (mu, dt) = (to_f64(mu), to_f64(dt));
        let state = if mu == 0.0 || dt == 0.0 {
            UnroundedFlow::coasting(&x, &v, dt)
        } else {
            UnroundedFlow::after(mu, &x, &v, dt)
        };
        Self {
            position: state.position.map(from_f64),
            velocity: state.velocity.map(from_f64),
            increment: Increment {
                velocity: state.kick.map(from_f64),
                position: state.shift.map(from_f64),
            },
        }
    }
}

/// A [`KeplerFlow`] before it is rounded.
struct UnroundedFlow<const D: usize> {
    position: SVector<f64, D>,
    velocity: SVector<f64, D>,
    kick: SVector<f64, D>,
    shift: SVector<f64, D>,
}

impl<const D: usize> UnroundedFlow<D> {
    fn coasting(x: &SVector<f64, D>, v: &SVector<f64, D>, dt: f64) -> Self {
        Self {
            position: x + v * dt,
            velocity: *v,
            kick: SVector::zeros(),
            shift: SVector::zeros(),
        }
    }

    fn after(mu: f64, x: &SVector<f64, D>, v: &SVector<f64, D>, dt: f64) -> Self {
        let units = OrbitUnits::new(mu, x, v);
        let (x, v) = (units.lengths_in(x), units.speeds_in(v));
        let (mu, dt) = (units.strength(mu), ldexp(dt, -units.time));
        let parameters = KeplerParameters::new(mu, &x, &v);
        let left = parameters.within_a_period(dt);
        // a step backward in time is a forward step with the velocity reversed; afterwards X is
        // negated
        let equation = parameters.equation(left);
        let (g, _) = equation.solve(left.abs());
        let r = equation.distance_at(&g);
        let g = if left < 0.0 { g.at_negative_x() } else { g };
        let r0 = equation.distance;

        let f = -mu * g.g2 / r0; // f - 1
        let slip = -mu * g.g3; // g - dt
        let radial = parameters.radial;
        // g = r₀ G₁ + η G₂ = dt - μ G₃; the formula with the smaller terms has the smaller rounding
        // error
        let (direct, by_slip) = ([r0 * g.g1, radial * g.g2], [left, slip]);
        let size = |terms: &[f64; 2]| terms[0].abs() + terms[1].abs();
        let reach = if size(&direct) < size(&by_slip) {
            direct[0] + direct[1]
        } else {
            by_slip[0] + by_slip[1]
        };
        // near the centre, r may be negative due to rounding errors
        let r = if r > 0.0 { r } else { 0.0 };
        let kick = x * (-mu * g.g1 / r / r0) + v * (-mu * g.g2 / r);
        // Δv = ḟ x + (ġ - 1) v, converted to metres and seconds
        let (length, speed) = (units.length, units.length - units.time);
        let rescaled = |vector: SVector<f64, D>, exponent| vector.map(|x| ldexp(x, exponent));
        Self {
            position: rescaled(x + (x * f + v * reach), length),
            velocity: rescaled(v + kick, speed),
            kick: rescaled(kick, speed),
            shift: rescaled(x * f + v * (slip + (left - dt)), length),
        }
    }
}
