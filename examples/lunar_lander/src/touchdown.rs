//! The rules of a landing.

use kinstep::Body2;
use kinstep::nalgebra::Vector2;
use lander::{Contact, Craft, Ground, Lander, Part};

use crate::landscape::Landscape;

/// Maximum downward speed of a landing \[m/s\].
pub const MOST_DESCENT: f64 = 2.5;
/// Maximum horizontal speed of a landing \[m/s\].
pub const MOST_SIDEWAYS: f64 = 1.5;
/// Maximum slope of the ground on which the lander can stand \[degrees\].
pub const MOST_SLOPE: f64 = 12.0;
/// Maximum angle between the lander's axis and the normal of the ground \[degrees\].
pub const MOST_TILT: f64 = 8.0;
/// Maximum angular speed of a landing \[degrees/s\].
pub const MOST_SPIN: f64 = 8.0;

/// Factor of the score for a landing beside the pads.
pub const OFF_PADS: f64 = 0.5;

/// Fault of a touchdown.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum Fault {
    /// A part other than a foot touched the ground first.
    #[error("the hull struck the ground")]
    Hull,
    /// The downward speed is too high \[m/s\].
    #[error("{0:.1} m/s down, {MOST_DESCENT} at most")]
    Descent(f64),
    /// The horizontal speed is too high \[m/s\].
    #[error("{0:.1} m/s sideways, {MOST_SIDEWAYS} at most")]
    Sideways(f64),
    /// The ground is too steep \[degrees\].
    #[error("a slope of {0:.1}\u{b0}, {MOST_SLOPE:.0}\u{b0} at most")]
    Slope(f64),
    /// The lander leans too much from the normal of the ground \[degrees\].
    #[error("tilted by {0:.1}\u{b0} to the ground, {MOST_TILT:.0}\u{b0} at most")]
    Tilt(f64),
    /// The angular speed is too high \[degrees/s\].
    #[error("turning at {0:.1}\u{b0}/s, {MOST_SPIN:.0}\u{b0}/s at most")]
    Spin(f64),
}

/// Outcome of a flight.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The lander stands.
    Landed {
        /// Index of the pad; `None` beside the pads.
        pad: Option<usize>,
        /// Score of the landing.
        score: u32,
    },
    /// The lander crashed.
    Crashed {
        /// Faults of the touchdown; there is at least one.
        faults: Vec<Fault>,
    },
    /// The lander flew off the map.
    Lost,
}

/// Outcome of a touchdown, by the state at the first contact.
#[must_use]
pub fn judge(lander: &Lander, contact: &Contact, landscape: &Landscape) -> Outcome {
    let (craft, body) = (lander.craft(), lander.body());
    let readings = Readings::of(craft, body, &landscape.ground);
    let faults = [
        (contact.part == Part::Hull).then_some(Fault::Hull),
        readings.descent_fault(),
        readings.sideways_fault(),
        readings.slope_fault(),
        readings.lean_fault(),
        readings.spin_fault(),
    ];
    let faults: Vec<_> = faults.into_iter().flatten().collect();
    if !faults.is_empty() {
        return Outcome::Crashed { faults };
    }
    let [left, right] = feet(craft, body).map(|foot| landscape.pad_at(foot));
    let pad = left.filter(|_| left == right);
    let points: f64 = parts(craft, body, lander.fuel()).iter().sum();
    let multiplier = pad.map_or(OFF_PADS, |pad| f64::from(landscape.pads[pad].multiplier));
    Outcome::Landed {
        pad,
        score: (points * multiplier).round() as u32,
    }
}

/// Parts of the score before it is multiplied: 50 for standing, up to 25 for a soft touchdown, up
/// to 25 for the fuel left.
#[must_use]
pub fn parts(craft: &Craft, body: &Body2, fuel: f64) -> [f64; 3] {
    let softness = 1.0 - (-body.velocity.y / MOST_DESCENT).clamp(0.0, 1.0);
    [50.0, 25.0 * softness, 25.0 * fuel / craft.fuel]
}

