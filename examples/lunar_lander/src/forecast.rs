//! The motion of a lander without engines, in closed form.

use kinstep::Body2;
use kinstep::nalgebra::Vector2;
use kinstep::trajectory::{Flight, FlightError, Terrain, Trajectory};
use kinstep_flight::Ballistics;
use lander::{Ground, Lander, Planet};

/// The rest of a flight without engines.
#[derive(Debug, Clone)]
pub struct Forecast {
    flight: Flight<2>,
    /// First contact of the feet with the ground, if it is within the time of the search.
    pub impact: Option<Impact>,
}

/// Predicted impact of a lander.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Impact {
    /// Time until the impact \[s\].
    pub time: f64,
    /// Position of the centre of mass \[m\].
    pub position: Vector2<f64>,
    /// Velocity \[m/s\].
    pub velocity: Vector2<f64>,
}

/// Maximum time of the search \[s\].
const LONGEST: f64 = 600.0;

impl Forecast {
    /// The forecast from the lander's present state.
    ///
    /// # Errors
    /// If the search for the landing does not end.
    pub fn new(lander: &Lander, ground: &Ground) -> Result<Self, FlightError> {
        let flight = coasting(lander.planet(), lander.body());
        // the ground, raised by the height of the centre of mass above the feet of an upright
        // lander
        let stance = lander.craft().stance();
        let raised = |place: &Vector2<f64>| ground.height(place.x) + stance;
        let terrain = Terrain::new([0.0, 1.0], raised, ground.steepest());
        let landing = flight.landing(&terrain, 0.0..LONGEST)?;
        let impact = landing.map(|it| Impact {
            time: it.time,
            position: it.position,
            velocity: it.velocity,
        });
        Ok(Self { flight, impact })
    }

    /// A path to draw: this many points \[m\] from now until the impact, or over a minute.
    pub fn path(&self, points: usize) -> impl Iterator<Item = Vector2<f64>> + '_ {
        let end = self.impact.map_or(60.0, |impact| impact.time);
        let step = end / (points.max(2) - 1) as f64;
        self.flight.sample(0.0, step, points)
    }
}

/// The flight of a body under gravity, drag and wind alone.
fn coasting(planet: &Planet, body: &Body2) -> Flight<2> {
    let still = Ballistics::new([0.0, -planet.gravity]);
    let air = planet.air.map_or(still, |air| {
        still
            .with_drag_rate(air.drag / body.mass)
            .with_wind(air.wind)
    });
    air.launch(body.position, body.velocity)
}
