//! Events are on their planes; no event is missed, and none is invented.

use kinstep::LinearLaw;
use kinstep::nalgebra::{SVector, Vector2, Vector3};
use kinstep::trajectory::{Crossing, Event, Plane, Trajectory};
use kinstep_flight::Ballistics;
use truths::Cases;
use truths::truth::{big, small};

/// Counts of what was checked.
#[derive(Debug, Default)]
struct Tally {
    cases: usize,
    crossings: usize,
    doubles: usize,
}

/// Checks all crossings of a plane in a span: each is a crossing in the direction asked for, and at
/// each of many moments the flight is on the side that the crossings before it lead to.
fn check<const D: usize>(
    flight: &impl Trajectory<D>,
    plane: &Plane<f64, D>,
    end: f64,
    cases: &mut Cases,
    tally: &mut Tally,
) {
    let height = |time: f64| plane.height(flight.position(time));
    // bound of the rounding error of a height; measured: 75 ε, of a body that is repelled by e^8
    // from a plane 53 km away
    let grain = |time: f64| {
        let at = flight.position(time).norm() + flight.position(0.0).norm() + plane.distance.abs();
        let moved = (flight.tangent(time).norm() + flight.tangent(0.0).norm()) * time;
        96.0 * f64::EPSILON * (at + moved)
    };
    let list =
        |which| -> Vec<Event<D>> { flight.crossings(plane, which, 0.0..end).unwrap().collect() };
    let all = list(Crossing::Any);
    tally.cases += 1;
    tally.crossings += all.len();
    tally.doubles += usize::from(all.len() > 1);
    // ascending and descending crossings alternate
    let (up, down) = (list(Crossing::Ascending), list(Crossing::Descending));
    assert_eq!(up.len() + down.len(), all.len());
    let mut next_up = height(0.0) < 0.0;
    if height(0.0).abs() <= grain(0.0) {
        // the flight starts on the plane, and goes to one side
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
        let (off, grain) = (height(event.time).abs(), grain(event.time));
        assert!(off <= grain, "{off} {grain}");
        next_up = !next_up;
    }
    assert!(all.is_sorted_by(|a, b| a.time <= b.time));
    let first = flight.crossing(plane, Crossing::Any);
    let first = first.map(|event| event.time).filter(|time| *time < end);
    let told = || format!("{first:?} {end} {all:?} {plane:?} {}", height(0.0));
    match (first, all.first()) {
        // two crossings that nearly coincide are known only to the square root of rounding
        (Some(one), Some(other)) => assert!(
            (one / other.time - 1.0).abs() < 1e-9 || height(one).abs() <= grain(one),
            "{}",
            told()
        ),
        (one, other) => assert!(one.is_none() && other.is_none(), "{}", told()),
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
    (0..24).for_each(|_| expect(cases.uniform(0.0..end)));
    // just before and after each crossing, and between two crossings
    for pair in all.windows(2) {
        expect(0.5 * (pair[0].time + pair[1].time));
    }
    for event in &all {
        for share in [-1e-6, 1e-6] {
            expect((event.time * (1.0 + share)).min(end));
        }
    }
}

/// Checks the crossings of a plane that is crossed at a random time, that is just touched or just
/// missed, or that is at a random distance.
fn look<const D: usize>(
    flight: &impl Trajectory<D>,
    longest: f64,
    cases: &mut Cases,
    tally: &mut Tally,
) {
    let normal: SVector<f64, D> = cases.vector(1.0);
    let end = cases.decades(0.1, longest);
    let at = |time: f64| normal.dot(&flight.position(time));
    let turn = flight.apex_along(normal);
    let turn = turn.or_else(|| flight.apex_along(-normal));
    let distance = match cases.uniform(0.0..3.0) as u32 {
        0 => at(cases.uniform(0.0..end)),
        1 => turn.map_or(at(0.0), |turn| {
            let there = at(turn.time);
            there + cases.signed_decades(1e-15, 1.0) * (1.0 + there.abs())
        }),
        _ => cases.uniform(-50.0..50.0),
    };
    check(flight, &Plane::new(normal, distance), end, cases, tally);
}

/// All crossings of throws are found: of parabolas, of flights with linear drag and wind, by the
/// rational model, and sometimes with quadratic drag.
#[test]
fn crossings_of_throws_are_all_there() {
    let mut cases = Cases::new(50);
    let mut tally = Tally::default();
    for case in 0..30_000 {
        let mut air = Ballistics::new(cases.vector::<f64, 3>(10.0));
        if cases.chance(0.8) {
            air = air
                .with_drag_rate(cases.decades(1e-9, 30.0))
                .with_wind(cases.vector::<f64, 3>(10.0));
        }
        let (position, velocity) = (cases.vector::<f64, 3>(20.0), cases.vector::<f64, 3>(30.0));
        look(
            &air.launch(position, velocity),
            100.0,
            &mut cases,
            &mut tally,
        );
        let quick = air.rational().launch(position, velocity);
        look(&quick, 100.0, &mut cases, &mut tally);
        if case % 8 == 0 {
            let air = air
                .with_terminal_speed(cases.decades(3.0, 100.0))
                .quadratic();
            look(
                &air.launch(position, velocity),
                20.0,
                &mut cases,
                &mut tally,
            );
        }
    }
    println!("{tally:?}");
    assert!(tally.crossings > 30_000 && tally.doubles > 5_000);
}

/// All crossings of oscillations are found: springs of every kind, with drag that damps or drives,
/// and ramps. Each flight has many crossings.
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
        let mut law = LinearLaw::gravity(cases.vector::<f64, 2>(10.0))
            + LinearLaw::drag(damping)
            + LinearLaw::spring(stiffness);
        if cases.chance(0.4) {
            law += LinearLaw::free().ramping(cases.vector::<f64, 2>(1.0));
        }
        let flight = law.launch(cases.vector::<f64, 2>(20.0), cases.vector::<f64, 2>(30.0));
        look(&flight, 20.0, &mut cases, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.crossings > 16_000 && tally.doubles > 2_500);
}

