//! The order of the unknowns that makes the band of the matrix narrow.

use super::equations::{Band, Mount, turning_numbers, widened};
use super::newton::Newton;
use super::parts::{BodyPart, BondPart, Linearization, LinkPart, all_ends, joins};
use super::turn::Turn;
use super::{Bond, RodLaws};
use crate::numbers::largest;
use alloc::vec::Vec;
use nalgebra::SVector;

/// Returns the reverse Cuthill–McKee order of a graph: the index of each node in the order.
///
/// The search is breadth-first. It starts at a node that is far from the others, and visits nodes
/// of low degree first. At the end the order is reversed.
fn narrow_order(nodes: usize, edges: impl Iterator<Item = [usize; 2]>) -> Vec<usize> {
    let mut neighbours = alloc::vec![Vec::new(); nodes];
    for [a, b] in edges {
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    for list in &mut neighbours {
        list.sort_unstable();
        list.dedup();
    }
    let degrees: Vec<usize> = neighbours.iter().map(Vec::len).collect();
    for list in &mut neighbours {
        list.sort_by_key(|node| degrees[*node]);
    }
    let mut by_degree: Vec<usize> = (0..nodes).collect();
    by_degree.sort_by_key(|node| degrees[*node]);

    let mut ranks = alloc::vec![usize::MAX; nodes];
    let mut order = Vec::with_capacity(nodes);
    for first in by_degree {
        if ranks[first] != usize::MAX {
            continue;
        }
        let start = far_node(&neighbours, first, &mut ranks);
        let from = order.len();
        visit(&neighbours, start, &mut order, &mut ranks);
        debug_assert!(from < order.len());
    }
    for rank in &mut ranks {
        *rank = nodes - 1 - *rank;
    }
    ranks
}

/// Returns a node at the edge of the graph: searches from `first`, then from the last node of this
/// search, and returns the last node of the second search.
fn far_node(neighbours: &[Vec<usize>], first: usize, ranks: &mut [usize]) -> usize {
    let mut last = first;
    for _ in 0..2 {
        let mut order = Vec::new();
        visit(neighbours, last, &mut order, ranks);
        for node in &order {
            ranks[*node] = usize::MAX;
        }
        last = order.last().copied().unwrap_or(first);
    }
    last
}

/// Appends all nodes that can be reached from `start` to the order, breadth-first, and stores the
/// index of each node.
fn visit(neighbours: &[Vec<usize>], start: usize, order: &mut Vec<usize>, ranks: &mut [usize]) {
    let mut next = order.len();
    ranks[start] = next;
    order.push(start);
    while next < order.len() {
        for neighbour in &neighbours[order[next]] {
            if ranks[*neighbour] == usize::MAX {
                ranks[*neighbour] = order.len();
                order.push(*neighbour);
            }
        }
        next += 1;
    }
}

// Builds a network from its laws: the parts of the network, and their rows in the band.

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
            positions: alloc::vec![SVector::zeros(); all],
            accelerations: alloc::vec![SVector::zeros(); count],
            deviations: alloc::vec![SVector::zeros(); count],
            right: alloc::vec![0.0; rows],
            band: Band::new(rows, width),
            linearization: Linearization::Expected,
            is_finite,
        }
    }
}

/// Returns the rotations of all bodies that have an inertia and a bond away from their centre. Each
/// such body stores the index of its rotation.
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

/// Assigns each body its rows in the band. Returns the total number of rows, and the width of the
/// band.
fn arrange<const D: usize>(bodies: &mut [BodyPart<D>], ends: &[[usize; 2]]) -> (usize, usize) {
    let count = bodies.len();
    let between = (ends.iter().copied()).filter(|[a, b]| *a < count && *b < count);
    let ranks = narrow_order(count, between.clone());
    let size = |body: &BodyPart<D>| match body.turn {
        Some(_) => turning_numbers::<D>().len(),
        None => D,
    };
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_unstable_by_key(|body| ranks[*body]);
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

/// Returns the two mounting points of a bond.
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
            positions: self.positions.clone(),
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
        self.positions.clone_from(&from.positions);
        self.accelerations.clone_from(&from.accelerations);
        self.deviations.clone_from(&from.deviations);
        self.right.clone_from(&from.right);
        self.band.clone_from(&from.band);
        self.is_finite = from.is_finite;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn width(nodes: usize, edges: &[[usize; 2]]) -> usize {
        let ranks = narrow_order(nodes, edges.iter().copied());
        let mut sorted = ranks.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..nodes), "every rank once");
        let spans = edges.iter().map(|[a, b]| ranks[*a].abs_diff(ranks[*b]));
        spans.max().unwrap_or(0)
    }

    #[test]
    fn the_band_is_as_narrow_as_the_graph() {
        assert_eq!(width(0, &[]), 0);
        assert_eq!(width(3, &[]), 0);
        // a path through shuffled nodes, given twice, and an edge from a node to itself
        let path: Vec<[usize; 2]> = (0..49).map(|k| [k * 7 % 50, (k + 1) * 7 % 50]).collect();
        let twice: Vec<[usize; 2]> = [&path[..], &path[..], &[[3, 3]]].concat();
        assert_eq!(width(50, &twice), 1);
        // a ring
        let ring: Vec<[usize; 2]> = (0..20).map(|k| [k, (k + 1) % 20]).collect();
        assert_eq!(width(20, &ring), 2);
        // the band of a cloth of 6 × 9 nodes is about as wide as its shorter side
        let at = |x: usize, y: usize| y * 6 + x;
        let along = (0..9).flat_map(|y| (0..5).map(move |x| [at(x, y), at(x + 1, y)]));
        let across = (0..8).flat_map(|y| (0..6).map(move |x| [at(x, y), at(x, y + 1)]));
        let cloth: Vec<[usize; 2]> = along.chain(across).collect();
        assert!(width(54, &cloth) <= 7);
        // two components
        assert_eq!(width(6, &[[0, 3], [3, 5], [1, 2]]), 1);
    }
}
