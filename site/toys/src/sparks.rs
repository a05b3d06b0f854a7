//! A fountain of sparks, each of which flies exactly.

use kinstep::ballistics::{Ballistics, Trajectory};
use kinstep::nalgebra::Vector2;
use kinstep::swarm::SwarmError;
use kinstep::{LinearLaw, Swarm};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use crate::dial::{Dial, Scale};
use crate::kind::{Toy, ToyError};
use crate::rows::Rows;

pub(crate) const DIALS: &[Dial] = &[
    Dial::new(["count", "Sparks", ""], [1000.0, 1e6, 1e5], Scale::Decades),
    Dial::new(
        ["wind", "Wind", "m/s"],
        [-30.0, 30.0, 6.0],
        Scale::Even(1.0),
    ),
    Dial::new(["drag", "Drag", "1/s"], [0.0, 2.0, 0.3], Scale::Even(0.05)),
    Dial::new(
        ["gravity", "Gravity", "m/s²"],
        [1.0, 25.0, 9.81],
        Scale::Even(0.01),
    ),
];

/// A step \[s\].
const STEP: f32 = 1.0 / 60.0;
/// Slowest and fastest launch \[m/s\], and the largest angle from straight up \[rad\].
const SPEEDS: [f32; 2] = [6.0, 20.0];
const SPREAD: f32 = 0.5;
/// Height and half of the least width that a picture shows \[m\].
const VIEW: [f32; 2] = [22.0, 14.0];
/// A spark adds this to the colour of its pixel: white where there are many.
const GLOW: [u8; 3] = [70, 34, 12];
/// The night, and full opacity.
const NIGHT: [u8; 4] = [10, 12, 24, 255];

/// Sparks from one point, launched anew when they come down.
pub(crate) struct Sparks {
    swarm: Swarm<f32, 2>,
    law: LinearLaw<f32, 2>,
    random: Pcg32,
    /// Launches since the start.
    launches: u64,
    /// What kinstep refused, if it did.
    fault: Option<String>,
}

impl Sparks {
    pub(crate) fn new(dials: &[f64]) -> Result<Self, ToyError> {
        let &[count, wind, drag, gravity] = dials else {
            return Err(ToyError::dials(DIALS, dials));
        };
        let [wind, drag, gravity] = [wind, drag, gravity].map(|value| value as f32);
        let (count, down) = (count as usize, [0.0, -gravity]);
        let law = LinearLaw::gravity(down) + LinearLaw::drag(drag).in_wind([wind, 0.0]);
        let air = Ballistics::new(down)
            .with_drag_rate(drag)
            .with_wind([wind, 0.0]);
        let mut sparks = Self {
            swarm: Swarm::try_with_capacity(count).map_err(ToyError::refused)?,
            law,
            random: Pcg32::seed_from_u64(1),
            launches: 0,
            fault: None,
        };
        for _ in 0..count {
            // as if the fountain had run before: somewhere on the way up and down
            let velocity = launch(&mut sparks.random);
            let age = share(&mut sparks.random) * 2.0 * velocity.y / gravity;
            let flight = air.launch([0.0, 0.0], velocity);
            let start = flight.position(age);
            let (position, velocity) = if start.y > 0.0 {
                (start, flight.velocity(age))
            } else {
                (Vector2::zeros(), velocity)
            };
            sparks
                .swarm
                .push(position, velocity)
                .map_err(ToyError::refused)?;
        }
        Ok(sparks)
    }

    /// A step; those that came down are launched anew.
    fn step(&mut self) -> Result<(), SwarmError<f32>> {
        self.swarm.step(&self.law, STEP)?;
        let (positions, velocities) = self.swarm.states_mut();
        for (position, velocity) in positions.iter_mut().zip(velocities) {
            if position.y < 0.0 {
                *position = Vector2::zeros();
                *velocity = launch(&mut self.random);
                self.launches += 1;
            }
        }
        Ok(())
    }
}

/// A random number from 0 to 1.
fn share(random: &mut Pcg32) -> f32 {
    // 24 bits are a whole number in f32
    (random.next_u32() >> 8) as f32 / (1_u32 << 24) as f32
}

