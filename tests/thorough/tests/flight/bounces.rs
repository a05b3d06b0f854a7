//! Flights that bounce among boxes, over waves and in wedges. By a search with brute force, none is
//! deeper in a surface than rounding; none jumps, gains energy or ends early.

use core::f64::consts::TAU;

use kinstep::contact::{Bouncing, Contact, ContactKind, Segment, SegmentKind};
use kinstep::nalgebra::{SVector, Vector2};
use kinstep::trajectory::{AlignedBox, Plane, Surface, Terrain, Trajectory};
use kinstep::{Body2, LinearDrag, LinearLaw, Real, UniformGravity, World2};
use truths::Cases;

const G: f64 = 9.81;
/// The largest number of segments of a path that are examined.
const SEGMENTS: usize = 12;
/// Number of samples of a segment.
const SAMPLES: usize = 48;

/// Results over some paths.
#[derive(Debug, Default)]
pub struct Found {
    pub contacts: usize,
    /// The largest depth of a point in the surface \[m\].
    pub deepest: f64,
    /// The largest distance of a contact from the surface \[m\].
    pub off: f64,
    /// The largest distance between the start of a segment and the end of the one before \[m\].
    pub jump: f64,
    /// The largest gain of energy per mass without wind, relative to this energy and 1 J/kg.
    pub gain: f64,
}

impl Found {
    /// Asserts that there were enough contacts, and that nothing was off by more than a bound.
    fn check(&self, contacts: usize, bound: f64) {
        assert!(self.contacts > contacts, "{self:?}");
        assert!(self.deepest < bound && self.off < bound, "{self:?}");
        assert!(self.jump < 1e-9 && self.gain < 1e-9, "{self:?}");
    }
}

/// Gravity, and drag in half of the cases, with wind in half of those.
fn random_law<const D: usize>(cases: &mut Cases) -> LinearLaw<f64, D> {
    let mut gravity = SVector::zeros();
    gravity[1] = -G;
    let law = LinearLaw::gravity(gravity);
    if cases.chance(0.5) {
        return law;
    }
    let drag = LinearLaw::drag(cases.decades(0.01, 1.0));
    let wind = cases.vector::<f64, D>(4.0);
    law + if cases.chance(0.5) {
        drag
    } else {
        drag.in_wind(wind)
    }
}

fn random_contact<const D: usize>(cases: &mut Cases) -> Contact<f64> {
    // in space without any restitution, some searches among boxes take more queries than allowed
    let is_plastic = D == 2 && cases.chance(0.1);
    let [restitution, friction] = [0; 2].map(|_| cases.uniform(0.0..1.0));
    let restitution = if is_plastic { 0.0 } else { restitution };
    let friction = if cases.chance(0.3) { 0.0 } else { friction };
    Contact::new(restitution).with_friction(friction)
}

/// The largest value of a function within a span: samples, refined about each that is a local
/// maximum.
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

