//! Flights without a window, described in text.

use std::io::{self, Write};
use std::ops::Range;

use anyhow::Result;
use lander::{Controls, Lander};

use crate::autopilot::Autopilot;
use crate::forecast::Forecast;
use crate::game::{Game, ticks_at};
use crate::mission::Mission;
use crate::recording::{Player, Recording};
use crate::touchdown::{Fault, Outcome, tilt};

/// Maximum duration of a flight \[s\].
pub const LONGEST: f64 = 3600.0;

/// Flies a game to its end or to a time \[s\], with this many steps per second \[Hz\], and writes a
/// report.
///
/// # Errors
/// If a step fails, or the report cannot be written.
pub fn fly(
    game: &mut Game,
    mut pilot: impl FnMut(&Lander, f64) -> Controls,
    rate: f64,
    until: f64,
    out: &mut impl Write,
) -> Result<()> {
    head(game, out)?;
    while goes_on(game, until) {
        let since = game.lander().time();
        game.step(ticks_at(rate), &mut pilot)?;
        look(game, since, out)?;
    }
    Ok(writeln!(out, "{}\n\n{}", line(game), outcome(game))?)
}

/// Replays a recording, in the recorded steps, and writes a report.
///
/// # Errors
/// If the final state differs from the recorded one in any bit, or the report cannot be written.
pub fn replay(recording: Recording, out: &mut impl Write) -> Result<Game> {
    let steps: u64 = (recording.burns.iter())
        .map(|burn| u64::from(burn.steps))
        .sum();
    let mut player = Player::new(recording)?;
    head(player.game(), out)?;
    while !player.is_over() {
        let since = player.game().lander().time();
        player.step()?;
        look(player.game(), since, out)?;
    }
    let game = player.game().clone();
    writeln!(out, "{}\n\n{}", line(&game), outcome(&game))?;
    writeln!(out, "replayed bit for bit: {steps} steps")?;
    Ok(game)
}

/// The autopilot flies a mission once for each seed; a line reports each outcome. Returns whether
/// all flights landed.
///
/// # Errors
/// If a step fails, or the report cannot be written.
pub fn fly_seeds(
    mission: Mission,
    seeds: Range<u64>,
    rate: f64,
    out: &mut impl Write,
) -> Result<bool> {
    let all = seeds.end.saturating_sub(seeds.start);
    let (mut landed, mut fastest, mut least) = (0, 0.0_f64, f64::INFINITY);
    for seed in seeds {
        let mut game = Game::new(mission, seed)?;
        let mut autopilot = Autopilot::new(&game);
        while goes_on(&game, LONGEST) {
            game.step(ticks_at(rate), |lander, _| autopilot.controls(lander))?;
        }
        if game.has_landed() {
            landed += 1;
            fastest = fastest.max(game.lander().body().velocity.norm());
            least = least.min(game.lander().fuel());
        }
        let said = outcome(&game).replace("\ntouchdown: ", ", ");
        writeln!(out, "seed {seed}: {said}")?;
    }
    write!(out, "{landed} of {all} landed")?;
    if landed > 0 {
        write!(
            out,
            ", at {fastest:.2} m/s at most, with {least:.0} kg of fuel left at least"
        )?;
    }
    writeln!(out)?;
    Ok(landed == all)
}

/// Whether another step is due.
fn goes_on(game: &Game, until: f64) -> bool {
    /// Tolerance for the rounding error of a sum of steps \[s\].
    const NEAR: f64 = 1e-9;
    game.ending().is_none() && game.lander().time() < until - NEAR
}

/// Writes the head of the table.
fn head(game: &Game, out: &mut impl Write) -> io::Result<()> {
    let Mission { title, name, .. } = game.mission();
    writeln!(out, "{title} (mission {name}, seed {})\n", game.seed())?;
    writeln!(out, "{HEAD}\n{}", line(game))
}

