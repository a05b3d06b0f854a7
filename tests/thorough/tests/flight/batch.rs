//! Flights, alone and many at once, compared with their equation in sixty digits.

use dashu_float::{FBig, round::mode::HalfEven};
use kinstep::nalgebra::{SVector, Vector2, Vector3};
use kinstep::trajectory::Trajectory;
use kinstep_flight::{Ballistics, ParameterError};
use truths::Cases;

type Big = FBig<HalfEven, 2>;

/// 256 bits; `t - S` loses as many bits as γt has leading zeros.
fn big(value: f64) -> Big {
    let number = Big::try_from(value).expect("a finite number");
    number.with_precision(256).value()
}

fn small(value: &Big) -> f64 {
    value.to_f64().value()
}

/// `S`, `S₁` and `e^(-γt)`.
fn decay(rate: f64, time: f64) -> [Big; 3] {
    let (rate, time) = (big(rate), big(time));
    let x = &rate * &time;
    let s = -(-&x).exp_m1() / &rate;
    let s1 = (&time - &s) / &rate;
    [s, s1, (-x).exp()]
}

/// A batch of flights in one air, and its truth.
struct Batch {
    air: Ballistics<2>,
    rate: f64,
    gravity: Vector2<f64>,
    wind: Vector2<f64>,
    positions: Vec<Vector2<f64>>,
    velocities: Vec<Vector2<f64>>,
    times: Vec<f64>,
}

impl Batch {
    /// Random flights with γt from 1e-12 to 1e3 forward, and to 80 backward, where numbers stay
    /// finite.
    fn new(cases: &mut Cases, count: usize) -> Self {
        fn vector(cases: &mut Cases) -> Vector2<f64> {
            Vector2::from_fn(|_, _| cases.signed_decades(1e-2, 1e2))
        }
        let rate = cases.decades(1e-9, 1e1);
        let (gravity, wind) = (vector(cases), vector(cases));
        let time = |cases: &mut Cases| {
            let x = cases.signed_decades(1e-12, 1e3);
            (if x < -80.0 { -x } else { x }) / rate
        };
        let mut vectors = || (0..count).map(|_| vector(cases)).collect();
        let (positions, velocities) = (vectors(), vectors());
        let air = Ballistics::new(gravity).with_drag_rate(rate);
        Self {
            air: air.with_wind(wind),
            rate,
            gravity,
            wind,
            positions,
            velocities,
            times: (0..count).map(|_| time(cases)).collect(),
        }
    }

    /// Positions and velocities of the flights in a range of the batch.
    fn states(&self, part: core::ops::Range<usize>) -> [Vec<Vector2<f64>>; 2] {
        let [mut x, mut v] = [
            vec![Vector2::zeros(); part.len()],
            vec![Vector2::zeros(); part.len()],
        ];
        let (from, thrown) = (
            &self.positions[part.clone()],
            &self.velocities[part.clone()],
        );
        (self
            .air
            .states_at(from, thrown, &self.times[part], &mut x, &mut v))
        .unwrap();
        [x, v]
    }

    /// The largest errors of position and velocity in ε of their conditioning, for each axis
    /// separately: of the batch, and of flights alone.
    fn worst_errors(&self) -> [f64; 4] {
        let [positions, velocities] = self.states(0..self.times.len());
        let mut worst = [0.0_f64; 4];
        for (index, &time) in self.times.iter().enumerate() {
            let (launched, thrown) = (self.positions[index], self.velocities[index]);
            let alone = self.air.launch(launched, thrown).at(time);
            let [s, s1, left] = decay(self.rate, time);
            // values that grow backward in time have the conditioning of e^(-γt)
            let growth = 1.0 - (self.rate * time).min(0.0);
            for axis in 0..2 {
                let (p, v) = (launched[axis], thrown[axis]);
                let c = big(self.gravity[axis]) + big(self.rate) * big(self.wind[axis]);
                let acting = self.gravity[axis].abs() + self.rate * self.wind[axis].abs();
                let x = small(&(big(p) + &s * big(v) + &s1 * &c));
                let far = p.abs() + growth * ((small(&s) * v).abs() + small(&s1) * acting);
                let u = small(&(&left * big(v) + &s * &c));
                // a relative error of γt changes e^(-γt) by γt times as much
                let fast = small(&left) * v.abs() * (1.0 + (self.rate * time).abs())
                    + growth * small(&s).abs() * acting;
                let errors = [
                    (positions[index][axis] - x) / far,
                    (velocities[index][axis] - u) / fast,
                    (alone.position[axis] - x) / far,
                    (alone.velocity[axis] - u) / fast,
                ];
                for (worst, error) in worst.iter_mut().zip(errors) {
                    *worst = worst.max(error.abs() / f64::EPSILON);
                }
            }
        }
        worst
    }
}

