//! Flights under quadratic drag, compared with closed forms, many digits, and dense scans.

use dashu_float::{FBig, round::mode::HalfEven};
use kinstep::nalgebra::{SVector, Vector2};
use kinstep::trajectory::{Crossing, Height, Plane, Trajectory};
use kinstep_flight::{Ballistics, QuadraticAir};
use truths::Cases;

const GRAVITY: f64 = 9.81;

type Big = FBig<HalfEven, 2>;

/// A number with 36 digits.
fn big(value: f64) -> Big {
    Big::try_from(value).unwrap().with_precision(120).value()
}

/// `u' = g - κ |u| u` in 36 digits, by 22 terms of the Taylor series. A step is a fifth of the time
/// in which the speed changes; its truncation error is below 1e-15 of the speed.
struct Truth<const D: usize> {
    gravity: [f64; D],
    wind: [f64; D],
    coefficient: Big,
    position: [Big; D],
    /// Velocity relative to the air.
    velocity: [Big; D],
}

impl<const D: usize> Truth<D> {
    fn new(air: &QuadraticAir<D>, position: SVector<f64, D>, velocity: SVector<f64, D>) -> Self {
        let wind = air.wind();
        Self {
            gravity: air.gravitational_acceleration().into(),
            wind: wind.into(),
            coefficient: big(air.coefficient()),
            position: core::array::from_fn(|i| big(position[i])),
            velocity: core::array::from_fn(|i| big(velocity[i]) - big(wind[i])),
        }
    }

    /// The end of the step that starts at `time`, as an `f64`.
    fn end_of_step(&self, time: f64) -> f64 {
        let velocity = SVector::from(self.velocity.each_ref().map(|v| v.to_f64().value()));
        let speed = velocity.norm();
        let gravity = SVector::from(self.gravity).norm();
        let coefficient = self.coefficient.to_f64().value();
        time + 0.2 * speed / (gravity + coefficient * speed * speed)
    }

    fn advance(&mut self, from: f64, to: f64) {
        const TERMS: usize = 22;
        let h = big(to) - big(from);
        let mut u: [Vec<Big>; D] = self.velocity.each_ref().map(|v| vec![v.clone()]);
        // Σ aᵢ aₖ₋ᵢ from the index `from` on; each pair is computed once
        let pairs = |a: &[Big], k: usize, from: usize| {
            let mut sum = big(0.0);
            for i in (from..).take_while(|i| 2 * i < k) {
                sum += &a[i] * &a[k - i];
            }
            sum <<= 1;
            if k.is_multiple_of(2) && k / 2 >= from {
                sum += &a[k / 2] * &a[k / 2];
            }
            sum
        };
        let square = |u: &[Vec<Big>; D], k: usize| {
            u.iter().fold(big(0.0), |sum, axis| sum + pairs(axis, k, 0))
        };
        let zeroth = square(&u, 0);
        let mut root = big(zeroth.to_f64().value().sqrt());
        for _ in 0..4 {
            root = (&root + &zeroth / &root) / big(2.0);
        }
        let mut s = vec![root];
        for k in 0..TERMS {
            if k > 0 {
                let sum = square(&u, k) - pairs(&s, k, 1);
                s.push(sum / (&s[0] * big(2.0)));
            }
            for (u, gravity) in u.iter_mut().zip(self.gravity) {
                let mut drag = big(0.0);
                for i in 0..=k {
                    drag += &s[i] * &u[k - i];
                }
                let mut rate = -(drag * &self.coefficient);
                if k == 0 {
                    rate += big(gravity);
                }
                u.push(rate / big((k + 1) as f64));
            }
        }
        for (axis, u) in u.iter().enumerate() {
            let (mut v, mut x) = (big(0.0), big(0.0));
            for (k, term) in u.iter().enumerate().rev() {
                v = v * &h + term;
                x = x * &h + term / big((k + 1) as f64);
            }
            self.position[axis] += (x + big(self.wind[axis])) * &h;
            self.velocity[axis] = v;
        }
    }

    fn distance(&self, position: &SVector<f64, D>) -> f64 {
        let off = SVector::<f64, D>::from_fn(|i, _| {
            (&self.position[i] - big(position[i])).to_f64().value()
        });
        off.norm()
    }
}

