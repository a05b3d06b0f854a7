//! All that the flow of a component depends on.

use alloc::vec::Vec;

use nalgebra::SMatrix;

use super::super::{ForceTarget, System};
use super::flow::Solver;
use super::{Component, Tie};
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::force::Effect;
use crate::network::{LinkLaw, Network, NetworkLaws, NotSolved};
use crate::numbers::to_f64;
use crate::rods::{Bond, OwnLaws, RodLaws, RodNetwork};
use crate::rotation::Inertia;
use crate::space::Real;

/// An end of a tie that no force moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum FixedEnd<const D: usize> {
    /// A point of the fixed body at a place, from its centre in its frame \[m\].
    Body { place: usize, arm: [f64; D] },
    /// A point \[m\].
    Point([f64; D]),
}

/// All that the flow of a component depends on, in `f64`. Bodies go by their index in the component; fixed ends follow.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::scheme) struct Inputs<const D: usize> {
    masses: Vec<f64>,
    own: Vec<OwnLaws<D>>,
    links: Vec<LinkLaw<D>>,
    bonds: Vec<Bond<D>>,
    /// Empty if no body turns with the component.
    inertias: Vec<Option<Inertia<f64>>>,
    /// The attachment of each bond.
    rods: Vec<usize>,
    pub(super) fixed: Vec<FixedEnd<D>>,
}

impl<const D: usize> Inputs<D> {
    /// The inputs of a component. `body` gives the body at a place, `linear_on` the attachments of the linear forces on one.
    ///
    /// # Errors
    /// The attachment of a tie that has no law for its bodies.
    pub(in crate::scheme) fn of<T: Real<D>>(
        component: &Component,
        system: &System<'_, T, D>,
        mut body: impl FnMut(usize) -> Body<T, D>,
        mut linear_on: impl FnMut(usize, &mut Vec<usize>),
    ) -> Result<Self, usize> {
        let places = &component.places;
        let mut inputs = Self {
            masses: Vec::with_capacity(places.len()),
            own: Vec::with_capacity(places.len()),
            links: Vec::new(),
            bonds: Vec::new(),
            inertias: Vec::new(),
            rods: Vec::new(),
            fixed: Vec::new(),
        };
        let mut forces = Vec::new();
        for &place in places {
            let body = body(place);
            forces.clear();
            linear_on(place, &mut forces);
            inputs.masses.push(to_f64(body.mass));
            inputs.own.push(own_laws(system, &body, &forces)?);
            if !component.turning.is_empty() {
                inputs.inertias.push(T::wide_inertia(&body.inertia()));
            }
        }
        for tie in &component.ties {
            inputs.add(tie, places, system, &mut body)?;
        }
        Ok(inputs)
    }

    /// Adds a tie.
    fn add<T: Real<D>>(
        &mut self,
        tie: &Tie,
        places: &[usize],
        system: &System<'_, T, D>,
        body: &mut impl FnMut(usize) -> Body<T, D>,
    ) -> Result<(), usize> {
        let attachment = &system.attachments[tie.attachment];
        let subject = match tie.target {
            ForceTarget::Pair(first, second) => body(first).relative_to(&body(second)),
            ForceTarget::One(place) => body(place),
            ForceTarget::Every | ForceTarget::Group => return Ok(()),
        };
        let effect = attachment.effect(&subject);
        let count = places.len();
        let mut arms = attachment
            .arms
            .map_or([[0.0; D]; 2], |arms| arms.map(|arm| arm.map(to_f64).into()));
        // the arm of a fixed end becomes part of it
        let mut end = |place: usize, arm: &mut [f64; D]| {
            (places.binary_search(&place)).unwrap_or_else(|_| {
                let arm = core::mem::replace(arm, [0.0; D]);
                self.fixed_end(count, FixedEnd::Body { place, arm })
            })
        };
        let [on_first, on_second] = &mut arms;
        let ends = match (tie.target, effect) {
            (ForceTarget::Pair(first, second), _) => [end(first, on_first), end(second, on_second)],
            (ForceTarget::One(place), Effect::Rod { rod, .. }) => {
                let anchor = FixedEnd::Point(rod.anchor.map(to_f64).into());
                [end(place, on_first), self.fixed_end(count, anchor)]
            }
            _ => return Err(tie.attachment),
        };
        match effect {
            Effect::Rod { rod, pulls_only } => {
                self.rods.push(tie.attachment);
                self.bonds.push(Bond {
                    ends,
                    stiffness: to_f64(rod.stiffness),
                    length: to_f64(rod.length),
                    damping: to_f64(rod.damping),
                    pulls_only,
                    arms,
                });
            }
            _ => self.links.push(LinkLaw {
                ends,
                reduced_mass: to_f64(subject.mass),
                law: effect.law().ok_or(tie.attachment)?.wide(),
            }),
        }
        Ok(())
    }

    /// The number of a fixed end, which is added if it is new. Ends of `bodies` bodies come before.
    fn fixed_end(&mut self, bodies: usize, end: FixedEnd<D>) -> usize {
        let known = self.fixed.iter().position(|known| *known == end);
        bodies
            + known.unwrap_or_else(|| {
                self.fixed.push(end);
                self.fixed.len() - 1
            })
    }

    /// Solves the equations of motion of a component. Where that is not possible, its links kick.
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

    /// Whether these are inputs for the mass and the inertia of a body with this index.
    pub(super) fn fit<T: Real<D>>(&self, index: usize, body: &Body<T, D>) -> bool {
        let inertia = self.inertias.get(index);
        self.masses.get(index) == Some(&to_f64(body.mass))
            && inertia.is_none_or(|inertia| *inertia == T::wide_inertia(&body.inertia()))
    }

    /// The attachment of a bond.
    pub(super) fn attachment_of(&self, bond: usize) -> usize {
        self.rods.get(bond).copied().unwrap_or_default()
    }
}

/// The sums of the laws of a body: those that depend on the velocity alone, and all others.
///
/// # Errors
/// The force that has no law for this body.
fn own_laws<T: Real<D>, const D: usize>(
    system: &System<'_, T, D>,
    body: &Body<T, D>,
    forces: &[usize],
) -> Result<OwnLaws<D>, usize> {
    let mut own = OwnLaws {
        placed: LinearLaw::free(),
        moving: LinearLaw::free(),
    };
    for &force in forces {
        let law = system.attachments[force].effect(body).law().ok_or(force)?;
        let is_placed =
            law.stiffness_per_mass != T::zero() || law.tide != SMatrix::<T, D, D>::zeros();
        if law.depends_on_velocity() && !is_placed {
            own.moving += law.wide();
        } else {
            own.placed += law.wide();
        }
    }
    Ok(own)
}
