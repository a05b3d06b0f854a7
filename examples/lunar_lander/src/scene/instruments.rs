//! The instruments, in the upper corners.

use std::f32::consts::PI;

use lander::Lander;

use super::brush::faded;
use super::lettering::{Align, Letters};
use super::look::{FAIR, GOOD, LABEL, PATH, PLATE, POOR, TEXT};
use super::{Color, Scene, View};
use crate::forecast::Forecast;
use crate::touchdown::{Fault, MOST_DESCENT, MOST_SIDEWAYS, MOST_TILT, tilt};

/// From the edge of the screen, and inside a plate.
pub(super) const MARGIN: f32 = 16.0;
/// Of the plates; that of the map is as high.
pub(super) const HIGH: f32 = 122.0;
const WIDE: f32 = 330.0;

pub(super) fn draw(scene: &mut Scene, view: &View, forecast: Option<&Forecast>) {
    mission(scene, view);
    flight(scene, view, forecast);
}

/// Left: which flight it is, how long it has taken, what is left in the tanks, and what the engine does.
fn mission(scene: &mut Scene, view: &View) {
    let unit = view.unit();
    let game = view.game;
    let lander = game.lander();
    let corner = [mission_left(view), MARGIN * unit];
    scene.plate(corner, [WIDE * unit, HIGH * unit], PLATE);
    let left = corner[0] + 16.0 * unit;
    let right = corner[0] + (WIDE - 16.0) * unit;
    let row = |down: f32| corner[1] + down * unit;
    let letters = Letters::new(12.0 * unit, TEXT);
    letters.write(scene, [left, row(28.0)], game.mission().title);
    let small = Letters::new(10.0 * unit, LABEL);
    let rate = view
        .rate
        .map_or(String::new(), |rate| format!("  {rate:.0} HZ"));
    let which = match view.level {
        Some(level) => format!("LEVEL {}", level + 1),
        None => format!("SEED {}", game.seed()),
    };
    small.write(scene, [left, row(51.0)], &format!("{which}{rate}"));
    let clock = format!("T+ {}", minutes(lander.time()));
    small
        .aligned(Align::Right)
        .write(scene, [right, row(51.0)], &clock);
    let fuel = (lander.fuel() / lander.craft().fuel) as f32;
    let mark = fuel_mark(fuel);
    let throttle = if game.ending().is_none() {
        lander.controls().throttle as f32
    } else {
        0.0
    };
    let sign = [right, row(77.0)];
    small
        .colored(mark.color())
        .aligned(Align::Right)
        .write(scene, sign, mark.sign());
    for (name, share, color, opacity, down) in [
        ("FUEL", fuel, mark.color(), blink(mark, view.clock), 66.0),
        ("THRUST", throttle, FAIR, 1.0, 92.0),
    ] {
        small.write(scene, [left, row(down + 11.0)], name);
        let bar = [left + 74.0 * unit, row(down)];
        let size = [154.0 * unit, 11.0 * unit];
        scene.bar(bar, size, share, faded(color, opacity));
        let percent = format!("{:.0}%", 100.0 * share);
        let place = [right - 16.0 * unit, row(down + 11.0)];
        small
            .colored(color)
            .aligned(Align::Right)
            .write(scene, place, &percent);
    }
}

/// In the corner, or in the middle of a narrow screen.
fn mission_left(view: &View) -> f32 {
    if view.is_narrow() {
        0.5 * (view.size[0] - WIDE * view.unit())
    } else {
        MARGIN * view.unit()
    }
}

/// How wide the map between the two plates may be \[pixels\].
pub(super) fn room_between(view: &View) -> f32 {
    view.size[0] - 2.0 * (WIDE + 2.0 * MARGIN) * view.unit()
}

/// How far down the instruments go \[pixels\].
pub(super) fn bottom(view: &View) -> f32 {
    let rows = if view.is_narrow() { 2.0 } else { 1.0 };
    rows * (MARGIN + HIGH) * view.unit()
}

/// Good down to 30 %, fair down to 12 %.
fn fuel_mark(share: f32) -> Mark {
    if share > 0.3 {
        Mark::Good
    } else if share > 0.12 {
        Mark::Fair
    } else {
        Mark::Poor
    }
}

/// The opacity of a bar: a poor one blinks.
fn blink(mark: Mark, clock: f64) -> f32 {
    if mark == Mark::Poor && clock.rem_euclid(0.6) >= 0.4 {
        0.45
    } else {
        1.0
    }
}

