//! The instruments in the upper corners, and a map of the whole landscape between them.

use std::f32::consts::PI;

use lander::Lander;

use super::letters::{Align, Letters};
use super::list::{Color, Place, faded};
use super::look::{self, FAIR, GOOD, LABEL, Look, PATH, PLATE, POOR, TEXT};
use super::{Scene, View};
use crate::forecast::Forecast;
use crate::touchdown::{Fault, MOST_DESCENT, MOST_SIDEWAYS, MOST_TILT, tilt};

/// Distance of a plate from the edge of the screen.
pub(super) const MARGIN: f32 = 16.0;
/// Width and height of the plates; the map has the same height.
const WIDE: f32 = 330.0;
const HIGH: f32 = 122.0;

/// Draws all instruments; a narrow screen has no map.
pub(super) fn draw(scene: &mut Scene, view: &View, forecast: Option<&Forecast>) {
    mission(scene, view);
    flight(scene, view, forecast);
    if !view.is_narrow() {
        Map::new(view).draw(scene);
    }
}

/// Position of the lower edge of the instruments \[pixels\].
pub(super) fn bottom(view: &View) -> f32 {
    let rows = if view.is_narrow() { 2.0 } else { 1.0 };
    rows * (MARGIN + HIGH) * view.unit()
}

/// The plate on the left, or the upper one on a narrow screen: mission, elapsed time, fuel and
/// thrust.
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
    let ending = small.aligned(Align::Right);
    let which = match view.level {
        Some(level) => format!("LEVEL {level}"),
        None => format!("SEED {}", game.seed()),
    };
    small.write(scene, [left, row(51.0)], &which);
    if let Some(rate) = view.rate {
        let place = [left + small.width(&which) + 16.0 * unit, row(51.0)];
        small
            .colored(FAIR)
            .write(scene, place, &format!("{rate:.0} HZ"));
    }
    let clock = format!("T+ {}", minutes(lander.time()));
    ending.write(scene, [right, row(51.0)], &clock);
    let fuel = (lander.fuel() / lander.craft().fuel) as f32;
    let mark = match fuel {
        0.3.. => Mark::Good,
        0.12.. => Mark::Fair,
        _ => Mark::Poor,
    };
    let is_flying = game.ending().is_none();
    let throttle = if is_flying {
        lander.controls().throttle as f32
    } else {
        0.0
    };
    // blinks if little fuel is left
    let is_dim = mark == Mark::Poor && view.clock.rem_euclid(0.6) >= 0.4;
    let opacity = if is_dim { 0.45 } else { 1.0 };
    let sign = [right, row(77.0)];
    ending.colored(mark.color()).write(scene, sign, mark.sign());
    for (name, share, color, opacity, down) in [
        ("FUEL", fuel, mark.color(), opacity, 66.0),
        ("THRUST", throttle, FAIR, 1.0, 92.0),
    ] {
        small.write(scene, [left, row(down + 11.0)], name);
        let bar = [left + 74.0 * unit, row(down)];
        let size = [154.0 * unit, 11.0 * unit];
        scene.bar(bar, size, share, faded(color, opacity));
        let place = [right - 16.0 * unit, row(down + 11.0)];
        let percent = format!("{:.0}%", 100.0 * share);
        ending.colored(color).write(scene, place, &percent);
    }
}

/// Left edge of the mission's plate: in the corner, or centred on a narrow screen.
fn mission_left(view: &View) -> f32 {
    if view.is_narrow() {
        0.5 * (view.size[0] - WIDE * view.unit())
    } else {
        MARGIN * view.unit()
    }
}

/// A time in minutes and seconds.
pub(super) fn minutes(time: f64) -> String {
    let tenths = (10.0 * time.max(0.0)).floor();
    let (minutes, seconds) = ((tenths / 600.0).floor(), tenths % 600.0 / 10.0);
    format!("{minutes:02.0}:{seconds:04.1}")
}

/// The plate on the right, or the lower one on a narrow screen: altitude, speeds, tilt, and time
/// until the impact.
fn flight(scene: &mut Scene, view: &View, forecast: Option<&Forecast>) {
    let unit = view.unit();
    let corner = if view.is_narrow() {
        [mission_left(view), (2.0 * MARGIN + HIGH) * unit]
    } else {
        [view.size[0] - (WIDE + MARGIN) * unit, MARGIN * unit]
    };
    scene.plate(corner, [WIDE * unit, HIGH * unit], PLATE);
    let center = [corner[0] + 62.0 * unit, corner[1] + 70.0 * unit];
    tilt_dial(scene, view, center);
    let left = corner[0] + 122.0 * unit;
    let right = corner[0] + (WIDE - 16.0) * unit;
    for (index, (name, value, mark)) in rows(view, forecast).into_iter().enumerate() {
        let y = corner[1] + (25.0 + 21.5 * index as f32) * unit;
        Letters::new(9.0 * unit, LABEL).write(scene, [left, y - unit], name);
        let color = mark.map_or(TEXT, Mark::color);
        let letters = Letters::new(11.0 * unit, color).aligned(Align::Right);
        letters.write(scene, [right - 16.0 * unit, y], &value);
        letters.write(scene, [right, y], mark.map_or("", Mark::sign));
    }
}

