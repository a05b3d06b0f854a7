//! The background of the flight: sky, distant mountains, ground with pads, and wind.

use std::f32::consts::PI;
use std::f64::consts::TAU;

use kinstep::nalgebra::Vector2;

use super::letters::{Align, Letters};
use super::list::{Color, Place, faded, mixed, paint};
use super::look::{self, Look};
use super::{Scene, View};
use crate::landscape::Pad;
use crate::touchdown::MOST_SLOPE;

/// Draws sky, mountains and ground. Each curtain ends where the next one hides it.
pub(super) fn draw(scene: &mut Scene, view: &View) {
    let look = Look::of(view.game.lander().planet());
    let lines: Vec<_> = (0..RANGES.len())
        .map(|range| skyline(view, range))
        .chain([profile(view)])
        .collect();
    let lowest = |line: &[Place]| line.iter().map(|[_, y]| *y).fold(0.0, f32::max);
    sky(scene, view, &look, lowest(&lines[0]));
    for (pair, [peak, foot, sun]) in lines.windows(2).zip(look.ranges) {
        let line = &pair[0];
        let bottom = lowest(&pair[1]).clamp(0.0, view.size[1]);
        let top = line.iter().map(|[_, y]| *y).fold(f32::MAX, f32::min);
        let share = ((bottom - top) / (view.size[1] - top)).clamp(0.0, 1.0);
        if bottom > top {
            scene.curtain(line.clone(), bottom, [peak, mixed(peak, foot, share)]);
        }
        // slopes that face the light, which comes from the left
        for slope in line.chunk_by(|left, right| right[1] < left[1]) {
            if slope[0][1] - slope[slope.len() - 1][1] >= 4.0 * view.unit() {
                scene.line(slope, 1.6, faded(sun, 0.65));
            }
        }
        scene.line(line, 1.2, faded(sun, 0.30));
    }
    terrain(scene, view, &look, &lines[RANGES.len()]);
}

// --- the sky

/// The sky, from the top down to where the mountains hide it \[pixels\].
fn sky(scene: &mut Scene, view: &View, look: &Look, bottom: f32) {
    let [width, height] = view.size;
    let [top, middle, horizon] = look.sky;
    let levels = [0.0, 0.34 * height, 0.66 * height, height];
    let bands = [[top, middle], [middle, horizon], [horizon, horizon]];
    for (ends, [from, to]) in levels.windows(2).zip(bands) {
        let end = ends[1].min(bottom);
        if end <= ends[0] {
            break;
        }
        let share = (end - ends[0]) / (ends[1] - ends[0]);
        let line = vec![[0.0, ends[0]], [width, ends[0]]];
        scene.curtain(line, end + 1.0, [from, mixed(from, to, share)]);
    }
    if view.game.lander().planet().air.is_some() {
        sun_in_haze(scene, view);
    } else {
        stars(scene, view);
        home(scene, view);
    }
}

/// Stars of several sizes, always at the same positions, which twinkle a little.
fn stars(scene: &mut Scene, view: &View) {
    /// Number of stars.
    const COUNT: u64 = 170;
    let [width, height] = view.size;
    // the stars move only slightly with the lander
    let shift = (-0.012 * view.camera.center.x) as f32;
    for star in 0..COUNT {
        let [x, y, size, pace, hue] = [1, 2, 3, 4, 5].map(|kind| scattered(star, 100 + kind));
        let twinkle = 0.82 + 0.18 * (view.clock * (0.6 + 2.4 * pace) + TAU * size).sin();
        let bright = size.powi(5);
        let x = (x as f32 * width + shift).rem_euclid(width.max(1.0));
        let y = (y * y.sqrt()) as f32 * 0.85 * height;
        let opacity = ((0.22 + 0.78 * bright) * twinkle) as f32;
        let tone = [paint(0xffffff), paint(0xbfd4ff), paint(0xffe3c2)][(hue * 2.99) as usize];
        let radius = view.unit() * (0.55 + 1.15 * bright) as f32;
        scene.disc([x, y], radius, faded(tone, opacity));
        if bright > 0.72 {
            let arm = 4.5 * radius * twinkle as f32;
            let color = faded(tone, 0.35 * opacity);
            scene.line(&[[x - arm, y], [x + arm, y]], 1.0, color);
            scene.line(&[[x, y - arm], [x, y + arm]], 1.0, color);
        }
    }
}

