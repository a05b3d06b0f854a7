//! Calls every query of flights of every model, and every planner with any target in any air.

use std::ops::Range;

use kinstep::nalgebra::SVector;
use kinstep::trajectory::{
    AlignedBox, Crossing, Event, Hit, Plane, Sphere, Surface, Terrain, Trajectory,
};
use kinstep_flight::aim::{Aim, AimError, Attempt, Launch, Order, Plan};
use kinstep_flight::{Ballistics, EngineStep, QuadraticAir};

use super::draw::{Draw, Manners, is_finite, is_nan};
use super::parts::{Space, law};

fn air<const D: usize>(draw: &mut Draw) -> Ballistics<D> {
    let ([gravity, wind], size) = (draw.vectors::<f64, D, 2>(), draw.size());
    let air = Ballistics::new(gravity);
    match draw.below(4) {
        0 => air,
        1 => air.with_drag_rate(size).with_wind(wind),
        2 => air.with_drag_rate(size),
        _ => air.with_terminal_speed(size).with_wind(wind),
    }
}

fn engine<const D: usize>(draw: &mut Draw) -> EngineStep<D> {
    let dt = draw.size();
    let engine = match draw.below(8) {
        0 => EngineStep::rapier(dt),
        1 => EngineStep::box2d(dt),
        2 => EngineStep::unity(dt),
        3 => EngineStep::physx(dt),
        4 => EngineStep::jolt(dt),
        5 => EngineStep::godot(dt),
        6 => EngineStep::bullet(dt),
        _ => EngineStep::explicit_euler(dt),
    };
    let engine = engine.damping(draw.size()).gravity(draw.vector::<f64, D>());
    let substeps = [1, 4][draw.below(2)];
    if draw.is_so() {
        engine.substeps(substeps)
    } else {
        engine
    }
}

pub(super) fn of_flights<const D: usize>(draw: &mut Draw)
where
    f64: Space<D>,
{
    let [x, v] = draw.vectors::<f64, D, 2>();
    match draw.below(5) {
        0 => {
            let flight = air::<D>(draw).launch(x, v);
            told(draw, flight.apex());
            asked(draw, &flight);
        }
        1 => {
            let flight = air(draw).rational().launch(x, v);
            told(draw, flight.apex());
            asked(draw, &flight);
        }
        2 => {
            let still = QuadraticAir::new(draw.vector::<f64, D>(), draw.size());
            let air = still.with_wind(draw.vector::<f64, D>()).within(draw.size());
            let flight = air.launch(x, v);
            told(draw, flight.apex());
            asked(draw, &flight);
        }
        3 => {
            let flight = engine::<D>(draw).launch(x, v);
            told(draw, flight.apex());
            let _ = flight.first_step_after(draw.number());
            for steps in [draw.below(200) as u64, u64::from(u32::MAX), u64::MAX] {
                let _ = flight.after_steps(steps);
            }
            asked(draw, &flight);
        }
        _ => {
            let law = law::<f64, D>(draw);
            asked(draw, &law.launch(x, v));
        }
    }
}

/// Asserts that a reported event has a time and a position.
fn told<const D: usize>(draw: &Draw, event: Option<Event<D>>) {
    if let (Some(event), true) = (event, draw.manners != Manners::Wild) {
        assert!(event.time.is_finite(), "{event:?}");
        assert!(!event.position.iter().any(is_nan), "{event:?}");
        let is_somewhere = !draw.is_tame() || is_finite(&event.position);
        assert!(is_somewhere, "{event:?}");
    }
}

fn span(draw: &mut Draw) -> Range<f64> {
    match draw.below(4) {
        0 => draw.number()..draw.number(),
        1 => 0.0..f64::INFINITY,
        _ => 0.0..draw.size(),
    }
}

