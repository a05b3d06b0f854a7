//! Who turns a free body.

use anyhow::Result;
use kinstep::nalgebra::{UnitQuaternion, Vector3};
use kinstep::{Body3, Inertia, Scheme, StepError, World3};
use support::drawing::style::Style;
use support::measuring::gyroscopes::{Gyroscope, Spinning};

/// A scheme of kinstep, or the formula of an engine.
#[derive(Debug, Clone, Copy)]
pub(super) enum Spinner {
    Scheme(Scheme),
    Formula(&'static Gyroscope),
}

/// How a body lies and turns.
#[derive(Debug, Clone, Copy)]
pub(super) struct State {
    /// Takes vectors from the body's frame to the world's.
    pub(super) orientation: UnitQuaternion<f64>,
    /// Angular momentum \[kg m²/s\], world frame.
    pub(super) spin: Vector3<f64>,
    /// Kinetic energy \[J\].
    pub(super) energy: f64,
}

/// The book: 1.2 kg, 6 rad/s about the middle axis, 1 % off.
pub(super) fn book() -> Body3 {
    Body3::solid(1.2, Inertia::cuboid(1.2, [0.03, 0.15, 0.22])).spinning([0.04, 6.0, 0.04])
}

impl Spinner {
    pub(super) fn name(self) -> String {
        match self {
            Self::Scheme(scheme) => scheme.to_string(),
            Self::Formula(gyroscope) => gyroscope.name.to_owned(),
        }
    }

    pub(super) fn style(self) -> Style {
        match self {
            Self::Scheme(scheme) => Style::of(scheme),
            Self::Formula(gyroscope) => Style {
                color: gyroscope.color,
                dashes: Some(gyroscope.dashes),
                radius: 3.0,
            },
        }
    }

    /// The states of the book after each of so many steps h \[s\].
    pub(super) fn spin(self, h: f64, steps: u32) -> Result<Vec<State>> {
        let count = 0..steps;
        match self {
            Self::Scheme(scheme) => {
                let mut world = World3::new();
                world.set_scheme(scheme);
                let id = world.add_body(book())?;
                let step = |_| {
                    world.step(h)?;
                    Ok(State::of(&world[id]))
                };
                let states: Result<_, StepError<f64>> = count.map(step).collect();
                Ok(states?)
            }
            Self::Formula(gyroscope) => {
                let mut now = Spinning::of(&book());
                let step = |_| {
                    now = (gyroscope.step)(now, h);
                    State::from(now)
                };
                Ok(count.map(step).collect())
            }
        }
    }
}

impl State {
    pub(super) fn of(body: &Body3) -> Self {
        Spinning::of(body).into()
    }

    /// How far the orientation is from another \[degrees\].
    pub(super) fn off(&self, right: &UnitQuaternion<f64>) -> f64 {
        self.orientation.angle_to(right).to_degrees()
    }

    /// Whether the body turns with its middle axis along the angular momentum, or against it.
    pub(super) fn is_upright(&self) -> bool {
        (self.orientation * Vector3::y()).dot(&self.spin) > 0.0
    }
}

impl From<Spinning> for State {
    fn from(spinning: Spinning) -> Self {
        Self {
            orientation: spinning.orientation,
            spin: spinning.spin_angular_momentum(),
            energy: spinning.energy(),
        }
    }
}
