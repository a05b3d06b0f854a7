//! A swarm reports every body that crosses a plane in a step, once, with the time of the crossing.

use kinstep::nalgebra::{SVector, Vector3};
use kinstep::trajectory::{Crossing, Event, LawFlight, Plane, Trajectory};
use kinstep::{Float, LinearLaw, Real};
use kinstep_swarm::{Group, Landed, SwarmError};
use kinstep_swarm::{Swarm, Swarm2, Swarm3};
use truths::Cases;
use truths::memory::taken_on_one_thread;
use truths::widths::{narrow, widen};

const WAYS: [Crossing; 3] = [Crossing::Ascending, Crossing::Descending, Crossing::Any];

/// Number of kinds of laws.
const KINDS: usize = 9;

/// A law of a kind, for steps of this length \[s\].
fn law<T: Real<D> + Float, const D: usize>(
    cases: &mut Cases,
    kind: usize,
    dt: f64,
) -> LinearLaw<T, D> {
    let gravity = LinearLaw::gravity(cases.vector::<T, D>(10.0));
    let drag = LinearLaw::drag(narrow(cases.decades(1e-3, 3.0)));
    let drag = drag.in_wind(cases.vector::<T, D>(10.0));
    // rate of a negative drag or a repulsion that grows by at most a few e-folds in a step
    let few = cases.uniform(0.1..3.0) / dt;
    let ramp = LinearLaw::free().ramping(cases.vector::<T, D>(2.0));
    let spring = LinearLaw::spring(narrow(cases.decades(1e-2, 10.0)));
    let axis = T::axial_from([0.8, -0.4, 1.1].map(|x| narrow(x * cases.uniform(-1.0..1.0))));
    match kind {
        0 => gravity,
        1 => gravity + drag,
        2 => gravity + drag + ramp,
        3 => gravity + LinearLaw::drag(narrow(-few)),
        4 => gravity + spring,
        5 => gravity + spring + drag + ramp,
        6 => gravity + LinearLaw::spring(narrow(-few * few)),
        7 => gravity + drag + LinearLaw::gyrating(axis),
        _ => LinearLaw::rotating_frame(axis) + gravity,
    }
}

/// Initial states, from which equal swarms can be built.
#[derive(Clone)]
struct Throws<T, const D: usize>(Vec<(SVector<T, D>, SVector<T, D>)>);

impl<T: Float, const D: usize> Throws<T, D> {
    fn new(cases: &mut Cases, count: usize) -> Self {
        let body = |cases: &mut Cases| (cases.vector(20.0), cases.vector(30.0));
        Self((0..count).map(|_| body(cases)).collect())
    }

    fn swarm(&self) -> Swarm<T, D> {
        let mut swarm = Swarm::with_capacity(self.0.len());
        for (position, velocity) in &self.0 {
            swarm.push(*position, *velocity).unwrap();
        }
        swarm
    }
}

/// A vector in `f64`.
fn widened<T: Float, const D: usize>(vector: &SVector<T, D>) -> SVector<f64, D> {
    vector.map(widen)
}

/// The first crossing of a flight within a step, forwards or backwards.
fn first<const D: usize>(
    flight: &impl Trajectory<D>,
    plane: &Plane<f64, D>,
    which: Crossing,
    dt: f64,
) -> Option<Event<D>> {
    if dt > 0.0 {
        (flight.crossings(plane, which, 0.0..dt).unwrap()).next()
    } else {
        (flight.crossings(plane, which, dt..0.0).unwrap()).last()
    }
}

/// Numbers of bodies, of crossings, and of crossings at the ends of a step that only rounding
/// decides; and the largest distance of a crossing from the plane, in rounding errors.
#[derive(Default, Debug)]
struct Tally {
    bodies: usize,
    crossings: usize,
    at_ends: usize,
    worst: f64,
}