/// A random velocity for a launch \[m/s\].
fn launch(random: &mut Pcg32) -> Vector2<f32> {
    let speed = SPEEDS[0] + (SPEEDS[1] - SPEEDS[0]) * share(random);
    let (sin, cos) = libm::sincosf((2.0 * share(random) - 1.0) * SPREAD);
    Vector2::new(sin, cos) * speed
}

impl Toy for Sparks {
    fn advance(&mut self, steps: u32) {
        for _ in 0..steps {
            if let Err(fault) = self.step() {
                self.fault = Some(fault.to_string());
            }
        }
    }

    /// Time \[s\], count of sparks, and the places of the first of them \[m\].
    fn draw(&self, numbers: &mut Vec<f64>) {
        numbers.extend([f64::from(self.swarm.time()), self.swarm.len() as f64]);
        let first = self.swarm.positions().iter().take(16);
        numbers.extend(first.flat_map(|place| [f64::from(place.x), f64::from(place.y)]));
    }

    fn rows(&self) -> Rows {
        let places = self.swarm.positions().iter();
        let sum = places.fold([0.0; 2], |[x, y], place| {
            [x + f64::from(place.x), y + f64::from(place.y)]
        });
        let [x, y] = sum.map(|sum| sum / self.swarm.len() as f64);
        let mut rows = Rows::new(["sparks", "time", "launches", "middle"]);
        rows.push([
            self.swarm.len().to_string(),
            format!("{:.1} s", self.swarm.time()),
            self.launches.to_string(),
            format!("{x:.2} m along, {y:.2} m up"),
        ]);
        if let Some(fault) = &self.fault {
            rows.remark(fault.clone());
        }
        rows.remark("A step of 1/60 s is exact, as any other would be; a spark that comes down is launched anew.".to_owned());
        rows
    }

    fn paint(&mut self, pixels: &mut [u8], width: usize) {
        for pixel in pixels.chunks_exact_mut(4) {
            pixel.copy_from_slice(&NIGHT);
        }
        let height = pixels.len() / 4 / width.max(1);
        if height == 0 {
            return;
        }
        let (w, h) = (width as f32, height as f32);
        let scale = (h / VIEW[0]).min(0.5 * w / VIEW[1]);
        for place in self.swarm.positions() {
            let (column, row) = (0.5 * w + place.x * scale, h - 1.0 - place.y * scale);
            if !(column >= 0.0 && column < w && row >= 0.0 && row < h) {
                continue;
            }
            let start = 4 * (row as usize * width + column as usize);
            if let Some(pixel) = pixels.get_mut(start..start + 3) {
                for (channel, glow) in pixel.iter_mut().zip(GLOW) {
                    *channel = channel.saturating_add(glow);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_is_lost_and_none_is_below_the_ground() {
        let mut sparks = Sparks::new(&[1000.0, 6.0, 0.3, 9.81]).unwrap();
        sparks.advance(600);
        assert_eq!((sparks.swarm.len(), &sparks.fault), (1000, &None));
        assert!(sparks.swarm.positions().iter().all(|place| place.y >= 0.0));
        // each comes down every two or three seconds
        assert!(sparks.launches > 2000);
    }

    /// The highest without drag: `v²/2g`.
    #[test]
    fn no_spark_rises_above_the_highest_throw() {
        let mut sparks = Sparks::new(&[5000.0, 0.0, 0.0, 9.81]).unwrap();
        let highest = SPEEDS[1] * SPEEDS[1] / (2.0 * 9.81);
        let mut seen = 0.0_f32;
        for _ in 0..120 {
            sparks.advance(1);
            let heights = sparks.swarm.positions().iter().map(|place| place.y);
            seen = heights.fold(seen, f32::max);
        }
        assert!(
            seen <= highest * (1.0 + 1e-6) && seen > 0.95 * highest,
            "{seen}"
        );
    }

    #[test]
    fn a_picture_shows_sparks_and_takes_any_size() {
        let mut sparks = Sparks::new(&[1000.0, 0.0, 0.0, 9.81]).unwrap();
        let mut pixels = vec![0; 4 * 60 * 40];
        sparks.paint(&mut pixels, 60);
        let lit = pixels.chunks(4).filter(|pixel| pixel[0] > NIGHT[0]).count();
        assert!(lit > 100 && lit <= 1000, "{lit}");
        sparks.paint(&mut [], 0);
        sparks.paint(&mut [0; 8], 0);
        sparks.paint(&mut [0; 8], 100);
    }
}
