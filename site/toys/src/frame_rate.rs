//! One throw at four frame rates, under the rule of an engine and under kinstep.

use kinstep::Until;
use kinstep::nalgebra::Vector2;
use kinstep::trajectory::{Crossing, Plane, Trajectory};
use kinstep::{Body2, LinearDrag, UniformGravity, World2};
use kinstep_flight::EngineStep;

use crate::numbers::spelled;
use crate::{Outcome, Toy};

/// Steps per second.
const RATES: [u32; 4] = [5, 20, 60, 240];
/// Steps of the clock per second. The balls lie where they landed for `REST` steps before the next
/// throw.
const TICKS: f64 = 60.0;
const REST: u32 = 180;
/// Acceleration of gravity \[m/s²\].
const GRAVITY: [f64; 2] = [0.0, -9.81];

/// The rule of an engine, for a step of this length \[s\].
type Rule = fn(f64) -> EngineStep<2>;
const RULES: [(&str, Rule); 6] = [
    ("Unity (PhysX)", EngineStep::unity),
    ("Box2D", EngineStep::box2d),
    ("Rapier", EngineStep::rapier),
    ("Avian", EngineStep::avian),
    ("Jolt", EngineStep::jolt),
    ("Godot", EngineStep::godot),
];

/// A throw from the origin at one frame rate.
struct Run {
    rate: u32,
    /// Positions after each step, then the position of the landing \[m\].
    path: Vec<Vector2<f64>>,
    /// Time of the landing \[s\].
    time: f64,
}

impl Run {
    fn landing(&self) -> Vector2<f64> {
        self.path[self.path.len() - 1]
    }

    /// Position at which a game draws the ball: on the straight line between two steps.
    fn position(&self, time: f64) -> Vector2<f64> {
        let step = time * f64::from(self.rate);
        let before = step.floor() as usize;
        match self.path.get(before..before + 2) {
            Some([from, to]) if time < self.time => from.lerp(to, step.fract()),
            _ => self.landing(),
        }
    }
}

/// One throw at all frame rates.
pub(crate) struct FrameRate {
    engine: &'static str,
    /// Throws under the engine's rule and under kinstep, at each rate.
    runs: [Vec<Run>; 2],
    ticks: u32,
}

impl FrameRate {
    pub(crate) fn new([rule, speed, angle, drag]: [f64; 4]) -> Outcome<Self> {
        // from libm, because results of the standard library can differ between machines
        let (sin, cos) = libm::sincos(angle.to_radians());
        let velocity = Vector2::new(cos, sin) * speed;
        let (engine, rule) = *RULES.get(rule as usize).ok_or("there is no such engine")?;
        let engines = RATES.map(|rate| {
            let step = rule(f64::from(rate).recip());
            engine_run(rate, &step.damping(drag).gravity(GRAVITY), velocity)
        });
        let kinsteps = RATES.map(|rate| kinstep_run(rate, drag, velocity));
        let engines = engines.into_iter().collect::<Result<_, _>>()?;
        let kinsteps = kinsteps.into_iter().collect::<Result<_, _>>()?;
        let (runs, ticks) = ([engines, kinsteps], 0);
        Ok(Self {
            engine,
            runs,
            ticks,
        })
    }

    /// Time since the throw \[s\].
    fn time(&self) -> f64 {
        let times = self.runs.iter().flatten().map(|run| run.time);
        let longest = times.fold(0.0, f64::max);
        let ticks = self.ticks % (REST + (longest * TICKS) as u32 + 1);
        let now = ticks.checked_sub(REST);
        now.map_or(longest, |now| f64::from(now) / TICKS)
    }
}

/// The ground, at the height of the throw.
fn ground() -> Plane<f64, 2> {
    Plane::new([0.0, 1.0], 0.0)
}

/// A throw under the rule of an engine. The landing is on the smooth curve through all steps.
fn engine_run(rate: u32, step: &EngineStep<2>, velocity: Vector2<f64>) -> Outcome<Run> {
    step.check()?;
    let flight = step.launch([0.0, 0.0], velocity);
    let landing = flight.crossing(&ground(), Crossing::Descending);
    // a ball that is too slow to rise in the first step lands at its start
    let (time, end) = landing.map_or_else(Default::default, |end| (end.time, end.position));
    let steps = (0..flight.first_step_after(time)).map(|step| flight.after_steps(step).position);
    let path = steps.chain([end]).collect();
    Ok(Run { rate, path, time })
}

/// The throw in a world that is stepped until the landing.
fn kinstep_run(rate: u32, drag: f64, velocity: Vector2<f64>) -> Outcome<Run> {
    let mut world = World2::new();
    world.add_force(UniformGravity::new(GRAVITY))?;
    world.add_force(LinearDrag::rate(drag))?;
    let ball = world.add_body(Body2::point(1.0).moving(velocity))?;
    let lands = Until::crossing(ball, ground(), Crossing::Descending);
    let mut path = vec![world[ball].position];
    loop {
        let landing = world.step_until(f64::from(rate).recip(), &lands)?;
        path.push(world[ball].position);
        if landing.is_some() {
            let time = world.time();
            return Ok(Run { rate, path, time });
        }
    }
}

