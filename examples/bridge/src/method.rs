//! The methods that are compared.

use anyhow::Result;
use kinstep::Scheme;
use support::drawing::style::Style;

use crate::implicit_euler::ImplicitEuler;
use crate::leapfrog::Leapfrog;
use crate::structure::{State, Structure, Vector};
use crate::structures::FRAME;
use crate::world::KinstepWorld;
use crate::xpbd::Xpbd;

/// A structure that a method moves.
pub trait Motion {
    /// Moves on by a frame h \[s\] under a constant load on each node \[N\].
    ///
    /// # Errors
    /// The method has no result.
    fn step(&mut self, h: f64, loads: &[Vector]) -> Result<()>;

    /// Where the nodes are now.
    fn state(&self) -> State;
}

/// A method, and how its line looks.
#[derive(Debug)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// The rule, in words and signs.
    pub rule: &'static str,
    /// Colour of its line.
    pub style: Style,
    /// What moves a structure at 60 Hz.
    pub start: fn(&Structure) -> Result<Box<dyn Motion>>,
}

/// Substeps of XPBD in a frame.
pub const SUBSTEPS: u32 = 20;

/// All of them, ours first.
pub static METHODS: [Method; 4] = [KINSTEP, XPBD, IMPLICIT_EULER, LEAPFROG];

pub const KINSTEP: Method = Method {
    name: "kinstep",
    rule: "World::step with rods; one step a frame",
    style: line("#0072b2"),
    start: |structure| Ok(Box::new(KinstepWorld::new(structure, Scheme::FlowKick)?)),
};

pub const XPBD: Method = Method {
    name: "XPBD",
    rule: "extended position-based dynamics: 20 substeps of one iteration (Macklin et al. 2019), compliance 1/k",
    style: line("#d55e00"),
    start: |structure| Ok(Box::new(Xpbd::new(structure, SUBSTEPS))),
};

pub const IMPLICIT_EULER: Method = Method {
    name: "implicit Euler",
    rule: "v += h a(x + h v), x += h v at their ends, by Newton's method",
    style: line("#009e73"),
    start: |structure| Ok(Box::new(ImplicitEuler::new(structure))),
};

pub const LEAPFROG: Method = Method {
    name: "leapfrog",
    rule: "drift, kick, drift in 2Ωh substeps",
    style: line("#777777"),
    start: |structure| Ok(Box::new(Leapfrog::resolving(structure, FRAME))),
};

const fn line(color: &'static str) -> Style {
    Style {
        color,
        dashes: None,
        radius: 4.0,
    }
}
