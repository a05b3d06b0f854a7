//! Tests of the game against formulas, and against itself at other frame rates.

use kinstep::nalgebra::Vector2;
use platformer::game::{
    ABSENCE, BUFFER, COYOTE, DRAG, Entry, GRAVITY, Game, Input, JUMP, RUN, What,
};
use platformer::level::{HALF, Kind, LEVEL, Piece, Route};
use platformer::script::{DURATION, Key, SCRIPT, play};

/// Frame rates \[Hz\]; frames of the last rate do not divide a second.
const RATES: [f64; 5] = [15.0, 60.0, 144.0, 240.0, 37.3];

fn played(keys: &[Key], rate: f64, duration: f64) -> Game {
    let mut game = Game::new().unwrap();
    play(&mut game, keys, rate, duration, |_| ()).unwrap();
    game
}

fn found(game: &Game, what: What) -> Vec<Entry> {
    let log = game.log().iter().copied();
    log.filter(|entry| entry.what == what).collect()
}

/// Time to the top of a jump \[s\], and its height \[m\], by `y'' = -g - γ y'`.
fn top() -> (f64, f64) {
    let time = (DRAG * JUMP / GRAVITY).ln_1p() / DRAG;
    (time, JUMP / DRAG - GRAVITY / DRAG * time)
}

/// All events of the recorded game have the same times and positions at all frame rates, to 1e-9 s
/// and m; measured: 2e-15.
#[test]
fn the_recorded_game_is_the_same_at_any_frame_rate() {
    let expected = played(&SCRIPT, RATES[0], DURATION);
    assert!(expected.finished().is_some());
    for what in [
        What::Jumps,
        What::JumpsLate,
        What::JumpsOnLanding,
        What::Springs,
        What::Apex,
        What::Lands,
        What::Leaves,
        What::Drops,
        What::Dies,
        What::Returns,
        What::Finishes,
    ] {
        assert!(!found(&expected, what).is_empty(), "{what}");
    }
    for rate in RATES {
        let game = played(&SCRIPT, rate, DURATION);
        assert_eq!(game.log().len(), expected.log().len(), "{rate} Hz");
        for (entry, expected) in game.log().iter().zip(expected.log()) {
            assert_eq!(entry.what, expected.what, "{rate} Hz");
            let off = (entry.time - expected.time).abs();
            let off = off.max((entry.at - expected.at).norm());
            assert!(off < 1e-9, "{rate} Hz, {}: {off:e}", entry.what);
        }
        assert!((game.position() - expected.position()).norm() < 1e-9);
    }
}

/// At the top of a jump, time, height and horizontal displacement agree with the formula.
#[test]
fn a_jump_has_the_height_of_the_formula() {
    let keys = [(0.5, Input::Run(1)), (1.5, Input::Jump)];
    let (time, height) = top();
    for rate in RATES {
        let game = played(&keys, rate, 2.4);
        let (jump, apex) = (found(&game, What::Jumps)[0], found(&game, What::Apex)[0]);
        let rise = apex.at - jump.at;
        assert!((apex.time - jump.time - time).abs() < 1e-12, "{rate} Hz");
        assert!(
            (rise - Vector2::new(RUN * time, height)).norm() < 1e-12,
            "{rate} Hz"
        );
    }
}

/// A player passes a platform from below, stands on it, and drops through it when the key is
/// pressed.
#[test]
fn platforms_are_passed_from_below() {
    let keys = [
        (0.5, Input::Run(1)),
        (0.95, Input::Run(0)),
        (1.5, Input::Jump),
        (4.0, Input::Drop(true)),
    ];
    // moves the platform above the start
    let mut level = LEVEL;
    level[3].low.x = -3.0;
    let [ground, platform] = [0.0, level[3].high.y].map(|top| top + HALF.y);
    for rate in RATES {
        let mut game = Game::of(&level, Vector2::new(-1.0, 0.75)).unwrap();
        let mut heights = Vec::new();
        play(&mut game, &keys, rate, 5.0, |game| {
            heights.push((game.time(), game.position().y));
        })
        .unwrap();
        let top = found(&game, What::Apex)[0].at.y;
        assert!((top - ground - self::top().1).abs() < 1e-12);
        let standing = heights.iter().filter(|(time, _)| (2.0..4.0).contains(time));
        assert!(standing.count() > 10);
        for (time, height) in &heights {
            let is_on = !(2.0..4.0).contains(time) || (height - platform).abs() < 1e-12;
            assert!(is_on, "{rate} Hz, {time} s: {height}");
        }
        assert!((game.position().y - ground).abs() < 1e-12, "{rate} Hz");
    }
}

