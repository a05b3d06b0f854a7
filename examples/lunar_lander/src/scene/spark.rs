//! What glows for a moment: exhaust, dust, debris. For the eye only; nothing acts on the flight.

use kinstep::nalgebra::Vector2;

/// A thing that glows and goes out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spark {
    /// Where \[m\].
    pub position: Vector2<f64>,
    /// \[m/s\].
    pub velocity: Vector2<f64>,
    /// How long it has been glowing \[s\].
    pub age: f64,
    /// How long it glows \[s\].
    pub life: f64,
    /// How big it is \[m\].
    pub size: f64,
    /// Its colour when new.
    pub color: super::Color,
}

/// All that glow.
#[derive(Debug, Clone, Default)]
pub struct Sparks {
    sparks: Vec<Spark>,
}

impl Sparks {
    /// Those that glow now.
    #[must_use]
    pub fn as_slice(&self) -> &[Spark] {
        &self.sparks
    }
}