/// Name, value and mark of each reading.
fn rows(view: &View, forecast: Option<&Forecast>) -> [(&'static str, String, Option<Mark>); 5] {
    let speed = view.game.lander().body().velocity;
    let [descent, aside, ground, ..] = marks(view);
    let arrow = |is_first, [first, second]: [char; 2]| if is_first { first } else { second };
    let vertical = arrow(speed.y > 0.0, ['\u{2191}', '\u{2193}']);
    let sideways = arrow(speed.x < 0.0, ['\u{2190}', '\u{2192}']);
    let slope = view.readings().slope.to_degrees().abs();
    let impact = forecast.and_then(|it| it.impact);
    let impact = impact.map_or("-".to_owned(), |it| format!("{:.1} S", it.time));
    let [altitude, vertical, sideways, slope] = [
        format!("{:.1} M", view.altitude().max(0.0)),
        format!("{vertical} {:.1} M/S", speed.y.abs()),
        format!("{sideways} {:.1} M/S", speed.x.abs()),
        format!("{slope:.0}\u{b0} SLOPE"),
    ];
    [
        ("ALTITUDE", altitude, None),
        ("VERTICAL", vertical, Some(descent)),
        ("SIDEWAYS", sideways, Some(aside)),
        ("GROUND", slope, Some(ground)),
        ("IMPACT", impact, None),
    ]
}

/// Quality of a reading: a colour, and a sign for players who cannot tell the colours apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// Fit for a landing.
    Good,
    /// Not fit for a landing yet.
    Fair,
    /// Not fit for a landing, and hard to correct.
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

    /// Good without a fault, fair if the fault can be corrected, else poor.
    fn new(fault: Option<Fault>, can_be_mended: bool) -> Self {
        match fault {
            None => Self::Good,
            Some(_) if can_be_mended => Self::Fair,
            Some(_) => Self::Poor,
        }
    }
}

/// Marks of the descent speed, the horizontal speed, the ground (its slope, and whether the feet
/// touch it first), the lean from its normal, and the spin. A touchdown is a landing if and only if
/// all are good.
pub(super) fn marks(view: &View) -> [Mark; 5] {
    let readings = view.readings();
    let hull = readings.is_hull_first.then_some(Fault::Hull);
    let is_slow = readings.sideways.abs() < 4.0 * MOST_SIDEWAYS;
    [
        Mark::new(readings.descent_fault(), can_brake(view)),
        Mark::new(readings.sideways_fault(), is_slow),
        Mark::new(readings.slope_fault().or(hull), false),
        Mark::new(readings.lean_fault(), readings.lean.abs() < 0.6),
        Mark::new(readings.spin_fault(), readings.spin.abs() < 0.6),
    ]
}

/// Whether the engine can brake the fall to the allowed speed above the ground: `v² = 2 a s`.
fn can_brake(view: &View) -> bool {
    let lander = view.game.lander();
    let speed = -lander.body().velocity.y;
    let thrust = lander.craft().thrust / lander.body().mass;
    let brake = (thrust - lander.planet().gravity).max(f64::MIN_POSITIVE);
    let way = (speed * speed - MOST_DESCENT * MOST_DESCENT) / (2.0 * brake);
    way < view.altitude() && lander.fuel() > 0.0
}

/// A half dial above the ground: the sector of allowed angles, a needle along the lander's axis,
/// and a second needle where the axis would be if the jets stopped the spin from now on.
fn tilt_dial(scene: &mut Scene, view: &View, center: Place) {
    let unit = view.unit();
    let radius = 42.0 * unit;
    let readings = view.readings();
    let [.., on_ground, lean, spin] = marks(view);
    let at = |angle: f32, share: f32| {
        let (sine, cosine) = angle.sin_cos();
        [
            center[0] - share * radius * sine,
            center[1] - share * radius * cosine,
        ]
    };
    let arc = |from: f32, to: f32| -> Vec<_> {
        let steps = (0..=20).map(|step| step as f32 / 20.0);
        steps
            .map(|share| at(from + (to - from) * share, 1.0))
            .collect()
    };
    scene.line(&arc(-0.5 * PI, 0.5 * PI), 1.4 * unit, faded(LABEL, 0.55));
    let slope = readings.slope as f32;
    let most = MOST_TILT.to_radians() as f32;
    let sector = arc(slope - most, slope + most);
    scene.line(&sector, 4.0 * unit, on_ground.color());
    // a line of steep ground ends before the numbers below
    let reach = if slope.abs() > 0.3 { 0.42 } else { 0.8 };
    let ground = [0.5, -0.5].map(|turn| at(slope + turn * PI, reach));
    scene.line(&ground, 1.6 * unit, faded(on_ground.color(), 0.8));
    for step in -6..=6 {
        let angle = step as f32 * PI / 12.0;
        let inner = if step % 3 == 0 { 0.80 } else { 0.90 };
        let tick = [at(angle, inner), at(angle, 0.97)];
        scene.line(&tick, 1.2 * unit, faded(LABEL, 0.8));
    }
    let color = lean.color();
    // beyond the dial, the needle stays at its end beside the number
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
    for (value, suffix, mark, down) in [
        (readings.lean, "", lean, 25.0),
        (readings.spin, "/S", spin, 43.0),
    ] {
        let degrees = value.to_degrees().abs();
        let text = format!("{degrees:.0}\u{b0}{suffix} {}", mark.sign());
        let letters = Letters::new(11.0 * unit, mark.color()).aligned(Align::Center);
        letters.write(scene, [center[0], center[1] + down * unit], &text);
    }
}

