//! Every question to a flight of every model, with anything.

use std::ops::Range;

use kinstep::Float;
use kinstep::ballistics::{
    AlignedBox, Ballistics, Crossing, EngineStep, Event, Ground, Plane, QuadraticAir, Rational,
    Ray, Sphere, Surface, Terrain, Trajectory,
};
use kinstep::nalgebra::SVector;

use super::draw::{Draw, Manners, is_finite, is_nan};
use super::parts::{Space, law};

pub(crate) fn air<T: Float, const D: usize>(draw: &mut Draw) -> Ballistics<T, D> {
    let [gravity, wind] = draw.vectors();
    let air = Ballistics::new(gravity);
    match draw.below(4) {
        0 => air,
        1 => air.with_drag_rate(draw.size()).with_wind(wind),
        2 => air.with_drag_rate(draw.size()),
        _ => air.with_terminal_speed(draw.size()).with_wind(wind),
    }
}

fn engine<T: Float, const D: usize>(draw: &mut Draw) -> EngineStep<T, D> {
    let dt = draw.size();
    let engine = match draw.below(10) {
        0 => EngineStep::rapier(dt),
        1 => EngineStep::avian(dt),
        2 => EngineStep::box2d(dt),
        3 => EngineStep::unity(dt),
        4 => EngineStep::physx(dt),
        5 => EngineStep::jolt(dt),
        6 => EngineStep::godot(dt),
        7 => EngineStep::bullet(dt),
        8 => EngineStep::symplectic_euler(dt),
        _ => EngineStep::explicit_euler(dt),
    };
    let engine = engine.damping(draw.size()).gravity(draw.vector::<T, D>());
    if draw.is_so() {
        engine.substeps(draw.below(9) as u32)
    } else {
        engine
    }
}

pub(crate) fn of_flights<T: Space<D>, const D: usize>(draw: &mut Draw) {
    let [x, v] = draw.vectors::<T, D, 2>();
    match draw.below(6) {
        0 => {
            let flight = air::<T, D>(draw).launch(x, v);
            told(draw, flight.apex());
            asked(draw, &flight);
        }
        1 => {
            let model = match draw.below(3) {
                0 => air(draw).rational(),
                1 => Rational::new(draw.size(), draw.vector::<T, D>()),
                _ => {
                    let air = air(draw);
                    air.rational().matched_to(&air, v)
                }
            };
            let flight = model.launch(x, v).resynced(draw.number());
            told(draw, flight.apex());
            asked(draw, &flight);
        }
        2 => {
            let air = match draw.below(3) {
                0 => air(draw).quadratic(),
                1 => QuadraticAir::new(draw.vector::<T, D>(), draw.size()),
                _ => {
                    let air = QuadraticAir::new(draw.vector::<T, D>(), draw.size());
                    air.with_wind(draw.vector::<T, D>()).within(draw.size())
                }
            };
            let flight = air.launch(x, v);
            told(draw, flight.apex());
            let _ = (flight.error_bound(draw.number()), flight.segments());
            asked(draw, &flight);
        }
        3 | 4 => {
            let flight = engine::<T, D>(draw).launch(x, v);
            told(draw, flight.apex());
            let steps = draw.below(200) as u64;
            let _ = flight.first_step_after(draw.number());
            for steps in [steps, u64::from(u32::MAX) * steps, u64::MAX] {
                let _ = flight.after_steps(steps);
            }
            asked(draw, &flight);
        }
        _ => {
            let law = law::<T, D>(draw);
            asked(draw, &law.launch(x, v));
        }
    }
}

/// What is said to happen, happens somewhere and some time.
fn told<T: Float, const D: usize>(draw: &Draw, event: Option<Event<T, D>>) {
    if let (Some(event), true) = (event, draw.manners() != Manners::Wild) {
        assert!(event.time.is_finite(), "{event:?}");
        assert!(
            draw.manners() != Manners::Tame || is_finite(&event.position),
            "{event:?}"
        );
        assert!(
            !event.position.iter().any(|number| is_nan(number)),
            "{event:?}"
        );
    }
}

