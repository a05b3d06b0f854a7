//! The contenders of a comparison: kinstep, loops written by hand, two engines and the memory
//! itself.
//!
//! All contenders move the same bodies on one thread; the bodies fall through air without contacts.

#![forbid(unsafe_code)]

mod engines;
mod loops;
mod worlds;

use kinstep::Float;
use kinstep::nalgebra::{SVector, Vector3, convert};
use kinstep_flight::EngineStep;

/// Length of a step \[s\].
pub const DT: f64 = 1.0 / 60.0;
/// Rate of linear drag \[1/s\].
const DRAG_RATE: f64 = 0.1;
/// Gravity \[m/s²\]; in the plane, its first two components. It is oblique, so that no velocity
/// decays to zero: subnormal numbers would make some loops a hundred times as slow as others.
const GRAVITY: [f64; 3] = [0.3, -9.81, 0.2];
/// Position \[m\] and velocity \[m/s\] at which the first body starts, in numbers that are exact in
/// `f32`.
const THROW: [[f64; 3]; 2] = [[0.0, 1.5, 0.0], [30.0, 8.0, -5.0]];
/// Length of a far step, in usual steps.
const FAR: u32 = 100;

/// Bodies that move.
pub trait Bodies {
    /// Moves all bodies by one step.
    fn step(&mut self);

    /// Position of the first body \[m\], with two or three components.
    fn first(&mut self) -> Vec<f64>;
}

/// Bodies of any kind, a function that steps them, and a function that reads the first position.
struct Moving<S, F, G>(S, F, G);

impl<S, F: FnMut(&mut S), G: Fn(&mut S) -> Vec<f64>> Bodies for Moving<S, F, G> {
    fn step(&mut self) {
        (self.1)(&mut self.0);
    }

    fn first(&mut self) -> Vec<f64> {
        (self.2)(&mut self.0)
    }
}

type Built = Box<dyn Bodies>;

fn built<S: 'static>(
    bodies: S,
    step: impl FnMut(&mut S) + 'static,
    first: impl Fn(&mut S) -> Vec<f64> + 'static,
) -> Built {
    Box::new(Moving(bodies, step, first))
}

/// A contender of the comparison.
pub struct Contender {
    pub name: &'static str,
    /// Bits of a floating-point number.
    bits: u32,
    /// Number of components of a position.
    axes: usize,
    rule: Rule,
    /// Maximum number of bodies in a measurement.
    pub most: usize,
    /// Length of one step of the contender, in usual steps.
    stride: u32,
    /// Creates this many bodies.
    pub build: fn(usize) -> Built,
}

/// The rule by which the bodies move.
enum Rule {
    /// No motion: a step changes the sign of all numbers in memory.
    None,
    /// The exact motion.
    Exact,
    /// The step of an engine, or of a textbook.
    Steps(fn() -> EngineStep<3>),
    /// The exact motion with an additional force; the position error is at most this distance
    /// \[m\].
    With(Force, f64),
}

/// A force \[N\] of position and velocity.
type Force = fn(&Vector3<f64>, &Vector3<f64>) -> Vector3<f64>;

/// `F = -c |v| v` with `c` = 1e-3 kg/m.
fn quadratic_drag(velocity: &Vector3<f64>) -> Vector3<f64> {
    velocity * (-1e-3 * velocity.norm())
}

/// `F = -k x/(1 + x²/l²)` with `k` = 0.01 N/m and `l` = 100 m: a spring that weakens with distance.
fn well(position: &Vector3<f64>) -> Vector3<f64> {
    position * (-0.01 / (1.0 + position.norm_squared() / 1e4))
}

/// Loops by hand, and engines with their usual number of substeps and with one.
const EULER: Rule = Rule::Steps(|| EngineStep::symplectic_euler(DT));
const RAPIER: Rule = Rule::Steps(|| EngineStep::rapier(DT));
const RAPIER_ONCE: Rule = Rule::Steps(|| EngineStep::rapier(DT).substeps(1));
const BOX2D: Rule = Rule::Steps(|| EngineStep::box2d(DT));
const BOX2D_ONCE: Rule = Rule::Steps(|| EngineStep::box2d(DT).substeps(1));
/// An additional force, as a closure or as a field. Measured position errors: 4e-5 m by the scheme
/// of a world, 0.80 m by a loop written by hand.
const CLOSURE: Rule = Rule::With(|_, v| quadratic_drag(v), 2e-4);
const FIELD: Rule = Rule::With(|x, _| well(x), 2e-4);
const CLOSURE_BY_HAND: Rule = Rule::With(|_, v| quadratic_drag(v), 1.0);
const FIELD_BY_HAND: Rule = Rule::With(|x, _| well(x), 1.0);

