//! Boxes around the paths of round bodies, sorted along one axis.

use alloc::vec::Vec;
use core::cmp::Ordering;

use nalgebra::SVector;

use super::super::path::BodyPath;
use crate::ballistics::Trajectory;
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;

/// A box that holds a ball between two times.
#[derive(Debug, Clone, Copy)]
pub(super) struct SweptBox<const D: usize> {
    low: SVector<f64, D>,
    high: SVector<f64, D>,
}

impl<const D: usize> SweptBox<D> {
    /// The box of all space.
    fn all() -> Self {
        Self {
            low: SVector::repeat(f64::NEG_INFINITY),
            high: SVector::repeat(f64::INFINITY),
        }
    }

    /// The box about a ball on a leg of its path between two times of the world \[s\].
    ///
    /// A path that accelerates by at most A is within `A t²/8` of the chord between its places at two times t apart.
    pub(super) fn of<T: Real<D>>(path: &BodyPath<T, D>, (from, to): (f64, f64)) -> Self {
        let times = [from, to].map(|time| from_f64::<T>(time - path.start));
        let flight = &path.leg.flight;
        let states = times.map(|time| flight.at(time));
        let [start, end] = states.map(|state| state.position.map(to_f64));
        let speed = states.map(|state| to_f64(state.velocity.norm()));
        let [bound, radius, elapsed] = [
            flight.acceleration_bound(times[0], times[1]),
            path.shape.radius,
            times[1],
        ]
        .map(to_f64);
        let bend = bound * (to - from) * (to - from) / 8.0;
        // balls that touch to rounding touch
        let size = start.norm() + end.norm() + speed[0].max(speed[1]) * elapsed + radius;
        let rounding = ROUNDING * to_f64(T::default_epsilon()) * size;
        let reach = radius + bend + rounding;
        let (low, high) = (
            start.inf(&end).add_scalar(-reach),
            start.sup(&end).add_scalar(reach),
        );
        // where the bounds are not known, it may be anywhere
        let is_known = low.iter().chain(high.iter()).all(|side| side.is_finite());
        if is_known {
            Self { low, high }
        } else {
            Self::all()
        }
    }

    fn meets(&self, other: &Self) -> bool {
        (0..D).all(|axis| self.low[axis] <= other.high[axis] && other.low[axis] <= self.high[axis])
    }
}

/// How far boxes reach beyond paths, in rounding errors of coordinates.
const ROUNDING: f64 = 16.0;

/// Finds the round bodies whose boxes meet: sweep and prune along one axis.
#[derive(Debug, Clone, Default)]
pub(super) struct BroadPhase<const D: usize> {
    /// By the index of the body; none if it is not round.
    boxes: Vec<Option<SweptBox<D>>>,
    /// Boxes by the lower end along the axis, with the indices of their bodies.
    sorted: Vec<(SweptBox<D>, usize)>,
    axis: usize,
    /// The largest width along the axis \[m\].
    widest: f64,
}

impl<const D: usize> BroadPhase<D> {
    /// Begins with the boxes of all bodies, none for those that are not round.
    pub(super) fn begin(&mut self, boxes: impl Iterator<Item = Option<SweptBox<D>>>) {
        self.boxes.clear();
        self.boxes.extend(boxes);
        let round = self.boxes.iter().enumerate();
        self.sorted.clear();
        (self.sorted).extend(round.filter_map(|(index, one)| Some(((*one)?, index))));
        let spread = |axis: usize| {
            let lows = self.sorted.iter().map(|(one, _)| one.low[axis]);
            lows.clone().fold(f64::NEG_INFINITY, f64::max) - lows.fold(f64::INFINITY, f64::min)
        };
        let widest = (0..D).max_by(|a, b| spread(*a).total_cmp(&spread(*b)));
        let axis = widest.unwrap_or(0);
        self.axis = axis;
        self.sorted.sort_unstable_by(|a, b| order(a, b, axis));
        let widths = (self.sorted.iter()).map(|(one, _)| one.high[axis] - one.low[axis]);
        self.widest = widths.fold(0.0, f64::max);
    }