/// Calls every query of a flight.
pub(super) fn asked<const D: usize>(draw: &mut Draw, flight: &impl Trajectory<D>) {
    for _ in 0..4 {
        let ([a, b], number) = (draw.vectors::<f64, D, 2>(), draw.number::<f64>());
        let span = span(draw);
        match draw.below(7) {
            0 => {
                let _ = (flight.at(number), flight.acceleration(number));
                told(draw, flight.apex_along(a));
            }
            1 => {
                let plane = Plane::new(a, number);
                let which = [Crossing::Any, Crossing::Ascending, Crossing::Descending];
                let which = draw.one_of(&which);
                told(draw, flight.crossing(&plane, which));
                let mut before = None;
                for event in (flight.crossings(&plane, which, span))
                    .iter_mut()
                    .flatten()
                    .take(5)
                {
                    told(draw, Some(event));
                    assert!(before.is_none_or(|before| before <= event.time));
                    before = Some(event.time);
                }
            }
            2 => {
                let sphere = Sphere::new(a, number);
                let found = flight.sphere_crossing(&sphere, Crossing::Ascending, span);
                told(draw, found.unwrap_or_default());
            }
            3 => {
                let count = draw.below(40);
                let path = flight.sample(span.start, number, count);
                assert_eq!((path.len(), path.count()), (count, count));
            }
            4 => {
                if let Ok(closest) = flight.closest_approach(a, span.clone()) {
                    assert!(closest.distance >= 0.0, "{closest:?}");
                    assert!(closest.time >= span.start && closest.time <= span.end);
                }
            }
            5 => {
                if let Ok(bounds) = flight.bounds(span.clone()) {
                    let mut numbers = bounds.min.iter().chain(&bounds.max);
                    assert!(!numbers.any(is_nan), "{bounds:?}");
                    let start = flight.position(span.start);
                    assert!(bounds.contains(start), "{bounds:?} {start}");
                }
            }
            _ => landed(draw, flight, span, [a, b]),
        }
    }
}

fn landed<const D: usize>(
    draw: &mut Draw,
    flight: &impl Trajectory<D>,
    span: Range<f64>,
    [a, b]: [SVector<f64, D>; 2],
) {
    let slope: f64 = draw.size();
    let hills = move |x: &SVector<f64, D>| (x[0] * slope).sin() * slope;
    let surfaces: [Box<dyn Surface<f64, D>>; 4] = [
        Box::new(Plane::through(a, b)),
        Box::new(AlignedBox::around(a, b)),
        Box::new(Sphere::new(a, draw.number())),
        Box::new(Terrain::new(a, hills, slope)),
    ];
    let radius = draw.size();
    let (distance, depth) = (draw.number(), draw.size());
    let landing = match (surfaces.get(draw.below(5)), draw.below(3)) {
        (Some(surface), 0) => flight.landing_of_ball(radius, &**surface, span),
        (Some(surface), _) => flight.landing(&**surface, span),
        (None, 0) => flight.landing_by_rays(depth, span, |_| {
            Some(Hit {
                distance,
                normal: b,
            })
        }),
        (None, _) => flight.landing(&surfaces[..], span),
    };
    if let Ok(Some(landing)) = landing {
        let is_somewhere = is_finite(&landing.position) && landing.time.is_finite();
        assert!(is_somewhere, "{landing:?}");
    }
}

