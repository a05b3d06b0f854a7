//! What the command line takes, and what it refuses.

use super::*;

fn parsed(line: &str) -> Result<Arguments, clap::Error> {
    let words = line.split_whitespace();
    Arguments::try_parse_from(std::iter::once("lunar_lander").chain(words))
}

/// What is wrong with a command line.
fn wrong(line: &str) -> String {
    match parsed(line) {
        Ok(arguments) => arguments.check().unwrap_err().to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_cannot_be_is_told_with_the_value() {
    for (line, value) in [
        ("--hz 0", "'0'"),
        ("--hz -60", "'-60'"),
        ("--hz NaN", "'NaN'"),
        ("--hz inf", "'inf'"),
        ("--hz 1e9", "'1e9'"),
        ("--hz fast", "'fast'"),
        ("--warp 0.5", "'0.5'"),
        ("--warp 101", "'101'"),
        ("--every 0", "'0'"),
        ("--until -1", "'-1'"),
        ("--pad 0", "'0'"),
        ("--size 1280", "'1280'"),
        ("--size 10x10", "'10x10'"),
        ("--size 99999x99999", "'99999x99999'"),
        ("--seeds 5..5", "'5..5'"),
        ("--seeds 9", "'9'"),
        ("--seed -1", "'-1'"),
        ("--mission pluto", "there are moon, titan, apollo11"),
    ] {
        let wrong = wrong(line);
        assert!(wrong.contains(value), "{line}: {wrong}");
    }
}

#[test]
fn what_makes_no_sense_together_is_told_why() {
    for (line, why) in [
        (
            "--replay a.ron --seed 3",
            "--replay does not go with --seed: a recording has its own",
        ),
        (
            "--replay a.ron --headless --autopilot",
            "--replay does not go with --autopilot",
        ),
        ("--replay a.ron --hz 20", "--replay does not go with --hz"),
        ("--headless", "nobody is at the keys"),
        ("--headless --autopilot --warp 5", "that is for the window"),
        (
            "--headless --autopilot --frames 5",
            "that is for the window",
        ),
        (
            "--headless --autopilot --size 100x100",
            "--size needs --picture",
        ),
        (
            "--headless --autopilot --seeds 0..9 --record a.ron",
            "these are many",
        ),
        ("--headless --seeds 0..9", "nobody is at the keys"),
        ("--autopilot --seeds 0..9", "--seeds needs --headless"),
        ("--pad 2", "--pad needs --autopilot"),
        ("--picture a.png", "F12"),
        ("--every 2", "--every needs --headless"),
        ("--until 45", "--until needs --headless"),
        (
            "--replay a.ron --until 45",
            "--replay does not go with --until",
        ),
        ("--compare --hz 20", "rates of its own"),
    ] {
        let wrong = wrong(line);
        assert!(wrong.contains(why), "{line}: {wrong}");
    }
}

#[test]
fn what_makes_sense_is_taken() {
    for line in [
        "",
        "--mission titan --seed 3 --hz 20 --warp 10 --size 800x600 --record a.ron",
        "--autopilot --pad 2 --frames 60 --screenshot a.png",
        "--replay a.ron --warp 3",
        "--headless --replay a.ron --every 1 --picture a.png --size 640x400",
        "--headless --autopilot --pad 4 --hz 240 --record a.ron --picture a.png",
        "--headless --autopilot --until 45 --picture a.png",
        "--headless --autopilot --seeds 0..=9 --mission apollo11 --hz 5",
        "--compare --mission titan --seed 4",
        "--compare --headless --autopilot --pad 2",
    ] {
        assert_eq!(parsed(line).unwrap().check(), Ok(()), "{line}");
    }
    let seeds = |text| parsed(&format!("--seeds {text}")).unwrap().seeds;
    assert_eq!(seeds("3..7"), Some(3..7));
    assert_eq!(seeds("3..=7"), Some(3..8));
}

#[test]
fn what_is_left_out_is_as_the_help_says() {
    let arguments = parsed("").unwrap();
    assert_eq!(arguments.seed(), 11);
    assert_eq!(arguments.mission(), Mission::MOON);
    assert_eq!(arguments.pace().rate, 60.0);
    assert_eq!(arguments.size(), [1280.0, 800.0]);
}
