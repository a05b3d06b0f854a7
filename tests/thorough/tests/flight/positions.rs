//! Positions along flights, and quantities derived from them.

use kinstep::LinearLaw;
use kinstep::nalgebra::{SVector, Vector2, Vector3};
use kinstep::trajectory::{Crossing, FlightError, Sphere, Trajectory};
use kinstep_flight::Ballistics;
use truths::Cases;
use truths::truth::{Exact, big, small};

/// A flight that is launched again from a later state continues as before, also backward in time.
#[test]
fn flights_go_on_from_where_they_are() {
    let mut cases = Cases::new(41);
    for _ in 0..2000 {
        let rate = cases.decades(1e-6, 3.0);
        let air = Ballistics::new([0.0, -9.81, 0.0])
            .with_drag_rate(rate)
            .with_wind([3.0, 0.5, -2.0]);
        let [a, b] = core::array::from_fn(|_| cases.signed_decades(1e-4, 5.0));
        let start = air.launch([1.0, 2.0, 3.0], [30.0, 8.0, -4.0]);
        let middle = start.at(a);
        let rest = air.launch(middle.position, middle.velocity);
        let (direct, indirect) = (start.at(a + b), rest.at(b));
        let size = 1.0
            + [a, b, a + b]
                .map(|t| start.position(t).norm() + start.velocity(t).norm())
                .iter()
                .sum::<f64>();
        let growth = 1.0 + (-rate * b).exp();
        assert!((direct.position - indirect.position).norm() < 4e-15 * size * growth);
        assert!((direct.velocity - indirect.velocity).norm() < 4e-15 * size * growth);

        // the rational model has no flow property
        if a > 0.0 && b > 0.0 {
            let start = air.rational().launch([1.0, 2.0, 3.0], [30.0, 8.0, -4.0]);
            let wrong = air.rational().launch(start.position(a), start.velocity(a));
            let off = (start.position(a + b) - wrong.position(b)).norm();
            assert!(rate * a.min(b) < 0.1 || off > 1e-6, "{off}");
        }
    }
}

/// Position, velocity and acceleration are derivatives of each other, for every closed form.
#[test]
fn derivatives_are_derivatives() {
    fn check<const D: usize>(flight: &impl Trajectory<D>, name: &str) {
        for time in [0.0, 0.3, 2.0, 7.0] {
            let h = 1e-4;
            let slope = |value: &dyn Fn(f64) -> SVector<f64, D>| {
                // difference quotient of fourth order
                (value(time + h) - value(time - h)) * (2.0 / 3.0 / h)
                    - (value(time + 2.0 * h) - value(time - 2.0 * h)) * (1.0 / 12.0 / h)
            };
            let off = slope(&|t| flight.position(t)) - flight.tangent(time);
            assert!(off.norm() < 1e-8, "{name} {time}");
            let off = slope(&|t| flight.tangent(t)) - flight.acceleration(time);
            assert!(off.norm() < 1e-8, "{name} {time}");
            let at = flight.at(time);
            assert_eq!(at.position, flight.position(time));
            assert_eq!(at.velocity, flight.velocity(time));
        }
    }
    let air = Ballistics::new([0.0, -9.81]).with_drag_rate(0.3);
    let air = air.with_wind([4.0, 1.0]);
    check(&air.launch([1.0, 2.0], [20.0, 10.0]), "flight");
    check(&air.rational().launch([1.0, 2.0], [20.0, 10.0]), "rational");
    for law in laws() {
        check(&law.launch([1.0, 2.0], [20.0, 10.0]), "law");
    }
}

/// Laws of every regime.
fn laws() -> Vec<LinearLaw<f64, 2>> {
    let base = LinearLaw::gravity([0.3, -2.0]);
    let ramp = LinearLaw::free().ramping([0.2, -0.1]);
    let mut laws = vec![base, base + ramp];
    for (damping, stiffness) in [
        (0.3, 0.0),
        (-0.1, 0.0),
        (0.0, 2.0),
        (0.3, 2.0),
        (-0.1, 2.0),
        (2.0, 1.0),
        (3.0, 1.0),
        (0.2, -0.2),
        (0.0, -0.2),
    ] {
        let law = base + LinearLaw::drag(damping) + LinearLaw::spring(stiffness);
        laws.extend([law, law + ramp]);
    }
    laws
}

