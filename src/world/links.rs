//! Links between the bodies of a world.

use alloc::sync::Arc;

use nalgebra::SVector;

use super::{BodyId, ForceError, ForceId, World};
use crate::force::Force;
use crate::plan::{Scope, Target};
use crate::space::Real;
use crate::step::Arms;

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Adds a link, which is a force between two bodies. The link acts until the link or one of the bodies is removed.
    ///
    /// The force is computed as for a body with the reduced mass that moves as the first body does
    /// relative to the second. It acts on the first body, and with the opposite sign on the second.
    /// Both act at the centres of mass, so there is no torque; for other points of the bodies see
    /// [`add_link_at`](Self::add_link_at).
    ///
    /// Linear links, and springs with a rest length, tie bodies into components.
    /// [`Scheme::FlowKick`](crate::Scheme::FlowKick) moves a component in one flow.
    /// [`Dynamics::link_solution`](crate::Dynamics::link_solution) returns how a link is solved.
    ///
    /// Every link conserves the total momentum of the two bodies. A link conserves their angular
    /// momentum only if the force is along the line between them. This condition holds for
    /// [`PointGravity`](crate::PointGravity), for a [`Spring`](crate::Spring) with a
    /// [rest length](crate::Spring::length), and for an undamped spring whose anchor is zero. The
    /// condition does not hold for drag, nor for [`damping`](crate::Spring::damping) without a rest
    /// length, which opposes the whole relative velocity.
    ///
    /// # Errors
    /// If a body is not in this world, if both bodies are the same, if a parameter of the force is not valid, a spring with a rest length
    /// has an anchor that is not zero, or the world has no id left.
    #[doc(alias("joint", "constraint", "rope", "spring joint"))]
    pub fn add_link(
        &mut self,
        first: BodyId,
        second: BodyId,
        force: impl Force<T, D> + 'static,
    ) -> Result<ForceId, ForceError<T>> {
        self.add_link_force([first, second], None, Arc::new(force))
    }

    /// Adds a link between a point of one body and a point of another, such as a rope between the
    /// corners of two plates. The force of the link acts on the rotation of both bodies. The link
    /// acts until the link or one of the bodies is removed.
    ///
    /// The points are given from the centre of mass \[m\], each in the frame of its body. The force
    /// is computed as for a body with the reduced mass that moves as the first point does relative
    /// to the second. It acts on the first body at its point, and with the opposite sign on the
    /// second body at its point. If both points are the centres of mass, the link is the same as by
    /// [`add_link`](Self::add_link).
    ///
    /// ```text
    /// rᵢ = Rᵢ pᵢ   x = x₁ + r₁ - x₂ - r₂   v = v₁ + ω₁ × r₁ - v₂ - ω₂ × r₂    m, m/s, world frame
    /// F₁ = μ a(x, v, t)   F₂ = -F₁   τ₁ = r₁ × F₁   τ₂ = r₂ × F₂               N, N·m
    /// ```
    ///
    /// The link conserves the total momentum of the two bodies. It conserves their angular momentum
    /// if the force is along the line between the points, as for a [`Spring`](crate::Spring) with a
    /// rest length, and for an undamped spring whose anchor is zero.
    ///
    /// No exact motion under such a link is known. Under [`Scheme::FlowKick`](crate::Scheme::FlowKick) a spring with a rest length ties its
    /// bodies into a component, as between centres of mass. The bodies move and turn by the energy-momentum rule of Simo and Wong
    /// (1991), of second order: energy, momentum and angular momentum are conserved to rounding at any stiffness. Free rotation
    /// of such a body is of second order, too. Other forces are kicks of second order; an undamped spring without a rest length
    /// is treated as a spring of rest length zero. Under [`Scheme::FlowKick4`](crate::Scheme::FlowKick4) and
    /// [`Scheme::WeakKick`](crate::Scheme::WeakKick) the whole motion is of fourth order.
    ///
    /// ```
    /// use kinstep::{Body2, Spring, World2};
    ///
    /// // two plates of 1 m, linked corner to corner
    /// let mut world = World2::new();
    /// let left = world.add_body(Body2::solid(2.0, 0.3))?;
    /// let right = world.add_body(Body2::solid(2.0, 0.3).at([2.0, 0.0]))?;
    /// let spring = Spring::stiffness(40.0); // N/m
    /// world.add_link_at(left, [0.5, 0.5], right, [-0.5, 0.5], spring)?;
    /// assert_eq!(world.acceleration(left)?.x, 20.0); // 40 N/m · 1 m / 2 kg
    /// assert_eq!(world.torque(left)?, -20.0); // N·m
    ///
    /// world.step(0.01)?;
    /// assert!(world[left].angular_velocity() < 0.0 && world[right].angular_velocity() > 0.0);
    /// assert_eq!(world.momentum().norm(), 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`add_link`](Self::add_link). Also if a point is not finite, or if it is off the
    /// centre of a body without inertia, which cannot rotate.
    #[doc(alias("joint", "constraint", "rope", "spring joint", "anchor"))]
    pub fn add_link_at(
        &mut self,
        first: BodyId,
        first_point: impl Into<SVector<T, D>>,
        second: BodyId,
        second_point: impl Into<SVector<T, D>>,
        force: impl Force<T, D> + 'static,
    ) -> Result<ForceId, ForceError<T>> {
        let arms = [first_point.into(), second_point.into()];
        self.add_link_force([first, second], Some(arms), Arc::new(force))
    }

    fn add_link_force(
        &mut self,
        [first, second]: [BodyId; 2],
        arms: Option<Arms<T, D>>,
        force: Arc<dyn Force<T, D>>,
    ) -> Result<ForceId, ForceError<T>> {
        let pair = Target::Pair(self.index_of(first)?, self.index_of(second)?);
        if first == second {
            return Err(ForceError::SameBody { body: first });
        }
        let scope = Scope {
            arms,
            ..pair.into()
        };
        self.add(force, scope)
    }
}
