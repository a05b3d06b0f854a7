//! Launches under quadratic drag: flown, scanned for by brute force, and against closed forms.

#[path = "support/mod.rs"]
mod support;

use kinstep::aim::{AimError, Launch, QuadraticAim};
use kinstep::ballistics::{Ballistics, QuadraticAir, Trajectory};
use kinstep::nalgebra::{SVector, Vector2, Vector3};
use support::Cases;

const GRAVITY: f64 = 9.81;

/// A throw, and where its target goes.
#[derive(Debug, Clone, Copy)]
struct Case<const D: usize> {
    air: QuadraticAir<f64, D>,
    from: SVector<f64, D>,
    target: SVector<f64, D>,
    velocity: SVector<f64, D>,
    acceleration: SVector<f64, D>,
    shooter: SVector<f64, D>,
}

impl<const D: usize> Case<D> {
    fn random(cases: &mut Cases, moving: bool) -> Self {
        let mut vector = |size: f64| SVector::from_fn(|_, _| cases.uniform(-size..size));
        let [gravity, wind, from, target] = [8.0, 12.0, 30.0, 60.0].map(&mut vector);
        let still = SVector::zeros();
        let [velocity, acceleration, shooter] = if moving {
            [8.0, 1.5, 6.0].map(&mut vector)
        } else {
            [still; 3]
        };
        let coefficient = cases.decades(1e-6, 0.1);
        Self {
            air: QuadraticAir::new(gravity, coefficient)
                .with_wind(wind)
                .within(1e-12),
            from,
            target,
            velocity,
            acceleration,
            shooter,
        }
    }

    fn aim(&self) -> QuadraticAim<f64, D> {
        (self.air.aim(self.from, self.target))
            .moving(self.velocity)
            .accelerating(self.acceleration)
            .shooter_moving(self.shooter)
    }

    fn place(&self, time: f64) -> SVector<f64, D> {
        self.target + self.velocity * time + self.acceleration * (0.5 * time * time)
    }

    /// How far a launch passes the target by, in parts of what is allowed: the flight's own bound, and 1e-13 of the way.
    fn miss(&self, launch: &Launch<f64, D>) -> (f64, f64) {
        let flight = self.air.launch(self.from, launch.velocity);
        let time = launch.time_of_flight;
        let miss = (flight.position(time) - self.place(time)).norm();
        let way = flight.arc_length(0.0..time).unwrap();
        (miss / way, (flight.error_bound(time)) / way)
    }
}

#[test]
fn probe() {
    let mut cases = Cases::new(1);
    let mut worst: f64 = 0.0;
    let start = std::time::Instant::now();
    for i in 0..300 {
        let case = Case::<3>::random(&mut cases, false);
        let t = cases.decades(0.3, 12.0);
        match case.aim().in_time(t) {
            Ok(launch) => {
                let (miss, bound) = case.miss(&launch);
                if miss > 1e-13 + bound {
                    println!("{i}: {miss:e} {bound:e} t {t} {case:?} {launch:?}");
                }
                worst = worst.max(miss);
            }
            Err(error) => println!("{i}: {error}"),
        }
    }
    println!("in_time worst {worst:e} {:?}", start.elapsed());
    for moving in [false, true] {
        let start = std::time::Instant::now();
        let mut counts = [0; 9];
        let mut errors = 0;
        let mut worst: f64 = 0.0;
        for i in 0..300 {
            let case = Case::<3>::random(&mut cases, moving);
            let least = case.aim().with_least_speed();
            if let Err(e) = &least {
                println!("{i}: least {e}");
                continue;
            }
            let least = least.unwrap();
            let (miss, bound) = case.miss(&least);
            if miss > 1e-13 + bound {
                println!("{i}: {miss:e} {bound:e} {case:?} {least:?}");
            }
            let speed = (least.velocity - case.shooter).norm();
            let s = speed * cases.decades(1.0, 3.0);
            match case.aim().hits_at_speed(s) {
                Ok(hits) => {
                    counts[hits.len()] += 1;
                    for hit in &hits {
                        let (miss, bound) = case.miss(hit);
                        if miss > 1e-13 + bound {
                            println!("{i}: {miss:e} {bound:e} {case:?} {hit:?}");
                        }
                        worst = worst.max(miss);
                        let off = ((hit.velocity - case.shooter).norm() / s - 1.0).abs();
                        assert!(off < 1e-13, "{off:e}");
                    }
                    if !hits.len().is_multiple_of(2) {
                        println!("{i} hits {} {case:?} {s}", hits.len());
                    }
                }
                Err(e) => {
                    errors += 1;
                    println!("{i}: {e} {case:?}");
                }
            }
        }
        println!(
            "moving {moving} {counts:?} errors {errors} worst {worst:e} {:?}",
            start.elapsed()
        );
    }
}
