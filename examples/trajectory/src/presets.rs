//! A throw under the step of each engine, as predicted and as looped.

use anyhow::{Error, Result};
use kinstep::ballistics::{EngineError, EngineFlight, EngineStep};
use kinstep::nalgebra::Vector2;
use support::console::given::check_steps;
use support::drawing::frame::Point;
use support::drawing::style::Style;
use support::measuring::engines::{self, Along, Engine};

use crate::course::{Course, farthest};
use crate::models::Models;
use crate::textbook;
use crate::throw::{GRAVITY, Throw};

/// A preset of kinstep.
struct Preset {
    name: &'static str,
    step: fn(f64) -> EngineStep<f64, 2>,
}

const PRESETS: [Preset; 10] = [
    preset("Rapier", EngineStep::rapier),
    preset("Avian", EngineStep::avian),
    preset("Box2D", EngineStep::box2d),
    preset("Unity", EngineStep::unity),
    preset("PhysX", EngineStep::physx),
    preset("Jolt", EngineStep::jolt),
    preset("Godot", EngineStep::godot),
    preset(BULLET, EngineStep::bullet),
    preset("symplectic Euler", EngineStep::symplectic_euler),
    preset("explicit Euler", EngineStep::explicit_euler),
];

/// The engine whose damping is a share.
const BULLET: &str = "Bullet";

const fn preset(name: &'static str, step: fn(f64) -> EngineStep<f64, 2>) -> Preset {
    Preset { name, step }
}

/// What an engine makes of a throw.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) name: &'static str,
    pub(crate) rule: &'static str,
    /// How its curve looks: engines are lines, textbooks dashes.
    pub(crate) style: Style,
    /// How far the prediction is from the loop, at most \[m\].
    pub(crate) from_loop: f64,
    /// The curve through all steps, or why there is none.
    pub(crate) curve: Result<Curve>,
}

/// The curve through all steps of an engine.
#[derive(Debug)]
pub(crate) struct Curve {
    pub(crate) course: Course,
    /// How far from exact linear drag, at most \[m\].
    pub(crate) from_linear: f64,
    /// How far from quadratic drag, at most \[m\].
    pub(crate) from_quadratic: f64,
    /// Time \[s\] and distance from exact linear drag \[m\].
    pub(crate) distances: Vec<Point>,
}

/// More steps than this are not looped.
const MOST_STEPS: f64 = 1e6;
/// About as many points are drawn of each curve.
const POINTS: u32 = 300;

/// A throw under all presets, with the rate of linear drag for damping.
pub(crate) fn runs(throw: &Throw, models: &Models, hz: f64) -> Result<Vec<Run>> {
    let steps = (models.linear.landing.time * hz).ceil();
    check_steps(steps, MOST_STEPS)?;
    let textbook = textbook::rules();
    let rules = || engines::ALL.iter().chain(&textbook);
    let mut runs = Vec::new();
    for Preset { name, step } in PRESETS {
        let rule = rules().find(|rule| rule.name.split('/').any(|one| one == name));
        if let Some(rule) = rule {
            let flight = flight(throw, name, step(1.0 / hz))?;
            runs.push(run(throw, models, name, &flight, rule, steps as u64));
        }
    }
    Ok(runs)
}

/// The prediction. Wind pulls all the time, as gravity does: `a = g + γ wind`.
fn flight(
    throw: &Throw,
    name: &str,
    step: EngineStep<f64, 2>,
) -> Result<EngineFlight<f64, 2>, EngineError<f64>> {
    let rate = throw.air().drag_rate();
    let damping = if name == BULLET {
        -(-rate).exp_m1()
    } else {
        rate
    };
    let step = step.damping(damping).gravity(acceleration(throw));
    match step.check() {
        // whole steps are right even so
        Ok(()) | Err(EngineError::Oscillates { .. }) => {
            Ok(step.launch(throw.position(), throw.velocity()))
        }
        Err(error) => Err(error),
    }
}

/// Gravity and wind \[m/s²\].
fn acceleration(throw: &Throw) -> Vector2<f64> {
    Vector2::new(throw.wind * throw.air().drag_rate(), -GRAVITY)
}

/// Prediction and loop, side by side.
fn run(
    throw: &Throw,
    models: &Models,
    name: &'static str,
    flight: &EngineFlight<f64, 2>,
    rule: &Engine,
    steps: u64,
) -> Run {
    let predicted: Vec<_> = (0..=steps)
        .map(|count| flight.after_steps(count).position)
        .collect();
    let looped = looped(throw, rule, flight.step().time_step(), steps);
    let curve = (flight.step().check().map_err(Error::from))
        .and_then(|()| Curve::new(name, throw, models, *flight));
    Run {
        name,
        rule: rule.rule,
        style: Style {
            color: rule.color,
            dashes: Some(rule.dashes),
            radius: 5.0,
        },
        from_loop: farthest(&predicted, &looped),
        curve,
    }
}

/// Where the rule of an engine has the ball after each step, by stepping.
fn looped(throw: &Throw, rule: &Engine, h: f64, steps: u64) -> Vec<Vector2<f64>> {
    let (rate, a) = (throw.air().drag_rate(), acceleration(throw));
    let (position, velocity) = (throw.position(), throw.velocity());
    let mut along = [0, 1].map(|axis| Along {
        x: position[axis],
        v: velocity[axis],
    });
    let mut path = vec![position];
    for _ in 0..steps {
        for (along, a) in along.iter_mut().zip(a.iter()) {
            *along = (rule.step)(*along, *a, rate, h);
        }
        path.push(Vector2::new(along[0].x, along[1].x));
    }
    path
}

impl Curve {
    fn new(
        name: &'static str,
        throw: &Throw,
        models: &Models,
        flight: EngineFlight<f64, 2>,
    ) -> Result<Self> {
        let course = Course::new(name, throw, flight)?;
        let times = models.linear.times(POINTS);
        let (ours, exact) = (course.positions(&times), models.linear.positions(&times));
        let apart = ours
            .iter()
            .zip(&exact)
            .map(|(ours, exact)| (ours - exact).norm());
        Ok(Self {
            from_linear: course.distance_from(&models.linear),
            from_quadratic: course.distance_from(&models.quadratic),
            distances: times.iter().copied().zip(apart).collect(),
            course,
        })
    }
}
