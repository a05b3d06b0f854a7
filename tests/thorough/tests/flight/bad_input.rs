//! Flights that make no sense: refused in words, never a panic, never a search that does not end.

use kinstep::LinearLaw;
use kinstep::ballistics::{AirError, Ballistics, Crossing, Plane, SpanError, Sphere, Trajectory};

const NAN: f64 = f64::NAN;
const INF: f64 = f64::INFINITY;

type Air = Ballistics<f64, 2>;

#[test]
fn airs_that_make_no_sense_are_refused() {
    let air = Air::new([0.0, -9.81]);
    let cases = [
        (Air::new([0.0, NAN]), "component 1 of gravity is NaN m/s²"),
        (Air::new([-INF, 0.0]), "component 0 of gravity is -inf m/s²"),
        (air.with_drag_rate(-0.5), "the drag rate is -0.5 per second"),
        (air.with_drag_rate(INF), "the drag rate is inf per second"),
        (air.with_drag_rate(NAN), "the drag rate is NaN per second"),
        (air.with_terminal_speed(0.0), "the terminal speed is 0 m/s"),
        (
            air.with_terminal_speed(-3.0),
            "the terminal speed is -3 m/s",
        ),
        (
            air.with_terminal_speed(NAN),
            "the terminal speed is NaN m/s",
        ),
        (
            Air::new([0.0, 0.0]).with_terminal_speed(35.0),
            "a terminal speed of 35 m/s says nothing",
        ),
        (
            air.with_wind([INF, 0.0]),
            "component 0 of the wind is inf m/s",
        ),
    ];
    for (air, words) in cases {
        let error = air.check().unwrap_err();
        assert!(error.to_string().starts_with(words), "{error}");
        // and what is launched all the same does not hang
        ask_everything(&air.launch([0.0, 1.0], [10.0, 5.0]));
        ask_everything(&air.rational().launch([0.0, 1.0], [10.0, 5.0]));
    }
    assert!(matches!(
        Air::new([0.0, 0.0]).with_terminal_speed(35.0).check(),
        Err(AirError::NoGravity { speed: 35.0 })
    ));
    for air in [
        air,
        Air::new([0.0, 0.0]),
        air.with_drag_rate(0.0),
        air.with_terminal_speed(INF),
        Air::new([0.0, 0.0]).with_drag_rate(3.0),
    ] {
        air.check().unwrap();
        ask_everything(&air.launch([0.0, 1.0], [10.0, 5.0]));
    }
}

/// Every question, with every bad argument.
fn ask_everything(flight: &impl Trajectory<f64, 2>) {
    let numbers = [NAN, INF, -INF, 0.0, 1e308, -1e308, 1e-308, 3.0];
    for number in numbers {
        let plane = Plane::new([0.0, 1.0], number);
        for which in [Crossing::Any, Crossing::Ascending, Crossing::Descending] {
            let _ = flight.crossing(&plane, which);
            let _ = flight.crossing(&Plane::new([number, 1.0], 0.0), which);
        }
        let _ = flight.apex_along([number, 1.0]);
        let _ = (
            flight.position(number),
            flight.velocity(number),
            flight.acceleration(number),
        );
        let _ = flight.sample(number, 0.1, 40).count();
        let _ = flight.sample(0.0, number, 40).count();
        let _ = flight.closest_approach([number, 0.0], 0.0..10.0);
        let _ = flight.leaving(&Sphere::new([number, 0.0], 3.0), 0.0..10.0);
        let _ = flight.entering(&Sphere::new([5.0, 0.0], number), 0.0..10.0);
        for other in numbers {
            let _ = flight.arc_length(number..other);
            let _ = flight.bounds(number..other);
            if let Ok(crossings) = flight.crossings(&plane, Crossing::Any, number..other) {
                let _ = crossings.take(100).count();
            }
        }
    }
}

