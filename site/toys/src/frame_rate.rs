//! The same throw at four frame rates, under kinstep and under the rule of an engine.

use kinstep::ballistics::{Crossing, EngineStep, Plane, Trajectory, Until};
use kinstep::nalgebra::Vector2;
use kinstep::{Body2, LinearDrag, UniformGravity, World2};

use crate::dial::{Dial, Scale};
use crate::kind::{Toy, ToyError};
use crate::rows::{Rows, metres};
use crate::throw::{GRAVITY, curve, velocity};

/// Frame rates \[Hz\].
const RATES: [u32; 4] = [5, 20, 60, 240];

/// An engine's step of a length \[s\].
type Preset = fn(f64) -> EngineStep<f64, 2>;

/// The rules, in the order of [`NAMES`].
const RULES: [Preset; 9] = [
    EngineStep::box2d,
    EngineStep::avian,
    EngineStep::rapier,
    EngineStep::unity,
    EngineStep::jolt,
    EngineStep::godot,
    EngineStep::bullet,
    EngineStep::explicit_euler,
    EngineStep::symplectic_euler,
];
const NAMES: &[&str] = &[
    "Box2D",
    "Avian",
    "Rapier",
    "Unity (PhysX)",
    "Jolt",
    "Godot",
    "Bullet",
    "explicit Euler",
    "symplectic Euler",
];
/// Bullet's damping is the share of the velocity that is lost in a second.
const BULLET: usize = 6;

pub(crate) const DIALS: &[Dial] = &[
    Dial::new(
        ["rule", "Rule of", ""],
        [0.0, 8.0, 3.0],
        Scale::Choice(NAMES),
    ),
    Dial::new(
        ["speed", "Speed", "m/s"],
        [2.0, 40.0, 19.0],
        Scale::Even(0.5),
    ),
    Dial::new(["angle", "Angle", "°"], [5.0, 85.0, 39.0], Scale::Even(1.0)),
    Dial::new(["drag", "Drag", "1/s"], [0.0, 2.0, 0.5], Scale::Even(0.05)),
];

/// A throw from the origin at one frame rate.
#[derive(Debug)]
struct Run {
    /// Places after each step, the landing at the end \[m\].
    path: Vec<Vector2<f64>>,
    /// Where it comes down to the ground \[m\].
    landing: f64,
}

/// One throw at all frame rates.
#[derive(Debug)]
pub(crate) struct FrameRate {
    engine: &'static str,
    engines: Vec<Run>,
    kinsteps: Vec<Run>,
}

impl FrameRate {
    pub(crate) fn new(dials: &[f64]) -> Result<Self, ToyError> {
        let &[rule, speed, angle, drag] = dials else {
            return Err(ToyError::dials(DIALS, dials));
        };
        let rule = (rule as usize).min(RULES.len() - 1);
        let start = velocity(speed, angle);
        let damping = if rule == BULLET {
            -libm::expm1(-drag)
        } else {
            drag
        };
        let engine = |&rate: &u32| {
            let step = RULES[rule](1.0 / f64::from(rate));
            engine_run(&step.damping(damping).gravity(GRAVITY), start)
        };
        let kinstep = |&rate: &u32| kinstep_run(1.0 / f64::from(rate), drag, start);
        Ok(Self {
            engine: NAMES[rule],
            engines: RATES.iter().map(engine).collect::<Result<_, _>>()?,
            kinsteps: RATES.iter().map(kinstep).collect::<Result<_, _>>()?,
        })
    }
}

/// The ground, at the height of the throw.
fn ground() -> Plane<f64, 2> {
    Plane::new([0.0, 1.0], 0.0)
}

/// A throw under the rule of an engine; it lands on the smooth curve through all its steps.
fn engine_run(step: &EngineStep<f64, 2>, velocity: Vector2<f64>) -> Result<Run, ToyError> {
    step.check().map_err(ToyError::refused)?;
    let flight = step.launch([0.0, 0.0], velocity);
    let Some(landing) = flight.crossing(&ground(), Crossing::Descending) else {
        // too slow to rise in the first step: it lands where it starts
        return Ok(Run {
            path: vec![Vector2::zeros()],
            landing: 0.0,
        });
    };
    let steps = flight.first_step_after(landing.time);
    let path = (0..steps).map(|step| flight.after_steps(step).position);
    Ok(Run {
        path: path.chain([landing.position]).collect(),
        landing: landing.position.x,
    })
}

