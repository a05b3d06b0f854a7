//! A lander in the plane, turned and pushed by an engine beside its centre.

use anyhow::Result;
use indicatif::ProgressBar;
use kinstep::nalgebra::Vector2;
use kinstep::{Body2, ConstantForce, ConstantTorque, Scheme, Thruster, UniformGravity, World2};
use support::drawing::numbers::metres;
use support::drawing::style::Style;

use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::fit::{Noise, Order, largest};
use crate::pens::{self, GREY};
use crate::section::Section;
use crate::words::list;

/// Duration of the burn \[s\], and the numbers of steps that are tried.
const TIME: f64 = 8.0;
const DOUBLINGS: u32 = 13;
/// Mass \[kg\], moment of inertia \[kg m²\], angular velocity at the start \[rad/s\].
const MASS: f64 = 1500.0;
const INERTIA: f64 = 4000.0;
const RATE: f64 = 0.4;
/// Thrust \[N\] and where the engine sits \[m\], in the lander's frame; gravity \[m/s²\].
const THRUST: [f64; 2] = [0.0, 4500.0];
const MOUNTING: [f64; 2] = [0.1, -1.0];
const GRAVITY: [f64; 2] = [0.0, -1.62];
/// The truth is Boole's rule over so many pieces, h long each: it leaves some `2/945 T²h⁶ω⁶ F/m ≈ 1e-14 m`.
const PIECES: u32 = 1 << 11;

/// How far a way to step the lander is off, by the number of steps \[m\].
struct Curve {
    name: String,
    style: Style,
    errors: Vec<(u32, f64)>,
    order: Order,
}

pub(super) fn run(section: &mut Section, progress: &ProgressBar) -> Result<()> {
    let truth = truth();
    let mut curves = Vec::new();
    for scheme in Scheme::ALL {
        let name = scheme.to_string();
        curves.push(curve(name, Style::of(scheme), &truth, |steps| {
            turning(scheme, steps)
        })?);
    }
    progress.inc(1);
    let style = pens::dashed(GREY);
    let frozen_curve = curve("direction frozen".to_owned(), style, &truth, frozen)?;
    progress.inc(1);
    section.draw(
        "thruster",
        chart(&curves, &frozen_curve),
        finding(&curves, &frozen_curve),
    );
    let flow = curves
        .iter()
        .find(|it| it.name == Scheme::FlowKick.to_string());
    section.headline(
        "engine beside gravity, in the plane, 8 s",
        format!(
            "FlowKick {} off at worst, 1 to 8192 steps",
            metres(flow.map_or(f64::NAN, worst))
        ),
    );
    Ok(())
}

fn world(scheme: Scheme) -> Result<(World2, kinstep::BodyId)> {
    let mut world = World2::new();
    world.set_scheme(scheme);
    world.add_force(UniformGravity::new(GRAVITY))?;
    let lander = world.add_body(Body2::solid(MASS, INERTIA).spinning(RATE))?;
    Ok((world, lander))
}

/// Torque of the engine \[N m\].
fn torque() -> f64 {
    MOUNTING[0] * THRUST[1] - MOUNTING[1] * THRUST[0]
}

/// Where the lander comes to: `x = g T²/2 + ∫ (T - s) F(θ(s))/m ds` with `θ = ω s + τ s²/2I`.
fn truth() -> Vector2<f64> {
    let h = TIME / f64::from(PIECES);
    let (thrust, acceleration) = (Vector2::from(THRUST) / MASS, torque() / INERTIA);
    let push = |place: u32| {
        let time = f64::from(place) * h;
        let (sin, cos) = (time * (RATE + 0.5 * acceleration * time)).sin_cos();
        let weight = match place {
            0 | PIECES => 7.0,
            odd if odd % 2 == 1 => 32.0,
            even if even % 4 == 2 => 12.0,
            _ => 14.0,
        };
        let direction = Vector2::new(
            cos * thrust.x - sin * thrust.y,
            sin * thrust.x + cos * thrust.y,
        );
        direction * ((TIME - time) * weight)
    };
    let sum: Vector2<f64> = (0..=PIECES).map(push).sum();
    sum * (h * 2.0 / 45.0) + Vector2::from(GRAVITY) * (0.5 * TIME * TIME)
}

