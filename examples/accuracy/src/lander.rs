//! One list of burns of a lander, flown at four frame rates.

use anyhow::{Result, bail};
use kinstep::Scheme;
use lander::{Controls, Craft, Ground, Lander, Planet, Start};
use support::drawing::frame::Point;

use crate::names::name;
use crate::rows::Rows;

/// Frame rates \[Hz\]: one step or more between two ticks of the fuel gauge.
pub(crate) const RATES: [u32; 4] = [5, 20, 60, 240];
const SCHEMES: [Scheme; 4] = [
    Scheme::FlowKick,
    Scheme::SymplecticEuler,
    Scheme::VelocityVerlet,
    Scheme::Rk4,
];
const MOON: Planet = Planet {
    gravity: 1.62,
    air: None,
};
/// A fast horizontal flight, with the engine pointing forward.
const START: Start = Start {
    position: [-4531.9, 5200.0],
    velocity: [190.1, -90.0],
    tilt: 1.1423,
    spin: 0.0,
};
/// Duration in ticks of 0.2 s, throttle of the main engine, and jets: brake, turn upright while
/// braking, fall, brake until touchdown.
const BURNS: [(u32, f64, f64); 6] = [
    (190, 1.0, 0.0),
    (1, 1.0, -1.0),
    (75, 1.0, 0.0),
    (1, 1.0, 0.9772),
    (15, 0.0, 0.0),
    (128, 0.783_67, 0.0),
];
/// Quantities: the first over x \[m\], the others over the frame rate \[Hz\].
pub(crate) const PATH: &str = "height over x [m]";
pub(crate) const TIME: &str = "touchdown: time [s]";
pub(crate) const PLACE: &str = "touchdown: place [m]";
pub(crate) const SPEED: &str = "touchdown: speed down [m/s]";
pub(crate) const APART: &str = "touchdown: from kinstep's at 240 Hz [m]";
/// Height below which paths are stored \[m\].
const SEEN: f64 = 20.0;
/// Maximum time of a flight \[s\].
const LONGEST: f64 = 300.0;

pub(crate) fn run(rows: &mut Rows) -> Result<()> {
    let exact = fly(Scheme::FlowKick, 240)?.place();
    for scheme in SCHEMES {
        for rate in RATES {
            let flight = fly(scheme, rate)?;
            let place = flight.place();
            let (name, rate) = (name(scheme), f64::from(rate));
            rows.extend(&format!("{name}, {rate} Hz"), PATH, flight.path);
            rows.push(name, rate, TIME, flight.time);
            rows.push(name, rate, PLACE, place);
            rows.push(name, rate, SPEED, flight.speed);
            rows.push(name, rate, APART, (place - exact).abs());
        }
    }
    Ok(())
}

/// Touchdown of a lander.
struct Flight {
    /// Path near the ground until the touchdown: `(x, height of the feet)` \[m\].
    path: Vec<Point>,
    /// Time of the touchdown \[s\], and downward speed \[m/s\].
    time: f64,
    speed: f64,
}

impl Flight {
    /// Horizontal position of the centre of mass at the touchdown \[m\].
    fn place(&self) -> f64 {
        self.path.last().map_or(f64::NAN, |point| point.0)
    }
}

fn fly(scheme: Scheme, rate: u32) -> Result<Flight> {
    let mut lander = Lander::new(Craft::SMALL, MOON, START, scheme)?;
    let (ground, dt) = (Ground::level(0.0), 1.0 / f64::from(rate));
    let mut burns = (BURNS.into_iter())
        .flat_map(|(ticks, throttle, turn)| (0..ticks).map(move |_| Controls { throttle, turn }));
    let mut path = Vec::new();
    while lander.time() < LONGEST {
        if lander.is_at_tick() {
            lander.set_controls(burns.next().unwrap_or(Controls::OFF));
        }
        let contact = lander.step(dt, &ground)?.contact;
        let body = lander.body();
        let height = body.position.y - Craft::SMALL.stance();
        if height < SEEN {
            path.push((body.position.x, height));
        }
        if contact.is_some() {
            return Ok(Flight {
                path,
                time: lander.time(),
                speed: -body.velocity.y,
            });
        }
    }
    bail!("the lander is still up after {LONGEST} s");
}