/// Height of a vertical throw: `v = v_T tan(φ - gt/v_T)` up, `-v_T tanh` down.
fn vertical(terminal: f64, speed: f64, time: f64) -> f64 {
    let scale = terminal * terminal / GRAVITY;
    let phase = (speed / terminal).atan();
    let passed = GRAVITY * time / terminal;
    if passed < phase {
        // ln(cos(φ - x)/cos φ)
        scale * ((phase - passed).cos() / phase.cos()).ln()
    } else {
        let fallen = passed - phase;
        let ln_cosh = fallen + (-2.0 * fallen).exp().ln_1p() - 2_f64.ln();
        scale * (-phase.cos().ln() - ln_cosh)
    }
}

#[test]
fn a_vertical_throw_is_the_closed_form_within_the_tolerance() {
    let terminal = 3.0;
    let air = Ballistics::new([0.0, -GRAVITY]).with_terminal_speed(terminal);
    let mut worst: f64 = 0.0;
    // rounding error of the closed form itself
    let rounding = 4.0 * f64::EPSILON * terminal * terminal / GRAVITY;
    for tolerance in [1e-3, 1e-5, 1e-7, 1e-9, 1e-11] {
        let air = air.quadratic().within(tolerance);
        for speed in [0.0, 1e-6, 0.1, 3.0, 12.0, 300.0] {
            let flight = air.launch([0.0, 0.0], [0.0, speed]);
            for step in 1..=1000 {
                let time = 20.0 * terminal / GRAVITY * f64::from(step) / 1000.0;
                let position = flight.position(time);
                let error = (position.y - vertical(terminal, speed, time)).abs();
                let case = format!("{speed} at {time}: {error}, {tolerance}");
                assert!(error <= tolerance + rounding * (1.0 + time), "{case}");
                assert_eq!(position.x, 0.0);
                worst = worst.max(error / tolerance);
            }
        }
    }
    // measured: 0.11
    assert!(worst > 1e-3, "or nothing is measured: {worst}");
}

#[test]
fn the_truth_is_the_closed_form() {
    let air = QuadraticAir::new([0.0, -GRAVITY], GRAVITY / 9.0);
    let mut truth = Truth::new(&air, Vector2::zeros(), Vector2::new(0.0, -0.5));
    let (start, mut time) = ((0.5_f64 / 3.0).atanh(), 0.0);
    while time < 2.0 {
        let next = truth.end_of_step(time);
        truth.advance(time, next);
        time = next;
        let expected =
            -(9.0 / GRAVITY) * ((start + GRAVITY * time / 3.0).cosh() / start.cosh()).ln();
        assert!(truth.distance(&Vector2::new(0.0, expected)) < 1e-14);
    }
}

#[test]
fn any_throw_is_within_the_tolerance() {
    let mut cases = Cases::new(31);
    let (mut worst, mut worst_of_rounding, mut looked): (f64, f64, usize) = (0.0, 0.0, 0);
    for case in 0..200 {
        let terminal = cases.decades(3.0, 100.0);
        let speed = terminal * cases.decades(1e-2, 30.0);
        // some as accurate as rounding allows
        let tolerance = cases.decades(1e-11, 1e-2);
        let tolerance = if case % 4 == 0 { 0.0 } else { tolerance };
        let mut direction = direction(&mut cases);
        let mut wind = cases.vector::<f64, 2>(0.5) * terminal;
        if case % 3 == 0 {
            direction = Vector2::new(cases.decades(1e-12, 1e-1), 1.0).normalize();
            wind = Vector2::zeros();
        }
        let air = Ballistics::new([0.0, -GRAVITY]).with_terminal_speed(terminal);
        let air = air.with_wind(wind).quadratic().within(tolerance);
        let launch = direction * speed;
        let distance = if case % 5 == 0 { 1e4 } else { 0.0 };
        let start = Vector2::new(distance, -distance);
        let flight = air.launch(start, launch);
        let mut truth = Truth::new(&air, start, launch);
        let (mut time, mut way) = (0.0, 0.0);
        // some far into the part that is computed in closed form
        let last = if case % 10 < 3 { 14.0 } else { 3.0 };
        while time < last * terminal / GRAVITY {
            let next = truth.end_of_step(time);
            truth.advance(time, next);
            way += (flight.position(next) - flight.position(time)).norm();
            time = next;
            let error = truth.distance(&flight.position(time));
            let rounding = way + distance;
            let told = format!("case {case} at {time}: {error}, {tolerance}, {air:?} {launch}");
            if tolerance < 1e-13 * rounding {
                worst_of_rounding = worst_of_rounding.max(error / rounding);
            } else {
                worst = worst.max(error / (tolerance + 1e-13 * rounding));
            }
            assert!(error <= tolerance + 1e-13 * rounding, "{told}");
            looked += 1;
        }
    }
    assert!(looked > 5_000);
    // measured: 0.09 of the tolerance, and 3e-15 of the path
    assert!(
        worst > 0.05 && worst_of_rounding > 1e-16,
        "or nothing is measured: {worst:e} {worst_of_rounding:e}"
    );
}

