//! The program, as it is called.

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use lander::Controls;
use lunar_lander::game::Game;
use lunar_lander::mission::Mission;
use lunar_lander::recording::Recorder;

/// The program with these arguments, and without a display.
fn program(arguments: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_lunar_lander"));
    program
        .args(arguments)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY");
    program
}

/// What a run prints, what it complains about, and its exit code.
fn run(arguments: &[&str]) -> (String, String, i32) {
    let Output {
        status,
        stdout,
        stderr,
    } = program(arguments).output().unwrap();
    let [stdout, stderr] = [stdout, stderr].map(|it| String::from_utf8(it).unwrap());
    (stdout, stderr, status.code().unwrap())
}

/// A run that fails: what it says, which is nothing on standard output and one sentence otherwise.
fn complaint(arguments: &[&str], code: i32) -> String {
    let (stdout, stderr, found) = run(arguments);
    assert_eq!(found, code, "{stderr}");
    assert_eq!(stdout, "");
    assert!(stderr.starts_with("error: "), "{stderr}");
    for unwanted in ["panicked", "Error {", "Some(", "RUST_BACKTRACE"] {
        assert!(!stderr.contains(unwanted), "{stderr}");
    }
    stderr
}

/// A file of this test.
fn file(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("command_line");
    fs::create_dir_all(&directory).unwrap();
    directory.join(name)
}

/// A recording of a fall, in a file.
fn fall(name: &str) -> String {
    let mut game = Game::new(Mission::MOON, 4).unwrap();
    let mut recorder = Recorder::new(&game);
    while game.ending().is_none() {
        recorder
            .advance(&mut game, 0.05, |_| Controls::OFF)
            .unwrap();
    }
    let file = file(name);
    recorder.finish(&game).save(&file).unwrap();
    file.display().to_string()
}

#[test]
fn a_rate_of_zero_is_refused_with_its_value() {
    for rate in ["0", "-60", "NaN", "1e12"] {
        let said = complaint(&["--headless", "--autopilot", "--hz", rate], 2);
        assert!(said.contains(rate) && said.contains("--hz"), "{said}");
    }
}

#[test]
fn an_unknown_mission_is_refused_with_those_there_are() {
    let said = complaint(&["--mission", "pluto"], 2);
    assert!(said.contains("\"pluto\"") && said.contains("moon, titan, apollo11"));
}

#[test]
fn a_pad_that_is_not_there_is_refused() {
    let said = complaint(&["--headless", "--autopilot", "--pad", "9"], 1);
    assert!(said.contains("there is no pad 9; there are 4"), "{said}");
}

#[test]
fn without_a_display_it_says_what_goes_without() {
    let said = complaint(&[], 1);
    assert!(
        said.contains("DISPLAY") && said.contains("--headless"),
        "{said}"
    );
}

#[test]
fn nobody_flies_without_a_window() {
    let said = complaint(&["--headless"], 2);
    assert!(said.contains("nobody"), "{said}");
}

#[test]
fn a_broken_recording_is_refused_where_it_breaks() {
    let whole = fall("broken.ron");
    let text = fs::read_to_string(&whole).unwrap();
    fs::write(&whole, &text[..text.len() / 2]).unwrap();
    let said = complaint(&["--headless", "--replay", &whole], 1);
    assert!(said.contains("broken.ron: it is no recording"), "{said}");
    assert!(said.contains("in line "), "{said}");
    // nor does it open a window
    assert_eq!(complaint(&["--replay", &whole], 1), said);

    fs::write(&whole, [0, 159, 146, 150]).unwrap();
    let said = complaint(&["--headless", "--replay", &whole], 1);
    assert!(said.contains("it is no recording"), "{said}");
}

#[test]
fn a_replay_of_another_version_is_refused_with_both() {
    let whole = fall("version.ron");
    let text = fs::read_to_string(&whole).unwrap();
    fs::write(&whole, text.replace("version: 1", "version: 41")).unwrap();
    let said = complaint(&["--headless", "--replay", &whole], 1);
    assert!(
        said.contains("version 41") && said.contains("version 1"),
        "{said}"
    );
}

#[test]
fn a_recording_that_is_not_there_is_named() {
    let said = complaint(&["--headless", "--replay", "no/such/flight.ron"], 1);
    assert!(said.contains("no/such/flight.ron"), "{said}");
}