/// Under a scheme, with an engine that turns with the lander.
fn turning(scheme: Scheme, steps: u32) -> Result<Vector2<f64>> {
    let (mut world, lander) = world(scheme)?;
    world.add_force_on(lander, Thruster::new(THRUST).mounted_at(MOUNTING))?;
    for _ in 0..steps {
        world.step(TIME / f64::from(steps))?;
    }
    Ok(world[lander].position)
}

/// Under FlowKick, with the push of each step in the direction at its start.
fn frozen(steps: u32) -> Result<Vector2<f64>> {
    let (mut world, lander) = world(Scheme::FlowKick)?;
    world.add_force_on(lander, ConstantTorque::new(torque()))?;
    let push = world.add_force_on(lander, ConstantForce::new(THRUST))?;
    for _ in 0..steps {
        let now = world[lander].to_world(THRUST);
        world.replace_force(push, ConstantForce::new(now))?;
        world.step(TIME / f64::from(steps))?;
    }
    Ok(world[lander].position)
}

fn curve(
    name: String,
    style: Style,
    truth: &Vector2<f64>,
    end: impl Fn(u32) -> Result<Vector2<f64>>,
) -> Result<Curve> {
    let error = |doubling| {
        let steps = 1_u32 << doubling;
        Ok((steps, (end(steps)? - truth).norm()))
    };
    let errors: Result<Vec<(u32, f64)>> = (0..=DOUBLINGS).map(error).collect();
    let errors = errors?;
    // the lander comes some 50 m
    let noise = Noise {
        uncertainty: 3e-13,
        rounding: 50.0 * f64::EPSILON,
    };
    let order = Order::of(&errors, 50.0, noise);
    Ok(Curve {
        name,
        style,
        errors,
        order,
    })
}

fn worst(curve: &Curve) -> f64 {
    largest(curve.errors.iter().map(|(_, error)| *error))
}

fn chart(curves: &[Curve], frozen: &Curve) -> Chart {
    Chart::new(
        "a lander after a burn of 8 s, in which it turns once round",
        Axis::logarithmic("steps"),
        Axis::logarithmic("error [m]").within(1e-16, 1e3),
    )
    .with(curves.iter().chain([frozen]).map(|curve| {
        let points = (curve.errors.iter()).map(|&(steps, error)| (f64::from(steps), error));
        Series::line(curve.name.clone(), curve.style, points)
            .with_note(format!("({})", curve.order))
    }))
}

fn finding(curves: &[Curve], frozen: &Curve) -> String {
    let (exact, others): (Vec<&Curve>, Vec<&Curve>) =
        curves.iter().partition(|curve| curve.order == Order::Exact);
    let names: Vec<&str> = exact.iter().map(|curve| curve.name.as_str()).collect();
    let off = exact.iter().map(|curve| worst(curve)).fold(0.0, f64::max);
    let orders = (others.iter()).map(|curve| format!("{} of order {}", curve.name, curve.order));
    // 512 steps of 1/64 s
    let at_frame = frozen.errors.iter().find(|(steps, _)| *steps == 512);
    format!(
        "{} {} off at most, also in one step for all of the burn; {}. A push that keeps its direction for each step \
         is {} off in steps of 1/64 s, and of order {}.",
        match names.as_slice() {
            [] => "No scheme is exact: the best is".to_owned(),
            [one] => format!("{one} is"),
            _ => format!("{} are", list(&names)),
        },
        metres(off),
        list(orders),
        metres(at_frame.map_or(f64::NAN, |(_, error)| *error)),
        frozen.order
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boole's rule has nothing to do with how kinstep integrates a thrust.
    #[test]
    fn the_truth_is_that_of_one_exact_step() {
        let off = (turning(Scheme::FlowKick, 1).unwrap() - truth()).norm();
        // measured: 7e-14 m
        assert!(off < 2e-13, "{off:e}");
    }

    /// Half the step, half the error.
    #[test]
    fn a_frozen_push_is_of_first_order() {
        let truth = truth();
        let error = |steps| (frozen(steps).unwrap() - truth).norm();
        let ratio = error(1024) / error(2048);
        assert!((ratio - 2.0).abs() < 0.01, "{ratio}");
    }
}