/// Steps a swarm across a plane, and compares each body with its own flight.
fn check<T: Real<D> + Float, const D: usize>(
    throws: &Throws<T, D>,
    law: &LinearLaw<T, D>,
    (plane, which): (&Plane<T, D>, Crossing),
    dt: T,
    tally: &mut Tally,
) {
    let (mut swarm, mut plain) = (throws.swarm(), throws.swarm());
    let mut landed = vec![];
    let done = swarm.step_across(law, dt, plane, which, &mut landed);
    assert_eq!(done.is_ok(), plain.step(law, dt).is_ok());
    if done.is_err() {
        return;
    }
    assert_eq!(swarm.positions(), plain.positions());
    assert_eq!(swarm.velocities(), plain.velocities());
    assert_eq!(swarm.time(), plain.time());
    assert!(landed.is_sorted_by(|a, b| a.body < b.body));
    let mut listed = landed.iter().peekable();
    for (body, (position, velocity)) in throws.0.iter().enumerate() {
        let found = listed.next_if(|landed| landed.body == body);
        let flight = law.launch(widened(position), widened(velocity));
        let wide = Plane::new(widened(&plane.normal), widen(plane.distance));
        let expected = first(&flight, &wide, which, widen(dt));
        let (x, v) = (swarm.positions()[body], swarm.velocities()[body]);
        // bound of the rounding error of a height at the ends of the step
        let moved = (velocity.norm() + v.norm()) * dt.abs();
        let size = plane.normal.norm() * (position.norm() + x.norm() + moved);
        let grain = 16.0 * widen(T::default_epsilon() * (size + plane.distance.abs()));
        tally.bodies += 1;
        match (found, expected) {
            (None, None) => {}
            (Some(found), Some(event)) if agree((found, &event), &flight, &wide, tally) => {
                tally.crossings += 1;
                let rate = plane.normal.dot(&found.velocity);
                let ascends = rate > T::zero();
                if widen(rate.abs()) > 1e-3 {
                    assert!(which == Crossing::Any || (which == Crossing::Ascending) == ascends);
                }
            }
            (found, expected) => {
                // within rounding a body counts as on the plane, but a flight in `f64` has a
                // definite side
                let [start, end] = [*position, x].map(|at| widen(plane.height(at)).abs());
                assert!(
                    start.min(end) <= grain,
                    "{found:?} {expected:?}: it starts {start} and ends {end} from the plane, {grain} {flight:?} {plane:?} {dt}"
                );
                tally.at_ends += 1;
            }
        }
    }
    assert!(listed.next().is_none());
}

/// Whether both are the same crossing, and the crossing is on the plane, to rounding.
fn agree<T: Float, const D: usize>(
    (found, event): (&Landed<T, D>, &Event<D>),
    flight: &LawFlight<D>,
    plane: &Plane<f64, D>,
    tally: &mut Tally,
) -> bool {
    let (time, epsilon) = (widen(found.time), widen(T::default_epsilon()));
    let [start, there] = [0.0, time].map(|time| flight.at(time));
    let moved = (start.velocity.norm() + there.velocity.norm()) * time.abs();
    let size = plane.normal.norm() * (start.position.norm() + there.position.norm() + moved)
        + plane.distance.abs();
    let off = plane.height(there.position).abs() / (epsilon * size);
    tally.worst = tally.worst.max(off);
    // a grazing crossing is known only to the square root of the rounding error
    let rate = plane.normal.dot(&event.velocity).abs();
    let apart = (time - event.time).abs();
    let same = apart <= event.time.abs() * 1e-6 || apart * rate <= size * epsilon * 16.0;
    same && off <= 8.0
}

