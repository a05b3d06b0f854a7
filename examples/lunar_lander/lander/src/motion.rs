//! The motion of a lander, computed in exact segments.

use kinstep::nalgebra::Vector2;
use kinstep::{
    AngularDrag, Body2, BodyError, BodyId, ForceError, ForceId, LinearDrag, Scheme, StepError,
    Thruster, UniformGravity, World2,
};

use crate::contact::{Contact, first_contact};
use crate::craft::{Controls, Craft, Planet};
use crate::ground::Ground;
use crate::path::{Bounds, Cubic, Pose};

/// Reason why a lander cannot be created or moved.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FlightError {
    /// A number of the craft or of its start is invalid.
    #[error(transparent)]
    Body(#[from] BodyError<f64>),
    /// A number of the planet or of the craft's engines is invalid, or an engine cannot act on this
    /// craft.
    #[error(transparent)]
    Force(#[from] ForceError<f64>),
    /// The step is negative; burnt fuel cannot flow back.
    #[error("the step is {dt} s; a lander only flies forward")]
    Backwards {
        /// The given length \[s\].
        dt: f64,
    },
    /// The world cannot make the step.
    #[error(transparent)]
    Step(#[from] StepError<f64>),
}

/// Initial state of a lander.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Start {
    /// Position of the centre of mass \[m\].
    pub position: [f64; 2],
    /// Velocity \[m/s\].
    pub velocity: [f64; 2],
    /// Orientation, counter-clockwise from upright \[rad\].
    pub tilt: f64,
    /// Angular velocity, counter-clockwise \[rad/s\].
    pub spin: f64,
}

/// Result of a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moved {
    /// Time by which the lander moved \[s\].
    pub time: f64,
    /// The contact with the ground that ended the step, if there was one.
    pub contact: Option<Contact>,
}

/// A lander in flight.
///
/// The mass of the burnt fuel is subtracted five times per second, at times that do not depend on
/// the steps. Between these ticks of the fuel gauge the mass is constant, and the flight is exact:
/// one step computes engines, gravity, drag and wind together.
#[derive(Debug, Clone)]
pub struct Lander {
    craft: Craft,
    planet: Planet,
    world: World2,
    body: BodyId,
    /// Ids of the main engine, the left jet and the right jet.
    engines: [ForceId; 3],
    controls: Controls,
    fuel: f64,
    ticks: u64,
    /// Time since the last tick \[s\].
    elapsed: f64,
}

impl Lander {
    /// Time between two ticks of the fuel gauge \[s\].
    pub const TICK: f64 = 0.2;

    /// A lander at its start, with full tanks and the engines off.
    ///
    /// # Errors
    /// If a number is invalid; the error of the world names it.
    pub fn new(
        craft: Craft,
        planet: Planet,
        start: Start,
        scheme: Scheme,
    ) -> Result<Self, FlightError> {
        let mut world = World2::new();
        world.set_scheme(scheme);
        world.add_force(UniformGravity::new([0.0, -planet.gravity]))?;
        if let Some(air) = planet.air {
            world.add_force(LinearDrag::coefficient(air.drag).in_wind(air.wind))?;
            world.add_force(AngularDrag::coefficient(air.angular_drag))?;
        }
        let mass = craft.dry_mass + craft.fuel;
        let body = Body2::solid(mass, mass * craft.gyration)
            .at(start.position)
            .moving(start.velocity)
            .turned(start.tilt)
            .spinning(start.spin);
        let body = world.add_body(body)?;
        let [main, left, right] = thrusters(&craft, &Controls::OFF);
        let engines = [
            world.add_force_on(body, main)?,
            world.add_force_on(body, left)?,
            world.add_force_on(body, right)?,
        ];
        Ok(Self {
            craft,
            planet,
            world,
            body,
            engines,
            controls: Controls::OFF,
            fuel: craft.fuel,
            ticks: 0,
            elapsed: 0.0,
        })
    }

    /// Properties of the lander.
    #[must_use]
    pub fn craft(&self) -> &Craft {
        &self.craft
    }

    /// The planet on which it lands.
    #[must_use]
    pub fn planet(&self) -> &Planet {
        &self.planet
    }

    /// Mass, position, orientation and velocities of the lander.
    #[must_use]
    pub fn body(&self) -> &Body2 {
        &self.world[self.body]
    }

    /// Fuel left \[kg\].
    #[must_use]
    pub fn fuel(&self) -> f64 {
        self.fuel
    }

    /// Present controls of the engines.
    #[must_use]
    pub fn controls(&self) -> Controls {
        self.controls
    }

    /// Time since the start \[s\].
    #[must_use]
    pub fn time(&self) -> f64 {
        self.ticks as f64 * Self::TICK + self.elapsed
    }

    /// Number of ticks of the gauge since the start.
    #[must_use]
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Whether the gauge has just ticked. At these times, which do not depend on the frame rate,
    /// the autopilot chooses the controls.
    #[must_use]
    pub fn is_at_tick(&self) -> bool {
        self.elapsed == 0.0
    }

    /// Sets the controls, which hold until the next call. Without fuel the engines are off.
    pub fn set_controls(&mut self, controls: Controls) {
        let controls = if self.fuel > 0.0 {
            controls.within_limits()
        } else {
            Controls::OFF
        };
        if controls == self.controls {
            return;
        }
        self.controls = controls;
        for (engine, thruster) in self.engines.iter().zip(thrusters(&self.craft, &controls)) {
            // these engines are never removed from this world
            let _ = self.world.replace_force(*engine, thruster);
        }
    }