/// Follows a random path from a start. `depth` tells how deep a point is in the surface \[m\].
pub fn follow<const D: usize>(
    surface: &impl Surface<f64, D>,
    depth: impl Fn(&SVector<f64, D>) -> f64,
    (start, duration): (SVector<f64, D>, f64),
    cases: &mut Cases,
    found: &mut Found,
) where
    f64: Real<D>,
{
    let (law, contact) = (random_law::<D>(cases), random_contact::<D>(cases));
    let velocity: SVector<f64, D> = cases.vector(9.0);
    // wind adds energy
    let is_still = law.constant.norm() == G;
    let told = format!("{law:?} {contact:?} from {start:?} with {velocity:?}");
    let flight = law.launch(start, velocity);
    let energy = |segment: &Segment<D>, time: f64| {
        0.5 * segment.flight.velocity(time).norm_squared() + G * segment.flight.position(time)[1]
    };
    let mut last: Option<Segment<D>> = None;
    let (mut segments, mut before) = (0, f64::INFINITY);
    for segment in (Bouncing::new(flight, surface, contact, duration).unwrap()).take(SEGMENTS) {
        let segment = segment.unwrap_or_else(|error| panic!("{error}: {told}"));
        let end = segment.duration.min(duration);
        let deepest = largest(|time| depth(&segment.flight.position(time)), end);
        found.deepest = found.deepest.max(deepest);
        segments += 1;
        if segment.contact.is_some() {
            found.contacts += 1;
            let end = segment.flight.position(segment.duration);
            found.off = found.off.max(depth(&end).abs());
        }
        if let Some(last) = last {
            let end = last.flight.position(last.duration);
            let jump = (segment.flight.position(0.0) - end).norm();
            found.jump = found.jump.max(jump);
            let late = (segment.start - last.end()).abs();
            assert!(late < 1e-14, "{last:?} {segment:?} {told}");
        }
        if is_still {
            for now in [0.0, segment.duration].map(|time| energy(&segment, time)) {
                found.gain = found.gain.max((now - before) / (1.0 + now.abs()));
                before = now;
            }
        }
        last = Some(segment);
    }
    let end = last.expect("a path has a segment").end();
    assert!(
        segments == SEGMENTS || (end - duration).abs() < 1e-12,
        "it ends at {end}: {told}"
    );
}

/// Some boxes, thin and thick, over a floor.
fn boxes<const D: usize>(cases: &mut Cases) -> Vec<AlignedBox<f64, D>> {
    let mut sides = SVector::repeat(300.0);
    let mut below = SVector::zeros();
    (sides[1], below[1]) = (0.5, -2.5);
    let mut boxes = vec![AlignedBox::around(below, sides)];
    for _ in 0..5 {
        let mut center: SVector<f64, D> = cases.vector(5.0);
        center[1] = cases.uniform(-1.0..3.0);
        let half = SVector::from_fn(|_, _| cases.decades(1e-3, 2.0));
        boxes.push(AlignedBox::around(center, half));
    }
    boxes
}

#[test]
fn among_boxes() {
    fn check<const D: usize>(seed: u128, count: usize)
    where
        f64: Real<D>,
    {
        let (mut cases, mut found) = (Cases::new(seed), Found::default());
        for _ in 0..count {
            let boxes = boxes::<D>(&mut cases);
            let depth = |at: &SVector<f64, D>| {
                let depth = |area: &AlignedBox<f64, D>| (at - area.min).inf(&(area.max - at)).min();
                boxes.iter().map(depth).fold(f64::NEG_INFINITY, f64::max)
            };
            let start = loop {
                let mut start: SVector<f64, D> = cases.vector(5.0);
                start[1] = cases.uniform(-1.9..6.0);
                if depth(&start) < -1e-6 {
                    break start;
                }
            };
            follow(&boxes, depth, (start, 5.0), &mut cases, &mut found);
        }
        // measured: 1e-14 m
        found.check(2 * count, 1e-12);
    }
    check::<2>(261, 5_000);
    check::<3>(262, 3_000);
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

    /// Depth of a point in the ground \[m\].
    fn depth(&self, at: &Vector2<f64>) -> f64 {
        -(at.y - self.height(at.x)).min(1.0)
    }
}

/// Points bounce over waves of two lengths.
#[test]
fn over_waves() {
    let (mut cases, mut found) = (Cases::new(266), Found::default());
    for _ in 0..3000 {
        let waves = Waves::random(&mut cases);
        let start = Vector2::new(cases.uniform(-9.0..9.0), cases.uniform(1.9..4.0));
        let depth = |at: &Vector2<f64>| waves.depth(at);
        follow(
            &waves.terrain(),
            depth,
            (start, 3.0),
            &mut cases,
            &mut found,
        );
    }
    // motion along the ground is computed by the midpoint rule
    found.check(6000, 1e-3);
}