fn span<T: Float>(draw: &mut Draw) -> Range<T> {
    match draw.below(4) {
        0 => draw.number()..draw.number(),
        1 => T::zero()..kinstep::nalgebra::convert(f64::INFINITY),
        _ => T::zero()..draw.size(),
    }
}

/// Every question to a flight.
pub(crate) fn asked<T: Float, const D: usize>(draw: &mut Draw, flight: &impl Trajectory<T, D>) {
    for _ in 0..4 {
        let [a, b] = draw.vectors::<T, D, 2>();
        let span = span::<T>(draw);
        match draw.below(9) {
            0 => {
                let time = draw.number();
                let event = flight.at(time);
                let (acceleration, tangent) = (flight.acceleration(time), flight.tangent(time));
                let _ = (event, acceleration, tangent);
            }
            1 => {
                let plane = Plane::new(a, draw.number());
                let which =
                    draw.one_of(&[Crossing::Any, Crossing::Ascending, Crossing::Descending]);
                told(draw, flight.crossing(&plane, which));
                if let Ok(crossings) = flight.crossings(&plane, which, span) {
                    let mut before = None;
                    for event in crossings.take(5) {
                        told(draw, Some(event));
                        assert!(before.is_none_or(|before| before <= event.time));
                        before = Some(event.time);
                    }
                }
            }
            2 => told(draw, flight.apex_along(a)),
            3 => {
                let sphere = Sphere::new(a, draw.number());
                if let Ok(event) = flight.leaving(&sphere, span.clone()) {
                    told(draw, event);
                }
                if let Ok(event) = flight.entering(&sphere, span) {
                    told(draw, event);
                }
            }
            4 => {
                let count = draw.below(40);
                let path = flight.sample(span.start, draw.number(), count);
                assert_eq!(path.len(), count);
                assert_eq!(path.count(), count);
            }
            5 => {
                if let Ok(length) = flight.arc_length(span) {
                    assert!(length >= T::zero(), "{length}");
                }
            }
            6 => {
                if let Ok(closest) = flight.closest_approach(a, span.clone()) {
                    assert!(closest.distance >= T::zero(), "{closest:?}");
                    assert!(closest.time >= span.start && closest.time <= span.end);
                }
            }
            7 => {
                if let Ok(bounds) = flight.bounds(span.clone()) {
                    let bad = |number: &T| is_nan(number);
                    assert!(!bounds.min.iter().chain(&bounds.max).any(bad), "{bounds:?}");
                    let start = flight.position(span.start);
                    assert!(bounds.contains(start), "{bounds:?} {start}");
                }
            }
            _ => landed(draw, flight, span, [a, b]),
        }
    }
}

fn landed<T: Float, const D: usize>(
    draw: &mut Draw,
    flight: &impl Trajectory<T, D>,
    span: Range<T>,
    [a, b]: [SVector<T, D>; 2],
) {
    let slope: T = draw.size();
    let hills = move |x: &SVector<T, D>| (x[0] * slope).sin() * slope;
    let surfaces: [Box<dyn Surface<T, D>>; 4] = [
        Box::new(Plane::through(a, b)),
        Box::new(AlignedBox::around(a, b)),
        Box::new(Ground::new(Plane::new(a, slope), b, draw.size())),
        Box::new(Terrain::new(a, hills, slope)),
    ];
    let which = draw.below(5);
    let landing = match surfaces.get(which) {
        Some(surface) => flight.landing(&**surface, span),
        None => flight.landing(&surfaces[..], span),
    };
    if let Ok(Some(landing)) = landing {
        assert!(
            is_finite(&landing.position) && landing.time.is_finite(),
            "{landing:?}"
        );
    }
    if let Some(ray) = Ray::between(a, b) {
        for surface in &surfaces {
            let _ = surface.cast(&ray);
        }
    }
}
