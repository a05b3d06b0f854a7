//! A body that bobs up and down, followed from border to border.

use nalgebra::ComplexField;

use super::super::slowing::Change;
use super::arcs::Exit;
use super::piece::{Place, Water};
use crate::flow::Decay;

/// More borders than this are not passed in one step.
const PASSINGS: usize = 65_536;

/// The motion along up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bob {
    /// Height of the centre above the surface \[m\].
    height: f64,
    /// Upwards \[m/s\].
    velocity: f64,
}

/// What a step does to it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moved {
    /// Change of the velocity upwards \[m/s\].
    pub(super) speed: f64,
    /// Way upwards, beyond coasting \[m\].
    pub(super) way: f64,
    /// The same across, for a unit of velocity.
    pub(super) across: Change,
}

impl Bob {
    pub(super) fn new(height: f64, velocity: f64) -> Self {
        Self { height, velocity }
    }

    /// What happens in `time` \[s\], which may be negative.
    pub(super) fn after(self, water: &Water, time: f64) -> Moved {
        let mut across = Change {
            speed: 0.0,
            way: 0.0,
        };
        let mut bob = self;
        let mut remaining = time;
        let mut place = water.place(self.height, self.velocity, time);
        let mut first: Option<Passing> = None;
        for passings in 0..PASSINGS {
            let piece = water.piece(place);
            let Some(exit) = piece.exit(bob.height, bob.velocity, remaining) else {
                across = drift(across, piece.damping, remaining);
                let (speed, way) = piece.change(bob.height, bob.velocity, remaining);
                if passings == 0 {
                    // nothing to take a difference of
                    return Moved { speed, way, across };
                }
                let end = bob.height + (bob.velocity * remaining + way);
                return Moved {
                    speed: (bob.velocity - self.velocity) + speed,
                    way: (end - self.height) - self.velocity * time,
                    across,
                };
            };
            across = drift(across, piece.damping, exit.time);
            let passing = Passing {
                from: place,
                upwards: exit.upwards,
                remaining: remaining - exit.time,
            };
            remaining = passing.remaining;
            bob = bob_at(water, place, &exit, time);
            place = beyond(place, exit.upwards);
            if water.damping == 0.0 {
                match first {
                    None => first = Some(passing),
                    Some(before) => remaining = passing.without_turns(&before),
                }
            }
        }
        Moved {
            speed: f64::NAN,
            way: f64::NAN,
            across,
        }
    }
}

/// The body on a border: at its height to the last bit, and with a velocity that goes through it.
fn bob_at(water: &Water, place: Place, exit: &Exit, time: f64) -> Bob {
    let piece = water.piece(place);
    let through = if exit.upwards == (time > 0.0) {
        exit.velocity.max(0.0)
    } else {
        exit.velocity.min(0.0)
    };
    Bob {
        height: if exit.upwards {
            piece.top
        } else {
            piece.bottom
        },
        velocity: through,
    }
}

/// The place on the other side of a border.
fn beyond(place: Place, upwards: bool) -> Place {
    match (place, upwards) {
        (Place::Waterline, true) => Place::Air,
        (Place::Waterline, false) => Place::Depth,
        (Place::Air | Place::Depth, _) => Place::Waterline,
    }
}

/// What is across the lift loses speed to the fluid, over one piece more.
fn drift(before: Change, damping: f64, time: f64) -> Change {
    if damping == 0.0 {
        return Change {
            speed: before.speed,
            way: before.way + before.speed * time,
        };
    }
    let decay = Decay::new(damping, time);
    let loss = -damping * decay.velocity;
    let way = -damping * decay.position;
    Change {
        speed: before.speed + loss + before.speed * loss,
        way: before.way + way + before.speed * (time + way),
    }
}

/// A border passed, and the time that remained then \[s\].
#[derive(Debug, Clone, Copy)]
struct Passing {
    from: Place,
    upwards: bool,
    remaining: f64,
}

impl Passing {
    /// What remains but for whole turns, if the same border was passed in the same way before: without
    /// drag the motion comes round.
    fn without_turns(&self, before: &Self) -> f64 {
        if self.from != before.from || self.upwards != before.upwards {
            return self.remaining;
        }
        let turn = before.remaining - self.remaining;
        let turns = ComplexField::floor(self.remaining / turn);
        if turns.is_finite() {
            self.remaining - turns * turn
        } else {
            self.remaining
        }
    }
}
