//! Events are where they are, none is missed and none is invented.

use std::time::Duration;

use kinstep::LinearLaw;
use kinstep::ballistics::{Ballistics, Crossing, Event, Plane, Trajectory};
use kinstep::nalgebra::{SVector, Vector2, Vector3};
use truths::Cases;
use truths::effort::Effort;
use truths::truth::{big, small};

/// What was looked at.
#[derive(Default)]
struct Tally {
    cases: usize,
    crossings: usize,
    doubles: usize,
}

/// Checks all crossings of a plane in a span: each is a crossing in the direction asked for, and at
/// each of many moments the flight is on the side that the crossings before it lead to.
fn check<const D: usize>(
    flight: &impl Trajectory<f64, D>,
    plane: &Plane<f64, D>,
    end: f64,
    moments: &mut dyn FnMut() -> f64,
    tally: &mut Tally,
) {
    let height = |time: f64| plane.height(flight.position(time));
    // what rounding can do to a height at a time; measured: 75, of a body that is repelled by e^8 from a plane 53 km away
    let grain = |time: f64| {
        let at = flight.position(time).norm() + flight.position(0.0).norm() + plane.distance.abs();
        96.0 * f64::EPSILON
            * (at + (flight.tangent(time).norm() + flight.tangent(0.0).norm()) * time)
    };
    let list = |which| -> Vec<Event<f64, D>> {
        flight.crossings(plane, which, 0.0..end).unwrap().collect()
    };
    let all = list(Crossing::Any);
    tally.cases += 1;
    tally.crossings += all.len();
    tally.doubles += usize::from(all.len() > 1);
    // both directions in turn
    let (up, down) = (list(Crossing::Ascending), list(Crossing::Descending));
    assert_eq!(up.len() + down.len(), all.len());
    let mut next_up = height(0.0) < 0.0;
    if height(0.0).abs() <= grain(0.0) {
        // it starts on the plane, and goes to one side
        next_up = match all.first() {
            Some(first) => up.first() == Some(first),
            None => height(end) < 0.0,
        };
    }
    let starts_below = next_up;
    let (mut up, mut down) = (up.into_iter(), down.into_iter());
    for event in &all {
        let found = if next_up { up.next() } else { down.next() };
        assert_eq!(found.as_ref(), Some(event));
        assert!(
            height(event.time).abs() <= grain(event.time),
            "{} {}",
            height(event.time),
            grain(event.time)
        );
        next_up = !next_up;
    }
    assert!(all.is_sorted_by(|a, b| a.time <= b.time));
    let first = flight
        .crossing(plane, Crossing::Any)
        .map(|event| event.time);
    match (first.filter(|time| *time < end), all.first()) {
        // two that all but coincide are only known to the root of rounding
        (Some(one), Some(other)) => {
            assert!(
                (one / other.time - 1.0).abs() < 1e-9 || height(one).abs() <= grain(one),
                "{one} {other:?} {end} {all:?} {}",
                height(one)
            );
        }
        (one, other) => assert!(
            one.is_none() && other.is_none(),
            "{one:?} {other:?} {end} {all:?} {plane:?} {}",
            height(0.0)
        ),
    }

    let expect = |time: f64| {
        let before = all.iter().filter(|event| event.time < time).count();
        let below = starts_below ^ (before % 2 == 1);
        let there = height(time);
        assert!(
            there.abs() <= grain(time) || (there < 0.0) == below,
            "at {time} it is {there} over the plane, after {before} crossings of {all:?}"
        );
    };
    for _ in 0..24 {
        let time = moments();
        if time < end {
            expect(time);
        }
    }
    // next to each crossing, and between two
    for pair in all.windows(2) {
        expect(0.5 * (pair[0].time + pair[1].time));
    }
    for event in &all {
        for share in [-1e-6, 1e-6] {
            expect((event.time * (1.0 + share)).min(end));
        }
    }
}

fn vector<const D: usize>(cases: &mut Cases, size: f64) -> SVector<f64, D> {
    SVector::from_fn(|_, _| cases.uniform(-size..size))
}