/// Maximum distance between two of these balls \[m\]: between their landings if all have landed,
/// else between their positions at the last common step before the first landing.
fn apart(runs: &[Run], time: f64) -> f64 {
    let is_over = runs.iter().all(|run| run.time <= time);
    let first = runs.iter().map(|run| run.time).fold(time, f64::min);
    let common = (first * f64::from(RATES[0])) as u32;
    let places: Vec<Vector2<f64>> = (runs.iter())
        .map(|run| {
            let step = (common * (run.rate / RATES[0])) as usize;
            let place = run.path.get(step).filter(|_| !is_over);
            place.copied().unwrap_or_else(|| run.landing())
        })
        .collect();
    let distances = (places.iter()).flat_map(|a| places.iter().map(move |b| (a - b).norm()));
    distances.fold(0.0, f64::max)
}

impl Toy for FrameRate {
    fn pace(&self) -> f64 {
        TICKS
    }

    fn advance(&mut self, steps: u32) {
        self.ticks = self.ticks.wrapping_add(steps);
    }

    /// Appends, for each rate under the engine's rule and then under kinstep: steps per second,
    /// present position of the ball \[m\], number of points, and the points \[m\]. There is a point
    /// for each step, and one for the landing.
    fn draw(&self, numbers: &mut Vec<f64>) {
        let time = self.time();
        for run in self.runs.iter().flatten() {
            let now = run.position(time);
            numbers.extend([f64::from(run.rate), now.x, now.y, run.path.len() as f64]);
            numbers.extend(run.path.iter().flat_map(|point| [point.x, point.y]));
        }
    }

    fn print(&self) -> String {
        let (time, name) = (self.time(), self.engine);
        let [engine, kinstep] = [0, 1].map(|i| spelled(apart(&self.runs[i], time)));
        let usual = spelled(apart(&self.runs[0][2..], f64::INFINITY));
        let mut text = format!(
            "counter\t{name}\t{engine} m apart\tengine\ncounter\tkinstep\t{kinstep} m apart\tkinstep\n\
            note\tEngines really run at 60 to 240 steps a second: there the landings of {name} are {usual} m apart. That matters \
            when two runs must agree that step at different rates: a replay, a server and its players, a slow phone and a fast one.\n\
            note\tThe table says where the ball lands. In flight, the counter compares the balls at the last time when all four had a step.\n\
            head\tsteps a second\t{name}\tkinstep"
        );
        for (engine, kinstep) in self.runs[0].iter().zip(&self.runs[1]) {
            let [x, exact] = [engine, kinstep].map(|run| run.landing().x);
            let usual = ["", ", as engines run"][usize::from(engine.rate >= 60)];
            text += &format!("\nrow\t{}{usual}\t{x:.3} m\t{exact:.12} m", engine.rate);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    mod program {
        include!("../examples/rate.rs");

        #[test]
        fn the_program_lands_where_the_toy_does() {
            main().unwrap();
            for rate in super::RATES {
                let run = super::kinstep_run(rate, 0.5, [15.0, 12.0].into()).unwrap();
                assert_eq!(landing(f64::from(rate)).unwrap(), run.landing().x);
            }
        }
    }

    /// The landing fulfils `y = 0` with `x = v₀ₓ τ`, `y = -g t/c + (v₀ᵧ + g/c) τ` and
    /// `τ = (1 - e^(-ct))/c`.
    #[test]
    fn kinstep_lands_on_the_closed_form_at_all_rates_and_the_engine_does_not() {
        let toy = FrameRate::new([0.0, 19.0, 39.0, 0.5]).unwrap();
        let (sin, cos) = 39.0_f64.to_radians().sin_cos();
        let [engines, kinsteps] = &toy.runs;
        for run in kinsteps {
            let tau = run.landing().x / (19.0 * cos);
            let time = -(-0.5 * tau).ln_1p() / 0.5;
            let height = -9.81 * time / 0.5 + (19.0 * sin + 9.81 / 0.5) * tau;
            assert!(height.abs() < 1e-13, "{height:e}");
        }
        // measured: 4e-15 m
        assert!(apart(kinsteps, toy.time()) < 1e-13);
        assert!(apart(engines, toy.time()) > 1.0);
        // in flight, distances are those at the last common step
        let second = |run: &Run| run.path[(run.rate / 5) as usize];
        let far = (second(&engines[0]) - second(&engines[3])).norm();
        let measured = [0.19, 0.2, 0.39].map(|time| apart(engines, time));
        assert_eq!(measured, [0.0, far, far]);
    }
}
