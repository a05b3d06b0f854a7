//! Three scenes on the ground, which three engines compute: a disc that slides over the edge of a
//! box, a break of fifteen balls, and a rope that falls on a floor.
//!
//! The expected results of the first two scenes are independent of all engines: an integral, and a
//! sequence of collisions. With short steps Rapier and Box2D converge to them, too: within 1 mm
//! over the edge at 4,000 Hz, and within 5 mm in the break at 16,000 Hz.

use std::time::Duration;

use anyhow::{Context, Result};
use kinstep::nalgebra::Vector2;
use support::drawing::numbers::{metres, seconds};
use support::measuring::timing;

use crate::names::KINSTEP;
use crate::rows::Rows;
use crate::scene::{ENGINES, GRAVITY, Ground, Play, Scene, State};
use crate::words::{number, percent};

/// Steps per second, and the rate that the page reports.
const RATES: [u32; 3] = [30, 60, 240];
const TOLD: f64 = 60.0;

type Start = fn() -> Scene;
type Truth = fn(&Scene) -> Vec<State>;

/// The scenes: name, start, and expected state at the end.
const SCENES: [(&str, Start, Option<Truth>); 3] = [
    (EDGE, edge, Some(over_the_edge)),
    (BREAK, rack, Some(collisions)),
    (ROPE, rope, None),
];
pub(crate) const EDGE: &str = "edge";
pub(crate) const BREAK: &str = "break";
pub(crate) const ROPE: &str = "rope";

/// Quantities that are measured at each frame rate \[Hz\]; the scene's name precedes them. Energies
/// are relative to the initial energy.
pub(crate) const ERROR: &str = "off at the end by [m]";
pub(crate) const SPREAD: &str = "frame rates differ by [m]";
pub(crate) const ENERGY: &str = "energy off at the end by";
pub(crate) const RISE: &str = "largest rise of energy in a step";
pub(crate) const TIME: &str = "time of a step [s]";

/// Name of a scene's quantity in the rows.
pub(crate) fn quantity(scene: &str, what: &str) -> String {
    format!("{scene}: {what}")
}

pub(crate) fn run(rows: &mut Rows) -> Result<()> {
    for (name, scene, truth) in SCENES {
        let scene = scene();
        let truth = truth.map(|truth| truth(&scene));
        for (engine, play) in ENGINES {
            let mut ends: Vec<Vec<State>> = Vec::new();
            for rate in RATES {
                let mut push =
                    |what, value| rows.push(engine, rate.into(), &quantity(name, what), value);
                let played = play(&scene, rate)?;
                let start: Vec<State> = scene.discs.iter().map(|disc| disc.1).collect();
                let first = scene.energy(&start);
                let energies: Vec<f64> = [first]
                    .into_iter()
                    .chain(played.states.iter().map(|states| scene.energy(states)))
                    .collect();
                let rises = energies.windows(2).map(|pair| pair[1] - pair[0]);
                push(RISE, rises.fold(0.0, f64::max) / first);
                let end = played.states.last().context("no step")?;
                if let Some(truth) = &truth {
                    push(ERROR, apart(end, truth));
                    push(ENERGY, (scene.energy(end) - scene.energy(truth)) / first);
                    ends.push(end.clone());
                }
            }
            let pairs = (ends.iter()).flat_map(|a| ends.iter().map(|b| apart(a, b)));
            if truth.is_some() {
                rows.push(
                    engine,
                    TOLD,
                    &quantity(name, SPREAD),
                    pairs.fold(0.0, f64::max),
                );
            }
        }
        let steps = scene.duration * TOLD;
        let play = |(_, play): &(_, Play)| {
            let (scene, play) = (&scene, *play);
            let run: timing::Run<'_> = Box::new(move || {
                // the scene has already run without an error
                play(scene, TOLD as u32).map_or_else(|_| Duration::MAX, |it| it.time)
            });
            run
        };
        let times = timing::medians(ENGINES.iter().map(play).collect());
        for ((engine, _), time) in ENGINES.iter().zip(times) {
            rows.push(
                engine,
                TOLD,
                &quantity(name, TIME),
                time.as_secs_f64() / steps,
            );
        }
    }
    Ok(())
}

