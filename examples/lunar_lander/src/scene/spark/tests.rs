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
    game.advance(0.1, |_| Controls::OFF).unwrap();
    sparks.exhaust(game.lander(), 1.0);
    assert!(sparks.as_slice().is_empty());
    game.advance(0.1, |_| full).unwrap();
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
