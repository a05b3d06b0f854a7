//! Tests of recordings and replays.

use std::fs;
use std::path::PathBuf;

use lander::{Controls, Lander};
use lunar_lander::game::Game;
use lunar_lander::mission::Mission;
use lunar_lander::recording::{Player, Recording, State};

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// A game of a simulated player, in frames of different lengths, or in steps of a rate.
fn played(mission: Mission, seed: u64, rate: Option<f64>) -> Game {
    let mut game = Game::new(mission, seed).unwrap();
    for frame in 0..3000_u32 {
        let seconds = 0.0166 + 1e-4 * f64::from(frame * 7919 % 13);
        let keys = |lander: &Lander, _| Controls {
            throttle: f64::from(u8::from(frame % 90 < 50)),
            turn: (-2.0 * lander.body().orientation()).signum() * f64::from(frame / 40 % 2),
        };
        game.advance(seconds, rate, keys).unwrap();
    }
    game
}

#[test]
fn a_played_flight_is_the_same_after_it_was_stored_bit_for_bit() {
    for (mission, rate) in Mission::ALL
        .into_iter()
        .chain([Mission::FIRST, Mission::TITAN.with_fuel(123.4)])
        .flat_map(|it| [None, Some(7.3), Some(60.0)].map(|rate| (it, rate)))
    {
        let game = played(mission, 12, rate);
        let file = file(&format!("played-{}.ron", mission.name));
        game.recording().save(&file).unwrap();
        let loaded = Recording::load(&file).unwrap();
        assert_eq!(loaded, game.recording());
        let again = loaded.replay().unwrap();
        assert_eq!(State::of(again.lander()), State::of(game.lander()));
        assert_eq!(
            (again.ending(), again.mission()),
            (game.ending(), game.mission())
        );
        assert_eq!(again.ghost().body(), game.ghost().body());
    }
}

#[test]
fn a_player_shows_the_flight_in_between_at_any_pace() {
    let game = played(Mission::TITAN, 3, None);
    for frame in [0.01, 0.3, 100.0] {
        let mut player = Player::new(game.recording()).unwrap();
        let mut passed = 0.0;
        while !player.is_over() {
            player.advance(frame).unwrap();
            passed += frame;
            // late by less than the longest step
            let late = passed - player.game().lander().time();
            assert!(player.is_over() || (-1e-9..0.019).contains(&late), "{late}");
        }
        assert_eq!(player.game().lander().body(), game.lander().body());
        player.advance(1.0).unwrap();
    }
}

/// Changes in the text of a recording: old text, new text, and a part of the error message.
const CHANGES: &str = "\
version: 2; version: 3, more: 1; it is a recording of version 3; this program reads version 2
\"moon\"; \"pluto\"; there is no mission \"pluto\"
fuel: 450.0; fuel: 450.1; 450.1 kg of fuel; its lander takes 0 to 450 kg
fuel: 450.0; fuel: NaN; NaN kg of fuel
steps: 13; steps: 0; no time, or more than an hour
ticks: 180; ticks: 4000000000; no time, or more than an hour
ticks: 180; tocks: 180; it is no recording:
burns; \u{0}; it is no recording:";

#[test]
fn what_is_no_recording_is_refused_in_a_sentence_with_its_path() {
    let file = file("broken.ron");
    let recording = played(Mission::MOON, 1, Some(20.0)).recording();
    recording.save(&file).unwrap();
    let whole = fs::read_to_string(&file).unwrap();
    for line in CHANGES.lines() {
        let [from, to, said] = line.splitn(3, "; ").collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        assert!(whole.contains(from), "{from} in {whole}");
        fs::write(&file, whole.replacen(from, to, 1)).unwrap();
        let error = Recording::load(&file).unwrap_err().to_string();
        let path = format!("{}: ", file.display());
        assert!(
            error.starts_with(&path) && error.contains(said),
            "{line}: {error}"
        );
    }
    let error = Recording::load("no/such/flight.ron").unwrap_err();
    assert!(
        error.to_string().starts_with("no/such/flight.ron: "),
        "{error}"
    );
}

#[test]
fn a_replay_that_ends_otherwise_is_an_error() {
    let recording = played(Mission::MOON, 1, None).recording();
    let mut other = recording.clone();
    other.end.fuel -= 0.5;
    let error = other.replay().unwrap_err().to_string();
    assert!(
        error.starts_with("the replay does not end as recorded: "),
        "{error}"
    );
    // one burn too many, or one too few
    let mut longer = recording.clone();
    longer.burns.extend(recording.burns.last().copied());
    assert!(longer.replay().is_err());
    let mut shorter = recording;
    shorter.burns.remove(0);
    assert!(shorter.replay().is_err());
}