/// Text of the page before the table.
pub(crate) const SCENES_IN_WORDS: &str = "Three more scenes without friction. Edge: a disc of radius 10 cm slides over the edge of a \
    box at 0.7 √(g r), and falls until 0.6 s. Break: a ball of 5 m/s meets fifteen, 1 mm apart, restitution 0.95, until 1 s. Rope: a ball \
    and nine small ones on springs of 10⁴ N/m fall on a floor, restitution 0.3, until 6 s. Off by: the worst ball, and the energy \
    at the end, beside a truth. Gains: the largest rise of the energy in a step. Energies are shares of that at the start, and \
    times are multiples of kinstep's. Rapier and Box2D run without their default contact recycling, which would hold the disc up \
    beyond the edge.";

pub(crate) const HEADER: [&str; 8] = [
    "",
    "scene",
    "off by, at 60 Hz",
    "30, 60, 240 Hz differ by",
    "energy off by",
    "gains at 30 Hz",
    "at 60 Hz",
    "a step takes",
];

/// A row for each engine and scene.
pub(crate) fn table(rows: &Rows) -> Vec<Vec<String>> {
    let row = |scene: &str, engine: &str| {
        let measured = |what, rate, written: fn(f64) -> String| {
            match rows.at("ground", &quantity(scene, what), engine, rate) {
                // there is no expected result for the rope
                value if value.is_nan() => "–".to_owned(),
                value => written(value),
            }
        };
        let time = quantity(scene, TIME);
        let [ours, own] = [KINSTEP, engine].map(|name| rows.at("ground", &time, name, TOLD));
        vec![
            engine.split(" (").next().unwrap_or(engine).to_owned(),
            scene.to_owned(),
            measured(ERROR, TOLD, metres),
            measured(SPREAD, TOLD, metres),
            measured(ENERGY, TOLD, percent),
            measured(RISE, 30.0, percent),
            measured(RISE, TOLD, percent),
            if engine == KINSTEP {
                seconds(ours)
            } else {
                format!("× {}", number(own / ours))
            },
        ]
    };
    let engines = |scene| ENGINES.map(|(engine, _)| row(scene, engine));
    SCENES
        .iter()
        .flat_map(|(scene, ..)| engines(scene))
        .collect()
}

/// The maximum distance between both positions of a disc \[m\].
fn apart(one: &[State], other: &[State]) -> f64 {
    let pairs = one.iter().zip(other);
    pairs.fold(0.0, |worst, (a, b)| (a[0] - b[0]).norm().max(worst))
}

/// A disc slides over the edge of a box at 0.7 √(g r), and falls.
fn edge() -> Scene {
    let radius: f64 = 0.1;
    let speed = 0.7 * (GRAVITY * radius).sqrt();
    let start = [Vector2::new(-0.05, radius), Vector2::new(speed, 0.0)];
    Scene {
        ground: Ground::Shelf(10.0),
        restitution: 0.0,
        discs: vec![(radius, start)],
        springs: None,
        duration: 0.6,
    }
}

/// The centre slides to a point above the edge, circles the edge by the angle θ, and then flies:
///
/// ```text
/// v² = v₀² + 2 g r (1 - cos θ)     it leaves at v² = g r cos θ, after ∫ r dθ / v
/// ```
fn over_the_edge(scene: &Scene) -> Vec<State> {
    let (r, [at, velocity]) = scene.discs[0];
    let cosine = (velocity.x.powi(2) / (GRAVITY * r) + 2.0) / 3.0;
    let speed = |angle: f64| (velocity.x.powi(2) + 2.0 * GRAVITY * r * (1.0 - angle.cos())).sqrt();
    // Simpson's rule
    let (last, parts) = (cosine.acos(), 1000);
    let h = last / f64::from(parts);
    let weight = |i| match i {
        0 => 1.0,
        i if i == parts => 1.0,
        i => f64::from(2 + 2 * (i % 2)),
    };
    let integral: f64 = (0..=parts)
        .map(|i| weight(i) / speed(h * f64::from(i)))
        .sum();
    let flight = scene.duration - (-at.x / velocity.x) - r * integral * h / 3.0;
    let (left, normal) = (
        Vector2::new(cosine, -last.sin()),
        Vector2::new(last.sin(), cosine),
    );
    let velocity = left * speed(last);
    let fall = Vector2::new(0.0, -GRAVITY * flight);
    vec![[
        r * normal + (velocity + 0.5 * fall) * flight,
        velocity + fall,
    ]]
}