    /// Moves the lander by at most `dt` seconds. The step ends early at the next tick of the gauge,
    /// when the fuel is used up, or at a contact with the ground.
    ///
    /// # Errors
    /// If `dt` is negative or not finite, or the lander gets so far that its numbers overflow. The
    /// lander is then unchanged.
    pub fn step(&mut self, dt: f64, ground: &Ground) -> Result<Moved, FlightError> {
        /// Ticks this near to the end of a step count as at its end \[s\], because the sum of steps
        /// has rounding errors.
        const NEAR: f64 = 1e-9;
        if dt < 0.0 {
            return Err(FlightError::Backwards { dt });
        }
        if !dt.is_finite() {
            return Err(StepError::Duration { dt }.into());
        }
        let flow = self.craft.flow(&self.controls);
        let until_dry = if flow > 0.0 {
            self.fuel / flow
        } else {
            f64::INFINITY
        };
        let until_tick = Self::TICK - self.elapsed;
        let ticks = dt >= until_tick - NEAR && until_dry > until_tick - NEAR;
        let whole = if ticks && dt > until_tick + NEAR {
            until_tick
        } else {
            dt.min(until_dry)
        };
        let start = *self.body();
        self.world.step(whole)?;
        let contact = self.contact_since(&start, whole, ground);
        let time = contact.map_or(whole, |contact| contact.time);
        if contact.is_some() {
            self.world[self.body] = start;
            self.world.step(time)?;
        }
        self.fuel = (self.fuel - flow * time).max(0.0);
        if time >= until_dry {
            self.fuel = 0.0;
            self.set_controls(Controls::OFF);
        }
        if ticks && contact.is_none() {
            self.tick();
        } else {
            self.elapsed += time;
        }
        Ok(Moved { time, contact })
    }

    /// Moves the lander by this many seconds, across any number of ticks of the gauge, or until it
    /// touches the ground.
    ///
    /// # Errors
    /// As [`Lander::step`].
    pub fn fly(&mut self, seconds: f64, ground: &Ground) -> Result<Moved, FlightError> {
        let mut left = seconds;
        loop {
            let Moved { time, contact } = self.step(left, ground)?;
            left -= time;
            if contact.is_some() || left <= 0.0 {
                let time = seconds - left;
                return Ok(Moved { time, contact });
            }
        }
    }

    /// Subtracts the burnt fuel from the mass; velocity and spin stay the same.
    fn tick(&mut self) {
        self.ticks += 1;
        self.elapsed = 0.0;
        let mass = self.craft.dry_mass + self.fuel;
        let body = &mut self.world[self.body];
        body.mass = mass;
        body.set_inertia(mass * self.craft.gyration);
    }

    /// The first contact with the ground on the path from `start` to the present state.
    fn contact_since(&self, start: &Body2, dt: f64, ground: &Ground) -> Option<Contact> {
        let from = Pose::of(start);
        if matches!(
            self.world.scheme(),
            Scheme::FlowKick | Scheme::FlowKick4 | Scheme::WeakKick
        ) {
            // a copy of the world computes states inside the step; most steps are far from the
            // ground and need no copy
            let mut probe = None;
            let bounds = self.bounds(start, dt);
            return first_contact(&self.craft, ground, &bounds, dt, from, |time| {
                let probe = probe.get_or_insert_with(|| self.world.clone());
                probe[self.body] = *start;
                // a shorter step cannot fail where the whole step did not
                let _ = probe.step(time);
                Pose::of(&probe[self.body])
            });
        }
        let path = Cubic::between(start, self.body(), dt);
        first_contact(&self.craft, ground, &path.bounds(), dt, from, |time| {
            path.pose(time)
        })
    }

    /// Upper bounds of speeds and accelerations in a step. Drag never increases the speed relative
    /// to the air, so its initial value plus the change by the other forces is an upper bound.
    fn bounds(&self, start: &Body2, dt: f64) -> Bounds {
        let Controls { throttle, turn } = self.controls;
        let push = (self.craft.thrust * throttle + self.craft.jet * turn.abs()) / start.mass;
        let pull = self.planet.gravity + push;
        let torque = self.craft.jet * self.craft.jet_arm[0] * turn.abs();
        let turning = torque / start.inertia();
        let spin = start.angular_velocity().abs();
        let still = start.velocity.norm();
        let [mut drag, mut angular_drag, mut wind] = [0.0; 3];
        if let Some(air) = self.planet.air {
            drag = air.drag / start.mass;
            angular_drag = air.angular_drag / start.inertia();
            wind = (start.velocity - Vector2::from(air.wind)).norm();
        }
        let acceleration = pull + drag * (wind + pull * dt);
        let angular_acceleration = turning + angular_drag * (spin + turning * dt);
        Bounds {
            speed: still + acceleration * dt,
            acceleration,
            angular_velocity: spin + turning * dt,
            angular_acceleration,
        }
    }
}

/// The main engine, the left jet and the right jet.
fn thrusters(craft: &Craft, controls: &Controls) -> [Thruster<f64, 2>; 3] {
    let [beside, above] = craft.jet_arm;
    let jet = |x: f64, share: f64| {
        let jet = Thruster::new([0.0, craft.jet]);
        jet.mounted_at([x, above]).throttled(share.max(0.0))
    };
    let main = Thruster::new([0.0, craft.thrust]).throttled(controls.throttle);
    [
        main,
        jet(-beside, -controls.turn),
        jet(beside, controls.turn),
    ]
}
