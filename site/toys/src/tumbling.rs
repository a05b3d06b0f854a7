//! A book thrown about its middle axis, exact and under the rules of engines.

use kinstep::nalgebra::{UnitQuaternion, Vector3};
use kinstep::rotation::Rotor;
use kinstep::{Body3, Inertia, World3};
use support::measuring::gyroscopes::{self, Spinning};

use crate::dial::{Dial, Scale};
use crate::kind::{Toy, ToyError};
use crate::rows::{Rows, share};

pub(crate) const DIALS: &[Dial] = &[
    Dial::new(
        ["spin", "Spin", "rad/s"],
        [1.0, 20.0, 6.0],
        Scale::Even(0.5),
    ),
    Dial::new(
        ["tilt", "Off the middle axis", "%"],
        [0.1, 100.0, 1.0],
        Scale::Decades,
    ),
    Dial::new(
        ["rate", "Frames per second", "Hz"],
        [15.0, 240.0, 60.0],
        Scale::Even(1.0),
    ),
    Dial::new(
        ["time", "Time runs", "×"],
        [0.1, 100.0, 1.0],
        Scale::Decades,
    ),
];

/// A book of 3 x 15 x 22 cm \[kg, m\]; its middle axis is y.
const MASS: f64 = 1.2;
const SIDES: [f64; 3] = [0.03, 0.15, 0.22];
/// What has this many times the energy of the start has blown up.
const BLOWN_UP: f64 = 1e3;
/// The turning is kept for so many steps.
const WINDOW: usize = 720;

/// How a book is turned: by a world, or by the rule of an engine.
#[derive(Debug)]
enum Method {
    World(Box<World3>),
    Rule(fn(Spinning, f64) -> Spinning),
}

/// A book under a method.
#[derive(Debug)]
struct Run {
    name: &'static str,
    method: Method,
    state: Spinning,
    /// Half of the spin about the middle axis at first, with the sign of the side where it is now: it has turned over when it
    /// comes to this with the other sign.
    half: f64,
    turned_over: u32,
    /// Change of energy, as a share of that at the start.
    change: f64,
    /// Angular velocity about the middle axis after each of the last steps \[rad/s\], body frame.
    turning: Vec<f64>,
    /// When it blew up \[s\].
    blown_up: Option<f64>,
}

/// All methods side by side.
#[derive(Debug)]
pub(crate) struct Tumbling {
    body: Body3,
    rotor: Rotor,
    dt: f64,
    steps: u64,
    runs: Vec<Run>,
}

impl Tumbling {
    pub(crate) fn new(dials: &[f64]) -> Result<Self, ToyError> {
        let &[spin, tilt, rate, _time] = dials else {
            return Err(ToyError::dials(DIALS, dials));
        };
        let inertia = Inertia::cuboid(MASS, SIDES);
        let body = Body3::solid(MASS, inertia).spinning([0.01 * tilt * spin, spin, 0.0]);
        let mut world = World3::new();
        world.add_body(body).map_err(ToyError::refused)?;
        let ours = ("kinstep", Method::World(Box::new(world)));
        let rules = gyroscopes::ALL.iter().rev();
        let rules = rules.map(|rule| (rule.name, Method::Rule(rule.step)));
        let runs = [ours].into_iter().chain(rules).map(|(name, method)| Run {
            name,
            method,
            state: Spinning::of(&body),
            half: 0.5 * spin,
            turned_over: 0,
            change: 0.0,
            turning: vec![spin],
            blown_up: None,
        });
        Ok(Self {
            body,
            rotor: Rotor::new(&inertia),
            dt: rate.recip(),
            steps: 0,
            runs: runs.collect(),
        })
    }

    /// Simulated time \[s\].
    fn time(&self) -> f64 {
        self.steps as f64 * self.dt
    }

    /// The orientation now, by one jump from the start.
    fn jump(&self) -> UnitQuaternion<f64> {
        let (start, spin) = (self.body.orientation(), self.body.spin_angular_momentum());
        self.rotor.turned(&start, &spin, self.time())
    }

    fn step(&mut self) {
        self.steps += 1;
        let (time, energy) = (self.time(), self.body.kinetic_energy());
        for run in &mut self.runs {
            run.step(self.dt, energy, time);
        }
    }
}