#[test]
fn flights_are_exact() {
    let mut cases = Cases::new(50);
    for _ in 0..60 {
        let worst = Batch::new(&mut cases, 100).worst_errors();
        // measured: 2.5, 2.1, 2.7 and 2.0
        assert!(worst.iter().all(|error| *error < 4.0), "{worst:?} ε");
    }
}

/// Whether numbers are equal to the bit; all NaN count as equal.
fn same(some: &[Vector2<f64>], others: &[Vector2<f64>]) -> bool {
    let bits = |number: &f64| (!number.is_nan()).then(|| number.to_bits());
    let numbers = |vectors: &[Vector2<f64>]| -> Vec<Option<u64>> {
        vectors.iter().flatten().map(bits).collect()
    };
    numbers(some) == numbers(others)
}

/// A flight has the same bits at any index in a batch of any length, with its velocity or without.
#[test]
fn the_place_in_a_batch_does_not_count() {
    let mut cases = Cases::new(51);
    let mut batch = Batch::new(&mut cases, 260);
    // in the middle, one flight without an answer and one after an infinite time
    batch.times[100] = f64::NAN;
    batch.times[101] = f64::INFINITY;
    let [whole, moving] = batch.states(0..260);
    for length in 1..=200 {
        for offset in [0, 1, 7, 59] {
            let part = offset..offset + length;
            let [from, thrown] =
                [&batch.positions, &batch.velocities].map(|all| &all[part.clone()]);
            let mut arrived = vec![Vector2::zeros(); length];
            (batch
                .air
                .positions_at(from, thrown, &batch.times[part.clone()], &mut arrived))
            .unwrap();
            assert!(same(&arrived, &whole[part.clone()]), "{part:?}");
            let [arrived, velocities] = batch.states(part.clone());
            assert!(same(&arrived, &whole[part.clone()]), "{part:?}");
            assert!(same(&velocities, &moving[part.clone()]), "{part:?}");
        }
    }
}

/// Limits are no special cases: no drag, no time, no wind, no gravity, one dimension and seven. A
/// small drag rate changes results to first order in it.
#[test]
fn limits_are_no_special_cases() {
    let from = [Vector3::new(1.0, 2.0, 3.0); 3];
    let thrown = [Vector3::new(30.0, 40.0, -5.0); 3];
    let mut arrived = (from, thrown);
    let mut at = |air: Ballistics<3>, times: [f64; 3]| {
        (air.states_at(&from, &thrown, &times, &mut arrived.0, &mut arrived.1)).unwrap();
        for (index, time) in times.into_iter().enumerate() {
            let alone = air.launch(from[index], thrown[index]).at(time);
            let off = (alone.position - arrived.0[index]).norm();
            assert!(off < 1e-13 || time > 10.0, "{off}");
        }
        arrived
    };
    let air = Ballistics::new([0.0, -9.81, 0.0]).with_wind([5.0, 1.0, 0.0]);
    // without drag the wind has no effect, and the results are those of the parabola
    let parabola = at(air, [0.0, 7.0, -2.0]);
    let expected = [
        [1.0, 2.0, 3.0],
        [211.0, 282.0 - 4.905 * 49.0, -32.0],
        [-59.0, -78.0 - 4.905 * 4.0, 13.0],
    ];
    assert_eq!(parabola.0, expected.map(Vector3::from));
    let falling = [40.0, 40.0 - 9.81 * 7.0, 40.0 + 9.81 * 2.0];
    assert_eq!(parabola.1, falling.map(|up| Vector3::new(30.0, up, -5.0)));
    for rate in [0.0, 1e-310, 1e-300, 1e-20] {
        let almost = at(air.with_drag_rate(rate), [0.0, 7.0, -2.0]);
        assert_eq!(almost, parabola, "{rate}");
    }
    let endless = at(air.with_terminal_speed(f64::INFINITY), [0.0, 7.0, -2.0]);
    assert_eq!(endless, parabola);
    for rate in [1e-300, 1e-20, 1e-12, 1e-9, 1e-6] {
        let air = air.with_drag_rate(rate);
        let x = air.launch(from[0], thrown[0]).position(7.0);
        let change = (x - parabola.0[1]).norm();
        // ½ γ t² |v₀ - w| and more
        assert!(change <= 2e-13 + rate * 1300.0, "{rate}: {change}");
        assert!(rate < 1e-9 || change > rate * 100.0, "{rate}: {change}");
        let rational = air.rational().launch(from[0], thrown[0]).position(7.0);
        // g γ t³/12: the first difference is in the jerk
        let difference = (rational - x).norm();
        assert!(difference < 2e-13 + rate * 9.81 * 343.0 / 12.0 * 1.3);
    }
    // in still air without gravity a throw comes to rest at v/γ, and stays there
    let still = Ballistics::new([0.0; 3]).with_drag_rate(0.5);
    let (positions, velocities) = at(still, [0.0, 1e3, 1e300]);
    assert_eq!((positions[0], velocities[0]), (from[0], thrown[0]));
    assert_eq!(positions[1..], [from[0] + thrown[0] * 2.0; 2]);
    assert!(velocities[1].norm() < 1e-200 && velocities[2] == Vector3::zeros());
    // one dimension, and more than any swarm has
    let mut line = [SVector::<f64, 1>::zeros()];
    let air = Ballistics::<1>::new([-10.0]);
    (air.positions_at(&[[1.0].into()], &[[20.0].into()], &[2.0], &mut line)).unwrap();
    assert_eq!(line[0].x, 21.0);
    let mut wide = [SVector::<f64, 7>::zeros(); 70];
    let air = Ballistics::<7>::new([-10.0; 7]);
    let (from, thrown) = ([[1.0; 7].into(); 70], [[20.0; 7].into(); 70]);
    (air.positions_at(&from, &thrown, &[2.0; 70], &mut wide)).unwrap();
    assert!(wide.iter().flatten().all(|number| *number == 21.0));
}