/// Minutes and seconds.
fn minutes(time: f64) -> String {
    let seconds = time.max(0.0);
    format!(
        "{:02.0}:{:04.1}",
        (seconds / 60.0).floor(),
        (10.0 * (seconds % 60.0)).floor() / 10.0
    )
}

/// Right: how high, how fast, how tilted, and how long until the ground.
fn flight(scene: &mut Scene, view: &View, forecast: Option<&Forecast>) {
    let unit = view.unit();
    let corner = if view.is_narrow() {
        [mission_left(view), (2.0 * MARGIN + HIGH) * unit]
    } else {
        [view.size[0] - (WIDE + MARGIN) * unit, MARGIN * unit]
    };
    scene.plate(corner, [WIDE * unit, HIGH * unit], PLATE);
    tilt_dial(
        scene,
        view,
        [corner[0] + 62.0 * unit, corner[1] + 70.0 * unit],
    );
    let rows = rows(view, forecast);
    let left = corner[0] + 122.0 * unit;
    let right = corner[0] + (WIDE - 16.0) * unit;
    for (index, (name, value, mark)) in rows.into_iter().enumerate() {
        let y = corner[1] + (25.0 + 21.5 * index as f32) * unit;
        Letters::new(9.0 * unit, LABEL).write(scene, [left, y - unit], name);
        let color = mark.map_or(TEXT, Mark::color);
        let letters = Letters::new(11.0 * unit, color).aligned(Align::Right);
        letters.write(scene, [right - 16.0 * unit, y], &value);
        if let Some(mark) = mark {
            letters.write(scene, [right, y], mark.sign());
        }
    }
}

/// Name, value, and how good that is.
fn rows(view: &View, forecast: Option<&Forecast>) -> [(&'static str, String, Option<Mark>); 5] {
    let lander = view.game.lander();
    let speed = lander.body().velocity;
    let altitude = view.altitude();
    let impact = forecast.and_then(|it| it.impact);
    let marks = Marks::of(view);
    let arrow =
        |is_first, [first, second]: [&'static str; 2]| if is_first { first } else { second };
    let downward = arrow(speed.y > 0.0, ["\u{2191}", "\u{2193}"]);
    let sideways = arrow(speed.x < 0.0, ["\u{2190}", "\u{2192}"]);
    let slope = view.readings().slope.to_degrees().abs();
    let impact = impact.map_or("-".to_owned(), |it| format!("{:.1} S", it.time));
    [
        ("ALTITUDE", format!("{:.1} M", altitude.max(0.0)), None),
        (
            "VERTICAL",
            format!("{downward} {:.1} M/S", speed.y.abs()),
            Some(marks.descent),
        ),
        (
            "SIDEWAYS",
            format!("{sideways} {:.1} M/S", speed.x.abs()),
            Some(marks.sideways),
        ),
        (
            "GROUND",
            format!("{slope:.0}\u{b0} SLOPE"),
            Some(marks.ground),
        ),
        ("IMPACT", impact, None),
    ]
}

/// How good a reading is: a colour, and a sign for those who do not tell the colours apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// Fit for a landing.
    Good,
    /// Not yet.
    Fair,
    /// Not at all.
    Poor,
}

impl Mark {
    pub(super) fn color(self) -> Color {
        match self {
            Self::Good => GOOD,
            Self::Fair => FAIR,
            Self::Poor => POOR,
        }
    }

    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Good => "\u{2713}",
            Self::Fair => "!",
            Self::Poor => "\u{2717}",
        }
    }

    /// Good without a fault; else fair if that can be mended.
    fn new(fault: Option<Fault>, can_be_mended: bool) -> Self {
        match fault {
            None => Self::Good,
            Some(_) if can_be_mended => Self::Fair,
            Some(_) => Self::Poor,
        }
    }
}

/// All readings that decide whether a touchdown is a landing: it is one if and only if all are good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Marks {
    pub(super) descent: Mark,
    pub(super) sideways: Mark,
    /// Its slope, and whether the feet meet it first.
    pub(super) ground: Mark,
    /// Against the ground.
    pub(super) lean: Mark,
    pub(super) spin: Mark,
}

