//! Sparks: exhaust, dust and debris that glow for a moment. They have no effect on the flight.

use std::f64::consts::PI;

use kinstep::nalgebra::Vector2;
use lander::{Ground, Lander, Planet};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::list::{Color, faded, mixed, paint};
use super::look::Look;
use super::{Scene, View};

/// A particle that glows for a limited time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spark {
    /// Position \[m\].
    position: Vector2<f64>,
    /// Velocity \[m/s\].
    velocity: Vector2<f64>,
    /// Time since its creation, and its whole lifetime \[s\].
    age: f64,
    life: f64,
    /// Radius \[m\].
    size: f64,
    /// Colour at its creation.
    color: Color,
}

/// All particles that glow.
#[derive(Debug, Clone)]
pub struct Sparks {
    sparks: Vec<Spark>,
    random: Pcg64,
    /// Fractions of sparks that are still to be created, of exhaust and of dust.
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

/// Colours of fire, from the hottest to the coldest.
#[rustfmt::skip]
const FIRE: [Color; 4] = [paint(0xfff4d6), paint(0xffc24a), paint(0xff7a2e), paint(0xe0402a)];

/// Kinds of debris: number; ranges of speed \[m/s\], of size relative to the lander, and of
/// lifetime \[s\]; colour. First pieces, which do not burn, then smoke and fire near the centre,
/// and sparks farther out.
#[rustfmt::skip]
const DEBRIS: [(f64, [[f64; 2]; 3], Color); 5] = [
    (20.0, [[4.0, 18.0], [0.05, 0.11], [2.0, 5.0]], paint(0xb9c2d6)),
    (80.0, [[0.5, 5.0], [0.25, 0.55], [0.9, 2.4]], FIRE[3]), (80.0, [[1.0, 9.0], [0.14, 0.36], [0.5, 1.3]], FIRE[1]),
    (60.0, [[7.0, 26.0], [0.02, 0.05], [0.8, 2.6]], FIRE[1]), (20.0, [[16.0, 42.0], [0.015, 0.035], [1.0, 3.0]], FIRE[0]),
];

impl Sparks {
    /// Maximum number of particles; the oldest go out first.
    const MOST: usize = 420;

    /// The particles that glow now.
    #[must_use]
    pub fn as_slice(&self) -> &[Spark] {
        &self.sparks
    }

    /// Creates the exhaust of the main engine in `dt` seconds.
    pub fn exhaust(&mut self, lander: &Lander, dt: f64) {
        /// Rate at full thrust \[1/s\].
        const RATE: f64 = 70.0;
        let throttle = lander.controls().throttle;
        let body = *lander.body();
        let (half, low) = (lander.craft().half_width(), lander.craft().nozzle());
        for _ in 0..self.due(0, RATE * throttle * dt) {
            let aside = self.between([-0.2, 0.2]);
            let down = self.between([0.2, 1.6]) * half * throttle;
            let position = body.position + body.to_world([aside * half, low - down]);
            let back = body.to_world([aside, -1.0]) * self.between([18.0, 34.0]);
            let size = self.between([0.05, 0.11]) * half;
            let life = self.between([0.25, 0.6]);
            let color = faded(FIRE[1], 0.8);
            self.add([position, body.velocity + back], life, size, color);
        }
    }

    /// Creates the dust that the exhaust blows away near the ground in `dt` seconds.
    pub fn dust(&mut self, lander: &Lander, ground: &Ground, dt: f64) {
        /// Rate at full thrust on the ground \[1/s\].
        const RATE: f64 = 150.0;
        /// Height above which no dust is blown away, in radii of the lander.
        const REACH: f64 = 7.0;
        let (body, reach) = (*lander.body(), lander.craft().reach());
        let axis = body.to_world([0.0, 1.0]);
        if axis.y < 0.3 {
            return;
        }
        let clear = body.position.y - ground.height(body.position.x);
        let nearness = (1.0 - clear / (REACH * reach)).clamp(0.0, 1.0);
        let share = nearness * lander.controls().throttle;
        let color = faded(Look::of(lander.planet()).dust, 0.42);
        for _ in 0..self.due(1, RATE * share * dt) {
            let side = (self.between([-1.0, 1.0])).signum();
            let x =
                body.position.x - axis.x / axis.y * clear + side * self.between([0.2, 1.3]) * reach;
            let speed = side * self.between([5.0, 17.0]) * (0.4 + share);
            let velocity = Vector2::new(speed, self.between([0.4, 3.8]));
            let place = Vector2::new(x, ground.height(x) + 0.1);
            let size = self.between([0.12, 0.42]);
            let life = self.between([0.5, 1.4]);
            self.add([place, velocity], life, size, color);
        }
    }

