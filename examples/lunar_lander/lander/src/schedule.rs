//! A list of burns, flown at any frame rate.

use std::fmt;

use kinstep::nalgebra::Vector2;

use crate::contact::{Contact, Part};
use crate::craft::Controls;
use crate::ground::Ground;
use crate::motion::{FlightError, Lander};

/// Controls that hold for some time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Burn {
    /// Duration in ticks of the fuel gauge.
    pub ticks: u32,
    /// Controls during this time.
    pub controls: Controls,
}

/// State of a lander at its touchdown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Touchdown {
    /// Time since the start \[s\].
    pub time: f64,
    /// Position of the centre of mass \[m\].
    pub position: Vector2<f64>,
    /// Velocity \[m/s\].
    pub velocity: Vector2<f64>,
    /// Orientation, counter-clockwise from upright \[rad\].
    pub tilt: f64,
    /// The part that touched the ground.
    pub part: Part,
}

impl Touchdown {
    /// The touchdown of a lander that has just touched the ground.
    #[must_use]
    pub fn of(lander: &Lander, contact: &Contact) -> Self {
        let body = lander.body();
        Self {
            time: lander.time(),
            position: body.position,
            velocity: body.velocity,
            tilt: body.orientation(),
            part: contact.part,
        }
    }
}

/// Maximum differences between touchdowns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// Maximum difference between times \[s\].
    pub time: f64,
    /// Maximum distance between positions \[m\].
    pub place: f64,
    /// Maximum difference between velocities \[m/s\].
    pub velocity: f64,
}

impl fmt::Display for Spread {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [time, place, velocity] = [self.time, self.place, self.velocity];
        write!(
            formatter,
            "apart by {time:.1e} s, {place:.1e} m, {velocity:.1e} m/s"
        )
    }
}

impl Spread {
    /// Maximum differences over all pairs of these touchdowns.
    #[must_use]
    pub fn of(touchdowns: &[Touchdown]) -> Self {
        let mut spread = Self {
            time: 0.0,
            place: 0.0,
            velocity: 0.0,
        };
        let pairs = (touchdowns.iter().enumerate())
            .flat_map(|(index, one)| touchdowns[..index].iter().map(move |other| (one, other)));
        for (one, other) in pairs {
            let place = (one.position - other.position).norm();
            let velocity = (one.velocity - other.velocity).norm();
            spread.time = spread.time.max((one.time - other.time).abs());
            spread.place = spread.place.max(place);
            spread.velocity = spread.velocity.max(velocity);
        }
        spread
    }
}

/// Flies a list of burns, then falls without engines, with this many steps per tick. Returns `None`
/// if the lander has not touched the ground after ten minutes.
///
/// # Errors
/// If a step fails.
pub fn fly(
    mut lander: Lander,
    ground: &Ground,
    burns: &[Burn],
    steps_per_tick: u32,
) -> Result<Option<Touchdown>, FlightError> {
    const LONGEST: u64 = (600.0 / Lander::TICK) as u64;
    let step = Lander::TICK / f64::from(steps_per_tick);
    let mut burns = burns.iter();
    let mut until = 0;
    while lander.ticks() < LONGEST {
        if lander.is_at_tick() && lander.ticks() >= until {
            let burn = burns.next();
            lander.set_controls(burn.map_or(Controls::OFF, |burn| burn.controls));
            until = burn.map_or(LONGEST, |burn| lander.ticks() + u64::from(burn.ticks));
        }
        if let Some(contact) = lander.step(step, ground)?.contact {
            return Ok(Some(Touchdown::of(&lander, &contact)));
        }
    }
    Ok(None)
}
