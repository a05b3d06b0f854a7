//! Those who are compared.

use std::fmt;

use anyhow::Result;
use kinstep::ballistics::EngineStep;
use kinstep::nalgebra::Vector3;

/// Bodies that move.
pub(crate) trait Contender {
    /// One step, of all bodies.
    fn step(&mut self) -> Result<()>;

    /// Where the first body is, along as many axes as there are \[m\].
    fn first(&mut self) -> Vec<f64>;
}

/// A contender, unless there is something in its way.
pub(crate) type Built = Result<Box<dyn Contender>>;

/// The numbers that a contender keeps for a body: its position and velocity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct State {
    /// Bits of a number.
    pub(crate) bits: usize,
    /// Numbers of a position.
    pub(crate) axes: usize,
}

impl State {
    pub(crate) const F32_3D: Self = Self { bits: 32, axes: 3 };
    pub(crate) const F32_2D: Self = Self { bits: 32, axes: 2 };
    pub(crate) const F64_3D: Self = Self { bits: 64, axes: 3 };
    pub(crate) const F64_2D: Self = Self { bits: 64, axes: 2 };

    /// Of one body.
    pub(crate) fn bytes(self) -> usize {
        2 * self.axes * self.bits / 8
    }
}

impl fmt::Display for State {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "f{} {}-D", self.bits, self.axes)
    }
}

/// Who competes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Who {
    /// Multiplies all numbers by a factor, in place, as wide as the machine can: no step of these bodies is faster.
    Memory,
    Swarm,
    /// A swarm whose steps are [`FAR`] times as long.
    SwarmFar,
    /// A swarm of bodies that have come to rest.
    SwarmAtRest,
    World,
    /// With a force that depends on the velocity, of which the world knows nothing but its value.
    WorldWithClosure,
    /// With one that depends on the place only.
    WorldWithField,
    Arrays,
    /// The same loop, compiled for wide registers too.
    WideArrays,
    Glam,
    Nalgebra,
    /// With the force of [`WorldWithClosure`](Self::WorldWithClosure) besides, evaluated once.
    ClosureOnce,
    /// The same, evaluated twice, as the world does.
    ClosureTwice,
    /// With that of [`WorldWithField`](Self::WorldWithField), evaluated once, as the world does.
    Field,
    Rapier,
    RapierOnce,
    Box2d,
    Box2dOnce,
}

/// How many steps of the others one far step is.
pub(crate) const FAR: u64 = 100;

impl Who {
    /// As in a table.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Memory => "memory: x *= k in place",
            Self::Swarm => "kinstep Swarm",
            Self::SwarmFar => "kinstep Swarm, 100 dt in one step",
            Self::SwarmAtRest => "kinstep Swarm, after 10,000 s",
            Self::World => "kinstep World",
            Self::WorldWithClosure => "kinstep World, closure of the body",
            Self::WorldWithField => "kinstep World, field of the place",
            Self::Arrays => "by hand, six arrays",
            Self::WideArrays => "by hand, six arrays, wide registers",
            Self::Glam => "by hand, glam structs",
            Self::Nalgebra => "by hand, nalgebra structs",
            Self::ClosureOnce => "by hand, nalgebra structs, closure evaluated once",
            Self::ClosureTwice => "by hand, nalgebra structs, closure evaluated twice",
            Self::Field => "by hand, nalgebra structs, field evaluated once",
            Self::Rapier => "Rapier 0.36",
            Self::RapierOnce => "Rapier 0.36, 1 iteration",
            Self::Box2d => "Box2D 3.2, 4 substeps",
            Self::Box2dOnce => "Box2D 3.2, 1 substep",
        }
    }

    /// How many usual steps one of its steps is.
    pub(crate) fn stride(self) -> u64 {
        match self {
            Self::SwarmFar => FAR,
            _ => 1,
        }
    }

    /// As many bodies as it is asked to move.
    pub(crate) fn most(self) -> usize {
        match self {
            // a round of a million would take a second
            Self::Rapier | Self::RapierOnce => 100_000,
            // four blocks for each thread, of at most 65,535 bodies: with more, some are left where they are
            Self::Box2d | Self::Box2dOnce => 4 * 65_535,
            _ => usize::MAX,
        }
    }
}

/// By what rule a contender moves, as far as the throw can tell.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Rule {
    /// None: it only moves memory.
    None,
    /// The exact motion.
    Exact,
    /// The step of an engine, or of a textbook.
    Steps(fn() -> EngineStep<f64, 3>),
    /// The exact motion with a force besides, to so many metres.
    With(Force, f64),
}

/// A force \[N\] of position and velocity.
pub(crate) type Force = fn(&Vector3<f64>, &Vector3<f64>) -> Vector3<f64>;

/// A contender that can be built.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) who: Who,
    pub(crate) state: State,
    pub(crate) rule: Rule,
    /// With so many bodies.
    pub(crate) build: fn(usize) -> Built,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_two_vectors() {
        assert_eq!(State::F32_3D.bytes(), 24);
        assert_eq!(State::F32_2D.bytes(), 16);
        assert_eq!(State::F64_3D.bytes(), 48);
        assert_eq!(State::F64_2D.bytes(), 32);
    }
}