/// A distance at which a plane is crossed at a random time, just touched or just missed, or as it comes.
fn distance<const D: usize>(
    cases: &mut Cases,
    flight: &impl Trajectory<f64, D>,
    normal: &SVector<f64, D>,
    end: f64,
) -> f64 {
    let at = |time: f64| normal.dot(&flight.position(time));
    match cases.uniform(0.0..3.0) as u32 {
        0 => at(cases.uniform(0.0..end)),
        1 => match flight
            .apex_along(*normal)
            .or_else(|| flight.apex_along(-normal))
        {
            Some(turn) => {
                let there = at(turn.time);
                there + cases.signed_decades(1e-15, 1.0) * (1.0 + there.abs())
            }
            None => at(0.0),
        },
        _ => cases.uniform(-50.0..50.0),
    }
}

/// Parabolas, linear drag with wind and the rational model, in plane and space.
#[test]
fn crossings_of_throws_are_all_there() {
    let mut cases = Cases::new(50);
    let mut tally = Tally::default();
    while tally.cases < 100_000 {
        let mut air = Ballistics::new(vector::<3>(&mut cases, 10.0));
        if cases.chance(0.8) {
            air = air
                .with_drag_rate(cases.decades(1e-9, 30.0))
                .with_wind(vector::<3>(&mut cases, 10.0));
        }
        let (position, velocity) = (vector::<3>(&mut cases, 20.0), vector::<3>(&mut cases, 30.0));
        let normal = vector::<3>(&mut cases, 1.0);
        let end = cases.decades(0.1, 100.0);
        let flight = air.launch(position, velocity);
        let plane = Plane::new(normal, distance(&mut cases, &flight, &normal, end));
        check(
            &flight,
            &plane,
            end,
            &mut || cases.uniform(0.0..end),
            &mut tally,
        );
        let quick = air.rational().launch(position, velocity);
        let plane = Plane::new(normal, distance(&mut cases, &quick, &normal, end));
        check(
            &quick,
            &plane,
            end,
            &mut || cases.uniform(0.0..end),
            &mut tally,
        );
    }
    println!(
        "{} cases, {} crossings, {} with several",
        tally.cases, tally.crossings, tally.doubles
    );
    assert!(tally.crossings > 50_000 && tally.doubles > 8_000);
}

/// Springs of every kind, with drag that damps or drives, and ramps: many crossings each.
#[test]
fn crossings_of_swings_are_all_there() {
    let mut cases = Cases::new(51);
    let mut tally = Tally::default();
    while tally.cases < 20_000 {
        let damping = match cases.uniform(0.0..4.0) as u32 {
            0 => 0.0,
            1 => -cases.decades(1e-3, 0.5),
            _ => cases.decades(1e-3, 10.0),
        };
        let stiffness = match cases.uniform(0.0..6.0) as u32 {
            0 => 0.0,
            1 => -cases.decades(1e-3, 0.3),
            2 => 0.25 * damping * damping,
            _ => cases.decades(1e-2, 50.0),
        };
        let mut law = LinearLaw::gravity(vector::<2>(&mut cases, 10.0))
            + LinearLaw::drag(damping)
            + LinearLaw::spring(stiffness);
        if cases.chance(0.4) {
            law += LinearLaw::free().ramping(vector::<2>(&mut cases, 1.0));
        }
        let flight = law.launch(vector::<2>(&mut cases, 20.0), vector::<2>(&mut cases, 30.0));
        let normal = vector::<2>(&mut cases, 1.0);
        let end = cases.decades(0.1, 20.0);
        let plane = Plane::new(normal, distance(&mut cases, &flight, &normal, end));
        check(
            &flight,
            &plane,
            end,
            &mut || cases.uniform(0.0..end),
            &mut tally,
        );
    }
    println!(
        "{} cases, {} crossings, {} with several",
        tally.cases, tally.crossings, tally.doubles
    );
    assert!(tally.crossings > 16_000 && tally.doubles > 2_500);
}

/// Times of landing to the last digits, judged by one step of Newton in hundreds of digits.
#[test]
fn landing_times_are_exact() {
    let mut cases = Cases::new(52);
    let (mut worst, mut count) = (0.0_f64, 0);
    while count < 1000 {
        let rate = cases.decades(1e-9, 10.0);
        let (height, climb) = (cases.uniform(0.0..50.0), cases.uniform(-30.0..50.0));
        let air = Ballistics::new([0.0, -9.81]).with_drag_rate(rate);
        let flight = air.launch([0.0, height], [10.0, climb]);
        let level = cases.uniform(-20.0..50.0);
        let Some(landing) = flight.crossing(&air.level(level), Crossing::Descending) else {
            continue;
        };
        let (g, t) = (big(rate), big(landing.time));
        let s = -(-(&g * &t)).exp_m1() / &g;
        let s1 = (&t - &s) / &g;
        let over = big(height) - big(level) + &s * big(climb) + &s1 * big(-9.81);
        let falling = big(climb) - &s * (big(9.81) + &g * big(climb));
        // well conditioned: it falls at least as fast as its own heights, over its time
        let falls = small(&falling).abs() * landing.time;
        let terms = (height - level).abs() + small(&s) * climb.abs() + small(&s1) * 9.81;
        if falls < 0.1 * terms {
            continue;
        }
        worst = worst.max(small(&(&over / &falling / &t)).abs());
        count += 1;
    }
    println!("landing times: {worst:.1e}");
    assert!(worst < 1e-14); // measured: 4e-16
}

