//! The displacement that a launch must produce, as a function of the time of the hit.

use super::model::V;
use super::shape::{Carried, Most, Shape};

/// `w(t) = r₀ + m S + q S₁ + g S₂`. With the velocity m of the target relative to the shooter (or the ground), a hit takes a
/// launch with `share v₀ S = w`. Second derivatives are `(q - γ m) σ + g ρ`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way<const D: usize> {
    pub(super) shape: Shape,
    /// r₀ \[m\]
    pub(super) start: V<D>,
    /// m \[m/s\]
    pub(super) velocity: V<D>,
    /// q \[m/s²\]
    pub(super) pull: V<D>,
    /// g \[m/s³\]
    pub(super) growth: V<D>,
    /// `q - γ m`, its size, and the size of g.
    pub(super) bend: V<D>,
    pub(super) bend_size: f64,
    pub(super) growth_size: f64,
}

/// A way at a time: S, S₁, S₂, then w and w'.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<const D: usize> {
    pub(super) carried: Carried,
    pub(super) way: V<D>,
    pub(super) rate: V<D>,
}

/// Bounds of |w''| and |w'''| on an interval, and the bounds of its shape.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub(super) bend: f64,
    pub(super) bend_rate: f64,
    pub(super) most: Most,
}

impl<const D: usize> Way<D> {
    pub(super) fn new(
        shape: Shape,
        start: V<D>,
        velocity: V<D>,
        (pull, growth): (V<D>, V<D>),
    ) -> Self {
        let bend = pull - velocity * shape.drag_rate();
        Self {
            shape,
            start,
            velocity,
            pull,
            growth,
            bend,
            bend_size: bend.norm(),
            growth_size: growth.norm(),
        }
    }

    /// A way combined from the parts of two ways with the same shape.
    pub(super) fn with<const E: usize>(
        &self,
        other: &Way<E>,
        part: impl Fn(&V<D>, &V<E>) -> V<D>,
    ) -> Self {
        Self::new(
            self.shape,
            part(&self.start, &other.start),
            part(&self.velocity, &other.velocity),
            (
                part(&self.pull, &other.pull),
                part(&self.growth, &other.growth),
            ),
        )
    }

    #[inline]
    pub(super) fn at(&self, time: f64) -> Place<D> {
        let carried = self.shape.carry(time);
        let ([s, fall, third], [s_rate, fall_rate, third_rate]) = (carried.by, carried.rate);
        let mut way = self.start + self.velocity * s + self.pull * fall;
        let mut rate = self.velocity * s_rate + self.pull * fall_rate;
        if self.growth_size > 0.0 {
            way += self.growth * third;
            rate += self.growth * third_rate;
        }
        Place { carried, way, rate }
    }

    /// w''
    pub(super) fn second(&self, carried: &Carried) -> V<D> {
        self.bend * carried.sigma + self.growth * carried.rho
    }

    #[inline]
    pub(super) fn bounds(&self, from: f64, time: f64, to: f64, carried: &Carried) -> Bounds {
        let most = self.shape.most(from, time, to, carried);
        Bounds {
            bend: self.bend_size * most.sigma + self.growth_size * most.rho,
            bend_rate: self.bend_size * most.sigma_rate + self.growth_size * most.rho_rate,
            most,
        }
    }

    /// The sum of the sizes of the terms of w \[m\].
    pub(super) fn terms(&self, carried: &Carried) -> f64 {
        let [s, fall, third] = carried.by;
        self.start.norm()
            + self.velocity.norm() * s
            + self.pull.norm() * fall
            + self.growth_size * third
    }
}

/// For a time at which a vector has this `size` and changes at `speed`: a lower bound of its size within `width` of that
/// time, and an upper bound of its speed, given a bound `bend` of the second derivative.
#[inline]
pub(super) fn nearby(size: f64, speed: f64, bend: f64, width: f64) -> (f64, f64) {
    let change = width * (speed + 0.5 * bend * width);
    ((size - change).max(0.0), speed + bend * width)
}
