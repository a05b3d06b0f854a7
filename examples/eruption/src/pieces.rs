//! What a volcano throws, and where it falls.

use std::time::{Duration, Instant};

use anyhow::Result;
use kinstep::LinearLaw;
use kinstep::ballistics::{Crossing, Plane};
use kinstep::nalgebra::{ComplexField, Vector3};
use kinstep::swarm::{Group, Landed, Swarm};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::arguments::Arguments;

/// Gravity \[m/s²\], downward.
const GRAVITY: [f32; 3] = [0.0, -9.81, 0.0];
/// Height of the crater over the plain, its radius, and that of the foot of the mountain \[m\].
pub(crate) const CRATER: f32 = 200.0;
pub(crate) const RIM: f32 = 50.0;
pub(crate) const FOOT: f32 = 320.0;
/// Speeds of the pieces \[m/s\].
const SPEEDS: std::ops::Range<f32> = 60.0..130.0;
/// How far from upright they are thrown, as a share of their speed.
const SPREAD: f32 = 0.6;
/// When they are drawn \[s\].
pub(crate) const TIMES: [f32; 4] = [2.0, 6.0, 14.0, 40.0];
/// Groups of each size, of one mass each.
const GRAINS: usize = 64;

/// Pieces of similar masses.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Size {
    /// What they are called.
    pub(crate) name: &'static str,
    /// Least and largest mass of one \[kg\]; all powers of ten between them are as frequent.
    pub(crate) masses: [f32; 2],
    /// Their share of all.
    share: f64,
}

/// From the largest to the smallest.
pub(crate) const SIZES: [Size; 3] = [
    Size {
        name: "blocks",
        masses: [1e-1, 1e3],
        share: 0.3,
    },
    Size {
        name: "stones",
        masses: [1e-5, 1e-1],
        share: 0.3,
    },
    Size {
        name: "ash",
        masses: [1e-9, 1e-5],
        share: 0.4,
    },
];

/// Speed at which pieces of a mass \[kg\] fall in the end \[m/s\]: rocks of one shape and density whose drag grows with the square
/// of the speed fall with the sixth root of their mass.
pub(crate) fn terminal_speed(mass: f32) -> f32 {
    65.0 * ComplexField::powf(mass, 1.0 / 6.0)
}

/// All pieces, as they leave the crater.
#[derive(Debug)]
pub(crate) struct Eruption {
    swarm: Swarm<f32, 3>,
    wind: f32,
    frame: f32,
}

/// Pieces in the air: the size of each, and how far along the wind and how high it is \[m\].
pub(crate) type Cloud = Vec<(usize, [f32; 2])>;

/// Where and when a piece came down.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Landing {
    /// Along the wind and across it, from the crater \[m\].
    pub(crate) place: [f32; 2],
    /// Since the eruption \[s\].
    pub(crate) time: f32,
}

impl Landing {
    /// From the crater \[m\].
    pub(crate) fn distance(&self) -> f32 {
        distance(self.place)
    }

    /// Whether the mountain stands over the place: the piece came down on its slope a little earlier.
    pub(crate) fn is_on_the_mountain(&self) -> bool {
        self.distance() < FOOT
    }
}

/// What has come down.
#[derive(Debug)]
pub(crate) struct Fallout {
    /// Of each size.
    pub(crate) landings: [Vec<Landing>; 3],
    /// Frames until all had landed.
    pub(crate) frames: u32,
    /// Bodies moved, in all frames together.
    pub(crate) moved: u64,
    /// How long these took.
    pub(crate) spent: Duration,
}

impl Eruption {
    /// Pieces at random.
    pub(crate) fn new(arguments: &Arguments) -> Result<Self> {
        let mut lot = Pcg64Mcg::seed_from_u64(arguments.seed);
        let mut swarm = Swarm::try_with_capacity(arguments.bodies as usize)?;
        let mut share_so_far = 0.0;
        for (mass, share) in grains() {
            let group = swarm.add_group(mass)?;
            share_so_far += share;
            let until = (share_so_far * f64::from(arguments.bodies)).round() as usize;
            for _ in swarm.len()..until {
                let up = lot.random_range(SPEEDS);
                let [x, z] = aside(&mut lot).map(|share| share * up);
                swarm.push_into(group, [0.0, CRATER, 0.0], [x, up, z])?;
            }
        }
        Ok(Self {
            swarm,
            wind: arguments.wind as f32,
            frame: arguments.frame as f32,
        })
    }

