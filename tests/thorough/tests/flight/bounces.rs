//! A hundred thousand flights that bounce among boxes and over waves: none is ever deeper in them than rounding, against a search by
//! brute force.

use core::f64::consts::TAU;

use kinstep::ballistics::{AlignedBox, LawFlight, Offset, Surface, Terrain, Trajectory};
use kinstep::contact::{Contact, ContactError, ContactKind};
use kinstep::nalgebra::{SVector, Vector2};
use kinstep::{Body2, LinearDrag, LinearLaw, Real, UniformGravity, World2};

use truths::Cases;

const G: f64 = 9.81;
/// The most legs of a path that are looked at.
const LEGS: usize = 12;
/// How often a leg is sampled.
const SAMPLES: usize = 48;

/// What was found on some paths.
#[derive(Debug, Default)]
pub struct Found {
    legs: usize,
    pub contacts: usize,
    /// The deepest point \[m\].
    pub deepest: f64,
    /// How far from the surface a contact was \[m\].
    pub off: f64,
}

pub fn random_law<const D: usize>(cases: &mut Cases) -> LinearLaw<f64, D> {
    let mut gravity = SVector::zeros();
    gravity[1] = -G;
    let law = LinearLaw::gravity(gravity);
    if cases.chance(0.5) {
        return law;
    }
    let wind = SVector::from_fn(|_, _| cases.uniform(-4.0..4.0));
    law + LinearLaw::drag(cases.decades(0.01, 1.0)).in_wind(wind)
}

pub fn random_contact(cases: &mut Cases) -> Contact<f64> {
    let restitution = cases.uniform(0.0..1.0);
    let friction = if cases.chance(0.3) {
        0.0
    } else {
        cases.uniform(0.0..1.0)
    };
    Contact::new(restitution).with_friction(friction)
}

pub fn random_velocity<const D: usize>(cases: &mut Cases) -> SVector<f64, D> {
    SVector::from_fn(|_, _| cases.uniform(-9.0..9.0))
}

/// The largest value of a function within a span: of samples, refined about each that is larger than its neighbours.
fn largest(function: impl Fn(f64) -> f64, end: f64) -> f64 {
    let step = end / SAMPLES as f64;
    let samples: Vec<f64> = (0..=SAMPLES).map(|i| function(i as f64 * step)).collect();
    let mut largest = samples.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for i in 0..=SAMPLES {
        let (before, after) = (i.saturating_sub(1), (i + 1).min(SAMPLES));
        if samples[i] < samples[before].max(samples[after]) || samples[i] < -1.0 {
            continue;
        }
        let (mut from, mut to) = (before as f64 * step, after as f64 * step);
        for _ in 0..40 {
            let third = (to - from) / 3.0;
            let [early, late] = [from + third, to - third];
            let values = [early, late].map(&function);
            largest = largest.max(values[0]).max(values[1]);
            if values[0] > values[1] {
                to = late;
            } else {
                from = early;
            }
        }
    }
    largest
}

/// Follows a path. `depth` tells how deep a point is in the surface \[m\].
pub fn follow<const D: usize>(
    surface: &impl Surface<f64, D>,
    depth: impl Fn(&SVector<f64, D>) -> f64,
    (flight, contact, duration): (LawFlight<f64, D>, Contact<f64>, f64),
    found: &mut Found,
) -> Result<(), ContactError<f64>>
where
    f64: Real<D>,
{
    for leg in flight
        .bouncing(surface, contact, duration)
        .unwrap()
        .take(LEGS)
    {
        let leg = leg?;
        let end = leg.duration.min(duration);
        let deepest = largest(|time| depth(&leg.flight.position(time)), end);
        found.deepest = found.deepest.max(deepest);
        found.legs += 1;
        if leg.contact.is_some() {
            found.contacts += 1;
            found.off = found.off.max(depth(&leg.end_position()).abs());
        }
    }
    Ok(())
}

/// Some boxes, thin and thick, over a floor.
fn boxes<const D: usize>(cases: &mut Cases) -> Vec<AlignedBox<f64, D>> {
    let mut sides = SVector::repeat(300.0);
    let mut below = SVector::zeros();
    (sides[1], below[1]) = (0.5, -2.5);
    let mut boxes = vec![AlignedBox::around(below, sides)];
    for _ in 0..5 {
        let mut center = SVector::from_fn(|_, _| cases.uniform(-5.0..5.0));
        center[1] = cases.uniform(-1.0..3.0);
        let half = SVector::from_fn(|_, _| cases.decades(1e-3, 2.0));
        boxes.push(AlignedBox::around(center, half));
    }
    boxes
}

fn depth_in_box<const D: usize>(area: &AlignedBox<f64, D>, at: &SVector<f64, D>) -> f64 {
    (at - area.min).inf(&(area.max - at)).min()
}

