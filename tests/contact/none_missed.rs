//! Paths among surfaces of all forms: none passes through, energy never rises, all end.

use std::cell::Cell;
use std::f64::consts::TAU;

use kinstep::LinearLaw;
use kinstep::ballistics::{AlignedBox, LawFlight, Plane, Surface, Terrain, Trajectory};
use kinstep::contact::{Contact, Leg, LegKind};
use kinstep::nalgebra::Vector2;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const G: f64 = 9.81;

fn law(random: &mut Pcg64Mcg) -> LinearLaw<f64, 2> {
    let drag = if random.random_bool(0.5) {
        0.0
    } else {
        random.random_range(0.01..1.0)
    };
    LinearLaw::gravity([0.0, -G]) + LinearLaw::drag(drag)
}

fn contact(random: &mut Pcg64Mcg) -> Contact<f64> {
    let mut part = |most: f64| {
        if random.random_bool(0.2) {
            0.0
        } else {
            random.random_range(0.0..most)
        }
    };
    Contact::new(part(0.98)).with_friction(part(1.0))
}

/// Energy per mass, without drag the same along a flight.
fn energy(flight: &LawFlight<f64, 2>, time: f64) -> f64 {
    0.5 * flight.velocity(time).norm_squared() + G * flight.position(time).y
}

/// Checks a path: `depth` tells how deep a point is in the surface.
fn check(
    surface: &impl Surface<f64, 2>,
    depth: impl Fn(Vector2<f64>) -> f64,
    random: &mut Pcg64Mcg,
    start: Vector2<f64>,
    duration: f64,
) -> usize {
    let (law, contact) = (law(random), contact(random));
    let angle = random.random_range(0.0..TAU);
    let velocity = Vector2::new(angle.cos(), angle.sin()) * random.random_range(0.0..12.0);
    let flight = law.launch(start, velocity);
    let told = format!("{law:?} {contact:?} from {start:?} with {velocity:?}");
    let mut legs = 0;
    let mut before = energy(&flight, 0.0);
    let mut last: Option<Leg<f64, 2>> = None;
    for leg in flight.bouncing(surface, contact, duration).unwrap() {
        let leg = leg.unwrap_or_else(|error| panic!("{error}: {told}"));
        legs += 1;
        for part in 0..=16 {
            let time = leg.duration * f64::from(part) / 16.0;
            let at = leg.flight.position(time);
            let deep = depth(at);
            assert!(
                deep < 1e-9,
                "{deep:e} m deep at {at:?}, leg {legs} {leg:?} from {:e} after {last:?} : {told}",
                depth(leg.flight.position(0.0))
            );
        }
        if let Some(last) = last {
            let jump = (leg.flight.position(0.0) - last.end_position()).norm();
            assert!(jump < 1e-9, "a jump of {jump:e} m: {last:?} {leg:?} {told}");
            assert!(
                (leg.start - last.end()).abs() < 1e-14,
                "{last:?} {leg:?} {told}"
            );
        }
        let (first, now) = (energy(&leg.flight, 0.0), energy(&leg.flight, leg.duration));
        let rounding = 1e-9 * (1.0 + before.abs());
        assert!(
            first <= before + rounding,
            "energy rises by {:e} J/kg: {told}",
            first - before
        );
        assert!(
            now <= first + rounding,
            "energy rises in leg {leg:?}: {told}"
        );
        before = now;
        last = Some(leg);
    }
    let end = last.unwrap().end();
    assert!((end - duration).abs() < 1e-12, "it ends at {end}: {told}");
    legs
}

#[test]
fn among_boxes() {
    let mut random = Pcg64Mcg::seed_from_u64(26);
    let mut legs = 0;
    for _ in 0..300 {
        let boxes: Vec<_> = (0..4)
            .map(|_| {
                let center = [
                    random.random_range(-5.0..5.0),
                    random.random_range(-1.0..3.0),
                ];
                let half = [random.random_range(0.2..2.0), random.random_range(0.1..0.5)];
                AlignedBox::around(center, half)
            })
            .collect();
        let floor = AlignedBox::around([0.0, -2.5], [200.0, 0.5]);
        let surface: Vec<_> = boxes.iter().copied().chain([floor]).collect();
        let depth = |at: Vector2<f64>| {
            let deep = |shape: &AlignedBox<f64, 2>| {
                let in_x = (at.x - shape.min.x).min(shape.max.x - at.x);
                in_x.min((at.y - shape.min.y).min(shape.max.y - at.y))
            };
            surface.iter().map(deep).fold(f64::NEG_INFINITY, f64::max)
        };
        let start = Vector2::new(
            random.random_range(-5.0..5.0),
            random.random_range(3.6..6.0),
        );
        legs += check(&surface, depth, &mut random, start, 6.0);
    }
    println!("{legs} legs");
}

