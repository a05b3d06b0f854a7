//! Landing on real geometry: compared with brute force, and where it is difficult.

mod support;

use kinstep::ballistics::{Ballistics, Flight, Landing, Terrain, Trajectory};
use kinstep::nalgebra::{Vector2, Vector3};
use support::Cases;

/// Smooth hills: a sum of waves, with a bound on its slope.
struct Hills {
    /// Amplitude \[m\], wave numbers along x and z \[1/m\], phase.
    waves: Vec<[f64; 4]>,
}

impl Hills {
    fn random(cases: &mut Cases, share: f64) -> Self {
        let waves = (0..6).map(|_| {
            let number = cases.decades(0.05, 1.0);
            let angle = cases.uniform(0.0..6.28);
            let amplitude = share * cases.uniform(0.1..1.0) / number;
            [
                amplitude,
                number * angle.cos(),
                number * angle.sin(),
                cases.uniform(0.0..6.28),
            ]
        });
        Self {
            waves: waves.collect(),
        }
    }

    fn height(&self, x: f64, z: f64) -> f64 {
        let heights = self.waves.iter().map(|[a, k, l, phase]| a * (k * x + l * z + phase).sin());
        heights.sum()
    }

    fn steepest(&self) -> f64 {
        self.waves.iter().map(|[a, k, l, _]| a * k.hypot(*l)).sum()
    }
}

/// The first time at which `clearance` changes its sign, among many points and then by bisection.
fn brute_force(clearance: impl Fn(f64) -> f64, end: f64, points: usize) -> Option<f64> {
    let side = clearance(end * 1e-9).signum();
    let time = |index: usize| end * index as f64 / points as f64;
    let index = (1..=points).find(|index| clearance(time(*index)) * side <= 0.0)?;
    let (mut low, mut high) = (time(index - 1), time(index));
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if clearance(middle) * side > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(high)
}

/// Median, mean and maximum.
fn statistics(counts: &mut [usize]) -> (usize, f64, usize) {
    counts.sort_unstable();
    let mean = counts.iter().sum::<usize>() as f64 / counts.len() as f64;
    (counts[counts.len() / 2], mean, counts[counts.len() - 1])
}

fn random_flight(cases: &mut Cases, hills: &Hills, above: f64) -> Flight<f64, 3> {
    let mut air = Ballistics::new([0.0, -9.81, 0.0]);
    if cases.chance(0.7) {
        air = air
            .with_drag_rate(cases.decades(0.01, 1.0))
            .with_wind(Vector3::from_fn(|_, _| cases.uniform(-8.0..8.0)));
    }
    let (x, z) = (cases.uniform(-50.0..50.0), cases.uniform(-50.0..50.0));
    let speed = cases.uniform(10.0..40.0);
    let (climb, angle) = (cases.uniform(-0.3..1.3), cases.uniform(0.0..6.28));
    air.launch(
        [x, hills.height(x, z) + above, z],
        [
            speed * climb.cos() * angle.cos(),
            speed * climb.sin(),
            speed * climb.cos() * angle.sin(),
        ],
    )
}

fn throws_agree_with_brute_force(share: f64, above: core::ops::Range<f64>, name: &str) {
    let mut cases = Cases::new(7);
    let (mut counts, mut worst, mut evaluations) = (vec![], 0.0_f64, 0);
    let mut misses = 0;
    for case in 0..1000 {
        let hills = Hills::random(&mut cases, share);
        let above = if above.is_empty() { 0.0 } else { cases.uniform(above.clone()) };
        let flight = random_flight(&mut cases, &hills, above);
        let asked = core::cell::Cell::new(0);
        let terrain = Terrain::new(
            [0.0, 1.0, 0.0],
            |p: &Vector3<f64>| {
                asked.set(asked.get() + 1);
                hills.height(p.x, p.z)
            },
            hills.steepest(),
        );
        let landing = flight.landing(&terrain, 0.0..60.0).unwrap();
        evaluations += asked.get();
        let clearance = |time| {
            let p = flight.position(time);
            p.y - hills.height(p.x, p.z)
        };
        let truth = brute_force(clearance, 60.0, 100_000);
        match (landing, truth) {
            (Some(landing), Some(truth)) if landing.time > 0.0 => {
                let off = (landing.time - truth).abs();
                if off > 1e-9 { misses += 1; println!("{case}: {} {truth} {} casts", landing.time, landing.casts); }
                worst = worst.max(if off > 1e-9 {0.0} else {off});
                counts.push(landing.casts);
            }
            (None, None) => {}
            (Some(landing), _) if above == 0.0 && landing.time == 0.0 => {
                assert!(landing.velocity.dot(&landing.normal) < 0.0, "{case}: {landing:?}");
            }
            _ => panic!("{case}: {landing:?} {truth:?}"),
        }
    }
    let count = counts.len();
    let (median, mean, most) = statistics(&mut counts);
    println!("{name}: {count} landings, median {median}, mean {mean:.1}, max {most}, worst {worst:e}, {misses} misses, {} heights", evaluations / 1000);
}

#[test]
fn throws_over_hills() {
    throws_agree_with_brute_force(0.15, 0.5..20.0, "air");
    throws_agree_with_brute_force(0.15, 0.0..0.0, "ground");
    throws_agree_with_brute_force(0.4, 0.5..20.0, "steep");
}
