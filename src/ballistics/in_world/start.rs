//! Bodies that start on what they wait for.

use nalgebra::{ComplexField, SVector};

use super::super::event::{Crossing, Event, Plane};
use super::until::Until;
use crate::body::Body;
use crate::space::{Real, narrow, widen};
use crate::world::World;

/// A boundary that a body is on, as far as rounding can tell.
pub(super) struct Touch<T, const D: usize> {
    /// Its tangent plane at the body.
    pub(super) tangent: Plane<T, D>,
    /// Which way it is crossed.
    pub(super) which: Crossing,
    /// How far off still counts as on it, in lengths of the normal \[m\].
    pub(super) grain: f64,
    /// By how much the boundary bends away under a body that follows it, in lengths of the normal \[m/s²\].
    pub(super) bend: f64,
}

/// What a body does at the start of a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Start<T> {
    /// It is off the boundary, or gets off it.
    Free,
    /// It stays on the boundary. After the step it is no farther off than `room`, in lengths of the normal \[m\].
    Along { room: f64 },
    /// It gets through the boundary.
    Into {
        /// Whether it moves there by itself, or is only pulled there.
        moves: bool,
        /// Whether it is too slow for a bounce to take it off the boundary.
        is_slow: bool,
        /// What pulls it there; negative if that pulls it back \[m/s²\].
        pull: T,
    },
}

/// The last event of a world, until it is stepped otherwise.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Told<T, const D: usize> {
    until: Until<T, D>,
    /// The count of steps and the state of the body at the event.
    steps: u64,
    position: SVector<T, D>,
    velocity: SVector<T, D>,
    /// Whether it was told of a body that lies on the boundary and is pulled into it.
    pub(super) rests: bool,
}

impl<T: Real<D>, const D: usize> Told<T, D> {
    /// Whether it was of this event, and no step was made since.
    pub(super) fn is_of(&self, until: &Until<T, D>, steps: u64) -> bool {
        self.until == *until && self.steps == steps
    }

    /// Whether the body still moves as it did.
    pub(super) fn is_unanswered(&self, body: &Body<T, D>) -> bool {
        self.position == body.position && self.velocity == body.velocity
    }
}

impl<T: Real<D>, const D: usize> World<T, D> {
    /// How a body starts that waits for something within `dt`.
    ///
    /// With speed u along the normal and pull a against it, it gets `u²/2a` off the boundary and is back after `2u/a`. If
    /// the one is lost in the rounding of coordinates, or the other in that of the step, it does not get off.
    pub(super) fn start(&self, until: &Until<T, D>, place: usize, dt: T) -> Start<T> {
        let body = &self.bodies()[place];
        let Some(touch) = until.touch(body) else {
            return Start::Free;
        };
        let (speed, (pull, size)) = (
            touch.tangent.clear_dot(&body.velocity),
            self.pull(place, &touch),
        );
        let (dt, rounding) = (widen(dt), 4.0 * widen(T::default_epsilon()));
        let pull = if pull.abs() <= rounding * size {
            0.0
        } else {
            pull
        };
        let too_low = ComplexField::sqrt(4.0 * touch.grain * pull.abs());
        let is_slow = speed.abs() <= too_low.max(2.0 * rounding * pull.abs() * dt);
        let toward = if is_slow { pull } else { speed };
        let normal = widen(touch.tangent.normal.norm());
        if toward == 0.0 {
            let moved = (size * dt + widen(body.velocity.norm()) * normal) * dt;
            let room = touch.grain + 2.0 * rounding * moved;
            return Start::Along { room };
        }
        // what moves off a plane to either side has no side that it came from
        let has_side = is_slow || touch.which != Crossing::Any;
        if !(has_side && touch.which.includes(toward > 0.0)) {
            return Start::Free;
        }
        Start::Into {
            moves: speed * toward > 0.0,
            is_slow,
            pull: narrow(if toward > 0.0 { pull } else { -pull } / normal),
        }
    }

    /// What pulls a body along the normal, and the sum of the sizes of all that does, in lengths of the normal
    /// \[m/s²\].
    fn pull(&self, place: usize, touch: &Touch<T, D>) -> (f64, f64) {
        let (system, bodies) = (self.system(T::zero()), self.bodies());
        let forces = (system.attachments.iter())
            .map(|attachment| attachment.acceleration_of(bodies, place, system.time));
        let pushes = (system.pushes.iter().filter(|push| push.body == place))
            .map(|push| push.force / bodies[place].mass);
        (forces.chain(pushes)).fold((touch.bend, touch.bend.abs()), |sum, acceleration| {
            let terms = touch.tangent.normal.component_mul(&acceleration);
            (terms.iter()).fold(sum, |(sum, size), term| {
                (sum + widen(*term), size + widen(term.abs()))
            })
        })
    }

    /// What happened to a body now, `time` seconds after the start of the step; it is not told again.
    pub(super) fn tell(&mut self, time: T, until: &Until<T, D>, rests: bool) -> Event<T, D> {
        let Body {
            position, velocity, ..
        } = self[until.body];
        self.set_told(Some(Told {
            until: *until,
            steps: self.steps(),
            position,
            velocity,
            rests,
        }));
        Event {
            time,
            position,
            velocity,
        }
    }
}
