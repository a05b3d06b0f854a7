//! Aims with bad input, and requests that cannot be met.

use kinstep::trajectory::Plane;
use kinstep_flight::Ballistics;
use kinstep_flight::aim::{Aim, AimError};

use super::{INF, NAN, NONE, NOT_FINITE, NOT_POSITIVE, Said, check, said};

type Air = Ballistics<3>;
type Row = (&'static [f64], &'static str, fn(f64) -> Said);

fn air() -> Air {
    Air::new([0.0, -9.81, 0.0])
}

/// An aim through air.
fn aim() -> Aim<3> {
    let air = air().with_drag_rate(0.1);
    air.aim([0.0, 2.0, 0.0], [40.0, 0.0, 10.0])
}

/// An aim without drag, at a target 40 m away.
fn level() -> Aim<3> {
    air().aim([0.0, 2.0, 0.0], [40.0, 2.0, 0.0])
}

/// An aim without gravity.
fn still() -> Aim<3> {
    let air = Air::new([0.0; 3]).with_drag_rate(0.5);
    air.aim([0.0; 3], [3.0, 4.0, 0.0])
}

const FROM: [f64; 3] = [0.0, 1.0, 2.0];
const TO: [f64; 3] = [5.0, 6.0, 7.0];
const NOT_FINITE_POINT: &str = "component 1 of a point to pass is {}; it must be finite";
const SPEED: &str = "the speed is {} m/s; it must be positive and finite";
const SLOPE: &str = "the slope is {}; it must be finite: straight up is no slope";
const PLANE: &str = "the plane is none: its normal must not be zero, and all its numbers finite";
const NO_UP: &str = "without gravity nothing is up: there is no slope, apex or climb";
const NO_TOP: &str = "paths in this air do not bend back that way: no arc has a top there";
const NOTHING: &str =
    "nothing stands above the straight line to the target: the lower the arc, the better";
const COINCIDES: &str = "the target is at the point of launch: there is nowhere to aim";

/// The error of an aim; asserts that all planners that depend only on the aim have the same one.
fn planned(aim: Aim<3>) -> Said {
    let told = said(aim.in_time(1.0));
    assert_eq!(said(aim.at_speed(20.0)), told);
    assert_eq!(said(aim.clearing(&[[1.0; 3]])), told);
    told
}