/// Asserts that an answer can be launched, and that an error has a message.
fn thrown<const D: usize>(answer: Result<Launch<D>, AimError>) {
    match answer {
        Ok(launch) => {
            let time = launch.time_of_flight;
            assert!(is_finite(&launch.velocity), "{launch:?}");
            assert!(time >= 0.0 && time.is_finite(), "{launch:?}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Asserts that an attempt can be launched, and that its miss is a distance.
fn tried<const D: usize>(answer: Result<Attempt<D>, AimError>) {
    if let Ok(Attempt { miss, .. }) = answer {
        assert!(miss >= 0.0 && miss.is_finite(), "{answer:?}");
    }
    thrown(answer.map(|attempt| attempt.launch));
}

fn plan<const D: usize>(draw: &mut Draw) -> Plan<D> {
    let (number, vector) = (draw.number::<f64>(), draw.vector::<f64, D>());
    match draw.below(13) {
        0 => Plan::Time(number.abs()),
        1 => Plan::StraightLineSpeed(number.abs()),
        2 => Plan::Speed(number.abs()),
        3 => Plan::LeastSpeed,
        4 => Plan::Through(vector),
        5 => Plan::Touching(Plane::new(vector, number)),
        6 => Plan::Apex(number),
        7 => Plan::ArcHeight(number),
        8 => Plan::Curviness(number),
        9 => Plan::Slope(number),
        10 => Plan::ArrivalSlope(number),
        11 => Plan::ClimbSpeed(number.abs()),
        _ => Plan::Lob(number.abs()),
    }
}

/// Calls the planners that every model has.
macro_rules! planned {
    ($aim:expr, $number:expr) => {{
        let (aim, number) = ($aim, $number);
        thrown(aim.in_time(number));
        thrown(aim.with_least_speed());
        let arcs = aim.at_speed(number);
        thrown(arcs.map(|arcs| arcs.direct));
        thrown(arcs.map(|arcs| arcs.lofted));
        tried(aim.attempt(number));
    }};
}

fn smooth<const D: usize>(draw: &mut Draw, aim: &Aim<D>) {
    let number = draw.number::<f64>();
    planned!(aim, number);
    let (arcs, earliest) = (aim.at_speed(number), aim.earliest_at_speed(number));
    assert_eq!(earliest.is_ok(), arcs.is_ok(), "{earliest:?} {arcs:?}");
    thrown(earliest);
    let points = draw.vectors::<f64, D, 4>();
    thrown(aim.clearing(&points[..draw.below(5)]));
    for _ in 0..4 {
        if let Ok(hits) = aim.hits(&plan(draw)) {
            hits.iter().for_each(|hit| thrown(Ok(*hit)));
            assert!(hits.is_sorted_by_key(|hit| hit.time_of_flight));
        }
    }
}

pub(super) fn of_aims<const D: usize>(draw: &mut Draw) {
    let [from, target, x, a, v] = draw.vectors::<f64, D, 5>();
    let (air, number) = (air::<D>(draw), draw.number());
    // each motion may be zero
    let mut moves = |motion: SVector<f64, D>| {
        if draw.is_so() {
            motion
        } else {
            SVector::zeros()
        }
    };
    let [moving, accelerating, shooter] = [x, a, v].map(&mut moves);
    macro_rules! moved {
        ($aim:expr) => {
            ($aim.moving(moving).accelerating(accelerating)).shooter_moving(shooter)
        };
    }
    match draw.below(6) {
        0 | 1 => smooth(draw, &moved!(air.aim(from, target))),
        2 => smooth(draw, &moved!(air.rational().aim(from, target))),
        3 => {
            let aim = moved!(air.quadratic().aim(from, target));
            planned!(aim, number);
            for hit in aim
                .hits_at_speed(number)
                .iter()
                .flat_map(|hits| hits.iter())
            {
                thrown(Ok(*hit));
            }
        }
        4 => {
            let aim = moved!(engine(draw).aim(from, target));
            smooth(draw, &aim);
            thrown(aim.in_steps(100));
        }
        _ => {
            let orders = [
                Order::new(from, target),
                Order::new(from, x).moving(v),
                Order::new(target, x).accelerating(a).shooter_moving(v),
            ];
            let mut answers = [Err(AimError::NeverMet); 3];
            let (plan, count) = (plan(draw), draw.below(4));
            let room = &mut answers[..count];
            let done = match draw.below(4) {
                0 => air.aim_all(&orders, &plan, room),
                1 => air.loft_all(&orders, &plan, room),
                2 => air.rational().aim_all(&orders, &plan, room),
                _ => air.rational().loft_all(&orders, &plan, room),
            };
            assert_eq!(done.is_ok(), count == orders.len());
            answers.into_iter().for_each(thrown);
        }
    }
}
