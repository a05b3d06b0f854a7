//! Flights that are stored, and flown again by another program.

use std::fs;
use std::path::PathBuf;

use lander::{Controls, Lander};
use lunar_lander::game::Game;
use lunar_lander::mission::Mission;
use lunar_lander::recording::{FormatError, LoadError, Player, Recorder, Recording, State};

fn file(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("recordings");
    fs::create_dir_all(&directory).unwrap();
    directory.join(name)
}

/// Somebody at the keys, in frames that are never quite alike.
fn played(mission: Mission, seed: u64) -> (Game, Recording) {
    let mut game = Game::new(mission, seed).unwrap();
    let mut recorder = Recorder::new(&game);
    for frame in 0..3000_u32 {
        let dt = 0.0166 + 1e-4 * f64::from(frame * 7919 % 13);
        let keys = |lander: &Lander| Controls {
            throttle: f64::from(u8::from(frame % 90 < 50)),
            turn: (-2.0 * lander.body().orientation()).signum() * f64::from(frame / 40 % 2),
        };
        recorder.advance(&mut game, dt, keys).unwrap();
    }
    let recording = recorder.finish(&game);
    (game, recording)
}

#[test]
fn a_played_flight_is_the_same_after_it_was_stored() {
    for mission in Mission::ALL {
        let (game, recording) = played(mission, 12);
        let file = file(&format!("{}.ron", mission.name));
        recording.save(&file).unwrap();
        let loaded = Recording::load(&file).unwrap();
        assert_eq!(loaded, recording);
        assert_eq!(loaded.end(), &State::of(&game));
        let again = loaded.replay().unwrap();
        assert_eq!(again.lander().body(), game.lander().body());
        assert_eq!(again.ending(), game.ending());
    }
}

#[test]
fn a_flight_with_less_fuel_is_the_same_after_it_was_stored() {
    let full = Mission::TITAN;
    let (game, recording) = played(full.with_fuel(123.4), 12);
    let file = file("less_fuel.ron");
    recording.save(&file).unwrap();
    let again = Recording::load(&file).unwrap().replay().unwrap();
    assert_eq!(again.lander().craft().fuel, 123.4);
    assert_eq!(State::of(&again), State::of(&game));
    assert_ne!(State::of(&played(full, 12).0), State::of(&game));
    // what the tanks do not take is refused
    let text = fs::read_to_string(&file).unwrap();
    for fuel in ["450.1", "-1.0", "NaN"] {
        let refused = text.replacen("123.4", fuel, 1).parse::<Recording>();
        assert!(matches!(refused, Err(FormatError::Fuel { .. })), "{fuel}");
    }
}

#[test]
fn a_player_shows_the_flight_in_between() {
    let (game, recording) = played(Mission::TITAN, 3);
    let mut player = Player::new(recording).unwrap();
    let mut times = vec![0.0];
    while let Some(dt) = player.next_step() {
        assert_eq!(player.next(), Some(Ok(dt)));
        times.push(player.game().lander().time());
    }
    assert_eq!(player.next(), None);
    assert!(times.is_sorted());
    assert_eq!(times.last(), Some(&game.lander().time()));
}

#[test]
fn files_that_are_none_are_refused_with_their_path() {
    let missing = Recording::load("no/such/flight.ron").unwrap_err();
    assert!(matches!(missing, LoadError::Read { .. }));
    assert!(missing.to_string().contains("no/such/flight.ron"));

    let directory = Recording::load(env!("CARGO_TARGET_TMPDIR")).unwrap_err();
    assert!(matches!(directory, LoadError::Read { .. }));

    let binary = file("binary.ron");
    fs::write(&binary, b"Recording(\n\n\xff\xfe").unwrap();
    let LoadError::Format { error, .. } = Recording::load(&binary).unwrap_err() else {
        panic!("it was read");
    };
    assert!(
        matches!(error, FormatError::Malformed { line: 3, .. }),
        "{error}"
    );

    let (_, recording) = played(Mission::MOON, 1);
    let error = recording.save("no/such/place/flight.ron").unwrap_err();
    assert!(error.to_string().contains("no/such/place/flight.ron"));
}

/// Endless flights are refused, and the longest that is not ends.
#[test]
fn hostile_recordings_end() {
    let (_, recording) = played(Mission::MOON, 1);
    let stored = file("hostile.ron");
    recording.save(&stored).unwrap();
    let text = fs::read_to_string(&stored).unwrap();
    let start = text.find("steps: [").unwrap();
    let end = start + text[start..].find(']').unwrap();
    for (steps, is_flown) in [
        ("(each: 5e-324, times: 1000000000000000000)", false),
        ("(each: 3600.0, times: 18446744073709551615)", false),
        ("(each: 1e308, times: 1)", false),
        ("(each: 1e-9, times: 1000001)", false),
        ("(each: 1e-9, times: 100000)", true),
        ("(each: 5e-324, times: 100000)", true),
        ("(each: 3600.0, times: 1)", true),
        ("", true),
    ] {
        let changed = format!("{}steps: [{steps}{}", &text[..start], &text[end..]);
        fs::write(&stored, changed).unwrap();
        match Recording::load(&stored) {
            Ok(hostile) => {
                assert!(is_flown, "{steps}");
                assert!(hostile.replay().is_err(), "{steps}");
            }
            Err(error) => {
                assert!(!is_flown, "{steps}: {error}");
                assert!(error.to_string().contains("an hour at most"), "{error}");
            }
        }
    }
}