impl Marks {
    pub(super) fn of(view: &View) -> Self {
        let lander = view.game.lander();
        let readings = view.readings();
        let hull = readings.is_hull_first.then_some(Fault::Hull);
        Self {
            descent: Mark::new(readings.descent_fault(), can_brake(lander, view.altitude())),
            sideways: Mark::new(
                readings.sideways_fault(),
                readings.sideways.abs() < 4.0 * MOST_SIDEWAYS,
            ),
            ground: Mark::new(readings.slope_fault().or(hull), false),
            lean: Mark::new(readings.lean_fault(), readings.lean.abs() < 0.6),
            spin: Mark::new(readings.spin_fault(), readings.spin.abs() < 0.6),
        }
    }
}

/// Whether the engine can still brake a fall to what is allowed, before the ground.
fn can_brake(lander: &Lander, altitude: f64) -> bool {
    let speed = -lander.body().velocity.y;
    let thrust = lander.craft().thrust / lander.body().mass;
    let brake = (thrust - lander.planet().gravity).max(f64::MIN_POSITIVE);
    // v² = 2 a s
    let way = (speed * speed - MOST_DESCENT * MOST_DESCENT) / (2.0 * brake);
    way < altitude && lander.fuel() > 0.0
}

/// Half a dial over the ground below, with the sector in which it may stand, a needle along the lander's axis, and
/// another one where that would be if the jets stopped the spin now.
fn tilt_dial(scene: &mut Scene, view: &View, center: [f32; 2]) {
    let unit = view.unit();
    let radius = 42.0 * unit;
    let readings = view.readings();
    let marks = Marks::of(view);
    let at = |angle: f32, share: f32| {
        [
            center[0] - share * radius * angle.sin(),
            center[1] - share * radius * angle.cos(),
        ]
    };
    let arc = |from: f32, to: f32| -> Vec<_> {
        (0..=20)
            .map(|step| at(from + (to - from) * step as f32 / 20.0, 1.0))
            .collect()
    };
    scene.line(&arc(-0.5 * PI, 0.5 * PI), 1.4 * unit, faded(LABEL, 0.55));
    let slope = readings.slope as f32;
    let most = MOST_TILT.to_radians() as f32;
    scene.line(
        &arc(slope - most, slope + most),
        4.0 * unit,
        marks.ground.color(),
    );
    // a steep one ends before the numbers below
    let reach = if slope.abs() > 0.3 { 0.42 } else { 0.8 };
    let ground = [0.5, -0.5].map(|turn| at(slope + turn * PI, reach));
    scene.line(&ground, 1.6 * unit, faded(marks.ground.color(), 0.8));
    for step in -6..=6 {
        let angle = step as f32 * PI / 12.0;
        let inner = if step % 3 == 0 { 0.80 } else { 0.90 };
        scene.line(
            &[at(angle, inner), at(angle, 0.97)],
            1.2 * unit,
            faded(LABEL, 0.8),
        );
    }
    let color = marks.lean.color();
    // upside down it stays beside the number
    let needle = |angle: f64| (tilt(angle) as f32).clamp(-0.56 * PI, 0.56 * PI);
    let lander = view.game.lander();
    let now = needle(lander.body().orientation());
    let then = needle(stopped(lander));
    if (then - now).abs() > 0.01 {
        scene.line(&[center, at(then, 0.94)], 1.4 * unit, faded(PATH, 0.8));
        scene.disc(at(then, 0.94), 2.2 * unit, PATH);
    }
    scene.line(&[center, at(now, 0.94)], 2.4 * unit, color);
    scene.disc(center, 3.4 * unit, color);
    let letters = |mark: Mark| Letters::new(11.0 * unit, mark.color()).aligned(Align::Center);
    let below = |down: f32| [center[0], center[1] + down * unit];
    let lean = format!(
        "{:.0}\u{b0} {}",
        readings.lean.to_degrees().abs(),
        marks.lean.sign()
    );
    letters(marks.lean).write(scene, below(25.0), &lean);
    let spin = format!(
        "{:.0}\u{b0}/S {}",
        readings.spin.to_degrees().abs(),
        marks.spin.sign()
    );
    letters(marks.spin).write(scene, below(43.0), &spin);
}

