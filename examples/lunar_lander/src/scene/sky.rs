//! What is behind everything: the sky, stars, and what else shines there.

use std::f32::consts::PI;
use std::f64::consts::TAU;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::brush::{faded, mixed, paint};
use super::look::Look;
use super::{Scene, Shape, View};

/// Draws it down to where the mountains hide it \[pixels\].
pub(super) fn draw(scene: &mut Scene, view: &View, bottom: f32) {
    let look = Look::of(view.game.lander().planet());
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
        scene.push(Shape::Curtain {
            top: vec![[0.0, ends[0]], [width, ends[0]]],
            // behind the soft edge of the next one
            bottom: end + 1.0,
            colors: [from, mixed(from, to, share)],
        });
    }
    match view.game.lander().planet().air {
        None => {
            stars(scene, view);
            home(scene, view);
        }
        Some(_) => sun_in_haze(scene, view),
    }
}

/// Stars of several sizes, always the same ones, that twinkle a little.
fn stars(scene: &mut Scene, view: &View) {
    /// How many.
    const COUNT: usize = 170;
    let mut random = Pcg64::seed_from_u64(0x73_7461_7273);
    let [width, height] = view.size;
    // they hardly move while the lander does
    let shift = (-0.012 * view.camera.center.x) as f32;
    for _ in 0..COUNT {
        let [x, y, size, pace, hue]: [f64; 5] =
            std::array::from_fn(|_| random.random_range(0.0..1.0));
        let twinkle = 0.82 + 0.18 * (view.clock * (0.6 + 2.4 * pace) + TAU * size).sin();
        let bright = size.powi(5);
        let place = [
            (x as f32 * width + shift).rem_euclid(width.max(1.0)),
            (y * y.sqrt()) as f32 * 0.85 * height,
        ];
        let opacity = ((0.22 + 0.78 * bright) * twinkle) as f32;
        let tone = [paint(0xffffff), paint(0xbfd4ff), paint(0xffe3c2)][(hue * 2.99) as usize];
        let radius = view.unit() * (0.55 + 1.15 * bright) as f32;
        scene.disc(place, radius, faded(tone, opacity));
        if bright > 0.72 {
            let arm = 4.5 * radius * twinkle as f32;
            let [x, y] = place;
            let color = faded(tone, 0.35 * opacity);
            scene.line(&[[x - arm, y], [x + arm, y]], 1.0, color);
            scene.line(&[[x, y - arm], [x, y + arm]], 1.0, color);
        }
    }
}

/// The Earth, not quite half of it lit.
fn home(scene: &mut Scene, view: &View) {
    let unit = view.unit();
    let radius = 44.0 * unit;
    let [x, y] = [0.915 * view.size[0], 0.29 * view.size[1]];
    scene.halo([x, y], 2.3 * radius, faded(paint(0x6fb2ff), 0.34));
    scene.disc([x, y], radius, paint(0x5fb0f4));
    // land and clouds, in a frame of the disc
    let place = |across: f32, down: f32| [x + across * radius, y + down * radius];
    let lands: [&[[f32; 2]]; 3] = [
        &[
            [-0.72, -0.42],
            [-0.38, -0.62],
            [-0.10, -0.40],
            [-0.30, -0.08],
            [-0.62, -0.10],
        ],
        &[
            [-0.48, 0.06],
            [-0.16, 0.10],
            [-0.10, 0.38],
            [-0.34, 0.66],
            [-0.52, 0.40],
        ],
        &[[0.02, -0.72], [0.30, -0.66], [0.22, -0.48], [0.06, -0.50]],
    ];
    for land in lands {
        let corners: Vec<_> = land
            .iter()
            .map(|[across, down]| place(*across, *down))
            .collect();
        scene.fill(&corners, faded(paint(0x7fc98a), 0.75));
    }
    for (from, to, down, bend) in [
        (-0.86, -0.10, -0.22, 0.10),
        (-0.90, 0.05, 0.20, -0.08),
        (-0.62, 0.10, -0.66, -0.06),
        (-0.70, -0.05, 0.58, 0.09),
    ] {
        let cloud: Vec<_> = (0..=8)
            .map(|step| {
                let share = step as f32 / 8.0;
                let arch = bend * (1.0 - (2.0 * share - 1.0).powi(2));
                place(from + (to - from) * share, down + arch)
            })
            .collect();
        scene.line(&cloud, 0.085 * radius, faded(paint(0xffffff), 0.55));
    }
    // the night over it, and its edge, which is soft
    for step in 0..5 {
        let edge = 0.48 - 0.11 * step as f32;
        let corners = night([x, y], 1.012 * radius, edge);
        scene.fill(&corners, faded(paint(0x060a18), 0.48));
    }
    let limb: Vec<_> = (0..=20)
        .map(|step| {
            let angle = 0.42 + PI * (0.56 + 0.88 * step as f32 / 20.0);
            place(angle.cos(), angle.sin())
        })
        .collect();
    scene.line(&limb, 1.6 * unit, faded(paint(0xe4f4ff), 0.75));
}

/// The part of a disc beyond the line between day and night, which bulges by a share of the radius to the day side.
fn night([x, y]: [f32; 2], radius: f32, bulge: f32) -> Vec<[f32; 2]> {
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
    let line = (1..STEPS)
        .rev()
        .map(|step| turned(-bulge.max(0.0) * angle(step).cos(), angle(step).sin()));
    limb.chain(line).collect()
}

/// A pale sun, and bands of haze that drift with the wind.
fn sun_in_haze(scene: &mut Scene, view: &View) {
    let unit = view.unit();
    let [width, height] = view.size;
    let sun = [0.80 * width, 0.36 * height];
    scene.halo(sun, 160.0 * unit, faded(paint(0xffd890), 0.42));
    scene.halo(sun, 46.0 * unit, faded(paint(0xfff0c8), 0.9));
    let wind = view
        .game
        .lander()
        .planet()
        .air
        .map_or(0.0, |air| air.wind[0]);
    for band in 0..7 {
        let band = band as f32;
        let long = (320.0 + 90.0 * (band * 2.3).sin()) * unit;
        let thick = (9.0 + 5.0 * (band * 1.7).cos()) * unit;
        let drift = (view.clock * wind) as f32 * (0.5 + 0.16 * band) * unit
            - (0.05 * view.camera.center.x) as f32;
        let x = (band * 0.37 * width + drift).rem_euclid(width + 2.0 * long) - long;
        let y = (0.22 + 0.062 * band) * height;
        for share in [1.0, 0.8, 0.55] {
            let corners = lens([x, y], share * long, share * thick);
            scene.fill(&corners, faded(paint(0xffc878), 0.045));
        }
    }
}

fn lens([x, y]: [f32; 2], half: f32, thick: f32) -> Vec<[f32; 2]> {
    const STEPS: usize = 24;
    (0..STEPS)
        .map(|step| {
            let (sine, cosine) = (std::f32::consts::TAU * step as f32 / STEPS as f32).sin_cos();
            [x + half * cosine, y + thick * sine]
        })
        .collect()
}
