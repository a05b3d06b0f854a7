//! Missions: planet, landscape, craft and start of a game.

use std::f64::consts::FRAC_PI_4;

use lander::{Air, Craft, Planet, Start};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::landscape::{Landscape, Relief};

/// A planet, a craft, a kind of landscape and a start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mission {
    /// Name on the command line and in recordings.
    pub name: &'static str,
    /// Title on the screen.
    pub title: &'static str,
    /// The planet.
    pub planet: Planet,
    /// The craft.
    pub craft: Craft,
    /// Properties of the landscape.
    pub relief: Relief,
    opening: Opening,
}

/// The start of a mission.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Opening {
    /// A random position near the middle, at a moderate speed, not quite upright.
    Random {
        /// Minimum and maximum height \[m\].
        heights: [f64; 2],
        /// Maximum horizontal speed \[m/s\].
        speed: f64,
    },
    /// A fixed state.
    Fixed(Start),
    /// At rest and upright, at this height above the widest pad \[m\].
    OverPad(f64),
}

/// The name belongs to no mission.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no mission {name:?}; there are {}", Mission::ALL.map(|mission| mission.name).join(", "))]
pub struct UnknownMission {
    /// The given name.
    pub name: String,
}

/// The lunar module of Apollo in its final approach, in round numbers: 8.6 t with 1.6 t of fuel for
/// the descent, an engine of 45 kN, jets of 445 N in pairs.
const LUNAR_MODULE: Craft = Craft {
    dry_mass: 7000.0,
    fuel: 1600.0,
    gyration: 3.0,
    thrust: 45_000.0,
    jet: 890.0,
    jet_arm: [2.3, 1.0],
    exhaust_speed: 3050.0,
    feet: [[-4.3, -3.6], [4.3, -3.6]],
    hull: &[
        [-0.9, -3.0],
        [0.9, -3.0],
        [2.2, -1.6],
        [2.2, 0.6],
        [1.7, 3.2],
        [-1.7, 3.2],
        [-2.2, 0.6],
        [-2.2, -1.6],
    ],
};

impl Mission {
    /// The Moon: no air, and mountains.
    pub const MOON: Self = Self {
        name: "moon",
        title: "MARE INCOGNITUM",
        planet: Planet {
            gravity: 1.62,
            air: None,
        },
        craft: Craft::SMALL,
        relief: Relief {
            width: 3200.0,
            height: 320.0,
            spacing: 14.0,
            pads_within: 1000.0,
        },
        opening: Opening::Random {
            heights: [520.0, 720.0],
            speed: 25.0,
        },
    };

    /// Titan: wind, and air so dense that the terminal speed of a fall is about 30 m/s.
    pub const TITAN: Self = Self {
        name: "titan",
        title: "TITAN, IN THE WIND",
        planet: Planet {
            gravity: 1.35,
            air: Some(Air {
                drag: 70.0,
                angular_drag: 400.0,
                wind: [9.0, 0.0],
            }),
        },
        craft: Craft::SMALL,
        relief: Relief {
            width: 3200.0,
            height: 240.0,
            spacing: 18.0,
            pads_within: 1000.0,
        },
        opening: Opening::Random {
            heights: [480.0, 680.0],
            speed: 20.0,
        },
    };

    /// The final approach of Apollo 11, in round numbers: at a height of 2.3 km, 7.5 km from the
    /// landing site, at 150 m/s forward and 44 m/s down.
    pub const APOLLO_11: Self = Self {
        name: "apollo11",
        title: "APOLLO 11, FINAL APPROACH",
        planet: Planet {
            gravity: 1.62,
            air: None,
        },
        craft: LUNAR_MODULE,
        relief: Relief {
            width: 19_200.0,
            height: 120.0,
            spacing: 60.0,
            pads_within: 600.0,
        },
        opening: Opening::Fixed(Start {
            position: [-7500.0, 2300.0],
            velocity: [150.0, -44.0],
            tilt: FRAC_PI_4,
            spin: 0.0,
        }),
    };

    /// The Moon, for a first landing: above a pad, upright, at rest, with too little fuel to reach
    /// another pad.
    pub const FIRST: Self = Self {
        name: "first",
        title: "THE FIRST LANDING",
        craft: Craft {
            fuel: 80.0,
            ..Craft::SMALL
        },
        opening: Opening::OverPad(90.0),
        ..Self::MOON
    };

    /// The missions that the title offers.
    pub const ALL: [Self; 3] = [Self::MOON, Self::TITAN, Self::APOLLO_11];

    /// The mission with this much fuel at the start \[kg\], at most full tanks.
    #[must_use]
    pub fn with_fuel(mut self, fuel: f64) -> Self {
        self.craft.fuel = fuel.clamp(0.0, self.craft.fuel);
        self
    }

    /// The mission with a name.
    ///
    /// # Errors
    /// If there is none; the error lists the names of all missions.
    pub fn named(name: &str) -> Result<Self, UnknownMission> {
        let mut all = Self::ALL.into_iter().chain([Self::FIRST]);
        all.find(|mission| mission.name == name)
            .ok_or_else(|| UnknownMission {
                name: name.to_owned(),
            })
    }

    /// Start of the mission for a seed and its landscape; always the same.
    #[must_use]
    pub fn start(&self, seed: u64, landscape: &Landscape) -> Start {
        match self.opening {
            Opening::Fixed(start) => start,
            Opening::OverPad(height) => {
                let widest = landscape.pads.iter().min_by_key(|pad| pad.multiplier);
                let [x, ground] = widest.map_or([0.0; 2], |pad| [pad.middle(), pad.height]);
                Start {
                    position: [x, ground + self.craft.stance() + height],
                    velocity: [0.0; 2],
                    tilt: 0.0,
                    spin: 0.0,
                }
            }
            Opening::Random {
                heights: [low, high],
                speed,
            } => {
                // a random stream that differs from the landscape's
                let mut random = Pcg64::seed_from_u64(seed ^ 0x6c61_6e64_6572);
                Start {
                    position: [
                        random.random_range(-700.0..700.0),
                        random.random_range(low..high),
                    ],
                    velocity: [
                        random.random_range(-speed..speed),
                        random.random_range(-12.0..0.0),
                    ],
                    tilt: random.random_range(-0.6..0.6),
                    spin: random.random_range(-0.1..0.1),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missions_are_found_by_their_names() {
        for mission in Mission::ALL.into_iter().chain([Mission::FIRST]) {
            assert_eq!(Mission::named(mission.name), Ok(mission));
        }
        let error = Mission::named("pluto").unwrap_err();
        assert_eq!(
            error.to_string(),
            r#"there is no mission "pluto"; there are moon, titan, apollo11"#
        );
    }

    #[test]
    fn a_seed_always_begins_alike() {
        let start = |mission: Mission, seed| {
            let landscape = Landscape::new(&mission.relief, seed);
            mission.start(seed, &landscape)
        };
        assert_eq!(start(Mission::MOON, 3), start(Mission::MOON, 3));
        assert_ne!(start(Mission::MOON, 3), start(Mission::MOON, 4));
        assert_eq!(start(Mission::APOLLO_11, 3), start(Mission::APOLLO_11, 4));
    }
}