#[test]
fn launches_that_are_no_numbers_end() {
    let air = Air::new([0.0, -9.81]).with_drag_rate(0.1);
    let law = LinearLaw::gravity([0.0, -9.81]) + LinearLaw::spring(3.0) + LinearLaw::drag(0.1);
    for number in [NAN, INF, -INF, 1e308, 1e-308] {
        for (position, velocity) in [([number, 0.0], [1.0, 2.0]), ([0.0, 0.0], [1.0, number])] {
            ask_everything(&air.launch(position, velocity));
            ask_everything(&air.rational().launch(position, velocity));
            ask_everything(&law.launch(position, velocity));
        }
        ask_everything(&(law + LinearLaw::drag(number)).launch([0.0, 0.0], [1.0, 2.0]));
        ask_everything(&(law + LinearLaw::spring(number)).launch([0.0, 0.0], [1.0, 2.0]));
        ask_everything(
            &(law + LinearLaw::free().ramping([0.0, number])).launch([0.0, 0.0], [1.0, 2.0]),
        );
    }
    let flight = air.launch([NAN, 0.0], [1.0, 2.0]);
    assert_eq!(flight.arc_length(0.0..1.0), Err(SpanError::NotFinite));
    assert_eq!(
        flight.closest_approach([0.0, 0.0], 0.0..1.0),
        Err(SpanError::NotFinite)
    );
    assert_eq!(flight.crossing(&air.level(-3.0), Crossing::Any), None);
}

#[test]
fn spans_are_checked() {
    let air = Air::new([0.0, -9.81]).with_drag_rate(0.1);
    let flight = air.launch([0.0, 0.0], [1.0, 2.0]);
    let ground = air.level(0.0);
    #[allow(clippy::reversed_empty_ranges, reason = "that is what is refused")]
    for span in [1.0..1.0, 2.0..1.0, NAN..1.0, 0.0..NAN, -INF..1.0, INF..INF] {
        let errors = [
            flight.arc_length(span.clone()).unwrap_err(),
            flight.bounds(span.clone()).unwrap_err(),
            flight
                .closest_approach([0.0, 0.0], span.clone())
                .unwrap_err(),
            flight
                .leaving(&Sphere::new([0.0, 0.0], 1.0), span.clone())
                .unwrap_err(),
            flight
                .crossings(&ground, Crossing::Any, span.clone())
                .map(Iterator::count)
                .unwrap_err(),
        ];
        for error in errors {
            assert!(matches!(error, SpanError::Span { .. }), "{error:?}");
            assert!(error.to_string().contains("is no span of time"), "{error}");
        }
    }
    // only crossings may go on for ever
    assert!(matches!(
        flight.arc_length(0.0..INF),
        Err(SpanError::Span { to: INF, .. })
    ));
    assert_eq!(
        flight
            .crossings(&ground, Crossing::Any, 0.0..INF)
            .unwrap()
            .count(),
        1
    );

    // the rational model begins at -1/k
    let quick = air.rational().launch([0.0, 0.0], [1.0, 2.0]);
    assert_eq!(quick.beginning(), -20.0);
    let error = quick.bounds(-21.0..1.0).unwrap_err();
    assert_eq!(
        error,
        SpanError::BeforeBeginning {
            from: -21.0,
            beginning: -20.0
        }
    );
    assert!(quick.bounds(-19.0..1.0).is_ok());

    let sphere = Sphere::new([0.0, 0.0], -1.0);
    assert_eq!(flight.leaving(&sphere, 0.0..1.0), Err(SpanError::NotFinite));
    let plane = Plane::new([0.0, 1.0], NAN);
    assert!(flight.crossings(&plane, Crossing::Any, 0.0..1.0).is_err());
    assert_eq!(flight.crossing(&plane, Crossing::Any), None);
    // a plane without a normal is crossed by nothing
    let nowhere = Ballistics::<f64, 2>::new([0.0, 0.0]).level(1.0);
    assert_eq!(flight.crossing(&nowhere, Crossing::Any), None);
}