/// Where it would point if the jets stopped its spin from now on \[rad\].
///
/// ```text
/// I ω' = -τ      θ = θ₀ + I ω |ω| / (2 τ)
/// ```
///
/// Air, which helps, is left out.
fn stopped(lander: &Lander) -> f64 {
    let (body, craft) = (lander.body(), lander.craft());
    let spin = body.angular_velocity();
    let way = body.inertia() * spin * spin.abs() / (2.0 * craft.jet * craft.jet_arm[0]);
    body.orientation() + if lander.fuel() > 0.0 { way } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{FRAC_PI_2, TAU};

    use kinstep::Scheme;
    use lander::{Controls, Start};

    use super::*;
    use crate::game::Game;
    use crate::mission::Mission;
    use crate::touchdown::Outcome;

    fn marks(game: &Game) -> Marks {
        let size = [1280.0, 800.0];
        Marks::of(&View::new(game, size))
    }

    /// Brakes, sinks slowly over whatever is below, and is held at an angle against the horizon in the last metres.
    fn sink(game: &Game, lander: &Lander, angle: f64) -> Controls {
        let body = lander.body();
        let below = game.landscape().ground.height(body.position.x);
        let clear = body.position.y - lander.craft().stance() - below;
        let aside = (-0.35 * body.velocity.x).clamp(-1.6, 1.6);
        let fall = -(0.11 * clear).clamp(1.0, 12.0) - body.velocity.y;
        let up = (0.7 * fall + lander.planet().gravity).clamp(0.3, 3.6);
        let angle = if clear < 6.0 {
            angle
        } else {
            (-aside).atan2(up)
        };
        Controls {
            throttle: body.mass * up / lander.craft().thrust,
            turn: 3.0 * (angle - tilt(body.orientation())) - 4.0 * body.angular_velocity(),
        }
    }

    #[test]
    fn all_is_green_if_and_only_if_the_touchdown_is_a_landing() {
        let (mut landed, mut crashed) = (0, 0);
        for seed in 0..40 {
            for (mission, angle) in [
                (Mission::MOON, 0.0),
                (Mission::MOON, 0.2),
                (Mission::TITAN, -0.1),
            ] {
                let mut game = Game::new(mission, seed).unwrap();
                let at_start = game.clone();
                game.advance(600.0, None, |lander, _| sink(&at_start, lander, angle))
                    .unwrap();
                let is_green = marks(&game)
                    == Marks {
                        descent: Mark::Good,
                        sideways: Mark::Good,
                        ground: Mark::Good,
                        lean: Mark::Good,
                        spin: Mark::Good,
                    };
                match &game.ending().unwrap().outcome {
                    Outcome::Landed { .. } => {
                        landed += 1;
                        assert!(is_green, "seed {seed}: {:?}", marks(&game));
                    }
                    Outcome::Crashed { faults } => {
                        crashed += 1;
                        assert!(!is_green, "seed {seed}: {faults:?}");
                    }
                    Outcome::Lost => {}
                }
            }
        }
        // both happen
        assert!(landed > 0 && crashed > 20, "{landed}, {crashed}");
    }

    #[test]
    fn the_second_needle_is_where_the_jets_stop_the_spin() {
        for spin in [-0.7, 0.3] {
            let start = Start {
                position: [0.0, 1e5],
                velocity: [0.0; 2],
                tilt: 0.2,
                spin,
            };
            let mission = Mission::MOON;
            let mut lander =
                Lander::new(mission.craft, mission.planet, start, Scheme::FlowKick).unwrap();
            let aim = stopped(&lander);
            let ground = lander::Ground::level(0.0);
            while lander.body().angular_velocity() * spin > 0.0 {
                lander.set_controls(Controls {
                    throttle: 0.0,
                    turn: -spin.signum(),
                });
                lander.step(1e-3, &ground).unwrap();
            }
            // the fuel that the jets burn makes the lander lighter on the way; 6.2e-5 rad was measured
            let off = (lander.body().orientation() - aim).abs();
            assert!(off < 2e-4, "{off}");
        }
    }

    #[test]
    fn whole_turns_are_no_tilt() {
        for turns in [-40.0, -1.0, 0.0, 1.0, 7.0] {
            for angle in [-3.0, -FRAC_PI_2, 0.0, 0.1, 3.0] {
                let difference = tilt(TAU * turns + angle) - angle;
                // rounding of the largest angle
                assert!(difference.abs() < 4.0 * f64::EPSILON * TAU * 40.0);
            }
        }
    }

    #[test]
    fn clocks_count_minutes_and_never_show_sixty_seconds() {
        for (time, text) in [
            (-1.0, "00:00.0"),
            (0.0, "00:00.0"),
            (59.99, "00:59.9"),
            (60.0, "01:00.0"),
            (754.37, "12:34.3"),
        ] {
            assert_eq!(minutes(time), text);
        }
    }
}