fn direction(cases: &mut Cases) -> Vector2<f64> {
    cases.vector::<f64, 2>(1.0).normalize()
}

/// Flight times and ranges on level ground for a terminal speed of 30 m/s agree with a table that
/// was computed elsewhere.
#[test]
fn the_table_of_throws_is_reproduced() {
    // launch speed divided by the terminal speed; time [s] and range [m] at 20, 45 and 70 degrees
    let rows = [
        (0.1, [(0.21, 0.6), (0.43, 0.9), (0.57, 0.6)]),
        (0.25, [(0.52, 3.6), (1.07, 5.5), (1.42, 3.5)]),
        (0.5, [(1.02, 13.3), (2.06, 19.3), (2.72, 12.3)]),
        (1.0, [(1.90, 42.0), (3.68, 54.0), (4.80, 33.8)]),
        (2.0, [(3.16, 97.9), (5.74, 108.1), (7.35, 65.0)]),
        (4.0, [(4.52, 168.7), (7.78, 165.6), (9.87, 95.4)]),
    ];
    let air = Ballistics::new([0.0, -GRAVITY]).with_terminal_speed(30.0);
    for (ratio, row) in rows {
        for (angle, (time, range)) in [20.0, 45.0, 70.0].into_iter().zip(row) {
            let (sin, cos) = f64::to_radians(angle).sin_cos();
            let launch = [30.0 * ratio * cos, 30.0 * ratio * sin];
            let flight = air.quadratic().launch([0.0, 0.0], launch);
            let landing = flight.crossing(&air.level(0.0), Crossing::Descending);
            let landing = landing.unwrap();
            let off = [landing.time - time, landing.position.x - range].map(f64::abs);
            assert!(
                off[0] <= 0.005 && off[1] <= 0.05,
                "{ratio} {angle}: {landing:?}"
            );
        }
    }
}

fn turns(height: &impl Height, until: f64) -> Vec<f64> {
    let mut found = Vec::new();
    let mut time = 0.0;
    while let Some(turn) = height.next_turn(time, until) {
        assert!(turn > time);
        found.push(turn);
        time = turn;
    }
    found
}

/// The rate of a height keeps its sign between two extrema, and changes it at each.
#[test]
fn no_turn_is_missed_and_none_is_invented() {
    let mut cases = Cases::new(33);
    // numbers of flights with none, one, two and three extrema
    let mut counts = [0; 4];
    for case in 0..2_400 {
        let terminal = 10.0;
        let speed = terminal * cases.decades(0.03, 10.0);
        let launch = direction(&mut cases) * speed;
        let air = Ballistics::new([0.0, -GRAVITY]).with_terminal_speed(terminal);
        let air = air.with_wind(cases.vector::<f64, 2>(terminal));
        let flight = air.quadratic().launch([0.0, 0.0], launch);
        // every other plane is nearly along the long-run velocity, where a flight may have several
        // extrema
        let mut normal = direction(&mut cases);
        if case % 2 == 0 {
            let drift = air.long_run_velocity().unwrap();
            let share = cases.signed_decades(1e-3, 0.3);
            normal = (Vector2::new(-drift.y, drift.x) + drift * share).normalize();
        }
        let height = flight.height_over(&Plane::new(normal, 0.0));
        let until = 12.0 * terminal / GRAVITY;
        let found = turns(&height, until);
        let ends = [&[0.0][..], &found, &[until]].concat();
        let mut sign = 0.0;
        for pair in ends.windows(2) {
            let span = pair[1] - pair[0];
            let before = sign;
            for step in 1..400 {
                let rate = height.at(pair[0] + span * f64::from(step) / 400.0).1;
                if rate.abs() > 1e-13 * speed.max(terminal) {
                    let is_known = sign == before || rate.signum() == sign;
                    assert!(
                        is_known,
                        "case {case}: missed between {pair:?}, all {found:?}"
                    );
                    sign = rate.signum();
                }
            }
            assert!(
                sign == -before || before == 0.0,
                "case {case}: invented {pair:?}"
            );
        }
        counts[found.len()] += 1;
    }
    // measured: 1193, 142 and 14
    assert!(
        counts[1] > 500 && counts[2] > 20 && counts[3] > 2,
        "{counts:?}"
    );
}