#[test]
fn crossings_are_those_of_flights() {
    fn check_all<T: Real<D> + Float, const D: usize>(seed: u128) {
        let mut cases = Cases::new(seed);
        for kind in 0..KINDS {
            let mut tally = Tally::default();
            let gyrates = kind >= 7;
            let (swarms, longest) = if gyrates { (30, 10.0) } else { (60, 100.0) };
            for round in 0..swarms {
                let is_frame = cases.chance(0.3);
                let dt = if is_frame {
                    1.0 / 60.0
                } else {
                    cases.decades(1e-3, longest)
                };
                // backward in time drag accelerates bodies, and rounding errors grow with the
                // distance: limit dt
                let dt = if cases.chance(0.3) { -dt.min(3.0) } else { dt };
                let law = law::<T, D>(&mut cases, kind, dt.abs());
                let dt: T = narrow(dt);
                let throws = Throws::<T, D>::new(&mut cases, 50);
                let normal = cases.vector::<T, D>(1.0);
                // the plane goes through a point on the path of the first body
                let (from, thrown) = throws.0[0];
                let flight = law.launch(widened(&from), widened(&thrown));
                let there = flight.position(widen(dt) * cases.uniform(0.0..1.0));
                let plane = Plane::through(there.map(narrow::<T>), normal);
                if plane.distance.is_finite() {
                    check(&throws, &law, (&plane, WAYS[round % 3]), dt, &mut tally);
                }
            }
            // measured: 40 to 662 crossings, none at an end
            assert!(
                tally.crossings > 20 && tally.at_ends < 4,
                "kind {kind}: {tally:?}"
            );
        }
    }
    check_all::<f64, 3>(1);
    check_all::<f64, 2>(2);
    check_all::<f32, 3>(3);
    check_all::<f32, 2>(4);
}

/// All crossings are found if the height has an extremum within the step, close to the plane: two
/// or none.
#[test]
fn shallow_turns_are_all_found() {
    let mut cases = Cases::new(5);
    let mut tally = Tally::default();
    for round in 0..3000 {
        let dt = cases.decades(1e-3, 10.0);
        let law = law::<f64, 3>(&mut cases, round % 7, dt);
        let throws = Throws::<f64, 3>::new(&mut cases, 1);
        let normal: Vector3<f64> = cases.vector(1.0);
        let flight = law.launch(throws.0[0].0, throws.0[0].1);
        let turn = flight.apex_along(normal);
        let turn = turn.or_else(|| flight.apex_along(-normal));
        let Some(turn) = turn.filter(|turn| turn.time < 100.0) else {
            continue;
        };
        let height = normal.dot(&turn.position);
        let depth = cases.signed_decades(1e-12, 1e-1) * (1.0 + height.abs());
        let plane = Plane::new(normal, height + depth);
        let dt = turn.time * cases.uniform(1.0..2.0);
        check(&throws, &law, (&plane, WAYS[round % 3]), dt, &mut tally);
    }
    assert!(tally.crossings > 500 && tally.at_ends < 20, "{tally:?}");
}

/// A body that ends a step on the plane, or within a few rounding errors of it, is reported once:
/// in this step or in the next.
#[test]
fn a_crossing_at_the_end_of_a_step_is_found_once() {
    fn at_ends<T: Real<2> + Float>(seed: u128) {
        let mut cases = Cases::new(seed);
        for _ in 0..300 {
            let law: LinearLaw<T, 2> = LinearLaw::gravity([T::zero(), narrow(-9.81)])
                + LinearLaw::drag(narrow(cases.uniform(0.0..0.5)));
            let dt: T = narrow(1.0 / 60.0);
            let mut throws = Throws::<T, 2>::new(&mut cases, 1);
            throws.0[0].1.y = narrow(cases.uniform(-9.0..0.0));
            let mut swarm = throws.swarm();
            (0..8).for_each(|_| swarm.step(&law, dt).unwrap());
            let at = swarm.positions()[0].y;
            for ulps in -12..=12 {
                let step = at.abs() * T::default_epsilon() * narrow(f64::from(ulps));
                let plane = Plane::new([T::zero(), T::one()], at + step);
                for which in [Crossing::Descending, Crossing::Any] {
                    let mut swarm = throws.swarm();
                    let (mut landed, mut found) = (vec![], vec![]);
                    for step in 0..16 {
                        (swarm.step_across(&law, dt, &plane, which, &mut landed)).unwrap();
                        found.extend(landed.iter().map(|landed| (step, landed.time)));
                    }
                    assert_eq!(found.len(), 1, "{ulps} {found:?}");
                    assert!((7..=8).contains(&found[0].0));
                    assert!(found[0].1 >= T::zero() && found[0].1 <= dt);
                }
            }
        }
    }
    at_ends::<f64>(8);
    at_ends::<f32>(9);
}

