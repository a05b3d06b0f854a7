//! Tests of the program as a user calls it.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use lander::Controls;
use lunar_lander::game::{CLOCK, Game};
use lunar_lander::mission::Mission;

/// The program with these arguments, without a display.
fn program(arguments: &str) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_lunar_lander"));
    program.args(arguments.split_whitespace());
    program.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    program
}

/// Standard output, standard error and exit code of a run.
fn run(arguments: &str) -> (String, String, i32) {
    let ended = program(arguments).output().unwrap();
    let [stdout, stderr] = [ended.stdout, ended.stderr].map(|it| String::from_utf8(it).unwrap());
    (stdout, stderr, ended.status.code().unwrap())
}

/// Path of a new recording of a fall.
fn fall(name: &str) -> String {
    let mut game = Game::new(Mission::MOON, 4).unwrap();
    while game.ending().is_none() {
        game.step(CLOCK / 20, |_, _| Controls::OFF).unwrap();
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    game.recording().save(&file).unwrap();
    file.display().to_string()
}

/// Exit code, arguments, and a part of the error message.
const MISTAKES: &str = "\
2; --headless --autopilot --hz 0; from 0.1 to 1000
1; ; DISPLAY
1; ; --headless
1; --headless --replay no/such/flight.ron; no/such/flight.ron:
1; --headless --replay BROKEN; broken.ron: it is no recording:
1; --replay BROKEN; broken.ron: it is no recording:";

#[test]
fn failures_are_told_in_a_sentence_and_by_the_exit_code() {
    let broken = fall("broken.ron");
    let text = fs::read_to_string(&broken).unwrap();
    fs::write(&broken, &text[..text.len() / 2]).unwrap();
    for line in MISTAKES.replace("BROKEN", &broken).lines() {
        let [code, arguments, word] = line.splitn(3, "; ").collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let (stdout, stderr, found) = run(arguments);
        assert_eq!(
            (found.to_string().as_str(), stdout.as_str()),
            (code, ""),
            "{line}: {stderr}"
        );
        assert!(
            stderr.starts_with("error: ") && stderr.contains(word),
            "{line}: {stderr}"
        );
        for unwanted in ["panicked", "Error {", "Some(", "RUST_BACKTRACE"] {
            assert!(!stderr.contains(unwanted), "{stderr}");
        }
    }
    let (_, stderr, code) = run("--headless --autopilot --record no/such/place/flight.ron");
    assert!(
        code == 1 && stderr.starts_with("error: no/such/place/flight.ron: "),
        "{stderr}"
    );
}

#[test]
fn a_crash_exits_with_three_and_all_faults() {
    let (stdout, stderr, code) = run(&format!("--headless --replay {}", fall("crash.ron")));
    assert_eq!((code, stderr.as_str()), (3, ""));
    for said in [
        "crashed after",
        "m/s down, 2.5 at most",
        "replayed bit for bit",
    ] {
        assert!(stdout.contains(said), "{stdout}");
    }
}

#[test]
fn what_is_recorded_is_replayed_bit_for_bit_and_told_alike() {
    for (mission, rate) in [("moon", "60"), ("titan", "7.3"), ("apollo11", "240")] {
        let stored = fall(&format!("{mission}.ron"));
        let flown = format!("--headless --autopilot --mission {mission} --seed 6 --hz {rate}");
        let [flown, replayed] = [
            format!("{flown} --record {stored}"),
            format!("--headless --replay {stored}"),
        ]
        .map(|arguments| {
            let (stdout, stderr, code) = run(&arguments);
            assert_eq!((stderr.as_str(), code), ("", 0));
            stdout.rsplit("\n\n").next().unwrap().to_owned()
        });
        let flown = flown.split("recording: ").next().unwrap();
        let rest = replayed.strip_prefix(flown).unwrap();
        assert!(rest.starts_with("replayed bit for bit"), "{rest}");
    }
}

#[test]
fn seeds_comparisons_and_help_are_printed() {
    for (arguments, words) in [
        ("--headless --autopilot --seeds 0..3", "\n3 of 3 landed, "),
        (
            "--compare --seed 3",
            "\nYour landing at 5 Hz: same pad. Euler's: ",
        ),
        ("--help", "Exit codes:"),
    ] {
        let (stdout, stderr, code) = run(arguments);
        assert_eq!((stderr.as_str(), code), ("", 0));
        assert!(stdout.contains(words), "{stdout}");
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let replay = format!("--headless --replay {}", fall("pipe.ron"));
    for arguments in [
        &replay,
        "--headless --autopilot --seeds 0..1000000",
        "--help",
    ] {
        let mut program = program(arguments);
        let piped = program.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().unwrap();
        let mut start = [0; 16];
        child.stdout.take().unwrap().read_exact(&mut start).unwrap();
        // the pipe is closed here
        let ended = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(ended.stderr).unwrap(), "");
        assert!(ended.status.code().is_some());
    }
}

/// Output that cannot be written is a failure. `/dev/full` exists only on Linux.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    let full = fs::File::create("/dev/full").unwrap();
    let mut program = program(&format!("--headless --replay {}", fall("full.ron")));
    let ended = program.stdout(full).output().unwrap();
    assert_eq!(ended.status.code(), Some(1));
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(
        said.starts_with("error: ") && said.contains("space"),
        "{said}"
    );
}
