//! Order of unknowns that keeps the band narrow.

use alloc::vec::Vec;

/// Reverse Cuthill–McKee order of a graph: the index of each node in the band.
///
/// The search is breadth first from a node far from the others, with neighbours of low degree first; then the order is
/// reversed.
pub(super) fn narrow_order(nodes: usize, edges: impl Iterator<Item = [usize; 2]>) -> Vec<usize> {
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

    let mut places = alloc::vec![usize::MAX; nodes];
    let mut order = Vec::with_capacity(nodes);
    for first in by_degree {
        if places[first] != usize::MAX {
            continue;
        }
        let start = far_node(&neighbours, first, &mut places);
        let from = order.len();
        visit(&neighbours, start, &mut order, &mut places);
        debug_assert!(from < order.len());
    }
    for place in &mut places {
        *place = nodes - 1 - *place;
    }
    places
}

/// Returns the last node of a search that starts at the last node of a search from `first`.
fn far_node(neighbours: &[Vec<usize>], first: usize, places: &mut [usize]) -> usize {
    let mut last = first;
    for _ in 0..2 {
        let mut order = Vec::new();
        visit(neighbours, last, &mut order, places);
        for node in &order {
            places[*node] = usize::MAX;
        }
        last = order.last().copied().unwrap_or(first);
    }
    last
}

/// Appends all nodes that can be reached from `start`, breadth first, and stores their indices in the order.
fn visit(neighbours: &[Vec<usize>], start: usize, order: &mut Vec<usize>, places: &mut [usize]) {
    let mut next = order.len();
    places[start] = next;
    order.push(start);
    while next < order.len() {
        for neighbour in &neighbours[order[next]] {
            if places[*neighbour] == usize::MAX {
                places[*neighbour] = order.len();
                order.push(*neighbour);
            }
        }
        next += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn width(nodes: usize, edges: &[[usize; 2]]) -> usize {
        let places = narrow_order(nodes, edges.iter().copied());
        let mut sorted = places.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..nodes), "every place once");
        let spans = edges.iter().map(|[a, b]| places[*a].abs_diff(places[*b]));
        spans.max().unwrap_or(0)
    }

    #[test]
    fn the_band_is_as_narrow_as_the_graph() {
        assert_eq!(width(0, &[]), 0);
        assert_eq!(width(3, &[]), 0);
        // a path through shuffled nodes, twice, and an edge from a node to itself
        let path: Vec<[usize; 2]> = (0..49).map(|k| [k * 7 % 50, (k + 1) * 7 % 50]).collect();
        let twice: Vec<[usize; 2]> = [&path[..], &path[..], &[[3, 3]]].concat();
        assert_eq!(width(50, &twice), 1);
        // a ring
        let ring: Vec<[usize; 2]> = (0..20).map(|k| [k, (k + 1) % 20]).collect();
        assert_eq!(width(20, &ring), 2);
        // a cloth of 6 by 9 has a band of about its shorter side
        let at = |x: usize, y: usize| y * 6 + x;
        let along = (0..9).flat_map(|y| (0..5).map(move |x| [at(x, y), at(x + 1, y)]));
        let across = (0..8).flat_map(|y| (0..6).map(move |x| [at(x, y), at(x, y + 1)]));
        let cloth: Vec<[usize; 2]> = along.chain(across).collect();
        assert!(width(54, &cloth) <= 7);
        // two components
        assert_eq!(width(6, &[[0, 3], [3, 5], [1, 2]]), 1);
    }
}
