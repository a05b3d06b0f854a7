//! Velocity-dependent laws at fixed positions: drag, wind and fields.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::OwnLaws;
use crate::flow::{Flow, LinearLaw};

/// Number of step lengths whose flows are stored.
const SPANS: usize = 4;

/// Exact change of velocities under `v' = c + j t - γ v + G v` at fixed positions.
#[derive(Debug)]
pub(super) struct Slowing<const D: usize> {
    /// The distinct laws.
    laws: Vec<LinearLaw<f64, D>>,
    /// For each body the index of its law; `None` if no law depends on velocity.
    of_bodies: Vec<Option<usize>>,
    /// Flows of all laws over the step lengths used last.
    spans: [FlowSpan<D>; SPANS],
    /// Index of the entry that is replaced next.
    next: usize,
}

/// Flows of all laws over one step length.
#[derive(Debug)]
struct FlowSpan<const D: usize> {
    /// Step length \[s\]; NaN before the first use.
    time: f64,
    flows: Vec<Flow<f64, D>>,
}

impl<const D: usize> Slowing<D> {
    pub(super) fn new(own: &[OwnLaws<D>]) -> Self {
        let mut laws = Vec::new();
        let of_bodies = own.iter().map(|own| {
            let law = velocity_law(own);
            if law == LinearLaw::free() {
                return None;
            }
            let known = laws.iter().position(|other| *other == law);
            Some(known.unwrap_or_else(|| {
                laws.push(law);
                laws.len() - 1
            }))
        });
        let of_bodies = of_bodies.collect();
        let spans = core::array::from_fn(|_| FlowSpan {
            time: f64::NAN,
            flows: laws.iter().map(|law| law.flow(0.0)).collect(),
        });
        Self {
            laws,
            of_bodies,
            spans,
            next: 0,
        }
    }

    /// Changes velocities from `time` \[s\] by `dt` \[s\].
    pub(super) fn advance(&mut self, time: f64, dt: f64, velocities: &mut [[f64; D]]) {
        if self.laws.is_empty() {
            return;
        }
        let place = self.span(dt);
        let flows = &self.spans[place].flows;
        for (law, velocity) in self.of_bodies.iter().zip(velocities) {
            if let Some(flow) = law.and_then(|law| flows.get(law)) {
                let here = SVector::from(*velocity);
                *velocity = flow.displaced(&SVector::zeros(), &here, time).1.into();
            }
        }
    }

    /// Index of the entry with the flows over `dt`, which are computed if they are not stored.
    fn span(&mut self, dt: f64) -> usize {
        let known = self.spans.iter().position(|span| span.time == dt);
        known.unwrap_or_else(|| {
            let place = self.next;
            self.next = (place + 1) % SPANS;
            let span = &mut self.spans[place];
            span.time = dt;
            for (flow, law) in span.flows.iter_mut().zip(&self.laws) {
                *flow = law.flow(dt);
            }
            place
        })
    }
}

/// Terms of a body's laws that change its velocity at a fixed position.
fn velocity_law<const D: usize>(own: &OwnLaws<D>) -> LinearLaw<f64, D> {
    LinearLaw {
        constant: own.moving.constant,
        ramp: own.moving.ramp,
        damping: own.placed.damping + own.moving.damping,
        gyration: own.placed.gyration + own.moving.gyration,
        ..LinearLaw::free()
    }
}

impl<const D: usize> Clone for Slowing<D> {
    fn clone(&self) -> Self {
        Self {
            laws: self.laws.clone(),
            of_bodies: self.of_bodies.clone(),
            spans: self.spans.clone(),
            next: self.next,
        }
    }

    fn clone_from(&mut self, from: &Self) {
        self.laws.clone_from(&from.laws);
        self.of_bodies.clone_from(&from.of_bodies);
        for (span, from) in self.spans.iter_mut().zip(&from.spans) {
            span.clone_from(from);
        }
        self.next = from.next;
    }
}

impl<const D: usize> Clone for FlowSpan<D> {
    fn clone(&self) -> Self {
        Self {
            time: self.time,
            flows: self.flows.clone(),
        }
    }

    fn clone_from(&mut self, from: &Self) {
        self.time = from.time;
        self.flows.clone_from(&from.flows);
    }
}