/// All crossings of charges, frames and lift are found, in the plane and in space; no closed form
/// gives their extrema.
#[test]
fn crossings_of_what_gyrates_are_all_there() {
    fn one<const D: usize>(cases: &mut Cases, tally: &mut Tally)
    where
        f64: kinstep::Real<D>,
    {
        let law = turning::<D>(cases);
        let flight = law.launch(cases.vector::<f64, D>(20.0), cases.vector::<f64, D>(30.0));
        look(&flight, 10.0, cases, tally);
    }
    let mut cases = Cases::new(54);
    let mut tally = Tally::default();
    for _ in 0..20 {
        one::<3>(&mut cases, &mut tally);
        one::<2>(&mut cases, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.crossings > 30 && tally.doubles > 5);
}

/// Landing times are exact to the last digits, by one Newton step in hundreds of digits.
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
        // only well conditioned landings: the body falls fast enough for its heights and its time
        let falls = small(&falling).abs() * landing.time;
        let terms = (height - level).abs() + small(&s) * climb.abs() + small(&s1) * 9.81;
        if falls < 0.1 * terms {
            continue;
        }
        worst = worst.max(small(&(&over / &falling / &t)).abs());
        count += 1;
    }
    assert!(worst < 1e-14, "{worst:e}"); // measured: 4e-16
}

/// A flight crosses a plane just below its apex twice, and one just above it never; a plane just
/// within the reach of a body with drag is crossed late.
#[test]
fn tops_and_levels() {
    let air = Ballistics::<2>::new([0.0, -9.81]).with_terminal_speed(35.0);
    let flight = air.launch([0.0, 1.5], [30.0, 8.0]);
    let apex = flight.apex().unwrap();
    let rate = 9.81 / 35.0;
    assert!((apex.time - (8.0 / 35.0_f64).ln_1p() / rate).abs() < 1e-15);
    assert!(apex.velocity.y.abs() < 1e-14);
    let level = |off: f64| air.level(apex.position.y + off);
    assert!(flight.crossing(&level(1e-12), Crossing::Any).is_none());
    let through = flight.crossings(&level(-1e-12), Crossing::Any, 0.0..9.0);
    assert_eq!(through.unwrap().count(), 2);
    let quick = air.rational().launch([0.0, 1.5], [30.0, 8.0]).apex();
    assert!(quick.unwrap().velocity.y.abs() < 1e-14);

    // no apex: downward, level, at rest, and without gravity
    let void = Ballistics::<2>::new([0.0, 0.0]);
    let none = [
        (air, [1.0, -1.0]),
        (air, [1.0, 0.0]),
        (air, [0.0, 0.0]),
        (void, [1.0, 1.0]),
    ];
    for (air, velocity) in none {
        assert_eq!(air.launch([0.0, 0.0], velocity).apex(), None);
    }
    // an apex along another direction: the flight turns back against the wind
    let windy = air.with_wind([-20.0, 0.0]).launch([0.0, 0.0], [10.0, 5.0]);
    let turn = windy.apex_along([1.0, 0.0]).unwrap();
    assert!(turn.velocity.x.abs() < 1e-14 && turn.position.x > 0.0);
    assert_eq!(windy.apex_along([-1.0, 0.0]), None);

    // drag stops the body just before the plane, or just beyond it
    let still = void.with_drag_rate(0.5).launch([0.0, 0.0], [10.0, 0.0]);
    let reach = |x: f64| still.crossing(&Plane::new([1.0, 0.0], x), Crossing::Any);
    assert!(reach(20.0 + 1e-12).is_none());
    let late = reach(20.0 * (1.0 - 1e-12)).unwrap();
    assert!((late.time - 2.0 * 12.0 * 10_f64.ln()).abs() < 1e-3);
}

