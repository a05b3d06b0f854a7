//! Links: forces on the relative motion of two bodies, or of points of them, which act on the first, and with the opposite sign
//! on the second.

use nalgebra::SVector;

use crate::body::Body;
use crate::force::Force;
use crate::increment::{Increment, Motion};
use crate::space::Real;

/// The points of two bodies where a link acts, each from the centre of mass \[m\], in the body's frame.
pub(crate) type Arms<T, const D: usize> = [SVector<T, D>; 2];

/// Motion of the first body of a pair relative to the second, as a point with the reduced mass. With arms a, the relative
/// motion of the points where the link acts: `x₁ + r₁ - x₂ - r₂` and `v₁ + ω₁ × r₁ - v₂ - ω₂ × r₂` with `r = R a`.
#[inline]
pub(crate) fn relative<T: Real<D>, const D: usize>(
    [first, second]: [&Body<T, D>; 2],
    arms: Option<&Arms<T, D>>,
) -> Body<T, D> {
    match arms {
        None => first.relative_to(second),
        Some([on_first, on_second]) => {
            let (mounting, _) = first.mounting(on_first);
            mounting.relative_to(&second.mounting(on_second).0)
        }
    }
}

/// A link between two bodies.
pub(crate) struct Link<'a, T: Real<D>, const D: usize> {
    pub(crate) force: &'a dyn Force<T, D>,
    /// Indices of both bodies.
    pub(crate) pair: [usize; 2],
    /// Points where the link acts; none for the centres of mass.
    pub(crate) arms: Option<&'a Arms<T, D>>,
}

impl<T: Real<D>, const D: usize> Link<'_, T, D> {
    /// The motion that the force acts on: see [`relative`].
    #[inline]
    pub(crate) fn relative(&self, bodies: &[Body<T, D>]) -> Body<T, D> {
        relative(self.pair.map(|place| &bodies[place]), self.arms)
    }

    /// Updates a relative motion. The masses of its bodies must not have changed.
    #[inline]
    pub(crate) fn update_relative(&self, bodies: &[Body<T, D>], relative: &mut Body<T, D>) {
        if self.arms.is_some() {
            *relative = self.relative(bodies);
            return;
        }
        let [first, second] = self.pair.map(|place| &bodies[place]);
        relative.position = first.position - second.position;
        relative.velocity = first.velocity - second.velocity;
    }

    /// Adds the accelerations of both bodies: with the acceleration a of the relative motion and the reduced mass μ,
    /// `a₁ = (μ/m₁) a`, `a₂ = -(μ/m₂) a`. Two fixed bodies have none.
    ///
    /// `observe` receives a motion and its acceleration, so that `m a · v` is the power of the link: the relative motion, or
    /// the motion of the only end that is not fixed.
    #[inline]
    pub(crate) fn add_accelerations(
        &self,
        bodies: &[Body<T, D>],
        time: T,
        accelerations: &mut [SVector<T, D>],
        observe: impl FnMut(&Body<T, D>, &SVector<T, D>),
    ) {
        let relative = self.relative(bodies);
        self.add_accelerations_at(&relative, bodies, time, accelerations, observe);
    }

    /// As [`add_accelerations`](Self::add_accelerations), for bodies whose relative motion is known.
    #[inline]
    pub(crate) fn add_accelerations_at(
        &self,
        relative: &Body<T, D>,
        bodies: &[Body<T, D>],
        time: T,
        accelerations: &mut [SVector<T, D>],
        mut observe: impl FnMut(&Body<T, D>, &SVector<T, D>),
    ) {
        if relative.is_fixed() {
            return;
        }
        let [first, second] = self.pair;
        let acceleration = self.force.acceleration(relative, time);
        if bodies[first].is_fixed() {
            observe(&self.end(bodies, 1), &-acceleration);
        } else if bodies[second].is_fixed() {
            observe(&self.end(bodies, 0), &acceleration);
        } else {
            observe(relative, &acceleration);
        }
        let force = acceleration * relative.mass;
        accelerations[first] += force / bodies[first].mass;
        accelerations[second] -= force / bodies[second].mass;
    }

    /// The first or the second body, or the point of it where the link acts.
    fn end(&self, bodies: &[Body<T, D>], which: usize) -> Body<T, D> {
        let body = &bodies[self.pair[which]];
        (self.arms).map_or(*body, |arms| body.mounting(&arms[which]).0)
    }

    /// Acceleration of the body at index `place`, which is one of the pair \[m/s²\].
    pub(crate) fn acceleration_of(
        &self,
        bodies: &[Body<T, D>],
        place: usize,
        time: T,
    ) -> SVector<T, D> {
        let relative = self.relative(bodies);
        let force = self.force.acceleration(&relative, time) * relative.mass;
        let acceleration = force / bodies[place].mass;
        if place == self.pair[0] {
            acceleration
        } else {
            -acceleration
        }
    }

    /// Adds the torques on both bodies: `r₁ × F` and `-r₂ × F`, with the force F on the first. A link between centres of mass
    /// has no torques, and none act on points and fixed bodies.
    pub(crate) fn add_torques(&self, bodies: &[Body<T, D>], time: T, torques: &mut [T::Axial]) {
        for (place, torque) in self.torques(bodies, time) {
            torques[place] += torque;
        }
    }

    /// Torque on the body at index `place`, if there is one.
    pub(crate) fn torque_on(
        &self,
        bodies: &[Body<T, D>],
        place: usize,
        time: T,
    ) -> Option<T::Axial> {
        let mut torques = self.torques(bodies, time);
        torques.find_map(|(on, torque)| (on == place).then_some(torque))
    }

    /// The torques on the bodies, each with the index of its body.
    fn torques(&self, bodies: &[Body<T, D>], time: T) -> impl Iterator<Item = (usize, T::Axial)> {
        let acting = self.arms.and_then(|arms| {
            let relative = self.relative(bodies);
            let acceleration = || self.force.acceleration(&relative, time);
            (!relative.is_fixed()).then(|| (arms, acceleration() * relative.mass))
        });
        let ends = acting.map(|([on_first, on_second], force)| {
            let [first, second] = self.pair;
            [(first, on_first, force), (second, on_second, -force)]
        });
        (ends.into_iter().flatten())
            .filter(|(place, ..)| !(bodies[*place].is_point() || bodies[*place].is_fixed()))
            .map(|(place, arm, force)| (place, T::cross(&bodies[place].to_world(*arm), &force)))
    }
}

