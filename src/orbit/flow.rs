//! The exact step about a point attractor.

use nalgebra::{RealField, SVector};

use super::elements::Elements;
use super::scale::{Units, scaled};
use crate::increment::Increment;
use crate::space::{narrow, widen};

/// Where a body about a point attractor at the origin is after some time, exactly: `a = -μ x/|x|³`.
///
/// With Lagrange's coefficients `x' = f x + g v` and `v' = ḟ x + ġ v`, where
///
/// ```text
/// f - 1 = -μ G₂/r₀    g - dt = -μ G₃    ḟ = -μ G₁/(r r₀)    ġ - 1 = -μ G₂/r
/// ```
///
/// which is an [`Increment`] as it stands, without cancellation.
///
/// | case | what is done |
/// |---|---|
/// | ellipse, parabola, hyperbola, radial | one formula for all |
/// | more than half a period | whole periods are taken off, in 32 digits |
/// | μ < 0 | repulsion: the other branch of the hyperbola |
/// | μ = 0 | coasting |
/// | radial infall | bounces at the centre: the limit of ever thinner ellipses |
/// | at the centre, at the start or (to rounding) at the end | not finite |
///
/// Computed in `f64` whatever `T` is. Sizes do not matter, from 1e-150 to 1e150 and mixed: all is scaled
/// by powers of two.
///
/// ```
/// use kinstep::{nalgebra::Vector2, orbit::KeplerFlow};
///
/// // a quarter of a circle of radius 1 m at 1 m/s
/// let (start, velocity) = (Vector2::new(1.0, 0.0), Vector2::new(0.0, 1.0));
/// let quarter = KeplerFlow::new(1.0, &start, &velocity, std::f64::consts::FRAC_PI_2);
/// assert!((quarter.position - Vector2::new(0.0, 1.0)).norm() < 4.0 * f64::EPSILON);
/// assert!((quarter.velocity - Vector2::new(-1.0, 0.0)).norm() < 4.0 * f64::EPSILON);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KeplerFlow<T, const D: usize> {
    /// Position after the step \[m\], from the attractor. Over many periods this keeps the digits that
    /// `x + v dt + Δx` loses.
    pub position: SVector<T, D>,
    /// Velocity after the step \[m/s\].
    pub velocity: SVector<T, D>,
    /// What the attractor did beyond coasting.
    pub increment: Increment<T, D>,
}

impl<T: RealField + Copy, const D: usize> KeplerFlow<T, D> {
    /// The motion for `dt` \[s\], of either sign, about an attractor of strength μ \[m³/s²\] at the
    /// origin, from a position \[m\] and a velocity \[m/s\].
    #[must_use]
    pub fn new(mu: T, position: &SVector<T, D>, velocity: &SVector<T, D>, dt: T) -> Self {
        let (x, v) = (position.map(widen), velocity.map(widen));
        let (mu, dt) = (widen(mu), widen(dt));
        let state = if mu == 0.0 || dt == 0.0 {
            State::coasting(&x, &v, dt)
        } else {
            State::after(mu, &x, &v, dt)
        };
        Self {
            position: state.position.map(narrow),
            velocity: state.velocity.map(narrow),
            increment: Increment {
                velocity: state.kick.map(narrow),
                position: state.shift.map(narrow),
            },
        }
    }
}

/// A [`KeplerFlow`] before it is rounded.
struct State<const D: usize> {
    position: SVector<f64, D>,
    velocity: SVector<f64, D>,
    kick: SVector<f64, D>,
    shift: SVector<f64, D>,
}

impl<const D: usize> State<D> {
    fn coasting(x: &SVector<f64, D>, v: &SVector<f64, D>, dt: f64) -> Self {
        Self {
            position: x + v * dt,
            velocity: *v,
            kick: SVector::zeros(),
            shift: SVector::zeros(),
        }
    }

    fn after(mu: f64, x: &SVector<f64, D>, v: &SVector<f64, D>, dt: f64) -> Self {
        let units = Units::new(mu, x, v);
        let (x, v) = (units.lengths_in(x), units.speeds_in(v));
        let (mu, dt) = (units.strength(mu), scaled(dt, -units.time));
        let elements = Elements::new(mu, &x, &v);
        let left = elements.within_a_period(dt);
        // backwards is forwards with the velocity turned round, and X with it
        let kepler = elements.kepler(left);
        let (g, _) = kepler.after(left.abs());
        let r = kepler.distance_at(&g);
        let g = if left < 0.0 { g.mirrored() } else { g };
        let r0 = kepler.distance;

        let f = -mu * g.two / r0; // f - 1
        let slip = -mu * g.three; // g - dt
        let radial = elements.radial;
        let (direct, by_slip) = ([r0 * g.one, radial * g.two], [left, slip]);
        let size = |terms: &[f64; 2]| terms[0].abs() + terms[1].abs();
        // the same two ways: the one with the smaller terms rounds less
        let reach = if size(&direct) < size(&by_slip) {
            direct[0] + direct[1]
        } else {
            by_slip[0] + by_slip[1]
        };
        // r is not negative but by rounding, at the centre
        let r = if r > 0.0 { r } else { 0.0 };
        let kick = x * (-mu * g.one / r / r0) + v * (-mu * g.two / r);
        let (length, speed) = (units.length, units.length - units.time);
        let rescaled = |vector: SVector<f64, D>, exponent| vector.map(|x| scaled(x, exponent));
        Self {
            position: rescaled(x + (x * f + v * reach), length),
            velocity: rescaled(v + kick, speed),
            kick: rescaled(kick, speed),
            shift: rescaled(x * f + v * (slip + (left - dt)), length),
        }
    }
}
