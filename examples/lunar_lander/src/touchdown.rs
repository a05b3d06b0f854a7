//! The rules: what counts as a landing.

use kinstep::Body2;

use crate::lander::{Contact, Craft, Part};
use crate::landscape::Landscape;

/// Faster than this downward is a crash \[m/s\].
pub const MOST_DESCENT: f64 = 2.5;
/// Faster than this sideways is a crash \[m/s\].
pub const MOST_SIDEWAYS: f64 = 1.5;
/// Ground steeper than this topples what stands on it \[degrees\].
pub const MOST_SLOPE: f64 = 12.0;
/// Standing less upright than this, against the ground, is a crash \[degrees\].
pub const MOST_TILT: f64 = 8.0;
/// Turning faster than this is a crash \[degrees/s\].
pub const MOST_SPIN: f64 = 8.0;

/// What was wrong with a touchdown.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum Fault {
    /// Something else than a foot came first.
    #[error("the hull struck the ground")]
    Hull,
    /// Down too fast.
    #[error("{speed:.1} m/s down, {MOST_DESCENT} at most")]
    Descent {
        /// \[m/s\].
        speed: f64,
    },
    /// Sideways too fast.
    #[error("{speed:.1} m/s sideways, {MOST_SIDEWAYS} at most")]
    Sideways {
        /// \[m/s\].
        speed: f64,
    },
    /// The ground too steep.
    #[error("a slope of {degrees:.0} degrees, {MOST_SLOPE:.0} at most")]
    Slope {
        /// \[degrees\].
        degrees: f64,
    },
    /// Not upright.
    #[error("tilted by {degrees:.0} degrees, {MOST_TILT:.0} at most")]
    Tilt {
        /// Against the ground \[degrees\].
        degrees: f64,
    },
    /// Turning.
    #[error("turning at {degrees:.0} degrees a second, {MOST_SPIN:.0} at most")]
    Spin {
        /// \[degrees/s\].
        degrees: f64,
    },
}

/// How a flight ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It stands.
    Landed {
        /// On which pad, if on one.
        pad: Option<usize>,
        /// What that counts.
        score: u32,
    },
    /// It is in pieces.
    Crashed {
        /// Why: at least one fault.
        faults: Vec<Fault>,
    },
    /// It flew off the map.
    Lost,
}

/// What a touchdown is, judged at the moment of the first contact.
#[must_use]
pub fn judge(
    craft: &Craft,
    body: &Body2,
    fuel: f64,
    contact: &Contact,
    landscape: &Landscape,
) -> Outcome {
    let faults = faults(craft, body, contact, landscape);
    if !faults.is_empty() {
        return Outcome::Crashed { faults };
    }
    let feet = craft
        .feet
        .map(|foot| (body.position + body.to_world(foot)).x);
    let [left, right] = feet.map(|foot| landscape.pad_at(foot));
    let pad = left.filter(|_| left == right);
    let multiplier = pad.map_or(1, |pad| 2 * landscape.pads[pad].multiplier);
    Outcome::Landed {
        pad,
        score: multiplier * points(craft, body, fuel),
    }
}

fn points(craft: &Craft, body: &Body2, fuel: f64) -> u32 {
    parts(craft, body, fuel).iter().sum::<f64>().round() as u32
}

/// What a landing counts before it is multiplied: 50 for standing, up to 25 for doing so softly, up to 25 for the fuel
/// left.
#[must_use]
pub fn parts(craft: &Craft, body: &Body2, fuel: f64) -> [f64; 3] {
    let softness = 1.0 - (-body.velocity.y / MOST_DESCENT).clamp(0.0, 1.0);
    [50.0, 25.0 * softness, 25.0 * fuel / craft.fuel]
}

fn faults(craft: &Craft, body: &Body2, contact: &Contact, landscape: &Landscape) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut unless = |fine: bool, fault: Fault| {
        if !fine {
            faults.push(fault);
        }
    };
    unless(contact.part != Part::Hull, Fault::Hull);
    let speed = -body.velocity.y;
    unless(speed <= MOST_DESCENT, Fault::Descent { speed });
    let speed = body.velocity.x.abs();
    unless(speed <= MOST_SIDEWAYS, Fault::Sideways { speed });
    // the slope is that from foot to foot, as it will stand
    let [left, right] = craft
        .feet
        .map(|foot| (body.position + body.to_world(foot)).x);
    let rise = landscape.ground.height(right) - landscape.ground.height(left);
    let slope = rise.atan2((right - left).abs());
    let degrees = slope.to_degrees().abs();
    unless(degrees <= MOST_SLOPE, Fault::Slope { degrees });
    let degrees = (body.orientation() - slope)
        .sin()
        .atan2((body.orientation() - slope).cos())
        .to_degrees()
        .abs();
    unless(degrees <= MOST_TILT, Fault::Tilt { degrees });
    let degrees = body.angular_velocity().to_degrees().abs();
    unless(degrees <= MOST_SPIN, Fault::Spin { degrees });
    faults
}