/// Times and starts that are not finite spoil only their own flights.
#[test]
fn bad_numbers_stay_where_they_are() {
    let air = Ballistics::new([0.0, -9.81]).with_drag_rate(0.1);
    let mut positions = [Vector2::new(1.0, 2.0); 150];
    let mut times = [1.5; 150];
    let thrown = [Vector2::new(3.0, 4.0); 150];
    let good = air.launch(positions[0], thrown[0]).position(1.5);
    times[3..7].copy_from_slice(&[f64::NAN, f64::INFINITY, -f64::INFINITY, -1e5]);
    times[8] = 1e300;
    positions[140].x = f64::NAN;
    let mut arrived = positions;
    (air.positions_at(&positions, &thrown, &times, &mut arrived)).unwrap();
    for (index, position) in arrived.iter().enumerate() {
        match index {
            3..=6 => assert!(!position.y.is_finite(), "{index}: {position}"),
            8 => assert!((position.y / -98.1e300 - 1.0).abs() < 1e-15),
            140 => assert!(position.x.is_nan() && (position.y - good.y).abs() < 1e-14),
            _ => assert!((position - good).norm() < 1e-14),
        }
    }
}

/// An invalid batch is rejected with the numbers that show why, and nothing is written.
#[test]
fn what_is_no_batch_is_refused() {
    type Vectors<'a> = &'a [Vector2<f64>];
    let air = Ballistics::new([0.0, -9.81]).with_drag_rate(0.1);
    let vectors = [Vector2::new(1.0, 2.0); 4];
    let times = [1.0; 4];
    let ask =
        |air: Ballistics<2>, from: Vectors, thrown: Vectors, times: &[f64], room: [usize; 2]| {
            let untouched = [Vector2::new(7.0, 7.0); 4];
            let (mut x, mut v) = (untouched, untouched);
            let (places, speeds) = (&mut x[..room[0]], &mut v[..room[1]]);
            let states = air.states_at(from, thrown, times, places, speeds);
            if room[0] == room[1] {
                assert_eq!(air.positions_at(from, thrown, times, places), states);
            }
            assert_eq!((x, v), (untouched, untouched));
            states.unwrap_err()
        };
    let error = ask(air, &vectors, &vectors[..3], &times[..2], [1, 1]);
    let told = |error: ParameterError<f64>| (error.parameter, error.value);
    assert_eq!(told(error), ("the number of velocities", 3.0));
    assert_eq!(
        error.to_string(),
        "the number of velocities is 3; it must be that of the positions"
    );
    let error = ask(air, &vectors, &vectors, &times[..3], [4, 4]);
    assert_eq!(told(error), ("the number of times", 3.0));
    let error = ask(air, &vectors, &vectors, &times, [4, 3]);
    assert_eq!(told(error), ("the number of velocities to be written", 3.0));
    let error = ask(air, &vectors, &vectors, &times, [3, 3]);
    assert!(told(error).0.ends_with("to be written"));
    air.positions_at(&[], &[], &[], &mut []).unwrap();
    let negative = ask(air.with_drag_rate(-0.5), &vectors, &vectors, &times, [4, 4]);
    assert_eq!(told(negative), ("the drag rate [1/s]", -0.5));
    let windy = air.with_wind([1.0, f64::INFINITY]);
    let windy = ask(windy, &vectors, &vectors, &times, [4, 4]);
    assert_eq!(
        told(windy),
        ("a component of the wind [m/s]", f64::INFINITY)
    );
}