/// From the top of a flight to where it never gets.
#[test]
fn tops_and_levels() {
    let air = Ballistics::<f64, 2>::new([0.0, -9.81]).with_terminal_speed(35.0);
    let flight = air.launch([0.0, 1.5], [30.0, 8.0]);
    let apex = flight.apex().unwrap();
    let rate = 9.81 / 35.0;
    assert!((apex.time - (8.0 / 35.0_f64).ln_1p() / rate).abs() < 1e-15);
    assert!(apex.velocity.y.abs() < 1e-14);
    let top = apex.position.y;
    assert!(
        flight
            .crossing(&air.level(top + 1e-12), Crossing::Any)
            .is_none()
    );
    let through = flight
        .crossings(&air.level(top - 1e-12), Crossing::Any, 0.0..9.0)
        .unwrap();
    assert_eq!(through.count(), 2);

    // downward, level and upward; at rest; without gravity
    assert_eq!(air.launch([0.0, 0.0], [1.0, -1.0]).apex(), None);
    assert_eq!(air.launch([0.0, 0.0], [1.0, 0.0]).apex(), None);
    assert_eq!(air.launch([0.0, 0.0], [0.0, 0.0]).apex(), None);
    assert_eq!(
        Ballistics::<f64, 2>::new([0.0, 0.0])
            .launch([0.0, 0.0], [1.0, 1.0])
            .apex(),
        None
    );
    let up = air.launch([0.0, 0.0], [0.0, 20.0]);
    assert!(up.apex().unwrap().position.y > 14.9);
    // along other directions: against the wind it turns back
    let windy = air.with_wind([-20.0, 0.0]).launch([0.0, 0.0], [10.0, 5.0]);
    let turn = windy.apex_along([1.0, 0.0]).unwrap();
    assert!(turn.velocity.x.abs() < 1e-14 && turn.position.x > 0.0);
    assert_eq!(windy.apex_along([-1.0, 0.0]), None);
    assert_eq!(
        air.rational()
            .launch([0.0, 1.5], [30.0, 8.0])
            .apex()
            .map(|apex| apex.velocity.y.abs() < 1e-14),
        Some(true)
    );

    // drag stops it before it gets there, or after
    let still = Ballistics::<f64, 2>::new([0.0, 0.0])
        .with_drag_rate(0.5)
        .launch([0.0, 0.0], [10.0, 0.0]);
    let wall = |x: f64| Plane::new([1.0, 0.0], x);
    assert!(still.crossing(&wall(20.0 + 1e-12), Crossing::Any).is_none());
    let late = still
        .crossing(&wall(20.0 * (1.0 - 1e-12)), Crossing::Any)
        .unwrap();
    assert!((late.time - 2.0 * 12.0 * 10_f64.ln()).abs() < 1e-3);
}

/// A flight that starts on a plane does not cross it there, and one that starts on its own event goes on.
#[test]
fn events_follow_each_other() {
    let air = Ballistics::<f64, 2>::new([0.0, -9.81]).with_drag_rate(0.1);
    let ground = air.level(0.1);
    let up = air.launch([0.0, 0.1], [1.0, 5.0]);
    let landing = up.crossing(&ground, Crossing::Any).unwrap();
    assert!(landing.time > 0.9 && up.crossing(&ground, Crossing::Ascending).is_none());
    let bounced = air.launch(landing.position, [landing.velocity.x, -landing.velocity.y]);
    let again = bounced.crossing(&ground, Crossing::Any).unwrap();
    assert!(
        again.time > 0.9 * landing.time && again.time < landing.time,
        "{again:?} {landing:?}"
    );
    let span = landing.time..10.0;
    assert_eq!(
        up.crossings(&ground, Crossing::Any, span).unwrap().count(),
        0
    );
}

