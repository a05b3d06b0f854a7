//! The comparison of a flight: its burns are flown again at four frame rates, under kinstep and
//! under symplectic Euler.
//!
//! Each of the eight flights makes steps of the length of its rate; a step ends early when the
//! controls change. After the last burn the engines are off.

#[cfg(not(target_arch = "wasm32"))]
use std::fmt::{self, Display, Formatter};

use kinstep::Scheme;
use kinstep::nalgebra::{Vector2, Vector3};
use lander::{Controls, FlightError, Lander, Spread, Touchdown};

use crate::game::{CLOCK, Game, seconds};
use crate::touchdown::{Outcome, judge};

/// Frame rates \[Hz\].
pub const RATES: [u32; 4] = [5, 20, 60, 240];

/// Schemes of the flights.
pub const SCHEMES: [Scheme; 2] = [Scheme::FlowKick, Scheme::SymplecticEuler];

/// Maximum duration of a flight after its last burn \[ticks\].
const LONGEST: u64 = 1200 * CLOCK as u64;

/// Eight flights of the same burns: kinstep at each rate, then symplectic Euler at each rate.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// All flights.
    pub flights: Vec<Flight>,
    own: Option<Outcome>,
}

/// One flight of the comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Flight {
    /// Scheme of its steps.
    pub scheme: Scheme,
    /// Frame rate \[Hz\].
    pub rate: u32,
    /// Its touchdown, if there was one.
    pub touchdown: Option<Touchdown>,
    /// Its outcome; `None` if it was still in the air twenty minutes after the last burn.
    pub outcome: Option<Outcome>,
    /// Distance from its touchdown to the player's \[m\], if there are both.
    pub away: Option<f64>,
    /// States at the start and after every step.
    path: Vec<Sample>,
}

/// Position and angle of a lander at a time, and their rates.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Sample {
    time: f64,
    place: Vector3<f64>,
    rate: Vector3<f64>,
}

/// Position and angle of a lander.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Position of the centre of mass \[m\].
    pub position: Vector2<f64>,
    /// Angle, counter-clockwise from upright \[rad\].
    pub angle: f64,
}

impl Comparison {
    /// Flies the burns of a game again, from its start.
    ///
    /// # Errors
    /// If a step fails.
    pub fn new(game: &Game) -> Result<Self, FlightError> {
        let kinds = SCHEMES.map(|scheme| RATES.map(|rate| (scheme, rate)));
        let flights = kinds.concat().into_iter();
        Ok(Self {
            flights: (flights.map(|(scheme, rate)| Flight::new(game, scheme, rate)))
                .collect::<Result<_, _>>()?,
            own: game.ending().map(|ending| ending.outcome.clone()),
        })
    }

    /// The flights of a scheme, one for each rate.
    pub fn of(&self, scheme: Scheme) -> impl Iterator<Item = &Flight> {
        (self.flights.iter()).filter(move |flight| flight.scheme == scheme)
    }

    /// Maximum differences between the touchdowns of a scheme; `None` if one flight did not come
    /// down.
    #[must_use]
    pub fn spread(&self, scheme: Scheme) -> Option<Spread> {
        let touchdowns = self.of(scheme).map(|flight| flight.touchdown);
        Some(Spread::of(&touchdowns.collect::<Option<Vec<_>>>()?))
    }

    /// Duration of the longest flight \[s\].
    #[must_use]
    pub fn seconds(&self) -> f64 {
        (self.flights.iter()).fold(0.0, |longest, flight| longest.max(flight.last().time))
    }

    /// Outcome of both flights at the lowest rate, in two sentences.
    #[must_use]
    pub fn sentence(&self) -> String {
        let own = match self.own {
            Some(Outcome::Landed { .. }) => "landing",
            Some(Outcome::Crashed { .. }) => "crash",
            _ => "flight",
        };
        let fate = |scheme| self.of(scheme).next().map(|flight| self.fate(flight));
        let [ours, theirs] = SCHEMES.map(|scheme| fate(scheme).unwrap_or_default());
        let rate = RATES[0];
        format!("Your {own} at {rate} Hz: {ours}. Euler's: {theirs}")
    }

    /// Outcome of a flight in a few words, compared with the player's own flight.
    fn fate(&self, flight: &Flight) -> String {
        /// Touchdowns nearer than this count as the same place \[m\].
        const SAME: f64 = 1e-3;
        let is_same = flight.away.is_some_and(|away| away < SAME);
        match (
            &self.own,
            &flight.outcome,
            flight.away.zip(flight.touchdown),
        ) {
            (Some(Outcome::Landed { pad, .. }), Some(Outcome::Landed { .. }), _) if is_same => {
                let place = pad.map_or("place", |_| "pad");
                format!("same {place}")
            }
            (Some(Outcome::Crashed { .. }), Some(Outcome::Crashed { .. }), _) if is_same => {
                "same crater".to_owned()
            }
            (_, _, Some((away, touchdown))) => {
                let digits = usize::from(away < 10.0);
                let speed = touchdown.velocity.norm();
                format!("{away:.digits$} m away at {speed:.1} m/s")
            }
            (_, Some(Outcome::Lost), _) => "off the map".to_owned(),
            (_, Some(_), _) => "back on the ground".to_owned(),
            (_, None, _) => "still up".to_owned(),
        }
    }
}