fn among_boxes<const D: usize>(seed: u128, count: usize) -> Found
where
    f64: Real<D>,
{
    let (mut cases, mut found) = (Cases::new(seed), Found::default());
    for _ in 0..count {
        let boxes = boxes(&mut cases);
        let depth = |at: &SVector<f64, D>| {
            let depths = boxes.iter().map(|area| depth_in_box(area, at));
            depths.fold(f64::NEG_INFINITY, f64::max)
        };
        let start = loop {
            let mut start = SVector::from_fn(|_, _| cases.uniform(-5.0..5.0));
            start[1] = cases.uniform(-1.9..6.0);
            if depth(&start) < -1e-6 {
                break start;
            }
        };
        let flight = random_law(&mut cases).launch(start, random_velocity(&mut cases));
        let path = (flight, random_contact(&mut cases), 5.0);
        follow(&boxes, depth, path, &mut found).unwrap();
    }
    found
}

#[test]
fn boxes_in_the_plane() {
    let found = among_boxes::<2>(261, 50_000);
    println!("{found:?}");
    // measured: 1e-14 m
    assert!(
        found.contacts > 100_000 && found.deepest < 1e-12 && found.off < 1e-12,
        "{found:?}"
    );
}

#[test]
fn boxes_in_space() {
    let found = among_boxes::<3>(262, 30_000);
    println!("{found:?}");
    assert!(
        found.contacts > 50_000 && found.deepest < 1e-12 && found.off < 1e-12,
        "{found:?}"
    );
}

/// Waves of two lengths, under flights that are followed until they creep.
#[test]
fn waves() {
    let (mut cases, mut found) = (Cases::new(263), Found::default());
    for _ in 0..20_000 {
        let sizes = [cases.uniform(0.0..0.8), cases.uniform(0.0..0.2)];
        let waves = [cases.uniform(0.2..1.5), cases.uniform(1.0..4.0)];
        let height = |x: f64| sizes[0] * (waves[0] * x).sin() + sizes[1] * (waves[1] * x).cos();
        let slope = 1.001 * (sizes[0] * waves[0] + sizes[1] * waves[1]);
        let curvature = 1.001 * (sizes[0] * waves[0].powi(2) + sizes[1] * waves[1].powi(2));
        let terrain = Terrain::new([0.0, 1.0], |at: &Vector2<f64>| height(at.x), slope);
        let terrain = terrain.with_curvature(curvature);
        let start = Vector2::new(cases.uniform(-9.0..9.0), cases.uniform(1.01..4.0));
        let flight = random_law(&mut cases).launch(start, random_velocity(&mut cases));
        let contact = random_contact(&mut cases);
        let depth = |at: &Vector2<f64>| height(at.x) - at.y;
        follow(&terrain, depth, (flight, contact, 3.0), &mut found).unwrap();
    }
    println!("{found:?}");
    assert!(
        found.contacts > 20_000 && found.deepest < 1e-9 && found.off < 1e-9,
        "{found:?}"
    );
}

/// Two waves, their steepest slope and largest second derivative.
#[derive(Clone, Copy)]
struct Waves {
    sizes: [f64; 2],
    waves: [f64; 2],
}

impl Waves {
    fn random(cases: &mut Cases) -> Self {
        Self {
            sizes: [cases.uniform(0.05..0.8), cases.uniform(0.0..0.1)],
            waves: [cases.uniform(0.2..1.5), cases.uniform(1.0..3.0)],
        }
    }

    fn height(&self, x: f64) -> f64 {
        self.sizes[0] * (self.waves[0] * x).sin() + self.sizes[1] * (self.waves[1] * x).cos()
    }

    fn bound(&self, power: i32) -> f64 {
        let parts = self.sizes.iter().zip(self.waves);
        parts
            .map(|(size, wave)| 1.001 * size * wave.powi(power))
            .sum()
    }

    fn terrain(self) -> Terrain<f64, 2, impl Fn(&Vector2<f64>) -> f64 + Copy> {
        let height = move |at: &Vector2<f64>| self.height(at.x);
        Terrain::new([0.0, 1.0], height, self.bound(1)).with_curvature(self.bound(2))
    }

    /// How far a ball is in the ground, by brute force: the least distance of 65 points, refined.
    fn depth(&self, at: &Vector2<f64>, radius: f64) -> f64 {
        let above = at.y - self.height(at.x);
        if at.y - self.sizes[0] - self.sizes[1] > radius {
            return -(above.min(1.0));
        }
        let to = |x: f64| (at.y - self.height(x)).hypot(at.x - x);
        let step = (radius + 0.1) / 32.0;
        let places = (-32..=32).map(|i| at.x + f64::from(i) * step);
        let nearest = places.min_by(|a, b| to(*a).total_cmp(&to(*b))).unwrap();
        let (mut from, mut end) = (nearest - step, nearest + step);
        for _ in 0..48 {
            let third = (end - from) / 3.0;
            if to(from + third) > to(end - third) {
                from += third;
            } else {
                end -= third;
            }
        }
        radius - to(0.5 * (from + end)) * above.signum()
    }
}