/// A body that is set back onto the plane to bounce is reported when it next descends through the
/// plane, and not before.
#[test]
fn bounces_are_caught_once_each() {
    let law = LinearLaw::gravity([0.0, -9.81]) + LinearLaw::drag(0.05);
    // tilted, so that positions are on the plane only to rounding
    let plane = Plane::new([0.1, 0.7], 0.3);
    let unit = plane.normal.normalize();
    let mut swarm = Swarm2::with_capacity(50);
    for body in (0..50).map(f64::from) {
        swarm.push([0.3 * body, 3.0], [0.0, 0.1 * body]).unwrap();
    }
    let (mut landed, mut bounces) = (vec![], vec![0; 50]);
    for _ in 0..300 {
        (swarm.step_across(&law, 1.0 / 60.0, &plane, Crossing::Any, &mut landed)).unwrap();
        let (positions, velocities) = swarm.states_mut();
        for landed in &landed {
            let into = landed.velocity.dot(&unit);
            assert!(into < 0.0, "from above");
            bounces[landed.body] += 1;
            positions[landed.body] = landed.position;
            velocities[landed.body] = landed.velocity - unit * (2.0 * into);
        }
        assert!(positions.iter().all(|at| plane.height(*at) > -1e-12));
    }
    let are_few = bounces.iter().all(|times| (2..9).contains(times));
    assert!(are_few, "{bounces:?}");
}

/// A throw that only touches a plane is not reported; other crossings are reported at the known
/// times.
#[test]
fn touching_is_not_crossing() {
    use Crossing::{Any, Ascending, Descending};

    let law = LinearLaw::gravity([0.0, -2.0]);
    let time = |height: f64, dt: f64, which| {
        let mut swarm = Swarm2::with_capacity(1);
        swarm.push([0.0, 0.0], [0.0, 2.0]).unwrap();
        let mut landed = vec![];
        let plane = Plane::new([0.0, 1.0], height);
        (swarm.step_across(&law, dt, &plane, which, &mut landed)).unwrap();
        assert!(landed.iter().all(|landed| landed.position.y == height));
        landed.first().map(|landed| landed.time)
    };
    // the apex is at 1 m after 1 s
    for dt in [0.5, 1.0, 1.5, 2.0, 100.0] {
        assert_eq!(time(1.0, dt, Any), None);
        assert_eq!(time(1.0 + 1e-9, dt, Any), None);
    }
    let rows = [
        (0.75, 1.0, Any, Some(0.5)),
        // at the end of the step
        (0.75, 0.5, Any, Some(0.5)),
        (-3.0, -1.0, Any, Some(-1.0)),
        (0.75, 1.0, Descending, None),
        // the body starts on the plane
        (0.0, 100.0, Any, Some(2.0)),
        (0.0, 1.0, Any, None),
        // backward in time, the body came from below before the launch
        (-3.0, -100.0, Ascending, Some(-1.0)),
        (-3.0, -100.0, Descending, None),
        (0.5, 0.0, Any, None),
    ];
    for (height, dt, which, expected) in rows {
        assert_eq!(time(height, dt, which), expected, "{height} {dt} {which:?}");
    }
    let last = time(0.75, 1.5, Descending).unwrap();
    assert!((last - 1.5).abs() <= f64::EPSILON, "at the end of the step");
    let shallow = time(1.0 - 1e-8, 100.0, Ascending).unwrap();
    assert!((shallow - (1.0 - 1e-4)).abs() < 1e-12);
}