/// Plane after plane that a driven spring, or one carried off slowly, reaches after up to a billion swings.
#[test]
fn far_crossings_take_no_longer() {
    let driven = LinearLaw::<f64, 2>::spring(4.0) + LinearLaw::drag(-1e-9);
    let flight = driven.launch([1.0, 0.0], [0.0, 0.0]);
    for far in [2.0_f64, 10.0, 1e3] {
        let event = flight
            .crossing(&Plane::new([1.0, 0.0], far), Crossing::Any)
            .unwrap();
        // R grows like e^(γt/2): not before, and within two swings of it
        let reached = 2.0 * far.ln() / 1e-9;
        assert!(
            event.time > reached - 1.0 && event.time < reached + 7.0,
            "{far}: {}",
            event.time - reached
        );
    }
    let carried = LinearLaw::<f64, 2>::spring(4.0) + LinearLaw::free().ramping([4e-9, 0.0]);
    let flight = carried.launch([1.0, 0.0], [0.0, 0.0]);
    let event = flight
        .crossing(&Plane::new([1.0, 0.0], 10.0), Crossing::Any)
        .unwrap();
    assert!((event.time - 9e9).abs() < 10.0);
    // and what is never reached
    let held = LinearLaw::spring(4.0) + LinearLaw::drag(1e-9);
    let flight = held.launch([1.0, 0.0], [0.0, 0.0]);
    for plane in [
        Plane::new([1.0, 0.0], 1.001),
        Plane::new([-1.0, 0.0], 1.001),
    ] {
        assert!(flight.crossing(&plane, Crossing::Any).is_none());
    }
    // a swing that does not end crosses for ever
    let swing = LinearLaw::spring(4.0).launch([1.0, 0.0], [0.0, 0.0]);
    let forever = swing.crossings(
        &Plane::new([1.0, 0.0], 0.5),
        Crossing::Any,
        0.0..f64::INFINITY,
    );
    assert_eq!(forever.unwrap().take(1000).count(), 1000);
}

#[test]
fn the_first_of_a_kind_is_asked_for_by_plane_and_direction() {
    let air = Ballistics::new([0.0_f32, -9.81, 0.0])
        .with_drag_rate(0.2)
        .with_wind([1.0, 0.0, 0.5]);
    let flight = air.launch([0.0, 1.0, 0.0], [5.0, 12.0, 1.0]);
    let up = flight
        .crossing(&air.level(4.0), Crossing::Ascending)
        .unwrap();
    let down = flight
        .crossing(&air.level(4.0), Crossing::Descending)
        .unwrap();
    assert!(up.time < flight.apex().unwrap().time && down.time > flight.apex().unwrap().time);
    for event in [up, down] {
        assert!((event.position.y - 4.0).abs() < 1e-5);
    }
    let _: (Vector2<f32>, Vector3<f32>) = (up.position.xy(), up.velocity);
}

/// Along such a plane the pull is rounding, of either sign; what drag leaves of a climb gets there all the same.
#[test]
fn planes_along_the_pull_are_crossed() {
    let mut cases = Cases::new(53);
    for _ in 0..2000 {
        let rate = cases.decades(1e-3, 2.0);
        let wind = [cases.uniform(-9.0..9.0), cases.uniform(-9.0..9.0)];
        let air = Ballistics::<f64, 2>::new([0.0, -9.81])
            .with_drag_rate(rate)
            .with_wind(wind);
        let pull = air.gravitational_acceleration() + air.wind() * rate;
        let across = Vector2::new(pull.y, -pull.x).normalize();
        let velocity = Vector2::new(cases.uniform(-30.0..30.0), cases.uniform(-30.0..30.0));
        let reach = across.dot(&velocity) / rate;
        let plane = Plane::new(across, reach * cases.uniform(0.01..0.99));
        let law = LinearLaw::gravity(air.gravitational_acceleration())
            + LinearLaw::drag(rate).in_wind(wind);
        let crossed = [
            air.launch([0.0; 2], velocity)
                .crossing(&plane, Crossing::Any),
            law.launch([0.0; 2], velocity)
                .crossing(&plane, Crossing::Any),
        ];
        for event in crossed {
            let expected = -(1.0 - plane.distance / reach).ln() / rate;
            let time = event
                .unwrap_or_else(|| panic!("{air:?} {velocity} {plane:?} {crossed:?} {expected}"))
                .time;
            assert!(
                (time - expected).abs() < 1e-12 * (expected + 1.0 / rate),
                "{time} {expected}"
            );
        }
    }
}

