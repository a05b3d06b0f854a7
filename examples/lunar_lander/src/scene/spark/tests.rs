//! Sparks fall, bounce and go out.

use lander::Controls;

use super::*;
use crate::{game::Game, mission::Mission};

const MOON: Planet = Mission::MOON.planet;

fn plain() -> Ground {
    Ground::new(vec![[-1e4, 0.0], [1e4, 0.0]]).unwrap()
}

#[test]
fn sparks_fall_on_parabolas_however_long_the_frames() {
    let start = Vector2::new(0.0, 500.0);
    let made = || {
        let mut sparks = Sparks::default();
        sparks.explosion(&start, &Vector2::new(20.0, -9.0), 3.0);
        sparks
    };
    let at_start = made();
    for frames in [1, 7, 60] {
        let mut sparks = made();
        for _ in 0..frames {
            sparks.advance(0.3 / f64::from(frames), &MOON, &plain());
        }
        assert_eq!(sparks.as_slice().len(), at_start.as_slice().len());
        for (first, spark) in at_start.as_slice().iter().zip(sparks.as_slice()) {
            let fall = Vector2::new(0.0, -0.5 * MOON.gravity * 0.09);
            let place = first.position + first.velocity * 0.3 + fall;
            // rounding of positions of some 500 m; 2.3e-13 m was measured
            assert!((spark.position - place).norm() < 500.0 * 4.0 * f64::EPSILON);
        }
    }
}

#[test]
fn a_craft_that_tips_over_does_not_burn_and_a_fast_one_does() {
    let pieces = |speed: f64| {
        let mut sparks = Sparks::default();
        sparks.explosion(&Vector2::zeros(), &Vector2::new(0.0, -speed), 3.0);
        let all = sparks.as_slice();
        let fire = all.iter().filter(|it| it.color != DEBRIS[4].color).count();
        let fastest = all.iter().map(|it| it.velocity.norm()).fold(0.0, f64::max);
        (all.len(), fire, fastest)
    };
    let (few, fire, slow) = pieces(1.2);
    assert!(few > 0 && few < 10 && fire == 0, "{few}, {fire}");
    let (some, _, _) = pieces(10.0);
    let (many, fire, fast) = pieces(47.0);
    assert!(
        few < some && some < many && fire > 200,
        "{some}, {many}, {fire}"
    );
    assert!(fast > 3.0 * slow, "{slow}, {fast}");
    assert_eq!(pieces(f64::INFINITY).0, many);
}

#[test]
fn sparks_never_get_too_many_stay_above_the_ground_and_go_out() {
    let mut sparks = Sparks::default();
    for _ in 0..5 {
        sparks.explosion(&Vector2::zeros(), &Vector2::new(90.0, -40.0), 4.0);
    }
    assert_eq!(sparks.as_slice().len(), Sparks::MOST);
    for _ in 0..200 {
        sparks.advance(0.05, &MOON, &plain());
        assert!(sparks.as_slice().iter().all(|it| it.position.y >= 0.0));
    }
    assert!(sparks.as_slice().is_empty());
}

#[test]
fn only_an_engine_that_burns_throws_out_sparks_and_only_near_the_ground_there_is_dust() {
    let mut game = Game::new(Mission::MOON, 1).unwrap();
    let full = Controls {
        throttle: 1.0,
        turn: 0.0,
    };
    let mut sparks = Sparks::default();
    game.advance(0.1, None, |_, _| Controls::OFF).unwrap();
    sparks.exhaust(game.lander(), 1.0);
    assert!(sparks.as_slice().is_empty());
    game.advance(0.1, None, |_, _| full).unwrap();
    sparks.dust(game.lander(), &game.landscape().ground, 1.0);
    assert!(sparks.as_slice().is_empty());
    let below = game.lander().body().position.y - 6.0;
    let near = Ground::new(vec![[-1e4, below], [1e4, below]]).unwrap();
    sparks.dust(game.lander(), &near, 0.2);
    let dust = sparks.as_slice().len();
    assert!(dust > 0);
    sparks.exhaust(game.lander(), 0.5);
    assert!(sparks.as_slice().len() > dust);
}

#[test]
fn time_that_is_none_moves_nothing() {
    let mut sparks = Sparks::default();
    sparks.explosion(&Vector2::zeros(), &Vector2::zeros(), 4.0);
    let before = sparks.as_slice().to_vec();
    for dt in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        sparks.advance(dt, &MOON, &plain());
        assert_eq!(sparks.as_slice(), before);
    }
}
