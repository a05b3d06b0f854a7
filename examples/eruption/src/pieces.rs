//! What a volcano throws, and where it falls.

use std::time::{Duration, Instant};

use anyhow::Result;
use kinstep::LinearLaw;
use kinstep::ballistics::{Crossing, Plane};
use kinstep::nalgebra::Vector3;
use kinstep::swarm::{Group, Landed, Swarm};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::arguments::Arguments;

/// Gravity \[m/s²\], downward.
const GRAVITY: [f32; 3] = [0.0, -9.81, 0.0];
/// Height of the crater over the plain \[m\].
const CRATER: f32 = 400.0;
/// Speeds of the pieces \[m/s\].
const SPEEDS: std::ops::Range<f32> = 60.0..180.0;
/// How far from upright they are thrown, as a share of their speed.
const SPREAD: f32 = 0.5;
/// So many of each size are drawn in the air.
const DRAWN: usize = 500;
/// When they are drawn \[s\].
pub(crate) const TIMES: [f32; 4] = [2.0, 6.0, 14.0, 40.0];

/// Pieces of one size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Size {
    /// What they are called.
    pub(crate) name: &'static str,
    /// Mass of one \[kg\].
    mass: f32,
    /// Speed at which they fall in the end \[m/s\].
    pub(crate) terminal_speed: f32,
    /// Their share of all.
    share: f64,
}

/// From the largest to the smallest.
pub(crate) const SIZES: [Size; 3] = [
    Size {
        name: "blocks",
        mass: 40.0,
        terminal_speed: 120.0,
        share: 0.2,
    },
    Size {
        name: "stones",
        mass: 0.02,
        terminal_speed: 25.0,
        share: 0.3,
    },
    Size {
        name: "ash",
        mass: 1e-6,
        terminal_speed: 3.0,
        share: 0.5,
    },
];

/// All pieces, as they leave the crater.
#[derive(Debug)]
pub(crate) struct Eruption {
    swarm: Swarm<f32, 3>,
    wind: f32,
    frame: f32,
}

/// Where pieces of one size are at one of the [times](TIMES): along the wind and up \[m\].
pub(crate) type Cloud = Vec<(f64, f64)>;

/// What has come down.
#[derive(Debug)]
pub(crate) struct Fallout {
    /// Of each size: along the wind from the crater \[m\], and when \[s\].
    pub(crate) landings: [Vec<(f32, f32)>; 3],
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
        let bodies = arguments.bodies as usize;
        let mut swarm = Swarm::try_with_capacity(bodies)?;
        for size in SIZES {
            let group = swarm.add_group(size.mass)?;
            let count = (size.share * f64::from(arguments.bodies)).round() as usize;
            let last = group == SIZES.len();
            // the last size has what rounding left
            let count = if last { bodies - swarm.len() } else { count };
            for _ in 0..count {
                let up = lot.random_range(SPEEDS);
                let aside = |lot: &mut Pcg64Mcg| up * lot.random_range(-SPREAD..SPREAD);
                let velocity = [aside(&mut lot), up, aside(&mut lot)];
                (swarm.push_into(group, [0.0, CRATER, 0.0], velocity))?;
            }
        }
        Ok(Self {
            swarm,
            wind: arguments.wind as f32,
            frame: arguments.frame as f32,
        })
    }

    /// The law of each size: its drag rate is `g / terminal speed`.
    fn law(wind: f32) -> impl Fn(&Group<f32>) -> LinearLaw<f32, 3> {
        move |group| {
            let size = SIZES.iter().find(|size| size.mass == group.mass);
            let rate = size.map_or(0.0, |size| -GRAVITY[1] / size.terminal_speed);
            LinearLaw::gravity(GRAVITY) + LinearLaw::drag(rate).in_wind([wind, 0.0, 0.0])
        }
    }

    /// Where some of the pieces of each size will be at each of the [times](TIMES), without a step.
    pub(crate) fn clouds(&self) -> Result<Vec<[Cloud; 3]>> {
        let count = self.swarm.len();
        let mut places = vec![Vector3::zeros(); TIMES.len() * count];
        (self.swarm).sample_at(&Self::law(self.wind), &TIMES, &mut places)?;
        let groups: Vec<Group<f32>> = self.swarm.groups().skip(1).collect();
        let cloud = |places: &[Vector3<f32>], size: usize| {
            let places = &places[groups[size].bodies.clone()];
            let flying = places.iter().filter(|place| place.y > 0.0);
            let drawn = flying.step_by(places.len().div_ceil(DRAWN).max(1));
            drawn
                .map(|place| (place.x.into(), place.y.into()))
                .collect()
        };
        Ok((places.chunks(count))
            .map(|places| std::array::from_fn(|size| cloud(places, size)))
            .collect())
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
            for landing in &landed {
                let size = self.size_of(landing.body);
                let when = before + landing.time;
                fallout.landings[size].push((landing.position.x, when));
            }
            self.swarm.remove_landed(&landed)?;
            fallout.frames += 1;
            fallout.spent += start.elapsed();
            watch(all - self.swarm.len());
        }
        Ok(fallout)
    }

    /// Which size a body is of.
    fn size_of(&self, body: usize) -> usize {
        let group = (self.swarm.groups()).position(|group| group.bodies.contains(&body));
        // the first group of a swarm has no bodies here
        group.map_or(0, |group| group.saturating_sub(1))
    }
}
