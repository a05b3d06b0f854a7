//! The rules: what counts as a landing.

use kinstep::Body2;
use kinstep::nalgebra::Vector2;
use lander::{Contact, Craft, Ground, Part};

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

/// By how much a landing on none of the pads is multiplied.
pub const OFF_PADS: f64 = 0.5;

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
    #[error("a slope of {degrees:.1}\u{b0}, {MOST_SLOPE:.0}\u{b0} at most")]
    Slope {
        /// \[degrees\].
        degrees: f64,
    },
    /// Not upright.
    #[error("tilted by {degrees:.1}\u{b0} to the ground, {MOST_TILT:.0}\u{b0} at most")]
    Tilt {
        /// Against the ground \[degrees\].
        degrees: f64,
    },
    /// Turning.
    #[error("turning at {degrees:.1}\u{b0}/s, {MOST_SPIN:.0}\u{b0}/s at most")]
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
    let [left, right] = feet(craft, body).map(|foot| landscape.pad_at(foot));
    let pad = left.filter(|_| left == right);
    let points: f64 = parts(craft, body, fuel).iter().sum();
    let multiplier = pad.map_or(OFF_PADS, |pad| f64::from(landscape.pads[pad].multiplier));
    Outcome::Landed {
        pad,
        score: (points * multiplier).round() as u32,
    }
}

/// What a landing counts before it is multiplied: 50 for standing, up to 25 for doing so softly, up to 25 for the fuel
/// left.
#[must_use]
pub fn parts(craft: &Craft, body: &Body2, fuel: f64) -> [f64; 3] {
    let softness = 1.0 - (-body.velocity.y / MOST_DESCENT).clamp(0.0, 1.0);
    [50.0, 25.0 * softness, 25.0 * fuel / craft.fuel]
}

/// An angle from upright \[rad\], at most half a turn: what was turned before does not count.
#[must_use]
pub fn tilt(orientation: f64) -> f64 {
    orientation.sin().atan2(orientation.cos())
}

/// Where both feet are, from left to right \[m\].
#[must_use]
pub fn feet(craft: &Craft, body: &Body2) -> [f64; 2] {
    craft
        .feet
        .map(|foot| (body.position + body.to_world(foot)).x)
}

/// What a touchdown is judged by, as if the ground came straight up to the lander now. The instruments show it, so that
/// what is green in the air is a landing on the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Readings {
    /// Downward \[m/s\].
    pub descent: f64,
    /// To the right \[m/s\].
    pub sideways: f64,
    /// Of the ground from foot to foot, uphill to the right \[rad\].
    pub slope: f64,
    /// Of the lander against that ground, counter-clockwise \[rad\].
    pub lean: f64,
    /// Counter-clockwise \[rad/s\].
    pub spin: f64,
    /// Whether the hull meets the ground before a foot does.
    pub is_hull_first: bool,
}