#[test]
fn every_launch_ends_in_the_long_run() {
    let terminal: f64 = 30.0;
    let air = Ballistics::new([0.0, -GRAVITY]).with_terminal_speed(terminal);
    let windy = air.with_wind([5.0, 0.0]);
    let still = [
        [0.0, 0.0],
        [0.0, -terminal],
        [0.0, -terminal * (1.0 + 1e-15)],
        [1e4 * terminal, 0.0],
        [0.0, 1e4 * terminal],
        [1e-6 * terminal, 1e-6 * terminal],
        [1e-200, 0.0],
        [0.0, 1e60],
    ];
    let steep = [0.0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3].map(|angle| [40.0 * angle, 40.0]);
    let in_wind = [[5.0, 0.0], [25.0, 0.0], [5.0, 20.0]].map(|velocity| (windy, velocity));
    let launches = still.into_iter().chain(steep);
    let launches = launches.map(|velocity| (air, velocity)).chain(in_wind);
    for tolerance in [0.0, 1e-300, 1e-15, 1e-11, 1e-6, 1e-2, 1e3, 1e300] {
        for (air, velocity) in launches.clone() {
            let flight = air.quadratic().within(tolerance);
            let flight = flight.launch([0.0, 0.0], velocity);
            for time in [0.0, 1e-9, 0.1, 1.0, 10.0, 1e3, 1e9] {
                let position = flight.position(time);
                assert!(position.iter().all(|x| x.is_finite()), "{velocity:?}");
            }
            let long_run = air.long_run_velocity().unwrap();
            assert!((flight.velocity(1e9) - long_run).norm() < 1e-13 * terminal);
        }
    }
}

#[test]
fn without_gravity_it_slows_by_a_logarithm() {
    let (coefficient, speed) = (0.02, 25.0);
    let air = QuadraticAir::new([0.0, 0.0], coefficient).with_wind([-1.0, 0.0]);
    air.check().unwrap();
    let flight = air.launch([1.0, 2.0], [speed - 1.0, 0.0]);
    for time in [0.0_f64, 1e-9, 1.0, 100.0] {
        let rate = coefficient * speed;
        let expected = 1.0 - time + (rate * time).ln_1p() / coefficient;
        assert!((flight.position(time).x - expected).abs() < 4e-15 * (1.0 + speed * time));
        assert_eq!(flight.position(time).y, 2.0);
    }
    // the flight turns back when it is as slow as the wind: 1 + rt = 25
    let turn = flight.apex_along([1.0, 0.0]).unwrap();
    assert_eq!(turn.time, 24.0 / (coefficient * speed));
    assert_eq!(flight.apex(), None);
    let still = QuadraticAir::new([0.0, 0.0], coefficient).launch([1.0, 2.0], [0.0, 0.0]);
    assert_eq!(still.position(5.0), Vector2::new(1.0, 2.0));
}

#[test]
fn without_drag_it_is_the_parabola() {
    let air = Ballistics::new([0.0, -10.0]);
    let flight = air.quadratic().launch([0.0, 1.0], [3.0, 20.0]);
    assert_eq!(flight.position(3.0), Vector2::new(9.0, 16.0));
    assert_eq!(flight.apex().unwrap().time, 2.0);
    // with hardly any drag it is nearly a parabola
    let thin = QuadraticAir::new([0.0, -10.0], 1e-30).launch([0.0, 1.0], [3.0, 20.0]);
    assert!((thin.position(3.0) - flight.position(3.0)).norm() < 1e-13);
}

#[test]
fn acceleration_is_the_slope_of_the_velocity_and_bounded() {
    let air = Ballistics::new([0.0, -GRAVITY]).with_terminal_speed(30.0);
    let air = air.with_wind([4.0, 1.0]).quadratic();
    let flight = air.launch([0.0, 0.0], [60.0, 40.0]);
    let mut before = f64::INFINITY;
    for step in 1..400 {
        let time = f64::from(step) * 0.05;
        let h = 1e-4;
        let slope = (flight.velocity(time + h) - flight.velocity(time - h)) / (2.0 * h);
        let acceleration = flight.acceleration(time);
        assert!((slope - acceleration).norm() < 1e-6);
        assert!(acceleration.norm() <= before);
        before = flight.acceleration_bound(time, 100.0);
        // measured: 3.8e-8
        let loose = before - acceleration.norm();
        assert!(loose < 1e-7, "{loose}");
    }
}