impl Flight {
    fn new(game: &Game, scheme: Scheme, rate: u32) -> Result<Self, FlightError> {
        let (mission, landscape) = (game.mission(), game.landscape());
        let start = mission.start(game.seed(), landscape);
        let mut lander = Lander::new(mission.craft, mission.planet, start, scheme)?;
        let mut flight = Self {
            scheme,
            rate,
            touchdown: None,
            outcome: None,
            away: None,
            path: vec![Sample::of(&lander)],
        };
        let step = u64::from(CLOCK / rate);
        let (mut clock, mut end) = (0, 0);
        for (ticks, controls) in changes(game).into_iter().chain([(LONGEST, Controls::OFF)]) {
            end += ticks;
            lander.set_controls(controls);
            while clock < end && flight.outcome.is_none() {
                let next = end.min((clock / step + 1) * step);
                let moved = lander.fly(seconds((next - clock) as u32), &landscape.ground)?;
                clock = next;
                flight.path.push(Sample::of(&lander));
                if let Some(contact) = moved.contact {
                    flight.outcome = Some(judge(&lander, &contact, landscape));
                    flight.touchdown = Some(Touchdown::of(&lander, &contact));
                } else if game.is_off_the_map(&lander) {
                    flight.outcome = Some(Outcome::Lost);
                }
            }
        }
        let own = game.ending().and_then(|ending| ending.contact);
        let place = game.lander().body().position;
        flight.away = (flight.touchdown.zip(own)).map(|(it, _)| (it.position - place).norm());
        Ok(flight)
    }

    fn last(&self) -> &Sample {
        // the path is never empty: it begins with the start
        &self.path[self.path.len() - 1]
    }

    /// Whether the flight has ended at a time \[s\].
    #[must_use]
    pub fn is_down(&self, time: f64) -> bool {
        time >= self.last().time
    }

    /// Position and angle at a time \[s\]; after the end of the flight, those at its end.
    #[must_use]
    pub fn at(&self, time: f64) -> Pose {
        let next = self.path.partition_point(|sample| sample.time <= time);
        let place = match (next.checked_sub(1), self.path.get(next)) {
            (Some(before), Some(after)) => self.path[before].between(after, time),
            (None, Some(first)) => first.place,
            (_, None) => self.last().place,
        };
        Pose {
            position: place.xy(),
            angle: place.z,
        }
    }
}

/// Controls in the order of the flight, each with its duration in ticks.
fn changes(game: &Game) -> Vec<(u64, Controls)> {
    let mut changes: Vec<(u64, Controls)> = Vec::new();
    for burn in game.burns() {
        let ticks = u64::from(burn.ticks) * u64::from(burn.steps);
        match changes.last_mut() {
            Some(last) if last.1 == burn.controls => last.0 += ticks,
            _ => changes.push((ticks, burn.controls)),
        }
    }
    changes
}

impl Sample {
    fn of(lander: &Lander) -> Self {
        let body = lander.body();
        Self {
            time: lander.time(),
            place: body.position.push(body.orientation()),
            rate: body.velocity.push(body.angular_velocity()),
        }
    }

    /// Position and angle on the cubics through both states and their rates.
    fn between(&self, next: &Self, time: f64) -> Vector3<f64> {
        let span = next.time - self.time;
        let share = (time - self.time) / span;
        let rest = 1.0 - share;
        let from = self.place * (1.0 + 2.0 * share) + self.rate * (span * share);
        let to = next.place * (1.0 + 2.0 * rest) - next.rate * (span * rest);
        from * (rest * rest) + to * (share * share)
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn name(scheme: Scheme) -> String {
    match scheme {
        Scheme::FlowKick => format!("kinstep ({scheme})"),
        _ => "symplectic Euler".to_owned(),
    }
}

/// A table for a console.
#[cfg(not(target_arch = "wasm32"))]
impl Display for Comparison {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        const HEADER: [&str; 8] = [
            "stepped by",
            "Hz",
            "touchdown [s]",
            "at x [m]",
            "down [m/s]",
            "sideways [m/s]",
            "tilt [°]",
            "away [m]",
        ];
        let rows = self.flights.iter().map(|flight| {
            let mut cells = vec![name(flight.scheme), flight.rate.to_string()];
            let numbers = flight.touchdown.map(|it| {
                let [down, sideways] = [-it.velocity.y, it.velocity.x];
                [it.time, it.position.x, down, sideways, it.tilt.to_degrees()]
            });
            match numbers {
                Some(numbers) => cells.extend(numbers.map(|number| format!("{number:.9}"))),
                None => cells.push("never".to_owned()),
            }
            cells.extend(flight.away.map(|away| format!("{away:.1e}")));
            cells
        });
        writeln!(
            formatter,
            "{}",
            support::console::table::table(HEADER, rows)
        )?;
        for scheme in SCHEMES {
            match self.spread(scheme) {
                Some(spread) => writeln!(formatter, "{}: {spread}", name(scheme))?,
                None => writeln!(formatter, "{}: did not always come down", name(scheme))?,
            }
        }
        write!(formatter, "{}", self.sentence())
    }
}