#[rustfmt::skip]
const ROWS: &[Row] = &[
    (NOT_FINITE, "component 1 of the point of launch is {}; it must be finite", |x| planned(air().aim([1.0, x, 0.0], TO))),
    (NOT_FINITE, "component 1 of the target is {}; it must be finite", |x| planned(air().aim(FROM, [1.0, x, 0.0]))),
    (NOT_FINITE, "component 1 of the target's velocity is {}; it must be finite",
     |x| planned(air().aim(FROM, TO).moving([1.0, x, 0.0]))),
    (NOT_FINITE, "component 1 of the target's acceleration is {}; it must be finite",
     |x| planned(air().aim(FROM, TO).accelerating([1.0, x, 0.0]))),
    (NOT_FINITE, "component 1 of the shooter's velocity is {}; it must be finite",
     |x| planned(air().aim(FROM, TO).shooter_moving([1.0, x, 0.0]))),
    (NOT_FINITE, NOT_FINITE_POINT, |x| said(aim().through([1.0, x, 0.0]))),
    (NOT_FINITE, NOT_FINITE_POINT, |x| said(aim().clearing(&[[1.0, x, 0.0]]))),
    (NONE, COINCIDES, |_| said(air().aim(FROM, FROM).in_time(1.0))),
    (NONE, COINCIDES, |_| said(air().rational().aim(FROM, FROM).at_speed(9.0))),
    (NOT_POSITIVE, SPEED, |x| said(aim().at_straight_line_speed(x))),
    (NOT_POSITIVE, SPEED, |x| said(aim().at_speed(x))),
    (NOT_POSITIVE, SPEED, |x| said(aim().with_climb_speed(x))),
    (NOT_POSITIVE, SPEED, |x| said(aim().attempt(x))),
    (NOT_POSITIVE, SPEED, |x| said(aim().moving([1.0, 0.0, 0.0]).at_speed(x))),
    (NOT_POSITIVE, "the time of flight is {} s; it must be positive and finite", |x| said(aim().in_time(x))),
    (NOT_POSITIVE, "the arc is to be {} m high; it must be positive and finite", |x| said(aim().with_arc_height(x))),
    (NOT_POSITIVE, "the curviness is {}; it must be positive and finite", |x| said(aim().with_curviness(x))),
    (NOT_POSITIVE, "a lob climbs at {} per second times the distance; it must be positive and finite", |x| said(aim().lob(x))),
    (NOT_FINITE, SLOPE, |x| said(aim().at_slope(x))),
    (NOT_FINITE, SLOPE, |x| said(aim().arriving_at_slope(x))),
    (NOT_FINITE, "the apex is to be at {} m; it must be finite", |x| said(aim().with_apex(x))),
    (NOT_FINITE, PLANE, |x| said(aim().touching(&Plane::new([0.0, 1.0, 0.0], x)))),
    (&[0.0, NAN, INF], PLANE, |x| said(aim().touching(&Plane::new([0.0, x, 0.0], 9.0)))),
    // requests that cannot be met, with the numbers that help
    (&[10.0], "at {} m/s the target is out of range: it takes 19.80…", |x| said(level().at_speed(x))),
    (&[1.5], "at {} m it is too low to be touched at the top: it takes 2 m at least", |x| said(level().with_apex(x))),
    (&[-0.5], "no arc has the slope {}: those that reach the target are between 0 and inf", |x| said(level().at_slope(x))),
    (&[0.5], "no arc has the slope {}: those that reach the target are between -inf and 0", |x| said(level().arriving_at_slope(x))),
    (&[1.25, -0.25], "point 1 is at {} of the way to the target; it must be between launch and target", |x| {
        said(level().clearing(&[[20.0, 5.0, 0.0], [40.0 * x, 3.0, 0.0]]))
    }),
    (&[-0.25], "point 0 is at {} of the way to the target; it must be between launch and target",
     |x| said(level().through([40.0 * x, 9.0, 0.0]))),
    (&[-1.0], "point 0 is {} m above the straight line to the target; only points above it can be passed through", |x| {
        said(level().through([20.0, 2.0 + x, 0.0]))
    }),
    (NONE, NOTHING, |_| said(level().clearing::<[f64; 3]>(&[]))),
    (NONE, NOTHING, |_| said(level().clearing(&[[20.0, 1.0, 0.0]]))),
    // a runner who passes a wall of 30 m
    (NONE, "the points bar all flights that hit before 2.5 s; later ones clear them and pass none", |_| {
        said(air().aim([0.0; 3], [20.0, 0.0, 0.0]).moving([-4.0, 0.0, 0.0]).clearing(&[[10.0, 30.0, 0.0]]))
    }),
    (&[5.0], "at {} m/s the climb ends below the target: it takes …",
     |x| said(air().aim([0.0; 3], [3.0, 20.0, 0.0]).with_climb_speed(x))),
    (NONE, "the target is never met: it keeps out of reach at all times",
     |_| said(level().moving([30.0, 0.0, 0.0]).at_straight_line_speed(20.0))),
    (NONE, NO_UP, |_| said(still().with_apex(9.0))),
    (NONE, NO_UP, |_| said(still().at_slope(1.0))),
    (NONE, NO_UP, |_| said(still().arriving_at_slope(1.0))),
    (NONE, NO_UP, |_| said(still().with_climb_speed(4.0))),
    (NONE, NO_UP, |_| said(still().lob(0.5))),
    (NONE, NO_TOP, |_| said(still().with_arc_height(1.0))),
    (NONE, NO_TOP, |_| said(still().with_curviness(0.2))),
    (NONE, NO_TOP, |_| said(still().through([1.0, 2.0, 0.0]))),
    (NONE, NO_TOP, |_| said(still().clearing(&[[1.0, 2.0, 0.0]]))),
    (NONE, NO_TOP, |_| said(still().touching(&Plane::new([0.0, 1.0, 0.0], 9.0)))),
    (NONE, "no speed is the least: any above 2.5 m/s reaches the target, the slower the later",
     |_| said(still().with_least_speed())),
    (&[2.4], "at {} m/s the target is out of range: it takes 2.5 m/s at least", |x| said(still().at_speed(x))),
];

#[test]
fn an_aim_that_makes_no_sense_says_why() {
    for (values, sentence, call) in ROWS {
        for &value in *values {
            check(&call(value), sentence, value);
        }
    }
    still().at_speed(2.6).unwrap();
}

/// If the limit itself does not hit, the message says so: a target that flees as fast as the throw,
/// a plane through launch and target. A value that differs from the limit only in digits that are
/// not shown gets the same message.
#[test]
fn a_limit_that_does_not_hit_is_not_enough() {
    let flees = |air: Ballistics<2>| air.aim([0.0, 2.0], [20.0, 2.0]).moving([10.0, 0.0]);
    let out = "at 10 m/s the target is out of range: it takes more than 10 m/s";
    for speed in [10.0, 10.0 - 1e-9] {
        let error = flees(Ballistics::new([0.0, 0.0])).at_speed(speed);
        assert_eq!(error.unwrap_err().to_string(), out);
    }
    let error = flees(Ballistics::new([0.0, 0.0]))
        .at_speed(9.5)
        .unwrap_err();
    let less = "at 9.5 m/s the target is out of range: it takes 10 m/s at least";
    assert_eq!(error.to_string(), less);

    let level = Ballistics::new([0.0, -9.81]).aim([0.0, 2.0], [20.0, 2.0]);
    let error = level.with_apex(2.0).unwrap_err();
    let low = "at 2 m it is too low to be touched at the top: it takes more than 2 m";
    assert_eq!(error.to_string(), low);
}

/// The error carries the least speed, to rounding.
#[test]
fn the_least_speed_is_told() {
    let expected = (40.0 * 9.81_f64).sqrt();
    match level().at_speed(10.0) {
        Err(AimError::OutOfRange { speed, least_speed }) => {
            assert_eq!(speed, 10.0);
            assert!((least_speed - expected).abs() < 1e-14 * expected);
        }
        other => panic!("{other:?}"),
    }
}
