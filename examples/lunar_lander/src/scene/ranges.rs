//! Mountains far away: the farther, the less they move.

use super::brush::{faded, mixed};
use super::look::Look;
use super::{Color, Scene, Shape, View};

/// A range: how far behind the ground, in metres for a pixel more than there, and how high, as a share.
const RANGES: [(f64, f64); 4] = [(3.4, 1.15), (1.9, 0.68), (0.9, 0.34), (0.4, 0.16)];

/// The upper edges of the ranges, the farthest first.
pub(super) fn skylines(view: &View) -> Vec<Vec<[f32; 2]>> {
    let ranges = RANGES.into_iter().enumerate();
    ranges
        .map(|(index, range)| skyline(view, index as u64, range))
        .collect()
}

/// Draws the ranges, each down to where the next thing hides it; the last of these things is the ground.
pub(super) fn draw(
    scene: &mut Scene,
    view: &View,
    skylines: &[Vec<[f32; 2]>],
    ground: &[[f32; 2]],
) {
    let look = Look::of(view.game.lander().planet());
    let hiding = skylines.iter().skip(1).map(Vec::as_slice).chain([ground]);
    for ((line, hiding), [peak, foot, sun]) in skylines.iter().zip(hiding).zip(look.ranges) {
        let bottom = lowest(hiding).clamp(0.0, view.size[1]);
        let top = highest(line);
        let share = ((bottom - top) / (view.size[1] - top)).clamp(0.0, 1.0);
        if bottom > top {
            scene.push(Shape::Curtain {
                top: line.clone(),
                bottom,
                colors: [peak, mixed(peak, foot, share)],
            });
        }
        sunlit(scene, line, view.unit(), sun);
        scene.line(line, 1.2, faded(sun, 0.30));
    }
}

/// How far down a line goes \[pixels\].
pub(super) fn lowest(line: &[[f32; 2]]) -> f32 {
    line.iter().map(|[_, y]| *y).fold(0.0, f32::max)
}

fn highest(line: &[[f32; 2]]) -> f32 {
    line.iter().map(|[_, y]| *y).fold(f32::MAX, f32::min)
}

/// The edges of slopes that look to the left, where the light comes from.
fn sunlit(scene: &mut Scene, line: &[[f32; 2]], unit: f32, color: Color) {
    for slope in line.chunk_by(|left, right| right[1] < left[1]) {
        let (Some(low), Some(high)) = (slope.first(), slope.last()) else {
            continue;
        };
        let rise = low[1] - high[1];
        if rise < 4.0 * unit {
            continue;
        }
        scene.line(slope, 1.6, faded(color, 0.65));
    }
}

/// The upper edge of a range, as a camera sees it that stands as far from the ground as its scale tells.
fn skyline(view: &View, index: u64, (behind, share): (f64, f64)) -> Vec<[f32; 2]> {
    /// Corners, however wide the screen.
    const MOST: usize = 4000;
    let scale = 1.0 / (1.0 / view.camera.scale + behind);
    let center = view.camera.center;
    let [width, height] = view.size.map(f64::from);
    let half = 0.5 * width / scale;
    // corners at fixed places, a few pixels apart
    let step = (7.0 / scale).log2().ceil().exp2();
    let highest = (230.0 + view.game.mission().relief.height) * share;
    let first = ((center.x - half) / step).floor();
    let count = ((2.0 * half / step).ceil() as usize).min(MOST) + 2;
    (0..count)
        .map(|corner| {
            let x = (first + corner as f64) * step;
            let y = highest
                * relief(
                    x,
                    step,
                    index.wrapping_add(view.game.seed().wrapping_mul(4)),
                );
            let [across, down] = [x - center.x, y - center.y].map(|it| it * scale);
            [(0.5 * width + across) as f32, (0.5 * height - down) as f32]
        })
        .collect()
}

/// From 0 to about 1: ridges, and smaller ones on them, down to a finest.
fn relief(x: f64, finest: f64, seed: u64) -> f64 {
    let mut length = 1500.0;
    let mut share = 0.52;
    let mut height = 0.0;
    let mut layer = 0;
    while length >= 1.5 * finest && layer < 9 {
        let noise = between(
            x / length + 0.37 * layer as f64,
            seed.wrapping_mul(31).wrapping_add(layer),
        );
        height += share * (1.0 - (2.0 * noise - 1.0).abs());
        share *= 0.56;
        length *= 0.47;
        layer += 1;
    }
    height.powf(1.25)
}

/// Straight between random numbers at whole places.
fn between(x: f64, seed: u64) -> f64 {
    let left = x.floor();
    let [from, to] = [left, left + 1.0].map(|place| scattered(place as i64 as u64, seed));
    from + (to - from) * (x - left)
}

/// A number from 0 to 1 that looks random: the bits of a place and a seed, stirred.
pub(super) fn scattered(place: u64, seed: u64) -> f64 {
    let mut bits =
        place.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ seed.wrapping_mul(0xd1b5_4a32_d192_ed03);
    for _ in 0..2 {
        bits = (bits ^ (bits >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    }
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}
