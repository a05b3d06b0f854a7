//! The inputs from which the flow of a component is computed.

use alloc::vec::Vec;

use nalgebra::SMatrix;

use super::Solver;
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::force::Effect;
use crate::network::{LinkLaw, Network, NetworkLaws, NotSolved};
use crate::numbers::to_f64;
use crate::plan::{Component, Target, Tie, Topology};
use crate::rods::{Bond, OwnLaws, RodLaws, RodNetwork};
use crate::rotation::Inertia;
use crate::space::Real;

/// An end of a tie whose motion does not depend on forces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum FixedEnd<const D: usize> {
    /// A point of a fixed body, given as an arm from the centre of mass \[m\] in the frame of that
    /// body.
    Body { index: usize, arm: [f64; D] },
    /// A point in the world frame \[m\].
    Point([f64; D]),
}

/// The inputs from which the flow of a component is computed, in `f64`. Bodies have their index in
/// the component; fixed ends have the indices after these.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Inputs<const D: usize> {
    masses: Vec<f64>,
    own: Vec<OwnLaws<D>>,
    links: Vec<LinkLaw<D>>,
    bonds: Vec<Bond<D>>,
    /// Inertia of each body; empty if no body rotates with the component.
    inertias: Vec<Option<Inertia<f64>>>,
    /// Whether each body rotates with the component; empty if none does.
    turning: Vec<bool>,
    /// For each bond the slot of its force.
    rods: Vec<usize>,
    pub(super) fixed: Vec<FixedEnd<D>>,
}

impl<const D: usize> Inputs<D> {
    /// Returns the inputs of a component. `body` returns the body at an index.
    pub(crate) fn of<T: Real<D>>(
        component: &Component,
        topology: &Topology<T, D>,
        body: &mut dyn FnMut(usize) -> Body<T, D>,
    ) -> Self {
        let indices = &component.indices;
        let mut inputs = Self {
            masses: Vec::with_capacity(indices.len()),
            own: Vec::with_capacity(indices.len()),
            links: Vec::new(),
            bonds: Vec::new(),
            inertias: Vec::new(),
            turning: Vec::new(),
            rods: Vec::new(),
            fixed: Vec::new(),
        };
        for &index in indices {
            let body = body(index);
            inputs.masses.push(to_f64(body.mass));
            inputs.own.push(own_laws(topology, index, &body));
            if !component.turning.is_empty() {
                inputs.inertias.push(T::wide_inertia(&body.inertia()));
                let turns = component.turning.binary_search(&index).is_ok();
                inputs.turning.push(turns);
            }
        }
        for tie in &component.ties {
            inputs.add(tie, indices, topology, body);
        }
        inputs
    }

    fn add<T: Real<D>>(
        &mut self,
        tie: &Tie,
        indices: &[usize],
        topology: &Topology<T, D>,
        body: &mut dyn FnMut(usize) -> Body<T, D>,
    ) {
        let attachment = &topology.slots()[tie.slot];
        let subject = match tie.target {
            Target::Pair(first, second) => body(first).relative_to(&body(second)),
            Target::One(index) => body(index),
            Target::Every | Target::Group => return,
        };
        let effect = attachment.effect(&subject);
        let count = indices.len();
        let mut arms = attachment
            .arms
            .map_or([[0.0; D]; 2], |arms| arms.map(|arm| arm.map(to_f64).into()));
        // the fixed end itself stores its arm
        let mut end = |index: usize, arm: &mut [f64; D]| {
            (indices.binary_search(&index)).unwrap_or_else(|_| {
                let arm = core::mem::replace(arm, [0.0; D]);
                self.fixed_end(count, FixedEnd::Body { index, arm })
            })
        };
        let [on_first, on_second] = &mut arms;
        let ends = match (tie.target, effect) {
            (Target::Pair(first, second), _) => [end(first, on_first), end(second, on_second)],
            (Target::One(index), Effect::Spring { anchor, .. }) => {
                let anchor = FixedEnd::Point(anchor.map(to_f64).into());
                [end(index, on_first), self.fixed_end(count, anchor)]
            }
            _ => return,
        };
        match effect {
            Effect::Spring {
                stiffness,
                damping,
                length,
                pulls_only,
                ..
            } => {
                self.rods.push(tie.slot);
                self.bonds.push(Bond {
                    ends,
                    stiffness: to_f64(stiffness),
                    length: to_f64(length),
                    damping: to_f64(damping),
                    pulls_only,
                    arms,
                });
            }
            // a tie that is not a rod has a law
            _ => self.links.extend(effect.law().map(|law| LinkLaw {
                ends,
                reduced_mass: to_f64(subject.mass),
                law: law.wide(),
            })),
        }
    }

    /// Returns the index of a fixed end; adds the end if it is new. The indices of the `bodies`
    /// bodies come first.
    fn fixed_end(&mut self, bodies: usize, end: FixedEnd<D>) -> usize {
        let known = self.fixed.iter().position(|known| *known == end);
        bodies
            + known.unwrap_or_else(|| {
                self.fixed.push(end);
                self.fixed.len() - 1
            })
    }

    /// Solves the equations of motion of a component. Returns an error if this is not possible; the
    /// links of the component then act as kicks.
    pub(super) fn solve(&self, has_rods: bool) -> Result<Solver<D>, NotSolved> {
        let Self {
            masses,
            own,
            links,
            bonds,
            inertias,
            ..
        } = self;
        if has_rods {
            return Ok(Solver::Rods(RodNetwork::new(&RodLaws {
                masses,
                own,
                links,
                bonds,
                inertias,
            })));
        }
        let own: Vec<_> = own.iter().map(|own| own.placed + own.moving).collect();
        let laws = NetworkLaws {
            masses,
            own: &own,
            links,
        };
        Network::new(&laws).map(Solver::Network)
    }

    /// Whether these inputs have the mass and the inertia of a body with this index.
    pub(super) fn fit<T: Real<D>>(&self, index: usize, body: &Body<T, D>) -> bool {
        let inertia = self.inertias.get(index);
        self.masses.get(index) == Some(&to_f64(body.mass))
            && inertia.is_none_or(|inertia| *inertia == T::wide_inertia(&body.inertia()))
    }

    /// Whether each body rotates with the component; empty if none does.
    pub(super) fn turning(&self) -> &[bool] {
        &self.turning
    }

    pub(super) fn slot_of(&self, bond: usize) -> usize {
        self.rods.get(bond).copied().unwrap_or_default()
    }
}

/// Returns two sums of laws of a body: of those that depend only on velocity, and of all others.
fn own_laws<T: Real<D>, const D: usize>(
    topology: &Topology<T, D>,
    index: usize,
    body: &Body<T, D>,
) -> OwnLaws<D> {
    let mut own = OwnLaws {
        placed: LinearLaw::free(),
        moving: LinearLaw::free(),
    };
    let forces = topology.on(index).map(|slot| &topology.slots()[slot]);
    let linear = forces.filter(|force| !force.target.is_link() && force.kind.has_law());
    for law in linear.filter_map(|force| force.effect(body).law()) {
        let is_placed =
            law.stiffness_per_mass != T::zero() || law.tide != SMatrix::<T, D, D>::zeros();
        if law.depends_on_velocity() && !is_placed {
            own.moving += law.wide();
        } else {
            own.placed += law.wide();
        }
    }
    own
}
