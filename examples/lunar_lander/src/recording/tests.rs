//! What is recorded comes back, and what is no recording does not.

use lander::{FlightError, Lander};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::*;

/// Steps of random lengths with random controls, a new one in each piece.
fn flown(mission: Mission, seed: u64, steps: usize) -> (Game, Recording) {
    let mut random = Pcg64::seed_from_u64(seed);
    let mut game = Game::new(mission, seed).unwrap();
    let mut recorder = Recorder::new(&game);
    for _ in 0..steps {
        let dt = random.random_range(1e-4..0.7);
        let mut pilot = |_: &Lander| Controls {
            throttle: random.random_range(-0.2..1.2),
            turn: random.random_range(-1.2..1.2),
        };
        recorder.advance(&mut game, dt, &mut pilot).unwrap();
    }
    let recording = recorder.finish(&game);
    (game, recording)
}

/// A flight that ends on the ground, and has some controls in it.
fn crash() -> Recording {
    flown(Mission::MOON, 5, 200).1
}

/// The text of a recording, with something else in it.
fn with(from: &str, to: &str) -> Result<Recording, FormatError> {
    let text = crash().text().unwrap();
    assert!(text.contains(from), "{from} in {text}");
    Recording::parse(&text.replacen(from, to, 1))
}

#[test]
fn random_flights_come_back_from_text_bit_for_bit() {
    for (mission, seed) in Mission::ALL
        .into_iter()
        .flat_map(|it| (0..4).map(move |seed| (it, seed)))
    {
        let (game, recording) = flown(mission, seed, 200);
        let read = Recording::parse(&recording.text().unwrap()).unwrap();
        // no number is NaN, and zeros have one sign: equal is equal to the bit
        assert_eq!(read, recording);
        assert!(read.end.is(&State::of(&game)));

        let again = read.replay().unwrap();
        assert!(State::of(&again).is(&State::of(&game)));
        assert_eq!(again.ending(), game.ending());
        assert_eq!(again.ghost().body(), game.ghost().body());
    }
}

#[test]
fn every_number_comes_back_bit_for_bit() {
    let mut random = Pcg64::seed_from_u64(1);
    let mut recording = crash();
    let numbers = (0..20_000).map(|_| f64::from_bits(random.random()));
    let special = [0.0, -0.0, f64::MIN_POSITIVE, 5e-324, f64::MAX, 0.1];
    let numbers: Vec<f64> = (numbers.filter(|number| number.is_finite()))
        .chain(special)
        .collect();
    for numbers in numbers.chunks_exact(6) {
        recording.end.position = [numbers[0], numbers[1]];
        recording.end.velocity = [numbers[2], numbers[3]];
        [recording.end.angle, recording.end.spin] = [numbers[4], numbers[5]];
        let text = ron::to_string(&recording.end).unwrap();
        let read: State = ron::from_str(&text).unwrap();
        assert!(read.is(&recording.end), "{text}");
    }
}

#[test]
fn a_step_of_nothing_and_steps_after_the_end_are_not_there() {
    let (mut game, recording) = flown(Mission::MOON, 5, 200);
    assert!(game.ending().is_some());
    assert!(recording.steps() < 200);

    let mut recorder = Recorder::new(&Game::new(Mission::MOON, 5).unwrap());
    recorder.advance(&mut game, 1.0, |_| Controls::OFF).unwrap();
    let mut game = Game::new(Mission::MOON, 5).unwrap();
    recorder.advance(&mut game, 0.0, |_| Controls::OFF).unwrap();
    for dt in [f64::NAN, -1.0] {
        let refused = recorder.advance(&mut game, dt, |_| Controls::OFF);
        assert!(matches!(
            refused,
            Err(FlightError::Backwards { .. } | FlightError::Step(_))
        ));
    }
    let recording = recorder.finish(&game);
    assert_eq!(recording.steps(), 0);
    assert!(recording.pieces.is_empty());
    assert!(recording.replay().is_ok());
}

#[test]
fn controls_that_are_none_are_recorded_as_what_the_engines_make_of_them() {
    let mut game = Game::new(Mission::TITAN, 2).unwrap();
    let mut recorder = Recorder::new(&game);
    for [throttle, turn] in [[f64::NAN, 0.3], [7.0, -0.0], [0.4, f64::NEG_INFINITY]] {
        let controls = Controls { throttle, turn };
        recorder.advance(&mut game, 0.3, |_| controls).unwrap();
    }
    let recording = recorder.finish(&game);
    let read = Recording::parse(&recording.text().unwrap()).unwrap();
    assert!(State::of(&read.replay().unwrap()).is(&State::of(&game)));
}

#[test]
fn a_player_goes_step_by_step() {
    let recording = crash();
    let steps = recording.steps();
    let mut player = Player::new(recording).unwrap();
    let (mut count, mut time) = (0, 0.0);
    while let Some(next) = player.next_step() {
        let dt = player.next().unwrap().unwrap();
        assert_eq!(dt, next);
        assert!(player.game().lander().time() > time);
        time = player.game().lander().time();
        count += 1;
    }
    assert_eq!(count, steps);
    assert!(player.next().is_none());
    assert!(player.next().is_none());
}