/// Writes a line if a step, which began at `since` \[s\], passed a multiple of some seconds.
fn look(game: &Game, since: f64, out: &mut impl Write) -> io::Result<()> {
    /// Time between two lines, and tolerance for its rounding error \[s\].
    const EVERY: [f64; 2] = [5.0, 1e-9];
    let lines = |time: f64| ((time + EVERY[1]) / EVERY[0]).floor();
    if lines(game.lander().time()) > lines(since) {
        writeln!(out, "{}", line(game))?;
    }
    Ok(())
}

const HEAD: &str = "    time  altitude         x     down   right    tilt  throttle    fuel  impact in  Euler off by
       s         m         m      m/s     m/s     deg         %      kg          s             m";

/// A line with the present state of a game.
fn line(game: &Game) -> String {
    let (lander, body) = (game.lander(), game.lander().body());
    let ground = &game.landscape().ground;
    let over = |foot| {
        let foot = body.position + body.to_world(foot);
        foot.y - ground.height(foot.x)
    };
    let [left, right] = lander.craft().feet.map(over);
    let impact = Forecast::new(lander, ground).ok().and_then(|it| it.impact);
    let impact = impact.map_or_else(|| "-".to_owned(), |it| format!("{:.1}", it.time));
    let ghost = (game.ghost().body().position - body.position).norm();
    format!(
        "{:8.2}{:10.1}{:10.1}{:9.2}{:8.2}{:8.1}{:10.0}{:8.1}{impact:>11}{ghost:14.3}",
        lander.time(),
        tidy(left.min(right), 0.05),
        tidy(body.position.x, 0.05),
        tidy(-body.velocity.y, 0.005),
        tidy(body.velocity.x, 0.005),
        tidy(tilt(body.orientation()).to_degrees(), 0.05),
        100.0 * lander.controls().throttle,
        lander.fuel(),
    )
}

/// Replaces values that would be printed as minus zero by zero.
fn tidy(value: f64, half: f64) -> f64 {
    if value.abs() < half { 0.0 } else { value }
}

/// Outcome of a game in one line, and a line on the touchdown.
fn outcome(game: &Game) -> String {
    let (lander, body) = (game.lander(), game.lander().body());
    let time = lander.time();
    let what = match game.ending().map(|ending| &ending.outcome) {
        Some(Outcome::Landed { pad, score }) => {
            let place = place(game, *pad);
            format!("landed {place} after {time:.6} s: {score} points")
        }
        Some(Outcome::Crashed { faults }) => {
            let faults: Vec<String> = faults.iter().map(Fault::to_string).collect();
            format!("crashed after {time:.6} s: {}", faults.join("; "))
        }
        Some(Outcome::Lost) => return format!("lost: it flew off the map after {time:.3} s"),
        None => return format!("still up after {time:.0} s"),
    };
    format!(
        "{what}\ntouchdown: {:.2} m/s down, {:.2} m/s sideways, tilted by {:.1} degrees, {:.1} kg of fuel left",
        tidy(-body.velocity.y, 0.005),
        body.velocity.x.abs(),
        tilt(body.orientation()).to_degrees().abs(),
        lander.fuel()
    )
}

/// Name of the pad, counted from the left from 1, or "beside the pads".
fn place(game: &Game, pad: Option<usize>) -> String {
    let pads = &game.landscape().pads;
    match pad.and_then(|pad| Some((pad, pads.get(pad)?))) {
        Some((index, pad)) => format!("on pad {} (x{})", index + 1, pad.multiplier),
        None => "beside the pads".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn telemetry_comes_every_five_seconds_and_says_how_it_ends() {
        for (rate, until, end) in [
            (60.0, 12.0, "still up after 12 s\n"),
            (5.0, 99.0, " left\n"),
        ] {
            let mut game = Game::new(Mission::MOON, 1).unwrap();
            let mut out = Vec::new();
            fly(&mut game, |_, _| Controls::OFF, rate, until, &mut out).unwrap();
            let said = String::from_utf8(out).unwrap();
            let times = said
                .lines()
                .filter_map(|line| line.get(..8)?.trim().parse::<f64>().ok());
            assert!(times.take(3).eq([0.0, 5.0, 10.0]), "{said}");
            assert!(said.ends_with(end), "{said}");
        }
    }
}