/// Bodies bounce in a wedge of two planes at any angle; without friction they come to rest at its
/// bottom.
#[test]
fn in_a_wedge() {
    let (mut cases, mut found, mut rests) = (Cases::new(28), Found::default(), 0);
    for _ in 0..300 {
        let [left, right] = [0; 2].map(|_| cases.uniform(0.05..1.4));
        let planes = [
            Plane::new([left.sin(), left.cos()], 0.0),
            Plane::new([-right.sin(), right.cos()], 0.0),
        ];
        let depth = |at: &Vector2<f64>| {
            let [one, other] = planes.map(|plane| -plane.height(*at));
            one.max(other)
        };
        let start = Vector2::new(cases.uniform(-0.03..0.03), cases.uniform(1.0..3.0));
        follow(&planes, depth, (start, 6.0), &mut cases, &mut found);
        let flight = LinearLaw::gravity([0.0, -G]).launch(start, [0.0, 0.0]);
        let segments = Bouncing::new(flight, &planes, Contact::new(0.4), 30.0).unwrap();
        let segments = segments
            .map(|segment| segment.unwrap_or_else(|error| panic!("{error}: {planes:?} {start}")));
        rests += usize::from(segments.last().unwrap().kind == SegmentKind::Rest);
    }
    found.check(500, 1e-9);
    assert!(rests > 250, "{rests} of 300 come to rest at the bottom");
}

/// The contacts of a body in a world at 60 Hz, and its final position.
fn contacts_in_world(
    surface: impl Surface<f64, 2> + Send + Sync + 'static,
    (contact, drag): (Contact<f64>, f64),
    body: Body2,
    seconds: f64,
) -> (Vec<(f64, ContactKind)>, Vector2<f64>) {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -G])).unwrap();
    world.add_force(LinearDrag::rate(drag)).unwrap();
    world.add_surface(surface, contact).unwrap();
    let body = world.add_body(body).unwrap();
    let mut contacts = Vec::new();
    for _ in 0..(60.0 * seconds) as usize {
        world.step(1.0 / 60.0).unwrap();
        contacts.extend(world.contacts().iter().map(|met| (met.time, met.kind)));
    }
    (contacts, world[body].position)
}

/// A world at 60 Hz meets the same boxes at the same times as the preview.
#[test]
fn worlds_meet_what_previews_say() {
    let (mut cases, mut met) = (Cases::new(264), 0);
    for _ in 0..500 {
        let boxes = boxes::<2>(&mut cases);
        let start = Vector2::new(cases.uniform(-5.0..5.0), cases.uniform(5.1..7.0));
        let (velocity, contact) = (cases.vector::<f64, 2>(9.0), random_contact::<2>(&mut cases));
        let drag = if cases.chance(0.5) {
            0.0
        } else {
            cases.decades(0.01, 1.0)
        };
        let body = Body2::point(1.0).at(start).moving(velocity);
        let (contacts, end) = contacts_in_world(boxes.clone(), (contact, drag), body, 3.0);
        let law = LinearLaw::gravity([0.0, -G]) + LinearLaw::drag(drag);
        let flight = law.launch(start, velocity);
        let segments = Bouncing::new(flight, &boxes, contact, 3.0).unwrap();
        let segments: Vec<_> = segments.map(Result::unwrap).collect();
        let touched = segments.iter().filter(|segment| segment.contact.is_some());
        let expected: Vec<f64> = touched.map(|segment| segment.end()).collect();
        // a world sums up bounces that the preview reports one by one
        for ((time, _), expected) in contacts.iter().zip(&expected).take(8) {
            assert!((time - expected).abs() < 1e-9, "{time} {expected}");
        }
        let last = segments.last().unwrap();
        assert!((end - last.flight.position(last.duration)).norm() < 1e-9);
        met += contacts.len();
    }
    assert!(met > 2000, "{met}");
}

/// The search by brute force finds a narrow peak between samples.
#[test]
fn brute_force_finds_what_is_narrow() {
    let peak = |time: f64| 1.0 - 0.9 * (time - TAU / 10.0).abs();
    assert!((largest(peak, 3.0) - 1.0).abs() < 1e-6);
}