/// Adds an increment of the relative motion to the states of two bodies: with the reduced mass μ,
/// `Δv₁ = (μ/m₁) Δv`, `Δv₂ = -(μ/m₂) Δv`, and likewise for positions.
pub(crate) fn add_to_pair<T: Real<D>, const D: usize>(
    bodies: &mut [Body<T, D>],
    [first, second]: [usize; 2],
    reduced_mass: T,
    increment: Increment<T, D>,
) {
    let impulse = increment.velocity * reduced_mass;
    let displacement = increment.position * reduced_mass;
    bodies[first].velocity += impulse / bodies[first].mass;
    bodies[first].position += displacement / bodies[first].mass;
    bodies[second].velocity -= impulse / bodies[second].mass;
    bodies[second].position -= displacement / bodies[second].mass;
}

/// Positions and velocities of two bodies after a time `h` \[s\] in which their separation had this motion, and their centre of
/// mass coasted.
///
/// With the reduced mass μ and the velocity V of the centre of mass: `x₁' = x₁ + V h + (μ/m₁) Δr`,
/// `x₂' = x₂ + V h - (μ/m₂) Δr`.
pub(crate) fn pair_after<T: Real<D>, const D: usize>(
    [first, second]: [&Body<T, D>; 2],
    motion: &Motion<T, D>,
    h: T,
) -> [(SVector<T, D>, SVector<T, D>); 2] {
    let mass = first.relative_to(second).mass;
    let mean = centre_of_mass_velocity(first, second);
    let Motion {
        displacement,
        velocity,
        increment,
    } = motion;
    // the smaller of Δv and the new relative velocity is used: rounding scales with it
    let changes_little = increment.velocity.norm_squared() <= velocity.norm_squared();
    [(first, mass), (second, -mass)].map(|(body, signed_mass)| {
        let share = signed_mass / body.mass;
        let position = body.position + (mean * h + displacement * share);
        let velocity = if changes_little {
            body.velocity + increment.velocity * signed_mass / body.mass
        } else {
            mean + velocity * share
        };
        (position, velocity)
    })
}

/// Velocity of the centre of mass of two bodies: `v₁ + (v₂ - v₁) / (1 + m₁/m₂)` with `m₁ ≥ m₂`, so
/// that neither sum nor product of masses can overflow.
pub(crate) fn centre_of_mass_velocity<T: Real<D>, const D: usize>(
    first: &Body<T, D>,
    second: &Body<T, D>,
) -> SVector<T, D> {
    let (heavy, light) = if first.mass < second.mass {
        (second, first)
    } else {
        (first, second)
    };
    let share = T::one() / (T::one() + heavy.mass / light.mass);
    heavy.velocity + (light.velocity - heavy.velocity) * share
}