/// The orientation as an angle from upright between -π and π \[rad\]: full rotations do not count.
#[must_use]
pub fn tilt(orientation: f64) -> f64 {
    orientation.sin().atan2(orientation.cos())
}

/// Horizontal positions of both feet, the left foot first \[m\].
#[must_use]
pub fn feet(craft: &Craft, body: &Body2) -> [f64; 2] {
    craft
        .feet
        .map(|foot| (body.position + body.to_world(foot)).x)
}

/// Values by which a touchdown is judged, as if the ground came straight up to the lander now. The
/// instruments show them: if all are green in the air, the touchdown is a landing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Readings {
    /// Downward speed \[m/s\].
    pub descent: f64,
    /// Horizontal velocity, positive to the right \[m/s\].
    pub sideways: f64,
    /// Slope of the ground from foot to foot, positive if it rises to the right \[rad\].
    pub slope: f64,
    /// Angle of the lander from the normal of that ground, counter-clockwise \[rad\].
    pub lean: f64,
    /// Angular velocity, counter-clockwise \[rad/s\].
    pub spin: f64,
    /// Whether the hull meets the ground before a foot does.
    pub is_hull_first: bool,
}

impl Readings {
    /// Readings of a lander in its present state.
    #[must_use]
    pub fn of(craft: &Craft, body: &Body2, ground: &Ground) -> Self {
        // the slope between the feet: they stand on it
        let [left, right] = feet(craft, body);
        let rise = ground.height(right) - ground.height(left);
        let slope = rise.atan2((right - left).abs());
        let [foot, hull] = gaps(craft, body, ground);
        Self {
            descent: -body.velocity.y,
            sideways: body.velocity.x,
            slope,
            lean: tilt(body.orientation() - slope),
            spin: body.angular_velocity(),
            is_hull_first: hull < foot,
        }
    }

    /// Fault if the downward speed is too high.
    #[must_use]
    pub fn descent_fault(&self) -> Option<Fault> {
        beyond(self.descent, MOST_DESCENT).map(Fault::Descent)
    }

    /// Fault if the horizontal speed is too high.
    #[must_use]
    pub fn sideways_fault(&self) -> Option<Fault> {
        beyond(self.sideways.abs(), MOST_SIDEWAYS).map(Fault::Sideways)
    }

    /// Fault if the ground is too steep.
    #[must_use]
    pub fn slope_fault(&self) -> Option<Fault> {
        beyond(self.slope.to_degrees().abs(), MOST_SLOPE).map(Fault::Slope)
    }

    /// Fault if the lander leans too much from the normal of the ground.
    #[must_use]
    pub fn lean_fault(&self) -> Option<Fault> {
        beyond(self.lean.to_degrees().abs(), MOST_TILT).map(Fault::Tilt)
    }

    /// Fault if the angular speed is too high.
    #[must_use]
    pub fn spin_fault(&self) -> Option<Fault> {
        beyond(self.spin.to_degrees().abs(), MOST_SPIN).map(Fault::Spin)
    }
}

/// The value if it is beyond the limit; NaN is beyond every limit.
fn beyond(value: f64, most: f64) -> Option<f64> {
    (value.is_nan() || value > most).then_some(value)
}

