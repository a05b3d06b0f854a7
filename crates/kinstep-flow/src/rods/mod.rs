//! Networks of rods, ropes and tethers: springs with a rest length. A step uses the energy-momentum
//! rule.
//!
//! The force of a bond acts along the mean separation. The work of the mean tension is equal to the
//! change of the bond's energy (LaBudde and Greenspan 1976):
//!
//! ```text
//! x₁ = x₀ + h (v₀ + v₁)/2          v₁ = v₀ + h F/m          F = -T e
//! e = (d₀ + d₁)/(r₀ + r₁)          T = (V(r₁) - V(r₀))/(r₁ - r₀) + b (r₁ - r₀)/h
//! ```
//!
//! With the separations d₀ before and d₁ after the step, `(d₁ - d₀)·e = r₁ - r₀`, so the work of
//! the force is the energy that the bond loses. So energy, momentum and angular momentum are
//! conserved to rounding at any stiffness and for any step length, and a damper never adds energy.
//! The rule is of second order and reversible. The energy of a bond that oscillates too fast for
//! the step length is right, but its phase is not.
//!
//! A bond that is mounted away from the centre of a body rotates the body (Simo and Wong 1991). The
//! same quantities are conserved.
//!
//! R. A. LaBudde, D. Greenspan: Energy and momentum conserving methods of arbitrary order for the numerical integration
//! of equations of motion I. Numerische Mathematik 25 (1976) 323–346.
//!
//! J. C. Simo, K. K. Wong: Unconditionally stable algorithms for rigid body dynamics that exactly preserve energy and
//! momentum. International Journal for Numerical Methods in Engineering 31 (1991) 19–52.

mod equations;
mod newton;
mod parts;
mod pull;
mod setup;
#[cfg(test)]
mod tests;
mod turn;

use crate::flow::LinearLaw;
use crate::network::{LinkLaw, NetworkStates};
use crate::rotation::Inertia;
use newton::Newton;
use parts::Linearization;
use pull::Slowing;
pub use turn::Turning;

/// A spring with a rest length and a damper, both along the line between two ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bond<const D: usize> {
    /// Index of the body at each end, or number of bodies + index of the fixed end.
    pub ends: [usize; 2],
    /// Stiffness k \[N/m\], not negative.
    pub stiffness: f64,
    /// Rest length l \[m\], not negative.
    pub length: f64,
    /// Damping b \[kg/s\], not negative.
    pub damping: f64,
    /// Whether the bond only pulls: if it is shorter than its rest length, it is slack.
    pub pulls_only: bool,
    /// Mounting point at each end, relative to the centre of mass, in the frame of the body \[m\]; zero for a fixed
    /// end.
    pub arms: [[f64; D]; 2],
}

/// Laws that act on one body alone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OwnLaws<const D: usize> {
    /// Sum of all laws that are not part of `moving`: gravity, ramps, anchors, tides. The damping
    /// and the gyration of this sum are also used.
    pub placed: LinearLaw<f64, D>,
    /// Sum of the laws that depend only on the velocity: drag in wind, fields. The constants and
    /// ramps of these laws are the effect of the wind on the damping.
    pub moving: LinearLaw<f64, D>,
}

/// Masses, laws, links and bonds of a network of rods.
#[derive(Debug, Clone, Copy)]
pub struct RodLaws<'a, const D: usize> {
    /// Mass of each body \[kg\].
    pub masses: &'a [f64],
    /// Laws of each body.
    pub own: &'a [OwnLaws<D>],
    pub links: &'a [LinkLaw<D>],
    pub bonds: &'a [Bond<D>],
    /// Inertia of each body; `None` for a point. The slice may be shorter than the number of
    /// bodies. In 2-D only the third moment is used. The arms of bonds at a point are ignored.
    pub inertias: &'a [Option<Inertia<f64>>],
}

/// The index of the bond at which Newton's method failed after all halvings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotConverged {
    pub bond: usize,
}

/// The type of the functions [`RodNetwork::advance`] and [`RodNetwork::retry`].
pub type Attempt<const D: usize> = fn(
    &mut RodNetwork<D>,
    f64,
    f64,
    &mut NetworkStates<'_, D>,
    &mut [Turning],
) -> Result<(), NotConverged>;

/// A network of rods, with all data that its steps need.
#[derive(Debug)]
pub struct RodNetwork<const D: usize> {
    slowing: Slowing<D>,
    newton: Newton<D>,
}

impl<const D: usize> RodNetwork<D> {
    /// Sets up a network. Its steps do not allocate memory.
    #[must_use]
    pub fn new(laws: &RodLaws<'_, D>) -> Self {
        Self {
            slowing: Slowing::new(laws.own),
            newton: Newton::new(laws),
        }
    }

    /// Moves states from `time` \[s\] by `dt` \[s\].
    ///
    /// ```text
    /// C(h) = G(h/2) EM(h) G(h/2)
    /// ```
    ///
    /// EM is the energy-momentum rule for bonds, links, anchors, tides and constant forces, and for
    /// ramps at the middle of the step. G is the exact effect, at fixed positions, of the laws of a
    /// body that depend on the velocity. A body that hangs at rest remains at rest, with or without
    /// drag.
    ///
    /// Bodies with an inertia and a bond away from their centre of mass rotate with the network.
    /// `turnings` contains the rotations of all bodies; it is empty if no body rotates. The method
    /// is of second order for free rotation.
    ///
    /// # Errors
    /// Returns the bond at which Newton's method failed. The states are then undefined.
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

    /// Tries the step again, with the same initial states, after [`advance`](Self::advance) has
    /// failed.
    ///
    /// # Errors
    /// Like `advance`.
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