/// The flight of a law agrees with the matrix exponential.
#[test]
fn law_flights_are_exact() {
    let mut cases = Cases::new(42);
    let mut worst = 0.0_f64;
    for law in laws() {
        for _ in 0..4 {
            let time = cases.decades(1e-3, 30.0);
            let exact = Exact::new(&big(law.damping), &big(law.stiffness_per_mass), &big(time));
            let [xx, xv, xc, xj, ..] = exact.values().map(small);
            let (x, v) = (3.0, -5.0);
            let flight = law.launch([x, x], [v, v]).position(time);
            for axis in 0..2 {
                let terms = [xx * x, xv * v, xc * law.constant[axis], xj * law.ramp[axis]];
                let size = x + terms.iter().map(|term| term.abs()).sum::<f64>();
                worst = worst.max((flight[axis] - terms.iter().sum::<f64>()).abs() / size);
            }
        }
    }
    let worst = worst / f64::EPSILON;
    assert!(worst < 32.0, "{worst} ε"); // measured: 4.3, most of it the conditioning of 30 s of growth
}

/// Ten thousand points by recurrence agree with the closed form.
#[test]
fn samples_do_not_drift() {
    fn check(flight: &impl Trajectory<3>, bound: f64) {
        let (from, step) = (-2.0, 0.01);
        let mut worst = 0.0_f64;
        for (index, point) in flight.sample(from, step, 10_000).enumerate() {
            let time = from + step * index as f64;
            let at = flight.position(time);
            // size of the position now and a few points ago, and displacement by a rounding of the
            // time
            let size = 20.0 + at.norm() + (flight.velocity(time) * time).norm();
            worst = worst.max((point - at).norm() / size / f64::EPSILON);
        }
        assert!(worst < bound, "{worst} ε");
        assert_eq!(flight.sample(0.0, 0.1, 50).len(), 50);
        assert_eq!(flight.sample(0.0, 0.1, 0).next(), None);
    }
    let air = Ballistics::new([0.0, -9.81, 0.0]).with_drag_rate(0.05);
    let air = air.with_wind([3.0, 0.0, 1.0]);
    let spring = LinearLaw::gravity([0.0, -9.81, 0.0])
        + LinearLaw::spring(0.7)
        + LinearLaw::drag(0.01)
        + LinearLaw::free().ramping([0.01, 0.0, 0.0]);
    let (from, thrown) = ([0.0, 1.5, 0.0], [30.0, 80.0, 0.0]);
    // measured: 4.8, 0.0 and 1.6
    check(&air.launch(from, thrown), 8.0);
    check(&air.rational().launch(from, thrown), 2.0);
    check(&spring.launch([1.0, 0.0, 2.0], [3.0, 4.0, 5.0]), 8.0);
}

/// The closest approach is the closest of all points, not only of nearby ones: compared with a
/// dense scan.
#[test]
fn the_closest_approach_is_the_closest() {
    fn check(flight: &impl Trajectory<3>, point: Vector3<f64>, case: u32) {
        let found = flight.closest_approach(point, 0.0..10.0).unwrap();
        assert_eq!((found.position - point).norm(), found.distance);
        assert_eq!(flight.position(found.time), found.position);
        for index in 0..=10_000 {
            let distance = (flight.position(f64::from(index) / 1000.0) - point).norm();
            assert!(
                found.distance <= distance + 1e-13,
                "{case} {index}: {distance} {found:?}"
            );
        }
    }
    let mut cases = Cases::new(43);
    for case in 0..300 {
        let rate = cases.decades(1e-3, 1.0);
        let air = Ballistics::new([0.0, -9.81, 0.0]).with_drag_rate(rate);
        let air = air.with_wind(cases.vector::<f64, 3>(10.0));
        let flight = air.launch(cases.vector::<f64, 3>(5.0), cases.vector::<f64, 3>(30.0));
        let drag = LinearLaw::drag(cases.decades(1e-3, 0.3));
        let law = LinearLaw::spring(cases.decades(0.1, 30.0)) + drag;
        let swing = law.launch(cases.vector::<f64, 3>(20.0), cases.vector::<f64, 3>(30.0));
        let aside = cases.vector(30.0);
        let point = if case % 3 == 0 {
            flight.position(2.0)
        } else {
            aside
        };
        check(&flight, point, case);
        check(&swing, point, case);
    }
}