/// All contenders; those with the same number type and dimension are adjacent.
pub const ALL: [Contender; 23] = [
    row(32, 3, "memory", Rule::None, loops::memory::<f32, 3>),
    row(32, 3, "Swarm", Rule::Exact, worlds::swarm::<f32, 3>),
    row(32, 3, "Swarm, 100 dt", Rule::Exact, worlds::far).steps_of(FAR),
    row(32, 3, "arrays", EULER, loops::arrays::<f32>),
    row(32, 3, "arrays, wide", EULER, loops::wide_arrays::<f32>),
    row(32, 3, "glam structs", EULER, loops::glam),
    row(32, 3, "nalgebra structs", EULER, loops::nalgebra::<f32>),
    row(32, 3, "Rapier", RAPIER, engines::rapier).few(),
    row(
        32,
        3,
        "Rapier, 1 iteration",
        RAPIER_ONCE,
        engines::rapier_once,
    )
    .few(),
    row(32, 2, "memory", Rule::None, loops::memory::<f32, 2>),
    row(32, 2, "Swarm", Rule::Exact, worlds::swarm::<f32, 2>),
    row(32, 2, "Box2D", BOX2D, engines::box2d).few(),
    row(32, 2, "Box2D, 1 substep", BOX2D_ONCE, engines::box2d_once).few(),
    row(64, 3, "memory", Rule::None, loops::memory::<f64, 3>),
    row(64, 3, "Swarm", Rule::Exact, worlds::swarm::<f64, 3>),
    row(64, 3, "World", Rule::Exact, worlds::world),
    row(64, 3, "arrays", EULER, loops::arrays::<f64>),
    row(64, 3, "arrays, wide", EULER, loops::wide_arrays::<f64>),
    row(64, 3, "nalgebra structs", EULER, loops::nalgebra::<f64>),
    row(64, 3, "World, closure", CLOSURE, worlds::with_closure),
    row(
        64,
        3,
        "structs, closure",
        CLOSURE_BY_HAND,
        loops::with_closure,
    ),
    row(64, 3, "World, field", FIELD, worlds::with_field),
    row(64, 3, "structs, field", FIELD_BY_HAND, loops::with_field),
];

const fn row(
    bits: u32,
    axes: usize,
    name: &'static str,
    rule: Rule,
    build: fn(usize) -> Built,
) -> Contender {
    let (most, stride) = (usize::MAX, 1);
    Contender {
        name,
        bits,
        axes,
        rule,
        most,
        stride,
        build,
    }
}

impl Contender {
    const fn steps_of(self, stride: u32) -> Self {
        Self { stride, ..self }
    }

    /// Limits the number of bodies of an engine: steps of more bodies take too long, and Box2D has
    /// room for 262,140 on a thread.
    const fn few(self) -> Self {
        Self {
            most: 100_000,
            ..self
        }
    }

    /// Number type and dimension, such as `f32 3-D`.
    pub fn state(&self) -> String {
        format!("f{} {}-D", self.bits, self.axes)
    }

    /// Distance of the first body after 10 s from the closed form, or from a reference if there is
    /// an additional force \[m\]; `None` if the contender moves no bodies.
    ///
    /// # Panics
    /// If the body is farther from the position by its own rule than rounding explains; then no
    /// measurement would be meaningful.
    pub fn off(&self) -> Option<f64> {
        const STEPS: u32 = 600;
        /// Number of bodies: several whole blocks and a remainder.
        const BODIES: usize = 100;
        let time = f64::from(STEPS) * DT;
        let (expected, truth) = match &self.rule {
            Rule::None => return None,
            Rule::Exact => (closed_form(time), closed_form(time)),
            Rule::Steps(step) => {
                let step = step().damping(DRAG_RATE).gravity(GRAVITY);
                let flight = step.launch(THROW[0], THROW[1]);
                let after = flight.after_steps(u64::from(STEPS)).position;
                (after, closed_form(time))
            }
            Rule::With(force, _) => (reference(*force, time), reference(*force, time)),
        };
        // bound of the sum of rounding errors of all steps, plus the error of the scheme; measured:
        // at most 0.2 of this, by Box2D
        let epsilon = [f64::EPSILON, f32::EPSILON.into()][usize::from(self.bits == 32)];
        let scheme = if let Rule::With(_, missed) = self.rule {
            missed
        } else {
            0.0
        };
        let allowed = f64::from(STEPS) * epsilon * expected.norm() + scheme;
        let mut bodies = (self.build)(BODIES);
        for _ in 0..STEPS / self.stride {
            bodies.step();
        }
        let first = bodies.first();
        let missed = distance(&first, &expected);
        assert!(
            first.len() == self.axes && missed <= allowed,
            "{}, {}: {missed:.1e} m from where its own rule has a throw after 10 s; rounding explains {allowed:.1e} m",
            self.state(),
            self.name
        );
        Some(distance(&first, &truth))
    }
}