/// A law that turns velocities, with all else that is linear.
fn turning<const D: usize>(cases: &mut Cases) -> LinearLaw<f64, D>
where
    f64: kinstep::Real<D>,
{
    let axial = |cases: &mut Cases, size: f64| {
        let components = core::array::from_fn(|_| cases.uniform(-size..size));
        <f64 as kinstep::Real<D>>::axial_from(components)
    };
    let mut law = LinearLaw::gyrating(axial(cases, 5.0));
    if cases.chance(0.6) {
        law += LinearLaw::gravity(vector::<D>(cases, 10.0));
    }
    if cases.chance(0.4) {
        law += LinearLaw::drag(cases.decades(1e-3, 3.0)).in_wind(vector::<D>(cases, 10.0));
    }
    if cases.chance(0.4) {
        law += LinearLaw::spring(cases.decades(1e-2, 30.0)).anchored_at(vector::<D>(cases, 5.0));
    }
    if cases.chance(0.3) {
        law += LinearLaw::rotating_frame(axial(cases, 1.0));
    }
    if cases.chance(0.2) {
        law += LinearLaw::free().ramping(vector::<D>(cases, 1.0));
    }
    law
}

/// A field along an axis that turns a charge so fast \[rad/s\], gravity along and across it, and drag with one in three.
fn field(cases: &mut Cases, case: u32, axis: &SVector<f64, 3>, rate: f64) -> LinearLaw<f64, 3> {
    let (fall, drag) = (cases.uniform(-1.0..1.0), cases.decades(1e-3, 0.1));
    let fall = if case.is_multiple_of(5) { 0.0 } else { fall };
    let drag = if case.is_multiple_of(3) { drag } else { 0.0 };
    LinearLaw::gyrating(axis * rate)
        + LinearLaw::gravity(axis * fall + vector::<3>(cases, 0.5))
        + LinearLaw::drag(drag)
}

/// A charge falls along its field while it turns hundreds of radians: no end is given, and none of what happens late is
/// missed. Against a look every fifth of a radian.
#[test]
fn what_gyrates_is_followed_for_as_long_as_anything_can_happen() {
    let mut cases = Cases::new(57);
    let (mut late, mut never) = (0, 0);
    for case in 0..60 {
        let axis = vector::<3>(&mut cases, 1.0).normalize();
        let rate = cases.uniform(5.0..20.0);
        let law = field(&mut cases, case, &axis, rate);
        let launch = axis * cases.uniform(-10.0..10.0) + vector::<3>(&mut cases, 2.0);
        let flight = law.launch(vector::<3>(&mut cases, 3.0), launch);
        // along the field, or beside it
        let beside = cases.decades(1e-3, 0.3);
        let beside = if case.is_multiple_of(2) { 0.0 } else { beside };
        let normal = axis + vector::<3>(&mut cases, 1.0) * beside;
        let plane = Plane::new(normal, cases.uniform(-60.0..60.0));

        let crossing = flight.crossing(&plane, Crossing::Any);
        let apex = flight.apex_along(normal);
        let bounds = flight.bounds(0.0..500.0 / rate).unwrap();
        let (mut crossed, mut topped) = (None, None);
        let mut before = flight.at(0.0);
        for index in 1..2500 {
            let now = flight.at(f64::from(index) * 0.2 / rate);
            let heights = [before, now].map(|event| plane.height(event.position));
            let rates = [before, now].map(|event| normal.dot(&event.velocity));
            if crossed.is_none() && heights[0] * heights[1] < 0.0 {
                crossed = Some(now.time);
            }
            if topped.is_none() && rates[0] > 0.0 && rates[1] < 0.0 {
                topped = Some(now.time);
            }
            let out = (bounds.min - now.position).max();
            let out = out.max((now.position - bounds.max).max());
            assert!(out < 1e-12 * (1.0 + now.position.norm()), "{case}: {out}");
            before = now;
        }
        for (found, seen) in [(crossing, crossed), (apex, topped)] {
            let found = found.map(|event| event.time);
            assert!(
                seen.is_none_or(|seen| found.is_some_and(|found| found <= seen)),
                "{case}: {found:?} instead of {seen:?}"
            );
            late += u32::from(seen.is_some_and(|seen| seen > 100.0 / rate));
            never += u32::from(found.is_none());
        }
        let around = |time: f64| [-1e-9, 1e-9].map(|by| flight.at(time + by * time.max(1.0)));
        if let Some(event) = crossing {
            let sides = around(event.time).map(|event| plane.height(event.position));
            assert!(sides[0] * sides[1] < 0.0, "{case}: {sides:?}");
        }
        if let Some(event) = apex {
            let rates = around(event.time).map(|event| normal.dot(&event.velocity));
            assert!(rates[0] > 0.0 && rates[1] < 0.0, "{case}: {rates:?}");
        }
    }
    println!("{late} later than a hundred radians, {never} never");
    assert!(late > 15 && never > 40, "{late} {never}");
}

