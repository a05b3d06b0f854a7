//! The properties and the controls of a lander, and the planet on which it lands.

/// A lander, in its own frame: metres from the centre of mass, the nose upward.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Craft {
    /// Mass without fuel \[kg\].
    pub dry_mass: f64,
    /// Fuel at the start \[kg\].
    pub fuel: f64,
    /// Moment of inertia divided by mass \[m²\]; constant, as if fuel left from all parts equally.
    pub gyration: f64,
    /// Thrust of the main engine \[N\], upward through the centre of mass.
    pub thrust: f64,
    /// Thrust of each of the two jets \[N\], upward, to the left and to the right of the centre.
    pub jet: f64,
    /// Distance of the jets from the axis, and their height above the centre of mass \[m\].
    pub jet_arm: [f64; 2],
    /// Exhaust speed \[m/s\]: a thrust F burns `F / exhaust_speed` of fuel \[kg/s\].
    pub exhaust_speed: f64,
    /// Positions of the left and the right foot \[m\].
    pub feet: [[f64; 2]; 2],
    /// The hull, without legs: corners \[m\] of a convex polygon, counter-clockwise.
    pub hull: &'static [[f64; 2]],
}

impl Craft {
    /// A small lander of two tonnes; on the Moon its thrust is two and a half times its weight.
    pub const SMALL: Self = Self {
        dry_mass: 1400.0,
        fuel: 450.0,
        gyration: 2.6,
        thrust: 8000.0,
        jet: 900.0,
        jet_arm: [1.9, 0.5],
        exhaust_speed: 3050.0,
        feet: [[-2.5, -2.4], [2.5, -2.4]],
        hull: &[
            [-0.6, -1.9],
            [0.6, -1.9],
            [2.0, -0.9],
            [2.0, 0.5],
            [1.1, 2.1],
            [-1.1, 2.1],
            [-2.0, 0.5],
            [-2.0, -0.9],
        ],
    };

    /// The maximum distance of any part from the centre of mass \[m\].
    #[must_use]
    pub fn reach(&self) -> f64 {
        let points = self.feet.iter().chain(self.hull);
        points.fold(0.0, |most, [x, y]| most.max(x.hypot(*y)))
    }

    /// Half the width of the hull \[m\].
    #[must_use]
    pub fn half_width(&self) -> f64 {
        self.hull.iter().map(|[x, _]| *x).fold(0.0, f64::max)
    }

    /// Height of the hull's lowest point, the end of the nozzle \[m\]; negative.
    #[must_use]
    pub fn nozzle(&self) -> f64 {
        self.hull.iter().map(|[_, y]| *y).fold(0.0, f64::min)
    }

    /// Depth of the lowest foot below the centre of mass \[m\].
    #[must_use]
    pub fn stance(&self) -> f64 {
        (self.feet.iter()).fold(0.0, |lowest: f64, [_, y]| lowest.max(-y))
    }

    /// Rate at which fuel is burnt with these controls \[kg/s\].
    #[must_use]
    pub fn flow(&self, controls: &Controls) -> f64 {
        (self.thrust * controls.throttle + self.jet * controls.turn.abs()) / self.exhaust_speed
    }
}

/// Commands to the engines.
#[derive(Debug, Clone, Copy, PartialEq, Default, serde::Serialize, serde::Deserialize)]
pub struct Controls {
    /// Share of the main engine's thrust, from 0 to 1.
    pub throttle: f64,
    /// Share of a jet's thrust, from -1 (the left jet: clockwise) to 1 (the right jet: counter-clockwise).
    pub turn: f64,
}

impl Controls {
    /// All engines off.
    pub const OFF: Self = Self {
        throttle: 0.0,
        turn: 0.0,
    };

    /// Returns these controls within the limits of the engines; NaN and infinities become zero.
    #[must_use]
    pub fn within_limits(self) -> Self {
        let finite = |value: f64| if value.is_finite() { value } else { 0.0 };
        Self {
            throttle: finite(self.throttle).clamp(0.0, 1.0),
            turn: finite(self.turn).clamp(-1.0, 1.0),
        }
    }
}

/// A planet on which a lander lands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Planet {
    /// Acceleration of gravity, downward \[m/s²\].
    pub gravity: f64,
    /// The air; `None` if the planet has none.
    pub air: Option<Air>,
}

/// Air with drag in proportion to the velocity relative to the air.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Air {
    /// Drag force divided by speed \[kg/s\].
    pub drag: f64,
    /// Drag torque divided by angular velocity \[kg m²/s\].
    pub angular_drag: f64,
    /// Velocity of the air \[m/s\].
    pub wind: [f64; 2],
}