/// The Earth; a little less than half of it is lit.
#[rustfmt::skip]
fn home(scene: &mut Scene, view: &View) {
    /// Corners of the continents, in radii from the centre.
    const LANDS: [&[Place]; 3] = [
        &[[-0.72, -0.42], [-0.38, -0.62], [-0.10, -0.40], [-0.30, -0.08], [-0.62, -0.10]],
        &[[-0.48, 0.06], [-0.16, 0.10], [-0.10, 0.38], [-0.34, 0.66], [-0.52, 0.40]],
        &[[0.02, -0.72], [0.30, -0.66], [0.22, -0.48], [0.06, -0.50]],
    ];
    /// Left end, right end, height below the centre and curvature of each cloud, in radii.
    const CLOUDS: [[f32; 4]; 4] = [[-0.86, -0.10, -0.22, 0.10], [-0.90, 0.05, 0.20, -0.08],
        [-0.62, 0.10, -0.66, -0.06], [-0.70, -0.05, 0.58, 0.09]];
    let unit = view.unit();
    let radius = 44.0 * unit;
    let [x, y] = [0.915 * view.size[0], 0.29 * view.size[1]];
    scene.halo([x, y], 2.3 * radius, faded(paint(0x6fb2ff), 0.34));
    scene.disc([x, y], radius, paint(0x5fb0f4));
    let place = |across: f32, down: f32| [x + across * radius, y + down * radius];
    for land in LANDS {
        let corners: Vec<_> = land.iter().map(|[across, down]| place(*across, *down)).collect();
        scene.fill(&corners, faded(paint(0x7fc98a), 0.75));
    }
    for [from, to, down, bend] in CLOUDS {
        let cloud: Vec<_> = (0..=8).map(|step| {
            let share = step as f32 / 8.0;
            place(from + (to - from) * share, down + bend * (1.0 - (2.0 * share - 1.0).powi(2)))
        }).collect();
        scene.line(&cloud, 0.085 * radius, faded(paint(0xffffff), 0.55));
    }
    // the night side in front of it, with a soft edge
    for step in 0..5 {
        let edge = 0.48 - 0.11 * step as f32;
        scene.fill(&night([x, y], 1.012 * radius, edge), faded(paint(0x060a18), 0.48));
    }
    let limb: Vec<_> = (0..=20).map(|step| {
        let (sine, cosine) = (0.42 + PI * (0.56 + 0.88 * step as f32 / 20.0)).sin_cos();
        place(cosine, sine)
    }).collect();
    scene.line(&limb, 1.6 * unit, faded(paint(0xe4f4ff), 0.75));
}

/// The dark part of a disc. Its edge bulges toward the day side by a share of the radius.
fn night([x, y]: Place, radius: f32, bulge: f32) -> Vec<Place> {
    const STEPS: usize = 18;
    // the light comes from the upper left
    let (sine, cosine) = 0.42_f32.sin_cos();
    let turned = |across: f32, down: f32| {
        [
            x + radius * (across * cosine - down * sine),
            y + radius * (across * sine + down * cosine),
        ]
    };
    let angle = |step: usize| PI * (step as f32 / STEPS as f32 - 0.5);
    let limb = (0..=STEPS).map(|step| turned(angle(step).cos(), angle(step).sin()));
    let line = (1..STEPS).rev();
    let line = line.map(|step| turned(-bulge * angle(step).cos(), angle(step).sin()));
    limb.chain(line).collect()
}

/// A pale sun, and bands of haze that drift with the wind.
fn sun_in_haze(scene: &mut Scene, view: &View) {
    let unit = view.unit();
    let [width, height] = view.size;
    let sun = [0.80 * width, 0.36 * height];
    scene.halo(sun, 160.0 * unit, faded(paint(0xffd890), 0.42));
    scene.halo(sun, 46.0 * unit, faded(paint(0xfff0c8), 0.9));
    let air = view.game.lander().planet().air;
    let wind = air.map_or(0.0, |air| air.wind[0]);
    for band in 0..7 {
        let band = band as f32;
        let long = (320.0 + 90.0 * (band * 2.3).sin()) * unit;
        let thick = (9.0 + 5.0 * (band * 1.7).cos()) * unit;
        let drift = (view.clock * wind) as f32 * (0.5 + 0.16 * band) * unit
            - (0.05 * view.camera.center.x) as f32;
        let x = (band * 0.37 * width + drift).rem_euclid(width + 2.0 * long) - long;
        let y = (0.22 + 0.062 * band) * height;
        for share in [1.0, 0.8, 0.55] {
            let color = faded(paint(0xffc878), 0.045);
            scene.ellipse([x, y], [share * long, share * thick], color);
        }
    }
}

// --- distant mountains: the farther a range is, the less it moves

/// Each range: its distance behind the ground, as additional metres per pixel, and its relative
/// height.
const RANGES: [(f64, f64); 4] = [(3.4, 1.15), (1.9, 0.68), (0.9, 0.34), (0.4, 0.16)];

