//! Builds a network from its laws: its parts, and their rows in the band.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::band::Band;
use super::mount::{Mount, turning_numbers, widened};
use super::newton::Newton;
use super::order::narrow_order;
use super::parts::{BodyPart, BondPart, Linearization, LinkPart, all_ends, joins};
use super::turn::Turn;
use super::{Bond, RodLaws};
use crate::numbers::largest;

impl<const D: usize> Newton<D> {
    pub(super) fn new(laws: &RodLaws<'_, D>) -> Self {
        let count = laws.masses.len();
        let ends = all_ends(laws);
        let all = ends.iter().flatten().map(|end| end + 1);
        let all = all.max().unwrap_or(0).max(count);
        let links = laws.links.iter().filter(|link| joins(link.ends, count));
        let links: Vec<_> = links.map(LinkPart::new).collect();

        let bodies = laws.masses.iter().zip(laws.own);
        let mut bodies: Vec<_> = bodies
            .map(|(mass, own)| BodyPart::new(*mass, own))
            .collect();
        let turns = turns(laws, &mut bodies);
        let (rows, width) = arrange(&mut bodies, &ends);
        let (mut names, mut bonds) = (Vec::new(), Vec::new());
        let joining = laws.bonds.iter().enumerate();
        for (name, bond) in joining.filter(|(_, bond)| joins(bond.ends, count)) {
            names.push(name);
            bonds.push(BondPart::new(bond, mounts(bond, &bodies, &turns)));
        }
        let is_finite = laws.masses.iter().all(|mass| mass.is_finite())
            && (laws.own.iter()).all(|own| own.placed.is_finite() && own.moving.is_finite())
            && links.iter().all(LinkPart::is_finite)
            && bonds.iter().all(BondPart::is_finite)
            && turns.iter().all(Turn::is_finite);
        Self {
            bodies,
            turns,
            links,
            bonds,
            names,
            moves: alloc::vec![SVector::zeros(); all],
            places: alloc::vec![SVector::zeros(); all],
            accelerations: alloc::vec![SVector::zeros(); count],
            deviations: alloc::vec![SVector::zeros(); count],
            right: alloc::vec![0.0; rows],
            band: Band::new(rows, width),
            linearization: Linearization::Expected,
            is_finite,
        }
    }
}

/// Rotations of bodies with an inertia and a bond away from their centre; each such body stores the index of its
/// rotation.
fn turns<const D: usize>(laws: &RodLaws<'_, D>, bodies: &mut [BodyPart<D>]) -> Vec<Turn> {
    let mut reach = alloc::vec![0.0; bodies.len()];
    for bond in laws.bonds {
        for (end, arm) in bond.ends.into_iter().zip(bond.arms) {
            if let Some(reach) = reach.get_mut(end) {
                *reach = largest(*reach, SVector::from(arm).norm());
            }
        }
    }
    let mut turns = Vec::new();
    let inertias = laws.inertias.iter().zip(reach).enumerate();
    for ((body, (inertia, reach)), part) in inertias.zip(bodies) {
        if let (Some(inertia), true) = (inertia, reach != 0.0) {
            part.turn = Some(turns.len());
            turns.push(Turn::new::<D>(body, inertia, reach));
        }
    }
    turns
}

/// Assigns each body its rows in the band. Returns the number of all rows, and the width.
fn arrange<const D: usize>(bodies: &mut [BodyPart<D>], ends: &[[usize; 2]]) -> (usize, usize) {
    let count = bodies.len();
    let between = (ends.iter().copied()).filter(|[a, b]| *a < count && *b < count);
    let places = narrow_order(count, between.clone());
    let size = |body: &BodyPart<D>| match body.turn {
        Some(_) => turning_numbers::<D>().len(),
        None => D,
    };
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_unstable_by_key(|body| places[*body]);
    let mut rows = 0;
    for body in order {
        bodies[body].row = rows;
        rows += size(&bodies[body]);
    }
    let own = (0..count).map(|body| [body; 2]);
    let reach = between.chain(own).map(|[a, b]| {
        let ends = [a, b].map(|body| bodies[body].row + size(&bodies[body]) - 1);
        usize::max(
            ends[0].saturating_sub(bodies[b].row),
            ends[1].saturating_sub(bodies[a].row),
        )
    });
    (rows, reach.max().unwrap_or(0))
}

/// Mounting points of a bond.
fn mounts<const D: usize>(bond: &Bond<D>, bodies: &[BodyPart<D>], turns: &[Turn]) -> [Mount; 2] {
    core::array::from_fn(|which| {
        let (end, arm) = (bond.ends[which], widened(&SVector::from(bond.arms[which])));
        let turn = bodies.get(end).and_then(|body| body.turn);
        let principal = turn.and_then(|turn| turns.get(turn));
        Mount {
            end,
            turn,
            arm: principal.map_or(arm, |turn| turn.principal(&arm)),
        }
    })
}

impl<const D: usize> Clone for Newton<D> {
    fn clone(&self) -> Self {
        Self {
            bodies: self.bodies.clone(),
            turns: self.turns.clone(),
            links: self.links.clone(),
            bonds: self.bonds.clone(),
            names: self.names.clone(),
            moves: self.moves.clone(),
            places: self.places.clone(),
            accelerations: self.accelerations.clone(),
            deviations: self.deviations.clone(),
            right: self.right.clone(),
            band: self.band.clone(),
            linearization: self.linearization,
            is_finite: self.is_finite,
        }
    }

    fn clone_from(&mut self, from: &Self) {
        self.bodies.clone_from(&from.bodies);
        self.turns.clone_from(&from.turns);
        self.links.clone_from(&from.links);
        self.bonds.clone_from(&from.bonds);
        self.names.clone_from(&from.names);
        self.moves.clone_from(&from.moves);
        self.places.clone_from(&from.places);
        self.accelerations.clone_from(&from.accelerations);
        self.deviations.clone_from(&from.deviations);
        self.right.clone_from(&from.right);
        self.band.clone_from(&from.band);
        self.is_finite = from.is_finite;
    }
}