/// By its steepest slope alone, and by its curvature as well.
#[test]
fn over_terrain() {
    let mut random = Pcg64Mcg::seed_from_u64(27);
    let mut legs = [0, 0];
    for case in 0..36 {
        let (size, wave) = (random.random_range(0.1..0.6), random.random_range(0.5..2.0));
        let height = move |x: f64| size * (wave * x).sin();
        let terrain = Terrain::new(
            [0.0, 1.0],
            move |at: &Vector2<f64>| height(at.x),
            size * wave * 1.001,
        );
        let depth = |at: Vector2<f64>| height(at.x) - at.y;
        let start = Vector2::new(
            random.random_range(-5.0..5.0),
            random.random_range(0.7..3.0),
        );
        if case < 12 {
            legs[0] += check(&terrain, depth, &mut random, start, 1.2);
        } else {
            let terrain = terrain.with_curvature(size * wave * wave * 1.001);
            legs[1] += check(&terrain, depth, &mut random, start, 1.2);
        }
    }
    println!("{legs:?} legs");
}

/// A body that glides over ground takes a tenth of the evaluations if the curvature is known, and the same path.
#[test]
fn curvature_saves_evaluations() {
    let count = Cell::new(0);
    let height = |at: &Vector2<f64>| {
        count.set(count.get() + 1);
        0.3 * at.x.sin()
    };
    let by_slope = Terrain::new([0.0, 1.0], height, 1.0);
    let by_curvature = by_slope.with_curvature(0.3);
    let flight = LinearLaw::gravity([0.0, -G]).launch([0.0, 0.01], [2.0, 0.0]);
    let contact = Contact::new(0.0).with_friction(0.1);
    let glide = |terrain: &dyn Surface<f64, 2>| {
        count.set(0);
        let legs = flight.bouncing(&terrain, contact, 0.1).unwrap();
        let last = legs.last().unwrap().unwrap();
        (last.end_position(), count.get())
    };
    let (slow, fast) = (glide(&by_slope), glide(&by_curvature));
    println!("{} evaluations, {} with the curvature", slow.1, fast.1);
    assert!(fast.1 * 10 < slow.1, "{} of {}", fast.1, slow.1);
    assert!((fast.0 - slow.0).norm() < 1e-9, "{slow:?} {fast:?}");
}

/// Two planes that make a wedge, at any angle.
#[test]
fn in_a_wedge() {
    let mut random = Pcg64Mcg::seed_from_u64(28);
    let mut rests = 0;
    for _ in 0..300 {
        let (left, right) = (
            random.random_range(0.05..1.4_f64),
            random.random_range(0.05..1.4_f64),
        );
        let planes = [
            Plane::new([left.sin(), left.cos()], 0.0),
            Plane::new([-right.sin(), right.cos()], 0.0),
        ];
        let depth = |at: Vector2<f64>| {
            planes
                .iter()
                .map(|plane| -plane.height(at))
                .fold(f64::NEG_INFINITY, f64::max)
        };
        let start = Vector2::new(
            random.random_range(-0.03..0.03),
            random.random_range(1.0..3.0),
        );
        check(&planes, depth, &mut random, start, 6.0);
        let flight = LinearLaw::gravity([0.0, -G]).launch(start, [0.0, 0.0]);
        let mut last = None;
        for leg in flight.bouncing(&planes, Contact::new(0.4), 30.0).unwrap() {
            last = Some(leg.unwrap_or_else(|error| panic!("{error}: {planes:?} {start:?}")));
        }
        rests += usize::from(last.unwrap().kind == LegKind::Rest);
    }
    println!("{rests} rest at the bottom");
    assert!(rests > 250, "{rests} of 300 come to rest at the bottom");
}
