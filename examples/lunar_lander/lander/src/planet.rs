//! What pulls at a lander, and what blows.

/// Where it lands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Planet {
    /// Downward \[m/s²\].
    pub gravity: f64,
    /// None where nothing slows a fall.
    pub air: Option<Air>,
}

/// Air that drags in proportion to the speed in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Air {
    /// Force over speed \[kg/s\].
    pub drag: f64,
    /// Torque over angular velocity \[kg m²/s\].
    pub angular_drag: f64,
    /// Velocity of the air \[m/s\].
    pub wind: [f64; 2],
}
