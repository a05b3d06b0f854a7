//! The swarm of the small module: points of one mass under gravity and linear drag.
//!
//! Any other force brings the code for springs and gyration, for which that module has no room.

use kinstep::flow::{Flow, Propagator};
use kinstep::nalgebra::Vector3;
use kinstep::{Force, LinearDrag, LinearLaw, UniformGravity};
use kinstep_common::space::{Number, first_components};
use kinstep_common::{Failure, Kind, OrFailure, Outcome};
use wasm_bindgen::prelude::*;

use crate::border::{Row, failed, or_throw};

#[wasm_bindgen]
pub struct Swarm {
    dimensions: usize,
    mass: f64,
    time: f64,
    /// As many numbers for each point as there are dimensions.
    states: [Vec<f32>; 2],
    law: LinearLaw<f32, 3>,
}

impl Swarm {
    fn add(&mut self, kind: u32, numbers: &[f64]) -> Outcome {
        let mut row = Row(numbers);
        match kind {
            0 => {
                let gravity = UniformGravity::new(first_components::<f64, 3>(row.next()));
                gravity.check().or_invalid()?;
                self.law.constant += gravity.acceleration.map(f32::of);
            }
            2 => {
                let [rate, coefficient] = row.next();
                let rate = match (rate.is_nan(), coefficient.is_nan()) {
                    (false, true) => rate,
                    (true, false) => coefficient / self.mass,
                    _ => return Err(Failure::invalid("give one of rate, coefficient")),
                };
                let wind = first_components::<f64, 3>(row.next());
                LinearDrag::rate(rate).in_wind(wind).check().or_invalid()?;
                let drag = LinearLaw::drag(f32::of(rate)).in_wind(wind.map(f32::of));
                self.law += drag;
            }
            _ => {
                return Err(Failure::invalid(
                    "a swarm of kinstep/preview knows uniformGravity and linearDrag; one of kinstep knows all forces",
                ));
            }
        }
        Ok(())
    }

    fn step_once(&mut self, flow: &Flow<f32, 3>) -> Outcome {
        let (size, time) = (self.dimensions, f32::of(self.time));
        let moved = |state: [&[f32]; 2]| {
            let [mut position, mut velocity] = state.map(|numbers| {
                Vector3::from_fn(|axis, _| numbers.get(axis).copied().unwrap_or(0.0))
            });
            flow.advance(&mut position, &mut velocity, time);
            [position, velocity]
        };
        let [positions, velocities] = &mut self.states;
        let states = positions
            .chunks_exact(size)
            .zip(velocities.chunks_exact(size));
        for (index, (position, velocity)) in states.enumerate() {
            let state = moved([position, velocity]);
            if !state.iter().flatten().all(|number| number.is_finite()) {
                return Err(Failure::new(
                    Kind::Step,
                    format_args!("body {index} is not finite after the step"),
                ));
            }
        }
        let states = positions
            .chunks_exact_mut(size)
            .zip(velocities.chunks_exact_mut(size));
        for (position, velocity) in states {
            let [to, at] = moved([position, velocity]);
            position.copy_from_slice(&to.as_slice()[..size]);
            velocity.copy_from_slice(&at.as_slice()[..size]);
        }
        Ok(())
    }
}

#[wasm_bindgen]
impl Swarm {
    #[wasm_bindgen(constructor)]
    pub fn new(dimensions: usize, mass: f64) -> Result<Self, JsValue> {
        if !(mass.is_finite() && mass > 0.0) {
            return Err(failed(&Failure::invalid(format_args!(
                "the mass is {mass} kg; it must be positive and finite"
            ))));
        }
        Ok(Self {
            dimensions: dimensions.clamp(2, 3),
            mass,
            time: 0.0,
            states: [Vec::new(), Vec::new()],
            law: LinearLaw::free(),
        })
    }

    pub fn add_force(&mut self, kind: u32, numbers: &[f64]) -> Result<(), JsValue> {
        or_throw(self.add(kind, numbers))
    }

    pub fn append(
        &mut self,
        positions: &[f32],
        velocities: &[f32],
        masses: &[f64],
    ) -> Result<(), JsValue> {
        if masses != [self.mass] {
            return Err(failed(&Failure::invalid(
                "a swarm of kinstep/preview has one mass; one of kinstep has a mass for each point",
            )));
        }
        let (count, other) = (positions.len(), velocities.len());
        let all = positions.iter().chain(velocities);
        if count != other
            || !count.is_multiple_of(self.dimensions)
            || !all.clone().all(|number| number.is_finite())
        {
            return Err(failed(&Failure::invalid(format_args!(
                "there are {count} numbers of the positions and {other} of the velocities; both must be finite, and as many as points have"
            ))));
        }
        self.states[0].extend_from_slice(positions);
        self.states[1].extend_from_slice(velocities);
        Ok(())
    }

    #[must_use]
    pub fn length(&self) -> usize {
        self.states[0].len() / self.dimensions
    }

    #[must_use]
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Where the positions or the velocities lie in the memory.
    pub fn address(&mut self, velocities: bool) -> *mut f32 {
        self.states[usize::from(velocities)].as_mut_ptr()
    }

    pub fn step(&mut self, dt: f64, steps: u64) -> Result<(), JsValue> {
        let propagator = Propagator::new(self.law.damping.into(), 0.0, dt);
        let flow = Flow::new(&self.law, &propagator, dt);
        let before = (steps > 1).then(|| (self.states.clone(), self.time));
        let made = (0..steps).try_for_each(|_| {
            self.step_once(&flow)?;
            self.time += dt;
            Ok(())
        });
        // one step that fails changes nothing by itself
        if let (Err(_), Some(before)) = (&made, before) {
            (self.states, self.time) = before;
        }
        or_throw(made)
    }
}