impl Readings {
    /// Of a lander as it is now.
    #[must_use]
    pub fn of(craft: &Craft, body: &Body2, ground: &Ground) -> Self {
        // the slope is that from foot to foot, as it will stand
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

    /// Too fast downward.
    #[must_use]
    pub fn descent_fault(&self) -> Option<Fault> {
        let speed = self.descent;
        beyond(speed, MOST_DESCENT).then_some(Fault::Descent { speed })
    }

    /// Too fast sideways.
    #[must_use]
    pub fn sideways_fault(&self) -> Option<Fault> {
        let speed = self.sideways.abs();
        beyond(speed, MOST_SIDEWAYS).then_some(Fault::Sideways { speed })
    }

    /// Ground too steep to stand on.
    #[must_use]
    pub fn slope_fault(&self) -> Option<Fault> {
        let degrees = self.slope.to_degrees().abs();
        beyond(degrees, MOST_SLOPE).then_some(Fault::Slope { degrees })
    }

    /// Not upright to the ground.
    #[must_use]
    pub fn lean_fault(&self) -> Option<Fault> {
        let degrees = self.lean.to_degrees().abs();
        beyond(degrees, MOST_TILT).then_some(Fault::Tilt { degrees })
    }

    /// Turning too fast.
    #[must_use]
    pub fn spin_fault(&self) -> Option<Fault> {
        let degrees = self.spin.to_degrees().abs();
        beyond(degrees, MOST_SPIN).then_some(Fault::Spin { degrees })
    }
}

/// NaN is beyond every limit.
fn beyond(value: f64, most: f64) -> bool {
    value.is_nan() || value > most
}

/// How far the feet and the hull are over the ground, straight down \[m\]: the least gap of each.
fn gaps(craft: &Craft, body: &Body2, ground: &Ground) -> [f64; 2] {
    let place = |point: &[f64; 2]| body.position + body.to_world(*point);
    let over = |point: Vector2<f64>| point.y - ground.height(point.x);
    let least = |gaps: &mut dyn Iterator<Item = f64>| gaps.fold(f64::INFINITY, f64::min);
    let feet = least(&mut craft.feet.iter().map(|foot| over(place(foot))));
    let corners = least(&mut craft.hull.iter().map(|corner| over(place(corner))));
    // a straight edge over ground with a corner in between is nearest there
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

fn faults(craft: &Craft, body: &Body2, contact: &Contact, landscape: &Landscape) -> Vec<Fault> {
    let readings = Readings::of(craft, body, &landscape.ground);
    let hull = (contact.part == Part::Hull).then_some(Fault::Hull);
    [
        hull,
        readings.descent_fault(),
        readings.sideways_fault(),
        readings.slope_fault(),
        readings.lean_fault(),
        readings.spin_fault(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::landscape::Pad;
    use crate::mission::Mission;

    /// A pad between level ground and a slope of 1 in 2.
    fn landscape() -> Landscape {
        let corners = vec![[-100.0, 0.0], [40.0, 0.0], [140.0, 50.0]];
        let pad = Pad {
            left: -10.0,
            right: 10.0,
            height: 0.0,
            multiplier: 3,
        };
        Landscape {
            ground: Ground::new(corners).unwrap(),
            pads: vec![pad],
        }
    }

    /// Standing on the ground at a place, and how that is judged when something was changed about it.
    fn judged(x: f64, part: Part, change: impl FnOnce(&mut Body2)) -> Outcome {
        let craft = Mission::MOON.craft;
        let landscape = landscape();
        let height = landscape.ground.height(x) + craft.stance();
        let mut body = Body2::solid(1000.0, 1000.0)
            .at([x, height])
            .moving([0.0, -1.0]);
        change(&mut body);
        let contact = Contact {
            time: 0.0,
            part,
            point: Vector2::new(x, 0.0),
        };
        judge(&craft, &body, 0.5 * craft.fuel, &contact, &landscape)
    }

    fn faults_of(outcome: &Outcome) -> Vec<String> {
        match outcome {
            Outcome::Crashed { faults } => faults.iter().map(ToString::to_string).collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn a_soft_landing_counts_by_pad_softness_and_fuel() {
        // 50, 25 × 0.6 for 1 m/s of 2.5, 25 × 0.5 for half the fuel: 77.5
        let on_pad = judged(0.0, Part::LeftFoot, |_| {});
        let (pad, score) = (Some(0), 233);
        assert_eq!(on_pad, Outcome::Landed { pad, score });
        let beside = judged(-50.0, Part::LeftFoot, |_| {});
        let (pad, score) = (None, 39);
        assert_eq!(beside, Outcome::Landed { pad, score });
        // a foot beside the pad is not on it
        let half = judged(9.0, Part::LeftFoot, |_| {});
        assert_eq!(half, Outcome::Landed { pad, score });
    }

    #[test]
    fn every_rule_is_kept_up_to_its_limit_and_broken_beyond() {
        type Change = fn(&mut Body2, f64);
        let rules: [(f64, Change, &str); 4] = [
            (MOST_DESCENT, |it, by| it.velocity.y = -by, "m/s down"),
            (MOST_SIDEWAYS, |it, by| it.velocity.x = -by, "m/s sideways"),
            (
                MOST_TILT,
                |it, by| it.set_orientation(by.to_radians()),
                "tilted",
            ),
            (
                MOST_SPIN,
                |it, by| it.set_angular_velocity(-by.to_radians()),
                "turning",
            ),
        ];
        for (limit, change, word) in rules {
            let fine = judged(0.0, Part::RightFoot, |body| change(body, 0.999 * limit));
            assert!(matches!(fine, Outcome::Landed { .. }), "{word}: {fine:?}");
            let faults = faults_of(&judged(0.0, Part::RightFoot, |body| {
                change(body, 1.001 * limit);
            }));
            assert!(faults.len() == 1 && faults[0].contains(word), "{faults:?}");
        }
    }

    #[test]
    fn whole_turns_do_not_count_as_tilt() {
        let twice = judged(0.0, Part::LeftFoot, |body| {
            body.set_orientation(4.0 * std::f64::consts::PI);
        });
        assert!(matches!(twice, Outcome::Landed { .. }), "{twice:?}");
    }

    #[test]
    fn slopes_and_hulls_are_faults_and_all_faults_are_told() {
        let steep = faults_of(&judged(90.0, Part::LeftFoot, |body| {
            body.set_orientation(0.5_f64.atan());
        }));
        assert_eq!(steep, ["a slope of 26.6\u{b0}, 12\u{b0} at most"]);
        let upright = faults_of(&judged(90.0, Part::LeftFoot, |_| {}));
        assert_eq!(upright.len(), 2, "{upright:?}");
        let worst = judged(0.0, Part::Hull, |body| {
            body.velocity = Vector2::new(9.0, -12.34);
            body.set_orientation(2.0);
            body.set_angular_velocity(1.0);
        });
        let told = faults_of(&worst);
        assert_eq!(told.len(), 5, "{told:?}");
        assert_eq!(told[1], "12.3 m/s down, 2.5 at most");
    }
}
