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
use crate::space::Real;

/// An end of a tie that no force moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum FixedEnd<const D: usize> {
    /// The fixed body at a place.
    Body(usize),
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
        let mut end = |place: usize| {
            (places.binary_search(&place))
                .unwrap_or_else(|_| self.fixed_end(count, FixedEnd::Body(place)))
        };
        let ends = match (tie.target, effect) {
            (ForceTarget::Pair(first, second), _) => [end(first), end(second)],
            (ForceTarget::One(place), Effect::Rod { rod, .. }) => {
                let anchor = FixedEnd::Point(rod.anchor.map(to_f64).into());
                [end(place), self.fixed_end(count, anchor)]
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
                    arms: [[0.0; D]; 2],
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
            ..
        } = self;
        if has_rods {
            return Ok(Solver::Rods(RodNetwork::new(&RodLaws {
                masses,
                own,
                links,
                bonds,
                inertias: &[],
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

    /// The mass of a body \[kg\].
    pub(super) fn mass(&self, index: usize) -> Option<f64> {
        self.masses.get(index).copied()
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