/// Crossings are found that a driven spring, or a spring that drifts slowly, reaches after up to a
/// billion oscillations.
#[test]
fn far_crossings_are_found() {
    let [spring, right] = [
        LinearLaw::<f64, 2>::spring(4.0),
        LinearLaw::free().ramping([4e-9, 0.0]),
    ];
    let crossing = |law: LinearLaw<f64, 2>, normal: f64, far: f64| {
        let flight = law.launch([1.0, 0.0], [0.0, 0.0]);
        flight.crossing(&Plane::new([normal, 0.0], far), Crossing::Any)
    };
    for far in [2.0_f64, 10.0, 1e3] {
        let event = crossing(spring + LinearLaw::drag(-1e-9), 1.0, far).unwrap();
        // the amplitude R grows like e^(γt/2): no crossing before it reaches the plane, and one
        // within two oscillations after
        let late = event.time - 2.0 * far.ln() / 1e-9;
        assert!(late > -1.0 && late < 7.0, "{far}: {late}");
    }
    let event = crossing(spring + right, 1.0, 10.0).unwrap();
    assert!((event.time - 9e9).abs() < 10.0);
    // planes that are never reached
    for normal in [1.0, -1.0] {
        let held = crossing(spring + LinearLaw::drag(1e-9), normal, 1.001);
        assert!(held.is_none());
    }
    // an oscillation without damping crosses for ever
    let swing = spring.launch([1.0, 0.0], [0.0, 0.0]);
    let half = Plane::new([1.0, 0.0], 0.5);
    let forever = swing.crossings(&half, Crossing::Any, 0.0..f64::INFINITY);
    assert_eq!(forever.unwrap().take(1000).count(), 1000);
}

/// Planes along the constant acceleration are crossed. The acceleration across them is a rounding
/// error of either sign; a climb that drag slows still reaches them.
#[test]
fn planes_along_the_pull_are_crossed() {
    let mut cases = Cases::new(53);
    for _ in 0..2000 {
        let rate = cases.decades(1e-3, 2.0);
        let (wind, velocity) = (cases.vector::<f64, 2>(9.0), cases.vector::<f64, 2>(30.0));
        let gravity = Vector2::new(0.0, -9.81);
        let air = Ballistics::new(gravity)
            .with_drag_rate(rate)
            .with_wind(wind);
        let pull = gravity + wind * rate;
        let across = Vector2::new(pull.y, -pull.x).normalize();
        let reach = across.dot(&velocity) / rate;
        let plane = Plane::new(across, reach * cases.uniform(0.01..0.99));
        let law = LinearLaw::gravity(gravity) + LinearLaw::drag(rate).in_wind(wind);
        let expected = -(1.0 - plane.distance / reach).ln() / rate;
        for event in [
            (air.launch([0.0; 2], velocity)).crossing(&plane, Crossing::Any),
            (law.launch([0.0; 2], velocity)).crossing(&plane, Crossing::Any),
        ] {
            let off = event.map(|event| (event.time - expected).abs());
            let is_exact = off.is_some_and(|off| off < 1e-12 * (expected + 1.0 / rate));
            assert!(
                is_exact,
                "{air:?} {velocity} {plane:?} {event:?} {expected}"
            );
        }
    }
}

