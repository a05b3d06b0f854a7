//! The program, as it is called.

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use lander::Controls;
use lunar_lander::game::{CLOCK, Game};
use lunar_lander::mission::Mission;

/// The program with these arguments, and without a display.
fn program(arguments: &str) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_lunar_lander"));
    program
        .args(arguments.split_whitespace())
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY");
    program
}

/// What a run prints, what it complains about, and its exit code.
fn run(arguments: &str) -> (String, String, i32) {
    let Output {
        status,
        stdout,
        stderr,
    } = program(arguments).output().unwrap();
    let [stdout, stderr] = [stdout, stderr].map(|it| String::from_utf8(it).unwrap());
    (stdout, stderr, status.code().unwrap())
}

/// A recording of a fall, in a file without spaces in its path.
fn fall(name: &str) -> String {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("command_line");
    fs::create_dir_all(&directory).unwrap();
    let mut game = Game::new(Mission::MOON, 4).unwrap();
    while game.ending().is_none() {
        game.step(CLOCK / 20, |_, _| Controls::OFF).unwrap();
    }
    let file = directory.join(name);
    game.recording().save(&file).unwrap();
    file.display().to_string()
}

#[test]
fn failures_are_told_in_a_sentence_and_by_the_exit_code() {
    let broken = fall("broken.ron");
    let text = fs::read_to_string(&broken).unwrap();
    fs::write(&broken, &text[..text.len() / 2]).unwrap();
    for (arguments, code, word) in [
        ("--headless --autopilot --hz 0", 2, "from 0.1 to 1000"),
        ("--headless", 2, "--autopilot|--replay"),
        ("", 1, "DISPLAY"),
        ("", 1, "--headless"),
        (
            "--headless --replay no/such/flight.ron",
            1,
            "no/such/flight.ron: ",
        ),
        (
            &format!("--headless --replay {broken}"),
            1,
            "broken.ron: it is no recording: ",
        ),
        (
            &format!("--replay {broken}"),
            1,
            "broken.ron: it is no recording: ",
        ),
    ] {
        let (stdout, stderr, found) = run(arguments);
        assert_eq!(
            (found, stdout.as_str()),
            (code, ""),
            "{arguments}: {stderr}"
        );
        assert!(
            stderr.starts_with("error: ") && stderr.contains(word),
            "{arguments}: {stderr}"
        );
        for unwanted in ["panicked", "Error {", "Some(", "RUST_BACKTRACE"] {
            assert!(!stderr.contains(unwanted), "{stderr}");
        }
    }
    let (_, stderr, code) = run("--headless --autopilot --record no/such/place/flight.ron");
    assert_eq!(code, 1);
    assert!(
        stderr.starts_with("error: no/such/place/flight.ron: "),
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
        let (flown, stderr, code) = run(&format!("{flown} --record {stored}"));
        assert_eq!((stderr.as_str(), code), ("", 0));
        let (replayed, stderr, code) = run(&format!("--headless --replay {stored}"));
        assert_eq!((stderr.as_str(), code), ("", 0));
        let [flown, replayed] = [&flown, &replayed].map(|it| it.rsplit("\n\n").next().unwrap());
        let flown = flown.split("recording: ").next().unwrap();
        let rest = replayed.strip_prefix(flown).unwrap();
        assert!(rest.starts_with("replayed bit for bit"), "{rest}");
    }
}

#[test]
fn seeds_and_comparisons_are_printed() {
    let (stdout, stderr, code) = run("--headless --autopilot --seeds 0..3");
    assert_eq!((stderr.as_str(), code), ("", 0));
    assert!(
        stdout.lines().count() == 4 && stdout.contains("\n3 of 3 landed, "),
        "{stdout}"
    );
    let (stdout, _, code) = run("--compare --seed 3");
    assert!(
        code == 0 && stdout.contains("\nYour landing at 5 Hz: same pad. Euler's: "),
        "{stdout}"
    );
}

#[test]
fn the_help_tells_the_keys_and_the_exit_codes() {
    let (stdout, stderr, code) = run("--help");
    assert_eq!((code, stderr.as_str()), (0, ""));
    for told in [
        "Left, A",
        "Up, W",
        "F12",
        "pause",
        "--headless",
        "Exit codes",
        "apollo11",
    ] {
        assert!(stdout.contains(told), "{told} in {stdout}");
    }
    assert!(!stdout.contains("--frames"), "{stdout}");
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

/// Not to be able to print is a failure: `/dev/full` is there on Linux only.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let mut program = program(&format!("--headless --replay {}", fall("full.ron")));
    let ended = program.stdout(full).output().unwrap();
    assert_eq!(ended.status.code(), Some(1));
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(
        said.starts_with("error: ") && said.contains("space"),
        "{said}"
    );
}
