//! Networks of rods, ropes and tethers: springs with a rest length, stepped by the energy-momentum rule.
//!
//! The force of a bond acts along the mean separation, with the mean tension that does the work of its energy
//! (LaBudde and Greenspan 1976):
//!
//! ```text
//! x₁ = x₀ + h (v₀ + v₁)/2          v₁ = v₀ + h F/m          F = -T e
//! e = (d₀ + d₁)/(r₀ + r₁)          T = (V(r₁) - V(r₀))/(r₁ - r₀) + b (r₁ - r₀)/h
//! ```
//!
//! With the separations d₀ before and d₁ after the step, `(d₁ - d₀)·e = r₁ - r₀`: the work of the force is the energy that the bond
//! loses. So energy, momentum and angular momentum are conserved to rounding at any stiffness and any step, and a damper
//! never adds energy. The rule is of second order and reversible. A bond that rings faster than the
//! steps can resolve keeps its energy and loses its phase.
//!
//! A bond off the centre of a body turns it (Simo and Wong 1991), with the same laws of conservation.
//!
//! R. A. LaBudde, D. Greenspan: Energy and momentum conserving methods of arbitrary order for the numerical integration
//! of equations of motion I. Numerische Mathematik 25 (1976) 323–346.
//!
//! J. C. Simo, K. K. Wong: Unconditionally stable algorithms for rigid body dynamics that exactly preserve energy and
//! momentum. International Journal for Numerical Methods in Engineering 31 (1991) 19–52.

mod band;
mod equations;
mod mount;
mod newton;
mod order;
mod parts;
mod pull;
mod setup;
mod slowing;
#[cfg(test)]
mod tests;
mod turn;

use crate::flow::LinearLaw;
use crate::network::{LinkLaw, NetworkStates};
use crate::rotation::Inertia;
use newton::Newton;
use parts::Linearization;
use slowing::Slowing;
pub use turn::Turning;

/// A spring with a rest length along the line between two ends, with a damper along it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bond<const D: usize> {
    /// First and second end: the index of a body or, from the number of bodies on, of a fixed end (index - bodies).
    pub ends: [usize; 2],
    /// k \[N/m\], not negative.
    pub stiffness: f64,
    /// l \[m\], not negative.
    pub length: f64,
    /// b \[kg/s\], not negative.
    pub damping: f64,
    /// Whether it only pulls: slack while shorter than its length.
    pub pulls_only: bool,
    /// Where it is mounted at each end, from the centre of mass, in the frame of the body \[m\]; zero for a fixed end.
    pub arms: [[f64; D]; 2],
}

/// The laws of one body alone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OwnLaws<const D: usize> {
    /// The sum of the laws that do not depend on velocity alone: gravity, ramps, anchors, tides. Its damping and
    /// gyration count, too.
    pub placed: LinearLaw<f64, D>,
    /// The sum of the laws of velocity alone: drag in wind, fields. Their constants and ramps (wind) belong to their
    /// damping.
    pub moving: LinearLaw<f64, D>,
}

/// All that moves a network of rods.
#[derive(Debug, Clone, Copy)]
pub struct RodLaws<'a, const D: usize> {
    /// The mass of each body \[kg\].
    pub masses: &'a [f64],
    /// The laws of each body.
    pub own: &'a [OwnLaws<D>],
    pub links: &'a [LinkLaw<D>],
    pub bonds: &'a [Bond<D>],
    /// The inertia of each body, `None` for a point; may be shorter. In the plane the third moment counts. A point has no arms:
    /// those of its bonds are left out.
    pub inertias: &'a [Option<Inertia<f64>>],
}

/// The bond (by its index) at which Newton's method failed after all halvings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotConverged {
    pub bond: usize,
}

/// [`RodNetwork::advance`] or [`RodNetwork::retry`].
pub type Attempt<const D: usize> = fn(
    &mut RodNetwork<D>,
    f64,
    f64,
    &mut NetworkStates<'_, D>,
    &mut [Turning],
) -> Result<(), NotConverged>;

/// A network of rods with everything that its steps need.
#[derive(Debug)]
pub struct RodNetwork<const D: usize> {
    slowing: Slowing<D>,
    newton: Newton<D>,
}

impl<const D: usize> RodNetwork<D> {
    /// Sets up a network; its steps do not allocate.
    #[must_use]
    pub fn new(laws: &RodLaws<'_, D>) -> Self {
        Self {
            slowing: Slowing::new(laws.own),
            newton: Newton::new(laws),
        }
    }

    /// Moves states from `time` \[s\] on by `dt` \[s\].
    ///
    /// ```text
    /// C(h) = G(h/2) EM(h) G(h/2)
    /// ```
    ///
    /// EM is the energy-momentum rule with bonds, links, anchors, tides and constant forces, ramps at the middle of the
    /// step. G is what depends on the velocity of a body, exactly, at fixed places. A body that hangs at rest stays
    /// there, with drag or without.
    ///
    /// Bodies with an inertia and a bond off their centre of mass turn with the network: `turnings` are the rotations of all
    /// bodies, or none if no body turns. Free rotation in it is of second order.
    ///
    /// # Errors
    /// The bond at which Newton's method failed; the states are undefined then.
    pub fn advance(
        &mut self,
        time: f64,
        dt: f64,
        states: &mut NetworkStates<'_, D>,
        turnings: &mut [Turning],
    ) -> Result<(), NotConverged> {
        self.newton.linearization = Linearization::Expected;
        self.step(time, dt, states, turnings)
    }

    /// A second attempt after [`advance`](Self::advance) failed, from the same states.
    ///
    /// # Errors
    /// As those of `advance`.
    pub fn retry(
        &mut self,
        time: f64,
        dt: f64,
        states: &mut NetworkStates<'_, D>,
        turnings: &mut [Turning],
    ) -> Result<(), NotConverged> {
        self.newton.linearization = Linearization::Present;
        self.step(time, dt, states, turnings)
    }

    fn step(
        &mut self,
        time: f64,
        dt: f64,
        states: &mut NetworkStates<'_, D>,
        turnings: &mut [Turning],
    ) -> Result<(), NotConverged> {
        if dt == 0.0 {
            return Ok(());
        }
        let half = 0.5 * dt;
        self.slowing.advance(time, half, states.velocities);
        self.newton.advance(time, dt, states, turnings)?;
        (self.slowing).advance(time + half, half, states.velocities);
        Ok(())
    }
}

impl<const D: usize> Clone for RodNetwork<D> {
    fn clone(&self) -> Self {
        Self {
            slowing: self.slowing.clone(),
            newton: self.newton.clone(),
        }
    }

    fn clone_from(&mut self, from: &Self) {
        self.slowing.clone_from(&from.slowing);
        self.newton.clone_from(&from.newton);
    }
}