/// Upper edge of a range. The camera is as far from the ground as its scale implies.
fn skyline(view: &View, range: usize) -> Vec<Place> {
    /// Maximum number of corners, for a screen of any width.
    const MOST: usize = 4000;
    let (behind, share) = RANGES[range];
    let scale = 1.0 / (1.0 / view.camera.scale + behind);
    let center = view.camera.center;
    let [width, height] = view.size.map(f64::from);
    let half = 0.5 * width / scale;
    // corners at fixed positions, a few pixels apart
    let step = (7.0 / scale).log2().ceil().exp2();
    let highest = (230.0 + view.game.mission().relief.height) * share;
    let seed = (range as u64).wrapping_add(view.game.seed().wrapping_mul(4));
    let first = ((center.x - half) / step).floor();
    let count = ((2.0 * half / step).ceil() as usize).min(MOST) + 2;
    let corner = |corner: usize| {
        let x = (first + corner as f64) * step;
        let y = highest * relief(x, step, seed);
        let [across, down] = [x - center.x, y - center.y].map(|it| it * scale);
        [(0.5 * width + across) as f32, (0.5 * height - down) as f32]
    };
    (0..count).map(corner).collect()
}

/// Height from 0 to about 1: ridges with smaller ridges on them, down to the length `finest`.
fn relief(x: f64, finest: f64, seed: u64) -> f64 {
    let (mut length, mut share, mut height) = (1500.0, 0.52, 0.0);
    for layer in 0..9 {
        if length < 1.5 * finest {
            break;
        }
        let x = x / length + 0.37 * layer as f64;
        let seed = seed.wrapping_mul(31).wrapping_add(layer);
        let left = x.floor();
        let [from, to] = [left, left + 1.0].map(|place| scattered(place as i64 as u64, seed));
        let noise = from + (to - from) * (x - left);
        height += share * (1.0 - (2.0 * noise - 1.0).abs());
        share *= 0.56;
        length *= 0.47;
    }
    height.powf(1.25)
}

