//! One scene in the plane under three engines.

mod box2d;
mod kinstep;
mod rapier;

use ::kinstep::nalgebra::Vector2;
use anyhow::Result;

/// Where a ball is \[m\] and how fast \[m/s\].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ball {
    pub(crate) position: Vector2<f64>,
    pub(crate) velocity: Vector2<f64>,
}

/// Equal balls without friction among walls.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Scene {
    pub(crate) balls: Vec<Ball>,
    /// Radius \[m\].
    pub(crate) radius: f64,
    /// Acceleration \[m/s²\].
    pub(crate) gravity: [f64; 2],
    /// Unit normals and offsets \[m\].
    pub(crate) walls: Vec<([f64; 2], f64)>,
    /// Restitution of all contacts.
    pub(crate) restitution: f64,
}

/// A world of an engine.
pub(crate) trait Peer {
    /// Makes a step \[s\].
    fn step(&mut self, dt: f64) -> Result<()>;
    /// The balls, in the order of the scene.
    fn balls(&mut self) -> Result<Vec<Ball>>;
}

type Build = fn(&Scene) -> Result<Box<dyn Peer>>;

/// The engines: name and how each builds a scene.
pub(crate) const PEERS: [(&str, Build); 3] = [
    ("kinstep", kinstep::build),
    ("Rapier 0.36", rapier::build),
    ("Box2D 3.2", box2d::build),
];