/// The bounds contain the path, and the path touches them on every side.
#[test]
fn bounds_are_tight() {
    let mut cases = Cases::new(44);
    for _ in 0..300 {
        let law = LinearLaw::gravity(cases.vector::<f64, 2>(10.0))
            + LinearLaw::spring(cases.signed_decades(1e-2, 3.0).max(-0.1))
            + LinearLaw::drag(cases.signed_decades(1e-3, 1.0).max(-0.05));
        let flight = law.launch(cases.vector::<f64, 2>(5.0), cases.vector::<f64, 2>(30.0));
        let found = flight.bounds(-1.0..10.0).unwrap();
        let (mut min, mut max) = (Vector2::repeat(f64::MAX), Vector2::repeat(f64::MIN));
        for index in 0..=11_000 {
            let position = flight.position(f64::from(index) / 1000.0 - 1.0);
            (min, max) = (min.inf(&position), max.sup(&position));
        }
        let size = 1.0 + max.amax().max(min.amax());
        let holds = -1e-13 * size..1e-4 * size;
        let gaps = [min - found.min, found.max - max];
        let mut gaps = gaps.iter().flatten();
        assert!(gaps.all(|gap| holds.contains(gap)), "{found:?} {min} {max}");
    }
}

/// Bounds hold the late parts of a path: with two springs across each other, one a little stiffer,
/// an oscillation along x has become one along y after 314 radians.
#[test]
fn bounds_hold_what_comes_late() {
    let law = LinearLaw::spring(1.0) + LinearLaw::tidal([[0.0, 0.01], [0.01, 0.0]]);
    let flight = law.launch([1.0, 0.0], [0.0, 0.0]);
    let found = flight.bounds(0.0..350.0).unwrap();
    assert!(found.max.y > 0.999 && found.min.y < -0.999, "{found:?}");
    let early = flight.bounds(0.0..100.0).unwrap();
    assert!(early.max.y < 0.5, "{early:?}");
    // a time that is too far for the search is reported
    let error = flight.bounds(0.0..1e6).unwrap_err();
    let FlightError::Unfinished { steps, time } = error else {
        panic!("{error}");
    };
    assert!(steps > 1000 && time > 3000.0 && time < 1e5, "{error}");
}

/// The first time at which a flight leaves or enters a sphere is found: compared with a dense scan,
/// also for flights that just touch.
#[test]
fn spheres_are_left_when_they_are_left() {
    let mut cases = Cases::new(45);
    let mut left = 0;
    for case in 0..1000 {
        let stiffness = if case % 2 == 0 {
            cases.decades(0.1, 10.0)
        } else {
            0.0
        };
        let law = LinearLaw::gravity([0.0, -9.81])
            + LinearLaw::drag(cases.decades(1e-3, 1.0))
            + LinearLaw::spring(stiffness);
        let flight = law.launch(cases.vector::<f64, 2>(5.0), cases.vector::<f64, 2>(20.0));
        let center: Vector2<f64> = cases.vector(20.0);
        // a radius near the closest distance, so that the flight nearly touches, or a random one
        let near = flight.closest_approach(center, 0.5..4.5).unwrap().distance;
        let grazing = (near + cases.signed_decades(1e-9, 1e-2)).max(1e-3);
        let wide = cases.uniform(1.0..30.0);
        let radius = if case % 4 < 2 { grazing } else { wide };
        let sphere = Sphere::new(center, radius);
        let outside = |time: f64| (flight.position(time) - center).norm() - radius;
        let directions = [(Crossing::Ascending, 1.0), (Crossing::Descending, -1.0)];
        for (which, sense) in directions {
            let event = flight.sphere_crossing(&sphere, which, 0.0..5.0).unwrap();
            let end = event.map_or(5.0, |event| event.time);
            if event.is_some() {
                assert!(outside(end).abs() < 1e-12, "{case}: {}", outside(end));
                left += 1;
            }
            // before the event the flight does not cross the sphere in this direction
            let mut before = outside(0.0) * sense;
            for index in 1..5000 {
                let now = outside(end * f64::from(index) / 5000.0) * sense;
                assert!(
                    before > -1e-12 || now < 1e-12,
                    "{case} {index}: {before} {now}"
                );
                before = now;
            }
        }
    }
    assert!(left > 750, "{left} crossings of spheres");
}