/// A pseudorandom number from 0 to 1: a hash of an index and a seed.
fn scattered(place: u64, seed: u64) -> f64 {
    let mut bits =
        place.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ seed.wrapping_mul(0xd1b5_4a32_d192_ed03);
    for _ in 0..2 {
        bits = (bits ^ (bits >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    }
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

// --- the ground

/// Colour of the edge of ground that is too steep for landing.
const STEEP: Color = paint(0xe0605a);

/// The visible part of the edge of the ground.
fn profile(view: &View) -> Vec<Place> {
    let ground = &view.game.landscape().ground;
    let margin = 30.0 / view.camera.scale;
    let span = view.camera.span(view.size);
    let span = span.start - margin..span.end + margin;
    let ends = [span.start, span.end].map(|x| [x, ground.height(x)]);
    let inside = (ground.corners().iter().copied()).filter(|[x, _]| span.contains(x));
    (std::iter::once(ends[0]).chain(inside).chain([ends[1]]))
        .map(|place| view.pixel(&place.into()))
        .collect()
}

fn terrain(scene: &mut Scene, view: &View, look: &Look, line: &[Place]) {
    let unit = view.unit();
    rocks(scene, view, look);
    scene.curtain(line.to_vec(), view.size[1], look.ground);
    // layers of rock below the surface
    for (depth, opacity) in [(11.0, 0.16), (27.0, 0.09), (52.0, 0.05)] {
        let below: Vec<_> = line.iter().map(|[x, y]| [*x, y + depth * unit]).collect();
        scene.line(&below, 1.0, faded(look.edge, opacity));
    }
    scene.glow(line, 1.7 * unit, look.edge);
    // ground that is too steep for landing is red, and has teeth for players who cannot tell the
    // colours apart
    let most = MOST_SLOPE.to_radians().tan() as f32;
    for ends in line.windows(2) {
        let [wide, rise] = [0, 1].map(|axis| ends[1][axis] - ends[0][axis]);
        if rise.abs() <= most * wide {
            continue;
        }
        scene.line(ends, 1.7 * unit, STEEP);
        let apart = 12.0 * unit;
        for tooth in 0..(wide / apart + 0.5) as u16 {
            let across = (f32::from(tooth) + 0.5) * apart;
            let [x, y] = [ends[0][0] + across, ends[0][1] + rise * across / wide];
            let ends = [[x, y + 2.0 * unit], [x, y + 7.0 * unit]];
            scene.line(&ends, 1.2 * unit, faded(STEEP, 0.75));
        }
    }
    for pad in &view.game.landscape().pads {
        draw_pad(scene, view, pad);
    }
}

/// Rocks at fixed positions, drawn if the camera is near enough.
fn rocks(scene: &mut Scene, view: &View, look: &Look) {
    /// Distance between possible positions of rocks \[m\].
    const APART: f64 = 3.7;
    #[rustfmt::skip]
    const SHAPE: [[f64; 2]; 5] = [[-1.0, -0.5], [-0.7, 0.45], [-0.1, 0.75], [0.55, 0.5], [1.0, -0.5]];
    if view.camera.scale < 4.0 {
        return;
    }
    let landscape = view.game.landscape();
    let span = view.camera.span(view.size);
    let [first, last] = [span.start, span.end].map(|x| (x / APART).floor() as i64);
    for place in first..=last {
        let random = |kind: u64| scattered(place as u64, kind);
        let x = (place as f64 + random(1)) * APART;
        let size = 0.12 + 0.75 * random(2).powi(3);
        let is_on = |pad: &Pad| pad.left - size < x && x < pad.right + size;
        if random(3) < 0.4 || landscape.pads.iter().any(is_on) {
            continue;
        }
        let [lean, tall] = [0.25 * (random(4) - 0.5), 0.6 + 0.5 * random(5)];
        let floor = landscape.ground.height(x);
        let corners = SHAPE.map(|[across, up]| {
            let x = x + size * (across + lean * up);
            view.pixel(&Vector2::new(x, floor + size * up * tall))
        });
        scene.fill(&corners, mixed(look.ground[0], look.edge, 0.12));
        scene.fill(&corners[..3], faded(look.edge, 0.30));
        scene.line(&corners, 1.0, faded(look.edge, 0.35));
    }
}

fn draw_pad(scene: &mut Scene, view: &View, pad: &Pad) {
    let unit = view.unit();
    let color = look::pad(pad.multiplier);
    let [left, right] = [pad.left, pad.right].map(|x| view.pixel(&Vector2::new(x, pad.height)));
    if right[0] < -60.0 || left[0] > view.size[0] + 60.0 {
        return;
    }
    let floor = left[1] + 2.0 * unit;
    scene.glow(&[[left[0], floor], [right[0], floor]], 4.0 * unit, color);
    // girders, if the camera is near enough
    let wide = right[0] - left[0];
    if wide > 120.0 * unit {
        let pieces = 2 * ((wide / (36.0 * unit)) as usize).min(200);
        let corner = |piece: usize| {
            let x = left[0] + wide * piece as f32 / pieces as f32;
            [x, floor + [2.0, 9.0][piece % 2] * unit]
        };
        let girder: Vec<_> = (0..=pieces).map(corner).collect();
        scene.line(&girder, 1.3 * unit, faded(color, 0.45));
    }
    let blink = 0.62 + 0.38 * (view.clock * 4.0 + pad.left).sin();
    for [x, y] in [left, right] {
        let top = y - (5.0 * unit).min(0.12 * wide);
        scene.line(&[[x, floor], [x, top]], 1.6 * unit, color);
        let radius = (2.6 * unit).min(0.055 * wide + 0.7);
        scene.lamp([x, top], radius, faded(color, blink as f32));
    }
    let letters = Letters::new((12.0 * unit).max(9.0), color).aligned(Align::Center);
    let place = [0.5 * (left[0] + right[0]), left[1] + 28.0 * unit];
    letters.write_backed(scene, place, &format!("\u{d7}{}", pad.multiplier));
}

// --- wind

/// Faint streaks that move at the velocity of the wind.
pub(super) fn gusts(scene: &mut Scene, view: &View) {
    /// Number of streaks.
    const COUNT: u64 = 34;
    /// Length of a streak, as the time in which the wind covers it \[s\].
    const BEHIND: f64 = 0.55;
    let planet = view.game.lander().planet();
    let Some(air) = planet.air else {
        return;
    };
    let wind = Vector2::from(air.wind);
    let [width, height] = view.size.map(|it| f64::from(it) / view.camera.scale);
    // streaks are short from high up: fewer are drawn there, so that they do not hide the ground
    let least = 14.0 * f64::from(view.unit()) / view.camera.scale;
    let long = (wind.norm() * BEHIND).max(least);
    for streak in 0..COUNT {
        let random = |kind: u64| scattered(streak, kind);
        let way = wind * ((0.85 + 0.3 * random(11)) * view.clock) - view.camera.center;
        let start = Vector2::new(random(12) * width, random(13) * height) + way;
        let place = view.camera.center
            + Vector2::new(
                start.x.rem_euclid(1.2 * width) - 0.6 * width,
                start.y.rem_euclid(1.2 * height) - 0.6 * height,
            );
        if place.y < view.game.landscape().ground.height(place.x) {
            continue;
        }
        let tail = place - wind / wind.norm().max(f64::MIN_POSITIVE) * (long * (0.5 + random(14)));
        let color = faded(Look::of(planet).edge, 0.10 + 0.14 * random(15) as f32);
        scene.line(&[view.pixel(&tail), view.pixel(&place)], 1.2, color);
    }
}