impl Run {
    fn step(&mut self, dt: f64, start_energy: f64, time: f64) {
        if self.blown_up.is_some() {
            return;
        }
        match &mut self.method {
            Method::Rule(rule) => self.state = rule(self.state, dt),
            Method::World(world) => {
                let stepped = world.step(dt).is_ok();
                let body = world.body_slice().first().filter(|_| stepped);
                let Some(body) = body else {
                    self.blown_up = Some(time);
                    return;
                };
                self.state = Spinning::of(body);
            }
        }
        self.change = self.state.energy() / start_energy - 1.0;
        // what is no number is not less, either
        if !matches!(
            self.change.partial_cmp(&BLOWN_UP),
            Some(std::cmp::Ordering::Less)
        ) {
            self.blown_up = Some(time);
            return;
        }
        let about_middle = self.state.in_body().y;
        if about_middle * self.half < 0.0 && about_middle.abs() >= self.half.abs() {
            self.half = -self.half;
            self.turned_over += 1;
        }
        if self.turning.len() >= WINDOW {
            self.turning.remove(0);
        }
        self.turning.push(about_middle);
    }
}

impl Toy for Tumbling {
    fn advance(&mut self, steps: u32) {
        (0..steps).for_each(|_| self.step());
    }

    /// Time \[s\], step \[s\], spin at the start \[rad/s\], count of methods; then for each method whether it has blown up (1 or
    /// 0), the quaternion of its orientation (w, x, y, z), the count of its last angular velocities about the middle axis, and
    /// these \[rad/s\].
    fn draw(&self, numbers: &mut Vec<f64>) {
        let spin = self.body.angular_velocity().y;
        numbers.extend([self.time(), self.dt, spin, self.runs.len() as f64]);
        for run in &self.runs {
            let q = run.state.orientation;
            numbers.extend([
                f64::from(u8::from(run.blown_up.is_some())),
                q.w,
                q.i,
                q.j,
                q.k,
            ]);
            numbers.push(run.turning.len() as f64);
            numbers.extend(&run.turning);
        }
    }

    fn rows(&self) -> Rows {
        let mut rows = Rows::new(["method", "turned over", "off by", "energy off by"]);
        let exact = self.jump();
        for run in &self.runs {
            let off = run.state.orientation.angle_to(&exact).to_degrees();
            let off = if off < 0.01 {
                format!("{off:.0e}°")
            } else {
                format!("{off:.1}°")
            };
            let blown_up = run
                .blown_up
                .map(|time| format!("blew up after {time:.0} s"));
            rows.push([
                run.name.to_owned(),
                run.turned_over.to_string(),
                off,
                blown_up.unwrap_or_else(|| share(run.change)),
            ]);
        }
        let momentum: Vector3<f64> = self.body.spin_angular_momentum();
        rows.remark(format!(
            "After {:.1} s; off from where one jump by elliptic functions leads, with an angular momentum of {:.4} kg m²/s.",
            self.time(),
            momentum.norm()
        ));
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinstep_is_where_a_jump_leads_and_no_rule_is() {
        let mut toy = Tumbling::new(&[6.0, 1.0, 60.0, 1.0]).unwrap();
        toy.advance(6000);
        let exact = toy.jump();
        let off = |run: &Run| run.state.orientation.angle_to(&exact);
        // measured: 3e-10 rad and 0.4 rad at least
        assert!(off(&toy.runs[0]) < 1e-8, "{:e}", off(&toy.runs[0]));
        assert!(toy.runs[1..].iter().all(|run| off(run) > 0.01));
        assert!(toy.runs[0].change.abs() < 1e-12);
    }

    /// Turns over at half of the period of the elliptic functions again and again; without the gyroscopic term, never.
    #[test]
    fn the_book_turns_over_and_without_the_gyroscopic_term_never() {
        let mut toy = Tumbling::new(&[6.0, 1.0, 60.0, 1.0]).unwrap();
        toy.advance(6000);
        let without = toy
            .runs
            .iter()
            .find(|run| run.name.starts_with("no "))
            .unwrap();
        assert_eq!(without.turned_over, 0);
        assert!(toy.runs[0].turned_over > 10);
        // with a hundredth of the tilt it takes longer from one turn to the next
        let mut slower = Tumbling::new(&[6.0, 0.1, 60.0, 1.0]).unwrap();
        slower.advance(6000);
        assert!(slower.runs[0].turned_over < toy.runs[0].turned_over);
    }

    #[test]
    fn the_window_stays_small() {
        let mut toy = Tumbling::new(&[6.0, 1.0, 60.0, 1.0]).unwrap();
        toy.advance(2000);
        assert!(toy.runs.iter().all(|run| run.turning.len() <= WINDOW));
    }
}