/// A launch from a later state of a flight continues the same flight.
#[test]
fn a_later_launch_is_the_same_flight() {
    let air = Ballistics::new([0.0, -GRAVITY]).with_terminal_speed(30.0);
    let air = air.with_wind([4.0, 1.0]).quadratic().within(1e-10);
    let flight = air.launch([0.0, 0.0], [60.0, 40.0]);
    for start in [0.1, 1.0, 4.0, 30.0] {
        let rest = air.launch(flight.position(start), flight.velocity(start));
        for time in [0.01, 1.0, 20.0] {
            let off = (rest.position(time) - flight.position(start + time)).norm();
            assert!(off < 2.5e-10, "{off}");
        }
    }
}

/// Bad input is rejected with an error, and flights with it neither hang nor panic.
#[test]
fn bad_input_is_named_and_harmless() {
    type Air = QuadraticAir<2>;
    let good = Air::new([0.0, -GRAVITY], 0.01);
    good.check().unwrap();
    let told = |air: Air| air.check().unwrap_err().to_string();
    let negative = Air::new([0.0, -1.0], -0.1);
    assert_eq!(
        told(negative),
        "the drag coefficient κ [1/m] is -0.1; it must be finite and not negative"
    );
    assert_eq!(
        told(good.within(-1.0)),
        "the tolerance [m] is -1; it must be finite and not negative"
    );
    let no_gravity = Ballistics::new([0.0, 0.0]);
    no_gravity.quadratic().check().unwrap();
    let no_gravity = no_gravity.with_drag_rate(0.1).quadratic();
    assert!(told(no_gravity).contains("given where gravity is zero"));
    let back = Ballistics::new([0.0, -GRAVITY]).with_terminal_speed(-3.0);
    assert!(told(back.quadratic()).starts_with("the drag coefficient κ [1/m] is"));
    assert!(Air::new([0.0, f64::NAN], 0.1).check().is_err());
    assert!(good.with_wind([f64::INFINITY, 0.0]).check().is_err());

    let (nan, inf) = (f64::NAN, f64::INFINITY);
    let odd = [0.0, -0.0, 1.0, -1.0, 1e-300, 1e300, nan, inf, -inf];
    let mut cases = Cases::new(35);
    let mut pick = || odd[cases.uniform(0.0..odd.len() as f64) as usize];
    let plane = Plane::new([0.3, 1.0], 0.5);
    for _ in 0..20_000 {
        let air = Air::new([pick(), pick()], pick())
            .with_wind([pick(), 0.0])
            .within(pick());
        let (flight, time) = (air.launch([pick(), 0.0], [pick(), pick()]), pick());
        let _ = (flight.at(time), flight.acceleration(time));
        let _ = flight.apex();
        let _ = flight.crossing(&plane, Crossing::Any);
        // measured: 138, from numbers that underflow
        assert!(turns(&flight.height_over(&plane), inf).len() < 1_000);
    }
    let lost = good.launch([nan, 0.0], [1.0, 1.0]);
    assert!(lost.position(1.0).x.is_nan() && lost.apex().is_none());
    let exact = good.within(0.0).launch([0.0, 0.0], [10.0, 10.0]);
    for tolerance in [-1.0, nan] {
        let flight = good.within(tolerance).launch([0.0, 0.0], [10.0, 10.0]);
        assert_eq!(flight.position(3.0), exact.position(3.0));
    }
}

#[test]
fn before_launch_it_is_a_parabola() {
    let air = Ballistics::new([0.0, -GRAVITY]).with_terminal_speed(30.0);
    let flight = air.quadratic().launch([1.0, 2.0], [60.0, 40.0]);
    assert_eq!(flight.beginning(), 0.0);
    let expected =
        Vector2::new(1.0, 2.0) - Vector2::new(60.0, 40.0) * 0.5 + flight.acceleration(0.0) * 0.125;
    assert!((flight.position(-0.5) - expected).norm() < 1e-13);
    assert!(flight.bounds(-1.0..1.0).is_err());
}
