//! Rugged ground with level pads, generated from a seed.

use lander::Ground;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// A level pad for landings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pad {
    /// Left end \[m\].
    pub left: f64,
    /// Right end \[m\].
    pub right: f64,
    /// Height \[m\].
    pub height: f64,
    /// Factor of the score for a landing on the pad.
    pub multiplier: u32,
}

impl Pad {
    /// Middle of the pad \[m\].
    #[must_use]
    pub fn middle(&self) -> f64 {
        0.5 * (self.left + self.right)
    }

    /// Whether a position \[m\] is on the pad.
    #[must_use]
    pub fn holds(&self, x: f64) -> bool {
        (self.left..=self.right).contains(&x)
    }
}

/// Properties of a landscape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Relief {
    /// Width \[m\]; the middle is at x = 0.
    pub width: f64,
    /// Approximate height of the highest mountains \[m\].
    pub height: f64,
    /// Minimum distance between two corners \[m\].
    pub spacing: f64,
    /// Maximum distance of the pads from the middle \[m\].
    pub pads_within: f64,
}

/// The ground and its pads, from left to right.
#[derive(Debug, Clone, PartialEq)]
pub struct Landscape {
    /// Profile of the ground.
    pub ground: Ground,
    /// Pads for landings.
    pub pads: Vec<Pad>,
}

/// Widths \[m\] and multipliers of the pads: a narrower pad counts more.
const PADS: [(f64, u32); 4] = [(40.0, 1), (28.0, 2), (20.0, 3), (14.0, 5)];

impl Landscape {
    /// The landscape of a seed; always the same.
    #[must_use]
    pub fn new(relief: &Relief, seed: u64) -> Self {
        let mut random = Pcg64::seed_from_u64(seed);
        let mut corners = mountains(relief, &mut random);
        let mut pads = PADS;
        pads.shuffle(&mut random);
        let zone = 2.0 * relief.pads_within / pads.len() as f64;
        let pads = (pads.into_iter().enumerate()).map(|(index, (width, multiplier))| {
            let zone = -relief.pads_within + zone * index as f64
                ..-relief.pads_within + zone * (index + 1) as f64;
            let places = (0..8).map(|_| random.random_range(zone.start..zone.end - width));
            let [left, height] = flattest(&corners, places, width);
            let right = left + width;
            Pad {
                left,
                right,
                height,
                multiplier,
            }
        });
        let pads: Vec<_> = pads.collect();
        for pad in &pads {
            level(&mut corners, pad, 0.6 * relief.spacing);
        }
        // the corners are in order from left to right, and there are at least two
        let ground = Ground::new(corners).unwrap_or_else(|_| Ground::level(0.0));
        Self { ground, pads }
    }

    /// Index of the pad at a position \[m\].
    #[must_use]
    pub fn pad_at(&self, x: f64) -> Option<usize> {
        self.pads.iter().position(|pad| pad.holds(x))
    }
}

/// Mountains by midpoint displacement: the middle of each segment is moved up or down, then the
/// middles of its halves by less, and so on.
fn mountains(relief: &Relief, random: &mut Pcg64) -> Vec<[f64; 2]> {
    /// Ratio of the displacements in two successive halvings.
    const ROUGHNESS: f64 = 0.56;
    let mut heights = vec![0.5, 0.5];
    let mut most = 0.5;
    while relief.width / heights.len() as f64 > relief.spacing {
        let mut finer = vec![heights[0]];
        for ends in heights.windows(2) {
            let middle = 0.5 * (ends[0] + ends[1]) + random.random_range(-most..most);
            finer.extend([middle, ends[1]]);
        }
        heights = finer;
        most *= ROUGHNESS;
    }
    let [low, high] =
        [f64::min, f64::max].map(|pick| heights.iter().copied().fold(heights[0], pick));
    let pieces = (heights.len() - 1) as f64;
    (heights.iter().enumerate())
        .map(|(index, height)| {
            let x = relief.width * (index as f64 / pieces - 0.5);
            [
                x,
                relief.height * (height - low) / (high - low).max(f64::MIN_POSITIVE),
            ]
        })
        .collect()
}

/// The position at which the ground, from one width \[m\] before it to two widths after it, has the
/// smallest range of heights; and the middle of that range.
fn flattest(corners: &[[f64; 2]], places: impl Iterator<Item = f64>, width: f64) -> [f64; 2] {
    let extent = |left: f64| {
        let inside = |[x, _]: &&[f64; 2]| (left - width..left + 2.0 * width).contains(x);
        let heights = corners.iter().filter(inside).map(|[_, y]| *y);
        let (low, high) = heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| {
            (low.min(y), high.max(y))
        });
        (high - low, 0.5 * (high + low))
    };
    let found = places
        .map(|left| (left, extent(left)))
        .reduce(|one, other| if other.1.0 < one.1.0 { other } else { one });
    found.map_or([0.0, 0.0], |(left, (_, height))| [left, height])
}

/// Inserts a pad into the ground, and removes all corners that are nearer to it than a
/// margin \[m\].
fn level(corners: &mut Vec<[f64; 2]>, pad: &Pad, margin: f64) {
    corners.retain(|[x, _]| *x < pad.left - margin || *x > pad.right + margin);
    let place = corners.partition_point(|[x, _]| *x < pad.left);
    corners.splice(
        place..place,
        [[pad.left, pad.height], [pad.right, pad.height]],
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mission::Mission;

    #[test]
    fn every_seed_has_level_pads_apart_from_each_other_and_always_the_same_ground() {
        for mission in Mission::ALL {
            let made = |seed| Landscape::new(&mission.relief, seed);
            assert_eq!(made(7), made(7));
            assert_ne!(made(7), made(8));
            for seed in 0..50 {
                let Landscape { ground, pads } = made(seed);
                let kind = |pad: &Pad| (pad.right - pad.left, pad.multiplier);
                let is_of = |pad: &Pad, (width, multiplier): (f64, u32)| {
                    (kind(pad).0 - width).abs() < 1e-9 && kind(pad).1 == multiplier
                };
                assert!(PADS.iter().all(|it| pads.iter().any(|pad| is_of(pad, *it))));
                assert!(pads.windows(2).all(|pads| pads[0].right < pads[1].left));
                assert!(ground.steepest() < 6.0, "{}", ground.steepest());
                for (pad, x) in pads.iter().flat_map(|it| [(it, it.left), (it, it.right)]) {
                    assert!((ground.height(x) - pad.height).abs() < 1e-9);
                }
            }
        }
    }
}