    /// The law of each group: its drag rate is `g / terminal speed`.
    fn law(wind: f32) -> impl Fn(&Group<f32>) -> LinearLaw<f32, 3> {
        move |group| {
            let rate = -GRAVITY[1] / terminal_speed(group.mass);
            LinearLaw::gravity(GRAVITY) + LinearLaw::drag(rate).in_wind([wind, 0.0, 0.0])
        }
    }

    /// Where the pieces in the open air will be at each of the [times](TIMES), without a step: their sizes, and how far along the
    /// wind and how high they are \[m\].
    pub(crate) fn clouds(&self) -> Result<Vec<Cloud>> {
        let count = self.swarm.len();
        let mut places = vec![Vector3::zeros(); TIMES.len() * count];
        (self.swarm).sample_at(&Self::law(self.wind), &TIMES, &mut places)?;
        let sizes: Vec<usize> = (self.swarm.groups().enumerate())
            .flat_map(|(number, group)| group.bodies.map(move |_| size_of(number)))
            .collect();
        let cloud = |places: &[Vector3<f32>]| {
            let pieces = sizes.iter().zip(places);
            let flying = pieces.filter(|(_, place)| is_in_the_air(place));
            flying
                .map(|(&size, place)| (size, [place.x, place.y]))
                .collect()
        };
        Ok(places.chunks(count).map(cloud).collect())
    }

    /// Lets all of them fall, and tells `watch` how many have landed.
    pub(crate) fn fall(mut self, watch: impl Fn(usize)) -> Result<Fallout> {
        let plain = Plane::new([0.0, 1.0, 0.0], 0.0);
        let law = Self::law(self.wind);
        let mut landed: Vec<Landed<f32, 3>> = Vec::new();
        let mut fallout = Fallout {
            landings: Default::default(),
            frames: 0,
            moved: 0,
            spent: Duration::ZERO,
        };
        let all = self.swarm.len();
        while !self.swarm.is_empty() {
            let (start, before) = (Instant::now(), self.swarm.time());
            fallout.moved += self.swarm.len() as u64;
            (self.swarm).step_across(
                &law,
                self.frame,
                &plain,
                Crossing::Descending,
                &mut landed,
            )?;
            let ends: Vec<usize> = self.swarm.groups().map(|group| group.bodies.end).collect();
            for landing in &landed {
                let group = ends.partition_point(|end| *end <= landing.body);
                fallout.landings[size_of(group)].push(Landing {
                    place: [landing.position.x, landing.position.z],
                    time: before + landing.time,
                });
            }
            self.swarm.remove_landed(&landed)?;
            fallout.frames += 1;
            fallout.spent += start.elapsed();
            watch(all - self.swarm.len());
        }
        Ok(fallout)
    }
}

/// Whether a place is in the open air: over the plain, and not in the mountain.
pub(crate) fn is_in_the_air(place: &Vector3<f32>) -> bool {
    let slope = CRATER * (FOOT - distance([place.x, place.z])) / (FOOT - RIM);
    place.y > slope.clamp(0.0, CRATER)
}

/// From the middle. Roots are the same on every machine, unlike `hypot`.
fn distance([x, z]: [f32; 2]) -> f32 {
    (x * x + z * z).sqrt()
}

/// Mass of each group \[kg\], and its share of all pieces.
fn grains() -> impl Iterator<Item = (f32, f64)> {
    SIZES.into_iter().flat_map(|size| {
        let [least, largest] = size.masses;
        (0..GRAINS).map(move |grain| {
            let place = (grain as f32 + 0.5) / GRAINS as f32;
            (
                largest * (least / largest).powf(place),
                size.share / GRAINS as f64,
            )
        })
    })
}

/// The size of the pieces in a group, by its number; the first group of a swarm has no pieces here.
fn size_of(group: usize) -> usize {
    group.saturating_sub(1) / GRAINS
}

/// Sideways speed as a share of that upward, evenly over a circle.
fn aside(lot: &mut Pcg64Mcg) -> [f32; 2] {
    loop {
        let share = [(); 2].map(|()| lot.random_range(-SPREAD..SPREAD));
        if distance(share) <= SPREAD {
            return share;
        }
    }
}
