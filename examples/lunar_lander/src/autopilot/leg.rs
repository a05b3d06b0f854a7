//! A piece of a route: a thrust that grows evenly, and the exact flight under it.

use kinstep::LinearLaw;
use kinstep::ballistics::{LawFlight, Trajectory};
use kinstep::nalgebra::Vector2;
use lander::Planet;

use super::Phase;

/// What moves a lander of a mass \[kg\] whose engines are off: gravity, drag and wind.
pub(super) fn natural(planet: &Planet, mass: f64) -> LinearLaw<f64, 2> {
    let gravity = LinearLaw::gravity([0.0, -planet.gravity]);
    match planet.air {
        None => gravity,
        Some(air) => gravity + LinearLaw::drag(air.drag / mass).in_wind(air.wind),
    }
}

/// Where something is, and how it moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct State {
    /// \[m\].
    pub(super) position: Vector2<f64>,
    /// \[m/s\].
    pub(super) velocity: Vector2<f64>,
}

impl State {
    /// Of a flight at a time \[s\] after its launch.
    pub(super) fn at(flight: &LawFlight<f64, 2>, time: f64) -> Self {
        let event = flight.at(time);
        Self {
            position: event.position,
            velocity: event.velocity,
        }
    }
}

/// A thrust over mass that goes evenly from one to another \[m/s²\].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Burn {
    pub(super) from: Vector2<f64>,
    pub(super) to: Vector2<f64>,
    /// \[s\].
    pub(super) seconds: f64,
}

impl Burn {
    /// How fast it changes \[m/s³\].
    pub(super) fn growth(&self) -> Vector2<f64> {
        (self.to - self.from) / self.seconds.max(f64::MIN_POSITIVE)
    }

    /// At a time \[s\] after its start.
    pub(super) fn at(&self, time: f64) -> Vector2<f64> {
        self.from + self.growth() * time
    }

    /// What it changes the velocity by, if nothing else does \[m/s\], by Simpson's rule.
    pub(super) fn effort(&self) -> f64 {
        let middle = 0.5 * (self.from + self.to);
        self.seconds / 6.0 * (self.from.norm() + 4.0 * middle.norm() + self.to.norm())
    }

    /// Where one has to be before it to be there after it.
    pub(super) fn start_for(&self, natural: &LinearLaw<f64, 2>, end: &State) -> State {
        // backwards in time from its end
        let law = *natural + LinearLaw::gravity(self.to).ramping(self.growth());
        State::at(&law.launch(end.position, end.velocity), -self.seconds)
    }
}

/// A piece of a route.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Leg {
    pub(super) phase: Phase,
    pub(super) burn: Burn,
    pub(super) flight: LawFlight<f64, 2>,
}

impl Leg {
    pub(super) fn new(
        phase: Phase,
        natural: &LinearLaw<f64, 2>,
        start: &State,
        burn: Burn,
    ) -> Self {
        let law = *natural + LinearLaw::gravity(burn.from).ramping(burn.growth());
        Self {
            phase,
            burn,
            flight: law.launch(start.position, start.velocity),
        }
    }

    /// How it ends.
    pub(super) fn end(&self) -> State {
        State::at(&self.flight, self.burn.seconds)
    }
}