/// Fifteen pool balls, 1 mm apart, and a cue ball that meets them at 5 m/s, 1 cm off the centre
/// line.
fn rack() -> Scene {
    let (radius, gap) = (0.0286, 1e-3);
    let pitch = 2.0 * radius + gap;
    let row = |row: u32| {
        (0..=row).map(move |place| {
            let across = f64::from(place) - 0.5 * f64::from(row);
            Vector2::new(0.75_f64.sqrt() * f64::from(row), across) * pitch
        })
    };
    let cue = [Vector2::new(-0.5, 0.01), Vector2::new(5.0, 0.0)];
    let others = (0..5).flat_map(row).map(|at| [at, Vector2::zeros()]);
    Scene {
        ground: Ground::Table,
        restitution: 0.95,
        discs: [cue]
            .into_iter()
            .chain(others)
            .map(|start| (radius, start))
            .collect(),
        springs: None,
        duration: 1.0,
    }
}

/// Collisions in order of time, each at the root of `|d + v t| = 2 r` for the separation d and the
/// relative velocity v.
fn collisions(scene: &Scene) -> Vec<State> {
    let mut states: Vec<State> = scene.discs.iter().map(|disc| disc.1).collect();
    let reach = 2.0 * scene.discs[0].0;
    let mut left = scene.duration;
    loop {
        let pairs = (0..states.len()).flat_map(|a| (0..a).map(move |b| [a, b]));
        let met = pairs.filter_map(|pair| {
            let [d, v] = [0, 1].map(|it| states[pair[0]][it] - states[pair[1]][it]);
            let (a, b, c) = (
                v.norm_squared(),
                d.dot(&v),
                d.norm_squared() - reach * reach,
            );
            let root = b * b - a * c;
            (b < 0.0 && root >= 0.0).then(|| (c / (root.sqrt() - b), pair))
        });
        let first = met.min_by(|one, other| one.0.total_cmp(&other.0));
        let (time, pair) = first.map_or((left, None), |(time, pair)| (time, Some(pair)));
        let time = time.min(left);
        states.iter_mut().for_each(|[x, v]| *x += *v * time);
        left -= time;
        let Some([a, b]) = pair.filter(|_| left > 0.0) else {
            return states;
        };
        let normal = (states[a][0] - states[b][0]).normalize();
        let closing = (states[b][1] - states[a][1]).dot(&normal);
        // both masses are equal, so each velocity changes by half of the relative change
        let change = normal * (0.5 * (1.0 + scene.restitution) * closing);
        states[a][1] += change;
        states[b][1] -= change;
    }
}

/// A ball of radius 10 cm and nine of radius 2 cm, on springs of 10⁴ N/m and 10 cm, fall on a
/// floor.
fn rope() -> Scene {
    let disc = |place: u32| {
        let at = Vector2::new(0.0, 0.5) + Vector2::new(0.06, 0.08) * f64::from(place);
        let radius = if place == 0 { 0.1 } else { 0.02 };
        (radius, [at, Vector2::zeros()])
    };
    Scene {
        ground: Ground::Floor,
        restitution: 0.3,
        discs: (0..10).map(disc).collect(),
        springs: Some((1e4, 0.1)),
        duration: 6.0,
    }
}
#[cfg(test)]
mod tests {
    use super::*;

    /// The expected result over the edge conserves energy; that of the break conserves momentum,
    /// loses energy, and no balls overlap.
    #[test]
    fn truths_of_ground() {
        let start = |scene: &Scene| -> Vec<State> { scene.discs.iter().map(|it| it.1).collect() };
        let scene = edge();
        let [before, after] = [start(&scene), over_the_edge(&scene)].map(|it| scene.energy(&it));
        // the flight conserves the energy of the motion about the edge. Measured: 4e-15 J of 1.2 J
        assert!((after - before).abs() < 1e-14, "{before} {after}");

        let scene = rack();
        let end = collisions(&scene);
        let momentum = |states: &[State]| states.iter().map(|it| it[1]).sum::<Vector2<f64>>();
        let change = momentum(&end) - momentum(&start(&scene));
        assert!(change.norm() < 1e-14, "{change}");
        let [before, after] = [start(&scene), end.clone()].map(|it| scene.energy(&it));
        // measured: 0.788
        assert!((0.7..0.9).contains(&(after / before)), "{}", after / before);
        let pairs = (0..end.len()).flat_map(|a| (0..a).map(move |b| [a, b]));
        let gap = |[a, b]: [usize; 2]| (end[a][0] - end[b][0]).norm() - 2.0 * scene.discs[0].0;
        assert!(pairs.map(gap).fold(f64::INFINITY, f64::min) > -1e-12);
    }
}
