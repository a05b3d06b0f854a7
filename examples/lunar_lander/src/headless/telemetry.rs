//! A line of numbers now and then.

use std::io::{self, Write};

use kinstep::nalgebra::Vector2;

use super::words;
use crate::forecast::Forecast;
use crate::game::Game;

/// From one point of a trail to the next \[s\].
const TRAIL: f64 = 0.25;

/// Looks at a game after every step: keeps its trail, and prints a line when it is time for one.
pub(super) struct Telemetry<'a, W> {
    out: &'a mut W,
    lines: Rhythm,
    points: Rhythm,
    trail: Vec<Vector2<f64>>,
}

impl<'a, W: Write> Telemetry<'a, W> {
    /// At the start of a game, with the head of the table.
    pub(super) fn new(game: &Game, every: f64, out: &'a mut W) -> io::Result<Self> {
        let mission = game.mission();
        writeln!(
            out,
            "{} (mission {}, seed {})\n",
            mission.title,
            mission.name,
            game.seed()
        )?;
        writeln!(out, "{HEAD}")?;
        let mut telemetry = Self {
            out,
            lines: Rhythm::new(every),
            points: Rhythm::new(TRAIL),
            trail: Vec::new(),
        };
        telemetry.look(game)?;
        Ok(telemetry)
    }

    /// After a step.
    pub(super) fn look(&mut self, game: &Game) -> io::Result<()> {
        let time = game.lander().time();
        if self.points.is_due(time) {
            self.trail.push(game.lander().body().position);
        }
        if self.lines.is_due(time) {
            writeln!(self.out, "{}", line(game))?;
        }
        Ok(())
    }

    /// After the last step: how it ended.
    pub(super) fn end(mut self, game: &Game) -> io::Result<Vec<Vector2<f64>>> {
        self.trail.push(game.lander().body().position);
        writeln!(self.out, "{}\n\n{}", line(game), words::outcome(game))?;
        Ok(self.trail)
    }
}

/// Something that is due at multiples of a time \[s\].
struct Rhythm {
    every: f64,
    next: f64,
}

impl Rhythm {
    fn new(every: f64) -> Self {
        Self { every, next: 0.0 }
    }

    /// Whether it is time; asked with a later time each time.
    fn is_due(&mut self, time: f64) -> bool {
        /// A sum of steps is off by rounding \[s\].
        const NEAR: f64 = 1e-9;
        if time < self.next - NEAR {
            return false;
        }
        self.next = self.every * ((time + NEAR) / self.every).floor() + self.every;
        true
    }
}

const HEAD: &str = "    time  altitude         x     down   right    tilt  throttle    fuel  impact in  Euler off by
       s         m         m      m/s     m/s     deg         %      kg          s             m";

/// How a game is now.
fn line(game: &Game) -> String {
    let (lander, body) = (game.lander(), game.lander().body());
    let ground = &game.landscape().ground;
    let impact = Forecast::new(lander, ground).ok().and_then(|it| it.impact);
    let impact = impact.map_or_else(|| "-".to_owned(), |it| format!("{:.1}", it.time));
    let ghost = (game.ghost().body().position - body.position).norm();
    format!(
        "{:8.2}{:10.1}{:10.1}{:9.2}{:8.2}{:8.1}{:10.0}{:8.1}{impact:>11}{ghost:14.3}",
        lander.time(),
        tidy(altitude(game), 0.05),
        tidy(body.position.x, 0.05),
        tidy(-body.velocity.y, 0.005),
        tidy(body.velocity.x, 0.005),
        tidy(words::degrees(body.orientation()), 0.05),
        100.0 * lander.controls().throttle,
        lander.fuel(),
    )
}

/// Height of the lower foot over the ground below it \[m\].
pub(super) fn altitude(game: &Game) -> f64 {
    let body = game.lander().body();
    let feet = game.lander().craft().feet;
    let heights = feet.map(|foot| {
        let foot = body.position + body.to_world(foot);
        foot.y - game.landscape().ground.height(foot.x)
    });
    heights[0].min(heights[1])
}

/// Zero for what would be printed as minus zero.
fn tidy(value: f64, half: f64) -> f64 {
    if value.abs() < half { 0.0 } else { value }
}
