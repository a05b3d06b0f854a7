//! What glows for a moment: exhaust, dust, debris. For the eye only; nothing acts on the flight.

#[cfg(test)]
mod tests;

use std::f64::consts::PI;

use kinstep::nalgebra::Vector2;
use lander::{Ground, Lander, Planet};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::Color;
use super::brush::{faded, paint};
use super::look::Look;

/// A thing that glows and goes out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spark {
    /// Where \[m\].
    pub position: Vector2<f64>,
    /// \[m/s\].
    pub velocity: Vector2<f64>,
    /// How long it has been glowing \[s\].
    pub age: f64,
    /// How long it glows \[s\].
    pub life: f64,
    /// How big it is \[m\].
    pub size: f64,
    /// Its colour when new.
    pub color: Color,
}

/// All that glow.
#[derive(Debug, Clone)]
pub struct Sparks {
    sparks: Vec<Spark>,
    random: Pcg64,
    /// Parts of sparks that were not yet enough for a whole one: of exhaust, of dust.
    owed: [f64; 2],
}

impl Default for Sparks {
    fn default() -> Self {
        Self {
            sparks: Vec::new(),
            random: Pcg64::seed_from_u64(0x73_7061_726b),
            owed: [0.0; 2],
        }
    }
}

/// From the hottest to the coldest.
const FIRE: [Color; 4] = [
    paint(0xfff4d6),
    paint(0xffc24a),
    paint(0xff7a2e),
    paint(0xe0402a),
];

/// What flies apart in an explosion.
struct Debris {
    count: usize,
    /// From the least to the most \[m/s\].
    speed: [f64; 2],
    /// As a share of the lander's.
    size: [f64; 2],
    /// \[s\].
    life: [f64; 2],
    color: Color,
}

/// Smoke and fire near the middle, sparks far out, and pieces.
const DEBRIS: [Debris; 5] = [
    Debris {
        count: 80,
        speed: [0.5, 5.0],
        size: [0.25, 0.55],
        life: [0.9, 2.4],
        color: FIRE[3],
    },
    Debris {
        count: 80,
        speed: [1.0, 9.0],
        size: [0.14, 0.36],
        life: [0.5, 1.3],
        color: FIRE[1],
    },
    Debris {
        count: 60,
        speed: [7.0, 26.0],
        size: [0.02, 0.05],
        life: [0.8, 2.6],
        color: FIRE[1],
    },
    Debris {
        count: 20,
        speed: [16.0, 42.0],
        size: [0.015, 0.035],
        life: [1.0, 3.0],
        color: FIRE[0],
    },
    Debris {
        count: 20,
        speed: [4.0, 18.0],
        size: [0.05, 0.11],
        life: [2.0, 5.0],
        color: paint(0xb9c2d6),
    },
];

impl Sparks {
    /// More than this never glow at once: the oldest go out.
    pub const MOST: usize = 420;

    /// Those that glow now.
    #[must_use]
    pub fn as_slice(&self) -> &[Spark] {
        &self.sparks
    }

    /// What the main engine throws out within `dt` seconds.
    pub fn exhaust(&mut self, lander: &Lander, dt: f64) {
        /// With full thrust \[1/s\].
        const RATE: f64 = 70.0;
        let throttle = lander.controls().throttle;
        let body = *lander.body();
        let (half, low) = (lander.craft().half_width(), lander.craft().nozzle());
        for _ in 0..self.due(0, RATE * throttle * dt) {
            let aside = self.between(-0.2, 0.2);
            let speed = self.between(18.0, 34.0);
            let back = body.to_world([aside, -1.0]) * speed;
            let mouth =
                body.to_world([aside * half, low - self.between(0.2, 1.6) * half * throttle]);
            let size = self.between(0.05, 0.11) * half;
            let life = self.between(0.25, 0.6);
            self.add(
                body.position + mouth,
                body.velocity + back,
                life,
                size,
                faded(FIRE[1], 0.8),
            );
        }
    }