/// Circles that never reach a plane, or lie in one beside it, at rest, adrift and in drag: there is no end to look at, and
/// yet it is known at once.
#[test]
fn what_circles_beside_a_plane_never_crosses_it() {
    let start = Effort::begin();
    let (mut never, mut crossing) = (0, 0);
    for axis in [[0.3, 1.0, 0.2], [1.0, 1.0, 1.0], [0.0, 1.0, 0.0]] {
        let axis = Vector3::from(axis).normalize();
        let across = axis.cross(&Vector3::new(0.7, 0.1, -0.3));
        let aside = axis.cross(&across);
        for (pull, drag) in [(0.0, 0.0), (1.0, 0.0), (0.0, 0.01), (1.0, 0.01)] {
            let law = LinearLaw::gyrating(axis * 10.0)
                + LinearLaw::gravity(across * pull)
                + LinearLaw::drag(drag);
            for velocity in [across, across * 2.0 + axis * 1e-9, axis * 0.0, axis] {
                let flight = law.launch(axis * 5.0, velocity);
                let beside = [across * 1e-3, across * 1e-15].map(|by| axis + by);
                let normals = [axis, across, aside, across + aside, beside[0], beside[1]];
                for (normal, distance) in normals.into_iter().zip([0.0, 0.02].into_iter().cycle()) {
                    let plane = Plane::new(normal, distance);
                    let found = flight.crossing(&plane, Crossing::Any);
                    let _ = flight.apex_along(normal);
                    let times = (0..300).map(|index| 0.02 * f64::from(index));
                    let heights = times.map(|time| plane.height(flight.position(time)));
                    let clear: Vec<_> = heights.filter(|height| height.abs() > 1e-12).collect();
                    let seen = clear.windows(2).any(|pair| pair[0] * pair[1] < 0.0);
                    assert!(!seen || found.is_some(), "{axis} {velocity} {plane:?}");
                    never += u32::from(found.is_none());
                    crossing += u32::from(seen);
                }
            }
        }
    }
    println!("{never} never, {crossing} soon, {:?}", start.spent());
    assert!(never > 100 && crossing > 20, "{never} {crossing}");
    // one took three seconds, when it was followed until the looks were spent
    assert!(start.spent() < Duration::from_secs(30));
}

/// Charges, frames and lift in plane and space: turns that no closed form knows.
#[test]
fn crossings_of_what_gyrates_are_all_there() {
    let mut cases = Cases::new(54);
    let mut tally = Tally::default();
    while tally.cases < 40 {
        let law = turning::<3>(&mut cases);
        let flight = law.launch(vector::<3>(&mut cases, 20.0), vector::<3>(&mut cases, 30.0));
        let normal = vector::<3>(&mut cases, 1.0);
        let end = cases.decades(0.1, 10.0);
        let plane = Plane::new(normal, distance(&mut cases, &flight, &normal, end));
        let mut moments = || cases.uniform(0.0..end);
        check(&flight, &plane, end, &mut moments, &mut tally);
        let law = turning::<2>(&mut cases);
        let flight = law.launch(vector::<2>(&mut cases, 20.0), vector::<2>(&mut cases, 30.0));
        let normal = vector::<2>(&mut cases, 1.0);
        let end = cases.decades(0.1, 10.0);
        let plane = Plane::new(normal, distance(&mut cases, &flight, &normal, end));
        let mut moments = || cases.uniform(0.0..end);
        check(&flight, &plane, end, &mut moments, &mut tally);
    }
    println!(
        "{} cases, {} crossings, {} with several",
        tally.cases, tally.crossings, tally.doubles
    );
    assert!(tally.crossings > 30 && tally.doubles > 5);
}
