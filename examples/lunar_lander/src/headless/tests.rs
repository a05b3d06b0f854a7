//! What is said of flights.

use std::io::{self, ErrorKind, Write};

use super::*;
use crate::mission::Mission;

const PACE: Pace = Pace {
    rate: 30.0,
    every: 5.0,
    until: LONGEST,
};

/// Nobody touches anything.
fn asleep(_: &Lander) -> Controls {
    Controls::OFF
}

fn game(seed: u64) -> Game {
    Game::new(Mission::MOON, seed).unwrap()
}

/// What a flight prints.
fn told(game: Game, pilot: impl FnMut(&Lander) -> Controls) -> (Flown, String) {
    let mut out = Vec::new();
    let (flown, _) = fly(game, pilot, &PACE, &mut out).unwrap();
    (flown, String::from_utf8(out).unwrap())
}

#[test]
fn a_flight_ends_at_a_time_that_is_given() {
    let pace = Pace { until: 3.0, ..PACE };
    let (flown, _) = fly(game(11), asleep, &pace, &mut Vec::new()).unwrap();
    assert!(flown.game.ending().is_none() && !flown.has_landed());
    // the last step that ends by then, of 30 a second
    let time = flown.game.lander().time();
    assert!(time <= 3.0 && time > 3.0 - 1.01 / 30.0, "{time}");
    assert_eq!(outcome(&flown.game), "still up after 3 s");
}

#[test]
fn a_fall_is_told_line_by_line_and_ends_in_every_fault() {
    let (flown, text) = told(game(3), asleep);
    let Some(Outcome::Crashed { faults }) = flown.game.ending().map(|it| &it.outcome) else {
        panic!("{text}");
    };
    let end = text.split("crashed after").nth(1).unwrap();
    for fault in faults {
        assert!(end.contains(&fault.to_string()), "{fault} in {end}");
    }
    let rows = text.lines().skip(4).take_while(|line| !line.is_empty());
    let rows: Vec<Vec<f64>> = rows
        .map(|row| {
            row.split_whitespace()
                .map(|it| it.parse().unwrap())
                .collect()
        })
        .collect();
    let time = flown.game.lander().time();
    assert_eq!(rows.len(), (time / PACE.every) as usize + 2);
    assert!(rows.iter().all(|row| row.len() == 10), "{text}");
    // the whole fall is known from its first line on
    for row in &rows {
        assert!((row[0] + row[8] - time).abs() < 1.5, "{text}");
    }
    assert!(rows.last().unwrap()[1].abs() < 30.0);
    assert!(!flown.has_landed());
}

#[test]
fn a_trail_goes_from_the_start_to_the_end() {
    let (flown, _) = told(game(3), asleep);
    let start = game(3).lander().body().position;
    assert_eq!(flown.trail.first(), Some(&start));
    let end = flown.game.lander().body().position;
    assert_eq!(flown.trail.last(), Some(&end));
    let count = 4.0 * flown.game.lander().time();
    assert!((flown.trail.len() as f64 - count).abs() < 3.0);
}

#[test]
fn what_was_flown_is_replayed_and_told_alike() {
    let mut out = Vec::new();
    let pilot = |lander: &Lander| Controls {
        throttle: 0.3 + 0.2 * lander.time().sin(),
        turn: lander.time().cos(),
    };
    let (_, recording) = fly(game(8), pilot, &PACE, &mut out).unwrap();
    let mut again = Vec::new();
    replay(recording, PACE.every, &mut again).unwrap();
    let [out, again] = [out, again].map(|it| String::from_utf8(it).unwrap());
    let rest = again.strip_prefix(&out).unwrap();
    assert!(rest.starts_with("replayed bit for bit"), "{rest}");
}

#[test]
fn a_flight_off_the_map_is_lost() {
    let mut pilot = |lander: &Lander| Controls {
        throttle: 1.0,
        turn: -lander.body().orientation() - 3.0 * lander.body().angular_velocity(),
    };
    let (flown, text) = told(game(1), &mut pilot);
    assert_eq!(flown.game.ending().unwrap().outcome, Outcome::Lost);
    assert!(text.contains("\nlost: "), "{text}");
}

/// Something that closes after some writes, or fails.
struct Pipe {
    left: usize,
    then: ErrorKind,
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.left = (self.left.checked_sub(1)).ok_or(io::Error::from(self.then))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_reader_that_is_gone_does_not_end_a_flight_but_a_full_disk_does() {
    let pipe = |then| Console::new(Pipe { left: 5, then });
    let mut closed = pipe(ErrorKind::BrokenPipe);
    let (flown, _) = fly(game(3), asleep, &PACE, &mut closed).unwrap();
    assert!(flown.game.ending().is_some());
    assert!(closed.is_closed());
    let error = fly(game(3), asleep, &PACE, &mut pipe(ErrorKind::StorageFull)).unwrap_err();
    assert!(matches!(error, HeadlessError::Print(_)));
}

#[test]
fn seeds_have_a_line_each_and_a_sum() {
    let flights = Seeds {
        mission: Mission::TITAN,
        seeds: 4..7,
        rate: 10.0,
    };
    let pilot = |_: &Game| Ok::<_, HeadlessError>(asleep);
    let mut out = Console::new(Vec::new());
    let tally = fly_seeds(&flights, pilot, &mut out, None).unwrap();
    assert_eq!((tally.landed, tally.all), (0, 3));
    let text = String::from_utf8(out.into_inner()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4);
    for (line, seed) in lines.iter().zip(4..7) {
        assert!(line.starts_with(&format!("seed {seed}: crashed: ")));
    }
    assert_eq!(lines[3], "0 of 3 landed");
}

#[test]
fn angles_are_told_within_half_a_turn() {
    for (angle, told) in [
        (0.1, 0.1),
        (6.0, 6.0 - std::f64::consts::TAU),
        (-8.0, -8.0 + std::f64::consts::TAU),
    ] {
        assert!((words::degrees(angle) - f64::to_degrees(told)).abs() < 1e-12);
    }
}