    /// What the exhaust blows away from near ground within `dt` seconds.
    pub fn dust(&mut self, lander: &Lander, ground: &Ground, dt: f64) {
        /// With full thrust, on the ground \[1/s\].
        const RATE: f64 = 150.0;
        /// From higher than so many lengths of the lander nothing is blown away.
        const REACH: f64 = 7.0;
        let body = *lander.body();
        let craft = lander.craft();
        let axis = body.to_world([0.0, 1.0]);
        if axis.y < 0.3 {
            return;
        }
        let clear = body.position.y - ground.height(body.position.x);
        let nearness = 1.0 - clear / (REACH * craft.reach());
        let color = Look::of(lander.planet()).dust;
        let share = nearness.clamp(0.0, 1.0) * lander.controls().throttle;
        for _ in 0..self.due(1, RATE * share * dt) {
            let side = if self.between(0.0, 1.0) < 0.5 {
                -1.0
            } else {
                1.0
            };
            let away = side * self.between(0.2, 1.3) * craft.reach();
            let x = body.position.x - axis.x / axis.y * clear + away;
            let speed = side * self.between(5.0, 17.0) * (0.4 + share);
            let velocity = Vector2::new(speed, self.between(0.4, 3.8));
            let place = Vector2::new(x, ground.height(x) + 0.1);
            let size = self.between(0.12, 0.42);
            let life = self.between(0.5, 1.4);
            self.add(place, velocity, life, size, faded(color, 0.42));
        }
    }

    /// A lander of some size \[m\] that breaks into pieces at a place, at a velocity.
    /// How many and how fast depends on how fast it was.
    pub fn explosion(&mut self, place: &Vector2<f64>, velocity: &Vector2<f64>, size: f64) {
        /// Faster than this it goes to the smallest pieces; slower than a tenth of it nothing burns \[m/s\].
        const WHOLLY: f64 = 30.0;
        let violence = (velocity.norm() / WHOLLY).min(1.0);
        let flashes: &[f64] = if violence < 0.1 {
            &[]
        } else {
            &[2.4, 1.7, 1.1]
        };
        for share in flashes.iter().map(|share| share * violence.sqrt()) {
            let flash = faded(FIRE[0], 0.5);
            self.add(*place, Vector2::zeros(), 0.32, share * size, flash);
        }
        // what comes in fast digs itself in
        let slowed = |speed: f64| 0.35 * speed / (1.0 + speed.abs() / 25.0);
        let carried = Vector2::new(slowed(velocity.x), slowed(velocity.y.abs()));
        for debris in &DEBRIS {
            let is_fire = debris.color != DEBRIS[4].color;
            let share = if is_fire && violence < 0.1 {
                0.0
            } else {
                violence.max(0.1)
            };
            for _ in 0..(share * debris.count as f64).round() as usize {
                let angle = self.between(0.02 * PI, 0.98 * PI);
                let way = Vector2::new(angle.cos(), angle.sin());
                let [speed, share, life, from] =
                    [debris.speed, debris.size, debris.life, [0.0, 0.25 * size]].map(
                        |[least, most]| self.between(least, most.max(least + f64::MIN_POSITIVE)),
                    );
                let start = place + way * from + Vector2::new(0.0, 0.08 * size);
                let velocity = way * (speed * violence.sqrt().max(0.3)) + carried;
                self.add(start, velocity, life, share * size, debris.color);
            }
        }
    }

    /// Lets `dt` seconds pass: sparks fall on parabolas, bounce a little, and go out.
    pub fn advance(&mut self, dt: f64, planet: &Planet, ground: &Ground) {
        if !dt.is_finite() || dt <= 0.0 {
            return;
        }
        let fall = Vector2::new(0.0, -planet.gravity);
        for spark in &mut self.sparks {
            spark.age += dt;
            spark.position += spark.velocity * dt + fall * (0.5 * dt * dt);
            spark.velocity += fall * dt;
            let floor = ground.height(spark.position.x);
            if spark.position.y < floor {
                spark.position.y = floor;
                spark.velocity.y = 0.3 * spark.velocity.y.abs();
                spark.velocity.x *= 0.6;
            }
        }
        self.sparks.retain(|spark| spark.age < spark.life);
    }

    fn add(
        &mut self,
        position: Vector2<f64>,
        velocity: Vector2<f64>,
        life: f64,
        size: f64,
        color: Color,
    ) {
        if self.sparks.len() >= Self::MOST {
            self.sparks.remove(0);
        }
        self.sparks.push(Spark {
            position,
            velocity,
            age: 0.0,
            life,
            size,
            color,
        });
    }

    /// How many whole sparks are due, of so many more.
    fn due(&mut self, kind: usize, more: f64) -> usize {
        if !more.is_finite() {
            return 0;
        }
        self.owed[kind] = (self.owed[kind] + more).clamp(0.0, 60.0);
        let whole = self.owed[kind].floor();
        self.owed[kind] -= whole;
        whole as usize
    }

    fn between(&mut self, least: f64, most: f64) -> f64 {
        self.random.random_range(least..most)
    }
}