/// Balls over the same waves: none is ever deeper than a nanometre.
#[test]
fn balls_over_waves() {
    let (mut cases, mut found) = (Cases::new(266), Found::default());
    for _ in 0..1000 {
        let waves = Waves::random(&mut cases);
        let radius = cases.uniform(0.05..0.9) / waves.bound(2).max(1.0);
        let start = Vector2::new(cases.uniform(-9.0..9.0), cases.uniform(1.9..4.0));
        let flight = random_law(&mut cases).launch(start, random_velocity(&mut cases));
        let contact = random_contact(&mut cases);
        let centres =
            Offset::new(waves.terrain(), radius).unwrap_or_else(|error| panic!("{error}"));
        let depth = |at: &Vector2<f64>| waves.depth(at, radius);
        follow(&centres, depth, (flight, contact, 1.5), &mut found).unwrap();
    }
    println!("{found:?}");
    // measured: 2.7e-10 m, in 10,000 flights
    assert!(
        found.contacts > 3000 && found.deepest < 1e-9 && found.off < 1e-9,
        "{found:?}"
    );
}

/// Balls in a world at 60 Hz touch the waves when the preview of their centres says so.
#[test]
fn balls_in_worlds_meet_what_previews_say() {
    let (mut cases, mut contacts) = (Cases::new(267), 0);
    for _ in 0..500 {
        let waves = Waves::random(&mut cases);
        let radius = cases.uniform(0.05..0.9) / waves.bound(2).max(1.0);
        let start = Vector2::new(cases.uniform(-5.0..5.0), cases.uniform(1.9..4.0));
        let velocity: Vector2<f64> = random_velocity(&mut cases);
        let contact = random_contact(&mut cases);
        let mut world = World2::new();
        world.add_force(UniformGravity::new([0.0, -G])).unwrap();
        world.add_surface(waves.terrain(), contact).unwrap();
        // it does not turn, so friction acts on it as on a point
        let body = Body2::point(1.0).round(radius).at(start).moving(velocity);
        world.add_body(body).unwrap();
        let centres =
            Offset::new(waves.terrain(), radius).unwrap_or_else(|error| panic!("{error}"));
        let flight = LinearLaw::gravity([0.0, -G]).launch(start, velocity);
        let legs = flight.bouncing(&centres, contact, 1.5).unwrap();
        let legs: Vec<_> = legs.take(5).map(Result::unwrap).collect();
        let mut times = Vec::new();
        for _ in 0..90 {
            world.step(1.0 / 60.0).unwrap();
            times.extend(world.contacts().iter().map(|met| (met.time, met.kind)));
        }
        let touched = legs.iter().filter(|leg| leg.contact.is_some());
        // balls hop along curves by other rules than points
        let bounces = (times.iter()).take_while(|(_, kind)| *kind == ContactKind::Bounce);
        for ((time, _), leg) in bounces.zip(touched) {
            assert!((time - leg.end()).abs() < 1e-8, "{time} {}", leg.end());
            contacts += 1;
        }
    }
    println!("{contacts} contacts");
    assert!(contacts > 700, "{contacts}");
}

/// A world at 60 Hz meets the same boxes at the same times as the preview.
#[test]
fn worlds_meet_what_previews_say() {
    let (mut cases, mut contacts) = (Cases::new(264), 0);
    for _ in 0..1000 {
        let boxes = boxes::<2>(&mut cases);
        let start = Vector2::new(cases.uniform(-5.0..5.0), cases.uniform(5.1..7.0));
        let velocity: Vector2<f64> = random_velocity(&mut cases);
        let contact = random_contact(&mut cases);
        let mut world = World2::new();
        world.add_force(UniformGravity::new([0.0, -G])).unwrap();
        let mut law = LinearLaw::gravity([0.0, -G]);
        if cases.chance(0.5) {
            let rate = cases.decades(0.01, 1.0);
            world.add_force(LinearDrag::rate(rate)).unwrap();
            law += LinearLaw::drag(rate);
        }
        world.add_surface(boxes.clone(), contact).unwrap();
        let body = Body2::point(1.0).at(start).moving(velocity);
        let body = world.add_body(body).unwrap();
        let flight = law.launch(start, velocity);
        let legs = flight.bouncing(&boxes, contact, 3.0).unwrap();
        let legs: Vec<_> = legs.map(Result::unwrap).collect();
        let mut times = Vec::new();
        for _ in 0..180 {
            world.step(1.0 / 60.0).unwrap();
            times.extend(world.contacts().iter().map(|contact| contact.time));
        }
        let touched = legs.iter().filter(|leg| leg.contact.is_some());
        let expected: Vec<f64> = touched.map(|leg| leg.end()).collect();
        assert_eq!(times.len(), expected.len(), "{times:?} {expected:?}");
        for (time, expected) in times.iter().zip(&expected) {
            assert!((time - expected).abs() < 1e-9, "{time} {expected}");
        }
        let end = legs.last().unwrap().end_position();
        assert!((world[body].position - end).norm() < 1e-9);
        contacts += times.len();
    }
    println!("{contacts} contacts");
    assert!(contacts > 5000, "{contacts}");
}

/// The search by brute force finds a peak between samples.
#[test]
fn brute_force_finds_what_is_narrow() {
    let peak = |time: f64| 1.0 - 0.9 * (time - TAU / 10.0).abs();
    assert!((largest(peak, 3.0) - 1.0).abs() < 1e-6);
}
