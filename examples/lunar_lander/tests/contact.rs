//! Tests of the first contact against samples of the whole flight.

use kinstep::Scheme;
use kinstep::nalgebra::Vector2;
use lander::{Contact, Controls, Ground, Lander, Part, Start};
use lunar_lander::mission::Mission;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// Ground so far below that no flight reaches it.
fn abyss() -> Ground {
    Ground::level(-1e5)
}

/// Depth of the lander in the ground \[m\]: the maximum over its points below the ground and over
/// corners of the ground inside the hull. It is negative without a contact.
fn depth(lander: &Lander, ground: &Ground) -> f64 {
    let body = lander.body();
    let craft = lander.craft();
    let below = (craft.feet.iter().chain(craft.hull)).map(|arm| {
        let point = body.position + body.to_world(*arm);
        ground.height(point.x) - point.y
    });
    let inside = ground.corners().iter().map(|corner| {
        let arm = body.to_body(Vector2::from(*corner) - body.position);
        let next = craft.hull.iter().cycle().skip(1);
        (craft.hull.iter().zip(next))
            .map(|(from, to)| {
                let edge = Vector2::new(to[0] - from[0], to[1] - from[1]).normalize();
                edge.perp(&(arm - Vector2::from(*from)))
            })
            .fold(f64::INFINITY, f64::min)
    });
    below.chain(inside).fold(f64::NEG_INFINITY, f64::max)
}

/// A lander that will soon touch the ground, and rugged ground with features of the lander's size.
fn scenery(random: &mut Pcg64) -> (Lander, Ground) {
    let mission = Mission::ALL[random.random_range(0..3)];
    let rugged = random.random_range(0.0..6.0);
    let corners = (-12..=12).map(|index| {
        let x = f64::from(index) * 3.0 + random.random_range(-1.0..1.0);
        [x, random.random_range(-rugged..=rugged)]
    });
    let ground = Ground::new(corners.collect()).unwrap();
    let start = Start {
        position: [
            random.random_range(-9.0..9.0),
            rugged + random.random_range(6.0..14.0),
        ],
        velocity: [
            random.random_range(-30.0..30.0),
            random.random_range(-30.0..2.0),
        ],
        tilt: random.random_range(-3.2..3.2),
        spin: random.random_range(-4.0..4.0),
    };
    let mut lander = Lander::new(mission.craft, mission.planet, start, Scheme::FlowKick).unwrap();
    lander.set_controls(Controls {
        throttle: random.random_range(-0.5..1.0),
        turn: random.random_range(-1.0..1.0),
    });
    (lander, ground)
}

/// Flies until the first contact, or for two seconds.
fn fly(lander: &Lander, ground: &Ground) -> Option<(Lander, Lander, Contact)> {
    let mut now = lander.clone();
    for _ in 0..10 {
        let before = now.clone();
        if let Some(contact) = now.step(Lander::TICK, ground).unwrap().contact {
            return Some((before, now, contact));
        }
    }
    None
}

#[test]
fn nothing_touches_before_the_contact_and_something_does_at_it() {
    const FLIGHTS: usize = 1500;
    const LOOKS: u32 = 200;
    let mut random = Pcg64::seed_from_u64(5);
    let abyss = abyss();
    let (mut parts, mut worst) = ([0; 3], 0.0_f64);
    for flight in 0..FLIGHTS {
        let (lander, ground) = scenery(&mut random);
        let end = fly(&lander, &ground);
        let span = end.as_ref().map_or(2.0, |(_, down, _)| down.time());
        // before the contact no part is in the ground
        let mut looking = lander.clone();
        for _ in 1..LOOKS {
            let (deep, time) = (depth(&looking, &ground), looking.time());
            assert!(
                deep < 1e-9,
                "flight {flight}: {deep} m deep at {time} s of {span}"
            );
            looking.step(span / f64::from(LOOKS), &abyss).unwrap();
        }
        let Some((before, down, contact)) = end else {
            continue;
        };
        // at the contact the gap is closed; over steep ground the vertical gap is longer than the
        // perpendicular one. Measured: 7.9e-12 m, within the 1e-11 m that count as a contact
        let upright = ground.steepest().hypot(1.0);
        let gap = depth(&down, &ground).abs() / upright;
        worst = worst.max(gap);
        assert!(gap < 1.1e-11, "flight {flight}: {gap} m at the contact");
        // after the contact the lander would move deeper
        let mut later = before.clone();
        let shortly = contact.time + 1e-7;
        if shortly < Lander::TICK {
            later.step(shortly, &abyss).unwrap();
            let deep = depth(&later, &ground);
            assert!(deep > -1e-11 * upright, "flight {flight} does not go on");
        }
        parts[contact.part as usize] += 1;
    }
    println!("{parts:?}, {worst} m");
    assert!(parts.iter().all(|count| *count > FLIGHTS / 20), "{parts:?}");
}

fn falling(height: f64, x: f64, speed: f64) -> Lander {
    let Mission { craft, planet, .. } = Mission::MOON;
    let start = Start {
        position: [x, height],
        velocity: [0.0, -speed],
        tilt: 0.0,
        spin: 0.0,
    };
    Lander::new(craft, planet, start, Scheme::FlowKick).unwrap()
}

#[test]
fn a_fall_from_a_height_ends_when_it_must() {
    let level = Ground::level(0.0);
    let mut lander = falling(50.0 + Mission::MOON.craft.stance(), 0.0, 0.0);
    while lander.step(0.07, &level).unwrap().contact.is_none() {}
    let expected = (2.0 * 50.0 / Mission::MOON.planet.gravity).sqrt();
    let off = (lander.time() - expected).abs();
    assert!(off < 16.0 * f64::EPSILON * expected, "{off}");
}

#[test]
fn a_peak_between_the_feet_strikes_the_hull() {
    let peak = Ground::new(vec![[-50.0, -40.0], [0.0, 0.0], [50.0, -40.0]]).unwrap();
    let contact = falling(9.0, 0.3, 1.0)
        .fly(60.0, &peak)
        .unwrap()
        .contact
        .unwrap();
    assert_eq!(
        (contact.part, contact.point),
        (Part::Hull, Vector2::zeros())
    );
}