/// Distance in the components that `place` has.
fn distance(place: &[f64], other: &Vector3<f64>) -> f64 {
    let squares = place.iter().zip(other).map(|(a, b)| (a - b).powi(2));
    squares.sum::<f64>().sqrt()
}

/// Position of the throw after t seconds: `x = x₀ + u t + (v₀ - u) (1 - e^(-γt))/γ` with `u = g/γ`
/// \[m\].
fn closed_form(t: f64) -> Vector3<f64> {
    let ([position, velocity], gravity) = (THROW.map(Vector3::from), Vector3::from(GRAVITY));
    let terminal = gravity / DRAG_RATE;
    position + terminal * t - (velocity - terminal) * ((-DRAG_RATE * t).exp_m1() / DRAG_RATE)
}

/// Position of the throw of a body of 1 kg with an additional force, by the classical Runge–Kutta
/// method. The steps are so short that the error is below rounding.
fn reference(force: Force, time: f64) -> Vector3<f64> {
    const H: f64 = 1e-3;
    let gravity = Vector3::from(GRAVITY);
    let slope = |x: Vector3<f64>, v: Vector3<f64>| (v, gravity - v * DRAG_RATE + force(&x, &v));
    let [mut x, mut v] = THROW.map(Vector3::from);
    for _ in 0..(time / H).round() as u32 {
        let (v1, a1) = slope(x, v);
        let (v2, a2) = slope(x + v1 * (H / 2.0), v + a1 * (H / 2.0));
        let (v3, a3) = slope(x + v2 * (H / 2.0), v + a2 * (H / 2.0));
        let (v4, a4) = slope(x + v3 * H, v + a3 * H);
        x += (v1 + v2 * 2.0 + v3 * 2.0 + v4) * (H / 6.0);
        v += (a1 + a2 * 2.0 + a3 * 2.0 + a4) * (H / 6.0);
    }
    x
}

/// Initial positions and velocities of this many bodies. The first body is the throw; the others
/// are scattered around it.
fn starts<T: Float, const D: usize>(
    count: usize,
) -> impl Iterator<Item = [SVector<T, D>; 2]> + Clone {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    (0..count).map(|index| {
        let scattered = |axis: usize| (index as f64 * GOLDEN * (axis + 1) as f64).fract();
        [(THROW[0], 100.0), (THROW[1], 10.0)].map(|(first, size)| {
            SVector::from_fn(|axis, _| convert(first[axis] + size * scattered(axis)))
        })
    })
}

/// The first D components of gravity \[m/s²\].
fn gravity<T: Float, const D: usize>() -> SVector<T, D> {
    SVector::from_fn(|axis, _| convert(GRAVITY[axis]))
}

/// The components of a vector in `f64`.
fn numbers<T: Float, const D: usize>(vector: &SVector<T, D>) -> Vec<f64> {
    (vector.iter().map(|x| x.to_subset().expect("a number"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Exact contenders are right to rounding; the others have a visible error of first order in
    /// the step.
    #[test]
    fn everyone_moves_by_its_own_rule() {
        for contender in ALL {
            let (name, off) = (contender.name, contender.off());
            match (contender.rule, off) {
                (Rule::None, off) => assert_eq!(off, None, "{name}"),
                (Rule::Steps(_), Some(off)) => assert!(off > 0.05, "{name}: {off}"),
                (Rule::With(_, missed), Some(off)) => assert!(off < missed, "{name}: {off}"),
                // measured: 2e-4 in f32
                (_, off) => assert!(off.unwrap() < 0.01, "{name}: {off:?}"),
            }
        }
    }

    #[test]
    #[should_panic(expected = "from where its own rule has a throw")]
    fn who_does_nothing_is_found_out() {
        row(32, 3, "still", Rule::Exact, |_| {
            built(THROW[0], |_| (), |place| place.to_vec())
        })
        .off();
    }

    #[test]
    fn the_reference_is_the_closed_form_where_there_is_no_other_force() {
        let missed = reference(|_, _| Vector3::zeros(), 10.0) - closed_form(10.0);
        // error of a path of 400 m, in 10,000 steps
        assert!(missed.norm() < 1e-10, "{missed}");
    }
}