/// Orientation after the jets have stopped the spin, starting now \[rad\]. Air, which would help,
/// is neglected.
///
/// ```text
/// I ω' = -τ      θ = θ₀ + I ω |ω| / (2 τ)
/// ```
fn stopped(lander: &Lander) -> f64 {
    let (body, craft) = (lander.body(), lander.craft());
    let spin = body.angular_velocity();
    let way = body.inertia() * spin * spin.abs() / (2.0 * craft.jet * craft.jet_arm[0]);
    body.orientation() + if lander.fuel() > 0.0 { way } else { 0.0 }
}

/// The map. Its two scales are equal unless the landscape is too high for that.
struct Map<'a> {
    view: &'a View<'a>,
    corner: Place,
    wide: f32,
    /// Pixels per metre, horizontally and vertically.
    scale: [f64; 2],
}

impl<'a> Map<'a> {
    /// Distance of the map from the left and right edges of its plate.
    const INSET: f32 = 12.0;

    fn new(view: &'a View<'a>) -> Self {
        let unit = view.unit();
        let room = view.size[0] - 2.0 * (WIDE + 2.0 * MARGIN) * unit;
        let wide = (548.0 * unit).min(room).max(2.0 * Self::INSET * unit);
        let mission = view.game.mission();
        let relief = mission.relief;
        let start = mission
            .start(view.game.seed(), view.game.landscape())
            .position[1];
        let tall = f64::from((HIGH - 26.0) * unit);
        let along = f64::from(wide - 2.0 * Self::INSET * unit) / relief.width;
        Self {
            view,
            corner: [0.5 * (view.size[0] - wide), MARGIN * unit],
            wide,
            scale: [along, tall / (start.max(relief.height) * 1.12)],
        }
    }

    fn pixel(&self, [x, y]: [f64; 2]) -> Place {
        let unit = self.view.unit();
        let (left, floor) = (self.corner[0], self.corner[1] + (HIGH - 14.0) * unit);
        let half = 0.5 * self.view.game.mission().relief.width;
        let inset = Self::INSET * unit;
        let across = inset + ((x + half) * self.scale[0]) as f32;
        [
            left + across.clamp(inset, self.wide - inset),
            (floor - (y * self.scale[1]) as f32).max(self.corner[1] + 10.0 * unit),
        ]
    }

    /// Draws the ground, the pads, a bracket below the visible part, and the lander.
    fn draw(&self, scene: &mut Scene) {
        const CORNERS: usize = 160;
        let (view, unit) = (self.view, self.view.unit());
        scene.plate(self.corner, [self.wide, HIGH * unit], PLATE);
        let half = 0.5 * view.game.mission().relief.width;
        let landscape = view.game.landscape();
        let corner = |corner: usize| {
            let x = half * (2.0 * corner as f64 / CORNERS as f64 - 1.0);
            self.pixel([x, landscape.ground.height(x)])
        };
        let line: Vec<_> = (0..=CORNERS).map(corner).collect();
        let bottom = self.corner[1] + (HIGH - 4.0) * unit;
        let edge = Look::of(view.game.lander().planet()).edge;
        scene.curtain(line.clone(), bottom, [faded(edge, 0.22), faded(edge, 0.02)]);
        scene.line(&line, 1.2 * unit, faded(edge, 0.8));
        for pad in &landscape.pads {
            let [x, y] = self.pixel([pad.middle(), pad.height]);
            let bar = [[x - 4.0 * unit, y], [x + 4.0 * unit, y]];
            scene.line(&bar, 3.2 * unit, look::pad(pad.multiplier));
        }
        let span = view.camera.span(view.size);
        let [left, right] = [span.start, span.end].map(|x| self.pixel([x, 0.0])[0]);
        let top = bottom - 5.0 * unit;
        let sight = [[left, top], [left, bottom], [right, bottom], [right, top]];
        scene.line(&sight, 1.2, faded(TEXT, 0.5));
        let place = view.game.lander().body().position;
        scene.lamp(self.pixel([place.x, place.y]), 2.4 * unit, TEXT);
    }
}
