//! Experiments with rotating bodies: a free book, the same book as a heavy top, and a lander in the
//! plane with an engine.

use anyhow::Result;
use kinstep::nalgebra::{UnitQuaternion, Vector2, Vector3};
use kinstep::rotation::Rotor;
use kinstep::{
    Body2, Body3, BodyId, ConstantForce, ConstantTorque, Effect, Force, Inertia, Scheme, Thruster,
    UniformGravity, World2, World3,
};
use support::measuring::gyroscopes::{self, Spinning};

use crate::drift::Envelope;
use crate::names::name;
use crate::rows::Rows;

const FRAME: f64 = 1.0 / 60.0;
/// Quantities: error of the book over time \[s\], at 60 Hz; errors of the top and of the lander
/// over the length of a step \[s\].
pub(crate) const BOOK: &str = "orientation error, a free book [degrees]";
pub(crate) const TOP: &str = "orientation error after 0.5 s, a heavy top [degrees]";
pub(crate) const ENGINE: &str = "error after a burn of 8 s [m]";
/// Number of steps of the book.
const STEPS: u32 = 6000;

pub(crate) fn run(rows: &mut Rows) -> Result<()> {
    book_in_flight(rows)?;
    top_turns(rows)?;
    burn(rows)
}

/// A book of 1.2 kg that rotates at 6 rad/s about an axis 1 % off the middle one: it turns over and
/// over.
fn book() -> Body3 {
    Body3::solid(1.2, Inertia::cuboid(1.2, [0.03, 0.15, 0.22])).spinning([0.04, 6.0, 0.04])
}

/// Error of a free book. The expected orientation is that of one exact jump over the whole time, by
/// Jacobi's elliptic functions. Tests compare these jumps with references of 320 bits.
fn book_in_flight(rows: &mut Rows) -> Result<()> {
    let (book, rotor) = (book(), Rotor::new(&book().inertia()));
    let right = |time| rotor.turned(&book.orientation(), &book.spin_angular_momentum(), time);
    let mut fly = |name: &str, orientations: &mut dyn FnMut() -> Result<UnitQuaternion<f64>>| {
        let mut envelope = Envelope::default();
        for count in 1..=STEPS {
            let time = f64::from(count) * FRAME;
            let off = orientations()?.angle_to(&right(time)).to_degrees();
            // NaN counts as the largest error
            let off = if off.is_nan() { 180.0 } else { off };
            envelope.push(count.into(), (time, off), count == STEPS);
        }
        rows.extend(name, BOOK, envelope.points);
        anyhow::Ok(())
    };
    for scheme in [Scheme::FlowKick, Scheme::Rk4] {
        let mut world = World3::new();
        world.set_scheme(scheme);
        let id = world.add_body(book)?;
        fly(name(scheme), &mut || {
            world.step(FRAME)?;
            Ok(world[id].orientation())
        })?;
    }
    for rule in &gyroscopes::ALL {
        let mut now = Spinning::of(&book);
        fly(rule.name, &mut || {
            now = (rule.step)(now, FRAME);
            Ok(now.orientation)
        })?;
    }
    Ok(())
}

/// The weight of a body, and the force of the pivot at the origin that holds it.
struct Weight {
    /// Centre of mass in the body's frame \[m\].
    center: Vector3<f64>,
    /// Weight in the world frame \[N\].
    weight: Vector3<f64>,
}

impl Force<f64, 3> for Weight {
    fn acceleration(&self, _body: &Body3, _time: f64) -> Vector3<f64> {
        Vector3::zeros()
    }

    fn effect(&self, _body: &Body3, _time: f64, _dt: f64) -> Effect<f64, 3> {
        Effect::Torque {
            depends_on_velocity: false,
        }
    }

    fn torque(&self, body: &Body3, _time: f64) -> Option<Vector3<f64>> {
        Some(body.to_world(self.center).cross(&self.weight))
    }
}

/// Error of a heavy top. It has no closed form here; the reference is FlowKick4 in 65,536 steps.
fn top_turns(rows: &mut Rows) -> Result<()> {
    const TIME: f64 = 0.5;
    let end = |scheme: Scheme, steps: u32| -> Result<UnitQuaternion<f64>> {
        let mut world = World3::new();
        world.set_scheme(scheme);
        let tilt = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), 0.5);
        let id = world.add_body(book().turned(tilt))?;
        world.add_force(Weight {
            center: Vector3::new(0.004, 0.008, 0.02),
            weight: Vector3::new(0.0, 0.0, -1.2 * 9.81),
        })?;
        (0..steps).try_for_each(|_| world.step(TIME / f64::from(steps)))?;
        Ok(world[id].orientation())
    };
    let right = end(Scheme::FlowKick4, 1 << 16)?;
    for scheme in [
        Scheme::FlowKick,
        Scheme::FlowKick4,
        Scheme::SymplecticEuler,
        Scheme::VelocityVerlet,
        Scheme::Rk4,
    ] {
        for doublings in 2..=12 {
            let steps = 1 << doublings;
            let off = end(scheme, steps)?.angle_to(&right).to_degrees();
            rows.push(name(scheme), TIME / f64::from(steps), TOP, off);
        }
    }
    Ok(())
}

/// Mass \[kg\], moment of inertia \[kg m²\] and initial angular velocity \[rad/s\] of the lander.
const MASS: f64 = 1500.0;
const INERTIA: f64 = 4000.0;
const RATE: f64 = 0.4;
/// Thrust \[N\] and position of the engine \[m\], in the lander's frame; gravity \[m/s²\]; duration
/// of the burn \[s\].
const THRUST: [f64; 2] = [0.0, 4500.0];
const MOUNTING: [f64; 2] = [0.1, -1.0];
const GRAVITY: [f64; 2] = [0.0, -1.62];
const TIME: f64 = 8.0;

fn burn(rows: &mut Rows) -> Result<()> {
    let right = burnt_out();
    for scheme in [
        Scheme::FlowKick,
        Scheme::SymplecticEuler,
        Scheme::VelocityVerlet,
        Scheme::Rk4,
    ] {
        for doublings in 0..=13 {
            let steps = 1 << doublings;
            let (mut world, lander) = over_the_moon(scheme)?;
            world.add_force_on(lander, Thruster::new(THRUST).mounted_at(MOUNTING))?;
            let step = TIME / f64::from(steps);
            (0..steps).try_for_each(|_| world.step(step))?;
            let off = (world[lander].position - right).norm();
            rows.push(name(scheme), step, ENGINE, off);
        }
    }
    for doublings in 0..=13 {
        let steps = 1 << doublings;
        let (mut world, lander) = over_the_moon(Scheme::FlowKick)?;
        world.add_force_on(lander, ConstantTorque::new(torque()))?;
        let push = world.add_force_on(lander, ConstantForce::new(THRUST))?;
        let step = TIME / f64::from(steps);
        for _ in 0..steps {
            let now = world[lander].to_world(THRUST);
            world.replace_force(push, ConstantForce::new(now))?;
            world.step(step)?;
        }
        let off = (world[lander].position - right).norm();
        rows.push("push kept for a step", step, ENGINE, off);
    }
    Ok(())
}

fn over_the_moon(scheme: Scheme) -> Result<(World2, BodyId)> {
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

/// Displacement of the lander: `x = g T²/2 + ∫ (T - s) F(θ(s))/m ds` with `θ = ω s + τ s²/2I`, by
/// Boole's rule, whose error is `2/945 T²h⁶ω⁶ F/m ≈ 1e-14 m`.
fn burnt_out() -> Vector2<f64> {
    const PIECES: u32 = 1 << 11;
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
