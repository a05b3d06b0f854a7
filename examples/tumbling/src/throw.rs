//! What is thrown, and where it is after a jump.

use anyhow::Result;
use kinstep::nalgebra::{UnitQuaternion, Vector3};
use kinstep::rotation::Rotor;
use kinstep::{Body3, Inertia};
use support::measuring::gyroscopes::Spinning;

/// A body that is thrown, with its principal axes along those of the world.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Throw {
    pub(crate) body: Body3,
    /// Principal moments \[kg m²\].
    pub(crate) moments: Vector3<f64>,
    /// Steps in a second \[Hz\].
    pub(crate) rate: f64,
    pub(crate) steps: u64,
    /// The axis that it mostly turns about at the start.
    pub(crate) axis: usize,
    rotor: Rotor,
}

/// Mass of the body, of which nothing depends but the inertia of the book \[kg\].
const MASS: f64 = 1.2;

/// The inertia of a book of 3 x 15 x 22 cm; its middle axis is y.
pub(crate) fn book() -> Inertia<f64> {
    Inertia::cuboid(MASS, [0.03, 0.15, 0.22])
}

impl Throw {
    /// A throw with an angular velocity \[rad/s\].
    pub(crate) fn new(
        inertia: Inertia<f64>,
        spin: Vector3<f64>,
        rate: f64,
        steps: u64,
    ) -> Result<Self> {
        let body = Body3::solid(MASS, inertia).spinning(spin);
        // a world checks what it is given
        kinstep::World3::new().add_body(body)?;
        Ok(Self {
            body,
            moments: inertia.moments(),
            rate,
            steps,
            axis: spin.iamax(),
            rotor: Rotor::new(&inertia),
        })
    }

    /// Length of a step \[s\].
    pub(crate) fn dt(&self) -> f64 {
        self.rate.recip()
    }

    /// When a step is over \[s\].
    pub(crate) fn time(&self, step: u64) -> f64 {
        step as f64 / self.rate
    }

    /// How it starts.
    pub(crate) fn start(&self) -> Spinning {
        Spinning::of(&self.body)
    }

    /// How it lies after a step, by one jump from the start.
    pub(crate) fn jump(&self, step: u64) -> UnitQuaternion<f64> {
        let (start, spin) = (self.body.orientation(), self.body.spin_angular_momentum());
        self.rotor.turned(&start, &spin, self.time(step))
    }
}