#[test]
fn a_recording_cut_off_anywhere_is_none() {
    let text = crash().text().unwrap();
    let whole = text.trim_end().len();
    for length in (0..whole).step_by(50) {
        let error = Recording::parse(&text[..length]).unwrap_err();
        let FormatError::Malformed { line, column, .. } = error else {
            panic!("{error} after {length} bytes");
        };
        assert!(line >= 1 && column >= 1);
    }
}

#[test]
fn what_is_wrong_with_a_file_is_said() {
    let told = |from, to| with(from, to).unwrap_err().to_string();
    assert_eq!(
        told("version: 1", "version: 7"),
        "it is a recording of version 7; this program understands version 1"
    );
    // whatever else a later version says
    let later = Recording::parse("Recording(version: 2, flights: [(planet: \"mars\")])");
    assert_eq!(later, Err(FormatError::Version { found: 2 }));
    assert!(told("\"moon\"", "\"pluto\"").starts_with("there is no mission \"pluto\""));
    assert!(told("seed: 5", "seed: -5").contains("in line 4, column"));
    assert!(told("seed: 5", "seeds: 5").starts_with("it is no recording"));
    assert!(told("Recording(", "Scene(").starts_with("it is no recording"));
    assert!(Recording::parse("").is_err());
    assert!(Recording::parse(&"(".repeat(100_000)).is_err());
    assert!(Recording::parse(&"[".repeat(100_000)).is_err());
}

#[test]
fn numbers_that_make_no_flight_are_refused() {
    let recording = crash();
    let steps = |each, times| Recording {
        steps: vec![Run { each, times }],
        ..recording.clone()
    };
    let refused = |recording: Recording| {
        let text = recording.text().unwrap();
        Recording::parse(&text).unwrap_err()
    };
    for dt in [0.0, -0.1, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let error = refused(steps(dt, 3));
        assert!(matches!(error, FormatError::Steps { index: 0, .. }));
    }
    assert!(matches!(
        refused(steps(0.1, 0)),
        FormatError::Steps { times: 0, .. }
    ));
    for (dt, times) in [(1e300, 1), (5e-324, 10_u64.pow(18)), (1.0, u64::MAX)] {
        let error = refused(steps(dt, times));
        assert!(matches!(error, FormatError::TooLong { .. }), "{error}");
    }
    let mut many = steps(0.1, u64::MAX);
    many.steps.push(many.steps[0]);
    assert!(matches!(refused(many), FormatError::TooLong { .. }));

    for (throttle, turn, times) in [
        (f64::NAN, 0.0, 1),
        (1.1, 0.0, 1),
        (0.0, -2.0, 1),
        (0.0, f64::INFINITY, 1),
        (0.0, 0.0, 0),
    ] {
        let each = Controls { throttle, turn };
        let error = refused(Recording {
            pieces: vec![Run { each, times }],
            ..recording.clone()
        });
        assert!(matches!(error, FormatError::Controls { index: 0, .. }));
    }
    let mut endless = recording.clone();
    endless.end.fuel = f64::NAN;
    assert_eq!(refused(endless), FormatError::End);
}

#[test]
fn what_was_not_flown_like_this_is_told_by_how_much() {
    let changed = |change: &dyn Fn(&mut Recording)| {
        let mut recording = crash();
        change(&mut recording);
        recording.replay().map(drop).unwrap_err()
    };
    // one bit further
    let bit = |number: &mut f64| *number = f64::from_bits(number.to_bits() + 1);
    let error = changed(&|it| bit(&mut it.end.velocity[1]));
    let ReplayError::Differs(off) = error else {
        panic!("{error}");
    };
    assert!(off.velocity > 0.0 && off.velocity < 1e-13);
    assert_eq!((off.position, off.fuel), (0.0, 0.0));
    assert!(error.to_string().contains("velocity by"), "{error}");

    let error = changed(&|it| bit(&mut it.end.time));
    assert!(matches!(error, ReplayError::EndedEarly { .. }));
    let error = changed(&|it| it.steps.push(it.steps[0]));
    assert!(matches!(error, ReplayError::EndedEarly { .. }));
    let error = changed(&|it| it.end.time *= 0.5);
    assert!(matches!(error, ReplayError::EndedLate { .. }));
    let error = changed(&|it| it.seed += 1);
    assert!(!matches!(error, ReplayError::Flight(_)), "{error}");
    let error = changed(&|it| it.pieces.truncate(9));
    let ReplayError::NoControls { time } = error else {
        panic!("{error}");
    };
    assert!(time > 0.0 && time < 5.0);
    let error = changed(&|it| it.pieces.push(it.pieces[0]));
    assert_eq!(error, ReplayError::ControlsLeft);
    let error = changed(&|it| it.pieces[3].each.throttle *= 0.5);
    assert!(!matches!(error, ReplayError::Flight(_)), "{error}");
}

#[test]
fn like_steps_and_controls_take_one_line() {
    let mut game = Game::new(Mission::MOON, 1).unwrap();
    let mut recorder = Recorder::new(&game);
    for _ in 0..500 {
        recorder
            .advance(&mut game, 1.0 / 60.0, |_| Controls::OFF)
            .unwrap();
    }
    let recording = recorder.finish(&game);
    assert_eq!((recording.steps.len(), recording.pieces.len()), (1, 1));
    // measured 440 bytes
    assert!(recording.text().unwrap().len() < 600);
}