#[test]
fn a_recording_that_was_tampered_with_is_told_by_how_much() {
    let whole = fall("tampered.ron");
    let text = fs::read_to_string(&whole).unwrap();
    fs::write(&whole, text.replace("fuel: 450.0", "fuel: 449.5")).unwrap();
    let (stdout, stderr, code) = run(&["--headless", "--replay", &whole]);
    assert_eq!(code, 1);
    assert!(stderr.contains("fuel by 5.0e-1 kg"), "{stderr}");
    assert!(!stdout.contains("bit for bit"), "{stdout}");
}

#[test]
fn a_crash_exits_with_three_and_all_faults() {
    let (stdout, stderr, code) = run(&["--headless", "--replay", &fall("crash.ron")]);
    assert_eq!((code, stderr.as_str()), (3, ""));
    assert!(stdout.contains("crashed after"), "{stdout}");
    assert!(stdout.contains("m/s down, 2.5 at most"), "{stdout}");
    assert!(stdout.contains("replayed bit for bit"), "{stdout}");
}

#[test]
fn what_is_recorded_is_replayed_bit_for_bit_and_told_alike() {
    for (mission, rate) in [("moon", "60"), ("titan", "7.3"), ("apollo11", "240")] {
        let stored = file(&format!("{mission}.ron")).display().to_string();
        let (flown, stderr, code) = run(&[
            "--headless",
            "--autopilot",
            "--mission",
            mission,
            "--seed",
            "6",
            "--hz",
            rate,
            "--record",
            &stored,
        ]);
        assert_eq!(stderr, "");
        let (replayed, stderr, again) = run(&["--headless", "--replay", &stored]);
        assert_eq!((again, stderr.as_str()), (code, ""));
        let flown = flown.split("recording: ").next().unwrap();
        let rest = replayed.strip_prefix(flown).unwrap();
        assert!(rest.starts_with("replayed bit for bit"), "{rest}");
    }
}

#[test]
fn a_recording_that_cannot_be_written_is_named() {
    let (_, stderr, code) = run(&[
        "--headless",
        "--autopilot",
        "--record",
        "no/such/place/flight.ron",
    ]);
    assert_eq!(code, 1);
    assert!(
        stderr.starts_with("error: cannot write no/such/place/flight.ron"),
        "{stderr}"
    );
}

#[test]
fn seeds_have_a_line_each_and_all_of_them_landed_if_it_exits_with_zero() {
    let (stdout, stderr, code) = run(&["--headless", "--autopilot", "--seeds", "0..3"]);
    assert_eq!(stderr, "");
    let lines: Vec<&str> = stdout.lines().collect();
    assert_eq!(lines.len(), 4, "{stdout}");
    for (line, seed) in lines.iter().zip(0..3) {
        assert!(line.starts_with(&format!("seed {seed}: ")), "{line}");
    }
    assert_eq!(lines[3].starts_with("3 of 3 landed"), code == 0, "{stdout}");
    assert!(code == 0 || code == 3);
}

#[test]
fn a_picture_has_the_size_asked_for() {
    let png = file("crash.png");
    let picture = png.display().to_string();
    let stored = fall("picture.ron");
    let (_, stderr, code) = run(&[
        "--headless",
        "--replay",
        &stored,
        "--picture",
        &picture,
        "--size",
        "320x200",
    ]);
    assert_eq!((code, stderr.as_str()), (3, ""));
    let bytes = fs::read(png).unwrap();
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
    assert_eq!(bytes[16..24], [0, 0, 1, 64, 0, 0, 0, 200]);
}

#[test]
fn the_help_tells_the_keys_and_the_exit_codes() {
    let (stdout, stderr, code) = run(&["--help"]);
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
    let stored = fall("pipe.ron");
    for arguments in [
        &["--headless", "--replay", &stored, "--every", "0.1"][..],
        &["--headless", "--autopilot", "--seeds", "0..1000000"],
        &["--help"],
    ] {
        let mut child = program(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
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
    let ended = program(&["--headless", "--replay", &fall("full.ron")])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(1));
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(
        said.starts_with("error: cannot print the flight: "),
        "{said}"
    );
}