/// Crossing times follow the law of each group, and a ramp continues from step to step.
#[test]
fn groups_cross_under_their_own_laws() {
    let laws = |group: &Group<f64>| {
        LinearLaw::gravity([0.0, -1.0])
            + LinearLaw::drag(0.5 / group.mass)
            + LinearLaw::free().ramping([0.0, -0.1 * group.mass])
    };
    let mut cases = Cases::new(10);
    let mut swarm = Swarm2::with_capacity(900);
    for mass in [3.0, 10.0] {
        swarm.add_group(mass).unwrap();
    }
    for body in 0..900 {
        let height = cases.uniform(1.0..9.0);
        (swarm.push_into(body % 3, [0.0, height], [1.0, cases.uniform(-1.0..3.0)])).unwrap();
    }
    let flights: Vec<_> = (swarm.groups())
        .flat_map(|group| group.bodies.clone().map(move |body| (body, laws(&group))))
        .map(|(body, law)| law.launch(swarm.positions()[body], swarm.velocities()[body]))
        .collect();
    let plane = Plane::new([0.2, 1.0], 0.5);
    let (mut landed, mut count) = (vec![], 0);
    for step in 0..300 {
        (swarm.step_across(&laws, 0.05, &plane, Crossing::Descending, &mut landed)).unwrap();
        for landed in &landed {
            let event = flights[landed.body].crossing(&plane, Crossing::Descending);
            let (event, time) = (event.unwrap(), 0.05 * f64::from(step) + landed.time);
            // measured: 6e-15
            assert!((event.time - time).abs() < 2e-14, "{} {time}", event.time);
            assert!((event.position - landed.position).norm() < 1e-13);
            assert!((event.velocity - landed.velocity).norm() < 1e-13);
        }
        count += landed.len();
    }
    assert_eq!(count, 900, "each lands, and once");
}

/// `remove_landed` removes the landed bodies; all others stay in their groups. A list that is
/// invalid removes no body.
#[test]
fn what_has_landed_can_be_taken_out() {
    let mut cases = Cases::new(11);
    let law = LinearLaw::gravity([0.0, -9.81]);
    let ground = Plane::new([0.0, 1.0], 0.0);
    let mut swarm = Swarm2::with_capacity(600);
    swarm.add_group(2.0).unwrap();
    swarm.add_group(3.0).unwrap();
    for body in 0..600 {
        // the first coordinate identifies the body and its group
        let x = body as f64 + 1000.0 * (body % 3) as f64;
        let at = [x, cases.uniform(0.1..9.0)];
        swarm.push_into(body % 3, at, [0.0, 0.0]).unwrap();
    }
    let sorted = |swarm: &Swarm2| {
        let mut places: Vec<f64> = swarm.positions().iter().map(|at| at.x).collect();
        places.sort_by(f64::total_cmp);
        places
    };
    let mut landed = vec![];
    while !swarm.is_empty() {
        (swarm.step_across(&law, 0.05, &ground, Crossing::Descending, &mut landed)).unwrap();
        let mut stay = sorted(&swarm);
        stay.retain(|x| landed.iter().all(|landed| *x != landed.position.x));
        swarm.remove_landed(&landed).unwrap();
        assert_eq!(stay, sorted(&swarm));
        assert!(swarm.positions().iter().all(|at| at.y >= 0.0));
        for group in swarm.groups() {
            let mut there = swarm.positions()[group.bodies].iter();
            assert!(there.all(|at| at.x as usize % 1000 % 3 == group.index));
        }
    }

    for body in 0..3 {
        swarm.push([f64::from(body), 0.1], [0.0, -9.0]).unwrap();
    }
    let free = LinearLaw::free();
    (swarm.step_across(&free, 1.0, &ground, Crossing::Any, &mut landed)).unwrap();
    assert_eq!(landed.len(), 3);
    for [body, next] in [[1, 1], [2, 0]] {
        let refused = swarm.remove_landed(&[landed[body], landed[next]]);
        assert_eq!(refused, Err(SwarmError::Order { body, next }));
    }
    assert_eq!(swarm.len(), 3);
    swarm.remove_landed(&landed[1..]).unwrap();
    let gone = SwarmError::NoSuchBody { body: 2, bodies: 1 };
    assert_eq!(swarm.remove_landed(&landed), Err(gone));
    assert_eq!(gone.to_string(), "there is no body 2: the swarm has 1");
    assert_eq!(swarm.len(), 1);
}