/// A player stands on a lift in every frame, except for a hop where it stops on the way up.
#[test]
fn a_lift_carries() {
    let route = Route {
        velocity: Vector2::new(0.3, 1.1),
        travel: 2.0,
        rest: 0.7,
    };
    let lift = Piece {
        route: Some(route),
        ..LEVEL[7]
    };
    for kind in [Kind::OneWay, Kind::Solid] {
        let start = Vector2::new(20.0, 0.4);
        for rate in RATES {
            let mut game = Game::of(&[Piece { kind, ..lift }], start).unwrap();
            let mut on = 0;
            play(&mut game, &[], rate, 20.0, |game| {
                let [_, high] = game.pieces().next().unwrap().1;
                let off = game.position().y - HALF.y - high.y;
                // the hop is v²/2g high; the motion down also begins with a short fall
                let hop = 1.1 * 1.1 / GRAVITY;
                assert!(
                    (-1e-9..hop).contains(&off),
                    "{rate} Hz, {} s: {off}",
                    game.time()
                );
                on += u32::from(off.abs() < 1e-9);
            })
            .unwrap();
            assert!(f64::from(on) > 0.9 * 20.0 * rate, "{rate} Hz: {on}");
        }
    }
}

/// A jump is possible shortly after an edge, but only once; the key also works shortly before a
/// landing.
#[test]
fn jumps_late_and_early() {
    // time of the edge at the first pit
    let edge = found(&played(&SCRIPT, 60.0, 2.5), What::Leaves)[0];
    let jumping = |times: &[f64]| {
        let mut keys = vec![SCRIPT[0]];
        keys.extend(times.iter().map(|time| (edge.time + time, Input::Jump)));
        RATES.map(|rate| {
            let game = played(&keys, rate, edge.time + ABSENCE);
            let jumps = [What::JumpsLate, What::Jumps, What::JumpsOnLanding];
            jumps.map(|what| found(&game, what).len())
        })
    };
    assert_eq!(jumping(&[0.99 * COYOTE]), [[1, 0, 0]; 5]);
    assert_eq!(jumping(&[1.01 * COYOTE]), [[0, 0, 0]; 5]);
    assert_eq!(jumping(&[0.3 * COYOTE, 0.6 * COYOTE]), [[1, 0, 0]; 5]);

    let keys = [(0.5, Input::Jump)];
    let landing = found(&played(&keys, 60.0, 2.0), What::Lands)[1];
    for (early, count) in [(0.99 * BUFFER, 1), (1.01 * BUFFER, 0)] {
        let keys = [keys[0], (landing.time - early, Input::Jump)];
        for rate in RATES {
            let game = played(&keys, rate, 3.0);
            let jumps = found(&game, What::JumpsOnLanding);
            assert_eq!(jumps.len(), count, "{rate} Hz");
            assert!(
                jumps
                    .iter()
                    .all(|jump| (jump.time - landing.time).abs() < 1e-12)
            );
            // the jump is as high as any other
            let tops = found(&game, What::Apex);
            assert!(
                tops.iter()
                    .all(|apex| (apex.at.y - HALF.y - top().1).abs() < 1e-12)
            );
            assert_eq!(tops.len(), count + 1);
        }
    }
}

/// Frames of invalid length are rejected and change nothing; very short and very long frames are
/// played.
#[test]
fn hostile_frames() {
    let mut game = Game::new().unwrap();
    game.advance(0.3).unwrap();
    let before = (game.time(), game.position(), game.log().len());
    for bad in [
        f64::NAN,
        f64::INFINITY,
        -1e-9,
        -f64::INFINITY,
        1e9,
        f64::MAX,
    ] {
        assert!(game.advance(bad).is_err(), "{bad}");
        assert_eq!((game.time(), game.position(), game.log().len()), before);
    }
    game.input(Input::Run(i8::MIN)).unwrap();
    for tiny in [0.0, 5e-324, 1e-300, 1e-17, 1e-9] {
        game.advance(tiny).unwrap();
    }
    game.input(Input::Run(i8::MAX)).unwrap();
    game.advance(3600.0).unwrap();
    assert!(
        game.position()
            .iter()
            .all(|coordinate| coordinate.is_finite())
    );
    assert!(found(&game, What::Dies).len() > 100);
}