/// A random law that rotates velocities, with all other linear terms.
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
        law += LinearLaw::gravity(cases.vector::<f64, D>(10.0));
    }
    if cases.chance(0.4) {
        let wind = cases.vector::<f64, D>(10.0);
        law += LinearLaw::drag(cases.decades(1e-3, 3.0)).in_wind(wind);
    }
    if cases.chance(0.4) {
        let anchor = cases.vector::<f64, D>(5.0);
        law += LinearLaw::spring(cases.decades(1e-2, 30.0)).anchored_at(anchor);
    }
    if cases.chance(0.3) {
        law += LinearLaw::rotating_frame(axial(cases, 1.0));
    }
    if cases.chance(0.2) {
        law += LinearLaw::free().ramping(cases.vector::<f64, D>(1.0));
    }
    law
}

/// A charge falls along its field while it rotates by hundreds of radians: without a given end, no
/// late event is missed. Compared with samples every fifth of a radian.
#[test]
fn what_gyrates_is_followed_for_as_long_as_anything_can_happen() {
    let mut cases = Cases::new(57);
    let (mut late, mut never) = (0, 0);
    for case in 0..30_u32 {
        let axis = cases.vector::<f64, 3>(1.0).normalize();
        let rate = cases.uniform(5.0..20.0);
        // gravity along and across the field, and drag in one case of three
        let (fall, drag) = (cases.uniform(-1.0..1.0), cases.decades(1e-3, 0.1));
        let fall = if case.is_multiple_of(5) { 0.0 } else { fall };
        let drag = if case.is_multiple_of(3) { drag } else { 0.0 };
        let law = LinearLaw::gyrating(axis * rate)
            + LinearLaw::gravity(axis * fall + cases.vector::<f64, 3>(0.5))
            + LinearLaw::drag(drag);
        let launch = axis * cases.uniform(-10.0..10.0) + cases.vector::<f64, 3>(2.0);
        let flight = law.launch(cases.vector::<f64, 3>(3.0), launch);
        // a plane across the field, or nearly so
        let beside = cases.decades(1e-3, 0.3);
        let beside = if case.is_multiple_of(2) { 0.0 } else { beside };
        let normal = axis + cases.vector::<f64, 3>(1.0) * beside;
        let plane = Plane::new(normal, cases.uniform(-60.0..60.0));

        let height = |at: &Event<3>| plane.height(at.position);
        let rise = |at: &Event<3>| normal.dot(&at.velocity);
        let bounds = flight.bounds(0.0..500.0 / rate).unwrap();
        let (mut crossed, mut topped) = (None, None);
        let looks = (0..2500).map(|index| flight.at(f64::from(index) * 0.2 / rate));
        for pair in looks.collect::<Vec<_>>().windows(2) {
            let (heights, rates) = (
                [0, 1].map(|i| height(&pair[i])),
                [0, 1].map(|i| rise(&pair[i])),
            );
            if heights[0] * heights[1] < 0.0 {
                crossed = crossed.or(Some(pair[1].time));
            }
            if rates[0] > 0.0 && rates[1] < 0.0 {
                topped = topped.or(Some(pair[1].time));
            }
            let at = pair[1].position;
            let out = (bounds.min - at).max().max((at - bounds.max).max());
            assert!(out < 1e-12 * (1.0 + at.norm()), "{case}: {out}");
        }
        let crossing = flight.crossing(&plane, Crossing::Any);
        let crossing = crossing.map(|event| event.time);
        let apex = flight.apex_along(normal).map(|event| event.time);
        for (found, seen) in [(crossing, crossed), (apex, topped)] {
            let is_first = seen.is_none_or(|seen| found.is_some_and(|found| found <= seen));
            assert!(is_first, "{case}: {found:?} instead of {seen:?}");
            late += u32::from(seen.is_some_and(|seen| seen > 100.0 / rate));
            never += u32::from(found.is_none());
        }
        let around = |time: f64| [-1e-9, 1e-9].map(|by| flight.at(time + by * time.max(1.0)));
        if let Some(sides) = crossing.map(|time| around(time).map(|at| height(&at))) {
            assert!(sides[0] * sides[1] < 0.0, "{case}: {sides:?}");
        }
        if let Some(rates) = apex.map(|time| around(time).map(|at| rise(&at))) {
            assert!(rates[0] > 0.0 && rates[1] < 0.0, "{case}: {rates:?}");
        }
    }
    assert!(late > 7 && never > 20, "{late} {never}");
}

/// A charge that circles beside a plane, or parallel to it, has no crossing, and this is found
/// without following its motion: at rest, adrift and in drag. One case took three seconds when the
/// motion was followed to the limit of looks.
#[test]
fn what_circles_beside_a_plane_never_crosses_it() {
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
    assert!(never > 100 && crossing > 20, "{never} {crossing}");
}