#[test]
fn bad_input_changes_nothing() {
    use SwarmError::Normal;

    let mut swarm = Swarm3::with_capacity(1);
    swarm.push([0.0, 1.0, 0.0], [0.0, -9.0, 0.0]).unwrap();
    let free = LinearLaw::free();
    let ground = Plane::new([0.0, 1.0, 0.0], 0.0);
    let mut landed = vec![];
    (swarm.step_across(&free, 1.0, &ground, Crossing::Any, &mut landed)).unwrap();
    let one = landed.clone();
    let mut fails = |law: &LinearLaw<f64, 3>, dt: f64, normal: [f64; 3], distance: f64| {
        landed.clone_from(&one);
        let plane = Plane::new(normal, distance);
        let error = swarm.step_across(law, dt, &plane, Crossing::Any, &mut landed);
        assert!(landed.is_empty() && swarm.time() == 1.0);
        assert_eq!(swarm.positions()[0].y, -8.0);
        error.unwrap_err()
    };
    let (inf, up) = (f64::INFINITY, [0.0, 1.0, 0.0]);
    for (normal, length) in [([0.0; 3], 0.0), ([inf, 0.0, 0.0], inf)] {
        assert_eq!(fails(&free, 1.0, normal, 1.0), Normal { length });
    }
    let error = fails(&free, 1.0, [0.0, f64::NAN, 1.0], 1.0);
    assert!(matches!(error, Normal { length } if length.is_nan()));
    fails(&free, 1.0, [1e-200, 0.0, 0.0], 1.0);
    fails(&free, 1.0, [1e200, 0.0, 0.0], 1.0);
    let error = fails(&free, 1.0, up, inf).to_string();
    assert_eq!(
        error,
        "the plane is at a distance of inf m; it must be finite"
    );
    let error = fails(&free, inf, up, 0.0);
    assert_eq!(error, SwarmError::Duration { dt: inf });
    let error = fails(&LinearLaw::drag(-inf), 1.0, up, 0.0);
    assert_eq!(error, SwarmError::Law { group: 0 });
    let error = fails(&LinearLaw::gravity([0.0, -1.7e308, 0.0]), 10.0, up, 0.0);
    assert_eq!(error, SwarmError::NotFinite { body: 0 });
    // an empty swarm has no crossings
    let mut none = Swarm3::with_capacity(0);
    (none.step_across(&free, 1.0, &ground, Crossing::Any, &mut landed)).unwrap();
    assert!(landed.is_empty() && none.time() == 1.0);
}

/// A step across a plane allocates nothing if the list has room; sampling allocates nothing.
#[test]
fn looking_for_crossings_and_sampling_do_not_allocate() {
    let law = LinearLaw::gravity([0.0, -9.81]) + LinearLaw::drag(0.1);
    let ground = Plane::new([0.0, 1.0], 0.0);
    let mut swarm = Swarm2::with_capacity(1000);
    for body in 0..1000 {
        let height = 0.1 + 0.01 * f64::from(body);
        swarm.push([0.0, height], [0.0, 0.0]).unwrap();
    }
    let (mut landed, mut count) = (Vec::with_capacity(1000), 0);
    let mut out = vec![SVector::zeros(); 3000];
    let seen = taken_on_one_thread(|| {
        swarm.sample_at(&law, &[0.1, 0.2, 0.3], &mut out).unwrap();
        for _ in 0..10 {
            (swarm.step_across(&law, 0.1, &ground, Crossing::Any, &mut landed)).unwrap();
            count += landed.len();
            swarm.remove_landed(&landed).unwrap();
        }
    });
    assert!(count > 300);
    assert_eq!(seen.count_total, 0);
}