/// The same throw in a world that is stepped until it lands.
fn kinstep_run(dt: f64, drag: f64, velocity: Vector2<f64>) -> Result<Run, ToyError> {
    let mut world = World2::new();
    world
        .add_force(UniformGravity::new(GRAVITY))
        .map_err(ToyError::refused)?;
    if drag > 0.0 {
        world
            .add_force(LinearDrag::rate(drag))
            .map_err(ToyError::refused)?;
    }
    let ball = world
        .add_body(Body2::point(1.0).moving(velocity))
        .map_err(ToyError::refused)?;
    let lands = Until::crossing(ball, ground(), Crossing::Descending);
    let mut path = vec![world[ball].position];
    while world.time() < LONGEST {
        let landing = world.step_until(dt, &lands).map_err(ToyError::refused)?;
        path.push(world[ball].position);
        if let Some(landing) = landing {
            let landing = landing.position.x;
            return Ok(Run { path, landing });
        }
    }
    Err(ToyError::Refused("the throw does not land".to_owned()))
}

/// No throw takes longer \[s\].
const LONGEST: f64 = 20.0;

/// Distance between the outermost landings \[m\].
fn spread(runs: &[Run]) -> f64 {
    let landings = || runs.iter().map(|run| run.landing);
    landings().fold(f64::MIN, f64::max) - landings().fold(f64::MAX, f64::min)
}

impl Toy for FrameRate {
    /// A curve for each rate under the engine's rule, 0 to 3, then under kinstep, 4 to 7. Their times are those of a step.
    fn draw(&self, numbers: &mut Vec<f64>) {
        for (what, run) in self.engines.iter().chain(&self.kinsteps).enumerate() {
            let dt = 1.0 / f64::from(RATES[what % RATES.len()]);
            curve(numbers, what, dt, run.path.iter().copied());
        }
    }

    fn rows(&self) -> Rows {
        let mut rows = Rows::new(["frames per second", self.engine, "kinstep"]);
        for ((rate, engine), kinstep) in RATES.iter().zip(&self.engines).zip(&self.kinsteps) {
            rows.push([
                rate.to_string(),
                format!("{:.3} m", engine.landing),
                format!("{:.3} m", kinstep.landing),
            ]);
        }
        let [engine, kinstep] = [&self.engines, &self.kinsteps].map(|runs| metres(spread(runs)));
        rows.push(["apart".to_owned(), engine, kinstep]);
        rows.remark("Where the throw comes down to the height of its start.".to_owned());
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_4;

    /// Range without drag: `2 vx vy / g`, and under symplectic Euler `2 vx (vy - g h/2) / g`.
    #[test]
    fn landings_are_those_of_the_textbook() {
        let symplectic = FrameRate::new(&[8.0, 20.0, 45.0, 0.0]).unwrap();
        let v = 20.0 * FRAC_PI_4.sin();
        for ((rate, euler), kinstep) in RATES
            .iter()
            .zip(&symplectic.engines)
            .zip(&symplectic.kinsteps)
        {
            let exact = 2.0 * v * v / 9.81;
            assert!(
                (kinstep.landing - exact).abs() < 64.0 * f64::EPSILON * exact,
                "{rate} Hz"
            );
            let lost = v * 9.81 / f64::from(*rate) / 9.81;
            assert!(
                (euler.landing - (exact - lost)).abs() < 64.0 * f64::EPSILON * exact,
                "{rate} Hz"
            );
        }
    }

    /// `y = 0` in `x = v₀ₓ τ`, `y = -g t/c + (v₀ᵧ + g/c) τ` with `τ = (1 - e^(-ct))/c`.
    #[test]
    fn kinstep_lands_on_the_closed_form_with_drag() {
        let toy = FrameRate::new(&[3.0, 19.0, 39.0, 0.5]).unwrap();
        let start = velocity(19.0, 39.0);
        for run in &toy.kinsteps {
            let tau = run.landing / start.x;
            let time = -(-0.5 * tau).ln_1p() / 0.5;
            let height = -9.81 * time / 0.5 + (start.y + 9.81 / 0.5) * tau;
            assert!(height.abs() < 1e-13, "{height:e}");
        }
        // measured: 2.6 m and 4e-15 m
        assert!(spread(&toy.engines) > 1.0);
        assert!(spread(&toy.kinsteps) < 1e-13);
    }
}
