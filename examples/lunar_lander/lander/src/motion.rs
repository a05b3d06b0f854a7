//! A lander that moves: one exact piece of its flight after the other.

use kinstep::nalgebra::Vector2;
use kinstep::{
    AngularDrag, Body2, BodyError, BodyId, ForceError, ForceId, LinearDrag, Scheme, StepError,
    Thruster, UniformGravity, World2,
};

use crate::contact::{Contact, first_contact};
use crate::craft::{Controls, Craft, Planet};
use crate::ground::Ground;
use crate::path::{Bounds, Cubic, Pose};

/// Why a lander does not fly.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FlightError {
    /// A number of the craft or of its start makes no sense.
    #[error(transparent)]
    Body(#[from] BodyError<f64>),
    /// A number of the planet or of the craft's engines makes no sense, or an engine makes none on this craft.
    #[error(transparent)]
    Force(#[from] ForceError<f64>),
    /// Fuel does not flow back.
    #[error("the step is {dt} s; a lander only flies forward")]
    Backwards {
        /// The length given \[s\].
        dt: f64,
    },
    /// The step cannot be made.
    #[error(transparent)]
    Step(#[from] StepError<f64>),
}

/// How it starts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Start {
    /// Of the centre of mass \[m\].
    pub position: [f64; 2],
    /// \[m/s\].
    pub velocity: [f64; 2],
    /// Counter-clockwise from upright \[rad\].
    pub tilt: f64,
    /// \[rad/s\].
    pub spin: f64,
}

/// What became of a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moved {
    /// How far time went on \[s\].
    pub time: f64,
    /// What ended it, if it met the ground.
    pub contact: Option<Contact>,
}

/// A lander in flight.
///
/// The burnt fuel leaves its mass five times a second, at times that do not depend on the steps; between these ticks of
/// the gauge the mass is constant, and the flight exact: engines, gravity, drag and wind together, in one step.
#[derive(Debug, Clone)]
pub struct Lander {
    craft: Craft,
    planet: Planet,
    world: World2,
    body: BodyId,
    /// The main engine, the left jet, the right jet.
    engines: [ForceId; 3],
    controls: Controls,
    fuel: f64,
    ticks: u64,
    /// Since the last tick \[s\].
    elapsed: f64,
}

impl Lander {
    /// From one tick of the fuel gauge to the next \[s\].
    pub const TICK: f64 = 0.2;

    /// A lander at its start, with full tanks and the engines off.
    ///
    /// # Errors
    /// If a number makes no sense: the world says which.
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

    /// What it is made of.
    #[must_use]
    pub fn craft(&self) -> &Craft {
        &self.craft
    }

    /// Where it lands.
    #[must_use]
    pub fn planet(&self) -> &Planet {
        &self.planet
    }

    /// How it is and moves.
    #[must_use]
    pub fn body(&self) -> &Body2 {
        &self.world[self.body]
    }

    /// Fuel left \[kg\].
    #[must_use]
    pub fn fuel(&self) -> f64 {
        self.fuel
    }

    /// What the engines do now.
    #[must_use]
    pub fn controls(&self) -> Controls {
        self.controls
    }

    /// How long it has been flying \[s\].
    #[must_use]
    pub fn time(&self) -> f64 {
        self.ticks as f64 * Self::TICK + self.elapsed
    }

    /// How many ticks of the gauge there were.
    #[must_use]
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Whether the gauge has just ticked: the moment for an autopilot to think, at any frame rate.
    #[must_use]
    pub fn is_at_tick(&self) -> bool {
        self.elapsed == 0.0
    }

    /// Sets the engines, until they are set anew. Without fuel they are off.
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
            // these engines are in this world for as long as the lander is
            let _ = self.world.replace_force(*engine, thruster);
        }
    }

    /// Moves it by `dt` seconds, or less: until the next tick of the gauge, until the fuel is used up, or until it
    /// touches the ground.
    ///
    /// # Errors
    /// If `dt` is no step, or the lander gets so far that its numbers overflow. It is then as it was.
    pub fn step(&mut self, dt: f64, ground: &Ground) -> Result<Moved, FlightError> {
        /// Ticks this near to the end of a step are at its end \[s\]: the sum of steps is off by rounding.
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

    /// Moves it by so many seconds, however often the gauge ticks meanwhile, or until it touches the ground.
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

    /// What was burnt leaves the mass, at the lander's own velocity and spin.
    fn tick(&mut self) {
        self.ticks += 1;
        self.elapsed = 0.0;
        let mass = self.craft.dry_mass + self.fuel;
        let body = &mut self.world[self.body];
        body.mass = mass;
        body.set_inertia(mass * self.craft.gyration);
    }

    /// Where the path from its start to now first touches the ground.
    fn contact_since(&self, start: &Body2, dt: f64, ground: &Ground) -> Option<Contact> {
        let from = Pose::of(start);
        if matches!(
            self.world.scheme(),
            Scheme::FlowKick | Scheme::FlowKick4 | Scheme::WeakKick
        ) {
            // another world in which to look at moments in between; most pieces are far from the ground, and need none
            let mut probe = None;
            let bounds = self.bounds(start, dt);
            return first_contact(&self.craft, ground, &bounds, dt, from, |time| {
                let probe = probe.get_or_insert_with(|| self.world.clone());
                probe[self.body] = *start;
                // no shorter step fails where this one did not
                let _ = probe.step(time);
                Pose::of(&probe[self.body])
            });
        }
        let path = Cubic::between(start, self.body(), dt);
        first_contact(&self.craft, ground, &path.bounds(), dt, from, |time| {
            path.pose(time)
        })
    }

    /// What a piece of the flight stays below: drag slows, so that it is greatest at the start, or in the end.
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
