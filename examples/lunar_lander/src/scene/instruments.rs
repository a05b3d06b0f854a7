//! The instruments, in the upper corners.

use std::f32::consts::PI;

use lander::Lander;

use super::brush::faded;
use super::course::speed_color;
use super::lettering::{Align, Letters};
use super::look::{FAIR, GOOD, LABEL, PLATE, POOR, TEXT};
use super::{Color, Scene, View};
use crate::forecast::Forecast;
use crate::touchdown::{MOST_DESCENT, MOST_SIDEWAYS, MOST_TILT, tilt};

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
    let corner = [MARGIN * unit; 2];
    scene.plate(corner, [WIDE * unit, HIGH * unit], PLATE);
    let left = corner[0] + 16.0 * unit;
    let right = corner[0] + (WIDE - 16.0) * unit;
    let row = |down: f32| corner[1] + down * unit;
    let letters = Letters::new(12.0 * unit, TEXT);
    letters.write(scene, [left, row(28.0)], game.mission().title);
    let small = Letters::new(10.0 * unit, LABEL);
    small.write(scene, [left, row(51.0)], &format!("SEED {}", game.seed()));
    let clock = format!("T+ {}", minutes(lander.time()));
    small
        .aligned(Align::Right)
        .write(scene, [right, row(51.0)], &clock);
    let fuel = (lander.fuel() / lander.craft().fuel) as f32;
    let color = fuel_color(fuel, view.clock);
    let throttle = if game.ending().is_none() {
        lander.controls().throttle as f32
    } else {
        0.0
    };
    for (name, share, color, down) in [
        ("FUEL", fuel, color, 66.0),
        ("THRUST", throttle, FAIR, 92.0),
    ] {
        small.write(scene, [left, row(down + 11.0)], name);
        let bar = [left + 74.0 * unit, row(down)];
        scene.bar(bar, [168.0 * unit, 11.0 * unit], share, color);
        let percent = format!("{:.0}%", 100.0 * share);
        small.colored(color).aligned(Align::Right).write(
            scene,
            [right, row(down + 11.0)],
            &percent,
        );
    }
}

/// Green, amber below 30 %, red and blinking below 12 %.
fn fuel_color(share: f32, clock: f64) -> Color {
    if share > 0.3 {
        GOOD
    } else if share > 0.12 {
        FAIR
    } else {
        let blink = if clock.rem_euclid(0.6) < 0.4 {
            1.0
        } else {
            0.45
        };
        faded(POOR, blink)
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
    let lander = view.game.lander();
    let body = lander.body();
    let corner = [view.size[0] - (WIDE + MARGIN) * unit, MARGIN * unit];
    scene.plate(corner, [WIDE * unit, HIGH * unit], PLATE);
    tilt_dial(
        scene,
        view,
        [corner[0] + 62.0 * unit, corner[1] + 70.0 * unit],
    );
    let altitude = view.altitude();
    let speed = body.velocity;
    let impact = forecast.and_then(|it| it.impact);
    let downward = if speed.y > 0.0 {
        "\u{2191}"
    } else {
        "\u{2193}"
    };
    let sideways = if speed.x < 0.0 {
        "\u{2190}"
    } else {
        "\u{2192}"
    };
    let rows = [
        ("ALTITUDE", format!("{:.1} M", altitude.max(0.0)), TEXT),
        (
            "VERTICAL",
            format!("{downward} {:.1} M/S", speed.y.abs()),
            descent_color(lander, altitude),
        ),
        (
            "SIDEWAYS",
            format!("{sideways} {:.1} M/S", speed.x.abs()),
            speed_color(speed.x.abs() / MOST_SIDEWAYS),
        ),
        (
            "IMPACT",
            impact.map_or("-".to_owned(), |it| format!("{:.1} S", it.time)),
            TEXT,
        ),
    ];
    let left = corner[0] + 122.0 * unit;
    let right = corner[0] + (WIDE - 16.0) * unit;
    for (index, (name, value, color)) in rows.into_iter().enumerate() {
        let y = corner[1] + (29.0 + 26.0 * index as f32) * unit;
        Letters::new(9.0 * unit, LABEL).write(scene, [left, y - unit], name);
        let letters = Letters::new(12.0 * unit, color).aligned(Align::Right);
        letters.write(scene, [right, y], &value);
    }
}

/// Green if it is soft enough, amber if the engine can still brake it before the ground, else red.
fn descent_color(lander: &Lander, altitude: f64) -> Color {
    let speed = -lander.body().velocity.y;
    let thrust = lander.craft().thrust / lander.body().mass;
    let brake = (thrust - lander.planet().gravity).max(f64::MIN_POSITIVE);
    // v² = 2 a s
    let way = (speed * speed - MOST_DESCENT * MOST_DESCENT) / (2.0 * brake);
    if speed <= MOST_DESCENT {
        GOOD
    } else if way < altitude && lander.fuel() > 0.0 {
        FAIR
    } else {
        POOR
    }
}

/// Half a dial with the sector in which it may stand, and a needle along the lander's axis.
fn tilt_dial(scene: &mut Scene, view: &View, center: [f32; 2]) {
    let unit = view.unit();
    let radius = 42.0 * unit;
    let tilt = tilt(view.game.lander().body().orientation()) as f32;
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
    let most = MOST_TILT.to_radians() as f32;
    scene.line(&arc(-most, most), 4.0 * unit, faded(GOOD, 0.8));
    for step in -6..=6 {
        let angle = step as f32 * PI / 12.0;
        let inner = if step % 3 == 0 { 0.80 } else { 0.90 };
        scene.line(
            &[at(angle, inner), at(angle, 0.97)],
            1.2 * unit,
            faded(LABEL, 0.8),
        );
    }
    let color = if tilt.abs() <= most {
        GOOD
    } else if tilt.abs() < 0.6 {
        FAIR
    } else {
        POOR
    };
    // upside down it stays beside the number
    let needle = tilt.clamp(-0.56 * PI, 0.56 * PI);
    scene.line(&[center, at(needle, 0.94)], 2.4 * unit, color);
    scene.disc(center, 3.4 * unit, color);
    let degrees = format!("{:.0}\u{b0}", tilt.to_degrees().abs());
    let letters = Letters::new(12.0 * unit, color).aligned(Align::Center);
    letters.write(scene, [center[0], center[1] + 27.0 * unit], &degrees);
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{FRAC_PI_2, TAU};

    use super::*;

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