    /// The pairs of bodies whose boxes meet, each once, the smaller index first.
    pub(super) fn pairs(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        (self.sorted.iter().enumerate()).flat_map(move |(place, (one, index))| {
            let after = self.sorted.get(place + 1..).unwrap_or(&[]);
            (after.iter())
                .take_while(move |(other, _)| other.low[self.axis] <= one.high[self.axis])
                .filter(move |(other, _)| one.meets(other))
                .map(move |(_, other)| [*index.min(other), *index.max(other)])
        })
    }

    /// The other bodies whose boxes meet that of a body.
    pub(super) fn near(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let axis = self.axis;
        let found = self.boxes.get(index).copied().flatten().map(|own| {
            let least = own.low[axis] - self.widest;
            let first = (self.sorted).partition_point(|(other, _)| other.low[axis] < least);
            let last =
                (self.sorted).partition_point(|(other, _)| other.low[axis] <= own.high[axis]);
            let within = self.sorted.get(first..last).unwrap_or(&[]);
            let met = within.iter().filter(move |(other, _)| own.meets(other));
            met.map(|(_, other)| *other)
        });
        (found.into_iter().flatten()).filter(move |other| *other != index)
    }

    /// Gives a round body another box.
    pub(super) fn replace(&mut self, index: usize, new: SweptBox<D>) {
        let axis = self.axis;
        let Some(Some(own)) = self.boxes.get_mut(index) else {
            return;
        };
        let (old, new) = ((core::mem::replace(own, new), index), (new, index));
        self.widest = self.widest.max(new.0.high[axis] - new.0.low[axis]);
        let before = |of: &(SweptBox<D>, usize)| {
            (self.sorted).partition_point(|one| order(one, of, axis) == Ordering::Less)
        };
        let (from, to) = (before(&old), before(&new));
        // all boxes between the two places move by one
        let (between, place) = if to > from {
            (self.sorted.get_mut(from..to), to - from - 1)
        } else {
            (self.sorted.get_mut(to..=from), 0)
        };
        let Some(between) = between else { return };
        if to > from {
            between.rotate_left(1);
        } else {
            between.rotate_right(1);
        }
        if let Some(free) = between.get_mut(place) {
            *free = new;
        }
    }
}

/// By the lower end along an axis, then by the index.
fn order<const D: usize>(
    a: &(SweptBox<D>, usize),
    b: &(SweptBox<D>, usize),
    axis: usize,
) -> Ordering {
    (a.0.low[axis].total_cmp(&b.0.low[axis])).then(a.1.cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Vector2;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn random_box(rng: &mut Pcg64Mcg) -> SweptBox<2> {
        if rng.random_range(0..100) == 0 {
            return SweptBox::all();
        }
        // coordinates on a grid, so that many are equal
        let mut number = |most: i32| f64::from(rng.random_range(0..=most));
        let low = Vector2::new(number(40), number(40));
        let high = low + Vector2::new(number(10), number(10));
        SweptBox { low, high }
    }

    /// The pairs and neighbours found are those of all boxes that meet, whatever boxes are replaced.
    #[test]
    fn finds_what_all_pairs_give() {
        let mut rng = Pcg64Mcg::seed_from_u64(11);
        let mut broad = BroadPhase::default();
        let mut all: Vec<Option<SweptBox<2>>> = Vec::new();
        for index in 0..60 {
            all.push((index % 7 != 3).then(|| random_box(&mut rng)));
        }
        broad.begin(all.iter().copied());
        let meet = |all: &[Option<SweptBox<2>>], a: usize, b: usize| {
            a != b && all[a].zip(all[b]).is_some_and(|(a, b)| a.meets(&b))
        };
        let mut pairs: Vec<_> = broad.pairs().collect();
        pairs.sort_unstable();
        let expected = (0..60).flat_map(|a| (a..60).map(move |b| [a, b]));
        let expected: Vec<_> = expected.filter(|[a, b]| meet(&all, *a, *b)).collect();
        assert_eq!(pairs, expected);
        assert!(pairs.len() > 20, "{}", pairs.len());
        for _ in 0..2000 {
            let index = rng.random_range(0..60);
            if all[index].is_some() {
                let new = random_box(&mut rng);
                all[index] = Some(new);
                broad.replace(index, new);
            }
            let asked = rng.random_range(0..60);
            let mut near: Vec<_> = broad.near(asked).collect();
            near.sort_unstable();
            let expected: Vec<_> = (0..60).filter(|other| meet(&all, asked, *other)).collect();
            assert_eq!(near, expected);
        }
    }
}