/// Vertical gaps between the feet and the ground, and between the hull and the ground; the minimum
/// of each \[m\].
fn gaps(craft: &Craft, body: &Body2, ground: &Ground) -> [f64; 2] {
    let place = |point: &[f64; 2]| body.position + body.to_world(*point);
    let over = |point: Vector2<f64>| point.y - ground.height(point.x);
    let least = |gaps: &mut dyn Iterator<Item = f64>| gaps.fold(f64::INFINITY, f64::min);
    let feet = least(&mut craft.feet.iter().map(|foot| over(place(foot))));
    let corners = least(&mut craft.hull.iter().map(|corner| over(place(corner))));
    // between corners of the hull, the gap is smallest above a corner of the ground
    let next = craft.hull.iter().cycle().skip(1);
    let edges = craft.hull.iter().zip(next).map(|(from, to)| {
        let (from, to) = (place(from), place(to));
        let (left, right) = if from.x < to.x {
            (from, to)
        } else {
            (to, from)
        };
        let first = ground.corners().partition_point(|[x, _]| *x <= left.x);
        let inside = ground.corners().iter().skip(first);
        let inside = inside.take_while(|[x, _]| *x < right.x);
        least(&mut inside.map(|[x, y]| {
            let share = (x - left.x) / (right.x - left.x);
            left.y + (right.y - left.y) * share - y
        }))
    });
    [feet, edges.fold(corners, f64::min)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::landscape::Pad;
    use crate::mission::Mission;
    use kinstep::Scheme;
    use lander::Start;

    /// Outcome for a lander that touches the ground at x with this state. The ground is level with
    /// a pad; from x = 40 m on it has a slope of 1 in 2.
    fn judged(x: f64, part: Part, velocity: [f64; 2], tilt: f64, spin: f64) -> Outcome {
        let corners = vec![[-100.0, 0.0], [40.0, 0.0], [140.0, 50.0]];
        let pad = Pad {
            left: -10.0,
            right: 10.0,
            height: 0.0,
            multiplier: 3,
        };
        let landscape = Landscape {
            ground: Ground::new(corners).unwrap(),
            pads: vec![pad],
        };
        let Mission { craft, planet, .. } = Mission::MOON;
        let start = Start {
            position: [x, landscape.ground.height(x) + craft.stance()],
            velocity,
            tilt: tilt.to_radians(),
            spin: spin.to_radians(),
        };
        let lander = Lander::new(craft, planet, start, Scheme::FlowKick).unwrap();
        let contact = Contact {
            time: 0.0,
            part,
            point: Vector2::new(x, 0.0),
        };
        judge(&lander, &contact, &landscape)
    }

    fn faults_of(outcome: &Outcome) -> Vec<String> {
        let Outcome::Crashed { faults } = outcome else {
            return Vec::new();
        };
        faults.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_soft_landing_counts_by_pad_softness_and_fuel() {
        // 50 + 25 × 0.6 for 1 m/s of 2.5 + 25 for full tanks, times 3 on the pad, times 0.5 with a foot beside it
        for (x, pad, score) in [(0.0, Some(0), 270), (-50.0, None, 45), (9.0, None, 45)] {
            let outcome = judged(x, Part::LeftFoot, [0.0, -1.0], 0.0, 0.0);
            assert_eq!(outcome, Outcome::Landed { pad, score });
        }
        let twice_round = judged(0.0, Part::LeftFoot, [0.0, -1.0], 720.0, 0.0);
        assert!(matches!(twice_round, Outcome::Landed { .. }));
    }

    #[test]
    fn every_rule_is_kept_up_to_its_limit_and_broken_beyond() {
        for (by, count) in [(0.999, 0), (1.001, 1)] {
            let limits = [
                ([0.0, -by * MOST_DESCENT], 0.0, 0.0, "m/s down"),
                ([-by * MOST_SIDEWAYS, 0.0], 0.0, 0.0, "m/s sideways"),
                ([0.0; 2], by * MOST_TILT, 0.0, "tilted"),
                ([0.0; 2], 0.0, -by * MOST_SPIN, "turning"),
            ];
            for (velocity, tilt, spin, word) in limits {
                let told = faults_of(&judged(0.0, Part::RightFoot, velocity, tilt, spin));
                assert!(
                    told.len() == count && told.iter().all(|it| it.contains(word)),
                    "{told:?}"
                );
            }
        }
    }

    #[test]
    fn slopes_and_hulls_are_faults_and_all_faults_are_told() {
        let along = 0.5_f64.atan().to_degrees();
        let steep = judged(90.0, Part::LeftFoot, [0.0; 2], along, 0.0);
        assert_eq!(faults_of(&steep), ["a slope of 26.6°, 12° at most"]);
        let worst = faults_of(&judged(0.0, Part::Hull, [9.0, -12.34], 110.0, 60.0));
        assert_eq!(worst.len(), 5, "{worst:?}");
        assert_eq!(worst[1], "12.3 m/s down, 2.5 at most");
    }
}
