//! Bad input to airs, flights and spans of time.

use kinstep::trajectory::{Crossing, Plane, Sphere, Trajectory};
use kinstep_flight::Ballistics;

use super::{INF, NAN, NOT_FINITE, Said, check, said};

type Air = Ballistics<2>;

fn air() -> Air {
    Air::new([0.0, -9.81])
}

type Row = (&'static [f64], &'static str, fn(f64) -> Air);

const AIRS: &[Row] = &[
    (
        NOT_FINITE,
        "a component of gravity [m/s²] is {}; it must be finite",
        |x| Air::new([0.0, x]),
    ),
    (
        &[NAN, INF, -0.5],
        "the drag rate [1/s] is {}; it must be finite and not negative",
        |x| air().with_drag_rate(x),
    ),
    (
        &[NAN, 0.0, -3.0],
        "the terminal speed [m/s] is {}; it must be positive (infinite means no drag)",
        |x| air().with_terminal_speed(x),
    ),
    (
        &[35.0],
        "the terminal speed [m/s] is {}; it must be left out where gravity is zero, for it says nothing there: give the drag rate",
        |x| Air::new([0.0, 0.0]).with_terminal_speed(x),
    ),
    (
        NOT_FINITE,
        "a component of the wind [m/s] is {}; it must be finite",
        |x| air().with_wind([x, 0.0]),
    ),
];

#[test]
fn an_air_that_makes_no_sense_is_refused() {
    for (values, sentence, air) in AIRS {
        for &value in *values {
            let air = air(value);
            check(&said(air.check()), sentence, value);
            let aim = air.aim([0.0, 0.0], [1.0, 2.0]);
            check(&said(aim.in_time(1.0)), sentence, value);
            if sentence.starts_with("the drag rate") {
                let quick = air.rational().aim([0.0, 0.0], [1.0, 2.0]);
                check(&said(quick.in_time(1.0)), sentence, value);
            }
        }
    }
    let still = Air::new([0.0, 0.0]);
    for air in [
        air(),
        still,
        air().with_drag_rate(0.0),
        air().with_terminal_speed(INF),
        still.with_drag_rate(3.0),
    ] {
        air.check().unwrap();
    }
}

/// Every query of a flight that takes a span.
fn asked(flight: &impl Trajectory<2>, span: core::ops::Range<f64>) -> [Said; 4] {
    let sphere = Sphere::new([0.0, 0.0], 1.0);
    let ground = Plane::new([0.0, 1.0], 0.0);
    let crossings = flight.crossings(&ground, Crossing::Any, span.clone());
    [
        said(flight.bounds(span.clone())),
        said(flight.closest_approach([0.0, 0.0], span.clone())),
        said(flight.sphere_crossing(&sphere, Crossing::Any, span)),
        said(crossings.map(Iterator::count)),
    ]
}

#[test]
fn a_span_that_is_none_is_refused() {
    let air = air().with_drag_rate(0.1);
    let flight = air.launch([0.0, 0.0], [1.0, 2.0]);
    let tail = "is no span of time to look at: it must start at a finite time and end later";
    for (from, to) in [
        (1.0, 1.0),
        (2.0, 1.0),
        (NAN, 1.0),
        (0.0, NAN),
        (-INF, 1.0),
        (INF, INF),
    ] {
        let sentence = format!("the span from {from} s to {to} s {tail}");
        for said in asked(&flight, from..to) {
            check(&said, &sentence, from);
        }
    }
    // only crossings accept an infinite span
    let [bounds, .., crossings] = asked(&flight, 0.0..INF);
    check(&bounds, "the span from 0 s to inf s is no span…", 0.0);
    assert_eq!(crossings, None);

    // the rational model begins at -1/k
    let quick = air.rational().launch([0.0, 0.0], [1.0, 2.0]);
    assert_eq!(quick.beginning(), -20.0);
    let sentence = "the span starts at {} s, but this flight exists only after -20 s";
    check(&said(quick.bounds(-21.0..1.0)), sentence, -21.0);
    quick.bounds(-19.0..1.0).unwrap();
}

type Question = (&'static [f64], fn(f64) -> Said);

#[test]
fn a_flight_or_question_without_numbers_is_refused() {
    let questions: &[Question] = &[
        (NOT_FINITE, |x| {
            said(air().launch([x, 0.0], [1.0, 2.0]).bounds(0.0..1.0))
        }),
        (NOT_FINITE, |x| {
            let flight = air().launch([0.0, 0.0], [1.0, x]);
            said(flight.closest_approach([0.0, 0.0], 0.0..1.0))
        }),
        (&[NAN, -1.0], |x| {
            let flight = air().launch([0.0, 0.0], [1.0, 2.0]);
            let sphere = Sphere::new([0.0, 0.0], x);
            said(flight.sphere_crossing(&sphere, Crossing::Any, 0.0..1.0))
        }),
        (NOT_FINITE, |x| {
            let flight = air().launch([0.0, 0.0], [1.0, 2.0]);
            let plane = Plane::new([0.0, 1.0], x);
            let crossings = flight.crossings(&plane, Crossing::Any, 0.0..1.0);
            said(crossings.map(Iterator::count))
        }),
    ];
    let sentence = "the flight, or what is asked about it, has a number that is NaN or infinite";
    for (values, ask) in questions {
        for &value in *values {
            check(&ask(value), sentence, value);
        }
    }
    // a plane without a normal or a position has no crossings, and neither has a flight without a
    // position
    let flight = air().launch([0.0, 0.0], [1.0, 2.0]);
    let lost = air().launch([NAN, 0.0], [1.0, 2.0]);
    let nowhere = Air::new([0.0, 0.0]).level(1.0);
    for crossing in [
        flight.crossing(&nowhere, Crossing::Any),
        flight.crossing(&air().level(NAN), Crossing::Any),
        lost.crossing(&air().level(-3.0), Crossing::Any),
    ] {
        assert_eq!(crossing, None);
    }
}