    /// Creates the debris of a lander of some size \[m\] that breaks at a position. A faster lander
    /// makes more and faster debris.
    pub fn explosion(&mut self, place: &Vector2<f64>, velocity: &Vector2<f64>, size: f64) {
        /// Speed from which on the debris is maximal \[m/s\]; below a tenth of it, nothing burns.
        const WHOLLY: f64 = 30.0;
        let violence = (velocity.norm() / WHOLLY).min(1.0);
        let burns = violence >= 0.1;
        for share in [2.4, 1.7, 1.1].into_iter().filter(|_| burns) {
            let flash = faded(FIRE[0], 0.5);
            let size = share * violence.sqrt() * size;
            self.add([*place, Vector2::zeros()], 0.32, size, flash);
        }
        // a fast lander digs into the ground, so its debris keeps a smaller share of its velocity
        let slowed = |speed: f64| 0.35 * speed / (1.0 + speed.abs() / 25.0);
        let carried = Vector2::new(slowed(velocity.x), slowed(velocity.y.abs()));
        let kinds = if burns { DEBRIS.len() } else { 1 };
        for (count, ranges, color) in DEBRIS.into_iter().take(kinds) {
            for _ in 0..(violence.max(0.1) * count).round() as usize {
                let (sine, cosine) = self.between([0.02 * PI, 0.98 * PI]).sin_cos();
                let way = Vector2::new(cosine, sine);
                let [speed, share, life] = ranges.map(|range| self.between(range));
                let from = self.between([0.0, 0.25]) * size;
                let start = place + way * from + Vector2::new(0.0, 0.08 * size);
                let velocity = way * (speed * violence.sqrt().max(0.3)) + carried;
                self.add([start, velocity], life, share * size, color);
            }
        }
    }

    /// Moves the particles for `dt` seconds: they fall on parabolas, bounce a little, and go out.
    pub fn advance(&mut self, dt: f64, planet: &Planet, ground: &Ground) {
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

    fn add(&mut self, [position, velocity]: [Vector2<f64>; 2], life: f64, size: f64, color: Color) {
        if self.sparks.len() >= Self::MOST {
            self.sparks.remove(0);
        }
        let age = 0.0;
        self.sparks.push(Spark {
            position,
            velocity,
            age,
            life,
            size,
            color,
        });
    }

    /// Number of whole particles to create, after `more` have been added to the fraction.
    fn due(&mut self, kind: usize, more: f64) -> usize {
        self.owed[kind] = (self.owed[kind] + more).clamp(0.0, 60.0);
        let whole = self.owed[kind].floor();
        self.owed[kind] -= whole;
        whole as usize
    }

    fn between(&mut self, [least, most]: [f64; 2]) -> f64 {
        self.random.random_range(least..most)
    }
}

/// Draws large particles as soft clouds that grow and cool, small and fast ones as streaks.
pub(super) fn draw(scene: &mut Scene, view: &View) {
    /// Length of a streak, as the time in which its particle covers it \[s\].
    const BEHIND: f64 = 0.045;
    let unit = view.unit();
    for spark in view.sparks {
        let rest = (1.0 - spark.age / spark.life).clamp(0.0, 1.0) as f32;
        let place = view.pixel(&spark.position);
        let radius = (spark.size * view.camera.scale) as f32;
        if spark.velocity.norm() > 3.0 && radius < 5.0 * unit {
            let tail = view.pixel(&(spark.position - spark.velocity * BEHIND));
            let width = (1.5 * radius).min(2.6 * unit).max(1.0);
            let color = faded(spark.color, 0.9 * rest.sqrt());
            scene.line(&[tail, place], width, color);
        } else {
            let grown = (radius * (1.0 + 0.8 * (1.0 - rest))).max(0.8);
            let color = faded(cooled(spark.color, rest), 0.8 * rest);
            scene.halo(place, 1.5 * grown, color);
        }
    }
}

/// Colour after cooling: fire is nearly white at first, then has its own colour, and becomes dark.
fn cooled(color: Color, rest: f32) -> Color {
    let is_fire = color[3] == 1.0 && color[0] > color[2];
    if !is_fire {
        color
    } else if rest > 0.55 {
        mixed(color, paint(0xffdf80), (rest - 0.55) / 0.45)
    } else {
        mixed(paint(0x2a1c20), color, rest / 0.55)
    }
}
